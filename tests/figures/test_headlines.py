"""What is said of a chart is so in every state that numbers can be in.

Hypothesis draws the states: undefined, infinite, equal as printed, negative, none, one, huge. What
is said is read by `sentences`, which knows nothing of how it was made.
"""

import re
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, example
from hypothesis import strategies as st
from sentences import ANY, FINITE, INF, NAN, SHARE, check, numbers, printed, read, states

from zipfviz import figures
from zipfviz.common.errors import InputError
from zipfviz.common.wording import finer, number
from zipfviz.explore.plane import worked_example
from zipfviz.explore.views import rank_view
from zipfviz.figures import Beside, NoiseBand, norm_headline
from zipfviz.figures.headlines.averages import centroid_headline, plane_headline
from zipfviz.figures.headlines.curves import curve_headline
from zipfviz.figures.headlines.differences import difference_headline
from zipfviz.figures.headlines.dimensions import dimension_headline
from zipfviz.figures.headlines.draws import draws_headline
from zipfviz.figures.headlines.grid import grid_headline
from zipfviz.figures.headlines.guesses import guess_headline
from zipfviz.figures.headlines.law import family_headline, law_error_headline, law_headline
from zipfviz.figures.headlines.losses import batch_headline, first_update_headline, loss_headline
from zipfviz.figures.headlines.neighbours import nearest_headline, space_map_headline
from zipfviz.figures.headlines.pairs import moved_headline, pair_sentence
from zipfviz.figures.headlines.partition import partition_headline, second_order_headline
from zipfviz.figures.headlines.skipgram import (
    arora_headline,
    optimum_headline,
    skipgram_loss_headline,
    update_headline,
)
from zipfviz.figures.headlines.spectra import component_headline, spectrum_headline
from zipfviz.figures.headlines.symmetry import correlation_headline, symmetry_headline
from zipfviz.figures.headlines.tokens import (
    moment_headline,
    token_score_headline,
    token_symmetry_headline,
    type_headline,
)
from zipfviz.figures.headlines.which_p import carried_headline, which_p_headline
from zipfviz.space.word_space import word_space
from zipfviz.theory.batches import batch_priors
from zipfviz.theory.information import Agreement, Arora
from zipfviz.theory.losses import Spread, differences, first_updates
from zipfviz.theory.optimum import Optimum
from zipfviz.theory.partition import Constancy
from zipfviz.theory.skipgram_loss import SkipGramLoss, Updates
from zipfviz.theory.space_partition import Partition

WORDS = ("the", "of", "cat", "dog", "zebra", "<b>")
METHODS = ("raw", "uniform_whitening", "zipfian_whitening", "abtt", "a model of mine")
ROWS = st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.integers(1, 3))


def low_high(values):
    """A strategy of (value, low, high) in order, or undefined."""
    return st.lists(values, min_size=3, max_size=3).map(sorted).map(lambda v: (v[1], v[0], v[2]))


# The average word


@states(st.lists(ROWS, min_size=2, max_size=6))
@example([(0, 0, 1), (1, 0, 1)])
@example([(0, 0, 1), (1, 0, 3), (2, 2, 1)])
def test_means_lie_near_the_words_that_are_said(rows):
    points, counts = np.array([r[:2] for r in rows], float), np.array([r[2] for r in rows], float)
    try:
        uniform, zipfian = worked_example(points, counts)
    except InputError:
        assume(False)
    words = WORDS[: len(rows)]
    said = check(plane_headline(words, uniform, zipfian))

    def nearest(weights):
        total = Fraction(sum(weights))
        mean = [sum(w * r[i] for w, r in zip(weights, rows, strict=True)) / total for i in (0, 1)]
        away = [sum((m - r[i]) ** 2 for i, m in enumerate(mean)) for r in rows]
        return {w for w, a in zip(words, away, strict=True) if a == min(away)}

    parts = re.split(r"; counting occurrences|\. The rarest|: the mean", said)
    quoted = [set(re.findall("“(.*?)”", part)) for part in parts]
    if len(set(counts)) == 1:
        assert "equally often" in said
        assert quoted[1] == nearest([1] * len(rows))
        assert "rarest" not in said
        return
    assert quoted[0] == nearest([1] * len(rows))
    assert quoted[1] == nearest([r[2] for r in rows])
    rare = np.flatnonzero(counts == counts.min())
    assert quoted[2] == {words[i] for i in rare}
    lengths = [[number(w.lengths[i], 1) for i in rare] for w in (uniform, zipfian)]
    assert ("both priors" in said) == (lengths[0] == lengths[1])
    once = lengths[0] == lengths[1]
    assert printed(parts[2]) == (lengths[0] if once else [*lengths[0], *lengths[1]])


@states(FINITE.map(abs) | st.just(NAN), st.integers(1, 9999))
def test_averages_are_apart_only_where_they_are(share, n):
    said = check(centroid_headline(share, n))
    if n == 1:
        assert "own average" in said
    elif np.isnan(share):
        assert "cannot be compared" in said
    elif share == 0:
        assert "same point" in said
    elif "less than" in said:
        assert share < numbers(said)[-1]
    else:
        assert printed(said)[-1] == number(share) != "0.00"


