"""Torch and transformers, the optional packages of this room: large, imported when first used."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from zipfviz.common.errors import MissingExtraError

__all__ = ["INSTALL", "is_installed", "require"]

INSTALL = "pip install 'zipfviz[transformers]'"


def is_installed() -> bool:
    """Whether language models can be run here; imports nothing."""
    return all(find_spec(name) is not None for name in ("torch", "transformers"))


def require(module: str) -> Any:
    """`module` of torch, transformers or huggingface_hub.

    Raises MissingExtraError with the install line where it is not there.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtraError(
            f"running a language model needs torch and transformers: {INSTALL}."
        ) from error
