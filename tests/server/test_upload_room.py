"""Uploads sent past the page fill neither the server's memory nor another visitor's part of it."""

import asyncio

import psutil
import pytest
from app_server import app_server
from sending import cookie_of, put
from visitor import Visitor

MB = 2**20


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
