"""Opening the workspace file: what is taken, what is refused in clear words, and what a write promises."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database
from store_samples import live, new_run, new_store, one_of_each, turn_at

from engine.errors import NotFound, NotWritten, WorkspaceDamaged
from engine.records import Event, Turn
from engine.store.file.backup import back_up
from engine.store.file.connection import add_functions, open_store
from engine.store.file.schema import APPLICATION_ID, known_migrations, migrate
from engine.store.log.inspect import counts
from engine.store.log.rows import append, fingerprint, read_log
from engine.store.verifying.verifying import verify
from tests.tables_at_once import create_tables


def filled(folder):
    with new_store(folder) as store:
        run = new_run(store).number
        live(store, run, range(10, 60))
        back_up(store)
    return folder / "townwright.db"


def contents(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def refused(path, *words):
    before = contents(path)
    with pytest.raises(WorkspaceDamaged) as error:
        open_store(path)
    assert contents(path) == before, "a refused file is not written to"
    for word in ("townwright.db", "Nothing was written", *words):
        assert word in str(error.value)


def test_regression_24_every_folder_is_made_and_a_new_file_set_up_as_ours(tmp_path):
    with open_store(tmp_path / "deep" / "townwright.db") as store:
        assert store.select("PRAGMA application_id") == [(APPLICATION_ID,)]
        assert store.select("PRAGMA journal_mode") == [("wal",)]
        assert store.select("PRAGMA page_size") == [(8192,)]
        assert store.select("PRAGMA foreign_keys") == [(1,)]
        assert store.select("PRAGMA synchronous") == [(1,)]
        assert {name for (name,) in store.select("SELECT name FROM _sqlite_migrations")} == known_migrations()
        assert not store.select("SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')")


def test_tests_have_the_tables_that_migrations_make():
    made = [closing(sqlite3.connect(":memory:", isolation_level=None)) for _ in range(2)]
    with made[0] as migrated, made[1] as at_once:
        migrate(add_functions(migrated))
        create_tables(add_functions(at_once))
        assert tables(at_once) == tables(migrated)


def tables(db):
    """The tables and indexes of a file, and the rows in it; not when it was migrated."""
    rows = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name").fetchall()
    names = [name for kind, name, *_ in rows if kind == "table"]
    contents = {name: [row[:3] for row in db.execute(f'SELECT * FROM "{name}"')] for name in names}
    return rows, contents


@pytest.mark.nightly
def test_a_new_file_is_made_without_pandas_which_others_still_find(tmp_path):
    """sqlite-utils takes pandas where it is, and pandas takes longer to load than all of the engine."""
    code = (
        "import sys; from pathlib import Path; from engine.store.file.connection import open_store; "
        f"open_store(Path({str(tmp_path / 'new.db')!r})).close(); "
        "print('sqlite_utils' in sys.modules, 'pandas' in sys.modules); import pandas"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False"]


def test_an_empty_file_is_treated_as_new(tmp_path):
    (tmp_path / "townwright.db").touch()
    with new_store(tmp_path) as store:
        assert new_run(store).number == 1


def test_opening_again_changes_nothing(tmp_path):
    path = filled(tmp_path)
    with open_store(path) as store:
        first = fingerprint(store, 1)
    with open_store(path) as store:
        assert fingerprint(store, 1) == first


def test_a_file_of_another_program_is_refused(tmp_path):
    path = tmp_path / "townwright.db"
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("CREATE TABLE recipes (name)")
    refused(path, "another program", "another workspace folder")


def test_an_empty_file_marked_by_another_program_is_refused(tmp_path):
    path = tmp_path / "townwright.db"
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA application_id = 12345")
        conn.execute("VACUUM")
    refused(path, "another program")


def test_a_file_that_is_no_database_is_refused(tmp_path):
    path = tmp_path / "townwright.db"
    path.write_text("Dear diary")
    refused(path, "not a SQLite file", "there is no backup")


def test_a_file_of_a_newer_program_is_refused(tmp_path):
    path = filled(tmp_path)
    with closing(sqlite3.connect(path)) as conn, conn:
        conn.execute("INSERT INTO _sqlite_migrations VALUES (99, 'townwright', 'm99_telepathy', '')")
    refused(path, "newer version of Townwright", "m99_telepathy", "update Townwright")


@pytest.mark.parametrize(
    "trap",
    [
        "CREATE TRIGGER lie AFTER INSERT ON memory BEGIN UPDATE memory SET text = 'lies'; END",
        "CREATE VIEW lie AS SELECT * FROM memory",
    ],
)
def test_a_file_with_a_trigger_or_view_is_refused(tmp_path, trap):
    path = filled(tmp_path)
    with closing(sqlite3.connect(path)) as conn, conn:
        conn.execute(trap)
    refused(path, "'lie'", "could change the log", "doctor --restore")


def _noise(data):
    data[3 * 8192 : 5 * 8192] = bytes(range(256)) * 64


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data.__setitem__(slice(0, 100), bytes(100)),
        lambda data: data.__delitem__(slice(len(data) // 2, None)),
        lambda data: data.__delitem__(slice(50, None)),
        _noise,
    ],
    ids=["header gone", "cut in half", "cut in the header", "noise pages"],
)
def test_a_damaged_file_is_refused_and_the_backup_named(tmp_path, damage):
    path = filled(tmp_path)
    data = bytearray(path.read_bytes())
    damage(data)
    path.write_bytes(data)
    refused(path, "damaged", "doctor --restore")


def test_reading_only_takes_no_write_and_makes_no_file(tmp_path):
    with pytest.raises(NotFound, match="no workspace file"):
        open_store(tmp_path / "townwright.db", read_only=True)
    assert not list(tmp_path.iterdir())
    path = filled(tmp_path)
    with open_store(path, read_only=True) as store:
        assert len(list(read_log(store, 1, Event))) == 50
        with pytest.raises(NotWritten, match="read-only"), store.write():
            pytest.fail("no transaction was begun")


def test_an_older_file_is_not_read_without_being_brought_up_to_date(tmp_path):
    path = tmp_path / "townwright.db"
    with closing(sqlite3.connect(path)) as conn:
        Database(conn)["seen"].insert({"a": 1})
        conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        conn.commit()
    with pytest.raises(WorkspaceDamaged, match="older version of Townwright"):
        open_store(path, read_only=True)


def test_a_full_disk_is_said_in_words_and_leaves_nothing_half_written(tmp_path):
    path = filled(tmp_path)
    with open_store(path) as store:
        before = fingerprint(store, 1)
        (pages,) = store.select("PRAGMA page_count")[0]
        store.db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(NotWritten, match="the disk is full; free some space"):  # noqa: PT012
            for minute in range(100, 500):
                append(store, 1, turn_at(minute, 1), one_of_each(minute))
                before = fingerprint(store, 1)
        assert not store.db.in_transaction
        assert fingerprint(store, 1) == before
        store.db.execute("PRAGMA max_page_count = 1000000")
        live(store, 1, [900])
    with open_store(path) as store:
        assert list(read_log(store, 1, Event))[-1].minute == 900


def test_a_read_only_file_is_said_in_words(tmp_path):
    path = filled(tmp_path)
    with open_store(path) as store:
        store.db.execute("PRAGMA query_only = ON")
        with pytest.raises(NotWritten, match="read-only"):
            live(store, 1, [900])


def test_a_failed_write_leaves_nothing_and_the_store_usable(tmp_path):
    with new_store(tmp_path) as store:
        with pytest.raises(ZeroDivisionError):
            fail_in_a_write(store)
        assert store.select("SELECT count(*) FROM scenario") == [(0,)]
        new_run(store)


def fail_in_a_write(store):
    with store.write():
        new_run(store)
        raise ZeroDivisionError


def test_a_write_inside_a_write_can_fail_alone(tmp_path):
    with new_store(tmp_path) as store, store.write():
        run = new_run(store).number
        with pytest.raises(ZeroDivisionError):
            fail_in_a_write(store)
        live(store, run, [10])
    with new_store(tmp_path) as store:
        assert store.select("SELECT count(*) FROM run") == [(1,)]


def test_a_durable_write_waits_for_the_disk_and_only_that_one(tmp_path):
    with new_store(tmp_path) as store:
        with store.write(durable=True):
            assert store.select("PRAGMA synchronous") == [(2,)]
        assert store.select("PRAGMA synchronous") == [(1,)]


def test_two_writers_wait_for_each_other_and_lose_nothing(tmp_path):
    with new_store(tmp_path) as store:
        runs = [new_run(store).number for _ in range(4)]

        def write_all(run):
            with open_store(store.path) as own:  # as another process would
                live(own, run, range(10, 40))

        threads = [threading.Thread(target=write_all, args=(run,)) for run in runs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [len(list(read_log(store, run, Event))) for run in runs] == [30] * 4


def test_each_thread_has_its_own_connection_and_finished_threads_keep_none(tmp_path):
    with new_store(tmp_path) as store:
        seen = []
        for _ in range(20):
            thread = threading.Thread(target=lambda: seen.append(id(store.db)))
            thread.start()
            thread.join()
        assert id(store.db) not in seen[:1]
        assert len(store._open) <= 2


def test_a_thread_goes_on_with_the_connection_of_one_that_has_finished(tmp_path):
    with new_store(tmp_path) as store:
        seen = []
        for _ in range(3):
            thread = threading.Thread(target=lambda: seen.append(store.db))
            thread.start()
            thread.join()
        assert seen[0] is seen[1] is seen[2] is not store.db


def test_nobody_goes_on_in_the_transaction_of_a_thread_that_has_finished(tmp_path):
    with new_store(tmp_path) as store:
        seen = []
        for _ in range(2):
            thread = threading.Thread(target=lambda: seen.append(store.db.execute("BEGIN").connection))
            thread.start()
            thread.join()
        assert seen[0] is not seen[1]
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            seen[0].execute("SELECT 1")


def test_what_was_read_is_kept_until_anybody_writes(tmp_path):
    with new_store(tmp_path) as store:
        asked = []

        def runs():
            asked.append(store.select("SELECT count(*) FROM run"))
            return asked[-1][0][0]

        assert (store.unchanged("runs", runs), store.unchanged("runs", runs), len(asked)) == (0, 0, 1)
        new_run(store)
        assert (store.unchanged("runs", runs), len(asked)) == (1, 2)
        with open_store(store.path) as other:  # as another process would
            new_run(other)
        assert (store.unchanged("runs", runs), len(asked)) == (2, 3)


def test_what_was_read_before_another_wrote_is_not_kept_as_new(tmp_path):
    with new_store(tmp_path) as store, open_store(store.path) as other:

        def runs():
            return store.select("SELECT count(*) FROM run")[0][0]

        def overtaken():
            found = runs()
            new_run(other)  # somebody writes while this is read, and what is asked for within notices it
            store.unchanged("within", runs)
            return found

        assert store.unchanged("runs", overtaken) == 0
        assert store.unchanged("runs", runs) == 1


def test_what_was_read_in_a_transaction_that_failed_is_not_kept(tmp_path):
    with new_store(tmp_path) as store:

        def runs():
            return store.select("SELECT count(*) FROM run")[0][0]

        def fail():
            with store.write():
                new_run(store)
                assert store.unchanged("runs", runs) == 1
                raise InterruptedError

        with pytest.raises(InterruptedError):
            fail()
        assert store.unchanged("runs", runs) == 0


def test_a_closed_store_says_so(tmp_path):
    store = new_store(tmp_path)
    store.close()
    with pytest.raises(ValueError, match="closed"):
        store.select("SELECT 1")


WRITER = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[2:]
from store_samples import append, one_of_each, turn_at
from engine.store.file.connection import open_store
with open_store(Path(sys.argv[1])) as store:
    for minute in range(100, 100_000):
        append(store, 1, turn_at(minute, 1), one_of_each(minute))
        print(minute, flush=True)
"""


