"""What authors plan for a run: at moments to come, when something is so, and whole programmes."""

from __future__ import annotations

import time

import pytest

from engine.api.interventions import Happen, SendAway, SetState, Undo, Whisper
from engine.api.workspace import open_workspace
from engine.errors import BadInput, NotFound
from engine.interventions.programme import read
from engine.records import Event

GULL = Happen(room="Candle Court", text="A gull steals somebody's lunch.")


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("agenda") / "workspace") as opened:
        opened.runs.new("three-neighbours", name="trunk").live("day 1 12:00")
        yield opened


@pytest.fixture
def run(workspace):
    return workspace.runs.find("trunk-1").fork()


@pytest.fixture
def pump(run):
    return next(path for path, thing in run.town.world.things.items() if thing.urgent)


def done(run):
    return [(one.entry.minute, one.entry.verb) for one in run.at().interventions]


# ---- at a moment


@pytest.mark.soak
def test_what_is_scheduled_is_done_at_its_minute_signed_and_logged(run, pump):
    run.agenda.schedule(SetState(thing=pump, state="broken"), "day 1 14:00", who="Ms Day", why="a test")
    run.live("day 1 13:59")
    assert done(run) == []
    run.live("day 1 15:00")
    (one,) = run.at().interventions
    assert (one.entry.minute, one.entry.who, one.entry.why) == (14 * 60, "Ms Day", "a test")
    assert [each.state for each in run.agenda.all] == ["done"]


@pytest.mark.nightly
def test_it_is_the_same_as_doing_it_then_by_hand(workspace, pump):
    by_hand, planned = (workspace.runs.find("trunk-1").fork() for _ in range(2))
    what = SetState(thing=pump, state="burning")
    planned.agenda.schedule(what, "day 1 14:00")
    planned.live("day 2 00:00")
    by_hand.live("day 1 14:00")
    by_hand.intervene(what)
    by_hand.live("day 2 00:00")
    assert planned.at().fingerprint == by_hand.at().fingerprint


@pytest.mark.soak
def test_at_any_concurrency_it_is_the_same(workspace, pump):
    prints = set()
    for concurrency in (1, 8):
        run = workspace.runs.find("trunk-1").fork()
        run.agenda.schedule(SetState(thing=pump, state="burning"), "day 1 14:03")
        run.agenda.rule(GULL, "otto at Candle Court", always=True)
        run.live("day 2 00:00", concurrency=concurrency)
        prints.add(run.at().fingerprint)
    assert len(prints) == 1


@pytest.mark.nightly
def test_it_is_the_same_however_often_the_run_is_stopped_on_the_way(workspace):
    prints = set()
    for stops in ((), ("day 1 13:05", "day 1 13:10", "day 1 16:31")):
        run = workspace.runs.find("trunk-1").fork()
        run.agenda.rule(GULL, "ruth at Candle Court", always=True)
        for stop in stops:
            run.live(stop)
        run.live("day 2 00:00")
        prints.add((run.at().fingerprint, tuple(done(run))))
    assert len(prints) == 1


def test_a_moment_that_is_over_is_refused(run):
    with pytest.raises(BadInput, match="is in the past of this run"):
        run.agenda.schedule(GULL, "day 1 09:00")
    assert run.agenda.all == ()


def test_what_cannot_be_done_at_its_minute_is_refused_with_the_reason_and_the_day_goes_on(run, pump):
    turn = run.intervene(SetState(thing=pump, state="broken"))
    run.agenda.schedule(Undo(entry=str(turn.id + 1)), "day 1 13:00")
    run.intervene(SetState(thing=pump, state="mended"))
    run.live("day 1 14:00")
    (one,) = run.agenda.all
    assert one.state == "refused"
    assert "pump is mended" in one.answer
    assert "would be lost; undo that entry first" in one.answer


def test_what_cannot_be_done_during_a_talk_is_done_when_the_talk_is_over(workspace, run):
    without = workspace.runs.find("trunk-1").fork()
    without.live("day 1 20:00")
    noon = 12 * 60
    talks = (talk for talk in without.at().log.conversations() if talk.minute > noon)
    talk = next(talk for talk in talks if talk.until > talk.minute + 2)
    run.agenda.schedule(SendAway(agent=talk.members[0]), talk.minute + 1)
    run.live("day 1 20:00")
    [planned] = run.agenda.all
    assert (planned.state, planned.ended) == ("done", talk.until)
    assert run.at().people[talk.members[0]].reason == "away"
    assert talk.id in [one.id for one in run.at().log.conversations()], "the talk was held to its end"


