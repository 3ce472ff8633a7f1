"""Restrict a publicly hosted app: no downloads, no training, no server paths, small uploads.

With ZIPFVIZ_PUBLIC=1 (or `zipfviz app --public`) nobody fetches from the network, trains, or names
a path or address of the server; uploads are small. What the host itself put into the data folder
or fetched before is there for all.
"""

import os

from zipfviz.common.errors import InputError

UPLOAD_MB = 20


def is_public() -> bool:
    """Whether this server is open to strangers. Raises InputError for a setting nobody knows."""
    chosen = os.environ.get("ZIPFVIZ_PUBLIC", "0")
    if chosen not in ("0", "1", ""):
        raise InputError(f"ZIPFVIZ_PUBLIC={chosen!r} is neither 0 nor 1; set it to 1 or leave it.")
    return chosen == "1"


def upload_limit() -> int | None:
    """Megabytes that a file may have; None: as many as streamlit's `server.maxUploadSize`."""
    return UPLOAD_MB if is_public() else None
