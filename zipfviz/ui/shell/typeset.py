"""Tables on the page with numbers set as in charts: real minus signs, thin spaces, no `-0.00`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from zipfviz.common.lazy import pd
from zipfviz.figures.style.text import DASH, number, signed

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler


def typeset(
    frame: pd.DataFrame, decimals: Mapping[str, int] | int = 2, changes: Collection[str] = ()
) -> Styler:
    """`frame` for `st.dataframe`, which shows these texts and still sorts by the numbers.

    Whole numbers have no decimals; others `decimals`, which is one number, or one for each column
    that differs from 2. Columns of `changes` have their sign always written. Missing is a dash.
    A column that streamlit is given a number format for would show that instead.
    """
    each = decimals if isinstance(decimals, Mapping) else {}
    usual = 2 if isinstance(decimals, Mapping) else decimals
    formats = {}
    for column in frame.select_dtypes("number").columns:
        whole = frame[column].dtype.kind in "iu"
        digits = each.get(str(column), 0 if whole else usual)
        formats[column] = partial(signed if column in changes else number, digits=digits)
    return frame.style.format(formats, na_rep=DASH)


def show_table(
    frame: pd.DataFrame, key: str, alt: str, decimals: Mapping[str, int] | int = 2
) -> None:
    """The frame on the page, as high as it is; `alt` tells what it holds."""
    typed = typeset(frame, decimals)
    st.dataframe(typed, placeholder=DASH, alt=alt, key=key, height="content")
