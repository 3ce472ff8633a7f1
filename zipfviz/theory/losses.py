"""Softmax and logit-adjusted softmax on a small problem with Zipfian classes.

Class y has probability p_y ~ 1 / y^s and a mean m_y on the unit sphere; a context is
c = m_y + noise. The class vectors w are trained on

    L_t = E[-log  p_y^t exp<w_y, c> / sum_k p_k^t exp<w_k, c>]  +  penalty |W|^2 / 2

with t = 0 the softmax cross-entropy (uniform prior, paper Eq. loss_softmax_cross_entropy) and t = 1
the logit-adjusted one (Zipfian prior, Menon et al. 2020). The prediction is argmax_k <w_k, c>, and

    misclassification = 1 - sum_y p_y a_y,   balanced error = 1 - sum_y a_y / K,

a_y the accuracy on class y. The first is what softmax is consistent with, the second what logit
adjustment is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import stdtrit

from zipfviz.common.deprecated import accepts_positional
from zipfviz.common.errors import InputError
from zipfviz.common.parallel import one_blas_thread
from zipfviz.common.record import Record
from zipfviz.whitening.moments import check_prior

Estimate = tuple[float, float, float]
"""A value with the low and the high end of its interval."""


@dataclass(frozen=True, kw_only=True)
class Problem:
    """A classification problem with Zipfian classes.

    `exponent` s of the class prior; `noise` standard deviation of each of the `d` features around
    means of length 1; `n_train` contexts drawn with the prior, `n_test` of each class.
    """

    n_classes: int = 20
    d: int = 10
    exponent: float = 1.0
    noise: float = 0.5
    n_train: int = 2_000
    n_test: int = 300
    penalty: float = 1e-3

    def __post_init__(self) -> None:
        needs = ""
        if min(self.n_classes - 1, self.d, self.n_train, self.n_test) < 1:
            needs = "two classes, one feature, and contexts of both kinds"
        elif not (self.exponent >= 0 and self.noise > 0 and self.penalty > 0):
            needs = "an exponent of 0 or more, and noise and penalty above 0"
        if needs:
            raise InputError(f"a problem needs {needs}.")


def class_prior(problem: Problem) -> np.ndarray:
    """Compute the class prior p (K,) float64, most frequent class first."""
    p = np.arange(1, problem.n_classes + 1, dtype=np.float64) ** -problem.exponent
    return p / p.sum()


def draw(problem: Problem, *, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Draw (C, y) to train on with classes by the prior, (C, y) to test on with all alike."""
    rng = np.random.default_rng(seed)
    means = rng.normal(size=(problem.n_classes, problem.d))
    means /= np.linalg.norm(means, axis=1, keepdims=True)
    y = rng.choice(problem.n_classes, problem.n_train, p=class_prior(problem))
    y_test = np.repeat(np.arange(problem.n_classes), problem.n_test)
    C, C_test = (
        means[labels] + problem.noise * rng.normal(size=(len(labels), problem.d))
        for labels in (y, y_test)
    )
    return C, y, C_test, y_test


def fit(
    C: np.ndarray, y: np.ndarray, p: np.ndarray, *, strength: float, penalty: float
) -> np.ndarray:
    """Fit class vectors (K, d) that minimise L_t; convex, so the same from any start (L-BFGS).

    C (n, d) contexts, y (n,) classes, p (K,) class prior, `strength` t >= 0 its power in the loss.
    """
    n, K = len(C), len(p)
    shift = strength * np.log(p)
    truth = np.zeros((n, K))
    truth[np.arange(n), y] = 1.0

    def loss(flat: np.ndarray) -> tuple[float, np.ndarray]:
        W = flat.reshape(K, -1)
        logits = C @ W.T + shift
        logits -= logits.max(axis=1, keepdims=True)
        q = np.exp(logits)
        total = q.sum(axis=1, keepdims=True)
        q /= total
        nats = np.log(total).mean() - logits[np.arange(n), y].mean()
        return nats + penalty * (flat @ flat) / 2, ((q - truth).T @ C / n + penalty * W).ravel()

    options = {"maxiter": 500, "ftol": 1e-9, "gtol": 1e-6}
    with one_blas_thread():  # the products are small: threads would only wait for each other
        found = minimize(
            loss, np.zeros(K * C.shape[1]), jac=True, method="L-BFGS-B", options=options
        )
    return found.x.reshape(K, -1)


