"""Dialect: how a server wants to be asked, as learned from its refusals while this process lives.

Reasoning models want `max_completion_tokens` in place of `max_tokens`, which counts their thinking as well,
and many of them refuse a temperature or a seed. Others take no stop texts, or no system message.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.errors import one_by_one, worded

THINKING = 4_000  # tokens that such a model may think before it answers
_OLD, _NEW = "max_tokens", "max_completion_tokens"
_NEEDED = frozenset({_NEW, "model", "messages", "response_format", "stream", "stream_options"})


class Dialect:
    """What a server accepts. It starts with the common parameters, and learns from refusals."""

    def __init__(self) -> None:
        self._refused: frozenset[str] = frozenset()
        self._thinks = False
        self._takes_system = True

    @property
    def room(self) -> int:
        """Return the tokens that an answer needs besides its own, for the thinking of the model."""
        return THINKING if self._thinks or _OLD in self._refused else 0

    def spoken(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return a request as this server takes it."""
        kept = {name: value for name, value in request.items() if name not in self._refused}
        if _OLD in self._refused and _OLD in request:
            kept.setdefault(_NEW, request[_OLD])
        if not self._takes_system:
            kept["messages"] = _without_system(request["messages"])
        return kept

    def refusable(self, request: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the parameters of a request that it can be sent without, or in another way."""
        return tuple(name for name in request if name not in _NEEDED)

    def learn(self, name: str) -> None:
        """Note that a server refuses a parameter."""
        self._refused |= {name}

    def learn_no_system(self, request: Mapping[str, Any]) -> bool:
        """Note that a server takes no system message; return whether the request had one."""
        if not any(message["role"] == "system" for message in request["messages"]):
            return False
        self._takes_system = False
        return True

    def make_room(self, request: Mapping[str, Any], own: Mapping[str, object]) -> bool:
        """Note that a model has thought until its room was used up.

        Returns whether it can get more: not if it had that already, or if the profile sets the limit itself.
        """
        if {_OLD, _NEW} & own.keys() or most_of(request, THINKING) >= THINKING:
            return False
        self._thinks = True
        return True

    def forget(self) -> None:
        """Forget all that was learned."""
        self._refused, self._thinks, self._takes_system = frozenset(), False, True

    def words(self) -> str:
        """Return what was learned in words, for people; empty if it is nothing."""
        said = [worded("{new} instead of {old}", new=_NEW, old=_OLD)] if _OLD in self._refused else []
        left_out = sorted(self._refused - {_OLD})
        said += [worded("{name} is rejected and left out", name=name) for name in left_out]
        if not self._takes_system:
            said.append(worded("system messages are rejected, so instructions are sent with the question"))
        if self._thinks:
            said.append(
                worded(
                    "the model thinks before it answers, so it may use up to {most:,} more tokens per answer",
                    most=THINKING,
                )
            )
        return one_by_one(said)


def _without_system(messages: Sequence[Mapping[str, str]]) -> list[Mapping[str, str]]:
    """Return messages whose first one, of the system, is the beginning of the next."""
    first, *rest = messages
    if first["role"] != "system" or not rest:
        return list(messages)
    return [{**rest[0], "content": f"{first['content']}\n\n{rest[0]['content']}"}, *rest[1:]]


def most_of(request: Mapping[str, Any], most: int) -> int:
    """Return the most tokens that a request asks for, including those for thinking."""
    named = [request[name] for name in (_OLD, _NEW) if isinstance(request.get(name), int)]
    return max(named, default=most)


@lru_cache(maxsize=256)
def dialect_of(base_url: str, model: str) -> Dialect:
    """Return the dialect of a model on a server, one for the whole process."""
    return Dialect()
