"""A table as LaTeX: booktabs only, words as typed, the best of each column in bold.

pandas' `Styler` sets each tabular; what stands here fits tables to a page: heads in lines, smaller
letters, columns in blocks, rows side by side. Widths are estimated for 10 pt letters.
"""

from __future__ import annotations

import math
import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd

Best = Literal["max", "min"]
PLACES = {
    "article": (345.0, "table"),
    "neurips": (397.0, "table"),
    "acl": (219.0, "table"),
    "acl-page": (455.0, "table*"),
}
"""Where a table goes to: the width of its text in points, and the environment it stands in."""
LETTER = 5.3  # points of a letter or a digit at 10 pt, on average
TALL = 38  # rows that stand on a page together with a caption of ten lines
BLOCK = 5  # rows that rules, heads and the space between two blocks take
BETWEEN = 20.0  # points between columns of rows


class _Size(NamedTuple):
    """Letters of a table: their width in points, half the space between columns, the command."""

    letter: float
    gap: float
    command: str


# Small letters of Computer Modern are wider than their size says.
SIZES = (
    _Size(LETTER, 6.0, ""),
    _Size(0.93 * LETTER, 4.0, "\\small\\setlength{\\tabcolsep}{4pt}\n"),
    _Size(0.86 * LETTER, 3.0, "\\footnotesize\\setlength{\\tabcolsep}{3pt}\n"),
)
_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_SPECIAL = str.maketrans(_TABLES["special"])


def escape_latex(text: str) -> str:
    """Text that LaTeX prints as it is written; line ends and control characters become spaces.

    Letters of any script are left as they are (XeLaTeX or LuaLaTeX with a font that has them).
    """
    blank = ("Cc", "Zl", "Zp")
    text = "".join(" " if unicodedata.category(c) in blank else c for c in text)
    # Two of these in a row would become a dash or a quotation mark.
    parts = re.split(r"(?<=-)(?=-)|(?<=')(?=')|(?<=,)(?=,)", text)
    return "{}".join(part.translate(_SPECIAL) for part in parts)


