"""The paper's printed numbers beside ours, each with what it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import streamlit as st

from zipfviz.figures import NormPanel, method_style
from zipfviz.readers import published
from zipfviz.scoring import pearson, spearman
from zipfviz.space import WordSpace
from zipfviz.ui import furniture
from zipfviz.ui.words import plain

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TASK_LABELS", "correlation_table", "norm_panels", "score_tables", "task_label"]

TASK_LABELS = {
    "lee50": "Lee50",
    "wordsim353": "WordSim-353",
    "simlex999": "SimLex-999",
    "men": "MEN",
    **{f"sts{year}": f"STS{year}" for year in range(12, 17)},
    "sts-b": "STS-B",
    "sick-r": "SICK-R",
    "jsts": "JSTS",
}
FREQUENCIES: dict[str, Literal["enwiki", "test_set"]] = {
    "enwiki": "enwiki",
    "the task’s own words": "test_set",
}


def task_label(name: str) -> str:
    """A task's name as the paper and the field write it."""
    return TASK_LABELS.get(name, name)


def norm_panels(embedding: str) -> list[NormPanel]:
    """The paper's norm figure: raw, uniform and Zipfian whitening of the 500 plotted words."""
    import numpy as np

    data = published.norms(embedding)
    information = -np.log(data["p"].to_numpy())
    ranks = [f"word of rank {i}" for i in range(1, len(data) + 1)]
    panels = []
    for method in ("raw", "uniform_whitening", "zipfian_whitening"):
        norms = data[method].to_numpy()
        r, rho = pearson(information, norms), spearman(information, norms)
        panels.append(
            NormPanel(method_style(method).label, method, information, norms, ranks, r, rho)
        )
    return panels


def correlation_table(recomputed: pd.DataFrame, task: str) -> pd.DataFrame:
    """Each measure's correlation with the score: r and rho recomputed, and as printed (× 100)."""
    import pandas as pd

    printed = published.printed_correlations().set_index("task").loc[task]
    measures = recomputed.set_index("measure")
    # The paper's column correlates 1 - mean cosine; turned to be about the mean cosine itself.
    turned = printed.where(printed.index != "average_cosine", -printed)
    return pd.DataFrame(
        {
            "Pearson r": 100 * measures["pearson"],
            "printed": turned.reindex(measures.index),
            "r, lowest": 100 * measures["pearson_low"],
            "r, highest": 100 * measures["pearson_high"],
            "Spearman ρ": 100 * measures["spearman"],
        }
    ).rename(index=MEASURE_LABELS)


MEASURE_LABELS = {
    "average_cosine": "mean cosine",
    "isoscore": "IsoScore",
    "sym1_uniform": "Sym₁, uniform",
    "sym2_uniform": "Sym₂, uniform",
    "sym1_zipfian": "Sym₁, Zipfian",
    "sym2_zipfian": "Sym₂, Zipfian",
}


def score_tables(space: WordSpace, coefficient: Literal["spearman", "pearson"]) -> None:
    """The printed score table, with one line on why no difference to ours is computed."""
    left, right = st.columns(2)
    names = ["GloVe", "Word2Vec", "fastText", "fastText-subword"]
    embedding = left.selectbox("Printed for", names, key="paper_embedding", bind="query-params")
    choices = list(FREQUENCIES) if coefficient == "spearman" else ["enwiki"]
    frequency = right.selectbox("with", choices, key="paper_frequency", bind="query-params")
    scores = published.static_scores(FREQUENCIES[frequency], coefficient)
    rows = scores[scores["embedding"] == embedding].drop(columns="embedding").set_index("method")
    protocol = published.PROTOCOLS[embedding]
    name = "Spearman’s ρ" if coefficient == "spearman" else "Pearson’s r"
    st.caption(
        f"{name} × 100 as printed: {protocol.vectors}, {protocol.dimension} dimensions, "
        f"frequencies from {frequency}, {protocol.words}. {protocol.note} Yours are "
        f"{plain(space.report.embedding)} ({space.d} dimensions) with "
        f"{plain(space.report.frequency)}, so no difference is computed."
    )
    if not len(rows):
        furniture.nothing(f"The paper prints no {name} for {embedding} with these frequencies.")
    furniture.table(
        rows.rename(index=lambda m: method_style(m).label),
        name="paper-scores",
        code="from zipfviz.readers import published\n"
        f"print(published.static_scores({FREQUENCIES[frequency]!r}, {coefficient!r}))",
        alt=f"The paper's printed {coefficient} scores of {embedding}",
    )
    st.caption(
        published.REMARKS["sts_enwiki" if frequency == "enwiki" else "sts_test_set_frequency"]
    )
