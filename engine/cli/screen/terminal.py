"""The terminal: output for people and programs. No control sequence in outside text reaches it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TextIO

from engine.api.text import safe_json
from engine.cli.screen.colour import Painted, Tone, painted, wants_colour
from engine.errors import ScenarioProblems, TownwrightError

# Control characters but for the line feed; marks that turn the direction of text; the rest that hides itself.
_HOSTILE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


INTERRUPTED = 130  # the exit status of what Ctrl+C stopped, as shells have it


@dataclass(frozen=True, slots=True)
class Terminal:
    """The output of a command: answers to `out`, progress and errors to `err`."""

    out: TextIO
    err: TextIO
    plain: bool = False  # for programs: no colour, whatever the terminal
    lacking: set[str] = field(default_factory=set)  # encodings that lacked a character of what was written

    def say(self, *parts: str | Painted) -> None:
        """Print one line or several, for people."""
        self.out.write(f"{self._shown(parts, self.out)}\n")

    @property
    def is_watched(self) -> bool:
        """Return whether the output is a terminal, not a file or another program."""
        return self.out.isatty()

    def say_on(self, text: str) -> None:
        """Print a part of a line immediately."""
        self.out.write(self._fitting(clean(text), self.out))
        self.out.flush()

    def note(self, *parts: str | Painted) -> None:
        """Print a remark on the error stream."""
        self.out.flush()
        self.err.write(f"{self._shown(parts, self.err)}\n")
        self.err.flush()

    def draw(self, *parts: str | Painted) -> None:
        """Print a line on the error stream in place of the current one."""
        self.err.write(f"\r{self._shown(parts, self.err)}")
        self.err.flush()

    def has_colour(self, stream: TextIO) -> bool:
        """Return whether output to a stream is coloured."""
        return not self.plain and wants_colour(stream)

    def _shown(self, parts: Iterable[str | Painted], stream: TextIO) -> str:
        """Return the parts as a stream takes them: without control sequences, in its encoding, and coloured
        if it is.
        """
        coloured = self.has_colour(stream)
        texts = ((part, self._fitting(clean(str(part)), stream)) for part in parts)
        return "".join(
            painted(text, part.tone) if coloured and isinstance(part, Painted) else text
            for part, text in texts
        )

    def data(self, value: object) -> None:
        """Print a value for programs: JSON, indented."""
        self.out.write(_fitting_json(safe_json(value, indent=2), self.out) + "\n")

    def write_bytes(self, pieces: Iterable[bytes]) -> None:
        """Write bytes unchanged, whatever the terminal's encoding and line ends."""
        self.out.flush()
        for piece in pieces:
            self.out.buffer.write(piece)
        self.out.buffer.flush()

    def table(
        self,
        rows: Sequence[Sequence[object]],
        *,
        right: Sequence[int] = (),
        indent: str = "",
        headed: bool = False,
    ) -> None:
        """Print aligned columns; those whose numbers are in `right` are right-aligned. With `headed`, the
        first row is the heading.
        """
        cells = [[clean(str(cell), one_line=True) for cell in row] for row in rows]
        widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
        for n, row in enumerate(cells):
            padded = [_pad(cell, widths[i], right=i in right) for i, cell in enumerate(row)]
            padded = "\0".join(padded).rstrip(" \0").split("\0")  # no blanks at the end of a line
            tones = [Tone.HEAD if headed and n == 0 else _tone(cell) for cell in rows[n]]
            parts = [Painted(text, tone) if tone else text for text, tone in zip(padded, tones, strict=False)]
            self.say(indent, *_between(parts, "  "))

    def complain(self, error: TownwrightError) -> int:
        """Print an error in one line, and its details below it; return the exit status of the command."""
        self.note(Painted("townwright:", Tone.BAD), f" {clean(_in_one_line(error), one_line=True)}")
        if error.details:
            self.note(clean(error.details))
        return 1

    def flush(self) -> None:
        """Flush the output; if the encoding lacked characters, say how to see them."""
        self.out.flush()
        for encoding in sorted(self.lacking):
            self.lacking.discard(encoding)
            self.note(
                f"townwright: some characters are not available in {encoding} and appear as \\u....; "
                "set PYTHONUTF8=1 to show them"
            )

    def _fitting(self, text: str, stream: TextIO) -> str:
        """Return the text with characters that the stream's encoding lacks as escapes, so that printing never
        fails.
        """
        encoding = stream.encoding or "utf-8"
        written = text.encode(encoding, "backslashreplace").decode(encoding)
        if written != text:
            self.lacking.add(encoding)
        return written


def clean(text: str, *, one_line: bool = False) -> str:
    """Return a text in which control characters that could affect a terminal are written out."""
    safe = _HOSTILE.sub(_written_out, text.replace("\t", "    "))
    return " ".join(safe.split("\n")) if one_line else safe


def width(text: str) -> int:
    """Return the number of columns a text takes: CJK characters and emoji take two, combining marks none."""
    return sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _pad(cell: str, size: int, *, right: bool) -> str:
    gap = " " * (size - width(cell))
    return gap + cell if right else cell + gap


def _tone(cell: object) -> Tone | None:
    return cell.tone if isinstance(cell, Painted) else None


def _between(parts: Sequence[str | Painted], gap: str) -> Iterator[str | Painted]:
    for n, part in enumerate(parts):
        if n:
            yield gap
        yield part


def _written_out(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"


def _in_one_line(error: TownwrightError) -> str:
    if not isinstance(error, ScenarioProblems):
        return str(error)
    count = len(error.problems)
    problems = "a problem" if count == 1 else f"{count} problems; the first is"
    return f"the scenario has {problems}: {error.problems[0]}; `townwright check` lists all problems"


def _fitting_json(text: str, stream: TextIO) -> str:
    if (stream.encoding or "utf-8").lower().startswith("utf"):
        return text
    return "".join(letter if letter.isascii() else _json_escape(letter) for letter in text)


def _json_escape(letter: str) -> str:
    units = letter.encode("utf-16-be").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))
