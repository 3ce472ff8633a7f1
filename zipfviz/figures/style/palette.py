"""Palettes of every mode, and how priors and methods are named and marked.

Grey is the uniform prior, blue the Zipfian one, sand the raw vectors. Colour never speaks alone: a
method also has its own symbol, a prior its own dash.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

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


# Inferno, cut where its ends would sink into the background: every step has contrast 3:1.
_ON_WHITE = (
    *("#180b3b", "#320c55", "#4d0d6b", "#68166c", "#83206a"),
    *("#9d2962", "#b63655", "#cf4446", "#e05933", "#ee6f1f"),
)
_ON_BLACK = (
    *("#b4355b", "#c73f4b", "#d9503b", "#e9632a", "#f27c19"),
    *("#fa9609", "#f9b21d", "#f7ce3a", "#f9e76e", "#fcffa4"),
)

# In the order of a palette's fields. The priors' greys lie far apart.
_COLOURS: dict[Mode, tuple[Any, ...]] = {
    # zipfian, uniform, raw, other, accent,
    # text, muted, grid, line, paper
    "light": (
        *("#1d62c4", "#7b828c", "#a4713a", "#7a5c99", "#c2410c"),
        *("#15181d", "#5c636d", "#e9ebee", "#aab0b8", "#ffffff"),
    ),
    "dark": (
        *("#6aa5ff", "#9aa2ad", "#d6a766", "#b99ad8", "#ff8f5a"),
        *("#e8eaed", "#a3aab4", "#2a2f37", "#59616c", "#14171c"),
    ),
    "print": (
        *("#0b4fb3", "#808080", "#9a6a2b", "#6b4a8c", "#b3390a"),
        *("#000000", "#404040", "#dddddd", "#808080", "#ffffff"),
    ),
    "grey": (
        *("#000000", "#8a8a8a", "#b4b4b4", "#5a5a5a", "#000000"),
        *("#000000", "#404040", "#dddddd", "#808080", "#ffffff"),
    ),
}
_SCALES: dict[Mode, tuple[str, ...]] = {
    "dark": _ON_BLACK,
    # from black in even steps to a grey on which white letters can be read
    "grey": tuple(f"#{3 * f'{level:02x}'}" for level in range(0, 160, 16)),
}
PALETTES: dict[Mode, Palette] = {
    mode: Palette(*(*colours, _SCALES.get(mode, _ON_WHITE))) for mode, colours in _COLOURS.items()
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

    @property
    def phrase(self) -> str:
        """The label inside a sentence."""
        return self.label if self.is_proper_noun else self.label[0].lower() + self.label[1:]


METHOD_STYLES: dict[str, MethodStyle] = {
    "raw": MethodStyle("Raw vectors", "Raw", "none", "circle", "dot"),
    "uniform_centering": MethodStyle(
        "Uniform centering", "Unif. centering", "uniform", "triangle-down", "dashdot"
    ),
    "uniform_whitening": MethodStyle(
        "Uniform whitening", "Unif. whitening", "uniform", "square", "dash"
    ),
    "zipfian_centering": MethodStyle(
        "Zipfian centering", "Zipf. centering", "zipfian", "triangle-up", "longdash", True
    ),
    "zipfian_whitening": MethodStyle(
        "Zipfian whitening", "Zipf. whitening", "zipfian", "diamond", "solid", True
    ),
    "abtt": MethodStyle("All-but-the-top", "ABTT", "other", "cross", "longdashdot"),
    "sif_ccr": MethodStyle("SIF + CCR", "SIF + CCR", "other", "x", "longdashdot", True),
    "uniform_centering_norm_zipfian": MethodStyle(
        "Uniform centering, Zipfian length", "Unif. c. + Zipf. length", "other", "pentagon", "dash"
    ),
    "uniform_whitening_norm_zipfian": MethodStyle(
        "Uniform whitening, Zipfian length", "Unif. w. + Zipf. length", "other", "hexagon", "dash"
    ),
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


TOKEN_METHODS = {
    "raw": TokenMethod("Raw", "none", "circle"),
    "uniform_centering": TokenMethod("Centred, types alike", "uniform", "triangle-down"),
    "uniform_whitening": TokenMethod("Whitened, types alike", "uniform", "square"),
    "zipfian_centering": TokenMethod("Centred, tokens alike", "zipfian", "triangle-up"),
    "zipfian_whitening": TokenMethod("Whitened, tokens alike", "zipfian", "diamond"),
    "sentence_centering": TokenMethod("Centred, sentences alike", "other", "triangle-up"),
    "sentence_whitening": TokenMethod("Whitened, sentences alike", "other", "diamond"),
}
