"""Bound what uploads take of the server's memory: for each visit, and in all.

Middleware for `streamlit.App`, which holds whatever browsers send in memory until the visitor has
left, any number of files. Here one visit may hold twice what one file may have, all visits together
ten times, and never more than a quarter of the memory there is. Of a visit's own files those that
came more than ten minutes ago go first; what then does not fit is refused while it comes, and
nobody else's file goes for it.
"""

import re
import time
from collections.abc import Iterable
from typing import Any

import streamlit as st
from starlette.exceptions import HTTPException
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from zipfviz.common.memory import free_memory
from zipfviz.common.recent import Recent
from zipfviz.ui.server.public import upload_limit

UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/([^/]+)/?$")
OF_A_VISIT, OF_ALL = 2, 10  # files of the greatest size
OF_MEMORY = 4  # one part of so many
IN_USE = 600.0  # seconds after which a visit's own file may go for another
STEP = 2**20  # bytes that come between two looks
RECORD = 1000
FRAMING = STEP + 2**17  # bytes by which a look may be wrong: a step, and the form around a file

REFUSED: Recent[str] = Recent(1000)
"""Why the last upload of a visit was refused, until its page says so."""


class UploadRoom:
    """An ASGI application whose uploads are bounded."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.coming: dict[int, tuple[str, int]] = {}  # uploads just now: visit, bytes that came
        self.came: dict[tuple[str, str], float] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        found = UPLOAD.search(scope["path"]) if scope["type"] == "http" else None
        if found is None or scope["method"] != "PUT" or not runtime.exists():
            await self.app(scope, receive, send)
            return
        visit, mine = found[1], id(receive)
        self.coming[mine] = visit, 0
        try:
            if why := self._why_not(visit, mine, _declared(scope)):
                status = {"type": "http.response.start", "status": 413}
                head = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
                await send({**status, "headers": head})
                await send({"type": "http.response.body", "body": why.encode()})
                return

            looked_at = 0

            async def counted() -> Any:
                nonlocal looked_at
                message = await receive()
                here = self.coming[mine][1] + len(message.get("body", b""))
                self.coming[mine] = visit, here
                if here > looked_at:
                    looked_at = here + STEP
                    if why := self._why_not(visit, mine, looked_at):
                        raise HTTPException(413, why)
                return message

            await self.app(scope, counted, send)
            self.came[visit, found[2]] = time.monotonic()
        finally:
            del self.coming[mine]

    def _why_not(self, visit: str, mine: int, size: int) -> str:
        """Why an upload of `size` bytes cannot be taken, "" where it can; what is old may go."""
        most = upload_limit() * 2**20
        held = _held()
        before = sum(map(len_of, held.get(visit, {}).values())) + sum(
            came for other, (whose, came) in self.coming.items() if whose == visit and other != mine
        )
        if size > most + FRAMING:
            why = f"One file may have {upload_limit():,} MB here."
        elif (over := before + size - OF_A_VISIT * most) > FRAMING and over > self._let_go(
            visit, over
        ):
            why = (
                f"Your last files fill the {OF_A_VISIT * upload_limit():,} MB that one visit may "
                "send in ten minutes; reload the page, or wait."
            )
        elif size > self._room(mine):
            why = "Uploads of all visitors fill this server’s memory just now; try again later."
        else:
            return ""
        REFUSED.put(visit, why)
        return why

    def _room(self, mine: int) -> int:
        """Bytes that uploads may still have, this one's included."""
        taken = sum(len_of(file) for files in _held().values() for file in files.values())
        coming = sum(came for other, (_, came) in self.coming.items() if other != mine)
        most = OF_ALL * upload_limit() * 2**20
        return min(most, (free_memory() + taken) // OF_MEMORY) - taken - coming

    def _let_go(self, visit: str, over: int) -> int:
        """Let the visit's oldest files go until `over` bytes are gone; how many are."""
        files = _held().get(visit, {})
        self.came = {key: at for key, at in self.came.items() if key[1] in _held().get(key[0], {})}
        gone = 0
        manager: Any = runtime.get_instance().uploaded_file_mgr
        for name in list(files):
            if gone >= over or time.monotonic() - self.came.get((visit, name), 0.0) < IN_USE:
                break
            gone += len_of(files[name])
            manager.remove_file(visit, name)
        return gone


def tell() -> None:
    """Say once, beside the uploader, why this visit's last upload was refused."""
    context = get_script_run_ctx(suppress_warning=True)
    visit = context.session_id if context else ""
    if why := REFUSED.get(visit):
        REFUSED.put(visit, "")
        st.warning(why, icon=":material/info:")


def forget(files: Iterable[Any]) -> None:
    """Let the server's memory of uploaded files go, which are kept elsewhere by now."""
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or not runtime.exists():
        return
    manager: Any = runtime.get_instance().uploaded_file_mgr
    for file in files:
        manager.remove_file(context.session_id, file.file_id)


def len_of(file: Any) -> int:
    """Bytes of one upload, an empty one's record included."""
    return len(file.data) + len(file.name) + len(file.type) + RECORD


def _held() -> dict[str, dict[str, Any]]:
    """The uploads that streamlit holds, by visit and file."""
    manager: Any = runtime.get_instance().uploaded_file_mgr
    return {visit: dict(files) for visit, files in dict(manager.file_storage).items()}


def _declared(scope: Any) -> int:
    """The length that the request tells, 0 where it tells none: it is counted as it comes."""
    told = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    return int(told) if told.isdigit() and len(told) < 19 else 0
