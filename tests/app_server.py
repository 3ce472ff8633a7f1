"""The app, or any streamlit server, in a process of its own while a block runs."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[1]
KEPT = 1.1  # times what a fresh server holds may stay


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@dataclass(frozen=True)
class Held:
    """What a server holds: bytes in use (glibc's and large arrays), Python's small objects by
    number, sessions, words of all spaces, and whether it is getting ready for the next visitor.
    """

    bytes: int
    objects: int
    sessions: int
    words: int
    is_busy: bool


def beyond(after, before, imported=0):
    """What a server from which all have left holds beyond what it held before anybody came.

    `imported` are bytes that modules may take which its pages imported meanwhile.
    streamlit's own loop keeps hold of the last session; it is an empty one.
    """
    return [
        *([f"{after.sessions} sessions are held"] if after.sessions > 1 else []),
        *(
            f"{name} held: {now:,} after, {then:,} before"
            for name in ("words", "bytes", "objects")
            if (now := getattr(after, name))
            > KEPT * (then := getattr(before, name)) + imported * (name == "bytes")
        ),
    ]


@dataclass
class Server:
    """A server's address, its process and what it has logged."""

    url: str
    process: subprocess.Popen
    log_file: Path

    def log(self):
        return self.log_file.read_text("utf-8", "replace")

    def children(self):
        return psutil.Process(self.process.pid).children(recursive=True)

    def jobs(self):
        """How many threads of visitors' jobs are at work just now."""
        return int(self._asked(signal.SIGUSR1, r"threads of jobs: (\d+)\n"))

    def held(self):
        """What it holds just now, garbage left aside."""
        return Held(**json.loads(self._asked(signal.SIGUSR2, r"held: (.+)\n")))

    def anonymous(self):
        """Bytes of its own in memory, those between what is in use as well."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("RssAnon"))

    def _asked(self, sign, answer):
        before = len(self.log())
        self.process.send_signal(sign)
        for _ in range(300):
            time.sleep(0.1)
            if found := re.search(answer, self.log()[before:]):
                return found[1]
        raise AssertionError("the server does not answer")


@contextlib.contextmanager
def serving(command, port, **popen):
    """Run a server until its health answer comes, hand it over, stop it after."""
    with tempfile.NamedTemporaryFile() as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, **popen)
        server = Server(f"http://127.0.0.1:{port}", process, Path(log.name))
        try:
            for _ in range(600):
                with contextlib.suppress(OSError):
                    urllib.request.urlopen(f"{server.url}/_stcore/health", timeout=2)
                    break
                assert process.poll() is None, server.log()
                time.sleep(0.1)
            yield server
        finally:
            if process.poll() is not None:
                print(f"the server ended by itself ({process.returncode}):", server.log())
            process.terminate()
            process.wait(20)


def streamlit_options(port):
    return [f"--server.port={port}", "--server.headless=true", "--server.address=127.0.0.1"]


# `streamlit run`, which can be asked for the jobs at work, and for what it holds.
RUN = """
import ctypes, gc, json, signal, sys, threading, traceback

def tell(*_):
    jobs = [thread.ident for thread in threading.enumerate() if thread.name == "zipfviz-job"]
    for ident in jobs:
        traceback.print_stack(sys._current_frames().get(ident))
    print(f"threads of jobs: {len(jobs)}", flush=True)

class InUse(ctypes.Structure):  # mallinfo2(3)
    names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
    _fields_ = [(name, ctypes.c_size_t) for name in names.split()]

def tell_held(*_):
    from streamlit.runtime.app_session import AppSession
    from zipfviz.space.word_space import WordSpace
    gc.unfreeze()
    gc.collect()
    asked = ctypes.CDLL(None).mallinfo2
    asked.restype = InUse
    in_use, there = asked(), gc.get_objects()
    told = dict(
        bytes=in_use.uordblks + in_use.hblkhd, objects=sys.getallocatedblocks(),
        sessions=sum(isinstance(each, AppSession) for each in there),
        words=sum(len(each.words) for each in there if isinstance(each, WordSpace)),
        is_busy=any(t.name == "zipfviz-startup" for t in threading.enumerate()),
    )
    print("held: " + json.dumps(told), flush=True)

signal.signal(signal.SIGUSR1, tell)
signal.signal(signal.SIGUSR2, tell_held)
{first}
from streamlit.web.cli import main
sys.argv[0] = "streamlit"
main()
"""


@contextlib.contextmanager
def app_server(*options, before=(), first="", env=None, cwd=ROOT, **popen):
    """The app on a free port, with more in its environment; `before` is what starts the command,
    `first` what its process does first."""
    port = free_port()
    run = RUN.replace("{first}", first)
    command = [*before, sys.executable, "-c", run, "run", "app.py"]
    command += [*streamlit_options(port), "--server.fileWatcherType=none", *options]
    environment = {**os.environ, **(env or {})}
    with serving(command, port, cwd=cwd, env=environment, **popen) as server:
        yield server


@contextlib.contextmanager
def app_running(**environment):
    """The address of the app, started as the README says."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *streamlit_options(port)]
    with serving(command, port, cwd=ROOT, env={**os.environ, **environment}) as server:
        yield server.url
