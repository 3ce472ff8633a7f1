"""Pictures that move in the browser, as components of a page."""

from dataclasses import asdict
from typing import Any

import streamlit as st

from zipfviz.figures.live.scripts import script, style
from zipfviz.ui.shell import presentation, screen
from zipfviz.ui.shell.assets import HERE


def show(module: str, draw: str, data: dict[str, Any], key: str, **told: Any) -> Any:
    """Run `draw` of a module of `zipfviz.figures.live` on data, in the colours of now.

    `told` is what to do when the picture tells a value, `on_told_change`; what it told last is
    `told` of the component's state, which is handed back.
    """
    large = presentation.FACTOR if presentation.is_on() else 1
    look = {"colours": asdict(screen.medium().colours), "large": large}
    return _component(module, draw)(key=key, data={**data, **look}, **told)


@st.cache_resource
def _component(module: str, draw: str) -> Any:
    parts = [script(module), (HERE / "live.js").read_text("utf-8")]
    text = "\n".join([*parts, f"export default component({draw});"])
    looks: dict[str, Any] = {"html": '<div class="live"></div>', "css": style()}
    return st.components.v2.component(f"zipfviz_{module}", js=text, **looks)
