"""Read the word lists of the installed package wordfreq, and fold words as it folds them.

They are read from its folder: importing wordfreq takes a second, for tokenizers that most look-ups
do without.
"""

import gzip
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unicodedata import name

from zipfviz.common.errors import InputError

# Letters that case folding turns into others, such as ß and ς.
_TURNED = frozenset(c for c in map(chr, (*range(0x2000), *range(0xFB00, 0xFB18)))
                    if c.casefold() != c.lower())  # fmt: skip
# Those that belong to a language: its people write them, and its list has none of them.
_OWN = {"de": frozenset("ßẞ"), "el": frozenset(c for c in _TURNED if "GREEK" in name(c, ""))}
#: Languages whose lists are spelled as few people spell: German without ß, Greek without ς, Serbian
#: in Latin letters. A usual spelling is as good as the listed one.
RESPELLED = frozenset({"de", "el", "sh"})


def _folder() -> Path:
    """Where the installed wordfreq keeps its lists."""
    spec = find_spec("wordfreq")
    if spec is None or not spec.submodule_search_locations:
        raise InputError("wordfreq is not installed; pip install wordfreq.")
    return Path(spec.submodule_search_locations[0]) / "data"


@lru_cache(maxsize=1)
def wordfreq_languages() -> dict[str, str]:
    """Language code -> "large" or "small", the better list wordfreq has for it, codes sorted."""
    names = sorted((p.name.partition(".")[0] for p in _folder().glob("*.msgpack.gz")), reverse=True)
    found = {code: size for size, _, code in (name.partition("_") for name in names) if size}
    return dict(sorted(found.items()))  # "large" comes after "small"


def bands(language: str, wordlist: str) -> Iterator[list[str]]:
    """The words of a list, band i those of frequency 10^(-i/100) (see `wordfreq.read_cBpack`).

    Read as they are asked for: the first bands of a list take a millisecond.
    """
    import msgpack

    file_name = f"{wordlist}_{language}.msgpack.gz"
    with gzip.open(_folder() / file_name, "rb") as file:
        unpacker = msgpack.Unpacker(file, raw=False, read_size=1 << 16)
        n_bands = unpacker.read_array_header() - 1
        header = unpacker.unpack()
        if (header.get("format"), header.get("version")) != ("cB", 1):
            raise InputError(f"wordfreq's {file_name} is of a new kind; use wordfreq 3.1.1.")
        for _ in range(n_bands):
            yield unpacker.unpack()


def as_listed(words: Sequence[str], language: str) -> list[str]:
    """Each word as wordfreq's list of a language spells it, by wordfreq's own folding.

    Normal form, case, the marks of Arabic and Hebrew, ş and ș, Cyrillic Serbian, traditional
    Chinese. A word with a letter that is another language's keeps as it is: nobody
    means the "gross" of the English list by "groß".
    """
    others = _TURNED - _OWN.get(language, frozenset())
    rows = [i for i, word in enumerate(words) if "\n" not in word and others.isdisjoint(word)]
    if not rows:
        return list(words)
    # In one text, twenty times as fast: nothing that wordfreq does reaches over a line end.
    folded = _folded("\n".join(map(words.__getitem__, rows)), language).split("\n")
    found = list(words)
    for row, word in zip(rows, folded, strict=True):
        found[row] = word
    return found


def _folded(text: str, language: str) -> str:
    import langcodes
    from wordfreq.preprocess import preprocess_text

    if language == "el":  # Ϊ́ has no letter of its own, ΐ does
        text = text.lower()
    text = preprocess_text(text, langcodes.get(language))
    return text.translate(_simplified()).casefold() if language == "zh" else text


@lru_cache(maxsize=1)
def _simplified() -> dict[int, Any]:
    """wordfreq's traditional to simplified characters; its own reader needs jieba."""
    import msgpack

    with gzip.open(_folder() / "_chinese_mapping.msgpack.gz", "rb") as file:
        return msgpack.load(file, raw=False, strict_map_key=False)
