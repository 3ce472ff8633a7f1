"""Read embeddings from objects in memory: gensim and spaCy, dicts, pairs, data frames.

gensim's own files are pickles of such objects: only local ones are read, only on trust.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from zipfviz.common.errors import InputError
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.kinds import REFUSED
from zipfviz.io.files.wording import why
from zipfviz.io.records import Embedding
from zipfviz.io.tables.account import Account
from zipfviz.io.vectors.arrays import check_dtype, check_shape, read_rows
from zipfviz.io.vectors.rows import RowStore, add_composed
from zipfviz.io.vectors.vocabulary import Vocabulary, check_words


class GensimVectors(Protocol):
    """gensim's KeyedVectors."""

    @property
    def index_to_key(self) -> Sequence[str]: ...

    @property
    def vectors(self) -> np.ndarray: ...


class GensimModel(Protocol):
    """gensim's Word2Vec and FastText."""

    @property
    def wv(self) -> Any: ...


class SpacyVocab(Protocol):
    """spaCy's Vocab."""

    @property
    def strings(self) -> Any: ...

    @property
    def vectors(self) -> Any: ...


class SpacyLanguage(Protocol):
    """A loaded spaCy pipeline."""

    @property
    def vocab(self) -> Any: ...


class DataFrame(Protocol):
    """A pandas DataFrame."""

    @property
    def columns(self) -> Any: ...

    def to_numpy(self) -> np.ndarray: ...


InMemory = (
    Mapping[str, ArrayLike]
    | tuple[Sequence[str], ArrayLike]
    | DataFrame
    | GensimVectors
    | GensimModel
    | SpacyVocab
    | SpacyLanguage
    | Embedding
)


def from_memory(
    thing: Any, label: str, *, limit: int | None = None, compose: Iterable[str] = ()
) -> RowStore | None:
    """Words and vectors of an object, copied; None when it is nothing known.

    Takes gensim's KeyedVectors and models that have some (`.wv`), spaCy's Language and Vocab, a
    mapping of word to vector, a pair of words and an (n, d) array, a pandas DataFrame, and an
    Embedding. `compose` adds words to fastText objects from their n-grams.
    """
    vectors = getattr(thing, "wv", thing)
    if hasattr(vectors, "index_to_key") and hasattr(vectors, "vectors"):
        words = list(vectors.index_to_key)
        store = _pair(words, vectors.vectors[: len(words)], label, limit)
        _compose(vectors, list(compose), store)
        return store
    if list(compose):
        raise InputError(f"{label}: only fastText models compose words from n-grams.")
    vocab = getattr(thing, "vocab", thing)
    if hasattr(vocab, "strings") and hasattr(getattr(vocab, "vectors", None), "key2row"):
        return _spacy(vocab, label, limit)
    if isinstance(thing, Embedding):
        return _pair(thing.words, thing.vectors, label, limit)
    if isinstance(thing, Mapping):
        return _mapping(thing, label, limit)
    if hasattr(thing, "columns") and hasattr(thing, "to_numpy"):
        return _frame(thing, label, limit)
    if isinstance(thing, (tuple, list)) and len(thing) == 2 and not isinstance(thing[0], str):
        return _pair(thing[0], thing[1], label, limit)
    return None


def _pair(
    words: Iterable[Any], array: Any, label: str, limit: int | None, ids: Any = None
) -> RowStore:
    """Row i of `array`, or row ids[i], for word i."""
    numbers = _numbers(array, label)
    check_shape(numbers.shape, label)
    account = Account(name=label, unit="row")
    check_dtype(numbers.dtype, label, account)
    vocabulary = Vocabulary(check_words(words, label), "the words", ids)
    vocabulary.check_length(len(numbers), label)
    return read_rows(vocabulary, numbers, account, limit)


