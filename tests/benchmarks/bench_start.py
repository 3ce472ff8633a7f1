"""How long a visitor waits: the first Start page, a new process, a page switch, a control.

    python tests/benchmarks/bench_start.py [--rounds 3]

A real server and a real Chromium, without network. "First ever" has an empty cache folder, "new
process" the one the first left behind. Both run from the command's start: to the page's heading,
to its numbers, to all its charts drawn. Chromium is open before; its own cache is empty each time.
Switch and control are of the warm server: from the click or the key until streamlit is at rest and
all charts are drawn. Of a switch it is also told when the last thing changed that is in view, at
1440 × 900 without scrolling. Ends with exit code 1 when a goal is missed. Leave the machine alone
while it runs.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "browser")]

from app_server import free_port, streamlit_options  # noqa: E402
from conftest import CHROMIUM_FLAGS  # noqa: E402
from watch import SETTLED  # noqa: E402

GOALS = {
    "first ever, heading": 8.0,
    "first ever, numbers": 8.0,
    "new process, heading": 4.0,
    "new process, numbers": 4.0,
    "page switch": 0.7,
    "control": 1.0,
}
# Page, role and accessible name of a control: sliders are moved a step to and fro, others clicked.
CONTROLS = (
    ("", "combobox", "Most frequent words"),
    ("types_and_tokens", "slider", "Words to draw"),
    ("norms", "slider", "Words shown"),
    ("symmetry_map", "switch", "Paper’s 21 spaces"),
    ("eigenspectra", "slider", "Direction"),
    ("scores", "radio", "Pearson r|Spearman ρ"),
    ("space_map", "slider", "Words shown"),
    ("theory_losses", "slider", "Two batch sizes"),
)
COUNT_RUNS = """() => {
  const app = document.querySelector('[data-testid="stApp"]');
  window.zipfvizRuns = 0;
  new MutationObserver(changes => {
    window.zipfvizRuns += changes.filter(change => change.oldValue === "running").length;
  }).observe(app, { attributeFilter: ["data-test-script-state"], attributeOldValue: true });
}"""
# What changed where, from now on; then when the last of it changed that is in view, in ms.
WATCH = """() => {
  window.zipfvizSeen = [];
  window.zipfvizWatch = new MutationObserver(changes => {
    for (const {target, type} of changes) {
      const element = target.nodeType === 1 ? target : target.parentElement;
      // What is told to screen readers inside a canvas, later, is not painted.
      if (element?.closest("canvas") && type !== "attributes") continue;
      window.zipfvizSeen.push([performance.now(), element]);
    }
  });
  window.zipfvizWatch.observe(document.querySelector('[data-testid="stMain"]'),
    {subtree: true, childList: true, attributes: true, characterData: true});
  return performance.now();
}"""
LAST_IN_VIEW = """() => {
  window.zipfvizWatch.disconnect();
  const isInView = element => {
    const box = element?.closest('[data-testid="stElementContainer"]')?.getBoundingClientRect();
    return box && box.width && box.height && box.top < innerHeight && box.bottom > 0;
  };
  return Math.max(...window.zipfvizSeen.filter(([, node]) => isInView(node)).map(([t]) => t));
}"""
# Pages with charts, and the menu that each is in.
SWITCHES = {
    "Types and tokens": "The idea",
    "Five words by hand": "The idea",
    "The average word": "The idea",
    "Vector length": "The space",
    "Symmetry map": "The space",
    "Eigenspectra": "The space",
    "Space map": "The space",
    "Scores": "Does it help?",
    "Why it works": "Theory",
    "Lesson": "",
    "Start": "",
}


@contextmanager
def started(environment: dict[str, str]) -> Iterator[tuple[str, float]]:
    """A server, once it answers: its address, and when its command was given."""
    port = free_port()
    begin = time.perf_counter()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *streamlit_options(port)]
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT
    )
    try:
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2)
                break
            except OSError:
                time.sleep(0.02)
        yield f"http://127.0.0.1:{port}", begin
    finally:
        process.terminate()
        process.wait(20)


def settled(page) -> None:
    page.wait_for_function(SETTLED, timeout=60_000, polling=20)


def first_page(page, url: str, begin: float) -> dict[str, float]:
    """Seconds since `begin` until Start's heading, numbers and charts are there."""
    found = {"server answers": time.perf_counter() - begin}
    page.goto(url)
    page.get_by_role("heading", name="Word frequency hides").wait_for()
    found["heading"] = time.perf_counter() - begin
    page.get_by_text("Length against rarity").nth(2).wait_for()
    found["lengths"] = time.perf_counter() - begin
    page.get_by_text("against raw").nth(1).wait_for()
    found["numbers"] = time.perf_counter() - begin
    settled(page)
    found["charts"] = time.perf_counter() - begin
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    seen: dict[str, list[float]] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("ZIPFVIZ_CHROMIUM", "/usr/bin/chromium"),
            args=CHROMIUM_FLAGS,
        )
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as data:
                environment = {**os.environ, "ZIPFVIZ_CACHE": cache, "ZIPFVIZ_DATA": data}
                environment.pop("PYTHONDONTWRITEBYTECODE", None)  # what users' machines do not set
                for name in ("first ever", "new process"):
                    with started(environment) as (url, begin):
                        context = browser.new_context(viewport={"width": 1440, "height": 900})
                        page = context.new_page()
                        for what, seconds in first_page(page, url, begin).items():
                            seen.setdefault(f"{name}, {what}", []).append(seconds)
                        if name == "new process":
                            warm(page, url, seen)
                        context.close()
        browser.close()
    failed = False
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for what, seconds in seen.items():
        median = statistics.median(seconds)
        goal = next((g for start, g in GOALS.items() if what.startswith(start)), None)
        mark = "" if goal is None else f"  goal {goal:.1f} s{'' if median <= goal else '  MISSED'}"
        failed |= goal is not None and median > goal
        print(f"{what:40} {median:6.2f} s  ({min(seconds):.2f} to {max(seconds):.2f}){mark}")
    return int(failed)


