"""What a visitor starts ends when he has left, and waits for him when only his connection broke."""

import asyncio
import time

import pytest
from app_server import app_server
from visitor import Visitor

AWAY = 6  # seconds after which a visitor who left is taken for gone
LONG = {"data_epochs": 200, "data_min_count": 1}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    (folder / "data").mkdir()
    folders = {"ZIPFVIZ_DATA": str(folder / "data"), "ZIPFVIZ_CACHE": str(folder / "cache")}
    option = f"--server.disconnectedSessionTTL={round(AWAY / 0.8)}"
    with app_server(option, env=folders) as started:
        yield started


def until(ready, complaint, seconds=240):
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, complaint() if callable(complaint) else complaint
        time.sleep(0.2)


async def training(server):
    """A visitor who has just begun a training of hours."""
    visitor = Visitor(server.url)
    await visitor.open("your_data", "data_way=Train+on+text&words=1k")
    await visitor.change(**LONG)
    await visitor.press("Train")
    return visitor


async def skipgram(server):
    visitor = Visitor(server.url)
    await visitor.open("theory_corpus", "words=1k&floor=5&sg_rounds=50&sg_d=100")
    await visitor.press("Train a skip-gram")
    return visitor


async def layout(server):
    visitor = Visitor(server.url)
    await visitor.open("space_map", "map_view=UMAP&map_k=5000&words=20k")
    await visitor.press("Lay out with UMAP")
    return visitor


async def file(server):
    """All words are written as text."""
    visitor = Visitor(server.url)
    await visitor.open("your_data", "away_format=word2vec")
    await visitor.press("Prepare about")
    return visitor


def test_long_work_holds_nobody_up_and_ends_when_all_have_left(server):
    """Three trainings of hours, a skip-gram, a layout and a file go on; a short training ends."""

    async def visit():
        begun = (*[training] * 3, skipgram, layout, file)
        visitors = [await begin(server) for begin in begun]
        assert all("Stop" in visitor.buttons for visitor in visitors[:-1])
        short = Visitor(server.url)
        await short.open("your_data", "data_way=Train+on+text&words=1k")
        await short.change(data_text=short.option("data_text", "Lee"), data_epochs=1)
        await short.press("Train")
        for _ in range(120):
            await asyncio.sleep(0.5)
            answer = await short.change()
            if "Stop" not in short.buttons:
                break
        assert not answer.complaints
        assert any("words with a vector" in text for text in answer.said)
        assert server.jobs() >= 3
        for visitor in (*visitors, short):
            await visitor.close()

    asyncio.run(visit())
    time.sleep(AWAY)
    until(lambda: not server.jobs(), lambda: f"it goes on: {server.log()[-6000:]}", seconds=120)


def test_a_broken_connection_comes_back_to_its_job(server):
    """The bar is there again, and Stop stops it."""

    async def visit():
        for begin in (training, skipgram):
            visitor = await begin(server)
            await visitor.close()
            await asyncio.sleep(1)
            answer = await visitor.come_back()
            assert "Stop" in visitor.buttons
            assert not answer.complaints
            assert server.jobs()
            await visitor.press("Stop")
            for _ in range(50):
                await asyncio.sleep(0.2)
                answer = await visitor.change()
                if any("stopped" in text for text in answer.said):
                    break
            else:
                raise AssertionError("it was not stopped")
            await visitor.close()

    asyncio.run(visit())
    until(lambda: not server.jobs(), lambda: f"it goes on: {server.log()[-6000:]}")
