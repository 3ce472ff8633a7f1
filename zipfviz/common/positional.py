"""Arguments that were positional in 0.1 and are keyword-only now."""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable
from typing import Any, TypeVar, cast

__all__ = ["accepts_positional"]

F = TypeVar("F", bound=Callable[..., Any])


def accepts_positional(*names: str) -> Callable[[F], F]:
    """Take positional arguments beyond the last as the keywords `names`, with a DeprecationWarning.

    For calls written for 0.1; goes in 0.3.
    """

    def decorate(function: F) -> F:
        kinds = [p.kind for p in inspect.signature(function).parameters.values()]
        n = kinds.count(inspect.Parameter.POSITIONAL_OR_KEYWORD)

        @functools.wraps(function)
        def accepting(*args: Any, **keywords: Any) -> Any:
            beyond = args[n:]
            if not beyond or len(beyond) > len(names):
                return function(*args, **keywords)
            given = dict(zip(names, beyond, strict=False))
            warnings.warn(
                f"{function.__name__}: give {', '.join(f'{name}=' for name in given)} by name; "
                "as positional arguments they go in 0.3.",
                DeprecationWarning,
                stacklevel=2,
            )
            return function(*args[:n], **given, **keywords)

        return cast(F, accepting)

    return decorate
