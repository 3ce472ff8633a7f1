"""Counts with their nouns: never “1 words”.

counted(1, "types"), counted(12_345, "types")          # "1 type", "12,345 types"
counted(1, "entries", "entry")                         # "1 entry"
f"{n} {noun(n, 'rows are', 'row is')} left out"        # with its verb
"""


def counted(n: float, plural: str, singular: str = "") -> str:
    """A whole number and its noun, thousands set apart by commas."""
    return f"{n:,.0f} {noun(n, plural, singular)}"


def noun(n: float, plural: str, singular: str = "") -> str:
    """`plural`, or for exactly one the singular: `plural` without its s where none is given."""
    return (singular or plural.removesuffix("s")) if n == 1 else plural
