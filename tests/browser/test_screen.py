"""Charts on the screen: in the colours of the theme being looked at, and drawn once."""

import pytest
from watch import Visit

from zipfviz.figures import PALETTES

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


@pytest.mark.parametrize(
    "page",
    [
        "",
        "five_words",
        "average_word",
        "norms",
        "symmetry_map",
        "eigenspectra",
        "space_map",
        "scores",
    ],
)
def test_a_chart_is_drawn_once(chromium, app_url, page):
    seen = Visit(chromium, f"{app_url}/{page}")
    assert seen.page.evaluate(AGAIN) == []
    seen.close()


def test_charts_follow_the_theme(chromium, app_url):
    seen = Visit(chromium, f"{app_url}/norms", dark=True)
    for mode in ("dark", "light", "dark"):
        seen.page.emulate_media(color_scheme=mode)
        seen.page.wait_for_function(
            f"c => {FONTS}.every(has => has === c)", arg=PALETTES[mode].text, timeout=30_000
        )
        seen.settle()
        assert len(seen.page.evaluate(FONTS)) == 3
    seen.check()
    seen.close()


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


@pytest.mark.parametrize("phone", [False, True])
def test_names_of_the_five_words_touch_no_mark(chromium, app_url, phone):
    seen = Visit(chromium, f"{app_url}/five_words", phone=phone)
    charts = seen.page.evaluate(NAMES)
    assert [len(chart["names"]) for chart in charts] == 5 * [10]
    for chart in charts:
        for name, left, top, right, bottom in chart["names"]:
            for x0, y0, x1, y1 in chart["marks"]:
                x, y, radius = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2
                away = max(left - x, x - right, 0), max(top - y, y - bottom, 0)
                assert (away[0] ** 2 + away[1] ** 2) ** 0.5 >= radius - 2, (name, phone)
    seen.check()
    seen.close()
