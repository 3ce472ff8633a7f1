"""On a public host nobody sees, deletes or hides what another brought, but by a link to it."""

import asyncio
import json

import pytest
from app_server import app_server
from sending import cookie_of, upload
from visitor import Visitor

SECRET = b"anns_word 5\nof 3\n"
PAGE = "data_way=Upload&words=1k"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def server(place):
    (place / "data").mkdir()
    folders = {"ZIPFVIZ_DATA": str(place / "data"), "ZIPFVIZ_CACHE": str(place / "cache")}
    with app_server(env={**folders, "ZIPFVIZ_PUBLIC": "1"}) as started:
        yield started


def options(visitor):
    found = [option for options in visitor.options.values() for option in options]
    return [option for option in found if isinstance(option, str)]


def told(answer):
    """All that the server sent of a page."""
    return " ".join(map(str, answer.elements))


def test_what_one_visitor_brings_is_hers(server, place):
    """Listed and deleted by her; another learns of it by its link alone, and deletes nothing."""

    async def attack():
        anns, bobs = cookie_of(server), cookie_of(server)
        assert anns != bobs
        ann = Visitor(server.url, anns)
        await ann.open("your_data", PAGE)
        answer = await upload(server, ann, "data-upload-0", "annssecret.tsv", SECRET, anns)
        assert "anns_word" in told(answer)
        assert any("stays until" in said for said in answer.said)
        (title,) = [option for option in options(ann) if "annssecret" in option]
        folder = title.partition("/")[0]
        assert (place / "cache" / "uploads" / folder).is_dir()
        assert (place / "cache" / "uploads" / folder / ".owners.json").is_file()
        await ann.close()

        bob = Visitor(server.url, bobs)
        tries = ("uploads", "uploads/annssecret", "annssecret/annssecret.tsv", "uploads/../uploads")
        for name, page in zip(
            tries, ("your_data", "teacher", "teacher", "five_words"), strict=True
        ):
            answer = await bob.open(page, f"{PAGE}&embedding={name}&frequency={name}&task={name}")
            assert "annssecret-" not in told(answer)
            assert "anns_word" not in told(answer)
            assert "Delete" not in bob.buttons
            await bob.close()
        answer = await bob.open("your_data", f"{PAGE}&frequency={title}")
        assert any("annssecret" in option for option in options(bob))
        assert "Delete" not in bob.buttons
        await bob.close()

        again = Visitor(server.url, anns)  # the same browser, tomorrow
        await again.open("your_data", PAGE)
        answer = await again.press("Delete")
        assert not list((place / "cache" / "uploads").glob("anns*"))
        assert "annssecret" not in told(answer)
        await again.close()
        kept = [p for p in (place / "cache").rglob("*") if p.is_file()]
        assert not any(b"anns_word" in path.read_bytes() for path in kept)

    asyncio.run(attack())


def test_thousands_of_files_hide_nobodys(server, place):
    """Of a visitor's thousand small files the number is bounded; another's are still listed."""

    async def attack():
        eves, bobs = cookie_of(server), cookie_of(server)
        bob, eve = Visitor(server.url, bobs), Visitor(server.url, eves)
        await bob.open("your_data", PAGE)
        await upload(server, bob, "data-upload-0", "zzbobs.tsv", b"bobs 5\nof 3\n", bobs)
        await eve.open("your_data", PAGE)
        for n in range(3):
            await upload(server, eve, f"data-upload-{n}", f"eve{n}.tsv", b"e 5\nof %d\n" % n, eves)
        notes = list((place / "cache" / "uploads").glob("eve*/.owners.json"))
        (eve_is,) = {tuple(json.loads(note.read_text())["owners"]) for note in notes}
        for n in range(1001):  # as many uploads would
            folder = place / "cache" / "uploads" / f"aaa{n}-{n:016x}"
            folder.mkdir()
            (folder / "a.tsv").write_bytes(b"e 5\nof 3\n")
            (folder / ".owners.json").write_text(json.dumps({"owners": eve_is}))
        await upload(server, eve, "data-upload-3", "last.tsv", b"last 5\nof 3\n", eves)
        assert len(list((place / "cache" / "uploads").iterdir())) <= 302
        answer = await bob.change()
        assert any("zzbobs" in option for option in options(bob))
        assert not answer.complaints
        await bob.close()
        await eve.close()

    asyncio.run(attack())
