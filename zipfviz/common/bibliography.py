"""BibTeX entries of the paper, the methods, and the data that carry no entry of their own."""

import re
from pathlib import Path

#: By the names of methods and benchmarks, and of what vectors and counts come from.
ENTRIES: dict[str, str] = dict(
    re.findall(
        r"^% ([\w-]+)\n(@.*?^})",
        Path(__file__).with_name("references.bib").read_text("utf-8"),
        re.DOTALL | re.MULTILINE,
    )
)

# Names that files and downloads of these carry, in lower case.
_PATTERNS = (
    (r"sts[-_ ]?(20)?(1[2-6])\b", r"sts\2"),
    (r"sts[-_ ]?b(enchmark)?\b|sts-(test|dev|train)\b", "sts-b"),
    (r"sick(-r)?\b|sick_", "sick-r"),
    (r"jsts\b|(train|valid)-v1\.\d\.json", "jsts"),
    (r"wordsim[-_ ]?353|ws-?353", "wordsim353"),
    (r"simlex[-_ ]?999", "simlex999"),
    (r"men(_dataset|_|\.|$)", "men"),
    (r"lee50", "lee50"),
    (r"glove\.(6b|42b|840b|twitter)", "glove"),
    (r"googlenews-vectors|word2vec-google-news", "word2vec"),
    (r"(wiki-news|crawl)-300d|(cc|wiki)\.[a-z-]+\.(300\.|vec|bin)|fasttext", "fasttext"),
    (r"enwiki_vocab", "sif_ccr"),
)


# Folders of the cache folder for what visitors bring, who may call anything by a known name.
_BROUGHT = ("uploads/", "web/", "trained/")


def known_entry(name: str) -> str:
    """The entry that goes with a task, embedding or frequency list of this name, or "".

    None goes with what a visitor brought.

    >>> known_entry("uploads/sts-test/sts-test.csv")
    ''
    """
    if name.startswith(_BROUGHT):
        return ""
    last = re.split(r"[/\\]", name.lower())[-1]
    for pattern, key in _PATTERNS:
        found = re.match(pattern, last)
        if found:
            return ENTRIES[found.expand(key)]
    return ""


def entry_key(entry: str) -> str:
    """The citation key of a BibTeX entry."""
    found = re.search(r"@\w+\s*\{\s*([^,\s]+)", entry)
    return found.group(1) if found else ""
