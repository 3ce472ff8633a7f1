"""A web server of one's own for tests: files with ranges, and every way to serve them badly."""

from __future__ import annotations

import contextlib
import hashlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Site:
    """Routes by path; each is a function of the request's handler. `asked` are the requests."""

    def __init__(self):
        self.routes = {}
        self.asked = []
        self.closing = threading.Event()

        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                site.asked.append((self.path, dict(self.headers)))
                site.routes.get(self.path, _missing)(self)

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def file(self, path, data, etag=None):
        """Serve bytes as good servers do, with ranges for those who have the same version."""
        tag = etag or f'"{hashlib.md5(data).hexdigest()}"'

        def route(handler):
            asked = handler.headers.get("Range")
            if asked and handler.headers.get("If-Range") == tag:
                start = int(asked.removeprefix("bytes=").removesuffix("-"))
                span = f"bytes {start}-{len(data) - 1}/{len(data)}"
                _send(handler, 206, data[start:], {"ETag": tag, "Content-Range": span})
            else:
                _send(handler, 200, data, {"ETag": tag})

        self.routes[path] = route
        return f"{self.url}{path}"

    def cut(self, path, data, at, times=10**6):
        """Promise all, send the first `at` bytes and hang up; after `times` times, serve well."""
        whole = self.file(path, data)
        good, left = self.routes[path], [times]

        def route(handler):
            left[0] -= 1
            if left[0] < 0:
                return good(handler)
            _head(handler, 200, len(data), {"ETag": f'"{hashlib.md5(data).hexdigest()}"'})
            handler.wfile.write(data[:at])
            handler.close_connection = True

        self.routes[path] = route
        return whole

    def stall(self, path, data, at):
        """Promise all, send the first `at` bytes and then nothing more."""

        def route(handler):
            _head(handler, 200, len(data), {})
            handler.wfile.write(data[:at])
            handler.wfile.flush()
            self.closing.wait(20)
            handler.close_connection = True

        self.routes[path] = route
        return f"{self.url}{path}"

    def redirect(self, path, to):
        """Send on to another address."""
        self.routes[path] = lambda handler: _send(handler, 302, b"", {"Location": to})
        return f"{self.url}{path}"

    def promise(self, path, data, length):
        """Send bytes under another length than theirs; None promises none."""

        def route(handler):
            _head(handler, 200, length, {})
            with contextlib.suppress(ConnectionError):
                handler.wfile.write(data)
            handler.close_connection = True

        self.routes[path] = route
        return f"{self.url}{path}"

    def error(self, path, code):
        self.routes[path] = lambda handler: _send(handler, code, b"no", {})
        return f"{self.url}{path}"


def _missing(handler):
    _send(handler, 404, b"nothing here", {})


def _head(handler, code, length, headers):
    handler.send_response(code)
    for name, value in headers.items():
        handler.send_header(name, value)
    if length is None:
        handler.send_header("Connection", "close")
    else:
        handler.send_header("Content-Length", str(length))
    handler.end_headers()


def _send(handler, code, data, headers):
    _head(handler, code, len(data), headers)
    handler.wfile.write(data)


@contextlib.contextmanager
def serving():
    """A Site that answers while the block runs."""
    site = Site()
    thread = threading.Thread(target=site.server.serve_forever, args=[0.02], daemon=True)
    thread.start()
    try:
        yield site
    finally:
        site.closing.set()
        site.server.shutdown()
        site.server.server_close()
