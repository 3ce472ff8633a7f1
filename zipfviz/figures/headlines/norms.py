"""Where length follows information content, and whether noise does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from zipfviz.common.nouns import noun
from zipfviz.common.wording import count, listed, told
from zipfviz.figures.headlines.noise import Beside, clauses


def norm_headline(
    found: Sequence[Beside], k: int, n: int | None = None, *, pending: bool = False
) -> str:
    """One sentence: where length follows information content beyond noise, in plain text.

    `found` is r of each method among the `k` most frequent words, `n` words are in the whole
    vocabulary, None where there are more; `pending` says that what noise gives is being computed.
    """
    among = f"Among the {count(k)} most frequent {noun(k, 'words')}"
    if k == n:
        among = f"Among all {count(n)} {noun(n, 'words')}" if n > 1 else "With one word"
    if all(np.isnan(each.value) for each in found):
        if k == 1:
            return f"{among} no correlation is defined."
        return (
            f"{among} no correlation is defined: all lengths, or all frequencies, are equal, or "
            "too few words are left to measure one by."
        )
    items = [replace(each, name=f"“{each.name}”") for each in found]
    if all(item.verdict(2) is None for item in items):
        values = listed([f"{told(item.value)} in {item.name}" for item in items])
        wait = "; what noise gives is being computed" if pending else ""
        return f"{among} the correlation of length and information content is {values}{wait}."
    said = clauses(
        items,
        "more than noise of the same frequencies would in",
        "as noise would in",
        "less than noise would in",
        "the other way round in",
        symbol="r = ",
    )
    return f"{among}, length follows information content {said}."
