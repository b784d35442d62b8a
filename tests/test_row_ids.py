"""Ids: they say when and by whom, sort as the log does, and stay what they were in every older workspace."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.cognition.thinker import Town
from engine.errors import BadInput
from engine.interventions import Whisper
from engine.mind.turn_rows import TurnRows
from engine.moments.meant import within_reach
from engine.row_ids import (
    MOST_ID,
    MOST_ROWS,
    NARROW,
    WIDE,
    minute_of,
    row_id,
    turn_of,
    width_for,
    width_of,
)
from engine.store.log.inspect import author_turns
from engine.store.verifying.verifying import verify

LAST_DAY = 9_999 * DAY  # the latest to which a town of up to 999 people could ever be told to live


@st.composite
def moments(draw, width):
    return (
        draw(st.integers(0, min(width.last_minute, LAST_DAY))),
        draw(st.integers(0, width.most_agents)),
        draw(st.integers(0, MOST_ROWS)),
    )


def of_a_run():
    """The ids of one run, two at a time: when, by whom, and which row."""
    return st.sampled_from([NARROW, WIDE]).flatmap(
        lambda width: st.tuples(st.just(width), moments(width), moments(width))
    )


@given(moments(NARROW))
def test_the_ids_of_a_town_of_up_to_999_people_are_what_they_always_were(moment):
    minute, number, n = moment
    assert row_id(minute, number, n) == int(f"{minute}{number:03}{n:04}")


@given(moments(WIDE))
def test_a_wide_id_can_be_read_too_and_is_above_every_narrow_one(moment):
    minute, number, n = moment
    made = row_id(minute, number, n, WIDE)
    assert made == int(f"{100_000 + minute}{number:06}{n:04}")
    assert row_id(LAST_DAY, 999, MOST_ROWS) < made <= MOST_ID


@given(of_a_run())
def test_an_id_says_when_and_by_whom(run):
    width, (minute, number, n), other = run
    made = row_id(minute, number, n, width)
    assert (minute_of(made), width_of(made)) == (minute, width)
    assert turn_of(made) == made - n == row_id(minute, number, 0, width)
    assert (turn_of(made) == turn_of(row_id(*other, width))) == ((minute, number) == other[:2])


@given(of_a_run())
def test_the_ids_of_a_run_sort_as_its_log_does(run):
    width, one, other = run
    assert (row_id(*one, width) < row_id(*other, width)) == (one < other)


@given(of_a_run())
def test_a_minute_begins_with_its_first_id_and_ends_before_the_next_begins(run):
    width, (minute, number, n), _ = run
    assert width.starts(minute) <= row_id(minute, number, n, width) < width.starts(minute + 1)
    assert width.starts(-minute) == 0


def test_a_hundred_thousand_people_fit():
    assert [width_for(people) for people in (1, 999, 1_000, 100_000)] == [NARROW, NARROW, WIDE, WIDE]
    assert str(row_id(WIDE.last_minute, 100_000, MOST_ROWS, WIDE)).endswith("1000009999")


@pytest.mark.parametrize("width", [NARROW, WIDE])
@pytest.mark.parametrize("beyond", [(-1, 0, 0), (0, -1, 0), (0, 0, -1), (0, 0, MOST_ROWS + 1)])
def test_there_is_no_id_of_what_cannot_be(width, beyond):
    with pytest.raises(ValueError, match="no such row"):
        row_id(*beyond, width)


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_there_is_no_id_of_somebody_or_a_minute_beyond_the_last(width):
    for minute, number in ((0, width.most_agents + 1), (width.last_minute + 1, 0)):
        with pytest.raises(ValueError, match="no such row"):
            row_id(minute, number, 0, width)


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_a_turn_numbers_its_rows_up_to_the_last_there_is(width):
    rows = TurnRows(10, 3, lambda row: None, first=MOST_ROWS - 1, width=width)
    assert (rows.turn, rows.next_id()) == (
        row_id(10, 3, MOST_ROWS - 1, width),
        row_id(10, 3, MOST_ROWS, width),
    )
    with pytest.raises(ValueError, match="agent number 3 at minute 10 is full"):
        rows.next_id()


@pytest.mark.nightly
def test_a_town_with_wide_ids_is_lived_read_forked_whispered_to_and_sent_like_any_other(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(Town, "width", WIDE)  # as if it had a thousand people
    with open_workspace(tmp_path / "ws") as workspace:
        run = workspace.runs.new("three-neighbours")
        run.live("day 1 12:00")
        whispered = run.intervene(Whisper(agent="nell", text="Have lunch at the Mill at 13:00."))
        run.live("day 1 20:00")
        rows = list(run.at().log.entries())
        assert {width_of(row.id) for row in rows} == {WIDE}
        assert [row.id for row in rows] == sorted(row.id for row in rows)
        assert author_turns(run.store, run.number, 12 * 60) == (whispered,)
        early = {minute for row in rows if (minute := row.minute) < 540}
        assert {row.minute for row in run.at("day 1 09:00").log.entries()} == early
        assert run.at().ask("nell", "What did you do this morning?").text
        assert verify(run.store, run.number) is None
        child = run.fork("day 1 09:00")
        child.live("day 1 12:00")
        assert verify(child.store, child.number) is None
        assert child.at("day 1 11:59").fingerprint == run.at("day 1 11:59").fingerprint


def test_a_town_is_not_lived_to_where_its_log_has_no_numbers():
    assert within_reach(LAST_DAY, 999) == LAST_DAY
    assert within_reach(WIDE.last_minute, 1_000) == WIDE.last_minute
    with pytest.raises(BadInput, match=r"a town of 1,000 people can run until day 55\d "):
        within_reach(LAST_DAY, 1_000)
