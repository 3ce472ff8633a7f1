"""The paper's published numbers: its printed tables and the authors' released scores.

Every table says by its columns and by `PROTOCOLS` which embedding, size, frequency and protocol a
number belongs to; a difference to ours means something only where these match. Scores are × 100.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, Literal

from zipfviz.common.errors import InputError
from zipfviz.common.lazy import pd
from zipfviz.evaluation.coefficients import Coefficient

__all__ = [
    "PROTOCOLS",
    "REMARKS",
    "SYMMETRY_MEASURES",
    "Protocol",
    "assets_folder",
    "japanese",
    "lexical_similarity",
    "mixed_norms",
    "norms",
    "printed_correlations",
    "released_scores",
    "released_spaces",
    "static_scores",
    "symmetry",
    "symmetry_points",
    "token_scores",
    "type_token_sample",
]


@dataclass(frozen=True, kw_only=True)
class Protocol:
    """Protocol behind a printed embedding: `vectors`, `dimension`, which `words` were scored.

    `file` is a pattern of the released file's name without its endings, `rows` its vectors; "" and
    0 for a language model, whose vectors are in no file.
    """

    embedding: str
    vectors: str
    dimension: int
    words: str
    note: str = ""
    file: str = ""
    rows: int = 0


NORM_DIMENSIONS = 300
"""Of the vectors behind the norm figure."""
_TEXTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
#: Columns of the released symmetry measures.
SYMMETRY_MEASURES: tuple[str, ...] = tuple(_TEXTS["symmetry"]["measures"])
#: What each printed embedding is, by its name.
PROTOCOLS: dict[str, Protocol] = {
    name: Protocol(embedding=name, **fields) for name, fields in _TEXTS["protocols"].items()
}
#: The frequency lists: patterns of their files, and the sum of their counts, by name.
LISTS: dict[str, dict[str, Any]] = _TEXTS["lists"]
#: Where the paper's own numbers do not agree with each other; key -> one calm sentence.
REMARKS: dict[str, str] = _TEXTS["remarks"]


def assets_folder() -> Path:
    """Find the folder of shipped files: inside an installed wheel, or at the root of a clone.

    Raises InputError where neither has it.
    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_app" / "assets", package.parent / "assets"):
        if (folder / "paper").is_dir():
            return folder
    raise InputError("the paper's numbers (assets/paper) are not installed; reinstall zipfviz.")


@lru_cache(maxsize=32)
def _cached(name: str) -> pd.DataFrame:
    return pd.read_csv(
        assets_folder() / "paper" / f"{name}.csv", keep_default_na=False, na_values=[""]
    )


def _read(name: str) -> pd.DataFrame:
    return _cached(name).copy()


def released_scores() -> pd.DataFrame:
    """Every score of the authors' release at full precision, one a row.

    Columns embedding, frequency ("enwiki", "test_set", "jawiki"), method, task, spearman, pearson.
    300-d vectors of `PROTOCOLS`; SICK-R is all 9,927 pairs.
    """
    return _read("released_scores")


def static_scores(
    frequency: Literal["enwiki", "test_set"] = "enwiki",
    coefficient: Coefficient = "spearman",
) -> pd.DataFrame:
    """Printed scores of the static embeddings: embedding, method, one column a task.

    300-d vectors of `PROTOCOLS`; p(w) is enwiki or the task's own words. Spearman's tables have an
    `average` column; Pearson's r is printed for enwiki only (else InputError).
    """
    tables = {
        ("enwiki", "spearman"): "sts_enwiki",
        ("enwiki", "pearson"): "sts_enwiki_pearson",
        ("test_set", "spearman"): "sts_test_set_frequency",
    }
    if (frequency, coefficient) not in tables:
        raise InputError(
            f"the paper prints no table for frequency={frequency!r}, coefficient={coefficient!r}; "
            "released_scores() has them all."
        )
    return _read(tables[frequency, coefficient])


def japanese() -> pd.DataFrame:
    """Printed JSTS scores of fastText-ja (300-d): frequency (jawiki, test_set), method, JSTS."""
    return _read("jsts")


