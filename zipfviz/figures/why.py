"""Pairs that moved between two methods, and the words that moved them."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.figures.style.palette import LIGHT, Medium, method_style
from zipfviz.figures.style.sheet import Chart, Draw, Look, Sheet
from zipfviz.figures.style.text import escape, number

MOST_PAIRS = 4_000
MOST_WORDS = 14
LINE = 70  # characters of a sentence on hover


def moved_pairs(
    frame: pd.DataFrame,
    before: str,
    after: str,
    chosen: int | None = None,
    *,
    medium: Medium = LIGHT,
) -> Chart:
    """A dot a pair: its cosine before and after, coloured by gold; `chosen` (a pair) is ringed.

    `frame` is that of `zipfviz.changed_pairs`, or rows of it; the first 4,000 are drawn, those
    that moved most. The customdata of a dot is its pair.
    """
    sheet = Sheet(medium, 440)
    shown = frame.head(MOST_PAIRS)
    same: Look = {"width": 1, "dash": "dash", "legend": False, "name": "unchanged"}
    sheet.line([-1, 1], [-1, 1], colour=sheet.colours.line, **same)
    both, gold = (shown[c].to_numpy(dtype=float) for c in (["before", "after"], "gold"))
    told: Look = {"hover": "%{text}", "legend": False, "name": "pairs"}
    told["text"] = [_hover(row) for row in shown.to_dict("records")]
    sheet.marks(*both.T, colour=gold, opacity=0.8, customdata=shown["pair"].to_numpy(), **told)
    ringed = frame[frame["pair"] == chosen] if chosen is not None else frame.head(0)
    if len(ringed):
        x, y = ringed[["before", "after"]].to_numpy(dtype=float).T
        look: Look = {"width": 3, "legend": False, "name": "chosen pair"}
        sheet.rings(x, y, colour=sheet.colours.accent, size=16, **look)
    low = float(np.floor(20 * min(both.min(), 0.95)) / 20) if len(both) else -1.0
    sheet.x(title=f"cosine, {escape(method_style(before).label)}", range=[low - 0.03, 1.03])
    sheet.y(title=f"cosine, {escape(method_style(after).label)}", range=[low - 0.03, 1.03])
    sheet.colour_bar("human<br>score")
    sheet.layout["margin"] = {"r": 86}
    return sheet.figure()


def word_changes(words: pd.DataFrame) -> list[Draw]:
    """Draw a figure a text of the pair: each word's share of the text's length before and after.

    `words` is that of `zipfviz.pair_words`; the 14 words of each text whose share changed most are
    drawn, in the order of their change.
    """
    parts = []
    for text in (1, 2):
        part = words[words["text"] == text]
        change = (part["share_after"] - part["share_before"]).abs()
        part = part.loc[change.sort_values(ascending=False, kind="stable").index[:MOST_WORDS]]
        gain = part["share_after"] - part["share_before"]
        parts.append(part.loc[gain.sort_values(ascending=False, kind="stable").index])
    shares = words[["share_before", "share_after"]].to_numpy(dtype=float)
    ends = [100 * min(shares.min(initial=0.0), 0.0), 100 * shares.max(initial=0.01)]
    pad = 0.06 * (ends[1] - ends[0])
    rows = max(len(part) for part in parts)
    return [
        partial(_words_of, part, f"Text {i}", [ends[0] - pad, ends[1] + pad], rows)
        for i, part in enumerate(parts, 1)
    ]


def _words_of(
    part: pd.DataFrame, title: str, span: list[float], rows: int, *, medium: Medium = LIGHT
) -> Chart:
    sheet = Sheet(medium, 110 + 26 * rows)
    c = sheet.colours
    y = np.arange(len(part))
    x = {when: 100 * part[f"share_{when}"].to_numpy(dtype=float) for when in ("before", "after")}
    gaps = np.full(len(part), np.nan)
    moved, level = (np.column_stack([*ends, gaps]).ravel() for ends in (x.values(), (y, y)))
    sheet.line(moved, level, colour=c.muted, width=2, legend=False, name="change")
    marks = {"before": ("circle-open", c.muted), "after": ("diamond", c.accent)}
    for when, (symbol, colour) in marks.items():
        told: Look = {"texts": part["word"], "name": when}
        told["hover"] = f"<b>%{{text}}</b><br>%{{x:.1f}} % {when}"
        look: Look = {"symbol": symbol, "size": 10, "outline": (2, colour)}
        sheet.marks(x[when], y, colour=colour, **look, **told)
    sheet.name_rows([escape(word) for word in part["word"]], rows=rows)
    sheet.title(0, title)
    sheet.x(title="share of the text’s length, %", range=span, zeroline=True)
    sheet.x(zerolinecolor=c.line)
    sheet.legend_above()
    return sheet.figure()


def _hover(row: dict[str, Any]) -> str:
    texts = "<br>".join(escape(_cut(str(row[key]))) for key in ("text_1", "text_2"))
    before, after, gold = (number(float(row[k])) for k in ("before", "after", "gold"))
    return f"{texts}<br>gold {gold}, cosine {before} → {after}"


def _cut(text: str) -> str:
    return text if len(text) <= LINE else f"{text[: LINE - 1]}…"
