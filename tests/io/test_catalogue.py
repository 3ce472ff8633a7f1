"""The catalogue: what it lists loads by that name, and nothing outside its folders is reached."""

import os
import shutil
import sys
import zipfile

import numpy as np
import pytest

from zipfviz.common.bibliography import known_entry
from zipfviz.common.errors import ZipfvizError
from zipfviz.io import catalogue, folders
from zipfviz.io.classify import classify
from zipfviz.io.load import load_embedding, load_frequency, load_task


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty data folder and an empty cache."""
    data = tmp_path / "data"
    data.mkdir()
    monkeypatch.setenv("ZIPFVIZ_DATA", str(data))
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return data


def names(entries):
    return [entry.name for entry in entries]


def test_without_any_file_the_installed_ones_are_there(folder):
    """GloVe, wordfreq in every language, rank and gensim's three tasks need no folder."""
    assert names(catalogue.list_embeddings()) == ["glove.6B.50d"]
    assert names(catalogue.list_tasks()) == ["lee50", "wordsim353", "simlex999"]
    frequencies = names(catalogue.list_frequencies())
    assert frequencies[:2] == ["wordfreq:en", "rank"]
    assert len(frequencies) > 40
    assert all(entry.size > 0 for entry in catalogue.list_tasks())


@pytest.mark.data
def test_the_shared_folder_has_every_named_task(data_dir, monkeypatch):
    """Original layouts are known by content, and each entry loads by its name."""
    monkeypatch.setenv("ZIPFVIZ_DATA", str(data_dir))
    tasks = catalogue.list_tasks()
    known = ["sts12", "sts13", "sts14", "sts15", "sts16", "sts-b", "sick-r", "jsts"]
    assert names(tasks)[3:11] == known
    assert not any("readme" in entry.name.lower() for entry in tasks)
    for name in known:
        assert len(load_task(name)) == catalogue.KNOWN[name].n_pairs
    frequencies = [e for e in catalogue.list_frequencies() if e.where == "data folder"]
    assert names(frequencies) == ["enwiki", "jawiki"]
    assert load_frequency("jawiki").report.rows_kept == 20_000


def test_files_are_known_by_content(folder):
    """A list, a table of pairs and vectors each go where they belong, whatever they are called."""
    (folder / "in").mkdir()
    (folder / "in" / "a.dat").write_text("the 5\nof 3\n")
    (folder / "b.bin").write_text("s1\ts2\tscore\na b\tc d\t1\n")
    (folder / "c").write_text("".join(f"w{i} 0.1 0.2 0.3 0.4 0.5\n" for i in range(5)))
    (folder / "README.txt").write_text("the 5\n")
    (folder / "note.txt").write_text("some words of text\n")
    (folder / "page.csv").write_text("<!DOCTYPE html><html>")
    (folder / "results.csv").write_text("model,x,y\nA,5,2\nB,2,3\n")
    assert names(catalogue.list_embeddings())[1:] == ["c"]
    assert names(catalogue.list_tasks())[3:] == ["b.bin"]
    assert names(catalogue.list_frequencies())[1:3] == ["in/a.dat", "rank"]
    assert load_frequency("in/a.dat").values.tolist() == [5, 3]
    assert len(load_task("b.bin")) == 1


def test_a_new_file_appears_and_a_changed_one_has_a_new_stamp(folder):
    """The list is never older than the folder."""
    path = folder / "a.txt"
    path.write_text("the 5\nof 3\n")
    before = catalogue.stamp("a.txt")
    assert "a.txt" in names(catalogue.list_frequencies())
    path.write_text("the 5\nof 3\nto 2\n")
    assert catalogue.stamp("a.txt") != before
    path.unlink()
    assert "a.txt" not in names(catalogue.list_frequencies())
    assert catalogue.stamp("a.txt") == ""
    assert catalogue.stamp("wordfreq:en") != ""
    inner = folder / "model" / "vocab" / "strings.json"
    inner.parent.mkdir(parents=True)
    inner.write_text("[]")
    before = catalogue.stamp("model")
    inner.write_text('["a"]')
    assert catalogue.stamp("model") != before


