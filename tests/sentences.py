"""Sentences as a reader reads them: their numbers, and what no sentence may hold."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

NAN, INF = float("nan"), float("inf")
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_NUMBER = re.compile(r"(?<![\w.])[+\u2212]?\d[\d\u202f]*(?:\.\d+)?(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?")
_PLURALS = (
    "contexts|cosines|differences|dimensions|directions|draws|embeddings|guesses|methods|neighbours"
    "|occurrences|pairs|places|resamples|seeds|spaces|students|tasks|texts|times|tokens|types|words"
)

#: Numbers that are printed with a few digits: many read the same, some are none.
SPECIAL = st.sampled_from([0.0, -0.0, 0.004, -0.004, 0.005, 1.0, 0.999, 1e300, -1e300, 1e-300])
UNDEFINED = st.sampled_from([NAN, INF, -INF])
NEAR = st.integers(-400, 400).map(lambda i: i / 400)
FINITE = NEAR | SPECIAL | st.floats(-1e6, 1e6)
ANY = FINITE | UNDEFINED
SHARE = st.integers(0, 400).map(lambda i: i / 400) | st.sampled_from([1e-9, 1 - 1e-9])


def states(*strategies):
    """`given`, of fewer examples in the whole run: a sentence has few ways to go."""
    few = settings(max_examples=min(settings().max_examples, 300))
    return lambda test: few(given(*strategies)(test))


def read(number):
    """The value of a number as it is printed."""
    plain = number.replace("\u202f", "").replace("\u2212", "-").lstrip("+")
    if " × 10" in plain:
        plain = plain.replace(" × 10", "e").translate(_SUPERSCRIPTS)
    return float(plain)


def printed(text):
    """All numbers in a text, as they are printed."""
    return _NUMBER.findall(text)


def numbers(text):
    """All numbers in a text, as they read."""
    return [read(number) for number in printed(text)]


def after(words, text):
    """The first number after these words."""
    return numbers(text.split(words, 1)[1])[0]


def check(text):
    """What holds for every sentence of the app; returns the text."""
    assert text == text.strip(), text
    assert text.endswith("."), text
    assert not text[0].islower(), text
    assert len(text) < 900, text
    assert not re.search(r"\b(nan|inf)\b|NaN|None|∞", text), text
    assert not re.search(r"(^|[\s(=“])–", text), f"an undefined number in {text}"
    assert not re.search(r"\s\s|\s[,.;)]|\(\s|\(\)|\.\.|,,", text.replace("…", "")), text
    assert not re.search(rf"(?<![\w.,\u202f\u2212])1 ({_PLURALS})\b", text), text
    for number in printed(text):
        assert number[0] not in "+\u2212" or read(number) != 0, f"{number} in {text}"
    return text
