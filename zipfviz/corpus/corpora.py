"""Read running text as word ids: the corpora in gensim's wheel, or any text.

    corpus = read_corpus("enwiki")                 # shortened English Wikipedia, in gensim's wheel
    corpus = read_corpus("lee")                    # 300 news texts
    corpus = read_corpus("my-book.txt")            # any text, packed or not; bytes too
    frequent = corpus.at_least(20)                 # rarer words left out, as gensim's min_count

Words are those of `zipfviz.text.splitters` for the text's language, lower-cased. A piece is what
windows do not reach across: a line of text (a paragraph of Wikipedia), cut after PIECE words.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.job import Progress, no_progress
from zipfviz.common.nouns import counted
from zipfviz.common.record import Record, Vocabulary
from zipfviz.io.files.opened import open_file
from zipfviz.io.pairs.known_tasks import gensim_file
from zipfviz.io.records import content_digest
from zipfviz.io.store import STORE
from zipfviz.text.folding import lower_case
from zipfviz.text.splitters import splitter_of
from zipfviz.text.words import RULE

#: Corpora in gensim's wheel: name -> (file, what a person calls it).
GENSIM_CORPORA = {
    "enwiki": (
        "enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2",
        "English Wikipedia, 106 articles",
    ),
    "lee": ("lee_background.cor", "Lee background, 300 news texts"),
}
SAMPLE = 500
PIECE = 10_000
"""gensim passes over what follows the 10,000th word of a sentence in silence."""

Source = str | os.PathLike[str] | bytes


@dataclass(frozen=True, eq=False, repr=False)
class Corpus(Vocabulary, Record):
    """A text as word ids, cut into pieces such as sentences.

    `words` from most to least frequent (ties in alphabetical order), `counts` (n,) int64 their
    occurrences, `tokens` (T,) int32 the words of the text by their place in `words`, `ends` (m,)
    int64 where each piece ends in `tokens`; `digest` names the content; `notes` say how the text
    was cut into words.
    """

    name: str
    words: tuple[str, ...]
    counts: np.ndarray
    tokens: np.ndarray
    ends: np.ndarray
    digest: str
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for array in (self.counts, self.tokens, self.ends):
            array.setflags(write=False)

    def pieces(self) -> Iterator[np.ndarray]:
        """The tokens of each piece, (length,) int32."""
        return iter(np.split(self.tokens, self.ends[:-1]))

    def at_least(self, floor: int) -> Corpus:
        """The corpus without words that occur fewer than `floor` times; their neighbours close up.

        Raises InputError where fewer than two words are left.
        """
        n = int((self.counts >= floor).sum())
        if n < 2:
            raise InputError(
                f"{self.name}: fewer than two words occur {counted(floor, 'times')} or more; "
                "lower the count floor."
            )
        if n == len(self):
            return self
        kept = self.tokens < n  # words are ordered by count
        ends = np.concatenate([[0], np.cumsum(kept)])[self.ends]
        digest = content_digest(self.digest, f"at least {floor}")
        few = self.words[:n], self.counts[:n], self.tokens[kept]
        return Corpus(self.name, *few, ends, digest, self.notes)


def read_corpus(
    source: Source, *, name: str | None = None, progress: Progress | None = None
) -> Corpus:
    """Read a corpus of GENSIM_CORPORA by name, or any text: a path (packed or not) or its bytes.

    `name` is what messages call it. `progress(share, what)` is called as it is read; an exception
    it raises stops the reading. Raises InputError for what is no text.
    """
    told = progress or no_progress
    if source == "enwiki":
        return _wikipedia(told)
    if source == "lee":
        file, name = GENSIM_CORPORA["lee"]
        source = gensim_file(file)
    label = name or ("the text" if isinstance(source, bytes) else os.path.basename(source))
    return corpus_from_lines(_text_lines(source, label, told), label)


def corpus_from_lines(lines: Iterable[str], name: str) -> Corpus:
    """Make a corpus of lines of text; lines without a word are no piece.

    The language of the first SAMPLE lines says what a word is. Raises InputError where there are
    fewer than two different words, MissingExtraError for a script without spaces whose tokenizer is
    not installed.
    """
    lines = iter(lines)
    head = list(islice(lines, SAMPLE))
    splitter, told = splitter_of("\n".join(head), name)
    split, lower = splitter.split, lower_case(told.code)
    ids: dict[str, int] = {}
    pieces: list[np.ndarray] = []
    for line in chain(head, lines):
        found = [ids.setdefault(word, len(ids)) for word in split(lower(line))]
        pieces += [np.array(found[i : i + PIECE], np.int32) for i in range(0, len(found), PIECE)]
    if len(ids) < 2:
        raise InputError(f"{name} holds fewer than two different words; give running text.")
    tokens = np.concatenate(pieces)
    counts = np.bincount(tokens, minlength=len(ids))
    words = list(ids)
    order = np.array(sorted(range(len(words)), key=lambda i: (-counts[i], words[i])))
    place = np.empty(len(words), np.int32)
    place[order] = np.arange(len(words))
    tokens, ends = place[tokens], np.cumsum([len(piece) for piece in pieces])
    sorted_words = tuple(words[i] for i in order)
    digest = content_digest(tokens, ends, sorted_words)
    notes = told.sentence("its words"), splitter.sentence()
    return Corpus(name, sorted_words, counts[order], tokens, ends, digest, notes)


def _wikipedia(told: Progress) -> Corpus:
    """The shortened Wikipedia, kept in the cache folder: taking its markup off takes seconds."""
    file, title = GENSIM_CORPORA["enwiki"]
    path = gensim_file(file)
    key = content_digest(file, str(path.stat().st_size), RULE)
    found = STORE.get("corpus", key, _unpacked)
    if found is None:
        found = corpus_from_lines(_wiki_lines(path, told), title)
        header = {"name": title, "words": found.words, "digest": found.digest, "notes": found.notes}
        arrays = {"counts": found.counts, "tokens": found.tokens, "ends": found.ends}
        STORE.put("corpus", key, header, **arrays)
    return found


def _unpacked(header: dict[str, Any], arrays: dict[str, Any]) -> Corpus:
    told = {name: tuple(header[name]) for name in ("words", "notes")}
    return Corpus(**header | told, **arrays)


def _text_lines(source: Source, label: str, told: Progress) -> Iterator[str]:
    with open_file(source, name=label).open() as stream:
        if stream.kind != "text":
            raise InputError(f"{label} is no text; give a file of running text in UTF-8.")
        read = 0
        for line in stream:
            read += len(line)
            told(min(read / stream.size, 1.0) if stream.size else 0.0, f"Reading {label}")
            yield line.decode("utf-8", "replace")


def _wiki_lines(path: Any, told: Progress) -> Iterator[str]:
    """Paragraphs of the articles of a MediaWiki dump, markup taken off by gensim.

    gensim's own WikiCorpus starts processes and drops words of one letter; this does neither.
    """
    import bz2

    from gensim.corpora.wikicorpus import IGNORED_NAMESPACES, extract_pages, filter_wiki

    size = os.path.getsize(path)
    other = tuple(f"{namespace}:" for namespace in IGNORED_NAMESPACES)
    with open(path, "rb") as packed, bz2.open(packed) as dump:
        for title, text, _ in extract_pages(dump):
            told(packed.tell() / size, "Reading Wikipedia")
            if text.startswith(("#REDIRECT", "#redirect")) or title.startswith(other):
                continue
            yield from filter_wiki(text).split("\n")
