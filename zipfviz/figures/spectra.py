"""Eigenspectra, and the words that a principal direction pulls apart."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from zipfviz.figures.style.palette import LIGHT, Medium, method_style
from zipfviz.figures.style.parts import Density, add_density, add_words
from zipfviz.figures.style.sheet import Chart, Look, Sheet
from zipfviz.figures.style.text import escape, number

ROUNDING = 1e-9  # shares of the variance below this are what a solver leaves of none


@dataclass(frozen=True)
class SpectrumLine:
    """One spectrum: `eigenvalues` (d,) of the covariance under `prior`, largest first.

    `method` is the transform the space went through, `effective_rank` exp of its entropy.
    """

    eigenvalues: np.ndarray
    prior: Literal["uniform", "zipfian"]
    effective_rank: float
    method: str = "raw"


def eigenspectrum(
    spectra: Mapping[str, SpectrumLine],
    *,
    cumulative: bool = False,
    scale: Literal["log", "linear"] = "log",
    medium: Medium = LIGHT,
    height: int = 420,
) -> Chart:
    """Share of variance by direction (or summed up to it), a line a label, effective rank marked.

    Grey dashes are the uniform prior, blue the Zipfian one; the symbol tells the method. `scale` is
    that of the variance axis and is linear when `cumulative`.
    """
    sheet = Sheet(medium, height)
    for label, line in spectra.items():
        _add_spectrum(sheet, label, line, cumulative)
    d = max((len(line.eigenvalues) for line in spectra.values()), default=1)
    x = np.arange(1, d + 1)
    even = x / d if cumulative else np.full(d, 1 / d)
    sheet.line(x, even, colour=sheet.colours.muted, width=1, dash="dot", name="perfectly even")
    sheet.x(title="direction, from widest to narrowest", range=[0.4, d + 0.6])
    if cumulative:
        sheet.y(title="share of variance up to here", tickformat=".0%")
    else:
        sheet.y(title="share of variance", tickformat=".1~p")
        if scale == "log":
            _log_shares(sheet, spectra.values())
    return sheet.figure()


def _log_shares(sheet: Sheet, lines: Iterable[SpectrumLine]) -> None:
    """A log axis over the shares that are more than rounding; removed directions lie below it."""
    shares = np.concatenate([_shares(line) for line in lines])
    shown = np.log10(shares[shares > ROUNDING])
    low, high = (float(shown.min()), float(shown.max())) if shown.size else (-3.0, 0.0)
    air = max(0.08, 0.25 - (high - low) / 2)  # a whitened space has one value
    sheet.y(type="log", dtick="D2" if high - low < 2 else 1, range=[low - air, high + air])


def _shares(line: SpectrumLine) -> np.ndarray:
    """The share of each direction in the variance; nan where there is none, as of one word."""
    values = np.asarray(line.eigenvalues, dtype=float)
    total = values.sum()
    return values / total if total > 0 else np.full_like(values, np.nan)


def component_words(
    words_low: Sequence[str],
    values_low: np.ndarray,
    words_high: Sequence[str],
    values_high: np.ndarray,
    *,
    medium: Medium = LIGHT,
    height: int | None = None,
) -> Chart:
    """The words at both ends of one direction, as bars from its middle; lowest at the bottom."""
    words = [*words_low, *words_high]
    values = np.concatenate([values_low, values_high])
    order = np.argsort(values, kind="stable")
    labels = [escape(words[i]) for i in order]
    sheet = Sheet(medium, height or 90 + 22 * len(words))
    c = sheet.colours
    y, hover = np.arange(len(words)), "<b>%{text}</b><br>position %{x:.2f}<extra></extra>"
    told: Look = {"text": labels, "textposition": "none", "customdata": order}
    bars: Look = {"x": values[order], "y": y, "orientation": "h", "marker": {"color": c.other}}
    sheet.add("bar", hovertemplate=hover, showlegend=False, **bars, **told)
    sheet.x(title="position along this direction", zeroline=True, zerolinecolor=c.line)
    sheet.y(tickvals=np.arange(len(words)), ticktext=labels, tickfont={"color": c.text})
    sheet.y(ticks="", showgrid=False, showline=False)
    sheet.layout["bargap"] = 0.35
    return sheet.figure()


def component_against_log_p(
    log_p_neg: np.ndarray,
    values: np.ndarray,
    words: Sequence[str],
    density: Density | None = None,
    *,
    highlight: Sequence[int] = (),
    medium: Medium = LIGHT,
    height: int = 380,
) -> Chart:
    """Position of each word (k,) along one direction against −log p (k,); vocabulary beneath."""
    x, y = np.asarray(log_p_neg), np.asarray(values)
    sheet = Sheet(medium, height)
    add_density(sheet, 0, density)
    look: Look = {"size": 5, "opacity": 0.75, "name": "words", "width": 500}
    look |= {"names": ("−log p", "position"), "found": highlight}
    add_words(sheet, 0, x, y, words, sheet.colours.other, **look)
    sheet.x(title="information content −log p(w)", showgrid=False)
    sheet.y(title="position along this direction", showgrid=False)
    sheet.layout["showlegend"] = False
    return sheet.figure()


def _add_spectrum(sheet: Sheet, label: str, line: SpectrumLine, cumulative: bool) -> None:
    share = _shares(line)
    x, y = np.arange(1, len(share) + 1), np.cumsum(share) if cumulative else share
    colour, rank = sheet.colours.of(line.prior), line.effective_rank
    beside, rounded = f"<extra>{escape(label)}</extra>", f"effective rank {number(rank, 1)}"
    symbol = method_style(line.method).symbol
    marker = {"symbol": symbol, "size": 7, "color": colour, "maxdisplayed": 12}
    told: Look = {"name": f"{escape(label)}: {rounded}", "legendgroup": label}
    told["hover"] = f"direction %{{x}}<br>%{{y:.2%}} of the variance{beside}"
    stroke = sheet.stroke(line.prior)
    sheet.line(x, y, **stroke, width=2, mode="lines+markers", marker=marker, **told)
    if np.isfinite(rank):
        told = {"hover": rounded + beside, "legendgroup": label, "symbol": "line-ns-open"}
        at = [rank], [np.interp(rank, x, y)]
        sheet.marks(*at, colour=colour, size=20, outline=(3, None), legend=False, **told)
