"""A class of thirty on one server: is it fast enough, and does each see its own numbers?

    python tests/load/load.py [--visitors 30] [--seconds 60 | --minutes 10] [--pause 4] [--umap]
                                   [--file]
                                   [--option=--runner.postScriptGC=true]

Starts `streamlit run app.py` by itself with the default data and opens connections that speak
streamlit's websocket protocol: they send what a browser sends for a changed control and read every
answer whole. Each visitor changes the controls of its own page for a minute, a few seconds apart,
from a random order of its own. The numbers that come back are compared with the core's for the
choice of that visitor: lengths, eigenvalues, scores, in spaces of six sizes. Server and visitors
share the machine's cores.

Printed: errors, wrong numbers, the median and the 95 % quantile of the answers' time, the most
bytes a page sent, the server's anonymous memory before, at its peak, as the last visitor left and
some time after, when what they had opened is let go. Ends with exit code 1 if a goal is missed.

`--minutes` has the class go on for so long: descriptors, threads, memory and cache are printed ten
times, and have to be on a plateau over the second half.

`--umap` also lets two visitors start UMAP on two maps at once: the server must live and both get
their maps. `--file` puts a 3 GB embedding into the data folder and lets one visitor open it while
the others go on: their times are reported apart, and must keep the goals.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import psutil

sys.path.insert(0, str(Path(__file__).parents[1]))
import app_server
from app_server import beyond
from visitor import Answer, Visitor

import zipfviz
from zipfviz.explore.views import length_view
from zipfviz.ui import startup

ROOT = Path(__file__).parents[2]
SIZES = {f"{k}k": 1000 * k for k in (100, 50, 20, 10, 5, 1)}
MOST_BYTES = 3e6
GROWTH = 12e6
PLATEAU = 1.1  # times the third quarter of a long class the last one may be
SETTLES = 120  # seconds at most for an empty server to let go what was opened


@dataclass
class Server:
    """The app in a process of its own, its data folder, and how long who left is waited for."""

    app: app_server.Server
    folder: Path
    away: float

    @property
    def address(self) -> str:
        return self.app.url


@contextmanager
def serving(*options: str, away: float | None = None) -> Iterator[Server]:
    """A fresh server with an empty data folder and a cache folder of its own.

    `away` is another time after which an empty server lets go what was opened.
    """
    away = away or startup.away()
    # As many threads as anybody's server has.
    threads = {name: f"{os.cpu_count()}" for name in os.environ if name.endswith("_NUM_THREADS")}
    with tempfile.TemporaryDirectory() as name:
        folders = {"ZIPFVIZ_DATA": f"{name}/data", "ZIPFVIZ_CACHE": f"{name}/cache"}
        (Path(name) / "data").mkdir()
        first = f"from zipfviz.ui import startup; startup.VISITORS.away = {away}"
        with app_server.app_server(*options, first=first, env={**folders, **threads}) as app:
            yield Server(app, Path(name) / "data", away)


@dataclass(frozen=True)
class Role:
    """A page, the choices of its controls by key, and what the core says for a choice."""

    page: str
    controls: dict[str, list[Any]]
    drawn: Callable[[list[dict]], np.ndarray]
    wanted: Callable[[zipfviz.WordSpace, dict[str, Any]], np.ndarray]


def _points(charts: list[dict]) -> np.ndarray:
    traces = [t for chart in charts[:3] for t in chart["data"] if t["type"] == "scatter"]
    return np.concatenate([np.array(t["y"]) for t in traces])


def _lengths(space: zipfviz.WordSpace, choice: dict[str, Any]) -> np.ndarray:
    fitted = "shown" if choice["norm_fit"].startswith("the shown") else "all"
    methods = ("raw", "uniform_whitening", "zipfian_whitening")
    k = int(choice["norm_k"][0].replace("\u202f", ""))
    how: dict[str, Any] = {"k": k, "fitted_on": fitted, "deleted": True}
    return np.concatenate([length_view(space, m, **how).lengths for m in methods])


def _lines(charts: list[dict]) -> np.ndarray:
    found = []
    for prior in ("uniform", "Zipfian"):
        line = next(t for t in charts[0]["data"] if f"{prior} prior" in (t.get("name") or ""))
        found.append(np.array(line["y"]))
    return np.concatenate(found)


def _shares(space: zipfviz.WordSpace, choice: dict[str, Any]) -> np.ndarray:
    shares = [values / values.sum() for values in space.analysis.spectra("raw")]
    return np.concatenate([np.cumsum(s) if choice["spectra_sum"] else s for s in shares])


def _ends(charts: list[dict]) -> np.ndarray:
    ends = {}
    for line in charts[0]["data"]:  # from the raw score to the method's, then a gap
        ends |= dict(zip(np.array(line["y"])[1::3], np.array(line["x"])[1::3], strict=True))
    return np.array([ends[row] for row in range(len(zipfviz.METHODS))], float)


def _scores(space: zipfviz.WordSpace, choice: dict[str, Any]) -> np.ndarray:
    task = zipfviz.load_task("lee50")
    found = [zipfviz.score(space, task, method) for method in zipfviz.METHODS]
    of = "pearson" if choice["coefficient"][0].startswith("Pearson") else "spearman"
    return np.array([100 * getattr(each, of) for each in found])


ROLES = (
    Role(
        "norms",
        {
            "norm_k": [["200"], ["500"], ["1\u202f000"]],
            "norm_fit": ["all words", "the shown words only"],
        },
        _points,
        _lengths,
    ),
    Role("eigenspectra", {"spectra_sum": [True, False]}, _lines, _shares),
    Role("scores", {"coefficient": [["Pearson r"], ["Spearman ρ"]]}, _ends, _scores),
)


@dataclass
class Findings:
    """What all visitors met."""

    seconds: list[float] = field(default_factory=list)
    during_file: list[float] = field(default_factory=list)
    most_bytes: int = 0
    complaints: list[str] = field(default_factory=list)
    seen: list[tuple[Role, dict[str, Any], np.ndarray]] = field(default_factory=list)
    fresh: app_server.Held | None = None
    before: int = 0
    peak: int = 0
    course: list[dict[str, int]] = field(default_factory=list)
    growth: float = 0.0
    after: app_server.Held | None = None

    def take(self, role: Role, choice: dict[str, Any], answer: Answer) -> None:
        self.most_bytes = max(self.most_bytes, answer.received)
        self.complaints += answer.complaints
        if not answer.complaints:
            self.seen.append((role, choice, role.drawn(answer.charts)))

    def wrong(self) -> list[str]:
        """The choices whose numbers were not the core's."""
        space = zipfviz.align(
            zipfviz.load_embedding("glove.6B.50d"), zipfviz.load_frequency("wordfreq:en")
        )
        spaces = {name: space.top(k) for name, k in SIZES.items()}
        found = []
        for role, choice, drawn in self.seen:
            wanted = role.wanted(spaces[choice["words"]], choice)
            if drawn.shape != wanted.shape or not np.allclose(drawn, wanted, rtol=1e-5, atol=1e-9):
                found.append(f"{role.page} {json.dumps(choice, ensure_ascii=False)}")
        return found


