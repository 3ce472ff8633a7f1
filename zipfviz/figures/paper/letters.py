"""Find letters of a printed figure that no installed font has, before they print as boxes.

fontconfig is asked which letters its fonts have, as Chrome asks it: where the font of a figure
lacks one, any other that has it is taken. A PDF or PNG holds what is drawn here; an SVG keeps its
letters as text, for whoever opens it.
"""

from __future__ import annotations

import shutil
import subprocess
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import plotly.graph_objects as go

from zipfviz.common.nouns import counted

# Letters that fonts of every system have: Latin, Greek and Cyrillic; punctuation to plain shapes.
USUAL = ((0, 0x530), (0x2000, 0x2600))
INVISIBLE = ("Cc", "Cf", "Cs", "Zl", "Zp", "Zs")
CJK = ("Han", "Hiragana", "Katakana", "Hangul", "Bopomofo")
NAMED = 6
UNCHECKED = (
    "Whether the fonts of this machine have all letters of this figure cannot be told without "
    "fontconfig (fc-list); look at the file before you print it."
)


def without_font(figures: Iterable[go.Figure]) -> str:
    """The letters of figures that no font here has, each once; "" also where that is not known."""
    fonts = _coverage(shutil.which("fc-list"))
    if not fonts:
        return ""
    drawn = _drawn(figures)
    return "".join(c for c in drawn if not any(low <= ord(c) <= high for low, high in fonts))


def is_unchecked(figures: Iterable[go.Figure]) -> bool:
    """Whether figures have unusual letters and nothing tells which fonts have them."""
    unusual = (c for c in _drawn(figures) if not any(low <= ord(c) < high for low, high in USUAL))
    return not _coverage(shutil.which("fc-list")) and any(unusual)


def said_of_letters(figures: Sequence[go.Figure]) -> list[str]:
    """What someone who takes a file of figures away must know of its letters; [] for nothing."""
    if lost := without_font(figures):
        said = no_font_for(lost)
        return [
            f"{said[0].upper()}{said[1:]}. An SVG keeps letters as text: it shows them where such "
            "a font is."
        ]
    return [UNCHECKED] if is_unchecked(figures) else []


def no_font_for(letters: str) -> str:
    """What is missing and what brings it, the start of a sentence.

    >>> no_font_for("कख")
    'no font here has क ख; install Noto Sans Devanagari (Debian: apt install fonts-noto-core)'
    """
    shown = " ".join(letters[:NAMED])
    more = f" and {counted(len(letters) - NAMED, 'more letters')}" if letters[NAMED:] else ""
    fonts, packages = zip(*dict.fromkeys(map(_font, letters)), strict=True)
    return (
        f"no font here has {shown}{more}; install {', '.join(fonts)} "
        f"(Debian: apt install {' '.join(dict.fromkeys(packages))})"
    )


def _font(letter: str) -> tuple[str, str]:
    """The free font that has a letter, and Debian's package of it."""
    from fontTools import unicodedata as scripts

    name = scripts.script_name(scripts.script(letter))
    if name in CJK:
        return "Noto Sans CJK", "fonts-noto-cjk"
    if unicodedata.category(letter) == "So" and ord(letter) > 0x1F000:
        return "Noto Color Emoji", "fonts-noto-color-emoji"
    if name in ("Common", "Inherited", "Unknown"):
        return "Noto Sans Symbols", "fonts-noto-core"
    return f"Noto Sans {name}", "fonts-noto-core"


@lru_cache(maxsize=4)
def _coverage(fc_list: str | None) -> Sequence[tuple[int, int]]:
    """First and last code point of each run that some font has; () without fontconfig."""
    if fc_list is None:
        return ()
    done = subprocess.run(
        [fc_list, "--format", "%{charset} "], capture_output=True, text=True, check=False,
        timeout=60,
    )  # fmt: skip
    runs = sorted({tuple(int(end, 16) for end in run.split("-")) for run in done.stdout.split()})
    joined: list[tuple[int, int]] = []
    for run in runs:
        low, high = run[0], run[-1]
        if joined and low <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return joined


def _drawn(figures: Iterable[go.Figure]) -> str:
    """The letters that figures show, each once, in order."""
    letters: dict[str, None] = {}
    for figure in figures:
        for text in _texts(figure.to_dict()):
            letters |= dict.fromkeys(text)
    return "".join(c for c in letters if _is_seen(c))


def _is_seen(letter: str) -> bool:
    """Whether a character has a shape of its own."""
    unseen = unicodedata.category(letter) in INVISIBLE
    return not unseen and not unicodedata.name(letter, "").startswith("VARIATION SELECTOR")


def _texts(figure: Mapping[str, Any]) -> Iterator[str]:
    """What a figure writes: titles, ticks and notes; of traces names, categories and labels."""
    layout = figure["layout"]
    yield from _strings([layout[part] for part in layout if part not in ("template", "meta")])
    for trace in figure["data"]:
        told = ("name", "x", "y", "colorbar", "marker")
        labelled = "text" in (trace.get("mode") or "text") and trace.get("textposition") != "none"
        yield from _strings({k: trace.get(k) for k in (*told, *["text"] * labelled)})


def _strings(thing: Any) -> Iterator[str]:
    """All strings in lists and mappings, but for packed arrays of numbers."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, Mapping):
        if "bdata" not in thing:
            for part in thing.values():
                yield from _strings(part)
    elif isinstance(thing, Iterable):
        for part in thing:
            yield from _strings(part)
