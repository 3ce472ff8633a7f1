"""The benchmarks that have a name of their own: what they are, and whose."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from zipfviz.common.bibliography import ENTRIES
from zipfviz.common.errors import InputError
from zipfviz.io.folders import package_folder
from zipfviz.io.records import Source

Kind = Literal["sentences", "documents", "words"]


@dataclass(frozen=True)
class KnownTask:
    """A named benchmark: its kind, how many pairs it must have, and its paper."""

    name: str
    kind: Kind
    n_pairs: int
    source: Source
    language: str = "en"


def _known(
    name: str, kind: Kind, n_pairs: int, title: str, licence: str = "", url: str = "",
    language: str = "en",
) -> KnownTask:  # fmt: skip
    return KnownTask(name, kind, n_pairs, Source(title, licence, ENTRIES[name], url), language)


_TOLD = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
#: By name, in the order that lists have, as `known_tasks.toml` tells them.
KNOWN: dict[str, KnownTask] = {name: _known(name, **fields) for name, fields in _TOLD.items()}
IN_GENSIM = {"lee50": "lee.cor", "wordsim353": "wordsim353.tsv", "simlex999": "simlex999.txt"}


def gensim_file(name: str) -> Path:
    """A file of gensim's test data, found without importing gensim."""
    folder = package_folder("gensim")
    path = folder / "test" / "test_data" / name if folder else None
    if path is not None and path.is_file():
        return path
    raise InputError(f"gensim's file {name} is not there; pip install 'gensim>=4.4' brings it.")
