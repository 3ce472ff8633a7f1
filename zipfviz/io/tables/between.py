"""Infer an unusual separator from what nearly all lines have between word and number.

the: 5000, the -> 5000, the (5000), - the = 5000, 5000: the. What nearly every line has between the
end of its word and its number is the separator.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from zipfviz.io.tables.dialect import SEPARATORS, Dialect

NEARLY = 0.95
LONGEST = 2000  # letters of a line
# Nothing else is meant by these between a word and a number: no list's words all end in them.
PLAIN = frozenset(":=|~>→⇒↦，：；、＝｜│‖¦")
BULLETS = ("-", "*", "•", "·", "+", ">", "–", "—")
BRACKETS = {"(": ")", "[": "]", "{": "}", "<": ">", "（": "）", "【": "】", "［": "］"}
QUOTES = BRACKETS | dict(zip("'`‘“„‚«»‹「『《", "'`’”“‘»«›」』》", strict=True))
EXPONENT = re.compile(r"(?<![\w.])[0-9]{1,20}+(?:\.[0-9]{1,20}+)?[eE][-+]?\Z")
MINUS = "-+\u2212\u2013\ufe63\uff0d"
POINTS = ".,\uff0e\u066b"
GROUPS = " '\u2019\u2009\u00a0\u202f"


@dataclass(frozen=True)
class Between:
    """How such lines are cut, and whether it is `sure` that they are meant so."""

    dialect: Dialect
    sure: bool


@dataclass(frozen=True)
class _Cut:
    """A line around its word and the number at its end: before, between and behind them."""

    lead: str
    run: str
    rest: str


def between(lines: Sequence[str]) -> Between | None:
    """How lines that nearly all have a word and a number, last or first, are to be cut.

    None for other lines, and for those that one of the usual separators cuts.
    """
    lines = [line.strip() for line in lines]
    found = _told(lines)
    counted_last = sum(line[-1:].isdecimal() for line in lines) > 0.5 * len(lines)
    turned = None if found or counted_last else _told([line[::-1] for line in lines])
    if turned is not None:
        dialect = turned.dialect
        return Between(
            Dialect(
                separator=dialect.separator[::-1],
                opens=dialect.closes[::-1],
                closes=dialect.opens[::-1],
                padded=dialect.padded,
            ),
            turned.sure,
        )
    return found


def _told(lines: Sequence[str]) -> Between | None:
    cuts = [cut for line in lines if (cut := _cut(line)) is not None]
    least = max(1.0, NEARLY * (len(lines) - 1))  # a header has no number
    if len(cuts) < least:
        return None
    marks = Counter(cut.run.strip() for cut in cuts)
    mark, votes = marks.most_common(1)[0]
    if votes < 0.5 * len(cuts) or sum(c.run.strip().endswith(mark) for c in cuts) < least:
        return None
    rest, lead = _usual(c.rest.strip() for c in cuts), _usual(c.lead.strip() for c in cuts)
    dressed = _dressed(cuts, mark, lead, rest)
    if dressed is not None:
        return Between(dressed, True)
    if not mark:
        run = _usual(c.run for c in cuts)
        return Between(Dialect(separator=run), True) if run and not {*run} & {*" \t"} else None
    quoted, mark = '"' in mark, mark.strip('" \t')
    tabs = sum("\t" in cut.run for cut in cuts) >= least
    if not mark or mark in SEPARATORS:
        framed = Dialect(separator=mark, quoted=True, padded=True)
        return Between(framed, True) if mark and tabs else None
    apart = sum(cut.run.rstrip().removesuffix(mark)[-1:].isspace() for cut in cuts) >= least
    plain = bool(mark.strip("-")) and all(c in PLAIN or c == "-" or c < " " for c in mark)
    closes = BRACKETS.get(mark[-1])
    fits = rest == closes if closes else rest in ("", ",", ";", mark)
    quoted |= lead == '"' != rest
    lead = "" if quoted and lead == '"' else lead
    padded = any(cut.run != mark for cut in cuts)
    dialect = Dialect(separator=mark, opens=lead, closes=rest, padded=padded, quoted=quoted)
    sure = plain or closes is not None or (apart and not tabs)
    return Between(dialect, sure and fits and lead in ("", mark, *BULLETS))


def _dressed(cuts: Sequence[_Cut], mark: str, lead: str, rest: str) -> Dialect | None:
    """How lines are cut whose words all stand in quotes, or behind a bullet, before a usual mark.

    'the';5000  <the> 5000  - the 5000: the quotes and bullets are no part of the words.
    """
    if rest not in ("", ","):
        return None
    run = _usual(c.run for c in cuts)
    if closes := QUOTES.get(lead):
        between = run.removeprefix(closes) if run.startswith(closes) else ""
        if run and between.strip() in ("", *SEPARATORS, *PLAIN):
            return Dialect(separator=run, opens=lead, closes=rest)
    spaced = lead in BULLETS and all(c.lead[len(lead) :].isspace() for c in cuts if c.lead)
    if spaced and not mark and not rest:
        tabs = sum("\t" in c.run for c in cuts) == len(cuts)
        return Dialect(separator="\t" if tabs else " ", tail=not tabs, padded=True, opens=lead)
    return None


def _usual(texts: Iterable[str]) -> str:
    """The text that nearly all of these are, else none."""
    counts = Counter(texts)
    text, votes = counts.most_common(1)[0]
    return text if votes >= NEARLY * counts.total() else ""


def _cut(line: str) -> _Cut | None:
    """What stands around a line's word and the number at its end; None where there are none."""
    if len(line) > LONGEST:
        return None
    end = len(line)
    while end and not line[end - 1].isdecimal():
        end -= 1
    start = end
    while start and (line[start - 1].isdecimal() or _inside(line, start - 1, end)):
        start -= 1
    power = EXPONENT.search(line[max(0, start - 30) : start])  # the 12 and e of 12e3
    start -= len(power[0]) if power else 0
    if start > 1 and line[start - 1] in MINUS and not _is_wordly(line[start - 2]):
        start -= 1  # a sign, unless it is glued to the word
    word = start
    while word and not _is_wordly(line[word - 1]):
        word -= 1
    word += line[word:start].startswith(">") and line[:word].endswith("</w")  # of a subword
    first = next((i for i, c in enumerate(line) if _is_wordly(c)), 0)
    if not start or len(line) - end > 3 or any(map(_is_wordly, line[end:])):
        return None
    return _Cut(line[:first], line[word:start], line[end:])


def _inside(line: str, at: int, end: int) -> bool:
    """Whether a point, comma or mark of thousands stands inside a number that goes on to `end`."""
    if not at or not line[at - 1].isdecimal() or at + 1 >= end:
        return False
    three = line[at + 1 : at + 4].isdecimal() and not line[at + 4 : at + 5].isdecimal()
    return line[at] in POINTS or (line[at] in GROUPS and three and at + 4 <= end)


def _is_wordly(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LMN"
