"""What is kept on disk is read when a page first shows it, not at each of its reruns."""

import zipfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from streamlit.testing.v1 import AppTest

from zipfviz.io.fetch import wheels  # noqa: F401, which annotates with what is replaced here
from zipfviz.io.files import arrow_batches, opened


@pytest.fixture
def reads(tmp_path, monkeypatch):
    """The arrays, files and tables that are read from now on."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    seen = []

    def watched(function):
        def call(*arguments, **options):
            seen.append(function.__name__)
            return function(*arguments, **options)

        return call

    monkeypatch.setattr(np, "load", watched(np.load))
    monkeypatch.setattr(opened, "sniff", watched(opened.sniff))
    monkeypatch.setattr(zipfile, "ZipFile", watched(zipfile.ZipFile))
    popen = arrow_batches.subprocess.Popen
    monkeypatch.setattr(arrow_batches.subprocess, "Popen", watched(popen))
    return seen


def skipgram():
    import streamlit as st

    from zipfviz.corpus.corpora import corpus_from_lines
    from zipfviz.corpus.skipgram import Recipe, cached_skipgram, train_skipgram
    from zipfviz.ui.pages.theory_corpus.corpus import skipgram_of

    corpus = corpus_from_lines(["a b c a b d"] * 20, "text")
    recipe = Recipe(d=5, window=2, epochs=1)
    if st.session_state.setdefault("first", True):
        train_skipgram(corpus, recipe)
        assert cached_skipgram(corpus, recipe) is not None
        st.session_state["first"] = False
    st.write(len(skipgram_of(corpus, recipe).words))


def token_vectors():
    import streamlit as st
    from numpy_model import NumpyModel, make_task

    from zipfviz import token_embeddings as te
    from zipfviz.ui.pages.token_embeddings.controls import token_cloud

    class Model(NumpyModel):
        """Told by its digest, as models that were found are."""

        def __reduce__(self):
            return str, (self.digest,)

    model, task = Model(), make_task()
    if st.session_state.setdefault("first", True):
        te.token_cloud(model, task, "first_last")
        st.session_state["first"] = False
    st.write(token_cloud(model, task, "first_last", []).d)


def preview(name):
    import os
    from pathlib import Path

    from zipfviz.ui.pages.your_data.preview import preview
    from zipfviz.ui.shell import messages

    with messages.show_errors():
        preview(Path(os.environ["ZIPFVIZ_DATA"], name))


@pytest.mark.parametrize("page", [skipgram, token_vectors])
def test_what_was_made_before_is_read_once(reads, page):
    """The first run reads what is stored; a rerun finds it in memory."""
    at = AppTest.from_function(page, default_timeout=60).run()
    assert not at.exception
    assert "ZipFile" in reads
    reads.clear()
    at.run()
    assert not at.exception
    assert reads == []


@pytest.mark.parametrize("name", ["two.npz", "counts.parquet", "pairs.csv", "vectors.txt"])
def test_a_file_is_looked_into_once(reads, tmp_path, name):
    """A preview opens, sniffs and peeks when it is first drawn, not at each rerun."""
    path = tmp_path / "data" / name
    if name == "two.npz":
        np.savez(path, words=np.array(["a", "b"]), x=np.eye(2), y=np.ones((2, 3)))
    elif name == "counts.parquet":
        pq.write_table(pa.table({"word": ["the", "of"], "count": [5, 3]}), path)
    elif name == "pairs.csv":
        path.write_text("s1,s2,score\na b,c d,1\ne f,g h,2\n")
    else:
        path.write_text("".join(f"w{i} 0.1 0.2 0.3 0.4 {i}\n" for i in range(30)))
    at = AppTest.from_function(preview, default_timeout=60, kwargs={"name": name}).run()
    assert not at.exception
    assert "sniff" in reads
    if name == "two.npz":
        at.radio[0].set_value("Matrix\\: y")
        at.run()
    reads.clear()
    at.run()
    assert not at.exception
    assert reads == []
