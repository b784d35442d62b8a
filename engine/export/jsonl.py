"""Export: a run's log as JSON lines, the base form that every other format is made from.

Line 1 is the header, then one row a line in the order of their ids, which is the order of the log. A row
begins with `type`, `id`, `minute` and `t` (the town's own date and time); then come its fields under the
names of `engine.records`. Ids link rows: `evidence`, `source`, `parent`, `conversation`, `tells`, `memory`,
`step`. A turn stands before the rows it made.

Every row of the log is there. Of a call, `prompt` and `answer` are the SHA-256 of the texts: they are long,
and a town can be told without them. Nothing in the file says when, where or under which name it was lived,
so the same town, seed and answers give the same bytes. `fingerprint` is the run's own; `sha256` is over all
bytes after the header's line, so that a file can be checked by itself.
"""

from __future__ import annotations

import dataclasses
import datetime
import hashlib
from collections.abc import Iterator, Mapping

import engine
from engine.clock import clock_words, date_of
from engine.errors import worded
from engine.export.excerpt import Excerpt
from engine.export.export import RunExport
from engine.export.report import Notes
from engine.moments.meant import When
from engine.moments.whole_run import WholeRun
from engine.records import Call, LogEntry
from engine.safe_json import safe_json
from engine.store.log.entries import TABLES
from engine.store.texts import text_hash
from engine.store.verifying.verifying import refuse_changed
from engine.store.writing.scenarios import files_of

FORMAT, VERSION = "townwright-log", 1


def export(run: WholeRun, at: When | None = None) -> Iterator[str]:
    """Yield the lines of a run's log up to a moment, each with its line feed, the header first.

    Raises WorkspaceDamaged before the first line if the log is not as it was committed.
    """
    refuse_changed(run.store, run.number)
    minute = run.at(at).minute
    total, rows = hashlib.sha256(), 0
    for line in _rows(run, minute):
        total.update(line.encode())
        rows += 1
    # The log is read twice and never held: a long run would not fit into memory.
    yield _line({**header(run, minute), "rows": rows, "sha256": total.hexdigest()})
    yield from _rows(run, minute)


def header(run: WholeRun, minute: int) -> dict[str, object]:
    """Return the header line: the town, the inputs that determine its days, and how far the run came."""
    scenario = run.scenario
    return {
        "type": "header",
        "format": FORMAT,
        "version": VERSION,
        "engine": engine.__version__,
        "town": scenario.id,
        "town_sha256": files_hash(files_of(run.store, run.row.scenario_version)),
        "lang": scenario.language,
        "start": scenario.starts.isoformat(),
        "seed": run.row.seed,
        "settings": dict(sorted(run.row.settings.items())),
        "model": run.town.model.id,
        "agents": [{"id": persona.id, "name": persona.name} for persona in scenario.personas],
        "minute": minute,
        "t": _time(scenario.starts, minute),
        "fingerprint": run.at(minute).fingerprint,
    }


def record(entry: LogEntry) -> dict[str, object]:
    """Return a row of the log as an object: its type first, its id, then its other fields."""
    fields = {field.name: getattr(entry, field.name) for field in dataclasses.fields(entry)}
    return {"type": TABLES[type(entry)].name, **fields}


def files_hash(files: Mapping[str, str]) -> str:
    """Return a hash over a scenario's files, whatever their order."""
    return hashlib.sha256(safe_json(sorted(files.items())).encode()).hexdigest()


def _rows(run: WholeRun, minute: int) -> Iterator[str]:
    starts = run.scenario.starts
    for entry in run.at(minute).log.entries():
        if isinstance(entry, Call):
            prompt, answer = text_hash(entry.prompt), text_hash(entry.answer)
            entry = dataclasses.replace(entry, prompt=prompt, answer=answer)
        fields = record(entry)
        first = {"type": fields.pop("type"), "id": fields.pop("id")}
        yield _line({**first, "minute": entry.minute, "t": _time(starts, entry.minute), **fields})


def _line(fields: Mapping[str, object]) -> str:
    return safe_json(fields) + "\n"


def _time(starts: datetime.date, minute: int) -> str:
    return f"{date_of(starts, minute).isoformat()}T{clock_words(minute)}"


def _pieces(excerpt: Excerpt, notes: Notes) -> Iterator[bytes]:
    return (line.encode() for line in export(excerpt.run, excerpt.minute))


EXPORT = RunExport(
    name="jsonl",
    suffix=".jsonl",
    media_type="application/jsonl",
    title=worded("Log"),
    icon=":material/data_object:",
    summary="the log as JSON, one row per line",
    about=worded(
        "Every row of the log as a line of JSON, for your own programs. Prompts and answers appear as hashes."
    ),
    write=_pieces,
)
