"""What the rehearsal model notices as important, and what it leaves its plan for."""

from __future__ import annotations

import dataclasses

import pytest
from rehearsal_minds import (
    CAFE,
    ISABEL,
    KITCHEN,
    NORA,
    QUAY,
    ROOMS,
    STOVE,
    TOMAS,
    WASHROOM,
    ask,
    common,
    friend,
    memory,
    party,
)

from engine.clock import minute_at
from engine.prompts import questions as q
from engine.records import Event
from engine.row_ids import row_id

BURNING = dataclasses.replace(STOVE, state="burning", urgent="turn it off")
WITH_FIRE = tuple(
    dataclasses.replace(room, things=(BURNING,)) if room.path == KITCHEN else room for room in ROOMS
)
FIRE = Event(
    id=row_id(600, 2), room=KITCHEN, kind="state", text="The stove is burning", thing=STOVE.path, urgent=True
)


def rate(*observations):
    return ask(q.Rate(**common(), observations=observations)).ratings


def react(seed=7, persona=ISABEL, now=600, place=CAFE, language="en", **fields):
    known = common(persona, now, seed=seed, language=language)
    return ask(q.React(**known, doing="brewing coffee", place=place, rooms=ROOMS, **fields))


def test_importance_tells_a_toothbrush_from_a_proposal():
    toothbrush, sight, news, fire, proposal = rate(
        "Tomas Lind is brushing his teeth",
        "Tomas Lind comes into Harbour Café",
        "Nora Bloom is a candidate in the election",
        "There is a fire in the kitchen",
        "Bram proposed to Edda",
    )
    assert toothbrush == 1
    assert sight in (2, 3)
    assert news == 6
    assert fire == 8
    assert proposal == 10


def test_what_concerns_oneself_matters_more():
    assert rate("A rumour about Isabel Moreno")[0] > rate("A rumour about the mill")[0]


def test_there_is_one_rating_for_each_observation():
    assert len(rate(*("x",) * 7)) == 7
    assert rate() == []


def test_something_urgent_in_the_room_is_dealt_with_at_once():
    answer = ask(q.React(**common(), doing="x", place=KITCHEN, events=(FIRE,), rooms=WITH_FIRE))
    assert (answer.decision, answer.thing, answer.thing_state) == ("act", STOVE.path, "off")
    assert answer.place == KITCHEN
    assert answer.activity == "turning it off"
    assert "burning" in answer.reason


def test_what_is_no_longer_urgent_is_left_alone():
    answer = ask(q.React(**common(), doing="x", place=KITCHEN, events=(FIRE,), rooms=ROOMS))
    assert answer.decision == "continue"


def test_an_occupied_room_is_waited_for_but_not_for_ever():
    full = "the washroom of Harbour Café is occupied by Tomas Lind"
    assert react(place=WASHROOM, obstacle=full, waited=0).decision == "wait"
    later = react(place=WASHROOM, obstacle=full, waited=15)
    assert later.decision == "act"
    assert later.place not in ("", WASHROOM)
    assert "occupied" in later.reason


def test_a_closed_place_is_left_unless_it_is_about_to_open():
    assert react(place=CAFE, now=60, obstacle="Harbour Café is closed; it opens at 08:00").decision == "act"
    assert react(place=CAFE, now=470, obstacle="Harbour Café is closed; it opens at 08:00").decision == "wait"


def test_with_nowhere_to_go_one_stays_where_one_is():
    prompt = q.React(**common(choices={"place": (QUAY,)}), doing="", place=QUAY, obstacle="Quay is closed")
    assert ask(prompt).decision == "wait"


def test_somebody_with_news_for_a_friend_mostly_talks():
    talks = [
        react(seed=seed, people=(friend(TOMAS),), recalled=(party(),)).decision == "talk"
        for seed in range(40)
    ]
    assert sum(talks) > 20


