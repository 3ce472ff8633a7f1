"""Word lists as people write them: whatever stands between a word and its count."""

import pytest

import zipfviz
from zipfviz.common.errors import ChoiceNeeded

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


@pytest.mark.parametrize("form", ["{}/{}", "{}_{}", "{}-{}", "{}^{}", "{}#{}", "{}.{}"])
def test_a_separator_that_is_not_plain_is_asked_for(form):
    """A file whose short lines hold a number each is no text; each way out works."""
    with pytest.raises(ChoiceNeeded, match="looks like a list and not like running text") as asked:
        load(written(form))
    first, *_, last = asked.value.choices
    assert counts(written(form), **first.options) == LIST
    assert last.options == {"format": "text"}
    assert "at" in load(written(form), **last.options).words


@pytest.mark.parametrize("form", ["{}{}", "{1}x {0}", "{:.<12}{:.>6}", "{} {} times"])
def test_lists_that_cannot_be_cut_are_no_texts(form):
    """One sentence, whose way out counts words after all."""
    with pytest.raises(zipfviz.InputError, match=r"looks like a list.*format='text'"):
        load(written(form))
    assert load(written(form), format="text").words


def test_a_table_without_counts_is_no_text():
    """Columns of words are not counted as prose, and prose with commas is."""
    with pytest.raises(zipfviz.InputError, match=r"looks like a table.*3 columns, none of them"):
        load("the\tDET\tle\ncat\tNOUN\tchat\ndog\tNOUN\tchien\n")
    report = load("The cat, a dog.\nOne more line here, and on.\nThe end, the cat.\n").report
    assert any("running text: 4.7 words a line, and 0 of" in said for said in report.assumptions)


