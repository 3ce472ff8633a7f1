"""Write words so that no spreadsheet takes one for a formula, and read them back as they were.

    guarded(["=SUM(A1)", "'s", "cat"])      # ["'=SUM(A1)", "''s", "cat"]
    unguarded(("'=SUM(A1)", "''s", "cat"))  # ("=SUM(A1)", "'s", "cat")

A spreadsheet runs what begins with one of SIGNS. In a column that has such a word, each of them and
each word that begins with ' gets a ' in front (OWASP, "CSV Injection"); other columns stay as they
are. So a column that was guarded is told from any other by its words alone.
"""

from collections.abc import Sequence

SIGNS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
QUOTE = "'"


def guarded(words: Sequence[str]) -> list[str]:
    """The words of a column as they are written into a spreadsheet."""
    if not any(word.lstrip(QUOTE).startswith(SIGNS) for word in words):
        return list(words)
    return [QUOTE + word if word.startswith((QUOTE, *SIGNS)) else word for word in words]


def unguarded(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words that such a column was made of; the same tuple where it was not guarded."""
    quoted = [word for word in words if word.startswith(QUOTE)]
    is_guarded = (
        any(word.lstrip(QUOTE).startswith(SIGNS) for word in quoted)
        and all(word[1:].startswith((QUOTE, *SIGNS)) for word in quoted)
        and not any(word.startswith(SIGNS) for word in words)
    )
    return tuple(word.removeprefix(QUOTE) for word in words) if is_guarded else words
