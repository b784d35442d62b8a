"""A copy to read: one run as a workspace of its own, in one file, which the studio opens read-only.

It is made from the run's cassette, so it has what a cassette has and nothing else of the workspace: no other
run, no key, no profile, no chat. The pins on the run are copied too, and the newspapers that models wrote
about its days.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.errors import worded
from engine.export.cassette import open_cassette, record_cassette
from engine.export.export import RunExport
from engine.moments.whole_run import WholeRun
from engine.store.file.backup import write_one_file
from engine.store.file.connection import open_store
from engine.store.file.schema import FILE
from engine.store.living.copying import as_elsewhere
from engine.store.writing.papers import hand_over_papers
from engine.store.writing.pins import hand_over

SUFFIX = ".townwright"
_PIECE = 1 << 20  # bytes


def reading_copy(run: WholeRun) -> Iterator[bytes]:
    """Yield the bytes of a workspace with one run; empty pieces while it is being made."""
    with TemporaryDirectory(prefix="townwright-") as folder:
        yield from _made(run, Path(folder))
        with (Path(folder) / f"copy{SUFFIX}").open("rb") as whole:
            while piece := whole.read(_PIECE):
                yield piece


def _made(run: WholeRun, folder: Path) -> Iterator[bytes]:
    cassette = folder / "run.cassette"
    with cassette.open("wb") as file:
        for piece in record_cassette(run):
            file.write(piece)
            yield b""
    with open_store(folder / FILE, now=run.store.now) as made:
        with cassette.open("rb") as file:
            row = open_cassette(made, file)
        yield b""
        as_elsewhere(made, row.number, run.row)
        hand_over(run.store, run.number, made, row.number)
        hand_over_papers(run.store, run.number, made, row.number)
        write_one_file(made, folder / f"copy{SUFFIX}")


EXPORT = RunExport(
    name="copy",
    suffix=SUFFIX,
    media_type="application/vnd.sqlite3",
    title=worded("Read-only copy"),
    icon=":material/visibility:",
    summary="a read-only copy of the run in one file",
    about=worded(
        "The run with its pins and town papers in one file, which the studio opens read-only: "
        "`townwright --workspace FILE`. Anyone with the file can view every page but cannot change "
        "anything. It contains no keys and no other runs."
    ),
    write=lambda excerpt, notes: reading_copy(excerpt.run),
    is_whole=True,
)
