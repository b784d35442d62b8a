"""A run that comes from elsewhere: apart until it is whole, unseen until all is there, gone when it fails."""

from __future__ import annotations

import io
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from engine.api.workspace import open_workspace
from engine.errors import BadInput
from engine.export.cassette import record_cassette
from engine.store.file.connection import Store
from engine.store.log import incoming
from engine.store.searching.search import index_memories
from engine.store.verifying.verifying import verify

pytestmark = pytest.mark.slow

TOWN = "liuwan"
MORNING = 9 * 60


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("there") / "ws") as workspace:
        run = workspace.runs.new(TOWN, name="From elsewhere", seed=4)
        run.live(MORNING, concurrency=8)
        yield b"".join(record_cassette(run))


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setattr(incoming, "_AT_ONCE", 40)
    with open_workspace(tmp_path / "ws") as workspace:
        own = workspace.runs.new("three-neighbours", name="Mine")
        own.live(8 * 60, concurrency=8)
        with workspace.store.write() as db:
            index_memories(db)
        yield workspace


def everything(store):
    """Every row of every table but those of the full text's own."""
    names = store.select("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%fts%'")
    names = [name for (name,) in names if "trigram" not in name]
    return {name: sorted(store.select(f"SELECT * FROM {name}"), key=repr) for name in names}


def seen(workspace):
    """All that people see of runs and scenarios."""
    return [row.id for row in workspace.runs.all()], workspace.scenarios.names(), workspace.scenarios.hidden()


def write_at_once(store):
    """Write as a day does that is lived beside, without any waiting."""
    with closing(sqlite3.connect(store.path, timeout=0, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.rollback()


class Read(io.BytesIO):
    """A file, of which somebody is told that it is being read."""

    def __init__(self, content, told):
        super().__init__(content)
        self.told = told

    def read(self, size=-1):
        self.told()
        return super().read(min(size, 4_000) if size > 0 else size)


@pytest.mark.nightly
def test_others_write_while_a_cassette_is_read_and_checked(place, recorded):
    told = []

    def look():
        write_at_once(place.store)
        told.append(seen(place))

    before = seen(place)
    run = place.runs.open_cassette(Read(recorded, look))
    assert len(told) > 10
    assert told == [before] * len(told), "nobody sees anything of it before it is whole"
    assert run.row.id == "from-elsewhere-1"


@pytest.mark.nightly
def test_it_is_brought_in_by_short_writes_and_seen_with_the_last(place, recorded, monkeypatch):
    told, write = [], Store.write

    def looking(self, **how):
        if self is place.store and not self.db.in_transaction:
            write_at_once(self)
            told.append(seen(place))
        return write(self, **how)

    before = seen(place)
    monkeypatch.setattr(Store, "write", looking)
    run = place.runs.open_cassette(io.BytesIO(recorded), "Borrowed")
    assert len(told) > 50
    assert told == [before] * len(told)
    assert seen(place)[0] == [*before[0], "borrowed-1"]
    assert verify(place.store, run.number) is None
    found = run.at().memories(next(iter(run.town.cast.names)), search="早").items
    assert found, "what came is searchable"
    assert not list(place.store.path.parent.glob("incoming*"))


@pytest.mark.nightly
def test_a_cassette_that_is_not_what_was_recorded_leaves_the_file_as_it_was(place, recorded):
    before = everything(place.store)
    with pytest.raises(BadInput):
        place.runs.open_cassette(io.BytesIO(recorded[:-400]))
    assert everything(place.store) == before


@pytest.mark.nightly
def test_what_fails_on_its_way_in_is_taken_out_again(place, recorded, monkeypatch):
    before, words = everything(place.store), indexed(place.store)

    def fail(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(incoming, "show", fail)
    monkeypatch.setattr("engine.export.cassette.open.show", fail)
    with pytest.raises(KeyboardInterrupt):
        place.runs.open_cassette(io.BytesIO(recorded))
    assert everything(place.store) == before
    assert indexed(place.store) == words
    assert not list(place.store.path.parent.glob("incoming*"))


def indexed(store):
    """Which memories the full text knows."""
    asked = (("memory_fts", "the"), ("memory_trigram", "早餐店"))
    return [store.select(f"SELECT rowid FROM {one} WHERE {one} MATCH ?", (word,)) for one, word in asked]


KILLED = """
import os, sys
from pathlib import Path
from engine.store.log import incoming
from engine.api.workspace import open_workspace

incoming._AT_ONCE = 20
texts, seen = incoming._texts, []

def killed(apart, table, rows):
    seen.append(table)
    if seen.count("call") > 1:
        os._exit(9)
    return texts(apart, table, rows)

if sys.argv[3] == "coming in":
    incoming._texts = killed
else:
    incoming.bring_in = lambda *_: os._exit(9)
    import engine.export.cassette.open
    engine.export.cassette.open.bring_in = incoming.bring_in
with open_workspace(sys.argv[1]) as workspace, open(sys.argv[2], "rb") as file:
    workspace.runs.open_cassette(file)
"""


@pytest.mark.soak
@pytest.mark.parametrize("when", [pytest.param("apart", marks=pytest.mark.nightly), "coming in"])
def test_a_killed_opening_leaves_nothing_to_be_seen_and_what_it_leaves_is_cleared_away(
    place, recorded, tmp_path, when
):
    file = tmp_path / "town.cassette"
    file.write_bytes(recorded)
    before, was, words = seen(place), everything(place.store), indexed(place.store)
    command = [sys.executable, "-c", KILLED, str(place.store.path.parent), str(file), when]
    assert subprocess.run(command, check=False).returncode == 9
    left = Path(place.store.path.parent, "incoming")
    assert left.is_dir()
    assert (everything(place.store) != was) is (when == "coming in")
    assert seen(place) == before, "nothing of it is visible"
    assert verify(place.store, place.runs.all()[0].number) is None
    with open_workspace(place.store.path.parent) as again:
        assert everything(again.store) == was
        assert indexed(again.store) == words
    assert not left.exists()


@pytest.mark.nightly
def test_what_somebody_is_still_at_is_left_alone(place, recorded):
    told = []

    def look():
        with open_workspace(place.store.path.parent):
            told.append(len(list(place.store.path.parent.glob("incoming/*/townwright.db"))))

    place.runs.open_cassette(Read(recorded, look))
    assert max(told) == 1
    with incoming.place_apart(place.store) as one, incoming.place_apart(place.store) as other:
        assert one.folder != other.folder


@pytest.mark.soak
def test_a_run_that_is_called_like_what_is_coming_in_is_no_remains(place, recorded):
    named = place.runs.new(TOWN, name="incoming/1")
    with open_workspace(place.store.path.parent) as again:
        assert named.row.id in [row.id for row in again.runs.all()]