async def visit(
    server: Server, number: int, until: float, pause: float, findings: Findings, busy: list[bool]
) -> None:
    """One visitor's minute; `busy[0]` says whether somebody is loading a large file meanwhile."""
    role, rng = ROLES[number % len(ROLES)], random.Random(number)
    visitor = Visitor(server.address)
    try:
        await asyncio.sleep(rng.uniform(0, pause))
        await visitor.open(role.page)
        while time.monotonic() < until:
            choice = {key: rng.choice(values) for key, values in role.controls.items()}
            choice["words"] = rng.choice(list(SIZES))
            answer = await visitor.change(**choice)
            (findings.during_file if busy[0] else findings.seconds).append(answer.seconds)
            findings.take(role, choice, answer)
            await asyncio.sleep(rng.uniform(0.5, 1.5) * pause)
    except Exception as error:  # whatever a visitor meets is a finding
        findings.complaints.append(f"visitor {number} on {role.page}: {error!r}")
    finally:
        await visitor.close()


async def warm(server: Server) -> None:
    """What the first visitor of the day pays for: imports, files, spaces, tokens and noise."""
    for role in ROLES:
        visitor = Visitor(server.address)
        await visitor.open(role.page)
        for size in SIZES:
            await visitor.change(words=size)
        for _ in range(120):
            if not visitor.buttons.get("Stop"):
                break
            await asyncio.sleep(1)
            await visitor.change()
        await visitor.close()


