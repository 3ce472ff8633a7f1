"""Page furniture: heading, finding, chart with exports and explanation, drawing, table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from zipfviz.common.lazy import pd
from zipfviz.common.markdown import chip, plain, thin
from zipfviz.evaluation.tokenize import is_tokenised, task_tokens
from zipfviz.figures import Chart, Draw
from zipfviz.gallery import Drawing
from zipfviz.io.records import Task
from zipfviz.report.export import Subject
from zipfviz.ui.server import disk_cache, tokenizer_process
from zipfviz.ui.server.shared_cache import shared_cache
from zipfviz.ui.shell import export, presentation, screen, zoom
from zipfviz.ui.shell.selection import current, require_app
from zipfviz.ui.shell.tables import show_table

Frame = Callable[[], "pd.DataFrame"]


def heading(title: str, lead: str) -> None:
    """The page's title and the sentence or two that say what it answers; a page’s first call."""
    require_app()
    st.title(title, anchor=False)
    if lead:
        st.markdown(lead)


def finding(headline: str, look_for: str) -> None:
    """What is seen, with its live numbers (plain text), and what to look for (markdown)."""
    st.markdown(f"**{plain(headline)}**")
    st.caption(thin(look_for))


def chart(
    *draws: Draw,
    name: str,
    headline: str,
    look_for: str,
    data: Frame,
    code: str,
    seeing: str = "",
    formula: str = "",
    per_row: int = 3,
    about: Subject | None = None,
    live: Callable[[], object] | None = None,
) -> None:
    """Show figures, each drawn for its medium, with their finding, explanation and exports.

    Several figures stand side by side (`per_row`), one below the other on a phone. `headline` is
    plain text with the live numbers and the charts’ accessible name; `look_for` is one sentence of
    markdown for a student; `seeing` and `formula` (LaTeX) explain; `data` makes the table behind
    the chart when it is asked for; `code` reproduces it in Python. `about` says what
    the numbers are about where that is more or other than the sidebar's space. `live` shows a
    moving picture in the place of the figures, which then are for print.
    """
    finding(headline, look_for)
    if live is None:
        _side_by_side(draws, name, headline, per_row)
    else:
        live()
    if seeing or formula:
        explain(seeing, formula)
    export.take_away(name, data, code, draws, headline, about)


def _side_by_side(draws: Sequence[Draw], name: str, headline: str, per_row: int) -> None:
    width = min(per_row, len(draws))
    rows = [st.columns(width) for _ in range(0, len(draws), width)]
    places = [place for row in rows for place in row]
    keys = zoom.chart_keys(name, len(draws))
    for place, draw, key in zip(places, draws, keys, strict=False):
        with place:
            show(draw, key, headline)


def panel_chart(draw: Draw, panels: Sequence[Any], **rest: Any) -> None:
    """A `chart` of panels that `draw(panels, columns=…)` puts into one figure.

    A browser keeps sixteen WebGL contexts, two a figure, and drops the first ones without a word:
    many panels of thousands of points have to share. `rest` as for `chart`.
    """
    chart(partial(draw, panels, columns=1 if screen.on_phone() else len(panels)), **rest)


def show(
    draw: Draw, key: str, alt: str, config: Mapping[str, Any] | None = None, **picking: Any
) -> None:
    """Draw a chart, zoomed as the link says, large while presenting; `alt` tells its finding.

    `config` and `picking` as for `screen.draw`.
    """
    figure = zoom.zoomed(draw(medium=screen.medium()), key)
    if presentation.is_on():
        figure = presentation.enlarged(figure)
    screen.draw(figure, key, alt, config, **picking)


def table(
    frame: pd.DataFrame,
    *,
    name: str,
    code: str,
    alt: str,
    decimals: Mapping[str, int] | int = 2,
    about: Subject | None = None,
) -> None:
    """A table with aligned decimals, its CSV and the Python that makes it.

    `decimals` is one number, or one for each column that differs from 2; `about` as for a chart.
    """
    show_table(frame, f"{name}-frame", alt, decimals)
    export.take_away(name, lambda: frame, code, about=about)


def explain(text: str, formula: str = "") -> None:
    """The explanation of a chart behind a click, its formula set in LaTeX."""
    with st.expander("What am I seeing?", icon=":material/help:", type="compact"):
        st.markdown(thin(text))
        if formula:
            st.latex(formula)


def word_columns(columns: Mapping[str, Sequence[str]]) -> None:
    """Lists of words side by side, as typed; a repeated word once, in blue, with its count."""
    for place, (title, words) in zip(st.columns(len(columns)), columns.items(), strict=True):
        with place.container(border=True):
            st.markdown(f"##### {title}")
            st.markdown(" ".join(chip(word, n) for word, n in Counter(words).items()))


def prepare(tasks: Sequence[Task]) -> None:
    """Split the tasks' texts into words, with progress where that was not done yet."""
    waiting = [task for task in tasks if task.kind != "words" and not is_tokenised(task)]
    if not waiting:
        return
    bar = st.progress(0.0)
    for i, task in enumerate(waiting):
        bar.progress(i / len(waiting), f"Splitting {plain(task.name)} into words …")
        tokenizer_process.wait(task)
        if not is_tokenised(task):
            tokens = task_tokens(task)
            if not task.source.is_brought:  # who deletes it leaves no copy
                disk_cache.keep_tokens(task.digest, tokens)
    bar.empty()


def drawing(drawn: Drawing, *, code: str = "", **told: Any) -> None:
    """A drawing as a chart of the page; what is `told` is as for `chart`.

    `code` is by default the drawing's own lines after those that make the sidebar's space.
    """
    draws = drawn.draws
    if drawn.key is not None:
        draws = [partial(_drawn, drawn.name, drawn.key, i, d) for i, d in enumerate(draws)]
    told |= {"headline": drawn.headline, "data": drawn.data, "about": drawn.about}
    chart(*draws, name=drawn.name, code=code or current().snippet(*drawn.lines), **told)


@shared_cache(24, False)
def _drawn(name: str, key: Hashable, i: int, _draw: Draw, **medium: Any) -> Chart:
    return _draw(**medium)
