"""Figures for notebooks: the app's own, all panels in one, saved as the command saves them."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

import zipfviz
from zipfviz import gallery, plot
from zipfviz.figures import DARK


@pytest.fixture(scope="module")
def few(space):
    return space.top(2_000)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("norms", {"words": 100}),
        ("symmetry-map", {}),
        ("correlations", {}),
        ("eigenspectrum", {}),
        ("direction", {"direction": 2}),
        ("scores", {"tasks": ["simlex999", "wordsim353"], "noise": False}),
        ("rank-frequency", {}),
        ("vocabulary-growth", {}),
    ],
)
def test_each_figure_of_the_gallery_is_one_plotly_figure(few, name, options):
    """With every trace of its panels, its finding and its data."""
    figure = getattr(plot, name.replace("-", "_"))(few, **options)
    drawn = gallery.draw(name, few, **options)
    assert isinstance(figure, go.Figure)
    assert figure.headline == drawn.headline
    pd.testing.assert_frame_equal(figure.frame(), drawn.data())
    panels = [chart for draw in drawn.draws for chart in draw().data]
    assert len(figure.data) == len(panels)
    for one, other in zip(figure.data, panels, strict=True):
        assert one.type == other.type
        if one.x is not None:
            np.testing.assert_array_equal(np.asarray(one.x), np.asarray(other.x))
    axes = zip(figure.select_xaxes(), figure.select_yaxes(), strict=True)
    domains = {(tuple(x.domain or ()), tuple(y.domain or ())) for x, y in axes}
    assert len(domains) == sum(len(draw().content.panels) for draw in drawn.draws)


def test_figures_of_scores_are_those_of_their_functions(few):
    """Curves, the grid, differences and lists, with their tables."""
    curve = plot.curve(few, "simlex999", knob="n_kept", medium=DARK)
    assert curve.layout.paper_bgcolor != plot.grid(few, "simlex999").layout.paper_bgcolor
    frame = zipfviz.curve_frame(
        zipfviz.curve(few, zipfviz.load_task("simlex999"), knob="n_kept", with_symmetry=False)
    )
    assert curve.frame()["spearman"].tolist() == frame["spearman"].tolist()
    tasks = ["simlex999", "wordsim353"]
    found = plot.differences(few, tasks, ["zipfian_whitening", "model2vec"])
    assert set(found.frame()["task"]) == {*tasks, "average"}
    assert "differences stand" in found.headline
    root = zipfviz.word_space(few.words, few.vectors, np.sqrt(few.p))
    lists = plot.frequencies({"p": few, "root": root}, tasks, against="root")
    assert lists.frame()["change"].notna().sum() == 3
    assert "on average" in lists.headline


def test_what_a_figure_cannot_take_is_told(few):
    with pytest.raises(zipfviz.InputError, match="takes no colour"):
        plot.norms(few, colour="red")
    with pytest.raises(zipfviz.InputError, match="knob 'gain' is unknown"):
        plot.curve(few, "simlex999", knob="gain")
