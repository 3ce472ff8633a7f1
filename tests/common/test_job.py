"""Work in a thread: told as it goes, stopped when asked, with its result or its error."""

import gc
import threading
import time
import weakref
from functools import partial

import pytest

from zipfviz.common import job as job_module
from zipfviz.common.job import Job, StoppedError, Turns, run, turn


def test_a_job_ends_with_a_result_or_an_error():
    job = Job(lambda told: (told(2.0, "half"), 7)[1])
    assert job.wait(5)
    assert (job.result, job.error, job.share, job.text) == (7, None, 1.0, "half")
    job = Job(lambda told: 1 // 0)
    assert job.wait(5)
    assert isinstance(job.error, ZeroDivisionError)


def test_a_stop_reaches_the_work_where_it_tells():
    begun = threading.Event()

    def work(told):
        while True:
            told(0.5, "still")
            begun.set()

    job = Job(work)
    assert begun.wait(5)
    assert not job.done
    job.stop()
    assert job.wait(5)
    assert isinstance(job.error, StoppedError)


def test_a_stopped_job_lets_go_what_it_worked_on():
    """Whoever keeps the job, as a session does, keeps no arrays of it."""

    class Array:
        pass

    def work(told):
        array = Array()
        seen.append(weakref.ref(array))
        while True:
            told(0.5, "at it")

    seen = []
    job = Job(work)
    job.stop()
    assert job.wait(5)
    gc.collect()
    assert isinstance(job.error, StoppedError)
    assert seen[0]() is None


def test_each_word_is_heard_in_the_thread_that_waits():
    """And the result and the error are those of a plain call."""
    heard = []

    def work(told):
        for i in range(50):
            told(i / 50, f"step {i}")
        return threading.current_thread()

    def progress(share, text):
        heard.append((share, text, threading.current_thread()))

    assert run(work, progress) is not threading.current_thread()
    assert heard == [(i / 50, f"step {i}", threading.current_thread()) for i in range(50)]
    assert run(work) is threading.current_thread()
    with pytest.raises(ZeroDivisionError):
        run(lambda told: 1 // 0, progress)


@pytest.mark.parametrize("is_silent", [False, True])
def test_who_hears_can_end_the_work_at_once(is_silent):
    """In a long silence, too; and no step is taken after the last word that was heard."""
    go_on, ended = threading.Event(), []

    def work(told):
        try:
            told(0.0, "begun")
            if is_silent:
                go_on.wait(30)
            told(0.5, "half")
            ended.append("took another step")
        except StoppedError:
            ended.append("stopped")

    words = []

    def progress(share, text):
        words.append(text)
        if words.count("begun") > is_silent:
            raise KeyboardInterrupt

    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run(work, progress)
    assert time.monotonic() - started < 10
    go_on.set()
    until = time.monotonic() + 10
    while not ended and time.monotonic() < until:
        time.sleep(0.01)
    assert ended == ["stopped"]


def test_who_waits_for_a_turn_is_told_and_can_stop(monkeypatch):
    monkeypatch.setattr(job_module, "EVERY", 0.01)
    lock = threading.Lock()

    def stop(share, text):
        raise KeyboardInterrupt(text)

    def take():
        with turn(lock, stop, "Waiting"):
            return "taken"

    with lock, pytest.raises(KeyboardInterrupt, match="Waiting"):
        take()
    assert take() == "taken"


def test_long_work_lets_others_on(monkeypatch):
    """One at a time; each has a turn long before the first has ended, also when one is stopped."""
    monkeypatch.setattr(job_module, "EVERY", 0.01)
    turns, at_work, most, steps = Turns(0.02), [], [], []

    def work(name, told):
        with turns.taken(told, "waiting") as heard:
            for _ in range(20):
                at_work.append(name)
                most.append(len(at_work))
                time.sleep(0.005)
                at_work.remove(name)
                steps.append(name)
                heard(0.5, "at it")

    jobs = [Job(partial(work, name)) for name in "abc"]
    time.sleep(0.05)
    jobs[1].stop()
    assert all(job.wait(10) for job in jobs)
    assert isinstance(jobs[1].error, StoppedError)
    assert jobs[0].error is jobs[2].error is None
    assert max(most) == 1
    assert steps.index("c") < len(steps) - 1 - steps[::-1].index("a")
    with turns.taken(lambda share, text: None, "free again"):
        pass
