"""Lists that can be cut and would be cut wrongly: what is glued to nearly all words or counts."""

import contextlib
import gzip
import json
import time

import pytest

import zipfviz
from zipfviz.common.errors import ChoiceNeeded, InputError
from zipfviz.io.classify import classify

LIST = [("the", 5000), ("of", 3000), ("and", 2000), ("cat", 50), ("dog's", 40), ("house", 33),
        ("नदी", 9), ("small", 1)]  # fmt: skip


def load(text, **options):
    data = text if isinstance(text, bytes) else text.encode()
    return zipfviz.load_frequency(data, name="list.txt", **options)


def counts(text, **options):
    found = load(text, **options)
    return list(zip(found.words, found.values.tolist(), strict=True))


def written(form, rows=LIST, end="\n"):
    return "".join(form.format(*row) + end for row in rows)


@pytest.mark.parametrize(
    "form", ["'{}'\t{}", "'{}';{}", "<{}> {}", "“{}” {}", "«{}»: {}", "「{}」{}", "'{}': {},",
             "* {} {}", "- {}\t{}", "• {}  {}", "{}\t\t{}", "{}\t\t\t{}", "{1}   {0}",
             "{1:>8} {0}", "{} | {}"],
)  # fmt: skip
def test_quotes_bullets_and_space_are_no_part_of_words(form):
    """What stands around every word, or between it and its count, is left out."""
    assert counts(written(form)) == LIST
    assert counts(written("{} | {}").replace("000", " 000")) == LIST


@pytest.mark.parametrize(
    ("form", "first"),
    [("{} x {}", "the"), ("{} n={}", "the"), ("{}\tfreq={}", "the"),
     ("{}, freq={}", "the"), ("§{} {}", "§the")],
)  # fmt: skip
def test_what_all_words_share_is_asked_about(form, first):
    """A mark or word at the end of every word is offered as the separator; keeping it works."""
    with pytest.raises(ChoiceNeeded, match=r"nearly all of its words|phrases or columns") as asked:
        load(written(form))
    found = [counts(written(form), **choice.options) for choice in asked.value.choices]
    assert found[0][0] == (first, 5000)
    assert len(found[0]) == len(LIST)


def test_marks_of_subwords_and_tags_are_their_own():
    """▁the, #tag, </w> and words that share a first word beside a tab stay as they are."""
    for form in ("▁{}\t{}", "#{} {}", "{}</w>\t{}", "{}@@ {}", "high {}\t{}"):
        kept = [(form.split("{}")[0] + w + form.split("{}")[1].rstrip("\t "), n) for w, n in LIST]
        assert counts(written(form)) == kept


CLASSES = ["DET", "ADP", "CONJ", "NOUN", "NOUN", "NOUN", "NOUN", "ADJ"]


@pytest.mark.parametrize("space", [" ", "   "])
def test_columns_between_spaces_are_no_phrases(space):
    """Lines of three parts each are asked about; named columns are taken by their names."""
    rows = [(w, c, n) for (w, n), c in zip(LIST, CLASSES, strict=True)]
    text = written(space.join(["{}"] * 3), rows)
    with pytest.raises(ChoiceNeeded, match="phrases or columns") as asked:
        load(text)
    found = [counts(text, **choice.options) for choice in asked.value.choices]
    assert LIST in found
    assert found[0][0] == (f"the{space}DET", 5000)
    assert counts(space.join(["word", "pos", "count"]) + "\n" + text) == LIST
    assert counts("ngram count\n" + text) == found[0]


def test_aligned_row_numbers_are_no_part_of_words():
    """As pandas and R print a table, with spaces that line its columns up."""
    for width in (">6", "<8"):
        rows = [(n, w, c) for n, (w, c) in enumerate(LIST)]
        assert counts("    word count\n" + written(f"{{:<3}}{{:{width}}} {{:>6}}", rows)) == LIST


def test_a_number_of_a_title_is_no_count():
    """Tokens: 10162 above a list, a year in its title or header: no words, and said."""
    for form in ("{} {}", "{}\t{}", "{},{}"):
        for title in ("Tokens: 10162", "Corpus: A\nTokens: 10162", "List of the corpus 2012",
                      "word 2018"):  # fmt: skip
            above = "\n".join(form.format(*t.rsplit(" ", 1)) for t in title.split("\n"))
            found = load(above + "\n" + written(form))
            assert list(zip(found.words, found.values.tolist(), strict=True)) == LIST
            assert "left out as a title" in " ".join(found.report.assumptions)
    assert counts("8\t10133\n" + written("{}\t{}")) == LIST
    assert counts(written("{} {}", [("</s>", 0), *LIST]))[0] == ("</s>", 0)


