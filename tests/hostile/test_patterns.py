"""Every pattern of the readers takes a time that grows with its text, whatever that holds."""

import importlib
import pkgutil
import re
import time
from pathlib import Path

import pytest

import zipfviz.io

LONG = 50_000  # a pattern that takes a time by the square of it takes seconds
SECONDS = 0.25
SOURCES = [path.read_text("utf-8") for path in Path(zipfviz.io.__path__[0]).rglob("*.py")]
LEADS = ["", '"', "[", '{"', "a", "1"]
UNITS = [" ", "\t", "1", "a", ",", ".", '"', "'", "\\", '\\"', '""', "(", "[", "{", "<", "-", "#",
         "_", "%", "=", "\u00a0", "é", "٣", "\r", "1 ", "1,", "1.", "1 111", ",111", ".111", "a ",
         "a1", "a.", "1e", "1e-", "</", "sep=", "//", '"a":', '", "', "\x00"]  # fmt: skip
WAYS = {"fullmatch", "match", "search", "sub", "split", "findall", "finditer"}
ENDS = ["", "x", "!", "\x00x"]


def patterns():
    """(pattern, how it is used) of all compiled once for the readers, by module and name; one that
    several modules use is tried once, in all their ways.
    """
    names, ways = {}, {}
    for found in pkgutil.walk_packages(zipfviz.io.__path__, "zipfviz.io."):
        for name, pattern in vars(importlib.import_module(found.name)).items():
            if isinstance(pattern, re.Pattern) and not name.startswith("__"):
                names.setdefault(pattern, f"{found.name}.{name}")
                used = (re.findall(rf"\b{name}\.([a-z]+)\b", text) for text in SOURCES)
                ways.setdefault(pattern, set()).update(*used)
    for pattern, name in names.items():
        # Those that stand in tables are matched.
        yield pytest.param(pattern, sorted(ways[pattern] & WAYS) or ["match"], id=name)


@pytest.mark.slow
@pytest.mark.parametrize(("pattern", "ways"), list(patterns()))
def test_no_pattern_hangs(pattern, ways):
    """Fifty thousand characters of any kind, with an end that fits no pattern."""
    for lead, unit, end in ((lead, unit, end) for lead in LEADS for unit in UNITS for end in ENDS):
        text = lead + unit * (LONG // len(unit)) + end
        for way in ways:
            data = text.encode() if isinstance(pattern.pattern, bytes) else text
            before = b"" if isinstance(data, bytes) else ""
            arguments = (before, data) if way == "sub" else (data,)
            started = time.process_time()
            found = getattr(pattern, way)(*arguments)
            if way == "finditer":
                list(found)
            assert time.process_time() - started < SECONDS, (way, lead, unit, end)


def test_no_group_is_possessive():
    """Python before 3.11.5 matches such groups wrongly (cpython 106052); the regex package may."""
    asked = [pattern for each in patterns() for pattern in each.values[:1]]
    texts = [p.pattern if isinstance(p.pattern, str) else p.pattern.decode() for p in asked]
    assert [text for text in texts if re.search(r"(?<!\\)\)(?:[*+?]|\{[\d,]*\})\+", text)] == []
