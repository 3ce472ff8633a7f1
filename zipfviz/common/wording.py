"""Numbers in sentences, and what may be said of them: no more than their printed digits show.

number(-12345.678)                      # "−12 345.68"
order(0.401, 0.399)                     # 0: both read 0.40, so neither is more
best({"a": 0.401, "b": 0.399}).names    # ("a", "b"): all that share the first place
interval(0.02, 3.1, 1)                  # "0.02 to 3.1": an end that is not 0 does not read as 0
percent(0.0004, 1)                      # "less than 0.1 %"
listed(["a", "b", "c"])                 # "a, b and c"
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

MINUS = "\u2212"
THIN = "\u202f"  # narrow no-break space: groups thousands and never breaks a number over two lines
DASH = "\u2013"  # stands for an undefined value in tables and labels
UNDEFINED, INFINITE = "undefined", "infinite"  # in sentences

_HUGE = 1e15  # from here on float64 has no digit behind the point, and zeros are counted for nobody
_POWER = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_MOST_DIGITS = 6


def number(value: float, digits: int = 2) -> str:
    """`-12345.678` as `−12 345.68`; nan is a dash, and minus nothing is nothing."""
    if not math.isfinite(value):
        return DASH if math.isnan(value) else ("∞" if value > 0 else f"{MINUS}∞")
    if abs(value) >= _HUGE:
        return _scientific(value)
    text = f"{value:,.{digits}f}".replace(",", THIN)
    if text.startswith("-"):
        text = (MINUS if _is_not_zero(text) else "") + text[1:]
    return text


def signed(value: float, digits: int = 1) -> str:
    """A difference, with its sign always written: `+17.9`, `−0.4`, `0.0`."""
    text = number(value, digits)
    return f"+{text}" if value > 0 and (_is_not_zero(text) or "∞" in text) else text


def count(value: float) -> str:
    """A whole number, thousands set apart: `253 970`."""
    return number(value, 0)


def told(value: float, digits: int = 2) -> str:
    """A number inside a sentence: one that is not finite is a word, as "undefined"."""
    if math.isfinite(value):
        return number(value, digits)
    return UNDEFINED if math.isnan(value) else INFINITE


def finer(value: float, digits: int = 2) -> str:
    """A number with as many more digits as it takes not to read as 0: `0.0004`, `2.0 × 10⁻⁹`."""
    if not math.isfinite(value) or value == 0:
        return told(value, digits)
    for more in range(digits, _MOST_DIGITS + 1):
        text = number(value, more)
        if _is_not_zero(text):
            return text
    return _scientific(value)


def gain(value: float, digits: int = 1) -> str:
    """A difference with its sign, that does not read as 0 where it is not: `+17.9`, `−0.004`."""
    text = finer(value, digits)
    return f"+{text}" if value > 0 and math.isfinite(value) else text


def interval(low: float, high: float, digits: int = 2) -> str:
    """The ends of an interval, `9.1 to 15.0`; neither reads as 0 where it is not."""
    return f"{finer(low, digits)} to {finer(high, digits)}"


def percent(share: float, digits: int = 0) -> str:
    """A share from 0 to 1 in percent; 0 % is none and 100 % is all.

    >>> percent(0.25), percent(0.0001), percent(0.9999)
    ('25 %', 'less than 1 %', 'more than 99 %')
    """
    if not math.isfinite(share):
        return f"an {told(share)} share"
    text, step = number(100 * share, digits), 10.0**-digits
    if share != 0 and not _is_not_zero(text):
        than, edge = ("less", step) if share > 0 else ("more", -step)
        return f"{than} than {number(edge, digits)} %"
    if share != 1 and text == number(100, digits):
        return f"more than {number(100 - step if share < 1 else 100, digits)} %"
    return f"{text} %"


def times(n: int) -> str:
    """How often: `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(n, f"{count(n)} times")


def listed(parts: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


Order = Literal[-1, 0, 1]


def order(one: float, other: float, digits: int = 2) -> Order | None:
    """1 where `one` reads as more than `other` at so many digits, -1 as less, 0 where both read
    the same; None where one is undefined.
    """
    if math.isnan(one) or math.isnan(other):
        return None
    if number(one, digits) == number(other, digits):
        return 0
    return 1 if one > other else -1


def change(before: float, after: float, digits: int = 2) -> str:
    """`rises from 0.20 to 0.30`, `falls from 0.30 to 0.20`, `stays 0.20`, or which is undefined."""
    was, now = told(before, digits), told(after, digits)
    way = order(after, before, digits)
    if way == 0:
        return f"stays {was}"
    verb = {1: "rises", -1: "falls", None: "goes"}[way]
    return f"stays {UNDEFINED}" if was == now else f"{verb} from {was} to {now}"


@dataclass(frozen=True)
class Best:
    """The first place among named numbers: all `names` that share it, and how it reads.

    `others` are the rest, in the order of what they read, each with its number; undefined ones
    come last.
    """

    names: tuple[str, ...]
    text: str
    value: float
    others: tuple[tuple[str, str], ...]

    @property
    def is_shared(self) -> bool:
        """Whether more than one has it."""
        return len(self.names) > 1

    @property
    def is_everywhere(self) -> bool:
        """Whether several are compared and all are alike, so that none is best."""
        return self.is_shared and not self.others


def best(values: Mapping[str, float], digits: int = 2, *, lowest: bool = False) -> Best | None:
    """Which of named values is highest (or `lowest`) at the digits they are printed with.

    Names keep their order. None where no value is defined.
    """
    known = {name: value for name, value in values.items() if not math.isnan(value)}
    if not known:
        return None
    ranked = sorted(known, key=lambda name: known[name] if lowest else -known[name])
    top = known[ranked[0]]
    names = tuple(name for name in known if order(known[name], top, digits) == 0)
    rest = [name for name in ranked if name not in names]
    rest += [name for name in values if name not in known]
    others = tuple((name, told(values[name], digits)) for name in rest)
    return Best(names, told(top, digits), top, others)


def excludes(value: float, low: float, high: float) -> bool:
    """Whether an interval leaves a value out; an undefined interval leaves nothing out."""
    return low > value or high < value


def stands(low: float, high: float) -> bool:
    """Whether a difference with this interval is told from none."""
    return excludes(0.0, low, high)


def beside_band(value: float, low: float, high: float, digits: int = 2) -> Order | None:
    """Where a number lies that chance puts between `low` and `high`, as all three read.

    1 above the band, -1 below it, 0 within or at its edge; None where one is undefined.
    """
    below, above = order(value, low, digits), order(value, high, digits)
    if below is None or above is None:
        return None
    return 1 if above == 1 else -1 if below == -1 else 0


def relation(one: str, other: str, r: float, digits: int = 2) -> str:
    """What the sign of a correlation says of two things, in words.

    >>> relation("length", "information", -0.3)
    'length falls as information rises'
    """
    way = order(r, 0.0, digits)
    if way is None:
        return f"the correlation of {one} with {other} is undefined"
    if way == 0:
        return f"{one} neither rises nor falls with {other}"
    return f"{one} rises with {other}" if way > 0 else f"{one} falls as {other} rises"


def sentence(text: str) -> str:
    """The text with its first letter as a sentence has it."""
    return text[:1].upper() + text[1:]


def _is_not_zero(text: str) -> bool:
    return any(c in "123456789" for c in text)


def _scientific(value: float) -> str:
    """`1.5 × 10³⁰⁰`, also of what is as near to 0."""
    mantissa, power = f"{value:.1e}".replace("-", MINUS, int(value < 0)).split("e")
    return f"{mantissa} × 10{str(int(power.replace(MINUS, '-'))).translate(_POWER)}"
