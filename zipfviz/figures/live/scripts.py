"""Put the modules of live pictures together, as one script and one style sheet."""

import re
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
#: An import of a module of this folder, and what marks a name as another module's to use.
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:function|class|const)\b)", re.MULTILINE)


@cache
def script(*modules: str) -> str:
    """The modules of these names and all they import, each once, as one piece without imports.

    A page that was opened from a file may load no other file, and streamlit is given one text. All
    names are in one scope, so no two modules may have the same.
    """
    found: dict[str, str] = {}
    for name in modules:
        _gather(name, found)
    return "\n".join(found.values())


def _gather(name: str, found: dict[str, str]) -> None:
    if name in found:
        return
    text = (HERE / f"{name}.js").read_text("utf-8")
    for needed in _IMPORT.findall(text):
        _gather(needed, found)
    found[name] = _EXPORT.sub("", _IMPORT.sub("", text))


@cache
def style() -> str:
    """The style sheets of all live pictures as one, what they share first."""
    own = sorted(path.name for path in HERE.glob("*.css") if path.name != "live.css")
    return "".join((HERE / name).read_text("utf-8") for name in ("live.css", *own))
