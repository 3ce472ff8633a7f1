"""The engine's short cuts give the long way's numbers; sharing and forgetting work as said."""

import gc
import threading
import time
import weakref

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

import zipfviz
from zipfviz.common import parallel
from zipfviz.explore.views import length_view
from zipfviz.space import analysis
from zipfviz.space.analysis import Analysis, bytes_of
from zipfviz.space.methods import BASE_METHODS, WORD_METHODS, Method, Options
from zipfviz.whitening.affine import Affine, row_statistics
from zipfviz.whitening.moments import block_slices, moments
from zipfviz.whitening.scaled import scaled_moments


def literal_moments(X, q):
    X = X.astype(np.float64)
    q = np.full(len(X), 1 / len(X)) if q is None else q / q.sum()
    mean = q @ X
    return mean, ((X - mean) * q[:, None]).T @ (X - mean)


@pytest.fixture(scope="module")
def many_rows():
    """More than two blocks and ranges of float32 rows, sorted so that the blocks differ."""
    rng = np.random.default_rng(11)
    X = rng.normal(size=(60_000, 40)) * np.linspace(3, 0.1, 40) + 2
    X[:500] += 30  # the heavy rows lie elsewhere
    return X.astype(np.float32), 1 / np.arange(1.0, 60_001)


@pytest.mark.parametrize("order", ["heavy first", "heavy last", "weights in one block only"])
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_moments_do_not_depend_on_order_or_threads(many_rows, order, threads, monkeypatch):
    """Block by block, range by range, merged: the literal float64 formula, whatever comes first."""
    X, p = many_rows
    if order == "heavy last":
        X, p = X[::-1], p[::-1]
    elif order != "heavy first":
        p = np.where(np.arange(len(p)) // 500 == 77, p, 0.0)
    monkeypatch.setattr(parallel, "SMALL", 1 << 17)
    with threadpool_limits(threads, "blas"):
        found = moments(X, (None, p))
    for got, q in zip(found, (None, p), strict=True):
        mean, covariance = literal_moments(X, q)
        np.testing.assert_allclose(got.mean, mean, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(got.covariance, covariance, atol=1e-12 * covariance.trace())


def test_two_far_clouds_keep_their_digits():
    """A first block at 0, the rest at 2^30: no covariance is lost between them."""
    rng = np.random.default_rng(5)
    X = np.round(rng.normal(size=(30_000, 100)) * 64) / 64
    p = np.zeros(len(X))
    p[10_000:] = 1.0
    X[10_000:] += 2.0**30
    (near,) = moments(X[10_000:] - 2.0**30)
    (far,) = moments(X, (p,))
    np.testing.assert_allclose(far.covariance, near.covariance, atol=1e-8)


def test_rows_of_weight_zero_are_still_checked(many_rows):
    """A value that is not finite is named by its row, whatever the row weighs."""
    X, p = many_rows[0].copy(), many_rows[1].copy()
    X[41_234, 3], p[41_234] = np.inf, 0.0
    with pytest.raises(zipfviz.ZipfvizError, match="row 41234 "):
        moments(X, (p,))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_scaled_moments_are_those_of_the_scaled_rows(many_rows, dtype):
    """float32 products inside a block cost six digits at most, float64 ones none."""
    X, p = many_rows[0].astype(dtype), many_rows[1]
    scale = np.random.default_rng(2).uniform(0.1, 4, len(X))
    mean = X.mean(axis=0, dtype=np.float64)
    Y = scale[:, None] * (X.astype(np.float64) - mean)
    close = 1e-6 if dtype == np.float32 else 1e-12
    for got, q in zip(scaled_moments(X, mean, scale, (None, p)), (None, p), strict=True):
        want_mean, want = literal_moments(Y, q)
        np.testing.assert_allclose(got.covariance, want, atol=close * want.trace())
        np.testing.assert_allclose(got.mean, want_mean, atol=close * np.sqrt(want.trace()))


@pytest.mark.parametrize("offset", [0.0, 1000.0])
@pytest.mark.parametrize("k", [None, 7])
def test_mapped_rows_far_from_zero(offset, k):
    """float32 rows at 1000 are mapped with the mean in float64, not as float32 rounds it."""
    rng = np.random.default_rng(3)
    X = (rng.normal(size=(9000, 20)) + offset).astype(np.float32)
    mean = X.mean(axis=0, dtype=np.float64) + 1e-6
    A = None if k is None else rng.normal(size=(20, k))
    mapping = Affine(mean, A)
    want = mapping.rows(X.astype(np.float64))
    np.testing.assert_allclose(mapping(X), want, atol=3e-5 if k else 1e-6)
    norms, unit_sum = row_statistics(X, mapping)
    lengths = np.linalg.norm(want, axis=1)
    np.testing.assert_allclose(norms, lengths, rtol=1e-5)
    np.testing.assert_allclose(unit_sum, (want / lengths[:, None]).sum(axis=0), atol=0.02)


def test_blocks_cover_every_row_once():
    """No row twice, none left out, whatever n and d."""
    for n, d in [(1, 1), (63, 10**6), (100_000, 300), (1747, 300), (1748, 300)]:
        rows = np.concatenate([np.arange(n)[s] for s in block_slices(n, d)])
        np.testing.assert_array_equal(rows, np.arange(n))


def test_blas_gets_its_threads_back():
    """After work in ranges, also when one raises, BLAS has as many threads as before."""
    threadpoolctl = pytest.importorskip("threadpoolctl")

    def threads():
        found = threadpoolctl.ThreadpoolController().select(user_api="blas").info()
        return [library["num_threads"] for library in found]

    before = threads()
    assert sum(parallel.in_ranges(10**6, 10, lambda rows: rows.stop - rows.start)) == 10**6
    with pytest.raises(ZeroDivisionError):
        parallel.in_ranges(10**6, 10, lambda rows: 1 // 0)
    assert threads() == before


def test_rows_go_to_as_many_threads_as_blas_has_now():
    """Not as it had when someone first asked, least of all while others held it to one."""

    def ranges():
        return len(parallel.in_ranges(10**7, 10, lambda rows: rows))

    for threads in (1, 4, 3):
        with threadpool_limits(threads, "blas"):
            with parallel.one_blas_thread():
                assert ranges() == threads
            assert ranges() == threads


def started(*targets):
    threads = [threading.Thread(target=target) for target in targets]
    for thread in threads:
        thread.start()
    return threads


def test_one_long_computation_keeps_nobody_else_waiting(small_space):
    """While a key is computed, hits and other keys answer at once; the same key is shared."""
    engine = Analysis(small_space.vectors, small_space.p)
    engine.cached("kept", lambda: 1)
    running, release = threading.Event(), threading.Event()
    calls = []

    def long():
        calls.append(threading.get_ident())
        running.set()
        assert release.wait(20)
        return "long"

    got = []
    threads = started(*[lambda: got.append(engine.cached("slow", long))] * 3)
    assert running.wait(20)
    start = time.monotonic()
    assert engine.cached("kept", lambda: 2) == 1
    assert engine.cached("other", lambda: 3) == 3
    assert engine.moments(1.0).d == small_space.d
    assert time.monotonic() - start < 5
    release.set()
    for thread in threads:
        thread.join(20)
    assert got == ["long"] * 3
    assert len(calls) == 1


def test_a_computation_that_fails_is_tried_again(small_space):
    """An error goes to who asked; nothing is kept of it, and who waited computes for itself."""
    engine = Analysis(small_space.vectors, small_space.p)
    with pytest.raises(ZeroDivisionError):
        engine.cached("key", lambda: 1 // 0)
    assert engine.cached("key", lambda: 5) == 5


def test_results_are_bounded_by_their_bytes(small_space, monkeypatch):
    """The oldest arrays go first; what was used last stays."""
    monkeypatch.setattr(analysis, "KEPT_BYTES", 10_000)
    engine = Analysis(small_space.vectors, small_space.p)
    for i in range(5):
        engine.cached(i, lambda: np.zeros(500))
        engine.cached(0, lambda: np.ones(500))
    assert [i for i in range(5) if engine.cached(i, lambda: None) is not None] == [0, 4]
    assert engine.cached(0, lambda: None)[0] == 0.0


def test_bytes_are_those_of_the_arrays(small_space):
    """Records, tuples and dictionaries are looked into; a space counts its vectors."""
    assert bytes_of((np.zeros(10), {"a": np.zeros(5, np.float32)})) >= 100
    assert bytes_of(small_space) >= small_space.vectors.nbytes
    assert bytes_of(small_space.analysis.moments()) >= 8 * small_space.d**2


def relevant(name, options):
    """The settings that a method keeps of those it is given."""
    return Method.parse(name, options).options


def test_a_control_recomputes_only_what_it_moves(small_space):
    """Options a method does not depend on leave its results where they are."""
    moved = Options(abtt_components=1, sif_a=0.1, sif_centred_pca=False, prior_strength=0.5)
    for method in ("raw", "uniform_centering", "uniform_whitening"):
        still = Method.parse(method, moved)
        assert still == Method.parse(method)
        assert small_space.analysis.lengths(still) is small_space.analysis.lengths(method)
    assert relevant("zipfian_whitening", moved) == Options(prior_strength=0.5)
    assert relevant("abtt", moved) == Options(abtt_components=1)
    assert relevant("sif_ccr", moved) == Options(sif_a=0.1, sif_centred_pca=False)
    assert relevant("uniform_centering_norm_zipfian", moved) == Options(prior_strength=0.5)
    assert relevant("uniform_whitening", Options(n_kept=2)) == Options(n_kept=2)
    with pytest.raises(zipfviz.ZipfvizError, match="nonsense"):
        relevant("nonsense", moved)


def test_what_was_kept_is_not_computed_again(small_space, monkeypatch):
    """Moments, lengths and symmetry from kept arrays are the computed ones to the last bit."""
    methods = ["raw", "uniform_whitening", "zipfian_whitening"]
    first = Analysis(small_space.vectors, small_space.p)
    shelf = {}

    def keep(what, compute):
        return shelf.setdefault(what, compute())

    first.recall(methods, keep)
    assert sorted(shelf) == ["moments and noise", *(f"rows {method}" for method in methods)]
    monkeypatch.setattr(analysis, "moments", None)
    monkeypatch.setattr(analysis, "row_statistics", None)
    again = Analysis(small_space.vectors, small_space.p)
    again.recall(methods, lambda what, compute: shelf[what].copy())
    for strength in (0.0, 1.0):
        np.testing.assert_array_equal(
            again.moments(strength).covariance, first.moments(strength).covariance
        )
        assert again.eigensystem(strength).rank == first.eigensystem(strength).rank
    for method in methods:
        np.testing.assert_array_equal(again.lengths(method), first.lengths(method))
        assert not again.lengths(method).flags.writeable
        assert again.symmetry(method) == first.symmetry(method)


def test_a_space_that_is_let_go_of_is_gone_at_once():
    """Nothing that was computed holds it in a circle, which Python finds when it pleases."""
    words = [f"w{i}" for i in range(400)]
    X = np.random.default_rng(0).standard_normal((400, 5))
    space = zipfviz.word_space(words, X, 1 / np.arange(1, 401))
    zipfviz.symmetry_table(space, ["raw", "uniform_whitening_norm_zipfian", "abtt"])
    pairs = b"sentence1,sentence2,score\nw1 w2,w3,1\nw4,w5 w6,2\nw7,w8 w9,3\n"
    zipfviz.score(space, zipfviz.load_task(pairs), "zipfian_whitening")
    length_view(space, "zipfian_whitening", k=10)
    length_view(space, "zipfian_whitening", k=10, fitted_on="shown")
    gone = weakref.ref(space)
    gc.disable()
    try:
        del space
        assert gone() is None
    finally:
        gc.enable()


def test_thirty_threads_compute_each_thing_once(small_space, monkeypatch):
    """A class opens one page: one pass for the moments, one over the rows for each transform.

    The mixed methods take their lengths and directions from the transforms they mix.
    """
    passes = []
    monkeypatch.setattr(
        analysis, "moments", lambda X, priors: passes.append("moments") or moments(X, priors)
    )
    monkeypatch.setattr(
        analysis,
        "row_statistics",
        lambda X, a, s=None: passes.append("rows") or row_statistics(X, a, s),
    )
    engine = Analysis(small_space.vectors, small_space.p)
    methods = WORD_METHODS
    results = []
    for thread in started(*[lambda: results.append([engine.symmetry(m) for m in methods])] * 30):
        thread.join(60)
    assert len(results) == 30
    assert all(r == results[0] for r in results)
    assert passes.count("moments") == 1
    assert passes.count("rows") == len(BASE_METHODS)
