"""The house stands as drawn: imports point downwards, importing it is light, names are there."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import zipfviz

ROOT = Path(zipfviz.__file__).parents[1]
ABOVE_CORE = (
    "zipfviz.ui",
    "zipfviz.figures",
    "zipfviz.cli.commands",
    "streamlit",
    "plotly",
    "pages",
    "app",
)
CORE = ("space", "scoring", "analysis", "tables", "views", "methods", "moments", "tokenize")
FORBIDDEN = {
    "readers": (*ABOVE_CORE, *(f"zipfviz.{module}" for module in CORE)),
    "core": ABOVE_CORE,
    "figures": (
        "streamlit",
        "zipfviz.ui",
        "zipfviz.io",
        "zipfviz.space.word_space",
        "zipfviz.evaluation.scoring",
    ),
    "ui": ("zipfviz.cli.commands", "pages", "app"),
}


def imported(path):
    """Every module a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room_of(path):
    folder = path.relative_to(ROOT / "zipfviz").parts[0]
    return folder if folder in FORBIDDEN else "core"


@pytest.mark.parametrize("room", FORBIDDEN)
def test_imports_point_downwards(room):
    """No room knows of one above it."""
    for path in sorted((ROOT / "zipfviz").rglob("*.py")):
        if "_app" in path.parts or path.name == "cli.py" or room_of(path) != room:
            continue
        for module in imported(path):
            for name in FORBIDDEN[room]:
                assert not f"{module}.".startswith(f"{name}."), (path.name, module)


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


def test_every_public_name_resolves():
    """Each name of the house is there, and an unknown one is an AttributeError."""
    for name in zipfviz.__all__:
        assert getattr(zipfviz, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        zipfviz.nonsense  # noqa: B018
