"""Upload files and long pasted texts for one page, and find those that a link names.

They are held in memory only, by the SHA-256 of their content.

    digest = store(content)                                # 64 letters
    UPLOADS.get(digest)                                    # the content, while there is room
    name, digest = named_in(link_text(name, digest))       # what a link says of it

A link carries the digest and the name; whoever opens it asks for the content by the digest. Only
who has the content, or the link, can know the digest: it cannot be guessed, and nothing here lists
what is held. (Who has the content can make its digest and so learn that this server was handed
it; that much is told.) Nothing is written to disk. Where it is too much, the visitor whose files
are most loses the oldest of them.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.common.recent import Recent
from zipfviz.ui.server import upload_room, visitor
from zipfviz.ui.server.public import upload_limit

MOST_BYTES = 100_000_000
MOST_LETTERS = 80
"""Of a name in a link."""


def digest_of(content: bytes) -> str:
    """The SHA-256 of a content, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


UPLOADS: Recent[bytes] = Recent(MOST_BYTES, len)
"""What this process holds, by digest."""


def store(content: bytes, digest: str = "") -> str:
    """Hold a content, unless it is too large by itself; its digest, where known, is given."""
    digest = digest or digest_of(content)
    UPLOADS.put(digest, content, visitor.me())
    return digest


def link_text(name: str, digest: str) -> str:
    """How a link names a content: `<digest>~<name>`."""
    return f"{digest}~{name.encode('utf-8', 'replace').decode()[:MOST_LETTERS]}"


def named_in(text: str) -> tuple[str, str] | None:
    """(name, digest) of such a text; None for any other."""
    found = re.fullmatch(r"([0-9a-f]{64})~(.*)", text, re.DOTALL)
    return (found[2][:MOST_LETTERS], found[1]) if found else None


TEXT_AT = "text_at"
"""Where a link names a pasted text that is too long for it."""

FROM_LINK = "link_of_"
"""Before a key: what the link asked for when this session opened it, while it is not here."""
HELP = "Kept in this server’s memory for a while, for you and whoever has the link to this view."


@dataclass(frozen=True)
class Upload:
    """A file handed in here, or by whoever made the link."""

    name: str
    content: bytes
    digest: str

    def open(self) -> BytesIO:
        """The content as an open binary file, named as it was handed in."""
        file = BytesIO(self.content)
        file.name = self.name
        return file


def upload(label: str, key: str, prompt: str = "", **options: Any) -> Upload | None:
    """A file for this page, in its link under `key`; `prompt` is said while there is none.

    Uploaded here, or held by the server since it was for the view that the link shows.
    """
    uploader(label, key, **options)
    return uploaded(key, prompt)


def uploader(label: str, key: str, **options: Any) -> None:
    """The uploader alone, for a page that takes what is `uploaded` above it."""
    options = {"help": HELP, **options}
    st.file_uploader(
        label, key=_here(key), on_change=_changed, args=(key,), max_upload_size=upload_limit(),
        **options,
    )  # fmt: skip
    upload_room.tell()


def uploaded(key: str, prompt: str = "") -> Upload | None:
    """The file of `key`, and a sentence where it is from a link or missing."""
    file = st.session_state.get(_here(key))
    if file is not None:
        return _new_upload(key, file)
    named = named_in(st.query_params.get(key) or st.session_state.get(_aside(key), ""))
    content = UPLOADS.get(named[1]) if named else None
    if named is None:
        if prompt:
            st.info(prompt, icon=":material/touch_app:")
        return None
    st.query_params[key] = link_text(*named)
    if content is None:
        st.session_state[FROM_LINK + key] = link_text(*named)
        st.info(plain(_ask_for(*named)), icon=":material/attach_file:")
        return None
    _say_whose(key, *named)
    return Upload(named[0], content, named[1])


def store_text(text: str) -> str:
    """Hold a pasted text for a link; its digest."""
    return store(text.encode("utf-8", "replace"))


def put_text_in_link(text: str) -> None:
    """Hold a pasted text for the link of this view."""
    st.query_params[TEXT_AT] = store_text(text)


def linked_text() -> str | None:
    """The long text that the link names, while this server holds it."""
    content = UPLOADS.get(st.query_params.get(TEXT_AT, ""))
    return None if content is None else content.decode("utf-8", "replace")


def set_aside(key: str) -> None:
    """Another choice is shown: the file leaves the link, and is there again when chosen again."""
    if key in st.query_params:
        st.session_state[_aside(key)] = st.query_params.pop(key)


def missing(choices: Iterable[str | list[str]]) -> list[str]:
    """Of the values in a link, the files that this server does not hold: a sentence each."""
    named = [named_in(text) for text in choices if isinstance(text, str)]
    return [_ask_for(*each) for each in named if each and UPLOADS.get(each[1]) is None]


def _new_upload(key: str, file: Any) -> Upload:
    content = file.getvalue()
    digest = store(content, _digest(content, file.file_id))
    st.query_params[key] = link_text(file.name, digest)
    wanted = named_in(st.session_state.get(FROM_LINK + key, ""))
    if wanted and wanted[1] == digest:
        st.caption("This is the file of the link.")
    elif wanted:
        st.caption(f"Another file than the link’s, which is {plain(_called(*wanted))}.")
    if UPLOADS.get(digest) is None:
        st.caption("Too large to be kept for the link: whoever opens it has to hand it in, too.")
    return Upload(file.name, content, digest)


@st.cache_data(max_entries=64, show_spinner=False)
def _digest(_content: bytes, file_id: str) -> str:
    return digest_of(_content)


def _changed(key: str) -> None:
    """A file taken out leaves the link as it was opened; one put in replaces what was there."""
    if st.session_state.get(_here(key)) is None:
        _let_go(key)
        if FROM_LINK + key in st.session_state:
            st.query_params[key] = st.session_state[FROM_LINK + key]


def _let_go(key: str) -> None:
    st.query_params.pop(key, None)
    st.session_state.pop(_aside(key), None)


def _say_whose(key: str, name: str, digest: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"Handed in earlier: {plain(_called(name, digest))}.")
        st.button(
            "Let it go", key=f"{key}_let_go", on_click=_let_go, args=(key,), type="tertiary",
            icon=":material/close:",
        )  # fmt: skip


def _here(key: str) -> str:
    return f"{key}_here"


def _aside(key: str) -> str:
    return f"{key}_aside"


def _called(name: str, digest: str) -> str:
    return f"{name} (SHA-256 {digest[:8]}…)"


def _ask_for(name: str, digest: str) -> str:
    called = _called(name, digest)
    return f"This view shows the file {called}, which this server does not hold: hand it in again."
