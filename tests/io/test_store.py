"""What is stored on disk comes back as it was, within bounds, and what crashes left goes."""

import logging
import os
import time
from pathlib import Path

import numpy as np
import pytest

from zipfviz.io.store import Store

NUMBERS = np.arange(100.0)


def never():
    raise AssertionError("computed again")


def entries(store):
    return sorted(path.stem for path in store.folder.iterdir())


def test_one_bound_for_all_kinds_and_what_was_used_last_stays(tmp_path):
    """Of entries of any kind, those of former versions too, the oldest goes first."""
    former = tmp_path / ".theory" / "skipgram-0.npz"
    former.parent.mkdir()
    former.write_bytes(bytes(1000))
    os.utime(former, (0, 0))
    Store(tmp_path).array("a", "1", lambda: NUMBERS)
    assert former.exists()
    (one,) = Store(tmp_path).folder.iterdir()
    store = Store(tmp_path, most_bytes=3 * one.stat().st_size + 100)
    for i, kind in enumerate(("a", "b", "c")):
        store.array(kind, "1", lambda: NUMBERS)
        os.utime(store.folder / f"{kind}-1.npz", (i + 1, i + 1))
    assert entries(store) == ["a-1", "b-1", "c-1"]
    assert not former.exists()
    store.array("a", "1", never)  # used, so the next one takes the place of another
    store.array("d", "1", lambda: NUMBERS)
    assert entries(store) == ["a-1", "c-1", "d-1"]
    store.array("large", "1", lambda: np.arange(1000.0))
    assert entries(store) == ["large-1"]


def test_what_crashes_left_is_deleted_after_its_time(tmp_path):
    """A day for halves nobody goes on with, a month for downloads; nothing else is touched."""
    for folder in (".incoming-ab12", ".pip-x", "web/.0123456789abcdef", "vectors"):
        (tmp_path / "uploads" / folder).mkdir(parents=True)
    halves = [".0123456789abcdef.part", ".vectors.part", ".vectors.part.json", ".hidden", "list"]
    for name in halves:
        (tmp_path / name).write_bytes(b"half")
    days = time.time() - 2 * 86_400
    for path in tmp_path.rglob("*"):
        os.utime(path, (days, days))

    def left():
        return {path.name for path in tmp_path.rglob("*")} - {Store(tmp_path).folder.name}

    before = left()
    (tmp_path / ".aaaaaaaaaaaaaaaa.part").write_bytes(b"being written")
    Store(tmp_path).array("a", "1", lambda: NUMBERS)
    gone = {".incoming-ab12", ".pip-x", ".0123456789abcdef.part"}
    assert before - left() == gone
    for path in tmp_path.rglob("*"):
        os.utime(path, (days - 40 * 86_400,) * 2)
    Store(tmp_path).prune()
    assert left() >= {".hidden", "list", "vectors", "uploads", "web", "a-1.npz"}
    assert not left() & {".vectors.part", ".vectors.part.json", ".aaaaaaaaaaaaaaaa.part"}


def test_partial_downloads_have_one_bound(tmp_path, monkeypatch):
    """The oldest go first, long before their month is over; what is written to just now stays."""
    monkeypatch.setenv("ZIPFVIZ_KEEP_GB", "0.00003")  # of which a third: 10 kB
    for hours in (0.5, 2, 3, 4, 5):
        folder = tmp_path / "web" / f".{int(hours):016x}" if hours > 3 else tmp_path
        folder.mkdir(parents=True, exist_ok=True)
        half = folder / f".at-{hours}.part"
        half.write_bytes(bytes(4000))
        for path in (half, *([folder] if folder != tmp_path else [])):
            os.utime(path, (time.time() - hours * 3600,) * 2)
    Store(tmp_path).prune()
    assert {path.name for path in tmp_path.rglob("*.part")} == {
        ".at-0.5.part", ".at-2.part", ".at-3.part",
    }  # fmt: skip


