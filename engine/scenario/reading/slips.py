"""Common mistakes in YAML, found by the look of a line: a parser's message helps little."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.errors import Worded, worded

_WIDE_BLANK = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"  # they look like spaces
_INDENT = re.compile(rf"[ \t{_WIDE_BLANK}]*")
_WIDE_COLON = re.compile(r"\s*(?:- +)*[\w-]+ *(?P<colon>：)")
_NO_BLANK = re.compile(rf"\s*(?:- +)*[A-Za-z_]+(?P<colon>:)(?:[^\s:/]|[{_WIDE_BLANK}])")
_MERGE = re.compile(r"(?:<{7}|={7}|>{7})(?: .*)?")
_VALUE = re.compile(r"\s*(?:- +)*(?:[\w-]+: +)?(?P<value>\S.*)")
_QUOTED = re.compile(r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(?P<more>\s*[^\s,#}\]:].*)?""")
_COMMENT = re.compile(r"(?<=\s)#")
_MARKS = "*&![{>|%@`"  # what no text can begin with, unless it is in quotes
_CURLY = {"“": "”", "„": "“”", "‘": "’", "«": "»", "「": "」", "『": "』"}  # what closes each
_LOST = re.compile(r"[ \t]+(?P<mark>#)(?:\w|[ \t]*[@＠])")
_NO_TEXT = re.compile(r"[-+]?[\d.:,\s–—-]+|true|false|null|~", re.IGNORECASE)
_DASH = re.compile(r"\n[ ]*(?P<dash>-) ")
_WIDE_COMMA = re.compile("[，、]")
_MOST_SHOWN = 80  # letters of a line in a remedy
_LONGEST = 2_000  # letters of a line that is looked at


@dataclass(frozen=True, slots=True)
class Slip:
    """A mistake in a line: code, position counted from 0, message and remedy."""

    code: str
    line: int
    col: int
    message: Worded
    remedy: Worded


def slip_in(lines: Sequence[str], near: Sequence[int]) -> Slip | None:
    """Return the likely cause of a YAML error noticed near some lines, or None.

    `near` counts lines from 0. The cause is often in the line before, which is looked at as well.
    """
    places = [number for number in dict.fromkeys(near) if number < len(lines)]
    places += [before for number in places if (before := _line_before(lines, number)) is not None]
    places = [number for number in places if len(lines[number]) <= _LONGEST]
    for look in (_merge, _odd_indent, _colon, _in_need_of_quotes):
        for number in dict.fromkeys(places):
            if (slip := look(lines, number)) is not None:
                return slip
    crooked = next((slip for number in places if (slip := _crooked(lines, number)) is not None), None)
    if crooked is not None:
        return crooked
    return next((slip for number in places if (slip := _open_quote(lines, number)) is not None), None)


def odd_blank(text: str) -> str | None:
    """Return the unusual space that a text begins with and that YAML takes for a letter, or None."""
    indent = _INDENT.match(text)
    found = re.search(rf"[{_WIDE_BLANK}]", indent[0]) if indent else None
    return found[0] if found else None


def blank_words(blank: str) -> Worded:
    """Return the message for a line indented with such a space."""
    return worded("the line is indented with U+{ord:04X}, which only looks like a space", ord=ord(blank))


def is_no_text(value: str) -> bool:
    """Return whether a value reads as a number, a switch, a time or a date, which a comment does not cut."""
    return _NO_TEXT.fullmatch(value) is not None


def lost_after(text: str, end: int) -> int | None:
    """Return the offset of a `#` that cuts off a text although a letter or digit follows directly: `flat #4`.
    None if there is none. A real comment has a space after its mark.
    """
    found = _LOST.match(text, end)
    return found.start("mark") if found else None


def dash_within(text: str, start: int, end: int) -> int | None:
    """Return the offset of a dash that begins a line inside a multi-line text, as a list entry does, or
    None.
    """
    found = _DASH.search(text, start, end)
    return found.start("dash") if found else None


def curly_quotes(text: str) -> str | None:
    """Return the pair of curly quotes around a whole text, or None."""
    if len(text) < 3 or text[-1] not in _CURLY.get(text[0], ""):
        return None
    if text[0] in text[1:] or text[-1] in text[1:-1]:
        return None
    return text[0] + text[-1]


def wide_comma(text: str) -> str | None:
    """Return the first full-width comma of a text, or None."""
    found = _WIDE_COMMA.search(text)
    return found[0] if found else None


