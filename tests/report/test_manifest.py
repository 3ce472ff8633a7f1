"""A manifest restores a view and says what is no longer the same."""

import json

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import zipfviz
from zipfviz import InputError
from zipfviz.report.manifest import differences, manifest, read_manifest


def test_manifest_reads_back(small_space):
    """What was saved is what is opened, and nothing differs."""
    task = zipfviz.load_task("lee50")
    saved = manifest(
        small_space,
        page="norms",
        choices={"norm_k": "200", "tasks": ["a", "b"]},
        tasks=[task],
        texts={"text_pasted": "long " * 9},
    )
    opened = read_manifest(saved.json())
    assert opened == saved
    assert opened.space.digest == small_space.digest
    assert differences(opened, small_space, [task]) == []


def test_other_vectors_are_told(small_space):
    """One changed number under the same names: one sentence."""
    saved = manifest(small_space)
    X = np.array(small_space.vectors)
    X[3, 1] += 1e-3
    (told,) = differences(saved, zipfviz.word_space(small_space.words, X, small_space.p))
    assert "other contents" in told


def test_other_sizes_and_versions_are_told(small_space):
    """Sizes and versions have a sentence each, with both values."""
    saved = json.loads(manifest(small_space).json())
    saved["versions"]["numpy"] = "1.0"
    opened = read_manifest(json.dumps(saved))
    words, versions = differences(opened, small_space.top(50))
    assert "50 in 5 dimensions" in words
    assert "60 in 5" in words
    assert f"numpy {np.__version__} instead of 1.0" in versions


def test_another_task_is_told(small_space):
    task = zipfviz.load_task("lee50")
    saved = json.loads(manifest(small_space, tasks=[task]).json())
    saved["tasks"]["lee50"] = "0"
    (told,) = differences(read_manifest(json.dumps(saved)), small_space, [task])
    assert "lee50" in told


def page_with_two_pickers():
    """A page on which "lee50" is typed, one task is chosen, and one was before."""
    import numpy as np
    import streamlit as st

    import zipfviz
    from zipfviz.report.snippets import SpaceRecipe
    from zipfviz.ui.shell import pickers, saved_views

    pickers.begin_page()
    st.session_state["selection"] = SpaceRecipe("glove", "rank")
    st.text_input("Find words", "lee50")
    if st.checkbox("Several"):
        pickers.choose_tasks("several", ["wordsim353", "simlex999"])
    else:
        pickers.choose_task("one", preferred="wordsim353")
    space = zipfviz.word_space(["a", "b"], np.eye(2), [1, 1])
    st.code(saved_views.manifest_text(space))


def test_a_manifest_records_the_tasks_in_use_alone():
    """Not what a text field happens to say, nor what was chosen before."""
    at = AppTest.from_function(page_with_two_pickers, default_timeout=60).run()
    assert list(read_manifest(at.code[0].value).tasks) == ["wordsim353"]
    at.checkbox[0].check().run()
    assert list(read_manifest(at.code[0].value).tasks) == ["wordsim353", "simlex999"]
    at.checkbox[0].uncheck().run()
    assert list(read_manifest(at.code[0].value).tasks) == ["wordsim353"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: "PK\x03\x04", "not JSON"),
        (lambda text: '{"a": 1}', "no manifest"),
        (lambda text: text.replace('manifest": 1', 'manifest": 2'), "format 2"),
        (lambda text: text.replace('"page": ""', '"page": "../etc"'), "no page"),
        (lambda text: text.replace('"choices": {}', '"choices": {"k": 3}'), "'k' is not text"),
        (lambda text: text.replace('"digest"', '"digits"'), "'digest'"),
        (lambda text: text + " " * 1_000_000, "larger"),
    ],
)
def test_what_is_no_manifest_is_said(small_space, change, said):
    with pytest.raises(InputError, match=said):
        read_manifest(change(manifest(small_space).json()))
