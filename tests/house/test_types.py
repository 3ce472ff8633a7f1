"""Types reach users: mypy and pyright know what zipfviz gives, and report what it does not take.

Both run on a small script as a user's would, with zipfviz found like an installed package: by its
`py.typed` and its stubs.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import zipfviz

SCRIPT = """\
import zipfviz
from zipfviz.evaluation import comparisons

emb = zipfviz.load_embedding("glove.6B.50d")
freq = zipfviz.load_frequency("wordfreq:en")
space = zipfviz.align(emb, freq)
task = zipfviz.load_task("lee50")
reveal_type(space)  # WordSpace
reveal_type(zipfviz.score(space, task, "raw").spearman)  # float
reveal_type(zipfviz.Whitening().fit(space.vectors, sample_weight=space.p))  # Whitening
reveal_type(next(comparisons(space, [task])))  # Comparison
reveal_type(zipfviz.explore.prior_path)  # PriorPath
zipfviz.align(emb, 3)  # error
zipfviz.nonsense  # error
zipfviz.Whitening(rotation="svd")  # error
zipfviz.load_task(3)  # error
zipfviz.load_frequency({"cat": 2.0, "dog": 1.0})
zipfviz.save_embedding(["cat", "dog"], [[1, 0], [0, 1]], "two.npy")
"""
CHECKERS = {
    "mypy": [sys.executable, "-m", "mypy", "--no-error-summary", "--cache-dir", "cache"],
    "pyright": [sys.executable, "-m", "pyright", "--pythonpath", sys.executable],
}


@pytest.fixture(scope="module", params=CHECKERS)
def said(request, tmp_path_factory):
    """Line of the script -> what the checker says of it."""
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "script.py").write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": str(Path(zipfviz.__file__).parents[1])}
    done = subprocess.run(
        [*CHECKERS[request.param], "script.py"],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=environment,
    )
    lines = {}
    for line in done.stdout.splitlines():
        text = line.partition("script.py:")[2]
        if text:
            number, _, text = text.partition(":")
            lines[int(number)] = text
    assert lines, done.stdout + done.stderr
    return lines


def marked_lines():
    """(line number, what a checker must say there) for lines of the script with a comment."""
    for number, line in enumerate(SCRIPT.splitlines(), 1):
        _, marked, what = line.partition("  # ")
        if marked:
            yield number, what


def test_types_are_revealed_and_mistakes_reported(said):
    """What is revealed has its precise type; each wrong line is an error, and no other line is."""
    wanted = dict(marked_lines())
    assert said.keys() == wanted.keys()
    for number, what in wanted.items():
        revealed = said[number].rpartition(" is ")[2]  # pyright repeats what was asked before
        assert what in (said[number] if what == "error" else revealed), number
        assert ("error: " in said[number]) == (what == "error")
