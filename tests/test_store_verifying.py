"""Whether a log is still what was committed: whatever is changed, added or gone is found."""

from __future__ import annotations

import pytest
from store_samples import live, one_of_each, turn_at

from engine.store.answers.spending import AskedRow, keep_asked
from engine.store.file.connection import open_store
from engine.store.living.runs import fork_run, hide_run, rename_run, set_until
from engine.store.log.rows import append
from engine.store.verifying.verifying import verify
from engine.store.writing.scenarios import save_version


def _change_every_table():
    changes = [
        ("memory", "UPDATE memory SET text = replace(text, 'kind', 'mind')"),
        ("recall", "UPDATE recall SET items = replace(items, '0.75', '0.76')"),
        ("turn", "UPDATE turn SET reason = 'wake'"),
        ("presence", "UPDATE presence SET next = next + 1"),
        ("call", "UPDATE call SET answer = prompt"),
        ("event removed", "DELETE FROM event"),
        ("stamp moved", "UPDATE stamp SET turn = turn + 1 WHERE kind = 'event'"),
        (
            "event added",
            "INSERT INTO event SELECT run, id + 500, room, kind, text, '', about, '', 0 FROM event",
        ),
    ]
    return pytest.mark.parametrize(
        "change", [change for _, change in changes], ids=[name for name, _ in changes]
    )


@_change_every_table()
def test_a_changed_row_is_found_and_its_turn_named(store, run, change):
    live(store, run, [5])
    append(store, run, turn_at(10, 1), one_of_each(10))
    live(store, run, [15])
    assert verify(store, run) is None
    with store.write() as db:
        db.execute(f"{change}{' AND' if ' WHERE ' in change else ' WHERE'} id / 10000000 = 10")
    found = verify(store, run)
    assert found is not None
    assert found.turn // 10_000_000 == 10
    assert "day 1 00:10" in found.words


def remove_turns(store, where):
    """Take turns out of the log with all they made, as if they had never been."""
    with store.write() as db:
        mine = f"SELECT kind, id FROM stamp WHERE turn IN (SELECT id FROM turn WHERE {where})"
        rows = db.execute(mine).fetchall()
        for kind, row in rows:
            db.execute(f"DELETE FROM {kind} WHERE id = ?", (row,))
            db.execute("DELETE FROM stamp WHERE id = ?", (row,))
    return [kind for kind, _ in rows].count("turn")


@pytest.mark.parametrize(
    "where",
    ["id = (SELECT min(id) FROM turn)", "id = (SELECT max(id) FROM turn)", "agent = ''", "id > 0"],
    ids=["the first", "last talk", "the author's", "all"],
)
def test_turns_that_were_removed_as_a_whole_are_missed(store, run, where):
    live(store, run, [5, 10])
    append(store, run, turn_at(12, 0), [])
    append(store, run, turn_at(15, 2), one_of_each(15, 2))
    fork = fork_run(store, run, 15).number
    assert verify(store, run) is verify(store, fork) is None
    left = 4 - remove_turns(store, where)
    for one in (run, fork):
        assert verify(store, one).words == f"run {run} has {left} turns, but 4 were committed"
        assert verify(store, one).turn is None


def test_a_turn_that_was_not_committed_is_not_counted(store, run):
    live(store, run, [5])
    with pytest.raises(ValueError, match="already"):
        live(store, run, [5])
    assert store.select("SELECT turns FROM run WHERE number = ?", (run,)) == [(1,)]
    assert verify(store, run) is None


def test_the_turns_of_an_older_file_are_counted_when_it_is_brought_up_to_date(store, run):
    live(store, run, [5, 10])
    with store.write() as db:
        db.execute("ALTER TABLE run DROP COLUMN turns")
        db.execute("DELETE FROM _sqlite_migrations WHERE name = 'm09_turns_are_counted'")
    with open_store(store.path) as again:
        assert verify(again, run) is None
        live(again, run, [15])
        assert verify(again, run) is None


