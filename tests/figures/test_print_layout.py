"""Printed charts: panels have room, nothing covers anything, letters keep their size or say so."""

import re
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import pytest

from zipfviz.explore.plane import EXAMPLE, worked_example
from zipfviz.figures import LIGHT
from zipfviz.figures.grid import grid_chart
from zipfviz.figures.norms import NormPanel, norm_panels, norm_small
from zipfviz.figures.paper.print_export import (
    Printed,
    PrintOptions,
    print_figure,
)
from zipfviz.figures.plane import STEP_NAMES, plane_step
from zipfviz.figures.prior_path import centroid_map
from zipfviz.figures.scores import score_charts, uniform_zipfian_pairs
from zipfviz.figures.space_map import Colouring, space_map
from zipfviz.figures.style.labels import sides
from zipfviz.figures.style.page_marks import few_ticks
from zipfviz.figures.style.page_plan import legend_lines
from zipfviz.figures.style.panel import Content, Panel
from zipfviz.figures.style.sheet import Sheet
from zipfviz.figures.style.text import lines_of, wide
from zipfviz.figures.symmetry import symmetry_map
from zipfviz.space.methods import METHODS

SLIDE, ACL = PrintOptions("slide"), PrintOptions("acl")


def chart(title="", below="", x="", names=()):
    return partial(drawn_chart, title, below, x, names)


def drawn_chart(title, below, x, names, medium=LIGHT):
    sheet = Sheet(medium, 400)
    sheet.add("scatter", x=[1, 2], y=[0, 1])
    if title:
        sheet.title(0, title, below)
    sheet.x(title=x, range=[0, 0.0012])
    if names:
        sheet.name_rows(names)
    return sheet.figure()


def share_of(draws, options):
    return Printed.of(draws, options).letter_share


def inches(figure):
    layout = figure.layout
    return layout.width * layout.meta["scale"] / 96, layout.height * layout.meta["scale"] / 96


def scores(n):
    columns = [f"STS{i}" for i in range(n)]
    values = np.linspace(20, 80, len(METHODS) * n).reshape(len(METHODS), n)
    return pd.DataFrame(values, index=list(METHODS), columns=columns)


def test_markup_in_row_names_takes_no_room():
    """Two panels whose row names have a quiet second line stand side by side on a slide."""
    names = [f"{n}<br><span style='color:#000007'>spread 0.17</span>" for n in ("Raw", "Zipf.")]
    figure = print_figure([chart("a", names=names), chart("b", names=[*names, "c"])], SLIDE)
    assert figure.layout.meta["factor"] == 1
    for axis in (figure.layout.xaxis, figure.layout.xaxis2):
        assert axis.domain[1] - axis.domain[0] > 0.35


def test_scores_of_eight_tasks_fit_a_column():
    """Names of rows at the left only, the score's name once, no higher than the page's text."""
    figure = print_figure(score_charts(scores(8)), ACL)
    assert inches(figure)[1] <= 9.69 + 1e-6
    assert figure.layout.meta["factor"] == 1
    assert figure.layout.yaxis2.showticklabels is False
    assert [n.text for n in figure.layout.annotations].count("score × 100") == 1


def test_stacked_panels_leave_room_for_titles():
    """Tick labels, an x title and a heading of two lines stand between one panel and the next."""
    drawn = [chart("One", "r = 0.1", "first"), chart("Two", "r = 0.2", "second")]
    layout = print_figure(drawn, PrintOptions("neurips-half")).layout
    inside = layout.height - layout.margin.t - layout.margin.b
    between = (layout.yaxis.domain[0] - layout.yaxis2.domain[1]) * inside
    assert between >= 26 + 26 + 2 * 17 + 8


def test_names_that_cross_are_left_out():
    """Ten chosen words at one place cannot all be named; none is written over a large mark."""
    points = np.array([[0, 0], *[[1, 1]] * 10, [2, 2]])
    words = [f"word {i} of a long name" for i in range(12)]
    colouring = Colouring("n", np.arange(12.0))
    drawn = partial(space_map, points, words, colouring, title="t", chosen=range(1, 11))
    named = [n for n in print_figure([drawn], ACL).layout.annotations if "long name" in n.text]
    sides_used = {(n.xanchor, n.yanchor) for n in named}
    assert 1 <= len(named) == len(sides_used) < 10
    crowd = np.array([[x, y] for x in range(0, 101, 10) for y in range(0, 101, 10)])
    place = {"frame": np.array([[0, 0], [100, 100]]), "panel": (100.0, 100.0), "exact": True}
    assert sides(crowd[[60]], ["word"], crowd, mark=6, **place) == [None]
    assert sides(crowd[[60]], ["word"], crowd, mark=6, needed=True, **place) != [None]


