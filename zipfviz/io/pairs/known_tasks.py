"""The benchmarks that have a name of their own: what they are, and whose."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from zipfviz.common.bibliography import ENTRIES
from zipfviz.common.errors import InputError
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


STS = "https://ixa2.si.ehu.eus/stswiki"
STS_LICENCE = "see its folder; CC-BY-SA-4.0 in part"


def _known(
    name: str, kind: Kind, n_pairs: int, title: str, licence: str = "", url: str = "",
    language: str = "en",
) -> KnownTask:  # fmt: skip
    return KnownTask(name, kind, n_pairs, Source(title, licence, ENTRIES[name], url), language)


_YEARS = {2012: 3108, 2013: 1500, 2014: 3750, 2015: 3000, 2016: 1186}
_TASKS = (
    _known("lee50", "documents", 1225, "Lee50: 50 news texts, human similarity of every pair"),
    _known("wordsim353", "words", 353, "WordSim-353"),
    _known("simlex999", "words", 999, "SimLex-999"),
    *(
        _known(f"sts{year % 100}", "sentences", n, f"STS {year} (SemEval)", STS_LICENCE, STS)
        for year, n in _YEARS.items()
    ),
    _known("sts-b", "sentences", 1379, "STS benchmark, test part", STS_LICENCE, STS),
    _known("sick-r", "sentences", 9927, "SICK relatedness, all three parts", "CC-BY-NC-SA-3.0"),
    _known(
        "jsts", "sentences", 1457, "JSTS, validation part (JGLUE)", "CC-BY-SA-4.0", language="ja"
    ),
)

KNOWN: dict[str, KnownTask] = {task.name: task for task in _TASKS}
IN_GENSIM = {
    "lee50": "lee.cor",
    "wordsim353": "wordsim353.tsv",
    "simlex999": "simlex999.txt",
}


def gensim_file(name: str) -> Path:
    """A file of gensim's test data, found without importing gensim."""
    from importlib.util import find_spec

    spec = find_spec("gensim")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = Path(folder, "test", "test_data", name)
        if path.is_file():
            return path
    raise InputError(f"gensim's file {name} is not there; pip install 'gensim>=4.4' brings it.")