@states(
    st.lists(st.sampled_from(WORDS), min_size=1, unique=True),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=9),
)
def test_words_came_as_often_as_is_said(types, tokens):
    said = check(draws_headline(types, tokens))
    from_list, from_text = said.split("; ")
    assert numbers(from_list) == [len(types), len(set(types))]
    assert numbers(from_text)[:2] == [len(tokens), len(set(tokens))]
    most = max(tokens.count(word) for word in tokens)
    tied = {word for word in tokens if tokens.count(word) == most}
    if most == 1:
        assert ("none of them twice" in said) == (len(tokens) > 1)
        assert "came" not in said
    elif len(tied) <= 3:
        assert set(re.findall("“(.*?)”", said)) == tied
        assert ("alone" in said) == (len(tied) == 1)
    else:
        assert f"{len(tied)} of them came" in said


# Pairs


@states(
    st.lists(st.tuples(FINITE, st.sampled_from([0.0, 1e-9, 0.02, -0.02, 3.0, -0.4])), max_size=5),
    st.booleans(),
    st.sampled_from(METHODS),
)
def test_pairs_move_the_way_that_is_said(rows, undefined, after):
    frame = pd.DataFrame(rows, columns=["change", "effect"], dtype=float)
    if undefined:
        frame["effect"] = NAN
    said = check(moved_headline(frame, "raw", after))
    right, wrong = ((frame["effect"] > 0).sum(), (frame["effect"] < 0).sum())
    if not len(frame):
        assert said == "No pair is left to look at."
    elif not (frame["change"].abs() > 1e-6).any():
        assert said.endswith("no cosine moves.")
        assert not numbers(said)
    elif undefined:
        assert "cannot be told" in said
    elif not right and not wrong:
        assert "changes no rank" in said
    elif len(frame) == 1:
        assert ("the right way" in said) == bool(right)
        assert (numbers(said)[-1] > 0) == bool(right)
    else:
        assert numbers(said)[-4:-1] == [len(frame), right, wrong]
        total = frame["effect"].sum()
        assert np.sign(numbers(said)[-1]) == np.sign(total)


@states(FINITE, FINITE, st.integers(-9, 9).map(lambda i: i / 2), FINITE)
def test_a_pair_moves_as_far_as_is_said(before, after, places, gold):
    row = {"pair": 7, "gold": gold, "before": before, "after": after, "rank_change": places}
    said = check(pair_sentence(pd.Series(row), "raw", "zipfian_whitening"))
    alike = number(before) == number(after)
    assert ("stays" in said) == alike
    assert ("rises" in said) == (not alike and after > before)
    assert ("keeps its place" in said) == (places == 0)
    if places:
        assert numbers(said)[-1] == abs(places)
        assert ("up." in said) == (places > 0)


@states(st.lists(st.integers(-3, 9) | FINITE, max_size=9), st.integers(0, 2))
def test_guesses_lie_where_they_are_said_to(guesses, digits):
    guesses = [round(g, digits) for g in guesses]
    said = check(guess_headline(guesses, "types", digits).replace("1 types", "1 type"))
    if len(guesses) < 2:
        return
    found = numbers(said)
    assert found[0] == len(guesses)
    if "at least half" in said:
        low = found[1]
        high = found[2] if " to " in said else low
        inside = sum(low <= read(number(g, digits)) <= high for g in guesses)
        assert 2 * inside >= len(guesses)
    if "median" in said:
        assert found[-1] == pytest.approx(np.median(guesses), abs=0.051 * 10.0**-digits, rel=0.06)


# Theorem 1


@states(
    st.dictionaries(st.sampled_from("abc"), ANY.map(abs), min_size=1), st.sampled_from([1, 0.02])
)
def test_the_law_is_off_by_what_is_said(off, scale):
    said = check(family_headline(off, scale))
    assert ("times as long" in said) == (scale != 1)
    for label, error in off.items():
        if np.isfinite(error):
            part = re.search(rf"([^:,]*) \({label}\)", said)[1]
            assert ("less than" in part) == (error > 0 and number(100 * error, 1) == "0.0")
        else:
            assert f"({label})" not in said


@states(low_high(FINITE), low_high(FINITE), st.integers(0, 5), st.sampled_from(["", "r", "both"]))
@example((0.95, 0.93, 0.97), (1.1, 1.05, 1.15), 9, "")
@example((0.999, 0.99, 0.9999), (1.0, 0.9, 1.1), 9, "")
def test_the_law_holds_only_where_both_intervals_hold_it(r, slope, n, undefined):
    r = tuple(np.clip(r, -1, 1)) if undefined == "" else (NAN,) * 3
    slope = (NAN,) * 3 if undefined == "both" else slope
    names = ("", "_low", "_high")
    values = {f"r{e}": v for e, v in zip(names, r, strict=True)}
    values |= {f"slope{e}": v for e, v in zip(names, slope, strict=True)}
    found = Agreement(**values, rho=NAN, rho_low=NAN, rho_high=NAN, n=n)
    said = check(law_headline("Here", found))
    if n < 3 or undefined:
        assert not re.search("law holds|close to|more information|less information", said)
        return
    r_read, _, r_low, r_high, _, _, s_low, s_high = numbers(said)[:8]
    reached = number(r[2]) == "1.00" and slope[1] <= 1 <= slope[2]
    holds = r_read >= 0.9 and reached
    close = r_read >= 0.9 and 0.8 <= slope[0] <= 1.25
    expected = {
        "the law holds": holds,
        "close to the law": close and not reached,
        "do mean more": r_low > 0 and not close and not holds,
        "mean less": r_high < 0,
        "cannot be told": r_low <= 0 <= r_high and not close and not holds,
    }
    assert [words for words in expected if words in said] == [
        words for words, so in expected.items() if so
    ]
    if "the law holds" in said:
        assert r_low <= 1 <= r_high
        assert s_low <= 1 <= s_high


