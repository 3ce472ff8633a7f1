"""A real server and a real Chromium, one of each for all browser tests."""

import os
import shutil

import pytest
from app_server import app_running
from watch import Tabs, Visit

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def app_url():
    with app_running() as url:
        yield url


# Not for the session: while Playwright runs, no other test of this thread can use asyncio.
@pytest.fixture(scope="module")
def chromium():
    """Debian's Chromium, headless, driven by Playwright: its tabs."""
    from playwright.sync_api import sync_playwright

    path = os.environ.get("ZIPFVIZ_CHROMIUM") or shutil.which("chromium")
    if not path:
        pytest.skip("install Debian's package chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield Tabs(browser)
        browser.close()


@pytest.fixture
def visit(chromium, app_url):
    """Open a page of the app; closed and checked for complaints at the end."""
    open_visits = []

    def go(path, **look):
        open_visits.append(Visit(chromium, f"{app_url}/{path}", **look))
        return open_visits[-1]

    yield go
    for each in open_visits:
        each.check()
        each.close()
