"""What is taken away says what it is, prints as typed, and repeats the number."""

import io
import re

import numpy as np
import pandas as pd
import pytest
from fresh import printed

import zipfviz
from zipfviz.common.bibliography import ENTRIES, entry_key, known_entry
from zipfviz.io.pairs.known_tasks import KNOWN
from zipfviz.io.records import Source
from zipfviz.report.export import bibtex, caption, table_csv
from zipfviz.report.latex import escape_latex, table_latex
from zipfviz.report.snippets import snippet
from zipfviz.space.methods import METHODS, Options
from zipfviz.space.names import method_name, task_name


@pytest.fixture
def files(small_space, tmp_path):
    """The small space as an embedding file, a list of counts and a task, and that task's name."""
    zipfviz.save_embedding(small_space.words, small_space.vectors, tmp_path / "emb.txt")
    counts = "".join(f"{w} {60 - i}\n" for i, w in enumerate(small_space.words[:50]))
    (tmp_path / "counts.txt").write_text(counts)
    rng = np.random.default_rng(0)
    texts = [" ".join(rng.choice(small_space.words, 5)) for _ in range(60)]
    rows = [f"{a}\t{b}\t{rng.integers(0, 6)}" for a, b in zip(texts[::2], texts[1::2], strict=True)]
    (tmp_path / "pairs.tsv").write_text("sentence1\tsentence2\tscore\n" + "\n".join(rows) + "\n")
    return {
        "embedding": str(tmp_path / "emb.txt"),
        "frequency": str(tmp_path / "counts.txt"),
        "task": str(tmp_path / "pairs.tsv"),
    }


PASTED = [
    ("zipfian_whitening", "spearman", {}, {}),
    ("sif_ccr", "pearson", {"fold": "both", "max_words": 40}, {"sif_a": 0.01}),
    ("uniform_centering_norm_zipfian", "pearson", {"missing": "floor"}, {"prior_strength": 0.5}),
    ("zipfian_whitening", "spearman", {"frequency": None}, {"n_kept": 3}),
]


def test_snippets_print_the_cell_in_a_fresh_interpreter(files):
    """Whatever the policies and settings, the pasted lines print the number of the table."""
    task = zipfviz.load_task(files["task"])
    cells, codes = [], []
    for method, coefficient, changes, settings in PASTED:
        options = Options(**settings)
        frequency = changes.get("frequency", files["frequency"])
        space = zipfviz.align(
            zipfviz.load_embedding(files["embedding"]),
            zipfviz.load_frequency(frequency) if frequency else zipfviz.task_frequency(task),
            **{k: v for k, v in changes.items() if k != "frequency"},
        )
        asked = {"coefficient": coefficient, "options": options}
        cells.append(zipfviz.score_table(space, [task], [method], **asked).iloc[0, 0])
        codes.append(snippet(**{**files, **changes}, method=method, **asked))
    assert [out.strip() for out in printed(*codes)] == [f"{cell:.2f}" for cell in cells]


def test_latex_bolds_what_prints_as_the_best_and_nothing_else():
    """Ties as printed are all bold, a column of ties has no best; nan is a dash, counts whole."""
    frame = pd.DataFrame(
        {
            "a_b": [1.004, 1.001, -2.0, np.nan],
            "same": [3.0, 3.0, 3.001, 3.0],
            "low": [0.5, -0.001, 7.0, np.inf],
            "n": [1379, 5, 5, 5],
            "word": ["$x", "R&D", "<b>", "--"],
        },
        index=pd.Index(["raw", "abtt", "sif_ccr", "zipfian_whitening"], name="method"),
    )
    best = {"a_b": "max", "same": "max", "low": "min"}
    tex = table_latex(frame, "100 % of ρ", "tab:x", best=best, row_name=method_name)
    rows = [line.split(" & ") for line in tex.splitlines() if line.endswith(r"\\")]
    assert rows[0] == ["method", r"a\_b", "same", "low", "n", r"word \\"]
    assert rows[1] == ["Raw vectors", r"\textbf{1.00}", "3.00", "0.50", "1379", r"\$x \\"]
    assert rows[2] == [
        "All-but-the-top", r"\textbf{1.00}", "3.00", r"\textbf{0.00}", "5", r"R\&D \\"
    ]  # fmt: skip
    assert rows[3][1:4] == ["$-$2.00", "3.00", "7.00"]
    assert rows[4][1:] == ["--", "3.00", r"$\infty$", "5", r"-{}- \\"]
    assert r"\caption{100 \% of $\rho$}" in tex
    assert r"\begin{tabular}{lrrrrl}" in tex
    for rule in ("toprule", "midrule", "bottomrule"):
        assert tex.count(rf"\{rule}") == 1
    assert r"\textbf" not in table_latex(frame, "", best=None)
    with pytest.raises(zipfviz.ZipfvizError, match="best='largest' is unknown"):
        table_latex(frame, "", best="largest")


