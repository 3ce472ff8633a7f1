"""`zipfviz read FILE`: read one file with explicit options, report on it, and save it clean."""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from zipfviz.cli.options import with_options
from zipfviz.common.errors import Choice, ChoiceNeeded, InputError, ZipfvizError
from zipfviz.common.ways_out import renamed_options

if TYPE_CHECKING:
    from zipfviz.io.classify import Kind
    from zipfviz.io.records import Embedding, Frequency, Task

ROWS = 8
NUMBERS = 6
#: What `--out` is called where a sentence names a file for it.
SUFFIXES = {"embedding": ".npz", "frequency": ".tsv", "task": ".jsonl"}


class _Column(click.ParamType[Any]):
    """A column by its name, or by its number from 0."""

    name = "column"

    def convert(self, value: Any, param: Any, ctx: Any) -> str | int:
        return int(value) if re.fullmatch(r"-?\d+", str(value)) else str(value)


class _Separator(click.ParamType[Any]):
    r"""What stands between columns, a tab as \t."""

    name = "text"

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        return str(value).replace(r"\t", "\t")


class _Log(click.ParamType[Any]):
    """The base of logarithms: e, 2 or 10."""

    name = "base"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        bases: dict[str, Any] = {"e": True, "2": 2, "10": 10}
        if value not in bases:
            self.fail(f"{value!r} is not e, 2 or 10.", param, ctx)
        return bases[value]


# By the names of load_embedding, load_frequency and load_task.
OPTIONS: dict[str, dict[str, Any]] = {
    "separator": {"type": _Separator(), "help": r"Between columns: '|', ' ' (spaces), '\t'."},
    "encoding": {"help": "Of the text: utf-16-le, cp1252, gb18030; UTF-8 by default."},
    "format": {"help": "What the file is, where its content misleads."},
    "word_column": {"type": _Column(), "help": "Name, or number from 0."},
    "count_column": {"type": _Column(), "help": "Name, or number from 0."},
    "text_columns": {"type": (_Column(), _Column()), "help": "The two columns of texts."},
    "score_column": {"type": _Column(), "help": "Name, or number from 0."},
    "member": {"help": "Which file of an archive or folder."},
    "tensor": {"help": "Which matrix of a file."},
    "words": {"help": "The file that lists the words of an array."},
    "dim": {"type": int, "help": "Numbers a row of a text without header."},
    "compose": {"multiple": True, "help": "A word to compose from n-grams; may be repeated."},
    "log": {"type": _Log(), "help": "The values are logarithms to base e, 2 or 10."},
    "kind": {"type": click.Choice(["sentences", "documents", "words"]), "help": "Of the texts."},
    "language": {"help": "Of the texts: en, ja, …"},
    "max_words": {"type": int, "help": "Read only so many words."},
    "max_loss": {"type": float, "help": "The share of rows that may be left out, 0 to 1."},
    "max_bytes": {"type": int, "help": "The most that may come out of a packed file."},
    "partial": {"is_flag": True, "help": "The complete rows of a file cut short."},
    "trust": {"is_flag": True, "help": "Unpickle a file of your own; it can run any code."},
}


def flag(name: str) -> str:
    """A keyword argument as the command's option."""
    return f"--{name.replace('_', '-')}"


def as_option(name: str, value: object = None) -> str:
    """An option as it is typed, its value quoted for the shell; without one its name alone."""
    if value is None or (value is True and OPTIONS.get(name, {}).get("is_flag")):
        return flag(name)
    if name == "log":
        value = "e" if value is True else value
    values = value if isinstance(value, (tuple, list)) else (value,)
    typed = " ".join(shlex.quote(str(v).replace("\t", r"\t")) for v in values)
    if typed.startswith("-"):
        return f"{flag(name)}={typed}"
    return f"{flag(name)} {typed}"


def read_line(source: str, kind: str, options: Mapping[str, object], out: str = "") -> str:
    """The command line that reads `source` by some options."""
    typed = [as_option(name, value) for name, value in options.items()]
    kept = [f"--out {shlex.quote(out)}"] if out else []
    return " ".join(["zipfviz read", shlex.quote(source), f"--as {kind}", *typed, *kept])


