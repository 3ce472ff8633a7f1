"""Pages' headlines where numbers are undefined or equal: each is a sentence all the same."""

import re

import numpy as np
import pytest
from app_page import open_page, said
from sentences import check

import zipfviz
from zipfviz.ui.shell import selection

RNG = np.random.default_rng(0)
FEW = np.array([[1, 2, 3], [0, 1, -1.0]])
SPACES = {
    "two words": zipfviz.word_space(["the", "cat"], FEW, [3, 1]),
    "all alike": zipfviz.word_space(["the", "cat", "dog"], np.ones((3, 4)), [3, 1, 1]),
    "equally frequent": zipfviz.word_space(
        [f"w{i}" for i in range(40)], RNG.normal(size=(40, 6)), np.ones(40)
    ),
}
PAGES = (
    "average_word", "eigenspectra", "space_map", "theory", "theory_family", "theory_losses",
    "types_and_tokens", "why",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("space", SPACES)
def test_headlines_are_sentences_in_every_state(page, space, monkeypatch):
    monkeypatch.setattr(selection, "space", lambda **_: SPACES[space])
    at = open_page(page)
    headlines = [text for text in said(at) if re.fullmatch(r"\*\*[^*]+\*\*", text)]
    for text in headlines:
        check(text.strip("*"))
    assert headlines or at.warning
