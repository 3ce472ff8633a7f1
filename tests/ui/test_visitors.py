"""What visitors share is made once, and let go when nobody is left."""

import asyncio
from types import SimpleNamespace

import streamlit as st
from app_page import open_page

from zipfviz.common.job import Job
from zipfviz.ui import startup
from zipfviz.ui.pages.knobs import curves
from zipfviz.ui.server import jobs, loaders, tokenizer_process
from zipfviz.ui.server import shared_cache as module
from zipfviz.ui.server.shared_cache import clear, shared_cache, shelf
from zipfviz.ui.startup import Visitors


def test_shared_results_are_cached_until_cleared(monkeypatch):
    """The same object for everybody, and a new one after."""
    monkeypatch.setattr(module, "_caches", [])

    @shared_cache(4, False)
    def made(n: int) -> list[int]:
        return [n]

    first = made(2)
    assert made(2) is first
    clear()
    assert made(2) is not first
    assert made(2) == [2]


def test_who_left_for_good_is_ended_and_the_last_one_told():
    """Not who came back in time, and whoever is connected is asked about again, also one whose
    leaving nobody told; the house is empty only when all were ended."""

    async def visits():
        told, connected = [], {"stays", "is not told of"}

        def close(session):
            if session in connected:
                return False
            told.append(session)
            return True

        visitors = Visitors(close, lambda: told.append("empty"))
        visitors.tell("before there is a loop")
        visitors.loop, visitors.away = asyncio.get_running_loop(), 0.2
        for session in ("stays", "is not told of", "comes back", "leaves"):
            visitors.tell(session)
        for _ in range(8):
            visitors.tell("comes back")
            await asyncio.sleep(0.1)
        assert told == ["leaves"]
        connected.discard("is not told of")
        await asyncio.sleep(0.6)
        assert sorted(told) == ["comes back", "is not told of", "leaves"]
        connected.clear()
        await asyncio.sleep(0.6)
        assert told[3:] == ["stays", "empty"]

    asyncio.run(visits())


def test_a_session_is_ended_only_without_its_browser(monkeypatch):
    """With its jobs. streamlit keeps it longer than it is waited for: else it is not found."""

    closed = []
    server = SimpleNamespace(is_active_session="here".__eq__, close_session=closed.append)
    monkeypatch.setattr(startup.runtime, "get_instance", lambda: server)
    visitor = SimpleNamespace(session_id="gone")
    monkeypatch.setattr(jobs, "get_script_run_ctx", lambda: visitor)
    job = jobs.want(Job(lambda told: [told(0.5, "at it") for _ in iter(int, 1)]))
    assert not startup._close("here")
    assert not job.done
    assert startup._close("gone")
    assert job.wait(5)
    assert closed == ["gone"]
    assert 1 < startup.away() < st.get_option("server.disconnectedSessionTTL")


def test_a_server_that_starts_over_is_as_ready_as_a_new_one():
    """Start's own space is there again, another copy, and what else was open is not."""
    ask = ("glove.6B.50d", "wordfreq:en", "none", None)
    before, smaller = loaders.load_space(*ask), loaders.load_space(*ask[:3], 500)
    startup._start_over()
    after = loaders.load_space(*ask)
    assert after is not before
    assert after.digest == before.digest
    assert "_analysis" in after.__dict__
    assert loaders.load_space(*ask[:3], 500) is not smaller
    tokenizer_process.wait(loaders.load_task(loaders.entries()["tasks"][0].name))
    st.cache_resource.clear()


def test_who_came_meanwhile_keeps_what_is_open(monkeypatch):
    """The house is not cleared under the feet of the next visitor."""
    ask = ("glove.6B.50d", "wordfreq:en", "none", 500)
    before = loaders.load_space(*ask)

    async def one_is_here():
        visitors = Visitors(lambda session: False, lambda: None)
        visitors.loop, visitors.away = asyncio.get_running_loop(), 60
        monkeypatch.setattr(startup, "VISITORS", visitors)
        visitors.tell("here")
        await asyncio.sleep(0.05)
        startup._start_over()

    asyncio.run(one_is_here())
    assert loaders.load_space(*ask) is before
    st.cache_resource.clear()


def test_a_start_that_fails_is_told_in_the_log(monkeypatch, caplog):
    """The server runs on; what failed stands there with where it did."""

    def failing():
        raise RuntimeError("no catalogue")

    monkeypatch.setattr(loaders, "entries", failing)
    startup._prepare_start()
    (record,) = [record for record in caplog.records if record.name == startup.__name__]
    assert record.levelname == "WARNING"
    assert record.exc_info[0] is RuntimeError


def test_a_curve_to_which_another_visitor_adds(monkeypatch):
    """All of its points come from elsewhere after the first: the page draws each of its own."""
    real = curves.curve

    def ahead(space, task, *, method, with_symmetry, known, knob):
        asked = {"method": method, "with_symmetry": with_symmetry, "knob": knob}
        found = list(real(space, task, known=known, **asked))
        kept = shelf().get(("curve", space.digest, task.digest, knob, method, with_symmetry))
        kept.update({point.value: point for point in found})
        yield from found

    monkeypatch.setattr(curves, "curve", ahead)
    at = open_page("knobs", words="1k")
    assert not at.error
    assert at.get("plotly_chart")
