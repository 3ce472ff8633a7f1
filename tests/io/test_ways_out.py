"""Ways out are followed: what a sentence names exists, and works when it is done literally."""

import ast
import inspect
import io
import json
import re
import shlex
import tomllib
import zipfile
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import zipfviz
from zipfviz.cli.commands import main
from zipfviz.cli.read import read_line, told
from zipfviz.common.errors import ChoiceNeeded, InputError
from zipfviz.common.ways_out import renamed_options
from zipfviz.io.load import LOADERS

ROOT = Path(__file__).parents[2]
RAISED = {"InputError", "ChoiceNeeded", "MissingExtraError", "Choice"}
OPTION = re.compile(r"(?<![\w.`'])([a-z_]{3,})=(?![=\w/])|(?<![\w.`'])([a-z_]{3,})=(?:True|['\"])")
TAKEN = {name for load in LOADERS.values() for name in inspect.signature(load).parameters}


def zipped(**files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            archive.writestr(f"{name}.txt", text)
    return packed.getvalue()


def arrays(**matrices):
    sink = io.BytesIO()
    np.savez(sink, words=np.array(["a", "b"]), **matrices)
    return sink.getvalue()


PAIRS = "a cat {0}\ta dog {0}\t{0}.5\n"
RATED = [{"a": f"b {i}", "b": f"c {i}", "x": i, "y": i * 7 % 5} for i in (3, 1, 2, 4)]
UTF16 = "".join(f"{w}\t{n}\n" for w, n in (("the", 50), ("été", 20), ("of", 10)))
# What is asked about, or refused with a keyword that helps.
INPUTS = {
    "scores": ("task", json.dumps(RATED).encode()),
    "texts": ("task", b"who,q,r,score\nann x,a b,c d,1\nbob y,e f,g h,2\n"),
    "lost pairs": ("task", (PAIRS.format(1) + "broken\n" + PAIRS.format(2)).encode()),
    "files of pairs": ("task", zipped(one=PAIRS.format(1), two=PAIRS.format(2) * 2)),
    "columns of a list": ("frequency", b"word,pos,a,b\nthe,D,50,3\nof,P,30,9\ncat,N,2,1\n"),
    "lost counts": ("frequency", b"the 50\nof 30\nbroken\ncat 3\ntree x\n"),
    "wide": ("frequency", UTF16.encode("utf-16-le")),
    "words alone": ("frequency", b"the\nof\ncat\ndog\n"),
    "files of counts": ("frequency", zipped(one="the 5\nof 3\n", two="a 5\nb 3\n")),
    "logarithms": ("frequency", b"the -1.5\nof -2.5\ncat -7.25\n"),
    "columns of words": ("embedding", "".join(
        f"N,form{i},lemma{i},{i}.5,{i * i}.25\n" for i in range(12)).encode()),
    "matrices": ("embedding", arrays(x=np.eye(2, 3), y=np.ones((2, 4)))),
    "files of vectors": ("embedding", zipped(one="a 0.5 1\nb 1 2\n", two="c 1 2\nd 0.25 3\n")),
    "cut short": ("embedding", b"9 2\na 1 2\nb 1"),
    "wrong header": ("embedding", b"3 5\na 1 2\nb 3 4\nc 5 6\n"),
    "no words": ("embedding", arrays(x=np.eye(2, 3)).replace(b"words.npy", b"wurds.npx")),
}  # fmt: skip
ALONE = {"no words"}  # what it names needs something of the reader's own


@pytest.fixture
def file(tmp_path, monkeypatch, request):
    monkeypatch.chdir(tmp_path)
    kind, content = INPUTS[request.param]
    Path("in put.data").write_bytes(content)
    return kind, "in put.data"


def ways(error):
    """The options that a sentence names, each way by itself."""
    if isinstance(error, ChoiceNeeded):
        assert error.choices
        return [dict(choice.options) for choice in error.choices]
    found = []

    def note(name, value):
        found.append({name: value})
        return ""

    renamed_options(str(error), TAKEN, note)
    return [way for way in found if None not in way.values()]


@pytest.mark.parametrize("file", sorted(set(INPUTS) - ALONE), indirect=True)
def test_each_way_out_works(file):
    """In Python as keyword arguments, and typed in a shell as the command names it."""
    kind, path = file
    with pytest.raises(InputError) as caught:
        LOADERS[kind](path)
    named = ways(caught.value)
    assert named, caught.value
    for options in named:
        assert LOADERS[kind](path, **options).report.rows_kept
        typed = shlex.split(read_line(path, kind, options, "out"))
        done = CliRunner().invoke(main, [*typed[1:-1], "clean.npz"])
        assert done.exit_code == 0, (typed, done.output)
    said = told(caught.value)
    assert not re.search(r"[a-z_]+=(?:'|\"|True|None|\d|[ ,.;])", said.split("  #")[0]), said
    if isinstance(caught.value, ChoiceNeeded) and "--max-loss" not in said:
        for line in re.findall(r"^  (zipfviz read .*)$", said, re.M):
            done = CliRunner().invoke(main, shlex.split(line, comments=True)[1:])
            assert done.exit_code == 0, (line, done.output)
            assert LOADERS[kind](shlex.split(line, comments=True)[-1]).report.rows_kept


def messages():
    """(place, text, names at hand) of each error that io raises, holes in its text as {}."""
    for path in sorted((ROOT / "zipfviz" / "io").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        functions = [n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
        for call in ast.walk(tree):
            name = getattr(getattr(call, "func", None), "id", "")
            if not isinstance(call, ast.Call) or name not in RAISED:
                continue
            text = "".join(
                part.value if isinstance(part, ast.Constant) else "{}"
                for argument in call.args
                for part in (argument.values if isinstance(argument, ast.JoinedStr) else [argument])
                if not isinstance(part, ast.Constant) or isinstance(part.value, str)
            )
            around = [f for f in functions if f.lineno <= call.lineno <= f.end_lineno]
            at_hand = {
                arg.arg
                for f in around
                for arg in (
                    f.args.args + f.args.kwonlyargs if isinstance(f, ast.FunctionDef) else []
                )
            }
            yield f"{path.relative_to(ROOT)}:{call.lineno}", text, at_hand  # fmt: skip


def test_what_sentences_name_exists():
    """A keyword is one of load_* or of the function that raises; commands and extras are there."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wrong, seen = [], 0
    for place, text, at_hand in messages():
        for match in OPTION.finditer(text):
            name = match[1] or match[2]
            seen += 1
            if name not in TAKEN | at_hand and name not in vars(zipfviz):
                wrong.append(f"{place}: {name}= in {text!r}")
        for command in re.findall(r"`zipfviz ([a-z]+)", text):
            seen += 1
            if command not in main.commands:
                wrong.append(f"{place}: zipfviz {command}")
        for extra in re.findall(r"zipfviz\[([a-z-]+)\]", text):
            seen += 1
            if extra not in extras["optional-dependencies"]:
                wrong.append(f"{place}: extra {extra}")
    assert seen > 20
    assert not wrong, "\n".join(wrong)
