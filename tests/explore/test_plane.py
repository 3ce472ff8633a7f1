"""The worked example by closed forms, and the path of the average word."""

from functools import partial

import numpy as np
import pytest

import zipfviz
from zipfviz.explore.plane import EXAMPLE, STEPS, check_rows, worked_example, worked_frame
from zipfviz.explore.prior_path import prior_path
from zipfviz.figures.headlines.averages import plane_headline
from zipfviz.figures.paper.print_options import PrintOptions
from zipfviz.figures.plane import plane_step
from zipfviz.figures.screen import for_screen

WORDS, POINTS, COUNTS = check_rows(*zip(*EXAMPLE, strict=True))


def test_example_is_weighted_whitening_in_both_columns():
    """Mean, covariance and whitened words equal the literal sums under 1/n and counts."""
    for worked, q in zip(
        worked_example(POINTS, COUNTS), (np.full(5, 0.2), COUNTS / COUNTS.sum()), strict=True
    ):
        mean = sum(qi * x for qi, x in zip(q, POINTS, strict=True))
        np.testing.assert_allclose(worked.mean, mean)
        C = sum(qi * np.outer(x - mean, x - mean) for qi, x in zip(q, POINTS, strict=True))
        np.testing.assert_allclose(worked.covariance, C)
        np.testing.assert_allclose(
            worked.rotated.T @ (q[:, None] * worked.rotated), np.diag(worked.values), atol=1e-12
        )
        np.testing.assert_allclose(
            worked.scaled.T @ (q[:, None] * worked.scaled), np.eye(2), atol=1e-9
        )
        np.testing.assert_allclose(worked.lengths @ (worked.lengths * q), 2)


def test_equal_counts_make_both_columns_one():
    uniform, zipfian = worked_example(POINTS, np.full(5, 7))
    np.testing.assert_allclose(uniform.scaled, zipfian.scaled)


def test_words_on_a_line_are_scaled_along_it_only():
    worked, _ = worked_example(np.array([[0.0, 0], [1, 1], [2, 2]]), np.ones(3))
    assert worked.rank == 1
    np.testing.assert_allclose(worked.scaled[:, 1], 0)
    np.testing.assert_allclose(np.abs(worked.scaled[[0, 2], 0]), np.sqrt(1.5))
    assert np.isfinite(worked.ellipse("scaled")).all()


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("a", 1, 0.0, 0.0)], "two words or more"),
        ([("a", 1, 0.0, 0.0), ("b", None, 1.0, 1.0)], "two words or more"),
        ([("a", 1, 0.0, 0.0), ("b", 0, 1.0, 1.0)], "count of 'b' is 0"),
        ([("a", 1, 0.0, i) for i in range(13)], "13 words crowd"),
    ],
)
def test_a_table_that_makes_no_example_is_one_sentence(rows, message):
    with pytest.raises(zipfviz.ZipfvizError, match=message):
        check_rows(*zip(*rows, strict=True))
    with pytest.raises(zipfviz.ZipfvizError, match="all vectors are equal"):
        worked_example(np.ones((3, 2)), np.ones(3))


def test_every_step_is_drawn_where_it_is_computed():
    both = worked_example(POINTS, COUNTS)
    for step in STEPS:
        panels = [t for t in plane_step(both, step, WORDS).data if t.name == "words"]
        for worked, dots, axis in zip(both, panels, ("x", "x2"), strict=True):
            assert dots.xaxis == axis
            np.testing.assert_allclose(np.column_stack([dots.x, dots.y]), worked.at(step))
    assert len(worked_frame(WORDS, both)) == 10
    assert "“zebra”, ends" in plane_headline(WORDS, *both)


def test_the_path_runs_from_one_mean_to_the_other(small_space):
    """Its ends are both means, its gap their distance, its middle the tempered mean."""
    path = prior_path(small_space, n_strengths=3)
    X, p = small_space.vectors.astype(float), small_space.p
    gap = np.linalg.norm(p @ X - X.mean(axis=0))
    np.testing.assert_allclose(path.centroids[0], 0, atol=1e-6)
    np.testing.assert_allclose(path.centroids[-1], [gap, 0], atol=1e-6)
    assert path.gap == pytest.approx(gap)
    assert path.share == pytest.approx(gap / np.linalg.norm(X, axis=1).mean())
    q = np.sqrt(p) / np.sqrt(p).sum()
    np.testing.assert_allclose(path.centroids[1], q @ path.positions, atol=1e-5)
    spread = np.sqrt(np.linalg.eigvalsh(np.cov(X.T, bias=True))[-1])
    assert path.positions.std(axis=0).max() <= spread * 1.001


@pytest.mark.parametrize("i", [0, 12, 25, 38, 50])
def test_each_mean_of_the_path_is_that_of_all_words(small_space, i):
    """Gap, place and the nearest ten words at a strength, by the literal sums."""
    path = prior_path(small_space)
    X, p = small_space.vectors.astype(float), small_space.p
    q = p ** path.strengths[i] / (p ** path.strengths[i]).sum()
    away = np.linalg.norm(X - q @ X, axis=1)
    near = np.argsort(away)[:10]
    assert path.nearest[i].tolist() == near.tolist()
    np.testing.assert_allclose(path.distances[i], away[near])
    gap = np.linalg.norm(q @ X - X.mean(axis=0))
    np.testing.assert_allclose(path.gaps[i], gap, atol=1e-12)
    np.testing.assert_allclose(path.shares[i] * np.linalg.norm(X, axis=1).mean(), gap, atol=1e-9)
    np.testing.assert_allclose(path.centroids[i], q @ path.positions, atol=1e-5)
    assert path.frame(small_space.words)["nearest"].iloc[i].split()[0] == small_space.words[near[0]]


def test_on_the_screen_names_are_traces_and_on_a_page_notes():
    """The same texts at the same points; traces are cheaper for plotly, and as far off."""
    draw = partial(plane_step, worked_example(POINTS, COUNTS), "centred", WORDS)
    screen, page = draw(), draw(medium=PrintOptions("acl-page").medium())
    names = [trace for trace in for_screen(screen)["data"] if trace.get("text")]
    assert [text for trace in names for text in trace["text"]] == [*WORDS, *WORDS]
    assert all(note.xshift is None for note in screen.layout.annotations)
    assert not any(trace.text for trace in page.data)
    notes = [note for note in page.layout.annotations if note.xshift is not None]
    assert [note.text for note in notes] == [*WORDS, *WORDS]
    x, y = ([v for trace in names for v in trace[a]] for a in "xy")
    np.testing.assert_allclose([x, y], [[n.x for n in notes], [n.y for n in notes]], rtol=1e-8)
    gaps = np.array([s / 2 / 0.8 + 1 for trace in names for s in trace["marker"]["size"]])
    shifts = np.array([max(abs(note.xshift), abs(note.yshift)) for note in notes])
    shrunk = shifts / gaps  # marks are smaller on a page
    np.testing.assert_allclose(shrunk, shrunk[0], rtol=1e-8)
    assert 0.6 <= shrunk[0] <= 1