@states(st.lists(FINITE.map(abs) | st.just(NAN), min_size=2, max_size=3))
def test_no_order_of_what_is_no_error(errors):
    sides = {("raw", "none"): {"paper": np.array(errors)}}
    said = check(law_error_headline([0.02, 0.04, 0.08][: len(errors)], sides))
    defined = errors[0] > 0 and errors[1] > 0
    assert ("the order is" in said) == defined


# Partition functions

SPREADS = st.fixed_dictionaries(
    {"std_log": FINITE.map(abs) | st.just(NAN), "variation": FINITE.map(abs) | st.just(NAN)}
)


def partition(method, prior, spreads, contexts):
    log_z = np.linspace(0, 1, len(contexts))
    return Partition(
        method=method,
        prior=prior,
        contexts=np.array(contexts),
        log_z=log_z,
        log_second_order=log_z,
        constancy=Constancy(**spreads, min_max=NAN),
    )


@states(
    st.dictionaries(
        st.sampled_from(METHODS),
        st.fixed_dictionaries({"uniform": SPREADS, "zipfian": SPREADS}),
        min_size=1,
    ),
    st.sampled_from([[4, 5, 6], [4], [4, 4]]),
)
def test_z_is_more_constant_only_where_it_spreads_less(spreads, contexts):
    found = {
        m: {prior: partition(m, prior, s, contexts) for prior, s in both.items()}
        for m, both in spreads.items()
    }
    said = check(partition_headline(found))
    assert "min/max" not in said
    if len(set(contexts)) == 1:
        assert "One context" in said
        return
    for prior, method in (("zipfian", "zipfian_whitening"), ("uniform", "uniform_whitening")):
        if not {method, "raw"} <= set(spreads):
            continue
        after, before = (spreads[m][prior]["std_log"] for m in (method, "raw"))
        if np.isfinite(after + before):
            alike = number(after) == number(before) or abs(after - before) <= 0.05 * before
            label = "Zipfian" if prior == "zipfian" else "uniform"
            made = f"made the {label} Z {'more' if after < before else 'less'} constant"
            assert (f"how constant the {label} Z is" if alike else made) in said
    for after, before in re.findall(r"the variation of Z \((\S+), before (\S+)\)", said):
        assert read(after) > read(before)
    if "is most constant after" in said:
        known = {m: both["zipfian"]["std_log"] for m, both in spreads.items()}
        least = min(v for v in known.values() if np.isfinite(v))
        tied = [m for m, v in known.items() if number(v) == number(least)]
        names = said.split("after ")[1].split(":")[0]
        assert len(tied) == names.count(" and ") + names.count(", ") + 1
        assert printed(said)[-1] == number(least)


@states(st.lists(SHARE | st.sampled_from([5.0, INF, NAN]), min_size=1, max_size=4))
def test_the_second_order_form_is_off_by_what_is_said(errors):
    found = {
        method: {"zipfian": SimpleNamespace(error=error)}
        for method, error in zip(METHODS, errors, strict=False)
    }
    said = check(second_order_headline(found))
    assert said.count("%") == sum(map(np.isfinite, errors))


# Losses and batches

ERRORS = st.integers(2980, 3020).map(lambda i: i / 10_000)


@states(st.lists(st.tuples(*[ERRORS] * 4), min_size=1, max_size=4))
@example([(0.3, 0.3, 0.3, 0.3)] * 3)
@example([(0.3, 0.2, 0.2, 0.3)])
def test_a_loss_is_lower_only_where_it_stands(rows):
    columns = dict(zip(("a_mis", "a_bal", "b_mis", "b_bal"), np.array(rows).T, strict=True))
    empty = np.empty((len(rows), 0))
    a, b = (
        Spread(
            strength=t,
            accuracy=empty,
            lengths=empty,
            misclassification=columns[f"{name}_mis"],
            balanced=columns[f"{name}_bal"],
        )
        for name, t in (("a", 0.0), ("b", 1.0))
    )
    runs = {"softmax": a, "logit-adjusted": b}
    apart = differences(a, b)
    said = check(loss_headline(runs, apart))
    for part, name in zip(said.split("; "), ("misclassification", "balanced"), strict=True):
        value, low, high = apart[name]
        assert value == pytest.approx(getattr(b, name).mean() - getattr(a, name).mean())
        if "is lower with" in part:
            less, more, near, far = numbers(part)[-5:][:2] + numbers(part)[-2:]
            assert less < more
            assert 0 < near <= far
            assert len(rows) > 1
            assert low > 0 or high < 0
            assert ("lower with softmax" in part) == (value > 0)
        elif "alike" in part:
            assert len(set(re.findall(r"\d+\.\d", part))) == 1
        else:
            assert ("may be chance" in part) == (len(rows) > 1)


@states(st.lists(st.integers(1, 1000), min_size=1, max_size=30))
def test_negatives_are_nearer_to_the_prior_that_is_said(counts):
    found = batch_priors(np.array(counts, float), np.unique(np.geomspace(1, 1000, 9).round()))
    said = check(batch_headline(found))
    if len(set(counts)) == 1:
        assert "both priors" in said
    elif "nearer to the uniform prior." in said and "on, negatives" in said:
        assert found.to_uniform[-1] < found.to_zipfian[-1]
        at = numbers(said)[0]
        below = found.batches < 0.9 * at
        assert (found.to_zipfian[below] <= found.to_uniform[below]).all()
    else:
        nearer_to_p = found.to_zipfian[-1] < found.to_uniform[-1]
        assert said.endswith("nearer to p.") == bool(nearer_to_p)


