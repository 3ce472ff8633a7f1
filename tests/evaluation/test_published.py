"""The paper's numbers as shipped: complete, consistent, and what definitions says of them holds."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from zipfviz.common.errors import ZipfvizError
from zipfviz.evaluation import printed_claims, published

MEASURES = ["sym1_zipfian", "sym2_zipfian", "sym1_uniform", "sym2_uniform", "isoscore"]


@pytest.mark.parametrize("task", ["STS-B", "SICK-R"])
def test_printed_correlations_are_pearson_over_21_points(task):
    """Each printed value is reproduced to two digits, but for the one case that is known."""
    points = published.symmetry_points(task)
    assert len(points) == 21
    assert not points.isna().any().any()
    printed = published.printed_correlations().set_index("task").loc[task]
    for measure in published.SYMMETRY_MEASURES:
        x = 1 - points[measure] if measure == "average_cosine" else points[measure]
        r = 100 * stats.pearsonr(x, points["score"])[0]
        if (task, measure) == ("STS-B", "sym2_uniform"):
            assert (round(r, 2), printed[measure]) == (-22.21, -21.21)
        else:
            assert r == pytest.approx(printed[measure], abs=0.0055), measure


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("STS-B", [52.29, 76.82, -43.68, -15.14, 9.14]),
        ("SICK-R", [59.64, 70.17, 3.11, -6.01, 29.90]),
    ],
)
def test_spearman_of_the_same_points(task, expected):
    """With values equal to five decimals as ties, ρ is what definitions.md lists."""
    points = published.symmetry_points(task)
    rho = [100 * stats.spearmanr(points[m].round(5), points["score"])[0] for m in MEASURES]
    assert np.round(rho, 2).tolist() == expected


def test_printed_scores_are_the_released_ones_rounded():
    """Both tables of Spearman's ρ, and Pearson's, agree with the release to their last digit."""
    released = published.released_scores()
    for frequency, coefficient in [
        ("enwiki", "spearman"),
        ("enwiki", "pearson"),
        ("test_set", "spearman"),
    ]:
        printed = published.static_scores(frequency, coefficient)
        tasks = [c for c in printed.columns if c not in ("embedding", "method", "average")]
        long = printed.melt(["embedding", "method"], tasks, "task", "printed")
        both = long.merge(released[released["frequency"] == frequency])
        assert len(both) == len(long)
        assert (both["printed"] - both[coefficient]).abs().max() < 0.0051
    with pytest.raises(ZipfvizError, match=r"released_scores\(\) has them all"):
        published.static_scores("test_set", "pearson")


def test_every_printed_embedding_has_its_protocol():
    """Whatever embedding a table names, PROTOCOLS says which vectors these are."""
    tables = [published.released_scores(), published.static_scores(), published.token_scores()]
    named = set(pd.concat(tables)["embedding"])
    assert named <= set(published.PROTOCOLS)
    assert "840B" in published.PROTOCOLS["GloVe"].vectors


def test_tables_are_whole_and_safe_to_change():
    """Sizes are the paper's, and a caller who changes a table changes nobody else's."""
    assert len(published.norms("GloVe")) == len(published.norms("word2vec")) == 500
    assert len(published.type_token_sample()) == 50
    assert (len(published.japanese()), len(published.mixed_norms())) == (13, 7)
    assert (len(published.lexical_similarity()), len(published.token_scores())) == (5, 15)
    changed = published.japanese()
    changed["JSTS"] = 0
    assert published.japanese()["JSTS"].min() > 50
    with pytest.raises(ZipfvizError, match="no scores on 'STS12'"):
        published.symmetry_points("STS12")
    with pytest.raises(ZipfvizError, match="no norm figure for 'fastText'"):
        published.norms("fastText")


def cells(found):
    return {(c.embedding, c.task, c.operation) for c in found.cells}


def test_where_the_printed_tables_do_not_bear_out_the_text():
    """Counted by hand in the tables."""
    enwiki, own = (published.static_scores(name) for name in ("enwiki", "test_set"))
    best, prior = printed_claims.not_best(enwiki), printed_claims.below_uniform(enwiki)
    assert (len(best.cells), best.n, len(prior.cells), prior.n) == (6, 28, 7, 56)
    assert best.listed() == "GloVe STS12; Word2Vec STS12, STS13, SICK-R; fastText STS12, STS13"
    best, prior = printed_claims.not_best(own), printed_claims.below_uniform(own)
    assert (len(best.cells), best.n, len(prior.cells), prior.n) == (3, 28, 7, 56)
    assert best.listed() == "Word2Vec STS15, SICK-R; fastText SICK-R"
    less = printed_claims.below(own, enwiki)
    assert (len(less.cells), less.n) == (6, 28)
    assert ("GloVe", "SICK-R", "whitening") in cells(less)
    tokens = published.token_scores()
    assert not printed_claims.not_best(tokens).cells
    prior = printed_claims.below_uniform(tokens)
    assert (cells(prior), prior.n) == ({("RoBERTa-base", "STS12", "centering")}, 3 * 7 * 2)
    words = printed_claims.below_uniform(published.lexical_similarity())
    assert cells(words) == {("GloVe", task, "whitening") for task in ("WordSim353", "MEN")}
    said = printed_claims.remark(own)
    assert (
        "not the best method in 3 of the 28 printed cells: Word2Vec STS15, SICK-R; fastText SICK-R."
        in said
    )
    assert (
        "in 7 of the 56 printed cells: centering GloVe STS12; centering Word2Vec STS12, STS15;"
        in said
    )
    made = pd.DataFrame({"embedding": "a", "method": enwiki["method"].unique(), "STS12": 1.0})
    assert printed_claims.remark(made) == ""


def test_the_quoted_correlations_are_in_no_cell():
    """REMARKS says so of 0.04 and 0.83."""
    printed = published.printed_correlations().drop(columns="task").to_numpy() / 100
    assert not {0.04, 0.83} & set(np.abs(printed).round(2).ravel())
    assert {"0.04", "0.83"} <= set(published.REMARKS["quoted"].split())
