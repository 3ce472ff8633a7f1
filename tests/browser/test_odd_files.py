"""Files that ask before they are read, answered by a visitor in the browser."""

import numpy as np
import pytest
from app_server import app_running
from watch import Visit

COUNTS = {"the": 5000, "of": 3000, "and": 2000, "cat": 50, "dog": 40, "house": 33, "tree": 21}
TIMES = 3  # every word is so much commoner in writing than in speech, `the` still more


def rows(words, dim=6):
    """Lines of a table of vectors."""
    numbers = np.random.default_rng(0).normal(size=(len(words), dim))
    return [
        f"{w} {' '.join(f'{x:.4f}' for x in row)}" for w, row in zip(words, numbers, strict=True)
    ]


@pytest.fixture
def colleague(tmp_path):
    """The app on a folder with small vectors, and with ones of which a tenth is cut short."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "small.vec").write_text("\n".join(rows(list(COUNTS))) + "\n")
    lines = rows([*COUNTS, *(f"word{i}" for i in range(23))])
    lines[10:13] = [line[:20] for line in lines[10:13]]
    (data / "cut.vec").write_text("\n".join(lines) + "\n")
    with app_running(ZIPFVIZ_DATA=str(data), ZIPFVIZ_CACHE=str(tmp_path / "cache")) as url:
        yield url


def shown_words(seen):
    """The dots of the first chart: a word's p, in the order of frequency."""
    dots = next(t for t in seen.traces(0) if t["type"] == "scatter")
    return np.exp(-dots["x"])


def test_a_list_that_asks_is_chosen_kept_and_used(chromium, colleague):
    """Each answer shows what it gives; the one that was kept is p on every page from then on."""
    written = {word: n * TIMES + 100 * (word == "the") for word, n in COUNTS.items()}
    text = "word,freq_spoken,freq_written\n"
    text += "".join(f"{word},{n},{written[word]}\n" for word, n in COUNTS.items())
    seen = Visit(chromium, f"{colleague}/your_data?data_way=Upload&embedding=small.vec")
    file = {"name": "www.example.org.csv", "mimeType": "text/csv", "buffer": text.encode()}
    seen.page.get_by_test_id("stFileUploaderDropzoneInput").last.set_input_files(file)
    seen.page.get_by_text("first 'the' 5000").wait_for()
    seen.page.get_by_text(
        f"sum of the list: {sum(COUNTS.values()):,}".replace(",", "\u202f")
    ).wait_for()
    seen.page.get_by_text("Column of counts: freq_written").click()
    seen.settle()
    seen.page.get_by_text(
        f"sum of the list: {sum(written.values()):,}".replace(",", "\u202f")
    ).wait_for()
    cells = seen.page.get_by_test_id("stDataFrame").locator("td").all_text_contents()
    assert cells[:2] == ["the", str(written["the"])]
    seen.page.get_by_role("button", name="Keep as a list of counts").click()
    seen.page.get_by_role("button", name="Use these frequencies").click()
    seen.page.get_by_text("In use: the sidebar shows").wait_for()
    seen.settle()
    assert not seen.page.locator("a[href^='http://www.example.org']").count()  # a name is text
    link = seen.page.url
    seen.check()
    seen.close()

    seen = Visit(chromium, link.replace("/your_data", "/norms"))
    total = sum(written.values())
    np.testing.assert_allclose(shown_words(seen), [n / total for n in written.values()])
    seen.check()
    seen.close()


def test_rows_that_cannot_be_read_are_gone_on_without(chromium, colleague):
    """No number before the answer; after it the page says how many, and the link keeps it."""
    seen = Visit(chromium, f"{colleague}/norms?embedding=cut.vec&missing=lowest+count")
    seen.page.get_by_text("3 of 30 rows (10 %) cannot be read").wait_for()
    assert seen.n_charts == 0
    seen.page.get_by_role("button", name="Go on without them").click()
    seen.page.get_by_text("cannot be read and are left out").first.wait_for()
    seen.settle()
    assert len(shown_words(seen)) == 27
    link = seen.page.url
    seen.check()
    seen.close()

    seen = Visit(chromium, link)
    assert len(shown_words(seen)) == 27
    assert seen.page.get_by_role("button", name="Go on without them").count() == 0
    seen.check()
    seen.close()
