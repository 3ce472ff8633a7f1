"""A real server and a real Chromium, one of each for all browser tests."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


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


@pytest.fixture(scope="session")
def app_url():
    """The app, started as the README says, on a free port."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *streamlit_options(port)]
    with serving(command, port, cwd=ROOT) as url:
        yield url


# Not for the session: while Playwright runs, no other test of this thread can use asyncio.
@pytest.fixture(scope="module")
def chromium():
    """Debian's Chromium, headless, driven by Playwright."""
    from playwright.sync_api import sync_playwright

    path = os.environ.get("ZIPFVIZ_CHROMIUM") or shutil.which("chromium")
    if not path:
        pytest.skip("install Debian's package chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()
