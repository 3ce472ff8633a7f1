"""Options of a printed figure: its place, font, size and format."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from zipfviz.common.errors import InputError
from zipfviz.figures.style.palette import LETTERS, Medium

PX = 96.0  # CSS pixels in an inch
POINT = 72.0

Format = Literal["pdf", "svg", "png"]
FORMATS: tuple[Format, ...] = get_args(Format)
Ranges = Mapping[str, tuple[float, float]]


@dataclass(frozen=True)
class Preset:
    """A place a figure goes to: its size in inches (no `height`: as the figure needs) and font.

    `most` is the height of the text on its page. `slides`: figures that find no room on one go on
    several.
    """

    label: str
    width: float
    height: float | None
    size: float
    font: str
    most: float
    slides: bool = False


PRESETS: dict[str, Preset] = {
    "neurips": Preset("NeurIPS, text width", 5.5, None, 8, "times", 9.0),
    "neurips-half": Preset("NeurIPS, half the width", 2.65, None, 8, "times", 9.0),
    "acl": Preset("ACL, one column", 3.03, None, 8, "times", 9.69),
    "acl-page": Preset("ACL, both columns", 6.3, None, 8, "times", 9.69),
    "slide": Preset("Slide, 16:9", 40 / 3, 7.5, 22, "helvetica", 7.5, slides=True),
}

# Each ends in the free fonts of the same widths; all of these are TrueType, which Chrome embeds.
FONTS: dict[str, str] = {
    "times": "'Times New Roman', Times, 'Liberation Serif', 'DejaVu Sans', serif",
    "helvetica": "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif",
    "palatino": "'Palatino Linotype', Palatino, 'TeX Gyre Pagella', 'Liberation Serif', serif",
}


@dataclass(frozen=True)
class PrintOptions:
    """Options of a printed figure.

    Parameters
    ----------
    preset : a name of `PRESETS`.
    font : a name of `FONTS` or any font's own name; None is the preset's.
    size : of the text in points; None is the preset's.
    height : in inches; None is the preset's or what the figure needs.
    line_width : of lines and marks' outlines, times what the app draws.
    black_white : greys only; dashes, symbols and hatching tell what colours told.
    together : all on one slide, with letters as small as that needs, instead of several slides.
    title : written above the figure; none as a rule, since a caption stands below.
    ranges : where axes start and end, in their own units, by plotly's names ("x2"); "x" and "y"
        are all of them.
    dpi : dots an inch of a PNG.
    boxes : a PDF or PNG has a box for each letter that no font here has; else there is no file.
    """

    preset: str = "neurips"
    font: str | None = None
    size: float | None = None
    height: float | None = None
    line_width: float = 1.0
    black_white: bool = False
    together: bool = False
    title: str = ""
    ranges: Ranges | None = None
    dpi: float = 300.0
    boxes: bool = False

    def place(self) -> Preset:
        """The preset with this size, font and height; InputError for what cannot be printed."""
        if self.preset not in PRESETS:
            raise InputError(f"preset={self.preset!r} is unknown; use {', '.join(PRESETS)}.")
        known = PRESETS[self.preset]
        size, height = self.size or known.size, self.height or known.height
        for name, value, low, high in (
            ("size", size, 3, 96),
            ("height", height or 1, 0.5, 40),
            ("line_width", self.line_width, 0.1, 10),
            ("dpi", self.dpi, 36, 1200),
        ):
            if not low <= value <= high:
                raise InputError(f"{name}={value:g} cannot be printed; use {low:g} to {high:g}.")
        font = self.font or known.font
        if font not in FONTS and not re.fullmatch(r"[\w .-]+", font):
            raise InputError(f"font={font!r} is no font's name; use {', '.join(FONTS)} or another.")
        return replace(known, size=size, height=height, font=font)

    def medium(self) -> Medium:
        """The page that figures are drawn for; raises like `place`."""
        place = self.place()
        scale = place.size * PX / POINT / LETTERS
        width, most = (inches * PX / scale for inches in (place.width, place.most))
        return Medium(
            mode="grey" if self.black_white else "print",
            width=width,
            height=place.height and place.height * PX / scale,
            most=most,
            scale=scale,
            family=FONTS.get(place.font) or f"'{place.font}', {FONTS['times']}",
            line_width=self.line_width,
        )
