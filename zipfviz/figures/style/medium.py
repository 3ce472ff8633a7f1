"""Media that figures are drawn for: a screen, or a page of some width."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from zipfviz.figures.style.palette import PALETTES, Mode, Palette

LETTERS = 13  # pixels of a chart's text
FONT = "'Source Sans', 'Source Sans 3', 'Helvetica Neue', Arial, sans-serif"


@dataclass(frozen=True, kw_only=True)
class Medium:
    """A screen or a page that figures are drawn for.

    All lengths are in pixels of a screen, where letters have 13 of them, also those of a page,
    which is scaled as a whole.

    Parameters
    ----------
    mode : whose colours.
    width : of the page; None on a screen, where a figure fills its place.
    height : of a page where it is given, as of a slide; None is what the panels need.
    most : the most that they may need.
    scale : what turns these pixels into those of the printed page, 96 an inch.
    family : of letters.
    line_width : of lines and marks' outlines, times that on a screen.
    """

    mode: Mode = "light"
    width: float | None = None
    height: float | None = None
    most: float = inf
    scale: float = 1.0
    family: str = FONT
    line_width: float = 1.0

    @property
    def is_page(self) -> bool:
        """Whether panels are placed for a page's width: all vectors, and nothing that moves."""
        return self.width is not None

    @property
    def colours(self) -> Palette:
        """The palette of its mode."""
        return PALETTES[self.mode]


LIGHT, DARK = Medium(mode="light"), Medium(mode="dark")
