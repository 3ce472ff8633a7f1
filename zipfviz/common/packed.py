"""Pack values of our own into JSON and arrays, to hand them from one process to another.

Nothing is pickled: whoever unpacks makes dataclasses of zipfviz of what is there, nothing else.
"""

from __future__ import annotations

import dataclasses
import json
from importlib import import_module
from pathlib import Path
from typing import IO, Any

import numpy as np

PACKAGE = "zipfviz"
KIND = "kind"


def write(file: IO[bytes], value: Any) -> None:
    """Write None, numbers, texts, bytes, paths, arrays, lists, tuples, dicts and dataclasses."""
    arrays: list[np.ndarray] = []
    text = json.dumps(_packed(value, arrays)).encode()
    np.save(file, np.frombuffer(text, np.uint8))
    for array in arrays:
        np.save(file, array, allow_pickle=False)
    file.flush()


def read(file: IO[bytes]) -> Any:
    """The value that was written. Raises ValueError for anything else."""
    text = np.load(file, allow_pickle=False)
    return _unpacked(json.loads(text.tobytes()), file)


def _packed(value: Any, arrays: list[np.ndarray]) -> Any:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value.item() if isinstance(value, np.generic) else value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, list):
        return [_packed(item, arrays) for item in value]
    if isinstance(value, (tuple, frozenset)):
        if all(type(item) is str for item in value):  # a million words
            return {KIND: "texts", "items": list(value)}
        return {KIND: "tuple", "items": [_packed(item, arrays) for item in value]}
    if isinstance(value, (np.ndarray, bytes)):
        is_bytes = isinstance(value, bytes)
        arrays.append(np.frombuffer(value, np.uint8) if isinstance(value, bytes) else value)
        return {KIND: "bytes" if is_bytes else "array"}
    if isinstance(value, Path):
        return {KIND: "path", "path": str(value)}
    if isinstance(value, dict):
        items = [[_packed(k, arrays), _packed(v, arrays)] for k, v in value.items()]
        return {KIND: "dict", "items": items}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {
            f.name: _packed(getattr(value, f.name), arrays)
            for f in dataclasses.fields(value)
            if f.init
        }
        made_by = type(value)
        return {KIND: f"{made_by.__module__}:{made_by.__qualname__}", "fields": fields}
    raise TypeError(f"a {type(value).__name__} cannot be handed to another process")


def _unpacked(packed: Any, file: IO[bytes]) -> Any:
    if isinstance(packed, list):
        return [_unpacked(item, file) for item in packed]
    if not isinstance(packed, dict):
        return packed
    kind = packed[KIND]
    if kind == "texts":
        return tuple(packed["items"])
    if kind == "tuple":
        return tuple(_unpacked(item, file) for item in packed["items"])
    if kind in ("array", "bytes"):
        array = np.load(file, allow_pickle=False)
        return array if kind == "array" else array.tobytes()
    if kind == "path":
        return Path(packed["path"])
    if kind == "dict":
        return {_unpacked(k, file): _unpacked(v, file) for k, v in packed["items"]}
    module, _, name = kind.partition(":")
    found = getattr(import_module(module), name) if module.split(".")[0] == PACKAGE else None
    if not (isinstance(found, type) and dataclasses.is_dataclass(found)):
        raise ValueError(f"{kind} is no record")
    return found(**{key: _unpacked(item, file) for key, item in packed["fields"].items()})
