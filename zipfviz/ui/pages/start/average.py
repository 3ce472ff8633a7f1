"""Show the average word moving, with what is found and where it is looked at closer."""

import streamlit as st

from zipfviz.common.markdown import plain
from zipfviz.explore.prior_path import prior_path
from zipfviz.explore.projection import sample_both
from zipfviz.figures.headlines.averages import centroid_headline
from zipfviz.space.word_space import WordSpace
from zipfviz.ui.pages.average_word import moving


def show(space: WordSpace) -> None:
    """Draw it below its finding; computed after what comes first, it fills a place kept for it."""
    path = prior_path(space)
    st.markdown(f"**{plain(centroid_headline(path.share, len(space)))}**")
    st.caption(moving.LOOK_FOR)
    moving.show(space, path, sample_both(space))
