"""Guard what URLs may reach: http(s) only, few redirects, strangers' links stay outside."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable
from typing import Any

from zipfviz.common.errors import InputError

MAX_REDIRECTS = 5


def split_url(url: str) -> tuple[str, str]:
    """Host and last part of the path of an address.

    Raises InputError for one that is not http or https, names no host, or holds a password.
    """
    try:
        parts = urllib.parse.urlsplit(url.strip())
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise InputError(
            f"{url!r:.200} is no web address; give one like https://host/file."
        ) from None
    if parts.scheme.lower() not in ("http", "https") or not host:
        raise InputError(f"{url!r:.200} is no web address; only http:// and https:// are fetched.")
    if parts.username is not None:
        raise InputError(
            "an address with a user name in it is not fetched; leave out the part before @."
        )
    if any(ord(c) <= 32 or ord(c) == 127 for c in url.strip()):
        raise InputError(f"{url!r:.200} has a space or control character in it; write it as %20.")
    return host, urllib.parse.unquote(parts.path.rstrip("/").rpartition("/")[2])


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follow few, and never from https to http."""

    max_redirections = MAX_REDIRECTS

    def redirect_request(
        self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        host, _ = split_url(newurl)
        if req.full_url.startswith("https:") and not newurl.startswith("https:"):
            raise InputError(
                f"{req.host} leads on to {host} without encryption; it is not followed."
            )
        seen = getattr(req, "redirect_dict", {})
        if sum(seen.values()) >= MAX_REDIRECTS:
            raise InputError(
                f"{req.host} leads on more than {MAX_REDIRECTS} times; give the address of the "
                "file itself."
            )
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _check(connection: Any, addresses: Iterable[str]) -> None:
    """Raise InputError where one of the addresses is of this machine or its network."""
    for address in addresses:
        found = ipaddress.ip_address(address.partition("%")[0])
        found = getattr(found, "ipv4_mapped", None) or found
        if not found.is_global:
            connection.close()
            raise InputError(
                f"{connection.host} is on this server's own network, which links given here may "
                "not reach; put the file into the data folder."
            )


def _connect_outside(connection: Any, connect: Callable[[], None]) -> None:
    """Connect, unless to this machine or its network; to a proxy of theirs in any case.

    The names are looked up first, so that nothing inside is even knocked at, and the other end is
    looked at again, since a name may mean something else a moment later.
    """
    proxies = map(urllib.parse.urlsplit, urllib.request.getproxies().values())
    if connection.host in {proxy.hostname for proxy in proxies}:
        return connect()
    found = socket.getaddrinfo(connection.host, connection.port, type=socket.SOCK_STREAM)
    _check(connection, (str(address[0]) for *_, address in found))
    connect()
    _check(connection, [connection.sock.getpeername()[0]])


class _OutsideHTTP(http.client.HTTPConnection):
    def connect(self) -> None:
        _connect_outside(self, super().connect)


class _OutsideHTTPS(http.client.HTTPSConnection):
    def connect(self) -> None:
        _connect_outside(self, super().connect)


class _OutsideHTTPHandler(urllib.request.HTTPHandler):
    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_OutsideHTTP, req)


class _OutsideHTTPSHandler(urllib.request.HTTPSHandler):
    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_OutsideHTTPS, req, context=_context())


def _context() -> ssl.SSLContext:
    """The machine's certificates and those of certifi, for systems that keep theirs elsewhere."""
    context = ssl.create_default_context()
    try:
        import certifi
    except ImportError:
        return context
    context.load_verify_locations(certifi.where())
    return context


def opener(local: bool) -> urllib.request.OpenerDirector:
    """What opens addresses; with `local=False` not those of the own machine and network."""
    handlers: list[Any] = [_Redirects()]
    if local:
        handlers.append(urllib.request.HTTPSHandler(context=_context()))
    else:
        handlers += [_OutsideHTTPHandler(), _OutsideHTTPSHandler()]
    return urllib.request.build_opener(*handlers)
