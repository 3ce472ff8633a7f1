"""Lines that the README and the app taught before the rooms were made still run, with a warning."""

import importlib
import json
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from zipfviz.common.moved import MOVED

TAUGHT = [
    "from zipfviz.prior_path import prior_path",
    "from zipfviz.plane import worked_example",
    "from zipfviz.readers import published; published.norms",
    "from zipfviz.neighbours import agreement",
    "from zipfviz.projection import mapped_rows, pca_map, sample_rows",
    "from zipfviz.theory import cooccurrence, corpora, information, law, optimum, skipgram; "
    "corpora.read_corpus, cooccurrence.cooccurrence, cooccurrence.among, skipgram.train_skipgram, "
    "skipgram.Recipe, optimum.against_optimum, law.law, law.law_table, information.arora",
    "from zipfviz.zipf import fit_zipf",
    "from zipfviz.bootstrap import bootstraps",
    "from zipfviz.figures.print_export import PrintOptions, picture",
    "from zipfviz.tables import symmetry_points",
    "from zipfviz.views import correlations",
    "from zipfviz.text_corpus import count_text, corpus_of, installed_corpus",
    "import zipfviz.tokenize; zipfviz.tokenize.tokenizer_for",
    "import zipfviz.curves; zipfviz.curves.curve",
]
STILL_THERE = [
    "from zipfviz.lesson import LESSON",
    "from zipfviz.theory.family import law_at, law_errors",
    "from zipfviz.theory.losses import Problem, run, spread",
    "from zipfviz.theory.batches import batch_priors",
    "from zipfviz.theory.partition import Scaling",
    "from zipfviz.theory.space_partition import "
    "contexts_elsewhere, draw_contexts, partition_functions",
    "from zipfviz.figures import norm_panels",
    "from zipfviz import token_embeddings as te; te.token_cloud, te.token_score_table",
]
RUN_EACH = """
import json, sys, warnings
told = []
for line in json.loads(sys.argv[1]):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DeprecationWarning)
        exec(compile(line, "<taught>", "exec"), {})
    told.append([str(w.message) for w in caught if w.filename == "<taught>"])
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def told():
    """Line -> the warnings that it gave, in one fresh interpreter."""
    lines = [*TAUGHT, *STILL_THERE]
    done = subprocess.run(
        [sys.executable, "-c", RUN_EACH, json.dumps(lines)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(zip(lines, json.loads(done.stdout), strict=True))


def test_a_taught_line_runs_and_says_the_new_name(told):
    """One warning a moved module, on the line that imports it: new name and when the old goes."""
    warned = [message for line in TAUGHT for message in told[line]]
    assert len(warned) == len(MOVED)
    for (old, new), message in zip(
        sorted(MOVED.items()), sorted(warned, key=lambda m: m.split()[0]), strict=True
    ):
        assert message.startswith(f"{old} is now {new};")
        assert "0.3" in message
    assert all(told[line] for line in TAUGHT)


def test_what_did_not_move_is_silent(told):
    """Names that are where they were give no warning."""
    assert not any(told[line] for line in STILL_THERE)


def test_the_app_s_python_of_0_1_runs():
    """All that the pages showed in 0.1, on a small space: each old way of a call is told once."""
    code = (Path(__file__).parents[1] / "expected" / "taught_in_0_1.txt").read_text("utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "default", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stderr.splitlines() if "DeprecationWarning" in line]
    ours = [line for line in told if line.startswith("<string>:")]
    assert len(ours) > 15
    assert all("0.3" in line for line in ours)


@pytest.mark.parametrize(("old", "new"), MOVED.items())
def test_the_old_name_is_the_same_module(old, new):
    """No copy: an object of the one is an object of the other."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        assert importlib.import_module(old) is importlib.import_module(new)


@pytest.mark.parametrize("name", ["zipfviz.nonsense", "zipfviz.readers.nonsense"])
def test_an_unknown_module_is_not_found(name):
    """Beside what moved, an unknown name is Python's own error."""
    with pytest.raises(ModuleNotFoundError, match=name.replace(".", r"\.")):
        importlib.import_module(name)
