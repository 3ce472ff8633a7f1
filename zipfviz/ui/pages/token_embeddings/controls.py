"""Choose a model, its layers and texts; run it with progress and stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from zipfviz import token_embeddings as te
from zipfviz.common.markdown import plain
from zipfviz.common.nouns import noun
from zipfviz.figures.style.text import count
from zipfviz.io.folders import data_folder
from zipfviz.io.records import Task
from zipfviz.ui.server import jobs, loaders
from zipfviz.ui.server.public import is_public
from zipfviz.ui.server.shared_cache import HeldResults
from zipfviz.ui.shell import pickers
from zipfviz.ui.shell.assets import texts_of

SUGGESTED = ("bert-base-uncased", "roberta-base", "microsoft/deberta-base")
LAYERS = {
    "first_last": "first and last layer, averaged",
    "zeroth_last": "embedding layer and last (the zeroth-layer variant)",
    "last": "last layer",
}
HELP = texts_of(__file__)["help"]
_CLOUDS = HeldResults("token vectors", 4)


def choose_model() -> te.ModelSource | None:
    """The model chosen, or None while it waits to be fetched.

    A typed name is one of the hub, or a folder of the data folder and of nothing else.
    """
    options = te.installed_models()
    if is_public():
        name = st.selectbox("Language model", options, key="token_model", bind="query-params")
        return te.find_model(name) if name in options else None
    options += SUGGESTED
    bound: dict[str, Any] = {"key": "token_model", "bind": "query-params", "help": HELP["model"]}
    name = st.selectbox("Language model", options, accept_new_options=True, **bound)
    if te.is_here(name, root=data_folder()):
        return te.find_model(name, root=data_folder())
    with st.container(horizontal=True, vertical_alignment="center"):
        if not st.button(f"Fetch {plain(name)}", icon=":material/download:"):
            st.caption("Not on this machine yet: fetching needs the network and some 500 MB.")
            return None
    with st.spinner(f"Fetching {plain(name)} …"):
        return te.find_model(name, root=data_folder())


def choose_layers(model: te.ModelSource) -> str:
    """Which hidden states make a token's vector."""
    numbers = {str(i): f"layer {i} of {model.n_layers}" for i in range(1, model.n_layers + 1)}
    labels = {**LAYERS, "0": "layer 0, the embedding layer", **numbers}
    return pickers.choose("Token vectors", labels, "token_layers", help=HELP["layers"])


def are_two(model: te.ModelSource, layers: str) -> bool:
    """Whether these layers are two, which can be transformed before or after their average."""
    return len(te.choose_layers(layers, model.n_layers).indices) > 1


def choose_also(task: Task) -> list[Task]:
    """Tasks whose texts take part in the moments without being scored."""
    titles = {e.name: e.title for e in loaders.entries()["tasks"] if e.name != task.name}
    names = pickers.several(
        "Moments also from", titles, "token_also", (), placeholder="the scored texts only",
        help=HELP["also"],
    )  # fmt: skip
    pickers.record_tasks("token_also")
    return [loaders.load_task(name) for name in names]


def token_cloud(
    model: te.ModelSource, task: Task, layers: str, also: Sequence[Task]
) -> te.TokenCloud | None:
    """The model's token vectors on a task: kept ones at once, else after a click, with a stop."""
    key = (model.digest, layers, task.digest, *(each.digest for each in also))
    cloud = _CLOUDS.get(key) or te.cached_cloud(model, task, layers, also=also)
    if cloud is None:
        n = sum(len(each.texts) for each in (task, *also))
        jobs.offer(
            "tokens-of-model", "Running the model", "Run the model",
            f"{count(n)} {noun(n, 'texts')}, {model.size / 1e6:,.0f} MB of weights; the result is "
            "kept on disk.",
            lambda told: _CLOUDS.put(
                key, te.token_cloud(model, task, layers, also=also, progress=told)
            ),
            key,
        )  # fmt: skip
        return None
    _CLOUDS.put(key, cloud)
    return cloud


def choose_pieces(cloud: te.TokenCloud, table: pd.DataFrame) -> list[str]:
    """A few subwords whose tokens were kept; by default two that are their type, two that vary."""
    kept = [cloud.pieces[i] for i in dict.fromkeys(cloud.sample_types.tolist())]
    common = table.loc[[piece for piece in table.index if piece in set(kept)]]
    words = common[common.index.str.isalpha() & (common["count"] >= 25)].sort_values("explained")
    pieces, titles = list(words.index), {piece: piece for piece in common.index}
    first = [*pieces[-2:], *pieces[:2]] if len(pieces) >= 4 else list(titles)[:3]
    hint = "The 400 commonest subwords of these texts, up to 25 tokens of each."
    more: dict[str, Any] = {"max_selections": 6, "help": hint}
    return pickers.several("Subwords", titles, "token_pieces", first, **more)
