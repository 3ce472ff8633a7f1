"""What a link carries beyond controls: zooms; nonsense in it is no error."""

import plotly.graph_objects as go
import pytest
import streamlit as st

from zipfviz.ui import zoom


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
