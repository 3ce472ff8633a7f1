"""Read what visitors brought, in a process with limits that ends alone where a file is hostile."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from zipfviz.common import apart
from zipfviz.corpus.corpora import Corpus, read_corpus
from zipfviz.io import catalogue
from zipfviz.io.classify import Kind
from zipfviz.io.files.opened import OpenedFile
from zipfviz.io.folders import cache_folder, list_files
from zipfviz.io.load import LOADERS

T = TypeVar("T")
SLOWER = 5  # times as long as other files a text may take


def load(kind: Kind, name: str, **options: Any) -> Any:
    """`load_embedding`, `load_frequency` or `load_task` of a listed name.

    What strangers may have brought is read apart; what is the host's own or installed, here.
    """
    path = catalogue.brought(name, kind)
    if path is None:
        return LOADERS[kind](name, **options)
    named = {"name": name} if kind == "embedding" else {}
    found = os.fspath(path)
    return aside(LOADERS[kind], found, label=path.name, size=bytes_at(path), **named, **options)


def read(function: Callable[..., T], source: Path | OpenedFile, *rest: Any, **options: Any) -> T:
    """`function(source, *rest, **options)`: apart where strangers may have brought the file."""
    path = source if isinstance(source, Path) else source.path
    if path is None or not catalogue.is_brought(path):
        return function(source, *rest, **options)
    return aside(function, source, *rest, label=path.name, size=bytes_at(path), **options)


def corpus(
    source: bytes | Path, name: str | None = None, told: Callable[[], object] | None = None
) -> Corpus:
    """`read_corpus` of a text or file that was handed in, apart; `told` as in `apart.call`.

    Finding its words may take long where a dictionary cuts them.
    """
    if isinstance(source, Path):
        size, label = bytes_at(source), source.name
    else:
        size, label = len(source), name or "the text"
    return aside(read_corpus, source, label=label, size=SLOWER * size, told=told, name=name)


def aside(function: Callable[..., T], *arguments: Any, **options: Any) -> T:
    """`apart.call`, with temporary files in the cache folder where that can be written."""
    folder = cache_folder() if os.access(cache_folder(), os.W_OK) else None
    return apart.call(function, *arguments, folder=folder, **options)


def bytes_at(path: Path) -> int:
    """Bytes of a file, or of a folder's files."""
    files = list_files(path).files if path.is_dir() else (path,)
    return sum(file.stat().st_size for file in files if file.exists())
