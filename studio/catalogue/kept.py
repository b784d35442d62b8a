"""Caching of results that contain words, separately for each language."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from studio.catalogue.tr import reads

P = ParamSpec("P")
T = TypeVar("T")


def kept_by_language(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache results as `lru_cache` does, by arguments and by the reader's language."""

    def keeping(function: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=most)
        def kept(_language: str, *args: P.args, **values: P.kwargs) -> T:
            return function(*args, **values)

        @wraps(function)
        def asked(*args: P.args, **values: P.kwargs) -> T:
            return kept(reads(), *args, **values)  # type: ignore[arg-type]  # must be hashable, as there

        return asked

    return keeping