@pytest.mark.parametrize(
    ("language", "trait"),
    [("en", "silent"), ("en", "Taciturn"), ("en", "very reserved"), ("zh", "沉默寡言"), ("zh", "不爱说话")],
)
def test_somebody_silent_seldom_begins_a_talk_and_shares_news_all_the_same(language, trait):
    def begun(*traits):
        persona = dataclasses.replace(ISABEL, traits=traits)
        fields = {"people": (friend(TOMAS),), "recalled": (party(),), "language": language}
        return [react(seed=seed, persona=persona, **fields).decision for seed in range(60)].count("talk")

    plain = begun("stubborn", "brave")
    assert 0 < begun(trait, "brave") < plain / 3
    assert begun("short of words" if language == "en" else "话少", "brave") > plain / 2


def test_nobody_just_talked_to_is_talked_to_again_without_news():
    recent = friend(TOMAS, last_talk=590)
    talks = [react(seed=seed, people=(recent,)).decision == "talk" for seed in range(40)]
    assert sum(talks) < 10


def test_nobody_is_held_up_on_the_way_to_an_engagement():
    soon = memory(
        "Isabel Moreno means to be at the Quay on day 1 at 10:10.", kind="plan", when=610, place=QUAY
    )
    for seed in range(20):
        assert react(seed=seed, people=(friend(TOMAS),), engagements=(soon,)).decision == "continue"
    assert minute_at(1, 610) == 610


def test_somebody_busy_is_not_talked_to():
    busy = friend(TOMAS, free=False)
    assert all(
        react(seed=seed, people=(busy,), recalled=(party(),)).decision == "continue" for seed in range(20)
    )


def drawn_in(*, at=700, known=(), closeness=0.6, **fields):
    """How often Nora is drawn into a talk with Tomas, of all talks with Tomas or Nora."""
    talks = []
    for seed in range(60):
        people = (friend(TOMAS, 0.8), friend(NORA, closeness))
        answer = react(seed=seed, now=at, people=people, recalled=known, **fields)
        talks += [answer.others] if answer.decision == "talk" else []
    return sum(map(bool, talks)), len(talks)


def test_a_third_to_whom_it_is_news_as_well_is_drawn_in_now_and_then():
    often, talks = drawn_in(known=(party(),), closeness=0.0)
    assert 0.3 * talks < often < 0.9 * talks


def test_who_was_told_already_is_not_drawn_in():
    told = frozenset({(party().id, "nora")})
    assert drawn_in(known=(party(),), closeness=0.0, told=told)[0] == 0


def test_a_secret_draws_nobody_in():
    secret = memory("Isabel Moreno has told nobody that she owes the bank money.", kind="seed", importance=8)
    assert drawn_in(known=(secret,), closeness=0.0)[0] == 0


def test_friends_are_drawn_in_at_a_sociable_moment_and_strangers_are_not():
    knows = {"known": (party(),), "told": frozenset({(party().id, "nora")})}
    assert drawn_in(at=18 * 60, **knows)[0] > 0
    assert drawn_in(at=18 * 60, closeness=0.1, **knows)[0] == 0
    assert drawn_in(at=700, place=QUAY, **knows)[0] > 0, "she is brewing coffee"


def test_friends_are_not_drawn_in_where_there_is_nothing_to_tell():
    assert drawn_in(at=18 * 60)[0] == 0


def test_a_rival_is_never_drawn_in_nor_anybody_into_a_quarrel():
    assert drawn_in(known=(party(),), closeness=-0.3)[0] == 0
    enemy = (friend(TOMAS, -0.9), friend(NORA, 0.1))
    answers = [react(seed=seed, people=enemy, recalled=(party(),)) for seed in range(40)]
    assert any(answer.person == TOMAS.name for answer in answers)
    assert not any(answer.others for answer in answers if answer.person == TOMAS.name)


def test_somebody_busy_is_not_drawn_in():
    people = (friend(TOMAS, 0.8), friend(NORA, 0.6, free=False))
    answers = [react(seed=seed, now=18 * 60, people=people, recalled=(party(),)) for seed in range(40)]
    assert any(answer.decision == "talk" for answer in answers)
    assert not any(answer.others for answer in answers)
