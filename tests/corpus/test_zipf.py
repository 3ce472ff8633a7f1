"""Zipf's exponent, against exact power laws."""

import numpy as np
import pytest

from zipfviz import ZipfvizError
from zipfviz.corpus.text_corpus import count_text, installed_corpus
from zipfviz.corpus.zipf import fit_zipf, goodness_of_fit
from zipfviz.figures.headlines.frequency import exponent_sentence


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


def texts(s, n_types, n_tokens, n, seed=0):
    """Counts of texts drawn from an exact power law."""
    law = np.arange(1, n_types + 1.0) ** -s
    rng = np.random.default_rng(seed)
    return [rng.multinomial(n_tokens, law / law.sum()) for _ in range(n)]


@pytest.mark.parametrize(("s", "n_types"), [(0.8, 100_000), (1.0, 100_000), (1.3, 500)])
def test_texts_from_an_exact_power_law_are_said_to_be_some(s, n_types):
    """Intervals hold the exponent 90 to 100 times in 100; next to no text is said to be none."""
    fits = [
        (c, fit_zipf(c, min_count=50, n_tokens=c.sum())) for c in texts(s, n_types, 60_000, 100)
    ]
    assert np.mean([abs(f.exponent - s) < 1.96 * f.standard_error for _, f in fits]) >= 0.9
    good = [goodness_of_fit(c, f, n_resamples=199) for c, f in fits]
    assert np.mean([g.low <= s <= g.high for g in good]) >= 0.9
    assert np.mean([g.p_value <= 0.1 for g in good]) == pytest.approx(0.1, abs=0.06)
    said = [
        exponent_sentence(
            f.exponent, f.standard_error, (g.low, g.high), (f.first, f.last), 50.0,
            g.distance, g.n_as_far, g.n_resamples,
        )
        for (_, f), g in zip(fits, good, strict=True)
    ]  # fmt: skip
    assert sum("hardly drawn from one" in each for each in said) <= 1


def test_counts_of_no_power_law_are_told():
    """A flat list with a step, and words that decay exponentially."""
    for counts in (np.repeat([1000, 100], [10, 40]), (3000 * 0.9 ** np.arange(40)).astype(int)):
        assert goodness_of_fit(counts, fit_zipf(counts, min_count=50)).n_as_far == 0


@pytest.mark.parametrize("counts", [[200] * 4, [200, 199], [60] * 1000, [10**9] * 2])
def test_a_flat_list_is_tried_in_no_time(counts):
    """A law that does not fall would go on for ever below the words that are counted."""
    counts = np.array(counts)
    fit = fit_zipf(counts, min_count=50)
    assert goodness_of_fit(counts, fit).p_value == pytest.approx(1.0, abs=0.05)


def told(counts):
    fit = fit_zipf(counts, min_count=50)
    good = goodness_of_fit(counts, fit, n_resamples=99)
    ends = good.low, good.high
    return fit, good, exponent_sentence(
        fit.exponent, fit.standard_error, ends, (fit.first, fit.last), 50.0,
        good.distance, good.n_as_far, good.n_resamples,
    )  # fmt: skip


@pytest.mark.parametrize("n_types", [5, 20])
def test_intervals_of_words_of_one_frequency_begin_at_0(n_types):
    """Ranking alone makes their exponent; the interval does not take it for the law's."""
    rng = np.random.default_rng(3)
    found = [told(np.sort(rng.poisson(100, n_types))[::-1])[1] for _ in range(20)]
    assert np.mean([good.low > 0 for good in found]) <= 0.1
    assert sum(good.low == 0 < good.high for good in found) >= 15


@pytest.mark.parametrize("counts", [[100] * 40, [1002, 1001, 1000, 999, 998]])
def test_words_more_alike_than_chance_leaves_them(counts):
    """No interval, no fall where the exponent reads as 0, and no power law."""
    fit, good, said = told(np.array(counts))
    assert np.isnan([good.low, good.high]).all()
    assert "interval" not in said
    assert ("falls" in said) == (round(fit.exponent, 3) > 0)
    assert "more alike than chance would leave them" in said
    assert "a power law may have made" not in said


def test_lee_over_words_of_fifty_occurrences():
    """Computed elsewhere, with words cut at spaces only: 128 ranks, -0.883 with error 0.004."""
    fit = count_text(installed_corpus("lee")).zipf()
    assert (fit.first, fit.last, fit.min_count) == (1, 132, 50)
    assert fit.exponent == pytest.approx(0.883, abs=0.005)
    assert fit.standard_error == pytest.approx(0.004, abs=0.0005)
    with pytest.raises(ZipfvizError, match="0 words from rank 1 on occur 50 times"):
        fit_zipf([3, 2, 1], min_count=50)


def test_the_exponent_is_that_of_powerlaw():
    """Over ranks, and roughly over counts, whose density falls with the power 1 + 1/s."""
    powerlaw = pytest.importorskip("powerlaw")
    counts = np.sort(texts(1.1, 100_000, 60_000, 1)[0])[::-1]
    fit = fit_zipf(counts, min_count=50, n_tokens=counts.sum())
    ranks = np.repeat(np.arange(1, fit.last + 1), counts[: fit.last])
    theirs = powerlaw.Fit(ranks, discrete=True, xmin=1, xmax=fit.last, verbose=False)
    assert fit.exponent == pytest.approx(theirs.power_law.alpha, abs=2e-4)
    of_counts = powerlaw.Fit(counts[counts >= 50], discrete=True, xmin=50, verbose=False).power_law
    assert of_counts.alpha == pytest.approx(1 + 1 / 1.1, abs=3 * of_counts.standard_err)
