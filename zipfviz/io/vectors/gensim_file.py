"""Read gensim's own files (.kv, .model), which are pickles: only local ones, only on trust."""

from __future__ import annotations

from collections.abc import Iterable

from zipfviz.common.errors import InputError
from zipfviz.io.files.containers import Unpacked
from zipfviz.io.files.kinds import REFUSED
from zipfviz.io.files.wording import why
from zipfviz.io.vectors.memory import from_memory
from zipfviz.io.vectors.rows import RowStore


def read_gensim_file(
    stream: Unpacked, *, limit: int | None = None, compose: Iterable[str] = ()
) -> RowStore:
    """Unpickle a file the caller vouches for. Raises InputError unless it is a plain local file."""
    if stream.path is None:
        raise InputError(f"{stream.label} {REFUSED['pickle']}")
    from gensim.utils import SaveLoad, unpickle

    try:
        thing = unpickle(str(stream.path))
        if isinstance(thing, SaveLoad):
            thing = type(thing).load(str(stream.path))
    except Exception as error:  # whatever the code inside raises
        raise InputError(
            f"{stream.label} cannot be unpickled ({type(error).__name__}: {why(error)}); save it "
            "again as word2vec with the version of gensim that made it."
        ) from error
    found = from_memory(thing, stream.label, limit=limit, compose=compose)
    if found is None:
        raise InputError(f"{stream.label} is a pickled {type(thing).__name__}, no embedding.")
    found.account.notes.append("Unpickled on trust.")
    return found
