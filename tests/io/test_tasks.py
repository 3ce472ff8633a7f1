"""Benchmarks: the pairs every layout holds, in order, none lost without a count."""

import gzip
import io
import json
import shutil

import numpy as np
import pytest

from zipfviz.common.errors import ChoiceNeeded, InputError, ZipfvizError
from zipfviz.io.load import load_task


def load(text, **options):
    return load_task(text.encode(), **{"name": "pairs.txt", **options})


def rows(task):
    """The task as (left, right, gold) triples."""
    pairs = [(task.texts[i], task.texts[j]) for i, j in task.pairs]
    return [(*pair, gold) for pair, gold in zip(pairs, task.gold.tolist(), strict=True)]


def test_lee50_is_the_upper_triangle_of_fifty_texts():
    """1,225 pairs of 50 documents, each gold value where the matrix has it."""
    task = load_task("lee50")
    assert (task.kind, len(task.texts), len(task)) == ("documents", 50, 1225)
    assert task.pairs[0].tolist() == [0, 1]
    assert task.gold[:2].tolist() == [0.3, 0.24]
    assert (task.pairs[:, 0] < task.pairs[:, 1]).all()


@pytest.mark.parametrize(("name", "n"), [("wordsim353", 353), ("simlex999", 999)])
def test_word_pairs_come_with_gensim(name, n):
    """The word lists load whole, each word once."""
    task = load_task(name)
    assert (task.kind, len(task)) == ("words", n)
    assert len(set(task.texts)) == len(task.texts)
    assert not task.gold.flags.writeable


@pytest.mark.data
@pytest.mark.parametrize(
    ("folder", "n", "read"),
    [
        ("STS12", 3108, 3108),
        ("STS13", 1500, 1500),
        ("STS14", 3750, 3750),
        ("STS15", 3000, 3000),
        ("STS16", 1186, 9183),
        ("STSBenchmark", 1379, 1379),
        ("SICK", 9927, 9927),
        ("JSTS", 1457, 1457),
    ],
)
def test_original_folders_have_the_pairs_of_the_paper(data_dir, folder, n, read):
    """Each folder in its original layout gives the number of pairs everyone reports."""
    task = load_task(data_dir / "sts" / folder)
    assert (len(task), task.report.rows_read, task.report.bad_rows) == (n, read, 0)
    assert task.kind == "sentences"
    assert task.language == ("ja" if folder == "JSTS" else "en")
    assert len(task.texts) == 2 * n
    assert np.isfinite(task.gold).all()
    assert not any("\r" in text or "\n" in text for text in task.texts)
    if task.subsets:
        assert [start for _, start, _ in task.subsets[1:]] == [s for *_, s in task.subsets[:-1]]
        assert task.subsets[-1][2] == n


@pytest.mark.data
def test_subsets_keep_their_order_and_what_is_left_out_is_said(data_dir):
    """STS12's five parts, STS13 without SMT, STS16's blank gold lines."""
    names = [name for name, *_ in load_task(data_dir / "sts" / "STS12").subsets]
    assert names == ["MSRpar", "MSRvid", "SMTeuroparl", "OnWN", "SMTnews"]
    sts13 = load_task(data_dir / "sts" / "STS13")
    assert [name for name, *_ in sts13.subsets] == ["FNWN", "OnWN", "headlines"]
    assert "SMT (750 pairs)" in dict(sts13.report.facts)["left out"]
    facts = dict(load_task(data_dir / "sts" / "STS16").report.facts)
    assert facts["pairs without a score"] == "7,997 of 9,183 (left out)"


@pytest.mark.data
def test_one_file_of_a_folder_is_that_file(data_dir):
    """SICK's test part has 4,927 pairs without a carriage return, STS-B's dev part 1,500."""
    sick = load_task(data_dir / "sts" / "SICK" / "SICK_test_annotated.txt")
    assert len(sick) == 4927
    assert len(load_task(data_dir / "sts" / "STSBenchmark" / "sts-dev.csv")) == 1500
    headlines = load_task(data_dir / "sts" / "STS16" / "STS.input.headlines.txt")
    assert headlines.subsets == (("headlines", 0, 249),)


