"""What visitors brought is read by a process with limits, and comes back as if read here."""

import io
import os

import numpy as np
import pytest

import zipfviz
from zipfviz.common import packed
from zipfviz.common.errors import ChoiceNeeded, InputError
from zipfviz.evaluation.settings_match import Printed, differences
from zipfviz.io.fetch.keep import keep_files
from zipfviz.io.records import Embedding
from zipfviz.ui.server import brought, loaders


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """An empty cache folder, and an empty data folder."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path / "data"))
    # The process imports the functions that it is to call, those of this file as well.
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(__file__), prepend=os.pathsep)
    (tmp_path / "data").mkdir()
    loaders.forget_entries()


def keep(name, text):
    [path] = keep_files("uploads", {name: io.BytesIO(text.encode("utf-8", "surrogateescape"))})
    return path, f"uploads/{path.parent.name}/{path.name}"


ROWS = "wörd\udcff 0 1 2 3 4 5\n" + "".join(
    f"wörd{n} 0.1 -{n}.5 1e-3 4 5.25 6\n" for n in range(499)
)
FILES = {
    "embedding": ("v.txt", "wörd\udcff 0 1 2 3 4 5\n" + ROWS + "bad 1 2 3 4 5 nan\n"),
    "frequency": ("c.tsv", "word\tcount\nthe\t50\nof\t20\nthe\t3\n"),
    "task": ("p.tsv", "sentence1\tsentence2\tscore\n" + "A man.\tA boy.\t2.5\nX.\tY.\t\n" * 9),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_file_comes_back_as_it_is_read_here(kind):
    """Bytes that are no UTF-8, bad rows, repeats and notices included."""
    _, name = keep(*FILES[kind])
    there, here = brought.load(kind, name), brought.LOADERS[kind](name)
    assert there.digest == here.digest
    assert there.report.notices == here.report.notices
    assert there.report.bad_examples == here.report.bad_examples
    assert (there.name, there.source) == (here.name, here.source)


def test_a_forged_list_is_not_compared_with_printed_numbers(tmp_path):
    """One word that sums to the paper's total, under the list's name: only from the data folder."""
    forged = "the 3484135472\n" + "".join(f"w{n} 0\n" for n in range(9))
    _, name = keep("enwiki_vocab_min200.txt", forged)
    vectors = zipfviz.load_embedding({"the": [1.0, 0.0], "w1": [0.0, 1.0]})
    task = zipfviz.load_task("wordsim353")
    printed = Printed(embedding="GloVe", frequency="enwiki")

    def told(counts):
        found = differences(zipfviz.align(vectors, counts), printed, task)
        return [sentence for sentence in found if "frequencies" in sentence or "list" in sentence]

    (said,) = told(brought.load("frequency", name))
    assert "were brought by a visitor" in said
    assert told(zipfviz.load_frequency(name)) == [said]
    (tmp_path / "data" / "enwiki_vocab_min200.txt").write_text(forged)
    loaders.forget_entries()
    assert told(brought.load("frequency", "enwiki")) == []


def pid(path):
    return os.getpid()


def test_only_what_was_brought_is_read_elsewhere(tmp_path):
    """The host's own files are read here."""
    path, name = keep(*FILES["frequency"])
    assert brought.read(pid, path) != os.getpid()
    own = tmp_path / "data" / "own.tsv"
    own.write_text(FILES["frequency"][1])
    loaders.forget_entries()
    assert brought.catalogue.brought(name, "frequency") == path
    assert brought.catalogue.brought("own.tsv", "frequency") is None
    assert brought.catalogue.brought("wordfreq:en", "frequency") is None


def test_a_question_and_an_error_come_back_as_they_are():
    """With the ways out that they offer."""
    path, _ = keep("q.txt", "the 5 7\nof 3 8\nto 2 1\n" * 9)
    with pytest.raises(ChoiceNeeded) as here:
        zipfviz.load_frequency(path)
    with pytest.raises(ChoiceNeeded) as there:
        brought.read(zipfviz.load_frequency, path)
    assert str(there.value) == str(here.value)
    assert there.value.choices == here.value.choices
    assert there.value.reading == here.value.reading
    with pytest.raises(InputError, match=r"v\.txt"):
        brought.read(zipfviz.load_task, keep("v.txt", "".join(f"w{n} 1\n" for n in range(9)))[0])


def hungry(path):
    return bytes(2**40)


def crashing(path):
    os.kill(os.getpid(), 11)


def wrong(path):
    raise KeyError("a mistake of ours")


def test_what_ends_the_reading_process_is_told():
    """Memory and crashes in a sentence, a mistake of ours with its traceback."""
    path, _ = keep(*FILES["frequency"])
    with pytest.raises(InputError, match=r"needs more than the .* GB of memory"):
        brought.read(hungry, path)
    with pytest.raises(InputError, match=r"is damaged: reading it ended the process \(signal 11\)"):
        brought.read(crashing, path)
    with pytest.raises(RuntimeError, match="a mistake of ours"):
        brought.read(wrong, path)


VALUES = [
    None, True, 3, 0.1, "ä\udcff", b"\0\xff", (1, ("a", "b")), ["a", [1.5]], {"a": (1,), 2: None},
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_are_handed_over_unchanged(value):
    packed.write(file := io.BytesIO(), value)
    file.seek(0)
    assert packed.read(file) == value


def test_nothing_but_records_of_ours_is_made_of_what_comes_back():
    """A process that was taken over names no class of its own, and nothing is unpickled."""
    np.save(file := io.BytesIO(), np.frombuffer(b'{"kind": "os:system", "fields": {}}', np.uint8))
    file.seek(0)
    with pytest.raises(ValueError, match="is no record"):
        packed.read(file)
    np.save(objects := io.BytesIO(), np.array([Embedding], dtype=object), allow_pickle=True)
    objects.seek(0)
    with pytest.raises(ValueError, match="allow_pickle"):
        packed.read(objects)
