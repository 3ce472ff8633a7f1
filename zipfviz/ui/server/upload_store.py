"""Store uploads in memory by the SHA-256 of their content.

    digest = store(content)                                # 64 letters
    UPLOADS.get(digest)                                    # the content, while there is room
    name, digest = named_in(link_text(name, digest))       # what a link says of it

A link carries the digest and the name; whoever opens it asks for the content by the digest. Only
who has the content, or the link, can know the digest: it cannot be guessed, and nothing here lists
what is held. (Who has the content can make its digest and so learn that this server was handed
it; that much is told.) Nothing is written to disk.
"""

from __future__ import annotations

import hashlib
import re

from zipfviz.common.recent import Recent

MOST_BYTES = 100_000_000
MOST_LETTERS = 80
"""Of a name in a link."""


def digest_of(content: bytes) -> str:
    """The SHA-256 of a content, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


UPLOADS: Recent[bytes] = Recent(MOST_BYTES, len)
"""What this process holds, by digest."""


def store(content: bytes, digest: str = "") -> str:
    """Hold a content, unless it is too large by itself; its digest, where known, is given."""
    digest = digest or digest_of(content)
    UPLOADS.put(digest, content)
    return digest


def link_text(name: str, digest: str) -> str:
    """How a link names a content: `<digest>~<name>`."""
    return f"{digest}~{name.encode('utf-8', 'replace').decode()[:MOST_LETTERS]}"


def named_in(text: str) -> tuple[str, str] | None:
    """(name, digest) of such a text; None for any other."""
    found = re.fullmatch(r"([0-9a-f]{64})~(.*)", text, re.DOTALL)
    return (found[2][:MOST_LETTERS], found[1]) if found else None