def test_what_is_called_off_is_not_done(run):
    made = run.agenda.schedule(GULL, "day 1 13:00")
    run.agenda.call_off(made.number)
    run.live("day 1 14:00")
    assert done(run) == []
    with pytest.raises(NotFound, match="there is no planned intervention number"):
        run.agenda.call_off(made.number)


# ---- when something is so


@pytest.mark.nightly
@pytest.mark.parametrize(
    "condition",
    ["nell at Candle Court", "Nell AT candle court and daily 15:00", "ruth with otto", "daily 15:00"],
)
def test_a_rule_is_done_once_when_its_condition_comes_to_hold(run, condition):
    run.agenda.rule(GULL, condition)
    run.live("day 3 00:00")
    assert len(done(run)) <= 1
    assert all(minute % 10 == 0 for minute, _ in done(run))


@pytest.mark.nightly
def test_a_rule_about_an_hour_holds_every_day_where_it_is_to(run):
    run.agenda.rule(GULL, "daily 15:00", always=True)
    run.live("day 3 16:00")
    assert [minute for minute, _ in done(run)] == [15 * 60, 15 * 60 + 1440, 15 * 60 + 2880]


def test_a_rule_about_an_object_is_done_when_somebody_brings_it_about(run, pump):
    run.agenda.rule(GULL, f"{pump} is broken")
    run.agenda.schedule(SetState(thing=pump, state="broken"), "day 1 13:05")
    run.live("day 1 13:30")
    assert done(run) == [(785, "set"), (790, "happen")]


def test_a_rule_that_holds_from_the_beginning_is_done_at_the_first_look(run):
    room = run.at().people["nell"]
    where = "Candle Court" if room.room.startswith("Candle Court") else room.room
    run.agenda.rule(GULL, f"nell at {where}")
    run.live("day 1 12:20")
    assert len(done(run)) <= 1


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("condition", "at"),
    [
        ("after day 1 14:05", [850]),
        ("before day 1 12:30", [720]),
        ("AFTER day 2 and from 13:00 to 14:00", [1440 + 780, 2880 + 780]),
        ("from 11:00 pm to 1:00 am", [23 * 60, 1440 + 23 * 60, 2880 + 23 * 60]),
        ("from 13:00 to 14:00 and before day 1 13:00", []),
    ],
)
def test_a_rule_about_time_holds_from_a_moment_until_one_or_at_some_hours(run, condition, at):
    made = run.agenda.rule(GULL, condition, always=True)
    run.live("day 4 00:00")
    looks = [minute for minute, _ in done(run)]
    assert all(minute in (exact, exact + 10) for minute, exact in zip(looks, at, strict=True)), looks
    assert "it is" in run.agenda.words(made)


def test_a_rule_about_time_is_kept_in_a_programme_as_it_was_written(workspace, run):
    run.agenda.rule(GULL, "nell at candle court and from 18:00 to 20:00 and after day 1 12:00")
    other = workspace.runs.find("trunk-1").fork()
    (made,) = other.agenda.follow(run.agenda.programme())
    assert other.agenda.words(made) == run.agenda.words(run.agenda.all[0])
    assert "it is between 18:00 and 20:00 and it is after day 1 12:00" in other.agenda.words(made)


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("", "a rule needs a condition"),
        ("nell likes otto", "is not a valid condition; use one of"),
        ("nobody at Candle Court", "is called 'nobody'"),
        ("nell at Nowhere", "there is no room 'Nowhere'"),
        ("nell knows everything", "there is no fact 'everything'"),
        ("daily noonish", "noonish"),
        ("after lunch", "lunch"),
        ("before day 0", "use day 1 or a later day"),
        ("from 9:00 to", "is not a valid condition; use one of"),
        ("from 9:00 to nine", "nine"),
        ("from 18:00 to 6 pm", "starts and ends at the same time"),
        ("<script> at Candle Court", "is called"),
    ],
)
def test_a_condition_that_is_none_is_refused_with_what_there_is(run, condition, said):
    with pytest.raises((BadInput, NotFound), match=said):
        run.agenda.rule(GULL, condition)
    assert run.agenda.all == ()


# ---- forks


