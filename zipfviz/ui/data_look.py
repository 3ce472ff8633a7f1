"""The data page: the first rows of a file, how it is read, and taking it into use."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from zipfviz.errors import ZipfvizError
from zipfviz.readers import catalogue
from zipfviz.readers.classify import Kind, classify
from zipfviz.readers.containers import members, open_stream
from zipfviz.readers.keep import keep_embedding, keep_frequency, keep_member, keep_task
from zipfviz.readers.peek import matrices, peek
from zipfviz.readers.records import Embedding, Frequency, Task
from zipfviz.ui import data, data_tokens, jobs
from zipfviz.ui.words import plain

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["preview"]

READ_AS: dict[str, Kind] = {
    "embedding": "embedding",
    "frequencies": "frequency",
    "benchmark": "task",
}
LISTERS: dict[Kind, Callable[[], list[catalogue.Entry]]] = {
    "embedding": catalogue.list_embeddings,
    "frequency": catalogue.list_frequencies,
    "task": catalogue.list_tasks,
}
GUESS = ""
ROWS = 8
NUMBERS = 6
SMALL = 20_000_000
KEEP = "It is not listed as it is: it needs what was chosen here, or is short running text."


def preview(path: Path) -> None:
    """What a file is taken for, its first rows and report, and a button that takes it into use."""
    guess = classify(path)
    kinds = list(READ_AS.values())
    left, right = st.columns([2, 1], vertical_alignment="center")
    left.markdown(f"**{plain(path.name)}**  \n:gray[{data.megabytes(path.stat().st_size)}]")
    kind = READ_AS[
        right.segmented_control(
            "Read as", list(READ_AS), required=True, key=f"read-{path}",
            default=list(READ_AS)[kinds.index(guess or _likely(path))],
            help="What the content looks like is chosen already.",
        )
    ]  # fmt: skip
    data.job_bar("keep")
    inside = members(path)
    if guess is None and len(inside) > 1:
        _choose_member(path, inside)
    elif kind == "embedding":
        _embedding(path)
    elif kind == "frequency":
        _frequency(path)
    else:
        _task(path)


def _likely(path: Path) -> Kind:
    """What a file that nothing is sure about could be: a table of pairs, or text to count."""
    try:
        columns = peek(path)
    except ZipfvizError:
        return "frequency"
    return "task" if sum(not column.is_number for column in columns) >= 2 else "embedding"


def _choose_member(path: Path, inside: Sequence[str]) -> None:
    """One file of an archive, on its own."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        member = st.selectbox("This archive holds several files", inside, key=f"member-{path}")
        _keep("Take this one out", lambda: keep_member(path, member, "uploads"))


def _entry(path: Path, kind: Kind) -> catalogue.Entry | None:
    """The entry by which a file is listed, if it is."""
    real = path.resolve()
    for entry in LISTERS[kind]():
        if entry.path is not None and entry.path.resolve() in (real, real.parent):
            return entry
    return None


def _choose(key: str, name: str) -> None:
    st.session_state[key] = name


def _use(label: str, key: str, entry: catalogue.Entry) -> None:
    """A button that chooses a listed thing in the sidebar."""
    if st.session_state.get(key) == entry.name:
        st.caption(f"In use: the sidebar shows {plain(entry.title)}.")
    else:
        st.button(
            label, type="primary", icon=":material/check:", key=f"use-{key}", on_click=_choose,
            args=(key, entry.name),
        )  # fmt: skip


def _keep(label: str, keep: Callable[[], Path]) -> None:
    """A button that keeps what was read as a file of its own, which is listed."""
    st.button(
        label, type="primary", icon=":material/save:", key="keep", disabled=jobs.running("keep"),
        on_click=jobs.start, args=("keep", label, lambda heard: keep()),
    )  # fmt: skip


def _show(frame: pd.DataFrame, alt: str, report: Sequence[tuple[str, str]]) -> None:
    """A table of first rows beside the report of reading them."""
    left, right = st.columns([2, 1])
    left.dataframe(frame, hide_index=True, height="content", alt=alt)
    with right:
        data.report_lines(report)