@states(st.lists(st.integers(1, 50), min_size=1, max_size=6), st.sampled_from([0.0, 0.5, 1.0]))
def test_the_first_step_pulls_the_classes_that_are_said(counts, t):
    p = np.sort(np.array(counts, float))[::-1]
    pull, push = first_updates(p, t)
    said = check(first_update_headline({"softmax": (pull, push)}))
    if t == 1 or len(set(counts)) == 1:
        assert "as much as it pushes" in said
        return
    more = int((pull > push * (1 + 1e-9)).sum())
    less = int((push > pull * (1 + 1e-9)).sum())
    for k, name in ((more, "pulls the {}most frequent of"), (less, "pushes the {}rarest more")):
        assert name.format("" if k == 1 else f"{k} ") in said


# Skip-gram


@states(
    st.lists(st.sampled_from([0.4, 1.0, 2.0, 3.4, 12.0, 5000.0]), min_size=1, max_size=6),
    st.sampled_from([0.0, 0.75, 1.0]),
    st.integers(1, 5),
)
def test_updates_are_those_of_the_words_that_are_said(pulls, exponent, k):
    pulls, words = np.array(pulls), WORDS[: len(pulls)]
    q = pulls**exponent
    pushed = k * pulls.sum()
    found = Updates(pulls=pulls, pushes=pushed * q / q.sum(), even=pushed / len(pulls))
    said = check(update_headline(words, found))
    read_as = [finer(n, 0) for n in pulls]
    often = {"once": "1", "twice": "2"}
    if len(set(read_as)) == 1:
        assert "equally often" in said
    else:
        ends = {finer(pulls.max(), 0), finer(pulls.min(), 0)}
        for part in re.findall(r"vectors? of (.*?)(?=, and pushes| and the vector)", said):
            n = re.search(r"(once|twice|[\d.\u202f]+ times)", part)[1].removesuffix(" times")
            n = often.get(n, n)
            tied = {w for w, r in zip(words, read_as, strict=True) if r == n}
            assert n in ends
            named = set(re.findall("“(.*?)”", part))
            assert named == tied if len(tied) <= 3 else f"{len(tied)} words" in part
    if exponent == 1:
        assert f"pushes a vector {number(k, 1)} times for every pull" in said


@states(FINITE.map(abs) | st.just(INF), FINITE.map(abs), FINITE.map(abs), st.integers(1, 9))
def test_a_loss_is_more_or_less_only_where_it_reads_so(pulled, pushed, lowest, k):
    empty = np.empty(0)
    found = SkipGramLoss(
        k=k, pull=empty, push=empty, pulled=pulled, pushed=pushed, lowest=min(lowest, pulled)
    )
    said = check(skipgram_loss_headline(found))
    if np.isinf(pulled):
        assert "no number" in said
        return
    value, zero = number(pulled + pushed), number((1 + k) * np.log(2))
    assert f"is {value} nats" in said
    assert ("more than vectors of 0" in said) == (value != zero and found.value > found.at_zero)
    assert ("as vectors of 0 have" in said) == (value == zero)
    assert ("no vectors can have less" in said) == (value == number(found.lowest))


@states(
    ANY,
    ANY,
    FINITE | st.just(INF),
    FINITE.map(abs) | st.just(NAN),
    st.integers(1, 5),
    st.booleans(),
)
def test_a_skipgram_is_at_its_optimum_only_where_it_is(r, slope, mean, std, k, tied):
    empty = np.empty(0)
    found = Optimum(
        k=k, pmi=empty, logits=empty, r=r, slope=slope, gap=0.0, log_z=empty, log_z_noise=empty,
        z_mean=mean, z_std=std, tied=tied,
    )  # fmt: skip
    said = check(optimum_headline(found))
    assert ("follows PMI" in said) == bool(
        np.isfinite(r + slope) and number(r) > number(0) and r > 0
    )
    assert ("is close to" in said) == (abs(mean) < 0.2 and std < 0.2)
    if np.isfinite(mean + std):
        assert ("cannot bring it below" in said) == (tied and k > 1)
        assert number(mean) in printed(said)


@states(low_high(FINITE) | st.just((NAN, NAN, NAN)), ANY, st.integers(1, 300))
@example((0.95, 0.93, 0.97), 100.0, 50)
@example((0.001, -0.1, 0.1), 0.3, 50)
def test_frequent_words_are_long_only_where_they_are(r, slope, d):
    value, low, high = np.clip(r, -1, 1)
    empty = np.empty(0)
    found = Arora(
        d=d, log_z=0.0, squared=empty, predicted=empty, r=value, r_low=low, r_high=high, slope=slope
    )
    said = check(arora_headline(found))
    if not np.isfinite(value + slope):
        assert "cannot be looked at" in said
        return
    r_read, _, r_low, r_high, slope_read, _, law = numbers(said)[-7:]
    assert law == 2 * d
    assert ("rises with log p" in said) == (r_low > 0 and r_read > 0)
    assert ("falls as log p rises" in said) == (r_high < 0 and r_read < 0)
    if "nearly as it should" in said:
        assert r_read >= 0.9
        assert 0.79 <= slope_read / law <= 1.26


