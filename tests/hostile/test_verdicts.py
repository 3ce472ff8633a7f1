"""What a visitor brings is looked at once; no later listing or start looks at it again."""

import io
import os
import subprocess
import sys
import time

import pytest
from attacks import columns_only, groups_in_groups, tar_of_nothing

from zipfviz.common import apart, limited
from zipfviz.common.errors import InputError
from zipfviz.io import catalogue, folders, verdicts
from zipfviz.io.fetch.keep import keep_files


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """An empty cache folder, and an empty data folder."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    return tmp_path / "cache"


@pytest.fixture
def processes(monkeypatch):
    """The processes that were started to look at files."""
    started = []
    begin = apart.Limited.__init__

    def counted(self, *arguments, **options):
        started.append(arguments)
        begin(self, *arguments, **options)

    monkeypatch.setattr(apart.Limited, "__init__", counted)
    return started


def listed():
    return [entry.name for entry in catalogue.list_frequencies() if entry.where == "cache"]


def forget(path):
    """As in a process that starts anew."""
    verdicts.SEEN.clear()
    os.utime(path.parent)


def test_an_upload_is_looked_at_once(cache, processes):
    """At upload; a later process reads the note, and another file in its place is looked at."""
    [path] = keep_files("uploads", {"a.txt": io.BytesIO(b"the 5\nof 3\nto 2\n")})
    assert len(processes) == 1
    for _ in range(3):
        forget(path)
        assert listed() == ["uploads/a/a.txt"]
    assert len(processes) == 1
    path.write_text("\n".join(f"word{n} 0.1 0.2 0.3 0.4 0.5 0.6" for n in range(30)) + "\n")
    forget(path)
    assert listed() == []
    assert [entry.name for entry in catalogue.list_embeddings()][1:] == ["uploads/a/a.txt"]
    assert len(processes) == 2


@pytest.mark.parametrize("damage", [b"[]", b'{"format": 1, "files": 3}'])
def test_a_damaged_note_is_as_good_as_none(cache, processes, damage):
    [path] = keep_files("uploads", {"a.txt": io.BytesIO(b"the 5\nof 3\nto 2\n")})
    (path.parent / verdicts.NOTE).write_bytes(damage)
    forget(path)
    assert listed() == ["uploads/a/a.txt"]
    assert len(processes) == 2


def test_many_files_without_a_note_are_looked_at_by_one_process(cache, processes):
    folder = cache / "web"
    folder.mkdir(parents=True)
    for n in range(40):
        (folder / f"{n}.txt").write_text("the 5\nof 3\nto 2\n")
    assert len(listed()) == 40
    assert len(processes) == 1


def test_what_takes_too_long_has_that_for_its_verdict(cache, processes, monkeypatch):
    """A file that came otherwise than by upload is looked at once as well; an upload is refused."""
    monkeypatch.setattr(limited, "COMMAND", "while True: pass")
    monkeypatch.setattr(limited, "SECONDS", 0.2)
    monkeypatch.setattr(limited, "PATIENCE", 1.0)
    with pytest.raises(InputError, match="takes longer than 0 seconds to read"):
        keep_files("uploads", {"slow.txt": io.BytesIO(b"the 5\nof 3\n")})
    assert not any(path.is_file() for path in cache.rglob("*"))
    path = cache / "web" / "slow.txt"
    path.parent.mkdir(parents=True)
    path.write_text("the 5\nof 3\n")
    before = len(processes)
    for _ in range(3):
        forget(path)
        assert listed() == []
    assert len(processes) == before + 1


@pytest.mark.slow
@pytest.mark.parametrize("make", [lambda: columns_only(900_000), lambda: groups_in_groups(100_000),
                                  lambda: tar_of_nothing(20_000)])  # fmt: skip
def test_a_hostile_upload_strikes_at_no_start(cache, make):
    """It costs a start nothing that a file of three words would not."""
    folder = folders.cache_folder() / "web"
    folder.mkdir(parents=True)
    (folder / "hostile.parquet").write_bytes(make())
    assert listed() == []
    code = (
        "import time; from zipfviz.io import catalogue\n"
        "started = time.process_time(); catalogue.list_embeddings()\n"
        "print(time.process_time() - started)\n"
        "import resource; print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime)"
    )
    started = time.monotonic()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    own, of_children = map(float, done.stdout.split())
    assert own < 2
    assert of_children == 0
    assert time.monotonic() - started < 60
