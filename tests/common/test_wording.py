"""What is said of numbers is so as they are printed, whatever they are."""

import math
import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from zipfviz.common.wording import (
    beside_band,
    best,
    change,
    excludes,
    finer,
    interval,
    listed,
    number,
    order,
    percent,
    relation,
    signed,
    stands,
    times,
    told,
)

NAN, INF = math.nan, math.inf
ANY = st.floats(-1e307, 1e307) | st.sampled_from(
    [0.0, -0.0, 0.004, -0.004, 0.005, 1.0, 0.999, NAN, INF]
)
NEAR = st.floats(-2, 2).map(lambda x: round(x, 3))  # many read the same


def read(text):
    """The number that a reader reads."""
    plain = text.replace("\u202f", "").replace("\u2212", "-")
    power = re.fullmatch(r"(-?[\d.]+) × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", plain)
    if power is None:
        return float(plain)
    digits = power[2].translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    return float(f"{power[1]}e{digits}")


@given(ANY, st.integers(0, 4))
@example(1e300, 2)
@example(-0.0, 0)
def test_a_number_reads_as_what_it_is(value, digits):
    text = told(value, digits)
    assert not re.search(r"nan|inf\b|∞", text)
    assert len(text) < 40
    if math.isfinite(value):
        assert read(text) == pytest.approx(value, abs=0.5001 * 10.0**-digits, rel=0.05)
        assert ("\u2212" in text) == (read(text) < 0)
        assert signed(value, digits).startswith("+") == (read(text) > 0)
        assert (read(finer(value, digits)) == 0) == (value == 0)


@given(ANY | NEAR, ANY | NEAR, st.integers(0, 3))
def test_numbers_that_read_the_same_are_never_more_or_less(one, other, digits):
    way = order(one, other, digits)
    if math.isnan(one) or math.isnan(other):
        assert way is None
        assert "undefined" in change(one, other, digits)
        return
    assert (way == 0) == (number(one, digits) == number(other, digits))
    assert way in (0, 1 if one > other else -1)
    assert order(other, one, digits) == -way
    said = change(other, one, digits)
    assert said.split()[0] == {1: "rises", 0: "stays", -1: "falls"}[way]


@given(
    st.dictionaries(st.text("abc", min_size=1), NEAR | st.sampled_from([NAN, INF])), st.booleans()
)
def test_the_best_are_all_that_read_as_the_best_does(values, lowest):
    found = best(values, 1, lowest=lowest)
    known = {k: v for k, v in values.items() if not math.isnan(v)}
    if not known:
        assert found is None
        return
    top = (min if lowest else max)(known.values())
    assert set(found.names) == {k for k, v in known.items() if number(v, 1) == number(top, 1)}
    assert list(found.names) == [k for k in values if k in found.names]
    assert dict(found.others) == {k: told(values[k], 1) for k in values if k not in found.names}
    assert found.text not in [text for _, text in found.others]
    assert found.is_everywhere == (len(found.names) == len(values) > 1)


@given(st.floats(0, 1) | st.sampled_from([0.0, 1.0, 1e-9, 1 - 1e-9]), st.integers(0, 1))
def test_no_percent_is_none_and_a_hundred_is_all(share, digits):
    said = percent(share, digits)
    assert (said in ("0 %", "0.0 %")) == (share == 0)
    assert (said in ("100 %", "100.0 %")) == (share == 1)
    bound = read(said.split()[-2])
    if "less than" in said:
        assert 100 * share < bound
    elif "more than" in said:
        assert 100 * share > bound
    else:
        assert 100 * share == pytest.approx(bound, abs=0.5001 * 10.0**-digits)


def test_shares_outside_of_one():
    assert percent(NAN) == "an undefined share"
    assert percent(INF) == "an infinite share"
    assert percent(2.5) == "250 %"
    assert percent(1.001) == "more than 100 %"
    assert percent(-0.0001) == "more than \u22121 %"


@given(ANY, ANY)
def test_a_difference_that_stands_has_an_interval_that_reads_so(low, high):
    low, high = sorted((low, high)) if low == low and high == high else (low, high)
    if stands(low, high) and math.isfinite(low) and math.isfinite(high):
        low_read, high_read = map(read, interval(low, high, 1).split(" to "))
        assert np.sign(low_read) == np.sign(high_read) != 0
    assert not excludes(NAN, low, high)


def test_a_band_holds_what_reads_as_its_edge():
    assert [beside_band(v, 0.40, 0.49) for v in (0.494, 0.5, 0.39, 0.42)] == [0, 1, -1, 0]
    assert beside_band(0.4, NAN, 1.0) is None


def test_words_of_numbers():
    assert [times(n) for n in (1, 2, 3, 0, 1200)] == [
        "once", "twice", "3 times", "0 times", "1\u202f200 times",
    ]  # fmt: skip
    assert [listed(list("abc")[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert relation("length", "information", 0.004) == (
        "length neither rises nor falls with information"
    )
    assert relation("length", "information", -0.3) == "length falls as information rises"
    assert relation("length", "information", 0.3) == "length rises with information"
    assert "undefined" in relation("length", "information", NAN)
