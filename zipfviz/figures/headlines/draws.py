"""Words drawn from the list beside words drawn from running text."""

from collections import Counter
from collections.abc import Sequence

from zipfviz.common.nouns import noun
from zipfviz.common.wording import count, listed, times

FEW = 3
"""So many words that came equally often are named."""


def draws_headline(types: Sequence[str], tokens: Sequence[str]) -> str:
    """How many different words each gives, and which came most often from text."""
    return (
        f"{_drawn(len(types))} from the list {noun(len(types), 'give', 'gives')} "
        f"{_different(types)}; {_drawn(len(tokens))} from running text "
        f"{noun(len(tokens), 'give', 'gives')} {_different(tokens)}{_most(tokens)}."
    )


def _drawn(n: int) -> str:
    return f"{count(n)} {noun(n, 'draws')}"


def _different(words: Sequence[str]) -> str:
    n = len(set(words))
    return f"{count(n)} different {noun(n, 'words')}"


def _most(words: Sequence[str]) -> str:
    counts = Counter(words)
    most = max(counts.values(), default=0)
    if most < 2:
        return ", none of them twice" if len(counts) > 1 else ""
    tied = [f"“{word}”" for word, n in counts.items() if n == most]
    who = listed(tied) if len(tied) <= FEW else f"{len(tied)} of them"
    if len(tied) == 1:
        return f", and {who} alone came {times(most)}"
    return f", and {who} came {times(most)} each"
