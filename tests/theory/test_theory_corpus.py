"""Co-occurrences, skip-gram at its optimum, and Theorem 1's two sides on counts done by hand."""

import io

import numpy as np
import pytest
from scipy import sparse

import zipfviz
from zipfviz.corpus import corpora
from zipfviz.corpus.cooccurrence import Cooccurrence, cooccurrence
from zipfviz.corpus.corpora import corpus_from_lines, read_corpus
from zipfviz.corpus.skipgram import (
    Recipe,
    SkipGram,
    cached_skipgram,
    load_skipgram,
    skipgram_bytes,
    train_skipgram,
)
from zipfviz.io.store import STORE
from zipfviz.theory.information import (
    agreements,
    arora,
    centre,
    divergences,
    squared_lengths,
)
from zipfviz.theory.law import law, law_table
from zipfviz.theory.optimum import against_optimum


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path))


def joint_of(counts):
    n = len(counts)
    return Cooccurrence(
        words=tuple("abcdefgh"[:n]),
        counts=sparse.csr_matrix(counts),
        window=1,
        shrink=False,
        digest="by hand",
    )


@pytest.fixture
def full_joint():
    """Seven words of which each has met each, symmetric."""
    N = np.random.default_rng(0).integers(1, 50, size=(7, 7)).astype(float)
    return joint_of(N + N.T)


def test_a_corpus_is_its_words_by_count():
    corpus = corpus_from_lines(["The cat saw the dog.", "", "A dog"], "two lines")
    assert corpus.words == ("dog", "the", "a", "cat", "saw")
    assert [[corpus.words[i] for i in piece] for piece in corpus.pieces()] == [
        ["the", "cat", "saw", "the", "dog"],
        ["a", "dog"],
    ]
    frequent = corpus.at_least(2)
    assert [list(piece) for piece in frequent.pieces()] == [[1, 1, 0], [0]]
    assert frequent.digest != corpus.digest
    with pytest.raises(zipfviz.InputError, match="lower the count floor"):
        corpus.at_least(9)
    with pytest.raises(zipfviz.InputError, match="running text"):
        read_corpus(b"one one one", name="note.txt")


def test_windows_by_hand():
    """Pairs in both directions, never across pieces; a farther pair counts for less."""
    corpus = corpus_from_lines(["a b c", "a c"], "tiny")
    joint = cooccurrence(corpus, window=2, shrink=True)
    at = joint.index
    N = joint.counts.toarray()
    assert N[at["a"], at["b"]] == N[at["b"], at["c"]] == N[at["c"], at["b"]] == 1
    assert N[at["a"], at["c"]] == N[at["c"], at["a"]] == 0.5 + 1
    flat = cooccurrence(corpus, window=2, shrink=False)
    assert flat.counts[at["a"], at["c"]] == 2
    assert joint.p == pytest.approx(N.sum(axis=1) / N.sum())
    rows, columns, counts = joint.cells
    expected = np.log(counts / N.sum() / (joint.p[rows] * joint.p[columns]))
    assert joint.pmi() == pytest.approx(expected)


def test_vectors_that_factor_the_shifted_pmi_are_at_the_optimum(full_joint):
    """W C^T = PMI - log k: <w, c> + log k is PMI and Z_z is 1/k for every context."""
    rows, columns, N = full_joint.cells
    p, k = full_joint.p, 5
    for negatives, exponent in (("zipfian", 1.0), ("gensim", 0.75)):
        q = p**exponent / (p**exponent).sum()
        shifted = np.log(N / full_joint.total / (q[rows] * p[columns])) - np.log(k)
        U, S, Vt = np.linalg.svd(shifted.reshape(7, 7))
        recipe = Recipe(d=7, k=k, negatives=negatives)
        trained = SkipGram(
            words=full_joint.words,
            inputs=Vt.T,
            outputs=U * S,
            recipe=recipe,
            corpus="by hand",
            digest="",
        )
        found = against_optimum(full_joint, trained)
        assert found.log_z_noise == pytest.approx(0, abs=1e-12)
        if negatives == "zipfian":
            assert (found.r, found.slope) == pytest.approx((1, 1))
            assert found.gap == pytest.approx(0, abs=1e-12)
            assert found.z_std == pytest.approx(0, abs=1e-12)
        else:
            assert found.z_std > 0.001


