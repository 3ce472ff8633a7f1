"""Detect running text among lines that are no word list, by statistics of their words."""

import re
from collections.abc import Iterator, Sequence

from zipfviz.common.errors import Choice, ChoiceNeeded, InputError
from zipfviz.common.nouns import counted
from zipfviz.io.counts.word_lists import list_layout
from zipfviz.io.files.wording import shown
from zipfviz.io.tables.between import between
from zipfviz.io.tables.sample import readings
from zipfviz.io.tables.start import start_of

NUMBER = re.compile(r"\d++(?:[.,'\u2019\u00a0\u202f]\d++)*")
WORD = re.compile(r"[^\W\d_]+")
SHORT = 8  # words
CELLS = 4  # parts of a line of a table, numbers among them
DENSE = 0.6  # numbers a word
NEARLY = 0.8
TABLE = 0.95
TERSE = 3  # words a field
LONGEST = 2000  # letters of a line that is looked at
MOST = 6
TEXT = Choice(options={"format": "text"}, gives="counts its words as running text")


def text_evidence(lines: Sequence[str], name: str) -> str:
    """Why lines are taken for running text, in a sentence with its numbers.

    Raises ChoiceNeeded or InputError where they look like a list or a table instead: nearly all,
    but for a header, are short and hold a number, numbers are about as many as words, or lines
    have the same few short fields.
    """
    filled = [line[:LONGEST] for line in lines if line.strip()]
    words = [len(line.split()) for line in filled]
    numbers = [len(NUMBER.findall(line)) for line in filled]
    most = SHORT if len(filled) > 1 else 2
    numbered = sum(
        (n <= most and found == 1) or (n <= CELLS and found > 0)
        for n, found in zip(words, numbers, strict=True)
    )
    if numbered > NEARLY * max(len(filled) - 1, 1):
        raise _no_text(filled, name, f"{numbered} of its first {len(filled)} lines are short and "
                       "hold a number each")  # fmt: skip
    n_words = sum(len(WORD.findall(line)) for line in filled)
    if sum(numbers) > max(1, DENSE * n_words):
        raise _no_text(filled, name, f"it has {counted(n_words, 'words')} and "
                       f"{counted(sum(numbers), 'numbers')}")  # fmt: skip
    columns = _columns(filled)
    if columns:
        raise InputError(
            f"{name} looks like a table and not like running text: its lines have {columns} (the "
            f"first is {shown(filled[0], 60)}); give a table with counts, or format='text' to "
            "count its words as running text."
        )
    mean = sum(words) / max(len(words), 1)
    return (
        f"Taken for running text: {mean:.1f} words a line, and {numbered} of the first "
        f"{counted(len(filled), 'lines are', 'line is')} short with one number."
    )


def _columns(lines: Sequence[str]) -> str:
    """The columns of a table of short fields, in words; "" for lines of prose."""
    for sample in readings(start_of(lines)):
        fields = [str(cell) for row in sample.rows for cell in row]
        terse = sum(len(field.split()) for field in fields) <= TERSE * len(fields)
        even = sample.share >= TABLE and sample.width > 1 and len(sample.rows) > 2
        prose = sample.dialect.separator == " " or sample.dialect.padded  # a comma and a space
        if not prose and terse and even:
            return f"{sample.width} columns, none of them counts"
    return ""


def _no_text(lines: Sequence[str], name: str, found: str) -> InputError:
    """The question what separates a word from its count, with what each separator gives."""
    found = f"{name} looks like a list and not like running text: {found}"
    choices = list(_separators(lines, name))[:MOST]
    if choices:
        return ChoiceNeeded(found, [*choices, TEXT])
    return InputError(
        f"{found} (the first is {shown(lines[0], 60)}); write a tab between each word and its "
        "count, or give format='text' to count its words as running text."
    )


def _separators(lines: Sequence[str], name: str) -> Iterator[Choice]:
    """Separators that make a list of lines, what they all have between word and number first."""
    told = between(lines)
    marks = [told.dialect.separator] if told is not None else []
    marks += sorted({c for c in lines[-1] if not c.isalnum() and not c.isspace()})
    for mark in dict.fromkeys(marks):
        if sum(mark in line for line in lines) < TABLE * len(lines):
            continue
        try:
            layout = list_layout(lines, name, separator=mark)
        except InputError:
            continue
        if layout is not None:
            rows = map(layout.cells, reversed(start_of(lines).lines))
            cells = next((row for row in rows if len(row) >= layout.least), None)
            if cells is None:
                continue
            word, count = (cells[layout.roles[role]] for role in ("word", "count"))
            yield Choice(
                options={"separator": mark}, gives=f"such as {shown(word)} {count.strip()}"
            )
