"""Ten visitors at once over real connections: each sees the numbers of its own choice."""

import asyncio
import statistics

import pytest
from app_server import beyond
from load import GROWTH, MOST_BYTES, ROOT, run, serving
from visitor import Visitor

PAGES = sorted(path.stem for path in (ROOT / "pages").glob("*.py"))


@pytest.fixture(scope="module")
def server():
    with serving(away=3) as started:
        yield started


@pytest.fixture(scope="module")
def findings(server):
    """Ten connections that change controls for twelve seconds, about one second apart."""
    return asyncio.run(run(server, visitors=10, seconds=12, pause=1))


def test_nobody_meets_an_error(findings):
    """No exception on a page, no broken connection, and everybody got answers."""
    assert findings.complaints == []
    assert len(findings.seen) >= 10


def test_each_sees_the_numbers_of_its_own_choice(findings):
    """What came back equals the core's numbers for that visitor's space and controls."""
    assert findings.wrong() == []


def test_answers_come_in_time(findings):
    """Generous, since other work may share the machine; `load.py` has the goals."""
    assert statistics.median(findings.seconds) < 6


def test_pages_and_sessions_are_small(findings):
    """No page sends more than 3 MB; a connection takes less than 12 MB."""
    assert findings.most_bytes < MOST_BYTES
    assert findings.growth < GROWTH


def test_what_visitors_had_opened_is_let_go(findings):
    """When all have left the server holds what it held before anybody came: no session, none of
    the spaces of six sizes. Bytes in use are compared, for between them the process keeps some."""
    assert beyond(findings.after, findings.fresh) == []


@pytest.mark.parametrize("page", PAGES)
def test_no_page_sends_more_than_3_mb(server, page):
    """All 253,970 words are chosen: what is drawn of them is a sample or a density."""

    async def bytes_of_page():
        visitor = Visitor(server.address)
        answer = await visitor.open("" if page == "start" else page)
        await visitor.close()
        return answer

    answer = asyncio.run(bytes_of_page())
    assert answer.complaints == []
    assert answer.received < MOST_BYTES