@pytest.mark.soak
def test_a_killed_writer_loses_nothing_it_has_committed(tmp_path):
    path = filled(tmp_path)
    here = Path(__file__).parent
    for stop in (5, 60):
        command = [sys.executable, "-c", WRITER, str(path), str(here), str(here.parent)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            committed = [int(next(writer.stdout)) for _ in range(stop)]
            writer.kill()
        with open_store(path) as store:
            kept = [turn.minute for turn in read_log(store, 1, Turn, after=99)]
            assert kept[:stop] == committed
            assert verify(store, 1) is None
            assert counts(store, 1)["diary"] == len(kept)
        path.unlink()
        shutil.rmtree(tmp_path / "backups")
        path = filled(tmp_path)


def test_who_opens_a_file_again_keeps_the_locks_of_who_has_it_open(tmp_path):
    """Closing any descriptor of a file frees a process's locks on it; another process would then take itself
    for the last, and SQLite's log away from under this one.
    """
    leave = "import sys; from engine.store.file.connection import open_store; open_store(sys.argv[1]).close()"
    with new_store(tmp_path) as first:
        with open_store(first.path):
            pass
        subprocess.run([sys.executable, "-c", leave, str(first.path)], check=True)
        assert first.path.with_name(f"{first.path.name}-wal").is_file(), "the one who left was not the last"
        new_run(first)
    with open_store(first.path) as after:
        assert after.select("PRAGMA quick_check") == [("ok",)]