def test_a_text_stays_within_its_panel():
    """The gap beside the centroid map's star is moved in from the edge that would cut it."""
    positions = np.column_stack([np.linspace(0, 10, 50), np.zeros(50)])
    centroids = np.array([[0.0, 0.0], [10.0, 0.0]])
    drawn = partial(centroid_map, positions, np.ones(50), ["w"] * 50, centroids, 1.04)
    figure = print_figure([drawn], ACL)
    gap = next(trace for trace in figure.data if trace.name == "gap")
    assert gap.x[0] < 7


def test_titles_use_the_width_and_break_between_words():
    """Where letters are smaller a line has more of them; an equals sign ends none."""
    title = "Zipfian whitening scores " + 20 * "r = 0.5 on log Z, "
    figure = print_figure(score_charts(scores(8)), PrintOptions("slide", title=title))
    lines = figure.layout.title.text.split("<br>")
    assert figure.layout.meta["factor"] < 0.9
    assert max(map(len, lines)) > 0.9 * figure.layout.width / 6.5 - 12
    assert not any(line.endswith(("=", "log", "r")) for line in lines)
    assert figure.layout.height * figure.layout.meta["scale"] == pytest.approx(7.5 * 96)


def test_black_and_white_has_no_rgba_colour():
    """The density's grey has a blue tinge on the screen."""
    at, density = np.arange(4.0), (np.arange(5.0), np.arange(5.0), np.ones((4, 4)))
    raw = NormPanel("Raw vectors", "raw", at, at, list("abcd"), 1, 1, density, [1])
    printed = print_figure([partial(norm_panels, [raw])], PrintOptions(black_white=True)).to_json()
    found = re.findall(r"rgba?\((\d+), *(\d+), *(\d+)", printed)
    found += [re.findall("..", colour) for colour in re.findall(r"#([0-9a-fA-F]{6})", printed)]
    assert len(found) > 10
    assert all(r == g == b for r, g, b in found)


def test_the_share_of_the_size_is_told():
    """1 where all fits; else what the figure was scaled with, never below 0.6."""
    assert share_of([chart()], SLIDE) == 1
    many = [chart(f"{i}", x="x") for i in range(12)]
    share = share_of(many, replace(SLIDE, together=True))
    assert 0.6 <= share < 1
    assert share == print_figure(many, SLIDE).layout.meta["factor"]


@pytest.mark.parametrize("title", ["", "A finding that takes a line"])
def test_what_no_slide_holds_goes_on_several(title):
    """Eight tasks on two slides, five steps on five, evenly, all in 22 points; a page is a page."""
    words, counts, *points = zip(*EXAMPLE, strict=True)
    both = worked_example(np.column_stack(points), counts)
    steps = [partial(plane_step, both, step, words) for step in STEP_NAMES]
    for drawn, panels in ((score_charts(scores(8)), [4, 4]), (steps, [2] * 5)):
        options = PrintOptions("slide", title=title)
        pages = Printed.of(drawn, options).figures()
        assert share_of(drawn, options) == 1
        assert len(Printed.of(drawn, options).pages) == len(pages)
        for page, n in zip(pages, panels, strict=True):
            assert page.layout.meta["factor"] == 1
            assert inches(page) == pytest.approx((40 / 3, 7.5))
            assert sum(key.startswith("xaxis") for key in page.layout.to_plotly_json()) == n
        assert len(Printed.of(drawn, replace(options, together=True)).pages) == 1
        assert len(Printed.of(drawn, ACL).pages) == 1


def test_two_charts_stay_on_one_slide():
    """What has room is not torn apart: slides are for what is too much."""
    assert len(Printed.of([chart("a"), chart("b")], SLIDE).pages) == 1


def test_steps_are_named_in_print():
    """On the page a heading names the step; on paper each panel does."""
    words, counts, *points = zip(*EXAMPLE, strict=True)
    both = worked_example(np.column_stack(points), counts)
    draw = partial(plane_step, both, "centred", words)
    texts = [note.text for note in print_figure([draw]).layout.annotations]
    named = [lines_of(text) for text in texts if "2 · Centering" in text]
    assert named == [[f"{prior} prior", "2 · Centering"] for prior in ("Uniform", "Zipfian")]
    assert not any("2 ·" in note.text for note in draw().layout.annotations)


def test_a_marked_value_keeps_its_place_beside_others():
    """A line at 16 of the second panel's x axis is one in print, too."""

    def marked(medium):
        sheet = Sheet(medium, 400)
        sheet.line([1, 1000], [0, 1], colour="#000000")
        sheet.mark_x(16, width=1)
        return sheet.figure()

    (line,) = print_figure([chart("a"), marked], ACL).layout.shapes
    assert (line.x0, line.x1, line.xref, line.yref) == (16, 16, "x2", "y2 domain")


