"""`zipfviz which-p`: one embedding under several frequency lists, with paired intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zipfviz.cli.options import (
    language_option,
    load_tasks,
    method_options,
    policy_options,
    settings_of,
    tell,
)
from zipfviz.common.errors import InputError

if TYPE_CHECKING:
    from zipfviz.io.records import Task
    from zipfviz.space.word_space import WordSpace

#: The list that a task's own words are, by its name among the others.
OWN = "task"


@click.command("which-p")
@click.option("--embedding", default="glove.6B.50d", show_default=True, help="Name or path.")
@click.option(
    "--frequency",
    "frequencies",
    multiple=True,
    help="Source or path; may be repeated. “task” counts each task’s own words. "
    "wordfreq:en and rank without any.",
)
@policy_options
@click.option("--task", "tasks", multiple=True, help="Name or path; may be repeated.")
@language_option
@method_options
@click.option("--against", help="The list that others are told from; the first by default.")
@click.option("--own-words", is_flag=True, help="Each list on its own words, not on shared ones.")
@click.option(
    "--mix",
    type=(str, str, click.FloatRange(0, 1, min_open=True, max_open=True)),
    metavar="ONE OTHER SHARE",
    help="One list more: two of them mixed, with this share of the second.",
)
@click.option(
    "--floor",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.0,
    help="The least p of a word in any list.",
)
@click.option("--coefficient", type=click.Choice(["spearman", "pearson"]), default="spearman")
@click.option(
    "--carry",
    help="Also the words that carry the difference between --against and this list, on the first "
    "task by the last method.",
)
def which_p(
    embedding: str, frequencies: tuple[str, ...], fold: Any, missing: str, max_words: int | None,
    above_floor: bool, max_loss: float, tasks: tuple[str, ...], language: str | None,
    methods: tuple[str, ...], settings: tuple[str, ...], against: str | None, own_words: bool,
    mix: tuple[str, str, float] | None, floor: float, coefficient: Any, carry: str | None,
) -> None:  # fmt: skip
    """Print how far the choice of a frequency list moves scores (× 100), with paired intervals.

    Zipfian whitening on Lee50, WordSim-353 and SimLex-999 unless told otherwise; all lists on the
    words they share.
    """
    import zipfviz
    from zipfviz.evaluation import average, carrying_words, compare_frequencies, frequency_table
    from zipfviz.space.methods import as_methods

    asked = as_methods(methods or ("zipfian_whitening",), settings_of(settings))
    named = frequencies or ("wordfreq:en", "rank")
    loaded = load_tasks(tasks or ("lee50", "wordsim353", "simlex999"), language, max_loss)
    vectors = zipfviz.load_embedding(embedding, max_loss=max_loss)
    policies: dict[str, Any] = {
        "fold": fold, "missing": missing, "max_words": max_words, "above_floor": above_floor,
    }  # fmt: skip
    plain = {
        name: zipfviz.align(vectors, zipfviz.load_frequency(name, max_loss=max_loss), **policies)
        for name in named
        if name != OWN
    }
    if not plain:
        raise InputError("a task’s own words are compared with another list; add --frequency.")
    how: dict[str, Any] = {"shared": not own_words, "mixture": mix, "floor": floor}
    everywhere = zipfviz.adjusted(plain, **how)

    def spaces(task: Task) -> dict[str, WordSpace]:
        if OWN not in named:
            return everywhere
        counts = zipfviz.task_frequency(task, vectors.words)
        return zipfviz.adjusted({**plain, OWN: zipfviz.align(vectors, counts, fold=fold)}, **how)

    first = spaces(loaded[0])
    if carry is not None and carry not in first:
        raise InputError(f"--carry {carry} is not among the lists: {', '.join(first)}.")
    for name, space in plain.items():
        click.echo(f"{name}: {space.report.sentence()}", err=True)
        tell(space.report.notices)
    parts = list(compare_frequencies(spaces, loaded, asked))
    for task in loaded:
        sizes = {name: len(space) for name, space in spaces(task).items()}
        click.echo(f"{task.name}: {_sizes(sizes, not own_words)}", err=True)
    if len(parts) > 1:
        parts.append(average(parts))
    table = frequency_table(parts, list(first), asked, against=against, coefficient=coefficient)
    click.echo(table.round(2).to_string(index=False))
    if carry is not None:
        one = against or next(iter(first))
        found = carrying_words(
            first[one], first[carry], loaded[0], asked[-1], coefficient=coefficient
        )
        click.echo(
            f"\n{one} to {carry} on {loaded[0].name} by {asked[-1]}: {found.change:+.2f}; with the "
            f"{len(found.words)} words below alone {found.together:+.2f}; {found.distance:.1%} of "
            "running text is counted otherwise."
        )
        click.echo(found.words.to_string(index=False, float_format="{:.4g}".format))


def _sizes(sizes: dict[str, int], shared: bool) -> str:
    if shared:
        return f"{min(sizes.values()):,} words that all lists share"
    return ", ".join(f"{name} {n:,} words" for name, n in sizes.items())
