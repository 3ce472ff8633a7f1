"""The symmetry map's parts: the paper's points and ours, one table, what correlations count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from zipfviz.common.errors import InputError
from zipfviz.evaluation import published
from zipfviz.figures import method_style, symmetry_map
from zipfviz.gallery.published import MEASURE_LABELS
from zipfviz.io.records import Task
from zipfviz.report.about import About, Elsewhere
from zipfviz.report.snippets import SpaceRecipe
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.pages.scores.table import captioned
from zipfviz.ui.server.shared_cache import shared_cache

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

__all__ = [
    "OVER",
    "PRIORS",
    "about",
    "code",
    "correlation_code",
    "counted",
    "is_one",
    "joined",
    "own_table",
    "panel",
    "printed",
    "with_released",
]

Coefficient = Literal["spearman", "pearson"]
PRIORS = ("uniform", "zipfian")
OVER = ("the paper’s spaces", "yours", "both")


def printed(task: str, coefficient: Coefficient) -> pd.DataFrame:
    """The paper's 21 points, their score in the coefficient asked for; `own` is False."""
    points = published.symmetry_points(task).assign(own=False)
    if coefficient == "pearson":
        points["score"] = points["pearson"]
    return points


def joined(own: pd.DataFrame, theirs: pd.DataFrame | None) -> pd.DataFrame:
    """Points of the map: ours under what tells their spaces apart, and the paper's."""
    import pandas as pd

    ours = own.assign(embedding=own["space"])
    parts = [part for part in (ours, theirs) if part is not None and len(part)]
    return pd.concat(parts, ignore_index=True) if parts else ours


def about(
    own: pd.DataFrame,
    found: Mapping[tuple[str, str], WordSpace],
    chosen: SpaceRecipe,
    task: Task,
    methods: Sequence[str],
    coefficient: Coefficient,
) -> About | None:
    """What our points are about; None where there are none."""
    if own.empty:
        return None
    return About(
        next(iter(found.values())),
        [task],
        methods,
        coefficient,
        plain_cells=False,
        spaces=captioned(found),
        lead="Symmetry of the words and score × 100 on the task.",
        decimals=dict.fromkeys(MEASURE_LABELS.values(), 3),
    )


def with_released(about: About | Elsewhere, released: Elsewhere) -> About | Elsewhere:
    """The same with the paper's spaces beside ours."""
    if isinstance(about, Elsewhere):
        return released
    return replace(about, more=released.caption("Small marks:"))


@shared_cache(32, False)
def panel(points: pd.DataFrame, prior: str, *, legend: bool = True) -> go.Figure:
    """The map under a prior; once for the same points."""
    return symmetry_map(points, priors=[prior], legend=legend)


def is_one(own: pd.DataFrame) -> bool:
    """Whether there is one space only, whose points can be named by their methods."""
    return own["space"].nunique() <= 1


def own_table(own: pd.DataFrame) -> pd.DataFrame:
    """Score and measures of each space and transform, the score first."""
    columns = {"score": "score × 100", **MEASURE_LABELS}
    table = own.rename(columns=columns)[list(columns.values())].copy()
    if is_one(own):
        table.index = own["method"]
        return table
    table.index = own["space"] + " · " + own["method"].map(lambda m: method_style(m).label)
    table.index.name = "space · transform"
    return table


def counted(over: str, own: pd.DataFrame, theirs: pd.DataFrame, same_task: bool) -> pd.DataFrame:
    """The points that correlations are taken over.

    Raises InputError where both sets are asked for and their scores are on other tasks.
    """
    import pandas as pd

    if over == OVER[0]:
        return theirs
    if over == OVER[1]:
        return own
    if not same_task:
        raise InputError(
            "the paper’s scores and yours are on other tasks; choose the same one to count both."
        )
    return pd.concat([theirs, own], ignore_index=True)


def code(
    chosen: SpaceRecipe,
    embeddings: Sequence[str],
    frequencies: Sequence[str],
    task: Task,
    coefficient: Coefficient,
) -> str:
    """Python that makes our points."""
    return chosen.each_space(
        embeddings,
        frequencies,
        f"print(e, f, symmetry_points(space, task, coefficient={coefficient!r}), sep='\\n')",
        imports="import zipfviz\nfrom zipfviz.evaluation import symmetry_points",
        before=[f"task = zipfviz.load_task({task.name!r})"],
    )


def correlation_code(over: str, task: str, coefficient: Coefficient) -> str:
    """Python that repeats the correlations over the paper's points; ours need the lines above."""
    column = "" if coefficient == "spearman" else ".assign(score=lambda f: f['pearson'])"
    points = f"published.symmetry_points({task!r}){column}"
    lines = [
        "from zipfviz.evaluation import published",
        "from zipfviz.explore import correlations",
        "",
        f"print(correlations({points}))",
    ]
    if over != OVER[0]:
        lines[-1:] = ["# own: the rows of symmetry_points above, one below the other"]
        lines += ["print(correlations(own))"]
        if over == OVER[2]:
            lines[-1:] = [f"both = pd.concat([{points}, own])", "print(correlations(both))"]
            lines.insert(0, "import pandas as pd")
    return "\n".join(lines)
