"""Text from data as streamlit's markdown shows it: as typed."""

import re

# Markdown lets a backslash stand before any ASCII punctuation; that also switches off streamlit's
# own directives (:red[x], :material/x:), $formulas$ and HTML.
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
# Control characters and line ends would end the paragraph, the cell or the message itself.
_CONTROL = re.compile(r"[\x00-\x1f\x7f\u0085\u2028\u2029\ud800-\udfff]")
# Where markdown would begin a link or an address by itself (GitHub's extended autolinks).
_LINK = re.compile(r"(?<=http)(?=s?://)|(?<=www)(?=\.)|(?<=[\w.+-])(?=@\w)", re.IGNORECASE)

_PERCENT = re.compile(r"(?<=\d) ?%")
_NUMBER = re.compile(r"[\d,]+(\.\d+)?( ?%)?( \([\d.]+ %\))?")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def plain(text: object) -> str:
    """`text` for markdown, read as typed whatever it holds; control characters become �.

    An address is no link: an invisible word joiner stands in it.
    """
    return _PUNCTUATION.sub(r"\\\1", _LINK.sub("\u2060", _CONTROL.sub("\ufffd", str(text))))


def sentence(error: Exception | str) -> str:
    """What an error says, beginning as a sentence does; a file's name stays as it is."""
    said = str(error)
    return said[0].upper() + said[1:] if re.match(r"[a-z]+[ ,]", said) else said


def thin(text: str) -> str:
    """Our own sentences with numbers set as in charts and headlines: 253 970, 96.7 %."""
    return _PERCENT.sub("\u202f%", _THOUSANDS.sub("\u202f", text))


def reported(value: str) -> str:
    """A report's value for markdown: a number set as in charts, all else as typed."""
    return plain(thin(value) if _NUMBER.fullmatch(value) else value)


def chip(word: str, count: int = 1) -> str:
    """A word set apart in a run of words; a repeated one in blue with how often it came."""
    if count == 1:
        return f":gray-badge[{plain(word)}]"
    return f":blue-badge[{plain(word)}\u202f×\u202f{count}]"
