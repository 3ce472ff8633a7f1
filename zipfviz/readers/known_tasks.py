"""The benchmarks that have a name of their own: what they are, and whose."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from zipfviz.errors import InputError
from zipfviz.readers.records import Source

__all__ = ["IN_GENSIM", "KNOWN", "KnownTask", "gensim_file"]


@dataclass(frozen=True)
class KnownTask:
    """A named benchmark: its kind, how many pairs it must have, and its paper."""

    name: str
    kind: Literal["sentences", "documents", "words"]
    n_pairs: int
    source: Source
    language: str = "en"


def _paper(key: str, author: str, title: str, venue: str, year: int) -> str:
    return (
        f"@inproceedings{{{key},\n  author = {{{author}}},\n  title = {{{title}}},\n"
        f"  booktitle = {{{venue}}},\n  year = {{{year}}}\n}}"
    )


def _sts(year: int, n_pairs: int, author: str, title: str, venue: str) -> KnownTask:
    source = Source(
        title=f"STS {year} (SemEval)",
        licence="see its folder; CC-BY-SA-4.0 in part",
        bibtex=_paper(f"agirre{year}semeval", author, title, venue, year),
        url="https://ixa2.si.ehu.eus/stswiki",
    )
    return KnownTask(f"sts{year % 100}", "sentences", n_pairs, source)


_AGIRRE = "Agirre, Eneko and others"
_TASKS = (
    KnownTask(
        "lee50",
        "documents",
        1225,
        Source(
            title="Lee50: 50 news texts, human similarity of every pair",
            bibtex=_paper(
                "lee2005empirical",
                "Lee, Michael D. and Pincombe, Brandon and Welsh, Matthew",
                "An Empirical Evaluation of Models of Text Document Similarity",
                "CogSci",
                2005,
            ),
        ),
    ),
    KnownTask(
        "wordsim353",
        "words",
        353,
        Source(
            title="WordSim-353",
            bibtex=_paper(
                "finkelstein2001placing",
                "Finkelstein, Lev and others",
                "Placing Search in Context: The Concept Revisited",
                "WWW",
                2001,
            ),
        ),
    ),
    KnownTask(
        "simlex999",
        "words",
        999,
        Source(
            title="SimLex-999",
            bibtex="@article{hill2015simlex,\n  author = {Hill, Felix and Reichart, Roi and "
            "Korhonen, Anna},\n  title = {{SimLex-999}: Evaluating Semantic Models with (Genuine) "
            "Similarity Estimation},\n  journal = {Computational Linguistics},\n  year = {2015}\n}",
        ),
    ),
    _sts(
        2012, 3108, _AGIRRE, "SemEval-2012 Task 6: A Pilot on Semantic Textual Similarity", "*SEM"
    ),
    _sts(2013, 1500, _AGIRRE, "*SEM 2013 Shared Task: Semantic Textual Similarity", "*SEM"),
    _sts(
        2014,
        3750,
        _AGIRRE,
        "SemEval-2014 Task 10: Multilingual Semantic Textual Similarity",
        "SemEval",
    ),
    _sts(
        2015,
        3000,
        _AGIRRE,
        "SemEval-2015 Task 2: Semantic Textual Similarity, English, Spanish and Pilot on "
        "Interpretability",
        "SemEval",
    ),
    _sts(
        2016,
        1186,
        _AGIRRE,
        "SemEval-2016 Task 1: Semantic Textual Similarity, Monolingual and Cross-Lingual "
        "Evaluation",
        "SemEval",
    ),
    KnownTask(
        "sts-b",
        "sentences",
        1379,
        Source(
            title="STS benchmark, test part",
            licence="see its folder; CC-BY-SA-4.0 in part",
            bibtex=_paper(
                "cer2017semeval",
                "Cer, Daniel and Diab, Mona and Agirre, Eneko and Lopez-Gazpio, Iñigo and "
                "Specia, Lucia",
                "SemEval-2017 Task 1: Semantic Textual Similarity Multilingual and Crosslingual "
                "Focused Evaluation",
                "SemEval",
                2017,
            ),
            url="https://ixa2.si.ehu.eus/stswiki",
        ),
    ),
    KnownTask(
        "sick-r",
        "sentences",
        9927,
        Source(
            title="SICK relatedness, all three parts",
            licence="CC-BY-NC-SA-3.0",
            bibtex=_paper(
                "marelli2014sick",
                "Marelli, Marco and others",
                "A SICK Cure for the Evaluation of Compositional Distributional Semantic Models",
                "LREC",
                2014,
            ),
        ),
    ),
    KnownTask(
        "jsts",
        "sentences",
        1457,
        Source(
            title="JSTS, validation part (JGLUE)",
            licence="CC-BY-SA-4.0",
            bibtex=_paper(
                "kurihara2022jglue",
                "Kurihara, Kentaro and Kawahara, Daisuke and Shibata, Tomohide",
                "JGLUE: Japanese General Language Understanding Evaluation",
                "LREC",
                2022,
            ),
        ),
        language="ja",
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