# Spectra and neighbours


@states(
    st.dictionaries(
        st.sampled_from(["Raw, uniform", "Raw, Zipfian"]), FINITE.map(abs) | st.just(NAN)
    )
)
def test_directions_in_use_are_those_of_spectra_that_vary(ranks):
    spectra = {
        k: SimpleNamespace(effective_rank=r, eigenvalues=np.ones(3)) for k, r in ranks.items()
    }
    said = check(spectrum_headline(spectra))
    for label, rank in ranks.items():
        assert (f"of 3 ({label})" in said) == np.isfinite(rank)
        if np.isfinite(rank):
            assert f"{number(rank, 1)} of 3 ({label})" in said


DIMENSION = (FINITE.map(abs) | st.just(NAN)).map(lambda d: (d, 0.9 * d, 1.1 * d))


@states(DIMENSION, DIMENSION, FINITE.map(abs) | st.just(NAN))
def test_dimensions_are_those_that_are_defined(types, tokens, gaussian):
    """Each number is said with its own words, and none where there is none."""
    rows = [
        SimpleNamespace(name=name, d=d, low=low, high=high, gaussian=gaussian)
        for name, (d, low, high) in (("types", types), ("tokens", tokens))
    ]
    said = check(dimension_headline(rows))
    assert ("undefined" in said) == any(np.isnan(row.d) for row in rows)
    for row in rows:
        assert (f"{number(row.d, 1)} for {row.name}" in said) == np.isfinite(row.d)
    told = sum(np.isfinite(row.d) for row in rows) * np.isfinite(gaussian)
    assert said.count("Gaussian") == told


@states(SHARE | st.just(NAN), ANY, st.integers(0, 4))
def test_a_direction_is_what_is_said(share, r, shown):
    said = check(component_headline(2, share, r, WORDS[:shown], WORDS[:shown]))
    assert ("Nothing varies" in said) == (not share > 0)
    if share > 0:
        assert ("runs from" in said) == (shown > 0)
        assert (f"r = {number(r)}" in said) == np.isfinite(r)


@states(SHARE, st.integers(1, 50), st.integers(2, 400), FINITE | st.just(NAN), FINITE)
@example(0.5, 10, 400, -2.64, -2.97)
@example(0.5, 10, 400, 1.9, 0.3)
@example(0.5, 10, 400, 1.9, 1.9)
def test_hubs_fade_only_where_there_were_hubs(overlap, k, n, before, after):
    k = min(k, n - 1)
    chance = k / (n - 1)
    said = check(space_map_headline("Raw", "White", overlap, k, chance, (before, after)))
    if chance == 1:
        assert "none can move" in said
        return
    if k > 1:
        assert number(k * overlap, 1) in printed(said)
    if np.isnan(before):
        assert "hubs" not in said
        return
    was, now, most = numbers(said)[-3:]
    error = 1.96 * np.sqrt(6 / n)
    assert number((1 - 2 * chance) / np.sqrt(k * (1 - chance)) + error) == number(most)
    moved = abs(after - before) > np.sqrt(2) * error and was != now
    words = {
        "neither has hubs": was <= most and now <= most,
        "hubs are gone": was > most >= now,
        "hubs appear": now > most >= was,
        "hubs stay": min(was, now) > most and not moved,
        "hubs grow": now > was > most and moved,
        "hubs fade": was > now > most and moved,
    }
    assert [w for w in words if w in said] == [w for w, holds in words.items() if holds]


@states(st.integers(0, 5), st.integers(1, 5))
def test_neighbours_stay_that_are_said_to(stayed, k):
    stayed = min(stayed, k)
    said = check(nearest_headline("cat", stayed, k))
    if k == 1:
        assert ("stays" in said) == (stayed == 1)
    else:
        assert numbers(said) == [stayed, k]


# Token vectors


@states(st.lists(ANY, min_size=3, max_size=3))
def test_token_scores_are_told_as_they_are(values):
    names = ["raw", "uniform_whitening", "zipfian_whitening"]
    said = check(token_score_headline(pd.Series(values, index=names), "STS-B"))
    if np.isfinite(values).any():
        assert [number(v, 1) for v in values if np.isfinite(v)] == sorted(
            printed(said.split(",", 1)[1]),
            key=[number(values[i], 1) for i in (0, 1, 2)].index,
        ) or len({number(v, 1) for v in values}) < 3
    else:
        assert "undefined" in said


@states(st.lists(SHARE | st.just(NAN), min_size=8, max_size=8))
def test_token_symmetries_are_told_as_they_are(values):
    columns = ["sym1_zipfian", "sym2_zipfian", "sym1_uniform", "sym2_uniform"]
    frame = pd.DataFrame(np.reshape(values, (2, 4)), ["raw", "zipfian_whitening"], columns)
    said = check(token_symmetry_headline(frame))
    shown = [*values[:2], *values[4:]]
    assert printed(said) == [number(v) for v in shown if np.isfinite(v)]


@states(SHARE | st.just(NAN), SHARE | st.just(NAN), st.integers(1, 99), st.integers(1, 9999))
def test_a_token_is_its_type_only_beyond_chance(share, chance, n_types, n_tokens):
    said = check(type_headline(share, chance, n_types, n_types * n_tokens))
    if n_types == 1:
        assert not numbers(said)
    elif np.isfinite(share + chance):
        more = number(100 * share, 1) != number(100 * chance, 1) and share > chance
        assert ("so far a token" in said) == more


