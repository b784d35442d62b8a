"""The log: what is appended is read back, once, whole, over a run's lineage."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from hashlib import sha256

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from store_samples import live, new_run, one_of_each, turn_at

from engine.clock import DAY
from engine.errors import BadInput, NotFound, WorkspaceDamaged
from engine.records import Call, Conversation, Event, Memory, Presence, Relation, ThingState, Turn
from engine.row_ids import MOST_ROWS, NARROW, WIDE, row_id
from engine.store.answers.recorded import kept_answer
from engine.store.living.runs import fork_run
from engine.store.log.entries import TABLES
from engine.store.log.inspect import find_row, rows_of_turn, turn_of
from engine.store.log.lineage import lineage
from engine.store.log.rows import append, append_all, fingerprint, last_turn_minute, next_row, read_log
from engine.store.texts import text_hash
from engine.store.verifying.verifying import verify

WIDTHS = pytest.mark.parametrize("width", [NARROW, WIDE], ids=["narrow", "wide"])


def test_every_kind_of_record_comes_back_as_it_was(store, run):
    entries = one_of_each(10)
    turn = append(store, run, turn_at(10, 1), entries)
    read = [record for kind in TABLES if kind is not Turn for record in read_log(store, run, kind)]
    assert sorted(read, key=lambda one: one.id) == entries
    assert list(read_log(store, run, Turn)) == [turn]


@pytest.mark.parametrize("kind", TABLES)
def test_each_table_has_the_columns_of_its_record(store, kind):
    columns = {row[1] for row in store.select(f"PRAGMA table_info({TABLES[kind].name})")}
    assert columns - {"run", "nr"} == {field.name for field in fields(kind)}


def test_any_row_is_found_by_its_id_with_the_turn_that_made_it(store, run):
    entries = one_of_each(10)
    turn = append(store, run, turn_at(10, 1), entries)
    assert [find_row(store, run, entry.id) for entry in entries] == entries
    assert rows_of_turn(store, run, turn.id) == (turn, *entries)
    assert turn_of(store, run, entries[3].id) == turn
    assert find_row(store, run, 99) is None
    assert turn_of(store, run, 99) is None
    with pytest.raises(NotFound, match="no turn 99"):
        rows_of_turn(store, run, 99)


def test_two_turns_of_one_minute_keep_their_rows_apart(store, run):
    first = append(store, run, turn_at(10, 1), one_of_each(10, 1))
    second = append(store, run, turn_at(10, 1, 50), one_of_each(10, 1, n=51))
    assert len(rows_of_turn(store, run, first.id)) == len(rows_of_turn(store, run, second.id))
    assert verify(store, run) is None


@WIDTHS
def test_reading_is_bounded_by_minutes_and_ids_all_exclusive(store, run, width):
    live(store, run, [10, 20, 30, 40], width=width)

    def minutes(**bounds):
        return [event.minute for event in read_log(store, run, Event, **bounds)]

    assert minutes() == [10, 20, 30, 40]
    assert minutes(before=30) == [10, 20]
    assert minutes(after=20) == [30, 40]
    assert minutes(after=10, before=40) == [20, 30]
    assert minutes(before_id=row_id(30, 1, 2, width)) == [10, 20]
    assert minutes(after_id=row_id(30, 1, 2, width)) == [40]
    assert minutes(newest_first=True, limit=3) == [40, 30, 20]
    assert minutes(limit=0) == []
    assert minutes(before=0) == []


def test_reading_by_whose_row_it_is_and_by_any_field(store, run):
    live(store, run, [10, 20], order=1)
    live(store, run, [10, 30], order=2)
    assert [event.minute for event in read_log(store, run, Event, agent="ben")] == [10, 30]
    assert len(list(read_log(store, run, Event, where={"room": "Quay", "actor": "ada"}))) == 2
    assert list(read_log(store, run, Memory, where={"kind": "talk"})) == []
    fields_of_one = "id, room, kind, text, actor, about, thing, urgent"
    with pytest.raises(ValueError, match=f"^a event has no 'rooom'; it has {fields_of_one}$"):
        list(read_log(store, run, Event, where={"rooom": "Quay"}))
    with pytest.raises(ValueError, match="a conversation has no 'agent'"):
        list(read_log(store, run, Conversation, agent="ada"))


def test_a_long_log_is_read_in_pieces_without_gaps(store, run, monkeypatch):
    monkeypatch.setattr("engine.store.log.rows._CHUNK", 3)
    live(store, run, range(10, 20))
    assert [event.minute for event in read_log(store, run, Event)] == list(range(10, 20))
    assert [event.minute for event in read_log(store, run, Event, newest_first=True, limit=7)] == list(
        range(19, 12, -1)
    )


def test_rows_side_by_side_are_read_in_pieces_without_gaps(store, run, monkeypatch):
    monkeypatch.setattr("engine.store.log.rows._CHUNK", 1)
    rows = [
        Memory(id=row_id(10, 1, n), agent="ada", kind="talk", text=f"line {n}", importance=1)
        for n in (1, 2, 3)
    ]
    append(store, run, turn_at(10, 1), rows)
    assert list(read_log(store, run, Memory)) == rows
    assert list(read_log(store, run, Memory, newest_first=True)) == rows[::-1]


def test_what_a_person_did_waits_for_the_disk_and_what_agents_do_does_not(store, run):
    said = []
    store.db.set_trace_callback(said.append)
    append(store, run, turn_at(10, 1), [])
    assert "PRAGMA synchronous = FULL" not in said
    append(store, run, turn_at(11, 1), [], durable=True)
    assert "PRAGMA synchronous = FULL" in said


def test_writing_while_reading_is_allowed(store, run):
    live(store, run, [10, 20])
    for event in read_log(store, run, Event):
        live(store, run, [event.minute + 100])
    assert len(list(read_log(store, run, Event))) == 4


def test_a_stamp_used_before_fails_the_whole_turn(store, run):
    live(store, run, [10])
    before = fingerprint(store, run)
    clash = Event(id=row_id(10, 1, 1), room="Quay", kind="act", text="again")
    with pytest.raises(ValueError, match="already"):
        append(store, run, turn_at(10, 1, 50), [replace(clash, id=row_id(10, 1, 51)), clash])
    assert fingerprint(store, run) == before
    assert find_row(store, run, row_id(10, 1, 51)) is None


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ([turn_at(10, 1, 3)], "holds another turn"),
        ([ThingState(id=row_id(10, 1), thing="a", state="b")], "twice"),
        ([ThingState(id=row_id(10, 1, 1), thing="a", state="b")] * 2, "twice"),
        ([ThingState(id=row_id(11, 0, 0), thing="a", state="b")], "not of the minute"),
        (
            [ThingState(id=row_id(9, NARROW.most_agents, MOST_ROWS), thing="a", state="b")],
            "not of the minute",
        ),
    ],
)
def test_a_turn_that_breaks_the_rules_of_stamps_is_refused(store, run, entries, words):
    with pytest.raises(ValueError, match=words):
        append(store, run, turn_at(10, 1), entries)
    assert last_turn_minute(store, run) == -1


@WIDTHS
@pytest.mark.parametrize("minute", [0, 10])
def test_a_turn_may_hold_any_row_of_its_minute_the_first_and_the_last_too(store, run, minute, width):
    rows = [
        ThingState(id=row_id(minute, order, n, width), thing="a", state="b")
        for order, n in ((0, 0), (width.most_agents, MOST_ROWS))
    ]
    append(store, run, turn_at(minute, 1, 0, width), rows)
    assert list(read_log(store, run, ThingState)) == rows


def test_the_rows_of_a_turn_are_as_wide_as_the_turn(store, run):
    wide = ThingState(id=row_id(10, 1, 1, WIDE), thing="a", state="b")
    with pytest.raises(ValueError, match="not of the minute"):
        append(store, run, turn_at(10, 1), [wide])


def test_turns_that_ended_together_are_kept_together_or_not_at_all(store, run):
    two = [(turn_at(10, 1), one_of_each(10, 1)), (turn_at(10, 2), one_of_each(10, 2))]
    again = [(turn_at(11, 1), one_of_each(11, 1)), two[0]]
    kept = append_all(store, run, two)
    assert list(read_log(store, run, Turn)) == kept
    before = fingerprint(store, run)
    with pytest.raises(ValueError, match="already"):
        append_all(store, run, again)
    assert fingerprint(store, run) == before
    assert verify(store, run) is None


def test_a_turn_of_a_run_that_is_not_there_is_refused(store):
    with pytest.raises(NotFound, match="no run number 9"):
        append(store, 9, turn_at(10, 1), [])


def test_half_a_character_is_refused_and_leaves_nothing(store, run):
    bad = Memory(id=row_id(10, 1, 1), agent="ada", kind="talk", text="\ud800", importance=3)
    with pytest.raises(BadInput, match="an incomplete character"):
        append(store, run, turn_at(10, 1), [bad])
    call = Call(
        id=row_id(10, 1, 1), agent="ada", purpose="act", model="m", key="k", prompt="\ud800", answer=""
    )
    with pytest.raises(BadInput, match="an incomplete character"):
        append(store, run, turn_at(10, 1), [call])
    assert last_turn_minute(store, run) == -1


def test_a_failure_later_in_the_callers_transaction_takes_the_turn_with_it(store, run):
    with pytest.raises(ZeroDivisionError), store.write():  # noqa: PT012
        live(store, run, [10])
        raise ZeroDivisionError
    assert list(read_log(store, run, Event)) == []


@WIDTHS
def test_the_next_free_row_and_the_last_turn(store, run, width):
    assert (last_turn_minute(store, run), next_row(store, run, 10, 1)) == (-1, 0)
    live(store, run, [10, 20], width=width)
    assert (last_turn_minute(store, run), next_row(store, run, 10, 1)) == (20, 4)
    assert next_row(store, run, 10, 2) == 0
    assert next_row(store, run, 20, 0) == 0


def test_a_turn_without_rows_and_a_full_one_take_up_their_numbers(store, run):
    append(store, run, turn_at(10, 1), [])
    assert next_row(store, run, 10, 1) == 1
    append(store, run, turn_at(10, 1, MOST_ROWS), [])
    assert next_row(store, run, 10, 1) == MOST_ROWS + 1
    assert next_row(store, run, 10, 2) == 0


def test_the_order_of_commits_does_not_matter_to_the_fingerprint(store):
    one, other = new_run(store).number, new_run(store).number
    for order in (1, 2):
        append(store, one, turn_at(10, order), one_of_each(10, order))
    for order in (2, 1):
        append(store, other, turn_at(10, order), list(reversed(one_of_each(10, order))))
    assert fingerprint(store, one) == fingerprint(store, other)
    append(store, other, turn_at(11, 1), [])
    assert fingerprint(store, one) != fingerprint(store, other)
    assert fingerprint(store, one) == fingerprint(store, other, before=11)


def other_value(value):
    """Another value of the same type."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return value + "!"
        case tuple():
            return value[1:] if value else ("!",)
        case dict():
            return {**value, "!": "!"}
    raise AssertionError(f"no other value for a {type(value).__name__}")