@pytest.mark.nightly
def test_a_fork_without_a_change_goes_on_as_its_parent_did(run, pump):
    run.agenda.schedule(SetState(thing=pump, state="burning"), "day 1 16:00")
    run.agenda.rule(GULL, "otto at Candle Court", always=True)
    run.live("day 2 12:00")
    for cut in ("day 1 12:30", "day 1 16:00", "day 1 20:05"):
        fork = run.fork(cut)
        fork.live("day 2 12:00")
        assert fork.at().fingerprint == run.at().fingerprint, cut


def test_a_fork_from_before_it_was_planned_knows_nothing_of_it(run):
    run.live("day 1 13:00")
    run.agenda.schedule(GULL, "day 1 14:00")
    assert run.fork("day 1 12:30").agenda.all == ()


# ---- programmes


@pytest.mark.nightly
def test_a_programme_that_is_followed_makes_the_same_day(workspace, run, pump):
    run.intervene(Whisper(agent="nell", text="Tell Otto that the bakery is closed."), why="news")
    run.live("day 1 13:00")
    turn = run.intervene(SetState(thing=pump, state="burning"), who="Ms Day")
    run.intervene(GULL)
    run.live("day 1 13:40")
    gull = run.at().interventions[-1].entry.id
    run.intervene(Undo(entry=str(gull)))
    run.live("day 2 12:00")
    other = workspace.runs.find("trunk-1").fork("day 1 11:30")
    other.agenda.follow(run.agenda.programme())
    other.live("day 2 12:00")
    assert turn is not None
    assert done(other) == done(run)
    assert other.at().fingerprint == run.at().fingerprint


@pytest.mark.nightly
def test_what_is_still_to_come_goes_along_in_a_programme(workspace, run):
    run.agenda.rule(GULL, "daily 13:00", always=True)
    run.live("day 1 13:30")
    other = workspace.runs.find("trunk-1").fork("day 1 11:30")
    other.agenda.follow(run.agenda.programme())
    run.live("day 3 14:00")
    other.live("day 3 14:00")
    assert done(other) == done(run)
    assert other.at().fingerprint == run.at().fingerprint


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "this is not a programme"),
        ("programme: 2\nentries: []", "make `programme: 1` its first line"),
        ("programme: 1\nentries: []", "this programme has no entries"),
        ("programme: 1\nentries: [7]", "entry 1 of the programme does not consist of keys with values"),
        ("programme: 1\nentries:\n- at: day 1 14:00\n  do: fly", "has no valid `do`: 'fly'; use one of: set"),
        ("programme: 1\nentries:\n- do: happen\n  room: x\n  text: y", "needs either `at`"),
        (
            "programme: 1\nentries:\n- at: day 1 14:00\n  do: happen\n  text: y",
            "is missing the field 'room'; add it",
        ),
        (
            "programme: 1\nentries:\n- at: soon\n  do: happen\n  room: x\n  text: y",
            "entry 1 of the programme: ",
        ),
        (
            "programme: 1\nentries:\n- at: day 1 14:00\n  do: happen\n  room: Nowhere\n  text: y",
            "entry 1 of the programme: there is no room 'Nowhere'",
        ),
        (
            "programme: 1\nentries:\n- at: day 1 14:00\n  do: happen\n  room: x\n  text: y\n  z: 1",
            "has no field 'z'; its fields are: room, text",
        ),
        ("programme: 1\nentries:\n- &a {at: 1}\n- *a", "cannot use aliases"),
        ("programme: 1\nentries: [", "of the programme is not valid YAML"),
        ("programme: 1\nentries:\n- at: day 1 14:00\n  do: happen\n  room: [x]\n  text: y", "is not text"),
    ],
)
def test_what_is_no_programme_is_refused_with_its_place_and_nothing_is_planned(run, text, said):
    with pytest.raises((BadInput, NotFound), match=said):
        run.agenda.follow(text)
    assert run.agenda.all == ()


def test_a_programme_that_is_endless_is_refused_at_once():
    began = time.thread_time()
    with pytest.raises(BadInput, match="but can have at most"):
        read("programme: 1\nentries:\n" + "- {at: day 1, do: away, agent: nell}\n" * 200_000)
    assert time.thread_time() - began < 1


def test_what_an_author_lets_happen_is_seen(run):
    run.agenda.schedule(GULL, "day 1 14:00")
    run.live("day 1 14:30")
    assert any("gull" in event.text for event in run.at().log.rows(Event))
