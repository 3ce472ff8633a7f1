"""Show a file's first rows and how it is read, and take it into use."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from zipfviz.common.errors import ZipfvizError
from zipfviz.common.markdown import plain
from zipfviz.io.classify import Kind
from zipfviz.io.counts.frequencies import read_frequency
from zipfviz.io.fetch.keep import keep_frequency, keep_member, keep_task
from zipfviz.io.files.opened import OpenedFile
from zipfviz.io.pairs.tasks import read_task
from zipfviz.io.records import Frequency, Task
from zipfviz.ui.pages.your_data import bring_in, offers
from zipfviz.ui.pages.your_data.preview_vectors import preview_vectors
from zipfviz.ui.server.shared_cache import shared_cache
from zipfviz.ui.shell import files

SMALL = 20_000_000
READ_AS: dict[str, Kind] = {
    "embedding": "embedding",
    "frequencies": "frequency",
    "benchmark": "task",
}


def preview(path: Path) -> None:
    """What a file is taken for, its first rows and report, and a button that takes it into use."""
    file = files.opened(path)
    guess = files.guessed(file)
    kinds = list(READ_AS.values())
    left, right = st.columns([2, 1], vertical_alignment="center")
    left.markdown(f"**{plain(path.name)}**  \n:gray[{bring_in.megabytes(path.stat().st_size)}]")
    kind = READ_AS[
        right.segmented_control(
            "Read as", list(READ_AS), required=True, key=f"read-{path}",
            default=list(READ_AS)[kinds.index(guess or _likely(file))],
            help="What the content looks like is chosen already.",
        )
    ]  # fmt: skip
    bring_in.job_bar("keep")
    if guess is None and len(file.members) > 1:
        _choose_member(path, file.members)
    elif kind == "embedding":
        preview_vectors(path)
    elif kind == "frequency":
        _frequency(path, file)
    else:
        _task(path, file)


def _likely(file: OpenedFile) -> Kind:
    """What a file that nothing is sure about could be: a table of pairs, or text to count."""
    try:
        columns = files.peeked(file)
    except ZipfvizError:
        return "frequency"
    return "task" if sum(not column.is_number for column in columns) >= 2 else "embedding"


def _choose_member(path: Path, inside: Sequence[str]) -> None:
    """One file of an archive, on its own."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        member = st.selectbox("This archive holds several files", inside, key=f"member-{path}")
        offers.offer_to_keep("Take this one out", lambda: keep_member(path, member, "uploads"))


@shared_cache(4, "Reading the frequencies …")
def _first_frequencies(file: OpenedFile, columns: tuple[int, ...] | None) -> Frequency:
    """Of the file, or of the first lines of a text too large to be read for a preview."""
    if file.size > SMALL and file.kind == "text":
        file = file.beginning(len(file.head) - 1)
    return read_frequency(file, **_counts_in(columns))


_whole_task = shared_cache(4, "Reading the task …")(read_task)


@shared_cache(4, "Reading the task …")
def _pairs(file: OpenedFile, columns: tuple[int, ...]) -> Task:
    return read_task(file, text_columns=(columns[0], columns[1]), score_column=columns[2])


def _counts_in(columns: tuple[int, ...] | None) -> dict[str, Any]:
    return {} if columns is None else {"word_column": columns[0], "count_column": columns[1]}


def _frequency(path: Path, file: OpenedFile) -> None:
    columns = _columns(file, ("Words", "Counts"), lambda: _first_frequencies(file, None))
    first = _first_frequencies(file, columns)
    top = (-first.values).argsort(kind="stable")[: offers.ROWS]
    offers.show_rows(
        pd.DataFrame(
            {
                "word": [offers.shown(first.words[i]) for i in top],
                "frequency": first.values[top],
            }
        ),
        "The most frequent words with their frequencies",
        first.report.lines(),
    )
    if file.size > SMALL:
        st.caption("Of a long text, only the first megabyte was read so far.")
    entry = files.listed_entry(path, "frequency")
    if entry is not None and columns is None:
        offers.offer_to_use("Use these frequencies", plain(entry.title), frequency=entry.name)
    else:
        st.caption(offers.KEEP)
        offers.offer_to_keep(
            "Keep as a list of counts",
            lambda: keep_frequency(read_frequency(file, **_counts_in(columns)), "uploads"),
        )


def _task(path: Path, file: OpenedFile) -> None:
    entry = files.listed_entry(path, "task")
    # A file of a SemEval or SICK folder stands for the whole folder.
    source = entry.path if entry is not None and entry.path is not None else path
    labels = ("First text", "Second text", "Score")
    columns = _columns(file, labels, lambda: _whole_task(source))
    task = _whole_task(source) if columns is None else _pairs(file, columns)
    left, right = task.pairs[: offers.ROWS].T
    offers.show_rows(
        pd.DataFrame(
            {
                "first": [offers.shown(task.texts[i])[:300] for i in left],
                "second": [offers.shown(task.texts[i])[:300] for i in right],
                "score": task.gold[: offers.ROWS],
            }
        ),
        "The first pairs with their scores",
        [("kind", task.kind), ("language", task.language), *task.report.lines()],
    )
    if entry is not None and columns is None:
        st.caption(f"It is listed wherever a task is chosen: {plain(entry.title)}.")
    else:
        st.caption(offers.KEEP)
        offers.offer_to_keep("Keep with these columns", lambda: keep_task(task, "uploads"))


def _columns(
    file: OpenedFile, labels: Sequence[str], read: Callable[[], object]
) -> tuple[int, ...] | None:
    """The columns chosen by hand, None where reading without a choice is what is wanted."""
    try:
        read()
        doubt = ""
    except ZipfvizError as error:
        doubt = str(error)
    if doubt:
        st.caption(f":orange[{plain(doubt.partition('; ')[0])}: choose below.]")
    by_hand = st.toggle(
        "Choose the columns", value=bool(doubt), key=f"by-hand-{file.path}-{labels[0]}"
    )
    if not by_hand:
        return None
    found = files.peeked(file, len(labels))
    words = [c for c, column in enumerate(found) if not column.is_number]
    numbers = [c for c, column in enumerate(found) if column.is_number]
    # The likeliest: texts from the right, where ids and names are not, and the last number.
    first = [*words[1 - len(labels) :], *numbers[-1:]]
    places = st.columns(len(labels))
    return tuple(
        place.selectbox(
            label, range(len(found)), index=first[i] if i < len(first) else 0,
            key=f"column-{label}-{file.path}", format_func=lambda c: f"{c + 1}: {found[c].label}",
        )
        for i, (label, place) in enumerate(zip(labels, places, strict=True))
    )  # fmt: skip
