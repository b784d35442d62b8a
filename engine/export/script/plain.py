"""Plain: a text as one line that any program can show."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.errors import worded
from engine.export.report import Notes

JOINER = "\N{WORD JOINER}"  # which nobody sees, and which keeps two signs from being read as one
# What ends a line for one reader or another, and blanks beside it; no-break and ideographic ones stay.
_BLANKS = re.compile("[ \t\n\r\v\f\x1c-\x1f\x85\u2028\u2029]+")
# Control characters; marks that turn or embed the direction of a text; what is seen nowhere; what XML cannot
# hold. The marks that only say a direction stay: Hebrew and Arabic need them.
_HIDDEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)


def plain(text: str) -> str:
    """Return a text on one line, without hidden characters, some of which programs obey."""
    return _BLANKS.sub(" ", _HIDDEN.sub("", text)).strip()


def written(text: str, escaped: Callable[[str], str], notes: Notes, what: str) -> str:
    """Return a text as one line escaped for a format, and note any change."""
    line = plain(text)
    if line != text:
        notes.add(
            "changed", worded("{what} with line breaks or hidden characters removed", what=what), [line]
        )
    said = escaped(line)
    if said != line:
        notes.add(
            "escaped",
            worded("{what} with characters that have a special meaning in this format", what=what),
            [line],
        )
    return said