STS_B = 'main\tMSRvid\t2012test\t0024\t2.500\ta girl .\tthe "girl .\n'
PAIR = ("a girl runs .", "the girl sits .", 2.5)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (STS_B * 2 + STS_B[:-1] + "\tlicence\tlicence\n", [("a girl .", 'the "girl .', 2.5)] * 3),
        ("index\tgenre\tsentence1\tsentence2\tscore\n0\tx\ta girl runs .\tthe girl sits .\t2.5\n",
         [PAIR]),
        ("pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment\r\n"
         "1\ta girl runs .\tthe girl sits .\t2.5\tNEUTRAL\r\n", [PAIR]),
        ('{"sentence1": "a girl runs .", "sentence2": "the girl sits .", "label": 2.5}\n', [PAIR]),
        ('[{"text1": "a girl runs .", "text2": "the girl sits .", "score": "2.5"}]', [PAIR]),
        ("a girl runs .\tthe girl sits .\t2.5\n", [PAIR]),
        ("7,a girl runs .,the girl sits .,2.5\n8,\"yes, a girl\",no girl .,1\n",
         [PAIR, ("yes, a girl", "no girl .", 1)]),
        ('s1;s2;score\n"a; girl";the girl sits .;2.5\n', [("a; girl", "the girl sits .", 2.5)]),
        # a quote opened in one row and closed three rows on: three rows
        ('x\ty\tscore\n"a b\tc d\t1\ne f\tg h\t2\ni" j\tk l\t3\n',
         [('"a b', "c d", 1), ("e f", "g h", 2), ('i" j', "k l", 3)]),
        ('"a b,c d,1\ne f,g h,2\ni" j,k l,3\n',
         [('"a b', "c d", 1), ("e f", "g h", 2), ('i" j', "k l", 3)]),
        # a field that really runs over two lines
        ('s1,s2,score\n"a\nb",c d,1\ne f,g h,2\n', [("a\nb", "c d", 1), ("e f", "g h", 2)]),
        ("sun sunlight 50.0\nsun moon 40.0\n", [("sun", "sunlight", 50), ("sun", "moon", 40)]),
        ("sun-n sunlight-n 50\nrun-v go-v 4\n", [("sun", "sunlight", 50), ("run", "go", 4)]),
        ("Word 1,Word 2,Human (mean)\nlove,sex,6.77\n", [("love", "sex", 6.77)]),
        ("word1\tword2\tPOS\tSimLex999\tconc(w1)\nold\tnew\tA\t1.58\t2.7\n",
         [("old", "new", 1.58)]),
        ("x\ty\t3.5\t4\t3\nz\tw\t1.5\t2\t1\n", [("x", "y", 3.5), ("z", "w", 1.5)]),
        ("\tan empty left\t3\nsome text\tand more\t1\n",
         [("", "an empty left", 3), ("some text", "and more", 1)]),
    ],
)  # fmt: skip
def test_layouts(text, expected):
    """Every layout gives its pairs, in order, texts as written."""
    task = load(text)
    assert rows(task) == expected
    words = all(" " not in text for row in expected for text in row[:2])
    assert task.kind == ("words" if words else "sentences")


