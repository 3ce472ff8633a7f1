"""How measures go with the score: coefficients, what is left out, chance; the paper's spaces."""

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from zipfviz.evaluation import published
from zipfviz.explore import correlations
from zipfviz.figures import correlation_headline


def made(n_embeddings=3, n_methods=4, seed=3):
    rng = np.random.default_rng(seed)
    cells = itertools.product("abc"[:n_embeddings], "wxyzuvst"[:n_methods])
    points = pd.DataFrame(cells, columns=["embedding", "method"])
    return points.assign(sym2_zipfian=rng.random(len(points)), score=rng.random(len(points)))


def test_coefficients_leave_one_embedding_or_method_out():
    """Coefficients are scipy's; ranges are over all points and all but those of one label."""
    points = made()
    row = correlations(points, measures=["sym2_zipfian"]).iloc[0]
    for name, coefficient in (("pearson", stats.pearsonr), ("spearman", stats.spearmanr)):
        for of, label in (("", "embedding"), ("_method", "method")):
            rests = [points[points[label] != each] for each in points[label].unique()]
            values = [coefficient(p["sym2_zipfian"], p["score"])[0] for p in [points, *rests]]
            assert row[name] == pytest.approx(values[0], abs=1e-4)
            assert row[f"{name}{of}_low"] == pytest.approx(min(values), abs=1e-4)
            assert row[f"{name}{of}_high"] == pytest.approx(max(values), abs=1e-4)
    assert row["n"] == 12
    two = correlations(made(2), measures=["sym2_zipfian"]).iloc[0]
    assert np.isnan(two["pearson_low"])
    assert np.isfinite(two["pearson_method_low"])


def test_chance_is_the_share_of_orders_of_the_methods():
    """Scores of the methods in another order, the same in each space; all 24 orders of four."""
    points = made()
    row = correlations(points, measures=["sym2_zipfian"]).iloc[0]
    for name, coefficient in (("pearson", stats.pearsonr), ("spearman", stats.spearmanr)):
        x = points["sym2_zipfian"].to_numpy().round(5)
        y = points["score"].to_numpy().round(5).reshape(3, 4)
        found = [
            coefficient(x, y[:, list(order)].ravel())[0]
            for order in itertools.permutations(range(4))
        ]
        share = np.mean(np.abs(found) >= abs(row[name]) - 1e-9)
        assert row[f"{name}_p"] == pytest.approx(share)
    mixed = points.sample(frac=1, random_state=0)
    assert correlations(mixed, measures=["sym2_zipfian"])["pearson_p"][0] == row["pearson_p"]
    lacking = correlations(points.iloc[1:], measures=["sym2_zipfian"]).iloc[0]
    assert np.isnan(lacking["pearson_p"])


def test_many_methods_are_put_in_orders_at_random():
    """Eight methods: 10,000 seeded orders, the one they are in among them."""
    points = made(n_methods=8)
    points["sym2_zipfian"] = points["score"]
    found, again = (correlations(points, measures=["sym2_zipfian"]) for _ in range(2))
    assert found["pearson_p"][0] == again["pearson_p"][0]
    assert 1 / 10_000 <= found["pearson_p"][0] <= 5 / 10_000


# Computed apart from this project, by orders at random: r of the Zipfian measures and p.
PAPER = {
    "STS-B": {"sym2_zipfian": (0.896, 0.002), "sym1_zipfian": (0.62, 0.056)},
    "SICK-R": {"sym2_zipfian": (0.65, 0.098), "sym1_zipfian": (0.60, 0.009)},
}


@pytest.mark.parametrize("task", PAPER)
def test_the_paper_s_spaces(task):
    """All 5,040 orders give what orders at random did; only STS-B has a closest measure."""
    found = correlations(published.symmetry_points(task)).set_index("measure")
    for measure, (r, p) in PAPER[task].items():
        assert found.loc[measure, "pearson"] == pytest.approx(r, abs=0.005)
        assert found.loc[measure, "pearson_p"] == pytest.approx(p, abs=0.003)
    said = correlation_headline(found.reset_index())
    assert ("most closely" in said) == (task == "STS-B")
