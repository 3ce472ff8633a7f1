"""Find the embedding in a folder or an archive, and the file that holds its words."""

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any

from zipfviz.common.errors import ChoiceNeeded, InputError
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.places import Folder, Place
from zipfviz.io.files.room import parse_json, read_whole
from zipfviz.io.files.unpackers import choose_member
from zipfviz.io.files.wording import listed
from zipfviz.io.vectors.rows import RowStore
from zipfviz.io.vectors.spacy_vocab import read_spacy, spacy_root
from zipfviz.io.vectors.tensors import guess_input_table
from zipfviz.io.vectors.vocabulary import LIST_NAMES, NEEDS_WORDS, beside

MAX_SETTINGS = 2**24
MAX_INDEX = 2**28
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
    tables = [n for n in rest if n.endswith(".safetensors")]
    if tables != rest:
        return None
    index = next((n for n in names if n.endswith(".safetensors.index.json")), None)
    return index or _first_module(place, tables)


def _first_module(place: Place, tables: Sequence[str]) -> str | None:
    """The table of a sentence-transformers model: that of the module its modules.json has first."""
    for name in (n for n in place.members if PurePosixPath(n).name == "modules.json"):
        paths = [module["path"] for module in _modules(place, name)]
        folder = PurePosixPath(name).parent / paths[0] if paths else None
        found = [n for n in tables if PurePosixPath(n).parent == folder]
        return found[0] if len(found) == 1 else None
    return None


def _modules(place: Place, name: str) -> list[dict[str, str]]:
    """The modules of a modules.json with their paths and types, [] where it tells none."""
    said = _json_beside(place, name)
    found = [m for m in said if isinstance(m, dict)] if isinstance(said, list) else []
    return [{key: str(m.get(key, "")) for key in ("path", "type")} for m in found]


def _json_beside(place: Place, name: str) -> Any:
    """What a small JSON file of a place says; None where there is none that can be read."""
    try:
        with place.member(name).open() as stream:
            return parse_json(read_whole(stream, stream.label, MAX_SETTINGS), stream.label)
    except (InputError, ValueError, RecursionError):
        return None


def model_settings(place: Place, main: str) -> dict[str, Any]:
    """What config.json beside the table `main` says, and which "later modules" work on its rows."""
    folder = PurePosixPath(main).parent
    found: dict[str, Any] = {}
    if place.has(name := str(folder / "config.json")):
        config = _json_beside(place, name)
        found = dict(config) if isinstance(config, dict) else {}
    if isinstance(place, Folder) and place.path.resolve().name:
        place, folder = Folder(place.path.parent, place.root), PurePosixPath(place.name) / folder
    for above in (folder, folder.parent):
        if place.has(name := str(above / "modules.json")):
            modules = _modules(place, name)
            if modules and above / modules[0]["path"] == folder:
                found["later modules"] = [m["type"].rpartition(".")[2] for m in modules[1:]]
    return found


def read_spacy_in(place: Place, folder: str, limit: int | None) -> RowStore:
    """Read the spaCy vocabulary whose files are in `folder` of a place."""

    def open_part(part: str) -> Unpacked:
        return place.member(f"{folder}{part}", label=place.name).open()

    return read_spacy(open_part, place.name, limit=limit)


def shard_of(place: Place, index: str, tensor: str | None) -> tuple[str, str]:
    """The file and the tensor that a model.safetensors.index.json points to."""
    with place.member(index).open() as stream:
        label = stream.label
        data = read_whole(stream, label, MAX_INDEX)
    try:
        shards = dict(parse_json(data, label)["weight_map"])
    except InputError:
        raise
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"{label} is no index of safetensors files; fetch it again.") from error
    name = tensor or guess_input_table(dict.fromkeys(map(str, shards), ()))
    if name not in shards:
        raise ChoiceNeeded.between(
            f"{label}: which of its tensors holds the vectors is not plain",
            "tensor",
            {str(own): f"in {file}" for own, file in shards.items()},
        )
    shard = PurePosixPath(str(shards[name])).name
    return str(PurePosixPath(index).parent / shard), str(name)
