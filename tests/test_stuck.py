"""Who is stuck or silent: each sign is found where it was planted, with its reason, and nowhere else."""

from __future__ import annotations

import shutil

import pytest

from engine.api.run import stuck_words
from engine.api.workspace import open_workspace
from engine.clock import parse_moment
from engine.insight.story.words import story_words
from engine.insight.stuck.sign import Why
from engine.records import Presence, Step
from engine.store.answers.spending import AskedRow, keep_asked
from tests.planted import TOWN, Planted
from tests.studios import lived
from tests.test_story import agreed, is_at

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("stuck")) as opened:
        yield opened


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    """The hamlet, with a mill that keeps hours."""
    folder = tmp_path_factory.mktemp("towns") / "milltown"
    shutil.copytree(TOWN, folder)
    world = folder / "world.yaml"
    world.write_text(world.read_text("utf-8").replace("Mill:\n", "Mill:\n  open: 09:00-12:00\n"), "utf-8")
    return folder


@pytest.fixture
def hamlet(workspace, town, request):
    return Planted.in_workspace(workspace, name=request.node.name[:60], town=town)


def found(hamlet, *, day=2, until="day 3 00:00"):
    hamlet.until(until)
    return {(one.agent, one.sign, one.reason): one for one in hamlet.run.story().stuck(day)}


def waits(hamlet, who, since, until, room):
    """Somebody stands before a door from one time to another."""
    minute = parse_moment(since)
    row = Presence(
        id=0, agent=who, room=room, inside=False, asleep=False, next=minute + 10, reason="step",
        doing=f"waiting in front of {room}",
    )  # fmt: skip
    hamlet.plant(minute, row)
    is_at(hamlet, until, who, "Ford")


def plans(hamlet, who, start, end, activity, room):
    first, last = parse_moment(start), parse_moment(end)
    hamlet.plant(
        first - 60, Step(id=0, agent=who, level="block", start=first, end=last, activity=activity, room=room)
    )


def talks(hamlet, who, other, when="day 2 09:00"):
    hamlet.talk(when, [who, other], [(who, "Good morning."), (other, "Good morning.")])


# ---- silent


def test_who_slept_the_day_away_says_nothing_and_is_said_to_sleep(hamlet):
    stuck = found(hamlet)
    assert {key[1:] for key in stuck} == {("silent", "asleep")}
    assert {key[0] for key in stuck} == set(hamlet.people)


def test_who_was_alone_all_day_is_silent_for_that(hamlet):
    is_at(hamlet, "day 2 08:00", "otto", "Ford")
    one = found(hamlet)["otto", "silent", "alone"]
    assert one.place == "Ford"
    assert "met nobody" in stuck_words(one, hamlet.run.town)


def test_who_sat_with_people_without_a_tie_to_any_of_them(hamlet):
    for who in ("otto", "cora"):
        is_at(hamlet, "day 2 08:00", who, "Ford")
    stuck = found(hamlet)
    assert stuck["otto", "silent", "no_ties"].others == ("cora",)
    assert ("cora", "silent", "no_ties") in stuck


def test_who_sat_with_people_they_know_and_nobody_began_to_talk(hamlet):
    hamlet.feel("day 1 10:00", "otto", "cora", 0.3)
    for who in ("otto", "cora"):
        is_at(hamlet, "day 2 08:00", who, "Ford")
    assert ("otto", "silent", "nobody_spoke") in found(hamlet)


def test_who_spoke_to_somebody_and_got_no_answer(hamlet):
    for who in ("otto", "cora"):
        is_at(hamlet, "day 2 08:00", who, "Ford")
    names = hamlet.run.town.cast.names
    text = hamlet.run.town.phrases.say("no_answer", name=names["otto"], other=names["cora"])
    memory = hamlet.remember("day 2 09:00", "otto", text, about=("otto", "cora"))
    assert found(hamlet)["otto", "silent", "no_answer"].ids[0] == memory


