"""Settle how a file is read: what its content leaves open is asked, all else can be set by hand."""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from zipfviz.common.errors import ChoiceNeeded, ZipfvizError
from zipfviz.common.markdown import plain
from zipfviz.io.classify import ColumnSample, Kind
from zipfviz.io.counts.frequencies import FORMATS
from zipfviz.io.files.opened import OpenedFile
from zipfviz.io.glance import columns_of
from zipfviz.io.tables.dialect import SEPARATORS
from zipfviz.text.languages import LANGUAGES
from zipfviz.ui.pages.your_data.offers import shown
from zipfviz.ui.server import brought
from zipfviz.ui.server.shared_cache import shared_cache
from zipfviz.ui.shell.ways_out import CONTROLS, answer

Options = tuple[tuple[str, Any], ...]

AT_A_GLANCE = 8
QUESTIONS = 5  # one after the other about one file
AS_TOLD = "as its content says"
ENCODINGS = (
    "utf-8", "utf-16-le", "utf-16-be", "cp1252", "cp1250", "cp1251", "koi8-r", "gb18030", "big5",
    "shift_jis", "euc-kr", "iso-8859-1", "iso-8859-9", "iso-8859-15",
)  # fmt: skip
LOGS = {"no": None, "natural": True, "to base 10": 10, "to base 2": 2}
COLUMNS: dict[Kind, tuple[str, ...]] = {
    "embedding": ("Column of words",),
    "frequency": ("Column of words", "Column of counts"),
    "task": ("First text", "Second text", "Score"),
}


def settled(
    file: OpenedFile, kind: Kind, read: Callable[[Options], Any], found: dict[str, Any]
) -> tuple[Any, dict[str, Any]]:
    """What `read` gives in the end, and by which options: `found` already, by hand, as answered.

    `read` returns an error where one is raised. Raises that error where no choice helps.
    """
    options = found | _by_hand(file, kind)
    for turn in range(QUESTIONS):
        outcome = read(tuple(options.items()))
        if not isinstance(outcome, ZipfvizError):
            return outcome, options
        if not isinstance(outcome, ChoiceNeeded) or not outcome.choices:
            break
        options |= _asked(file, outcome, f"{kind}-{turn}")
    raise outcome


def _asked(file: OpenedFile, question: ChoiceNeeded, key: str) -> dict[str, Any]:
    """The options of the way that is chosen, each shown with what it would give."""
    answers = [answer(choice) for choice in question.choices]
    key = f"ask-{file.path}-{key}-{len(answers)}"
    if len(answers) <= AT_A_GLANCE:
        chosen = st.radio(
            plain(question.found), range(len(answers)), key=key,
            format_func=lambda i: plain(answers[i][0]),
            captions=[plain(gives) for _, gives in answers],
        )  # fmt: skip
    else:
        chosen = st.selectbox(
            plain(question.found), range(len(answers)), key=key,
            format_func=lambda i: shown(" – ".join(filter(None, answers[i]))),
        )  # fmt: skip
    return dict(question.choices[chosen].options)


def _by_hand(file: OpenedFile, kind: Kind) -> dict[str, Any]:
    """What was set by hand; {} while the content has its say."""
    key = f"{file.path}-{kind}"
    if not st.toggle(
        "Read it another way", key=f"by-hand-{key}",
        help="Set what stands between columns, the encoding, the columns and more by hand; below "
        "is what comes of it.",
    ):  # fmt: skip
        return {}
    chosen: dict[str, Any] = {}
    with st.container(border=True):
        places = st.columns(3)
        if len(file.members) > 1:
            chosen["member"] = _one_of("member", file.members, places[0], key)
        if file.kind not in ("parquet", "arrow", "npz", "npy", "safetensors", "fasttext", "gguf"):
            chosen["separator"] = _typed("separator", tuple(SEPARATORS), places[1], key)
            chosen["encoding"] = _typed("encoding", ENCODINGS, places[2], key)
            chosen |= _columns(file, kind, chosen, key)
        chosen |= _of_kind(kind, key)
    return {name: value for name, value in chosen.items() if value is not None}


def _one_of(name: str, values: Sequence[Any], place: Any, key: str) -> Any:
    return place.selectbox(
        CONTROLS[name], [None, *values], key=f"set-{name}-{key}",
        format_func=lambda value: AS_TOLD if value is None else shown(str(value)),
    )  # fmt: skip


def _typed(name: str, values: Sequence[str], place: Any, key: str) -> str | None:
    """One of some values, or any that is typed."""
    called: dict[Any, str] = {None: AS_TOLD}
    called |= SEPARATORS if name == "separator" else {}
    typed = place.selectbox(
        CONTROLS[name], [None, *values], key=f"set-{name}-{key}", accept_new_options=True,
        format_func=lambda value: called.get(value, str(value)),
        help="Choose, or type another.",
    )  # fmt: skip
    if typed in (None, ""):
        return None
    return str(typed).replace(r"\t", "\t") if name == "separator" else str(typed)


@shared_cache(8, False)
def _peeked(
    file: OpenedFile, least: int, member: str | None, separator: str | None, encoding: str | None
) -> list[ColumnSample]:
    try:
        return brought.read(columns_of, file, least, member, separator, encoding)
    except ZipfvizError:
        return []


def _columns(file: OpenedFile, kind: Kind, chosen: dict[str, Any], key: str) -> dict[str, Any]:
    """The columns of each role, by their numbers; None for those that are as told."""
    labels = COLUMNS[kind]
    how = (chosen.get(name) for name in ("member", "separator", "encoding"))
    found = _peeked(file, len(labels), *how)
    if not found:
        return {}
    places = st.columns(len(labels))
    picked = [
        place.selectbox(
            label, [None, *range(len(found))], key=f"column-{label}-{key}",
            format_func=lambda c: AS_TOLD if c is None else f"{c + 1}: {shown(found[c].label)}",
        )
        for label, place in zip(labels, places, strict=True)
    ]  # fmt: skip
    if kind != "task":
        return dict(zip(("word_column", "count_column"), picked, strict=False))
    left, right, score = picked
    if (left is None) != (right is None):
        st.caption(":orange[Choose both texts, or neither.]")
        left = right = None
    return {"text_columns": None if left is None else (left, right), "score_column": score}


def _of_kind(kind: Kind, key: str) -> dict[str, Any]:
    places = st.columns(3)
    if kind == "task":
        return {
            "kind": _one_of("kind", ("sentences", "documents", "words"), places[0], key),
            "language": _typed("language", tuple(LANGUAGES), places[1], key),
        }
    if kind == "frequency":
        log = places[1].selectbox(CONTROLS["log"], list(LOGS), key=f"set-log-{key}")
        return {"format": _one_of("format", FORMATS, places[0], key), "log": LOGS[log]}
    dim = places[1].number_input(CONTROLS["dim"], 1, value=None, key=f"set-dim-{key}")
    formats = ("word2vec", "glove", "csv", "tsv")
    return {"format": _one_of("format", formats, places[0], key), "dim": dim}
