"""Draw and tabulate the symmetry map's points, with their legend; those that correlations count."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any

import pandas as pd

from zipfviz.common.errors import InputError
from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.figures import METHOD_STYLES, Chart, method_style, space_signs, symmetry_map
from zipfviz.gallery.symmetry import CORRELATE, MEASURE_LABELS, SYM2, paper_lines, paper_points
from zipfviz.report.export import About, Elsewhere, Subject
from zipfviz.report.snippets import SpaceRecipe, load_task_line
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server.shared_cache import shared_cache
from zipfviz.ui.shell.assets import texts_of
from zipfviz.ui.shell.selection import captioned

ORDERS = (
    "p is the share of all orders of the methods that give a coefficient as far from 0. An order "
    "gives each method’s score to another one, in every space alike. Of up to seven methods all "
    "orders are looked at (5,040), of more 10,000 at random; spaces without the same methods have "
    "no p."
)
PRIORS = ("uniform", "zipfian")
OVER = ("the paper’s spaces", "yours", "both")


def about(
    own: pd.DataFrame, found: Mapping[tuple[str, str], WordSpace], asked: About
) -> About | None:
    """What our points are about, asked for on `found`; None where there are none."""
    if own.empty:
        return None
    return replace(
        asked,
        space=next(iter(found.values())),
        plain_cells=False,
        spaces=captioned(found),
        lead="Symmetry of the words and score × 100 on the task.",
        decimals=dict.fromkeys(MEASURE_LABELS.values(), 3),
    )


def with_released(about: Subject, released: Elsewhere) -> Subject:
    """The same with the paper's spaces beside ours."""
    if isinstance(about, Elsewhere):
        return released
    return replace(about, more=released.caption("Small marks:"))


@shared_cache(32, False)
def panel(points: pd.DataFrame, prior: str, **look: Any) -> Chart:
    """The map under a prior; once for the same points."""
    return symmetry_map(points, priors=[prior], **look)


def own_table(own: pd.DataFrame) -> pd.DataFrame:
    """Score and measures of each space and transform, the score first."""
    columns = {"score": "score × 100", **MEASURE_LABELS}
    table = own.rename(columns=columns)[list(columns.values())].copy()
    if own["space"].nunique() <= 1:  # points can be named by their methods
        table.index = own["method"]
        return table
    table.index = own["space"] + " · " + own["method"].map(lambda m: method_style(m).label)
    table.index.name = "space · transform"
    return table


def counted(over: str, own: pd.DataFrame, theirs: pd.DataFrame, same_task: bool) -> pd.DataFrame:
    """The points that correlations are taken over.

    Raises InputError where both sets are asked for and their scores are on other tasks.
    """
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
    recipe: SpaceRecipe, embeddings: Sequence[str], frequencies: Sequence[str], asked: About,
    after: Sequence[str] = ("print(points.to_string())",),
) -> str:  # fmt: skip
    """Python that makes our `points`, and `after` those."""
    how = f"{list(asked.methods)!r}, coefficient={asked.coefficient!r}"
    return recipe.each_space(
        embeddings,
        frequencies,
        f"found.append(symmetry_points(space, task, {how}))",
        imports="import pandas as pd\nimport zipfviz",
        before=[
            "from zipfviz.evaluation import symmetry_points",
            load_task_line(asked.tasks[0]),
            "found = []",
        ],
        after=["points = pd.concat(found)", *after],
    )


def map_code(
    own: Callable[..., str], show_paper: bool, printed: str, coefficient: Coefficient
) -> str:
    """Python that repeats our points, and what is told of those that the sentence counts."""
    counted_points = paper_points(printed, coefficient) if show_paper else "points"
    imported = ["from zipfviz.evaluation import published"] if show_paper else []
    return own(
        after=[
            "print(points.to_string())",
            *imported,
            "from zipfviz.explore import correlations",
            f"found = correlations({counted_points}, measures={SYM2!r})",
            "print(found.to_string())",
        ]
    )


def correlation_code(
    over: str, printed: str, own: Callable[..., str], coefficient: Coefficient
) -> str:
    """Python that repeats the correlations; `own(after=…)` makes our points."""
    if over == OVER[0]:
        return "\n".join(paper_lines(printed, coefficient))
    both = f"points = pd.concat([{paper_points(printed, coefficient)}, points])"
    imported = "from zipfviz.evaluation import published"
    return own(after=[*([imported, both] if over == OVER[2] else []), *CORRELATE])


# Streamlit takes <svg> out of HTML, but not a clipping.
SHAPES = texts_of(__file__)["shapes"]
MARK = """<span aria-hidden="true" style="width:12px;height:12px;background:currentColor;\
clip-path:path('{}')"></span>"""


def legend_html(points: pd.DataFrame) -> str:
    """HTML that tells the drawn methods by their symbols and the spaces by their signs."""
    drawn = set(points["method"].astype(str))
    in_order = [m for m in METHOD_STYLES if m in drawn]
    styles = map(method_style, [*in_order, *sorted(drawn - set(in_order))])
    methods = [_entry(MARK.format(SHAPES[style.symbol]), style.label) for style in styles]
    spaces = [
        _entry(f"<b>{escape(sign)}</b>", name if own else f"{name} (paper)")
        for (own, name), sign in space_signs(points).items()
    ]
    return "".join(_line(entries) for entries in (methods, spaces) if entries)


def _entry(sign: str, name: str) -> str:
    return (
        '<span style="display:inline-flex;align-items:center;gap:.4em;margin-right:1.2em">'
        f"{sign}<span>{escape(name)}</span></span>"
    )


def _line(entries: list[str]) -> str:
    return f'<div style="font-size:.875rem;line-height:1.7">{"".join(entries)}</div>'
