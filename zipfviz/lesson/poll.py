"""Poll a class in memory: a code opens a room, and the room forgets everything in time.

    code, owner = POLLS.open()                             # "KFTW", a token for the teacher alone
    POLLS.guess(code, "types", who, 5)                     # a student's last guess counts
    POLLS.guesses(code, "types")                           # [5.0]
    POLLS.owned(owner)                                     # "KFTW"

Nothing personal is held: `who` is a random token of a browser session, hashed with the room's own
salt, and no name, address or time of a guess is kept. Of who opens rooms or tries wrong codes a
salted hash of the network address is held for ten minutes. Nothing is written to disk.
"""

import hashlib
import hmac
import math
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from zipfviz.common.errors import InputError

LIFETIME = 3 * 3600.0
"""Seconds after its opening that a room is forgotten."""
MOST_ROOMS = 200
MOST_STUDENTS = 1_000
ROOMS_EACH = 10
"""Rooms that one client opens in WINDOW."""
CODES_EACH = 60
"""Wrong codes that one client tries in WINDOW; there are 160,000."""
WINDOW = 600.0
"""Seconds."""
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels: no words, and nothing to take for a digit


class Throttle:
    """How many different things each client did within the last `seconds`, at most `most`."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float]) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._salt = secrets.token_bytes(16)
        self._done: dict[bytes, dict[object, float]] = {}

    def add(self, client: str, what: object) -> None:
        """Note that a client did something; the same again counts once."""
        self._done.setdefault(_hashed(client, self._salt), {})[what] = self._clock() + self._seconds

    def is_over(self, client: str) -> bool:
        """Whether a client has used up what it may do for now."""
        now = self._clock()
        kept = {
            each: {what: end for what, end in done.items() if end > now}
            for each, done in self._done.items()
        }
        self._done = {each: done for each, done in kept.items() if done}
        return len(self._done.get(_hashed(client, self._salt), {})) >= self._most


def _hashed(who: str, salt: bytes) -> bytes:
    return hashlib.blake2b(who.encode(), key=salt, digest_size=16).digest()


class Opened(NamedTuple):
    """A new room: the code for everyone, and a token that its owner alone has."""

    code: str
    owner: str


@dataclass
class _Room:
    ends: float
    owner: str = field(default_factory=secrets.token_urlsafe)
    salt: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    guesses: dict[str, dict[bytes, float]] = field(default_factory=dict)


class Polls:
    """Rooms of a server process by code. Safe to use from any thread.

    `clock` gives seconds and is injected in tests.
    """

    def __init__(
        self, lifetime: float = LIFETIME, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._lifetime, self._clock = lifetime, clock
        self._rooms: dict[str, _Room] = {}
        self._opened = Throttle(ROOMS_EACH, WINDOW, clock)
        self._wrong = Throttle(CODES_EACH, WINDOW, clock)
        self._lock = threading.Lock()

    def open(self, client: str = "") -> Opened:
        """A new room, of a `client` (its network address).

        Where MOST_ROOMS are open the oldest that nobody guesses in gives way. Raises InputError
        where there is none, and for a client that has just opened ROOMS_EACH.
        """
        with self._lock:
            self._forget()
            if self._opened.is_over(client):
                raise InputError(
                    f"{ROOMS_EACH} classes were opened from here within ten minutes; use one of "
                    "them, or wait a little."
                )
            if len(self._rooms) >= MOST_ROOMS:
                self._make_room()
            self._opened.add(client, object())
            while (code := "".join(secrets.choice(LETTERS) for _ in range(4))) in self._rooms:
                pass
            room = self._rooms[code] = _Room(self._clock() + self._lifetime)
            return Opened(code, room.owner)

    def owned(self, owner: str) -> str:
        """The code of the open room with this owner's token; empty where there is none.

        Every room is compared, each in constant time: how long it takes tells nothing.
        """
        given = owner.encode("utf-8", "replace")
        with self._lock:
            self._forget()
            own = [
                c for c, r in self._rooms.items() if hmac.compare_digest(r.owner.encode(), given)
            ]
        return own[0] if own else ""

    def is_open(self, code: str, client: str = "") -> bool:
        """Whether the code (in any case) opens a room now.

        Raises InputError for a `client` that has tried CODES_EACH wrong ones: it is guessing.
        """
        code = code.strip().upper()
        with self._lock:
            self._forget()
            if code in self._rooms:
                return True
            if self._wrong.is_over(client):
                raise InputError("too many wrong class codes came from here; wait ten minutes.")
            if client:
                self._wrong.add(client, code)
            return False

    def guess(self, code: str, step: str, who: str, value: float) -> None:
        """Put in a guess; a second one of the same session replaces the first.

        Raises InputError for a code that opens no room, a number that is none, or a full room.
        """
        if not math.isfinite(value):
            raise InputError("a guess is a number.")
        with self._lock:
            room = self._room(code)
            token = _hashed(who, room.salt)
            of_step = room.guesses.setdefault(step, {})
            if token not in of_step and len(of_step) >= MOST_STUDENTS:
                raise InputError(f"{MOST_STUDENTS:,} guesses are in; the class is full.")
            of_step[token] = float(value)

    def guesses(self, code: str, step: str) -> list[float]:
        """All guesses of a step, ascending, so that their order tells nothing."""
        with self._lock:
            return sorted(self._room(code).guesses.get(step, {}).values())

    def close(self, code: str) -> None:
        """Forget a room; one that is not there is already forgotten."""
        with self._lock:
            self._rooms.pop(code.strip().upper(), None)

    def _room(self, code: str) -> _Room:
        self._forget()
        room = self._rooms.get(code.strip().upper())
        if room is None:
            raise InputError(f"the code {code.strip()!r} opens no class; ask for the present one.")
        return room

    def _make_room(self) -> None:
        """Close the oldest room without a guess; dicts keep the order of opening."""
        idle = next((code for code, room in self._rooms.items() if not room.guesses), None)
        if idle is None:
            raise InputError(f"{MOST_ROOMS} classes are open on this server; close one first.")
        del self._rooms[idle]

    def _forget(self) -> None:
        now = self._clock()
        self._rooms = {code: room for code, room in self._rooms.items() if room.ends > now}


POLLS = Polls()
"""The rooms of this process."""
