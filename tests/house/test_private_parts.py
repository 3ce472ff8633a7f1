"""Parts of streamlit, plotly and scikit-learn that are not theirs to keep, and that we use.

`tested-versions.txt` names the versions all of this is there in. A test that fails here says which
part is gone and who used it.
"""

import importlib
import re
from importlib.metadata import version
from pathlib import Path

import pytest
import streamlit

ROOT = Path(__file__).parents[2]
SOURCES = {
    path: path.read_text("utf-8")
    for path in [ROOT / "app.py", *(ROOT / "zipfviz").rglob("*")]
    if path.suffix in (".py", ".js", ".css")
}
CLIENT = Path(streamlit.__file__).parent / "static" / "static"

# What of it we use: where it is, and what for.
PYTHON = {
    "streamlit.runtime.scriptrunner:get_script_run_ctx": "the session that a run belongs to",
    "streamlit.runtime:Runtime.is_active_session": "whether a visitor's browser is still there",
    "streamlit.runtime:Runtime.close_session": "ending the session of who left",
    "streamlit.runtime:Runtime.uploaded_file_mgr": "the uploads that memory holds",
    "streamlit.runtime.memory_uploaded_file_manager:MemoryUploadedFileManager.remove_file": (
        "letting uploads go"
    ),
    "streamlit.runtime.pages_manager:PagesManager.uses_pages_directory": "the first visit",
    "streamlit.navigation.page:Page": "the bar of the presentation",
    "streamlit.delta_generator:DeltaGenerator": "places to draw in",
    "streamlit:App": "getting ready before the first visitor",
    "sklearn.utils.validation:_check_sample_weight": "weights of the transformers",
}
PACKAGES = {"streamlit": "streamlit", "sklearn": "scikit-learn"}
# Names in the page that our style sheets and scripts look for: by pattern of our own source.
IN_THE_PAGE = {
    r'data-testid="([\w-]+)"': "streamlit's names of its parts",
    r"\.(stMarkdown\w+)": "streamlit's classes of coloured text",
    r"(st-key-)": "streamlit's class of a keyed part",
    r"\[(data-tag)\]": "the chips of a choice of many",
    r"\.(js-plotly-plot)": "plotly's class of a chart",
    r"plot\.(_\w+)": "plotly's state of a chart",
    r"axis\.(_\w+)": "plotly's state of an axis",
}


def _gone(package, part, use):
    return (
        f"{package} {version(package)} has no {part} any more, which zipfviz uses for {use}; adapt "
        f"it, or install with -c tested-versions.txt."
    )


@pytest.mark.parametrize("part", PYTHON)
def test_parts_of_python_are_there(part):
    """Each name that we import from inside a package is still there."""
    module, _, path = part.partition(":")
    found = importlib.import_module(module)
    for name in path.split("."):
        assert hasattr(found, name), _gone(
            module.partition(".")[0].replace("sklearn", "scikit-learn"), part, PYTHON[part]
        )
        found = getattr(found, name)


@pytest.fixture(scope="module")
def client():
    """All of the script that streamlit sends to the browser; plotly.js is part of it."""
    return "".join(p.read_text("utf-8", "replace") for p in CLIENT.rglob("*.js"))


@pytest.mark.parametrize("pattern", IN_THE_PAGE)
def test_parts_of_the_page_are_there(pattern, client):
    """Each name that our style sheets and scripts look for is in what the browser is sent."""
    names = {name for text in SOURCES.values() for name in re.findall(pattern, text)}
    assert names, f"nothing in zipfviz looks for {IN_THE_PAGE[pattern]}; take the line out here"
    for name in names:
        stem = name.removesuffix("primary")  # made of the button's kind
        assert stem in client, _gone("streamlit", name, IN_THE_PAGE[pattern])


def test_no_part_is_used_that_is_not_listed():
    """Whoever takes one more name from inside streamlit adds it to the list above."""
    listed = {part.partition(":")[0] for part in PYTHON} | {
        "streamlit.runtime.uploaded_file_manager"  # a type for annotations only
    }
    for path, text in SOURCES.items():
        for module in re.findall(r"^\s*from (streamlit\.\S+) import", text, re.M):
            assert module in listed, f"{path.name} imports from {module}: list it in this test"


def test_the_tested_versions_are_allowed_by_the_requirements():
    """What CI installs is what a user may install."""
    from packaging.requirements import Requirement

    tested = [
        Requirement(line)
        for line in (ROOT / "tested-versions.txt").read_text().splitlines()
        if line and not line.startswith("#")
    ]
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = {r.name: r for r in map(Requirement, project["dependencies"])}
    assert {r.name for r in tested} == {"streamlit", "plotly"}
    for each in tested:
        (exactly,) = each.specifier
        assert needed[each.name].specifier.contains(exactly.version), each.name