def told(
    error: ZipfvizError, typed: Mapping[str, object] | None = None, out: Path | None = None
) -> str:
    """An error's sentence with the command's options for keyword arguments.

    A question comes with a line for each answer, ready to be typed. `typed` and `out` are the
    options of `zipfviz read` where that is what failed; any other command is told what to run
    before it.
    """
    reading = error.reading if isinstance(error, InputError) else None
    if reading is None:
        return str(error)
    kind, source = reading
    before = typed is None
    keep = f"{_stem(source)}.read{SUFFIXES[kind]}" if before else str(out or "")
    if isinstance(error, ChoiceNeeded) and before and _can_be_lost(error):
        return f"{error.found}; give {' '.join(map(_answer, error.choices))}."
    if isinstance(error, ChoiceNeeded):
        lines = [
            read_line(source, kind, {**(typed or {}), **choice.options}, keep)
            + (f"  # {choice.gives}" if choice.gives else "")
            for choice in error.choices
        ]
        then = f", and give {shlex.quote(keep)} in its place" if before else ""
        return "\n  ".join([f"{error.found}; read it as is meant{then}:", *lines])
    said = renamed_options(str(error), OPTIONS, as_option)
    if said == str(error) or not before:
        return said
    line = read_line(source, kind, {}, keep)
    return f"{said.rstrip('.')} (options of `{line}`)."


def _can_be_lost(error: ChoiceNeeded) -> bool:
    """Whether all that is asked is how much may be lost, which other commands take as well."""
    return all(set(choice.options) == {"max_loss"} for choice in error.choices)


def _answer(choice: Choice) -> str:
    typed = " ".join(as_option(name, value) for name, value in choice.options.items())
    return f"{typed} ({choice.gives})"


def _stem(source: str) -> str:
    from zipfviz.io.fetch.keep import stem_of

    return stem_of(source)


@click.command()
@click.argument("source", metavar="FILE")
@click.option(
    "--as",
    "asked",
    type=click.Choice(list(SUFFIXES)),
    help="What it is; told from its content.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep it as a clean file: vectors as .npz, .txt or .bin, counts as .tsv, pairs as .jsonl.",
)
@with_options(*(click.option(flag(name), **about) for name, about in OPTIONS.items()))
def read(source: str, asked: Kind | None, out: Path | None, **typed: Any) -> None:
    """Read FILE by these options; show its first rows and what was left out or assumed.

    With --out it is kept as a file that every other command and the dashboard read without asking.
    """
    # By identity: column 0 equals False, and is no option left out.
    given = {n: v for n, v in typed.items() if v is not None and v is not False and v != ()}
    try:
        kind = asked or _kind_of(source)
        found = _load(source, kind, given)
    except ZipfvizError as error:
        raise click.ClickException(told(error, given, out)) from error
    for line in _first_rows(found):
        click.echo(line)
    click.echo(f"\n{found.report}", err=True)
    if out is not None:
        click.echo(f"{_kept(found, out)}: {kind}", err=True)


def _kind_of(source: str) -> Kind:
    from zipfviz.io.classify import classify

    path = Path(source)
    kind = classify(path) if path.is_file() else None
    if kind is None:
        raise InputError(
            f"{source}: say what it is with --as embedding, --as frequency or --as task."
        )
    return kind


def _load(source: str, kind: Kind, given: Mapping[str, object]) -> Any:
    from zipfviz.io.load import LOADERS

    takes = {own: inspect.signature(load).parameters for own, load in LOADERS.items()}
    for name in given:
        fits = [own for own, options in takes.items() if name in options]
        if kind not in fits:
            raise InputError(f"{flag(name)} belongs to --as {' or '.join(fits)}; leave it out.")
    return LOADERS[kind](source, **given)


def _first_rows(found: Embedding | Frequency | Task) -> list[str]:
    from zipfviz.io.records import Embedding, Frequency

    if isinstance(found, Embedding):
        return [
            "\t".join([_shown(word), *(f"{x:.4g}" for x in row[:NUMBERS])])
            for word, row in zip(found.words[:ROWS], found.vectors[:ROWS], strict=True)
        ]
    if isinstance(found, Frequency):
        top = (-found.values).argsort(kind="stable")[:ROWS]
        return [f"{_shown(found.words[i])}\t{found.values[i]:.6g}" for i in top]
    return [
        f"{_shown(found.texts[i])}\t{_shown(found.texts[j])}\t{gold:g}"
        for (i, j), gold in zip(found.pairs[:ROWS], found.gold[:ROWS], strict=True)
    ]


def _shown(text: str) -> str:
    """Text for a terminal: what cannot be printed, and bytes that are no UTF-8, escaped."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def _kept(found: Embedding | Frequency | Task, out: Path) -> str:
    """Write what was read; the names of the files."""
    from zipfviz.io.fetch.keep import write_clean

    return ", ".join(map(str, write_clean(found, out)))
