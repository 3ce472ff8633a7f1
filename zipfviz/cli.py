"""The command line, thin over the public names: `zipfviz --help`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import click

import zipfviz
from zipfviz.errors import ZipfvizError

__all__ = ["main"]


class _Calm(click.Group):
    """Errors meant for the user come out as their one sentence, without a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ZipfvizError as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=_Calm)
@click.version_option(zipfviz.__version__)
def main() -> None:
    """See how word frequency hides in embedding spaces."""


def _space_options(command: Any) -> Any:
    """--embedding, --frequency, --fold and --max-words, as one space."""
    folds = click.Choice(["none", "list", "both"])
    for option in (
        click.option("--max-words", type=int, help="Keep only the most frequent words."),
        click.option("--fold", type=folds, default="none", show_default=True, help="Case policy."),
        click.option(
            "--frequency", default="wordfreq:en", show_default=True, help="Source or path."
        ),
        click.option(
            "--embedding", default="glove.6B.50d", show_default=True, help="Name or path."
        ),
    ):
        command = option(command)
    return command


def _space(embedding: str, frequency: str, fold: Any, max_words: int | None) -> zipfviz.WordSpace:
    found = zipfviz.align(
        zipfviz.load_embedding(embedding),
        zipfviz.load_frequency(frequency),
        fold=fold,
        max_words=max_words,
    )
    click.echo(f"{embedding} with {frequency}: {found.report.sentence()}", err=True)
    return found


@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("streamlit_options", nargs=-1, type=click.UNPROCESSED)
def app(streamlit_options: tuple[str, ...]) -> None:
    """Start the dashboard; further options go to streamlit (--server.port 8600)."""
    script = app_folder() / "app.py"
    command = [sys.executable, "-m", "streamlit", "run", str(script), *streamlit_options]
    sys.exit(subprocess.run(command, check=False).returncode)


def app_folder() -> Path:
    """Where app.py, pages and assets are: in the installed wheel, or at the root of a clone."""
    packed = Path(__file__).parent / "_app"
    return packed if packed.is_dir() else Path(__file__).parents[1]


@main.command()
@_space_options
@click.option("--task", "tasks", multiple=True, help="Task name or path; may be repeated.")
@click.option("--coefficient", type=click.Choice(["spearman", "pearson"]), default="spearman")
def scores(
    tasks: tuple[str, ...], coefficient: Any, embedding: str, frequency: str, fold: str,
    max_words: int | None,
) -> None:  # fmt: skip
    """Print the score table (× 100): methods by tasks."""
    loaded = [zipfviz.load_task(t) for t in tasks or ("lee50", "wordsim353", "simlex999")]
    space = _space(embedding, frequency, fold, max_words)
    click.echo(zipfviz.score_table(space, loaded, coefficient=coefficient).round(2).to_string())


@main.command()
@_space_options
@click.option("--task", help="A task for SIF + CCR, whose map on words needs one.")
def symmetry(
    task: str | None, embedding: str, frequency: str, fold: str, max_words: int | None
) -> None:
    """Print the symmetry table: every measure under both priors."""
    loaded = zipfviz.load_task(task) if task else None
    space = _space(embedding, frequency, fold, max_words)
    click.echo(zipfviz.symmetry_table(space, task=loaded).round(4).to_string())
