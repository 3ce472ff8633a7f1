"""The definitions, word for word, in 120 digits (mpmath): what the core's numbers are tested with.

Arrays are numpy's, of mpmath numbers. Zero is zero here: nothing is decided by size but the rank,
by the rule that `spectra.Eigensystem` states.
"""

import mpmath
import numpy as np
from mpmath import mpf

mpmath.mp.dps = 120
#: What is left of exact cancellation after so many digits.
NOTHING = mpf(10) ** -60


def exact(values):
    """Numbers as they are, to calculate with."""
    return np.vectorize(lambda v: mpf(float(v)), otypes=[object])(np.asarray(values))


def floats(values):
    return np.vectorize(float, otypes=[float])(values)


def weights(p, n):
    q = exact(np.ones(n) if p is None else p)
    return q / q.sum()


def length(x):
    return mpmath.sqrt((x * x).sum())


def lengths(X):
    return np.array([length(x) for x in X], object)


def centred(X, q):
    """X - mean, where a weight such as 1/3 leaves nothing of what cancels."""
    size = np.abs(X).max(axis=0)
    Y = X - q @ X
    return Y * (np.abs(Y) > NOTHING * size)


def moments(X, q):
    Y = centred(X, q)
    return q @ X, Y.T @ (Y * q[:, None])


def eigen(S):
    """Eigenvalues, descending, and eigenvectors as columns."""
    values, vectors = mpmath.eigsy(mpmath.matrix(S.tolist()))
    values = np.array([max(v, mpf(0)) for v in values], object)
    vectors = np.array(vectors.tolist(), object).reshape(len(S), len(S))
    order = np.argsort(-floats(values / max(values.max(), NOTHING**4)), kind="stable")
    return values[order], vectors[:, order]


def spectrum(X, q):
    return eigen(moments(X, q)[1])[0]


def entropy(values):
    share = [v / values.sum() for v in values if v > NOTHING * values.max()]
    return -sum(s * mpmath.log(s) for s in share)


def effective_rank(values):
    return mpmath.exp(entropy(values)) if values.sum() > 0 else mpf("nan")


def sym1(X, q):
    whole = q @ lengths(X)
    return 1 - length(q @ X) / whole if whole > 0 else mpf("nan")


def sym2(X, q):
    values = spectrum(X, q)
    if len(values) < 2 or values.sum() == 0:
        return mpf("nan")
    return entropy(values) / mpmath.log(len(values))


def isoscore(X):
    values = spectrum(X, weights(None, len(X)))
    if len(values) < 2 or values.sum() == 0:
        return mpf("nan")
    ratio = values.sum() ** 2 / (values**2).sum()
    return (ratio - 1) / (len(values) - 1)


def cosine(x, y):
    size = length(x) * length(y)
    return (x @ y) / size if size > 0 else mpf(0)


def average_cosine(X):
    n = len(X)
    pairs = [cosine(X[i], X[j]) for i in range(n) for j in range(i)]
    return sum(pairs) / len(pairs) if pairs else mpf("nan")


def cleared(Y, parts):
    """Rows that are nothing beside the parts they are made from are 0."""
    return np.array(
        [y * (length(y) > NOTHING * part) for y, part in zip(Y, parts, strict=True)], object
    )


def last_digit(X, q, matrix):
    """Length that the last digit of a mean in float64 comes to after a matrix.

    No float64 can tell rows apart further.
    """
    return float(length(np.abs(q @ X) @ np.abs(matrix))) * 2.0**-52


def whitening(X, q, eps):
    """The matrix of whitening, and by how much the rank's rule is met or missed, as a factor."""
    S = moments(X, q)[1]
    noise = mpf(eps) ** 2 * (q @ (X * X))
    variances = np.diagonal(S)
    live = [j for j in range(len(S)) if variances[j] > noise[j]]
    margins = [variances[j] / noise[j] for j in range(len(S)) if variances[j] * noise[j] > 0]
    kept = []
    if live:
        values, V = eigen(S[np.ix_(live, live)])
        for value, v in zip(values, V.T, strict=True):
            own = (v * v) @ variances[live]
            level = (v * v) @ noise[live]
            if value > NOTHING * own:
                margins.append(value / max(level, mpf(10) ** -26 * own))
                if value > level:
                    column = np.array([mpf(0)] * len(S), object)
                    column[live] = v / mpmath.sqrt(value)
                    kept.append(column)
    return np.array(kept, object).T.reshape(len(S), len(kept)), margins


def top_removed(X, q, D):
    _, V = eigen(moments(X, q)[1])
    top = V[:, :D]
    return exact(np.eye(len(V))) - top @ top.T


def ranks(values):
    """Mean ranks of numbers, ties by twelve decimals."""
    rounded = floats(values).round(12)
    return exact([(rounded < v).sum() + ((rounded == v).sum() + 1) / 2 for v in rounded])


def pearson(x, y):
    x, y = x - x.sum() / len(x), y - y.sum() / len(y)
    size = length(x) * length(y)
    return (x @ y) / size if size > 0 else mpf("nan")
