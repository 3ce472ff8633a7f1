"""Skip-gram with one vector a word: gensim's steps retraced by hand, and what they maximise."""

import io
from dataclasses import asdict, replace

import numpy as np
import pytest
from scipy.special import log_expit

import zipfviz
from zipfviz.corpus.cooccurrence import cooccurrence
from zipfviz.corpus.corpora import corpus_from_lines, read_corpus
from zipfviz.corpus.skipgram import Recipe, SkipGram, load_skipgram, skipgram_bytes, train_skipgram
from zipfviz.io.store import write_npz
from zipfviz.theory.optimum import against_optimum

# Counts differ, so that gensim's order is the corpus's; words stand beside themselves.
LINES = ["a a b a c a b", "b a a d d a b c", "a b b c a a e"]


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path))


def sigma_of_gensim(x):
    """The logistic function from a table of 1,000 values between -6 and 6."""
    cell = int((np.float32(x) + np.float32(6)) * (1000 // 6 // 2))
    return 1 / (1 + np.exp(-(cell / 1000 * 2 - 1) * 6))


def by_hand(corpus, recipe):
    """Stochastic gradient ascent on log sigma<V[w], V[c]> + sum log sigma(-<V[w'], V[c]>).

    One matrix V, one round, gensim's own random numbers; every token's whole window.
    """
    shape = len(corpus), recipe.d
    V = (np.random.default_rng(recipe.seed).random(shape, np.float32) * 2 - 1) / recipe.d
    V = V.astype(np.float64)
    drawn = np.random.RandomState(recipe.seed)
    state = 2**24 * drawn.randint(0, 2**24) + drawn.randint(0, 2**24)
    q = corpus.counts**recipe.exponent / (corpus.counts**recipe.exponent).sum()
    table = np.round(np.cumsum(q) * (2**31 - 1))
    for piece in corpus.pieces():
        for i, w in enumerate(piece):
            window = range(max(0, i - recipe.window), min(len(piece), i + recipe.window + 1))
            for c in (piece[j] for j in window if j != i):
                targets = [(w, 1)]
                for _ in range(recipe.k):
                    targets.append((np.searchsorted(table, (state >> 16) % table[-1]), 0))
                    state = (state * 25214903917 + 11) & (2**48 - 1)
                late = np.zeros(recipe.d)
                for t, label in targets:
                    if label == 0 and t == w:
                        continue
                    g = recipe.rate * (label - sigma_of_gensim(V[t] @ V[c]))
                    late += g * V[t]
                    V[t] += g * V[c]
                V[c] += late
    return V


def objective(joint, trained):
    """The mean over pairs of what skip-gram maximises, all words and all negatives written out."""
    W, C = trained.sides(joint.words)
    logits, P = W @ C.T, joint.counts.toarray() / joint.total
    chance = joint.p[:, None] * (P.sum(axis=0) - P)
    return (P * log_expit(logits) + trained.recipe.k * chance * log_expit(-logits)).sum()


def test_gensim_takes_the_tied_steps():
    """Also where a word is its own neighbour, and its vector both sides of the product."""
    corpus = corpus_from_lines(LINES, "tiny")
    assert len(set(corpus.counts)) == len(corpus)
    recipe = Recipe(d=3, window=2, k=3, epochs=1, rate=0.5, shrink=False, seed=4, tied=True)
    trained = train_skipgram(corpus, recipe)
    np.testing.assert_allclose(trained.inputs, by_hand(corpus, recipe), atol=1e-5)
    assert trained.outputs is trained.inputs


def test_tied_training_maximises_the_tied_objective():
    """Vectors trained for two sides do worse as one; and tied, the mean of log Z is 0 or more."""
    corpus = read_corpus("lee").at_least(20)
    for k in (1, 5):
        recipe = Recipe(d=20, k=k, epochs=5, tied=True)
        tied, apart = (train_skipgram(corpus, replace(recipe, tied=t)) for t in (True, False))
        joint = cooccurrence(corpus, recipe.window, recipe.shrink)
        doubled = SkipGram(
            words=apart.words,
            inputs=apart.inputs,
            outputs=apart.inputs,
            recipe=apart.recipe,
            corpus="",
            digest="",
        )
        assert objective(joint, tied) > objective(joint, doubled) + 0.03
        assert against_optimum(joint, tied).r > against_optimum(joint, doubled).r + 0.03
        assert against_optimum(joint, tied).z_mean >= np.log(k)
        assert not np.array_equal(tied.inputs, apart.inputs)


def test_equal_seeds_give_equal_tied_vectors(tmp_path, monkeypatch):
    corpus = corpus_from_lines(LINES * 20, "tiny")
    recipe = Recipe(d=4, window=2, k=2, epochs=2, tied=True)
    first = train_skipgram(corpus, recipe)
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "another"))
    anew = train_skipgram(corpus, recipe)
    other = train_skipgram(corpus, replace(recipe, seed=1))
    assert np.array_equal(first.inputs, anew.inputs)
    assert not np.array_equal(first.inputs, other.inputs)


def pack(header, **arrays):
    write_npz(file := io.BytesIO(), header, **arrays)
    return file.getvalue()


def test_saved_skipgrams_say_whether_they_are_tied():
    """One saved before there were tied ones is read as apart."""
    corpus = corpus_from_lines(LINES, "tiny")
    tied = train_skipgram(corpus, Recipe(d=4, epochs=1, tied=True))
    again = load_skipgram(io.BytesIO(skipgram_bytes(tied)))
    side = zipfviz.load_embedding(skipgram_bytes(tied), tensor="outputs")
    assert side.words == tied.words
    np.testing.assert_array_equal(side.vectors, tied.outputs)
    assert again.recipe.tied
    W, C = again.sides(again.words)
    assert W is C
    recipe = asdict(Recipe(d=4, epochs=1))
    del recipe["tied"]
    header = {"words": tied.words, "recipe": recipe, "corpus": "tiny", "digest": "of old"}
    sides = {"inputs": tied.inputs, "outputs": 2 * tied.outputs}
    old = load_skipgram(io.BytesIO(pack(header, **sides)))
    assert old.recipe == Recipe(d=4, epochs=1)
    W, C = old.sides(old.words)
    np.testing.assert_array_equal(W, 2 * C)
    wrong = pack(header | {"recipe": asdict(tied.recipe)}, **sides)
    with pytest.raises(zipfviz.InputError, match="no whole skip-gram"):
        load_skipgram(io.BytesIO(wrong))
