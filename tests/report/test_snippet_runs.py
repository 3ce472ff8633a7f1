"""The Python that a page hands out runs and prints the numbers it stands for."""

import contextlib
import functools
import io
import re
import zipfile

import numpy as np
import pytest
from app_page import PAGES, button, open_page, prints, said
from fresh import printed

import zipfviz
from zipfviz.io.fetch.keep import keep_files, keep_member
from zipfviz.report.export import About, table_csv
from zipfviz.report.snippets import SpaceRecipe
from zipfviz.ui.pages.scores.table import table_code
from zipfviz.ui.server import loaders
from zipfviz.ui.shell.python import with_notes


def test_the_snippet_of_a_table_prints_its_cell(glove):
    """With the sidebar's list and size, and with the task's own words."""
    task = zipfviz.load_task("simlex999")
    lists = {False: zipfviz.load_frequency("wordfreq:en"), True: zipfviz.task_frequency(task)}
    cells, codes = [], []
    for own_words, max_words in ((False, 20_000), (True, None)):
        here = zipfviz.align(glove, lists[own_words], max_words=max_words)
        chosen = SpaceRecipe("glove.6B.50d", "wordfreq:en", "none", max_words)
        about = About(here, [task], coefficient="pearson", own_words=own_words)
        cells.append(100 * zipfviz.score(here, task, "zipfian_whitening").pearson)
        codes.append(about.cell(chosen, task.name, "zipfian_whitening"))
    assert [out.strip() for out in printed(*codes)] == [f"{cell:.2f}" for cell in cells]


def test_snippets_of_what_was_brought_along_print_the_number_of_the_page(tmp_path, monkeypatch):
    """Vectors out of an uploaded zip, an uploaded task and list, a server that reads few words."""
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ZIPFVIZ_LIMIT", "300")
    glove = zipfviz.load_embedding("glove.6B.50d", max_words=600)
    lines = [f"{w} {' '.join(map(str, v))}" for w, v in zip(glove.words, glove.vectors)]  # noqa: B905
    with zipfile.ZipFile(tmp_path / "both.zip", "w") as archive:
        archive.writestr("deep/vec.txt", "\n".join(lines))
        archive.writestr("deep/other.txt", "\n".join(lines[:9]))
    counts = "".join(f"{w} {3 * i}\n" for i, w in enumerate(glove.words[:500], 1))
    pairs = "\n".join(f"{w} {v}\t{v} of\t{i % 6}" for i, (w, v) in enumerate(
        zip(glove.words[20:120], glove.words[100:200])))  # noqa: B905  # fmt: skip
    with open(tmp_path / "both.zip", "rb") as file:
        [kept] = keep_files("uploads", {"both.zip": file})
    keep_member(kept, "deep/vec.txt", "uploads")
    keep_files("uploads", {"my.counts.txt": io.BytesIO(counts.encode())})
    keep_files("uploads", {"my pairs.tsv": io.BytesIO(pairs.encode())})
    loaders.forget_entries()
    listed = {kind: [e.name for e in found] for kind, found in loaders.entries().items()}
    embedding = next(n for n in listed["embeddings"] if n.endswith("vec.txt"))
    frequency = next(n for n in listed["frequencies"] if "my.counts" in n)
    task = loaders.load_task(next(n for n in listed["tasks"] if "my pairs" in n))
    chosen = SpaceRecipe(embedding, frequency, "list", 200, "floor", max_words_read=300)
    space = loaders.load_space(embedding, frequency, "list", 200, "floor")
    cell = 100 * zipfviz.score(space, task, "abtt").spearman
    about = About(space, [task], ["abtt"])
    codes = [
        about.cell(chosen, task.name, "abtt"),
        table_code(chosen, about, "all", ([embedding], [frequency])),
        table_code(chosen, about, "all"),
    ]
    monkeypatch.delenv("ZIPFVIZ_LIMIT")
    for code, out in zip(codes, printed(*codes), strict=True):
        assert f"{cell:.2f}".rstrip("0") in out
        note = f"# {embedding!r} was fetched or brought to this server"
        assert with_notes(code).startswith(note)


