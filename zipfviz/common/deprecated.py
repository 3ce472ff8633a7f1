"""Arguments as they were given in 0.1: by position, in another order or name. They go in 0.3."""

import functools
import inspect
import warnings
from collections.abc import Callable
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])


def accepts_positional(*names: str) -> Callable[[F], F]:
    """Take positional arguments beyond the last as the keywords `names`, with a DeprecationWarning.

    >>> @accepts_positional("seed")
    ... def draw(k, *, seed=0): ...
    """

    def decorate(function: F) -> F:
        return reordered(*_positional(function), *names)(function)

    return decorate


def renamed(**names: str) -> Callable[[F], F]:
    """Take keywords by their old names, `old="new"`, with a DeprecationWarning.

    >>> @renamed(limit="max_words")
    ... def load(source, *, max_words=None): ...
    """

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def accepting(*args: Any, **keywords: Any) -> Any:
            for old in names.keys() & keywords.keys():
                new = names[old]
                warnings.warn(
                    f"{function.__name__}: {old}= is now {new}=; the old name goes in 0.3.",
                    DeprecationWarning,
                    stacklevel=2,
                )
                if new in keywords:
                    raise TypeError(f"{function.__name__}() got both {old}= and {new}=")
                keywords[new] = keywords.pop(old)
            return function(*args, **keywords)

        return cast(F, accepting)

    return decorate


def reordered(*names: str) -> Callable[[F], F]:
    """Take positional arguments in the old order `names` where they do not fit the new one.

    >>> @reordered("space", "by", "k")
    ... def draw(space, k, *, by): ...
    """

    def decorate(function: F) -> F:
        signature, positional = inspect.signature(function), _positional(function)

        def fits(*args: Any, **keywords: Any) -> bool:
            try:
                signature.bind(*args, **keywords)
            except TypeError:
                return False
            return True

        @functools.wraps(function)
        def accepting(*args: Any, **keywords: Any) -> Any:
            old = dict(zip(names, args, strict=False)) | keywords
            if fits(*args, **keywords) or len(old) < len(args) + len(keywords) or not fits(**old):
                return function(*args, **keywords)
            given = enumerate(names[: len(args)])
            by_name = [f"{name}=" for i, name in given if name not in positional[i : i + 1]]
            warnings.warn(
                f"{function.__name__}: give {', '.join(by_name)} by name; "
                "as positional arguments they go in 0.3.",
                DeprecationWarning,
                stacklevel=2,
            )
            return function(**old)

        return cast(F, accepting)

    return decorate


def _positional(function: Callable[..., Any]) -> list[str]:
    """Names of the parameters that may be given by position."""
    parameters = inspect.signature(function).parameters.values()
    return [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