def test_grouped_legend_entries_follow_each_other():
    """Eight short entries and one long one: as groups they need fewer lines than as columns."""
    names = ["a" * 30, *"bcdefghi"]
    plain = [{"name": name, "showlegend": True} for name in names]
    grouped = [{**trace, "legendgroup": trace["name"]} for trace in plain]
    contents = [Content(LIGHT, [Panel(300, None, traces=d)]) for d in (plain, grouped)]
    assert [legend_lines([content], 480) for content in contents] == [5, 2]


def test_numbers_below_narrow_panels_stand_upright():
    """Few enough that none is turned: 0.0000 to 0.0012 over three panels of a slide."""
    layout = print_figure([chart(f"{i}", x="x") for i in range(3)], SLIDE).layout
    assert {axis.tickangle for axis in (layout.xaxis, layout.xaxis2, layout.xaxis3)} == {0}
    assert 0.0012 / layout.xaxis.nticks > 0.0002  # so the step is 0.0005


def test_values_in_charts_are_printed_in_full_size():
    """On narrow bars they stand upright instead of shrinking; a grid's cells keep theirs."""
    bars = print_figure([partial(uniform_zipfian_pairs, scores(7))], ACL)
    assert {(bar.constraintext, bar.textangle) for bar in bars.data} == {("none", -90)}
    cells = scores(4).iloc[:4]
    grid = print_figure([partial(grid_chart, cells.set_axis(cells.index, axis=1), cells > 50)])
    assert grid.data[0].text is not None


def inside_height(layout):
    return layout.height - layout.margin.t - layout.margin.b


@pytest.mark.parametrize("preset", ["neurips", "neurips-half", "acl", "slide"])
def test_thumbnails_stand_in_a_row_with_their_names(preset):
    """Each says what it is, as the page does beside it, and is as high as its label is long."""
    at, method = np.arange(9.0), "zipfian_whitening"
    blue = NormPanel("Zipfian whitening", method, at, at, list("abcdefghi"), 1, 1)
    layout = print_figure([partial(norm_small, blue)] * 3, PrintOptions(preset)).layout
    for axis in (layout.yaxis, layout.yaxis2, layout.yaxis3):
        assert axis.domain == (0, 1)
    assert inside_height(layout) >= wide("longer →")
    texts = [note.text.replace("<br>", " ") for note in layout.annotations]
    assert sum("Zipfian" in text and "r = 1.00" in text for text in texts) == 3
    assert not norm_small(blue).layout.annotations


def test_a_colour_bar_stands_where_height_is_fixed():
    """The symmetry map's panels on a slide are at least half as high as the slide."""
    columns = ["sym1_uniform", "sym2_uniform", "sym1_zipfian", "sym2_zipfian", "average_cosine"]
    points = pd.DataFrame({c: np.linspace(0.2, 0.9, 7) for c in [*columns, "isoscore", "score"]})
    points = points.assign(embedding="GloVe", own=False, method=list(METHODS[:7]))
    drawn = [partial(symmetry_map, points, priors=[p]) for p in ("uniform", "zipfian")]
    layout = print_figure(drawn, SLIDE).layout
    assert layout.coloraxis.colorbar.orientation is None
    assert layout.coloraxis.colorbar.title.side == "right"
    assert inside_height(layout) > 0.5 * layout.height
    assert print_figure(drawn, ACL).layout.coloraxis.colorbar.orientation == "h"


def test_maps_are_about_as_high_as_wide():
    """Where a unit is as long across as up, a flat panel would be empty at both sides."""
    points = np.array([[0, 0], [1, 2], [2, 1]])
    colouring = Colouring("n", np.arange(3.0))
    drawn = [partial(space_map, points, list("abc"), colouring, title="t")] * 2
    layout = print_figure(drawn, ACL).layout
    high = (layout.yaxis.domain[1] - layout.yaxis.domain[0]) * inside_height(layout)
    assert high > 0.4 * layout.width


def test_names_above_narrow_columns_stand_upright_in_their_room():
    """A grid of six columns in half a page: names turned, all of them and the title on the page."""
    cells = scores(6).iloc[:6]
    drawn = partial(grid_chart, cells.set_axis(cells.index, axis=1), cells > 50)
    half, wide_page = (print_figure([drawn], PrintOptions(p)) for p in ("neurips-half", "acl-page"))
    assert (half.layout.xaxis.tickangle, wide_page.layout.xaxis.tickangle) == (-90, 0)
    assert half.layout.margin.t > wide("centering") + 26
    assert half.layout.margin.b < 20


def test_an_axis_keeps_two_numbers():
    """Between 44 and 75 over 80 pixels there is room for 50, 60 and 70; three steps would be 60."""
    panel = Panel(300, None, x={"range": [44, 75], "nticks": 5})
    few_ticks(panel, 80.0)
    assert 31 / panel.x["nticks"] <= 10