@pytest.mark.parametrize("kind", [kind for kind in TABLES if kind is not Turn])
def test_the_fingerprint_covers_every_field_of_every_row(store, kind):
    """One field of one row different, and the fingerprint is another; so it is for a row left out."""

    def fingerprint_of(entries):
        run = new_run(store).number
        append(store, run, turn_at(10, 1), entries)
        return fingerprint(store, run)

    entries = one_of_each(10)
    index = next(i for i, entry in enumerate(entries) if type(entry) is kind)
    changed = [
        [*entries[:index], replace(entries[index], **{field.name: other_value(value)}), *entries[index + 1 :]]
        for field in fields(kind)
        if (value := getattr(entries[index], field.name)) is not None and field.name != "id"
    ]
    left_out = [*entries[:index], *entries[index + 1 :]]
    prints = [fingerprint_of(each) for each in (entries, left_out, *changed)]
    assert len(set(prints)) == len(prints)
    assert fingerprint_of(entries) == prints[0]


@pytest.mark.parametrize("field", ["agent", "room", "reason"])
def test_the_fingerprint_covers_every_field_of_a_turn(store, field):
    one, other = new_run(store).number, new_run(store).number
    turn = turn_at(10, 1)
    append(store, one, turn, [])
    append(store, other, replace(turn, **{field: getattr(turn, field) + "!"}), [])
    assert fingerprint(store, one) != fingerprint(store, other)


