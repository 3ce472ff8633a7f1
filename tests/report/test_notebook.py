"""The tutorial notebook runs from its first cell to its last, and shows what it speaks of."""

import json
from pathlib import Path

from fresh import printed

import zipfviz

NOTEBOOK = Path(zipfviz.__file__).parents[1] / "notebooks" / "tutorial.ipynb"


def test_the_tutorial_runs():
    """Cell by cell in a fresh interpreter; what a cell ends with can be shown, and none is kept."""
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert not any(cell.get("outputs") for cell in cells)
    shown = [
        f"{source}\nassert hasattr({last}, '_repr_html_'), {last!r}"
        if (last := source.splitlines()[-1]).isidentifier() or last.startswith("zipfviz.")
        else source
        for source in sources
    ]
    (said,) = printed("\n".join(shown))
    assert said.count("Zipfian whitening") >= 3
    assert "differences stand" in said
    assert said.strip().endswith("]")
