"""Fences: where in a text its front matter, its cells and the prose between them stand, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from markdown_it import MarkdownIt

_LINES = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+\Z")
_INFO = re.compile(r"\s*([\w+-]*)\s*\{(.*)\}\s*\Z", re.DOTALL)
_WORD = re.compile(
    r"""\s+|\.(?P<kind>[\w-]+)|\#(?P<id>[^\s}"'=]*)
    |(?P<key>[\w-]+)=(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"'}]*))""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Some lines of a text, from one (counted from 0) up to another, which is none of them. `info` is what
    stands behind the opening of a fence that is a cell.
    """

    start: int
    end: int
    info: Info | None = None
    closed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Info:
    """The language of a fence, and what its braces say; `wrong` is what of it could not be read."""

    lang: str
    kinds: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    attributes: Mapping[str, str] = field(default_factory=dict)
    wrong: tuple[str, ...] = ()


def lines_of(text: str) -> list[str]:
    """Return the lines of a text with their ends, as Markdown counts them."""
    return _LINES.findall(text)


def front_end(lines: list[str]) -> int:
    """Return how many lines the front matter takes, with its two rules; 0 where there is none, -1 where it
    does not end.
    """
    if not lines or lines[0].removeprefix("\ufeff").rstrip() != "---":
        return 0
    for number, line in enumerate(lines[1:], 1):
        if line.rstrip() == "---":
            return number + 1
    return -1


def spans(lines: list[str], first: int) -> Iterator[Span]:
    """Yield the cells and what stands between them, from a line on, so that no line is left out."""
    at = first
    for span in _cells(lines, first):
        if span.start > at:
            yield Span(start=at, end=span.start)
        yield span
        at = span.end
    if at < len(lines):
        yield Span(start=at, end=len(lines))


def _cells(lines: list[str], first: int) -> Iterator[Span]:
    reader = MarkdownIt("commonmark")
    reader.core.ruler.enableOnly(["normalize", "block"])
    for token in reader.parse("".join(lines[first:])):
        info = info_of(token.info) if token.type == "fence" and token.level == 0 else None
        if info is None or token.map is None:
            continue
        start, end = token.map[0] + first, token.map[1] + first
        closing = lines[end - 1].strip() if end - 1 > start else ""
        closed = len(closing) >= len(token.markup) and not closing.strip(token.markup[0])
        yield Span(start=start, end=end, info=info, closed=closed)


def info_of(text: str) -> Info | None:
    """Return what stands behind the opening of a cell; None where the fence is ordinary Markdown."""
    found = _INFO.match(text)
    if found is None or "." not in found[2]:
        return None
    kinds: list[str] = []
    ids: list[str] = []
    attributes: dict[str, str] = {}
    wrong: list[str] = []
    at, inner = 0, found[2]
    while at < len(inner):
        word = _WORD.match(inner, at)
        if word is None:
            end = re.compile(r"\s|\Z").search(inner, at + 1)
            stop = end.start() if end else len(inner)
            wrong.append(inner[at:stop])
            at = stop
            continue
        at = word.end()
        if word["kind"]:
            kinds.append(word["kind"])
        elif word["id"] is not None:
            ids.append(word["id"])
        elif word["key"]:
            attributes[word["key"]] = word["quoted"] if word["quoted"] is not None else word["bare"]
    return Info(lang=found[1], kinds=tuple(kinds), ids=tuple(ids), attributes=attributes, wrong=tuple(wrong))
