"""The colours of every mode, and how priors and methods are named and marked.

Grey is the uniform prior, blue the Zipfian one, sand the raw vectors. Colour never speaks alone: a
method also has its own symbol, a prior its own dash.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Literal

__all__ = [
    "METHOD_STYLES",
    "PALETTES",
    "PRIOR_STYLES",
    "MethodStyle",
    "Mode",
    "Palette",
    "Prior",
    "PriorStyle",
    "coloured",
    "method_style",
]

Mode = Literal["live", "light", "dark", "print"]
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

PALETTES: dict[Mode, Palette] = {
    "live": Palette(
        zipfian="#000001",
        uniform="#000002",
        raw="#000003",
        other="#000004",
        accent="#000005",
        text="#000006",
        muted="#000007",
        grid="#000008",
        line="#000009",
        paper="#000010",
        scale=tuple(f"#{i:06d}" for i in range(11, 21)),
    ),
    "light": Palette(
        zipfian="#1d62c4",
        uniform="#7b828c",
        raw="#a4713a",
        other="#7a5c99",
        accent="#c2410c",
        text="#15181d",
        muted="#5c636d",
        grid="#e9ebee",
        line="#aab0b8",
        paper="#ffffff",
        scale=_ON_WHITE,
    ),
    "dark": Palette(
        zipfian="#6aa5ff",
        uniform="#9aa2ad",
        raw="#d6a766",
        other="#b99ad8",
        accent="#ff8f5a",
        text="#e8eaed",
        muted="#a3aab4",
        grid="#2a2f37",
        line="#59616c",
        paper="#14171c",
        scale=_ON_BLACK,
    ),
    "print": Palette(
        zipfian="#0b4fb3",
        uniform="#808080",
        raw="#9a6a2b",
        other="#6b4a8c",
        accent="#b3390a",
        text="#000000",
        muted="#404040",
        grid="#dddddd",
        line="#808080",
        paper="#ffffff",
        scale=_ON_WHITE,
    ),
}

_STAND_IN = re.compile(r"#0000(?:0[1-9]|1\d|20)\b")


def _in_order(palette: Palette) -> list[str]:
    """A palette's colours in the order of its stand-ins."""
    names = [field.name for field in fields(palette) if field.name != "scale"]
    return [*(getattr(palette, name) for name in names), *palette.scale]


_REAL: dict[Mode, dict[str, str]] = {
    mode: dict(zip(_in_order(PALETTES["live"]), _in_order(palette), strict=True))
    for mode, palette in PALETTES.items()
}


def coloured(text: str, mode: Mode) -> str:
    """`text` with the colours of `mode` in place of the stand-ins of "live"."""
    return _STAND_IN.sub(lambda found: _REAL[mode][found.group()], text)


@dataclass(frozen=True)
class PriorStyle:
    """How a prior is named and drawn."""

    label: str
    dash: str


PRIOR_STYLES: dict[Prior, PriorStyle] = {
    "uniform": PriorStyle("uniform prior", "dash"),
    "zipfian": PriorStyle("Zipfian prior", "solid"),
}


@dataclass(frozen=True)
class MethodStyle:
    """How a method is named and drawn; `prior` picks its colour in every palette."""

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
