"""Files that lie beside the code: texts as TOML, scripts and style sheets of this folder."""

import tomllib
from pathlib import Path
from typing import Any

import streamlit as st


def texts_of(module: str) -> dict[str, dict[str, Any]]:
    """The texts (str) beside the file of a module, by their tables and names."""
    return tomllib.loads(Path(module).with_suffix(".toml").read_text("utf-8"))


HERE = Path(__file__).parent


def run_script(name: str, key: str, **component: Any) -> None:
    """Run `name`.js as a component out of sight; once a run."""
    st.html(f"<style>.st-key-{key} {{ position: absolute; }}</style>")
    _component(name)(key=key, height=1, **component)


@st.cache_resource
def _component(name: str) -> Any:
    script = (HERE / f"{name}.js").read_text("utf-8")
    return st.components.v2.component(f"zipfviz_{name}", js=script)
