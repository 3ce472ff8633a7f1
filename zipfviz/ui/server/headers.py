"""Tell browsers what pages may load, who may frame them, and a number; keep statistics inside.

Middleware for `streamlit.App`. ZIPFVIZ_FRAMES names further sites that may show the app in a frame
of theirs, apart by spaces: "https://course.example.org". By default nobody else may.
"""

import os
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.ui.server import visitor
from zipfviz.ui.server.public import is_public

STATISTICS = "/_stcore/metrics"


def frames() -> str:
    """The sites that may frame the app. Raises InputError for what would end the header."""
    chosen = os.environ.get("ZIPFVIZ_FRAMES", "")
    if any(sign in chosen for sign in ";,\r\n") or not chosen.isascii():
        raise InputError(
            f"ZIPFVIZ_FRAMES={chosen!r} is no list of sites; give them apart by spaces, as in "
            "'https://course.example.org'."
        )
    return " ".join(["'self'", *chosen.split()])


class SafeHeaders:
    """An ASGI application with these headers on each of its answers."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.headers = [
            (b"content-security-policy", f"frame-ancestors {frames()}; object-src 'none'; "
             "base-uri 'self'; form-action 'self'".encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"same-origin"),
        ]  # fmt: skip

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if is_public() and scope["path"].rstrip("/").endswith(STATISTICS):
            await send({"type": "http.response.start", "status": 404, "headers": self.headers})
            await send({"type": "http.response.body", "body": b""})
            return

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                named = {name for name, _ in self.headers}
                kept = [pair for pair in message["headers"] if pair[0].lower() not in named]
                message = {**message, "headers": [*kept, *self.headers, *_cookie(scope, kept)]}
            await send(message)

        await self.app(scope, receive, with_headers)


def _cookie(scope: Any, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """By which a browser is known again, with the page itself."""
    kind = next((value for name, value in headers if name.lower() == b"content-type"), b"")
    if not kind.startswith(b"text/html"):
        return []
    found = visitor.cookie(scope["headers"], secure=scope.get("scheme") == "https")
    return [(b"set-cookie", found)] if found else []
