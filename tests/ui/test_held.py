"""What is large is held within a part of the memory there is, by bytes and not by number."""

import gc
import tracemalloc
import weakref

import numpy as np
import pytest

import zipfviz
from zipfviz.common.sizes import size_of
from zipfviz.ui.server import loaders, shared_cache
from zipfviz.ui.server.shared_cache import HeldResults, held_cache

MB = 10**6
N, D = 1000, 500  # 2 MB


@pytest.fixture
def memory(monkeypatch):
    """Memory of which so much is free; what is held comes on top."""

    def have(megabytes):
        monkeypatch.setattr(shared_cache, "free_memory", lambda: int(megabytes * MB))

    yield have
    shared_cache.clear()


@pytest.fixture
def embeddings(tmp_path, monkeypatch):
    """The names of six embeddings of 2 MB in the data folder."""
    monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path))
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "cache"))
    names = [f"v{i}.npz" for i in range(6)]
    for i, name in enumerate(names):
        vectors = np.random.default_rng(i).normal(size=(N, D)).astype(np.float32)
        np.savez(tmp_path / name, words=np.array([f"w{j}" for j in range(N)]), vectors=vectors)
    loaders.forget_entries()
    return names


def alive(references):
    gc.collect()
    return [i for i, reference in enumerate(references) if reference() is not None]


def test_embeddings_are_held_within_half_of_the_memory(embeddings, memory):
    """Four by number where there is room, else what fits; the last one always, and once only."""
    memory(1000)
    assert alive([weakref.ref(loaders.embedding_of(name)) for name in embeddings]) == [2, 3, 4, 5]
    shared_cache.clear()
    memory(3)  # with two held it is 7 MB, with three 9
    found = [weakref.ref(loaders.embedding_of(name)) for name in embeddings[:3]]
    assert alive(found) == [2]
    assert loaders.embedding_of(embeddings[2]) is found[2]()
    shared_cache.clear()
    memory(5)
    found = [weakref.ref(loaders.embedding_of(name)) for name in embeddings[:3]]
    assert alive(found) == [1, 2]
    loaders.embedding_of(embeddings[1])  # used again: another goes next
    found.append(weakref.ref(loaders.embedding_of(embeddings[3])))
    assert alive(found) == [1, 3]


def test_kinds_share_the_room_and_keep_their_last(memory):
    """A space that fills it lets older vectors go, but never the last of a kind."""

    @held_cache(9, False)
    def small(i, _not_a_key=None):
        return np.zeros(MB // 8)  # 1 MB

    @held_cache(9, False)
    def large(i):
        return np.zeros(10 * MB // 8)

    memory(30)
    first = [weakref.ref(small(i, object())) for i in range(3)]
    assert alive(first) == [0, 1, 2]
    memory(0)
    whole = weakref.ref(large(0))
    assert alive(first) == [2]
    assert small(2, object()) is first[2]()
    assert whole() is not None
    shared_cache.clear()
    assert alive([*first, whole]) == []


def test_results_put_aside_are_bounded_too(memory):
    memory(3)
    results = HeldResults("made up", 9)
    for i in range(4):
        results.put(i, np.zeros(2 * MB // 8))
    assert [results.get(i) is not None for i in range(4)] == [False, False, False, True]


def test_sizes_are_those_that_python_takes():
    """Vectors and words to a percent; tables whose keys are words elsewhere count these again."""
    n = 50_000
    vectors = np.random.default_rng(0).normal(size=(n, 20)).astype(np.float32)
    zipfviz.align(zipfviz.load_embedding((["a", "b"], np.eye(2))), zipfviz.load_frequency({"a": 1}))

    def embedding():
        return zipfviz.load_embedding(([f"word{i}" for i in range(n)], vectors.copy()))

    def counts():
        found = zipfviz.load_frequency({f"w{i}": float(i) + 0.5 for i in range(n)})
        assert found.lookup(["w1"]) == [1.5]  # makes its table
        return found

    def space():
        found = zipfviz.word_space([f"w{i}" for i in range(n)], vectors.copy(), np.arange(1, n + 1))
        assert found.index["w1"] == 1
        found.analysis.moments()
        return found

    for make, most in ((embedding, 1.01), (counts, 1.6), (space, 1.6)):
        tracemalloc.start()
        made = make()
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        assert 0.98 * taken < size_of(made) < most * taken, make.__name__
    assert size_of(vectors[:10]) == size_of(vectors) == vectors.nbytes
    assert size_of(vectors, vectors, [vectors]) < vectors.nbytes + 100
