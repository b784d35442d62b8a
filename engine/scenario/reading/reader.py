"""The only YAML reader, a strict one: a single pass over parse events, so that a bomb is stopped before it is
built.

Nothing is given a type here. Every scalar keeps its text, its quoting and its position; the schema decides
later which texts become numbers. Systems write an accented letter as one character or as two; here it is one
(NFC), so that names and references match wherever they were typed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import yaml

from engine.errors import worded
from engine.language.names.suggesting import shown
from engine.scenario.problems import Problem
from engine.scenario.reading import slips
from engine.scenario.reading.nodes import Items, Node, Scalar, Table

MOST_BYTES = 1_000_000
MOST_ENTRIES = 50_000
MOST_DEPTH = 12
MOST_CHARACTERS = 20_000
MOST_PROBLEMS, MOST_WARNINGS = 100, 100

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# Control characters, line separators YAML and Python disagree on, marks that turn or hide text, lone
# surrogates, noncharacters. The joiner U+200D stays: family and job emoji are made with it.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """The content of a file, as far as it could be read, and its problems."""

    root: Node | None
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        """Return the problems that kept it from being read as a whole, without warnings."""
        return tuple(problem for problem in self.problems if problem.severity == "error")


@lru_cache(maxsize=4)  # the check and the form of a file read the same text, one after the other
def read_yaml(text: str | bytes, file: str) -> ParsedFile:
    """Read one YAML file. `root` is None if nothing can be checked further."""
    problems: list[Problem] = []
    clean = read_text(text, file, problems)
    if clean is None:
        return ParsedFile(None, tuple(problems))
    builder = _Builder(file, clean, problems)
    try:
        for event in yaml.parse(clean, Loader=_LOADER):
            builder.take(event)
    except _Stop:
        return ParsedFile(None, tuple(problems))
    except yaml.YAMLError as error:
        problems.append(_syntax(error, clean, file))
        return ParsedFile(None, tuple(problems))
    return ParsedFile(builder.root, tuple(problems))


def read_text(text: str | bytes, file: str, problems: list[Problem]) -> str | None:
    """Return the text of a file of a scenario, with forbidden characters replaced, or None if it cannot be
    read. Its problems are added to `problems`.
    """
    if len(text) > MOST_BYTES:
        problems.append(_too_large(file))
        return None
    decoded = _decoded(text, file, problems)
    return None if decoded is None else _without_forbidden(decoded, file, problems)


def forbidden(text: str) -> str | None:
    """Return the first forbidden character of a text, or None."""
    found = _FORBIDDEN.search(text)
    return found[0] if found else None


class _Stop(Exception):
    """Raised when the rest of a file is not worth reading; the problem is already recorded."""


@dataclass(slots=True)
class _Open:
    """A list or table whose end has not been reached."""

    line: int
    col: int
    start: int
    end: int  # of the bracket it is begun with; the same as the start without one
    is_table: bool
    items: list[Node] = field(default_factory=list)
    keys: dict[str, Scalar] = field(default_factory=dict)
    values: dict[str, Node] = field(default_factory=dict)
    key: Scalar | None = None
    drop: bool = False

    def closed(self, event: yaml.CollectionEndEvent) -> Node:
        end = _span(event)[1] if self.end > self.start else self._end_of_last()
        if self.is_table:
            return Table(self.keys, self.values, self.line, self.col, self.start, end)
        return Items(tuple(self.items), self.line, self.col, self.start, end)

    def _end_of_last(self) -> int:
        """Return the end offset of the last element; the parser reports the end of a block too late."""
        last = next(reversed(self.values.values()), None) if self.is_table else None
        last = self.items[-1] if self.items else last
        return last.end if last is not None else self.start


class _Builder:
    """Builds nodes from parse events, and rejects what a scenario may not contain."""

    def __init__(self, file: str, text: str, problems: list[Problem]) -> None:
        self.root: Node | None = None
        self._file, self._text = file, text
        self._problems = problems
        self._stack: list[_Open] = []
        self._entries = self._documents = self._warnings = 0

    def take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            if event.anchor is not None or event.tag is not None:
                self._refuse_marks(event)
            scalar = self._scalar(event)
            self._count(scalar)
            self._add(scalar)
        elif isinstance(event, yaml.AliasEvent):
            line, col = self._note(
                event,
                "TW105",
                worded("alias *{anchor} is not allowed", anchor=event.anchor),
                worded(
                    "put text that starts with * in quotes, or write out the content that the alias refers to"
                ),
            )
            self._count(event)
            self._add(Scalar("", True, line, col))
        elif isinstance(event, yaml.CollectionStartEvent):
            self._refuse_marks(event)
            self._open(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._add(self._stack.pop().closed(event))
        elif isinstance(event, yaml.DocumentStartEvent):
            self._document(event)

    def _document(self, event: yaml.DocumentStartEvent) -> None:
        self._documents += 1
        if self._documents > 1:
            self._note(
                event,
                "TW104",
                worded("a second document starts here"),
                worded("keep one document, and remove ---"),
            )
            raise _Stop
        if event.version or event.tags:
            self._note(
                event,
                "TW115",
                worded("YAML directives are not allowed"),
                worded("remove the line that starts with %"),
            )

    def _refuse_marks(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.anchor is not None:
            self._note(
                event,
                "TW106",
                worded("anchor &{anchor} is not allowed", anchor=event.anchor),
                worded("put text that starts with & in quotes, or remove the anchor"),
            )
        if event.tag is not None:
            self._note(
                event,
                "TW107",
                worded("tag {tag} is not allowed", tag=shown(event.tag)),
                worded(
                    "put text that starts with ! in quotes, or remove the tag; the key determines the type"
                ),
            )

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        text = event.value if event.value.isascii() else unicodedata.normalize("NFC", event.value)
        found = forbidden(text) if event.style == '"' else None  # only an escape can bring one in here
        if found is not None:
            self._note(
                event,
                "TW103",
                worded("the text contains the character U+{ord:04X}", ord=ord(found)),
                worded("remove the character"),
            )
            text = _FORBIDDEN.sub("_", text)
        if len(text) > MOST_CHARACTERS:
            much = worded("this text has {text:,} characters", text=len(text))
            self._note(
                event,
                "TW113",
                much,
                worded(
                    "shorten it to {most_characters:,} characters or fewer", most_characters=MOST_CHARACTERS
                ),
            )
            text = text[:MOST_CHARACTERS]
        scalar = Scalar(text, event.style in (None, ""), *_mark(event), *_span(event))
        if scalar.plain:
            self._look_for_slips(scalar)
        return scalar

    def _look_for_slips(self, scalar: Scalar) -> None:
        """Warn of an unquoted text that lost a part, or that contains text meant to stand around it."""
        if (
            not slips.is_no_text(scalar.text)
            and (cut := slips.lost_after(self._text, scalar.end)) is not None
        ):
            line, col = self._place(cut)
            what = worded("this # starts a comment, so the text ends before it")
            remedy = worded("put the whole text in quotes; for a comment, add a space after the #")
            self._warn(line, col, "TW116", what, remedy)
        if (dash := slips.dash_within(self._text, scalar.start, scalar.end)) is not None:
            line, col = self._place(dash)
            what = worded("this line, including its dash, is read as part of the text above it")
            self._warn(line, col, "TW119", what, worded("start it in the same column as the entry above"))
        if (quotes := slips.curly_quotes(scalar.text)) is not None:
            what = worded("the quotes {quotes} are read as part of the text", quotes=quotes)
            remedy = worded("use straight quotes, or none")
            self._warn(scalar.line, scalar.col, "TW117", what, remedy)
        within = self._stack[-1] if self._stack else None
        in_brackets = within is not None and not within.is_table and within.end > within.start
        if in_brackets and (comma := slips.wide_comma(scalar.text)) is not None:
            what = worded("{comma} does not separate list entries, so this is read as one entry", comma=comma)
            self._warn(scalar.line, scalar.col, "TW118", what, worded("use a comma and a space: , "))

    def _place(self, index: int) -> tuple[int, int]:
        """Return the line and column of an offset, counted from 1."""
        return self._text.count("\n", 0, index) + 1, index - self._text.rfind("\n", 0, index)

    def _warn(self, line: int, col: int, code: str, message: str, remedy: str) -> None:
        if self._warnings < MOST_WARNINGS:
            self._warnings += 1
            self._problems.append(Problem(self._file, line, col, code, message, remedy, "warning"))

    def _open(self, event: yaml.CollectionStartEvent) -> None:
        if len(self._stack) >= MOST_DEPTH:
            self._note(
                event,
                "TW112",
                worded("the file is nested more than {most_depth} levels deep", most_depth=MOST_DEPTH),
                worded("use fewer levels"),
            )
            raise _Stop
        self._count(event)
        is_table = isinstance(event, yaml.MappingStartEvent)
        self._stack.append(_Open(*_mark(event), *_span(event), is_table))

    def _count(self, at: yaml.Event | Scalar) -> None:
        self._entries += 1
        if self._entries > MOST_ENTRIES:
            self._note(
                at,
                "TW111",
                worded("the file has more than {most_entries:,} entries", most_entries=MOST_ENTRIES),
                worded("make the file smaller"),
            )
            raise _Stop

    def _add(self, node: Node) -> None:
        if not self._stack:
            self.root = node
            return
        into = self._stack[-1]
        if not into.is_table:
            into.items.append(node)
        elif into.key is None:
            into.key, into.drop = self._key(into, node)
        else:
            if not into.drop:
                into.keys[into.key.text], into.values[into.key.text] = into.key, node
            into.key = None

    def _key(self, into: _Open, node: Node) -> tuple[Scalar, bool]:
        """Return the key to keep, and whether its entry is to be left out."""
        if not isinstance(node, Scalar) or node.is_null:
            self._note(
                node,
                "TW109",
                worded("this key is not text"),
                worded("use a name in quotes before the colon"),
            )
            return Scalar("", False, node.line, node.col), True
        if node.plain and (blank := slips.odd_blank(node.text)) is not None:
            self._note(node, "TW102", slips.blank_words(blank), worded("indent with spaces"))
            return node, True
        if node.plain and node.text == "<<":
            self._note(node, "TW108", worded("the merge key << is not allowed"), worded("write out the keys"))
            return node, True
        if node.text in into.keys:
            first = into.keys[node.text].line
            twice = worded(
                "key {text} appears twice, first on line {first}", text=shown(node.text), first=first
            )
            self._note(node, "TW110", twice, worded("keep one of the two, or rename one"))
            return node, True
        return node, False

    def _note(self, at: yaml.Event | Node, code: str, message: str, remedy: str) -> tuple[int, int]:
        line, col = _mark(at) if isinstance(at, yaml.Event) else (at.line, at.col)
        self._problems.append(Problem(self._file, line, col, code, message, remedy))
        if len(self._problems) - self._warnings >= MOST_PROBLEMS:
            raise _Stop
        return line, col


def _mark(event: yaml.Event) -> tuple[int, int]:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)


def _span(event: yaml.Event) -> tuple[int, int]:
    begins, ends = event.start_mark, event.end_mark
    return (begins.index, ends.index) if begins is not None and ends is not None else (0, 0)


def _too_large(file: str) -> Problem:
    size = worded("the file is larger than {most_bytes:,} bytes", most_bytes=MOST_BYTES)
    return Problem(file, 1, 1, "TW003", size, worded("shorten the texts, or split the town into two"))


def _decoded(text: str | bytes, file: str, problems: list[Problem]) -> str | None:
    if isinstance(text, str):
        if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
            problems.append(_too_large(file))
            return None
        return text.removeprefix("\ufeff")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = text[: error.start]
        line, col = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        wrong = worded("byte 0x{text:02x} is not UTF-8", text=text[error.start])
        problems.append(Problem(file, line, col, "TW004", wrong, worded("save the file as UTF-8")))
        return None


def _without_forbidden(text: str, file: str, problems: list[Problem]) -> str:
    """Replace each forbidden character by an underscore, so that the rest can be checked at once."""
    for line, col, found in _forbidden_spots(text):
        message = worded("character U+{ord:04X} is invisible or changes the text direction", ord=ord(found))
        problems.append(Problem(file, line, col, "TW103", message, worded("remove the character")))
        if len(problems) >= MOST_PROBLEMS // 2:
            break
    return _FORBIDDEN.sub("_", text)


def _forbidden_spots(text: str) -> Iterator[tuple[int, int, str]]:
    line, seen = 1, 0
    for found in _FORBIDDEN.finditer(text):
        line += text.count("\n", seen, found.start())
        seen = found.start()
        yield line, seen - text.rfind("\n", 0, seen), found[0]


# What the library for YAML finds wrong, as far as authors come across it.
_YAML: Mapping[str, str] = {
    "did not find expected key": worded("a key is expected here"),
    "did not find expected '-' indicator": worded("a list item that starts with `-` is expected here"),
    "did not find expected ',' or ']'": worded("`,` or `{end}` is expected here", end="]"),
    "did not find expected ',' or '}'": worded("`,` or `{end}` is expected here", end="}"),
    "did not find expected node content": worded("a value is expected here"),
    "could not find expected ':'": worded("a key here has no `:` after it"),
    "mapping values are not allowed in this context": worded("a second `key: value` is not allowed here"),
    "block sequence entries are not allowed in this context": worded(
        "a list item that starts with `-` is not allowed here"
    ),
    "block mapping entries are not allowed in this context": worded("a `key: value` is not allowed here"),
    "found character that cannot start any token": worded("text cannot start with this character"),
    "found unexpected end of stream": worded("a quote or bracket is not closed before the end of the text"),
    "found unknown escape character": worded("the character after this \\ has no meaning there"),
    "did not find expected <document start>": worded("nothing more is allowed here"),
    "did not find expected alphabetic or numeric character": worded("a letter or digit is expected here"),
}
"""What is wrong, in words for authors, by the words of the YAML library."""


def _syntax(error: yaml.YAMLError, text: str, file: str) -> Problem:
    why = getattr(error, "problem", None) or worded("the text ends unexpectedly")
    marks = [getattr(error, "problem_mark", None), getattr(error, "context_mark", None)]
    if "end of stream" in why:
        marks.reverse()  # where the quote was opened says more than where the file ends
    mark = marks[0] or marks[1]
    line, col = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    slip = slips.slip_in(text.split("\n"), [one.line for one in marks if one is not None])
    if slip is not None:
        return Problem(file, slip.line + 1, slip.col + 1, slip.code, slip.message, slip.remedy)
    return Problem(
        file,
        line,
        col,
        "TW101",
        worded("this is not valid YAML: {why}", why=_YAML.get(why, why)),
        _advice(why),
    )


def _advice(why: str) -> str:
    if "mapping values" in why:
        return worded("put text that contains a colon and a space in quotes")
    if "cannot start any token" in why:
        return worded("put text that starts with @, ` or % in quotes")
    return worded("check the brackets, quotes and indentation here and in the line above")
