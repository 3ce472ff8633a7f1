"""Which differences between methods stand."""

from __future__ import annotations

from typing import Any

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.common.nouns import noun
from zipfviz.common.wording import count, gain, interval


def difference_headline(table: pd.DataFrame) -> str:
    """How many differences stand; those of Zipfian whitening to uniform, as they are judged.

    `table` has what `zipfviz.difference_table` gives, tasks as they are called.
    """
    known = table[np.isfinite(table["value"].to_numpy(dtype=float))]
    n, stand = len(known), int(known["stands"].sum())
    if not n:
        return "There is no difference to show." if table.empty else "No difference is defined."
    together = ", corrected for all together" if n > 1 else ""
    text = f"{count(stand)} of {count(n)} {noun(n, 'differences')} {noun(stand, 'stand', 'stands')}"
    rows = known[(known["method"] == "zipfian_whitening") & (known["baseline"] != "raw")]
    parts = ", ".join(map(_told, rows.to_dict("records")))
    against = f" Zipfian whitening against uniform whitening: {parts}." if parts else ""
    return f"{text}{together}.{against}"


def _told(row: dict[str, Any]) -> str:
    """A difference on a task, with the interval that it is judged by."""
    ends = (row["low_corrected"], row["high_corrected"])
    if not np.isfinite(ends).all():
        return f"{gain(row['value'])} on {row['task']} (of too few texts)"
    verdict = "" if row["stands"] else "; does not stand"
    return f"{gain(row['value'])} on {row['task']} ({interval(*ends, 1)}{verdict})"
