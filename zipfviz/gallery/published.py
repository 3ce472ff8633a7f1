"""The paper's printed numbers beside ours, each with what it belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from zipfviz.common.lazy import pd
from zipfviz.common.markdown import plain
from zipfviz.evaluation import printed_claims as claims
from zipfviz.evaluation import published
from zipfviz.evaluation.coefficients import Coefficient
from zipfviz.evaluation.settings_match import PRINTED_TASKS, Printed, differences
from zipfviz.evaluation.tables import Summary
from zipfviz.io.records import Task
from zipfviz.space.word_space import WordSpace

#: The tasks of the paper's average, the kinds of its score tables, the embeddings of each.
SEVEN = (*(f"sts{year}" for year in range(12, 17)), "sick-r", "sts-b")
KINDS = {
    "sentences": "Sentences",
    "words": "Word pairs",
    "subwords": "Subwords",
    "japanese": "Japanese",
}
EMBEDDINGS = {
    "sentences": ["GloVe", "Word2Vec", "fastText"],
    "words": ["GloVe"],
    "subwords": ["fastText-subword"],
    "japanese": ["fastText-ja"],
}


def setting(embedding: str, own_words: bool) -> Printed:
    """The printed setting of an embedding, with a corpus list or the task's own words."""
    corpus: Literal["enwiki", "jawiki"] = "jawiki" if embedding == "fastText-ja" else "enwiki"
    return Printed(embedding=embedding, frequency="test_set" if own_words else corpus)


def printed_scores(kind: str, printed: Printed, coefficient: Coefficient) -> pd.DataFrame:
    """The paper's table of a kind, methods × tasks (× 100); the release where it prints none.

    Word pairs are printed for Spearman's ρ and enwiki only; there is no release of them.
    """
    if kind == "words":
        frame = published.lexical_similarity()
        if coefficient == "pearson" or printed.frequency != "enwiki":
            frame = frame.head(0)
        return _of(frame, printed.embedding)
    if kind == "japanese" and coefficient == "spearman":
        frame = published.japanese()
        frame = frame[frame["frequency"] == printed.frequency]
        return frame.drop(columns="frequency").set_index("method")
    is_printed = coefficient == "spearman" or printed.frequency == "enwiki"
    if kind != "japanese" and is_printed:
        frequency: Literal["enwiki", "test_set"] = (
            "test_set" if printed.frequency == "test_set" else "enwiki"
        )
        table = _of(published.static_scores(frequency, coefficient), printed.embedding)
        if printed.embedding == "GloVe" and coefficient == "pearson":
            # The "+ alpha" rows have a table of their own.
            mixed = _of(published.mixed_norms(), "GloVe")
            table = table.combine_first(mixed)
        return table
    rows = published.released_scores()
    rows = rows[rows["frequency"] == printed.frequency]
    rows = rows[rows["embedding"] == printed.embedding]
    return rows.pivot(index="method", columns="task", values=coefficient)


def _of(frame: pd.DataFrame, embedding: str) -> pd.DataFrame:
    return frame[frame["embedding"] == embedding].drop(columns="embedding").set_index("method")


def matching(
    spaces: Mapping[str, WordSpace], printed: Printed, tasks: Sequence[Task], summary: Summary
) -> dict[str, tuple[str, ...]]:
    """What differs from the printed setting, by task name; () where all is the same."""
    return {t.name: differences(spaces[t.name], printed, t, summary=summary) for t in tasks}


def setting_note(printed: Printed, found: Mapping[str, Sequence[str]], rows: int) -> str:
    """What the printed columns are, and why a difference is or is not computed; markdown."""
    note = published.PROTOCOLS[printed.embedding].note
    text = f"Printed for {printed.embedding}: {printed.sentence()} {note}"
    if not rows:
        return f"The paper prints no such scores of {printed.embedding}."
    if not found.keys() & PRINTED_TASKS.keys():
        return f"The paper prints no scores of {printed.embedding} on the chosen tasks."
    others = dict.fromkeys(d for name in found if name in PRINTED_TASKS for d in found[name])
    if not others:
        return f"{text} Your setting is the same, so differences are computed."
    listed = plain("; ".join(others))
    return f"{text} No difference is computed, since these are other ones: {listed}."


def caption_note(printed: Printed, rows: int) -> str:
    """What the printed columns of a table are, for its caption; plain text."""
    return f"Printed: Yokoi et al. (2024), {printed.sentence()}" if rows else ""


def remark(kind: str, printed: Printed, coefficient: Coefficient) -> str:
    """Where the printed table of this kind says other than the paper's text, told from its cells.

    Of the whole table, whichever of its embeddings is shown; "" where nothing is printed.
    """
    if kind == "words":
        return "" if coefficient == "pearson" else claims.remark(published.lexical_similarity())
    if kind == "japanese" or (coefficient == "pearson" and printed.frequency == "test_set"):
        return ""
    enwiki = published.static_scores("enwiki", coefficient)
    if printed.frequency == "enwiki":
        return claims.remark(enwiki)
    return claims.remark(published.static_scores("test_set"), enwiki)
