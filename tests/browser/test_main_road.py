"""The main road, walked once by a visitor who brought nothing: the quick run's one browser test."""

import numpy as np
import pandas as pd
import pytest
from app_server import app_running
from playwright.sync_api import expect
from watch import LENGTHS, Visit

import zipfviz
from zipfviz.lesson.steps import LESSON

SHOWN = 500


@pytest.fixture
def just_installed(tmp_path):
    """The app of someone without a data folder, whose cache is empty."""
    folders = {"ZIPFVIZ_DATA": str(tmp_path / "data"), "ZIPFVIZ_CACHE": str(tmp_path / "cache")}
    with app_running(**folders) as url:
        yield url


def lengths(space, method):
    """|w| of the most frequent words, in the order of frequency; of whitened ones without their own
    part in the moments, |w|² / (1 - q (1 + |w|²)).
    """
    squared = np.square(zipfviz.transform(space, method)[space.by_frequency[:SHOWN]]).sum(axis=1)
    own = {"uniform_whitening": np.full(len(space), 1 / len(space)), "zipfian_whitening": space.p}
    q = own.get(method, np.zeros(len(space)))[space.by_frequency[:SHOWN]]
    return np.sqrt(squared / (1 - q * (1 + squared)))


def dots(seen, chart=0):
    return next(t for t in seen.traces(chart) if t["type"] == "scatter")


def turn_to(seen, section, title):
    """Another page, by the menu on top, where its group is marked from then on."""
    if not section:
        seen.page.get_by_test_id("stTopNavLink").filter(has_text=title).click()
    else:
        group = seen.page.get_by_test_id("stTopNavSection").filter(has_text=section)
        group.click()
        seen.page.get_by_test_id("stTopNavDropdownLink").filter(has_text=title).click()
        expect(group).to_have_css("font-weight", "600")
    seen.page.get_by_role("heading", name=title, exact=True).wait_for()
    seen.settle()


def test_the_main_road(chromium, just_installed, glove, tmp_path):
    """Start, another frequency list, Norms as CSV, Scores, the lesson, vectors of one's own: the
    choice goes along, and each number is the core's.
    """
    seen = Visit(chromium, f"{just_installed}/?words=20k")
    seen.choose("Word frequencies", "Rank: p ∝ 1/rank (assumed)")
    space = zipfviz.align(glove, zipfviz.load_frequency("rank"), max_words=20_000)
    for chart, method in enumerate(("raw", "uniform_whitening", "zipfian_whitening")):
        np.testing.assert_allclose(seen.traces(chart)[0]["y"], lengths(space, method), rtol=LENGTHS)

    seen.page.get_by_test_id("stMain").get_by_role("radio", name="B").click()
    seen.page.get_by_text("You chose B").wait_for()
    seen.settle()

    turn_to(seen, "The space", "Vector length")
    assert "frequency=Rank" in seen.page.url
    seen.open("Take it away")
    taken = pd.read_csv(
        seen.download("Data as CSV", tmp_path / "norms.csv"),
        index_col="word",
        keep_default_na=False,
    )
    seen.page.keyboard.press("Escape")
    written = [word.removeprefix("'") for word in taken.index]  # no word is a formula
    assert written == [space.words[i] for i in space.by_frequency[:SHOWN]]
    np.testing.assert_allclose(taken["p"], space.p[space.by_frequency[:SHOWN]])
    for chart, method in enumerate(("raw", "uniform_whitening", "zipfian_whitening")):
        np.testing.assert_allclose(taken[method], lengths(space, method), rtol=LENGTHS)
        np.testing.assert_allclose(dots(seen, chart)["y"], taken[method], rtol=LENGTHS)

    turn_to(seen, "Does it help?", "Scores")
    task, ends = zipfviz.load_task("lee50"), {}
    for line in seen.traces(0):  # from the raw score to the method's, then a gap
        ends |= dict(zip(line["y"][1::3], line["x"][1::3], strict=True))
    want = [100 * zipfviz.score(space, task, method).spearman for method in zipfviz.METHODS]
    np.testing.assert_allclose([ends[row] for row in range(len(want))], want)

    turn_to(seen, "", "Lesson")
    guess = seen.page.get_by_label("Your guess, types")
    guess.fill("7")
    guess.press("Enter")
    seen.page.get_by_role("button", name="Reveal").click()
    seen.page.get_by_text(LESSON[0].answer(space).sentence).first.wait_for()
    seen.page.get_by_text("Your guess, 7 types, is 2 types too high.").wait_for()

    turn_to(seen, "", "Your data")
    own = [word for word in glove.words[:40] if word.isalpha()]
    rows = zip(own, glove.vectors[[glove.words.index(word) for word in own]].tolist(), strict=True)
    text = "".join(f"{word} {' '.join(map(str, row))}\n" for word, row in rows)
    seen.page.get_by_test_id("stMain").get_by_text("Upload", exact=True).click()
    seen.settle()
    file = {"name": "mine.txt", "mimeType": "text/plain", "buffer": text.encode()}
    seen.page.get_by_test_id("stFileUploaderDropzoneInput").last.set_input_files(file)
    seen.page.get_by_role("button", name="Use these vectors").click()
    seen.page.get_by_text(f"{len(own)} words in the space").wait_for()
    seen.settle()
    mine = zipfviz.align(
        zipfviz.load_embedding(text.encode(), name="mine"), zipfviz.load_frequency("rank")
    )
    np.testing.assert_allclose(dots(seen)["y"], lengths(mine, "raw"), rtol=LENGTHS)
    np.testing.assert_allclose(dots(seen)["x"], mine.information[mine.by_frequency])
    seen.check()
    seen.close()
