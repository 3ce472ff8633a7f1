"""What visitors brought: whose it is, how much of it stays, and what goes first."""

import io
import os
import time

import pytest

from zipfviz.common.errors import InputError
from zipfviz.io import catalogue
from zipfviz.io.fetch import owners
from zipfviz.io.fetch.keep import keep_files

DAY = 86_400


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """An empty cache folder in which visitors may keep 1 MB, each of them half of it."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("ZIPFVIZ_KEEP_GB", "0.001")
    return tmp_path / "cache"


def bring(owner, name, kilobytes=0, *more):
    """One batch of a list of words, with other files of it; (its name, what went for it)."""
    content = f"{name}x 5\nof 3\n".encode() + b"filler 1\n" * (kilobytes * 111)
    files = {f"{each}.tsv": io.BytesIO(content) for each in (name, *more)}
    with owners.bringing(owner) as gone:
        [path, *_] = keep_files("uploads", files)
    return path.parent.name, gone


def age(name, days, cache):
    then = time.time() - days * DAY
    os.utime(cache / "uploads" / name / owners.NOTE, (then, then))


def at_hand():
    return {batch.folder.name for batch in owners.batches()}


def test_ones_own_go_first_and_the_longest_unused_of_them(cache):
    """Beyond one's half; what is another's, or the host's own, stays."""
    bring("", "hosts", 400)
    bring("ann", "old", 200)
    bring("ann", "older", 200)
    bring("bob", "bobs", 200)
    age("old", 2, cache)
    age("older", 1.5, cache)
    owners.use(cache / "uploads/old/old.tsv")
    _, gone = bring("ann", "new", 200)
    assert gone == ["uploads/older"]
    assert at_hand() == {"old", "new", "bobs"}
    names = [entry.name for entry in catalogue.list_frequencies() if entry.where == "cache"]
    assert "uploads/hosts/hosts.tsv" in names
    with pytest.raises(InputError, match=r"more than one visitor may keep here \(0 MB, 1,500"):
        bring("ann", "huge", 600)
    assert at_hand() == {"old", "new", "bobs"}


def test_nobodys_new_work_goes_for_a_strangers(cache):
    """What was used today stays, and who comes last is refused; what nobody uses goes for him."""
    bring("ann", "anns", 400)
    bring("bob", "bobs", 400)
    with pytest.raises(InputError, match="try again tomorrow"):
        bring("eve", "eves", 300)
    assert at_hand() == {"anns", "bobs"}
    age("anns", 1.1, cache)
    bring("eve", "eves", 300)
    assert at_hand() == {"bobs", "eves"}


def test_many_small_files_are_bounded_too(cache, monkeypatch):
    """By their number, so that listings show the others'."""
    monkeypatch.setattr(owners, "MOST_FILES", 8)
    bring("bob", "bobs")
    with pytest.raises(InputError, match="5 files is more than one visitor may keep"):
        bring("eve", "e", 0, "f", "g", "h", "i")
    for n in range(6):
        bring("eve", f"e{n}")
    assert at_hand() == {"bobs", "e2", "e3", "e4", "e5"}


def test_what_is_unused_for_long_goes(cache, monkeypatch):
    """What former versions left, too; the host's stays."""
    bring("ann", "anns")
    bring("ann", "used")
    bring("", "former")
    age("anns", 91, cache)
    age("used", 89, cache)
    then = time.time() - 91 * DAY
    os.utime(cache / "uploads" / "former", (then, then))
    (cache / "trained" / "own").mkdir(parents=True)
    os.utime(cache / "trained" / "own", (then, then))
    owners.tidy()
    assert {path.name for path in (cache / "uploads").iterdir()} == {"used"}
    assert (cache / "trained" / "own").is_dir()
    monkeypatch.setenv("ZIPFVIZ_KEEP_DAYS", "30")
    owners.tidy()
    assert at_hand() == set()
    monkeypatch.setenv("ZIPFVIZ_KEEP_DAYS", "soon")
    with pytest.raises(InputError, match=r"set it to e\.g\. 90"):
        owners.tidy()


def test_an_owner_deletes_and_another_keeps_the_same(cache):
    """Who brought the same bytes has them still; a stranger deletes nothing."""
    for owner in ("ann", "bob"):
        assert bring(owner, "same")[0] == "same"
    [batch] = owners.batches()
    owners.let_go(batch, "eve")
    owners.let_go(batch, "ann")
    [batch] = owners.batches()
    assert batch.owners == ("bob",)
    owners.let_go(batch, "bob")
    assert list((cache / "uploads").iterdir()) == []


def test_a_damaged_note_makes_it_nobodys(cache):
    bring("ann", "anns")
    (cache / "uploads/anns" / owners.NOTE).write_text('{"owners": 3')
    [batch] = owners.batches()
    assert batch.owners == ()
    owners.let_go(batch, "ann")
    assert at_hand() == {"anns"}