@pytest.mark.parametrize("first", ["COCA corpus", "lemma", "ice cream"])
@pytest.mark.parametrize("form", ["{} {}", "{}\t{}", "{},{}"])
def test_a_title_or_the_most_frequent_word_is_asked_about(form, first):
    """Unlike all others and as frequent as they are together: kept, or taken out of the file."""
    rows = [(first, 10**6), *LIST]
    with pytest.raises(
        ChoiceNeeded, match=r"may be a title, .* or the most frequent word"
    ) as asked:
        load(written(form, rows))
    (kept,) = asked.value.choices
    assert counts(written(form, rows), **kept.options) == rows
    assert counts(written(form, [(":", 10**6), *LIST]))[0] == (":", 10**6)
    assert counts(written(form, [("Total words", 10**6), *LIST])) == LIST


def test_lines_above_a_header_are_left_out():
    """What stands above known names of columns is no row, also where it has as many parts."""
    assert counts("corpus,A\nsize,10162\nword,count\n" + written("{},{}")) == LIST
    assert counts("word\tcount\t%\n" + written("{}\t{}\t1.5"), count_column="count") == LIST


@pytest.mark.parametrize("name", ["zipf", "Zipf-value", "Lg10WF", "log_freq", "logprob", "log2"])
def test_logarithms_by_name_are_asked_about(name):
    """A column called so is raised to its base, or taken as it stands when it is named."""
    text = f"word\t{name}\nthe\t7\nof\t6.5\ncat\t3\n"
    with pytest.raises(ChoiceNeeded, match="called like logarithms") as asked:
        load(text)
    powers, kept = (load(text, **choice.options) for choice in asked.value.choices)
    assert powers.values[0] > 100
    assert kept.values.tolist() == [7, 6.5, 3]
    assert any("as it stands" in said for said in kept.report.assumptions)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the,53,123,456\nof,3,000,000\nand,2,000\ncat,50\ndog,7\n", "its counts are written"),
        ("the,53,123.00\nof,3,000.00\nand,20.00\n", "its counts are written"),
        ("53 123 456 the\n3 000 000 of\n2 000 and\n50 cat\n7 dog\n", "begin with a number"),
        ("the 5, of 3, cat 2, dog 1, a 1\n", "hold a number|looks like a list"),
        ("the 50 % 50 %\nof 30 % 30 %\ncat 20 % 20 %\n", "number|written"),
        ("{'the': 5, 'of': 3, 'cat': 2}\n", "words and .* numbers"),
        ("5.3e+07: the\n3e+06: of\n20: cat\n", "looks like a list"),
        ("the/5\n", "looks like a list"),
        ("word/count\nthe/5\nof/3\n", "looks like a list"),
        (json.dumps({f"w{i}": i for i in range(12)}), "number the words"),
        (written("{}\t{}", end="\x85"), "ends its lines with U.0085"),
        (written("{} {}", end="\u2028"), "ends its lines with U.2028"),
        (written("{}\t{}", end="\n\r"), "carriage return"),
        (written("{}\t{}") * 9 + "tree 5\rriver 4\r" * 3, "carriage return"),
    ],
)
def test_what_would_be_cut_wrongly_is_said(text, said):
    """One sentence, and no words with numbers in them."""
    with pytest.raises(InputError, match=said):
        load(text)


def test_json_of_every_order():
    """Counts may come first, and every row may be an object of its own."""
    assert counts(json.dumps([[n, w] for w, n in LIST])) == LIST
    assert counts("".join(json.dumps({w: n}) + "\n" for w, n in LIST)) == LIST


def test_a_few_lines_of_another_encoding():
    """Three broken lines of three, and the escapes of ISO-2022, are asked about."""
    for text, encoding in (("été 5\nà 3\noù 2\n", "latin-1"), ("私 5\n東京 3\n", "iso2022_jp")):
        with pytest.raises(ChoiceNeeded) as asked:
            load(text.encode(encoding))
        found = [load(text.encode(encoding), **c.options).words for c in asked.value.choices]
        assert tuple(line.split()[0] for line in text.splitlines()) in found


def test_running_text_stays_running_text():
    """Lines of as many words each, dialogues and verses are counted as before."""
    assert counts("the cat sat\nthe dog ran\n")[0] == ("the", 2)
    assert counts("ann: hi there\nbob: how are you\nann: fine\n")[0] == ("ann", 2)


def test_long_runs_of_spaces_take_no_time():
    """A line of 110,000 spaces is looked at once."""
    packed = gzip.compress(b"the,1\nof,2\n" + b" " * 110_000 + b"x")
    start = time.perf_counter()
    assert load(packed, max_loss=1.0).words == ("the", "of")
    assert len(load(("a" + ":" * 100_000 + " b\t5\n") + "of\t3\ncat\t2\n").words) == 3
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize("run", [b"\r", b'{"\\"', b'"\\', b"'", b": "])
def test_long_runs_take_no_time(run, tmp_path):
    """Whatever stands in a row a hundred thousand times, telling what a file is takes no minute."""
    (tmp_path / "x.txt").write_bytes(b'{"a b 1 2\nc 3 4\n' + run * 100_000 + b"\n")
    start = time.perf_counter()
    classify(tmp_path / "x.txt")
    for reads in (zipfviz.load_frequency, zipfviz.load_embedding):
        with contextlib.suppress(InputError):
            reads(tmp_path / "x.txt", max_loss=1.0)
    assert time.perf_counter() - start < 5