def test_the_fingerprint_is_the_hash_of_all_digests_whatever_days_they_are_of(store, run):
    live(store, run, [10, DAY - 1, DAY, DAY + 5])
    child = fork_run(store, run, DAY + 3).number
    live(store, child, [DAY + 3, 2 * DAY, 2 * DAY + 7])
    turns = list(read_log(store, child, Turn))
    assert len(turns) == 6
    for before in (1, 11, DAY - 1, DAY, DAY + 1, DAY + 4, 2 * DAY, 2 * DAY + 1, 3 * DAY, None):
        seen = "".join(turn.digest for turn in turns if before is None or turn.minute < before)
        assert fingerprint(store, child, before) == sha256(seen.encode()).hexdigest(), before


def test_the_fingerprint_of_another_minute_of_a_day_reads_that_day_alone(store, run, monkeypatch):
    live(store, run, [10, 20, 30, 40, DAY + 5, DAY + 15])
    fingerprint(store, run, DAY + 10)
    read = []
    select = store.select
    monkeypatch.setattr(store, "select", lambda *asked: read.append(select(*asked)) or read[-1])
    known = fingerprint(store, run, DAY + 20)
    assert sum(map(len, read)) == 2
    append(store, run, turn_at(DAY + 18, 1), [])
    assert fingerprint(store, run, DAY + 20) != known