def first_updates(p: np.ndarray, strength: float) -> tuple[np.ndarray, np.ndarray]:
    """Compute how much the first step moves each class vector: (pull, push), each (K,), shares.

    While all vectors are 0 the model predicts q ~ p^t whatever the context, so contexts of class y
    pull w_y with p_y (1 - q_y) and all others push it away with (1 - p_y) q_y. Softmax (t = 0)
    pulls frequent classes and pushes rare ones; at t = 1 every class is pulled as it is pushed.
    p (K,) >= 0 in any unit. Raises InputError for a negative strength.

    >>> first_updates(np.array([0.5, 0.25, 0.25]), 1.0)
    (array([0.25  , 0.1875, 0.1875]), array([0.25  , 0.1875, 0.1875]))
    """
    _check(strength)
    prior = check_prior(p, np.size(p))
    assert prior is not None
    q = prior**strength
    q /= q.sum()
    return prior * (1 - q), (1 - prior) * q


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Classifier(Record):
    """Result of one training.

    `accuracy` (K,) on each class, `lengths` (K,) of class vectors, and both errors."""

    strength: float
    seed: int
    accuracy: np.ndarray
    lengths: np.ndarray
    misclassification: float
    balanced: float


@accepts_positional("strength", "seed")
def run(problem: Problem, *, strength: float, seed: int) -> Classifier:
    """Draw the problem, train at prior strength t and test; equal seeds see equal contexts.

    Returns a `Classifier`: `accuracy` a_y (K,), the share of the test contexts of class y for which
    y = argmax_k <w_k, c>, `lengths` |w_y|, `misclassification` 1 - sum_y p_y a_y, and `balanced`
    1 - sum_y a_y / K.

    Raises InputError for a negative strength.
    """
    _check(strength)
    p = class_prior(problem)
    C, y, C_test, y_test = draw(problem, seed=seed)
    W = fit(C, y, p, strength=strength, penalty=problem.penalty)
    hits = np.argmax(C_test @ W.T, axis=1) == y_test
    accuracy = hits.reshape(problem.n_classes, -1).mean(axis=1)
    return Classifier(
        strength=strength,
        seed=seed,
        accuracy=accuracy,
        lengths=np.linalg.norm(W, axis=1),
        misclassification=float(1 - p @ accuracy),
        balanced=float(1 - accuracy.mean()),
    )


def _check(strength: float) -> None:
    if not strength >= 0:
        raise InputError(f"a prior strength of {strength:g} is none; give 0 (softmax) or more.")


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Spread(Record):
    """Results of several seeds at one strength: each array has a row a seed.

    `accuracy` and `lengths` (seeds, K), `misclassification` and `balanced` (seeds,).
    """

    strength: float
    accuracy: np.ndarray
    lengths: np.ndarray
    misclassification: np.ndarray
    balanced: np.ndarray


def differences(a: Spread, b: Spread, *, level: float = 0.95) -> dict[str, Estimate]:
    """Compare two strengths over the same seeds: by error, mean of b - a with its interval.

    (value, low, high) for "misclassification" and "balanced", by Student's t over the seeds' own
    differences, for equal seeds see equal contexts. With one seed the ends are nan.

    >>> a, b = (spread([run(Problem(), strength=t, seed=s) for s in range(5)]) for t in (0.0, 1.0))
    >>> bool(differences(a, b)["balanced"][2] < 0)
    True
    """
    n = len(a.balanced)
    t = float(stdtrit(n - 1, (1 + level) / 2)) if n > 1 else np.nan
    found = {}
    for name in ("misclassification", "balanced"):
        apart = getattr(b, name) - getattr(a, name)
        value = float(apart.mean())
        half = t * float(apart.std(ddof=1)) / np.sqrt(n) if n > 1 else np.nan
        found[name] = (value, value - half, value + half)
    return found


def spread(runs: Sequence[Classifier]) -> Spread:
    """Put the runs of one strength together."""
    names = ("accuracy", "lengths", "misclassification", "balanced")
    stacked = {name: np.array([getattr(run, name) for run in runs]) for name in names}
    return Spread(strength=runs[0].strength, **stacked)
