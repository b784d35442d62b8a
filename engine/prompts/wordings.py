"""Wordings: a prompt as Townwright words it, or as the author of a scenario does.

An author's file takes the place of the default for the towns of that scenario. Its first line may say which
default it was made from; the model never reads that line.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from string import Template

from engine.errors import NotFound, with_commas, worded
from engine.prompts.meanings import ESSENTIAL, MEANINGS, PURPOSES
from engine.prompts.render import default_text

NAMES: tuple[str, ...] = tuple(PURPOSES)
MOST_LETTERS = 8_000

_DIGITS = 12
_MARKER = re.compile(rf"<!-- made from ([0-9a-f]{{{_DIGITS}}}) -->[ \t]*(?:\n|\Z)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The wording of a prompt in a scenario, without its marker. `made_from` is the default it was made from;
    nothing where the author does not say.
    """

    name: str
    text: str
    is_own: bool = False
    made_from: str = ""

    @property
    def default_moved_on(self) -> bool:
        """Return whether the default is another one now than when this was made from it."""
        return self.made_from not in ("", mark(self.name))


def wording(name: str, own: str | None = None) -> Wording:
    """Return the wording of a prompt: what an author's file says, or without one the default.

    Raises NotFound when there is no prompt of that name.
    """
    if own is None:
        return Wording(name=name, text=default(name))
    text = own.replace("\r\n", "\n").replace("\r", "\n")
    marker = _MARKER.match(text)
    if marker is None:
        return Wording(name=name, text=text, is_own=True)
    return Wording(name=name, text=text[marker.end() :], is_own=True, made_from=marker[1])


def default(name: str) -> str:
    """Return how Townwright words a prompt; NotFound when there is no prompt of that name."""
    if name not in PURPOSES:
        raise NotFound(
            worded("there is no prompt {name!r}; there are {names}", name=name, names=with_commas(NAMES))
        )
    return default_text(name)


@cache
def mark(name: str) -> str:
    """Return the first digits of the hash of a prompt's default, by which a wording knows what it was made
    from.
    """
    return hashlib.sha256(default(name).encode("utf-8")).hexdigest()[:_DIGITS]


def marker(name: str) -> str:
    """Return the first line of a wording that is made from the default as it is now."""
    return f"<!-- made from {mark(name)} -->"


def marked(name: str, text: str) -> str:
    """Return the file of a wording that was made from the default as it is now, or has been compared with
    it.
    """
    return f"{marker(name)}\n{wording(name, text).text}"


@cache
def may_use(name: str) -> tuple[str, ...]:
    """Return the placeholders that a prompt has, those it cannot do without first."""
    first = ESSENTIAL[name]
    return (*first, *sorted(MEANINGS[name].keys() - set(first)))


def left_out(name: str, text: str) -> tuple[str, ...]:
    """Return the placeholders that a prompt cannot do without and that a text does not use."""
    used = set(Template(text).get_identifiers())
    return tuple(each for each in ESSENTIAL[name] if each not in used)
