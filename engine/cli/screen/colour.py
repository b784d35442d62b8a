"""Colour on a terminal: whether it is wanted, and how each tone is shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TextIO


class Tone(StrEnum):
    """The meaning of a colour; the numbers are those of ECMA-48, which every terminal shows in its own
    theme.
    """

    HEAD = "1"
    GOOD = "32"
    WARNING = "33"
    BAD = "31"
    COMMAND = "36"


@dataclass(frozen=True, slots=True)
class Painted:
    """A text with a tone. Without colour, it is the text alone."""

    text: str
    tone: Tone

    def __str__(self) -> str:
        """Return the text."""
        return self.text


def wants_colour(stream: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Return whether output to a stream is coloured: on a capable terminal, never if NO_COLOR is set, always
    if FORCE_COLOR is.
    """
    if environ.get("NO_COLOR"):
        return False
    forced = environ.get("FORCE_COLOR")
    if forced:
        return forced != "0"
    term = environ.get("TERM", "")
    can = bool(term or environ.get("WT_SESSION")) if sys.platform == "win32" else term != "dumb"
    return can and stream.isatty()


def painted(text: str, tone: Tone) -> str:
    """Return a text between the sequences that switch a tone on and off."""
    return f"\x1b[{tone}m{text}\x1b[0m" if text else ""
