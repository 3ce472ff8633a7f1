"""Which measure of symmetry follows the score, and whether that is sure."""

from __future__ import annotations

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.common.wording import number, order, percent, sentence

NAMES = {
    "average_cosine": "average cosine",
    "isoscore": "IsoScore",
    "sym1_uniform": "Sym₁ under the uniform prior",
    "sym2_uniform": "Sym₂ under the uniform prior",
    "sym1_zipfian": "Sym₁ under the Zipfian prior",
    "sym2_zipfian": "Sym₂ under the Zipfian prior",
}
#: What is left out one at a time, by the part of the columns' names.
LEFT_OUT = {"": "one embedding", "_method": "one method"}
CHANCE = 0.05


def correlation_headline(df: pd.DataFrame) -> str:
    """Which measure has the largest |r| with the score, which way, and whether it is the closest.

    `df` is what `zipfviz.explore.correlations` gives. "Most closely" is said where less than 5 % of
    the orders of the methods give as much (corrected for the measures looked at), and no other
    measure comes as near where an embedding or a method is left out.
    """
    known = df[np.isfinite(df["pearson"].to_numpy(dtype=float))]
    if not len(known):
        return "No correlation is defined: it takes two spaces or more that differ in their scores."
    best = known.loc[known["pearson"].abs().idxmax()]
    r, name = float(best["pearson"]), NAMES.get(best["measure"], str(best["measure"]))
    way = order(r, 0.0)
    if way == 0:
        return f"No measure goes with the score: {'every r is' if len(known) > 1 else 'r is'} 0.00."
    found = f"the higher it is, the {'higher' if way == 1 else 'lower'} the score (r = {number(r)})"
    doubt = _doubt(best, known[known["measure"] != best["measure"]])
    if len(known) == 1:
        return f"{sentence(name)}: {found}; {doubt or _chance(best)}."
    if doubt:
        return f"The largest |r| is that of {name}: {found}, but {doubt}."
    return f"{sentence(name)} follows the score most closely: {found}; {_chance(best)}."


def _chance(row: pd.Series) -> str:
    return f"{percent(row['pearson_p'], 1)} of all orders of the methods give as much"


def _doubt(best: pd.Series, others: pd.DataFrame) -> str:
    """Why it is not sure that a measure follows the score most closely; "" where it is."""
    p = float(best.get("pearson_p", np.nan))
    if not np.isfinite(p):
        return "that may be chance, which spaces of other methods each cannot tell"
    if p * (len(others) + 1) >= CHANCE:
        return _chance(best)
    for of, what in LEFT_OUT.items():
        nearest = max((_range(other, of)[1] for _, other in others.iterrows()), default=0.0)
        if nearest >= _range(best, of)[0]:
            return f"without {what} another measure may come as close"
    return ""


def _range(row: pd.Series, of: str) -> tuple[float, float]:
    """Smallest and largest |r| over all points and with one embedding or method left out."""
    ends = (row["pearson"], row.get(f"pearson{of}_low"), row.get(f"pearson{of}_high"))
    values = np.array([np.nan if end is None else end for end in ends], dtype=float)
    values = values[np.isfinite(values)]
    crosses = values.min() < 0 < values.max()
    return 0.0 if crosses else float(np.abs(values).min()), float(np.abs(values).max())
