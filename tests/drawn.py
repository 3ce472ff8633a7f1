"""Matrices and priors of any size, drawn for what must hold for all of them.

Drawn are the scale (1e-30 to 1e30), the dtype, columns that are copied, negated, constant, huge or
of any unit, rows that are copied, n <= d, and priors of twelve orders of magnitude, with all mass
on one word, or in units near the ends of float64. `exact` has the definitions word for word.
"""

from types import SimpleNamespace

import exact
import ml_dtypes
import numpy as np
from exact import floats
from hypothesis import settings
from hypothesis import strategies as st

CLOSE = {"rtol": 1e-5, "atol": 1e-9}
DTYPES = [np.float64, np.float32, np.float16, ml_dtypes.bfloat16]
EPS = {dtype: float(np.spacing(np.ones((), dtype))) for dtype in DTYPES}
MANY = settings(max_examples=min(settings().max_examples, 100))
SCALES = [1e-30, 1e-12, 1.0, 1e12, 1e30]
COLUMNS = ["own", "own", "copied", "negated", "constant", "huge", "unit"]
PRIORS = ["uniform", "zipfian", "twelve orders", "one word", "1e308", "denormal", "some are 0"]


@st.composite
def cases(draw, dtypes=DTYPES, priors=PRIORS):
    """X (n, d) of some dtype, weights p (n,) or None, and what the definitions are told of both."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    n, dtype = draw(st.integers(2, 9)), draw(st.sampled_from(dtypes))
    kinds = draw(st.lists(st.sampled_from(COLUMNS), min_size=1, max_size=5))
    X = rng.normal(size=(n, len(kinds))) + draw(st.sampled_from([0.0, 0.0, 1.0, 30.0]))
    narrow = dtype == np.float16
    for j, kind in enumerate(kinds):
        if kind in ("constant", "huge"):
            X[:, j] = {"constant": rng.normal(), "huge": 3e4 if narrow else 3e7}[kind]
        elif kind == "unit" and not narrow:
            X[:, j] *= 2.0 ** rng.integers(-15, 15)
    X *= 1.0 if narrow else draw(st.sampled_from(SCALES))
    X = X.astype(dtype)
    for j, kind in enumerate(kinds):  # copies after rounding: to the last digit
        if kind in ("copied", "negated"):
            X[:, j] = X[:, 0] if kind == "copied" else -X[:, 0]
    for i in draw(st.lists(st.integers(0, n - 1), max_size=2)):
        X[i] = X[0]
    p = {
        "uniform": None,
        "zipfian": 1 / np.arange(1.0, n + 1),
        "twelve orders": 10.0 ** -rng.uniform(0, 12, n),
        "one word": np.where(np.arange(n) == n // 2, 1.0, 1e-13),
        "1e308": np.full(n, 1e308),
        "denormal": np.full(n, 5e-324),
        "some are 0": np.arange(n, dtype=float),
    }[draw(st.sampled_from(priors))]
    return SimpleNamespace(
        X=X, p=p, dtype=dtype, n=n, d=len(kinds), exact=exact.exact(X), q=exact.weights(p, n)
    )


def same(got, want, *, size=None, **close):
    """Equal to five digits, of numbers of any unit or of the one told."""
    got, want = np.asarray(got, float), np.asarray(floats(want))
    assert got.shape == want.shape
    size = size or np.abs(want[~np.isnan(want)]).max(initial=0.0) or 1.0
    np.testing.assert_allclose(got / size, want / size, **CLOSE | close)


def uniform(c):
    return exact.weights(None, c.n)
