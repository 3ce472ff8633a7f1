"""Palettes, the media that they are for, and how priors and methods are named and marked.

Grey is the uniform prior, blue the Zipfian one, sand the raw vectors. Colour never speaks alone: a
method also has its own symbol, a prior its own dash. The tables are those of `palette.toml`.
"""

import tomllib
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Literal

Mode = Literal["light", "dark", "print", "grey"]
Prior = Literal["none", "uniform", "zipfian", "other"]


@dataclass(frozen=True)
class Palette:
    """The ten colours of a mode, ordered as in config.toml, and the ten steps of its scale."""

    zipfian: str
    uniform: str
    raw: str
    other: str
    accent: str
    text: str
    muted: str
    grid: str
    line: str
    paper: str
    scale: tuple[str, ...]

    def of(self, prior: Prior) -> str:
        """The colour of a prior; sand where there is none."""
        colours = {"none": self.raw, "uniform": self.uniform, "zipfian": self.zipfian}
        return colours.get(prior, self.other)

    def quiet(self, opacity: float) -> str:
        """A grey that fits every background, for what lies beneath."""
        tinge = "133,133,133" if self.accent == self.text else "128,134,144"
        return f"rgba({tinge},{opacity:g})"

    @property
    def colorscale(self) -> list[tuple[float, str]]:
        """`scale` as plotly takes it, from the lowest score to the highest."""
        return [(i / (len(self.scale) - 1), c) for i, c in enumerate(self.scale)]


_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))

PALETTES: dict[Mode, Palette] = {
    mode: Palette(**colours, scale=tuple(_TABLES["scales"][mode]))
    for mode, colours in _TABLES["colours"].items()
}


@dataclass(frozen=True)
class PriorStyle:
    """Name and dash of a prior."""

    label: str
    dash: str


PRIOR_STYLES: dict[Prior, PriorStyle] = {
    "uniform": PriorStyle("uniform prior", "dash"),
    "zipfian": PriorStyle("Zipfian prior", "solid"),
}


@dataclass(frozen=True)
class MethodStyle:
    """Names and marks of a method; `prior` picks its colour in every palette."""

    label: str
    short: str
    prior: Prior
    symbol: str
    dash: str
    is_proper_noun: bool = False
    in_paper: bool = True

    @property
    def setting(self) -> str:
        """What its settings are called where nobody has changed them."""
        return "the paper’s setting" if self.in_paper else "the usual setting"

    @property
    def phrase(self) -> str:
        """The label inside a sentence."""
        return self.label if self.is_proper_noun else self.label[0].lower() + self.label[1:]


METHOD_STYLES: dict[str, MethodStyle] = {
    method: MethodStyle(**style) for method, style in _TABLES["methods"].items()
}


def method_style(method: str) -> MethodStyle:
    """The style of a method; one not in the table is named by its key, in the fourth colour."""
    name = method.replace("_", " ")
    return METHOD_STYLES.get(method, MethodStyle(name, name, "other", "star", "dot"))


@dataclass(frozen=True)
class TokenMethod:
    """Name and mark of a transform of token vectors."""

    label: str
    prior: Prior
    symbol: str


TOKEN_METHODS: dict[str, TokenMethod] = {
    method: TokenMethod(**style) for method, style in _TABLES["token_methods"].items()
}


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
