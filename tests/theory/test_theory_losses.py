"""Losses on class-imbalanced problems whose best thresholds are known."""

import numpy as np
import pytest
from scipy import stats

import zipfviz
from zipfviz.theory.losses import (
    Problem,
    class_prior,
    differences,
    draw,
    first_updates,
    fit,
    run,
    spread,
)


def test_two_classes_find_their_best_thresholds():
    """Contexts N(+-1, s^2): softmax cuts at s^2/2 log(p2/p1), the adjusted loss at 0."""
    rng = np.random.default_rng(0)
    p, s, n = np.array([0.9, 0.1]), 0.8, 50_000
    y = (rng.random(n) < p[1]).astype(int)
    C = np.column_stack([np.where(y == 0, 1.0, -1.0) + s * rng.normal(size=n), np.ones(n)])
    for strength in (0.0, 0.5, 1.0):
        a, b = np.subtract(*fit(C, y, p, strength=strength, penalty=1e-9))
        expected = (1 - strength) * s**2 / 2 * np.log(p[1] / p[0])
        assert -b / a == pytest.approx(expected, abs=0.02)
        assert a == pytest.approx(2 / s**2, rel=0.03)


def test_each_loss_serves_its_own_error():
    """Softmax has the lower misclassification, logit adjustment the lower balanced error."""
    problem = Problem(n_classes=10, d=6, n_train=1500, n_test=200)
    softmax, adjusted = (
        spread([run(problem, strength=strength, seed=seed) for seed in range(4)])
        for strength in (0.0, 1.0)
    )
    assert np.all(softmax.misclassification < adjusted.misclassification)
    assert np.all(softmax.balanced > adjusted.balanced)
    assert np.all(softmax.lengths[:, 0] > adjusted.lengths[:, 0])
    rare = softmax.accuracy[:, -3:].mean(), adjusted.accuracy[:, -3:].mean()
    assert rare[1] > rare[0] + 0.1
    p = class_prior(problem)
    assert softmax.misclassification == pytest.approx(1 - softmax.accuracy @ p)
    assert softmax.balanced == pytest.approx(1 - softmax.accuracy.mean(axis=1))


def test_both_errors_are_counted_context_by_context():
    """Misclassification weighs a class by its prior, the balanced error all classes alike."""
    problem, t = Problem(n_classes=4, d=3, n_train=300, n_test=40), 0.5
    found, p = run(problem, strength=t, seed=2), class_prior(problem)
    C, y, C_test, y_test = draw(problem, seed=2)
    W = fit(C, y, p, strength=t, penalty=problem.penalty)
    wrong = dict.fromkeys(range(4), 0)
    for c, label in zip(C_test, y_test.tolist(), strict=True):
        wrong[label] += int(np.argmax([w @ c for w in W])) != label
    assert found.misclassification == pytest.approx(sum(p[k] * wrong[k] / 40 for k in range(4)))
    assert found.balanced == pytest.approx(sum(wrong.values()) / 160)
    assert found.accuracy == pytest.approx([1 - wrong[k] / 40 for k in range(4)])


def test_balanced_classes_leave_nothing_to_adjust():
    problem = Problem(n_classes=4, exponent=0.0, n_train=400, n_test=50)
    a, b = run(problem, strength=0.0, seed=1), run(problem, strength=1.0, seed=1)
    assert a.lengths == pytest.approx(b.lengths, rel=1e-3)
    assert class_prior(problem) == pytest.approx(0.25)


def test_a_run_repeats():
    first = run(Problem(), strength=0.7, seed=3)
    assert np.array_equal(first.accuracy, run(Problem(), strength=0.7, seed=3).accuracy)


@pytest.mark.parametrize("broken", [{"n_classes": 1}, {"noise": 0}, {"exponent": -1}])
def test_a_problem_that_is_none_is_refused(broken):
    with pytest.raises(zipfviz.InputError, match="a problem needs"):
        Problem(**broken)


def test_first_updates_are_the_slope_of_the_loss_at_zero():
    """Contexts that are one direction a class: -dL/dW holds each pull, and the pushes beside it."""
    p = np.array([0.6, 0.3, 0.1])
    for t in (0.0, 0.5, 1.0):

        def loss(W, t=t):
            logits = W.T + t * np.log(p)  # a row a context e_j
            log_q = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
            return -p @ np.diag(log_q)

        slope = np.zeros((3, 3))
        for at in np.ndindex(3, 3):
            step = np.zeros((3, 3))
            step[at] = 1e-5
            slope[at] = (loss(-step) - loss(step)) / 2e-5
        pull, push = first_updates(10 * p, t)
        np.testing.assert_allclose(np.diag(slope), pull, atol=1e-9)
        np.testing.assert_allclose(pull - slope.sum(axis=1), push, atol=1e-9)
        assert (pull == pytest.approx(push)) == (t == 1)
    with pytest.raises(zipfviz.InputError, match="a prior strength of -1 is none"):
        first_updates(p, -1)


def test_differences_are_those_of_equal_seeds():
    a, b = (
        spread([run(Problem(n_train=200), strength=t, seed=s) for s in range(4)])
        for t in (0.0, 1.0)
    )
    for name, (value, low, high) in differences(a, b).items():
        apart = getattr(b, name) - getattr(a, name)
        assert value == pytest.approx(apart.mean())
        ends = stats.t.interval(0.95, 3, apart.mean(), stats.sem(apart))
        assert (low, high) == pytest.approx(ends)
    one = spread([run(Problem(n_train=200), strength=0.0, seed=0)])
    assert np.isnan(differences(one, one)["balanced"][1])
