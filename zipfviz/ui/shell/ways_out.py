"""Translate keyword arguments in error messages into the page's own controls."""

from zipfviz.common.errors import Choice, ChoiceNeeded, ZipfvizError
from zipfviz.common.markdown import sentence
from zipfviz.common.ways_out import renamed_options
from zipfviz.io.tables.dialect import SEPARATORS

#: The controls under “Read it another way”.
CONTROLS = {
    "separator": "Between columns",
    "encoding": "Encoding",
    "member": "File inside",
    "tensor": "Matrix",
    "word_column": "Column of words",
    "count_column": "Column of counts",
    "text_columns": "First text and second text",
    "score_column": "Score",
    "kind": "Texts are",
    "language": "Language",
    "format": "Content",
    "dim": "Numbers a word",
    "log": "Logarithms",
    "compose": "Also compose these words",
    "max_loss": "Leave out what cannot be read",
    "above_floor": "Without made-up numbers",
}
# Whose letters an encoding is for; Unicode's own need no such word.
LETTERS_OF = {
    "cp1250": "Central European", "cp1251": "Cyrillic", "cp1252": "Western European",
    "cp1253": "Greek", "cp1254": "Turkish", "cp1255": "Hebrew", "cp1256": "Arabic",
    "cp1257": "Baltic", "cp874": "Thai", "koi8-r": "Cyrillic", "gb18030": "Chinese",
    "big5": "Chinese, traditional", "shift_jis": "Japanese", "euc_jp": "Japanese",
    "euc_kr": "Korean",
}  # fmt: skip
# Only where files are the reader's own.
IN_PYTHON = ("trust", "words", "tokenizer", "max_bytes", "partial", "max_words")


def in_app(error: ZipfvizError) -> str:
    """An error's sentence, with the names of controls for keyword arguments."""
    if isinstance(error, ChoiceNeeded):
        return f"{sentence(error).partition('; give ')[0]}."
    return with_controls(sentence(error).replace(", a name or a number from 0", ""))


def with_controls(text: str) -> str:
    """What a reader or a report says, with the names of controls for keyword arguments."""
    said = renamed_options(text, CONTROLS, _control)
    return renamed_options(said, IN_PYTHON, lambda name, value: f"in Python {name}={value!r}"
                           if value is not None else f"in Python {name}=")  # fmt: skip


def _control(name: str, value: object) -> str:
    return f"“{CONTROLS[name]}”" + ("" if value in (None, True) else f" {_value(name, value)}")


def _value(name: str, value: object) -> str:
    if name == "max_loss":
        return "and go on"
    if name == "separator":
        return SEPARATORS.get(str(value)) or repr(value)
    if name == "encoding" and value in LETTERS_OF:
        return f"{value} ({LETTERS_OF[str(value)]})"
    if isinstance(value, (tuple, list)):
        return " and ".join(_value(name, each) for each in value)
    if isinstance(value, int) and "column" in name:
        return str(value + 1)
    return str(value)


def answer(choice: Choice) -> tuple[str, str]:
    """One of several ways to read a file: what it settles, and what it gives."""
    ways = [f"{CONTROLS.get(k, k)}: {_value(k, v)}" for k, v in choice.options.items()]
    return ", ".join(ways), choice.gives
