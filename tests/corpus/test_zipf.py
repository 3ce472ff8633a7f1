"""Zipf's exponent, against exact power laws."""

import numpy as np
import pytest

from zipfviz import ZipfvizError
from zipfviz.corpus.zipf import fit_zipf


@pytest.mark.parametrize("s", [0.7, 1.0, 1.6])
def test_zipf_fit_finds_the_exponent_of_a_power_law(s):
    """Exact on exact data, over the whole list and over a window; its error shrinks with tokens."""
    p = np.arange(1, 5001, dtype=float) ** -s
    whole, window = fit_zipf(p), fit_zipf(p, first=10, last=1000, n_tokens=1e6)
    assert whole.exponent == pytest.approx(s, abs=1e-8)
    assert window.exponent == pytest.approx(s, abs=1e-8)
    assert whole.kl == pytest.approx(0, abs=1e-9)
    np.testing.assert_allclose(
        np.exp(window.log_constant - s * np.log([10, 1000])), (p / p.sum())[[9, 999]]
    )
    assert fit_zipf(p, first=10, last=1000, n_tokens=4e6).standard_error == pytest.approx(
        window.standard_error / 2
    )


@pytest.mark.parametrize(
    ("p", "exponent"),
    [
        ([1, 1e-15], 49.8289214),
        ([1, 1, 1], 0.0),
        ([1, 5e-324], 1074.0),
        ([1e308, 1e308, 1e308], 0.0),
        ([1e-320, 5e-321], 1.0),
    ],
)
def test_counts_of_any_size_have_an_exponent(p, exponent):
    """Two ranks p, q have s = log(p/q) / log 2, whatever their unit; equal ones 0."""
    assert fit_zipf(np.array(p)).exponent == pytest.approx(exponent, rel=1e-3, abs=1e-9)
    assert fit_zipf([1, 1 - 1e-9] * 2, first=2, last=3).exponent >= 0


@pytest.mark.parametrize(
    ("p", "options"), [([1, np.nan], {}), ([2, -1], {}), ([0, 0], {}), ([2, 1], {"n_tokens": -1})]
)
def test_what_are_no_counts_is_said(p, options):
    """One sentence."""
    with pytest.raises(ZipfvizError):
        fit_zipf(p, **options)
