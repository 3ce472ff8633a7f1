"""The errors zipfviz raises on purpose.

    ZipfvizError (ValueError)      every error meant for the person at the keyboard
    ├── InputError                 a file, name or array that cannot be used as it is
    │   └── ChoiceNeeded           it can be read in several ways; `choices` has them
    ├── MatchError                 two inputs that do not fit each other (no shared word, ...)
    └── MissingExtraError          an optional package is needed; the message has the install line

Each message is one sentence in plain words: what, where, and what to do about it.
Anything else that escapes is a bug and keeps its traceback.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MOST = 8  # choices in a sentence


class ZipfvizError(ValueError):
    """Base of every error meant for the user."""


class InputError(ZipfvizError):
    """A file, a name, an option or an array cannot be used as it is.

    `reading` is what was to be loaded, ("frequency", "list.txt"), None where that was no file.
    """

    reading: tuple[str, str] | None = None


class MatchError(ZipfvizError):
    """Two inputs are fine alone and do not fit each other."""


class MissingExtraError(ZipfvizError):
    """An optional package is needed; the message carries the line that installs it."""


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One of several ways to read an input.

    `options` are the keyword arguments that settle it, of the function that asked; `gives` is what
    comes of it, in a few words ("12 words, first 'the' 5000"; "" where nothing can be told).
    """

    options: Mapping[str, object]
    gives: str = ""

    def python(self) -> str:
        """The options as they are written in a call: separator='|', word_column=0."""
        return ", ".join(f"{name}={value!r}" for name, value in self.options.items())


class ChoiceNeeded(InputError):  # noqa: N818
    """An input can be read in several ways, and which was meant is not plain.

    `found` says what is there and why it is not plain ("list.txt: what separates its columns is
    not plain"); each of `choices` works when it is followed. The app shows them with a preview of
    what each gives, the command names its own options for them.

    >>> error = ChoiceNeeded("list.txt can be cut in two ways", [
    ...     Choice(options={"separator": "|"}, gives="12 words"),
    ...     Choice(options={"separator": " "}),
    ... ])
    >>> print(error)
    list.txt can be cut in two ways; give separator='|' (12 words) or separator=' '.
    """

    def __init__(self, found: str, choices: Sequence[Choice]) -> None:
        self.found = found
        self.choices = tuple(choices)
        ways = [
            f"{way.python()} ({way.gives})" if way.gives else way.python()
            for way in self.choices[:MOST]
        ]
        more = [f"another of {len(self.choices)}"] if len(self.choices) > MOST else []
        super().__init__(f"{found}; give {' or '.join([*ways, *more])}.")

    @classmethod
    def between(cls, found: str, option: str, gives: Mapping[str, str]) -> "ChoiceNeeded":
        """Ask for one value of an option, each with what it gives."""
        return cls(found, [Choice(options={option: v}, gives=told) for v, told in gives.items()])
