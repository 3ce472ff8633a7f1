"""The examples in the docstrings that people meet first say what happens."""

import doctest
import importlib
import inspect

import pytest

import zipfviz

FIRST_MET = [
    "AllButTheTop",
    "Centering",
    "EmbedFilter",
    "Whitening",
    "adjusted",
    "align",
    "deleted_lengths",
    "expected_types",
    "fit_zipf",
    "independent_components",
    "isoscore_star",
    "load_embedding",
    "load_frequency",
    "load_task",
    "sample_tokens",
    "sample_types",
    "save_embedding",
    "score",
    "score_table",
    "second_moment",
    "spectrum",
    "sym1",
    "sym2",
    "symmetry_table",
    "task_frequency",
    "transform",
    "two_nn",
    "word_space",
]


def run_examples(name, thing, tmp_path, monkeypatch):
    """How many examples `thing` has; each gives what it shows, or the test fails with both."""
    monkeypatch.chdir(tmp_path)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    told = []
    runner = doctest.DocTestRunner(optionflags=flags)
    for test in doctest.DocTestFinder(recurse=False).find(thing, name, globs={}):
        runner.run(test, out=told.append)
    assert not runner.failures, "".join(told)
    return runner.tries


@pytest.mark.parametrize("name", FIRST_MET)
def test_examples_run(name, tmp_path, monkeypatch):
    """Pasted into a fresh interpreter, an example prints what stands below it."""
    assert run_examples(name, getattr(zipfviz, name), tmp_path, monkeypatch)


def test_the_first_example_runs(tmp_path, monkeypatch):
    """The package's own: from names to a score."""
    assert run_examples("zipfviz", zipfviz, tmp_path, monkeypatch)
    for room in ("corpus", "evaluation", "explore", "lesson"):
        module = importlib.import_module(f"zipfviz.{room}")
        assert run_examples(room, module, tmp_path, monkeypatch)


@pytest.mark.parametrize("name", zipfviz.__all__)
def test_every_public_name_says_what_it_is(name):
    """A docstring of its own whose first line is a sentence or a phrase that ends."""
    thing = getattr(zipfviz, name)
    if callable(thing) or inspect.ismodule(thing):
        first = inspect.cleandoc(thing.__doc__ or "").partition("\n")[0]
        assert first.endswith((".", ":", "?"))
        assert not first.startswith(f"{name}(")  # what dataclasses write by themselves
