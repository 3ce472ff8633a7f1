"""The task that Start opens on: one in the language of the space, and what is said without any."""

from zipfviz.io.pairs.known_tasks import KNOWN
from zipfviz.io.records import Task
from zipfviz.space.names import task_name
from zipfviz.space.word_space import WordSpace
from zipfviz.text.languages import is_same, language_name, language_of
from zipfviz.ui.server import loaders

TOLD_BY = 2_000  # most frequent words


def language_of_space(space: WordSpace) -> str:
    """The code of the language its words are in, "" where that is not sure.

    That of wordfreq's list, where vectors and list agree; else told from the most frequent words.
    """
    source, _, code = space.report.frequency.partition(":")
    if source == "wordfreq" and not space.report.other_language:
        return code.partition(":")[0]

    def told() -> str:
        found = language_of(space.words[i] for i in space.by_frequency[:TOLD_BY])
        return found.code if found.is_sure else ""

    return space.analysis.cached(("language",), told)


def usual_task(code: str) -> str | None:
    """A known task in that language that is at hand; None leaves the choice to the catalogue."""
    at_hand = {entry.name for entry in loaders.entries()["tasks"]}
    if not code or is_same(code, "en"):
        return None
    known = (name for name, task in KNOWN.items() if is_same(code, task.language))
    return next((name for name in known if name in at_hand), None)


def lacking(code: str, task: Task) -> str:
    """What the task says of words in another language, in plain text; "" where it is theirs."""
    if not code or any(is_same(code, of) for of in task.language.split("+")):
        return ""
    language = language_name(code)
    better = usual_task(code)
    way_out = (
        f"choose {task_name(better)}"
        if better
        else f"bring a {language} benchmark on the page Your data"
    )
    return (
        f"The words of this space are {language}, {task_name(task.name)} is "
        f"{' and '.join(map(language_name, task.language.split('+')))}: its score says nothing of "
        f"them; {way_out}."
    )
