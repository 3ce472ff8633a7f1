"""The score pages in a real browser, clicked through."""

import numpy as np

import zipfviz
from zipfviz.evaluation.curves import curve, curve_frame
from zipfviz.evaluation.grid import grid_matrix


def test_differences_are_those_of_the_core(visit, space):
    """The marks against raw lie at the observed differences of the scores."""
    seen = visit("uncertainty?stand_tasks=Lee50")
    task = zipfviz.load_task("lee50")
    raw = zipfviz.score(space, task).spearman
    shown = next(t for t in seen.traces(0) if t["name"] == "against raw" and t["text"])
    methods = zipfviz.METHODS[1:5]
    want = sorted(100 * (zipfviz.score(space, task, m).spearman - raw) for m in methods)
    np.testing.assert_allclose(sorted(shown["x"]), want)
    assert seen.page.get_by_text("50 documents drawn again 10,000 times").count() >= 1


def test_knob_curve_passes_the_paper(visit, space):
    """The drawn curve is the core's, in its band, with the ring at t = 1."""
    seen = visit("knobs?knob_task=SimLex-999&coefficient=Pearson+r")
    band, line, ring = seen.traces(0)
    task = zipfviz.load_task("simlex999")
    want = curve_frame(curve(space, task, knob="prior_strength", with_symmetry=False))
    np.testing.assert_allclose(line["y"], want["pearson"])
    assert ring["x"].tolist() == [1.0]
    assert max(band["y"]) > max(line["y"])


def test_grid_cells(visit, space):
    """Every cell of the heatmap is the core's score."""
    seen = visit("knobs?knob_task=SimLex-999&knob=Length+×+direction")
    task = zipfviz.load_task("simlex999")
    want = grid_matrix(zipfviz.length_direction_grid(space, task)).to_numpy()
    texts = seen.traces(0)[0]["text"]
    shown = [[float(c.split("</b>")[0][3:]) for c in row] for row in texts]
    np.testing.assert_allclose(shown, want, atol=0.051)


def test_a_click_on_the_map_opens_scores_by_a_link(visit):
    """The page of scores opens on the point's space, task and method, all in the address."""
    seen = visit("symmetry_map?map_show=false&map_task=SimLex-999&frequencies=rank")
    seen.page.set_viewport_size({"width": 1440, "height": 1800})
    seen.settle()
    chart = seen.page.locator('[data-testid="stPlotlyChart"]').nth(1)
    box = chart.locator(".scatterlayer .point").first.bounding_box()
    seen.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    seen.page.wait_for_url("**/scores?**")
    seen.settle()
    for part in ("table=Word+pairs", "words_tasks=SimLex-999", "score_methods=Raw", "frequency="):
        assert part in seen.page.url
    assert seen.n_charts == 1


def test_a_searched_pair_is_opened(visit, space):
    """A word typed cuts the pairs down; the first of them is opened with its words."""
    seen = visit("why?why_task=SimLex-999&why_find=happy")
    task = zipfviz.load_task("simlex999")
    moved = zipfviz.changed_pairs(space, task, "raw", "zipfian_whitening")
    texts = moved["text_1"] + " " + moved["text_2"]
    first = moved[texts.str.contains("happy")].iloc[0]
    assert seen.page.get_by_role("heading", name=f"Pair {first['pair']}").count() == 1
    assert next(list(t["text"]) for t in seen.traces(0) if t["text"]) == [first["text_1"]]