def test_divergences_by_their_definition(full_joint):
    """Smoothed conditionals term by term; cells that never co-occur take part."""
    holes = full_joint.counts.toarray()
    holes[0, 1] = holes[1, 0] = holes[2, 5] = holes[5, 2] = 0
    for joint, kappa in ((joint_of(holes), 3.0), (full_joint, 0.0)):
        N, p = joint.counts.toarray(), joint.p
        given = (N + kappa * p) / (N.sum(axis=1, keepdims=True) + kappa)
        found = divergences(joint, kappa=kappa)
        assert found.forward == pytest.approx(2 * (p * np.log(p / given)).sum(axis=1))
        assert found.reverse == pytest.approx(2 * (given * np.log(given / p)).sum(axis=1))
    bare = divergences(joint_of(holes), kappa=0.0)
    assert np.isinf(bare.forward[[0, 1, 2, 5]]).all()
    assert np.isfinite(bare.reverse).all()
    with pytest.raises(zipfviz.InputError, match="kappa"):
        divergences(full_joint, kappa=-1.0)


def test_squared_lengths_by_their_definition(full_joint):
    """w^T G w with G written out, the paper's and the centred one."""
    rng = np.random.default_rng(1)
    W, C, kappa = rng.normal(size=(7, 3)), rng.normal(size=(7, 3)), 20.0
    N, p = full_joint.counts.toarray(), full_joint.p
    given = (N + kappa * p) / (N.sum(axis=1, keepdims=True) + kappa)
    found = squared_lengths(full_joint, W, C, kappa=kappa)
    for t in range(7):
        G = (C.T * given[t]) @ C
        mean = given[t] @ C
        assert found.paper[t] == pytest.approx(W[t] @ G @ W[t])
        assert found.centred[t] == pytest.approx(W[t] @ (G - np.outer(mean, mean)) @ W[t])
    assert p @ centre(W, p, "zipfian") == pytest.approx(0, abs=1e-12)
    assert centre(W, p, "uniform").mean(axis=0) == pytest.approx(0, abs=1e-12)
    assert centre(W, p, "raw") is W


def test_the_table_of_the_law_by_its_definition(full_joint):
    """Of the words above the floor, r and slope of w^T G w on 2 KL, written out for every row."""
    rng = np.random.default_rng(1)
    W, C, kappa = rng.normal(size=(7, 3)), rng.normal(size=(7, 3)), 20.0
    N, p = full_joint.counts.toarray(), full_joint.p
    floor = np.sort(N.sum(axis=1))[2]
    words = np.flatnonzero(N.sum(axis=1) >= floor)
    given = (N + kappa * p) / (N.sum(axis=1, keepdims=True) + kappa)
    table = law_table(law(full_joint, W, C, kappa=kappa, floor=floor))
    assert (len(words), len(table)) == (5, 12)
    origins = {"raw": np.zeros(7), "uniform": np.full(7, 1 / 7), "zipfian": p}
    for row in table.itertuples():
        w, c = (V - origins[row.centering] @ V for V in (W, C))
        x, y = [], []
        for t in words:
            G = (c.T * given[t]) @ c
            if row.G == "centred":
                G = G - np.outer(given[t] @ c, given[t] @ c)
            y.append(w[t] @ G @ w[t])
            one, other = (p, given[t]) if row.direction == "forward" else (given[t], p)
            x.append(2 * (one * np.log(one / other)).sum())
        x, y = np.array(x), np.array(y)
        assert row.r == pytest.approx(np.corrcoef(x, y)[0, 1])
        assert row.slope == pytest.approx((x @ y) / (x @ x))


def test_theorem_1_on_counts_that_follow_a_short_tied_model():
    """Counts ~ p p exp<w, w'>: the slope tends to 1 with the square of the vectors' length."""
    rng = np.random.default_rng(2)
    p = 1 / np.arange(1, 9)
    p /= p.sum()
    W = rng.normal(size=(8, 3))
    off = []
    for size in (0.1, 0.05):
        V = size * (W - p @ W)
        joint = joint_of(1e6 * np.outer(p, p) * np.exp(V @ V.T))
        V = centre(V, joint.p, "zipfian")
        lengths, both = squared_lengths(joint, V, V, kappa=0.0), divergences(joint, kappa=0.0)
        for side in (both.forward, both.reverse):
            for length in (lengths.paper, lengths.centred):
                (found,) = agreements(length[None], side)
                assert found.r > 0.99
                assert found.slope == pytest.approx(1, abs=0.2)
                off.append(found.slope - 1)
    assert np.array(off[:4]) / off[4:] == pytest.approx(4, rel=0.2)


def test_agreement_and_its_interval():
    rng = np.random.default_rng(3)
    x = rng.exponential(size=400)
    y = 0.5 * x + 0.3 * rng.normal(size=400)
    found, same = agreements(np.array([y, x]), x)
    assert found.slope == pytest.approx((x @ y) / (x @ x))
    assert found.r == pytest.approx(np.corrcoef(x, y)[0, 1])
    assert found.slope_low < found.slope < found.slope_high
    # The normal approximation of the slope's spread.
    assert found.slope_high - found.slope_low == pytest.approx(
        2 * 1.96 * 0.3 / np.sqrt(x @ x), rel=0.25
    )
    assert (same.r, same.rho, same.slope) == pytest.approx((1, 1, 1))
    assert np.isnan(agreements(y[None], np.full(400, np.inf))[0].r)


