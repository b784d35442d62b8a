"""Dialect: the parameters that a server takes, as learned from its refusals, while this process lives.

Reasoning models want `max_completion_tokens` in place of `max_tokens`, which counts their thinking as well,
and many of them refuse a temperature or a seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.errors import one_by_one, worded

THINKING = 4_000  # tokens that such a model may think before it answers
_OLD, _NEW = "max_tokens", "max_completion_tokens"
_NEEDED = frozenset({_NEW, "model", "messages", "response_format", "stream", "stream_options"})


class Dialect:
    """The parameters a server accepts. It starts with the common ones, and learns from refusals."""

    def __init__(self) -> None:
        self._refused: frozenset[str] = frozenset()

    def spoken(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return a request as this server takes it."""
        kept = {name: value for name, value in request.items() if name not in self._refused}
        if _OLD in self._refused and _OLD in request:
            kept.setdefault(_NEW, request[_OLD] + THINKING)
        return kept

    def learn(self, name: str, request: Mapping[str, Any]) -> bool:
        """Note that a server refuses a parameter; return whether the request can be sent in another way."""
        if name not in request or name in _NEEDED:
            return False
        self._refused |= {name}
        return True

    def forget(self) -> None:
        """Forget all refusals."""
        self._refused = frozenset()

    def words(self) -> str:
        """Return the learned refusals in words, for people; empty if there are none."""
        said = [worded("{new} instead of {old}", new=_NEW, old=_OLD)] if _OLD in self._refused else []
        left_out = sorted(self._refused - {_OLD})
        return one_by_one(
            [*said, *(worded("{name} is rejected and left out", name=name) for name in left_out)]
        )


def most_of(request: Mapping[str, Any], most: int) -> int:
    """Return the most tokens that a request asks for, including those for thinking."""
    named = [request[name] for name in (_OLD, _NEW) if isinstance(request.get(name), int)]
    return max(named, default=most)


@lru_cache(maxsize=256)
def dialect_of(base_url: str, model: str) -> Dialect:
    """Return the dialect of a model on a server, one for the whole process."""
    return Dialect()
