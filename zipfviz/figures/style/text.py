"""Escape words, measure markup text and break it into lines; numbers as all sentences have them."""

import html
import re

from zipfviz.common.wording import DASH as DASH
from zipfviz.common.wording import count as count
from zipfviz.common.wording import number as number
from zipfviz.common.wording import signed as signed

# Plotly reads a small HTML, `$…$` as MathJax and `&…;` as characters; streamlit swaps colours such
# as `#000001` anywhere in a chart. As numbered characters all four are only what was typed.
_AS_TYPED = str.maketrans({c: f"&#{ord(c)};" for c in "&<>$#"})
# Words whose bytes are no UTF-8 carry lone surrogates, which no browser can be sent.
_UNSENDABLE = str.maketrans(dict.fromkeys(range(0xD800, 0xE000), "\ufffd"))


def escape(text: str) -> str:
    """Text from data, so that plotly shows it as typed: `<b>` stays `<b>` and `$x$` stays `$x$`."""
    return str(text).translate(_UNSENDABLE).translate(_AS_TYPED)


LETTER = 6.2  # pixels of a letter of 12 or 13 pixels, about
_TAG = re.compile(r"<[^>]*>")


def lines_of(text: str) -> list[str]:
    """The lines of a markup text as they are read."""
    return [html.unescape(_TAG.sub("", line)) for line in str(text).split("<br>")]


def wide(text: str) -> float:
    """Pixels of a text's longest line."""
    return LETTER * max(map(len, lines_of(text)))


def fits(text: str, width: float) -> str:
    """The text in as many lines as `width` pixels need; a line with markup within stays whole."""
    parts = []
    for line in text.split("<br>"):
        whole = re.fullmatch(r"(<[^>]*>)([^<]*)(</\w+>)|([^<]*)", line)
        if whole is None or wide(line) <= width:
            parts.append(line)
            continue
        opened, inner, closed = (whole[1], whole[2], whole[3]) if whole[1] else ("", whole[4], "")
        parts += [f"{opened}{part}{closed}" for part in _wrapped(inner, int(width / LETTER))]
    return "<br>".join(parts)


def _wrapped(text: str, letters: int) -> list[str]:
    """Lines of at most so many letters, entities counted as one, broken at spaces only."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(html.unescape(longer)) > letters:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
