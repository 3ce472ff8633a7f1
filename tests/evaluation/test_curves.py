"""Curves over the paper's choices and the length x direction grid: ends, marks, cells."""

from dataclasses import asdict

import numpy as np
import pytest

import zipfviz
from zipfviz.evaluation.curves import KNOBS, curve, curve_frame
from zipfviz.evaluation.scoring import symmetry
from zipfviz.evaluation.tables import grid_matrix, length_direction_grid
from zipfviz.io.records import Report, Task
from zipfviz.space import analysis
from zipfviz.space.methods import BASE_METHODS, METHODS


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
    assert list(curve_frame(points)) == ["value", "spearman", "pearson", "is_paper"]
    assert small_space.analysis.cached("mine", lambda: None) is mine
    full = curve_frame(curve(small_space, task, knob="n_kept"))
    assert set(asdict(symmetry(small_space, "raw"))) < set(full)


def test_what_a_knob_cannot_do_is_said(small_space, task):
    """An unknown knob, a method it does not move, a value out of range: one sentence each."""
    with pytest.raises(zipfviz.ZipfvizError, match="'gain' is unknown; use one of prior_strength"):
        curve(small_space, task, knob="gain")
    with pytest.raises(zipfviz.ZipfvizError, match="sif_a changes nothing about raw"):
        curve(small_space, task, knob="sif_a", method="raw")
    with pytest.raises(zipfviz.ZipfvizError, match=r"prior_strength=1.5: .* 0 to 1"):
        list(curve(small_space, task, knob="prior_strength", values=[1.5]))


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
    for row in alpha.itertuples():
        assert row.spearman == 100 * zipfviz.score(small_space, task, row.method).spearman
