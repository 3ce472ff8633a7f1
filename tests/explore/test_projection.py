"""Maps of words: who is drawn, PCA by its definition, layouts once and one at a time."""

import os
import sys
import tempfile
import threading
from types import SimpleNamespace

import numpy as np
import pytest

import zipfviz
from zipfviz.common.job import StoppedError
from zipfviz.explore import projection
from zipfviz.explore.neighbours import agreement
from zipfviz.explore.projection import (
    FEWEST,
    Layouts,
    layout_digest,
    mapped_rows,
    pca_map,
    sample_rows,
    turned_onto,
    umap_map,
)
from zipfviz.ui.server import disk_cache


def test_tokens_draw_words_in_the_order_text_meets_them(small_space):
    """The first word follows p; a word once drawn stands aside for the rest."""
    draws = [sample_rows(small_space, 2, by="tokens", seed=seed) for seed in range(4000)]
    first = np.bincount([d[0] for d in draws], minlength=60) / 4000
    p = small_space.p
    np.testing.assert_allclose(first, p, atol=4 * np.sqrt(p.max() / 4000))
    second = np.mean([d[1] == 0 for d in draws])
    expected = sum(p[i] * p[0] / (1 - p[i]) for i in range(1, 60))
    assert abs(second - expected) < 4 * np.sqrt(expected / 4000)


@pytest.mark.parametrize("by", ["types", "tokens"])
def test_samples_are_distinct_and_end_at_the_vocabulary(small_space, by):
    rows = sample_rows(small_space, 1_000, by=by)
    np.testing.assert_array_equal(np.sort(rows), np.arange(60))
    np.testing.assert_array_equal(rows, sample_rows(small_space, 1_000, by=by))
    with pytest.raises(zipfviz.ZipfvizError, match="empty"):
        sample_rows(small_space, 0, by=by)


@pytest.mark.parametrize("method", ["raw", "zipfian_whitening", "uniform_whitening_norm_zipfian"])
def test_mapped_rows_are_rows_of_the_whole_transform(small_space, method):
    rows = np.array([7, 3, 50])
    whole = zipfviz.transform(small_space, method)
    np.testing.assert_allclose(mapped_rows(small_space, method, rows=rows), whole[rows], rtol=1e-5)


def test_pca_map_is_the_singular_value_decomposition(small_space):
    X = np.asarray(small_space.vectors, np.float64)
    _, s, Vt = np.linalg.svd(X - X.mean(axis=0))
    found = pca_map(small_space.vectors)
    np.testing.assert_allclose(np.abs(found.points), np.abs((X - X.mean(axis=0)) @ Vt[:2].T), 1e-4)
    np.testing.assert_allclose(found.shares, (s**2 / (s**2).sum())[:2])


def test_pca_of_one_column_and_of_one_word():
    np.testing.assert_allclose(pca_map(np.array([[1.0], [3.0]])).points, [[-1, 0], [1, 0]])
    assert np.isnan(pca_map(np.ones((1, 3))).shares).all()


def test_turning_undoes_a_turn_and_a_mirror():
    points = np.random.default_rng(0).normal(size=(20, 2))
    points -= points.mean(axis=0)
    turn = np.array([[np.cos(2), np.sin(2)], [np.sin(2), -np.cos(2)]])
    np.testing.assert_allclose(turned_onto(points @ turn + 5, points), points, atol=1e-12)


def test_umap_refuses_a_handful(small_space):
    with pytest.raises(zipfviz.ZipfvizError, match=f"needs {FEWEST} words or more, got 3"):
        umap_map(small_space.vectors[:3])


def test_a_layout_is_made_once_and_never_beside_another():
    """Two pages that ask for one digest share the job; two digests take turns."""
    running, most, made, kept = [0], [0], [], {}
    gate = threading.Event()

    def layout(X, told):
        running[0] += 1
        most[0] = max(most[0], running[0])
        gate.wait(5)
        told(0.5, "half")
        made.append(len(X))
        running[0] -= 1
        return np.zeros((len(X), 2), np.float32)

    def keep(digest, compute):
        kept[digest] = compute()
        return kept[digest]

    worker = Layouts(layout)
    jobs = [worker.ask(name, lambda: np.ones((3, 2)), keep) for name in "aab"]
    assert jobs[0] is jobs[1] is worker.found("a")
    assert not jobs[2].done
    assert jobs[2].result is None
    gate.set()
    for job in jobs:
        assert job.wait(5)
        assert job.result.shape == (3, 2)
    assert (most[0], made, sorted(kept)) == (1, [3, 3], ["a", "b"])


