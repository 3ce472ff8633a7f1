"""Find the embedding in a folder or an archive, and the file that holds its words."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from zipfviz.common.errors import InputError
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.opened import OpenedFile, open_file
from zipfviz.io.files.unpackers import choose_member
from zipfviz.io.files.wording import listed
from zipfviz.io.vectors.rows import RowStore
from zipfviz.io.vectors.spacy_vocab import read_spacy, spacy_root
from zipfviz.io.vectors.tensors import guess_input_table
from zipfviz.io.vectors.vocabulary import LIST_NAMES, NEEDS_WORDS, beside

MAX_FILES = 10_000
DEPTH = 3
COMPANIONS = {
    "merges.txt", "readme.txt", "readme", "license", "license.txt", "requirements.txt",
    *(name for name in LIST_NAMES if "{" not in name),
}  # fmt: skip
# Of a model's folder or a package: settings, notes, programs, and other programs' weights.
NO_VECTORS = (
    ".json", ".md", ".rst", ".py", ".sh", ".ipynb", ".jinja", ".yaml", ".yml", ".toml", ".cfg",
    ".html", ".pdf", ".png", ".jpg", ".svg", ".xml", ".h5", ".msgpack", ".ot", ".onnx", ".tflite",
)  # fmt: skip
# Beside safetensors these are a tokenizer and the same weights as pickles.
BESIDE_TENSORS = (".model", ".bin", ".pt", ".pth", ".ckpt")


def stay_inside(path: Path, root: Path | None) -> Path:
    """The path, if it and what its links lead to lie under `root`; InputError otherwise."""
    if root is not None and not path.resolve().is_relative_to(root.resolve()):
        raise InputError(f"{path.name} leads out of the data folder; copy the file into it.")
    return path


@dataclass(frozen=True)
class Folder:
    """Files under a folder, by their names relative to it with forward slashes.

    None of them may lie outside `root`; `opening` are the options of `open_file`.
    """

    path: Path
    root: Path | None = None
    opening: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.path.name or str(self.path)

    @property
    def members(self) -> Sequence[str]:
        """Files up to three folders down, hidden ones left out."""
        found: list[str] = []
        for folder, folders, files in os.walk(self.path):
            relative = Path(folder).relative_to(self.path)
            folders[:] = sorted(f for f in folders if not f.startswith("."))
            if len(relative.parts) >= DEPTH:
                folders.clear()
            found += [(relative / f).as_posix() for f in sorted(files) if not f.startswith(".")]
            if len(found) > MAX_FILES:
                raise InputError(f"{self.name} holds over {MAX_FILES:,} files; name one of them.")
        return found

    def has(self, name: str) -> bool:
        return (self.path / name).is_file()

    def member(self, name: str, *, label: str | None = None) -> OpenedFile:
        """Open a file of the folder."""
        path = stay_inside(self.path / name, self.root)
        return open_file(path, name=label, **self.opening)


Place = Folder | OpenedFile


def choose_main(place: Place) -> str:
    """The one embedding of a folder or archive; InputError with what is there in doubt."""
    main = main_file(place)
    if main is not None:
        return main
    if isinstance(place, Folder):
        there = place.members
        raise InputError(
            f"{place.name} holds {len(there):,} files ({listed(there)}); name the "
            "one that is the embedding."
        )
    return choose_member(place.members, None, place.name)


def main_file(place: Place) -> str | None:
    """The one file of a place that is an embedding, the others being its words and papers.

    "<folder>/" for a spaCy vocabulary, None when it cannot be told.
    """
    names = place.members
    root = spacy_root(names)
    if root is not None:
        return f"{root}/"
    tensors = any(name.endswith(".safetensors") for name in names)
    no_vectors = (*NO_VECTORS, *(BESIDE_TENSORS if tensors else ()))
    candidates = [
        n for n in names
        if PurePosixPath(n).name.lower() not in COMPANIONS and not n.lower().endswith(no_vectors)
    ]  # fmt: skip
    lists = {beside(place.has, n) for n in candidates if n.endswith(NEEDS_WORDS)}
    rest = [n for n in candidates if n not in lists]
    if len(rest) == 1:
        return rest[0]
    index = next((n for n in names if n.endswith(".safetensors.index.json")), None)
    shards = [n for n in rest if n.endswith(".safetensors")]
    return index if index is not None and shards == rest else None


def read_spacy_in(place: Place, folder: str, limit: int | None) -> RowStore:
    """Read the spaCy vocabulary whose files are in `folder` of a place."""

    def open_part(part: str) -> Unpacked:
        return place.member(f"{folder}{part}", label=place.name).open()

    return read_spacy(open_part, place.name, limit=limit)


def shard_of(place: Place, index: str, tensor: str | None) -> tuple[str, str]:
    """The file and the tensor that a model.safetensors.index.json points to."""
    with place.member(index).open() as stream:
        data, label = stream.read(2**28), stream.label
    try:
        shards = dict(json.loads(data)["weight_map"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"{label} is no index of safetensors files; fetch it again.") from error
    name = tensor or guess_input_table(dict.fromkeys(map(str, shards), ()))
    if name not in shards:
        raise InputError(
            f"{label}: choose a tensor with tensor= (it lists {listed(map(str, shards))})."
        )
    shard = PurePosixPath(str(shards[name])).name
    return str(PurePosixPath(index).parent / shard), str(name)
