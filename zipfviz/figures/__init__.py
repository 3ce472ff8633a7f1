"""Figures: plain arrays and tables in, `plotly.graph_objects.Figure` out; a headline for each.

Nothing here knows of streamlit, of files or of how a number was computed. Every figure takes
`mode="live"` (the app), `"light"`, `"dark"` or `"print"`; see `zipfviz.figures.style.theme`.
Headlines are plain text with words as typed: they serve as alt text as they are, and a page that
shows them as Markdown escapes them first.
"""

from zipfviz.figures.correlations import correlation_chart, correlation_headline
from zipfviz.figures.growth import growth_headline, vocabulary_growth
from zipfviz.figures.norms import NormPanel, norm_headline, norm_panels, norm_small
from zipfviz.figures.ranks import rank_frequency, rank_headline
from zipfviz.figures.scores import (
    score_chart,
    score_charts,
    score_headline,
    uniform_zipfian_pairs,
)
from zipfviz.figures.spectra import (
    SpectrumLine,
    component_against_log_p,
    component_headline,
    component_words,
    eigenspectrum,
    spectrum_headline,
)
from zipfviz.figures.style.palette import (
    METHOD_STYLES,
    PALETTES,
    PRIOR_STYLES,
    MethodStyle,
    Mode,
    Palette,
    PriorStyle,
    method_style,
)
from zipfviz.figures.style.text import count, escape, number, signed
from zipfviz.figures.style.theme import plot_config, template
from zipfviz.figures.symmetry import space_signs, symmetry_headline, symmetry_map

__all__ = [
    "METHOD_STYLES",
    "PALETTES",
    "PRIOR_STYLES",
    "MethodStyle",
    "Mode",
    "NormPanel",
    "Palette",
    "PriorStyle",
    "SpectrumLine",
    "component_against_log_p",
    "component_headline",
    "component_words",
    "correlation_chart",
    "correlation_headline",
    "count",
    "eigenspectrum",
    "escape",
    "growth_headline",
    "method_style",
    "norm_headline",
    "norm_panels",
    "norm_small",
    "number",
    "plot_config",
    "rank_frequency",
    "rank_headline",
    "score_chart",
    "score_charts",
    "score_headline",
    "signed",
    "space_signs",
    "spectrum_headline",
    "symmetry_headline",
    "symmetry_map",
    "template",
    "uniform_zipfian_pairs",
    "vocabulary_growth",
]
