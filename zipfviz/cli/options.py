"""Options that several commands share: which word space, and what is shown of it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from zipfviz.io.records import Task
    from zipfviz.report.snippets import SpaceRecipe
    from zipfviz.space.methods import Options
    from zipfviz.space.word_space import WordSpace

Command = Callable[..., Any]


def with_options(*options: Command) -> Command:
    """Give a command the options, listed in their order by --help."""
    return lambda command: functools.reduce(lambda c, option: option(c), reversed(options), command)


policy_options = with_options(
    click.option(
        "--fold",
        type=click.Choice(["none", "list", "both"]),
        default="none",
        show_default=True,
        help="Case policy.",
    ),
    click.option(
        "--missing",
        default="drop",
        show_default=True,
        help="Words not in the list: drop, floor, or a p such as 1e-8.",
    ),
    click.option("--max-words", type=int, help="Keep only the most frequent words."),
    click.option(
        "--above-floor",
        is_flag=True,
        help="Leave out numbers that wordfreq makes up below its list's floor.",
    ),
    click.option(
        "--max-loss",
        type=click.FloatRange(0, 1),
        default=0.05,
        show_default=True,
        help="The share of a file's rows that may be left out as unreadable.",
    ),
)
"""How the words of a list are matched, and how much of a file may be lost."""

matching_options = with_options(
    click.option("--frequency", default="wordfreq:en", show_default=True, help="Source or path."),
    policy_options,
)
"""--frequency and `policy_options`."""


def recipe_options(command: Command) -> Command:
    """--embedding and `matching_options`, handed to the command as one `recipe`."""

    @functools.wraps(command)
    def with_recipe(
        embedding: str,
        frequency: str,
        fold: Any,
        missing: str,
        max_words: int | None,
        above_floor: bool,
        max_loss: float,
        **rest: Any,
    ) -> None:
        from zipfviz.report.snippets import SpaceRecipe

        recipe = SpaceRecipe(
            embedding, frequency, fold, max_words, missing,
            max_loss=max_loss, above_floor=above_floor,
        )  # fmt: skip
        command(recipe, **rest)

    embedding_option = click.option(
        "--embedding", default="glove.6B.50d", show_default=True, help="Name or path."
    )
    return embedding_option(matching_options(with_recipe))


language_option = click.option(
    "--language",
    help="Of tasks that have none of their own: a code such as ru; told if absent.",
)


settings_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="A setting of the methods, such as soft_epsilon=0.3; may be repeated.",
)
method_options = with_options(
    click.option(
        "--method",
        "methods",
        multiple=True,
        help="May be repeated; the paper’s by default, also those of today: model2vec, usif, …",
    ),
    settings_option,
)
"""--method and --set: which methods, and with which settings."""


def settings_of(typed: Iterable[str]) -> Options:
    """Settings of methods from NAME=VALUE; InputError for a name or a value that is none."""
    from dataclasses import fields

    from zipfviz.common.errors import InputError
    from zipfviz.space.methods import Options

    known = {field.name: field.default for field in fields(Options)}
    given: dict[str, Any] = {}
    for text in typed:
        name, _, value = text.partition("=")
        if name not in known:
            raise InputError(
                f"--set {text}: there is no setting {name!r}; use one of {', '.join(known)}."
            )
        given[name] = _value(text, value, known[name])
    return Options(**given)


def _value(text: str, value: str, default: object) -> object:
    """A setting's value as it is typed, of the kind that its default is."""
    from zipfviz.common.errors import InputError

    words = {"true": True, "false": False}
    try:
        if isinstance(default, bool):
            return words[value.lower()]
        return float(value) if isinstance(default, float) else int(value)
    except (ValueError, KeyError):
        kinds: dict[type, str] = {bool: "true or false", float: "a number"}
        asked = kinds.get(type(default), "a whole number")
        raise InputError(f"--set {text}: {value!r} is not {asked}.") from None


def load_tasks(names: Iterable[str], language: str | None, max_loss: float) -> list[Task]:
    """Tasks by name or path, in `language` where a task has none of its own."""
    from zipfviz.io.load import load_task
    from zipfviz.io.pairs.known_tasks import KNOWN

    return [
        load_task(name, language=None if name.lower() in KNOWN else language, max_loss=max_loss)
        for name in names
    ]


asked_options = with_options(
    click.option("--task", "tasks", multiple=True, help="Name or path; may be repeated."),
    language_option,
    click.option("--method", "methods", multiple=True, help="May be repeated."),
    click.option("--words", type=click.IntRange(1), help="Words shown or drawn."),
    click.option("--find", multiple=True, help="A word to ring; may be repeated."),
    click.option("--direction", type=int, help="Principal direction, from 1."),
    click.option("--coefficient", type=click.Choice(["spearman", "pearson"])),
    click.option("--paper/--no-paper", default=None, help="The paper’s 21 spaces too."),
    click.option("--seed", type=int, help="Of random draws."),
    click.option("--zeta", type=float, help="IsoScore*’s shrinkage, 0 to 1."),
    click.option(
        "--deleted/--plain",
        default=None,
        help="Lengths without each word’s own part, or plain ones as in the paper.",
    ),
    click.option("--noise/--no-noise", default=None, help="What noise gives, beside."),
)
"""What a figure or table shows; without these, what its page shows."""


def space_of(recipe: SpaceRecipe) -> WordSpace:
    """The space of a recipe; what matched, left out or assumed is told on the error stream."""
    space = recipe.load()
    tell_match(recipe.embedding, recipe.frequency, space)
    return space


def tell_match(embedding: str, frequency: str, space: WordSpace) -> None:
    """Say on the error stream what matched, and what was left out or assumed for it."""
    click.echo(f"{embedding} with {frequency}: {space.report.sentence()}", err=True)
    tell(space.report.notices)


def tell(notices: Iterable[str], told: Iterable[str] = ()) -> None:
    """Say on the error stream what a reader of the numbers must know, without what was `told`."""
    for notice in notices:
        if notice not in told:
            click.echo(notice, err=True)
