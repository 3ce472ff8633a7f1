"""The app without a browser: every page runs, and bad input is one calm sentence."""

import csv
import io
import re

import pytest
from app_page import PAGES, ROOT, as_typed, open_page, prints, said

from zipfviz.common.errors import InputError
from zipfviz.common.markdown import plain, sentence
from zipfviz.report.export import table_csv

ONE_AS_MANY = re.compile(r"(?<![\d.,−-])1 (?!times as|holds)[a-z]+s\b(?<!is)(?<!was)(?<!has)")


@pytest.mark.parametrize("page", PAGES)
def test_page(page, handed_out):
    """No page raises with its defaults, each is the page asked for, with one title and a chart. All
    that is taken away has Python that prints and, as CSV, a name for every column, those that tell
    rows apart first.
    """
    at = open_page(page)
    (title,) = at.title
    assert title.value in (ROOT / "pages" / f"{page}.py").read_text("utf-8")
    assert at.get("plotly_chart") or at.main.get("bidi_component")
    assert not [text for text in said(at) if ONE_AS_MANY.search(text)]
    for name, (data, code, _) in handed_out.items():
        assert prints(code), f"{name}: {code}"
        header = next(csv.reader(io.StringIO(table_csv(data()))))
        assert all(header), name
        assert len(set(header)) == len(header), name


@pytest.fixture
def listed(monkeypatch, tmp_path):
    """Put a frequency list into the data folder; its name."""

    def put(name, text):
        (tmp_path / name).write_text(text, "utf-8")
        monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path))
        return name

    return put


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_page_of_a_handful_of_words(page, listed):
    """A list of three shared words is a small space, not a crash, and says what it is."""
    at = open_page(page, frequency=listed("few.txt", "the 5\nof 3\nzebra 1\n"))
    assert any("3 of 400\u202f000 words" in as_typed(c.value) for c in at.sidebar.caption)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_page_of_one_word(page, listed):
    """And never “1 words”."""
    told = said(open_page(page, frequency=listed("one.txt", "the 5\n")))
    assert not [t for t in told if ONE_AS_MANY.search(t)]


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_no_shared_word_is_a_calm_sentence(page, listed):
    """A list without a common word names both sides and the way out, on every page."""
    at = open_page(page, frequency=listed("alien.txt", "qqxxzz 5\nzzxxqq 3\n"))
    (box,) = at.warning
    for part in ("alien.txt", "glove.6B.50d", "no word", "choose a list"):
        assert part in as_typed(box.value)


def test_a_small_host_reads_fewer_words(monkeypatch, handed_out):
    """Its limit holds for the spaces, is said in the sidebar, and is in the Python shown."""
    monkeypatch.setenv("ZIPFVIZ_LIMIT", "2000")
    told = [as_typed(c.value) for c in open_page("norms").sidebar.caption]
    assert any("of 2\u202f000 words" in line for line in told)
    assert any("first 2\u202f000 words" in line for line in told)
    assert any("max_words=2000)" in code for _, code, _ in handed_out.values())


@pytest.mark.parametrize("word", ["<b>", "</s>", "$x$", "*z*", ":red[q]", "[l](http://x)", "a`b"])
def test_words_are_text(word):
    """Escaped for markdown, every punctuation mark stands behind a backslash."""
    assert as_typed(plain(word)) == word
    assert all(
        plain(word)[i - 1] == "\\"
        for i, c in enumerate(plain(word))
        if not c.isalnum() and c not in "\\\u2060"
    )


def test_an_error_begins_as_a_sentence_and_a_file_keeps_its_name():
    assert sentence(InputError("the count of 'cat' is 0.")) == "The count of 'cat' is 0."
    assert sentence(InputError("alien.txt shares no word.")) == "alien.txt shares no word."
