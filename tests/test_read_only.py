"""A workspace on a read-only disk: it can be looked at, with a notice, and nothing of it is kept or lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.errors import NotWritten
from engine.store.file import connection
from engine.store.living.runs import rename_run
from studio.pages import PAGES
from tests.studios import studio, words

pytestmark = pytest.mark.slow

LOOKING = (
    ["runs"], ["fingerprint", "last"], ["memories", "last", "isabel"], ["profiles"], ["cap"],
    ["memories", "last", "isabel", "--search", "café"], ["export", "last", "-o", "-"], ["spent", "last"],
    ["check", "willow-bay"], ["ask", "last", "isabel", "Who are you?"], ["doctor"],
)  # fmt: skip
CHANGING = (
    ["run", "willow-bay"], ["resume", "last", "--days", "1"], ["fork", "last"],
    ["whisper", "last", "isabel", "Sleep."], ["cap", "run", "tokens", "5"],
)  # fmt: skip
NAMES = tuple(page.name for group in PAGES.values() for page in group)


@pytest.fixture
def locked(own, monkeypatch):
    """A workspace as on a read-only disk, for whoever runs the tests: the system says that nothing can be
    written, and SQLite finds no way in that would write beside the file.
    """
    access = os.access
    inside = {own, own / "townwright.db"}
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) not in inside and access(path, mode))
    monkeypatch.setattr(connection, "_can_be_read", lambda uri: "immutable" in uri)
    was = contents(own)
    yield own
    assert contents(own) == was


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.nightly
@pytest.mark.parametrize("command", LOOKING, ids=" ".join)
def test_whoever_looks_sees_what_is_there_and_is_told(call, locked, command):
    status, out, err = call(*command)
    assert status == 0, err
    assert out
    assert f"{str(locked / 'townwright.db')!r} is read-only because of its disk or permissions" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", CHANGING, ids=" ".join)
def test_whoever_would_change_it_is_told_what_to_do(call, locked, command):
    status, out, err = call(*command)
    assert (status, out) == (1, "")
    assert "copy its folder to a place where you can write" in err
    assert "Traceback" not in err


def test_a_program_looks_too_and_is_refused_a_change(locked):
    with open_workspace(locked) as workspace:
        run = workspace.runs.find("last")
        assert "is read-only because of its disk or permissions" in workspace.read_only
        assert run.at().memories("isabel").items
        for change in (
            lambda: run.live(DAY),
            lambda: run.start(DAY),
            lambda: rename_run(run.store, run.number, "Other"),
        ):
            with pytest.raises(NotWritten, match="is read-only because of its disk or permissions"):
                change()


def test_what_is_in_the_journal_of_the_last_writer_is_seen(own, monkeypatch):
    with open_workspace(own) as workspace:
        workspace.runs.find("last").rename("Renamed")
        left = {tail: (own / f"townwright.db{tail}").read_bytes() for tail in ("", "-wal")}
    (own / "townwright.db-shm").unlink(missing_ok=True)
    for tail, content in left.items():
        (own / f"townwright.db{tail}").write_bytes(content)
    with closing(sqlite3.connect((own / "townwright.db").as_uri() + "?immutable=1", uri=True)) as db:
        assert db.execute("SELECT name FROM run").fetchall() != [("Renamed",)], "it is in the journal only"
    can_be_read, tried = connection._can_be_read, []
    monkeypatch.setattr(
        connection, "_can_be_read", lambda uri: tried.append(uri) or (len(tried) > 1 and can_be_read(uri))
    )
    was = contents(own)
    with open_workspace(own, read_only=True) as workspace:
        assert workspace.runs.find("last").row.name == "Renamed"
        assert contents(own) == was
    assert contents(own) == was


@pytest.mark.nightly
@pytest.mark.parametrize("page", NAMES)
def test_every_page_of_the_studio_shows_it_with_a_notice(monkeypatch, locked, page):
    at = studio(monkeypatch, locked, page)
    assert "Read-only: you can look at everything, but nothing is saved." in words(at)
    assert ("copy its folder to a place where you can write" in words(at)) is (page == "stage")


# ---- on a disk that is so in truth

ON_A_DISK = """
import sys
from engine.cli import main
from engine.api.workspace import open_workspace
folder = sys.argv[1]
for command in (["runs"], ["memories", "last", "isabel"], ["doctor"], ["fingerprint", "last"]):
    assert main([*command, "--workspace", folder]) == 0, command
for command in (["resume", "last"], ["fork", "last"]):
    assert main([*command, "--workspace", folder]) == 1, command
with open_workspace(folder) as workspace:
    print("NAME", workspace.runs.find("last").row.name)
"""
MOUNTED = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'


def on_a_read_only_disk(folder, *command):
    """Run a command where a folder is mounted read-only; None where this system lets nobody do that."""
    alone = ["unshare", "--map-root-user", "--mount", "sh", "-c", MOUNTED, "sh", str(folder)]
    if shutil.which("unshare") is None or subprocess.run([*alone, "true"], capture_output=True).returncode:
        return None
    return subprocess.run([*alone, *command], capture_output=True, text=True, encoding="utf-8")


@pytest.mark.nightly
@pytest.mark.parametrize("left", ["nothing", "a journal", "a journal and its index"])
def test_a_disk_that_is_read_only_in_truth(own, left):
    with open_workspace(own) as workspace:
        workspace.runs.find("last").rename("Renamed")
        beside = {tail: (own / f"townwright.db{tail}").read_bytes() for tail in ("", "-wal", "-shm")}
    if left == "a journal":
        del beside["-shm"]
    for tail, content in beside.items() if left != "nothing" else ():
        (own / f"townwright.db{tail}").write_bytes(content)
    done = on_a_read_only_disk(own, sys.executable, "-c", ON_A_DISK, str(own))
    if done is None:
        pytest.skip("nobody may mount anything here")
    assert done.returncode == 0, done.stderr
    assert "NAME Renamed" in done.stdout
    assert "Traceback" not in done.stderr
