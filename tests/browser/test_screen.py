"""Charts on the screen: in the colours of the theme being looked at, and drawn once."""

import pytest
from watch import Visit

from zipfviz.figures import PALETTES

pytestmark = pytest.mark.browser

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