def test_mteb_files():
    """MTEB's gzipped json lines and parquet load as they come."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    cells = {"sentence1": ["a b", "c d"], "sentence2": ["e f", "g h"], "score": [1.5, None]}
    lines = [dict(zip(cells, row, strict=True)) for row in zip(*cells.values(), strict=True)]
    packed = gzip.compress("\n".join(map(json.dumps, lines)).encode())
    sink = io.BytesIO()
    pq.write_table(pa.table(cells), sink)
    for data in (packed, sink.getvalue()):
        task = load_task(data, name="test")
        assert rows(task) == [("a b", "e f", 1.5)]
        assert "1 of 2 pairs have no score and are left out." in task.report.notices


def test_bad_rows_are_named():
    """Rows that cannot be used are counted, the first few with their lines."""
    text = "sentence1\tsentence2\tscore\na b\tc d\t1\ne f\tg h\tx\ni j\nk l\tm n\t\n"
    report = load(text, max_loss=0.5).report
    assert (report.rows_read, report.rows_kept, report.bad_rows) == (4, 1, 2)
    assert report.bad_examples[0] == "line 3: expected a score, got 'x'"
    assert "line 4: expected at least 3 columns, got 1 ('i j')" in report.bad_examples


def test_columns_can_be_named_or_numbered():
    """text_columns and score_column settle a doubt; without them it is told."""
    text = "q,answer,rater 1,rater 2\na b,c d,1,2\ne f,g h,3,5\n"
    with pytest.raises(
        ZipfvizError, match=r"2 columns could be the score .*give score_column='rater 1'"
    ):
        load(text)
    assert load(text, score_column="rater 2").gold.tolist() == [2, 5]
    task = load(text, text_columns=("answer", 0), score_column=-2)
    assert rows(task)[0] == ("c d", "a b", 1)
    with pytest.raises(ZipfvizError, match="no score column 'mean'"):
        load(text, score_column="mean")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("just some running text\nof two lines\n", "columns hold free text|no table of pairs"),
        ("index\tsentence1\tsentence2\n0\ta b\tc d\n1\te f\tg h\n", "0 columns could be the score"),
        ("sentence1\tsentence2\tscore\na b\tc d\tx\n", "no pair with a score"),
        ("", "empty"),
        ('{"sentence1": "a"', "JSON"),
        ("<!DOCTYPE html><html>", "web page"),
        ("\x00\x01", "binary"),
    ],
)
def test_one_sentence_says_what_is_wrong(text, sentence):
    """What holds no pairs is refused in one sentence."""
    with pytest.raises(ZipfvizError, match=sentence) as caught:
        load(text)
    assert "\n" not in str(caught.value)


def test_semeval_folders_must_go_line_by_line(tmp_path):
    """Input and gold files of different length, or a gold file that is not there, are refused."""
    (tmp_path / "STS.input.x.txt").write_text("a b\tc d\ne f\tg h\n")
    with pytest.raises(ZipfvizError, match=r"has no gold file STS\.gs\.x\.txt"):
        load_task(tmp_path)
    (tmp_path / "STS.gs.x.txt").write_text("1\n2\n3\n")
    with pytest.raises(ZipfvizError, match=r"has 2 lines and STS\.gs\.x\.txt 3"):
        load_task(tmp_path)
    (tmp_path / "STS.gs.x.txt").write_text("1\n\n\n")
    assert rows(load_task(tmp_path)) == [("a b", "c d", 1)]


def test_semicolons_and_decimal_commas():
    """What a German Excel saves: commas in texts do not split them, 2,5 is two and a half."""
    text = (
        "\ufeffsentence1;sentence2;score\r\nyes, a dog, runs;a cat;2,5\r\na;b, c;3\r\nd;e;0,75\r\n"
    )
    task = load_task(text.encode(), name="pairs.csv")
    assert task.gold.tolist() == [2.5, 3, 0.75]
    assert task.texts[0] == "yes, a dog, runs"
    assert "Numbers are written with decimal commas." in task.report.assumptions


def follow(source, error, **asked):
    """The tasks that the choices of a question give."""
    return [load_task(source, **{**asked, **choice.options}) for choice in error.choices]


TWO = [("a cat sits", "a dog sits", 4.5), ("rain fell", "he ran", 0.25), ("it is", "it was", 3.75)]
OBJECTS = [{"sentence1": a, "sentence2": b, "score": score} for a, b, score in TWO]
COLUMNS = {key: [row[key] for row in OBJECTS] for key in OBJECTS[0]}


@pytest.mark.parametrize(
    "data",
    [
        OBJECTS,
        COLUMNS,
        {key: {str(i): cell for i, cell in enumerate(cells)} for key, cells in COLUMNS.items()},
        {"columns": list(COLUMNS), "index": [0, 1, 2], "data": [list(row) for row in TWO]},
        [list(row) for row in TWO],
        {"version": "1.0", "data": OBJECTS},
        {"features": [{"name": "x"}], "rows": [{"row_idx": i, "row": row} for i, row in
                                               enumerate(OBJECTS)]},
        [{"pair": [a, b], "score": score} for a, b, score in TWO],
        [{"id": "x", "sentence1": a, "sentence2": b,
          "labels": {"label": round(s, 1), "real-label": s, "binary-label": int(s > 3)}}
         for a, b, s in TWO],
    ],
)  # fmt: skip
def test_json_of_every_shape(data):
    """Objects, lists, columns as lists or by row numbers, rows under a key, objects inside."""
    assert rows(load(json.dumps(data), name="x.json")) == TWO


def test_a_score_inside_an_object_is_told():
    """Of a score and its rounding the exact one is taken, by its dotted name, and it is said."""
    inside = [
        {"a": a, "b": b, "labels": {"label": round(s, 1), "real-label": s}} for a, b, s in TWO
    ]
    report = load(json.dumps(inside), name="x.json").report
    assert dict(report.facts)["columns"] == "a, b, labels.real-label"
    assert "'labels.label' says the same" in report.assumptions[0]


def test_a_question_has_what_each_column_would_give():
    """Several scores, several texts: each way is shown with its first pair, and works."""
    rated = [{"a": a, "b": b, "ratings": {"x": i * 3 % 4, "y": 5 - s, "n": 12}}
             for i, (a, b, s) in enumerate(TWO)]  # fmt: skip
    source = json.dumps(rated).encode()
    with pytest.raises(ChoiceNeeded) as caught:
        load_task(source, name="x.json")
    assert "score_column='ratings.y' (first 'a cat sits' and 'a dog sits': 0.5)" in str(
        caught.value
    )
    assert [t.gold.tolist() for t in follow(source, caught.value)] == [[0, 3, 2], [0.5, 4.75, 1.25]]
    text = b"who,q,answer,score\nann x,a b,c d,1\nbob y,e f,g h,2\n"
    with pytest.raises(ChoiceNeeded, match="3 columns hold free text") as caught:
        load_task(text, name="x.csv")
    found = {task.texts[:2] for task in follow(text, caught.value)}
    assert found == {("ann x", "a b"), ("a b", "c d"), ("ann x", "c d")}
    with pytest.raises(InputError) as none:
        load_task(b"a b\tc d\ne f\tg h\n", name="x.tsv")
    assert not isinstance(none.value, ChoiceNeeded)


@pytest.mark.parametrize(
    ("header", "score"),
    [("w1 w2 sim n", "sim"), ("w1 w2 n mean", "mean"), ("w1 w2 year x", "x"), ("w1 w2 x wid", "x")],
)
def test_a_score_is_told_by_name_and_range(header, score):
    """A known name; else what varies, is near 0 and numbers no rows."""
    values = [("sun", "moon", 1, 2012), ("cat", "dog", 2, 2017), ("bus", "car", 0.5, 2015)]
    names = header.split()
    order = sorted(range(4), key=lambda i: (i > 1) * (names[i] != score))
    cells = [[row[order.index(i)] for i in range(4)] for row in values]
    text = "\n".join(["\t".join(names), *("\t".join(map(str, row)) for row in cells)])
    assert load(text).gold.tolist() == [1, 2, 0.5]


SEMEVAL = ["STS.{}.track5.en-en.txt", "STS.{}.track3.es-es.txt"]


def sts_files(folder, *patterns, gold=""):
    for pattern in patterns:
        for part, text in (("input", "a b\tc d\ne f\tg h\n"), ("gs", "4.5\n1\n")):
            path = folder / (gold if part == "gs" else "") / pattern.format(part)
            path.parent.mkdir(exist_ok=True, parents=True)
            path.write_text(text)


@pytest.mark.parametrize(
    "name",
    ["STS.{}.track5.en-en.txt", "STS2016.{}.surprise.plag.txt", "STS2017.{}.txt", "sts.{}.a.b.tsv"],
)
def test_semeval_files_of_any_year(tmp_path, name):
    """Tracks, languages, surprises and other years are subsets; the gold may lie beside."""
    sts_files(tmp_path / "a", name)
    assert len(load_task(tmp_path / "a").subsets) == 1
    sts_files(tmp_path / "b" / "texts", name, gold="../scores")
    assert load_task(tmp_path / "b").gold.tolist() == [4.5, 1]
    alone = load_task(tmp_path / "b" / "texts" / name.format("input"))
    assert rows(alone) == rows(load_task(tmp_path / "a"))


def test_tracks_of_several_languages_are_told(tmp_path):
    """Both are subsets, the report names their languages; one file alone has its own."""
    sts_files(tmp_path, *SEMEVAL)
    task = load_task(tmp_path)
    assert task.subsets == (("track3.es-es", 0, 2), ("track5.en-en", 2, 4))
    assert "track3.es-es is es" in task.report.assumptions[0]
    assert load_task(tmp_path / SEMEVAL[1].format("input")).language == "es"


def test_an_archive_is_read_like_its_folder(tmp_path):
    """SemEval's zip as it is fetched; of several tables one is asked for by its name."""
    sts_files(tmp_path / "in", *SEMEVAL)
    packed = shutil.make_archive(str(tmp_path / "sts"), "zip", tmp_path / "in")
    assert rows(load_task(packed)) == rows(load_task(tmp_path / "in"))
    several = tmp_path / "several"
    several.mkdir()
    (several / "one.tsv").write_text("a b\tc d\t1\n")
    (several / "two.tsv").write_text("e f\tg h\t2\ni j\tk l\t1\n")
    for place in (several, shutil.make_archive(str(tmp_path / "two"), "zip", several)):
        with pytest.raises(ChoiceNeeded, match=r"member='two.tsv' \(2 pairs\)") as caught:
            load_task(place)
        assert [len(task) for task in follow(place, caught.value)] == [1, 2]
