"""Records a run as a cassette.

A cassette is gzipped JSON lines. Line 1 is the header; then come the files of the town (`file`), the rows of
the log in the order of their ids, a turn before the rows it made, with prompts and answers in full, and the
answers of interviews (`answer`). If memories were found by meaning, the header says with which embeddings
since which minute (`embedded`), and vectors follow (`vector`): of memories and search texts, by the hash of
the text, as 32-bit floats in base64. The last line (`end`) counts and hashes the lines between. There is no
clock, no price and no key in it: the same run gives the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Iterable, Iterator, Mapping

import engine
from engine.errors import worded
from engine.export.export import RunExport
from engine.export.jsonl import record
from engine.models.prefixes import Prefixes, prefixes_in
from engine.moments.whole_run import WholeRun
from engine.records import LogEntry, Memory, Recall
from engine.safe_json import safe_json
from engine.store.answers.embedded import phases
from engine.store.answers.recorded import asked_besides
from engine.store.answers.vectors import vectors_of
from engine.store.log.rows import fingerprint
from engine.store.texts import text_hash
from engine.store.verifying.verifying import refuse_changed
from engine.store.writing.deleted_scenarios import name_when_there
from engine.store.writing.scenarios import files_of

FORMAT, VERSION, SUFFIX = "townwright-cassette", 1, ".cassette"
_GZIP = 31  # zlib's way to say: with the header and the end of a gzip file


def record_cassette(run: WholeRun) -> Iterator[bytes]:
    """Yield the bytes of a run's cassette, a piece at a time, so that it is never in memory as a whole.

    Raises WorkspaceDamaged before the first piece if the log is not as it was committed: nobody could open
    it.
    """
    refuse_changed(run.store, run.number)
    packer = zlib.compressobj(level=6, wbits=_GZIP)
    for line in _lines(run):
        if piece := packer.compress(line.encode()):
            yield piece
    yield packer.flush()


def _lines(run: WholeRun) -> Iterator[str]:
    total, count = hashlib.sha256(), 0
    yield _line(_header(run))
    for fields in _between(run):
        line = _line(fields)
        total.update(line.encode())
        count += 1
        yield line
    yield _line({"type": "end", "lines": count, "sha256": total.hexdigest()})


def _header(run: WholeRun) -> Mapping[str, object]:
    embedded = phases(run.store, run.number)
    return {
        "type": "header",
        "format": FORMAT,
        "version": VERSION,
        "engine": engine.__version__,
        "name": run.row.name,
        "scenario": name_when_there(run.store, run.row.scenario),
        "seed": run.row.seed,
        "settings": dict(sorted(run.row.settings.items())),
        "model": run.row.model,
        "until": run.row.until,
        "fingerprint": fingerprint(run.store, run.number),
        **({"embedded": embedded} if embedded else {}),
    }


def _between(run: WholeRun) -> Iterable[Mapping[str, object]]:
    for path, text in sorted(files_of(run.store, run.row.scenario_version).items()):
        yield {"type": "file", "path": path, "text": text}
    models = {model for _, model in phases(run.store, run.number) if model}
    prefixes = {prefixes_in(model) for model in models}
    sought: set[str] = set()
    for entry in run.whole_log():
        sought |= _sought(entry, prefixes)
        yield record(entry)
    for key, answer in asked_besides(run.store, run.number):
        yield {"type": "answer", "key": key, "answer": answer}
    for model, name, body in vectors_of(run.store, run.number, models, sought):
        yield {"type": "vector", "model": model, "hash": name, "body": base64.b64encode(body).decode()}


def _sought(entry: LogEntry, prefixes: Iterable[Prefixes]) -> set[str]:
    """Return the hashes of the texts for which a row may have a vector."""
    if isinstance(entry, Memory):
        return {text_hash(entry.text)}
    asked = entry.query if isinstance(entry, Recall) else ""
    return {text_hash(each.asked(asked)) for each in prefixes} if asked else set()


def _line(fields: Mapping[str, object]) -> str:
    return safe_json(fields) + "\n"


EXPORT = RunExport(
    name="cassette",
    suffix=SUFFIX,
    media_type="application/gzip",
    title=worded("Cassette"),
    icon=":material/voicemail:",
    summary="the whole run in one file, for `townwright open`",
    about=worded(
        "The whole run in one file: the town, its days and every answer. Opening it needs no API "
        "key. The file contains the names and addresses of the models, but no keys."
    ),
    write=lambda excerpt, notes: record_cassette(excerpt.run),
    is_whole=True,
)