def test_a_wide_or_long_table_fits_a_page():
    """Heads in lines, then blocks that keep a task's columns together; rows side by side."""
    measures = [f"Sym₂, {prior}" for prior in ("uniform", "Zipfian")] * 3
    wide = pd.DataFrame([[0.5] * 6], index=["Uniform centering"], columns=measures)
    tex = table_latex(wide, "")
    assert " & uniform & Zipfian & " in tex
    assert tex.count(r"\begin{tabular}") == 1

    tasks = [f"STS{y}{what}" for y in range(12, 17) for what in ("", ", printed", ", difference")]
    tex = table_latex(pd.DataFrame([[0.5] * 15], index=["x" * 30], columns=tasks), "")
    blocks = tex.split(r"\begin{tabular}")[1:]
    assert len(blocks) > 1
    for year in range(12, 17):
        assert sum(f"STS{year}" in block for block in blocks) == 1

    drawn = pd.DataFrame({"word": [f"w{i}" for i in range(50)]}, index=range(1, 51))
    tex = table_latex(drawn, "")
    assert r"1 & w0 & 26 & w25 \\" in tex
    assert "drawn (continued)" in table_latex(drawn.iloc[list(range(50)) * 9], "drawn")


def test_words_print_as_typed():
    """Every special character is escaped; what would join into another sign is kept apart."""
    assert escape_latex(r"\{}$&#_%~^<>|") == (
        r"\textbackslash{}\{\}\$\&\#\_\%\textasciitilde{}\textasciicircum{}"
        r"\textless{}\textgreater{}\textbar{}"
    )
    assert escape_latex("a-b -- ''it's `` \"x\"\n") == (
        r"a-b -{}- '{}'it's \textasciigrave{}\textasciigrave{} \char34{}x\char34{} "
    )
    assert escape_latex("猫 Iñigo −1") == "猫 Iñigo $-$1"


def test_csv_keeps_every_digit_and_word():
    """What pandas reads back is what was written, words like nan and a quote among them."""
    frame = pd.DataFrame({"score": [1 / 3, np.nan]}, index=pd.Index(['n"a', "nan"], name="word"))
    back = pd.read_csv(io.StringIO(table_csv(frame)), index_col="word", keep_default_na=False)
    assert list(back.index) == ['n"a', "nan"]
    assert float(back["score"].iloc[0]) == 1 / 3
    assert back["score"].iloc[1] == ""


def test_csv_has_no_column_without_a_name():
    """Bare row numbers say nothing and stay out; what tells rows apart comes first, named."""
    frame = pd.DataFrame({"task": ["a"], "score": [1]})
    assert table_csv(frame) == "task,score\na,1\n"
    assert table_csv(frame.set_index("task")) == "task,score\na,1\n"
    assert table_csv(frame.rename_axis("draw")) == "draw,task,score\n0,a,1\n"


