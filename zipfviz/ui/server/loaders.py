"""Load embeddings, frequencies, spaces and tasks, each once for all sessions.

Arguments are names and small numbers, never arrays: streamlit's keys look at a sample of a large
array only. Arrays are read-only and shared, and every cache is bounded.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

import zipfviz
from zipfviz.common.errors import ChoiceNeeded, ZipfvizError
from zipfviz.evaluation.tokenize import remember_tokens, task_frequency
from zipfviz.io import catalogue, folders
from zipfviz.io.fetch import owners
from zipfviz.io.folders import word_limit
from zipfviz.io.pairs.known_tasks import KNOWN
from zipfviz.io.records import Embedding, Fold, Frequency, Task, content_digest
from zipfviz.io.tables.account import MAX_LOSS
from zipfviz.space.matching import align, space_of, tokens_as_words
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server import brought, disk_cache, visitor
from zipfviz.ui.server.shared_cache import held_cache

AGREED = "without"
"""Files whose unreadable rows this visitor goes on without, in the session and in the link."""


class Undecided(ZipfvizError):  # noqa: N818
    """A listed file, by its `name`, can be read in several ways; `asked` is the question."""

    def __init__(self, name: str, asked: ChoiceNeeded) -> None:
        super().__init__(str(asked))
        self.name, self.asked = name, asked


def agreed() -> list[str]:
    """The files whose unreadable rows this visitor goes on without."""
    here = get_script_run_ctx(suppress_warning=True) is not None
    return list(st.session_state.get(AGREED, ())) if here else []


def agree(name: str) -> None:
    """Go on without the rows of a file that cannot be read."""
    st.session_state[AGREED] = list(dict.fromkeys([*agreed(), name]))


def _max_loss(name: str) -> float:
    return 1.0 if name in agreed() else MAX_LOSS


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Tell which listed file it is that leaves a question."""
    try:
        yield
    except ChoiceNeeded as error:
        raise Undecided(name, error) from error


LANGUAGE = "language"  # of the tasks: the key of its control


def entries() -> dict[str, list[catalogue.Entry]]:
    """What this visitor can choose by name just now: embeddings, frequencies, tasks."""
    found = _entries(str(folders.data_folder()))
    if not folders.is_public():
        return found
    whose = _whose(str(folders.cache_folder()))
    return {kind: visitor.seen(entries, whose) for kind, entries in found.items()}


@st.cache_data(ttl=5, max_entries=2, show_spinner=False)
def _entries(folder: str) -> dict[str, list[catalogue.Entry]]:
    return {
        "embeddings": catalogue.list_embeddings(),
        "frequencies": catalogue.list_frequencies(),
        "tasks": catalogue.list_tasks(),
    }


@st.cache_data(ttl=5, max_entries=2, show_spinner=False)
def _whose(folder: str) -> visitor.Whose:
    return visitor.whose()


def forget_entries() -> None:
    """Have the folders listed anew at the next look."""
    _entries.clear()
    _whose.clear()


def embedding_of(name: str) -> Embedding:
    """An embedding of the catalogue by name."""
    return _embedding(name, _stamp(name))


def _stamp(name: str) -> str:
    """What content hangs on besides its name: its file, how much is read, how much may be lost."""
    stamp = catalogue.stamp(name)
    owners.use(folders.cache_folder() / name)
    return stamp and f"{stamp} {word_limit()} {_max_loss(name)}"


def _is_visitors(name: str) -> bool:
    """Whether a visitor may delete it, and then no copy may stay."""
    return owners.owners_of(folders.cache_folder() / name) is not None


def frequency_of(name: str) -> Frequency:
    """A frequency source of the catalogue by name."""
    return _frequency(name, _stamp(name))


@held_cache(4, "Reading the vectors …")
def _embedding(name: str, stamp: str) -> Embedding:
    with _named(name):
        found: Embedding = brought.load(
            "embedding", name, max_words=word_limit(), max_loss=_max_loss(name)
        )
    return found


@held_cache(8, "Reading the frequencies …")
def _frequency(name: str, stamp: str) -> Frequency:
    with _named(name):
        found: Frequency = brought.load("frequency", name, max_loss=_max_loss(name))
    return found


@held_cache(6, "Matching words …")
def _whole_space(
    embedding: str,
    frequency: str,
    fold: Fold,
    missing: str,
    above_floor: bool,
    stamps: tuple[str, str],
) -> WordSpace:
    where = f"{zipfviz.__version__} 2 {folders.data_folder().resolve()}"
    key = content_digest(where, embedding, frequency, fold, missing, f"{above_floor}", *stamps)
    return disk_cache.space(
        key if all(stamps) and not any(map(_is_visitors, (embedding, frequency))) else None,
        lambda: _built_space(embedding, frequency, fold, missing, above_floor),
    )


def _built_space(
    embedding: str, frequency: str, fold: Fold, missing: str, above_floor: bool
) -> WordSpace:
    found, counts = embedding_of(embedding), frequency_of(frequency)
    tokens = tokens_as_words(found, counts)
    words = tokens.words if tokens else found.words
    masses = disk_cache.array(
        content_digest(found.digest, counts.digest, fold, *([tokens.mark] if tokens else [])),
        lambda: counts.masses(words, fold),
    )
    return space_of(
        found, counts, masses, fold, missing=missing, above_floor=above_floor, tokens=tokens
    )


@held_cache(8, "Keeping the most frequent words …")
def _top_space(
    embedding: str,
    frequency: str,
    fold: Fold,
    missing: str,
    above_floor: bool,
    k: int,
    stamps: tuple[str, str],
) -> WordSpace:
    return _whole_space(embedding, frequency, fold, missing, above_floor, stamps).top(k)


def load_space(
    embedding: str,
    frequency: str,
    fold: Fold,
    max_words: int | None,
    missing: str = "drop",
    above_floor: bool = False,
) -> WordSpace:
    """The chosen space; a file that changed on disk is read again."""
    stamps = _stamp(embedding), _stamp(frequency)
    space = _whole_space(embedding, frequency, fold, missing, above_floor, stamps)
    if max_words is None or max_words >= len(space):
        return space
    return _top_space(embedding, frequency, fold, missing, above_floor, max_words, stamps)


@held_cache(16, "Counting the task’s own words …")
def _own_words_space(
    embedding: str, fold: Fold, task_digest: str, stamp: str, _task: Task
) -> WordSpace:
    found = embedding_of(embedding)
    return align(found, task_frequency(_task, found.words), fold=fold)


def own_words_space(embedding: str, fold: Fold, task: Task) -> WordSpace:
    """The paper's "test set" setting: the embedding's words in the task, p from its own counts."""
    return _own_words_space(embedding, fold, task.digest, _stamp(embedding), task)


@held_cache(24, "Reading the task …")
def _task(name: str, stamp: str, language: str) -> Task:
    # Under the name it is listed by, which loads it again and which no other has.
    with _named(name):
        task: Task = brought.load("task", name, language=language or None, max_loss=_max_loss(name))
    task = replace(task, name=name)
    if tokens := disk_cache.tokens(task.digest):
        remember_tokens(task, tokens)
    return task


def load_task(name: str) -> Task:
    """A task of the catalogue by name, in the sidebar's language where it has none of its own."""
    language = "" if name.lower() in KNOWN else st.session_state.get(LANGUAGE, "")
    return _task(name, _stamp(name), language)
