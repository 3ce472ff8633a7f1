"""The lesson as one page that needs nothing else: its words, their vectors, and what draws them.

The page computes all its numbers in the browser. Vectors are sent as whole numbers of 24 bits a
column, from its least to its largest value: half a step of that is below 3e-7 where a column spans
ten, and every number that is shown is that of the space to 1e-5. Where the vectors of all words do
not fit into 5 MB, what is shown of them is sent in their place, at each stop of the sliders.
"""

from __future__ import annotations

import base64
import html
import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from zipfviz.common.errors import InputError
from zipfviz.common.nouns import counted
from zipfviz.explore.plane import EXAMPLE
from zipfviz.explore.prior_path import NEAREST, STRENGTHS, prior_path
from zipfviz.explore.projection import sample_both
from zipfviz.explore.views import length_view
from zipfviz.figures import PALETTES
from zipfviz.figures.live.average_word import average_word_table, view
from zipfviz.figures.live.scripts import script, style
from zipfviz.figures.plane import five_words_data
from zipfviz.figures.style.text import count
from zipfviz.space.methods import Method, Options
from zipfviz.space.word_space import WordSpace
from zipfviz.whitening.spectra import eigenvalues

WORDS = 20_000
SHOWN = 500
#: Bytes of the packed words: what else is in a page takes far less than the rest of 5 MB.
PACKED = 4_600_000
#: Of what is sent in the place of vectors, at most: 51 strengths of 500 lengths and some thousand
#: eigenvalues.
SENT = 1_500_000
STEPS = 2**24 - 1
#: Half a letter, of bytes that are no UTF-8: no page can hold one but as an escape.
LONE = re.compile("[\ud800-\udfff]")


def explorable_html(space: WordSpace, *, n_words: int | None = None) -> str:
    """Write the explorable page of a space: one HTML file of at most 5 MB, to open anywhere.

    It has the `n_words` most frequent words, by default 20,000. With vectors of up to about 50
    dimensions the page computes everything itself; of more dimensions, where so many do not fit
    (`words_that_fit`), means, lengths and spectra of 51 strengths of the prior are in it instead.

    Raises InputError for fewer than 2 words or more than there are and fit, and for vectors of one
    number, which have no plane.

    Examples
    --------
    >>> import zipfviz
    >>> space = zipfviz.word_space(["the", "cat", "sat"], [[1, 0], [0, 2], [3, 1]], [97, 1, 2])
    >>> zipfviz.lesson.explorable_html(space)[:15]
    '<!doctype html>'
    """
    most = words_that_fit(space, vectors=False)
    n = min(WORDS, most) if n_words is None else n_words
    if not 2 <= n <= most:
        raise InputError(
            f"a page of {counted(n, 'words')} cannot be made; give 2 to {count(most)}, which are "
            "there and fit into 5 MB."
        )
    computes = n <= words_that_fit(space)
    space = space.top(n)
    shown = {"view": _view(space)} if computes else {"sent": _sent(space)}
    page = {**_page(space), **shown, "space": _packed(space, computes)}
    parts = {
        "style": style(),
        "data": _json(page),
        "script": script("explorable"),
        "worker": script("spectra_worker"),
        "lead": html.escape(_lead(space, computes)),
        "about": html.escape(_about(space)),
    }
    text = TEMPLATE
    for name, part in parts.items():
        text = text.replace(f"<!--{name}-->", part)
    return text


def words_that_fit(space: WordSpace, *, vectors: bool = True) -> int:
    """How many of the most frequent words of a space a page of 5 MB holds, with their vectors."""
    numbers = (8 + 3 * space.d * vectors) * 4 / 3  # in base64
    words = [len(space.words[i].encode("utf-8", "surrogatepass")) + 3 for i in space.by_frequency]
    held = np.cumsum(words) + numbers * np.arange(1, len(words) + 1)
    return int(np.searchsorted(held, PACKED if vectors else PACKED - SENT))


TEMPLATE = Path(__file__).with_suffix(".html").read_text("utf-8")


def _page(space: WordSpace) -> dict[str, Any]:
    return {
        "colours": {mode: asdict(PALETTES[mode]) for mode in ("light", "dark")},
        "strengths": STRENGTHS,
        "k": min(SHOWN, len(space)),
        "near": min(NEAREST, len(space)),
        "five": five_words_data(EXAMPLE),
    }


def _view(space: WordSpace) -> dict[str, Any]:
    """What the page is told of the average word, to compute the rest."""
    path, rows = prior_path(space), sample_both(space)
    places = np.vstack([path.centroids, path.positions[path.nearest.ravel()]])
    low, high = view(path.positions[rows], places)
    inside = ((path.positions[rows] >= low) & (path.positions[rows] <= high)).all(axis=1)
    ranks = np.empty(len(space), np.intp)
    ranks[space.by_frequency] = np.arange(len(space))
    return {
        "low": low.tolist(),
        "high": high.tolist(),
        "plane": path.plane.T.tolist(),
        "cloud": ranks[rows[inside]].tolist(),
    }


def _sent(space: WordSpace) -> dict[str, Any]:
    """What is shown of the words, at every strength."""
    path, rows = prior_path(space), sample_both(space)
    k = min(SHOWN, len(space))
    lengths, values = [], []
    for t in path.strengths:
        method = Method.parse("zipfian_whitening", Options(prior_strength=float(t)))
        lengths.append(length_view(space, method, k=k, deleted=True, whole=False).lengths)
        values.append(eigenvalues(space.analysis.moments(float(t))))
    return {
        "average": average_word_table(space.words, space.information, path, rows),
        "values": _base64(np.array(values, "<f8")),
        "lengths": _base64(np.array(lengths, "<f8")),
    }


def _packed(space: WordSpace, vectors: bool) -> dict[str, Any]:
    """The words by frequency, as `WordSpace` of `space.js` unpacks them."""
    rows = space.by_frequency
    packed = {
        "words": [space.words[i] for i in rows],
        "d": space.d,
        "p": _base64(space.p[rows].astype("<f8")),
    }
    if not vectors:
        return {**packed, "low": [], "step": [], "bytes": ""}
    X = space.vectors[rows].astype(np.float64)
    low = X.min(axis=0)
    step = np.ptp(X, axis=0) / STEPS
    whole = np.rint((X - low) / np.where(step > 0, step, 1.0)).astype("<u4")
    three = np.ascontiguousarray(whole.T)[..., None].view(np.uint8)[..., :3]
    return {**packed, "low": low.tolist(), "step": step.tolist(), "bytes": _base64(three)}


def _base64(array: np.ndarray) -> str:
    return base64.b64encode(array.tobytes()).decode("ascii")


def _json(value: Any) -> str:
    """JSON that ends no element of a page, whatever words are in it."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    return LONE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _lead(space: WordSpace, computes: bool) -> str:
    how = (
        "Everything here is computed on this page as you move it."
        if computes
        else f"Vectors of {counted(space.d, 'numbers')} are too long for a page: what you see of "
        f"these words was computed when it was made, at {STRENGTHS} strengths of the prior."
    )
    return (
        f"On the {count(len(space))} most frequent words of {space.report.embedding}, counted by "
        f"{space.report.frequency}. {how}"
    )


def _about(space: WordSpace) -> str:
    return (
        f"{space.report.embedding} with {space.report.frequency}: {counted(len(space), 'words')}, "
        f"{counted(space.d, 'dimensions')}. Made with zipfviz, after Yokoi, Bao, Kurita and "
        "Shimodaira, “Zipfian whitening”, NeurIPS 2024."
    )
