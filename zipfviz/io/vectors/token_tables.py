"""Read the table of a language model out of .safetensors: one row a token, however it is packed.

model2vec keeps one row for several tokens, `mapping` saying which, and a weight for each token:
token i is `embeddings[mapping[i]] * weights[i]` (its `StaticModel.encode`). Quantised tables keep
scales beside their integers.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.files.containers import Unpacked, seekable
from zipfviz.io.files.wording import listed
from zipfviz.io.tables.account import Account
from zipfviz.io.vectors.arrays import choose, read_rows
from zipfviz.io.vectors.rows import RowStore
from zipfviz.io.vectors.tensors import (
    INTEGERS,
    TensorHeader,
    guess_input_table,
    read_column,
    tensor_headers,
    tensor_rows,
)
from zipfviz.io.vectors.vocabulary import Vocabulary, is_padding, read_vocabulary

# What model2vec calls its table, alone and as a module of sentence-transformers.
STATIC = ("embeddings", "embedding.weight")
OF_TOKENS = ("mapping", "weights")
SCALES = re.compile(r"(?:.*[._])?(?:scales?|zero_?points?)")


@dataclass(frozen=True)
class TokenRows:
    """(n, d), a row for each token: `table[mapping] * weights`, where there are such.

    `scales` are those of the table's rows, of its columns (1, d), or one for all.
    """

    table: Any
    mapping: np.ndarray | None = None
    weights: np.ndarray | None = None
    scales: np.ndarray | None = None

    @property
    def shape(self) -> tuple[int, int]:
        rows = len(self.table) if self.mapping is None else len(self.mapping)
        return rows, self.table.shape[1]

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, tokens: slice) -> np.ndarray:
        rows = tokens if self.mapping is None else self.mapping[tokens]
        block = np.asarray(self.table[rows])
        if self.scales is not None:
            block = block * (self.scales if len(self.scales) == 1 else self.scales[rows])
        if self.weights is not None:
            block = block * self.weights[tokens, None]
        return block


def read_safetensors(
    stream: Unpacked,
    words: Any,
    *,
    limit: int | None = None,
    tensor: str | None = None,
    settings: Mapping[str, Any] | None = None,
) -> RowStore:
    """Read one matrix, the input embedding table by default; `words` as for read_vocabulary.

    `settings` are those of the model's config.json. Raises InputError when several matrices could
    be meant, naming them, for quantised ones without scales, and where tokens and rows do not
    belong together.
    """
    label = stream.label
    file = seekable(stream)
    headers = tensor_headers(file, label)
    matrices = table_shapes(headers)
    guessed = None if tensor is not None or len(matrices) < 2 else guess_input_table(matrices)
    name = choose({k: str(s) for k, s in matrices.items()}, tensor or guessed, label)
    account = Account(name=label, unit="row")
    if guessed:
        account.notes.append(
            f"Of {len(matrices)} matrices, {name!r} was taken as the input embedding table."
        )
    table = _token_rows(file, headers, name, settings or {}, account)
    account.notes += _said_by(settings or {})
    vocabulary = read_vocabulary(words, rows=len(table))
    counted_by = f"{label}: 'mapping'" if table.mapping is not None else label
    _check_padding(vocabulary, len(table), account, counted_by)
    account.facts += [("vectors from", name), ("words from", vocabulary.name)]
    return read_rows(vocabulary, table, account, limit)


def table_shapes(headers: Mapping[str, TensorHeader]) -> dict[str, tuple[int, ...]]:
    """Name -> shape of the matrices that could be the table; scales of quantised ones are none."""
    return {k: h.shape for k, h in headers.items() if len(h.shape) == 2 and not SCALES.fullmatch(k)}


def parts_of_tokens(headers: Mapping[str, TensorHeader], table: str) -> list[str]:
    """Which of model2vec's tensors beside its table say more of each token than its row does."""
    return [k for k in OF_TOKENS if table in STATIC and k in headers]


def _token_rows(
    file: BinaryIO,
    headers: Mapping[str, TensorHeader],
    name: str,
    settings: Mapping[str, Any],
    account: Account,
) -> TokenRows:
    """The rows of the tokens, by what is beside the table; what was done is told."""
    label = f"{account.name}: tensor {name!r}"
    header = headers[name]
    scales = _scales(file, headers, name, label) if header.dtype in INTEGERS else None
    parts = parts_of_tokens(headers, name)
    one_scale = header.dtype == "I8" and scales is None and (
        "mapping" in parts
        or settings.get("embedding_dtype") == "int8"
        or settings.get("model_type") == "model2vec"
    )  # fmt: skip
    table = tensor_rows(file, header, label, integers=scales is not None or one_scale)
    mapping = weights = None
    if "mapping" in parts:
        mapping = _mapping(file, headers["mapping"], name, len(table), account)
    if "weights" in parts:
        tokens = len(table) if mapping is None else len(mapping)
        weights = _weights(file, headers["weights"], tokens, account)
    unused = [k for k in OF_TOKENS if k in headers and k not in parts]
    if unused:
        account.notes.append(
            f"{listed(unused)} beside {name!r} was not used; model2vec's own table is called "
            "'embeddings'."
        )
    if one_scale:
        account.notes.append(
            "Stored as int8 under one scale, which model2vec does not keep: lengths are in its "
            "steps; cosines, symmetry and whitening do not depend on it."
        )
    if header.dtype != "F32":
        how = "raised to" if header.dtype in ("F16", "BF16", *INTEGERS) else "rounded to"
        with_scales = " by the scales beside it" if scales is not None else ""
        account.facts.append(("stored as", f"{header.dtype}, {how} float32{with_scales}"))
    return TokenRows(table, mapping, weights, scales)


