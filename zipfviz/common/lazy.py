"""Import pandas when it is first used: half a second that most commands and pages can do without.

>>> from zipfviz.common.lazy import pd
>>> pd.DataFrame({"word": ["the"]}).shape
(1, 1)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = ["pd"]

if TYPE_CHECKING:
    import pandas as pd
else:

    class _Module:
        """A module that is imported by the first look into it, by any thread."""

        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, attribute: str) -> Any:
            return getattr(import_module(self._name), attribute)

    pd = _Module("pandas")