async def one_more(server: Server, visitors: int) -> float:
    """Bytes that one more connection takes, on pages whose numbers are all there.

    What pages compute for all is in the spaces, and in work that goes on beside: both are there
    before, or over, when the first byte is counted.
    """

    async def opened(n: int) -> list[Visitor]:
        found = [Visitor(server.address) for _ in range(n)]
        for i, visitor in enumerate(found):
            await visitor.open(ROLES[i % len(ROLES)].page)
        for _ in range(240):
            if not server.app.jobs():
                break
            await asyncio.sleep(0.5)
        return found

    first = [*await opened(len(ROLES)), *await opened(len(ROLES))]  # the second sees what is known
    before = server.app.anonymous()
    more = await opened(visitors)
    growth = (server.app.anonymous() - before) / visitors
    for visitor in (*first, *more):
        await visitor.close()
    return growth


async def umap(server: Server, seed: int) -> list[str]:
    """Start UMAP for a map nobody has made, wait until it is drawn; what went wrong."""
    visitor = Visitor(server.address)
    await visitor.open("space_map", f"map_view=UMAP&map_k=1000&map_seed={seed}&words=20k")
    answer = await visitor.press("UMAP")
    for _ in range(120):
        if not visitor.buttons.get("Stop"):
            break
        await asyncio.sleep(2)
        answer = await visitor.change()
    await visitor.close()
    return answer.complaints or ([] if len(answer.charts) >= 1 else ["no map was drawn"])


async def open_large(server: Server, busy: list[bool]) -> list[str]:
    """Choose the large file in the sidebar and wait for its page."""
    visitor = Visitor(server.address)
    await visitor.open("norms")
    busy[0] = True
    start = time.perf_counter()
    answer = await visitor.change(embedding=visitor.option("embedding", "large"))
    busy[0] = False
    print(f"3 GB file opened in {time.perf_counter() - start:.0f} s")
    await visitor.close()
    return answer.complaints


def write_large(folder: Path, n: int = 2_500_000, d: int = 300) -> None:
    """A 3 GB .npy with its words, some of them English."""
    rng = np.random.default_rng(0)
    known = zipfviz.load_frequency("wordfreq:en").words
    words = [*known, *(f"zzz{i}" for i in range(n))][:n]
    (folder / "large.vocab.txt").write_text("\n".join(words) + "\n", "utf-8")
    rows = np.lib.format.open_memmap(folder / "large.npy", "w+", np.float32, (n, d))
    for start in range(0, n, 50_000):
        rows[start : start + 50_000] = rng.standard_normal((50_000, d), np.float32) + 0.1


def state(server: Server) -> dict[str, int]:
    """What a long-lived server may gather: descriptors, threads, memory, files of its cache."""
    process = psutil.Process(server.app.process.pid)
    cache = (path.stat().st_size for path in (server.folder.parent / "cache").rglob("*"))
    return {
        "descriptors": process.num_fds(),
        "threads": process.num_threads(),
        "memory, MB": server.app.anonymous() // 10**6,
        "cache, MB": sum(cache) // 10**6,
    }


def risen(course: list[dict[str, int]]) -> list[str]:
    """What rose over the second half of a class: the last quarter lies above the one before."""
    n = len(course) // 4
    found = []
    for name in course[0] if n else ():
        values = [each[name] for each in course]
        before, after = statistics.mean(values[-2 * n : -n]), statistics.mean(values[-n:])
        if after > PLATEAU * before + 1:
            found.append(f"{name}: {before:.0f}, then {after:.0f}")
    return found


async def ready(server: Server, like: app_server.Held | None = None) -> app_server.Held:
    """What the server holds once it is ready for a first visitor, its default space at hand, and
    nobody's work goes on.

    Waits until that is no more than `like`, or for `SETTLES` seconds.
    """
    end = time.monotonic() + server.away + SETTLES
    while True:
        await asyncio.sleep(1)
        found = server.app.held()
        if not found.is_busy and (found.words if like is None else not beyond(found, like)):
            return found
        if time.monotonic() > end:
            return found


