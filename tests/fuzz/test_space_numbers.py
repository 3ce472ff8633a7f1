"""Spaces of any size: every method's words, sentences and scores are what 120 digits give.

`drawn` says which matrices and priors, `exact` has the definitions word for word.
"""

import exact
import numpy as np
from drawn import EPS, MANY, PRIORS, cases, same, uniform
from exact import floats
from hypothesis import assume, given
from hypothesis import strategies as st

import zipfviz
from zipfviz.evaluation.attribution import word_shares
from zipfviz.explore import length_view
from zipfviz.io.records import Report, Task

SPACES = cases(dtypes=[np.float32], priors=[name for name in PRIORS if name != "some are 0"])
METHODS, GOLDS = st.sampled_from(zipfviz.METHODS), st.sampled_from([1, 1e-200, 1e200])


def task_of(c, gold):
    """Sentences over the words w0, w1, ...: each word, all, some, and one that is none."""
    names = [f"w{i}" for i in range(c.n)]
    texts = [*names, " ".join(names), f"{names[0]} {names[-1]} {names[0]}", "zzz", names[0]]
    pairs = np.array([(i, (i + 1) % len(texts)) for i in range(len(texts))])
    counts = [[text.split().count(name) for name in names] for text in texts]
    scores = np.arange(len(pairs)) % 4 * gold
    task = Task("toy", "sentences", tuple(texts), pairs, scores, Report("toy", 1, 1))
    return names, task, np.array(counts, float)


def exact_map(c, method, counts, pairs):
    """Words after a method, exactly.

    Beside them the sizes of what they are made from, and what the last digit of a mean in float64
    comes to after the method, for each word: no float64 can tell them apart further.
    """
    direction, _, size = method.partition("_norm_")
    if size:
        Y, parts, blur = exact_map(c, direction, counts, pairs)
        Z, _, blur_of_size = exact_map(c, f"{size}_whitening", counts, pairs)
        lengths = exact.lengths(Y)
        scale = exact.lengths(Z) / (lengths + (lengths == 0)) * (lengths > 0)
        return Y * scale[:, None], parts * scale, blur * floats(scale) + blur_of_size
    if method == "raw":
        return c.exact, exact.lengths(c.exact), np.zeros(c.n)
    if method == "sif_ccr":
        scaled = c.exact * (exact.mpf(1e-3) / (exact.mpf(1e-3) + c.q))[:, None]
        S = sentences(scaled, exact.lengths(scaled), counts)
        q = exact.weights(np.bincount(pairs.ravel()), len(S))
        values, axes = exact.eigen(exact.moments(S, q)[1])
        assume(c.d == 1 or values[0] > 2 * values[1])  # else any direction may be taken
        u = axes[:, 0] * (values[0] > 0)
        return scaled - np.outer(scaled @ u, u), exact.lengths(scaled), np.zeros(c.n)
    q = uniform(c) if method.startswith("uniform") or method == "abtt" else c.q
    Y = exact.centred(c.exact, q)
    A = exact.exact(np.eye(c.d))
    if method == "abtt":
        values = floats(exact.spectrum(c.exact, q))
        assume(c.d <= 3 or values[2] > 1.1 * values[3])
        A = exact.top_removed(c.exact, q, 3)
    elif method.endswith("whitening"):
        A, margins = exact.whitening(c.exact, q, EPS[np.float32])
        assume(A.shape[1] and all(margin < 0.1 or margin > 10 for margin in margins))
    return Y @ A, exact.lengths(Y), np.full(c.n, exact.last_digit(c.exact, q, A))


def sentences(Y, parts, counts):
    shares = exact.exact(counts) / np.maximum(exact.exact(counts.sum(axis=1)), 1)[:, None]
    return exact.cleared(shares @ Y, shares @ parts)


@MANY
@given(
    case=SPACES, method=st.sampled_from(zipfviz.METHODS), gold=st.sampled_from([1, 1e-200, 1e200])
)
def test_spaces_of_any_size(case, method, gold):
    """Words, sentences, cosines, scores, shares and symmetry after each method."""
    c = case
    names, task, counts = task_of(c, gold)
    Y, parts, blur = exact_map(c, method, counts, task.pairs)
    Y = exact.cleared(Y, parts)
    lengths = exact.lengths(Y)
    S = sentences(Y, parts, counts)
    sizes = floats(exact.lengths(S))
    blurred = 4 * (counts @ blur) / np.maximum(counts.sum(axis=1), 1)
    assume(((sizes == 0) | (sizes > 100 * blurred)).all())
    off = np.divide(blurred, sizes, out=np.zeros(len(S)), where=sizes > 0).max()

    space = zipfviz.word_space(names, c.X, np.ones(c.n) if c.p is None else c.p)
    got = zipfviz.transform(space, method, task=task).astype(float)
    blur_of_words = 4 * blur.max() / float(lengths.max() or 1)
    same(np.linalg.norm(got, axis=1), lengths, atol=1e-9 + blur_of_words)
    if method != "sif_ccr":
        found = length_view(space, method, k=c.n).lengths
        same(found, lengths[space.by_frequency], atol=1e-9 + blur_of_words)
        found = space.analysis.symmetry(method).sym1_uniform
        same(found, exact.sym1(Y, uniform(c)), size=1, atol=1e-9 + c.n * blur_of_words)

    cosines = np.array([exact.cosine(S[i], S[j]) for i, j in task.pairs], object)
    same(zipfviz.similarities(space, task, method), cosines, size=1, atol=1e-5 + 4 * off)
    found = zipfviz.score(space, task, method)
    assert found.n_empty == (sizes == 0).sum()
    r = exact.pearson(cosines, exact.exact(task.gold))
    same(found.pearson, r, size=1, atol=1e-4 + 100 * off)
    shares = word_shares(space, task, method).toarray().sum(axis=1)
    np.testing.assert_allclose(shares, sizes > 0, atol=1e-6 + 4 * off)
