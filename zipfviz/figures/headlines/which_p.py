"""How far the choice of a frequency list moves a score, and which differences stand."""

from __future__ import annotations

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.common.nouns import noun
from zipfviz.common.wording import count, finer, gain, number, percent
from zipfviz.figures.style.palette import method_style


def which_p_headline(table: pd.DataFrame, where: str, method: str, against: str) -> str:
    """The lowest and highest score of one method over the lists, and how many differences stand.

    `table` has the rows of one task and method of `zipfviz.evaluation.frequency_table`; `where`
    says on which task, as "on STS-B" or "on average".
    """
    name = method_style(method).label
    known = table[np.isfinite(table["score"].to_numpy(dtype=float))]
    if not len(known):
        return f"The score of {method_style(method).phrase} {where} is undefined with every list."
    low, high = known.loc[known["score"].idxmin()], known.loc[known["score"].idxmax()]
    least, most = number(low["score"], 1), number(high["score"], 1)
    if len(known) == 1:
        return f"{name} scores {most} {where} with {high['source']}; choose a second list."
    if least == most:
        found = f"{name} scores {most} {where} with every list"
    else:
        found = (
            f"{name} scores {least} {where} with {low['source']} and {most} with {high['source']}"
        )
    others = known[known["source"] != against]
    changes = others[np.isfinite(others["change"].to_numpy(dtype=float))]
    n, stand = len(changes), int(changes["stands"].sum())
    if not n:
        return f"{found}."
    if n == 1:
        return f"{found}; the difference {'stands' if stand else 'does not stand'}."
    stands = f"{count(stand)} of {count(n)} differences to {against}"
    return f"{found}; {stands} {noun(stand, 'stand', 'stands')}."


def carried_headline(
    change: float, together: float, distance: float, n_words: int, names: tuple[str, str]
) -> str:
    """How much of running text two lists differ by, and what the words listed do to the score."""
    one, other = names
    text = f"From {one} to {other}, {percent(distance, 1)} of running text is counted otherwise"
    if not np.isfinite(change + together):
        return f"{text}; the score is undefined."
    return (
        f"{text}; the score changes by {gain(change)}, by {gain(together)} if only the "
        f"{finer(n_words, 0)} {noun(n_words, 'words')} listed are counted so."
    )