def test_a_turn_that_brings_a_digest_along_is_given_its_own(store):
    one, other = new_run(store).number, new_run(store).number
    turn = append(store, one, turn_at(10, 1), one_of_each(10))
    assert append(store, other, replace(turn_at(10, 1), digest="of another"), one_of_each(10)) == turn


def test_a_fork_reads_the_past_of_all_its_ancestors_up_to_each_cut(store, run):
    live(store, run, [10, 20, 30])
    child = fork_run(store, run, 25).number
    live(store, child, [25, 35])
    grandchild = fork_run(store, child, 35).number
    early = fork_run(store, grandchild, 15).number
    assert lineage(store, grandchild) == ((grandchild, None), (child, 35), (run, 25))
    assert lineage(store, early) == ((early, None), (grandchild, 15), (child, 15), (run, 15))
    assert [event.minute for event in read_log(store, grandchild, Event)] == [10, 20, 25]
    assert [event.minute for event in read_log(store, early, Event)] == [10]
    assert [event.minute for event in read_log(store, run, Event)] == [10, 20, 30]
    assert fingerprint(store, grandchild) == fingerprint(store, child, before=35)
    with pytest.raises(ValueError, match="before the fork"):
        live(store, child, [24])


@pytest.mark.soak
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    mine=st.sets(st.integers(0, 60), max_size=12),
    cut=st.integers(0, 60),
    own=st.sets(st.integers(0, 60), max_size=8),
    before=st.none() | st.integers(0, 130),
    width=st.sampled_from([NARROW, WIDE]),
)
def test_a_fork_reads_exactly_the_past_before_its_minute_and_its_own_rows(
    store, mine, cut, own, before, width
):
    parent = new_run(store).number
    live(store, parent, [*sorted(mine), 60 + 1], width=width)  # the last turn lets it be forked up to 60
    child = fork_run(store, parent, cut).number
    live(store, child, [cut + minute for minute in sorted(own)], width=width)
    expected = [(m, parent) for m in sorted(mine) if m < cut] + [(cut + m, child) for m in sorted(own)]
    expected = [(m, number) for m, number in expected if before is None or m < before]
    read = [(memory.minute, memory.text) for memory in read_log(store, child, Memory, before=before)]
    assert read == [(m, f"seen at {m} in run {number}") for m, number in expected]
    turns = [turn.minute for turn in read_log(store, child, Turn, before=before, newest_first=True)]
    assert turns == [m for m, _ in reversed(expected)]
    assert verify(store, child) is None


