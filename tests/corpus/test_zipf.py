"""Zipf's exponent, against exact power laws."""

import numpy as np
import pytest

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
