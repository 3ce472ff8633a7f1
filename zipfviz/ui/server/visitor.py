"""Tell visitors apart, and which of what was brought each may see.

A browser has a cookie with a number drawn at random; what it brings is its own by a digest of that.
Without cookies it is the visit's. On a public host a visitor sees his own and what a link names,
elsewhere all see all.
"""

import hashlib
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from zipfviz.common.recent import Recent
from zipfviz.io.catalogue import Entry
from zipfviz.io.fetch import owners
from zipfviz.io.fetch.keep import DIGITS
from zipfviz.io.folders import cache_folder

COOKIE = "zipfviz_visitor"
NUMBER = re.compile(r"[0-9a-f]{32}")
YEAR = 365 * 86_400
KNOWN = "visitor_knows"
KEY = re.compile(rf".+-[0-9a-f]{{{DIGITS}}}(-\d+)?")
"""A folder's name that nobody guesses; see `keep.place`."""
GONE: Recent[list[str]] = Recent(1000)
"""What of a visitor's went for what he brought later, until he is told."""


def me() -> str:
    """Whose what this visitor brings is; "" where there is no visitor."""
    context = get_script_run_ctx(suppress_warning=True)
    if context is None:
        return ""
    number = str(st.context.cookies.get(COOKIE, ""))
    told = number if NUMBER.fullmatch(number) else f"visit {context.session_id}"
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def cookie(headers: Iterable[tuple[bytes, bytes]], *, secure: bool) -> bytes | None:
    """The Set-Cookie of a page for a browser that has none; None for one that has."""
    told = b"; ".join(value for name, value in headers if name == b"cookie").decode("latin-1")
    for each in told.split(";"):
        name, _, value = each.strip().partition("=")
        if name == COOKIE and NUMBER.fullmatch(value):
            return None
    more = "; Secure" if secure else ""
    number = secrets.token_hex(16)
    return f"{COOKIE}={number}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{more}".encode()


Whose = Mapping[str, tuple[str, ...] | None]
"""Owners by the names of batches, "uploads/vectors"; None for the host's own."""


def whose() -> Whose:
    """Whose everything is that was brought."""
    root = cache_folder()
    return {
        folder.relative_to(root).as_posix(): found for folder, found in owners.all_owners().items()
    }


def seen(entries: Iterable[Entry], whose: Whose) -> list[Entry]:
    """The entries that this visitor may know of, on a public host."""
    mine, known = me(), _known()
    return [entry for entry in entries if _may_see(entry, whose, mine, known)]


@contextmanager
def bringing() -> Iterator[None]:
    """Have what is kept meanwhile, in this thread, belong to this visitor."""
    with bringing_for(me()):
        yield


@contextmanager
def bringing_for(owner: str) -> Iterator[None]:
    """The same for a visitor who is known by now; what had to go for it is told him by `gone`."""
    with owners.bringing(owner) as names:
        yield
    if names:
        GONE.put(owner, [*(GONE.get(owner) or ()), *names])


def gone() -> list[str]:
    """What of this visitor's went for what he brought later, told once."""
    found = GONE.get(me()) or []
    if found:
        GONE.put(me(), [])
    return found


def share(name: str) -> None:
    """Let this visitor see what a view that he opened names."""
    _known().update(filter(KEY.fullmatch, name.split("/")))


def _known() -> set[str]:
    """The folders that links of this visit named; none can be guessed on a public host."""
    if get_script_run_ctx(suppress_warning=True) is None:
        return set()
    known: set[Any] = st.session_state.setdefault(KNOWN, set())
    for key in st.query_params:
        for value in st.query_params.get_all(key):
            known.update(filter(KEY.fullmatch, value.split("/")))
    return known


def _may_see(entry: Entry, whose: Whose, mine: str, known: set[Any]) -> bool:
    group, *inside = entry.name.split("/")
    if entry.where != "cache" or group not in owners.GROUPS or not inside:
        return True
    has = whose.get(f"{group}/{inside[0]}", ())
    return has is None or mine in has or inside[0] in known