def table_latex(
    frame: pd.DataFrame,
    caption: str,
    label: str = "",
    *,
    decimals: Mapping[str, int] | int = 2,
    best: Best | Mapping[Any, Best | None] | None = "max",
    row_name: Callable[[str], str] = str,
    place: str = "article",
) -> str:
    """A `table` environment with the index as its first column; needs \\usepackage{booktabs}.

    It fits its place: where it is wide, heads stand in lines and letters are smaller, then columns
    in blocks one below the other; many rows stand side by side.

    Parameters
    ----------
    frame : numbers are set with `decimals` digits (whole-number columns with none), nan as "--",
        all else as escaped text.
    caption : plain text, escaped here.
    decimals : one number, or one for each column that differs from 2.
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
    heads = [str(frame.index.name or ""), *map(str, frame.columns)]
    columns = [[escape_latex(row_name(str(name))) for name in frame.index]]
    spec = ["l"]
    for i, name in enumerate(frame.columns):
        digits = decimals if isinstance(decimals, int) else decimals.get(str(name), 2)
        way = best.get(name) if isinstance(best, Mapping) else best
        columns.append(_cells(frame.iloc[:, i], digits, way))
        spec.append("r" if _is_number(frame.iloc[:, i]) else "l")
    cells = pd.DataFrame(dict(enumerate(columns)))
    bodies = _bodies(cells, [[escape_latex(head)] for head in heads], "".join(spec), width)
    tables = []
    for i, body in enumerate(bodies):
        told = f"{escape_latex(caption)}{' (continued)' if i else ''}"
        named = [rf"\label{{{label}}}"] if label and not i else []
        head = [rf"\begin{{{environment}}}", r"\centering", rf"\caption{{{told}}}", *named]
        tables.append("\n".join([*head, r"\smallskip", rf"{body}\end{{{environment}}}", ""]))
    return "\n".join(tables)


def _is_number(column: pd.Series) -> bool:
    return column.dtype.kind in "iuf"


def _cells(column: pd.Series, decimals: int, best: Best | None) -> list[str]:
    """The cells of one column, the best ones in bold."""
    if best not in ("max", "min", None):
        raise InputError(f"best={best!r} is unknown; use 'max', 'min' or None.")
    if not _is_number(column):
        return [escape_latex(str(value)) for value in column]
    digits = 0 if column.dtype.kind in "iu" else decimals
    printed = [float(f"{value:.{digits}f}") for value in column]
    known = {value for value in printed if math.isfinite(value)}
    target = (max(known) if best == "max" else min(known)) if best and len(known) > 1 else math.nan
    cells = [_number(value, digits) for value in printed]
    return [rf"\textbf{{{c}}}" if v == target else c for c, v in zip(cells, printed, strict=True)]


def _number(value: float, digits: int) -> str:
    if math.isnan(value):
        return "--"
    text = f"{value + 0:.{digits}f}"  # adding 0 takes the sign from a negative one
    return text.replace("-", "$-$").replace("inf", r"$\infty$")


Heads = list[list[str]]


def _bodies(cells: pd.DataFrame, heads: Heads, spec: str, page: float) -> list[str]:
    r"""What stands between caption and \end{table}, one string for each page the table needs.

    `cells` and the lines of `heads` are LaTeX already; `spec` is l or r for each column, `page` the
    width of the text in points.
    """
    size = SIZES[0]
    if _points(cells, heads, size) > page:
        heads = [_in_lines(head, cells[i]) for i, head in enumerate(heads)]
        size = next((s for s in SIZES if _points(cells, heads, s) <= page), SIZES[-1])
    blocks = _blocks(cells, heads, size, page)
    if len(blocks) == 1 and len(cells) > TALL:
        return _side_by_side(cells, heads, spec, size, page)
    tabulars = [
        _tabular(cells[block], [heads[i] for i in block], "".join(spec[i] for i in block))
        for block in blocks
    ]
    deep = max(1, int(TALL * LETTER / size.letter) // (len(cells) + BLOCK))
    stacks = [tabulars[i : i + deep] for i in range(0, len(tabulars), deep)]
    return [size.command + "\n\\medskip\n".join(stack) for stack in stacks]


def _side_by_side(
    cells: pd.DataFrame, heads: Heads, spec: str, least: _Size, page: float
) -> list[str]:
    """A long table as columns of rows, letters as small as saves a page."""
    sizes = SIZES[SIZES.index(least) :]
    across = [max(1, int((page + BETWEEN) // (_points(cells, heads, s) + BETWEEN))) for s in sizes]
    pages = [-(-len(cells) // (TALL * n)) for n in across]
    best = pages.index(min(pages))
    deep = -(-len(cells) // (pages[best] * across[best]))
    deep = max(deep, min(TALL, -(-len(cells) // pages[best]) // 2))  # not a strip of a few rows
    columns = [cells.iloc[i : i + deep].reset_index(drop=True) for i in range(0, len(cells), deep)]
    made = []
    for first in range(0, len(columns), across[best]):
        parts = columns[first : first + across[best]]
        joined = pd.concat(parts, axis=1).fillna("")
        specs = rf"@{{\hspace{{{BETWEEN:g}pt}}}}".join([spec] * len(parts))
        made.append(sizes[best].command + _tabular(joined, heads * len(parts), specs))
    return made


def _blocks(cells: pd.DataFrame, heads: Heads, size: _Size, page: float) -> list[list[int]]:
    """Columns in blocks that are no wider than the page; the first column leads each."""

    def fits(columns: Sequence[int]) -> bool:
        return _points(cells[list(columns)], [heads[i] for i in columns], size) <= page

    if fits(range(len(heads))):
        return [list(range(len(heads)))]
    units: list[list[int]] = []
    before = None
    for i in range(1, len(heads)):
        # "STS12", "STS12, printed", "STS12, difference" stay together where that is possible.
        family = " ".join(heads[i]).split(",")[0]
        if family == before and fits([0, *units[-1], i]):
            units[-1].append(i)
        else:
            units.append([i])
        before = family
    blocks: list[list[int]] = [[0]]
    for unit in units:
        if len(blocks[-1]) > 1 and not fits([*blocks[-1], *unit]):
            blocks.append([0])
        blocks[-1] += unit
    return blocks


def _tabular(cells: pd.DataFrame, heads: Heads, spec: str) -> str:
    """A tabular set by pandas, heads at the bottom of their lines."""
    depth = max(map(len, heads))
    lines = [list(line) for line in zip(*([""] * (depth - len(h)) + h for h in heads), strict=True)]
    styler = cells.set_axis(lines if depth > 1 else lines[0], axis=1).style
    return styler.hide(axis="index").to_latex(column_format=spec, hrules=True, sparse_columns=False)


def _points(cells: pd.DataFrame, heads: Heads, size: _Size) -> float:
    """How wide a tabular is."""
    widest = [max(map(_letters, [*head, *cells.iloc[:, i]])) for i, head in enumerate(heads)]
    return size.letter * sum(widest) + 2 * size.gap * (len(widest) - 1)


def _in_lines(head: list[str], column: Sequence[str]) -> list[str]:
    """A head broken into lines where it is wider than its cells."""
    words = " ".join(head).split(" ")
    room = max(map(_letters, [*column, *words]))
    lines: list[str] = []
    for word in words:
        if lines and _letters(f"{lines[-1]} {word}") <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _letters(tex: str) -> int:
    """How many letters are printed, roughly."""
    plain = re.sub(r"\\textbf\{([^}]*)\}", r"\1", tex)
    plain = re.sub(r"\\[A-Za-z]+(\{\})?|\\.", "x", plain)
    return len(re.sub(r"[${}_^]", "", plain))
