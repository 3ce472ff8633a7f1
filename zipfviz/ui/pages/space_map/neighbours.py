"""Compare neighbours on both maps, and those of one word among all words."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from zipfviz.explore.neighbours import Agreement, agreement, move_table, word_similarities
from zipfviz.explore.projection import mapped_rows
from zipfviz.figures import number
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.pages.space_map.maps import Sample
from zipfviz.ui.server.shared_cache import shared_cache
from zipfviz.ui.shell import export
from zipfviz.ui.shell.selection import current
from zipfviz.ui.shell.tables import typeset

MOVED = {"stayed": "stayed", "came": "came in", "left": "went out"}


@shared_cache(16, "Comparing neighbours …", Sample)
def neighbours(drawn: Sample, methods: Sequence[str], k: int) -> Agreement:
    """The k nearest of each word on the map, among the words on the map."""
    before, after = (mapped_rows(drawn.space, method, rows=drawn.rows) for method in methods)
    return agreement(before, after, k=k)


def numbers(near: Agreement) -> None:
    """Overlap and hubness as numbers."""
    was, now = near.hubness
    shown = {
        f"Neighbours kept, of {near.k}": (number(near.k * near.overlap, 1), OVERLAP_HELP),
        "Kept by chance": (number(near.k * near.by_chance, 1), OVERLAP_HELP),
        "Hubness, first map": (number(was), HUB_HELP),
        "Hubness, second map": (number(now), HUB_HELP),
    }
    for place, (label, (value, help)) in zip(st.columns(4), shown.items(), strict=True):
        place.metric(label, value, help=help)


OVERLAP_HELP = "How many of a word’s nearest in the first map are its nearest in the second, too."
HUB_HELP = "Skewness of how often a word is among another’s neighbours: small without hubs."


def neighbour_table(
    drawn: Sample, near: Agreement, only: Sequence[int], code: str, alt: str
) -> None:
    """Each word's neighbours in both spaces, of the caught words alone where there are some."""
    frame = near.frame(drawn.words, drawn.space.p[drawn.rows])
    if only:
        frame = frame.iloc[np.flatnonzero(np.isin(drawn.rows, only))]
    frame = frame.sort_values("p", ascending=False)
    column = st.column_config
    columns = {
        "shared": column.NumberColumn("kept", help="Neighbours in both", width="small"),
        "neighbours_before": column.TextColumn("nearest, first map", width="large"),
        "neighbours_after": column.TextColumn("nearest, second map", width="large"),
        "occurrences_before": column.NumberColumn("near to, first", help=NEAR_HELP),
        "occurrences_after": column.NumberColumn("near to, second", help=NEAR_HELP),
    }
    height, key = min(420, 38 * (len(frame) + 1)), "map-neighbours-frame"
    shown = typeset(frame.drop(columns="p"))
    st.dataframe(shown, column_config=columns, height=height, key=key, alt=alt)
    export.take_away("map-neighbours", lambda: frame, code)


NEAR_HELP = "How many words have this one among their nearest."


def what_moved(space: WordSpace, row: int, methods: Sequence[str], k: int) -> pd.DataFrame:
    """The k nearest of one word among all words of the space, before and after."""
    similar = [_similarities(space, m, row) for m in methods]
    frame = move_table(space.words, similar[0], similar[1], k=k)
    frame["moved"] = frame["moved"].map(MOVED)
    return frame.rename(columns=MOVE_COLUMNS).set_index("word")


def moved_code(word: str, methods: Sequence[str], k: int) -> str:
    """Python that makes the same table, and counts the words that stayed."""
    return current().snippet(
        "from zipfviz import explore",
        f"row = space.index[{word!r}]",
        f"similar = [explore.word_similarities(space, m, row=row) for m in {list(methods)!r}]",
        f"table = explore.move_table(space.words, *similar, k={k})",
        "print(table.to_string())",
        "print((table['moved'] == 'stayed').sum())",
    )


MOVE_COLUMNS = {
    f"{what}_{when}": f"{what}, {which}"
    for what in ("rank", "cosine")
    for when, which in (("before", "first"), ("after", "second"))
} | {"moved": "in the nearest"}


@shared_cache(16, "Looking through all words …")
def _similarities(space: WordSpace, method: str, row: int) -> np.ndarray:
    return word_similarities(space, method, row=row)
