"""The app, or any streamlit server, in a process of its own while a block runs."""

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@contextlib.contextmanager
def serving(command, port, **popen):
    """Run a server until its health answer comes, hand over its address, stop it after."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **popen)
    try:
        for _ in range(300):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2)
                break
            assert process.poll() is None, process.stdout.read().decode()
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


def streamlit_options(port):
    return [f"--server.port={port}", "--server.headless=true", "--server.address=127.0.0.1"]


@contextlib.contextmanager
def app_running(**environment):
    """The app, started as the README says, on a free port, with more in its environment."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *streamlit_options(port)]
    with serving(command, port, cwd=ROOT, env={**os.environ, **environment}) as url:
        yield url
