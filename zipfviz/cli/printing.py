"""Commands that draw and print: `zipfviz figure NAME`, `zipfviz table NAME`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from zipfviz.cli.options import asked_options, load_tasks, recipe_options, space_of, tell
from zipfviz.common.atomic import atomic_write_text
from zipfviz.common.errors import InputError
from zipfviz.report.latex import PLACES

if TYPE_CHECKING:
    from zipfviz.report.snippets import SpaceRecipe

# Written out, since importing the figures takes longer than most commands.
PRESETS = "neurips, neurips-half, acl, acl-page or slide."


def _given(asked: Mapping[str, Any], max_loss: float) -> dict[str, Any]:
    """The options that were typed, tasks loaded."""
    given = {name: value for name, value in asked.items() if value not in (None, ())}
    language = given.pop("language", None)
    if "tasks" in given:
        given["tasks"] = load_tasks(given["tasks"], language, max_loss)
    return given


def _need_folder(out: Path) -> None:
    if not out.parent.is_dir():
        raise InputError(f"the folder of {out} does not exist; make it first.")


@click.command()
@recipe_options
@click.option("--out", type=click.Path(path_type=Path), required=True, help=".html")
@click.option("--words", type=click.IntRange(2), help="How many; by default 20,000.")
def explorable(recipe: SpaceRecipe, out: Path, words: int | None) -> None:
    """Write the lesson as one HTML page for every student, to open without a server or a network.

    Types and tokens, the average word, five words, and lengths and spectra under the sliding prior,
    on the 20,000 most frequent words, in at most 5 MB. The page computes them by itself; where the
    vectors of so many words do not fit, it has their numbers at 51 strengths of the prior.
    """
    from zipfviz.lesson import explorable_html

    _need_folder(out)
    space = space_of(recipe)
    tell(space.report.notices)
    atomic_write_text(out, explorable_html(space, n_words=words))


@click.command()
@click.argument("name")
@recipe_options
@asked_options
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
@click.option(
    "--boxes", is_flag=True, help="Print boxes for letters that no font here has, in PDF and PNG."
)
@click.option("--title/--no-title", default=False, help="The finding above the figure.")
@click.option(
    "--range", "ranges", multiple=True, type=(str, float, float), help="x LOW HIGH: what is seen."
)
@click.option(
    "--beside", is_flag=True, help="Also the data (CSV), caption, BibTeX and manifest, beside it."
)
def figure(
    recipe: SpaceRecipe, name: str, out: Path, preset: str, font: str | None, size: float | None,
    height: float | None, line_width: float, dpi: float, black_white: bool, together: bool,
    boxes: bool, title: bool, ranges: tuple[tuple[str, float, float], ...], beside: bool,
    **asked: Any,
) -> None:  # fmt: skip
    """Draw a figure of the paper for any embedding, ready for print.

    NAME is norms, symmetry-map, correlations, eigenspectrum, direction, dimensions, scores,
    rank-frequency or vocabulary-growth. What is too much for one slide comes on several: pages of
    one PDF, numbered SVG or PNG files.
    """
    from zipfviz import gallery
    from zipfviz.figures.paper.letters import said_of_letters
    from zipfviz.figures.paper.print_export import Printed, check
    from zipfviz.figures.paper.print_options import PrintOptions
    from zipfviz.figures.style.fonts import stand_in
    from zipfviz.report.export import table_csv
    from zipfviz.report.manifest import manifest

    options = PrintOptions(
        preset, font, size, height, line_width, black_white, together, dpi=dpi, boxes=boxes
    )
    options = replace(options, ranges={axis: (low, high) for axis, low, high in ranges})
    options.place()
    check(out.suffix.removeprefix(".").lower())
    shown = gallery.check_options(name, "figure", _given(asked, recipe.max_loss))
    _need_folder(out)
    space = space_of(recipe)
    drawn = gallery.draw(name, space, **shown)
    told = drawn.about.notices()
    tell(told, space.report.notices)
    options = replace(options, title=drawn.headline if title else "")
    gallery.save(drawn, out, options)
    if beside:
        view = manifest(
            space,
            page=gallery.PAGES[name],
            tasks=drawn.about.tasks,
            embedding=recipe.embedding,
            frequency=recipe.frequency,
        )
        atomic_write_text(out.with_suffix(".csv"), table_csv(drawn.data()))
        atomic_write_text(out.with_suffix(".txt"), f"{drawn.headline} {drawn.about.caption()}\n")
        atomic_write_text(out.with_suffix(".bib"), drawn.about.bibtex())
        atomic_write_text(out.with_suffix(".manifest.json"), view.json())
    printed = Printed.of(drawn.draws, options)
    tell(said_of_letters(printed.figures()))
    if (share := printed.letter_share) < 1:
        asked_size = options.place().size
        click.echo(f"Letters are {share * asked_size:.1f} pt for {asked_size:g}.", err=True)
    for said in filter(None, (stand_in(options.place().font), drawn.headline)):
        click.echo(said, err=True)


@click.command()
@click.argument("name")
@recipe_options
@asked_options
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
def table(recipe: SpaceRecipe, name: str, out: Path | None, place: str, **asked: Any) -> None:
    """Make a table of the paper for any embedding, as LaTeX or CSV.

    NAME is types-tokens, scores, symmetry, correlations or dimensions.
    """
    from zipfviz import gallery
    from zipfviz.report.export import table_csv
    from zipfviz.report.latex import table_latex

    if out is not None and out.suffix not in (".tex", ".csv"):
        raise InputError(f"{out} is neither .tex nor .csv; give it one of these endings.")
    if out is not None:
        _need_folder(out)
    shown = gallery.check_options(name, "table", _given(asked, recipe.max_loss))
    space = space_of(recipe)
    made = gallery.tabulate(name, space, **shown)
    told = made.about.notices()
    tell(told, space.report.notices)
    if out is not None and out.suffix == ".csv":
        text = table_csv(made.frame)
    else:
        text = table_latex(
            made.frame,
            made.about.caption(),
            f"tab:{name}",
            decimals=made.decimals,
            best=made.best,
            place=place,
        )
    if out is None:
        click.echo(text)
    else:
        atomic_write_text(out, text)
