"""What was left out or assumed stands once next to the numbers; great losses are asked about."""

import random
from itertools import pairwise

import pytest
from app_page import as_typed, button, open_alone, open_page, said

WORDS = ["the", "of", "cat", "dog", "house", "tree", "river", "stone", "cloud", "big", "small"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A data folder with vectors of 200 rows, of which as many are broken as is asked for."""
    monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path))
    draw = random.Random(0)

    def make(broken, name="odd.vec"):
        words = [*WORDS, *(f"w{i}" for i in range(189 - broken))]
        rows = [" ".join([w, *(f"{draw.gauss(0, 1):.3f}" for _ in range(6))]) for w in words]
        rows += [f"broken{i} 0.1 0.2 - 0.4 0.5 0.6" for i in range(broken)]
        (tmp_path / name).write_text("\n".join(rows) + "\n")
        listed = "".join(f"{w}\t{1000 // (i + 1)}\n" for i, w in enumerate(words))
        (tmp_path / "counts.tsv").write_text(listed)
        pairs = [(a, b, (i * 7) % 10) for i, (a, b) in enumerate(pairwise(WORDS))]
        pairs += [("cat", "zebra", 3), ("unicorn", "dog", 4)]
        text = "".join(f"{a}\t{b}\t{s}\n" for a, b, s in pairs)
        (tmp_path / "pairs.tsv").write_text("word1\tword2\tscore\n" + text)
        return {"embedding": name, "frequency": "counts.tsv"}

    return make


def lines(at):
    """The calm lines of a page: those that fit, and those with more behind a click."""
    told = [c.value for c in at.caption if ":material/info:" in c.value]
    return [as_typed(t).replace("\u202f", " ") for t in [*told, *(e.label for e in at.expander)]]


@pytest.mark.parametrize("page", ["norms", "scores"])
def test_what_a_file_lost_stands_once_next_to_the_numbers(page, folder):
    """Of the embedding under the title, of the task beside its scores; examples behind a click."""
    more = {"table": "Word pairs", "words_tasks": "pairs.tsv"} if page == "scores" else {}
    at = open_page(page, **folder(broken=4), **more)
    told = "odd.vec: 4 of 200 rows (2 %) cannot be read and are left out"
    assert sum(told in line for line in lines(at)) == 1
    assert any("line 197: " in text for text in said(at))
    pairs = "2 of 12 pairs hold a word that is not in the space and are left out"
    assert sum(pairs in line for line in lines(at)) == (page == "scores")


def test_default_data_leave_nothing_to_say():
    at = open_page("norms")
    assert not [line for line in lines(at) if "left out" in line or "assumed" in line]


def test_a_great_loss_is_asked_about_and_the_answer_is_in_the_link(folder, handed_out):
    """One sentence and a button; then the page, its line, its Python and a link that goes on."""
    chosen = folder(broken=16)
    at = open_alone("norms", **chosen)
    (asked,) = at.warning
    assert "odd.vec: 16 of 200 rows (8 %) cannot be read" in as_typed(asked.value)
    assert not at.get("plotly_chart")
    button(at, "Go on without them").click().run()
    assert not at.warning
    assert at.get("plotly_chart")
    assert any("16 of 200 rows (8 %)" in line for line in lines(at))
    assert "".join(at.query_params["without"]) == "odd.vec"

    again = open_page("norms", **chosen, without="odd.vec")
    assert not again.warning
    assert any("16 of 200 rows" in line for line in lines(again))
    assert "load_embedding('odd.vec', max_loss=1.0)" in handed_out["norms"][1]
