"""A host of 1 GB holds the app: every page, a class, and whatever strangers upload."""

import asyncio
import contextlib
import gzip
import threading
import time
import urllib.request

import numpy as np
import psutil
import pytest
from app_server import ROOT, app_server, beyond
from hostile.attacks import SMALL_FILES, exploding_tokenizer
from memory_limit import limited_memory
from safetensors.numpy import save
from sending import MB, cookie_of, put
from streamlit.proto.Common_pb2 import FileUploaderState
from visitor import Visitor

MOST = 10**9
PAGES = sorted(path.stem for path in (ROOT / "pages").glob("*.py"))
VISITORS, LOOKED_AT = 30, ("start", "norms", "scores")
QUICK = 10.0  # seconds until a health check is answered, with other tests on the machine
IMPORTED = 4e7  # bytes, of the modules of all pages
UPLOADING = "data_way=Upload&words=1k"
ATTACKS = {
    **{
        name: SMALL_FILES[name]
        for name in (
            "words without letters", "one word in a dictionary", "lists in JSON",
            "header of safetensors", "counts with one endless line", "n-grams of 255 letters",
            "nothing in a tar", "columns only", "groups in groups",
        )
    },
    "many spaces": lambda: gzip.compress(b"word,count\nthe,1\n" + b" " * 110_000 + b"x"),
    "escapes in JSON": lambda: b'{"' + b"\\" * 64_000,
    "digits": lambda: b"1" * 30_000,
}  # fmt: skip
"""What each is called -> what makes it."""


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """The app with `--limit 50000` where it and all it starts have 1 GB, and what it held first."""
    folder = tmp_path_factory.mktemp("host")
    places = {"ZIPFVIZ_DATA": "data", "ZIPFVIZ_CACHE": "cache", "TMPDIR": "temporary"}
    environment = {name: str(folder / place) for name, place in places.items()}
    for place in environment.values():
        (folder / place).mkdir()
    environment["ZIPFVIZ_LIMIT"] = "50000"
    first = "from zipfviz.ui import startup; startup.VISITORS.away = 3"
    with (
        limited_memory(MOST) as limit,
        app_server(first=first, env=environment, preexec_fn=limit) as server,
    ):
        yield server, settled(server), folder / "temporary"


def settled(server, before=None):
    """What a server holds once it is ready; waits a minute for it to be no more than `before`."""
    for _ in range(60):
        time.sleep(1)
        found = server.held()
        if not found.is_busy and (
            found.words if before is None else not beyond(found, before, IMPORTED)
        ):
            break
    return found


def used(server):
    """Bytes of its own that the server and all it started have in memory."""
    total = 0
    for process in (psutil.Process(server.process.pid), *server.children()):
        with contextlib.suppress(psutil.NoSuchProcess):
            found = process.memory_info()
            total += found.rss - found.shared
    return total


@pytest.fixture(autouse=True)
def fine(host):
    """While a test runs the server answers others, stays within its memory, and lives."""
    server, seconds, most, done = host[0], [0.0], [0], threading.Event()

    def ask():
        while not done.wait(0.2):
            start = time.monotonic()
            with urllib.request.urlopen(f"{server.url}/_stcore/health", timeout=60) as answer:
                answer.read()
            seconds.append(time.monotonic() - start)
            most.append(used(server))

    thread = threading.Thread(target=ask)
    thread.start()
    yield
    done.set()
    thread.join()
    assert server.process.poll() is None
    assert max(seconds) < QUICK
    assert max(most) < MOST


def run(visit):
    asyncio.run(asyncio.wait_for(visit, 120))


async def handed_in(server, **files):
    """A visitor who uploads files at once, and what the page says then."""
    visitor = Visitor(server.url, cookie_of(server))
    await visitor.open("your_data", UPLOADING)
    state = FileUploaderState()
    for number, (name, content) in enumerate(files.items()):
        status, said = put(server, visitor, f"{number}", content, visitor.headers["Cookie"],
                           called=name)  # fmt: skip
        assert status == 204, said
        state.uploaded_file_info.add(file_id=f"{number}", name=name, size=len(content))
    return visitor, await visitor.change(**{"data-upload-0": state})


def said(answer):
    return " ".join(answer.said).replace("\\", "")


def test_every_page_opens_and_a_class_looks_at_three(host):
    """With all of its memory used by what the pages keep."""

    async def look(pages):
        for page in pages:
            visitor = Visitor(host[0].url)
            answer = await visitor.open("" if page == "start" else page)
            await visitor.close()
            assert answer.complaints == [], (page, host[0].log()[-6000:])
            assert answer.charts or page not in LOOKED_AT, page

    async def all_look():
        await look(PAGES)
        turns = (LOOKED_AT[n % 3 :] + LOOKED_AT[: n % 3] for n in range(VISITORS))
        await asyncio.gather(*map(look, turns))

    run(all_look())


@pytest.mark.parametrize("name", ATTACKS)
def test_an_upload_that_stands_for_much_harms_nobody(host, name):
    """Its page tells of it, and the server answers others meanwhile."""
    file = f"{name.replace(' ', '')}.gz"

    async def attack():
        visitor, answer = await handed_in(host[0], **{file: ATTACKS[name]()})
        assert answer.complaints == []
        assert file in said(answer)
        await visitor.close()

    run(attack())


def test_a_file_larger_than_the_memory_is_refused(host):
    """While it comes, in a sentence."""

    async def attack():
        visitor = Visitor(host[0].url, cookie_of(host[0]))
        await visitor.open("your_data", UPLOADING)
        content = bytes(300 * MB)
        status, _ = put(host[0], visitor, "1", content, visitor.headers["Cookie"], called="a.txt")
        assert status == 413
        answer = await visitor.change()
        assert answer.complaints == []
        assert "MB" in said(answer)
        await visitor.close()

    run(attack())


def test_a_tokenizer_that_explodes_ends_in_a_sentence(host):
    """Whoever brings a model with it and has its tokens counted."""
    table = save({"embeddings": np.eye(3, dtype=np.float32)})

    async def attack():
        files = {"model.safetensors": table, "tokenizer.json": exploding_tokenizer()}
        visitor, answer = await handed_in(host[0], **files)
        assert answer.complaints == []
        answer = await visitor.press("Count its tokens")
        while "Stop" in visitor.buttons:
            await asyncio.sleep(0.5)
            answer = await visitor.change()
        assert answer.complaints == []
        assert "lee_background.cor" in said(answer)
        await visitor.close()

    run(attack())


def test_memory_and_disk_are_those_of_before(host):
    """When all have left: no session, no space but Start's, no process, no temporary file."""
    server, before, temporary = host
    assert beyond(settled(server, before), before, IMPORTED) == []
    assert server.children() == []
    assert list(temporary.iterdir()) == []
