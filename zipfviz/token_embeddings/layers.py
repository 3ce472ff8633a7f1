"""Which hidden states a token's vector is made of."""

from __future__ import annotations

from dataclasses import dataclass

from zipfviz.common.errors import InputError

__all__ = ["LAYER_CHOICES", "Layers", "choose_layers"]

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
