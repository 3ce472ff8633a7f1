"""Commands about data: `zipfviz list`, `zipfviz fetch NAME`, `zipfviz whiten IN OUT`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from zipfviz.cli.options import (
    language_option,
    load_tasks,
    matching_options,
    settings_of,
    settings_option,
    tell_match,
)
from zipfviz.common.nouns import counted

if TYPE_CHECKING:
    from zipfviz.space.methods import Method

KINDS = {"embeddings": "embedding", "frequencies": "frequency", "benchmarks": "task"}


def _size(size: int) -> str:
    if size >= 1e9:
        return f"{size / 1e9:.1f} GB"
    return f"{size / 1e6:,.1f} MB" if size >= 1e5 else f"{size / 1e3:,.1f} kB" if size else "–"


@click.command("list")
@click.argument("kinds", nargs=-1, type=click.Choice(list(KINDS)))
def list_command(kinds: tuple[str, ...]) -> None:
    """List what loads by name, and what `zipfviz fetch` gets; of some kinds or of all."""
    from zipfviz.io import catalogue
    from zipfviz.io.fetch.entries import FETCHABLE, fetched

    listed: dict[str, Callable[[], list[catalogue.Entry]]] = {
        "embeddings": catalogue.list_embeddings,
        "frequencies": catalogue.list_frequencies,
        "benchmarks": catalogue.list_tasks,
    }
    for heading in kinds or KINDS:
        click.secho(heading.capitalize(), bold=True)
        for e in listed[heading]():
            _row(e.name, e.title, e.where, e.size, e.licence)
        for entry in FETCHABLE.values():
            if entry.kind == KINDS[heading] and fetched(entry) is None:
                _row(entry.name, entry.title, "to fetch", entry.size, entry.licence)
        click.echo()
    for note in catalogue.listing_notes():
        click.echo(note, err=True)


def _row(name: str, title: str, where: str, size: int, licence: str) -> None:
    click.echo(f"  {name:34} {where:12} {_size(size):>9}  {title}{licence and f' [{licence}]'}")


@contextmanager
def _bar(label: str) -> Iterator[Callable[[float], None]]:
    """A progress bar on the error stream; the function takes the share that is done, 0 to 1."""
    with click.progressbar(length=1000, label=label, file=sys.stderr) as bar:
        yield lambda share: bar.update(max(0, round(1000 * share) - bar.pos))


@click.command()
@click.argument("name")
def fetch(name: str) -> None:
    """Fetch NAME, one of `zipfviz list`, or a web address, into the cache folder.

    Stopped with Ctrl-C, a download from the web goes on from there the next time.
    """
    from zipfviz.io.classify import classify
    from zipfviz.io.fetch.entries import fetch as fetch_entry
    from zipfviz.io.fetch.entries import fetch_url, find_fetchable

    if "://" in name:
        with _bar("from the web") as told:
            path = fetch_url(name, progress=lambda done, total: told(done / total if total else 0))
        kind = classify(path) or "nothing zipfviz reads by itself (see its content)"
        click.echo(f"{path}: {kind}, {_size(path.stat().st_size)}")
        return
    entry = find_fetchable(name)
    click.echo(f"{entry.title}, {_size(entry.size)}, licence: {entry.licence}", err=True)
    with _bar(entry.name) as told:
        path = fetch_entry(name, progress=lambda done, total: told(done / (total or entry.size)))
        told(1.0)
    click.echo(f"{path}: {entry.kind}; it loads by the name {entry.name!r}")


@click.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT", type=click.Path(path_type=Path, dir_okay=False))
@matching_options
@click.option("--method", default="zipfian_whitening", show_default=True, help="Which transform.")
@click.option("--format", help="word2vec, word2vec-binary, npy, safetensors; told from OUT.")
@click.option(
    "--count",
    "text",
    type=click.Path(exists=True, dir_okay=False),
    help="Of a language model: count its own tokens on this text, with its tokenizer.",
)
@click.option("--task", help="The task whose common directions SIF + CCR and uSIF take out.")
@language_option
@settings_option
def whiten(
    source: str,
    target: Path,
    frequency: str,
    method: str,
    format: str | None,
    fold: Any,
    missing: str,
    max_words: int | None,
    above_floor: bool,
    max_loss: float,
    text: str | None,
    task: str | None,
    language: str | None,
    settings: tuple[str, ...],
) -> None:
    """Write the words of IN that have a frequency, transformed, to OUT.

    IN is a name of `zipfviz list` or a path. With --count it is the folder or name of a language
    model, whose input table is taken, and an OUT of safetensors has every row of that table.
    """
    import zipfviz
    from zipfviz.space.methods import ALL_METHODS, Method

    if method not in ALL_METHODS:
        raise zipfviz.InputError(
            f"--method {method} is unknown; use one of {', '.join(ALL_METHODS)}."
        )
    asked = Method.parse(method, settings_of(settings))
    loaded = load_tasks([task], language, max_loss)[0] if task else None
    policies: dict[str, Any] = {"fold": fold, "missing": missing, "max_words": max_words}
    policies["above_floor"] = above_floor
    if text is not None:
        _whiten_model(source, target, text, asked, format, policies)
        return
    space = zipfviz.align(
        zipfviz.load_embedding(source, max_loss=max_loss),
        zipfviz.load_frequency(frequency, max_loss=max_loss),
        **policies,
    )
    tell_match(source, frequency, space)
    _write(space, asked, target, format, loaded)


def _whiten_model(
    source: str,
    target: Path,
    text: str,
    method: Method,
    format: str | None,
    policies: dict[str, Any],
) -> None:
    """A model's input table under the counts of its own tokens on a text."""
    import zipfviz
    from zipfviz.space.methods import Method
    from zipfviz.token_embeddings import (
        count_with_model,
        find_input_table,
        load_input_table,
        save_input_table,
    )

    table = find_input_table(source)
    counts = count_with_model(source, text)
    space = zipfviz.align(load_input_table(table), counts, subwords="as stored", **policies)
    click.echo(table.sentence(), err=True)
    tell_match(source, counts.name, space)
    if format == "safetensors" or (format is None and target.suffix == ".safetensors"):
        if method != Method.parse(method.name):
            raise zipfviz.InputError(
                "--set changes nothing about a model's input table in its own shape; leave it out, "
                "or write another format than safetensors."
            )
        save_input_table(table, space, method.name, target)
        click.echo(
            f"{counted(table.shape[0], 'rows')} × {table.shape[1]}, tensor {table.tensor}: {target}"
        )
        return
    _write(space, method, target, format, None)


def _write(space: Any, method: Method, target: Path, format: str | None, task: Any) -> None:
    from zipfviz.report.saved_vectors import save_transformed

    with _bar("writing") as told:
        files = save_transformed(
            space,
            method,
            target,
            format=format,
            task=task,
            progress=lambda share, what: told(share),
        )
    click.echo(f"{counted(len(space), 'words')} × {space.d}: {', '.join(map(str, files))}")