def test_a_caption_names_every_space_and_what_is_printed(small_space):
    """One table of two spaces: both are told apart; what ends the caption is there."""
    other = zipfviz.word_space(small_space.words, small_space.vectors, small_space.p[::-1])
    about = About(small_space, more="Printed: X.", spaces={"A": small_space, "B": other})
    text = about.caption()
    assert text.index(" A: Embedding: in memory") < text.index(" B: Embedding: in memory")
    assert text.endswith("Printed: X.")
    alone = About(small_space, spaces={"A": small_space}).caption()
    assert " A: " not in alone


TOLD = re.compile(r"(−?\d[\d\u202f]*(?:\.\d+)?)(\s?%)?")


def unprinted(headline, printed):
    """Decimals and percentages of a finding that no printed number rounds to, as it is or × 100."""
    numbers = np.array([float(n) for n in re.findall(r"\d+\.?\d*(?:e[+-]\d+)?", printed)])
    missing = []
    for text, percent in TOLD.findall(headline.replace("95 % interval", "")):
        digits = len(text.partition(".")[2])
        value = float(text.lstrip("−").replace("\u202f", ""))
        near = np.abs(np.outer([1, 100], numbers) - value) <= 0.500001 * 10.0**-digits
        if (digits or percent) and not near.any():
            missing.append(text)
    return missing


def test_a_number_of_a_finding_that_is_not_printed_is_found():
    printed = "0.0421 [1.5e+01 7] -0.23"
    assert unprinted("4.2 % of 15.0 with r = −0.23 over 99 words", printed) == []
    assert unprinted("4.3 % of 15.1, 8 % (95 % interval 0.04 to 7.00)", printed) == [
        "4.3", "15.1", "8",
    ]  # fmt: skip


@pytest.fixture(scope="module")
def made_once():
    """Each file is read, and each space made, for the first snippet that asks for it."""
    names = ("load_embedding", "load_frequency", "load_task", "align")
    return {name: functools.cache(getattr(zipfviz, name)) for name in names}


# What is handed out only after a click.
ASKED_FOR = {"teacher": "Open a class"}
REVEALED = {"lesson": {"lesson_revealed": {"types"}}}


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_the_python_behind_every_number_prints_something(
    page, handed_out, made_once, monkeypatch, tmp_path
):
    """Every snippet of every page, run one after the other on its first thousand words."""
    at = open_page(page, words="1k")
    if page in ASKED_FOR:
        button(at, ASKED_FOR[page]).click().run()
    for name, value in REVEALED.get(page, {}).items():
        at.session_state[name] = value
        at.run()
    assert handed_out
    for name, kept in made_once.items():
        monkeypatch.setattr(zipfviz, name, kept)
    monkeypatch.chdir(tmp_path)
    for name, (data, code, headline) in handed_out.items():
        assert prints(code), f"{name}: {code}"
        (tmp_path / f"zipfviz-{name}.csv").write_text(table_csv(data()), "utf-8")
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(code, name, "exec"), {"__name__": name})
        assert out.getvalue().strip(), f"{name}: {code}"
        missing = unprinted(headline, out.getvalue())
        assert not missing, f"{name}: {missing} of “{headline}” in {code}"


@pytest.mark.parametrize("own_words", [False, True])
def test_how_sure_scores_are_is_repeated(own_words, handed_out):
    """In a row that is made when it is opened; errors, and what they are over."""
    link = {"table": "Word pairs", "words_tasks": ["wordsim353", "simlex999"], "error_rows": "true"}
    at = open_page("scores", words="1k", own_words=str(own_words).lower(), **link)
    data, code, _ = handed_out["score-errors"]
    found = data()
    assert list(found.index.unique()) == ["WordSim-353", "SimLex-999", "average"]
    [out] = printed(code)
    for value in found["standard error"]:
        assert f"{value:.6f}" in out
    bases = [line for line in out.splitlines() if line.startswith("Standard errors over the")]
    assert len(bases) == 3
    assert all(any(base in text for text in said(at)) for base in bases)


@pytest.mark.parametrize("over", ["the paper’s spaces", "yours", "both"])
def test_correlations_are_repeated_over_what_they_are_taken_over(over, handed_out):
    """Also over one's own points, which the Python first makes."""
    task = {"map_task": "sts-b"} if over == "both" else {}
    open_page("symmetry_map", words="1k", map_over=over, **task)
    data, code, _ = handed_out["correlations"]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, {})
    for value in data()["pearson"].dropna():
        assert f"{value:.4f}" in out.getvalue()
