"""What a new server process finds in the cache folder is what it would have made, or made anew."""

import json
import os
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest
import streamlit as st

from zipfviz.evaluation.tokenize import is_tokenised, task_tokens
from zipfviz.io.records import Source
from zipfviz.space.word_space import MatchReport, word_space
from zipfviz.ui.server import disk_cache, loaders, tokenizer_process


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """A cache folder of this test's own; nothing in memory from before, nor left for later."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "cache"))
    st.cache_resource.clear()
    yield tmp_path / "cache"
    st.cache_resource.clear()


@pytest.fixture
def made():
    """A space with all that a record can hold: bytes that are no text, no share, examples."""
    report = MatchReport(
        embedding="vectors",
        frequency="rank",
        n_embedding=4,
        n_matched=3,
        n_words=3,
        matched_mass=2.0,
        matched_share=float("nan"),
        fold="both",
        missing="1e-8",
        n_missing_kept=1,
        assumption="assumed",
        unmatched=("a", "b"),
    )
    return word_space(
        ["the", "caf\udce9", "\u2028", "left out"],
        np.arange(8).reshape(4, 2),
        [4, 2, 1, 0],
        report=report,
        embedding_source=Source("Vectors", "CC0-1.0", "@misc{v}", "https://example.org"),
        frequency_source=Source("Counts"),
    )


def never():
    raise AssertionError("built again")


def test_a_kept_space_comes_back_as_it_was(made):
    """Words, vectors, p, report, digest and sources; arrays read-only."""
    assert disk_cache.space("key", lambda: made) is made
    back = disk_cache.space("key", never)
    assert back.words == made.words
    np.testing.assert_array_equal(back.vectors, made.vectors)
    np.testing.assert_array_equal(back.p, made.p)
    assert (back.vectors.dtype, back.p.dtype) == (np.float32, np.float64)
    assert not any(array.flags.writeable for array in (back.vectors, back.p))
    assert np.isnan(back.report.matched_share)
    assert replace(back.report, matched_share=0) == replace(made.report, matched_share=0)
    assert back.digest == made.digest
    assert back.embedding_source == made.embedding_source
    assert back.frequency_source == made.frequency_source


def test_a_folder_that_is_only_read_gives_what_it_has(made, monkeypatch):
    """Nothing in it can be marked as used."""

    def denied(*_):
        raise PermissionError

    disk_cache.space("key", lambda: made)
    disk_cache.array("numbers", lambda: np.arange(3.0))
    monkeypatch.setattr(os, "utime", denied)
    assert disk_cache.space("key", never).words == made.words
    np.testing.assert_array_equal(disk_cache.array("numbers", never), [0, 1, 2])


@pytest.mark.parametrize("damage", [b"", b"half", b"\x93NUMPY\x01\x00", None])
def test_a_damaged_file_is_made_again(made, cache, damage):
    """Cut short anywhere, of something else, or of two spaces."""
    disk_cache.space("key", lambda: made)
    disk_cache.space("small", lambda: made.top(2))
    path = next(cache.rglob("space-key.npz"))
    whole = path.read_bytes()
    if damage is None:  # the words of one, p and vectors of the other
        with np.load(path) as found:
            header = found["header"]
        with np.load(next(cache.rglob("space-small.npz"))) as found:
            np.savez(path, header=header, p=found["p"], vectors=found["vectors"])
    else:
        path.write_bytes(damage)
    assert disk_cache.space("key", lambda: made) is made
    assert len(path.read_bytes()) == len(whole)
    path.write_bytes(whole[:-1])
    assert disk_cache.space("key", lambda: made) is made


def test_what_cannot_or_should_not_be_kept_is_not(made, cache, monkeypatch):
    """No name, too large; a word may hold a line break."""
    disk_cache.space(None, lambda: made)
    monkeypatch.setattr(disk_cache, "SPACE_BYTES", made.vectors.nbytes - 1)
    disk_cache.space("large", lambda: made)
    assert not cache.exists()
    monkeypatch.setattr(disk_cache, "SPACE_BYTES", made.vectors.nbytes)
    broken = word_space(["a\nb", "c"], np.eye(2), [1, 1])
    disk_cache.space("broken", lambda: broken)
    assert disk_cache.space("broken", never).words == broken.words


def test_a_new_process_reads_no_vectors_and_sees_every_change(tmp_path, monkeypatch):
    """Of files too that a copy gave the size and the time of those before."""
    data = tmp_path / "data"
    data.mkdir()
    monkeypatch.setenv("ZIPFVIZ_DATA", str(data))
    np.save(data / "vectors.npy", np.eye(3, dtype=np.float32))
    (data / "vectors.vocab.txt").write_text("the\nof\nto\n")
    (data / "counts.txt").write_text("the 5\nof 3\nto 2\n")

    def loaded():
        st.cache_resource.clear()  # as a new process
        return loaders.load_space("vectors.npy", "counts.txt", "none", None)

    first = loaded()
    assert first.words == ("the", "of", "to")
    with monkeypatch.context() as patched:
        patched.setattr(loaders, "_built_space", lambda *_: never())
        again = loaded()
    np.testing.assert_array_equal(again.p, [0.5, 0.3, 0.2])
    np.testing.assert_array_equal(again.vectors, first.vectors)
    assert again.digest == first.digest

    def change(name, text):
        path = data / name
        before = path.stat()
        path.write_text(text)
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert path.stat().st_size == before.st_size

    change("vectors.vocab.txt", "to\nof\nthe\n")
    assert loaded().words == ("to", "of", "the")
    change("counts.txt", "the 3\nof 5\nto 2\n")
    np.testing.assert_array_equal(loaded().p, [0.2, 0.5, 0.3])


def test_the_second_process_ends_with_the_first():
    """Its input ends with the process that asked; nobody waits for the answer then."""
    child = subprocess.Popen(
        tokenizer_process.COMMAND, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    child.stdin.write(json.dumps(["en", ["words of nobody"] * 2_000_000]).encode() + b"\n")
    child.stdin.close()
    assert child.wait(60) != 0


def test_a_second_process_splits_as_this_one(monkeypatch):
    """Its tokens are those of the protocol, and kept; where it fails nothing is said to be done."""
    task = loaders.load_task("lee50")
    other = replace(task, texts=("It isn't so – naïve?", *task.texts[1:]))
    monkeypatch.setattr(tokenizer_process, "TIMEOUT", 120)
    tokenizer_process.begin(other)
    tokenizer_process.wait(other)
    assert is_tokenised(other)
    found = task_tokens(other)
    assert found == disk_cache.tokens(other.digest)
    assert found[0] == ("it", "is", "not", "so", "naïve")
    slow = replace(other, language="nl")
    monkeypatch.setattr(tokenizer_process, "TIMEOUT", 0.5)
    monkeypatch.setattr(
        tokenizer_process, "COMMAND", [sys.executable, "-c", "import time; time.sleep(60)"]
    )
    started = time.monotonic()
    tokenizer_process.begin(slow)
    tokenizer_process.wait(slow)
    assert time.monotonic() - started < 10
    assert not is_tokenised(slow)
    again = replace(other, language="de")
    monkeypatch.setattr(tokenizer_process, "TIMEOUT", 60)
    monkeypatch.setattr(tokenizer_process, "COMMAND", [sys.executable, "-c", "print('no JSON')"])
    tokenizer_process.begin(again)
    tokenizer_process.wait(again)
    assert not is_tokenised(again)
    assert len(task_tokens(again)) == len(again.texts)
