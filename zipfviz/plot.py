"""Every figure of the paper and of the scores in one line, for notebooks.

>>> import zipfviz
>>> space = zipfviz.align(
...     zipfviz.load_embedding("glove.6B.50d", max_words=20_000),
...     zipfviz.load_frequency("wordfreq:en"),
... )
>>> figure = zipfviz.plot.norms(space, words=200)
>>> figure.headline
'Among the 200 most frequent words, length follows information content ...'

Each returns a plotly figure as the app shows it, with its finding, its data and its caption;
`figure.save("norms.pdf", PrintOptions("acl"))` writes what `zipfviz figure norms` writes. Options
are those of the functions of the same name in `zipfviz.gallery`; tasks may be names.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Self

from zipfviz import gallery
from zipfviz.common.lazy import pd
from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.evaluation.comparisons import comparisons
from zipfviz.evaluation.curves import KNOBS, curve_frame
from zipfviz.evaluation.curves import curve as curve_points
from zipfviz.evaluation.grid import grid_matrix, length_direction_grid
from zipfviz.evaluation.paired import average
from zipfviz.evaluation.verdicts import baselines, difference_table
from zipfviz.evaluation.which_p import compare_frequencies, frequency_table
from zipfviz.figures import LIGHT, Chart, Medium, PrintOptions
from zipfviz.figures.curves import knob_curve
from zipfviz.figures.grid import grid_chart
from zipfviz.figures.headlines.curves import curve_headline
from zipfviz.figures.headlines.differences import difference_headline
from zipfviz.figures.headlines.grid import grid_headline
from zipfviz.figures.headlines.which_p import which_p_headline
from zipfviz.figures.style.assembly import on_screen
from zipfviz.figures.style.sheet import EDGES
from zipfviz.figures.uncertainty import difference_charts
from zipfviz.figures.which_p import frequency_charts
from zipfviz.io.load import load_task
from zipfviz.io.records import Task
from zipfviz.report.export import About
from zipfviz.space.methods import METHODS, MethodLike, as_method
from zipfviz.space.names import task_name
from zipfviz.space.word_space import WordSpace

__all__ = [
    "Plot",
    "correlations",
    "curve",
    "differences",
    "direction",
    "eigenspectrum",
    "frequencies",
    "grid",
    "norms",
    "rank_frequency",
    "scores",
    "symmetry_map",
    "vocabulary_growth",
]

TaskLike = Task | str
BETWEEN = 90.0  # pixels between two rows of panels, for the labels of the upper ones


class Plot(Chart):
    """A plotly figure of a `gallery.Drawing`: all its panels in one, to look at or to save."""

    _drawing: gallery.Drawing

    @classmethod
    def of_drawing(cls, drawing: gallery.Drawing, medium: Medium = LIGHT) -> Self:
        """The panels of a drawing side by side; DARK in place of LIGHT is for dark notebooks."""
        charts = [draw(medium=medium) for draw in drawing.draws]
        figure = cls(charts[0] if len(charts) == 1 else _joined(charts))
        figure._drawing = drawing
        return figure

    @property
    def drawing(self) -> gallery.Drawing:
        """What is drawn, with all that goes with it."""
        return self._drawing

    @property
    def headline(self) -> str:
        """The finding with its numbers, one sentence."""
        return self._drawing.headline

    def frame(self) -> pd.DataFrame:
        """The table behind the figure."""
        return self._drawing.data()

    def caption(self) -> str:
        """What the numbers are about, in sentences for a paper."""
        return self._drawing.about.caption()

    def save(
        self, path: str | os.PathLike[str], options: PrintOptions | None = None
    ) -> tuple[Path, ...]:
        """Write a .pdf, .svg or .png for print, as `zipfviz figure` does; the files written.

        Slides that hold not all panels are several files, numbered, but for a PDF. Raises like
        `zipfviz.figures.picture`.
        """
        return gallery.save(self._drawing, path, options)


def _joined(charts: Sequence[Chart]) -> dict[str, Any]:
    """One figure of the panels of several, two or three in a row."""
    contents = [chart.content for chart in charts]
    panels = [panel for content in contents for panel in content.panels]
    has_names = any(panel.rows for panel in panels)
    columns = min(len(panels), 2 if has_names or len(panels) in (2, 4) else 3)
    rows = -(-len(panels) // columns)
    high = max(float(chart.layout.height or 380) for chart in charts)
    layout = {key: value for content in contents for key, value in content.layout.items()}
    if rows > 1 and "y" in layout.get("legend", {}):
        layout["legend"] = {**layout["legend"], "y": 1 + (layout["legend"]["y"] - 1) / rows}
    bars = (content.bar for content in contents if content.bar is not None)
    whole = replace(contents[0], panels=panels, layout=layout, bar=next(bars, None))
    height = high * rows + BETWEEN * (rows - 1)
    gap = (0.22 if has_names else 0.09, BETWEEN / max(height - EDGES, BETWEEN))
    return on_screen(whole, int(height), columns, gap)


def __dir__() -> list[str]:
    return __all__


def _of(name: str, space: WordSpace, options: Mapping[str, Any]) -> Plot:
    medium = options.get("medium", LIGHT)
    given = {key: value for key, value in options.items() if key != "medium"}
    return Plot.of_drawing(gallery.draw(name, space, **given), medium)


def norms(space: WordSpace, **options: Any) -> Plot:
    """Plot lengths against information content, a panel a method; see `gallery.norms`."""
    return _of("norms", space, options)


def symmetry_map(space: WordSpace, **options: Any) -> Plot:
    """Plot symmetry of mean and of covariance, coloured by score; see `gallery.symmetry_map`."""
    return _of("symmetry-map", space, options)


def correlations(space: WordSpace, **options: Any) -> Plot:
    """Plot how each measure of symmetry goes with the score; see `gallery.correlations`."""
    return _of("correlations", space, options)


def eigenspectrum(space: WordSpace, **options: Any) -> Plot:
    """Plot eigenvalues under both priors; see `gallery.eigenspectrum`."""
    return _of("eigenspectrum", space, options)


def direction(space: WordSpace, **options: Any) -> Plot:
    """Plot a principal direction: its words, and their frequency; see `gallery.direction`."""
    return _of("direction", space, options)


def scores(space: WordSpace, **options: Any) -> Plot:
    """Plot scores of methods, a panel a task; see `gallery.scores`."""
    return _of("scores", space, options)


def rank_frequency(space: WordSpace, **options: Any) -> Plot:
    """Plot frequency against rank with Zipf's law; see `gallery.rank_frequency`."""
    return _of("rank-frequency", space, options)


