"""Tables and figures of one run of a model, each computed once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from zipfviz import token_embeddings as te
from zipfviz.common.errors import ZipfvizError
from zipfviz.common.markdown import plain
from zipfviz.common.nouns import counted
from zipfviz.evaluation import published
from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.evaluation.tables import score_table as static_score_table
from zipfviz.figures import Draw, score_chart
from zipfviz.figures import token_embeddings as token_figures
from zipfviz.figures.style.palette import TOKEN_METHODS
from zipfviz.io.records import Task
from zipfviz.report.export import Elsewhere
from zipfviz.report.snippets import load_task_line
from zipfviz.space.names import task_name
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server.shared_cache import cached_table, shared_cache
from zipfviz.ui.shell.assets import texts_of

if TYPE_CHECKING:
    import numpy as np


LABELS = texts_of(__file__)
IMPORTS = "import zipfviz\nfrom zipfviz import token_embeddings as te\n"


_score_table = cached_table(32, "Transforming the tokens …")(te.token_score_table)
symmetry_table = cached_table(32, "Measuring symmetry …")(te.token_symmetry_table)
moment_table = cached_table(32, "Comparing moments …")(te.moment_table)
type_table = shared_cache(16, False)(te.type_table)


def named(frame: pd.DataFrame) -> pd.DataFrame:
    """The same table with its methods and measures in words."""
    return frame.rename(index=lambda m: TOKEN_METHODS[m].label, columns=LABELS["measures"])


def beside(
    scores: pd.DataFrame, coefficient: str, model: str, printed: pd.DataFrame | None
) -> pd.DataFrame:
    """The model's scores with the printed ones of the same task beside them."""
    ours = scores[[coefficient]].rename(columns={coefficient: model})
    return ours if printed is None else ours.join(printed.add_suffix(", printed"))


def type_figures(cloud: te.TokenCloud, types: pd.DataFrame, pieces: Sequence[str]) -> list[Draw]:
    """Draw tokens of the chosen subwords around their means, and all types by count."""
    found = [types.index.get_loc(piece) for piece in pieces]
    numbers = types["count"].to_numpy(), types["explained"].to_numpy()
    drawn = partial(token_figures.type_explained, list(types.index), *numbers, highlight=found)
    if not pieces:
        return [drawn]
    view = te.type_view(cloud, pieces)
    tokens = view.points, view.piece, view.context
    cloud_of = partial(token_figures.type_cloud, *tokens, view.pieces, view.centres, view.others)
    return [cloud_of, drawn]


def spectra(cloud: te.TokenCloud) -> dict[str, np.ndarray]:
    """Eigenvalues of the tokens' covariance under both priors and of the sentence vectors'."""
    return {prior: cloud.eigensystem(prior).values for prior in LABELS["moment_rows"]}


def moment_frame(moments: pd.DataFrame) -> pd.DataFrame:
    """The table of moments in words."""
    names = {"index": LABELS["moment_rows"], "columns": LABELS["moment_columns"]}
    return moments.rename(**names).rename_axis("moments of")


def static_figures(space: WordSpace, task: Task, coefficient: Coefficient) -> list[Draw]:
    """Draw the sidebar's word types on the same task, none where they share no word with it."""
    try:
        scores = static_score_table(space, [task], te.METHODS, coefficient=coefficient)
    except ZipfvizError as error:
        st.caption(f"No scores of word types beside: {plain(error)}")
        return []
    return [partial(score_chart, scores.rename(columns={task.name: space.report.embedding}))]


def printed(task: Task, coefficient: Coefficient) -> tuple[pd.DataFrame | None, str]:
    """The paper's printed scores on a task (methods × models), and what to know about them."""
    column = task_name(task.name)
    scores = published.token_scores()
    if column not in scores or coefficient != "spearman":
        return None, "The paper prints no scores for this choice."
    about = "Open marks are the paper’s scores of BERT, RoBERTa and DeBERTa (base size)."
    if column == "SICK-R":
        about += " They are on the 4,927 pairs of SICK’s test part."
    return scores.pivot(index="method", columns="embedding", values=column), about


def model_argument(model: te.ModelSource) -> str:
    """What finds a model again: its name, or the folder of one that has no other name."""
    return model.name if model.source.title else str(model.folder)


@dataclass(frozen=True, eq=False)
class Run:
    """A model's token vectors on a task, and what goes with their numbers."""

    model: te.ModelSource
    cloud: te.TokenCloud
    task: Task

    @property
    def about(self) -> Elsewhere:
        """What the numbers are about."""
        cloud = self.cloud
        also = f", moments also of {', '.join(cloud.also)}" if cloud.also else ""
        return Elsewhere(
            f"Model: {cloud.model}, {cloud.layers.label()}; {task_name(self.task.name)}, "
            f"{counted(cloud.n_tokens, 'tokens')} of {counted(cloud.n_texts, 'texts')}{also}.",
            [self.task],
        )

    def snippet(self, *lines: str) -> str:
        """Python that makes the same `cloud`, and `lines` after it."""
        names = list(self.cloud.also)
        also = f", also=[zipfviz.load_task(t) for t in {names}]" if names else ""
        asked = f"{model_argument(self.model)!r}, task, {self.cloud.layers.name!r}{also}"
        made = f"cloud = te.token_cloud({asked})"
        return "\n".join([IMPORTS, load_task_line(self.task), made, *lines])

    def scores(self, order: te.Order) -> tuple[pd.DataFrame, str]:
        """Both coefficients of each method × 100, and the Python that makes them.

        One layer has no average to transform before or after: its order is the first one.
        """
        order = order if self.cloud.streams else "average_first"
        line = f"print(te.token_score_table(cloud, task, order={order!r}).to_string())"
        return _score_table(self.cloud, self.task, order=order), self.snippet(line)
