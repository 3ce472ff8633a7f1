"""Read what visitors brought, in a process with limits that ends alone where a file is hostile."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from zipfviz.common import apart
from zipfviz.io import catalogue
from zipfviz.io.classify import Kind
from zipfviz.io.folders import cache_folder, list_files
from zipfviz.io.load import LOADERS

T = TypeVar("T")


def load(kind: Kind, name: str, **options: Any) -> Any:
    """`load_embedding`, `load_frequency` or `load_task` of a listed name.

    What strangers may have brought is read apart; what is the host's own or installed, here.
    """
    path = catalogue.brought(name, kind)
    if path is None:
        return LOADERS[kind](name, **options)
    named = {"name": name} if kind == "embedding" else {}
    return read(LOADERS[kind], path, **named, **options)


def read(function: Callable[..., T], path: Path, **options: Any) -> T:
    """`function(path, **options)` apart, bounded by the size of the file or of its folder."""
    files = list_files(path).files if path.is_dir() else (path,)
    size = sum(file.stat().st_size for file in files if file.exists())
    folder = cache_folder() if os.access(cache_folder(), os.W_OK) else None
    return apart.call(
        function, os.fspath(path), label=path.name, size=size, folder=folder, **options
    )
