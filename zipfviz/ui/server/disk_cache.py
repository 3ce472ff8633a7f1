"""Cache tokens and word spaces on disk for the next server process."""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np

from zipfviz.io.records import Source
from zipfviz.io.store import STORE
from zipfviz.space.word_space import MatchReport, WordSpace

SPACE_BYTES = 256 << 20  # vectors of a larger space are not copied into the cache
Tokens = tuple[tuple[str, ...], ...]

array = partial(STORE.array, "array")
"""`array(digest, compute)`: the array of that digest, stored or computed and stored."""


def tokens(digest: str) -> Tokens | None:
    """The tokens of a task's texts as kept earlier, or None."""
    return STORE.get("tokens", digest, lambda header, _: tuple(map(tuple, header["tokens"])))


def keep_tokens(digest: str, found: Tokens) -> None:
    """Keep the tokens of a task's texts."""
    STORE.put("tokens", digest, {"tokens": found})


def space(key: str | None, build: Callable[[], WordSpace]) -> WordSpace:
    """The space of that key, read back or built and kept.

    The key must name everything the space hangs on; None is a space that nothing names. Only
    spaces of up to `SPACE_BYTES` are kept.
    """
    if key is None:
        return build()
    found = STORE.get("space", key, _unpacked)
    if found is None:
        found = build()
        if found.vectors.nbytes <= SPACE_BYTES:
            sources = [asdict(found.embedding_source), asdict(found.frequency_source)]
            header: dict[str, Any] = {"words": found.words, "digest": found.digest}
            header |= {"report": asdict(found.report), "sources": sources}
            STORE.put("space", key, header, p=found.p, vectors=found.vectors)
    return found


def _unpacked(header: dict[str, Any], arrays: dict[str, np.ndarray]) -> WordSpace:
    words, p, vectors = tuple(header["words"]), arrays["p"], arrays["vectors"]
    if not (p.shape == (len(words),) and vectors.ndim == 2 and len(vectors) == len(words)):
        raise ValueError("words, p and vectors are not of one space")
    report: dict[str, Any] = {
        k: tuple(v) if isinstance(v, list) else v for k, v in header["report"].items()
    }
    p.setflags(write=False)
    vectors.setflags(write=False)
    embedding, frequency = (Source(**source) for source in header["sources"])
    return WordSpace(
        words=words,
        vectors=vectors,
        p=p,
        report=MatchReport(**report),
        digest=header["digest"],
        embedding_source=embedding,
        frequency_source=frequency,
    )
