"""The command line, thin over the public names: `zipfviz --help`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import zipfviz
from zipfviz.cli.data import fetch, list_command, whiten
from zipfviz.cli.options import (
    language_option,
    load_tasks,
    method_options,
    recipe_options,
    settings_of,
    space_of,
    tell,
)
from zipfviz.cli.printing import explorable, figure, table
from zipfviz.cli.read import read, told
from zipfviz.cli.which_p import which_p
from zipfviz.common.errors import ZipfvizError

if TYPE_CHECKING:
    from zipfviz.report.snippets import SpaceRecipe


class _Calm(click.Group):
    """Errors meant for the user come out as their one sentence, without a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except ZipfvizError as error:
            raise click.ClickException(told(error)) from error


@click.group(cls=_Calm)
@click.version_option(zipfviz.__version__)
def main() -> None:
    """See how word frequency hides in embedding spaces."""


for _command in (list_command, fetch, read, whiten, figure, table, explorable, which_p):
    main.add_command(_command)


@main.command(context_settings={"ignore_unknown_options": True})
@click.option(
    "--limit",
    type=click.IntRange(1),
    help="Read only the first N words of each embedding: for a host of little memory.",
)
@click.option(
    "--public",
    is_flag=True,
    help="For strangers: no fetching, no training, no paths or addresses, uploads up to 20 MB.",
)
@click.argument("streamlit_options", nargs=-1, type=click.UNPROCESSED)
def app(limit: int | None, public: bool, streamlit_options: tuple[str, ...]) -> None:
    """Start the dashboard; further options go to streamlit (--server.port 8600)."""
    script = app_folder() / "app.py"
    command = [sys.executable, "-m", "streamlit", "run", str(script), *streamlit_options]
    environment = os.environ | ({"ZIPFVIZ_LIMIT": str(limit)} if limit else {})
    if public:
        environment |= {"ZIPFVIZ_PUBLIC": "1", "STREAMLIT_SERVER_MAX_UPLOAD_SIZE": "20"}
    if os.name == "posix":  # become the server, so that who stops this command stops it
        os.execve(sys.executable, command, environment)
    sys.exit(subprocess.run(command, env=environment, check=False).returncode)


def app_folder() -> Path:
    """Where app.py, pages and assets are: in the installed wheel, or at the root of a clone."""
    package = Path(__file__).parents[1]
    packed = package / "_app"
    return packed if packed.is_dir() else package.parent


@main.command()
@recipe_options
@click.option("--task", "tasks", multiple=True, help="Task name or path; may be repeated.")
@language_option
@click.option("--coefficient", type=click.Choice(["spearman", "pearson"]), default="spearman")
@click.option("--intervals", is_flag=True, help="Each score with its standard error and interval.")
@click.option("--differences", is_flag=True, help="Which differences between methods stand.")
@method_options
def scores(
    recipe: SpaceRecipe,
    tasks: tuple[str, ...],
    language: str | None,
    methods: tuple[str, ...],
    settings: tuple[str, ...],
    coefficient: Any,
    intervals: bool,
    differences: bool,
) -> None:
    """Print the score table (× 100): methods by tasks.

    With --intervals each score with its 95 % interval, with --differences those to the raw vectors
    and to the uniform prior (of methods of today: to Zipfian whitening), each followed by what
    their errors are over.
    """
    from zipfviz.report.export import About
    from zipfviz.space.methods import as_methods

    asked_methods = as_methods(methods or None, settings_of(settings))

    names = tasks or ("lee50", "wordsim353", "simlex999")
    loaded = load_tasks(names, language, recipe.max_loss)
    space = space_of(recipe)
    tell(About(space, loaded).notices(), space.report.notices)
    if not (intervals or differences):
        table = zipfviz.score_table(space, loaded, asked_methods, coefficient=coefficient)
        click.echo(table.round(2).to_string())
        return
    from zipfviz.evaluation import average, comparisons, score_intervals

    parts = list(comparisons(space, loaded, asked_methods))
    if len(parts) > 1:
        parts.append(average(parts))
    for asked, tabulate in ((intervals, score_intervals), (differences, zipfviz.difference_table)):
        if asked:
            click.echo(tabulate(parts, coefficient=coefficient).round(2).to_string(index=False))
    for part in parts:
        click.echo(f"{part.task}: {part.basis()}")


@main.command()
@recipe_options
@click.option("--task", help="A task for SIF + CCR and uSIF, whose maps on words need one.")
@language_option
@method_options
def symmetry(
    recipe: SpaceRecipe,
    task: str | None,
    language: str | None,
    methods: tuple[str, ...],
    settings: tuple[str, ...],
) -> None:
    """Print the symmetry table: every measure under both priors."""
    options = settings_of(settings)
    loaded = load_tasks([task], language, recipe.max_loss)[0] if task else None
    table = zipfviz.symmetry_table(space_of(recipe), methods or None, task=loaded, options=options)
    click.echo(table.round(4).to_string())
