"""Run a language model on a task's texts for its token vectors, or recall an earlier run."""

import os
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from zipfviz.common.job import Progress, run, turn
from zipfviz.io.records import Task, content_digest
from zipfviz.io.store import STORE
from zipfviz.token_embeddings.cloud import FORMAT, TokenCloud, pack, unpack
from zipfviz.token_embeddings.corpus import TokenCorpus, tokenize
from zipfviz.token_embeddings.gather import BATCH_TOKENS, Gathered, gather
from zipfviz.token_embeddings.model import MAX_LENGTH, Layers, TokenModel, choose_layers, load_model
from zipfviz.token_embeddings.sources import ModelSource, find_model

_RUNNING = threading.Lock()
OF_CORPUS = ("n_tokens", "n_cut", "pieces", "texts", "types", "counts")


def token_cloud(
    model: str | os.PathLike[str] | ModelSource | TokenModel,
    task: Task,
    layers: str | int = "first_last",
    *,
    also: Sequence[Task] = (),
    trust_pickle: bool = False,
    batch_tokens: int = BATCH_TOKENS,
    cache: bool = True,
    progress: Progress | None = None,
) -> TokenCloud:
    """The token vectors of `model` on the texts of `task`, as moments, means and lengths.

    Parameters
    ----------
    model : a folder, the name of an installed package or of the hub, or a model already loaded.
    layers : "first_last" (the paper's), "zeroth_last", "last", or a layer's number, 0 to L.
    also : tasks whose texts take part in the moments but are not scored; the authors' code takes
        the train and dev parts of STS-B and SICK along.
    cache : keep the result in the cache folder by model, layers and texts, and take it from there.
    progress : hears (share done, what is being done), several times a second; an exception it
        raises stops the run, and nothing is kept.

    Runs one model at a time; a second caller waits. Raises MissingExtraError without torch and
    transformers, InputError for a model, layer or task that cannot be used.
    """
    if isinstance(model, (str, os.PathLike)):
        model = find_model(model, trust_pickle=trust_pickle)
    chosen = choose_layers(layers, model.n_layers)
    key = _key(model.digest, chosen, task, also)
    found = _stored(key) if cache else None
    if found is not None:
        return found

    def work(told: Progress) -> TokenCloud:
        with turn(_RUNNING, told, "waiting for another run to end"):
            found = _stored(key) if cache else None
            if found is not None:
                return found
            started = time.perf_counter()
            told(0.0, "loading the model")
            ready = model
            if isinstance(ready, ModelSource):
                ready = load_model(ready, trust_pickle=trust_pickle)
            told(0.0, "splitting the texts")
            corpus = tokenize(ready, [text for each in (task, *also) for text in each.texts])
            how: dict[str, Any] = {"batch_tokens": batch_tokens, "progress": told}
            gathered = gather(ready, corpus, chosen.indices, **how)
            cloud = _cloud(ready, chosen, [task, *also], corpus, gathered)
            cloud = replace(cloud, seconds=time.perf_counter() - started)
            if cache:
                header, arrays = pack(cloud)
                STORE.put("tokens-of-model", key, header, **arrays)
            return cloud

    return run(work, progress)


def cached_cloud(
    model: ModelSource | TokenModel,
    task: Task,
    layers: str | int = "first_last",
    *,
    also: Sequence[Task] = (),
) -> TokenCloud | None:
    """Recall what an earlier `token_cloud` with the same arguments left in the cache, else None."""
    return _stored(_key(model.digest, choose_layers(layers, model.n_layers), task, also))


def _key(digest: str, layers: Layers, task: Task, also: Sequence[Task]) -> str:
    what = f"{FORMAT} {layers.indices} {MAX_LENGTH} {digest}"
    return content_digest(what, *(each.digest for each in (task, *also)))


def _stored(key: str) -> TokenCloud | None:
    return STORE.get("tokens-of-model", key, unpack)


def _cloud(
    model: TokenModel, layers: Layers, tasks: Sequence[Task], corpus: TokenCorpus, found: Gathered
) -> TokenCloud:
    task, *also = tasks
    rows = corpus.rows[: len(task.texts)]
    return TokenCloud(
        model=model.name,
        model_digest=model.digest,
        layers=layers,
        task=task.name,
        task_digest=task.digest,
        also=tuple(each.name for each in also),
        n_texts=int(corpus.times.sum()),
        n_empty=int((np.diff(corpus.offsets)[rows] == 0).sum()),
        n_different=len(corpus.ids),
        rows=rows,
        **{name: getattr(corpus, name) for name in OF_CORPUS},
        **vars(found),
    )
