"""The app goes on where its cache is damaged or cannot be written, and where its own code fails."""

import asyncio
import os
import re
import resource
import shutil
import sys
from functools import partial

import pytest
from app_server import ROOT, app_server
from visitor import Visitor

DAMAGE = {
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-100]),
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:100]),
    "flipped": lambda path: flip(path, path.stat().st_size // 2),
    "another header": lambda path: flip(path, 100),
    "no zip": lambda path: path.write_bytes(b"half" * 100),
    "emptied": lambda path: path.write_bytes(b""),
    "a folder": lambda path: (path.unlink(), path.mkdir(), (path / "file").write_bytes(b"x")),
}


def flip(path, at):
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)


def folders(folder):
    (folder / "data").mkdir(exist_ok=True)
    return {"ZIPFVIZ_DATA": str(folder / "data"), "ZIPFVIZ_CACHE": str(folder / "cache")}


async def seen(server, page, query=""):
    """The first view of a page: nothing has failed."""
    visitor = Visitor(server.url)
    answer = await visitor.open("" if page == "start" else page, query)
    assert answer.complaints == []
    return visitor, answer


def look(server, *pages):
    async def visit():
        for page in pages:
            visitor, answer = await seen(server, page)
            assert answer.charts
            await visitor.close()

    asyncio.run(visit())


def test_a_damaged_cache_is_made_anew(tmp_path):
    """Whatever happened to each of its files: the next start works, says which, and mends them."""
    pages = ("start", "scores")
    with app_server(env=folders(tmp_path)) as server:
        look(server, *pages)
        assert "damaged" not in server.log()
    kept = sorted((tmp_path / "cache").rglob("*.npz"))
    assert len(kept) >= 3
    whole = {path: path.read_bytes() for path in kept}
    ways = list(DAMAGE)
    for turn in range(0, len(ways), len(kept)):
        now = dict(zip(kept, ways[turn:], strict=False))
        for path, way in now.items():
            DAMAGE[way](path)
        with app_server(env=folders(tmp_path)) as server:
            look(server, *pages)
            log = server.log()
        for path, way in now.items():
            lines = [line for line in log.splitlines() if path.name in line]
            assert len(lines) == 1, (way, lines)
            assert "it is computed anew" in lines[0]
            assert path.read_bytes() == whole[path], way
        assert "Traceback" not in log


@pytest.fixture
def read_only(tmp_path):
    """A folder for the cache that cannot be written, by root neither, and no home."""
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o555)
    obeys = ("setpriv", "--bounding-set=-dac_override") if os.getuid() == 0 else ()
    yield {"env": {**folders(tmp_path), "HOME": "/nonexistent"}, "before": obeys}
    folder.chmod(0o755)


@pytest.fixture
def full(tmp_path):
    """A disk on which no file can be longer than 64 kB."""
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (2**16, 2**16))
    return {"env": folders(tmp_path), "preexec_fn": limit}


@pytest.mark.parametrize("where", ["read_only", "full"])
def test_without_room_for_a_cache_the_app_works(where, request):
    """Pages, trainings and files; it is said once in the log, and what it means on the page."""
    options = request.getfixturevalue(where)

    async def work(server):
        _, answer = await seen(server, "your_data")
        assert any("nothing is kept" in text.lower() for text in answer.said)
        visitor, _ = await seen(server, "theory_corpus", "corpus=lee&floor=20&sg_rounds=1&sg_d=10")
        await visitor.press("Train a skip-gram")
        answer = await ended(visitor)
        assert any("follows PMI" in text for text in answer.said)
        visitor, _ = await seen(server, "your_data", "data_way=Train+on+text&words=1k")
        await visitor.change(data_text=visitor.option("data_text", "Lee"), data_epochs=1)
        await visitor.press("Train")
        answer = await ended(visitor)
        assert any("make room there" in text for text in answer.said)
        visitor, _ = await seen(server, "your_data", "words=5k&away_format=word2vec-binary")
        await visitor.press("Prepare about")
        await ended(visitor)

    async def ended(visitor):
        for _ in range(300):
            await asyncio.sleep(0.3)
            answer = await visitor.change()
            if "Stop" not in visitor.buttons:
                assert answer.complaints == []
                return answer
        raise AssertionError("it did not end")

    with app_server(**options) as server:
        look(server, "start", "scores")
        asyncio.run(work(server))
        log = server.log()
    assert log.count("what takes long is computed anew each time") == 1
    assert "Traceback" not in log


def test_what_nobody_thought_of_keeps_the_servers_insides(tmp_path):
    """A page that fails tells its visitor a mark; the log has the rest."""
    for name in ("pages", "assets", ".streamlit"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "app.py", tmp_path)
    page = tmp_path / "pages" / "norms.py"
    page.write_text("raise RuntimeError(f'a secret in {__file__}')\n")
    environment = {**folders(tmp_path), "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    with app_server(cwd=tmp_path, env=environment) as server:

        async def visit():
            visitor = Visitor(server.url)
            answer = await visitor.open("norms")
            (box,) = answer.complaints
            assert "RuntimeError" in box
            for inside in ("secret", str(tmp_path), "norms.py"):
                assert inside not in str(answer.elements)
            await visitor.close()
            return box

        box = asyncio.run(visit())
        log = server.log()
    assert re.search(r"\*\*(\w{6})\*\*", box)[1] in log
    assert "a secret in" in log
    assert "Traceback" in log