async def emptied(server: Server, findings: Findings) -> None:
    """Wait until what visitors had opened is let go; the memory before and after."""
    left = server.app.anonymous()
    findings.after = await ready(server, findings.fresh)
    print(
        f"anonymous memory: {findings.before / 1e6:.0f} MB before, {findings.peak / 1e6:.0f} MB at "
        f"most in class, {left / 1e6:.0f} MB as the last left, "
        f"{server.app.anonymous() / 1e6:.0f} MB when all was let go; in use {findings.after}, "
        f"and before anybody came {findings.fresh}"
    )


async def run(
    server: Server, visitors: int, seconds: float, pause: float, *, maps: bool = False,
    file: bool = False, long: bool = False,
) -> Findings:  # fmt: skip
    """All of it; the server is warm before the clock starts."""
    findings, busy = Findings(), [False]
    findings.fresh = await ready(server)
    await warm(server)
    findings.before = server.app.anonymous()
    until = time.monotonic() + seconds
    tasks = [
        asyncio.create_task(visit(server, i, until, pause, findings, busy)) for i in range(visitors)
    ]
    while any(not task.done() for task in tasks):
        findings.peak = max(findings.peak, server.app.anonymous())
        if long and time.monotonic() > until - seconds * (1 - len(findings.course) / 10):
            findings.course.append(state(server))
            print(findings.course[-1], flush=True)
        await asyncio.sleep(0.2)
    findings.growth = await one_more(server, visitors)
    if findings.complaints:
        print(server.app.log()[-9000:])
    await emptied(server, findings)
    if maps:
        for complaints in await asyncio.gather(umap(server, 1), umap(server, 2)):
            findings.complaints += complaints
        print("two maps by UMAP at once: done")
    if file:
        until = time.monotonic() + max(seconds, 120)
        tasks = [
            asyncio.create_task(visit(server, i, until, pause, findings, busy))
            for i in range(visitors)
        ]
        findings.complaints += await open_large(server, busy)
        await asyncio.gather(*tasks)
        await emptied(server, findings)
    return findings


def summary(name: str, seconds: list[float]) -> tuple[float, float]:
    """Median and 95 % quantile, printed."""
    ordered = sorted(seconds)
    median, late = statistics.median(ordered), ordered[int(0.95 * (len(ordered) - 1))]
    print(f"{name}: {len(ordered)} answers, median {median:.2f} s, 95 % under {late:.2f} s")
    return median, late


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--visitors", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--minutes", type=float, help="in place of --seconds, and watched")
    parser.add_argument("--pause", type=float, default=4)
    parser.add_argument("--option", action="append", default=[], help="passed on to streamlit")
    parser.add_argument("--umap", action="store_true")
    parser.add_argument("--file", action="store_true")
    asked = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before the start")
    with serving(*asked.option) as server:
        if asked.file:
            write_large(server.folder)
        findings = asyncio.run(
            run(
                server,
                asked.visitors,
                60 * asked.minutes if asked.minutes else asked.seconds,
                asked.pause,
                maps=asked.umap,
                file=asked.file,
                long=bool(asked.minutes),
            )
        )
    wrong = findings.wrong()
    median, late = summary("answers", findings.seconds)
    missed = [
        *findings.complaints,
        *(f"not the core's numbers: {each}" for each in wrong),
        *(["the median is over 1.5 s"] if median >= 1.5 else []),
        *(["5 % wait longer than 4 s"] if late >= 4 else []),
        *(
            [f"a page sent {findings.most_bytes:,} bytes"]
            if findings.most_bytes > MOST_BYTES
            else []
        ),
        *(["memory grows by 12 MB a connection or more"] if findings.growth >= GROWTH else []),
        *beyond(findings.after, findings.fresh),
        *risen(findings.course),
    ]
    if findings.during_file:
        median, late = summary("while the file was read", findings.during_file)
        missed += ["the file froze the others"] if late >= 4 else []
    print(
        f"{len(findings.seen)} answers compared with the core, {len(wrong)} wrong; "
        f"at most {findings.most_bytes / 1e6:.2f} MB a page; "
        f"memory {findings.growth / 1e6:+.1f} MB a connection"
    )
    print("\n".join(missed[:20]) or "every goal is met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
