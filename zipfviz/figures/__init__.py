"""Figures: plain arrays and tables in, `plotly.graph_objects.Figure` out; a headline for each.

Nothing here knows of streamlit, of files or of how a number was computed. Every figure is
drawn for a `medium`: `LIGHT`, `DARK`, or a page (`PrintOptions.medium()`).
Headlines are plain text with words as typed: they serve as alt text as they are, and a page that
shows them as Markdown escapes them first.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
