"""Uploads sent past the page fill neither the server's memory nor another visitor's part of it."""

import asyncio
import http.client
import re
import urllib.request

import psutil
import pytest
from app_server import app_server
from visitor import Visitor

MB = 2**20
HERE = "your_data"


def cookie_of(server):
    """The cookies that a browser gets as it opens the app."""
    given = []
    for path in ("/", "/_stcore/health"):
        with urllib.request.urlopen(server.url + path) as answer:
            given += answer.headers.get_all("Set-Cookie") or []
    return "; ".join(text.partition(";")[0] for text in given)


def put(server, visitor, name, content, cookies="", chunked=False):
    """PUT a file for a visit, as the uploader of a page does; the status and what is said."""
    edge = "e5b1"
    head = f'--{edge}\r\nContent-Disposition: form-data; name="f"; filename="{name}"\r\n\r\n'
    body = head.encode() + content + f"\r\n--{edge}--\r\n".encode()
    token = re.search(r"_streamlit_xsrf=([^;]*)", cookies)
    headers = {"Content-Type": f"multipart/form-data; boundary={edge}", "Cookie": cookies,
               "X-Xsrftoken": token[1] if token else ""}  # fmt: skip
    address = server.url.partition("//")[2]
    connection = http.client.HTTPConnection(address, timeout=60)
    sent = iter([body[i : i + MB] for i in range(0, len(body), MB)]) if chunked else body
    try:
        connection.request(
            "PUT", f"/_stcore/upload_file/{visitor.session}/{name}", sent, headers,
            encode_chunked=chunked,
        )  # fmt: skip
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    except (BrokenPipeError, ConnectionResetError):  # refused while it was being sent
        return 413, ""
    finally:
        connection.close()


async def visit(server, cookies, page="teacher", query=""):
    visitor = Visitor(server.url, cookies)
    await visitor.open(page, query)
    return visitor


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    (folder / "data").mkdir()
    folders = {"ZIPFVIZ_DATA": str(folder / "data"), "ZIPFVIZ_CACHE": str(folder / "cache")}
    with app_server(env={**folders, "ZIPFVIZ_PUBLIC": "1"}) as started:
        yield started


def test_neither_one_visit_nor_many_fill_the_memory(server):
    """Two files of 19 MB are taken of one, by length or in pieces, ten of all; the rest is told."""

    async def attack():
        cookies = cookie_of(server)
        greedy = await visit(server, cookies, "your_data", "data_way=Upload&words=1k")
        before = psutil.Process(server.process.pid).memory_info().rss
        content = bytes(19 * MB)

        async def sends(visitor, times):
            return [
                await asyncio.to_thread(
                    put, server, visitor, f"{i}.txt", content, cookies, chunked=i % 2 == 0
                )
                for i in range(times)
            ]

        found = await sends(greedy, 8)
        assert [status for status, _ in found] == [204] * 2 + [413] * 6
        assert any("reload the page, or wait" in said for _, said in found)
        answer = await greedy.change()
        assert any("fill the 40 MB that one visit" in text for text in answer.said)
        assert not any("one visit" in text for text in (await greedy.change()).said)

        crowd = [await visit(server, cookies) for _ in range(5)]
        assert put(server, crowd[0], "l.txt", bytes(25 * MB), cookies)[0] == 413
        found = [await sends(visitor, 2) for visitor in crowd]
        statuses = [status for each in found for status, _ in each]
        assert statuses.count(204) <= 8
        assert statuses[:2] == [204] * 2
        assert found[-1][-1][0] == 413
        assert any("try again later" in said for each in found for _, said in each)
        assert psutil.Process(server.process.pid).memory_info().rss - before < 400 * MB
        for visitor in (greedy, *crowd):
            await visitor.close()

    asyncio.run(attack())