@pytest.mark.parametrize("change", ["UPDATE text SET body = x'00'", "DELETE FROM text"])
def test_a_changed_prompt_is_found(store, run, change):
    append(store, run, turn_at(10, 1), one_of_each(10))
    with store.write() as db:
        db.execute("PRAGMA defer_foreign_keys = ON")
        db.execute(f"{change} WHERE hash IN (SELECT prompt FROM call)")
    assert "one of its prompts or answers is missing or changed" in verify(store, run).words


# ---- what stands beside the log


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE run SET seed = 8", "the seed is now 8, but was 7"),
        ("UPDATE run SET settings = '{\"attention\": 9}'", "the settings is"),
        ("UPDATE run SET model = 'oracle'", "the model is now 'oracle', but was 'rehearsal'"),
        ("UPDATE run SET begun = 'noise'", "can no longer be read"),
        ("UPDATE run SET begun = 'null'", "can no longer be read"),
        ("UPDATE run SET begun = '[[1]]'", "can no longer be read"),
        ("UPDATE run SET scenario_version = 2", "the files of its scenario"),
        ("UPDATE scenario_file SET path = 'world.yaml'", "the files of its scenario"),
        ("DELETE FROM scenario_file", "the files of its scenario"),
        (
            "UPDATE text SET body = x'00' WHERE hash IN (SELECT hash FROM scenario_file)",
            "the file 'town.yaml'",
        ),
    ],
)
def test_a_run_that_was_begun_otherwise_is_found_and_so_is_its_fork(store, run, change, said):
    live(store, run, [5])
    fork = fork_run(store, run, 5).number
    save_version(store, "willow-bay", {"town.yaml": "town: Elsewhere"})
    assert verify(store, run) is verify(store, fork) is None
    with store.write() as db:
        db.execute("PRAGMA defer_foreign_keys = ON")
        db.execute(f"{change} WHERE number = {run}" if change.startswith("UPDATE run") else change)
    for one in (run, fork):
        assert said in verify(store, one).words
        assert f"run {run}: " in verify(store, one).words


def test_what_people_may_change_of_a_run_is_no_difference(store, run):
    live(store, run, [5])
    rename_run(store, run, "Another name")
    hide_run(store, run)
    set_until(store, run, 99)
    assert verify(store, run) is None


ANSWERS = ["UPDATE {} SET answer = (SELECT prompt FROM call)", "UPDATE {} SET key = '00'", "DELETE FROM {}"]


@pytest.mark.parametrize("change", ANSWERS)
@pytest.mark.parametrize(("journal", "table"), [(True, "journal"), (False, "recorded")])
def test_an_answer_that_was_changed_where_it_is_kept_is_found(store, run, change, journal, table):
    append(store, run, turn_at(10, 1), one_of_each(10), journal=journal)
    assert verify(store, run) is None
    with store.write() as db:
        db.execute("PRAGMA defer_foreign_keys = ON")
        db.execute(change.format(table))
    assert "the stored answer for" in verify(store, run).words


def test_an_answer_given_in_an_interview_is_looked_at_too(store, run):
    live(store, run, [5])
    asked = AskedRow(
        run=run, source="chat", agent="ada", minute=5, purpose="interview", key="k" * 64, profile="m",
        model="m", said="well", attempts=1, repairs=0, failure="", tokens_in=1, tokens_out=1, cached=0,
        seconds=1.0, micros=None,
    )  # fmt: skip
    keep_asked(store, asked, answer='{"text": "Yes."}')
    assert verify(store, run) is None
    with store.write() as db:
        db.execute("UPDATE text SET body = x'00' WHERE hash IN (SELECT answer FROM journal)")
    assert "the key kkkkkkkkkkkk… has changed" in verify(store, run).words


def test_an_older_file_is_sealed_when_it_is_brought_up_to_date(store, run):
    append(store, run, turn_at(10, 1), one_of_each(10))
    with store.write() as db:
        for table, column in (("run", "begun"), ("journal", "seal"), ("recorded", "seal")):
            db.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        db.execute("DELETE FROM _sqlite_migrations WHERE name = 'm13_what_was_begun_and_answered'")
    with open_store(store.path) as again:
        assert verify(again, run) is None
        append(again, run, turn_at(20, 1), one_of_each(20))
        assert verify(again, run) is None
        with again.write() as db:
            db.execute("UPDATE run SET seed = 8")
        assert "the seed" in verify(again, run).words
