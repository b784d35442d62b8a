"""Export: every line as a row of a CSV file, which a spreadsheet opens as text and numbers.

`line_id` is the same in every export of the run, whatever part of it is exported: recordings and translations
find their lines by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.clock import clock_words, day_of
from engine.errors import worded
from engine.export.excerpt import Excerpt
from engine.export.export import RunExport
from engine.export.report import Notes
from engine.export.script.plain import written
from engine.export.script.talks import talks
from engine.export.spreadsheet import csv_pieces, guarded

COLUMNS = (
    "line_id", "talk_id", "day", "time", "place", "character_id", "character", "listeners", "line", "length",
    "thought", "tells", "language",
)  # fmt: skip


def lines(excerpt: Excerpt, notes: Notes) -> Iterator[bytes]:
    """Yield the lines as a CSV file, a row at a time."""
    return csv_pieces(COLUMNS, _noted(line_rows(excerpt, notes), notes))


def line_rows(excerpt: Excerpt, notes: Notes) -> Iterator[Mapping[str, str | int]]:
    """Yield a row for every line, by column: texts, each on one line, and numbers to calculate with. Ids are
    texts.
    """
    names = excerpt.run.town.cast.names
    for talk in talks(excerpt, notes, with_thoughts=True):
        place = written(talk.row.room, str, notes, worded("places"))
        for line in talk.lines:
            said = written(line.text, str, notes, worded("lines"))
            yield {
                "line_id": str(line.id),
                "talk_id": str(talk.id),
                "day": day_of(line.said_at),
                "time": clock_words(line.said_at),
                "place": place,
                "character_id": line.speaker,
                "character": written(names[line.speaker], str, notes, worded("names")),
                "listeners": ", ".join(
                    written(names[one], str, notes, worded("names")) for one in line.hearers
                ),
                "line": said,
                "length": len(said),
                "thought": written(line.thought, str, notes, worded("thoughts")),
                "tells": str(line.tells) if line.tells else "",
                "language": excerpt.scenario.language,
            }


def _noted(rows: Iterator[Mapping[str, str | int]], notes: Notes) -> Iterator[Mapping[str, str | int]]:
    for row in rows:
        changed = [str(cell) for cell in row.values() if guarded(cell) != str(cell)]
        notes.add(
            "escaped",
            worded("cells that a spreadsheet would read as formulas, now starting with a '"),
            changed,
            len(changed),
        )
        yield row


EXPORT = RunExport(
    name="lines-csv",
    suffix=".lines.csv",
    media_type="text/csv",
    title=worded("Lines (CSV)"),
    icon=":material/table:",
    summary="all lines as a CSV file, one row per line",
    about=worded(
        "A spreadsheet with one row per line: its id, speaker, listeners, time and place, and the "
        "thought behind it."
    ),
    write=lines,
    narrows=("days", "agent", "pins"),
    reader="tables",
)