@states(st.tuples(*[ANY] * 6))
def test_sentences_follow_tokens_only_where_they_do(values):
    names = ("mean_cosine", "covariance_cosine", "whiteness")
    pairs = zip(values[::2], values[1::2], strict=True)
    moments = {n: {"zipfian": z, "uniform": u} for n, (z, u) in zip(names, pairs, strict=True)}
    said = check(moment_headline(moments))
    mean, second = values[0], values[2]
    assert ("nearly the same way" in said) == (mean >= 0.8995)
    assert ("is nearly that" in said) == (second >= 0.895)


# Lengths, scores, curves, frequency


def beside(values):
    """Numbers beside noise, named by letters."""
    return [
        Beside("abcd"[i], v, None if low is None else NoiseBand((low, high), (low, high)))
        for i, (v, low, high) in enumerate(values)
    ]


BANDED = low_high(st.integers(-100, 100).map(lambda i: i / 100)).flatmap(
    lambda ends: st.tuples(
        st.integers(-1000, 1000).map(lambda i: i / 1000) | st.just(NAN),
        st.sampled_from([None, NAN, ends[1]]),
        st.just(ends[2]),
    )
)


@states(st.lists(BANDED, min_size=1, max_size=4), st.sampled_from([1, 2, 500]), st.booleans())
@example([(0.434, -0.12, 0.12)], 500, False)
@example([(0.4949, 0.36, 0.49)], 500, False)
@example([(0.853, 0.956, 0.969), (NAN, 0.1, 0.2)], 500, False)
@example([(1.0, -1.0, 1.0)], 2, True)
def test_length_follows_information_only_beyond_noise(values, k, whole):
    """As printed: what reads as the edge of its band is not beyond it."""
    said = check(norm_headline(beside(values), k, k if whole else None, pending=True))
    start = f"Among all {k} words" if whole else f"Among the {k} most frequent word"
    assert said.startswith("With one word" if whole and k == 1 else start)
    if all(np.isnan(v) for v, *_ in values):
        assert "no correlation is defined" in said
        return
    known = [low is not None and not np.isnan([low, high]).any() for _, low, high in values]
    if not any(k and not np.isnan(v) for k, (v, *_) in zip(known, values, strict=True)):
        assert said.endswith("; what noise gives is being computed.")
        return
    groups = re.split("; ", said.split("information content ", 1)[1])
    for item, has_noise in zip(beside(values), known, strict=True):
        [where] = [group for group in groups if f"“{item.name}”" in group]
        if np.isnan(item.value):
            assert where.startswith("undefined in")
            continue
        value = float(f"{item.value:.2f}")
        low, high = item.band.ends if has_noise else (value, value)
        phrases = {
            "more than noise": value > high and value > 0,
            "as noise": has_noise and low <= value <= high,
            "less than noise": value < low and value > 0,
            "the other way": value < low and value <= 0,
            "in “": not has_noise or (value > high and value <= 0),
        }
        assert phrases[next(phrase for phrase in phrases if where.startswith(phrase))], said


def test_a_gain_is_one_only_beyond_that_of_noise():
    table = pd.DataFrame(
        {"up": [40.0, 60.0], "as": [50.0, 55.0], "down": [50.0, 45.0], "none": [1.0, NAN]},
        index=["raw", "zipfian_whitening"],
    )
    bands = {name: NoiseBand((0.2, 7.3), (-1.0, 5.0)) for name in table}
    said = figures.score_headline(table, bands)
    assert "beyond noise of the same frequencies on up (+20.0, noise −1.0 to 7.3)" in said
    assert "as noise of the same frequencies on as (+5.0, noise −1.0 to 7.3)" in said
    assert "does not have on down (−5.0, noise −1.0 to 7.3)" in said
    assert said.endswith("; undefined on none.")
    sure = {"up": (3.0, 37.0), "as": (-1.0, 11.0), "down": (-9.0, -1.0), "none": (NAN, NAN)}
    said = check(figures.score_headline(table, bands, sure))
    assert "(95 % intervals, corrected for 4)" in said
    assert "on up (+20.0, 3.0 to 37.0; noise −1.0 to 7.3)" in said
    assert said.endswith("a gain is sure in 1 of 4, a loss in 1.")
    alone = check(figures.score_headline(table[["as"]], None, {"as": sure["as"]}))
    assert "(95 % interval): +5.0 on as (−1.0 to 11.0)." in alone
    assert alone.endswith("would show a gain is open.")
    few = check(figures.score_headline(table[["up"]], None, {"up": (NAN, NAN)}))
    assert "+20.0 on up (too few texts)" in few
    averaged = table[["up", "as"]].rename(columns={"as": "average"})
    told = figures.score_headline(averaged, None, {"up": (3.0, 37.0), "average": (1.0, 9.0)})
    assert "sure in 1 of 1" not in told
    alike = figures.score_headline(pd.DataFrame({"a": [1.0, 1.0]}, index=["raw", "sif_ccr"]))
    assert "alike on average: 1.0" in alike


def test_scores_that_are_undefined_are_not_compared():
    table = pd.DataFrame({"a": [1.0, NAN], "b": [NAN, 2.0]}, index=["raw", "zipfian_whitening"])
    assert "cannot be compared" in figures.score_headline(table)
    assert figures.score_headline(table.loc[["raw"], ["b"]]).startswith("Every score is undefined")


