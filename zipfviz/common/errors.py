"""The errors zipfviz raises on purpose.

    ZipfvizError (ValueError)      every error meant for the person at the keyboard
    ├── InputError                 a file, name or array that cannot be used as it is
    ├── MatchError                 two inputs that do not fit each other (no shared word, ...)
    └── MissingExtraError          an optional package is needed; the message has the install line

Each message is one sentence in plain words: what, where, and what to do about it.
Anything else that escapes is a bug and keeps its traceback.
"""


class ZipfvizError(ValueError):
    """Base of every error meant for the user."""


class InputError(ZipfvizError):
    """A file, a name, an option or an array cannot be used as it is."""


class MatchError(ZipfvizError):
    """Two inputs are fine alone and do not fit each other."""


class MissingExtraError(ZipfvizError):
    """An optional package is needed; the message carries the line that installs it."""
