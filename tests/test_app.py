"""The app without a browser: every page runs, and bad input is one calm sentence."""

import csv
import io
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from zipfviz.common.errors import InputError
from zipfviz.common.markdown import plain, sentence
from zipfviz.report.export import table_csv
from zipfviz.ui.shell import export, export_table

ROOT = Path(__file__).parents[1]
PAGES = sorted(p.name for p in (ROOT / "pages").glob("*.py"))


def run(page, monkeypatch, **choices):
    """The app at one page with choices in its URL."""
    monkeypatch.chdir(ROOT)
    at = AppTest.from_file(ROOT / "app.py", default_timeout=60)
    for key, value in choices.items():
        at.query_params[key] = value
    return at.run().switch_page(f"pages/{page}").run()


@pytest.mark.parametrize("page", PAGES)
def test_page_runs(page, monkeypatch):
    """No page raises with its defaults, each has its title and a chart, and every column of what is
    taken away as CSV has a name, those that tell rows apart first.
    """
    taken = {}
    take_away, table = export.take_away, export_table.table

    def recorded(name, data, *rest):
        taken[name] = data
        take_away(name, data, *rest)

    def recorded_table(frame, about, *, name, **rest):
        taken[name] = lambda: frame
        table(frame, about, name=name, **rest)

    monkeypatch.setattr(export, "take_away", recorded)
    monkeypatch.setattr(export_table, "table", recorded_table)
    at = run(page, monkeypatch)
    assert not at.exception
    assert len(at.title) == 1
    assert at.get("plotly_chart")
    for name, data in taken.items():
        header = next(csv.reader(io.StringIO(table_csv(data()))))
        assert all(header), name
        assert len(set(header)) == len(header), name


@pytest.mark.parametrize("page", PAGES)
def test_page_runs_on_a_handful_of_words(page, monkeypatch, tmp_path):
    """A list of three shared words is a small space, not a crash, and says what it is."""
    (tmp_path / "few.txt").write_text("the 5\nof 3\nzebra 1\n", "utf-8")
    monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path))
    at = run(page, monkeypatch, frequency="few.txt")
    assert not at.exception
    assert any("3 of 400\u202f000 words" in plain_text(c.value) for c in at.sidebar.caption)


@pytest.mark.parametrize("page", PAGES)
def test_no_shared_word_is_a_calm_sentence(page, monkeypatch, tmp_path):
    """A list without a common word names both sides and the way out, on every page."""
    (tmp_path / "alien.txt").write_text("qqxxzz 5\nzzxxqq 3\n", "utf-8")
    monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path))
    at = run(page, monkeypatch, frequency="alien.txt")
    assert not at.exception
    (box,) = at.warning
    assert "alien.txt shares no word with glove.6B.50d" in plain_text(box.value)
    assert "choose a list" in plain_text(box.value)


def test_a_small_host_reads_fewer_words(monkeypatch):
    """Its limit holds for the spaces, is said in the sidebar, and is in the Python shown."""
    monkeypatch.setenv("ZIPFVIZ_LIMIT", "2000")
    taken = []
    monkeypatch.setattr(export, "take_away", lambda name, data, code, *rest: taken.append(code))
    at = run("norms.py", monkeypatch)
    assert not at.exception
    told = [plain_text(c.value) for c in at.sidebar.caption]
    assert any("of 2\u202f000 words" in line for line in told)
    assert any("first 2\u202f000 words" in line for line in told)
    assert any("max_words=2000)" in code for code in taken)


def plain_text(markdown):
    return markdown.replace("\\", "")


@pytest.mark.parametrize("word", ["<b>", "</s>", "$x$", "*z*", ":red[q]", "[l](http://x)", "a`b"])
def test_words_are_text(word):
    """Escaped for markdown, every punctuation mark stands behind a backslash."""
    assert plain_text(plain(word)) == word
    assert all(
        plain(word)[i - 1] == "\\"
        for i, c in enumerate(plain(word))
        if not c.isalnum() and c != "\\"
    )


def test_an_error_begins_as_a_sentence_and_a_file_keeps_its_name():
    assert sentence(InputError("the count of 'cat' is 0.")) == "The count of 'cat' is 0."
    assert sentence(InputError("alien.txt shares no word.")) == "alien.txt shares no word."