def curve_of(scores, paper, errors):
    """A curve over 0, 1, ... with the paper's setting at place `paper`."""
    y = np.array(scores, float)
    frame = pd.DataFrame({"value": np.arange(float(len(y))), "spearman": y})
    change = y - y[paper]
    frame["is_paper"] = np.arange(len(y)) == paper
    ends = {"change": change, "low": change - errors, "high": change + errors}
    return frame.assign(**{f"spearman_{name}": values for name, values in ends.items()})


@states(
    st.lists(FINITE | st.just(NAN), min_size=1, max_size=6),
    st.integers(0, 5),
    st.sampled_from([0.0, 0.1, 5.0, NAN]),
    st.booleans(),
    st.tuples(st.sampled_from([0, -9]), st.sampled_from([1, 2, 5, 9])),
)
@example([28.6, 28.61], 0, 0.1, True, (0, 9))
def test_a_highest_value_is_judged_against_the_paper_s(scores, paper, error, whole, limits):
    """Stands or not, at an end of what was tried, equal as printed, of few texts, not there yet."""
    paper %= len(scores)
    frame = curve_of(scores, paper, error)
    frame = frame if whole else frame[~frame["is_paper"]]
    said = check(curve_headline(frame, "abtt", limits=limits))
    known = frame[np.isfinite(frame["spearman"])]
    if known.empty:
        assert "undefined for every value" in said
        return
    best = known.loc[known["spearman"].idxmax()]
    assert number(best["spearman"], 1) in printed(said)
    if len(known) > 1 and len({number(v, 1) for v in known["spearman"]}) == 1:
        assert "at every value" in said
        return
    there = known[known["is_paper"]]
    judged = len(there) and number(there["spearman"].iloc[0], 1) != number(best["spearman"], 1)
    assert ("against the paper’s setting" in said) == bool(judged)
    if judged:
        assert ("difference stands" in said) == (best["spearman_low"] > 0)
        assert ("too few texts" in said) == bool(np.isnan(error))
    if len(there) and "nowhere above" not in said:
        is_last = best["value"] == known["value"].max() and best["value"] < limits[1]
        is_first = best["value"] == known["value"].min() and best["value"] > limits[0]
        assert ("largest value tried" in said) == is_last
        assert ("smallest value tried" in said) == (is_first and not is_last)


BASES = ("raw", "abtt", "zipfian_whitening")


@states(st.lists(FINITE | st.just(NAN), min_size=9, max_size=9), st.sampled_from([0.1, 5.0, NAN]))
@example([1.0] * 8 + [1.01], 0.1)
def test_the_best_cell_is_judged_against_zipfian_whitening(scores, error):
    cells = [(d, w, d if d == w else f"{d}_norm_{w}") for d in BASES for w in BASES]
    frame = pd.DataFrame(cells, columns=["direction", "length", "method"]).assign(pearson=scores)
    change = frame["pearson"] - scores[-1]
    ends = {"change": change, "low": change - error, "high": change + error}
    frame = frame.assign(**{f"pearson_{name}": values for name, values in ends.items()})
    said = check(grid_headline(frame, "pearson"))
    known = frame[np.isfinite(frame["pearson"])]
    if known.empty:
        assert "undefined" in said
        return
    best = known.loc[known["pearson"].idxmax()]
    assert number(best["pearson"], 1) in printed(said)
    if len(known) > 1 and len({number(v, 1) for v in known["pearson"]}) == 1:
        assert "Every length" in said
        return
    own = np.isfinite(scores[-1])
    alike = own and number(scores[-1], 1) == number(best["pearson"], 1)
    assert ("No cell scores above" in said) == alike
    assert ("against Zipfian whitening itself" in said) == (own and not alike)
    if own and not alike:
        assert ("difference stands" in said) == (best["pearson_low"] > 0)


DIFFERENCE = st.tuples(
    st.sampled_from(METHODS[1:4]), st.sampled_from(METHODS[:2]), low_high(FINITE)
)


@states(st.lists(DIFFERENCE | st.just(("abtt", "raw", (NAN,) * 3)), max_size=5))
def test_differences_stand_where_their_intervals_leave_0_out(rows):
    ends = ["value", "low_corrected", "high_corrected"]
    rows = [("STS-B", m, b, *v, v[1] > 0 or v[2] < 0) for m, b, v in rows]
    columns = ["task", "method", "baseline", *ends, "stands"]
    frame = pd.DataFrame(rows, columns=columns).astype(
        dict.fromkeys(ends, float) | {"stands": bool}
    )
    said = check(difference_headline(frame))
    known = frame[np.isfinite(frame["value"])]
    if known.empty:
        assert said.startswith(("No difference", "There is no difference"))
        return
    assert numbers(said)[:2] == [known["stands"].sum(), len(known)]
    shown = known[(known["method"] == "zipfian_whitening") & (known["baseline"] != "raw")]
    assert said.count("does not stand") == (~shown["stands"]).sum()
    assert said.count("on STS-B") == len(shown)
    assert ("corrected for all together" in said) == (len(known) > 1)


