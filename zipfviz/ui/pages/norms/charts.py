"""Length charts, drawn once for the same words, transform and marks."""

from __future__ import annotations

import plotly.graph_objects as go

from zipfviz.figures import NormPanel, norm_panels, norm_small
from zipfviz.ui.server.shared_cache import shared_cache

__all__ = ["chart", "small_chart"]


@shared_cache(24, False)
def chart(
    space: str, method: str, k: int, fitted: str, found: tuple[int, ...], _panel: NormPanel
) -> go.Figure:
    """The chart of a panel, named by the digest of its space and what was chosen."""
    return norm_panels([_panel])


@shared_cache(12, False)
def small_chart(space: str, method: str, k: int, _panel: NormPanel) -> go.Figure:
    """The thumbnail of a panel."""
    return norm_small(_panel)
