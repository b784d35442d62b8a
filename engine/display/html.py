"""HTML for notebooks: facts and tables, with all text escaped. It has no script and loads nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from unicodedata import category

from engine.clock import moment_words
from engine.display.rows import Cells, Grid

MINUTES = frozenset({"minute", "start", "end", "until", "since", "said_at", "next", "when"})
_CLASSES = "tw-shown mathjax_ignore tex2jax_ignore"  # money between two $ is no formula
MOST_ROWS, MOST_LETTERS = 20, 300  # of a table, and of a cell: a notebook keeps what it shows in its file

_STYLE = """
.tw-shown{color-scheme:light dark;--tw-ground:#FBF8F3;--tw-ink:#2B2724;--tw-soft:#6B635C;--tw-line:#DDD5CA;
--tw-mark:#0B5C8E;background:var(--tw-ground);color:var(--tw-ink);border:1px solid var(--tw-line);
border-radius:8px;padding:.6em .9em;max-width:100%;overflow-x:auto;font:14px/1.45 system-ui,sans-serif}
@media (prefers-color-scheme:dark){.tw-shown{--tw-ground:#1E1B19;--tw-ink:#EDE7E0;--tw-soft:#B3A99F;
--tw-line:#4A433D;--tw-mark:#8CC8EE}}
.tw-shown .tw-title{font-weight:600;margin:0 0 .3em}
.tw-shown dl{display:grid;grid-template-columns:max-content 1fr;gap:.1em .9em;margin:.2em 0}
.tw-shown dt{color:var(--tw-soft)}.tw-shown dd{margin:0;overflow-wrap:anywhere}
.tw-shown table{border-collapse:collapse;margin:.5em 0;color:inherit;font-size:13px;border:0}
.tw-shown caption{text-align:left;color:var(--tw-soft);padding:.2em 0;caption-side:top}
.tw-shown th,.tw-shown td{text-align:left;vertical-align:top;padding:.25em .7em .25em 0;border:0;
border-bottom:1px solid var(--tw-line);background:var(--tw-ground);color:inherit;max-width:32em;
overflow-wrap:break-word;white-space:normal}
.tw-shown th{color:var(--tw-mark);font-weight:600;white-space:nowrap}
.tw-shown td.tw-number{white-space:nowrap;text-align:right;font-variant-numeric:tabular-nums}
""".replace("\n", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The display of a value: a title, facts about it, and tables."""

    title: str
    facts: Sequence[tuple[str, object]] = ()
    grids: Sequence[Grid] = ()


def html_of(card: Card) -> str:
    """Return a card as HTML: light or dark as the reader's system, and readable without its style."""
    title = f'<p class="tw-title">{_text(card.title)}</p>' if card.title else ""
    facts = "".join(f"<dt>{_text(name)}</dt><dd>{_text(value)}</dd>" for name, value in card.facts)
    tables = "".join(map(_table, card.grids))
    listed = f"<dl>{facts}</dl>" if facts else ""
    return f'<div class="{_CLASSES}"><style>{_STYLE}</style>{title}{listed}{tables}</div>'


def plain(value: object) -> str:
    """Return a value in words, on one line, without control characters."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, tuple | list | frozenset):
        return ", ".join(map(plain, value))
    said = "".join(" " if category(one) in ("Cc", "Cs", "Zl", "Zp") else one for one in str(value))
    return said if len(said) <= MOST_LETTERS else said[: MOST_LETTERS - 1] + "…"


def in_words(column: str, value: object) -> object:
    """Return a column's value for people: a minute as its day and hour."""
    is_minute = column in MINUTES and isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return moment_words(value) if is_minute and isinstance(value, int) else value


def _text(value: object) -> str:
    return f'<bdi dir="auto">{escape(plain(value), quote=True)}</bdi>'


def _table(grid: Grid) -> str:
    heads = "".join(f'<th scope="col">{_text(name)}</th>' for name in grid.columns)
    rows = "".join(f"<tr>{_cells(grid.columns, row)}</tr>" for row in grid.rows[:MOST_ROWS])
    shown = min(len(grid.rows), MOST_ROWS)
    many = f"{grid.total:,}" if shown == grid.total else f"{shown:,} of {grid.total:,}"
    return (
        f"<table><caption>{_text(grid.caption)} ({many})</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _cells(columns: Iterable[str], row: Cells) -> str:
    return "".join(_cell(name, value) for name, value in zip(columns, row, strict=True))


def _cell(column: str, value: object) -> str:
    said = in_words(column, value)
    number = ' class="tw-number"' if isinstance(said, int | float) and not isinstance(said, bool) else ""
    return f"<td{number}>{_text(said)}</td>"
