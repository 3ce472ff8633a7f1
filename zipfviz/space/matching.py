"""Matching of an embedding with a frequency source: the words that both have, as a space."""

import re
from collections.abc import Sequence
from typing import Literal

import numpy as np

from zipfviz.common.errors import InputError, MatchError
from zipfviz.io.records import Embedding, Fold, Frequency, content_digest
from zipfviz.space.word_space import MatchReport, WordSpace, word_space
from zipfviz.text.folding import nfc_once
from zipfviz.text.languages import is_same
from zipfviz.text.subwords import Subwords, counts_tokens
from zipfviz.text.wordfreq_lists import wordfreq_languages

DIGIT = re.compile(r"\d")
SubwordPolicy = Literal["auto", "words", "as stored"]


def align(
    embedding: Embedding,
    frequency: Frequency,
    *,
    fold: Fold = "none",
    missing: str | float = "drop",
    max_words: int | None = None,
    above_floor: bool = False,
    subwords: SubwordPolicy = "auto",
) -> WordSpace:
    """Match an embedding with a frequency list: the space of the words that both have.

    Parameters
    ----------
    embedding, frequency : as `load_embedding` and `load_frequency` give them.
    fold : case policy, see `Frequency.masses`.
    missing : what becomes of words the list does not have: "drop" (default), "floor" (the smallest
        positive mass matched), or a probability relative to the whole list, such as 1e-8.
    max_words : keep only so many words, the most frequent ones.
        Words are compared in Unicode's normal form C, and kept as they are stored; of words of the
        embedding that become one, the one stored so stands for all, else the first.
    above_floor : leave out words of less than the list itself has: numbers whose frequency wordfreq
        makes up from their digits, down to 3.5e-18 in English, where the list ends at 1.02e-8.
    subwords : the tokens of a language model ("Ġthe", "▁the", "##ing"): "words" matches those that
        begin a word as that word, by which the space calls them, and leaves out those that
        continue one; "as stored" matches every token letter by letter; "auto" (default) is
        "words" unless the list itself counts such tokens.

    Returns
    -------
    WordSpace
        Words by descending p, vectors (n, d) float32, p (n,) float64 with sum 1, and a `.report`
        (`MatchReport`) of what was matched, before p is made to sum to 1: `n_matched` words, and
        `matched_share`, the sum of their masses in the list over that of the whole list.

    Raises
    ------
    MatchError
        No word is shared.
    InputError
        A policy or size that is none.

    Examples
    --------
    >>> import zipfviz
    >>> emb = zipfviz.load_embedding("glove.6B.50d", max_words=20_000)
    >>> space = zipfviz.align(emb, zipfviz.load_frequency("wordfreq:en"))
    >>> space.vectors.shape
    (19507, 50)
    >>> space.report.sentence()
    '19,507 of 20,000 words, 91.4% of the list’s mass'
    """
    tokens = tokens_as_words(embedding, frequency, subwords)
    masses = frequency.masses(tokens.words if tokens else embedding.words, fold)
    return space_of(
        embedding, frequency, masses, fold, missing=missing, max_words=max_words,
        above_floor=above_floor, tokens=tokens,
    )  # fmt: skip


def tokens_as_words(
    embedding: Embedding, frequency: Frequency, subwords: SubwordPolicy = "auto"
) -> Subwords | None:
    """Resolve what a model's tokens are matched as; None where as stored."""
    if subwords not in ("auto", "words", "as stored"):
        raise InputError(f"subwords={subwords!r} is unknown; use 'auto', 'words' or 'as stored'.")
    found = embedding.subwords if subwords != "as stored" and frequency.words else None
    if found is None or subwords == "words":
        return found
    return None if counts_tokens(frequency.words, found, embedding.words) else found


