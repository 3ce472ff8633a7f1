"""Symmetry of spaces under both priors, and how it goes with the score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from zipfviz.common.lazy import pd
from zipfviz.evaluation import published
from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.evaluation.tables import symmetry_points, symmetry_table
from zipfviz.explore import correlations as correlate
from zipfviz.figures import correlation_chart, correlation_headline, symmetry_headline
from zipfviz.figures import symmetry_map as draw_map
from zipfviz.figures.correlations import MEASURES
from zipfviz.gallery.record import Drawing, Sheet, usual_task
from zipfviz.io.records import Task
from zipfviz.report.export import About, Elsewhere, Subject
from zipfviz.report.snippets import load_task_line
from zipfviz.space.methods import METHODS
from zipfviz.space.names import method_name, task_name
from zipfviz.space.word_space import WordSpace

SEVEN = METHODS[:7]
SYM2 = ("sym2_zipfian", "sym2_uniform")
#: Python that correlates `points`.
CORRELATE = (
    "from zipfviz.explore import correlations",
    "print(correlations(points).round(4).to_string())",
)
MEASURE_LABELS = {
    name: label.replace("Average", "average") for name, (label, _) in MEASURES.items()
}


def symmetry_map(
    space: WordSpace,
    *,
    task: Task | None = None,
    methods: Sequence[str] = SEVEN,
    coefficient: Coefficient = "spearman",
    paper: bool = True,
) -> Drawing:
    """Sym1 against Sym2 under each prior, coloured by score; with the paper's 21 spaces."""
    task = task or usual_task()
    own = symmetry_points(space, task, methods, coefficient=coefficient).assign(own=True)
    printed = printed_points(_printed_task(task), coefficient) if paper else None
    lead = "Symmetry of spaces under both priors, coloured by score × 100."
    if paper:
        released = published.released_spaces(_printed_task(task), coefficient)
        lead += f" Small marks: {released} Large marks:"
    about = About(space, [task], methods, coefficient, lead=lead)
    lines = [*_point_lines(about), "from zipfviz.explore import correlations"]
    points = "points"
    if paper:
        lines.append("from zipfviz.evaluation import published")
        points = paper_points(_printed_task(task), coefficient)
    lines.append(f"print(correlations({points}, measures={SYM2!r}).to_string())")
    return draw_points(own, printed, about, lines)


def draw_points(
    own: pd.DataFrame, printed: pd.DataFrame | None, about: Subject, lines: Sequence[str] = ()
) -> Drawing:
    """The map of own points, large, and the printed ones, small; a figure a prior."""
    parts = [part for part in (own, printed) if part is not None and len(part)]
    points = pd.concat(parts, ignore_index=True) if parts else own
    counted = (own if printed is None else printed).dropna(subset=["score"])
    found = correlate(counted, measures=SYM2) if len(counted) else pd.DataFrame()
    return Drawing(
        name="symmetry-map",
        draws=[partial(draw_map, points, priors=[prior]) for prior in ("uniform", "zipfian")],
        headline=symmetry_headline(found, len(counted)),
        data=lambda: points,
        about=about,
        lines=lines,
    )


def correlations(
    space: WordSpace,
    *,
    task: Task | None = None,
    methods: Sequence[str] = SEVEN,
    coefficient: Coefficient = "spearman",
    paper: bool = True,
) -> Drawing:
    """How each measure goes with the score, over the paper's 21 spaces or over this one."""
    about = About(space, [task or usual_task()], methods, coefficient)
    [task] = about.tasks
    if paper:
        printed = _printed_task(task)
        points, lines = printed_points(printed, coefficient), paper_lines(printed, coefficient)
    else:
        points = symmetry_points(space, task, methods, coefficient=coefficient)
        lines = [*_point_lines(about), *CORRELATE]
    return draw_correlations(correlate(points), _correlated(about, paper), lines)


def draw_correlations(found: pd.DataFrame, about: Subject, lines: Sequence[str] = ()) -> Drawing:
    """The chart of what `zipfviz.explore.correlations` gives."""
    return Drawing(
        name="correlations",
        draws=[partial(correlation_chart, found)],
        headline=correlation_headline(found),
        data=lambda: found,
        about=about,
        lines=lines,
    )


