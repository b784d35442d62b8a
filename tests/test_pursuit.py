"""Each kind of intention is gone about by its class: who is left, how it stands, when it is over and why."""

from __future__ import annotations

import pytest
import yaml

from engine.clock import minute_at
from engine.cognition.act import stay
from engine.cognition.perceive import perceive, unnoticed_since
from engine.cognition.pursuit.attending import Attendance
from engine.cognition.pursuit.kept import Kept
from engine.cognition.pursuit.kinds import pursuit_class
from engine.cognition.pursuit.pursuit import Pursuit
from engine.interventions import Happen, Whisper
from engine.mind.turn_rows import TurnRows
from engine.practices.conduct import ALONE, BROUGHT_UP, HELD_TO, KINDS
from engine.records import Intention, RoutineItem
from engine.rehearsal import Rehearsal
from tests.towns import Scripted, entries, founded, intervened, live, person, small_town

NINE = 9 * 60
QUAY_MAN = person(
    "ben",
    "Ben Reed",
    "Reed House",
    routine=(RoutineItem(start=NINE, activity="mend the nets", place="Quay"),),
)


def town_with(ben):
    others = tuple(persona for persona in small_town().personas if persona.id != "ben")
    return small_town(facts=(), personas=(*others, ben))


def visited(scenario, **fields):
    """How a visit of Ada's stands on the third morning, and where it was to be."""
    state = founded(Rehearsal(), scenario)
    taken = live(state, NINE)
    intend = yaml.safe_dump({"kind": "visit", "with": "ben", **fields}, default_flow_style=True).strip()
    taken.append(intervened(state, Whisper(agent="ada", intend=intend), at=NINE))
    taken += live(state, minute_at(3, NINE))
    rows = entries(taken, Intention, agent="ada", kind="visit")
    return rows[-1].state, rows[-1].because, rows[-1].place


def test_every_kind_has_a_class_that_says_more_than_nothing():
    assert {kind for kind in KINDS if pursuit_class(kind) is Pursuit} == set()
    kept = {kind for kind in KINDS if issubclass(pursuit_class(kind), Kept)}
    assert kept == HELD_TO
    assert pursuit_class("attend") is Attendance
    with_others = {kind for kind in KINDS if pursuit_class(kind).left is not Pursuit.left}
    assert with_others == BROUGHT_UP
    by_oneself = {kind for kind in KINDS if pursuit_class(kind).over_tonight is not Pursuit.over_tonight}
    assert by_oneself == ALONE


@pytest.mark.slow
def test_somebody_is_visited_where_they_usually_are_at_that_hour():
    assert visited(town_with(QUAY_MAN), at="day 2 10:00") == ("done", "", "Quay")


@pytest.mark.slow
def test_a_visit_to_somebody_who_is_out_all_the_time_has_failed():
    state, because, place = visited(town_with(QUAY_MAN), at="day 2 10:00", where="Moss Flat")
    assert (state, because, place) == ("failed", "Ada Moss and Ben Reed did not meet", "Moss Flat")


@pytest.mark.slow
def test_everybody_is_visited_by_meeting_whoever_is_there():
    whom = {"with": "everybody", "where": "Café/counter", "at": "day 2 10:00"}
    assert visited(small_town(facts=()), **whom) == ("done", "", "Café/counter")


@pytest.mark.slow
def test_everybody_is_not_visited_where_nobody_is():
    whom = {"with": "everybody", "where": "Moss Flat", "at": "day 2 10:00"}
    assert visited(small_town(facts=()), **whom)[:2] == ("failed", "Ada Moss and everybody did not meet")


def test_whoever_is_drawn_into_a_talk_notices_afterwards_what_was_announced_just_before():
    state = founded(Scripted(), small_town(facts=()))
    live(state, NINE + 30)
    room = state.minds["ben"].presence.room
    intervened(state, Happen(room=room, text="The vote is over: the bell stays."), at=NINE + 31)
    thinker = thinking(state, "ben", NINE + 31)

    stay(thinker, NINE + 36, doing="talking", reason="talked", seen=unnoticed_since(thinker))

    after = thinking(state, "ben", NINE + 36)
    assert "The vote is over: the bell stays." in [event.text for event in perceive(after)]
    assert unnoticed_since(after) is not None


def test_nothing_is_kept_for_after_a_talk_where_nothing_was_announced():
    state = founded(Scripted(), small_town(facts=()))
    live(state, NINE + 30)
    assert unnoticed_since(thinking(state, "ben", NINE + 31)) is None


def thinking(state, agent, now):
    return state.thinker(agent, TurnRows(now, 0, state.apply, width=state.town.width), now)
