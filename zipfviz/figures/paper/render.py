"""Render a figure to bytes with a Chrome or Chromium that kaleido drives."""

from __future__ import annotations

import importlib.util
import threading
from typing import TYPE_CHECKING

from zipfviz.common.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    import kaleido
    import plotly.graph_objects as go

# Kaleido asks Chrome for margins of 0.1 inch, for which Chrome shrinks what is wide and cuts what
# is high; a page's own style outranks them.
NO_MARGINS = "        <style>@page { margin: 0; }</style>\n"
_LOCK = threading.Lock()


def missing() -> str:
    """Name what is missing to make files, in one sentence with the remedy; "" if nothing is."""
    for name in ("kaleido", "pypdf"):
        if importlib.util.find_spec(name) is None:
            return f"PDF and PNG files need {name}; install it with: pip install 'zipfviz[pdf]'"
    if not _chrome():
        return (
            "PDF and PNG files need Chrome or Chromium, and none was found; install one "
            "(Debian: apt install chromium) or run kaleido_get_chrome."
        )
    return ""


def render(figure: go.Figure, format: str, scale: float) -> bytes:
    """Render a figure with a Chrome of its own, one at a time, whoever asks."""
    import kaleido
    from kaleido.errors import (
        BrowserClosedError,
        BrowserFailedError,
        ChromeNotFoundError,
        KaleidoError,
    )

    layout = figure.layout
    wanted = {"format": format, "width": layout.width, "height": layout.height, "scale": scale}
    try:
        with _LOCK:
            return kaleido.calc_fig_sync(
                figure.to_dict(), opts=wanted, kopts={"page_generator": _page(), "timeout": 180}
            )
    except (BrowserClosedError, BrowserFailedError, ChromeNotFoundError, TimeoutError) as error:
        raise MissingExtraError(
            "Chrome or Chromium did not start, so there is no file; try once more, or save the "
            "SVG with the camera in the chart’s corner."
        ) from error
    except KaleidoError as error:
        raise InputError(f"this chart could not be drawn as {format}: {error}.") from error


def _page() -> kaleido.PageGenerator:
    """The page that is drawn on: no formulas, no margins."""
    import kaleido

    page = kaleido.PageGenerator(mathjax=False)
    page.header += NO_MARGINS
    return page


def _chrome() -> bool:
    """Whether kaleido will find a browser."""
    from choreographer.browsers.chromium import Chromium

    return bool(Chromium.find_browser(skip_local=False))
