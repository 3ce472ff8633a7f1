"""Whatever bytes come in, a frequency or a task comes out whole, or one sentence does."""

import io
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from zipfviz.common.errors import ZipfvizError
from zipfviz.io.load import load_frequency, load_task

MANY = settings(suppress_health_check=list(HealthCheck))


def parquet(**columns):
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


COUNT_SEEDS = {
    "parquet": (parquet(word=["the", "of", "nan"], count=[120, 80, 3]),),
    "lines": (
        b'the 120\nof 80\n. . 60\nnan 3\n" 5\n',
        b"the\t120\nat name\t7\nnull\t1e6\n",
        b"      12 the\n       3 of\n",
    ),
    "tables": (
        b'word,count\nthe,120\n",",80\n"""",5\n',
        b"1\tthe\t120\n2\tof\t80\n3\tto\t75\n",
    ),
    "JSON": (
        b'{"the": 3, "of": 2.5}',
        b'{"word":"the","count":5}\n{"word":"of","count":3}\n',
        b'[["the",5],["of",3.5]]',
    ),
    "text": (b"The cat sat on the mat.\nIt wasn't there.\n",),
}
PAIR_SEEDS = {
    "parquet": (
        parquet(sentence1=["a girl runs"] * 2, sentence2=["she sits"] * 2, score=[2.5, 1.0]),
    ),
    "STS-B": (b'main\tMSRvid\t2012test\t0024\t2.500\ta girl .\tthe "girl .\n' * 2,),
    "GLUE": (b"index\tsentence1\tsentence2\tscore\n0\ta girl runs .\tthe girl sits .\t2.5\n",),
    "JSON": (
        b'{"sentence1": "a b", "sentence2": "c d", "label": 2.5}\n' * 2,
        b'[{"text1": "a b", "text2": "c d", "score": 2.5}]',
    ),
    "csv": (b'7,a girl runs .,the girl sits .,2.5\n8,"yes, a girl",no girl .,1\n',),
    "words": (
        b"sun sunlight 50.0\nmoon moonlight 40.0\n",
        b"# comment\nlove\tsex\t6.77\ntiger\tcat\t7.35\n",
    ),
}
# parquet is read by a process of its own, a quarter of a second each time: fewer examples of it.
FEW = {"parquet"}
ALL_COUNTS = [seed for kind in sorted(COUNT_SEEDS.keys() - FEW) for seed in COUNT_SEEDS[kind]]
ALL_PAIRS = [seed for kind in sorted(PAIR_SEEDS.keys() - FEW) for seed in PAIR_SEEDS[kind]]
TOKENS = (
    *(b"\t", b" ", b",", b";", b'"', b"\n", b"\r\n", b"\r", b"\x00", b"-", b"1e999", b"nan", b"#"),
    *(b"{", b"}", b"[", b"]", b":", b"\xff", b"\xef\xbb\xbf", b"\xc2\xa0", b"\xe2\x80\xa8", b"1,0"),
    *(b"\x1f\x8b", b"PK\x03\x04", b"PAR1", b"BZh", b"\\ud800", b"99999999999999999999", b"null"),
)


@st.composite
def mutated(draw, seeds):
    """A real file with bytes cut out, doubled, or replaced by what files trip over."""
    data = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(0, 6))):
        i = draw(st.integers(0, len(data)))
        j = min(len(data), i + draw(st.integers(0, 12)))
        piece = draw(st.one_of(st.sampled_from(TOKENS), st.binary(max_size=4), st.just(data[i:j])))
        keep = draw(st.booleans())
        data = data[:i] + piece + data[i if keep else j :]
    return data


def check_frequency(frequency):
    assert len(set(frequency.words)) == len(frequency.words) == len(frequency.values) > 0
    assert np.isfinite(frequency.values).all()
    assert (frequency.values >= 0).all()
    assert 0 < frequency.total < np.inf
    assert (frequency.lookup(frequency.words) == frequency.values).all()
    report = frequency.report
    assert report.rows_read == report.rows_kept + report.duplicates + report.bad_rows
    assert report.rows_kept == len(frequency.words)


def check_task(task):
    assert task.pairs.shape == (len(task.gold), 2)
    assert len(task) > 0
    assert task.pairs.min() >= 0
    assert task.pairs.max() < len(task.texts)
    assert np.isfinite(task.gold).all()
    assert all(isinstance(text, str) for text in task.texts)
    assert task.report.rows_kept == len(task)
    assert task.report.rows_read >= task.report.rows_kept + task.report.bad_rows


def attempt(load, source, **options):
    """(what loads, "") or (None, the one sentence); anything else that escapes fails the test."""
    try:
        return load(source, **options), ""
    except ZipfvizError as error:
        return None, str(error)