def test_nothing_leads_out_of_the_data_folder(folder, tmp_path):
    """Links, .. and absolute paths that leave the folder are neither listed nor opened."""
    secret = tmp_path / "secret.txt"
    secret.write_text("the 5\nof 3\n")
    (folder / "link.txt").symlink_to(secret)
    (folder / "inner").symlink_to(tmp_path)
    (folder / "loop").symlink_to(folder / "loop")
    assert names(catalogue.list_frequencies())[1] == "rank"
    for path in ("link.txt", "inner/secret.txt", "../secret.txt", str(secret), "loop", "a\0b"):
        with pytest.raises(ZipfvizError, match=r"leads out|no path|not in the data folder"):
            folders.resolve_in_data(path)
    with pytest.raises(ZipfvizError, match="leads out of the data folder"):
        load_frequency("link.txt")
    shutil.copy(secret, folder / "mine.txt")
    assert folders.resolve_in_data("mine.txt") == (folder / "mine.txt").resolve()


@pytest.mark.parametrize(
    ("load", "name", "sentence"),
    [
        (load_task, "simlex99", "did you mean 'simlex999'"),
        (load_task, "sts12", "run `zipfviz fetch sts12`"),
        (load_frequency, "wordfrq:en", "did you mean 'wordfreq:en'"),
        (load_frequency, "", "neither a file nor the name of a frequency source"),
        (load_task, "qqqq", "`zipfviz list` shows the names"),
    ],
)
def test_unknown_names_say_what_is_near(folder, load, name, sentence):
    """A name nobody knows comes back with the nearest ones, or where to look."""
    with pytest.raises(ZipfvizError, match=sentence):
        load(name)


def test_importing_the_readers_is_light():
    """Nothing heavy is imported before something is loaded."""
    import subprocess

    code = (
        "import sys, zipfviz.io.catalogue, zipfviz.io.pairs.tasks, zipfviz.evaluation.published;"
        "print([m for m in ('pandas', 'gensim', 'wordfreq', 'pyarrow', 'scipy', 'streamlit')"
        " if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_what_belongs_to_a_model_is_one_embedding(tmp_path, monkeypatch):
    """A model's folder or zip, a spaCy vocabulary: one entry; settings and word lists are none."""
    from safetensors.numpy import save

    model = {
        "model.safetensors": save({"wte.weight": np.eye(3, dtype=np.float32)}),
        "vocab.txt": b"the\nof\nto\n",
        "tokenizer.model": b"\0\1",
    }
    settings = ("config", "config_sentence_transformers", "sentence_bert_config", "modules")
    model |= {f"{name}.json": b'{"a": {"b": 1}}' for name in (*settings, "data_config")}
    vocabulary = {"vectors": b"\x93NUMPY", "key2row": b"\x80", "strings.json": b"[]"}
    for folder, files in {"model": model, "vocab": vocabulary}.items():
        (tmp_path / folder).mkdir()
        with zipfile.ZipFile(tmp_path / f"{folder}.zip", "w") as archive:
            for name, data in files.items():
                (tmp_path / folder / name).write_bytes(data)
                archive.writestr(f"{folder}/{name}", data)
    (tmp_path / "words.txt").write_text("".join(f"word{i}\n" for i in range(20_000)), "utf-8")
    monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path))
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "none"))
    here = [entry.name for entry in catalogue.list_embeddings() if entry.path]
    assert sorted(here) == ["model.zip", "model/model.safetensors", "vocab", "vocab.zip"]
    assert not [entry for entry in catalogue.list_frequencies() if entry.path]
    assert load_embedding(tmp_path / "model").words == ("the", "of", "to")
    assert load_embedding("model.zip").words == ("the", "of", "to")


def test_tables_of_vectors_and_settings_are_told_apart(tmp_path):
    """csv vectors are listed as such, JSON settings as nothing, JSON counts as counts."""
    rows = [[f"word{i}", *map(str, np.arange(5) / (i + 3))] for i in range(30)]
    files = {
        "comma.csv": ("embedding", "\n".join(map(",".join, rows))),
        "decimal.csv": ("embedding", "\n".join(map(";".join, rows)).replace(".", ",")),
        "counts.json": ("frequency", '{\n "the": 5,\n "of": 3\n}'),
        "records.json": (
            "frequency",
            '[{"word": "the", "count": 5},\n {"word": "of", "count": 3}]',
        ),
        "results.csv": (
            None,
            "task,a,b,c,d,e\nsts,1.5,2.5,3.5,4.5,5.5\nsick,1.5,2.5,3.5,4.5,5.5\n",
        ),
        "config.json": (None, '{"hidden_size": 384, "model_type": "bert"}'),
        "modules.json": (None, '[{"idx": 0, "name": "0", "type": "models.Transformer"}]'),
    }
    for name, (kind, text) in files.items():
        path = tmp_path / name
        path.write_text(text, "utf-8")
        assert catalogue.classify(path) == kind, name


