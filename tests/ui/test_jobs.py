"""Jobs of visitors: their bar and their end, usable again, and stopped when nobody is left."""

import re
import threading
import time
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from zipfviz.common.job import Job, StoppedError
from zipfviz.ui.server import jobs


def page():
    """A page with one job, which a session's own words begin, hold up and break."""
    import streamlit as st

    from zipfviz import InputError
    from zipfviz.ui.server import jobs

    how = st.text_input("how", "well")

    def work(told):
        while how == "long":
            told(0.5, "at it")
        if how == "badly":
            raise RuntimeError("nobody thought of this")
        if how == "calmly":
            raise InputError("the file is empty.")
        return how

    st.button("Begin", on_click=jobs.start, args=("x", "Working", work), disabled=jobs.running("x"))
    if (found := jobs.take("x")) is not None:
        st.text(found)
    jobs.watch("x", done="done.")
    st.button("After it")


def button(at, label):
    return next(b for b in at.button if b.label == label)


def until(at, ready):
    for _ in range(200):
        if ready(at.run()):
            return at
        time.sleep(0.05)
    raise AssertionError("it did not end")


def begun(how, at=None):
    at = (at or AppTest.from_function(page, default_timeout=30)).run()
    at.text_input[0].set_value(how).run()
    return button(at, "Begin").click().run()


def test_a_job_shows_its_result():
    at = until(begun("well"), lambda at: at.success)
    assert at.success[0].value.replace("\\", "") == "Working: done."


def test_a_job_that_failed_leaves_the_page_usable(caplog):
    """Of what nobody expected the log has all and the page the kind, and goes on after it."""
    at = until(begun("badly"), lambda at: at.error)
    assert "nobody thought of this" in caplog.text
    assert caplog.text.count("Traceback") == 1
    for _ in range(2):
        at.run()
        (box,) = at.error
        assert "(RuntimeError)" in box.value
        assert "nobody thought of this" not in box.value
        assert re.search(r"\*\*(\w{6})\*\*", box.value)[1] in caplog.text
        assert not button(at, "Begin").disabled
        assert button(at, "After it")
    assert caplog.text.count("Traceback") == 1
    at = until(begun("calmly", at), lambda at: at.warning)
    assert not at.error
    at = until(begun("well", at), lambda at: at.success)
    assert not at.error


def test_a_job_is_stopped_by_its_button():
    at = until(begun("long"), lambda at: any(b.label == "Stop" for b in at.button))
    assert button(at, "Begin").disabled
    button(at, "Stop").click()
    at = until(at, lambda at: at.info)
    assert not button(at, "Begin").disabled


def test_a_job_ends_when_the_last_who_wants_it_has_left(monkeypatch):
    """A visitor's own with its session, a shared one with the last of them."""
    visitor = threading.local()
    monkeypatch.setattr(jobs, "get_script_run_ctx", lambda: visitor)

    def work(told):
        while True:
            told(0.5, "still")

    shared, own = Job(work), Job(work)
    for visitor.session_id, wanted in (("a", shared), ("b", shared), ("b", own)):
        jobs.want(wanted)
    jobs.leave("b")
    assert own.wait(5)
    assert isinstance(own.error, StoppedError)
    assert not shared.wait(0.2)
    jobs.leave("nobody")
    jobs.leave("a")
    assert shared.wait(5)


def test_who_asks_for_the_same_shares_a_job(monkeypatch):
    """It ends for who stops it, and goes on for the others; each takes its result."""
    visitors, begun, go_on = {}, [], threading.Event()
    session = SimpleNamespace(session_id="")
    monkeypatch.setattr(jobs, "get_script_run_ctx", lambda: session)
    pressed = []
    monkeypatch.setattr(jobs.st, "button", lambda *a, on_click, **k: pressed.append(on_click))

    def as_visitor(name):
        session.session_id = name
        monkeypatch.setattr(jobs.st, "session_state", visitors.setdefault(name, {}))

    def work(told):
        begun.append(session.session_id)
        while not go_on.wait(0.01):
            told(0.5, "at it")
        return "made"

    for name in "abc":
        as_visitor(name)
        jobs.start("x", "Working", work, makes="this")
    jobs.start("x", "Working", work, makes="that")  # one of a name at a time
    assert len(begun) == 1
    job = visitors["a"]["job-x"]
    as_visitor("a")
    jobs.stop_button("x", "job-x", job)
    pressed.pop()()
    assert not jobs.running("x")
    jobs.leave("b")
    assert not job.wait(0.1)
    go_on.set()
    assert job.wait(5)
    as_visitor("c")
    assert (jobs.take("x"), jobs.take("x")) == ("made", None)


def test_no_file_is_made_for_who_has_left(monkeypatch):
    """Of the buttons that were pressed before; for who is here it is."""
    here = {"a"}
    server = SimpleNamespace(is_active_session=here.__contains__)
    monkeypatch.setattr(jobs.runtime, "exists", lambda: True)
    monkeypatch.setattr(jobs.runtime, "get_instance", lambda: server)
    monkeypatch.setattr(jobs, "get_script_run_ctx", lambda: SimpleNamespace(session_id="a"))
    make = jobs.while_here(lambda: b"made")
    assert make() == b"made"
    here.clear()
    with pytest.raises(StoppedError):
        make()
