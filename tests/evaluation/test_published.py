"""The paper's numbers as shipped: complete, consistent, and what definitions says of them holds."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from zipfviz.common.errors import ZipfvizError
from zipfviz.evaluation import published

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