def symmetry_sheet(
    space: WordSpace, *, task: Task | None = None, methods: Sequence[str] = SEVEN
) -> Sheet:
    """Every measure under both priors; SIF + CCR takes its common direction from the task."""
    task = task or usual_task()
    frame = symmetry_table(space, methods, task=task)
    return Sheet(
        name="symmetry",
        frame=frame.rename(index=method_name, columns=MEASURE_LABELS),
        about=About(space, methods=methods, lead="Symmetry measures under both priors."),
        decimals=3,
        lines=[
            load_task_line(task),
            f"print(zipfviz.symmetry_table(space, {list(methods)!r}, task=task).round(3))",
        ],
    )


def correlation_sheet(
    space: WordSpace,
    *,
    task: Task | None = None,
    methods: Sequence[str] = SEVEN,
    coefficient: Coefficient = "spearman",
    paper: bool = True,
) -> Sheet:
    """Correlations × 100 of each measure with the score."""
    about = About(space, [task or usual_task()], methods, coefficient)
    [task] = about.tasks
    drawing = correlations(space, task=task, methods=methods, coefficient=coefficient, paper=paper)
    found = drawing.data().set_index("measure")[["pearson", "spearman"]]
    names = {"pearson": "Pearson’s r", "spearman": "Spearman’s ρ"}
    return Sheet(
        name="correlations",
        frame=(100 * found).rename(index=MEASURE_LABELS, columns=names).rename_axis("measure"),
        about=_correlated(about, paper, " Correlations × 100."),
        best="max",
        lines=drawing.lines,
    )


def printed_points(task: Literal["STS-B", "SICK-R"], coefficient: Coefficient) -> pd.DataFrame:
    """The paper's 21 points, their score in the coefficient asked for; `own` is False."""
    points = published.symmetry_points(task).assign(own=False)
    if coefficient == "pearson":
        points["score"] = points["pearson"]
    return points


def printed_correlations(recomputed: pd.DataFrame, task: str | None) -> pd.DataFrame:
    """Each measure's correlation with the score × 100, and as printed for `task` (None: not).

    p is how many orders of the methods, in percent, give as much; r has its range with one
    embedding or one method left out.
    """
    measures = recomputed.set_index("measure")
    columns = {
        "Pearson r": measures["pearson"],
        "p of r, %": measures["pearson_p"],
        "Spearman ρ": measures["spearman"],
        "p of ρ, %": measures["spearman_p"],
        "r, embedding out, from": measures["pearson_low"],
        "r, embedding out, to": measures["pearson_high"],
        "r, method out, from": measures["pearson_method_low"],
        "r, method out, to": measures["pearson_method_high"],
    }
    table = 100 * pd.DataFrame(columns)
    if task is not None:
        printed = published.printed_correlations().set_index("task").loc[task]
        # The paper's column correlates 1 - mean cosine; turned to be about the mean cosine itself.
        turned = printed.where(printed.index != "average_cosine", -printed)
        table.insert(1, "printed", turned.reindex(measures.index))
    return table.rename(index=MEASURE_LABELS)


def _printed_task(task: Task) -> Literal["STS-B", "SICK-R"]:
    """The paper's 21 spaces are scored on two tasks."""
    return "SICK-R" if task.name == "sick-r" else "STS-B"


def _correlated(about: About, paper: bool, more: str = "") -> Subject:
    """What correlations are over; of the paper's spaces nothing of the space at hand."""
    start, [task] = "How symmetry goes with the score, over", about.tasks
    if paper:
        printed = _printed_task(task)
        over = f"the paper’s 21 spaces and their {printed} scores"
        released = published.released_spaces(printed, about.coefficient)
        return Elsewhere(f"{start} {over}.{more} {released}")
    over = f"this space after each transform and its {task_name(task.name)} scores"
    return replace(about, lead=f"{start} {over}.{more}")


def _point_lines(about: About) -> list[str]:
    asked, [task] = f"{list(about.methods)!r}, coefficient={about.coefficient!r}", about.tasks
    return [
        "from zipfviz.evaluation import symmetry_points",
        load_task_line(task),
        f"points = symmetry_points(space, task, {asked})",
        "print(points.to_string())",
    ]


def paper_lines(task: str, coefficient: Coefficient) -> list[str]:
    """Python that repeats the correlations over the paper's points."""
    points = f"points = {paper_points(task, coefficient)}"
    return ["from zipfviz.evaluation import published", points, *CORRELATE]


def paper_points(task: str, coefficient: Coefficient) -> str:
    """Python for the paper's points."""
    column = "" if coefficient == "spearman" else ".assign(score=lambda f: f['pearson'])"
    return f"published.symmetry_points({task!r}){column}"
