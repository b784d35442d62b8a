"""Plans of the rehearsal model: the usual day, what was promised, and a block taken apart."""

from __future__ import annotations

import dataclasses

import pytest
from rehearsal_minds import (
    CAFE,
    ISABEL,
    ISABEL_HOME,
    KITCHEN,
    MACHINE,
    PARTY_AT,
    QUAY,
    ROOMS,
    STOVE,
    TOMAS,
    WASHROOM,
    ask,
    common,
    memory,
    party,
)

from engine.clock import minute_at
from engine.prompts import questions as q
from engine.records import RoutineItem, Step


def day(persona=ISABEL, now=360, **fields):
    return ask(q.PlanDay(**common(persona, now), rooms=ROOMS, **fields))


def block(activity, room, start=480, end=720, persona=ISABEL, seed=7):
    step = Step(id=1, agent=persona.id, level="block", start=start, end=end, activity=activity, room=room)
    return ask(q.PlanBlock(**common(persona, start, seed=seed), block=step, rooms=ROOMS)).pieces


def test_a_day_follows_the_usual_day_with_meals_and_ends_in_bed():
    blocks = day().blocks
    said = [(one.start, one.place) for one in blocks]
    assert blocks[0].start == "06:00"
    assert ("08:00", CAFE) in said
    assert ("14:00", QUAY) in said
    assert any("lunch" in one.activity for one in blocks)
    assert any("supper" in one.activity for one in blocks)
    assert (blocks[-1].start, blocks[-1].activity, blocks[-1].place) == ("23:00", "sleep", ISABEL_HOME)


def test_the_gist_names_the_persona_and_blocks_are_in_order_of_time():
    plan = day()
    assert "Isabel Moreno" in plan.gist
    starts = [one.start for one in plan.blocks]
    assert starts == sorted(starts)


def test_what_is_over_is_left_out_when_the_day_is_redone():
    blocks = day(now=15 * 60).blocks
    assert blocks[0].start == "15:00"
    assert all(one.start >= "15:00" for one in blocks)
    assert blocks[0].activity == "walk by the quay"


def test_an_engagement_overrides_the_usual_day_and_one_sets_out_in_time():
    blocks = day(now=minute_at(2, 360), engagements=(party(),)).blocks
    ready, at_party = (one for one in blocks if "lantern party" in one.activity)
    assert (ready.activity, ready.place) == ("make everything ready for the lantern party", CAFE)
    assert (at_party.activity, at_party.start, at_party.place) == ("give the lantern party", "17:00", CAFE)
    assert minute_at(2, 17 * 60) == PARTY_AT


def test_a_promise_to_come_becomes_going_there():
    promise = memory(
        "Tomas Lind means to come to Isabel Moreno's lantern party at the Harbour Café on day 2 at 17:00.",
        kind="plan",
        when=PARTY_AT,
        place=CAFE,
        evidence=(1,),
    )
    blocks = day(TOMAS, now=minute_at(2, 400), engagements=(promise,)).blocks
    at_party = next(one for one in blocks if "lantern party" in one.activity)
    assert (at_party.activity, at_party.place) == ("enjoy Isabel Moreno's lantern party", CAFE)
    assert at_party.start == "16:55", "it is a walk of five minutes"


def test_a_closed_place_is_not_planned_for():
    early = dataclasses.replace(
        ISABEL, work="", routine=(dataclasses.replace(ISABEL.routine[0], start=7 * 60),)
    )
    assert all(one.place != CAFE for one in day(early).blocks if one.start == "07:00")


def test_a_blank_persona_still_has_a_day():
    blank = dataclasses.replace(TOMAS, routine=(), traits=(), work="", name="Tomas Lind")
    assert len(day(blank, now=390).blocks) >= 3


def test_pieces_last_5_to_60_minutes_cover_the_block_and_vary():
    pieces = block("open the café and serve breakfast", CAFE)
    assert sum(piece.minutes for piece in pieces) >= 230
    assert pieces[0].activity == "opening the café and serving breakfast"
    assert len({piece.activity for piece in pieces}) > 2
    assert all(piece.emoji for piece in pieces)


def test_a_thing_is_used_and_left_as_it_was_found():
    pieces = [piece for piece in block("open the café and serve breakfast", CAFE) if piece.thing]
    assert {piece.thing for piece in pieces} == {MACHINE.path}
    assert pieces[0].thing_state == "brewing"
    assert pieces[-1].thing_state == "cold"


def test_nobody_sets_the_stove_on_fire_on_purpose():
    pieces = block("cook the soup", KITCHEN)
    assert {piece.thing_state for piece in pieces if piece.thing == STOVE.path} == {"on", "off"}


def test_now_and_then_somebody_visits_the_washroom_of_the_same_place():
    places = [{piece.place for piece in block("serve coffee", CAFE, seed=seed)} for seed in range(30)]
    assert any(WASHROOM in each for each in places)
    assert not all(WASHROOM in each for each in places)


def test_an_open_hour_and_a_short_rest_of_a_block_have_a_piece_too():
    assert block("", QUAY)
    assert [piece.minutes for piece in block("rest", QUAY, 480, 483)] == [5]


@pytest.mark.parametrize(
    ("thought", "deed"),
    [
        ("Tomas Lind promised Isabel Moreno to come, and came.", "look in on"),
        (
            "Isabel Moreno came across Tomas Lind at the Quay and at the Café on day 1, and not a word "
            "was said.",
            "have a word with",
        ),
    ],
)  # fmt: skip
def test_whom_one_has_thought_about_is_called_on_and_who_is_at_odds_is_talked_to(thought, deed):
    met = memory("Tomas Lind is mending a net", about=("tomas",), place=QUAY, n=2)
    reflection = memory(thought, kind="reflection", importance=7, about=("isabel", "tomas"), evidence=(1, 2))
    reads = RoutineItem(start=16 * 60, activity="read the paper", place=QUAY)
    free = dataclasses.replace(ISABEL, routine=(*ISABEL.routine, reads))
    plans = [
        ask(q.PlanDay(**common(free, 1440 + 360, seed=seed), rooms=ROOMS, recalled=(reflection, met)))
        for seed in range(20)
    ]
    said = {one.activity for plan in plans for one in plan.blocks if "Tomas" in one.activity}
    assert said
    assert all(deed in activity for activity in said)