@pytest.mark.soak
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    closeness=st.floats(-1, 1) | st.integers(-1, 1),
    note=st.text(st.characters(exclude_categories=["Cs"])),
    about=st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=3),
)
def test_any_text_and_number_is_kept_to_the_last_bit(store, closeness, note, about):
    run = new_run(store).number
    relation = Relation(
        id=row_id(1, 1, 1), agent="ada", other=note, kind=note, closeness=closeness, note=note
    )
    memory = Memory(id=row_id(1, 1, 2), agent=note, kind="talk", text=note, importance=1, about=tuple(about))
    append(store, run, turn_at(1, 1), [relation, memory])
    assert list(read_log(store, run, Relation)) == [relation]
    assert list(read_log(store, run, Memory)) == [memory]
    assert verify(store, run) is None


def test_the_answers_of_a_turn_are_for_every_run_or_for_its_own_alone(store, run):
    other = new_run(store).number
    append(store, run, turn_at(10, 1), one_of_each(10))
    append(store, run, turn_at(20, 1), one_of_each(20), journal=False)
    assert kept_answer(store, [other], "key 10 1") == '{"activity": "brew 10"}'
    assert kept_answer(store, [other], "key 20 1") is None
    assert kept_answer(store, [run], "key 20 1") == '{"activity": "brew 20"}'


def test_prompts_and_answers_are_kept_once(store, run):
    for minute in (10, 20, 30):
        append(store, run, turn_at(minute, 1), one_of_each(minute))
    assert store.select("SELECT count(*) FROM text WHERE hash IN (SELECT prompt FROM call)") == [(1,)]
    assert [call.prompt for call in read_log(store, run, Call)] == ["What now?"] * 3


@pytest.mark.parametrize(
    ("kind", "change", "words"),
    [
        (Event, "UPDATE event SET about = 'nobody'", "a row of the table 'event' cannot be read"),
        (
            Call,
            "UPDATE text SET body = x'00' WHERE hash IN (SELECT prompt FROM call)",
            f"the stored text {text_hash('What now?')[:12]} has changed",
        ),
        (
            Call,
            "DELETE FROM text WHERE hash IN (SELECT prompt FROM call)",
            "prompts or answers of model calls are missing",
        ),
    ],
)
def test_a_damaged_log_names_its_file_and_what_of_it(store, run, kind, change, words):
    append(store, run, turn_at(10, 1), one_of_each(10))
    with store.write() as db:
        db.execute("PRAGMA defer_foreign_keys = ON")
        db.execute(change)
    with pytest.raises(WorkspaceDamaged, match=re.escape(f"{str(store.path)!r} is damaged: {words}; ")):
        list(read_log(store, run, kind))


def test_presences_are_read_in_the_order_of_ids_over_agents(store, run):
    live(store, run, [10, 20], order=2)
    live(store, run, [10, 20], order=1)
    assert [row.agent for row in read_log(store, run, Presence)] == ["ada", "ben", "ada", "ben"]
