"""Texts of a module, which lie beside it as TOML."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def texts_of(module: str) -> dict[str, dict[str, Any]]:
    """The texts (str) beside the file of a module, by their tables and names."""
    return tomllib.loads(Path(module).with_suffix(".toml").read_text("utf-8"))
