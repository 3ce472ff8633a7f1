"""A table as LaTeX: booktabs only, words as typed, the best of each column in bold."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.report.latex_layout import PLACES, bodies

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["escape_latex", "table_latex"]

Best = Literal["max", "min"]
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    '"': r"\char34{}",
    "’": "'",
    "“": "``",
    "”": "''",
    "–": "--",
    "—": "---",
    "…": r"\dots{}",
    "\u00a0": "~",
    "−": "$-$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "ρ": r"$\rho$",
    "α": r"$\alpha$",
    "∝": r"$\propto$",
    "₁": "$_1$",
    "₂": "$_2$",
    "ᵗ": "$^t$",
}


# Two of these in a row would become a dash or a quotation mark.
_JOINING = "-',"


def escape_latex(text: str) -> str:
    """Text that LaTeX prints as it is written; line ends and control characters become spaces.

    Letters of any script are left as they are (XeLaTeX or LuaLaTeX with a font that has them).
    """
    printed = []
    before = ""
    for c in text:
        blank = unicodedata.category(c) in ("Cc", "Zl", "Zp")
        joined = "{}" if c == before and c in _JOINING else ""
        printed.append(joined + (" " if blank else _SPECIAL.get(c, c)))
        before = c
    return "".join(printed)


def table_latex(
    frame: pd.DataFrame,
    caption: str,
    label: str = "",
    *,
    decimals: int = 2,
    best: Best | Mapping[Any, Best | None] | None = "max",
    row_name: Callable[[str], str] = str,
    place: str = "article",
) -> str:
    """A `table` environment with the index as its first column; needs \\usepackage{booktabs}.

    It fits its place: where it is wide, heads stand in lines and letters
    are smaller, then columns in blocks one below the other; many rows stand side by side.

    Parameters
    ----------
    frame : numbers are set with `decimals` digits (whole-number columns with none), nan as "--",
        all else as escaped text.
    caption : plain text, escaped here.
    best : which value of each column is set in bold: the largest, the smallest or none; or a
        mapping from columns to these, for a column left out none. Values that print alike are
        alike: all of them are bold. A column whose values all print alike has no best.
    row_name : what to call a row of the index, such as `zipfviz.space.names.method_name`.
    place : "article" (the default class), "neurips", "acl" (one column) or "acl-page" (both).

    Raises InputError for a `best` or a `place` that is none of these.
    """
    if place not in PLACES:
        raise InputError(f"place={place!r} is unknown; use {', '.join(PLACES)}.")
    width, environment = PLACES[place]
    columns = list(frame.columns)
    asked = [best.get(c) if isinstance(best, Mapping) else best for c in columns]
    for way in asked:
        if way not in ("max", "min", None):
            raise InputError(f"best={way!r} is unknown; use 'max', 'min' or None.")
    cells = [_column(frame.iloc[:, i], decimals, way) for i, way in enumerate(asked)]
    names = [escape_latex(row_name(str(name))) for name in frame.index]
    head = [str(frame.index.name or ""), *map(str, columns)]
    spec = "l" + "".join("r" if _is_number(frame.iloc[:, i]) else "l" for i in range(len(columns)))
    rows = [list(row) for row in zip(names, *cells, strict=True)]
    printed = escape_latex(caption)
    tables = []
    for i, body in enumerate(bodies([escape_latex(h) for h in head], rows, spec, width)):
        continued = " (continued)" if i else ""
        tables += [
            rf"\begin{{{environment}}}",
            r"\centering",
            rf"\caption{{{printed}{continued}}}",
            *([rf"\label{{{label}}}"] if label and not i else []),
            r"\smallskip",
            body,
            rf"\end{{{environment}}}",
            "",
        ]
    return "\n".join(tables)


def _is_number(column: pd.Series) -> bool:
    return column.dtype.kind in "iuf"


def _column(column: pd.Series, decimals: int, best: Best | None) -> list[str]:
    """The cells of one column, the best ones in bold."""
    if not _is_number(column):
        return [escape_latex(str(value)) for value in column]
    digits = 0 if column.dtype.kind in "iu" else decimals
    values = column.to_numpy(dtype=float)
    printed = np.array([float(f"{v:.{digits}f}") for v in values])
    known = printed[np.isfinite(printed)]
    target = math.nan
    if best and len(set(known.tolist())) > 1:
        target = known.max() if best == "max" else known.min()
    cells = [_number(v, digits) for v in values]
    return [rf"\textbf{{{c}}}" if v == target else c for c, v in zip(cells, printed, strict=True)]


def _number(value: float, digits: int) -> str:
    if math.isnan(value):
        return "--"
    text = f"{value:.{digits}f}"
    text = text.removeprefix("-") if float(text) == 0 else text
    return text.replace("-", "$-$").replace("inf", r"$\infty$")