@pytest.mark.slow
def test_umap_of_real_words_runs_once_and_keeps_neighbours(space, monkeypatch, tmp_path):
    """UMAP itself on 300 words: a job, kept on disk by digest; asked again, nothing is computed."""
    pytest.importorskip("umap")
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path))
    rows = sample_rows(space, 300, by="tokens")
    X = mapped_rows(space, "zipfian_whitening", rows=rows)
    digest = layout_digest(space, "zipfian_whitening", rows=rows)
    heard = []

    def layout(vectors, told):
        return umap_map(vectors, told=lambda *what: (heard.append(what), told(*what)))

    job = Layouts(layout).ask(digest, lambda: X, disk_cache.array)
    assert job.wait(120)
    points = job.result
    assert points.shape == (300, 2)
    assert {"Laying the words out"} <= {what for _, what in heard}
    assert sorted(share for share, _ in heard) == [share for share, _ in heard]
    flat = agreement(X, pca_map(X).points, k=10).overlap
    assert agreement(X, points - points.mean(axis=0), k=10).overlap > flat > 10 / 299

    def never(vectors, told):
        raise AssertionError("computed again")

    again = Layouts(never).ask(digest, lambda: X, disk_cache.array)
    assert again.wait(5)
    np.testing.assert_array_equal(again.result, points)


def test_a_stopped_layout_says_so_and_can_be_asked_again():
    def layout(X, told):
        job.stop() if not again else None
        told(0.5, "half")
        return X

    again = []
    ready = threading.Event()
    worker = Layouts(layout)

    def vectors():
        ready.wait(5)
        return np.ones((3, 2))

    job = worker.ask("a", vectors)
    ready.set()
    assert job.wait(5)
    assert isinstance(job.error, StoppedError)
    again.append(True)
    job = worker.ask("a", vectors)
    assert job.wait(5)
    assert job.result.shape == (3, 2)


def test_a_layout_that_failed_is_a_sentence_and_can_be_asked_again():
    def layout(X, told):
        return X / (1 if again else 0)

    again = []
    worker = Layouts(layout)
    job = worker.ask("a", lambda: 1)
    assert job.wait(5)
    with pytest.raises(zipfviz.ZipfvizError, match="UMAP failed on these words"):
        raise job.error
    again.append(True)
    job = worker.ask("a", lambda: np.ones((3, 2)))
    assert job.wait(5)
    assert job.result.shape == (3, 2)


def test_digest_names_words_method_and_seed(small_space):
    rows = np.arange(5)
    names = {
        layout_digest(small_space, "raw", rows=rows),
        layout_digest(small_space, "abtt", rows=rows),
        layout_digest(small_space, "raw", rows=rows[::-1]),
        layout_digest(small_space, "raw", rows=rows, seed=1),
    }
    assert len(names) == 4


@pytest.mark.parametrize("is_open", [True, False])
def test_numba_gets_a_place_where_its_own_is_only_read(tmp_path, monkeypatch, is_open):
    """Without one UMAP cannot be imported; ours is where nobody else writes."""
    if not is_open:
        (tmp_path / "cache").write_text("no folder")
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    access = os.access
    monkeypatch.setattr(os, "access", lambda p, m: "umap" not in str(p) and access(p, m))
    found = []

    class Umap:
        def __init__(self, **settings):
            found.append(os.environ["NUMBA_CACHE_DIR"])

        def fit_transform(self, X):
            return X[:, :2]

    monkeypatch.setitem(sys.modules, "umap", SimpleNamespace(UMAP=Umap))
    monkeypatch.setattr(projection, "package_folder", lambda name: tmp_path / name)
    projection.umap_map(np.eye(30))
    assert (found[0] == str(tmp_path / "cache" / ".numba")) == is_open
    assert is_open or oct(os.stat(found[0]).st_mode)[-2:] == "00"
