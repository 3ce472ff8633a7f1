"""What a server tells browsers of itself, and what a public one tells nobody."""

import urllib.error
import urllib.request

import pytest
from app_server import app_server

from zipfviz.common.errors import InputError
from zipfviz.ui.server.headers import frames

PATHS = ("/", "/norms", "/_stcore/health", "/no/such/page")


def asked(server, path):
    try:
        return urllib.request.urlopen(server.url + path, timeout=20)
    except urllib.error.HTTPError as error:
        return error


@pytest.mark.parametrize("is_public", [False, True])
def test_every_answer_says_who_may_frame_it(is_public):
    """Nobody else but who is named; statistics are not for the public."""
    site = "https://course.example.org"
    environment = {"ZIPFVIZ_FRAMES": site, "ZIPFVIZ_PUBLIC": str(int(is_public))}
    with app_server(env=environment) as server:
        for path in PATHS:
            found = asked(server, path).headers
            policy = found.get_all("Content-Security-Policy")
            assert len(policy) == 1
            assert f"frame-ancestors 'self' {site};" in policy[0]
            assert found.get_all("X-Content-Type-Options") == ["nosniff"]
        assert (asked(server, "/_stcore/metrics").status == 404) == is_public
        assert (asked(server, "/_stcore/metrics/").status == 404) >= is_public

        given = asked(server, "/").headers.get_all("Set-Cookie")
        (number,) = [cookie for cookie in given if cookie.startswith("zipfviz_visitor=")]
        assert "; HttpOnly; SameSite=Lax" in number
        again = urllib.request.Request(server.url + "/", headers={"Cookie": number.split(";")[0]})
        assert not urllib.request.urlopen(again).headers.get_all("Set-Cookie")
        forged = urllib.request.Request(server.url + "/", headers={"Cookie": "zipfviz_visitor=x"})
        assert urllib.request.urlopen(forged).headers.get_all("Set-Cookie")


@pytest.mark.parametrize("value", ["https://a; script-src *", "https://a\r\nX: y", "https://ü.de"])
def test_sites_cannot_end_the_header(monkeypatch, value):
    monkeypatch.setenv("ZIPFVIZ_FRAMES", value)
    with pytest.raises(InputError, match="give them apart by spaces"):
        frames()
