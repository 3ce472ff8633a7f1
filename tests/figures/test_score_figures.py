"""Figures of differences, curves, the grid and moved pairs: the given numbers, marks, words."""

import re

import numpy as np
import pandas as pd
import pytest

from zipfviz.figures import LIGHT
from zipfviz.figures.curves import knob_curve, knob_symmetry
from zipfviz.figures.grid import grid_chart
from zipfviz.figures.headlines.curves import curve_headline
from zipfviz.figures.headlines.differences import difference_headline
from zipfviz.figures.headlines.pairs import moved_headline
from zipfviz.figures.uncertainty import difference_charts
from zipfviz.figures.which_p import frequency_charts
from zipfviz.figures.why import MOST_PAIRS, moved_pairs, word_changes

TYPED = ["<b>", "$x$", "&lt;", "a b"]


@pytest.fixture
def differences():
    """Two tasks; on the second, centering does not stand."""
    rows = [
        ("A", "uniform_centering", "raw", 1.0, 0.5, 1.5, 0.2, 1.8),
        ("A", "zipfian_whitening", "uniform_whitening", 9.0, 7.0, 11.0, 6.0, 12.0),
        ("B", "uniform_centering", "raw", 0.4, 0.1, 0.8, -0.2, 1.0),
    ]
    names = ["task", "method", "baseline", "value", "low", "high", "low_corrected"]
    frame = pd.DataFrame(rows, columns=[*names, "high_corrected"])
    return frame.assign(stands=[True, True, False])


def marks(figure, name):
    return next(t for t in figure.data if t.mode == "markers" and t.name == name)


def test_differences_over_one_range_and_open_where_they_do_not_stand(differences):
    """Each task its figure, all over the widest corrected interval and zero."""
    a, b = (draw(medium=LIGHT) for draw in difference_charts(differences))
    assert a.layout.xaxis.range == b.layout.xaxis.range
    assert a.layout.xaxis.range[0] < -0.2
    assert a.layout.xaxis.range[1] > 12
    assert marks(a, "against raw").x.tolist() == [1.0]
    assert marks(a, "against its uniform twin").marker.symbol == ("square",)
    assert marks(b, "against raw").marker.symbol == ("circle-open",)
    thin = next(t for t in b.data if t.mode == "lines" and t.line.width == 1)
    assert thin.x[:2].tolist() == [-0.2, 1.0]
    told = difference_headline(differences)
    assert told.startswith("2 of 3 differences stand")
    assert "Zipfian whitening against uniform whitening: +9.0 on A" in told


def test_curves_mark_the_paper_and_span_what_will_come():
    """From the first point on the axis spans all values; wide ones stand on a log axis."""
    frame = pd.DataFrame({"value": [1e-5, 1e-3], "spearman": [40.0, 50.0], "pearson": [1.0, 2.0]})
    frame = frame.assign(is_paper=[False, True], sym1_uniform=0.5, sym2_uniform=0.6)
    frame = frame.assign(sym1_zipfian=0.7, sym2_zipfian=[0.8, np.nan])
    figure = knob_curve({"sif_ccr": frame}, "a", values=[1e-5, 1e-3, 1e-1], medium=LIGHT)
    line, ring = figure.data
    assert line.y.tolist() == [40.0, 50.0]
    assert ring.x.tolist() == [1e-3]
    assert figure.layout.xaxis.type == "log"
    assert figure.layout.xaxis.range[1] > -1
    assert len(knob_symmetry(frame, "a", medium=LIGHT).data) == 8
    told = curve_headline(frame, "sif_ccr")
    assert re.search(r"SIF \+ CCR .*highest at the paper’s setting, 0\.001: 50\.0", told)


def test_the_band_of_a_curve_ends_at_the_paper():
    """At each point the interval of its change, about the point; nothing at the paper's own."""
    frame = pd.DataFrame({"value": [0.0, 1.0, 2.0], "pearson": [40.0, 50.0, 47.0]})
    changes = {"change": [-10, 0, -3], "low": [-14, 0, -4], "high": [-7, 0, -1]}
    frame = frame.assign(is_paper=[False, True, False], pearson_high=0)
    frame = frame.assign(**{f"pearson_{name}": values for name, values in changes.items()})
    figure = knob_curve({"abtt": frame}, "t", coefficient="pearson", medium=LIGHT)
    band = figure.data[0]
    assert band.fill == "toself"
    assert band.x.tolist() == [0, 1, 2, 2, 1, 0]
    assert band.y.tolist() == [43, 50, 49, 46, 50, 36]


