"""Scripts that run on the page, each in a .js file of this folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

HERE = Path(__file__).parent


def run_script(name: str, key: str, **component: Any) -> None:
    """Run `name`.js as a component out of sight; once a run."""
    st.html(f"<style>.st-key-{key} {{ position: absolute; }}</style>")
    _component(name)(key=key, height=1, **component)


@st.cache_resource
def _component(name: str) -> Any:
    script = (HERE / f"{name}.js").read_text("utf-8")
    return st.components.v2.component(f"zipfviz_{name}", js=script)