def in_quotes(text: str) -> str:
    """Return a text in YAML single quotes, shortened for a message."""
    short = text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + "…"
    return "'" + short.replace("'", "''") + "'"


def _odd_indent(lines: Sequence[str], number: int) -> Slip | None:
    indent = _INDENT.match(lines[number])
    if indent is None:
        return None
    if "\t" in indent[0]:
        what, remedy = worded("the line is indented with a tab"), worded("indent with spaces")
        return Slip("TW102", number, indent[0].index("\t"), what, remedy)
    if (blank := odd_blank(lines[number])) is not None:
        return Slip("TW102", number, indent[0].index(blank), blank_words(blank), worded("indent with spaces"))
    return None


def _merge(lines: Sequence[str], number: int) -> Slip | None:
    if not _MERGE.fullmatch(lines[number].rstrip()):
        return None
    what = worded("this line is a marker of an unresolved merge conflict")
    return Slip("TW101", number, 0, what, worded("keep one of the two versions, and remove the markers"))


def _colon(lines: Sequence[str], number: int) -> Slip | None:
    if found := _WIDE_COLON.match(lines[number]):
        what, remedy = (
            worded("the colon is a full-width character"),
            worded("write : and a space after the key"),
        )
        return Slip("TW101", number, found.start("colon"), what, remedy)
    if found := _NO_BLANK.match(lines[number]):
        what = worded("there is no space after the colon")
        return Slip("TW101", number, found.start("colon"), what, worded("write : and a space after the key"))
    return None


def _in_need_of_quotes(lines: Sequence[str], number: int) -> Slip | None:
    found = _VALUE.match(lines[number].rstrip())
    if found is None or found["value"].startswith("#"):
        return None
    comment = _COMMENT.search(found["value"])
    value = found["value"][: comment.start()].rstrip() if comment else found["value"]
    col = found.start("value")
    if (why := _why_quotes(value)) is None:
        return None
    remedy = worded("put the whole text in quotes: {quoted}", quoted=in_quotes(value))
    return Slip("TW101", number, col, why, remedy)


def _why_quotes(value: str) -> Worded | None:
    if value[0] in "\"'":
        quoted = _QUOTED.match(value)
        return worded("the text continues after its closing quote") if quoted and quoted["more"] else None
    if value[0] in _MARKS:
        pairs = {"[": "]", "{": "}"}
        is_list = value[0] in pairs and (value[-1] in "]}" or pairs[value[0]] not in value)
        header = value[0] in ">|" and re.fullmatch(r"[>|][-+\d]*(?:\s+#.*)?", value)
        return (
            None
            if is_list or header
            else worded("text without quotes cannot start with {mark}", mark=value[0])
        )
    return worded("the text contains a colon and a space") if ": " in value else None


def _open_quote(lines: Sequence[str], number: int) -> Slip | None:
    """Return the mistake of a text that begins with an unintended quote: `'Tis late`."""
    found = _VALUE.match(lines[number].rstrip())
    if found is None or found["value"][0] not in "\"'" or _QUOTED.match(found["value"]):
        return None
    what = worded("the text starts with a quote that is not closed")
    remedy = worded("close it, or put the whole text in quotes: {quoted}", quoted=in_quotes(found["value"]))
    return Slip("TW101", number, found.start("value"), what, remedy)


def _crooked(lines: Sequence[str], number: int) -> Slip | None:
    """Return the mistake of a line whose indentation matches no line above."""
    before = _line_before(lines, number)
    if before is None or not lines[number].strip():
        return None
    here, there = (len(lines[at]) - len(lines[at].lstrip(" ")) for at in (number, before))
    words = {"line": number + 1, "before": before + 1}
    if here > there and not lines[before].rstrip().endswith((":", "-", ">", "|", ",", "[", "{")):
        what = worded("line {line} is indented further than line {before}", **words)
        return Slip("TW101", number, here, what, worded("start both in the same column"))
    if here < there and here not in set(_indents_above(lines, number)):
        what = worded("the indentation of line {line} matches no line above it", **words)
        return Slip("TW101", number, here, what, worded("align it with the key or dash at the same level"))
    return None


def _line_before(lines: Sequence[str], number: int) -> int | None:
    """Return the number of the last line above with content, or None at the top."""
    above = (
        at for at in range(number - 1, -1, -1) if lines[at].strip() and not lines[at].lstrip().startswith("#")
    )
    return next(above, None)


def _indents_above(lines: Sequence[str], number: int) -> Iterator[int]:
    for at in range(number):
        if lines[at].strip():
            yield len(lines[at]) - len(lines[at].lstrip(" "))
