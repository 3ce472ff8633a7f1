r"""How a table stands on a LaTeX page: heads in lines, smaller letters, blocks, columns of rows.

Widths are estimated for 10 pt letters. Needs booktabs only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["PLACES", "bodies"]

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
# Small letters of Computer Modern are wider than their size says.
SIZES = ((1.0, 6.0, ""), (0.93, 4.0, r"\small"), (0.86, 3.0, r"\footnotesize"))
BETWEEN = 20.0  # points between columns of rows
Rows = Sequence[Sequence[str]]


@dataclass(frozen=True)
class _Columns:
    """Some columns of a table: heads (in lines), cells of every row, alignment."""

    heads: list[list[str]]
    rows: Rows
    spec: str

    def pick(self, columns: Sequence[int]) -> _Columns:
        return _Columns(
            [self.heads[i] for i in columns],
            [[row[i] for i in columns] for row in self.rows],
            "".join(self.spec[i] for i in columns),
        )

    def widths(self) -> list[int]:
        """Letters of the widest line of each column."""
        return [
            max(map(_letters, [*head, *(row[i] for row in self.rows)]))
            for i, head in enumerate(self.heads)
        ]

    def points(self, size: tuple[float, float, str]) -> float:
        scale, gap, _ = size
        return sum(scale * LETTER * w + 2 * gap for w in self.widths()) - 2 * gap

    def in_lines(self) -> _Columns:
        """The same with heads broken where they are wider than their cells."""
        heads = []
        for i, head in enumerate(self.heads):
            words = " ".join(head).split(" ")
            room = max([*(_letters(row[i]) for row in self.rows), *map(_letters, words)])
            heads.append(_wrapped(words, room))
        return _Columns(heads, self.rows, self.spec)


def bodies(head: Sequence[str], rows: Rows, spec: str, page: float) -> list[str]:
    r"""What stands between caption and \end{table}, one string for each page the table needs.

    `head` and the cells of `rows` are LaTeX already; `spec` is l or r for each column,
    `page` the width of the text in points.
    """
    whole = _Columns([[h] for h in head], rows, spec)
    size = SIZES[0]
    if whole.points(size) > page:
        whole = whole.in_lines()
        size = next((s for s in SIZES if whole.points(s) <= page), SIZES[-1])
    blocks = _blocks(whole, size, page)
    if len(blocks) > 1:
        deep = max(1, int(TALL / size[0]) // (len(rows) + BLOCK))
        stacks = [blocks[i : i + deep] for i in range(0, len(blocks), deep)]
        return [_with_size(size, [_tabular([b], b.rows) for b in stack]) for stack in stacks]
    if len(rows) <= TALL:
        return [_with_size(size, [_tabular(blocks, rows)])]
    return _side_by_side(whole, size, page)


def _side_by_side(whole: _Columns, least: tuple[float, float, str], page: float) -> list[str]:
    """A long table as columns of rows, letters as small as saves a page."""
    rows = whole.rows
    sizes = SIZES[SIZES.index(least) :]
    fitting = [max(1, int((page + BETWEEN) // (whole.points(s) + BETWEEN))) for s in sizes]
    pages = [-(-len(rows) // (TALL * across)) for across in fitting]
    best = pages.index(min(pages))
    deep = -(-len(rows) // (pages[best] * fitting[best]))
    deep = max(deep, min(TALL, -(-len(rows) // pages[best]) // 2))  # not a strip of a few rows
    columns = [rows[i : i + deep] for i in range(0, len(rows), deep)]
    blank = [""] * len(whole.heads)
    made = []
    for first in range(0, len(columns), fitting[best]):
        parts = columns[first : first + fitting[best]]
        joined = [
            [c for part in parts for c in (part[i] if i < len(part) else blank)]
            for i in range(len(parts[0]))
        ]
        made.append(_with_size(sizes[best], [_tabular([whole] * len(parts), joined)]))
    return made


def _blocks(whole: _Columns, size: tuple[float, float, str], page: float) -> list[_Columns]:
    """Columns in blocks that are no wider than the page; the first column leads each."""
    if whole.points(size) <= page:
        return [whole]
    units: list[list[int]] = []
    before = None
    for i in range(1, len(whole.heads)):
        # "STS12", "STS12, printed", "STS12, difference" stay together where that is possible.
        family = " ".join(whole.heads[i]).split(",")[0]
        if family == before and whole.pick([0, *units[-1], i]).points(size) <= page:
            units[-1].append(i)
        else:
            units.append([i])
        before = family
    blocks: list[list[int]] = [[0]]
    for unit in units:
        if len(blocks[-1]) > 1 and whole.pick([*blocks[-1], *unit]).points(size) > page:
            blocks.append([0])
        blocks[-1] += unit
    return [whole.pick(block) for block in blocks]


def _tabular(parts: Sequence[_Columns], rows: Rows) -> str:
    """One tabular of `parts` side by side."""
    heads = [head for part in parts for head in part.heads]
    depth = max(map(len, heads))
    lines = [[""] * (depth - len(head)) + head for head in heads]
    spec = rf"@{{\hspace{{{BETWEEN:g}pt}}}}".join(part.spec for part in parts)
    return "\n".join(
        [
            rf"\begin{{tabular}}{{{spec}}}",
            r"\toprule",
            *(_row([line[i] for line in lines]) for i in range(depth)),
            r"\midrule",
            *map(_row, rows),
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )


def _with_size(size: tuple[float, float, str], tabulars: Sequence[str]) -> str:
    _, gap, command = size
    small = [rf"{command}\setlength{{\tabcolsep}}{{{gap:g}pt}}"] if command else []
    return "\n".join([*small, "\n\n\\medskip\n".join(tabulars)])


def _row(cells: Sequence[str]) -> str:
    return " & ".join(cells) + r" \\"


def _wrapped(words: Sequence[str], room: int) -> list[str]:
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
