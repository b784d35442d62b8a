"""Tables as CSV that a spreadsheet opens as text and numbers, never as formulas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.errors import worded
from engine.export.export import Rows, TableExport

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"  # without it Excel reads no Chinese
_GUARD = "'"
_EXACT_DIGITS = 15
# With the full-width forms, which spreadsheets of East Asia take for the same; blanks before are passed over.
_A_FORMULA = re.compile(
    r"[\s\N{ZERO WIDTH SPACE}\N{WORD JOINER}\N{ZERO WIDTH NO-BREAK SPACE}]*[=+\-@|%＝＋－＠｜％]|[\t\r\n]"
)
_PLAIN_NUMBER = re.compile(r"[+-]?[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def guarded(value: object) -> str:
    """Write a cell as text. It gets a leading `'` if a spreadsheet would evaluate or round it; plain numbers
    of at most 15 digits do not. A text with such a `'` of its own gets another, so that it can be told apart.
    """
    text = "" if value is None else str(value)
    bare = text.lstrip(_GUARD)
    if _PLAIN_NUMBER.fullmatch(bare):
        is_exact = sum(letter.isdecimal() for letter in bare) <= _EXACT_DIGITS
        return text if is_exact else _GUARD + text
    return _GUARD + text if _A_FORMULA.match(bare) else text


def csv_of(rows: Rows) -> bytes:
    """Return rows as a CSV file, with all their columns, in the order in which they first appear."""
    return b"".join(csv_pieces(list(dict.fromkeys(name for row in rows for name in row)), rows))


def csv_pieces(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> Iterator[bytes]:
    """Yield a CSV file a row at a time, after its byte order mark and heading."""
    yield BYTE_ORDER_MARK.encode()
    yield _csv_line(columns)
    for row in rows:
        yield _csv_line([row.get(name) for name in columns])


def _csv_line(cells: Iterable[object]) -> bytes:
    written = io.StringIO(newline="")
    csv.writer(written, quoting=csv.QUOTE_ALL).writerow([guarded(cell) for cell in cells])
    return written.getvalue().encode()


EXPORT = TableExport(
    name="csv",
    suffix=".csv",
    media_type="text/csv",
    title=worded("CSV"),
    icon=":material/download:",
    summary="a table for a spreadsheet",
    about=worded("For a spreadsheet; a ' is added before each cell that looks like a formula."),
    write=csv_of,
)
