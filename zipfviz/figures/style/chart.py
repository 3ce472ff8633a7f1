"""A plotly figure that keeps the panels it was laid out from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self

import plotly.graph_objects as go

from zipfviz.figures.style.panel import Content


class Chart(go.Figure):
    """A figure whose `contents` a page can place anew, together with those of others."""

    _contents: tuple[Content, ...] = ()

    @classmethod
    def of(cls, figure: dict[str, Any], contents: Sequence[Content]) -> Self:
        """The figure of that dictionary."""
        chart = cls(figure)
        chart._contents = tuple(contents)
        return chart

    @property
    def contents(self) -> tuple[Content, ...]:
        """What it consists of."""
        return self._contents


Draw = Callable[..., Chart]
"""Draws a figure when it is called, for the `medium` it is given; without one, for a screen."""