@states(st.lists(st.tuples(SHARE | st.just(NAN), st.booleans()), min_size=1, max_size=4))
@example([(0.5, False), (0.5001, False)])
def test_a_list_moves_the_score_as_far_as_it_reads(rows):
    """From the lowest to the highest score, told apart only where they read apart."""
    score, stands = np.array(rows, float).reshape(-1, 2).T
    frame = pd.DataFrame({"source": [f"list {c}" for c in "abcd"[: len(rows)]]})
    frame = frame.assign(score=100 * score, change=100 * (score - score[0]), stands=stands > 0)
    frame.loc[0, ["change", "stands"]] = NAN, False
    said = check(which_p_headline(frame, "on STS-B", "zipfian_whitening", "list a"))
    known = frame[np.isfinite(frame["score"])]
    if known.empty:
        assert "undefined with every list" in said
        return
    ends = [number(f(known["score"]), 1) for f in (min, max)]
    if len(known) == 1:
        assert f"{ends[1]} on STS-B" in said
        assert "choose a second list" in said
        return
    assert ("with every list" in said) == (ends[0] == ends[1])
    assert all(end in said for end in ends)
    others = known[(known["source"] != "list a") & np.isfinite(known["change"])]
    if len(others) > 1:
        assert f"{int(others['stands'].sum())} of {len(others)} differences to list a" in said


@states(FINITE | st.just(NAN), FINITE, SHARE, st.integers(1, 20))
def test_what_words_carry_is_told_or_undefined(change, together, distance, n):
    said = check(carried_headline(change, together, distance, n, ("one", "other")))
    assert said.startswith("From one to other, ")
    assert ("the score is undefined" in said) == (not np.isfinite(change + together))


@states(
    st.lists(st.tuples(FINITE | st.just(NAN), st.sampled_from([0.001, 0.3, NAN])), max_size=2),
    st.integers(0, 40),
)
def test_symmetry_is_tied_to_the_score_only_beyond_chance(rows, n):
    columns = {"measure": ["sym2_zipfian", "sym2_uniform"][: len(rows)]}
    r, p = np.array(rows, float).reshape(-1, 2).T
    r = np.clip(r, -1, 1)
    frame = pd.DataFrame(columns | {"pearson": r, "pearson_p": np.where(np.isnan(r), NAN, p)})
    said = check(symmetry_headline(frame, n))
    defined = np.isfinite(r)
    assert said.startswith(f"Over {n} space")
    assert said.count("no correlation") == (2 - defined.sum() if defined.any() else 1)
    assert said.count("no tie beyond chance") == (defined & (p > 0.1)).sum()
    for value, share in zip(r[defined], p[defined], strict=True):
        assert f"r = {number(value)}" in said
        if share < 0.1:
            assert "beyond chance)" in said
    tied = [number(v) for v in r[defined & ~(p > 0.1)]]
    assert said.count("the score rises with Sym₂") == sum(v[0] != "−" and v != "0.00" for v in tied)
    assert said.count("falls as Sym₂ rises") == sum(v[0] == "−" for v in tied)


MEASURES = ("isoscore", "sym1_zipfian", "sym2_zipfian", "other")
MEASURE = st.tuples(
    st.integers(-200, 200).map(lambda i: i / 200) | st.just(NAN),
    st.integers(0, 40).map(lambda i: i / 100),
    st.sampled_from([1 / 5040, 0.002, 0.02, 0.3, NAN]),
)


@states(st.lists(MEASURE, min_size=1, max_size=4), st.booleans())
@example([(0.9, 0.05, 0.002), (0.6, 0.2, 0.05)], True)
@example([(-0.9, 0.05, 0.002), (0.6, 0.2, 0.05)], True)
def test_closest_is_said_only_where_it_is_sure(rows, ranges):
    """The largest |r|, its sign in words; unlikely by chance, and not reached by any other."""
    r, far, p = np.array(rows, float).T
    frame = pd.DataFrame({"measure": MEASURES[: len(r)], "pearson": r})
    frame["pearson_p"] = np.where(np.isnan(r), NAN, p)
    for of in ("", "_method"):
        frame[f"pearson{of}_low"] = r - far if ranges else NAN
        frame[f"pearson{of}_high"] = r + far if ranges else NAN
    said = check(correlation_headline(frame))
    known = frame[np.isfinite(r)]
    if known.empty:
        assert said.startswith("No correlation is defined")
        return
    best = known.loc[known["pearson"].abs().idxmax()]
    if number(best["pearson"]) == "0.00":
        assert "No measure goes with the score" in said
        return
    assert f"r = {number(best['pearson'])}" in said
    assert ("the lower the score" in said) == (best["pearson"] < 0)
    if "most closely" in said:
        assert best["pearson_p"] * len(known) < 0.05
        ends, others = ["pearson_low", "pearson_high"], known.drop(best.name)
        own = best[ends].astype(float)
        if ranges:
            assert own.min() > 0 or own.max() < 0
            assert np.abs(others[ends].to_numpy()).max(initial=0) < own.abs().min()
    elif len(known) > 1:
        assert ", but " in said


def test_half_of_the_text_is_counted():
    """A flat list needs half of its words for that."""
    words = [f"w{i}" for i in range(10)]
    flat = rank_view(word_space(words, np.eye(10), np.ones(10)))
    assert flat.n_half == 5
    forty = [f"w{i}" for i in range(40)]
    assert rank_view(word_space(forty, np.eye(40), np.ones(40))).n_half == 20
    steep = rank_view(word_space(words, np.eye(10), 2.0 ** -np.arange(10)))
    assert steep.n_half == 1
    fit = (1.0, 0.0, 1, 10)
    said = figures.rank_headline(10, fit, 1)
    assert said.endswith("; the most frequent word fills at least half of the text.")
    assert "the 5 most frequent words fill at least half" in figures.rank_headline(10, fit, 5)
