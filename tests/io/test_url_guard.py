"""What addresses reach: the internet for strangers, in bounded time, however they are written."""

import socket
import threading
import time
from contextlib import suppress

import pytest
from webserver import serving

from zipfviz.common.errors import InputError
from zipfviz.io.fetch.url_guard import ascii_url, is_outside, open_url, read_url, split_url


@pytest.fixture(scope="module")
def site():
    with serving() as found:
        yield found


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254",
        "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "::127.0.0.1",
        "::ffff:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001:0:7f00:1::",
        "fc00::1", "fe80::1%eth0", "fec0::1", "ff02::1", "ff0e::1",
    ],
)  # fmt: skip
def test_addresses_of_the_inside(address):
    assert not is_outside(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::", "::ffff:93.184.216.34"])
def test_addresses_of_the_internet(address):
    assert is_outside(address)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "0.0.0.0", "127.1", "[::1]"]
)
def test_a_stranger_does_not_reach_this_machine(site, host):
    """Whatever way it is written, and not even a connection is made."""
    before = len(site.asked)
    port = site.url.rpartition(":")[2]
    with pytest.raises(InputError, match=r"own network|cannot be reached"):
        read_url(f"http://{host}:{port}/", local=False, most=100)
    assert len(site.asked) == before


def test_a_proxy_is_no_way_in(site, monkeypatch):
    """What the proxy is asked for is looked at, too; the proxy itself may be inside."""
    monkeypatch.setenv("http_proxy", site.url)
    monkeypatch.delenv("no_proxy", raising=False)
    before = len(site.asked)
    for host in ("10.0.0.1", "localhost", "nowhere.invalid"):
        with pytest.raises(InputError, match=r"own network|cannot be reached"):
            read_url(f"http://{host}/", local=False, most=100)
    assert len(site.asked) == before
    with pytest.raises(InputError, match="answered 404"):
        read_url("http://93.184.216.34/", local=False, most=100)
    assert site.asked[-1][0] == "http://93.184.216.34/"


def test_what_is_sent_on_is_an_address_too(site):
    for target in ("ftp://host/x", "file:///etc/hostname", "http://me:pw@host/", "http://a b/"):
        with pytest.raises(InputError):
            read_url(site.redirect("/on", target), local=True, most=100)


def drip(handler, head):
    """Send a byte every tenth of a second: of the head of the answer, or of its body."""
    with suppress(OSError):
        if not head:
            handler.send_response(200)
            handler.send_header("Connection", "close")
            handler.end_headers()
        while True:
            handler.wfile.write(b"X" if not head else b"H")
            handler.wfile.flush()
            time.sleep(0.1)
    handler.close_connection = True


@pytest.mark.parametrize("head", [True, False])
def test_a_slow_answer_ends_in_time(site, head):
    """Each byte comes soon, and yet the whole is bounded."""
    site.routes["/drip"] = lambda handler: drip(handler, head)
    start = time.monotonic()
    with pytest.raises(InputError, match="no whole answer within 2 seconds"):
        read_url(f"{site.url}/drip", local=True, most=10_000, deadline=2)
    assert time.monotonic() - start < 10


def test_a_server_that_never_shakes_hands_ends_in_time():
    """TLS is part of connecting, and connecting is bounded as a whole."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        ending = threading.Event()

        def drop():
            peer, _ = listener.accept()
            with peer, suppress(OSError):
                while not ending.wait(0.1):
                    peer.sendall(b"\x16\x03\x03\x40\x00")

        thread = threading.Thread(target=drop, daemon=True)
        thread.start()
        with pytest.raises(OSError, match=r"no whole answer|timed out|WRONG|EOF|SSL"):
            open_url(f"https://127.0.0.1:{listener.getsockname()[1]}/", local=True, timeout=1)
        ending.set()


def test_more_than_wanted_is_not_read(site):
    assert read_url(site.file("/small", b"12345"), local=True, most=5) == b"12345"
    with pytest.raises(InputError, match="larger than 4 bytes"):
        read_url(site.file("/small", b"12345"), local=True, most=4)


def test_addresses_in_any_script(site):
    """Letters of other scripts are sent as they must be; what stays is as it was."""
    assert ascii_url("https://例え.jp/語.txt") == "https://xn--r8jz45g.jp/%E8%AA%9E.txt"
    assert ascii_url("http://a.b/c%20d?e=%2F&f=g#h") == "http://a.b/c%20d?e=%2F&f=g"
    assert ascii_url("http://[2606::1]:80/x") == "http://[2606::1]:80/x"
    site.file("/%E8%AA%9E.txt", b"word")
    assert read_url(f"{site.url}/語.txt", local=True, most=9) == b"word"


@pytest.mark.parametrize("url", ["http://a b/", "http://a\tb/", "http://ü..x/", "http://x:99999/"])
def test_what_is_no_address(url):
    with pytest.raises(InputError):
        split_url(url)
