"""Curves over the paper's choices and the length x direction grid: ends, marks, cells."""

from dataclasses import asdict, replace

import numpy as np
import pytest

import zipfviz
from zipfviz.evaluation.comparisons import compare_choices
from zipfviz.evaluation.curves import KNOBS, curve, curve_frame
from zipfviz.evaluation.grid import grid_matrix, length_direction_grid
from zipfviz.evaluation.scoring import symmetry
from zipfviz.io.records import Report, Task
from zipfviz.space import analysis
from zipfviz.space.methods import BASE_METHODS, METHODS, Method, Options


@pytest.fixture
def task(small_space):
    rng = np.random.default_rng(0)
    texts = tuple(" ".join(rng.choice(small_space.words, 6)) for _ in range(40))
    pairs = np.arange(40).reshape(20, 2)
    return Task("toy", "sentences", texts, pairs, rng.random(20), Report("toy", 20, 20))


@pytest.mark.parametrize("knob", KNOBS)
def test_every_curve_passes_through_the_paper(small_space, task, knob):
    """One point is marked, and there score and symmetry are those of the method as it stands."""
    points = list(curve(small_space, task, knob=knob))
    (marked,) = [point for point in points if point.is_paper]
    method = KNOBS[knob].method
    assert marked.score == zipfviz.score(small_space, task, method)
    assert marked.symmetry == symmetry(small_space, method, task=task)
    assert [point.done for point in points] == list(range(1, len(points) + 1))
    assert (np.diff([point.value for point in points]) > 0).all()


def test_a_curve_tells_its_distance_from_the_paper(small_space, task):
    """Change, error and interval of each point are those of a comparison, corrected for the others;
    points that are known are counted and not made again.
    """
    strong = Options(prior_strength=1.5)
    points = list(curve(small_space, task, knob="prior_strength", values=[0.5, 1, 1.5]))
    assert points[1].change["pearson"].value == points[1].change["pearson"].high_corrected == 0
    here = Method.parse("zipfian_whitening", strong), Method.parse("zipfian_whitening")
    both = {name: (small_space, method) for name, method in zip("ab", here, strict=True)}
    want = compare_choices(both, task).difference("a", "b", n_comparisons=2)
    assert points[2].change["spearman"] == replace(want, method="here", baseline="paper")
    row = curve_frame(points).iloc[2]
    assert row["spearman_change"] == pytest.approx(
        row["spearman"] - curve_frame(points)["spearman"][1]
    )
    assert row["spearman_low"] == want.low_corrected
    (left,) = curve(small_space, task, knob="prior_strength", values=[0.5, 1.5], known=[0.5, 1])
    assert (left.value, left.done, left.total) == (1.5, 3, 3)
    assert left.change == points[2].change


def test_a_smaller_vocabulary_is_compared_on_the_pairs_that_both_score(small_space):
    """Word pairs that fall out are in neither score of the change."""
    texts, pairs = small_space.words[:40], np.arange(40).reshape(20, 2)
    gold = np.random.default_rng(1).random(20)
    task = Task("words", "words", texts, pairs, gold, Report("words", 20, 20))
    point = next(curve(small_space, task, knob="n_words", values=[30]))
    assert (point.score.n_pairs, point.change["spearman"].n_pairs) == (15, 15)


# Where the score is highest over t = 0, 0.1 ... 2, the score there and at t = 1, and z of the
# difference; computed apart from this project in literal float64.
HIGHEST = {
    "space": {
        "lee50": (1.0, 60.24, 60.24, 0), "sts-b": (1.3, 61.39, 60.26, 1.7),
        "sick-r": (1.2, 59.23, 58.81, 3.6),
    },
    "enwiki_space": {"sts-b": (1.8, 60.89, 56.00, 3.1), "sick-r": (1.4, 58.86, 57.92, 4.5)},
    "news_space": {
        "lee50": (0.8, 44.29, 43.97, 0.3), "sts-b": (1.5, 64.45, 63.40, 1.7),
        "sick-r": (0.7, 62.68, 62.04, 4.9),
    },
}  # fmt: skip


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.parametrize("name", HIGHEST)
def test_the_paper_s_prior_is_not_the_end_of_the_axis(name, data_dir, request):
    """The highest point of each curve, and how far from t = 1 it is for sure."""
    space = request.getfixturevalue(name)
    for task_name, (t, score, paper, z) in HIGHEST[name].items():
        points = curve(
            space, zipfviz.load_task(task_name), knob="prior_strength", with_symmetry=False
        )
        frame = curve_frame(points).set_index("value")
        best = frame.loc[frame["spearman"].idxmax()]
        assert best.name == t
        assert (best["spearman"], frame["spearman"][1.0]) == pytest.approx(
            (score, paper), abs=0.006
        )
        error = best["spearman_error"]
        assert (best["spearman_change"] / error if error else 0) == pytest.approx(z, abs=0.06)
        assert len(frame) == 21


