"""Tokenization of a task's texts by the paper's protocol."""

import json
import os
import re
import string
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from zipfviz.common.child import end_with_parent
from zipfviz.common.errors import InputError
from zipfviz.common.recent import Recent
from zipfviz.evaluation.word_lookup import look_up
from zipfviz.io.records import Frequency, Report, Task
from zipfviz.text.folding import lower_case
from zipfviz.text.splitters import mecab_surfaces, splitter_for

Tokenizer = Callable[[str], list[str]]
Tokens = tuple[tuple[str, ...], ...]

_ASCII_WORD = re.compile("[A-Za-z0-9]")
#: Ends the language of a task whose tokens are replaced by their n-grams (see `char_ngrams`).
NGRAMS = "+ngrams"
N_MIN, N_MAX = 3, 6  # those of the crawl-300d-2M-subword model


@cache
def tokenizer_for(language: str) -> Tokenizer:
    """Get the tokenizer of a task's language: str -> list of str, in lower case.

    English follows the paper's protocol: NLTK's Treebank word tokenizer and the authors' clean-up,
    which keeps tokens with an ASCII letter or digit; Japanese as well: MeCab's surface forms with
    IPADIC. Every other language is cut as `zipfviz.text.splitters` says, at Unicode's word
    boundaries or by the tokenizer of its script. Raises MissingExtraError where that is not
    installed.
    """
    if language.endswith(NGRAMS):
        return _ngram_tokenizer(tokenizer_for(language.removesuffix(NGRAMS)))
    if language == "en":
        return _treebank_tokenizer()
    splitter = splitter_for(language)
    if language == "ja":
        return mecab_surfaces(language)
    split, lower = splitter.split, lower_case(language)
    return lambda text: split(lower(text))


def _treebank_tokenizer() -> Tokenizer:
    from nltk.tokenize.destructive import NLTKWordTokenizer

    split = NLTKWordTokenizer().tokenize

    def tokens(text: str) -> list[str]:
        found = []
        for raw in split(text):
            if not _ASCII_WORD.search(raw):
                continue
            token = raw.lower().strip("';.:()").strip('"')
            token = "not" if token == "n't" else token
            found += [part for part in token.split("-") if part]
        return found

    return tokens


def _ngram_tokenizer(split: Tokenizer) -> Tokenizer:
    return lambda text: list(split_into_ngrams([split(text)])[0])


_KEPT_TASKS = 32
_tokens: Recent[Tokens] = Recent(_KEPT_TASKS)


def is_tokenised(task: Task) -> bool:
    """Whether the tokens of a task are cached."""
    return task.digest in _tokens


def task_tokens(task: Task) -> Tokens:
    """Tokenize each of a task's texts, in order; kept for the most recent tasks.

    A word task has one token a text, lower-cased; scores look words up by `tokens_among`.
    """
    known = _tokens.get(task.digest)
    if known is not None:
        return known
    if task.kind == "words":
        found: Tokens = tuple((text.lower(),) for text in task.texts)
    else:
        split = tokenizer_for(task.language)
        found = tuple(tuple(split(text)) for text in task.texts)
    remember_tokens(task, found)
    return found


def tokens_among(task: Task, words: Collection[str]) -> tuple[Tokens, int]:
    """Write each text's tokens as a vocabulary does, and count words there in another case only.

    The words of a word task are looked up as they are written, then folded (see `look_up`). Tokens
    of sentences are in lower case: English and Japanese ones, and n-grams, stay so, by the paper's
    protocol; those of any other language that `words` lacks stand for the first of its words that
    differs only in case, as German vectors have "Hund".
    """
    if task.kind == "words":
        found, n_folded = look_up(task.texts, words)
        return tuple((word,) for word in found), n_folded
    tokens = task_tokens(task)
    if task.language in ("en", "ja") or is_ngram_task(task):
        return tokens, 0
    types = list(dict.fromkeys(token for text in tokens for token in text))
    found, n_folded = look_up(types, words)
    written = dict(zip(types, found, strict=True))
    return tuple(tuple(written[token] for token in text) for text in tokens), n_folded


