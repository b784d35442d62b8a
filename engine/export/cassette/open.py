"""Opens a cassette as a run of this workspace, with all its answers recorded and no key needed.

The file is not trusted: it is read a line at a time within limits, the town is checked as any town is, every
row must fit it, and the log must have the fingerprint given in the header. This is done in a separate file,
so that days can be lived meanwhile. Then the whole run becomes part of the workspace at once, or nothing
does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import BinaryIO

from engine.errors import BadInput, worded
from engine.export.cassette.lines import Fields, read_lines
from engine.export.cassette.record import FORMAT, VERSION
from engine.export.cassette.rows import MOST_MINUTE, Rows, is_answer, is_key
from engine.export.cassette.vectors import VectorLine, Vectors, read_phases
from engine.model_choice.choice import RECORDED, REHEARSAL
from engine.records import LogEntry, Turn
from engine.row_ids import MOST_ID, MOST_ROWS
from engine.scenario import read_scenario
from engine.scenario.allowed_files import check_scenario_files
from engine.scenario.files import MOST_BYTES_ALL
from engine.settings import cognition
from engine.store.answers.embedded import settle_phases
from engine.store.answers.recorded import keep_recorded
from engine.store.answers.vectors import keep_recorded_vector
from engine.store.file.connection import Store, open_store
from engine.store.file.schema import FILE
from engine.store.living.runs import RunRow, create_run, run_row, set_until
from engine.store.log.incoming import bring_in, place_apart, show
from engine.store.log.rows import append, fingerprint
from engine.store.writing.scenarios import files_of, save_version, scenario_names, taken_names, versions

Entry = LogEntry | tuple[str, str] | VectorLine


def open_cassette(store: Store, file: BinaryIO, name: str = "") -> RunRow:
    """Create a run from a cassette, under its own name or another. Raises BadInput if the file has a
    fault.
    """
    lines = read_lines(file)
    header = next(lines)
    _check_header(header)
    with place_apart(store) as place, open_store(place.folder / FILE, now=store.now) as apart:
        row = _keep_apart(apart, header, lines, name)
        number = bring_in(store, apart, row.number, place)
        with store.write(durable=True):
            version = _version(store, row.scenario, files_of(apart, row.scenario_version))
            show(store, number, row, version)
    return run_row(store, number)


def _keep_apart(store: Store, header: Fields, lines: Iterator[Fields], name: str) -> RunRow:
    with store.write():
        row, log = _new_run(store, header, lines, name)
        _keep_log(store, row, log)
        if fingerprint(store, row.number) != header["fingerprint"]:
            raise BadInput(
                worded(
                    "this cassette differs from what was recorded: the fingerprint of its log does "
                    "not match; ask for a new copy"
                )
            )
        if type(header.get("until")) is int and 0 <= header["until"] <= MOST_MINUTE:
            set_until(store, row.number, header["until"])
    return run_row(store, row.number)


def _new_run(
    store: Store, header: Fields, lines: Iterator[Fields], name: str
) -> tuple[RunRow, Iterator[Entry]]:
    files, first = _files(lines)
    checked = read_scenario(files, str(header["scenario"]))
    if checked.scenario is None:
        problem = checked.errors[0]
        raise BadInput(
            worded(
                "the town in this cassette cannot be simulated ({file}: {message}); ask for a new copy",
                file=problem.file,
                message=problem.message,
            )
        )
    _check_settings(header, checked.scenario.cognition)
    row = create_run(
        store,
        name=name or str(header["name"]),
        scenario_version=save_version(store, str(header["scenario"]), files),
        seed=header["seed"],
        model=REHEARSAL if header["model"] == REHEARSAL else RECORDED,
        settings=header["settings"],
    )
    embedded = read_phases(header)
    settle_phases(store, row.number, embedded)
    return row, _entries(Rows(checked.scenario), Vectors(embedded), first, lines)


def _keep_log(store: Store, row: RunRow, log: Iterator[Entry]) -> None:
    """Append the log turn by turn, and store its answers for this run alone."""
    turn: Turn | None = None
    made: list[LogEntry] = []
    for entry in log:
        if isinstance(entry, tuple):
            with store.write() as db:
                keep_recorded(db, row.number, dict([entry]))
        elif isinstance(entry, VectorLine):
            with store.write() as db:
                keep_recorded_vector(db, row.number, entry.model, entry.name, entry.body)
        elif isinstance(entry, Turn):
            _append(store, row.number, turn, made)
            turn, made = entry, []
        else:
            made.append(entry)
            if len(made) > MOST_ROWS:
                raise BadInput(worded("this cassette has a turn with too many rows; ask for a new copy"))
    _append(store, row.number, turn, made)


def _append(store: Store, run: int, turn: Turn | None, made: list[LogEntry]) -> None:
    if turn is None:
        if made:
            raise BadInput(worded("this cassette has rows that do not belong to a turn; ask for a new copy"))
        return
    try:
        append(store, run, turn, made, journal=False)
    except ValueError as error:
        raise BadInput(
            worded("this cassette is inconsistent: {error}; ask for a new copy", error=error)
        ) from error


def _files(lines: Iterator[Fields]) -> tuple[dict[str, str], Fields]:
    """Return the files of the town, and the first line after them."""
    files: dict[str, str] = {}
    left = MOST_BYTES_ALL
    for fields in lines:
        if fields["type"] != "file":
            return files, fields
        path, text = fields.get("path"), fields.get("text")
        if not isinstance(path, str) or not isinstance(text, str) or len(path) > 200:
            raise BadInput(worded("this cassette has a file without a name or text; ask for a new copy"))
        check_scenario_files([path], worded("this cassette"))
        if path in files:
            raise BadInput(
                worded("this cassette contains the file {path!r} twice; ask for a new copy", path=path)
            )
        left -= len(text)
        if left < 0:
            raise BadInput(
                worded(
                    "the files of the town in this cassette exceed the size limit for a scenario; ask for "
                    "a cassette of a smaller town"
                )
            )
        files[path] = text
    raise BadInput(worded("this cassette has no log; ask for a new copy"))


def _entries(rows: Rows, vectors: Vectors, first: Fields, lines: Iterator[Fields]) -> Iterator[Entry]:
    fields: Fields | None = first
    while fields is not None:
        if fields["type"] == "answer":
            key, answer = fields.get("key"), fields.get("answer")
            if not is_key(key) or not is_answer(answer):
                raise BadInput(
                    worded("this cassette has an answer without a valid key or text; ask for a new copy")
                )
            yield key, answer
        elif fields["type"] == "vector":
            yield vectors.line(fields)
        else:
            yield rows.row(fields)
        fields = next(lines, None)


def _version(store: Store, scenario: str, files: Mapping[str, str]) -> int:
    """Return the version of a scenario with exactly these files; if there is none, of a new scenario.

    A scenario of the author's with the same name is never changed by imported files.
    """
    names = taken_names(store)
    if scenario in scenario_names(store, hidden=True):
        for version in versions(store, scenario):
            if files_of(store, version.number) == files:
                return version.number
    free = next(
        one
        for n in range(1, len(names) + 2)
        if (one := scenario if n == 1 else f"{scenario}-{n}") not in names
    )
    return save_version(store, free, files, worded("imported with a cassette"))


def _check_header(header: Fields) -> None:
    if header.get("type") != "header" or header.get("format") != FORMAT:
        raise BadInput(
            worded("this is not a cassette; choose a file created with `townwright export --as cassette`")
        )
    version = header.get("version")
    if version != VERSION:
        raise BadInput(
            worded(
                "this cassette has version {version!r}, but this Townwright reads version {known}; "
                "update Townwright",
                version=str(version)[:20],
                known=VERSION,
            )
        )
    kinds = {"name": str, "scenario": str, "seed": int, "settings": dict, "model": str, "fingerprint": str}
    for name, kind in kinds.items():
        if type(header.get(name)) is not kind:
            raise BadInput(
                worded("the header of this cassette has no valid {name!r}; ask for a new copy", name=name)
            )
    if not 0 <= header["seed"] <= MOST_ID:
        raise BadInput(worded("the seed of this cassette is out of range; ask for a new copy"))


def _check_settings(header: Fields, own: Mapping[str, object]) -> None:
    try:
        cognition({**own, **header["settings"]})
    except ValueError as error:
        raise BadInput(
            worded(
                "the settings of this cassette cannot be used: {error}; ask for a new copy",
                error=str(error)[:300],
            )
        ) from error
