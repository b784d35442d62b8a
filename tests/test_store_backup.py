"""Backups: whole, checked, five kept; and a damaged file replaced without being lost."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest
from store_samples import live, new_run, new_store

from engine.errors import NotFound, NotWritten, WorkspaceDamaged
from engine.store.file.backup import back_up, backups_of, check_backup, restore
from engine.store.file.connection import open_store
from engine.store.log.rows import fingerprint
from engine.store.verifying.verifying import verify


@pytest.fixture
def lived(tmp_path):
    with new_store(tmp_path) as store:
        live(store, new_run(store).number, range(10, 30))
        yield store


def test_a_backup_holds_all_that_was_committed(lived):
    path = back_up(lived, "willow-bay-1 day 1")
    assert re.fullmatch(r"000001-\d{4}-\d\d-\d\d-willow-bay-1-day-1\.db", path.name)
    with open_store(path, read_only=True) as copy:
        assert fingerprint(copy, 1) == fingerprint(lived, 1)
        assert verify(copy, 1) is None


def test_the_newest_five_are_kept_and_numbers_go_on(lived):
    made = [back_up(lived, label) for label in ("", "x", "../../etc", "", "", "", "last")]
    assert backups_of(lived.backups) == tuple(reversed(made[2:]))
    assert re.fullmatch(r"000003-[\d-]{10}-etc\.db", made[2].name)
    assert {path.suffix for path in lived.backups.iterdir()} == {".db"}


def test_a_backup_is_not_made_in_the_middle_of_a_write(lived):
    with lived.write(), pytest.raises(ValueError, match="inside a write"):
        back_up(lived)


def test_a_backup_that_cannot_be_written_leaves_no_part_and_no_old_one_is_lost(lived, monkeypatch):
    first = back_up(lived)

    def damage(path):
        raise WorkspaceDamaged("the copy is damaged")

    monkeypatch.setattr("engine.store.file.backup.check_backup", damage)
    with pytest.raises(WorkspaceDamaged, match="copy"):
        back_up(lived)
    assert list(lived.backups.iterdir()) == [first]


def test_a_damaged_workspace_is_restored_and_kept_aside(tmp_path, lived):
    expected = fingerprint(lived, 1)
    back_up(lived)
    live(lived, 1, [500])
    lived.close()
    lived.path.write_bytes(b"not a database")
    with pytest.raises(WorkspaceDamaged, match="doctor --restore"):
        open_store(lived.path)
    aside = restore(lived.path)
    assert aside.name == "townwright-damaged-1.db"
    assert aside.read_bytes() == b"not a database"
    with open_store(lived.path) as store:
        assert fingerprint(store, 1) == expected
        live(store, 1, [500])


def test_what_sqlite_had_beside_the_damaged_file_does_not_get_into_the_restored_one(lived):
    expected = fingerprint(lived, 1)
    back_up(lived)
    live(lived, 1, [500])
    wal = lived.path.with_name("townwright.db-wal")
    left = wal.read_bytes()
    lived.close()
    wal.write_bytes(left)
    aside = restore(lived.path)
    assert aside.with_name("townwright-damaged-1.db-wal").read_bytes() == left
    with open_store(lived.path) as store:
        assert fingerprint(store, 1) == expected


def test_a_damaged_or_foreign_backup_is_not_restored(tmp_path, lived):
    lived.close()
    before = lived.path.read_bytes()
    bad = tmp_path / "bad.db"
    bad.write_bytes(before[: len(before) // 2])
    with pytest.raises(WorkspaceDamaged, match="damaged"):
        restore(lived.path, bad)
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as conn:
        conn.execute("CREATE TABLE recipes (name)")
    with pytest.raises(WorkspaceDamaged, match="another program"):
        restore(lived.path, foreign)
    (tmp_path / "empty.db").touch()
    with pytest.raises(WorkspaceDamaged, match="empty"):
        check_backup(tmp_path / "empty.db")
    assert lived.path.read_bytes() == before


def test_without_a_backup_nothing_is_touched(tmp_path, lived):
    with pytest.raises(NotFound, match="no backup"):
        restore(lived.path)
    with pytest.raises(NotFound, match=r"nowhere\.db"):
        restore(lived.path, tmp_path / "nowhere.db")


def test_a_restore_that_the_disk_refuses_says_so(lived, monkeypatch):
    back_up(lived)
    lived.close()
    before = lived.path.read_bytes()

    def refuse(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copyfile", refuse)
    with pytest.raises(NotWritten, match="No space left"):
        restore(lived.path)
    assert lived.path.read_bytes() == before