def test_who_talked_is_not_silent_and_nobody_is_before_the_day_is_long(hamlet):
    for who in ("otto", "cora"):
        is_at(hamlet, "day 2 08:00", who, "Ford")
    hamlet.until("day 2 10:00")
    assert [one for one in hamlet.run.story().stuck(2) if one.agent in ("otto", "cora")] == []
    talks(hamlet, "otto", "cora", "day 2 11:00")
    assert not {key for key in found(hamlet) if key[0] in ("otto", "cora") and key[1] == "silent"}


# ---- waiting


def test_who_waits_before_a_closed_door(hamlet):
    waits(hamlet, "otto", "day 2 13:00", "day 2 14:00", "Mill")
    one = found(hamlet)["otto", "waiting", "closed"]
    assert (one.minutes, one.place) == (60, "Mill")
    assert "opens at 09:00" in stuck_words(one, hamlet.run.town)


def test_who_waits_before_a_private_door_with_nobody_to_open(hamlet):
    is_at(hamlet, "day 2 08:00", "ruth", "Pub/taproom")
    waits(hamlet, "otto", "day 2 13:00", "day 2 13:40", "Lane Cottages/one")
    assert ("otto", "waiting", "private") in found(hamlet)


def test_who_waits_before_a_room_that_is_occupied(hamlet):
    waits(hamlet, "otto", "day 2 13:00", "day 2 13:40", "Lane Cottages/one")
    assert found(hamlet)["otto", "waiting", "full"].others == ("ruth",)


def test_a_short_wait_and_being_on_the_way_are_none(hamlet):
    waits(hamlet, "otto", "day 2 13:00", "day 2 13:20", "Mill")
    minute = parse_moment("day 2 15:00")
    walking = Presence(
        id=0, agent="cora", room="Mill", inside=False, asleep=False, next=minute + 90, reason="arrive",
        origin="Ford",
    )  # fmt: skip
    hamlet.plant(minute, walking)
    assert not {key for key in found(hamlet) if key[1] == "waiting"}


def waits_for(hamlet, *, comes=False, awake=True):
    agreed(hamlet, "otto", ["cora"], "day 2 15:00", "Ford", on="day 2 08:00")
    is_at(hamlet, "day 2 14:50", "otto", "Ford")
    if awake:
        is_at(hamlet, "day 2 14:50", "cora", "Ford" if comes else "Pub/taproom")


def test_who_waits_for_somebody_who_is_asleep(hamlet):
    waits_for(hamlet, awake=False)
    one = found(hamlet)["otto", "waiting", "other_asleep"]
    assert one.others == ("cora",)
    assert len(one.ids) == 2


def test_who_waits_for_somebody_who_is_elsewhere(hamlet):
    waits_for(hamlet)
    one = found(hamlet)["otto", "waiting", "other_elsewhere"]
    assert "was at the Pub" in stuck_words(one, hamlet.run.town)


def test_a_host_does_not_wait_for_somebody_whom_her_own_plan_only_names(hamlet):
    mine = hamlet.remember("day 1 08:00", "otto", "Otto gives a supper, and not for Cora.", "seed",
                           about=("otto", "cora"))  # fmt: skip
    hamlet.remember("day 1 08:00", "otto", "Otto is giving a supper.", "plan", evidence=(mine,), place="Ford",
                    when=parse_moment("day 2 15:00"))  # fmt: skip
    is_at(hamlet, "day 2 14:50", "otto", "Ford")
    assert not {key for key in found(hamlet) if key[1] == "waiting"}


def test_who_meets_as_agreed_waits_for_nobody(hamlet):
    waits_for(hamlet, comes=True)
    assert not {key for key in found(hamlet) if key[1] == "waiting"}


# ---- still


