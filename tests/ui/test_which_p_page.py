"""The page Which p?: its choices reach the numbers, and its Python prints them."""

import re

import pandas as pd
import pytest
from app_page import button, open_page, said
from fresh import printed

import zipfviz
from zipfviz.evaluation import carrying_words, compare_frequencies, frequency_table
from zipfviz.ui.server import uploads

ASKED = {"lists": ["wordfreq:en", "rank"], "which_tasks": ["SimLex-999"], "words": "5k"}


def spaces(glove, **how):
    lists = {name: zipfviz.load_frequency(name) for name in ("wordfreq:en", "rank")}
    aligned = {n: zipfviz.align(glove, freq, max_words=5000) for n, freq in lists.items()}
    return zipfviz.adjusted(aligned, **how)


def test_the_page_shows_what_python_computes(glove, handed_out):
    """Scores, differences and the words that carry them, on shared words."""
    at = open_page("which_p", **ASKED)
    task, here = zipfviz.load_task("simlex999"), spaces(glove)
    parts = list(compare_frequencies(here, [task], ["raw", "zipfian_whitening"]))
    want = frequency_table(parts, list(here))
    data, _, headline = handed_out["which-p"]
    pd.testing.assert_frame_equal(data(), want)
    assert f"{want['score'].iloc[0]:.1f}" in headline
    carried = carrying_words(here["wordfreq:en"], here["rank"], task)
    shown = handed_out["carrying-words"][0]()
    assert shown.index.tolist() == carried.words["word"].tolist()
    assert shown["score if swapped alone"].tolist() == carried.words["of_score"].tolist()
    assert any("words that all lists share" in text for text in said(at))
    (out,) = printed(handed_out["carrying-words"][1])
    assert want.to_string() in out
    assert carried.words.to_string() in out


@pytest.mark.parametrize(
    ("more", "how"),
    [
        ({"which_words": "of each list", "which_floor": "1e-5"}, {"shared": False, "floor": 1e-5}),
        (
            {"which_mix": "true", "mix_share": "25", "which_against": "rank"},
            {"mixture": ("wordfreq:en", "rank", 0.25)},
        ),
    ],
)
def test_mixture_floor_and_words_reach_the_numbers(glove, handed_out, more, how):
    open_page("which_p", **ASKED, **more)
    here = spaces(glove, **how)
    parts = list(
        compare_frequencies(here, [zipfviz.load_task("simlex999")], ["raw", "zipfian_whitening"])
    )
    want = frequency_table(parts, list(here), against=more.get("which_against"))
    pd.testing.assert_frame_equal(handed_out["which-p"][0](), want)


@pytest.mark.slow
def test_methods_and_a_tasks_own_words(handed_out):
    """Lists × methods; what the Python of it prints is the table."""
    choices = {
        "which_table": "Lists × methods",
        "which_task": "SimLex-999",
        "which_methods": ["Zipfian centering", "Today: Model2Vec, by p"],
        "lists": ["wordfreq:en", "each task’s own words"],
        "words": "5k",
    }
    open_page("which_p", **choices)
    data, code, _ = handed_out["which-p"]
    assert data()["method"].unique().tolist() == ["zipfian_centering", "model2vec_p"]
    assert data()["source"].unique().tolist() == choices["lists"]
    assert data().to_string() in printed(code)[0]


def test_an_own_text_is_one_list_more(glove, handed_out):
    """Counted as `load_frequency` counts it; it is in the link."""
    pairs = zipfviz.load_task("simlex999").texts[:300]
    text = " ".join([*pairs, *pairs[:50]]).encode()
    name = uploads.link_text("own.txt", uploads.store(text))
    open_page("which_p", **ASKED, which_text=name, which_words="of each list")
    counts = zipfviz.load_frequency(text, format="text", name="own.txt")
    here = spaces(glove, shared=False) | {"own.txt": zipfviz.align(glove, counts, max_words=5000)}
    task = zipfviz.load_task("simlex999")
    parts = list(compare_frequencies(here, [task], ["raw", "zipfian_whitening"]))
    pd.testing.assert_frame_equal(handed_out["which-p"][0](), frequency_table(parts, list(here)))


def test_all_lists_at_hand_are_one_click_away():
    """And a list that is not here yet is offered by name, a language a button."""
    at = open_page("which_p", **ASKED)
    labels = [b.label for b in at.button]
    assert {"Italian", "Russian", "German"} <= set(labels)
    assert any(re.match("English film subtitles", label) for label in labels)
    button(at, "All at hand").click().run()
    assert {"wordfreq:en", "rank"} <= set(at.multiselect(key="lists").value)
