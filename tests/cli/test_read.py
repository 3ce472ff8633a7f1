"""`zipfviz read`: a question becomes lines to copy; what was read is kept as a clean file."""

import json
import shlex

import pytest
from click.testing import CliRunner

import zipfviz
from zipfviz.cli.commands import main


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(line):
    """A command line as it is typed in a shell."""
    words = shlex.split(line, comments=True)
    assert words.pop(0) == "zipfviz"
    return CliRunner().invoke(main, words)


def lines(result):
    """The command lines that a message names."""
    assert result.exit_code == 1
    return [said.strip() for said in result.stderr.split("\n") if said.startswith("  zipfviz")]


def test_a_question_is_lines_to_copy(here):
    """The scores command names what to run; each line of it works, and then so does the command."""
    (here / "my pairs.csv").write_text("q,answer,a x,b\nthe cat,a dog,1,2\na river,tree,3,3\n")
    asked = run("zipfviz scores --task 'my pairs.csv'")
    assert "give 'my pairs.read.jsonl' in its place" in asked.stderr
    assert lines(asked)[0] == (
        "zipfviz read 'my pairs.csv' --as task --score-column 'a x' --out 'my pairs.read.jsonl'"
        "  # first 'the cat' and 'a dog': 1"
    )
    for line, gold in zip(lines(asked), ([1, 3], [2, 3]), strict=True):
        done = run(f"{line.partition('  #')[0]} --language de")
        assert done.exit_code == 0, done.stderr
        assert "the cat\ta dog" in done.stdout
        task = zipfviz.load_task("my pairs.read.jsonl")
        assert (task.gold.tolist(), task.language) == (gold, "de")
    assert run("zipfviz scores --task 'my pairs.read.jsonl'").exit_code == 0


def test_read_asks_with_what_was_typed(here):
    """The lines keep the options and the place that were given already."""
    (here / "x.json").write_text(json.dumps([{"a": "b c", "b": "d e", "x": i, "y": i * i} for i in
                                             (3, 1, 2)]))  # fmt: skip
    asked = run("zipfviz read x.json --as task --text-columns b a --out kept.jsonl")
    first = lines(asked)[0].partition("  #")[0]
    assert first.endswith("--as task --text-columns b a --score-column x --out kept.jsonl")
    assert run(first).exit_code == 0
    assert zipfviz.load_task("kept.jsonl").texts[0] == "d e"


@pytest.mark.parametrize("out", ["clean.npz", "clean.txt", "clean.bin"])
def test_vectors_are_kept_as_they_were_read(here, out):
    """As arrays or word2vec's files; columns and separators are settled by the options."""
    (here / "v.txt").write_text("".join(f"{w}|x|{i}|{i * i}\n" for i, w in enumerate("abcde")))
    done = run(rf"zipfviz read v.txt --as embedding --separator '|' --word-column 0 --out {out}")
    assert done.exit_code == 0, done.stderr
    kept = zipfviz.load_embedding(out)
    assert kept.words == tuple("abcde")
    assert kept.vectors[:, 1].tolist() == [0, 1, 4, 9, 16]


def test_a_list_is_kept_with_its_options(here):
    """A tab is typed as \\t; logarithms by their base; what is not for a kind is refused."""
    (here / "l.tsv").write_bytes("été\t-1\nthe\t-2\n".encode("cp1252"))
    line = r"zipfviz read l.tsv --as frequency --separator '\t' --encoding cp1252 --log 10 --out k"
    assert run(line).exit_code == 0
    assert zipfviz.load_frequency("k").lookup(["été", "the"]).tolist() == [0.1, 0.01]
    refused = run("zipfviz read l.tsv --as frequency --score-column 1")
    assert "--score-column belongs to --as task" in refused.stderr


def test_a_way_out_in_words_names_the_commands_options(here):
    """No sentence of the command line names a keyword argument of Python."""
    (here / "cut.vec").write_text("9 2\na 1 2\nb 1")
    said = run("zipfviz scores --embedding cut.vec").stderr
    assert "pass --partial to load those (options of `zipfviz read cut.vec --as embedding" in said
    assert run("zipfviz read cut.vec --as embedding --partial").exit_code == 0


def test_column_0_is_an_option_like_any_other(here):
    """Column 0 equals False and is no option left out: every line of a question works."""
    (here / "tags.txt").write_text("the DET 50\nof ADP 30\ncat NOUN 2\n")
    said = lines(run("zipfviz read tags.txt --as frequency --out list.tsv"))
    found = []
    for line in said:
        assert run(line).exit_code == 0, line
        found.append(zipfviz.load_frequency("list.tsv").words)
    assert found == [
        ("the DET", "of ADP", "cat NOUN"),
        ("the", "of", "cat"),
        ("DET", "ADP", "NOUN"),
    ]
