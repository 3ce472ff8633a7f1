"""Draws of noise beside the page: stored for the next server, computed once for all visitors.

A page shows everything else at once. Where its draws are not at hand a job makes them, and the page
runs anew when it ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

import zipfviz
from zipfviz.common.job import Progress, part
from zipfviz.io.records import content_digest
from zipfviz.io.store import STORE
from zipfviz.space.noise import Simulation
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.server import jobs

Asked = tuple[WordSpace, Simulation[Any]]
ASKED = "noise-asked"
TITLE = "What noise with the same frequencies gives"


def is_ready(asked: Sequence[Asked]) -> bool:
    """Whether the draws are there, or were stored."""
    return not _missing(asked)


def is_pending(asked: Sequence[Asked]) -> bool:
    """Whether they are being made, or will be: not where they are there, or were stopped."""
    missing = _missing(asked)
    return bool(missing) and not jobs.has_ended(_name(missing))


def begin(asked: Sequence[Asked]) -> None:
    """Have a job make the draws that are missing, and show its bar.

    One that was stopped begins again only when something else is asked for.
    """
    missing = _missing(asked)
    if not missing:
        return
    name = _name(missing)
    before = st.session_state.get(ASKED)
    if before != name:
        if before is not None:
            jobs.stop(before)
        st.session_state[ASKED] = name
        jobs.start(name, TITLE, lambda progress: _make(asked, progress), makes=name)
    jobs.watch(name)


def _name(missing: Sequence[str]) -> str:
    return f"noise-{content_digest(*missing)[:16]}"


def _missing(asked: Sequence[Asked]) -> list[str]:
    return [f"{space.digest} {name}" for space, made in asked for name in _not_stored(space, made)]


def make(space: WordSpace, draws: Simulation[Any]) -> None:
    """Have the draws, from the store or made and stored."""
    if _not_stored(space, draws):
        _make([(space, draws)], lambda share, text: None)


def _make(asked: Sequence[Asked], progress: Progress) -> None:
    for i, (space, draws) in enumerate(asked):
        names = draws.missing(space)
        found = draws.values(space, part(progress, i, len(asked)))
        for name in names:
            STORE.put("array", _key(space, name), {}, array=found[name])


def _not_stored(space: WordSpace, draws: Simulation[Any]) -> list[str]:
    """Names of the draws that are neither with the space nor in the store."""
    left = []
    for name in draws.missing(space):
        found = STORE.get("array", _key(space, name), lambda header, arrays: arrays["array"])
        if found is None:
            left.append(name)
        else:
            space.analysis.put(name, found)
    return left


def _key(space: WordSpace, name: str) -> str:
    return content_digest(zipfviz.__version__, space.digest, name)
