"""A process may be killed at any moment of any write: what is read afterwards is whole."""

import hashlib
import io
import os
import random
import shutil
import signal
import sys
import threading
import traceback
from dataclasses import replace

import numpy as np
import pytest
from webserver import serving

from zipfviz.common.errors import InputError
from zipfviz.io.fetch.entries import FETCHABLE, fetch, fetch_url
from zipfviz.io.fetch.keep import keep_files
from zipfviz.io.folders import cache_folder, list_files
from zipfviz.io.store import STORE
from zipfviz.io.vectors.writers import save_embedding

NAME = "glove-twitter-25"
DATA = b"2 2\nthe 1 2\nof 3 4\n" * 10_000
OTHER = DATA[::-1]
WORDS, VECTORS = ["the", "of"], np.eye(2, dtype=np.float32)
EVENTS = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate"}


@pytest.fixture(scope="module")
def site():
    with serving() as found:
        yield found


@pytest.fixture
def writes(site, tmp_path, monkeypatch):
    """Everything that is written to the cache folder, by name; each was run once elsewhere."""
    digest = f"sha256:{hashlib.sha256(DATA).hexdigest()}"
    entry = replace(FETCHABLE[NAME], url=site.file("/entry", DATA), digest=digest)
    monkeypatch.setitem(FETCHABLE, NAME, entry)
    address = site.file("/other.txt", OTHER)

    def stored(generation):
        STORE.put("kind", "key", {"n": generation}, numbers=np.full(300_000, generation))

    def kept(generation):
        keep_files("uploads", {"one.txt": io.BytesIO(DATA), "two.txt": io.BytesIO(OTHER)})

    def saved(generation):
        place = STORE.folder.parent / "vectors.txt"
        place.parent.mkdir(parents=True, exist_ok=True)
        save_embedding(WORDS, (generation + 1) * VECTORS, place)

    def fetched(generation):
        fetch(NAME)

    def fetched_address(generation):
        fetch_url(address)

    found = {write.__name__: write for write in (stored, kept, saved, fetched, fetched_address)}
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "before"))
    for write in found.values():
        write(0)  # what is imported on the way is no step of it
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "cache"))
    return found


@pytest.fixture
def work(writes):
    """All of them, one after the other."""

    def write(generation):
        for one in writes.values():
            one(generation)

    return write


def check_what_is_there():
    """Nothing half is listed or read; of what belongs together, all is there."""
    folder = cache_folder()
    stored = STORE.get("kind", "key", lambda header, arrays: (header["n"], arrays["numbers"]))
    assert stored is None or (stored[1] == stored[0]).all()
    found = {path.relative_to(folder).as_posix(): path for path in list_files(folder).files}
    for name, path in found.items():
        content = path.read_bytes()
        if name == "vectors.txt":
            assert content.count(b"\n") == 3
        else:
            assert content in (DATA, OTHER), name
    for batch in {path.parent for name, path in found.items() if name.startswith("uploads/")}:
        names = [name for name in os.listdir(batch) if not name.startswith(".")]
        assert sorted(names) == ["one.txt", "two.txt"]


def child(work, generation, before=lambda: None):
    """The process that writes, begun."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            before()
            work(generation)
            code = 0
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(code)
    return pid


def ended(pid):
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["stored", "kept", "saved", "fetched", "fetched_address"])
def test_killed_at_every_step(writes, name):
    """Before each file that is opened, moved or deleted, in turn; then all goes on as if new."""

    def killed_at(step):
        left = [step]

        def hook(event, args):
            if event in EVENTS:
                left[0] -= 1
                if left[0] == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        return lambda: sys.addaudithook(hook)

    work = writes[name]
    for step in range(1, 500):
        status = ended(child(work, step, killed_at(step)))
        check_what_is_there()
        if status == 0:
            break
        assert status == -signal.SIGKILL
        if step % 5 == 0:  # else the next one finds what this one left
            assert ended(child(work, step)) == 0
            check_what_is_there()
            shutil.rmtree(cache_folder())
    assert 4 < step < 499


def test_killed_at_random(work):
    """Also in the middle of what is being written."""
    rng = random.Random(0)
    for generation in range(12):
        pid = child(work, generation)
        threading.Timer(rng.uniform(0, 0.06), os.kill, (pid, signal.SIGKILL)).start()
        assert ended(pid) in (0, -signal.SIGKILL)
        check_what_is_there()
    assert ended(child(work, 0)) == 0


def test_several_processes_write_one_folder(work):
    """As two servers do: each gets what is right, and of a download they wait for the other."""

    def often(generation):
        for i in range(3):
            try:
                work(100 * generation + i)
                STORE.prune()
            except InputError as error:
                if "is being fetched already" not in str(error):
                    raise
            check_what_is_there()

    assert [ended(pid) for pid in [child(often, i) for i in range(4)]] == [0] * 4
    check_what_is_there()
    work(0)
    assert fetch(NAME).read_bytes() == DATA
