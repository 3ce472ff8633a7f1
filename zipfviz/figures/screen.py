"""Serialise a figure for a browser, so that it is drawn once.

streamlit shows each figure to plotly.js twice, as a fresh copy after the first drawing. plotly
leaves the second alone if nothing in it is another object that has to be taken for a change: a
template is always one, an array sent as bytes too, and a list unless `datarevision` says that the
data are the same. So the layout is all written out, arrays are lists, and that mark is set: a
figure of other data is another chart to streamlit and never meets the old mark.
"""

from base64 import b64decode
from typing import Any

import numpy as np
import plotly.graph_objects as go

DIGITS = 9  # of a number: all that a float32 holds, and shorter than its bytes in base64
MOST_PLACES = 300  # beyond these a power of ten is no float64; such a number is sent as it is


def for_screen(figure: go.Figure) -> dict[str, Any]:
    """A figure as plotly.js is sent it."""
    sent: dict[str, Any] = _sent(figure.to_dict())
    sent["layout"].pop("template", None)
    sent["layout"]["datarevision"] = "same"
    return sent


def _sent(value: Any) -> Any:
    """`value` in plain numbers."""
    if isinstance(value, dict):
        if "bdata" in value:
            return _numbers(_array(value))
        return {key: _sent(inner) for key, inner in value.items()}
    return [_sent(inner) for inner in value] if isinstance(value, list | tuple) else value


def _array(sent: dict[str, Any]) -> np.ndarray:
    """The array that plotly sends as bytes: `bdata` in base64, `dtype`, and `shape` beyond one."""
    array = np.frombuffer(b64decode(sent["bdata"]), sent["dtype"])
    return array.reshape([int(n) for n in str(sent.get("shape", array.size)).split(",")])


def _numbers(array: np.ndarray) -> Any:
    """Lists of numbers to `DIGITS` digits; what is not finite is a gap."""
    if array.dtype.kind != "f":
        return array.tolist()
    values = array.astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        places = DIGITS - 1 - np.floor(np.log10(np.abs(values)))
    places = np.where(np.abs(places) <= MOST_PLACES, places, 0)
    # By powers of ten that are whole: a quotient of two whole numbers is the decimal's own double.
    up, down = 10.0 ** np.maximum(places, 0), 10.0 ** np.maximum(-places, 0)
    short = np.where(places == 0, values, np.round(values * up / down) / up * down)
    plain = short.astype(object)
    plain[~np.isfinite(values)] = None
    return plain.tolist()
