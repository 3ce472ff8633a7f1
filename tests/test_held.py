"""What visitors share is loaded once, bounded in bytes, and let go when nobody is left."""

import asyncio

import numpy as np
import pytest
import streamlit as st

from zipfviz.space import word_space
from zipfviz.ui import held as room
from zipfviz.ui import warm
from zipfviz.ui.held import held, let_go
from zipfviz.ui.visitors import Visitors


@pytest.fixture
def load(monkeypatch):
    """A held loader of spaces of n vectors of 1,000 bytes; `load.made` lists what it made."""
    monkeypatch.setattr(room, "_caches", [])
    monkeypatch.setattr(room, "_alive", [])
    made = []

    @held(4, False)
    def of_size(n: int):
        made.append(n)
        return word_space([str(i) for i in range(n)], np.ones((n, 250)), np.ones(n))

    of_size.clear()
    of_size.made = made
    return of_size


def test_held_things_are_loaded_once_until_let_go(load):
    """The same object for everybody, and a new one after."""
    first = load(2)
    assert load(2) is first
    let_go()
    assert load(2) is not first
    assert load.made == [2, 2]


def test_more_than_the_bound_is_not_held(load, monkeypatch):
    """What does not fit beside the others displaces them, and what is too large is held alone."""
    monkeypatch.setattr(room, "HELD_BYTES", 9_999)
    load(3), load(4), load(3), load(4)
    assert load.made == [3, 4]
    load(5)
    load(5), load(4)
    assert load.made == [3, 4, 5, 4]
    large = load(20)
    assert load(20) is large
    assert load.made == [3, 4, 5, 4, 20]


def test_what_is_gone_does_not_count(load, monkeypatch):
    """Five of 4,000 bytes were held one after the other, never two at once."""
    monkeypatch.setattr(room, "HELD_BYTES", 9_999)
    for _ in range(5):
        load(4)
        let_go()
    load(5), load(4)
    assert load.made == [4] * 5 + [5, 4]
    load(5)
    assert load.made == [4] * 5 + [5, 4]


def test_who_left_for_good_is_closed_and_the_last_one_told():
    """Not who came back in time; and the house is empty only when all were closed."""

    async def visits():
        told, connected = [], {"back, without a run"}

        def close(session):
            if session in connected:
                return False
            told.append(session)
            return True

        visitors = Visitors(0.1, close, lambda: told.append("empty"))
        visitors.leave("before there is a loop")
        visitors.loop = asyncio.get_running_loop()
        for session in ("stays", "comes back", "leaves", *connected):
            assert visitors.arrive(session) == session
        visitors.leave("leaves")
        visitors.leave("back, without a run")
        visitors.leave("comes back")
        visitors.arrive("comes back")
        await asyncio.sleep(0.4)
        assert told == ["leaves"]
        visitors.leave("comes back")
        await asyncio.sleep(0.05)
        visitors.leave("comes back")  # as when caches are cleared
        visitors.leave("stays")
        await asyncio.sleep(0.4)
        assert told == ["leaves", "comes back", "stays"]
        connected.clear()
        await asyncio.sleep(0.4)
        assert told == ["leaves", "comes back", "stays", "back, without a run", "empty"]

    asyncio.run(visits())


def test_a_server_that_starts_over_is_as_ready_as_a_new_one():
    """Start's own space is there again, another copy, and what else was open is not."""
    from zipfviz.ui import loaders

    ask = ("glove.6B.50d", "wordfreq:en", "none", None)
    before, smaller = loaders.load_space(*ask), loaders.load_space(*ask[:3], 500)
    warm._start_over()
    after = loaders.load_space(*ask)
    assert after is not before
    assert after.digest == before.digest
    assert "_analysis" in after.__dict__
    assert loaders.load_space(*ask[:3], 500) is not smaller
    st.cache_resource.clear()
