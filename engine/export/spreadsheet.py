"""Tables as CSV that a spreadsheet opens as what they are: words and numbers, never formulas."""

from __future__ import annotations

import csv
import io
import re

from engine.export.export import Rows, TableExport

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"  # without it Excel reads no Chinese
_GUARD = "'"
# With the full-width forms, which spreadsheets of East Asia take for the same; blanks before are passed over.
_A_FORMULA = re.compile(
    r"[\s\N{ZERO WIDTH SPACE}\N{WORD JOINER}\N{ZERO WIDTH NO-BREAK SPACE}]*[=+\-@|%＝＋－＠｜％]|[\t\r\n]"
)
_PLAIN_NUMBER = re.compile(r"[+-]?[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def guarded(value: object) -> str:
    """Write a cell as text: behind a `'` where a spreadsheet would reckon it out, unless a plain number."""
    text = "" if value is None else str(value)
    if _PLAIN_NUMBER.fullmatch(text) or not _A_FORMULA.match(text):
        return text
    return _GUARD + text


def csv_of(rows: Rows) -> bytes:
    """Return rows as a CSV file, with the columns that any of them has, in the order of their first row."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    written = io.StringIO(newline="")
    lines = csv.writer(written, quoting=csv.QUOTE_ALL)
    lines.writerow([guarded(name) for name in columns])
    lines.writerows([guarded(row.get(name)) for name in columns] for row in rows)
    return (BYTE_ORDER_MARK + written.getvalue()).encode()


EXPORT = TableExport(
    name="csv",
    suffix=".csv",
    media_type="text/csv",
    title="CSV",
    icon=":material/download:",
    summary="a table for a spreadsheet",
    about="For a spreadsheet; a cell that it would take for a formula stands behind a '",
    write=csv_of,
)
