"""Format words, names and other libraries' complaints for a message: short, on one line."""

from collections.abc import Iterable

MOST = 8


def shown(word: str, width: int = 40) -> str:
    """A word for a message: quoted, escapes for what cannot be printed, never too long."""
    text = word if len(word) <= width else word[: width - 3] + "..."
    return repr(text)


def why(error: BaseException, width: int = 80) -> str:
    """The first words of another library's complaint, on one line."""
    return " ".join(str(error).split())[:width]


def plain(name: str) -> str:
    """A name without quotes; what cannot be printed is escaped."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in name)


def listed(names: Iterable[str]) -> str:
    """The first names, and dots for the others."""
    names = list(names)
    text = ", ".join(map(plain, names[:MOST])) + (", ..." if len(names) > MOST else "")
    return text or "none"
