"""Find the font that stands in for one that this machine lacks."""

import shutil
import subprocess
from functools import lru_cache

# Families that are the font itself; those after them in `FONTS` have its widths or stand in.
ITSELF = {"palatino": ("Palatino Linotype", "Palatino", "TeX Gyre Pagella")}
WELL_KNOWN = ("times", "helvetica")  # free fonts of the same widths come with every system


def stand_in(font: str) -> str:
    """A sentence on the font that is drawn instead of `font`; "" where it is there, or unknown.

    fontconfig is asked, as Chrome asks it; without its `fc-match` nothing is known.
    """
    if font in WELL_KNOWN or shutil.which("fc-match") is None:
        return ""
    wanted = ITSELF.get(font, (font,))
    if any(_matched(family).lower() == family.lower() for family in wanted):
        return ""
    return f"This machine has no font {font!r}; {_matched('Times New Roman')} stands in."


@lru_cache(maxsize=64)
def _matched(family: str) -> str:
    """The family that fontconfig gives for one asked for."""
    asked = ["fc-match", "--format=%{family[0]}", family.replace("-", r"\-")]
    return subprocess.run(asked, capture_output=True, text=True, check=False, timeout=10).stdout
