"""Guard what addresses may reach: http(s) only, few redirects, strangers' links stay outside.

Every address that the server opens goes through `open_url`; `read_url` is for what is small.
"""

import http.client
import ipaddress
import socket
import ssl
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from zipfviz.common.errors import InputError

MAX_REDIRECTS = 5
DEADLINE = 20.0  # seconds
WEB = ipaddress.ip_network("2000::/3")  # where IPv6 addresses of the internet are
# Among them those that carry an IPv4 address, which may be one of the inside: 6to4 and Teredo.
CARRIERS = (ipaddress.ip_network("2002::/16"), ipaddress.ip_network("2001::/32"))
INSIDE = (
    "{} is on this server's own network, which links given here may not reach; put the file into "
    "the data folder."
)


def split_url(url: str) -> tuple[str, str]:
    """Host and last part of the path of an address.

    Raises InputError for one that is not http or https, names no host, or holds a password.
    """
    try:
        parts = urllib.parse.urlsplit(url.strip())
        host, _ = parts.hostname, parts.port
        if host and not host.isascii():
            host = host.encode("idna").decode()
    except ValueError:  # UnicodeError is one
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


def ascii_url(url: str) -> str:
    """An address as it is sent: its host by IDNA, other letters than ASCII's as %XX.

    >>> ascii_url("https://bücher.example/größe.txt?q=ß")
    'https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe.txt?q=%C3%9F'
    """
    host, _ = split_url(url)
    parts = urllib.parse.urlsplit(url.strip())
    place = f"[{host}]" if ":" in host else host
    place += f":{parts.port}" if parts.port is not None else ""
    path, query = (
        urllib.parse.quote(part, safe="/%:@!$&'()*+,;=~-._?") for part in (parts.path, parts.query)
    )
    return urllib.parse.urlunsplit((parts.scheme, place, path, query, ""))


def open_url(
    url: str, *, local: bool, timeout: float = 30.0, headers: dict[str, str] | None = None
) -> Any:
    """Ask for `url`; the answer, a binary stream with `status` and `headers`.

    Connecting, and all of the answer's head, take `timeout` seconds at most each; so does every
    read of its body. `local=False`, for addresses that strangers give, refuses hosts of this
    machine and its network, by whatever way they are written or led to, also through a proxy.
    Raises InputError for those and for what is no web address, OSError for the rest.
    """
    request = urllib.request.Request(ascii_url(url), headers=headers or {})
    request.add_header("User-Agent", "zipfviz")
    handlers = (_Redirects(), _HTTP(local), _HTTPS(local))
    return urllib.request.build_opener(*handlers).open(request, timeout=timeout)


def read_url(url: str, *, local: bool, most: int, deadline: float = DEADLINE) -> bytes:
    """Read what is at `url`, up to `most` bytes, within `deadline` seconds in all.

    Raises InputError, in one sentence that tells nothing of what answered but its status.
    """
    host, _ = split_url(url)
    end = time.monotonic() + deadline
    data = bytearray()
    try:
        with open_url(url, local=local, timeout=deadline / 4) as answer:
            while len(data) <= most and (block := answer.read1(2**16)):
                data += block
                if time.monotonic() > end:
                    raise TimeoutError
    except urllib.error.HTTPError as error:
        error.close()
        raise InputError(f"{host} answered {error.code}; check the address.") from error
    except (OSError, http.client.HTTPException) as error:
        raise InputError(
            f"{host} gave no whole answer within {deadline:g} seconds, or cannot be reached; save "
            "the file and upload it."
        ) from error
    if len(data) > most:
        raise InputError(f"what {host} sends is larger than {most:,} bytes; it is not read.")
    return bytes(data)


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follow few, and never from https to http."""

    max_redirections = MAX_REDIRECTS

    def redirect_request(
        self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        newurl = ascii_url(newurl)
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


def is_outside(address: str) -> bool:
    """Whether an IP address is one of the internet, and not of this machine or its network.

    >>> [is_outside(a) for a in ("93.184.216.34", "127.0.0.1", "::127.0.0.1", "64:ff9b::a00:1")]
    [True, False, False, False]
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return is_outside(str(found.ipv4_mapped))
        if found not in WEB or any(found in carrier for carrier in CARRIERS):
            return False
    return found.is_global and not found.is_multicast and not _is_own(found)


def _is_own(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address is one of this machine's: only such can be bound to."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as s:
        s.bind((str(address), 0))
        return True
    return False


def check_outside(host: str) -> None:
    """Raise InputError where a host is on this machine or its network, or is not known here.

    Names are looked up, so that nothing inside is even knocked at.
    """
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise InputError(f"{host} cannot be reached from here; check the address.") from error
    if not all(is_outside(str(address[0])) for *_, address in found):
        raise InputError(INSIDE.format(host))


class _HTTPConnection(http.client.HTTPConnection):
    """A connection that is bounded in time and, where asked to, ends outside."""

    def __init__(self, *args: Any, outside: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.outside = outside

    def connect(self) -> None:
        with _ended(lambda: self.sock, self.timeout):
            super().connect()
        # A name may mean something else than a moment ago.
        if self.outside and not is_outside(self.sock.getpeername()[0]):
            self.sock.close()
            raise InputError(INSIDE.format(self.host))

    def getresponse(self) -> http.client.HTTPResponse:
        with _ended(lambda: self.sock, self.timeout):
            return super().getresponse()


class _HTTPSConnection(_HTTPConnection, http.client.HTTPSConnection):
    """The same, encrypted."""


def _outside_only(request: urllib.request.Request) -> bool:
    """Check where a request goes in the end; whether its connection must end outside, too.

    A proxy may be inside, and what it is asked for may not.
    """
    check_outside(split_url(request.full_url)[0])
    return not request.has_proxy()


class _HTTP(urllib.request.HTTPHandler):
    def __init__(self, local: bool) -> None:
        super().__init__()
        self.local = local

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(
            partial(_HTTPConnection, outside=not self.local and _outside_only(req)), req
        )


class _HTTPS(urllib.request.HTTPSHandler):
    def __init__(self, local: bool) -> None:
        super().__init__()
        self.local = local

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        outside = not self.local and _outside_only(req)
        return self.do_open(partial(_HTTPSConnection, outside=outside), req, context=_context())


@contextmanager
def _ended(connection: Callable[[], Any], seconds: float | None) -> Iterator[None]:
    """Shut a socket down after so many seconds, whatever comes through it until then.

    Raises TimeoutError where that happened.
    """
    seconds = DEADLINE if seconds is None else seconds
    late = threading.Event()

    def end() -> None:
        late.set()
        with suppress(OSError, AttributeError):
            connection().shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    except (OSError, http.client.HTTPException) as error:
        if late.is_set():
            raise TimeoutError(f"no whole answer in {seconds:g} seconds") from error
        raise
    finally:
        timer.cancel()
    if late.is_set():
        raise TimeoutError(f"no whole answer in {seconds:g} seconds")


def _context() -> ssl.SSLContext:
    """The machine's certificates and those of certifi, for systems that keep theirs elsewhere."""
    context = ssl.create_default_context()
    try:
        import certifi
    except ImportError:
        return context
    context.load_verify_locations(certifi.where())
    return context