def _mapping(
    file: BinaryIO, header: TensorHeader, table: str, rows: int, account: Account
) -> np.ndarray:
    """(tokens,) int64: the row of each token in a table of `rows` rows."""
    found = _column(file, header, "mapping", account.name)
    inside = 0 <= found.min(initial=0) <= found.max(initial=0) < max(rows, 1)
    if found.dtype.kind != "i" or not inside:
        raise InputError(
            f"{account.name}: 'mapping' leads to rows that {table!r} has not (it has {rows:,}); "
            "save the model again with model2vec."
        )
    account.notes.append(
        f"{counted(len(found), 'tokens')} share the {counted(rows, 'rows')} of {table!r}, by "
        "'mapping' (its vocabulary was quantised by its makers)."
    )
    return found


def _weights(file: BinaryIO, header: TensorHeader, tokens: int, account: Account) -> np.ndarray:
    """(tokens,) the factor of each token's row."""
    found = _column(file, header, "weights", account.name)
    if len(found) != tokens:
        raise InputError(
            f"{account.name}: 'weights' has {counted(len(found), 'numbers')} for "
            f"{counted(tokens, 'tokens')}; save the model again with model2vec."
        )
    account.notes.append("Each row was multiplied by its token's weight, as model2vec does.")
    return found


def _column(file: BinaryIO, header: TensorHeader, name: str, label: str) -> np.ndarray:
    if len(header.shape) != 1:
        raise InputError(
            f"{label}: {name!r} has shape {header.shape} where one number a token should be; save "
            "the model again with model2vec."
        )
    return read_column(file, header, f"{label}: {name!r}")


def _scales(
    file: BinaryIO, headers: Mapping[str, TensorHeader], name: str, label: str
) -> np.ndarray | None:
    """(rows, 1), (1, d) or (1, 1) scales of a quantised table; None where there are none."""
    stem = name.removesuffix(".weight")
    starts = {f"{start}{mark}" for start in (name, stem) for mark in "._"} | {""}
    beside = [k for k in headers if SCALES.fullmatch(k) and k[: _last_word(k)] in starts]
    if not beside:
        return None
    scales = [k for k in beside if "zero" not in k]
    if len(scales) != 1 or len(beside) != 1:
        raise InputError(
            f"{label} is quantised with {listed(beside)}, which zipfviz does not undo; export it "
            "as float32."
        )
    header = headers[scales[0]]
    rows, dim = headers[name].shape
    shapes = {(): (1, 1), (1,): (1, 1), (1, 1): (1, 1), (rows,): (rows, 1), (rows, 1): (rows, 1),
              (1, dim): (1, dim)}  # fmt: skip
    if header.shape not in shapes:
        raise InputError(
            f"{label} has scales of shape {header.shape} for {counted(rows, 'rows')}; export it as "
            "float32."
        )
    return read_column(file, header, f"{label}: scales").reshape(shapes[header.shape])


def _last_word(name: str) -> int:
    """Where the word for scales begins in a tensor's name."""
    found = re.search(r"(?:scales?|zero_?points?)\Z", name)
    return found.start() if found else len(name)


def _said_by(settings: Mapping[str, Any]) -> Iterator[str]:
    """What config.json says was done to the rows before they were stored, in sentences."""
    pca = settings.get("apply_pca")
    if pca:
        yield (
            f"Its makers applied PCA to the rows already (config.json: apply_pca {pca!r:.20}): "
            "they were centered on their plain mean and turned to principal axes."
        )
    weighting = [
        f"{key} {settings[key]!r:.20}"
        for key in ("sif_coefficient", "apply_zipf")
        if settings.get(key)
    ]
    if weighting:
        yield (
            "Its makers weighted the rows by frequency rank already (config.json: "
            f"{', '.join(weighting)}): lengths carry their guess of it."
        )
    if settings.get("normalize"):
        yield "The model normalizes its vector of a text (config.json); rows are as stored."
    if later := settings.get("later modules"):
        yield f"modules.json adds {listed(later)} behind the table; rows are as they are stored."


def _check_padding(vocabulary: Vocabulary, rows: int, account: Account, label: str) -> None:
    """A list of fewer words than rows belongs to the first ones; models pad their tables."""
    words = len(vocabulary)
    if vocabulary.ids is None and words < rows and rows % 8 == 0 and is_padding(rows - words, rows):
        account.notes.append(
            f"{vocabulary.name} has {counted(words, 'words')} for {counted(rows, 'rows')}; the "
            "rows after them are taken as padding."
        )
        return
    vocabulary.check_length(rows, label)
