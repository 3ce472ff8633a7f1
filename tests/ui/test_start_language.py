"""Start opens on a task in the language of the vectors, and says where there is none."""

import shutil

import numpy as np
import pytest
from app_page import open_page, said
from wordfreq import top_n_list

from zipfviz.ui.server import loaders


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Made vectors of a language's words, alone in a data folder."""

    def make(code):
        words = [word for word in top_n_list(code, 1500) if " " not in word]
        rows = np.random.default_rng(0).normal(size=(len(words), 8)).round(3).tolist()
        lines = [f"{w} {' '.join(map(str, row))}" for w, row in zip(words, rows, strict=True)]
        (tmp_path / f"{code}.vec").write_text("\n".join(lines), "utf-8")
        monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path))
        loaders.forget_entries()
        return tmp_path

    yield make
    monkeypatch.undo()
    loaders.forget_entries()


def test_japanese_vectors_open_on_the_japanese_task(folder, data_dir):
    shutil.copytree(data_dir / "sts" / "JSTS", folder("ja") / "sts" / "JSTS")
    loaders.forget_entries()
    at = open_page("start", embedding="ja.vec", frequency="wordfreq, Japanese (large list)")
    assert at.selectbox(key="embedding").value == "ja.vec"
    assert any("Score on JSTS" in text for text in said(at))
    assert not any("says nothing of them" in text for text in said(at))


def test_german_vectors_are_told_that_no_task_is_theirs(folder):
    folder("de")
    at = open_page("start", embedding="de.vec", frequency="wordfreq, German (large list)")
    assert at.selectbox(key="embedding").value == "de.vec"
    [told] = [text for text in said(at) if "says nothing of them" in text]
    assert "are German, Lee50 is English" in told
    assert "bring a German benchmark" in told
