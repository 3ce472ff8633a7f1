"""Check parsed word lists for affixes, titles and row numbers left on their words and counts.

A list that can be cut may still be cut wrongly: quotes stay on its words, the end of a number, a
second column. Nearly all of its words then have the same; what some of them have is theirs.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from zipfviz.common.errors import Choice, ChoiceNeeded, InputError
from zipfviz.common.nouns import counted, noun
from zipfviz.io.files.wording import shown
from zipfviz.io.tables.columns import (
    NAMES,
    NEAR_NUMBER,
    Column,
    counts_up,
    is_category,
    is_total,
    known_names,
    parse_number,
    squeezed,
)
from zipfviz.io.tables.sample import MOST_TITLES, Sample

MOSTLY = 0.5
NEARLY = 0.95
LEAST_ROWS = 3
LEAST_SORTED = 5
OFTEN_GROUPED = 0.05
CHOICES = 5
LONG = 4  # words
LONGEST = 100  # letters of what words share
CLEAR = "\t,;|"  # what says by itself where a word ends
# Words of subword lists and of social media begin and end with these.
OWN_STARTS = ("▁", "#", "@", "_", "$")
OWN_ENDS = ("▁", "_", "@@", "</w>")
TOKEN_END = re.compile(r"(?:(?<![:,;|])[:,;|]++\s?|\s)\w++\Z")
TOKEN_START = re.compile(r"\w++[^\w\s]*+\s")
GROUP = re.compile(r"[0-9]{2,3}(?:\.[0-9]++)?")
LEAD_GROUP = re.compile(r"[0-9]{1,3}")
LOGARITHM = re.compile(r"zipf|(?:log|lg|ln)(?:2|10|e|)(?:p|prob.*|f.*|count.*|wf|cd|)\Z")


def check_words(sample: Sample, word: int, count: int, name: str) -> None:
    """Raise InputError or ChoiceNeeded where nearly all words hold what is no part of them."""
    words = [str(row[word]) for row in sample.body if len(row) > word]
    refuse_numbers(sample, words, name)
    if len(words) < LEAST_ROWS:
        return
    for affix, where in ((_shared(words, _end), "end in"), (_shared(words, _start), "begin with")):
        if affix and not _own(affix, where, sample.dialect.separator):
            raise _affix_question(sample, words, affix, where, name)


def refuse_numbers(sample: Sample, words: Sequence[str], name: str) -> None:
    """Raise InputError where words hold numbers that belong to what stands beside them."""
    if not sample.dialect.tail and sample.dialect.separator in CLEAR:
        return
    first_or_last = -1 if sample.dialect.tail >= 0 else 0
    ends = [w for w in words if " " in w and NEAR_NUMBER.fullmatch(w.split(" ")[first_or_last])]
    if first_or_last == 0:
        groups = [w for w in ends if GROUP.fullmatch(w.split(" ")[0])]
        some = len(groups) >= max(2, OFTEN_GROUPED * len(words))
        ends = groups if some else ends
    else:
        some = False
    mixed = [w for w in words if len(w.split()) >= LONG and _half_numbers(w.split())]
    many = len(ends) > max(2, MOSTLY * len(words)) or len(mixed) > MOSTLY * len(words)
    if some or many:
        found = ends if some or len(ends) >= len(mixed) else mixed
        where = "end in" if first_or_last else "begin with"
        where = where if found is ends else "hold"
        raise InputError(
            f"{name}: {len(found)} of its first {len(words)} words would {where} a number (such as "
            f"{shown(found[0], 60)}); write each word, a tab and its count on a line of its own."
        )


def _half_numbers(parts: Sequence[str]) -> bool:
    return 2 * sum(part[:1].isdecimal() for part in parts) >= len(parts) - 1


def refuse_thousands(sample: Sample, name: str) -> None:
    """Raise InputError where the separator also stands between thousands: the,53,123 and cat,7."""
    mark = sample.dialect.separator
    rests = [[str(cell).strip() for cell in row[1:]] for row in sample.body if len(row) > 1]
    if mark not in ",." or not any(
        len(rest) == 1 and parse_number(rest[0]) is not None for rest in rests
    ):
        return
    for rest in rests:
        lead = len(rest) > 1 and LEAD_GROUP.fullmatch(rest[0])
        if lead and all(map(GROUP.fullmatch, rest[1:])):
            raise InputError(
                f"{name}: its counts are written like {mark.join(rest)!r}, with what stands "
                "between its columns; write them as 1234567, or a tab between word and count."
            )


def _shared(words: Sequence[str], part: Callable[[str], str]) -> str:
    """What nearly all words have in common at one end; "" for nothing."""
    text, votes = Counter(map(part, words)).most_common(1)[0]
    return text if votes >= NEARLY * len(words) and len(set(words)) > 1 else ""


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "PS"


def _end(word: str) -> str:
    """The mark that ends a word, or its last part where it has several."""
    text = word.rstrip()
    if text and _is_mark(text[-1]):
        own = next((end for end in OWN_ENDS if text.endswith(end)), text[-1])
        return " " + own if text.endswith(" " + own) else own
    found = TOKEN_END.search(text[-LONGEST:])
    return found[0] if found else ""


def _start(word: str) -> str:
    """The mark that begins a word, or its first part where it has several."""
    text = word.lstrip()
    if text and _is_mark(text[0]):
        return text[0]
    found = TOKEN_START.match(text)
    return found[0] if found else ""


def _own(affix: str, where: str, separator: str) -> bool:
    """Whether what all words have at an end may be their own."""
    if affix in (OWN_ENDS if where == "end in" else OWN_STARTS):
        return True
    phrase = any(c.isalnum() for c in affix)
    return phrase and separator in CLEAR and not set(affix) & {*CLEAR, ":"}


def _affix_question(
    sample: Sample, words: Sequence[str], affix: str, where: str, name: str
) -> ChoiceNeeded:
    """The question whether what all words have at an end belongs to them."""
    separator = sample.dialect.separator
    choices = []
    whole = affix + separator
    lines = sample.start.lines
    if where == "end in" and sum(whole in line for line in lines) >= NEARLY * (len(lines) - 1):
        bare = words[0].rstrip().removesuffix(affix)
        choices.append(Choice(options={"separator": whole}, gives=f"first word {shown(bare)}"))
    keeps = f"keeps it, first word {shown(words[0])}"
    choices.append(Choice(options={"separator": separator}, gives=keeps))
    return ChoiceNeeded(
        f"{name}: nearly all of its words would {where} {shown(affix)} (such as "
        f"{shown(words[0])}), which is no part of most words",
        choices,
    )


def spaces_question(sample: Sample, phrases: Sample, name: str) -> InputError:
    """The question whether lines of as many parts each are phrases with counts, or have columns."""
    first = phrases.dialect.tail < 0
    words = [str(row[first]) for row in phrases.body if len(row) > 1]
    refuse_numbers(phrases, words, name)
    count = 0 if first else -1
    whole = Choice(options={"separator": " "}, gives=f"words with spaces, first {shown(words[0])}")
    others = [c for c in range(sample.width) if c != count % sample.width]
    classes = [c for c in others if is_category(sample.columns[c])]
    columns = [
        Choice(
            options={"word_column": c, "count_column": count % sample.width},
            gives=f"first {shown(str(sample.columns[c][0]))}",
        )
        for c in sorted(others, key=classes.__contains__)
    ][:CHOICES]
    choices = [*columns, whole] if classes else [whole, *columns]
    return ChoiceNeeded(
        f"{name}: whether its lines of {sample.width} parts hold phrases or columns is not plain",
        choices,
    )


def refuse_row_numbers(sample: Sample, column: int, name: str) -> None:
    """Raise ChoiceNeeded where the only numbers are 1, 2, 3, ... in front of the words."""
    cells = [str(cell).strip() for cell in sample.columns[column]]
    named = sample.is_named(column, "count")
    if column == 0 and not named and len(cells) >= LEAST_ROWS and counts_up(cells):
        raise ChoiceNeeded(
            f"{name}: its only numbers ({', '.join(cells[:3])}, ...) number the rows and are "
            "no counts",
            [Choice(options={"count_column": 0}, gives="takes them for counts all the same")],
        )


def check_logarithms(header: Sequence[str], column: int, asked: Column, name: str) -> str:
    """What to say of a column of counts whose name says logarithms and that was asked for.

    Raises ChoiceNeeded where it was not; "" for any other column.
    """
    own = str(header[column]) if column < len(header) else ""
    if not LOGARITHM.match(squeezed(own)):
        return ""
    if asked is not None:
        return f"The column {shown(own)} is called like logarithms and was taken as it stands."
    base = 2 if "2" in own else 10 if re.search("10|lg|zipf", own, re.I) else True
    raise ChoiceNeeded(
        f"{name}: its column {shown(own)} is called like logarithms, which are no counts",
        [
            Choice(options={"log": base}, gives="takes the powers"),
            Choice(options={"count_column": own}, gives="takes the numbers as they stand"),
        ],
    )


def without_titles(sample: Sample, word: int, count: int, name: str) -> Sample:
    """A sample without first rows that are titles with a number, such as Tokens: 10162.

    Raises ChoiceNeeded where they may be words as well.
    """
    named = bool(sample.header) and known_names(sample.header) > 0
    above = len(sample.rows) - len(sample.body)
    rows = sample.rows[above:] if not named else []
    pairs = [
        (str(row[word]).strip(), value)
        for row in rows
        if len(row) > max(word, count) and (value := parse_number(str(row[count]))) is not None
    ]
    titles, sure = _titles(pairs) if len(pairs) == len(rows) else (0, True)
    if not titles:
        return sample
    titles += above
    first = shown(sample.start.lines[0], 60)
    if not sure:
        lines, words = noun(titles, "lines"), noun(titles, "words")
        keeps = f"first word {shown(pairs[0][0])}"
        raise ChoiceNeeded(
            f"{name}: its first {lines} ({first}) may be a title, to be taken out of the file, or "
            f"the most frequent {words}",
            [Choice(options={"separator": sample.dialect.separator}, gives=keeps)],
        )
    said = counted(titles, "lines above the list were", "line above the list was")
    start = sample.start.without(n < titles for n in range(len(sample.rows)))
    start = replace(start, why=(*start.why, f"{said} left out as a title ({first})."))
    return Sample(sample.rows[titles:], dialect=sample.dialect, start=start)


def _titles(pairs: Sequence[tuple[str, float]]) -> tuple[int, bool]:
    """How many of the first rows look like no other and like titles, and whether they surely are.

    They are where they end in a colon, are called a total, or break the order of all others; a
    number as large as all others together may be that of a word, the most frequent one.
    """
    most = min(MOST_TITLES, len(pairs) - LEAST_SORTED)
    for oddness in (_ends_in_colon, lambda w: " " in w, _is_word_name):
        odd = [oddness(word) for word, _ in pairs]
        titles = next((n for n, is_odd in enumerate(odd) if not is_odd), 0)
        if not 0 < titles <= most or any(odd[titles:]):
            continue
        first, above = pairs[0], pairs[titles - 1][1]
        rest = [value for _, value in pairs[titles:]]
        if is_total(first[0]) and math.isclose(first[1], sum(rest), rel_tol=1e-6):
            break
        falls = all(a >= b for a, b in pairwise(rest))
        if _ends_in_colon(first[0]) or (falls and (above < rest[0] or is_total(first[0]))):
            return titles, True
        if falls and above >= sum(rest):
            return titles, False
    return 0, True


def _ends_in_colon(text: str) -> bool:
    """Whether a colon ends a text that holds more, unlike the word : of a list of tokens."""
    return text.endswith(":") and any(map(str.isalnum, text))


def _is_word_name(text: str) -> bool:
    return squeezed(text) in NAMES["word"]


def refuse_numbering(name: str, values: Any, least: int) -> None:
    """Raise InputError for the values 0, 1, 2, ... in any order: ids of a vocabulary."""
    n = len(values)
    if n < least:
        return
    for base in (0, 1):
        if values.min() == base and values.max() == n - 1 + base and len(set(values)) == n:
            raise InputError(
                f"{name}: its numbers are {base} to {n - 1 + base}, each once: they number the "
                "words and are no frequencies; use 'wordfreq:en', 'rank' or a list of real counts."
            )
