"""Translate keyword arguments in error messages into options of the command or the page."""

import ast
import re
from collections.abc import Callable, Collection

Say = Callable[[str, object], str]

_TEXT = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""
_VALUE = rf"{_TEXT}|\((?:{_TEXT}|[\w\s,-])*\)|[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?|True|False|None"


def renamed_options(text: str, names: Collection[str], say: Say) -> str:
    """`text` with each `name=value` of `names` as `say(name, value)`; the value may be missing.

    >>> renamed_options("pass partial=True", ["partial"], lambda name, value: f"--{name}")
    'pass --partial'
    """
    either = "|".join(sorted(names, key=len, reverse=True))

    def said(match: re.Match[str]) -> str:
        return say(match[1], ast.literal_eval(match[2]) if match[2] else None)

    return re.sub(rf"(?<![\w.])({either})=(?!=)({_VALUE})?", said, text)
