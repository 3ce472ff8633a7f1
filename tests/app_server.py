"""The app, or any streamlit server, in a process of its own while a block runs."""

import contextlib
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


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


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
        before = len(self.log())
        self.process.send_signal(signal.SIGUSR1)
        for _ in range(100):
            time.sleep(0.1)
            if found := re.search(r"threads of jobs: (\d+)\n", self.log()[before:]):
                return int(found[1])
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


# `streamlit run`, which can be asked for the jobs at work.
RUN = """
import signal, sys, threading, traceback

def tell(*_):
    jobs = [thread.ident for thread in threading.enumerate() if thread.name == "zipfviz-job"]
    for ident in jobs:
        traceback.print_stack(sys._current_frames().get(ident))
    print(f"threads of jobs: {len(jobs)}", flush=True)

signal.signal(signal.SIGUSR1, tell)
from streamlit.web.cli import main
sys.argv[0] = "streamlit"
main()
"""


@contextlib.contextmanager
def app_server(*options, before=(), env=None, cwd=ROOT, **popen):
    """The app on a free port, with more in its environment; `before` is what starts the command."""
    port = free_port()
    command = [*before, sys.executable, "-c", RUN, "run", "app.py"]
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