@pytest.mark.parametrize(
    ("numbers", "values"),
    [
        (["5 000", "3 000", "50", "3"], [5000, 3000, 50, 3]),
        (["53\u00a0123\u00a0456", "50", "40", "1"], [53123456, 50, 40, 1]),
        (["53\u202f123", "12\u202f001", "40", "1"], [53123, 12001, 40, 1]),
        (["5'000", "3’000", "50", "3"], [5000, 3000, 50, 3]),
        (["٥٠٠٠", "٣٠٠", "٥٠", "٣"], [5000, 300, 50, 3]),
        (["５０００", "３００", "５０", "３"], [5000, 300, 50, 3]),
        (["12e3", "5e2", "1E1", "3"], [12000, 500, 10, 3]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("separator", ["\t", ";", " ", ": ", "|"])
def test_numbers_as_people_write_them(separator, numbers, values):
    """Digits of any script, thousands apart: the number, and never a part of the word."""
    rows = zip(["the", "of", "at home", "cat"], numbers, strict=True)
    found = load("".join(f"{word}{separator}{number}\n" for word, number in rows))
    assert found.words == ("the", "of", "at home", "cat")
    assert found.values.tolist() == values


@pytest.mark.parametrize(
    "numbers", [["5,000", "3,000", "50", "3"], ["5.000", "3.000", "50", "3"], ["5%", "3%", ".5%"]]
)
def test_numbers_that_may_be_two_things_are_said(numbers):
    """5.000 above 50 is no 5: one sentence, whatever the share of such numbers."""
    rows = zip(["the", "of", "cat", "dog"], numbers, strict=False)
    with pytest.raises(zipfviz.InputError, match="its counts are written like"):
        load("".join(f"{word}\t{number}\n" for word, number in rows))


def test_numbers_never_end_words():
    """Where most words would end in a number the list asks for a tab; one route 66 does not."""
    with pytest.raises(zipfviz.InputError, match="words would end in a number"):
        load("the 12 5000\nof the 11 300\ncat 10 20\ndog of 9 3\na 7 6\n")
    assert counts("the 500\nof 300\nroute 66 100\ncat 5\n")[2] == ("route 66", 100)


@pytest.mark.parametrize("name", ["Total", "TOTAL:", "total tokens", "Summe", "合計", "всего"])
def test_a_row_of_the_sum_is_no_word(name):
    """First or last, named so and worth the rest: left out and said. A word total stays."""
    rows = [*LIST, (name, sum(n for _, n in LIST))]
    for order in (rows, rows[-1:] + rows[:-1]):
        found = load(written("{}\t{}", order))
        assert list(zip(found.words, found.values.tolist(), strict=True)) == LIST
        assert any("sum of the list" in said for said in found.report.assumptions)
    assert counts(written("{}\t{}", [*LIST, (name, 7)]))[-1] == (name, 7)


def test_row_numbers_are_no_counts():
    """1, 2, 3, ... in front of words without counts; asked for, they are."""
    text = "1\tthe\n2\tof\n3\tcat\n"
    with pytest.raises(ChoiceNeeded, match="number the rows and are no counts") as asked:
        load(text)
    assert counts(text, **asked.value.choices[0].options)[2] == ("cat", 3)


def test_many_columns_are_asked_about_by_name():
    """A wide table of a lexicon is no embedding: the likeliest columns come first, all work."""
    header = ["ortho", "phon", "cgram", *(f"c{i}" for i in range(25)), "freqfilms2"]
    rows = [[w, w[:2], "NOM", *(str(i % 7) for i in range(25)), str(n)] for w, n in LIST]
    text = "".join("\t".join(row) + "\n" for row in [header, *rows])
    with pytest.raises(ChoiceNeeded, match="which columns are the word and the count") as asked:
        load(text)
    first = asked.value.choices[0].options
    assert first == {"word_column": "ortho", "count_column": "freqfilms2"}
    for choice in asked.value.choices:
        load(text, **choice.options)
    assert counts(text, **first) == LIST


@pytest.mark.parametrize(
    "text",
    [",word,count\n0,the,5\n1,of,3\n", '"","word","count"\n"1","the",5\n"2","of",3\n',
     '"word" "count"\n"1" "the" 5\n"2" "of" 3\n', "\tword\tcount\n0\tthe\t5\n1\tof\t3\n"],
)  # fmt: skip
def test_columns_are_named_beside_an_index(text):
    """pandas and R write an index without a name, or none above it; columns have their names."""
    for options in ({}, {"word_column": "word"}, {"word_column": "word", "count_column": "count"},
                    {"word_column": 1, "count_column": 2}, {"count_column": "count"}):  # fmt: skip
        assert counts(text, **options) == [("the", 5), ("of", 3)]


WORDS = {
    "cp1252": "die größe straße und für hund katze baum fluss übung",
    "cp1251": "слово дом кот собака река камень облако большой маленький вода",
    "koi8-r": "слово дом кот собака река камень облако большой маленький вода",
    "gb18030": "我们 你们 他们 中国 北京 语言 词语 频率 分布 向量",
    "shift_jis": "私 東京 日本 言葉 頻度 分布 語彙 文章 単語 意味",
    "cp949": "단어 빈도 말뭉치 언어 한국 사람 서울 사랑 나무 강",
}


@pytest.mark.parametrize("alike", [False, True])
@pytest.mark.parametrize("encoding", WORDS)
def test_other_encodings_are_asked_about(encoding, alike):
    """Many words that are no UTF-8: a choice of encodings, one of which gives the words.

    Also where all such lines are alike, as in a list of one word's spellings.
    """
    words = WORDS[encoding].split()
    data = "".join(f"{word}\t{90 - n}\n" for n, word in enumerate(words)).encode(encoding)
    if alike:
        words, data = words[1:2], f"{words[1]}\t5\n".encode(encoding) * 3
    with pytest.raises(ChoiceNeeded, match=r"is no UTF-8: .* lines hold other bytes") as asked:
        zipfviz.load_frequency(data, name="list.txt")
    found = [zipfviz.load_frequency(data, **c.options).words for c in asked.value.choices]
    assert tuple(words) in found
    kept = zipfviz.load_frequency(data, encoding="utf-8")
    assert [w.encode("utf-8", "surrogateescape").decode(encoding) for w in kept.words] == words
