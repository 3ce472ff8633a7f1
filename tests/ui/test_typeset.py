"""Numbers of tables on the page, as the browser is sent them."""

import re

import numpy as np
import pandas as pd

from zipfviz.ui.shell.tables import typeset


def test_numbers_are_set_as_in_charts_and_words_as_typed():
    frame = pd.DataFrame(
        {"word": ["<b>&amp;", None], "n": [12_345, 2], "r": [-0.001, np.nan], "moved": [0.5, -2.0]},
        index=["$x$", "-1"],
    )
    shown = typeset(frame, {"r": 2, "moved": 1}, changes=["moved"])
    cells = re.findall(r"<td[^>]*>(.*?)</td>", shown.to_html())
    assert cells == ["<b>&amp;", "12\u202f345", "0.00", "+0.5", "–", "2", "–", "−2.0"]