def loads_or_says(load, check, source, **options):
    loaded, sentence = attempt(load, source, **options)
    if loaded is None:
        assert sentence
        assert "\n" not in sentence
    else:
        check(loaded)


@pytest.mark.parametrize("kind", sorted(COUNT_SEEDS.keys() - FEW))
@MANY
@given(data=st.data(), format=st.sampled_from([None, None, "counts", "json", "parquet", "text"]))
def test_frequencies_of_any_bytes(kind, data, format):
    """Mutated lists load whole or are refused in one sentence."""
    data = data.draw(mutated(COUNT_SEEDS[kind]))
    loads_or_says(load_frequency, check_frequency, data, name="file", format=format)


@MANY
@given(mutated(ALL_COUNTS), st.sampled_from([True, 2, 10]), st.integers(-4, 4))
def test_frequencies_under_any_option(data, log, column):
    """The same under logarithms and chosen columns."""
    loads_or_says(load_frequency, check_frequency, data, name="file", log=log, count_column=column)


@settings(MANY, max_examples=min(100, settings().max_examples))
@given(mutated(COUNT_SEEDS["parquet"]), mutated(PAIR_SEEDS["parquet"]), st.integers(-4, 4))
def test_bent_parquet(counts, pairs, column):
    """Mutated tables of columns load whole or are refused in one sentence."""
    loads_or_says(load_frequency, check_frequency, counts, name="file")
    loads_or_says(load_frequency, check_frequency, counts, name="file", count_column=column)
    loads_or_says(load_task, check_task, pairs, name="file")


@pytest.mark.parametrize("kind", sorted(PAIR_SEEDS.keys() - FEW))
@MANY
@given(data=st.data())
def test_tasks_of_any_bytes(kind, data):
    """Mutated benchmarks load whole or are refused in one sentence."""
    data = data.draw(mutated(PAIR_SEEDS[kind]))
    loads_or_says(load_task, check_task, data, name="file")


@MANY
@given(mutated(ALL_PAIRS), st.integers(-4, 8), st.integers(-4, 8))
def test_tasks_under_any_columns(data, left, score):
    """The same when columns are asked for."""
    loads_or_says(
        load_task, check_task, data, name="file", text_columns=(left, 1), score_column=score
    )


@MANY
@given(st.binary(max_size=60), st.binary(max_size=60))
def test_semeval_folders_of_any_bytes(tmp_path_factory, texts, gold):
    """Input and gold files of any bytes go line by line or are refused."""
    folder = tmp_path_factory.mktemp("semeval", numbered=True)
    (folder / "STS.input.x.txt").write_bytes(texts)
    (folder / "STS.gs.x.txt").write_bytes(gold)
    loads_or_says(load_task, check_task, folder)


WORDS = st.lists(
    st.text(st.characters(exclude_characters="\n\r\t", exclude_categories=["Cs"]), min_size=1),
    min_size=1,
    max_size=8,
    unique=True,
).filter(lambda words: all(word.strip(" ") for word in words))
COUNTS = st.integers(1, 10**12)


@MANY
@given(WORDS, st.data())
def test_tab_lists_give_back_any_word(words, data):
    """Words made of any character but tabs and line ends come back byte for byte."""
    counts = [data.draw(COUNTS) for _ in words]
    text = "".join(f"{w}\t{c}\n" for w, c in zip(words, counts, strict=True))
    if words[0].startswith("\ufeff") or min(counts) == 0:
        return
    frequency, _ = attempt(load_frequency, text.encode(), name="list", format="counts")
    if frequency is None:  # read as a header, a web page, an archive: said, never a wrong list
        return
    assert set(frequency.words) <= set(words)
    assert frequency.report.rows_read == len(words)
    assert frequency.lookup(words).tolist() == counts


@MANY
@given(WORDS, st.data())
def test_json_lists_give_back_any_word(words, data):
    """The same through JSON."""
    table = {word: data.draw(COUNTS) for word in words}
    source = json.dumps(table).encode()
    frequency, sentence = attempt(load_frequency, source, name="list", format="json")
    if frequency is None:
        assert "placeholder" in sentence
        return
    assert dict(zip(frequency.words, frequency.values, strict=True)) == table


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, '[["a",' + "1" * 5000 + "]]"])
def test_json_bombs(text):
    """Nesting and numbers without end are refused."""
    with pytest.raises(ZipfvizError):
        load_frequency(text.encode(), name="bomb", format="json")
    with pytest.raises(ZipfvizError):
        load_task(text.encode(), name="bomb")
