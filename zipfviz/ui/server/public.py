"""Restrict a publicly hosted app: no downloads, no training, no server paths, small uploads.

With ZIPFVIZ_PUBLIC=1 (or `zipfviz app --public`) nobody fetches from the network, trains, or names
a path or address of the server; uploads are small. What the host itself put into the data folder
or fetched before is there for all.
"""

import os

import streamlit as st

from zipfviz.common.errors import InputError

UPLOAD_MB = 20


def is_public() -> bool:
    """Whether this server is open to strangers. Raises InputError for a setting nobody knows."""
    chosen = os.environ.get("ZIPFVIZ_PUBLIC", "0")
    if chosen not in ("0", "1", ""):
        raise InputError(f"ZIPFVIZ_PUBLIC={chosen!r} is neither 0 nor 1; set it to 1 or leave it.")
    return chosen == "1"


def upload_limit() -> int:
    """Megabytes that one file may have: streamlit's `server.maxUploadSize`, 20 on a public host."""
    most = int(st.get_option("server.maxUploadSize"))
    return min(UPLOAD_MB, most) if is_public() else most
