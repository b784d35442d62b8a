"""Damage within the rows of a workspace is found before a run goes on, and never replaces a good backup."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections import Counter
from contextlib import closing, suppress

import pytest

from engine.api.workspace import open_workspace
from engine.cli import main
from engine.errors import TownwrightError, WorkspaceDamaged
from engine.export.jsonl import export
from engine.records import Line, Turn
from engine.row_ids import NARROW
from engine.store.file.backup import back_up, restore
from engine.store.file.checks import backups_of
from engine.store.file.schema import FILE
from engine.store.verifying.backups import verified_backup
from engine.store.verifying.verifying import verify
from tests.lived_towns import copy_of, lived_town

pytestmark = pytest.mark.slow

TOWN = "three-neighbours"
CHANGED = """
    UPDATE memory SET text = replace(text, 'a', 'b')
    WHERE run = 1 AND id = (SELECT min(id) FROM memory WHERE run = 1 AND text LIKE '%a%')
"""
NO_TEXT = "UPDATE journal SET answer = CAST(x'ff' || CAST(substr(answer, 2) AS BLOB) AS TEXT)"


@pytest.fixture
def folder(tmp_path):
    """A workspace in which a town has lived a day, of which there is a backup."""
    return copy_of(lived_town(TOWN), tmp_path / "workspace")


def damage(folder, sql):
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        assert db.execute(sql).rowcount


def test_a_run_does_not_go_on_from_a_memory_that_was_changed(folder):
    damage(folder, CHANGED)
    before = backups_of(folder / "backups")
    assert before
    with open_workspace(folder) as workspace:
        run = workspace.runs.find("last")
        with pytest.raises(WorkspaceDamaged, match="its rows have changed since they were committed"):
            run.live(days=5)
        with pytest.raises(WorkspaceDamaged):
            run.whisper("nell", "Sing.")
    assert backups_of(folder / "backups") == before


def test_the_copy_of_a_damaged_file_takes_no_backups_place(folder):
    with open_workspace(folder) as workspace:
        damage(folder, CHANGED)
        before = backups_of(folder / "backups")
        for _ in range(7):
            with pytest.raises(WorkspaceDamaged, match="doctor --restore"):
                back_up(workspace.store)
        assert workspace.unverified_backup
    newest, *others = backups_of(folder / "backups")
    assert tuple(others) == before, "those before are kept, and only the last of the damaged file"
    assert newest.stem.endswith("-unverified")
    assert verified_backup(folder / "backups") == before[0]
    assert {path.suffix for path in (folder / "backups").iterdir()} == {".db"}


def test_damage_in_a_run_that_nobody_lives_is_found_as_well(folder):
    with open_workspace(folder) as workspace:
        other = workspace.runs.new(TOWN, name="other")
        other.live("day 1 08:00")
        back_up(workspace.store)
        damage(folder, CHANGED)
        other.live("day 1 09:00")
        with pytest.raises(WorkspaceDamaged, match="run 1"):
            back_up(workspace.store)


def test_damage_elsewhere_keeps_no_sound_run_from_going_on_and_is_told(folder, capsys):
    with open_workspace(folder) as workspace:
        workspace.runs.new(TOWN, name="other")
    damage(folder, CHANGED)
    before = backups_of(folder / "backups")
    assert main(["resume", "other", "--days", "2", "--workspace", str(folder)]) == 0
    assert "doctor" in capsys.readouterr().err
    newest, *others = backups_of(folder / "backups")
    assert (newest.stem[-11:], tuple(others)) == ("-unverified", before)
    assert main(["doctor", "--workspace", str(folder)]) == 1
    assert newest.name in capsys.readouterr().out


def test_after_a_backup_was_put_in_place_what_was_being_lived_is_taken_up(folder):
    with open_workspace(folder) as workspace:
        run = workspace.runs.find("last")
        with workspace.store.write() as db:
            db.execute("UPDATE job SET state = 'running', ended = ''")
        good = back_up(workspace.store)
    (folder / FILE).write_bytes(b"not a database")
    restore(folder / FILE, good)
    with open_workspace(folder) as workspace:
        job = workspace.runs.glance(run.row.number).job
        assert (job.state, "resume" in str(job.note)) == ("done", True)
        workspace.runs.find("last").live("day 2 06:00")


def test_the_doctor_puts_the_newest_backup_in_place_that_verifies(folder, capsys):
    good = backups_of(folder / "backups")[0]
    damage(folder, CHANGED)
    bad = good.with_name("000099.db")
    bad.write_bytes((folder / FILE).read_bytes())
    assert verified_backup(folder / "backups") == good
    assert main(["doctor", "--workspace", str(folder)]) == 1
    assert main(["doctor", "--restore", "--workspace", str(folder)]) == 0
    assert good.name in capsys.readouterr().err
    with open_workspace(folder) as workspace:
        workspace.runs.find("last").live("day 2 06:00")


def test_a_kept_answer_that_is_no_text_is_named_with_what_to_do(folder, capsys):
    with open_workspace(folder) as workspace:
        workspace.runs.find("last").at().ask("nell", "How are you?")
    damage(folder, NO_TEXT)
    assert main(["doctor", "--workspace", str(folder)]) == 1
    found = capsys.readouterr().out
    assert "answer" in found
    assert "Traceback" not in found
    with open_workspace(folder) as workspace, pytest.raises(WorkspaceDamaged, match="doctor --restore"):
        list(export(workspace.runs.find("last"), 1440))
    assert main(["doctor", "--restore", "--workspace", str(folder)]) == 0


def test_one_backup_of_each_of_the_last_days_is_kept_beside_the_newest_five(folder, monkeypatch):
    day = 86_400
    with open_workspace(folder) as workspace:
        made = [back_up(workspace.store, f"n{n}") for n in range(14)]
        kept = backups_of(folder / "backups")
        assert kept == tuple(reversed(made[-5:])), "all are of one day"
        now = workspace.store.now()
        clock = {"now": now}
        monkeypatch.setattr(workspace.store, "now", lambda: clock["now"])
        of_days = []
        for n in range(1, 8):
            clock["now"] = now + n * day
            of_days.append([back_up(workspace.store, f"m{k}") for k in range(6)])
    left = backups_of(folder / "backups")
    assert set(left) == {*of_days[-1][-5:], *(made[-1] for made in of_days[-5:])}


# ---- rows beside the log


def doctored(folder, capsys):
    status = main(["doctor", "--workspace", str(folder)])
    return status, capsys.readouterr().out


@pytest.mark.parametrize(
    ("table", "sql"),
    [
        ("pin", "UPDATE pin SET words = 'other'"),
        ("chat_message", "UPDATE chat_message SET text = 'other' "),
        ("chat_message", "DELETE FROM chat_message"),
        ("run", "UPDATE run SET name = 'other'"),
        ("scenario", "UPDATE scenario SET name = 'other' WHERE number = 1"),
        ("sift", "UPDATE sift SET sql = CAST(x'ff' AS TEXT)"),
        ("sift", "UPDATE sift SET name = CAST(x'ff' AS TEXT)"),
        ("row_seal", "UPDATE row_seal SET seal = 'other' WHERE name = 'pin'"),
    ],
)
def test_a_row_beside_the_log_that_was_changed_is_found_and_never_backed_up(folder, capsys, table, sql):
    with open_workspace(folder) as workspace:
        run = workspace.runs.find("last")
        run.pins.add(next(iter(run.at().log.rows(Line))).id)
        chat = run.at().start_chat("nell")
        run.add_message(chat.number, "person", "How are you?")
        workspace.sifts.keep("mine", "SELECT id FROM event")
    assert doctored(folder, capsys)[0] == 0
    damage(folder, sql)
    status, said = doctored(folder, capsys)
    assert status == 1
    assert "has changed since it was written" in said or "is missing" in said
    assert {"row_seal": "pin"}.get(table, table) in said
    with open_workspace(folder) as workspace, pytest.raises(WorkspaceDamaged):
        back_up(workspace.store)


def test_what_townwright_writes_undoes_and_deletes_is_never_taken_for_damage(folder, capsys):
    with open_workspace(folder) as workspace:
        run = workspace.runs.find("last")
        line = next(iter(run.at().log.rows(Line))).id
        run.pins.add(line)
        run.pins.change(line, note="first")
        run.pins.change(line, note="second")
        run.pins.drop(line)
        workspace.sifts.keep("mine", "SELECT id FROM event")
        workspace.sifts.keep("mine", "SELECT id FROM line", was="mine")
        undone(workspace.store, "INSERT INTO sift VALUES ('other', '', 'SELECT 1', '')")
        fork = run.fork("day 1 12:00")
        fork.live("day 1 13:00")
        fork.rename("another")
        fork.delete()
        fork.empty()
    assert doctored(folder, capsys)[0] == 0


def test_rows_that_go_with_another_or_are_replaced_are_never_taken_for_damage(folder, capsys):
    with open_workspace(folder) as workspace:
        run = workspace.runs.find("last")
        chat = run.at().start_chat("nell")
        run.add_message(chat.number, "person", "How are you?")
        workspace.sifts.keep("mine", "SELECT id FROM event")
        with workspace.store.write() as db:
            db.execute("INSERT OR REPLACE INTO sift SELECT name, says, 'SELECT 2', changed FROM sift")
            db.execute("DELETE FROM chat WHERE number = ?", (chat.number,))
    assert doctored(folder, capsys)[0] == 0


def undone(store, sql):
    """Write something in a transaction that fails."""
    with suppress(RuntimeError), store.write() as db:
        db.execute(sql)
        raise RuntimeError


@pytest.mark.soak
@pytest.mark.parametrize("bytes_changed", [3, pytest.param(40, marks=pytest.mark.nightly)])
def test_of_bytes_that_are_changed_none_is_lived_on_in_silence(folder, tmp_path, bytes_changed):
    """A byte of the file is changed. Then the run goes on for five days, unless it is refused. What is lived
    has the fingerprint of the run that was never damaged, and a backup that verifies is left.
    """
    with open_workspace(folder) as workspace:
        workspace.store.empty_wal()
    whole = (folder / FILE).read_bytes()
    sound = copy_of(folder, tmp_path / "sound")
    with open_workspace(sound) as workspace:
        run = workspace.runs.find("last")
        run.live(days=5)
        expected = run.at().fingerprint
    draw, seen = random.Random(1), Counter()
    for number in range(bytes_changed):
        hurt = copy_of(folder, tmp_path / f"hurt-{number}")
        at = draw.randrange(100, len(whole))
        (hurt / FILE).write_bytes(whole[:at] + bytes([whole[at] ^ 1 << draw.randrange(8)]) + whole[at + 1 :])
        try:
            with open_workspace(hurt) as workspace:
                run = workspace.runs.find("last")
                run.live(days=5)
                seen["same" if run.at().fingerprint == expected else "other"] += 1
        except TownwrightError:
            seen["refused"] += 1
        assert verified_backup(hurt / "backups") is not None, f"byte {at}"
        shutil.rmtree(hurt)
    assert seen["other"] == 0, seen


def test_of_what_stands_in_the_backup_before_nothing_is_verified_again(folder, monkeypatch):
    looked_at = []

    def noted(store, run, since):
        looked_at.append((run, since.get(run, 0)))
        return verify(store, run, since)

    monkeypatch.setattr("engine.store.verifying.backups.verify", noted)
    with open_workspace(folder) as workspace:
        other = workspace.runs.new(TOWN, name="other")
        other.live("day 1 08:00")
        back_up(workspace.store)
        assert [number for number, _ in looked_at][-1] == other.row.number
        looked_at.clear()
        back_up(workspace.store)
        assert looked_at == []
        last = max(turn.id for turn in other.at().log.rows(Turn))
        other.live("day 1 10:00")
        back_up(workspace.store)
        assert looked_at == [(other.row.number, looked_at[0][1])]
        assert looked_at[0][1] > last - NARROW.minute
