"""Word lists as people write them: whatever stands between a word and its count."""

import pytest

import zipfviz

LIST = [("the", 5000), ("of", 3000), ("at home", 200), ("cat", 50), ("dog", 40), ("don't", 3)]


def load(text, **options):
    return zipfviz.load_frequency(text.encode(), name="list.txt", **options)


def counts(text, **options):
    found = load(text, **options)
    return list(zip(found.words, found.values.tolist(), strict=True))


def written(form, rows=LIST, end="\n"):
    return "".join(form.format(word, count) + end for word, count in rows)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r\r\n"])
@pytest.mark.parametrize(
    "form",
    [
        "{}|{}", "{} | {}", "|{}|{}|", "| {} | {} |", "{}:{}", "{}: {}", "{} : {}", "{}={}",
        "{} = {}", "{} -> {}", "{}->{}", "{} => {}", "{} → {}", "{} ({})", "{}({})", "{} [{}]",
        "{}\u00a0{}", "{}\u3000{}", "{}，{}", "{}：{}", "{}、{}", "{}~{}", "{} - {}", "{} — {}",
        "- {}: {}", "* {} – {}", "• {} = {}", '"{}": {},', "{}:\t{}", "{}\x01{}", "{}\t{}\t",
        "{};{};", "{} / {}", "{1}: {0}", "{1} - {0}", "{1}|{0}", "{1}\t{0}", "{:<10}{:>6}",
        "{:>10}{:>6}", "  {}\t{}", "{} .... {}",
    ],
)  # fmt: skip
def test_lists_of_any_separator(form, end):
    """Words and counts come back, spaces and brackets around them do not."""
    found = counts(written(form, end=end))
    strip = str.strip if form.startswith(" ") else str
    assert [(strip(word), count) for word, count in found] == LIST


@pytest.mark.parametrize("form", ["{}|{}", "{}\t{}", "{}:{}", "{}", "{} -> {}"])
def test_a_markdown_table_and_a_header(form):
    """A header names the columns, lines of dashes are none of them, and both are told."""
    if form == "{}":
        text = "| word | count |\n|:-----|------:|\n" + written("| {} | {} |")
    else:
        text = form.format("word", "count") + "\n" + written(form)
    found = load(text)
    assert list(zip(found.words, found.values.tolist(), strict=True)) == LIST
    assert "was read as a header" in str(found.report)


@pytest.mark.parametrize(
    "above",
    [
        "# tokens: 8293\n",
        "# list v1\n# tokens: 8293\n\n",
        "% made by hand\n",
        "// word, count\n",
        "sep=\t\n",
        '"sep=\t"\n',
        "Frequencies of the corpus\n",
        "Frequencies of the corpus\n\nword\tcount\n",
    ],
)
def test_what_stands_above_a_list_is_no_word(above):
    """Comments, a title, Excel's separator: left out, and said."""
    found = load(above + written("{}\t{}"))
    assert list(zip(found.words, found.values.tolist(), strict=True)) == LIST
    assert found.report.bad_rows == 0
    assert repr(above.split("\n")[0])[1:9] in " ".join(found.report.assumptions)


def test_marks_of_comments_are_words_where_they_are_rows():
    """#, % and // have counts of their own, and hashtags are words."""
    for form in ("{} {}", "{}\t{}", "{},{}"):
        rows = [("#", 9), ("%", 8), ("//", 7), ("#tag", 6), *LIST[:2]]
        assert counts(written(form, rows)) == rows


def test_joined_files():
    """A byte order mark and a header inside a file are those of the next one."""
    part = "\ufeffword\tcount\nthe\t5\nof\t3\n"
    found = load(part + "\ufeffword\tcount\ncat\t2\n\ufeffdog\t1\n\ufeff\t7\n")
    assert found.words == ("the", "of", "cat", "dog", "\ufeff")
    assert found.report.bad_rows == 0
    assert any("came again 1 time" in said for said in found.report.assumptions)
    assert any("2 lines began with a byte order mark" in said for said in found.report.assumptions)
