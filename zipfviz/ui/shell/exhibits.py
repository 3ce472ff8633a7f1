"""Show what the gallery draws: the figures of a drawing, drawn once for all visitors."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any

from zipfviz.figures import Chart, Draw
from zipfviz.gallery import Drawing
from zipfviz.ui.server.shared_cache import shared_cache
from zipfviz.ui.shell import furniture
from zipfviz.ui.shell.selection import current


def show(
    drawing: Drawing,
    *,
    look_for: str,
    code: str = "",
    seeing: str = "",
    formula: str = "",
    per_row: int = 3,
) -> None:
    """A drawing as a chart of the page; all but the drawing as for `furniture.chart`.

    `code` is by default the drawing's own lines after those that make the sidebar's space.
    """
    draws = drawing.draws
    if drawing.key is not None:
        draws = [partial(_drawn, drawing.name, drawing.key, i, d) for i, d in enumerate(draws)]
    furniture.chart(
        *draws,
        name=drawing.name,
        headline=drawing.headline,
        look_for=look_for,
        data=drawing.data,
        code=code or current().snippet(*drawing.lines),
        about=drawing.about,
        seeing=seeing,
        formula=formula,
        per_row=per_row,
    )


@shared_cache(24, False)
def _drawn(name: str, key: Hashable, i: int, _draw: Draw, **medium: Any) -> Chart:
    return _draw(**medium)
