"""What a link carries beyond controls: zooms; nonsense in it is no error."""

import re

import plotly.graph_objects as go
import pytest
import streamlit as st
from app_page import PAGES, ROOT, open_page

from zipfviz.common.markdown import thin
from zipfviz.ui.shell import links, zoom


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "norms-1_x_3_9_y2_-2_1e-3__b_x_1_0",
            {"norms-1": {"x": (3, 9), "y2": (-2, 1e-3)}, "b": {"x": (1, 0)}},
        ),
        ("a_x_1_1__a_z_0_1__a_x_nan_1__a_x_<b>_1__a_x_0_inf__a_x_1", {}),
        ("", {}),
    ],
)
def test_zooms_of_a_link(text, found):
    assert zoom.parsed(text) == found


def test_a_zoomed_figure_shows_the_range_and_only_axes_it_has(monkeypatch):
    monkeypatch.setattr(st, "query_params", {"zoom": "c_x_3_9_x7_1_2"})
    figure = go.Figure(layout={"xaxis": {"title": {"text": "kept"}}, "yaxis": {}})
    seen = zoom.zoomed(figure, "c").layout
    assert (seen.xaxis.range, seen.xaxis.title.text) == ((3, 9), "kept")
    assert "xaxis7" not in seen.to_plotly_json()
    assert zoom.zoomed(figure, "other") is figure


def test_a_table_and_marks_come_back_as_they_were():
    rows = [("a~b %7E", 60.0, 3.0, -1.25), ("猫", 0.0, 1e-3, 2.0)]
    assert links.rows_of(links.rows_text(rows)) == rows
    words = [f"w{i}" for i in range(5_000)]
    marked = list(range(0, 5_000, 7))
    text = links.marks_text(marked, words)
    assert links.fits(text)
    assert links.marks_of(text, words) == marked
    assert links.marks_of(text, words[1:]) is None


@pytest.mark.parametrize("text", ["", "a~1~2", "a~1~2~nan", "a~x~1~2", "~" * 5_000])
def test_a_broken_table_is_none(text):
    assert links.rows_of(text) is None


@pytest.mark.parametrize("packed", ["", "%%", "AAAA", "é", "eJw"])
def test_broken_marks_are_none_or_empty(packed):
    words = ["a", "b"]
    told = links.marks_text([0], words).partition("-")[0]
    assert not links.marks_of(f"{told}-{packed}", words)


def test_thousands_are_set_apart_by_thin_spaces_and_lists_are_left_alone():
    assert thin("of 1,253,970 words, 96.7 %, 3,14 or 3, 500") == (
        "of 1\u202f253\u202f970 words, 96.7\u202f%, 3,14 or 3, 500"
    )


KEYS = {
    key
    for folder in ("pages", "zipfviz/ui")
    for source in (ROOT / folder).rglob("*.py")
    for key in re.findall(r'"([a-z][a-z_]*)"', source.read_text("utf-8"))
}


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_a_link_with_empty_values_is_no_error(page):
    """`?knob=` chooses nothing: the page shows what it shows without it."""
    empty = dict.fromkeys(KEYS - {"embedding", "frequency", "words", "case", "missing"}, "")
    open_page(page, words="1k", **empty)
