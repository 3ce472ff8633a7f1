"""The command line, thin over the public names: `zipfviz --help`."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

import zipfviz
from zipfviz.cli.data import COMMANDS
from zipfviz.common.atomic import atomic_write, atomic_write_text
from zipfviz.common.errors import ZipfvizError
from zipfviz.report.latex_layout import PLACES

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


for _command in COMMANDS:
    main.add_command(_command)


def _space_options(command: Any) -> Any:
    """--embedding, --frequency and the policies of matching, as one space."""
    folds = click.Choice(["none", "list", "both"])
    for option in (
        click.option("--max-words", type=int, help="Keep only the most frequent words."),
        click.option(
            "--missing",
            default="drop",
            show_default=True,
            help="Words not in the list: drop, floor, or a p such as 1e-8.",
        ),
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


def _space(
    embedding: str, frequency: str, fold: Any, missing: str, max_words: int | None
) -> zipfviz.WordSpace:
    found = zipfviz.align(
        zipfviz.load_embedding(embedding),
        zipfviz.load_frequency(frequency),
        fold=fold,
        missing=missing,
        max_words=max_words,
    )
    click.echo(f"{embedding} with {frequency}: {found.report.sentence()}", err=True)
    return found


@main.command(context_settings={"ignore_unknown_options": True})
@click.option(
    "--limit",
    type=click.IntRange(1),
    help="Read only the first N words of each embedding: for a host of little memory.",
)
@click.argument("streamlit_options", nargs=-1, type=click.UNPROCESSED)
def app(limit: int | None, streamlit_options: tuple[str, ...]) -> None:
    """Start the dashboard; further options go to streamlit (--server.port 8600)."""
    script = app_folder() / "app.py"
    command = [sys.executable, "-m", "streamlit", "run", str(script), *streamlit_options]
    environment = os.environ | ({"ZIPFVIZ_LIMIT": str(limit)} if limit else {})
    if os.name == "posix":  # become the server, so that who stops this command stops it
        os.execve(sys.executable, command, environment)
    sys.exit(subprocess.run(command, env=environment, check=False).returncode)


def app_folder() -> Path:
    """Where app.py, pages and assets are: in the installed wheel, or at the root of a clone."""
    package = Path(__file__).parents[1]
    packed = package / "_app"
    return packed if packed.is_dir() else package.parent


@main.command()
@_space_options
@click.option("--task", "tasks", multiple=True, help="Task name or path; may be repeated.")
@click.option("--coefficient", type=click.Choice(["spearman", "pearson"]), default="spearman")
def scores(
    tasks: tuple[str, ...], coefficient: Any, embedding: str, frequency: str, fold: str,
    missing: str, max_words: int | None,
) -> None:  # fmt: skip
    """Print the score table (× 100): methods by tasks."""
    loaded = [zipfviz.load_task(t) for t in tasks or ("lee50", "wordsim353", "simlex999")]
    space = _space(embedding, frequency, fold, missing, max_words)
    click.echo(zipfviz.score_table(space, loaded, coefficient=coefficient).round(2).to_string())


@main.command()
@_space_options
@click.option("--task", help="A task for SIF + CCR, whose map on words needs one.")
def symmetry(
    task: str | None,
    embedding: str,
    frequency: str,
    fold: str,
    missing: str,
    max_words: int | None,
) -> None:
    """Print the symmetry table: every measure under both priors."""
    loaded = zipfviz.load_task(task) if task else None
    space = _space(embedding, frequency, fold, missing, max_words)
    click.echo(zipfviz.symmetry_table(space, task=loaded).round(4).to_string())


# Written out, since importing the figures takes longer than most commands.
PRESETS = "neurips, neurips-half, acl, acl-page or slide."


def _asked_options(command: Any) -> Any:
    """What a figure or table shows; without these, what its page shows."""
    for option in (
        click.option("--seed", type=int, default=0, show_default=True, help="Of random draws."),
        click.option(
            "--paper/--no-paper", default=True, show_default=True, help="The paper’s 21 spaces too."
        ),
        click.option(
            "--coefficient", type=click.Choice(["spearman", "pearson"]), default="spearman"
        ),
        click.option("--direction", type=int, default=1, help="Principal direction, from 1."),
        click.option("--find", multiple=True, help="A word to ring; may be repeated."),
        click.option("--words", type=click.IntRange(1), help="Words shown or drawn."),
        click.option("--method", "methods", multiple=True, help="May be repeated."),
        click.option("--task", "tasks", multiple=True, help="Name or path; may be repeated."),
    ):
        command = option(command)
    return command


def _need_folder(out: Path) -> None:
    if not out.parent.is_dir():
        raise zipfviz.InputError(f"the folder of {out} does not exist; make it first.")


@main.command()
@click.argument("name")
@_space_options
@_asked_options
@click.option("--out", type=click.Path(path_type=Path), required=True, help=".pdf, .svg or .png")
@click.option("--preset", default="neurips", show_default=True, help=PRESETS)
@click.option("--font", help="times, helvetica, palatino, or a font’s name.")
@click.option("--size", type=float, help="Of the text, in points.")
@click.option("--height", type=float, help="In inches.")
@click.option("--line-width", type=float, default=1.0, help="Times what the app draws.")
@click.option("--dpi", type=float, default=300, show_default=True, help="Of a PNG.")
@click.option("--black-white", is_flag=True, help="Greys only.")
@click.option(
    "--together", is_flag=True, help="One slide for all panels, with smaller letters, not several."
)
@click.option("--title/--no-title", default=False, help="The finding above the figure.")
@click.option(
    "--range", "ranges", multiple=True, type=(str, float, float), help="x LOW HIGH: what is seen."
)
@click.option(
    "--beside", is_flag=True, help="Also the data (CSV), caption, BibTeX and manifest, beside it."
)
def figure(
    name: str, out: Path, preset: str, font: str | None, size: float | None, height: float | None,
    line_width: float, dpi: float, black_white: bool, together: bool, title: bool,
    ranges: tuple[tuple[str, float, float], ...], beside: bool, embedding: str, frequency: str,
    fold: str, missing: str, max_words: int | None, **asked: Any,
) -> None:  # fmt: skip
    """Draw a figure of the paper for any embedding, ready for print.

    NAME is norms, symmetry-map, correlations, eigenspectrum, direction, scores, rank-frequency or
    vocabulary-growth. What is too much for one slide comes on several: pages of one PDF, numbered
    SVG or PNG files.
    """
    from zipfviz import gallery
    from zipfviz.figures.paper.print_export import PrintOptions, check, letter_share, pictures
    from zipfviz.figures.style.fonts import stand_in
    from zipfviz.report.export import table_csv
    from zipfviz.report.manifest import manifest

    options = PrintOptions(preset, font, size, height, line_width, black_white, together, dpi=dpi)
    options = replace(options, ranges={axis: (low, high) for axis, low, high in ranges})
    options.place()
    kind = check(out.suffix.removeprefix(".").lower())
    gallery.named(name, gallery.FIGURES, "figure")
    _need_folder(out)
    space = _space(embedding, frequency, fold, missing, max_words)
    drawn = gallery.draw(name, gallery.Request(space, **asked))
    options = replace(options, title=drawn.headline if title else "")
    made = pictures(drawn.figures, kind, options)
    several = [out.with_stem(f"{out.stem}-{i}") for i in range(1, len(made) + 1)]
    for path, page in zip(several if len(made) > 1 else [out], made, strict=True):
        with atomic_write(path) as file:
            file.write(page)
    if beside:
        atomic_write_text(out.with_suffix(".csv"), table_csv(drawn.data))
        atomic_write_text(out.with_suffix(".txt"), f"{drawn.headline} {drawn.caption}\n")
        atomic_write_text(out.with_suffix(".bib"), drawn.bibtex)
        view = manifest(
            space,
            page=gallery.PAGES[name],
            tasks=drawn.tasks,
            embedding=embedding,
            frequency=frequency,
        )
        atomic_write_text(out.with_suffix(".manifest.json"), view.json())
    if (share := letter_share(drawn.figures, options)) < 1:
        asked_size = options.place().size
        click.echo(f"Letters are {share * asked_size:.1f} pt for {asked_size:g}.", err=True)
    for said in filter(None, (stand_in(options.place().font), drawn.headline)):
        click.echo(said, err=True)


@main.command()
@click.argument("name")
@_space_options
@_asked_options
@click.option(
    "--out", type=click.Path(path_type=Path), help=".tex or .csv; LaTeX to the screen without it."
)
@click.option(
    "--preset",
    "place",
    type=click.Choice(list(PLACES)),
    default="article",
    show_default=True,
    help="Where a LaTeX table goes to, and how wide it may be.",
)
def table(
    name: str, out: Path | None, place: str, embedding: str, frequency: str, fold: str,
    missing: str, max_words: int | None, **asked: Any,
) -> None:  # fmt: skip
    """Make a table of the paper for any embedding, as LaTeX or CSV.

    NAME is types-tokens, scores, symmetry or correlations.
    """
    from zipfviz import gallery
    from zipfviz.report.export import table_csv
    from zipfviz.report.latex import table_latex

    if out is not None and out.suffix not in (".tex", ".csv"):
        raise zipfviz.InputError(f"{out} is neither .tex nor .csv; give it one of these endings.")
    if out is not None:
        _need_folder(out)
    gallery.named(name, gallery.TABLES, "table")
    space = _space(embedding, frequency, fold, missing, max_words)
    made = gallery.tabulate(name, gallery.Request(space, **asked))
    if out is not None and out.suffix == ".csv":
        atomic_write_text(out, table_csv(made.frame))
        return
    latex = table_latex(
        made.frame,
        made.caption,
        f"tab:{name}",
        decimals=made.decimals,
        best=made.best,
        place=place,
    )
    if out is None:
        click.echo(latex)
    else:
        atomic_write_text(out, latex)