def space_of(
    embedding: Embedding,
    frequency: Frequency,
    masses: np.ndarray,
    fold: Fold,
    *,
    missing: str | float = "drop",
    max_words: int | None = None,
    above_floor: bool = False,
    tokens: Subwords | None = None,
) -> WordSpace:
    """Make the space of `align` from the masses (n,) of the embedding's words, say cached ones.

    With `tokens` the masses are those of `tokens.words`.
    """
    if max_words is not None and max_words < 1:
        raise InputError(f"max_words={max_words} keeps no word; give 1 or more.")
    masses = masses.copy()
    words = tokens.words if tokens else embedding.words
    is_word = np.fromiter(map(bool, words), bool, len(words)) if tokens else np.ones(1, bool)
    masses[~is_word & (masses > 0)] = 0
    keys = nfc_once(words)
    repeated = [i for i, key in enumerate(keys) if words[i] and not key]
    masses[repeated] = 0
    below = np.flatnonzero((masses > 0) & (masses < frequency.floor))
    least = float(masses[below].min()) if below.size else 0.0
    if above_floor:
        masses[below] = 0
    matched = np.flatnonzero(masses > 0)
    if not matched.size:
        raise MatchError(
            f"{frequency.name} shares no word with {embedding.name} "
            f"(first words: {_some(frequency.words)} against {_some(embedding.words)}); "
            "choose a list of the same language and case, or fold case."
        )
    matched_mass = float(masses[matched].sum())
    total = frequency.total
    share = matched_mass / total if total > 0 else float("nan")
    is_alone = np.ones(len(words), bool)
    is_alone[repeated] = False
    unmatched_rows = np.flatnonzero((masses <= 0) & is_word & is_alone)
    n_missing = 0
    if missing != "drop" and unmatched_rows.size:
        masses[unmatched_rows] = _missing_mass(missing, masses[matched].min(), total)
        n_missing = len(unmatched_rows)
    rows = np.flatnonzero(masses > 0)
    if max_words is not None and max_words < len(rows):
        most = np.argsort(-masses[rows], kind="stable")[:max_words]
        rows = rows[np.sort(most)]
    report = MatchReport(
        embedding=embedding.name,
        frequency=frequency.name,
        n_embedding=len(words),
        n_matched=len(matched),
        n_words=len(rows),
        matched_mass=matched_mass,
        matched_share=share,
        fold=fold,
        missing=str(missing),
        n_missing_kept=n_missing,
        assumption=frequency.assumption,
        unmatched=tuple(embedding.words[i] for i in unmatched_rows[:8]),
        subwords=tokens.sentence() if tokens else "",
        n_tied=_tied(masses[rows]),
        n_numbers=sum(DIGIT.search(words[i]) is not None for i in matched) if below.size else 0,
        n_below_floor=len(below),
        floor=frequency.floor,
        least=least,
        above_floor=above_floor,
        n_listed=len(frequency.words),
        n_renormalized=_renormalized(words, keys, matched, frequency),
        n_repeated=len(repeated),
        other_language=other_language(embedding, frequency),
        of_embedding=embedding.report.notices,
        of_frequency=frequency.report.notices,
        left_out=tuple(
            f"{source.name}, {row}"
            for source in (embedding, frequency)
            for row in source.report.bad_examples
        ),
    )
    return word_space(
        list(map(words.__getitem__, rows.tolist())),
        embedding.vectors[rows],
        masses[rows],
        report=report,
        digest=content_digest(
            embedding.digest,
            frequency.digest,
            f"{fold} {missing} {max_words}{' above floor' if above_floor else ''}",
            *([tokens.mark] if tokens else []),
        ),
        embedding_source=embedding.source,
        frequency_source=frequency.source,
    )


def _tied(masses: np.ndarray) -> int:
    """How many words have the same mass as another."""
    times = np.unique(masses, return_counts=True)[1]
    return int(times[times > 1].sum())


def _renormalized(
    words: Sequence[str], keys: Sequence[str], matched: np.ndarray, frequency: Frequency
) -> int:
    """How many matched words are written in another Unicode form on one of the sides."""
    if keys is words and not frequency.renormalized:
        return 0
    rows = matched.tolist()
    return sum(words[i] != keys[i] or keys[i] in frequency.renormalized for i in rows)


def other_language(embedding: Embedding, frequency: Frequency) -> str:
    """A sentence where vectors and list are in different languages; "" where that is not sure."""
    vectors, listed = embedding.told_language, frequency.told_language
    if listed is None or not (vectors.is_sure and listed.is_sure):
        return ""
    if is_same(vectors.code, listed.code):
        return ""
    better = f"wordfreq:{vectors.code}"
    if vectors.code not in wordfreq_languages():
        better = f"a list of {vectors.title}"
    return (
        f"These vectors look {vectors.title}, the list is {listed.title} ({frequency.name}); "
        f"choose {better}."
    )


def _missing_mass(missing: str | float, floor: float, total: float) -> float:
    if missing == "floor":
        return float(floor)
    try:
        share = float(missing)
    except ValueError:
        share = float("nan")
    if not 0 < share < 1:
        raise InputError(
            f"missing={missing!r} is no policy; use 'drop', 'floor' or a probability like 1e-8."
        )
    return share * total


def _some(words: Sequence[str]) -> str:
    return ", ".join(repr(w) for w in words[:3]) or "none"