def test_the_grid_says_its_scores_and_marks_alpha():
    """Every cell is printed, the "+ α" cell marked, the diagonal framed."""
    methods = ["raw", "zipfian_whitening"]
    scores = pd.DataFrame([[40.0, 50.0], [np.nan, 60.0]], index=methods, columns=methods)
    alpha = pd.DataFrame([[False, True], [False, False]], index=methods, columns=methods)
    figure = grid_chart(scores, alpha, medium=LIGHT)
    cells = figure.data[0].text
    assert [list(row) for row in cells] == [
        ["<b>40.0</b>", "<b>50.0</b><br>α"],
        ["<b>–</b>", "<b>60.0</b>"],
    ]
    assert len(figure.layout.shapes) == 2


def test_moved_pairs_show_texts_as_typed_and_ring_the_chosen():
    """The first 4,000 rows are drawn, texts escaped; the chosen pair is ringed wherever it is."""
    n = MOST_PAIRS + 5
    frame = pd.DataFrame({"pair": np.arange(n), "text_1": "<b>", "text_2": "$x$", "gold": 1.0})
    frame = frame.assign(before=0.2, after=np.linspace(-0.5, 1, n), effect=0.1)
    frame["change"] = frame["after"] - frame["before"]
    figure = moved_pairs(frame, "raw", "abtt", n - 1, medium=LIGHT)
    dots = next(t for t in figure.data if t.name == "pairs")
    assert len(dots.x) == MOST_PAIRS
    assert "<b>" not in dots.text[0]
    ring = next(t for t in figure.data if t.name == "chosen pair")
    assert ring.y.tolist() == [1.0]
    assert f"{4005:,}".replace(",", "\u202f") in moved_headline(frame, "raw", "abtt")
    assert moved_headline(frame.head(0), "raw", "abtt") == "No pair is left to look at."


def test_words_stand_in_the_order_of_their_gain():
    """A figure a text over one range; before and after are the given shares in percent."""
    words = pd.DataFrame({"text": [1, 1, 1, 2], "word": TYPED})
    words = words.assign(share_before=[0.2, 0.3, 0.5, 1.0], share_after=[0.1, 0.8, 0.1, 1.0])
    one, two = (draw(medium=LIGHT) for draw in word_changes(words))
    after = marks(one, "after")
    np.testing.assert_allclose(after.x, [80, 10, 10])
    np.testing.assert_allclose(marks(one, "before").x, [30, 20, 50])
    assert one.layout.xaxis.range == two.layout.xaxis.range
    assert "<b>" not in one.layout.yaxis.ticktext[1]


def test_each_list_is_drawn_from_the_one_it_is_told_from():
    """A figure a task over one range; that list itself is zero, open marks do not stand."""
    rows = [
        ("STS-B", "a <b>", 60.0, *[np.nan] * 5, False),
        ("STS-B", "rank", 55.0, -5.0, -8.0, -2.0, -9.0, -1.0, True),
        ("STS-B", "50% a + 50% rank", 58.0, -2.0, -4.0, 0.5, -5.0, 1.0, False),
        ("Lee50", "a <b>", 50.0, *[np.nan] * 5, False),
        ("Lee50", "rank", 50.5, 0.5, -1.0, 2.0, -2.0, 3.0, False),
    ]
    ends = ["change", "low", "high", "low_corrected", "high_corrected"]
    table = pd.DataFrame(rows, columns=["task", "source", "score", *ends, "stands"])
    one, two = (draw(medium=LIGHT) for draw in frequency_charts(table, "task", "a <b>"))
    found = marks(one, "difference")
    assert list(found.x) == [-5.0, -2.0]
    assert list(found.marker.symbol) == ["diamond", "diamond-open"]
    assert list(one.layout.yaxis.ticktext) == ["rank", "50% a<br>+ 50% rank"]
    assert one.layout.xaxis.range == two.layout.xaxis.range
    assert "against a &#60;b&#62;" in found.text[0]
