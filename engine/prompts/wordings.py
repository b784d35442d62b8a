"""The wording of a prompt: the default, or that of a scenario's author.

An author's file replaces the default for the towns of that scenario. Its first line may say which default it
was made from; the model never reads that line.
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
    """The wording of a prompt in a scenario, without its marker.

    `made_from` is the mark of the default it was made from; empty if the author does not say.
    """

    name: str
    text: str
    is_own: bool = False
    made_from: str = ""

    @property
    def default_moved_on(self) -> bool:
        """Return whether the default has changed since this wording was made from it."""
        return self.made_from not in ("", mark(self.name))


def wording(name: str, own: str | None = None) -> Wording:
    """Return the wording of a prompt: that of an author's file, or else the default.

    Raises NotFound if there is no prompt of that name.
    """
    if own is None:
        return Wording(name=name, text=default(name))
    text = own.replace("\r\n", "\n").replace("\r", "\n")
    marker = _MARKER.match(text)
    if marker is None:
        return Wording(name=name, text=text, is_own=True)
    return Wording(name=name, text=text[marker.end() :], is_own=True, made_from=marker[1])


def default(name: str) -> str:
    """Return the default wording of a prompt. Raises NotFound if there is no prompt of that name."""
    if name not in PURPOSES:
        raise NotFound(
            worded("there is no prompt {name!r}; use one of: {names}", name=name, names=with_commas(NAMES))
        )
    return default_text(name)


@cache
def mark(name: str) -> str:
    """Return the mark of a prompt's default: the first digits of its hash."""
    return hashlib.sha256(default(name).encode("utf-8")).hexdigest()[:_DIGITS]


def marker(name: str) -> str:
    """Return the first line of a wording that is made from the present default."""
    return f"<!-- made from {mark(name)} -->"


def marked(name: str, text: str) -> str:
    """Return the file of a wording that was made from, or compared with, the present default."""
    return f"{marker(name)}\n{wording(name, text).text}"


@cache
def may_use(name: str) -> tuple[str, ...]:
    """Return the placeholders that a prompt has, the essential ones first."""
    first = ESSENTIAL[name]
    return (*first, *sorted(MEANINGS[name].keys() - set(first)))


def left_out(name: str, text: str) -> tuple[str, ...]:
    """Return the essential placeholders of a prompt that a text does not use."""
    used = set(Template(text).get_identifiers())
    return tuple(placeholder for placeholder in ESSENTIAL[name] if placeholder not in used)
