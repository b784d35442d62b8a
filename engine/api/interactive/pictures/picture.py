"""A picture: shapes and words as SVG, with rows that say the same."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

INK, SOFT, RULE = "var(--ink, currentColor)", "var(--soft, #808080)", "var(--rule, #9a9a9a)"
MARK, TINT = "var(--mark, #2b7bb5)", "var(--tint, #8881)"
WIDE = 640
_WIDE_LETTER = 0x2E80  # from here on a letter is as wide as it is high

Cell = str | int | float


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture of a run. It displays itself in a notebook; `rows` describe in words what it shows."""

    title: str
    svg: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __repr__(self) -> str:
        """Return the title of the picture."""
        return f"<Picture: {self.title}, {len(self.rows)} rows>"

    def _repr_svg_(self) -> str:
        return self.svg

    def to_dicts(self) -> list[dict[str, Cell]]:
        """Return the rows as dictionaries keyed by column."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def svg(parts: Sequence[str], high: float, title: str, wide: float = WIDE) -> str:
    """Build an SVG from shapes; `title` is its description for screen readers."""
    named = f'role="img" aria-label="{written(title)}"'
    size = f'viewBox="0 0 {wide:g} {high:g}" width="{wide:g}" height="{high:g}"'
    letters = "font-size=\"12\" font-family=\"'Source Sans 3', 'Noto Sans CJK SC', sans-serif\""
    return f'<svg xmlns="http://www.w3.org/2000/svg" {named} {size} {letters}>{"".join(parts)}</svg>'


def words(text: str, x: float, y: float, *, most: float = 0, fill: str = INK, more: str = "") -> str:
    """Build an SVG text at a place, on one line; cut if it would be wider than `most` pixels."""
    said = fitted(text, most) if most else text
    return f'<text x="{x:g}" y="{y:g}" fill="{fill}"{f" {more}" if more else ""}>{written(said)}</text>'


def fitted(text: str, most: float) -> str:
    """Return as much of a text as certainly fits into `most` pixels."""
    one_line, taken = " ".join(text.split()), 0.0
    for number, letter in enumerate(one_line):
        taken += 12 if ord(letter) >= _WIDE_LETTER else 6.1
        if taken > most:
            return f"{one_line[: max(1, number - 1)].rstrip()}…"
    return one_line


def lines_of(text: str, most: float, count: int) -> list[str]:
    """Wrap a text into at most `count` lines, none wider than `most` pixels."""
    left, lines = " ".join(text.split()), list[str]()
    while left and len(lines) < count - 1:
        first = fitted(left, most)
        if first == left:
            break
        cut = first.rstrip("…")
        cut = cut[: cut.rindex(" ")] if " " in cut else cut
        lines.append(cut)
        left = left[len(cut) :].lstrip()
    return [*lines, fitted(left, most)] if left else lines


def written(text: str) -> str:
    """Escape a text for SVG; unprintable characters become spaces."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return html.escape(shown)
