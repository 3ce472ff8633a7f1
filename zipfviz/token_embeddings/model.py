"""A language model that gives token vectors: texts to subword ids, ids to chosen hidden states."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from safetensors import SafetensorError

from zipfviz.common.errors import InputError
from zipfviz.io.records import content_digest
from zipfviz.token_embeddings.sources import ModelSource, find_model, require

MAX_LENGTH = 512
LAYER_CHOICES = ("first_last", "zeroth_last", "last")


@dataclass(frozen=True)
class Layers:
    """Hidden states whose average is a token's vector.

    `indices` count from the embedding layer, 0, to the last transformer layer, `n_layers`.
    """

    name: str
    indices: tuple[int, ...]
    n_layers: int

    def label(self) -> str:
        """The choice in words, the widespread zeroth-layer variant by its name."""
        if self.name == "zeroth_last":
            return (
                f"average of the embedding layer (0) and layer {self.n_layers}, the zeroth-layer "
                "variant of first-last"
            )
        if len(self.indices) == 2:
            return f"average of the first and the last transformer layer (1 and {self.n_layers})"
        if self.indices == (0,):
            return "the embedding layer (0), before any transformer layer"
        return f"layer {self.indices[0]} of {self.n_layers}"


def choose_layers(name: str | int, n_layers: int) -> Layers:
    """Choose layers: "first_last", "zeroth_last", "last", or a number from 0 to `n_layers`.

    "first_last" averages the first and the last transformer layer, as the paper does;
    "zeroth_last" is what much code does under that name: the embedding layer, which knows no
    context but position, and the last one. Raises InputError for anything else.
    """
    text = str(name)
    if text == "first_last":
        indices: tuple[int, ...] = (1, n_layers) if n_layers > 1 else (1,)
    elif text == "zeroth_last":
        indices = (0, n_layers)
    elif text == "last":
        indices = (n_layers,)
    elif text.isdecimal() and int(text) <= n_layers:
        indices = (int(text),)
    else:
        raise InputError(
            f"layers={name!r} is unknown; use {', '.join(LAYER_CHOICES)} or a number from 0 (the "
            f"embedding layer) to {n_layers}."
        )
    return Layers(text, indices, n_layers)


class TokenModel(Protocol):
    """What a run needs of a model; tests put in their own."""

    name: str
    digest: str
    n_layers: int
    d: int

    def encode(self, texts: Sequence[str]) -> tuple[list[list[int]], list[int]]:
        """Subword ids of each text, special tokens included, and which texts were cut."""

    def pieces(self, ids: Sequence[int]) -> list[str]:
        """The subwords of ids, as the vocabulary writes them."""

    def states(self, ids: Sequence[Sequence[int]], layers: Sequence[int]) -> list[np.ndarray]:
        """The states of all tokens of a batch, in order, (tokens, d) float32 for each layer."""


class LanguageModel:
    """A Hugging Face masked or causal model in float32, without dropout; see `load_model`."""

    def __init__(self, source: ModelSource, model: Any, tokenizer: Any, max_length: int) -> None:
        self.name: str = source.name
        self.digest: str = source.digest
        self.n_layers: int = source.n_layers
        self.d: int = source.d
        self.max_length: int = max_length
        self._model, self._tokenizer = model, tokenizer

    def encode(self, texts: Sequence[str]) -> tuple[list[list[int]], list[int]]:
        """Subword ids of each text with its special tokens, and the places of texts that were cut.

        A text is cut at `max_length` tokens.
        """
        whole = self._tokenizer(list(texts), truncation=False, verbose=False)["input_ids"]
        long = [i for i, ids in enumerate(whole) if len(ids) > self.max_length]
        if long:
            cut = self._tokenizer(
                [texts[i] for i in long], truncation=True, max_length=self.max_length
            )["input_ids"]
            for i, ids in zip(long, cut, strict=True):
                whole[i] = ids
        return whole, long

    def pieces(self, ids: Sequence[int]) -> list[str]:
        """The subwords of ids, as the vocabulary writes them."""
        return [str(piece) for piece in self._tokenizer.convert_ids_to_tokens(list(ids))]

    def states(self, ids: Sequence[Sequence[int]], layers: Sequence[int]) -> list[np.ndarray]:
        """For each of `layers` (0 is the embedding layer) the states of a batch's tokens.

        Returns one (tokens, d) float32 array a layer: texts in order, padding left out.
        """
        torch = require("torch")
        width = max(len(row) for row in ids)
        padded = np.full((len(ids), width), self._tokenizer.pad_token_id or 0, np.int64)
        mask = np.zeros((len(ids), width), np.int64)
        for i, row in enumerate(ids):
            padded[i, : len(row)] = row
            mask[i, : len(row)] = 1
        device = self._model.device
        with torch.inference_mode():
            output = self._model(
                input_ids=torch.from_numpy(padded).to(device),
                attention_mask=torch.from_numpy(mask).to(device),
                output_hidden_states=True,
                return_dict=True,
            )
        real = mask.astype(bool)
        return [output.hidden_states[layer].cpu().numpy()[real] for layer in layers]


def load_model(
    model: str | ModelSource,
    *,
    trust_pickle: bool = False,
    device: str = "cpu",
    max_length: int = MAX_LENGTH,
) -> LanguageModel:
    """Load a model and its tokenizer, ready to run.

    Weights are read from safetensors and raised to float32; code that comes with a model is never
    run. `trust_pickle` also reads pickled weights, see `find_model`. Texts are cut at
    `max_length` tokens or at what the model can take.

    Raises MissingExtraError without torch and transformers, InputError for what cannot be run.
    """
    torch = require("torch")
    transformers = require("transformers")
    source = find_model(model, trust_pickle=trust_pickle) if isinstance(model, str) else model
    if not source.safe and not trust_pickle:
        raise InputError(f"{source.name} has pickled weights; pass trust_pickle=True to read them.")
    _check_type(source)
    here = {"local_files_only": True, "trust_remote_code": False}
    try:
        with _quiet(transformers):
            tokenizer = transformers.AutoTokenizer.from_pretrained(source.folder, **here)
            network, info = transformers.AutoModel.from_pretrained(
                source.folder, use_safetensors=source.safe, output_loading_info=True, **here
            )
    except (OSError, ValueError, ImportError, KeyError, RuntimeError, SafetensorError) as error:
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0][:200].rstrip(". ")
        raise InputError(
            f"{source.name} could not be loaded by transformers ({reason}); give a complete model "
            "that needs no code of its own."
        ) from error
    missing = [key for key in info["missing_keys"] if "pooler" not in key]
    if missing:
        raise InputError(
            f"{source.name} has no weights for {len(missing)} of its parts ({missing[0]}, …), so "
            "its vectors would be random; fetch the whole model."
        )
    network = network.to(torch.float32).to(device).eval()
    if max_length != MAX_LENGTH:  # other texts are cut, so it is another model to a cache
        source = replace(source, digest=content_digest(source.digest, str(max_length)))
    return LanguageModel(source, network, tokenizer, _limit(network, tokenizer, max_length))


def _check_type(source: ModelSource) -> None:
    auto = require("transformers.models.auto.modeling_auto")
    known = {*auto.MODEL_FOR_MASKED_LM_MAPPING_NAMES, *auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES}
    kind = source.config.get("model_type")
    if kind not in known:
        raise InputError(
            f"{source.name} is of type {kind!r}, which is no masked or causal language model that "
            "transformers knows; choose one such as BERT, RoBERTa or GPT-2."
        )
    if source.config.get("quantization_config"):
        raise InputError(
            f"{source.name} is quantised, so its vectors are rounded; take the full model."
        )


@contextmanager
def _quiet(transformers: Any) -> Iterator[None]:
    """No progress bars on the server's console while weights load."""
    logging = transformers.utils.logging
    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()


def _limit(network: Any, tokenizer: Any, max_length: int) -> int:
    """Tokens a text may have: what was asked for, the tokenizer's word, the positions there are."""
    limits = [max_length, tokenizer.model_max_length]
    positions = getattr(network.config, "max_position_embeddings", None)
    if type(positions) is int and positions > 0:
        limits.append(positions)
    for name, module in network.named_modules():
        # RoBERTa's kin start to count positions after the padding token's id.
        padding = getattr(module, "padding_idx", None)
        if name.endswith("position_embeddings") and padding is not None:
            limits.append(module.num_embeddings - padding - 1)
    return int(min(limits))
