"""Each page in a real browser: drawn, without complaint, and showing what the core computes.

A page is visited twice, on a desk and on a phone; what is to be seen there is looked at in one go.
"""

import re
from pathlib import Path

import numpy as np
import pytest
from app_server import ROOT
from watch import LENGTHS

import zipfviz
from zipfviz.evaluation.tables import symmetry_points
from zipfviz.explore.views import length_view, rank_view
from zipfviz.figures import PALETTES

SCREENSHOTS = Path(__file__).parents[1] / "screenshots"
# Address and least number of charts.
VIEWS = {
    "start": ("", 3),
    "types_and_tokens": ("types_and_tokens", 2),
    "norms": ("norms", 3),
    "symmetry_map": ("symmetry_map", 3),
    "eigenspectra": ("eigenspectra", 3),
    "scores": ("scores", 1),
    "five_words": ("five_words?five_strip=true", 5),
    "average_word": ("average_word", 0),
    "space_map": ("space_map", 2),
    "uncertainty": ("uncertainty?stand_tasks=Lee50", 1),
    "which_p": ("which_p?which_tasks=SimLex-999&lists=wordfreq:en&lists=rank", 1),
    "why": ("why?why_task=SimLex-999", 3),
    "knobs": ("knobs?knob_task=SimLex-999", 1),
    "theory": ("theory", 2),
    "theory_family": ("theory_family", 4),
    "theory_corpus": ("theory_corpus", 0),
    "theory_losses": ("theory_losses", 1),
    "token_embeddings": ("token_embeddings", 0),
    "lesson": ("lesson", 0),
    "teacher": ("teacher", 0),
    "your_data": ("your_data", 0),
    "advice": ("uncertainty?stand_tasks=Lee50&stand=What+to+use%3F", 0),
    "grid": ("knobs?knob_task=SimLex-999&knob=Length+×+direction", 1),
    "word_pairs": ("scores?table=Word+pairs", 2),
    "side_by_side": ("scores?table=Side+by+side&several_tasks=SimLex-999&frequencies=rank", 1),
}
# Pages whose charts plotly must not draw anew, and those where it must not move a margin either.
DRAWN_ONCE = {
    "start", "five_words", "norms", "symmetry_map", "eigenspectra", "space_map",
    "scores",
}  # fmt: skip
ROOMY = {"norms", "space_map"}
# Every rule of WCAG 2.1, levels A and AA.
RUN_AXE = """() => axe.run(document, {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], resultTypes: ["violations"]})"""
CHART_NAMES = """charts => charts.map(c => (c.closest('[aria-label]')
  || c.querySelector('[aria-label]') || c).getAttribute('aria-label') || '')"""
# What streamlit does after the first drawing: the same figure again, as other objects. Then plotly
# must neither compute a chart anew nor find it changed.
AGAIN = """async () => {
  const anew = [];
  for (const gd of document.querySelectorAll('.js-plotly-plot')) {
    const copy = JSON.parse(JSON.stringify({data: gd.data, layout: gd.layout}));
    const computed = gd.calcdata, drawn = [];
    const hear = new MutationObserver(list => drawn.push(...list));
    hear.observe(gd, {subtree: true, childList: true});
    await window.Plotly.react(gd, copy.data, copy.layout, gd._context);
    hear.disconnect();
    if (computed !== gd.calcdata || drawn.length) anew.push([gd.data.length, drawn.length]);
  }
  return anew;
}"""
FONTS = "[...document.querySelectorAll('.js-plotly-plot')].map(gd => gd.layout.font.color)"

# Where the names in charts and the marks are.
NAMES = """() => [...document.querySelectorAll('.js-plotly-plot')].map(gd => {
  const box = e => {
    const b = e.getBoundingClientRect();
    return [b.left, b.top, b.right, b.bottom];
  };
  return {
    names: [...gd.querySelectorAll('.textpoint')].map(e => [e.textContent, ...box(e)]),
    marks: [...gd.querySelectorAll('.points path')].filter(e => e.style.opacity !== '0').map(box),
  };
})"""


@pytest.fixture(scope="session")
def axe():
    """The text of axe.min.js as PyPI's axe-playwright-python carries it."""
    package = pytest.importorskip("axe_playwright_python")
    return (Path(package.__file__).parent / "axe.min.js").read_text("utf-8")


@pytest.fixture(scope="session")
def sts_or_lee():
    """The task the symmetry map scores by default: STS-B where the data folder has it."""
    try:
        return zipfviz.load_task("sts-b")
    except zipfviz.ZipfvizError:
        return zipfviz.load_task("lee50")