def test_caption_says_data_frequency_protocol_and_pairs(files):
    """Embedding, list, words, mass and pairs; assumptions and moved settings too."""
    task = zipfviz.load_task(files["task"])
    embedding = zipfviz.load_embedding(files["embedding"])
    space = zipfviz.align(embedding, zipfviz.load_frequency(files["frequency"]))
    text = caption(space, [task], "pearson", Options(sif_a=0.01))
    assert text.startswith("Pearson’s r × 100 between cosine and human similarity. Embedding: emb")
    assert "5 dimensions" in text
    assert "50 words in common, 100.0 % of the list’s mass" in text
    assert f"Pairs: {task.name} 30." in text
    assert "Treebank" in text
    assert text.endswith("Not the paper’s setting: SIF’s a = 0.01.")
    rank = zipfviz.load_frequency("rank")
    assumed = caption(zipfviz.align(embedding, rank), lead="Symmetry.")
    assert rank.assumption in assumed
    assert "Pairs" not in assumed


def test_bibtex_takes_the_records_entries_first(small_space, files):
    """The paper, methods, sources and tasks, each key once; the unknown is named in a comment."""
    own = "@misc{mine,\n  title = {Mine},\n}\n"
    space = zipfviz.word_space(
        small_space.words, small_space.vectors, small_space.p, embedding_source=Source(bibtex=own)
    )
    tasks = [zipfviz.load_task("lee50"), zipfviz.load_task(files["task"])]
    text = bibtex(space, tasks, ["raw", "abtt", "sif_ccr", "uniform_whitening_norm_zipfian"])
    keys = [entry_key(part) for part in text.split("\n\n") if part.startswith("@")]
    assert keys == [
        "yokoi2024zipfian", "mu2018allbutthetop", "arora2017simple", "mine", "lee2005empirical"
    ]  # fmt: skip
    assert f"% no entry is known for {tasks[1].name}" in text
    assert "% no entry is known for in memory" in text
    assert text.count("{") == text.count("}")


@pytest.mark.parametrize("name", [*KNOWN, "men"])
def test_every_known_benchmark_has_a_full_entry(name):
    """Known by name as by file, with title, year and pages or a page to read; one name in print."""
    entry = known_entry(name)
    assert entry == ENTRIES[name]
    assert "pages =" in entry or "url =" in entry
    assert " and others" not in entry
    assert task_name(name) != name


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("STS12", "agirre2012semeval"),
        ("folder/sts-test.csv", "cer2017semeval"),
        ("SICK_test_annotated.txt", "marelli2014sick"),
        ("valid-v1.3.json", "kurihara2022jglue"),
        ("MEN_dataset_natural_form_full", "bruni2014multimodal"),
        ("enwiki_vocab_min200.txt", "arora2017simple"),
        ("GoogleNews-vectors-negative300.bin", "mikolov2013distributed"),
        ("cc.ja.300.vec.gz", "bojanowski2017enriching"),
        ("menu.txt", ""),
        ("my sts.csv", ""),
    ],
)
def test_files_are_known_by_the_names_they_come_with(name, key):
    """A file of a known name gets its entry, one of a similar name none."""
    assert entry_key(known_entry(name)) == key


def test_unknown_coefficient_and_method_are_refused():
    """A snippet that could not run is not handed out."""
    what = {"embedding": "e", "frequency": "f", "task": "t"}
    with pytest.raises(zipfviz.ZipfvizError, match="'kendall' is unknown"):
        snippet(**what, method=METHODS[0], coefficient="kendall")
    with pytest.raises(zipfviz.ZipfvizError, match="best_method"):
        snippet(**what, method="best_method")


@pytest.mark.parametrize(("place", "width"), [("acl", 219), ("article", 345), ("acl-page", 455)])
def test_a_table_is_as_wide_as_its_place(place, width):
    """Letters are counted, at 5.3 points each: an ACL column takes heads in lines and blocks."""
    frame = pd.DataFrame({f"a task called {i}": [12.34, 56.78] for i in range(9)}, index=["x", "y"])
    tex = table_latex(frame, "C", place=place)
    assert (r"\begin{table*}" in tex) == (place == "acl-page")
    for row in re.findall(r"^x.*", tex, re.MULTILINE):
        cells = row.replace(r"\\", "").split("&")
        assert sum(0.86 * 5.3 * max(len(c.strip()), 4) + 6 for c in cells) <= width + 6
    with pytest.raises(zipfviz.ZipfvizError, match="place='lncs'"):
        table_latex(frame, "C", place="lncs")