@pytest.mark.parametrize("damage", [b"", b"half", b"PK\x03\x04", None])
def test_a_damaged_entry_is_as_good_as_none(tmp_path, damage):
    """It is deleted, and made again when asked for."""
    store = Store(tmp_path)
    store.put("kind", "key", {"a": 1}, numbers=NUMBERS)
    (path,) = store.folder.iterdir()
    path.write_bytes(path.read_bytes()[:-300] if damage is None else damage)
    assert store.get("kind", "key", lambda header, arrays: arrays) is None
    assert not path.exists()
    store.put("kind", "key", {"a": 1}, numbers=NUMBERS)
    assert store.get("kind", "key", lambda header, arrays: arrays["other"]) is None
    assert not path.exists()


def test_no_byte_of_an_entry_can_change_unnoticed(tmp_path, caplog):
    """Each in turn: what comes back is what was stored, or nothing and a line in the log."""
    store, words = Store(tmp_path), np.array(["the", "naïve", "猫"])
    store.put("kind", "key", {"a": [1, 2]}, numbers=NUMBERS[:20], words=words)
    (path,) = store.folder.iterdir()
    whole, damaged = path.read_bytes(), 0
    for at in range(len(whole)):
        caplog.clear()
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
        found = store.get("kind", "key", lambda header, arrays: (header, arrays))
        if found is None:
            damaged += 1
            (line,) = caplog.messages
            assert "kind-key.npz is damaged" in line or "cannot be read" in line
        else:
            assert not caplog.messages
            assert found[0] == {"a": [1, 2]}
            np.testing.assert_array_equal(found[1]["numbers"], NUMBERS[:20])
            np.testing.assert_array_equal(found[1]["words"], words)
    assert damaged > len(whole) / 2


@pytest.mark.parametrize("full", [False, True])
def test_an_entry_made_a_folder_is_made_anew(tmp_path, caplog, full):
    store = Store(tmp_path)
    path = store.folder / "kind-key.npz"
    path.mkdir(parents=True)
    if full:
        (path / "file").write_bytes(b"x")
    np.testing.assert_array_equal(store.array("kind", "key", lambda: NUMBERS), NUMBERS)
    assert len(caplog.messages) == 1
    np.testing.assert_array_equal(store.array("kind", "key", never), NUMBERS)


def test_an_entry_under_another_name_is_none(tmp_path):
    """Copied by hand, or by a program that keeps folders the same."""
    store = Store(tmp_path)
    store.array("kind", "key", lambda: NUMBERS)
    os.rename(store.folder / "kind-key.npz", store.folder / "kind-other.npz")
    assert store.array("kind", "other", lambda: NUMBERS + 1)[0] == 1


def test_an_entry_that_cannot_be_opened_just_now_stays(tmp_path, monkeypatch):
    """Too many files are open, say: nothing is wrong with it."""
    store = Store(tmp_path)
    store.put("kind", "key", {"a": 1})

    def too_many(*args, **options):
        raise OSError(24, "Too many open files")

    with monkeypatch.context() as patched:
        patched.setattr("builtins.open", too_many)
        assert store.get("kind", "key", lambda header, arrays: header) is None
    assert store.get("kind", "key", lambda header, arrays: header) == {"a": 1}


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path, caplog):
    """The result is there all the same, and it is said once, until something could be stored."""
    (tmp_path / "file").write_bytes(b"")
    store = Store(tmp_path / "file")
    for key in ("one", "two"):
        assert store.array("kind", key, lambda: NUMBERS) is NUMBERS
        assert store.get("kind", key, lambda header, arrays: arrays) is None
    (line,) = caplog.messages
    assert line.startswith(store.trouble)
    assert "cannot be written (Not a directory); what takes long is computed anew" in line
    (tmp_path / "file").unlink()
    store.put("kind", "one", {})
    assert store.trouble == ""
    Store(Path("/proc/none")).put("kind", "key", {})


def in_a_child(work):
    """The exit code of `work()` in a process of its own, or minus the signal that ended it."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            logging.disable()
            work()
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_full_disk_leaves_no_halves(tmp_path):
    """As large as files may get here, which a program meets as it does a disk without room."""
    import resource

    store = Store(tmp_path)

    def work():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        assert store.array("kind", "large", lambda: NUMBERS.repeat(1000)) is not None
        assert "cannot be written" in store.trouble
        store.put("other", "small", {})
        assert "cannot be written" in store.trouble
        store.put("kind", "small", {})
        assert store.trouble == ""

    assert in_a_child(work) == 0
    assert entries(store) == ["kind-small", "other-small"]