def warm(page, url: str, seen: dict[str, list[float]]) -> None:
    """Page switches and answers to a control, on a server that has shown each page once."""
    for visit in range(2):
        for name, menu in SWITCHES.items():
            in_view, whole = switch(page, name, menu)
            if visit:
                seen.setdefault(f"page switch to {name}, in view", []).append(in_view)
                seen.setdefault(f"page switch to {name}, whole", []).append(whole)
    for path, role, label in CONTROLS:
        page.goto(f"{url}/{path}")
        settled(page)
        page.evaluate(COUNT_RUNS)
        for turn in range(4):
            page.wait_for_timeout(500)
            begin = time.perf_counter()
            move(page, role, label, turn)
            page.wait_for_function(f"window.zipfvizRuns > {turn}", polling=5, timeout=10_000)
            settled(page)
            if turn > 1:  # both values were seen once: others may pay for the first time
                what = f"control on {path or 'start'}"
                seen.setdefault(what, []).append(time.perf_counter() - begin)


def switch(page, name: str, menu: str) -> tuple[float, float]:
    """Seconds from the click on a page's name until what is in view is drawn, and until all is."""
    kind = "stTopNavLink"
    if menu:
        page.get_by_test_id("stTopNavSection").filter(has_text=menu).click()
        page.wait_for_timeout(300)
        kind = "stTopNavDropdownLink"
    link = page.get_by_test_id(kind).filter(has_text=name)
    clicked = page.evaluate(WATCH)
    begin = time.perf_counter()
    link.click()
    page.get_by_role("heading", level=1, name=heading(name)).wait_for()
    settled(page)
    whole = time.perf_counter() - begin
    page.wait_for_timeout(300)
    return (page.evaluate(LAST_IN_VIEW) - clicked) / 1000, whole


def move(page, role: str, label: str, turn: int) -> None:
    """Change a control, back again with the next turn."""
    if role == "slider":
        control = page.get_by_role(role, name=label).last
        control.focus()
        control.press(("ArrowRight", "ArrowLeft")[turn % 2])
    elif role == "combobox":
        page.get_by_role(role, name=label).click()
        page.get_by_role("option", name=("100k", "50k")[turn % 2]).click()
    else:
        names = label.split("|")
        page.get_by_role(role, name=names[turn % len(names)]).click(force=True)


def heading(name: str) -> str:
    return "Word frequency hides" if name == "Start" else name


if __name__ == "__main__":
    sys.exit(main())
