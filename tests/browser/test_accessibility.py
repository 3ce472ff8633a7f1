"""Every page under axe-core, light and dark: nothing serious or critical, contrast AA."""

import re
from pathlib import Path

import pytest
from conftest import ROOT
from watch import Visit

PAGES = re.findall(r'"pages/(\w+)\.py"', (ROOT / "app.py").read_text("utf-8"))
# Every rule of WCAG 2.1, levels A and AA.
RUN = """() => axe.run(document, {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], resultTypes: ["violations"]})"""
CHART_NAMES = """charts => charts.map(c => (c.closest('[aria-label]')
  || c.querySelector('[aria-label]') || c).getAttribute('aria-label') || '')"""
IS_DARK = """dark => getComputedStyle(document.querySelector('[data-testid="stApp"]')).colorScheme
  === (dark ? 'dark' : 'light')"""


@pytest.fixture(scope="session")
def axe():
    """The text of axe.min.js as PyPI's axe-playwright-python carries it."""
    package = pytest.importorskip("axe_playwright_python")
    return (Path(package.__file__).parent / "axe.min.js").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_page_has_no_serious_violation(chromium, app_url, axe, page):
    """Names, roles, contrast: axe finds nothing of weight; charts’ names tell a finding."""
    seen = Visit(chromium, f"{app_url}/{'' if page == 'start' else page}")
    try:
        seen.page.evaluate(axe)
        for dark in (False, True):
            seen.page.emulate_media(color_scheme="dark" if dark else "light")
            seen.page.wait_for_function(IS_DARK, arg=dark)
            seen.settle()
            told = [
                f"{'dark' if dark else 'light'} {v['id']}: {node['html'][:200]}"
                for v in seen.page.evaluate(RUN)["violations"]
                if v["impact"] in ("serious", "critical")
                for node in v["nodes"]
            ]
            assert not told, "\n".join(told)
        charts = '[data-testid="stPlotlyChart"]'
        for name in seen.page.eval_on_selector_all(charts, CHART_NAMES):
            assert re.search(r"\d|[.?]$", name), f"the chart’s name is no finding: {name!r}"
            assert not re.match(r"(?i)(scatter|bar|line|chart|plot|figure)\b", name), name
    finally:
        seen.close()
