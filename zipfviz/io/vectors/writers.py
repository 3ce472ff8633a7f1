"""Write embeddings that load_embedding reads back equal and other programs open.

    save_embedding(space.words, transformed, "white.txt")

A file is written beside its place under a name of its own and moved there when it is complete.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import numpy as np
from numpy.typing import ArrayLike

from zipfviz.common.atomic import atomic_write
from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.files.kinds import sniff
from zipfviz.io.files.unpackers import HEAD
from zipfviz.io.files.wording import shown
from zipfviz.io.tables.text import BOM, decode
from zipfviz.io.vectors.read import read_embedding
from zipfviz.io.vectors.rows import to_float32

NUMBERS_AT_ONCE = 2**20
WRITE_FORMATS = ("word2vec", "word2vec-binary", "npy", "safetensors")
BY_SUFFIX = {
    ".txt": "word2vec",
    ".vec": "word2vec",
    ".bin": "word2vec-binary",
    ".npy": "npy",
    ".safetensors": "safetensors",
}


class SlicedRows(Protocol):
    """Rows (n, d) that are made or read a slice at a time."""

    @property
    def shape(self) -> tuple[int, ...]: ...

    def __getitem__(self, rows: slice, /) -> np.ndarray: ...


def save_embedding(
    words: Sequence[str],
    X: ArrayLike | SlicedRows,
    path: str | os.PathLike[str],
    format: str | None = None,
) -> tuple[Path, ...]:
    """Write words and vectors; load_embedding gives back the same words and float32 values.

    gensim opens both word2vec formats as long as no word has a space in it.

    Parameters
    ----------
    words
        n unique words without line ends.
    X
        (n, d) finite numbers, an array or anything whose rows can be sliced; rounded to float32.
    path
        Where to write. npy and safetensors put the words beside it, as `<stem>.vocab.txt`.
    format
        One of WRITE_FORMATS; by default what the suffix says (.txt, .vec, .bin, .npy,
        .safetensors).

    Returns
    -------
    tuple of Path
        The files written.

    Raises
    ------
    InputError
        Words and vectors that do not fit, a word the format cannot hold, values that are not
        finite in float32, a place that cannot be written to.

    Examples
    --------
    >>> import tempfile
    >>> import zipfviz
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     paths = zipfviz.save_embedding(["cat", "dog"], [[1, 0], [0, 1]], f"{folder}/two.npy")
    ...     [path.name for path in paths], zipfviz.load_embedding(paths[0]).words
    (['two.npy', 'two.vocab.txt'], ('cat', 'dog'))
    """
    path = Path(path)
    chosen = format or BY_SUFFIX.get(path.suffix.lower())
    if chosen not in WRITE_FORMATS:
        raise InputError(
            f"{path.name}: no format is called {chosen or path.suffix!r}; use one of "
            f"{', '.join(WRITE_FORMATS)}."
        )
    rows = _Rows(path.name, *_checked(words, X, path.name), X)
    if chosen == "word2vec":
        return _write_all({path: lambda file: _write_text(file, rows)})
    if chosen == "word2vec-binary":
        return _write_all({path: lambda file: _write_binary(file, rows)})
    write = _write_npy if chosen == "npy" else _write_safetensors
    beside = path.with_name(f"{path.stem}.vocab.txt")
    return _write_all(
        {path: lambda file: write(file, rows), beside: lambda file: _write_words(file, rows.words)}
    )


@dataclass(frozen=True)
class _Rows:
    """What is to be written: encoded words and (n, d) numbers, to be had in blocks."""

    label: str
    words: list[bytes]
    shape: tuple[int, int]
    X: Any

    def blocks(self) -> Iterator[tuple[list[bytes], np.ndarray]]:
        """Words and their (m, d) float32 little-endian values; InputError if not finite."""
        step = max(1, NUMBERS_AT_ONCE // self.shape[1])
        for start in range(0, len(self.words), step):
            words = self.words[start : start + step]
            block = to_float32(np.asarray(self.X[start : start + step]))
            if block.shape != (len(words), self.shape[1]):
                raise InputError(
                    f"{self.label}: rows {start:,} to {start + len(words):,} have shape "
                    f"{block.shape}; every row needs {self.shape[1]} numbers."
                )
            finite = np.isfinite(block).all(axis=1)
            if not finite.all():
                word = shown(decode(words[int(np.argmin(finite))]))
                raise InputError(
                    f"{self.label}: {word} has a value that is not a finite float32; leave it out."
                )
            yield words, block.astype("<f4", copy=False)


def _checked(words: Sequence[str], X: Any, label: str) -> tuple[list[bytes], tuple[int, int]]:
    """The words as bytes and the shape of X, or InputError."""
    shape = tuple(X.shape) if hasattr(X, "shape") else np.shape(X)
    if len(shape) != 2 or shape[0] != len(words) or 0 in shape:
        raise InputError(
            f"{label}: got {counted(len(words), 'words')} for vectors of shape {shape}; give one "
            "row a word."
        )
    encoded = [_encode(word, label) for word in words]
    if len(set(encoded)) != len(encoded):
        twice = Counter(words).most_common(1)[0][0]
        raise InputError(f"{label}: {shown(twice)} stands there twice; a word has one vector.")
    return encoded, (int(shape[0]), int(shape[1]))


def _encode(word: str, label: str) -> bytes:
    """UTF-8, lone surrogates back into the bytes they stand for."""
    if not isinstance(word, str):
        raise InputError(f"{label}: {word!r:.60} is a {type(word).__name__}; words are text.")
    try:
        raw = word.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise InputError(f"{label}: {shown(word)} cannot be written as UTF-8.") from error
    if b"\n" in raw or decode(raw) != word:
        raise InputError(f"{label}: {shown(word)} has a line end in it, or cannot be read back.")
    return raw


def _write_text(file: BinaryIO, rows: _Rows) -> None:
    """'count dim', then a line a word; decimals are the shortest that give the float32 back."""
    import pyarrow as pa
    import pyarrow.compute as compute

    file.write(f"{rows.shape[0]} {rows.shape[1]}\n".encode())
    for words, block in rows.blocks():
        decimals = pa.array(block.ravel()).cast(pa.string()).cast(pa.binary())
        starts = np.arange(0, block.size + 1, rows.shape[1], dtype=np.int32)
        vectors = compute.binary_join(pa.ListArray.from_arrays(starts, decimals), b" ")
        lines = compute.binary_join_element_wise(pa.array(words, pa.binary()), vectors, b" ")
        whole = pa.ListArray.from_arrays(pa.array([0, len(words)], pa.int32()), lines)
        file.write(compute.binary_join(whole, b"\n")[0].as_buffer())
        file.write(b"\n")


def _write_binary(file: BinaryIO, rows: _Rows) -> None:
    """'count dim', then word, space, float32 values and a line end, as word2vec itself does."""
    file.write(f"{rows.shape[0]} {rows.shape[1]}\n".encode())
    size = 4 * rows.shape[1]
    for words, block in rows.blocks():
        data = block.tobytes()
        file.write(
            b"".join(
                word + b" " + data[i : i + size] + b"\n"
                for word, i in zip(words, range(0, len(data), size), strict=True)
            )
        )
    file.seek(0)
    _check_binary(file, rows)


def _check_binary(file: BinaryIO, rows: _Rows) -> None:
    """Words with spaces leave room for doubt in this format: read them back and compare."""
    if len(rows.words) > 1000 and not any(b" " in word for word in rows.words):
        return
    try:
        found: Sequence[str] = read_embedding(file).words
    except InputError:
        found = ()
    if found != tuple(map(decode, rows.words)):
        odd = next((w for w in rows.words if b" " in w), rows.words[0])
        raise InputError(
            f"{rows.label}: {shown(decode(odd))} cannot be told from its vector in word2vec "
            "binary, where a space ends a word; choose word2vec text, npy or safetensors."
        )


def _write_npy(file: BinaryIO, rows: _Rows) -> None:
    header = {"descr": "<f4", "fortran_order": False, "shape": rows.shape}
    np.lib.format.write_array_header_1_0(file, header)
    for _, block in rows.blocks():
        file.write(block.data)


def _write_safetensors(file: BinaryIO, rows: _Rows) -> None:
    size = 4 * rows.shape[0] * rows.shape[1]
    entry = {"dtype": "F32", "shape": list(rows.shape), "data_offsets": [0, size]}
    header = json.dumps({"embeddings": entry}).encode()
    header += b" " * (-len(header) % 8)
    file.write(len(header).to_bytes(8, "little") + header)
    for _, block in rows.blocks():
        file.write(block.data)


def _write_words(file: BinaryIO, words: list[bytes]) -> None:
    """One word a line, such that read_vocabulary takes nothing off the words.

    The mark of UTF-8 says so of lists that begin like another encoding or format.
    """
    end = b"\r\n" if all(word.endswith(b"\r") for word in words) else b"\n"
    text = end.join(words) + end
    if text.startswith(BOM) or sniff(text[:HEAD]) not in ("text", "binary"):
        file.write(BOM)
    file.write(text)


def _write_all(parts: dict[Path, Callable[[BinaryIO], None]]) -> tuple[Path, ...]:
    """Write every file, then move all of them to their places."""
    with ExitStack() as stack:
        for path, write in parts.items():
            write(stack.enter_context(atomic_write(path)))
    return tuple(parts)
