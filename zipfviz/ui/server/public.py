"""Restrict a publicly hosted app: no downloads, no training, no server paths, small uploads.

With ZIPFVIZ_PUBLIC=1 (or `zipfviz app --public`) nobody fetches from the network, trains, or names
a path or address of the server; uploads are small. What the host itself put into the data folder
or fetched before is there for all.
"""

import streamlit as st

from zipfviz.io.folders import is_public as is_public

UPLOAD_MB = 20


def upload_limit() -> int:
    """Megabytes that one file may have: streamlit's `server.maxUploadSize`, 20 on a public host."""
    most = int(st.get_option("server.maxUploadSize"))
    return min(UPLOAD_MB, most) if is_public() else most