def test_every_page_is_among_the_views():
    pages = re.findall(r'"pages/(\w+)\.py"', (ROOT / "app.py").read_text("utf-8"))
    assert set(pages) <= set(VIEWS)


@pytest.mark.parametrize("view", VIEWS)
def test_view_on_a_desk(visit, axe, view):
    """All charts are there, drawn once, with names that tell a finding, in the theme's colours;
    axe finds nothing of weight in light and dark. Pictures are taken to be looked at.
    """
    path, n_charts = VIEWS[view]
    seen = visit(path)
    assert seen.n_charts >= n_charts
    for name in seen.page.eval_on_selector_all('[data-testid="stPlotlyChart"]', CHART_NAMES):
        assert re.search(r"\d|[.?]$", name), f"the chart’s name is no finding: {name!r}"
        assert not re.match(r"(?i)(scatter|bar|line|chart|plot|figure)\b", name), name
    if view in DRAWN_ONCE:
        assert seen.page.evaluate(AGAIN) == []
    if view in ROOMY:
        has_the_room_it_needs(seen)
    if view == "five_words":
        names_touch_no_mark(seen)
    seen.page.evaluate(axe)
    for mode in ("light", "dark"):
        seen.theme(mode)
        follows_the_theme(seen, mode)
        told = [
            f"{mode} {v['id']}: {node['html'][:200]}"
            for v in seen.page.evaluate(RUN_AXE)["violations"]
            if v["impact"] in ("serious", "critical")
            for node in v["nodes"]
        ]
        assert not told, "\n".join(told)
        seen.shot(SCREENSHOTS / f"{view}-{mode}.png")


@pytest.mark.parametrize("view", VIEWS)
def test_view_on_a_phone(visit, view):
    """All charts are there in a narrow, dark window, and follow it into the light; no buttons of
    plotly's lie on their legends, but where points are picked.
    """
    path, n_charts = VIEWS[view]
    seen = visit(path, phone=True, dark=True)
    assert seen.n_charts >= n_charts
    assert view in ("space_map", "symmetry_map") or seen.page.locator(".modebar-btn").count() == 0
    follows_the_theme(seen, "dark")
    seen.theme("light")
    follows_the_theme(seen, "light")
    if view == "five_words":
        names_touch_no_mark(seen)
    seen.shot(SCREENSHOTS / f"{view}-phone.png")


def follows_the_theme(seen, mode):
    """The letters of all charts, those for print apart, have the palette's colour."""
    seen.page.wait_for_function(
        f"c => {FONTS}.every(has => has === c)", arg=PALETTES[mode].text, timeout=30_000
    )


def has_the_room_it_needs(seen):
    """Plotly widens no margin of the first two charts: it would draw each anew for it."""
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


def names_touch_no_mark(seen):
    """Five charts with two names a word, each clear of every mark."""
    charts = seen.page.evaluate(NAMES)
    assert [len(chart["names"]) for chart in charts] == 5 * [10]
    for chart in charts:
        for name, left, top, right, bottom in chart["names"]:
            for x0, y0, x1, y1 in chart["marks"]:
                x, y, radius = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2
                away = max(left - x, x - right, 0), max(top - y, y - bottom, 0)
                assert (away[0] ** 2 + away[1] ** 2) ** 0.5 >= radius - 2, name


def test_start_follows_the_sidebar(visit, space):
    """Fewer words in the sidebar: the thumbnails show the lengths of the smaller space."""
    seen = visit("")
    before = seen.traces(2)[0]["y"]
    seen.choose("Most frequent words", "100k")
    after = seen.traces(2)[0]["y"]
    np.testing.assert_allclose(
        before, length_view(space, "zipfian_whitening", k=500, deleted=True).lengths, rtol=LENGTHS
    )
    small = space.top(100_000)
    np.testing.assert_allclose(
        after, length_view(small, "zipfian_whitening", k=500, deleted=True).lengths, rtol=LENGTHS
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
    fit = rank_view(space, first=1, last=100_000).fit
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
        view = length_view(space, method, k=1000, deleted=True)
        np.testing.assert_allclose(points["x"], view.information)
        np.testing.assert_allclose(points["y"], view.lengths, rtol=LENGTHS)


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


def test_a_map_without_its_spaces_has_the_room_it_needs(visit):
    has_the_room_it_needs(visit("symmetry_map?map_show=false"))


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
        points["y"], length_view(space.top(5000), "raw", k=200).lengths, rtol=LENGTHS
    )
    found = [t for t in seen.traces(0) if t["name"] == "found words"]
    np.testing.assert_allclose(found[0]["x"], space.top(5000).information[:1])  # “the”
