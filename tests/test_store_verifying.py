"""Whether a log is still what was committed: whatever is changed, added or gone is found."""

from __future__ import annotations

import pytest
from store_samples import live, one_of_each, turn_at

from engine.store.connection import open_store
from engine.store.log import append
from engine.store.runs import fork_run
from engine.store.verifying import verify


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
    ids=["the first", "the last", "the author's", "all"],
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
    assert "prompt or an answer" in verify(store, run).words
