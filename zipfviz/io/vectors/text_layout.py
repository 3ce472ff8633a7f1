"""Tell how the lines of a text embedding are laid out, over many lines and never one.

Two layouts: a table with one separator (csv and its kin), judged as every table is; and lines cut
at spaces or tabs whose last d fields are the vector and whose rest, spaces too, is the word, with
or without a first line 'count dim'.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from zipfviz.common.errors import Choice, ChoiceNeeded, InputError
from zipfviz.common.nouns import counted, noun
from zipfviz.io.files.unpackers import HEAD
from zipfviz.io.files.wording import shown
from zipfviz.io.tables.columns import Column, is_category, is_float, with_point
from zipfviz.io.tables.dialect import Dialect, check_separator
from zipfviz.io.tables.layout import Layout
from zipfviz.io.tables.sample import Sample, readings
from zipfviz.io.tables.start import Start, start_of
from zipfviz.io.tables.text import BOM, decode, first_lines
from zipfviz.io.vectors.dimensions import dimensions_of

HEADER = re.compile(r"[ \t]*([0-9]{1,15})[ \t]+([0-9]{1,9})[ \t]*")
JSON = re.compile(r'[ \t]*(?:\{[ \t]*"(?:[^"\\]|\\.)*"[ \t]*:|\[[ \t]*[\[{][ \t]*"|[\[{][ \t]*\Z)')
BRACKETS = re.compile(r"[\[({][^\[\](){}]*\d[\])}][\"']?[ \t]*\Z")
DECIMAL = re.compile(r"[-+]?[0-9]*\.[0-9]+(?:[eE][-+]?[0-9]+)?")
FORMATS = {None: ",;|\t", "csv": ",;|", "tsv": "\t"}
SPACES = Dialect(separator=" ")
PADDED = re.compile(r"[^ \t][ \t]{2,}[^ \t]")
PADDED_END = re.compile(r"[^ \t][ \t]{2,}[^ \t]+[ \t]*\Z")
SPACED_COMMA = re.compile(r"[ \t][-+]?+[0-9]++,[0-9]++[ \t]*+\Z")
ODD_NUMBER = re.compile(r"\A\W{0,2}\d")
GLUED = ":=|;"
MOSTLY = 0.9
ENOUGH = 0.8
SURE = 0.9  # of the lines; where fewer agree, it is said
MOST = 8  # choices
MAX_DIM = 1_000_000
NAMED = "Line 1 names the columns and is not a word."


def vector_layout(
    head: bytes,
    label: str,
    *,
    format: str | None = None,
    dim: int | None = None,
    word_column: Column = None,
    separator: str | None = None,
) -> Layout:
    """How to read the text whose first bytes are `head`.

    `format` ("word2vec", "glove", "csv", "tsv"), `dim` and `separator` override what is seen.
    Raises InputError when the lines hold no numbers.
    """
    if separator is not None:
        check_separator(separator)
    first = decode(head.removeprefix(BOM).partition(b"\n")[0].rstrip(b"\r"))
    header = HEADER.fullmatch(first)
    lines = first_lines(head, label, n_told=int(header[1]) + 1 if header else None)
    if not lines:
        raise InputError(
            f"{label}: its first line is longer than {len(head):,} bytes; this is no text of one "
            "word and its numbers a line."
        )
    cut = separator in (None, " ")
    if format in (None, "word2vec") and cut and header and dim in (None, int(header[2])):
        layout = _with_header(header, lines[1:], head, format is not None, label)
        if layout is not None:
            return layout
    if format == "word2vec":
        raise InputError(
            f"{label} line 1: expected 'count dim', got {shown(lines[0], 60)}; read it with "
            "format='glove'."
        )
    if format is None and JSON.match(lines[0]):
        raise InputError(
            f"{label} is JSON, not lines of a word and its numbers; load it in Python and pass a "
            "dict of word to vector, or save it as csv."
        )
    start = start_of(lines)
    if format == "glove" and header and len(start.lines) > 1:
        said = f"Line 1 ({shown(lines[0])}) is a header, which format='glove' ignores."
        left = start.without(number == 1 for number in start.numbers)
        if numbers_at_end(left.lines[0])[1] > 2:  # else it is a word with its one number
            start = replace(left, why=(*left.why, said))
    if not start.lines:
        raise InputError(f"{label} has only blank lines; export it again.")
    lines = list(start.lines)
    if sum(BRACKETS.search(line) is not None for line in lines) > 0.5 * len(lines):
        raise InputError(
            f"{label} has each vector as a list in brackets; save its numbers as columns, or the "
            "table as parquet."
        )
    asked = None if separator == " " else separator
    separators = FORMATS.get(format if separator is None else "", "")
    if format is None and sum('"' in line for line in lines) > 0.5 * len(lines):
        separators += " "  # R puts quotes around words
    elif format is None:
        commas = sum(SPACED_COMMA.search(line) is not None for line in lines)
        separators += " " if commas > 0.5 * len(lines) else ""  # decimal ones
    for sample in readings(start, name=label, separators=separators, separator=asked):
        if sample.dialect == SPACES and not sample.decimal:
            continue
        table = _columns_of(sample, label, word_column)
        if table is not None:
            if format is None and word_column is None and table.roles["word"] == 0:
                _need_words([row[0] for row in sample.body], label)
            return table
    if asked is not None:
        raise InputError(
            f"{label}: no column of words beside columns of numbers where its lines are cut at "
            f"separator={separator!r} (the first is {shown(lines[0], 60)}); give what stands "
            "between its columns."
        )
    if format in ("csv", "tsv"):
        raise InputError(
            f"{label}: no column of words beside columns of numbers; a {format} file has one "
            "row per word."
        )
    return _numbers_last(start, label, dim)


def _plain(dim: int, lines: Sequence[str] = (), **options: Any) -> Layout:
    """Lines that end in `dim` numbers; two spaces in most `lines` before them are but one."""
    padded = sum(PADDED.search(line) is not None for line in lines) > 0.5 * len(lines)
    dialect = Dialect(separator=" ", tail=dim, padded=padded)
    vector = range(1, dim + 1)
    return Layout(dialect=dialect, width=dim + 1, roles={"word": 0}, vector=vector, **options)


def _with_header(
    header: re.Match[str], lines: Sequence[str], head: bytes, told: bool, label: str
) -> Layout | None:
    """The layout a first line of two integers announces, or None when it is a word of one number.

    It is believed when it was `told` to be there.
    """
    count, dim = int(header[1]), int(header[2])
    rows = [line for line in lines if line.strip(" \t")]
    complete = len(head) < HEAD
    alone = len(rows) == 1 and not head.endswith(b"\n")  # a row without end may be cut short
    # Under a header one space stands before each number, so a word may end in spaces of its own.
    padded = [row for row in rows if PADDED_END.search(row)] if dim > 1 else []
    layout = _plain(dim, padded if 2 * len(padded) > len(rows) else (), rows=count, skip=1)
    if not 1 <= dim <= MAX_DIM:
        return None
    if told:
        return layout
    seen = [numbers_at_end(row) for row in rows]
    if dim == 1 and (count != len(rows) if complete else count <= len(rows)):
        return None
    if not rows:
        return layout if complete and dim > 1 else None
    widths = Counter(min(run, fields - 1) for run, fields in seen)
    width, votes = widths.most_common(1)[0]
    too_short = sum(run >= dim for run, _ in seen) * 2 < len(rows)
    if too_short and width < 2:
        return None
    believe = "" if too_short else "format='word2vec' to believe it, "
    if (too_short and not alone) or (width > dim + 1 and votes == len(rows) >= 10):
        raise InputError(
            f"{label} line 1: the header says {counted(dim, 'numbers')} a row, the rows have "
            f"{width}; mend the header, or pass {believe}format='glove' to ignore it."
        )
    return layout


def numbers_at_end(line: str) -> tuple[int, int]:
    """How many fields at the end of a line are numbers, and how many fields it has."""
    fields = SPACES.split(line)
    run = next((n for n, f in enumerate(reversed(fields)) if not is_float(f)), len(fields))
    return run, len(fields)


def _numbers_last(start: Start, label: str, dim: int | None) -> Layout:
    """Lines that end in `dim` numbers, or in as many as most lines agree on."""
    lines, above = start.lines, start.numbers[0] - 1
    if dim is not None:
        return _plain(dim, lines, skip=above, why=start.why)
    seen = [numbers_at_end(line) for line in lines]
    widths = Counter(min(run, fields - 1) for run, fields in seen)
    del widths[0]
    if widths.total() * 2 < len(lines) or not widths:
        raise InputError(
            f"{label}: {widths.total()} of the first {len(lines)} lines "
            f"{noun(widths.total(), 'end', 'ends')} in numbers; an "
            "embedding has a word and its numbers on each line, with spaces or commas between."
        )
    _need_words([re.split("[ \t]", line, maxsplit=1)[0] for line in lines], label)
    top = max(widths.values())
    dim = min(w for w, votes in widths.items() if votes == top)
    words = [SPACES.split(line)[:-dim] for line in lines]
    _refuse_odd_numbers(words, label)
    glued = [parts[-1] for parts in words if parts and parts[-1][-1] in GLUED]
    if len(glued) > max(2, MOSTLY * len(words)):
        raise InputError(
            f"{label}: nearly every word would end in {glued[0][-1]!r} (the first is "
            f"{shown(glued[0])}); put nothing but spaces between a word and its numbers."
        )
    said = (
        f"A row is taken to have {counted(dim, 'numbers')}, as {widths[dim]:,} of the first "
        f"{len(lines):,} lines have."
    )
    if table := _spaced_table(start, dim, label):
        return table
    layout = _plain(dim, lines, skip=above)
    sample = Sample.cut(start, layout.dialect)
    table = sample.layout(layout.roles, layout.vector)
    header = table.header
    told = (said if widths[dim] < SURE * len(lines) else "", NAMED if header else "")
    skip = table.skip if header else above
    why = (*start.why, *filter(None, told))
    return _without_counts(replace(layout, header=header, skip=skip, why=why), sample, label)


def _spaced_table(start: Start, dim: int, label: str) -> Layout | None:
    """Lines of as many fields each, of which one before the numbers is no part of the word.

    It numbers the rows or repeats a few values, as a part of speech does.
    """
    sample = Sample.cut(start, SPACES)
    before = range(sample.width - dim)
    if len(before) < 2 or sample.share < SURE:
        return None
    body = sample.columns
    aside = [c for c in before if sample.numbers_rows(c) or is_category(body[c])]
    return _columns_of(sample, label, None) if aside else None


def _without_counts(layout: Layout, sample: Sample, label: str) -> Layout:
    """Lines that end in numbers, the first or last of which may be a count."""
    if len(layout.vector) < 2:
        return layout
    found = dimensions_of(sample, layout.vector, label)
    if not found.vector or len(found.vector) == len(layout.vector):
        return layout
    counts = {} if found.counts is None else {"count": found.counts}
    left = [c for c in layout.vector if c not in found.vector and c != found.counts]
    why = (*layout.why, *found.why, *([_not_used(left)] if left else []))
    return replace(layout, vector=found.vector, roles={**layout.roles, **counts}, why=why)


def _need_words(words: Sequence[str], label: str) -> None:
    """Raise InputError where what stands before the numbers is a number like them in every row."""
    if len(words) > 2 and all(DECIMAL.fullmatch(word) for word in words):
        raise InputError(
            f"{label} has rows of numbers alone ({words[0][:20]} where a word should be); "
            "put the words in front of them, or save an array (.npy) with a list of words."
        )


def _refuse_odd_numbers(words: Sequence[Sequence[str]], label: str) -> None:
    """Raise InputError where nearly every word, cut at spaces, ends in what a number should be."""
    odd = [parts[-1] for parts in words if len(parts) > 1 and ODD_NUMBER.search(parts[-1])]
    if len(odd) > max(2, ENOUGH * len(words)):
        strange = sorted(set("".join(odd)) - set("0123456789.-+eE"))
        which = ", ".join(f"{c!r} ({unicodedata.name(c, 'no name')})" for c in strange[:3])
        way = "write its numbers with 0 to 9, a point and a minus sign alone"
        if not which:
            way = "put the same between a word and its numbers as between these"
        raise InputError(
            f"{label}: nearly every word would end in a number such as {shown(odd[0])}"
            f"{f', with {which}' if which else ''}; {way}."
        )


def _columns_of(sample: Sample, label: str, word_column: Column) -> Layout | None:
    """The layout of a table with a column of words beside columns of numbers; None for no such."""
    width = sample.width
    rows = [row for row in sample.body if len(row) == width]
    if width < 2 or len(rows) < ENOUGH * len(sample.body):
        return None
    numeric = [share >= ENOUGH for share in sample.numeric[:width]]
    word = _word_column(sample, numeric, label, word_column)
    first_is_no_number = sample.is_named(0, "row") if sample.header else word == 1
    indexed = word != 0 and first_is_no_number and sample.numbers_rows(0)
    numbers = [c for c in range(int(indexed), width) if numeric[c] and c != word]
    found = dimensions_of(sample, numbers, label)
    vector = found.vector
    if not vector:
        return None
    _refuse_odd_numbers([SPACES.split(row[word]) for row in rows], label)
    clean = sum(all(is_float(with_point(row[c])) for c in vector) for row in rows)
    if clean < ENOUGH * len(rows):
        return None
    counts = {} if found.counts is None else {"count": found.counts}
    layout = sample.layout({"word": word, **counts}, vector)
    unused = [c for c in range(width) if c not in (word, found.counts) and c not in vector]
    left = [_not_used(unused)] if unused else []
    why = (NAMED if layout.header else "", *found.why, *left, *layout.why)
    tab = sample.dialect.separator == "\t" and layout.header
    dialect = replace(sample.dialect, quoted=True) if tab else sample.dialect
    return replace(layout, dialect=dialect, why=tuple(filter(None, why)))


def _not_used(columns: Sequence[int]) -> str:
    dots = ", ..." if len(columns) > MOST else ""
    return f"Not used: column {', '.join(str(c + 1) for c in columns[:MOST])}{dots}."


def _word_column(sample: Sample, numeric: Sequence[bool], label: str, asked: Column) -> int:
    """The column of words: asked for, named so, or the only one of text that is no category.

    Raises ChoiceNeeded where several could be.
    """
    if asked is not None:
        return sample.pick(asked, role="word", option="word_column", where=label)
    texts = [c for c, is_numeric in enumerate(numeric) if not is_numeric]
    named = sample.named("word", among=texts)
    if named is None and len(texts) > 1:
        texts = [c for c in texts if not is_category(sample.columns[c])] or texts
    if named is None and len(texts) > 1:
        raise ChoiceNeeded(
            f"{label}: {len(texts)} columns could be the words (of {sample.described_columns()})",
            [
                Choice(
                    options={"word_column": sample.option(c)},
                    gives=f"first {shown(str(sample.columns[c][0]))}",
                )
                for c in texts[:MOST]
            ],
        )
    found = named, sample.named("word"), *texts, 0
    return next(c for c in found if c is not None)