def test_who_stays_where_they_are_though_more_was_planned(hamlet):
    is_at(hamlet, "day 2 08:00", "otto", "Ford", "looking at the water")
    plans(hamlet, "otto", "day 2 10:00", "day 2 11:00", "mend the wheel", "Mill")
    one = found(hamlet)["otto", "still", "not_begun"]
    assert "mend the wheel" in stuck_words(one, hamlet.run.town)


def test_who_cannot_go_on_for_a_closed_place(hamlet):
    is_at(hamlet, "day 2 08:00", "otto", "Ford", "looking at the water")
    plans(hamlet, "otto", "day 2 14:00", "day 2 15:00", "mend the wheel", "Mill")
    assert found(hamlet)["otto", "still", "closed"].place == "Mill"


def test_who_is_at_one_thing_alone_though_another_was_planned_in_the_same_place(hamlet):
    is_at(hamlet, "day 2 08:00", "otto", "Ford", "looking at the water")
    plans(hamlet, "otto", "day 2 08:00", "day 2 10:00", "look at the water", "Ford")
    plans(hamlet, "otto", "day 2 12:00", "day 2 14:00", "mend the net", "Ford")
    assert found(hamlet)["otto", "still", "not_begun"].what == "mend the net"


def test_who_does_as_planned_is_not_still(hamlet):
    is_at(hamlet, "day 2 08:00", "otto", "Ford", "looking at the water")
    plans(hamlet, "otto", "day 2 10:00", "day 2 11:00", "mend the wheel", "Mill")
    is_at(hamlet, "day 2 10:00", "otto", "Mill", "mending the wheel")
    assert not {key for key in found(hamlet) if key[1] == "still"}


# ---- failing


def ask_in_vain(hamlet, agent, minute, *, source="run", failure="timeout: the server took too long; wait"):
    row = AskedRow(
        run=hamlet.run.number, source=source, agent=agent, minute=minute, purpose="plan_day",
        key=f"k{minute}", profile="local", model="m", said="", attempts=3, repairs=0, failure=failure,
        tokens_in=1, tokens_out=0, cached=0, seconds=1.0, micros=None,
    )  # fmt: skip
    keep_asked(hamlet.run.store, row, answer=None)


def test_whose_calls_fail_is_named_with_what_the_server_said(hamlet):
    ask_in_vain(hamlet, "otto", parse_moment("day 2 09:00"))
    one = found(hamlet)["otto", "failing", "call_failed"]
    assert "The server took too long" in stuck_words(one, hamlet.run.town)
    assert hamlet.run.why(one.ids[0])


def test_what_failed_on_another_day_in_a_chat_or_later_is_none(hamlet):
    ask_in_vain(hamlet, "otto", parse_moment("day 1 09:00"))
    ask_in_vain(hamlet, "otto", parse_moment("day 2 10:00"), source="chat")
    ask_in_vain(hamlet, "otto", parse_moment("day 2 20:00"))
    hamlet.until("day 2 12:00")
    assert "failing" not in {one.sign for one in hamlet.run.story().stuck(2)}


# ---- all of them


def test_every_reason_has_its_words_and_every_row_is_of_the_log(hamlet):
    from typing import get_args

    said = story_words("en").stuck
    assert {name.partition("_")[2] for name in said if "_" in name} == set(get_args(Why))
    is_at(hamlet, "day 2 08:00", "otto", "Ford")
    rows = {row.id for row in hamlet.run.whole_log()}
    for one in found(hamlet).values():
        assert set(one.ids) <= rows | {row.id for row in hamlet.run.whole_log()}
        assert stuck_words(one, hamlet.run.town).endswith(".")


def test_in_a_living_town_hardly_anybody_is_stuck_at_any_hour_and_nobody_at_the_end(tmp_path):
    workspace, run = lived(tmp_path / "workspace")
    try:
        by_hour = [run.story(minute).stuck() for minute in range(600, 1441, 120)]
        assert by_hour[-1] == ()
        assert sum(map(len, by_hour)) <= 2, "one may spend a morning among people and not be spoken to"
    finally:
        workspace.close()