def test_ends_of_the_curves_are_other_methods(small_space, task):
    """t = 0 is the uniform transform, D = 0 uniform centering, fewer words a smaller space."""

    def first(knob, values, method=None):
        return next(
            curve(small_space, task, knob=knob, values=values, method=method)
        ).score.spearman

    def score(method, space=small_space):
        return zipfviz.score(space, task, method).spearman

    assert first("prior_strength", [0]) == pytest.approx(score("uniform_whitening"))
    assert first("prior_strength", [0], "zipfian_centering") == pytest.approx(
        score("uniform_centering")
    )
    root = zipfviz.word_space(small_space.words, small_space.vectors, np.sqrt(small_space.p))
    assert first("prior_strength", [0.5]) == pytest.approx(score("zipfian_whitening", root))
    assert first("abtt_components", [0]) == pytest.approx(score("uniform_centering"))
    assert first("n_words", [30]) == score("zipfian_whitening", small_space.top(30))


def test_points_come_one_by_one_and_leave_the_space_as_it_was(small_space, task, monkeypatch):
    """Nothing is computed before it is asked for; the space's own results are not pushed out."""
    monkeypatch.setattr(analysis, "KEPT_BYTES", 20_000)
    zipfviz.score(small_space, task)
    mine = small_space.analysis.cached("mine", lambda: np.zeros(1_500))
    points = curve(small_space, task, knob="prior_strength", with_symmetry=False)
    assert next(points).symmetry is None
    told = [f"{c}_{what}" for c in ("spearman", "pearson")
            for what in ("change", "error", "low", "high")]  # fmt: skip
    assert list(curve_frame(points)) == ["value", "spearman", "pearson", "is_paper", *told]
    assert small_space.analysis.cached("mine", lambda: None) is mine
    full = curve_frame(curve(small_space, task, knob="n_kept"))
    assert set(asdict(symmetry(small_space, "raw"))) < set(full)


def test_what_a_knob_cannot_do_is_said(small_space, task):
    """An unknown knob, a method it does not move, a value out of range: one sentence each."""
    with pytest.raises(zipfviz.ZipfvizError, match="'gain' is unknown; use one of prior_strength"):
        curve(small_space, task, knob="gain")
    with pytest.raises(zipfviz.ZipfvizError, match="sif_a changes nothing about raw"):
        curve(small_space, task, knob="sif_a", method="raw")
    with pytest.raises(zipfviz.ZipfvizError, match=r"prior_strength=2.5: .* 0 to 2"):
        list(curve(small_space, task, knob="prior_strength", values=[2.5]))


def test_grid_holds_the_plain_methods_and_the_papers_alpha_column(small_space, task):
    """36 cells: the transforms themselves on the diagonal, the paper's + alpha in two more."""
    grid = length_direction_grid(small_space, task)
    assert len(grid) == 36
    scores = grid_matrix(grid, "pearson")
    for method in BASE_METHODS:
        assert scores.loc[method, method] == 100 * zipfviz.score(small_space, task, method).pearson
    alpha = grid[grid["alpha"]]
    assert alpha["method"].tolist() == list(METHODS[-2:])
    assert set(alpha["length"]) == {"zipfian_whitening"}
    assert grid_matrix(grid, "in_paper").to_numpy().sum() == 8
    own = grid.set_index("method").loc["zipfian_whitening"]
    assert own["pearson_change"] == own["pearson_error"] == 0
    np.testing.assert_allclose(
        grid["spearman"] - own["spearman"], grid["spearman_change"], atol=1e-9
    )
    for row in alpha.itertuples():
        assert row.spearman == 100 * zipfviz.score(small_space, task, row.method).spearman
