"""Word spaces whose vectors stay on disk and are read in blocks.

>>> X = open_rows("vectors.npy")                                  # nothing is read yet
>>> white = Whitening().fit(watched(X, show), sample_weight=p)
>>> save_embedding(words, MappedRows(X, white), "white.npy")

Everything that takes moments reads a memory map in blocks as it is; `whitening.rows` tells how far
reading has come, and maps rows when they are asked for.
"""

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.io.records import content_digest
from zipfviz.space.word_space import MatchReport, WordSpace
from zipfviz.whitening.moments import block_slices, check_prior


def open_rows(path: str | os.PathLike[str]) -> np.ndarray:
    """Open the (n, d) floats of a .npy file as a read-only memory map; nothing is unpickled.

    Raises InputError for a file that is not there, is no .npy, or holds no table of floats.
    """
    name = Path(path).name
    try:
        X = np.load(path, mmap_mode="r", allow_pickle=False)
    except FileNotFoundError:
        raise InputError(f"{name} is not there; check the path.") from None
    except (OSError, ValueError) as error:
        raise InputError(
            f"{name} cannot be read in blocks ({error}); give a .npy file of numbers."
        ) from error
    if not isinstance(X, np.memmap) or X.ndim != 2 or not np.issubdtype(X.dtype, np.floating):
        kind = f"{getattr(X, 'dtype', 'several arrays')} of shape {getattr(X, 'shape', '?')}"
        raise InputError(f"{name} holds {kind}; expected floats, one row a word.")
    return X


def space_on_disk(
    words: Sequence[str], X: np.ndarray, p: Sequence[float] | np.ndarray
) -> WordSpace:
    """Make a word space whose vectors stay on disk: `X` (n, d) float32, as `open_rows` gives it.

    Scores, symmetry, spectra and lengths read it in blocks. `p` (n,) > 0 in any unit: a word of
    weight 0 cannot be left out without a copy. The digest is that of the content, read once.

    Raises InputError for shapes that disagree, a weight that is not > 0, another dtype than
    float32, a word that stands twice.
    """
    q = check_prior(p, len(words))
    if X.ndim != 2 or len(X) != len(words) or X.dtype != np.float32:
        raise InputError(
            f"vectors: got {X.dtype} of shape {X.shape} for {counted(len(words), 'words')}; "
            "expected float32, one row a word."
        )
    assert q is not None
    if not q.all():
        raise InputError(
            f"the word {words[int(np.argmin(q))]!r} has weight 0; give each word on disk some mass."
        )
    names = tuple(words)
    if len(set(names)) < len(names):
        raise InputError("a word stands twice; give each word once.")
    q.setflags(write=False)
    digest = ""
    for rows in block_slices(len(X), X.shape[1]):
        digest = content_digest(digest, X[rows])
    digest = content_digest(digest, q, names)
    report = MatchReport.of_arrays("on disk", len(names), len(names))
    return WordSpace(words=names, vectors=X, p=q, report=report, digest=digest)