def test_aroras_relation_where_it_holds():
    """One context along which all words reach 2, so log Z = log 3 + 2; the rest makes |w|^2 fit."""
    p, log_z = np.array([0.5, 0.3, 0.2]), np.log(3) + 2
    W = np.zeros((3, 4))
    W[:, 0] = np.sqrt(8 * (np.log(p) + log_z) - 4)
    W[:, 1] = 2
    found = arora(W, np.array([[0, 0.7, 0, 0]]), p)
    assert found.log_z == pytest.approx(log_z)
    assert found.predicted == pytest.approx(found.squared)
    assert (found.r, found.slope) == pytest.approx((1, 8))
    rng = np.random.default_rng(5)
    p = 0.1 + rng.random(500)
    noisy = arora(np.sqrt(np.log(p) + 9 + rng.normal(size=500))[:, None], np.eye(1), p)
    assert noisy.r == pytest.approx(np.corrcoef(np.log(p), noisy.squared)[0, 1])
    half = 1.96 * (1 - noisy.r**2) / np.sqrt(500)  # of normal values, about
    assert noisy.r_low == pytest.approx(noisy.r - half, abs=0.5 * half)
    assert noisy.r_high == pytest.approx(noisy.r + half, abs=0.5 * half)


def test_training_repeats_is_kept_and_can_be_stopped(tmp_path):
    """Equal seeds give equal vectors; words that go together get larger logits."""
    rng = np.random.default_rng(0)
    pairs = [("sun", "moon"), ("salt", "pepper"), ("<b>", "$x$"), ("left", "right")]
    lines = [" ".join(pairs[i] * 3) for i in rng.integers(4, size=900)]
    corpus = corpus_from_lines(
        (line.replace("<b>", "b").replace("$x$", "x") for line in lines), "p"
    )
    recipe = Recipe(d=6, window=2, k=3, epochs=3)

    def stop(share, what):
        if share > 0.3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_skipgram(corpus, recipe, progress=stop)
    assert cached_skipgram(corpus, recipe) is None
    shares = []
    first = train_skipgram(corpus, recipe, progress=lambda share, what: shares.append(share))
    assert shares == sorted(shares)
    assert shares[-1] == 1
    (kept,) = STORE.folder.iterdir()
    again = cached_skipgram(corpus, recipe)
    kept.write_bytes(b"half a file")
    anew = train_skipgram(corpus, recipe)
    for other in (again, anew, load_skipgram(io.BytesIO(skipgram_bytes(first)))):
        assert other.words == first.words
        assert other.recipe == recipe
        assert np.array_equal(other.outputs, first.outputs)
        assert np.array_equal(other.inputs, first.inputs)
    W, C = first.sides(first.words)
    logits = W @ C.T
    at = first.index
    assert logits[at["sun"], at["moon"]] > logits[at["sun"], at["pepper"]] + 1
    with pytest.raises(zipfviz.MatchError, match="'mars'"):
        first.sides(("sun", "mars"))
    with pytest.raises(zipfviz.InputError, match="make it anew"):
        load_skipgram(io.BytesIO(b"PK\x03\x04"))
    with pytest.raises(zipfviz.InputError, match="nothing can be trained"):
        Recipe(d=0)


def test_gensims_corpora_are_read():
    """The wheel's news texts: 300 pieces, about sixty thousand words."""
    corpus = read_corpus("lee")
    assert (len(corpus.ends), corpus.words[0]) == (300, "the")
    assert 55_000 < len(corpus.tokens) < 65_000
    assert corpus.counts.sum() == len(corpus.tokens)


def test_a_wikipedia_dump_is_read_once(monkeypatch, tmp_path):
    """Markup is taken off, paragraphs are pieces, and the second reading comes from the cache."""
    dump = "bgwiki-latest-pages-articles-shortened.xml.bz2"
    monkeypatch.setitem(corpora.GENSIM_CORPORA, "enwiki", (dump, "a small dump"))
    shares = []
    corpus = read_corpus("enwiki", progress=lambda share, what: shares.append(share))
    assert not {"[", "{", "ref", "nbsp"} & set(corpus.words)
    assert len(corpus.ends) > 100
    assert shares[-1] == 1
    again = read_corpus("enwiki", progress=lambda share, what: pytest.fail("read again"))
    assert (again.words, again.digest) == (corpus.words, corpus.digest)
    assert np.array_equal(again.tokens, corpus.tokens)