@pytest.fixture
def walked(folder, monkeypatch):
    """The folders that were walked; what is in the data folder was put there long ago."""
    (folder / "in").mkdir()
    (folder / "in" / "a.txt").write_text("the 5\nof 3\n")
    for path in (folder / "in", folder):
        os.utime(path, (1e9, 1e9))
    seen = []
    walk = os.walk
    monkeypatch.setattr(os, "walk", lambda top, **how: seen.append(top) or walk(top, **how))
    return seen


def test_folders_are_walked_once_for_each_change(folder, walked):
    """A page of ten tasks asks for ten stamps; none of them walks through the folders again."""
    assert "in/a.txt" in names(catalogue.list_frequencies())
    for _ in range(10):
        assert catalogue.stamp("in/a.txt")
        assert catalogue.stamp("nobody knows this") == ""
    assert walked == [folder]
    (folder / "in" / "b.txt").write_text("the 5\nof 3\n")
    assert "in/b.txt" in names(catalogue.list_frequencies())
    (folder / "in" / "a.txt").write_text("s1\ts2\tscore\na b\tc d\t1\n")
    assert "in/a.txt" in names(catalogue.list_tasks())
    (folder / "in").rename(folder / "out")
    assert catalogue.stamp("in/a.txt") == ""


def test_what_is_not_listed_is_said(folder, monkeypatch):
    """Too many files or too deep a folder: what is left out is told, and its path still loads."""
    from click.testing import CliRunner

    from zipfviz.cli.commands import main
    from zipfviz.io import folders

    assert catalogue.listing_notes() == []
    for i in range(5):
        (folder / f"{i}.txt").write_text("the 5\nof 3\n")
    monkeypatch.setattr(folders, "MAX_FILES", 3)
    [note] = catalogue.listing_notes()
    assert "after the first 3 files" in note
    assert note in CliRunner().invoke(main, ["list", "frequencies"]).output
    assert "4.txt" not in names(catalogue.list_frequencies())
    assert load_frequency("4.txt").values.tolist() == [5, 3]
    monkeypatch.setattr(folders, "MAX_FILES", 100)
    monkeypatch.setattr(folders, "MAX_DEPTH", 1)
    (folder / "a" / "b" / "c").mkdir(parents=True)
    [note] = catalogue.listing_notes()
    assert "deeper than 1 folders" in note


def test_a_file_that_could_not_be_opened_once_is_looked_at_again(tmp_path, monkeypatch):
    """Too many files were open just then: that is nothing to remember of it."""
    path = tmp_path / "counts.txt"
    path.write_text("the 5\nof 3\nto 2\n")

    def too_many(*args, **options):
        raise OSError(24, "Too many open files")

    with monkeypatch.context() as patched:
        patched.setattr("zipfviz.io.files.opened.PlainFile", too_many)
        assert classify(path) is None
    assert classify(path) == "frequency"


ROWS = range(1, 6)
OFFICIAL = {
    "sts-test.csv": "".join(f"main\tx\t2017\t{i}\t{i % 5}.0\tMan {i}.\tBoy {i}.\n" for i in ROWS),
    "jsts/valid-v1.3.json": "".join(
        f'{{"sentence1": "犬が走る", "sentence2": "猫が寝る", "label": {i}}}\n' for i in ROWS
    ),
    "enwiki_vocab_min200.txt": "the 50\nof 3\nto 2\n",
    "simlex999.tsv": "word1\tword2\tscore\n" + "".join(f"old{i}\tnew{i}\t{i}.5\n" for i in ROWS),
    "STS16/STS.input.question-question.txt": "what is it ?\tand that ?\n",
}


@pytest.mark.parametrize("name", OFFICIAL)
@pytest.mark.parametrize("group", ["uploads/mine", "web"])
def test_nothing_that_a_visitor_brings_becomes_official(folder, name, group):
    """Neither its name nor its title, licence or BibTeX, though its file be called the same."""
    brought = folders.cache_folder() / group / name
    brought.parent.mkdir(parents=True, exist_ok=True)
    brought.write_text(OFFICIAL[name])
    entries = [
        entry
        for entry in (*catalogue.list_tasks(), *catalogue.list_frequencies())
        if entry.where == "cache"
    ]
    assert [entry.name.split("/")[0] for entry in entries] == [group.split("/")[0]]
    assert entries[0].licence == ""
    assert known_entry(entries[0].name) == ""
    # In the data folder, which is its owner's, it is what it is called.
    own = folder / name
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text(OFFICIAL[name])
    named = (*catalogue.list_tasks(), *catalogue.list_frequencies())
    assert any("/" not in entry.name for entry in named if entry.where == "data folder")
