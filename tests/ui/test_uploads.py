"""What is handed in for one page: held by digest within bounds, shown to whoever has the link."""

import re
from pathlib import Path

import pytest
from app_page import as_typed, button, open_page

from zipfviz.common.recent import Recent
from zipfviz.ui.server import uploads
from zipfviz.ui.server.uploads import UPLOADS, digest_of, link_text, named_in, store

ROOT = Path(__file__).parents[2]
TEXT = b"one two two three " * 20


def test_the_content_unused_longest_is_dropped_first():
    """Never more bytes than allowed; what is too large by itself drops nothing."""
    held = Recent(10, len)
    held.put("a", b"aaaa")
    held.put("b", b"bbbb")
    assert held.get("a") == b"aaaa"
    held.put("c", b"cccc")
    assert [held.get(each) for each in "abc"] == [b"aaaa", None, b"cccc"]
    held.put("large", b"x" * 11)
    assert "large" not in held
    assert [held.get(each) for each in "ac"] == [b"aaaa", b"cccc"]


def test_who_hands_in_most_loses_first():
    """However much one visitor hands in, another's file stays in its link."""
    held = Recent(10, len)
    held.put("anns", b"aaa", "ann")
    for n in range(50):
        held.put(n, b"ee", "eve")
    assert held.get("anns") == b"aaa"
    assert [n for n in range(50) if n in held] == [47, 48, 49]
    held.put("anns", b"aaa", "eve")  # who hands the same in takes nothing over
    held.put("large", b"e" * 8, "eve")
    assert held.get("anns") == b"aaa"
    held.put("more", b"aaaaaaa", "ann")
    held.put("late", b"e", "eve")  # now ann has most, and loses her oldest
    assert [key in held for key in ("anns", "more", "late")] == [False, True, True]


@pytest.mark.parametrize("name", ["notes.txt", "a~b:*c*\n.txt", "", "\ud800.txt", "x" * 300])
def test_a_link_names_what_it_shows(name):
    kept, digest = named_in(link_text(name, digest_of(TEXT)))
    assert digest == digest_of(TEXT)
    assert kept == name.replace("\ud800", "?")[:80]


@pytest.mark.parametrize("text", ["", "notes.txt", "ab~notes.txt", f"{'A' * 64}~n", "../" * 30])
def test_any_other_text_names_nothing(text):
    assert named_in(text) is None


def test_whoever_has_the_link_sees_the_file():
    """From the first session's link a second one shows it, until it lets it go."""
    at = open_page("types_and_tokens", words="1k", text_source="A file of yours")
    at.file_uploader[0].set_value(("my *notes*.txt", TEXT, "text/plain")).run()
    named = "".join(at.query_params["text_file"])
    assert named_in(named) == ("my *notes*.txt", digest_of(TEXT))

    link = {"words": "1k", "text_source": "A file of yours", "text_file": named}
    at = open_page("types_and_tokens", **link)
    assert any(m.value == "80" for m in at.metric)
    assert any("my *notes*.txt (SHA-256" in as_typed(c.value) for c in at.caption)
    button(at, "Let it go").click().run()
    assert not at.metric
    assert "text_file" not in at.query_params


def test_a_file_no_longer_held_is_asked_for_and_recognised():
    """By name and digest in one sentence; another file is told apart, and taken out again."""
    wanted = b"never handed in here, until now: here"
    named = link_text("talk.txt", digest_of(wanted))
    link = {"words": "1k", "text_source": "A file of yours", "text_file": named}
    at = open_page("types_and_tokens", **link)
    (asked,) = at.info
    told = f"talk.txt (SHA-256 {digest_of(wanted)[:8]}…)"
    assert told in as_typed(asked.value)
    assert uploads.missing([named, "1k", ["a", "b"]]) == [as_typed(asked.value)]

    at.file_uploader[0].set_value(("other.txt", TEXT, "text/plain")).run()
    assert any("Another file than" in c.value for c in at.caption)
    at.file_uploader[0].set_value(("renamed.txt", wanted, "text/plain")).run()
    assert any(c.value == "This is the file of the link." for c in at.caption)
    assert UPLOADS.get(digest_of(wanted)) == wanted
    assert uploads.missing([named]) == []


def test_every_upload_for_one_page_is_in_its_link():
    """Only data brought in for all pages, and a manifest, have an uploader of their own."""
    files = [*(ROOT / "zipfviz/ui").rglob("*.py"), *(ROOT / "pages").glob("*.py")]
    own = {
        f"{path.parent.name}/{path.name}"
        for path in files
        if re.search(r"\.file_uploader\(", path.read_text("utf-8"))
    }
    your_data = {f"your_data/{name}.py" for name in ("bring_in", "training", "preview_vectors")}
    assert own == {"server/uploads.py", "shell/saved_views.py"} | your_data


def test_a_wrong_file_is_called_by_its_name():
    """The page goes on without it, so that it can be let go."""
    store(b"no skip-gram")
    named = link_text("sg.npz", digest_of(b"no skip-gram"))
    at = open_page("theory_corpus", words="1k", skipgram_file=named)
    (box,) = at.warning
    assert as_typed(box.value).startswith("sg.npz is nothing this version")
    button(at, "Let it go").click().run()
    assert not at.warning
