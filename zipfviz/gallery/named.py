"""The figures and tables by their names."""

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Literal

from zipfviz.common.errors import InputError
from zipfviz.gallery.dimensions import dimension_sheet, dimensions
from zipfviz.gallery.frequency import rank_frequency, types_tokens, vocabulary_growth
from zipfviz.gallery.lengths import norms
from zipfviz.gallery.record import Drawing, Sheet
from zipfviz.gallery.scoring import score_sheet, scores
from zipfviz.gallery.spectra import direction, eigenspectrum
from zipfviz.gallery.symmetry import correlation_sheet, correlations, symmetry_map, symmetry_sheet
from zipfviz.io.load import load_task
from zipfviz.space.word_space import WordSpace

_SHOWN: dict[str, tuple[Callable[..., Drawing], str]] = {
    "norms": (norms, "norms"),
    "symmetry-map": (symmetry_map, "symmetry_map"),
    "correlations": (correlations, "symmetry_map"),
    "eigenspectrum": (eigenspectrum, "eigenspectra"),
    "direction": (direction, "eigenspectra"),
    "dimensions": (dimensions, "eigenspectra"),
    "scores": (scores, "scores"),
    "rank-frequency": (rank_frequency, "types_and_tokens"),
    "vocabulary-growth": (vocabulary_growth, "types_and_tokens"),
}
FIGURES = {name: figure for name, (figure, _) in _SHOWN.items()}
#: The page that shows each, by its address.
PAGES = {name: page for name, (_, page) in _SHOWN.items()}

TABLES: dict[str, Callable[..., Sheet]] = {
    "types-tokens": types_tokens,
    "scores": score_sheet,
    "symmetry": symmetry_sheet,
    "correlations": correlation_sheet,
    "dimensions": dimension_sheet,
}


KNOWN: dict[str, Mapping[str, Callable[..., Any]]] = {"figure": FIGURES, "table": TABLES}


def draw(name: str, space: WordSpace, **options: Any) -> Drawing:
    """Draw the figure of that name for a space.

    >>> draw("norms", space, words=200).headline
    'Length follows information content best in “Zipfian whitening”: r = 0.44, against ...'

    `options` are those of the function in FIGURES; `tasks` may be names, and one stands for the
    `task` of a figure about one, as one of `methods` for its `method`. Raises InputError for an
    unknown name, and for an option that the figure does not have.
    """
    given = check_options(name, "figure", options)
    return FIGURES[name](space, **given)


def tabulate(name: str, space: WordSpace, **options: Any) -> Sheet:
    """Make the table of that name for a space; `options` as for `draw`, with TABLES."""
    given = check_options(name, "table", options)
    return TABLES[name](space, **given)


def check_options(
    name: str, kind: Literal["figure", "table"], options: Mapping[str, Any]
) -> dict[str, Any]:
    """The options as the figure or table of that name takes them, its tasks loaded.

    Raises InputError for an unknown name, or for an option that it does not take.
    """
    known = KNOWN[kind]
    if name not in known:
        raise InputError(f"there is no {kind} {name!r}; choose one of {', '.join(known)}.")
    taken = [option for option in inspect.signature(known[name]).parameters if option != "space"]
    given = dict(options)
    if "tasks" in given:
        given["tasks"] = [load_task(t) if isinstance(t, str) else t for t in given["tasks"]]
        if "task" in taken and len(given["tasks"]) == 1:
            [given["task"]] = given.pop("tasks")
    if "method" in taken and len(given.get("methods", ())) == 1:
        [given["method"]] = given.pop("methods")
    for option in given:
        if option not in taken:
            raise InputError(
                f"the {kind} {name!r} takes no {option}; it takes "
                f"{', '.join(taken) or 'no option'}."
            )
    return given