def _shown(text: str) -> str:
    """Text for a table; bytes that are no UTF-8 as \\xe9."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _stamp(path: Path) -> str:
    stat = path.stat()
    return f"{stat.st_size}-{stat.st_mtime_ns}"


@dataclass(frozen=True)
class Reading:
    """What was chosen about a file of vectors, by the names of `load_embedding`."""

    tensor: str | None = None
    word_column: str | None = None
    compose: tuple[str, ...] = ()

    def load(self, path: str | Path, **more: Any) -> Embedding:
        from zipfviz.readers.embeddings import load_embedding

        return load_embedding(
            path, tensor=self.tensor, word_column=self.word_column, compose=self.compose, **more
        )


@st.cache_resource(max_entries=4, show_spinner="Reading the first rows …")
def _first_words(path: str, stamp: str, how: Reading) -> Embedding:
    return how.load(path, limit=ROWS, partial=True)


@st.cache_resource(max_entries=4, show_spinner="Reading the frequencies …")
def _first_frequencies(path: str, stamp: str, columns: tuple[int, ...] | None) -> Frequency:
    from zipfviz.readers.frequencies import load_frequency

    return load_frequency(_head(Path(path)), **_counts_in(columns), name=Path(path).name)


@st.cache_resource(max_entries=4, show_spinner="Reading the task …")
def _pairs(path: str, stamp: str, columns: tuple[int, ...] | None) -> Task:
    from zipfviz.readers.tasks import load_task

    if columns is None:
        return load_task(Path(path))
    return load_task(Path(path), text_columns=(columns[0], columns[1]), score_column=columns[2])


def _counts_in(columns: tuple[int, ...] | None) -> dict[str, Any]:
    return {} if columns is None else {"word_column": columns[0], "count_column": columns[1]}


def _embedding(path: Path) -> None:
    import pandas as pd

    how = Reading(_matrix(path), _word_column(path), _composed(path))
    first = _first_words(str(path), _stamp(path), how)
    dim = first.vectors.shape[1]
    numbers = {f"{i + 1}": first.vectors[:, i] for i in range(min(NUMBERS, dim))}
    told = [line for line in first.report.lines() if line[0] not in ("rows read", "seconds")]
    _show(
        pd.DataFrame({"word": list(map(_shown, first.words)), **numbers}),
        "The first words with the first numbers of their vectors",
        [("numbers a word", f"{dim:,}"), *told],
    )
    entry = _entry(path, "embedding")
    if entry is not None and how == Reading():
        st.caption("Only these rows were read so far; the whole file is once it is in use.")
        _use("Use these vectors", "embedding", entry)
        if data_tokens.has_tokenizer(path):
            data_tokens.count_tokens(path, entry.name)
    else:
        st.caption(KEEP)
        _keep("Keep these vectors", lambda: keep_embedding(how.load(path), "uploads"))


def _matrix(path: Path) -> str | None:
    """The matrix chosen among several, None for the one that is read without a choice."""
    found = matrices(path)
    if len(found) < 2:
        return None
    named = "the input table, by its name" if _doubt(path) is None else "choose one"
    labels = {GUESS: named, **found}
    chosen = st.selectbox(
        "Matrix", list(labels), format_func=labels.__getitem__, key=f"matrix-{path}",
        help="This file holds several. Another one than the input table is kept as a file of its "
        "own.",
    )  # fmt: skip
    return chosen or None


def _word_column(path: Path) -> str | None:
    """The column of words chosen in a table that has several of text, None where none was."""
    try:
        texts = {column.name: column.label for column in peek(path, 2) if not column.is_number}
    except ZipfvizError:
        return None
    if len(texts) < 2:
        return None
    labels = {GUESS: "as its content says" if _doubt(path) is None else "choose one", **texts}
    chosen = st.selectbox(
        "Column of words", list(labels), format_func=labels.__getitem__, key=f"words-{path}",
        help="This table has several columns of text; each row’s vector belongs to one word.",
    )  # fmt: skip
    return chosen or None


def _composed(path: Path) -> tuple[str, ...]:
    """Words typed to be composed from the n-grams of a fastText model."""
    with open_stream(path) as stream:
        if stream.kind != "fasttext":
            return ()
    typed = st.text_input(
        "Also compose these words", key=f"compose-{path}", placeholder="isotropicity, untokened",
        help="A fastText model makes a vector for a word it does not know from the word’s letters. "
        "Words between commas; they are kept with the model’s own.",
    )  # fmt: skip
    return tuple(dict.fromkeys(word for part in typed.split(",") if (word := part.strip())))


def _doubt(path: Path) -> str | None:
    """Why a file cannot be read without a choice, None where it can."""
    try:
        _first_words(str(path), _stamp(path), Reading())
    except ZipfvizError as error:
        return str(error)
    return None


def _head(path: Path) -> Any:
    """The file, or the first lines of a text too large to be read for a preview."""
    with open_stream(path) as stream:
        if path.stat().st_size <= SMALL or stream.kind != "text":
            return path
        return io.BytesIO(stream.head[: stream.head.rfind(b"\n") + 1])


def _frequency(path: Path) -> None:
    import pandas as pd

    file = (str(path), _stamp(path))
    columns = _columns(path, ("Words", "Counts"), lambda: _first_frequencies(*file, None))
    first = _first_frequencies(*file, columns)
    top = (-first.values).argsort(kind="stable")[:ROWS]
    _show(
        pd.DataFrame(
            {"word": [_shown(first.words[i]) for i in top], "frequency": first.values[top]}
        ),
        "The most frequent words with their frequencies",
        first.report.lines(),
    )
    if path.stat().st_size > SMALL:
        st.caption("Of a long text, only the first megabyte was read so far.")
    entry = _entry(path, "frequency")
    if entry is not None and columns is None:
        _use("Use these frequencies", "frequency", entry)
    else:
        st.caption(KEEP)
        _keep("Keep as a list of counts", lambda: _kept_counts(path, columns))


def _kept_counts(path: Path, columns: tuple[int, ...] | None) -> Path:
    from zipfviz.readers.frequencies import load_frequency

    found = load_frequency(path, **_counts_in(columns), name=path.name)
    return keep_frequency(found, "uploads")


def _task(path: Path) -> None:
    import pandas as pd

    entry = _entry(path, "task")
    # A file of a SemEval or SICK folder stands for the whole folder.
    source = entry.path if entry is not None and entry.path is not None else path
    whole = (str(source), _stamp(source))
    labels = ("First text", "Second text", "Score")
    columns = _columns(path, labels, lambda: _pairs(*whole, None))
    task = _pairs(*whole, None) if columns is None else _pairs(str(path), _stamp(path), columns)
    left, right = task.pairs[:ROWS].T
    _show(
        pd.DataFrame(
            {
                "first": [_shown(task.texts[i])[:300] for i in left],
                "second": [_shown(task.texts[i])[:300] for i in right],
                "score": task.gold[:ROWS],
            }
        ),
        "The first pairs with their scores",
        [("kind", task.kind), ("language", task.language), *task.report.lines()],
    )
    if entry is not None and columns is None:
        st.caption(f"It is listed wherever a task is chosen: {plain(entry.title)}.")
    else:
        st.caption(KEEP)
        _keep("Keep with these columns", lambda: keep_task(task, "uploads"))


def _columns(
    path: Path, labels: Sequence[str], read: Callable[[], object]
) -> tuple[int, ...] | None:
    """The columns chosen by hand, None where reading without a choice is what is wanted."""
    try:
        read()
        doubt = ""
    except ZipfvizError as error:
        doubt = str(error)
    if doubt:
        st.caption(f":orange[{plain(doubt.partition('; ')[0])}: choose below.]")
    by_hand = st.toggle("Choose the columns", value=bool(doubt), key=f"by-hand-{path}-{labels[0]}")
    if not by_hand:
        return None
    found = peek(path, len(labels))
    words = [c for c, column in enumerate(found) if not column.is_number]
    numbers = [c for c, column in enumerate(found) if column.is_number]
    # The likeliest: texts from the right, where ids and names are not, and the last number.
    first = [*words[1 - len(labels) :], *numbers[-1:]]
    places = st.columns(len(labels))
    return tuple(
        place.selectbox(
            label, range(len(found)), index=first[i] if i < len(first) else 0,
            key=f"column-{label}-{path}", format_func=lambda c: f"{c + 1}: {found[c].label}",
        )
        for i, (label, place) in enumerate(zip(labels, places, strict=True))
    )  # fmt: skip