def vocabulary_growth(space: WordSpace, **options: Any) -> Plot:
    """Plot different words among draws from list and text; see `gallery.vocabulary_growth`."""
    return _of("vocabulary-growth", space, options)


def curve(
    space: WordSpace,
    task: TaskLike,
    methods: Iterable[MethodLike] | None = None,
    *,
    knob: str = "prior_strength",
    coefficient: Coefficient = "spearman",
    medium: Medium = LIGHT,
) -> Plot:
    """Plot the score over one setting, with the paper's marked; see `zipfviz.curve`.

    `knob` is one of `evaluation.KNOBS`, `methods` some that it moves, its own by default.
    """
    task = _task(task)
    frames = {}
    for method in [None] if methods is None else methods:
        points = list(curve_points(space, task, method, knob=knob, with_symmetry=False))
        frames[points[0].score.method] = curve_frame(points)
    last = list(frames)[-1]
    drawing = gallery.Drawing(
        name=f"knob-{knob}",
        draws=[partial(knob_curve, frames, KNOBS[knob].label, coefficient=coefficient)],
        headline=curve_headline(frames[last], last, coefficient, KNOBS[knob].limits(space)),
        data=lambda: pd.concat(frames, names=["method", "point"]).reset_index("method"),
        about=About(space, [task], list(frames), coefficient),
    )
    return Plot.of_drawing(drawing, medium)


def grid(
    space: WordSpace,
    task: TaskLike,
    *,
    coefficient: Coefficient = "spearman",
    medium: Medium = LIGHT,
) -> Plot:
    """Plot the score of every length with every direction; see `length_direction_grid`."""
    task = _task(task)
    found = length_direction_grid(space, task)
    drawing = gallery.Drawing(
        name="grid",
        draws=[partial(grid_chart, grid_matrix(found, coefficient), grid_matrix(found, "alpha"))],
        headline=grid_headline(found, coefficient),
        data=lambda: found,
        about=About(space, [task], (), coefficient),
    )
    return Plot.of_drawing(drawing, medium)


def differences(
    space: WordSpace,
    tasks: Sequence[TaskLike],
    methods: Sequence[str] = METHODS[1:5],
    *,
    coefficient: Coefficient = "spearman",
    medium: Medium = LIGHT,
) -> Plot:
    """Plot differences to raw vectors and to the uniform prior, with intervals.

    See `difference_table`; the average over all tasks is one panel more.
    """
    loaded = [_task(task) for task in tasks]
    compared = list(dict.fromkeys(["raw", *(b for m in methods for b in baselines(m)), *methods]))
    parts = list(comparisons(space, loaded, compared))
    parts += [average(parts)] if len(parts) > 1 else []
    table = difference_table(parts, coefficient=coefficient)
    shown = table.assign(task=[task_name(str(t)) for t in table["task"]])
    drawing = gallery.Drawing(
        name="differences",
        draws=difference_charts(shown),
        headline=difference_headline(shown),
        data=lambda: table,
        about=About(space, loaded, compared, coefficient),
    )
    return Plot.of_drawing(drawing, medium)


def frequencies(
    spaces: Mapping[str, WordSpace],
    tasks: Sequence[TaskLike],
    method: MethodLike = "zipfian_whitening",
    *,
    against: str | None = None,
    coefficient: Coefficient = "spearman",
    medium: Medium = LIGHT,
) -> Plot:
    """Plot what each frequency list changes, with paired intervals; see `frequency_table`.

    `spaces` holds one embedding under each list, by what to call it (`zipfviz.adjusted`).
    """
    loaded, name = [_task(task) for task in tasks], as_method(method).name
    parts = list(compare_frequencies(spaces, loaded, [method]))
    parts += [average(parts)] if len(parts) > 1 else []
    base = against or next(iter(spaces))
    table = frequency_table(parts, list(spaces), [method], against=base, coefficient=coefficient)
    shown = table.assign(task=[task_name(str(t)) for t in table["task"]])
    where = "on average" if len(loaded) > 1 else f"on {task_name(loaded[0].name)}"
    last = table[table["task"] == parts[-1].task]
    drawing = gallery.Drawing(
        name="which-p",
        draws=frequency_charts(shown, "task", base),
        headline=which_p_headline(last, where, name, base),
        data=lambda: table,
        about=About(
            spaces[base], loaded, [name], coefficient, spaces=spaces,
            more=f"Differences to {base} with 95 % intervals, corrected for all of them.",
        ),
    )  # fmt: skip
    return Plot.of_drawing(drawing, medium)


def _task(task: TaskLike) -> Task:
    return load_task(task) if isinstance(task, str) else task