def remember_tokens(task: Task, tokens: Tokens) -> None:
    """Cache the tokens of a task, made here or read back from where they were stored."""
    _tokens.put(task.digest, tokens)


def task_frequency(task: Task, words: Collection[str] | None = None) -> Frequency:
    """Count a task's own tokens over both sides of its pairs: the paper's "test set" p(w).

    A text that stands in several pairs counts once for each text of the task (documents), while
    sentence tasks list every side of every pair. Tokens are written as an embedding's `words` are
    (see `tokens_among`), in lower case without them.

    Examples
    --------
    >>> import zipfviz
    >>> freq = zipfviz.task_frequency(zipfviz.load_task("wordsim353"))
    >>> freq.name, len(freq.words)
    ('test set (wordsim353)', 437)
    """
    counts: Counter[str] = Counter()
    texts = task_tokens(task) if words is None else tokens_among(task, dict.fromkeys(words))[0]
    for tokens in texts:
        counts.update(tokens)
    n_tokens = counts.total()
    return Frequency(
        f"test set ({task.name})",
        tuple(counts),
        np.array(list(counts.values()), np.float64),
        Report(
            task.name,
            len(task.texts),
            len(task.texts),
            facts=(("tokens", f"{n_tokens:,}"), ("types", f"{len(counts):,}")),
        ),
        task.source,
    )


def char_ngrams(token: str, n_min: int = N_MIN, n_max: int = N_MAX) -> list[str]:
    """Split a token into itself and the n-grams of "<token>", n_min <= n <= n_max, left to right.

    Punctuation at the ends of an n-gram, the marks "<" and ">" among it, is taken off: the authors'
    look-up strips what it does not find. What is nothing else is left out. Texts of n-grams are
    scored as in the authors' fastText-subword rows: an n-gram stands for the *word* of the space
    that is spelled like it, each as often as it comes, which is not fastText's own composition of
    a word.

    >>> char_ngrams("cats", 3, 4)
    ['cats', 'ca', 'cat', 'cat', 'cats', 'ats', 'ats', 'ts']
    """
    marked = f"<{token}>"
    grams = (
        marked[start : start + n]
        for start in range(len(marked))
        for n in range(n_min, min(n_max, len(marked) - start) + 1)
    )
    return [token, *(kept for gram in grams if (kept := gram.strip(string.punctuation)))]


def split_into_ngrams(tokens: Iterable[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """Replace the tokens of texts by their n-grams; each kind of token is split once."""
    grams: dict[str, list[str]] = {}
    texts = []
    for text in tokens:
        found: list[str] = []
        for token in text:
            if token not in grams:
                grams[token] = char_ngrams(token)
            found += grams[token]
        texts.append(tuple(found))
    return tuple(texts)


def ngram_task(task: Task) -> Task:
    """Replace every token of a task by its n-grams; the result is scored like any task.

    Raises InputError for pairs of words, whose texts are looked up whole.
    """
    if task.kind == "words":
        raise InputError(f"{task.name} holds pairs of words; n-grams need sentences or documents.")
    made = replace(task, language=f"{task.language}{NGRAMS}")
    remember_tokens(made, split_into_ngrams(task_tokens(task)))
    return made


def is_ngram_task(task: Task) -> bool:
    """Whether the task's tokens are replaced by their n-grams."""
    return task.language.endswith(NGRAMS)


# For `zipfviz.ui.server.tokenizer_process`: a line of JSON [language, texts] to tokens.
if __name__ == "__main__":
    if hasattr(os, "nice"):  # what the server reads meanwhile is waited for by more people
        os.nice(12)
    asked, texts = json.loads(sys.stdin.readline())
    end_with_parent()
    json.dump([tokenizer_for(asked)(text) for text in texts], sys.stdout)
