"""Texts that visitors hand in or type, as corpora, each read once for all who see it."""

from zipfviz.corpus.corpora import Corpus
from zipfviz.corpus.text_corpus import corpus_of
from zipfviz.ui.server import brought
from zipfviz.ui.server.shared_cache import shared_cache
from zipfviz.ui.server.uploads import Upload

SHORT = 20_000  # letters of a text that is read here, in a moment
TYPED = "your text"


@shared_cache(4, "Reading your text …")
def own_corpus(file: Upload) -> Corpus:
    """The words of a text file that was handed in."""
    return brought.corpus(file.content, file.name)


def typed_corpus(text: str) -> Corpus:
    """The words of a text that was typed or pasted."""
    return corpus_of(text) if len(text) <= SHORT else _pasted(text)


@shared_cache(4, "Reading your text …")
def _pasted(text: str) -> Corpus:
    size = brought.SLOWER * len(text)
    return brought.aside(corpus_of, text, label=TYPED, size=size)