def lexical_similarity() -> pd.DataFrame:
    """Printed word-pair scores of GloVe (300-d, enwiki): embedding, method, WordSim353, MEN."""
    return _read("lexical_similarity")


def mixed_norms() -> pd.DataFrame:
    """Printed Pearson's r on STS-B of mixed length and direction (GloVe 300-d, enwiki)."""
    return _read("mixed_norms_sts_b_pearson")


def token_scores() -> pd.DataFrame:
    """Printed scores of masked language models' token vectors (768-d, base size).

    "uniform" rows are pseudo-uniform: each token weighted by one over the frequency of its type.
    SICK-R is the 4,927 pairs of the test part.
    """
    return _read("sts_token_embeddings")


def norms(embedding: str) -> pd.DataFrame:
    """The norm figure's data: p and lengths of the 500 most frequent words under five methods, by
    rank; the authors released no words.

    `embedding` is "glove" or "word2vec" (300-d, enwiki); transforms fitted on these 500 words.
    """
    key = embedding.lower()
    if key not in ("glove", "word2vec"):
        raise InputError(
            f"the paper has no norm figure for {embedding!r}; it has 'glove' and 'word2vec'."
        )
    frame = _read(f"norms_top500_{key}")
    return frame.set_axis(range(1, len(frame) + 1)).rename_axis("rank")


def type_token_sample() -> pd.DataFrame:
    """The paper's 50 words drawn from types beside 50 drawn from tokens: types, tokens."""
    return _read("type_token_sample")


def symmetry() -> pd.DataFrame:
    """Released symmetry measures of each embedding and method (300-d, enwiki), 24 rows.

    Columns embedding, method, task (empty but for SIF + CCR, which depends on it) and
    SYMMETRY_MEASURES; `average_cosine` is the mean cosine itself.
    """
    return _read("symmetry")


def printed_correlations() -> pd.DataFrame:
    """The printed table of symmetry against score: task, one column a measure, × 100.

    See REMARKS: the values are Pearson's r, and `average_cosine` has the sign of 1 − mean cosine.
    """
    return _read("symmetry_correlation")


def released_spaces(task: str, coefficient: str = "spearman") -> str:
    """Describe the authors' 21 spaces in a sentence for a caption."""
    score = {"spearman": "Spearman’s ρ", "pearson": "Pearson’s r"}[coefficient]
    return (
        "Embeddings: GloVe 840B, word2vec and fastText, 300 dimensions, seven transforms each; "
        f"word frequencies: enwiki; symmetry and {score} × 100 on {task} as Yokoi et al. (2024) "
        "released them."
    )


def symmetry_points(task: str = "STS-B") -> pd.DataFrame:
    """The 21 points of the symmetry figure: 3 embeddings × 7 methods (300-d, enwiki).

    Columns embedding, method, SYMMETRY_MEASURES, score (released Spearman × 100), pearson (× 100)
    and task. `task` is "STS-B" or "SICK-R"; anything else raises InputError.
    """
    if task not in ("STS-B", "SICK-R"):
        raise InputError(
            f"the paper's symmetry figure has no scores on {task!r}; use 'STS-B' or 'SICK-R'."
        )
    return _symmetry_points(task).copy()


@lru_cache(maxsize=2)
def _symmetry_points(task: str) -> pd.DataFrame:
    measures = symmetry()
    measures = measures[measures["task"].isna() | (measures["task"] == task)].drop(columns="task")
    scores = released_scores()
    scores = scores[(scores["frequency"] == "enwiki") & (scores["task"] == task)]
    points = measures.merge(scores.drop(columns="frequency"), on=["embedding", "method"])
    points = points.rename(columns={"spearman": "score"})
    order = list(product(_TEXTS["symmetry"]["embeddings"], _TEXTS["symmetry"]["methods"]))
    points = points.set_index(["embedding", "method"]).loc[order].reset_index()
    return points[["embedding", "method", *SYMMETRY_MEASURES, "score", "pearson", "task"]]
