"""Start, as who opens it for the first time meets it."""

import numpy as np
import pytest
from app_page import open_page, said

from zipfviz.ui.server import loaders


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A data folder of one's own, listed anew."""
    monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path))
    loaders.forget_entries()
    yield tmp_path
    monkeypatch.undo()
    loaders.forget_entries()


def test_two_lists_come_first_and_the_answer_says_how_they_were_drawn():
    """No word of why before an answer, which is in the link; the lesson is the first button."""
    at = open_page("start", words="1k")
    assert at.button[0].label == "Start the lesson"
    assert any("Which of these lists sounds like English?" in text for text in said(at))
    assert not any("tokens" in text and "types" in text for text in said(at))
    for answer in "AB":
        at = open_page("start", words="1k", sounds=answer)
        (told,) = (text for text in said(at) if "tokens" in text and "types" in text)
        assert f"You chose {answer}: text in English is like list B" in told


def test_no_question_without_an_answer(folder):
    """Where all words are equally frequent, and where none is made of letters."""
    rng = np.random.default_rng(0)
    words = [f"{a}{b}{c}" for a in "bcdfg" for b in "aeiou" for c in "klmnprst"] + ["x1", "2"]
    for name, listed in {"even": words, "digits": [str(n) for n in range(300)]}.items():
        rows = [f"{w} {' '.join(map(str, rng.normal(size=6).round(3)))}" for w in listed]
        (folder / f"{name}.vec").write_text("\n".join(rows))
        (folder / f"{name}.txt").write_text("".join(f"{w}\t7\n" for w in listed))
        loaders.forget_entries()
        at = open_page("start", embedding=f"{name}.vec", frequency=f"{name}.txt")
        assert at.selectbox(key="embedding").value == f"{name}.vec"
        assert not any("Which of these lists" in text for text in said(at))
