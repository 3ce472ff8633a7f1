"""A chart taken away, a view saved and opened, pages presented: in a real browser."""

import json
import subprocess
import zipfile

import numpy as np
import pytest
from watch import LENGTHS, Visit

from zipfviz.explore.views import length_view


@pytest.mark.parametrize(
    ("page", "name"),
    [("five_words", "Take it away"), ("norms", "What the words mean"), ("", "Save or open a view")],
)
@pytest.mark.parametrize("phone", [False, True])
def test_a_pop_over_opens_where_there_is_room(chromium, app_url, page, name, phone):
    """At the lower edge of the window, too, though what it holds comes after it has opened."""
    seen = Visit(chromium, f"{app_url}/{page}", phone=phone)
    if phone and name != "Take it away":
        seen.page.get_by_test_id("stExpandSidebarButton").click()
        seen.page.wait_for_timeout(500)
    seen.open(name)
    seen.page.wait_for_timeout(500)
    box = seen.page.get_by_test_id("stPopoverBody").bounding_box()
    assert box["height"] >= 300
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= seen.page.viewport_size["height"]
    seen.check()
    seen.close()


def test_chart_and_view_are_taken_away_and_opened(chromium, app_url, space, tmp_path):
    """The archive holds vectors, data and a manifest; opening it shows the same lengths."""
    seen = Visit(chromium, f"{app_url}/norms?words=5k&norm_k=200&find_norm=the")
    seen.open("Take it away")
    archive = zipfile.ZipFile(seen.download("All of it", tmp_path / "all.zip"))
    assert {name.partition(".")[2] for name in archive.namelist()} == {
        *("csv", "py", "pdf", "svg", "txt", "bib", "manifest.json")
    }
    pdf = tmp_path / "norms.pdf"
    pdf.write_bytes(archive.read("zipfviz-norms.pdf"))
    text = subprocess.run(["pdftotext", str(pdf), "-"], capture_output=True, text=True).stdout
    assert "Zipfian whitening" in text
    assert "the" in text.split()
    manifest = archive.read("zipfviz-norms.manifest.json")
    assert json.loads(manifest)["space"]["digest"] == space.top(5000).digest
    seen.check()
    seen.close()

    seen = Visit(chromium, app_url)
    seen.open("Save or open a view")
    file = {"name": "view.json", "mimeType": "application/json", "buffer": manifest}
    seen.page.locator('[data-testid="stFileUploaderDropzoneInput"]').set_input_files(file)
    seen.page.get_by_text("Same data, same versions").wait_for(timeout=60_000)
    link = seen.page.get_by_role("link", name="Open the view").get_attribute("href")
    seen.check()
    seen.close()
    seen = Visit(chromium, link)
    points = next(t for t in seen.traces(0) if t["type"] == "scatter")
    np.testing.assert_allclose(
        points["y"], length_view(space.top(5000), "raw", k=200).lengths, rtol=LENGTHS
    )
    seen.close()


def test_a_zoom_is_in_the_link(chromium, app_url):
    """Dragged in one tab, the link zooms another, where it can be set back."""
    ranges = """() => ['xaxis', 'yaxis'].map(
        axis => document.querySelector('.js-plotly-plot')._fullLayout[axis].range)"""
    seen = Visit(chromium, f"{app_url}/norms?words=5k")
    whole = seen.page.evaluate(ranges)
    chart = seen.page.locator('[data-testid="stPlotlyChart"]').first
    chart.hover()
    chart.locator('.modebar-btn[data-val="zoom"]').first.click()
    box = chart.locator(".nsewdrag").first.bounding_box()
    seen.page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 0.3 * box["height"])
    seen.page.mouse.down()
    seen.page.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + 0.8 * box["height"], steps=5)
    seen.page.mouse.up()
    seen.page.wait_for_url("**zoom=norms-1_x_**")
    seen.settle()
    near = seen.page.evaluate(ranges)
    assert whole[0][0] < near[0][0] < near[0][1] < whole[0][1]
    link = seen.page.url
    seen.check()
    seen.close()

    seen = Visit(chromium, link)
    np.testing.assert_allclose(seen.page.evaluate(ranges), near)
    chart = seen.page.locator('[data-testid="stPlotlyChart"]').first
    chart.hover()
    chart.locator('.modebar-btn[data-val="reset"]').click()
    seen.page.wait_for_function("!location.search.includes('zoom')")
    seen.settle()
    np.testing.assert_allclose(seen.page.evaluate(ranges), whole)
    seen.check()
    seen.close()


def test_presentation_turns_pages_with_keys(chromium, app_url):
    """No sidebar, larger type, the arrow keys turn pages and keep the link, P ends it."""
    seen = Visit(chromium, f"{app_url}/norms?present=true&words=5k")
    assert not seen.page.locator('[data-testid="stSidebar"]').is_visible()
    size = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    assert seen.page.evaluate(size) > 20
    seen.page.keyboard.press("ArrowRight")
    seen.page.wait_for_url("**/symmetry_map?**")
    seen.settle()
    assert "present=true" in seen.page.url
    assert "words=5k" in seen.page.url
    seen.page.keyboard.press("ArrowLeft")
    seen.page.wait_for_url("**/norms?**")
    seen.settle()
    seen.page.keyboard.press("p")
    seen.page.locator('[data-testid="stSidebar"]').wait_for(state="visible")
    seen.settle()
    assert "present" not in seen.page.url
    seen.check()
    seen.close()
