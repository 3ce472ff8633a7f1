"""One vocabulary under several frequency lists: the words all share, mixtures of lists, a floor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

import numpy as np

from zipfviz.common.errors import InputError, MatchError
from zipfviz.io.records import content_digest
from zipfviz.space.word_space import WordSpace

K = TypeVar("K")


def on_shared_words(spaces: Mapping[K, WordSpace]) -> dict[K, WordSpace]:
    """Cut spaces of one embedding to the words that all of them have, p renormalised over these.

    Words come in the order of the first space, with its vectors, which all share in memory. Raises
    MatchError where they share no word.

    Examples
    --------
    >>> import zipfviz
    >>> vectors = [[1, 0], [0, 2], [3, 1]]
    >>> one = zipfviz.word_space(["the", "cat", "purrs"], vectors, [8, 1, 1])
    >>> other = zipfviz.word_space(["the", "cat", "sat"], vectors, [2, 1, 1])
    >>> {name: s.p.round(2).tolist() for name, s in on_shared_words({1: one, 2: other}).items()}
    {1: [0.89, 0.11], 2: [0.67, 0.33]}
    """
    each = list(spaces.values())
    if not each:
        return {}
    first = each[0]
    if all(space.words == first.words for space in each):
        return dict(spaces)
    shared = set(first.words)
    for space in each[1:]:
        shared.intersection_update(space.words)
    if not shared:
        names = ", ".join(space.report.frequency for space in each)
        raise MatchError(f"{names} have no word in common; leave one of them out.")
    rows = np.flatnonzero(np.fromiter((w in shared for w in first.words), bool, len(first)))
    words = tuple(first.words[i] for i in rows.tolist())
    vectors = first.vectors if len(rows) == len(first) else first.vectors[rows]
    vectors.setflags(write=False)
    return {
        name: _on(space, words, vectors, space.p[_rows(space, words)], "shared", words)
        for name, space in spaces.items()
    }


def _rows(space: WordSpace, words: tuple[str, ...]) -> np.ndarray:
    """Where the words stand in a space."""
    if words == space.words:
        return np.arange(len(words))
    return np.fromiter(map(space.index.__getitem__, words), np.intp, len(words))


def mixed(one: WordSpace, other: WordSpace, share: float = 0.5, *, name: str = "") -> WordSpace:
    """Mix two lists of one embedding: p = (1 - share) p_one + share p_other, over words of either.

    `share` is the part of the second list, 0 < share < 1; `name` what to call the mixture. A word
    that only one list has gets its part of that one. Raises InputError for a share outside.

    Examples
    --------
    >>> import zipfviz
    >>> one = zipfviz.word_space(["the", "cat"], [[1, 0], [0, 2]], [3, 1])
    >>> other = zipfviz.word_space(["the", "sat"], [[1, 0], [3, 1]], [1, 1])
    >>> space = mixed(one, other, 0.5)
    >>> dict(zip(space.words, space.p.tolist()))
    {'the': 0.625, 'cat': 0.125, 'sat': 0.25}
    """
    if not 0 < share < 1:
        raise InputError(f"a mixture with share={share:g} is none; give one between 0 and 1.")
    if one.d != other.d:
        raise InputError(
            f"a mixture is of lists of one embedding; these have {one.d} and {other.d} dimensions."
        )
    is_more = np.fromiter((w not in one.index for w in other.words), bool, len(other))
    more, both = np.flatnonzero(is_more), np.flatnonzero(~is_more)
    words = (*one.words, *(other.words[i] for i in more.tolist()))
    p = np.append((1 - share) * one.p, share * other.p[more])
    p[_rows(one, tuple(other.words[i] for i in both.tolist()))] += share * other.p[both]
    vectors = np.vstack([one.vectors, other.vectors[more]]) if len(more) else one.vectors
    made = _on(one, words, vectors, p, f"mixed with {other.digest} {share!r}")
    name = name or mixture_name(one.report.frequency, other.report.frequency, share)
    return replace(made, report=replace(made.report, frequency=name))


def floored(space: WordSpace, floor: float) -> WordSpace:
    """Raise the p of rarer words to `floor`, before p is made to sum to 1 again.

    0 changes nothing; at the largest p all words count alike. Raises InputError for a floor that is
    no probability.

    Examples
    --------
    >>> import zipfviz
    >>> space = zipfviz.word_space(["the", "cat", "purrs"], [[1, 0], [0, 2], [3, 1]], [8, 1, 1])
    >>> floored(space, 0.2).p.round(3).tolist()
    [0.667, 0.167, 0.167]
    """
    if not 0 <= floor < 1:
        raise InputError(f"a floor of {floor:g} is no probability; give one from 0 to below 1.")
    if floor <= space.p.min():
        return space
    p = np.maximum(space.p, floor)
    return _on(space, space.words, space.vectors, p, f"floor {floor!r}")


def adjusted(
    spaces: Mapping[str, WordSpace],
    *,
    shared: bool = True,
    mixture: tuple[str, str, float] | None = None,
    floor: float = 0.0,
) -> dict[str, WordSpace]:
    """Adjust one embedding under several lists: `on_shared_words`, then `mixed`, then `floored`.

    `mixture` names two of the lists and the second one's share; it is one list more, by its name.
    Raises InputError for a list that is not among `spaces`, MatchError without a shared word.

    Examples
    --------
    >>> import zipfviz
    >>> vectors = [[1, 0], [0, 2], [3, 1]]
    >>> one = zipfviz.word_space(["the", "cat", "purrs"], vectors, [8, 1, 1])
    >>> other = zipfviz.word_space(["the", "cat", "sat"], vectors, [2, 1, 1])
    >>> spaces = zipfviz.adjusted({"a": one, "b": other}, mixture=("a", "b", 0.5))
    >>> {name: space.p.round(2).tolist() for name, space in spaces.items()}
    {'a': [0.89, 0.11], 'b': [0.67, 0.33], '50% a + 50% b': [0.78, 0.22]}
    """
    found = on_shared_words(spaces) if shared else dict(spaces)
    if mixture is not None:
        one, other, share = mixture
        for name in (one, other):
            if name not in found:
                raise InputError(
                    f"a mixture with {name!r} needs that list; choose two of {', '.join(found)}."
                )
        found[mixture_name(one, other, share)] = mixed(found[one], found[other], share)
    return {name: floored(space, floor) for name, space in found.items()}


def mixture_name(one: str, other: str, share: float) -> str:
    """What a mixture is called: "70% wordfreq:en + 30% enwiki"."""
    return f"{1 - share:.0%} {one} + {share:.0%} {other}"


def _on(
    space: WordSpace,
    words: tuple[str, ...],
    vectors: np.ndarray,
    p: np.ndarray,
    what: str,
    told: tuple[str, ...] = (),
) -> WordSpace:
    """The space on other words or with another p; vectors are shared, not copied."""
    p = p / p.sum()
    if not (p > 0).all():
        raise InputError("a word loses all its weight here; choose a less extreme setting.")
    p.setflags(write=False)
    vectors.setflags(write=False)
    return replace(
        space,
        words=words,
        vectors=vectors,
        p=p,
        report=replace(space.report, n_words=len(words)),
        digest=content_digest(space.digest, what, *([told] if told else [])),
    )