def _numbers(array: Any, label: str) -> np.ndarray:
    try:
        if hasattr(array, "detach"):  # a torch tensor; numpy has no bfloat16 of its own
            array = array.detach().cpu()
            array = array.float() if "bfloat16" in str(array.dtype) else array
        numbers = np.asarray(array)
        return numbers.astype(np.float32) if numbers.dtype.name == "bfloat16" else numbers
    except (TypeError, ValueError, RuntimeError) as error:
        raise InputError(f"{label}: the vectors are no array of numbers ({why(error)}).") from error


def _mapping(thing: Mapping[Any, Any], label: str, limit: int | None) -> RowStore:
    """A dict: every vector must have the length most have."""
    words = check_words(thing.keys(), label)
    if not words:
        raise InputError(f"{label} is empty; give at least one word and its vector.")
    vectors = [np.atleast_1d(_numbers(v, f"{label}: {w!r:.60}")) for w, v in thing.items()]
    sizes = [v.size if v.ndim == 1 else -1 for v in vectors]
    dim = max(set(sizes), key=sizes.count)
    odd = next((i for i, size in enumerate(sizes) if size != dim or dim < 1), None)
    if odd is not None:
        raise InputError(
            f"{label}: the vector of {words[odd]!r:.60} has shape {vectors[odd].shape}, others "
            f"have {dim} numbers; give every word a vector of one length."
        )
    return _pair(words, np.stack(vectors), label, limit)


def _frame(frame: Any, label: str, limit: int | None) -> RowStore:
    """A data frame: words in its index or in its one column of text, numbers in the others."""
    kinds = {name: getattr(frame[name].dtype, "kind", "O") for name in frame.columns}
    numbers = [name for name, kind in kinds.items() if kind in "fiub"]
    texts = [name for name in frame.columns if name not in numbers]
    if len(texts) > 1 or (not texts and not all(isinstance(w, str) for w in frame.index)):
        raise InputError(
            f"{label}: a data frame has its words in the index or in one column of text, and this "
            f"one has {len(texts)} such columns."
        )
    words: Sequence[Any] = frame[texts[0]].tolist() if texts else frame.index.tolist()
    return _pair(words, frame[numbers].to_numpy(), label, limit)


def _spacy(vocab: Any, label: str, limit: int | None) -> RowStore:
    keys = list(vocab.vectors.key2row)
    rows = np.array([vocab.vectors.key2row[key] for key in keys], np.int64)
    if not keys:
        raise InputError(f"{label} has no word vectors; load a model with vectors.")
    return _pair([vocab.strings[key] for key in keys], vocab.vectors.data, label, limit, rows)


def _compose(vectors: Any, words: list[str], store: RowStore) -> None:
    """Vectors of unknown words from a gensim fastText object."""
    unknown = [w for w in dict.fromkeys(check_words(words, "compose")) if w not in store.seen]
    if unknown and not hasattr(vectors, "vectors_ngrams"):
        raise InputError(f"{store.account.name}: only fastText models compose words from n-grams.")

    def vector(word: str) -> np.ndarray | None:
        try:
            return np.asarray(vectors.get_vector(word))
        except KeyError:
            return None

    add_composed(store, unknown, vector, len(words))


def read_gensim_file(
    stream: Unpacked, *, limit: int | None = None, compose: Iterable[str] = ()
) -> RowStore:
    """Unpickle gensim's own file (.kv, .model), which the caller vouches for.

    Raises InputError unless it is a plain local file.
    """
    if stream.path is None:
        raise InputError(f"{stream.label} {REFUSED['pickle']}")
    from gensim.utils import SaveLoad, unpickle

    try:
        thing = unpickle(str(stream.path))
        if isinstance(thing, SaveLoad):
            thing = type(thing).load(str(stream.path))
    except Exception as error:  # whatever the code inside raises
        raise InputError(
            f"{stream.label} cannot be unpickled ({type(error).__name__}: {why(error)}); save it "
            "again as word2vec with the version of gensim that made it."
        ) from error
    found = from_memory(thing, stream.label, limit=limit, compose=compose)
    if found is None:
        raise InputError(f"{stream.label} is a pickled {type(thing).__name__}, no embedding.")
    found.account.facts.append(("unpickled", "on trust"))
    return found
