"""The house stands as drawn: pages are thin, importing it is light, names are there."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import zipfviz

ROOT = Path(zipfviz.__file__).parents[1]


def imported(path):
    """Every module a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_pages_are_thin():
    """A page picks widgets, calls and shows: under 120 lines, without functions or numpy."""
    for path in [ROOT / "app.py", *(ROOT / "pages").glob("*.py")]:
        source = path.read_text("utf-8")
        assert len(source.splitlines()) < 120, path.name
        assert not any(isinstance(n, ast.FunctionDef) for n in ast.walk(ast.parse(source)))
        assert not {"numpy", "pandas", "scipy"} & set(imported(path)), path.name


def test_import_is_light():
    """`import zipfviz` loads none of the heavy packages."""
    code = (
        "import sys, zipfviz; heavy = {'plotly', 'streamlit', 'umap', 'gensim', 'sklearn',"
        " 'pandas', 'scipy', 'nltk', 'pyarrow', 'wordfreq'}; print(sorted(heavy & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# A line of Python that is shown; in brackets it may go over several.
SHOWN = re.compile(r"^(?:>>> )?from (zipfviz[\w.]*) import \(?\s*([\w, ]+)", re.MULTILINE)
PUBLIC_ROOMS = (
    "corpus",
    "evaluation",
    "explore",
    "figures",
    "gallery",
    "lesson",
    "plot",
    "theory",
    "token_embeddings",
)


@pytest.mark.parametrize("room", [zipfviz, *(getattr(zipfviz, name) for name in PUBLIC_ROOMS)])
def test_every_public_name_resolves(room):
    """Each name of the house and its public rooms is there; an unknown one is an AttributeError."""
    assert room.__all__ == sorted(set(room.__all__))
    for name in room.__all__:
        assert getattr(room, name) is not None
        assert name in dir(room)
    with pytest.raises(AttributeError, match="nonsense"):
        room.nonsense  # noqa: B018


def test_public_rooms_are_names_of_the_house():
    """`import zipfviz` is enough for `zipfviz.evaluation.comparisons`."""
    assert set(PUBLIC_ROOMS) <= set(zipfviz.__all__)


def shown_imports():
    """(file, room, names) for each `from zipfviz.room import names` in strings of the app."""
    own = (ROOT / "zipfviz" / "common").glob("*.py")  # what only the house itself imports
    for path in [*(ROOT / "pages").glob("*.py"), *{*(ROOT / "zipfviz").rglob("*.py")} - {*own}]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for room, names in SHOWN.findall(node.value):
                    yield path.name, room, re.findall(r"(?<! as )\b(?!as\b)\w+", names)


def test_python_that_is_shown_imports_public_names():
    """What the app and docstrings teach comes from the house or a public room, and is there."""
    shown = list(shown_imports())
    assert len(shown) > 15
    rooms = {
        "zipfviz": zipfviz,
        **{f"zipfviz.{room}": getattr(zipfviz, room) for room in PUBLIC_ROOMS},
    }
    for file, room, names in shown:
        assert room in rooms, (file, room)
        assert set(names) <= set(rooms[room].__all__), (file, names)


def test_the_version_is_one():
    """What the package says is what a citation says."""
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {zipfviz.__version__}\n" in cited


def test_tested_versions_do_not_disagree():
    """The two that must be known are pinned alike in both lists, and every dependency is named."""
    pins = {}
    for name in ("tested-versions.txt", "requirements/tested.txt"):
        lines = (ROOT / name).read_text().splitlines()
        pins[name] = dict(line.split("==") for line in lines if line and line[0] != "#")
    few, all_of_them = pins.values()
    assert few.items() <= all_of_them.items()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = {re.split(r"[><=\[]", line)[0].lower() for line in project["dependencies"]}
    assert named <= set(all_of_them)
