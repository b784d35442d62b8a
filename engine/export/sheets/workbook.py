"""Export: every line as a row of an Excel workbook."""

from __future__ import annotations

import datetime
import io
from collections.abc import Iterator

from engine.errors import worded
from engine.export.excerpt import Excerpt
from engine.export.export import RunExport
from engine.export.report import Notes
from engine.export.script.plain import JOINER
from engine.export.sheets.lines import COLUMNS, line_rows

MOST_LETTERS = 32_767  # of a cell, in units of UTF-16
OPTIONS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}
_WIDTHS = {
    "line": 90,
    "thought": 50,
    "listeners": 24,
    "character": 22,
    "place": 30,
    "line_id": 18,
    "talk_id": 18,
}
_MEANT_SO = ("number_stored_as_text", "two_digit_text_year")  # else Excel marks them with green triangles
_PIECE = 1 << 16


def workbook(excerpt: Excerpt, notes: Notes) -> Iterator[bytes]:
    """Yield a workbook of one sheet: a fixed heading with filters, and a row for each line."""
    import xlsxwriter  # a tenth of a second, which only this form takes
    from xlsxwriter.utility import xl_range

    file = io.BytesIO()
    starts = datetime.datetime.combine(excerpt.scenario.starts, datetime.time())
    with xlsxwriter.Workbook(file, OPTIONS) as book:
        book.set_properties({"created": starts, "title": cell(excerpt.scenario.town, notes)})
        bold, wrapped = book.add_format({"bold": True}), book.add_format({"text_wrap": True, "valign": "top"})
        sheet = book.add_worksheet("lines")
        sheet.freeze_panes(1, 1)
        for column, name in enumerate(COLUMNS):
            sheet.set_column(column, column, _WIDTHS.get(name, 10), wrapped)
            sheet.write_string(0, column, name, bold)
        last = 0
        for last, row in enumerate(line_rows(excerpt, notes), 1):
            for column, name in enumerate(COLUMNS):
                value = row[name]
                if isinstance(value, int):
                    sheet.write_number(last, column, value)
                else:
                    sheet.write_string(last, column, cell(value, notes))
        sheet.autofilter(0, 0, last, len(COLUMNS) - 1)
        table = xl_range(0, 0, last, len(COLUMNS) - 1)
        sheet.ignore_errors(dict.fromkeys(_MEANT_SO, table))
    written = file.getvalue()
    yield from (written[begin : begin + _PIECE] for begin in range(0, len(written), _PIECE))


def cell(text: str, notes: Notes) -> str:
    """Return a text as a cell can hold it. XlsxWriter takes text between `<r>` and `</r>` for XML, unless a
    character stands before it.
    """
    if text.startswith("<r>"):
        notes.add("escaped", worded("cells that would be read as rich text"), [text])
        text = JOINER + text
    if len(text.encode("utf-16-le")) // 2 <= MOST_LETTERS:
        return text
    notes.add(
        "changed",
        worded("cells over Excel's limit of {most:,} characters, shortened", most=MOST_LETTERS),
        [text],
    )
    return text.encode("utf-16-le")[: MOST_LETTERS * 2].decode("utf-16-le", "ignore")


EXPORT = RunExport(
    name="lines-xlsx",
    suffix=".xlsx",
    media_type="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    title=worded("Lines (Excel)"),
    icon=":material/table_chart:",
    summary="all lines as an Excel workbook, one row per line",
    about=worded(
        "An Excel workbook with one row per line and a header row to filter by. All text is stored as text."
    ),
    write=workbook,
    narrows=("days", "agent", "pins"),
    reader="tables",
)
