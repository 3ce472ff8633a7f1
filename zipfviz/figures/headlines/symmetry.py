"""How symmetry goes with the score, which measure follows it most closely, and how sure that is."""

from __future__ import annotations

import numpy as np

from zipfviz.common.lazy import pd
from zipfviz.common.nouns import noun
from zipfviz.common.wording import count, number, order, percent, relation, sentence

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


def symmetry_headline(df: pd.DataFrame, n_spaces: int) -> str:
    """How the score goes with Sym₂ under each prior over the spaces shown, if beyond chance.

    `df` is what `zipfviz.explore.correlations` gives for both.
    """
    spaces = f"Over {count(n_spaces)} {noun(n_spaces, 'spaces')}"
    rows = {str(row["measure"]): row for _, row in df.iterrows()}
    parts = []
    for prior, name in (("zipfian", "Zipfian"), ("uniform", "uniform")):
        row = rows.get(f"sym2_{prior}")
        under = f"under the {name} prior"
        if row is None or not np.isfinite(row["pearson"]):
            parts.append(f"{under} no correlation is defined")
            continue
        r, p = float(row["pearson"]), float(row["pearson_p"])
        if p * len(df) >= CHANCE:
            parts.append(f"{under} no tie beyond chance (r = {number(r)}; {_chance(row)})")
        else:
            sure = ", beyond chance" if np.isfinite(p) else ""
            parts.append(f"{under} {relation('the score', 'Sym₂', r)} (r = {number(r)}{sure})")
    if all("no correlation" in part for part in parts):
        return f"{spaces} no correlation between symmetry and score is defined."
    return f"{spaces}, {'; '.join(parts)}."


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
