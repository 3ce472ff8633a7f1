"""What a link holds beyond controls: a lasso, a table, a pasted text; a long one by manifest."""

import json
import re
from urllib.parse import parse_qs, urlsplit

from watch import Visit

CAUGHT = re.compile("words are caught in the lasso")


def test_a_lasso_is_in_the_link_until_let_go(chromium, app_url):
    """Drawn in one tab, the same words are caught in another."""
    seen = Visit(chromium, f"{app_url}/space_map?map_k=500&words=5k")
    chart = seen.page.locator('[data-testid="stPlotlyChart"]').first
    chart.scroll_into_view_if_needed()
    chart.hover()
    chart.locator('.modebar-btn[data-val="lasso"]').click()
    box = chart.locator(".nsewdrag").first.bounding_box()
    corners = [(0.3, 0.3), (0.6, 0.3), (0.6, 0.6), (0.3, 0.6), (0.3, 0.3)]
    at = [(box["x"] + x * box["width"], box["y"] + y * box["height"]) for x, y in corners]
    seen.page.mouse.move(*at[0])
    seen.page.mouse.down()
    for x, y in at[1:]:
        seen.page.mouse.move(x, y, steps=8)
    seen.page.mouse.up()
    seen.page.wait_for_url("**lasso=**")
    seen.settle()
    told, link = seen.page.get_by_text(CAUGHT).inner_text(), seen.page.url
    seen.check()
    seen.close()

    seen = Visit(chromium, link)
    assert seen.page.get_by_text(CAUGHT).inner_text() == told
    seen.page.get_by_role("button", name="Let them go").click()
    seen.page.wait_for_function("!location.search.includes('lasso')")
    seen.check()
    seen.close()


def test_the_table_of_five_words_is_read_from_the_link(chromium, app_url):
    """Three other words are worked out, and broken tables are the example."""
    table = "five=ant~60~3~1~bee~25~2~2~owl~9~-1~0.2"
    seen = Visit(chromium, f"{app_url}/five_words?words=5k&{table}")
    seen.page.get_by_text("The rarest word, “owl”").wait_for()
    assert table in seen.page.url
    seen.check()
    seen.close()
    seen = Visit(chromium, f"{app_url}/five_words?words=5k&five=ant~60~3")
    seen.page.get_by_text("The rarest word, “zebra”").wait_for()
    seen.check()
    seen.close()


def test_what_is_typed_fast_into_the_five_words_is_kept(chromium, app_url):
    """Five counts, one after the other on a slow machine, and all are in the link."""
    seen = Visit(chromium, f"{app_url}/five_words?words=5k")
    page = seen.page
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 2})
    for word, count in zip(
        ("the", "of", "cat", "dog", "zebra"), ["51", "26", "13", "7", "3"], strict=True
    ):
        page.get_by_role("textbox", name=f"count of {word}").click()
        page.keyboard.press("Control+A")
        page.keyboard.type(count, delay=150)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    page.wait_for_url("**five=*zebra~3~**")
    words = parse_qs(urlsplit(page.url).query)["five"][0].split("~")
    assert words[1::4] == ["51", "26", "13", "7", "3"]
    seen.check()
    seen.close()


def test_a_pasted_text_is_in_the_link_and_a_long_one_in_the_manifest(chromium, app_url, tmp_path):
    """Short: read from the address. Long: said, held for the link, saved, there when opened."""
    page = "types_and_tokens?text_source=Pasted+text&words=5k"
    seen = Visit(chromium, f"{app_url}/{page}&text=one+two+two+%C3%A9")
    box = seen.page.get_by_role("textbox", name="Text", exact=True)
    assert box.input_value() == "one two two é"
    long = "once upon a time " * 200
    box.fill(long)
    seen.page.keyboard.press("Control+Enter")
    seen.page.get_by_text("Too long for a link").wait_for()
    seen.settle()
    assert "text=" not in seen.page.url
    other = Visit(chromium, seen.page.url)
    assert other.page.get_by_role("textbox", name="Text", exact=True).input_value() == long
    other.close()
    seen.open("Save or open a view")
    file = seen.download("Save this view", tmp_path / "view.json")
    assert json.loads(file.read_text("utf-8"))["texts"] == {"text_pasted": long}
    seen.page.locator('[data-testid="stFileUploaderDropzoneInput"]').first.set_input_files(file)
    link = seen.page.get_by_role("link", name="Open the view").get_attribute("href")
    seen.check()
    seen.close()
    seen = Visit(chromium, link)
    box = seen.page.get_by_role("textbox", name="Text", exact=True)
    assert box.input_value() == long
    seen.page.reload()
    seen.settle()
    assert box.input_value() == long
    seen.page.goto(seen.page.url.replace("text_at=", "text_at=0"))
    seen.settle()
    seen.page.get_by_text("no longer holds the text").wait_for()
    box.fill("one two two")
    seen.page.keyboard.press("Control+Enter")
    seen.page.wait_for_function("!location.search.includes('text_at')")
    seen.check()
    seen.close()
