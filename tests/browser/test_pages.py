"""Every page in a real browser: drawn, without complaint, and showing what the core computes."""

from pathlib import Path

import numpy as np
import pytest
from watch import LENGTHS, Visit

import zipfviz
from zipfviz.evaluation.tables import symmetry_points
from zipfviz.explore.views import length_view, rank_view

SCREENSHOTS = Path(__file__).parents[1] / "screenshots"
PAGES = {
    "": 3,
    "types_and_tokens": 2,
    "norms": 3,
    "symmetry_map": 3,
    "eigenspectra": 3,
    "scores": 1,
    "five_words": 2,
    "average_word": 1,
    "space_map": 2,
    "uncertainty": 1,
    "why": 0,
    "knobs": 1,
    "theory": 2,
    "theory_family": 2,
    "theory_corpus": 0,
    "theory_losses": 1,
    "token_embeddings": 0,
    "lesson": 0,
    "teacher": 0,
    "your_data": 0,
}
LOOKS = {"light": {}, "dark": {"dark": True}, "phone": {"phone": True}}


@pytest.fixture
def visit(chromium, app_url):
    """Open a page of the app; closed and checked for complaints at the end."""
    open_visits = []

    def go(path, **look):
        open_visits.append(Visit(chromium, f"{app_url}/{path}", **look))
        return open_visits[-1]

    yield go
    for each in open_visits:
        each.check()
        each.close()


@pytest.fixture(scope="session")
def sts_or_lee():
    """The task the symmetry map scores by default: STS-B where the data folder has it."""
    try:
        return zipfviz.load_task("sts-b")
    except zipfviz.ZipfvizError:
        return zipfviz.load_task("lee50")


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("page", PAGES)
def test_page_is_drawn(visit, page, look):
    """All charts are there, nothing complains; a picture is taken to be looked at."""
    seen = visit(page, **LOOKS[look])
    assert seen.n_charts >= PAGES[page]
    seen.shot(SCREENSHOTS / f"{page or 'start'}-{look}.png")


def choose(page, label, option):
    """Pick an option of a select box by its label."""
    box = page.get_by_role("combobox", name=label)
    box.scroll_into_view_if_needed()
    box.click()
    page.get_by_role("option", name=option).click()


def test_start_follows_the_sidebar(visit, space):
    """Fewer words in the sidebar: the thumbnails show the lengths of the smaller space."""
    seen = visit("")
    before = seen.traces(2)[0]["y"]
    choose(seen.page, "Most frequent words", "100k")
    seen.settle()
    after = seen.traces(2)[0]["y"]
    np.testing.assert_allclose(
        before, length_view(space, "zipfian_whitening", 500).norms, rtol=LENGTHS
    )
    small = space.top(100_000)
    np.testing.assert_allclose(
        after, length_view(small, "zipfian_whitening", 500).norms, rtol=LENGTHS
    )
    assert "words=100k" in seen.page.url


def test_types_and_tokens_refits_the_line(visit, space):
    """One step of the rank slider: the dashed line is the new fit."""
    seen = visit("types_and_tokens")
    slider = seen.page.get_by_role("slider", name="Ranks the line is fitted to").last
    slider.focus()
    slider.press("ArrowRight")
    seen.settle()
    line = next(t for t in seen.traces(0) if (t["name"] or "").startswith("p ∝"))
    fit = rank_view(space, 1, 100_000).fit
    want = np.exp(fit.log_constant - fit.exponent * np.log([1, 100_000]))
    np.testing.assert_allclose(line["y"], want, rtol=1e-8)  # nine digits are sent


def test_norms_show_more_words(visit, space):
    """One step of the slider: a thousand words, with the core's lengths, under each transform."""
    seen = visit("norms")
    slider = seen.page.get_by_role("slider", name="Words shown")
    slider.focus()
    slider.press("ArrowRight")
    seen.settle()
    for chart, method in enumerate(("raw", "uniform_whitening", "zipfian_whitening")):
        points = next(t for t in seen.traces(chart) if t["type"] == "scatter")
        view = length_view(space, method, 1000)
        np.testing.assert_allclose(points["x"], view.information)
        np.testing.assert_allclose(points["y"], view.norms, rtol=LENGTHS)


def test_symmetry_map_without_the_paper(visit, space, sts_or_lee):
    """The toggle hides the paper's 21 points; what stays are this space's, coloured by score."""
    seen = visit("symmetry_map")
    assert sum(len(t["x"]) for t in seen.traces(1) if t["color"] is not None) > 21
    seen.page.get_by_text("Paper’s 21 spaces", exact=True).click()
    seen.settle()
    own = symmetry_points(space, sts_or_lee, zipfviz.METHODS[:7])
    drawn = [t for t in seen.traces(1) if isinstance(t["color"], dict | list)]
    np.testing.assert_allclose(np.concatenate([t["x"] for t in drawn]), own["sym1_zipfian"])
    np.testing.assert_allclose(np.concatenate([t["y"] for t in drawn]), own["sym2_zipfian"])


def test_eigenspectra_summed_up(visit, space):
    """The toggle turns shares of variance into their running sums, under both priors."""
    seen = visit("eigenspectra")
    seen.page.get_by_text("Summed up", exact=True).click()
    seen.settle()
    lines = seen.traces(0)
    for prior, values in zip(("uniform", "Zipfian"), space.analysis.spectra("raw"), strict=True):
        line = next(t for t in lines if f"{prior} prior" in (t["name"] or ""))
        np.testing.assert_allclose(line["y"], np.cumsum(values) / values.sum())


@pytest.mark.parametrize("path", ["norms", "symmetry_map?map_show=false", "space_map"])
def test_charts_have_the_room_they_need(visit, path):
    """Plotly widens no margin of these charts: it would draw each anew for it."""
    seen = visit(path)
    sizes = seen.page.evaluate(
        """() => [...document.querySelectorAll('.js-plotly-plot')].slice(0, 2).map(plot => {
             const {margin, _size} = plot._fullLayout;
             return ['l', 'r', 't', 'b'].map(side => [margin[side], Math.round(_size[side])]);
           })"""
    )
    assert len(sizes) == 2
    for sides in sizes:
        for told, drawn in sides:
            assert told == drawn


def test_scores_switch_to_pearson(visit, space):
    """The coefficient's switch: points move to Pearson's r as the core computes it."""
    seen = visit("scores?tasks=Lee50")
    seen.page.get_by_text("Pearson r", exact=True).click()
    seen.settle()
    task = zipfviz.load_task("lee50")
    ends = {}
    for line in seen.traces(0):  # from the raw score to the method's, then a gap
        ends |= dict(zip(line["y"][1::3], line["x"][1::3], strict=True))
    want = [100 * zipfviz.score(space, task, m).pearson for m in zipfviz.METHODS]
    np.testing.assert_allclose([ends[row] for row in range(len(want))], want)


def test_link_opens_the_same_view(visit, space):
    """Page, data and control come back from the URL alone; an unknown value falls back."""
    seen = visit("norms?words=5k&norm_k=200&case=nonsense&find_norm=the")
    points = next(t for t in seen.traces(0) if t["type"] == "scatter")
    np.testing.assert_allclose(
        points["y"], length_view(space.top(5000), "raw", 200).norms, rtol=LENGTHS
    )
    found = [t for t in seen.traces(0) if t["name"] == "found words"]
    np.testing.assert_allclose(found[0]["x"], space.top(5000).information[:1])  # “the”
