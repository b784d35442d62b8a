"""What an author does to a living town: signed, listed, taken back, and done again."""

from __future__ import annotations

import pytest

from engine.api.interventions import (
    Commit,
    Forget,
    Happen,
    Move,
    Reconsider,
    ReflectNow,
    Remember,
    Replan,
    Reword,
    Say,
    SendAway,
    SetState,
    Tie,
    Undo,
    Whisper,
)
from engine.api.workspace import open_workspace
from engine.errors import BadInput, NotFound, RunBusy
from engine.interventions import asked_for
from engine.moments.minds import thinker_at
from engine.records import Event, Intention, Intervened, Line, Memory, Step

WHISPER = "Tell Otto tomorrow at ten that the bakery is closed."


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("interventions") / "workspace") as opened:
        opened.runs.new("three-neighbours", name="trunk").live("day 1 12:00")
        yield opened


@pytest.fixture
def run(workspace):
    return workspace.runs.find("trunk-1").fork()


@pytest.fixture
def stove(run):
    return next(path for path, thing in run.town.world.things.items() if thing.urgent)


def entry_of(run, turn):
    return next(one.entry for one in run.at().interventions if one.entry.id == turn.id + 1)


def undo(run, turn):
    return run.intervene(Undo(entry=str(entry_of(run, turn).id)))


def shown(run, agent):
    """What an agent can still recall."""
    state = thinker_at(run.at(), agent).mind.stream
    return [memory.text for memory in state.memories if state.shows(memory.id)]


def room_with(run):
    agent, here = next((agent, one) for agent, one in run.at().people.items() if one.inside)
    return agent, here.room


# ---- who did it, and why


@pytest.mark.soak
def test_an_entry_says_who_did_what_and_why(run, stove):
    turn = run.intervene(SetState(thing=stove, state="broken"), who="Ms Day", why="a lesson on fire")
    (done,) = run.at().interventions
    assert done.entry.minute == turn.minute
    assert (done.entry.who, done.entry.why) == ("Ms Day", "a lesson on fire")
    assert dict(done.entry.asked) == {"thing": stove, "state": "broken"}
    assert done.words == f"{stove} is broken"
    assert done.stands


def test_who_is_not_named_is_the_author(run, stove):
    run.intervene(SetState(thing=stove, state="broken"))
    assert run.at().interventions[0].entry.who == "author"


def test_what_is_changed_comes_of_the_entry(run):
    _, room = room_with(run)
    turn = run.intervene(Happen(room=room, text="A dog barks."), who="Ms Day")
    entry = entry_of(run, turn)
    why = run.why(entry.id + 1)
    assert why.origin == "author"
    assert [cause.row for cause in why.causes] == [entry]
    assert why.way[-1].row == entry


def test_several_are_done_at_one_moment_while_the_town_rests(run, stove):
    turns = [run.intervene(SetState(thing=stove, state=state)) for state in ("broken", "burning", "off")]
    assert len({turn.minute for turn in turns}) == 1
    assert run.at().things[stove] == "off"


@pytest.mark.parametrize(("who", "why"), [("x" * 81, ""), ("", "x" * 401)])
def test_a_name_or_a_reason_too_long_is_refused_and_nothing_is_done(run, stove, who, why):
    with pytest.raises(BadInput, match="can have at most"):
        run.intervene(SetState(thing=stove, state="broken"), who=who, why=why)
    assert run.at().interventions == ()


def test_what_names_nothing_leaves_no_entry(run):
    with pytest.raises(NotFound):
        run.intervene(SetState(thing="no such thing", state="broken"))
    with pytest.raises(NotFound, match="there is no intervention with the id 7"):
        run.intervene(Undo(entry="7"))
    with pytest.raises(BadInput, match="is not a valid entry id"):
        run.intervene(Undo(entry="the last one"))
    assert run.at().interventions == ()


# ---- taken back


def test_a_state_that_is_taken_back_is_what_it_was(run, stove):
    before = run.at().things[stove]
    turn = run.intervene(SetState(thing=stove, state="broken"))
    undo(run, turn)
    assert run.at().things[stove] == before
    done, undone = run.at().interventions
    assert done.undone_by == undone.entry
    assert undone.words == f"Undone: {stove} is broken"


def test_a_state_that_is_another_by_now_is_not_taken_back(run, stove):
    turn = run.intervene(SetState(thing=stove, state="broken"))
    newer = run.intervene(SetState(thing=stove, state="mended"))
    with pytest.raises(BadInput, match=rf"entry \d+ came later \('{stove} is mended'\)"):
        undo(run, turn)
    undo(run, newer)
    undo(run, turn)
    assert run.at().things[stove] not in ("broken", "mended")


def test_a_state_that_is_new_says_in_which_people_would_see_to_it(run, stove):
    thing = run.town.world.things[stove]
    assert SetState(thing=stove, state=next(iter(thing.urgent))).remark(run.town) == ""
    remark = SetState(thing=stove, state="on fire").remark(run.town)
    assert remark.endswith(f"people react only to {' or '.join(thing.urgent)}")


def test_what_happens_puts_an_object_into_the_urgent_state_it_tells_of_as_a_word(run, stove):
    urgent = {"Hut/lamp": ("lamp", ("out",)), "Hut/pot": ("pot", ("burning",))}
    assert run.town.phrases.alarm("The lamp went out.", urgent) == ("Hut/lamp", "out")
    assert run.town.phrases.alarm("Smoke is rising.", urgent) == ("Hut/pot", "burning")
    assert run.town.phrases.alarm("Somebody shouts about the lamp.", urgent) is None
    before = run.at().things[stove]
    state = next(iter(run.town.world.things[stove].urgent))
    turn = run.intervene(Happen(room=stove.rpartition("/")[0], text=f"It is {state}!"))
    assert run.at().things[stove] == state
    undo(run, turn)
    assert run.at().things[stove] == before


def test_an_undo_is_not_taken_back_over_what_came_after_it(run, stove):
    undone = undo(run, run.intervene(SetState(thing=stove, state="broken")))
    newer = run.intervene(SetState(thing=stove, state="mended"))
    with pytest.raises(BadInput, match="undo that entry first"):
        undo(run, undone)
    assert run.at().things[stove] == "mended"
    taken = undo(run, newer)
    undo(run, undone)
    assert run.at().things[stove] == "broken"
    with pytest.raises(BadInput, match=f"{stove} is broken"):
        undo(run, taken)
    assert run.at().things[stove] == "broken"


@pytest.mark.soak
def test_a_tie_that_is_taken_back_does_not_write_over_a_newer_one_of_the_same_two(run):
    older = run.intervene(Tie(agent="nell", other="otto", closeness="0.1"))
    run.intervene(Tie(agent="otto", other="nell", closeness="0.2"))
    newer = run.intervene(Tie(agent="nell", other="otto", closeness="-0.9"))
    with pytest.raises(BadInput, match="Nell Hartley's closeness to Otto"):
        undo(run, older)
    undo(run, newer)
    undo(run, older)


def test_words_that_were_edited_again_are_taken_back_from_the_last_ones_on(run):
    memory = run.at().memories("nell", kinds=["seed"]).items[0]
    first = run.intervene(Reword(memory=str(memory.id), text="Nell Hartley has a boat."))
    new = next(one for one in run.at().memories("nell").items if one.text == "Nell Hartley has a boat.")
    second = run.intervene(Reword(memory=str(new.id), text="Nell Hartley has a ship."))
    with pytest.raises(BadInput, match="edited or retracted later"):
        undo(run, first)
    undo(run, second)
    undo(run, first)
    texts = shown(run, "nell")
    assert memory.text in texts
    assert not {"Nell Hartley has a boat.", "Nell Hartley has a ship."} & set(texts)


def test_what_was_taken_back_cannot_be_so_again_but_can_be_done_again(run, stove):
    first = run.intervene(SetState(thing=stove, state="broken"))
    second = undo(run, first)
    with pytest.raises(BadInput, match="was undone at"):
        undo(run, first)
    undo(run, second)
    assert run.at().things[stove] == "broken"
    done, undone, again = run.at().interventions
    assert done.stands
    assert not undone.stands
    assert again.words == f"Redone: {stove} is broken"
    undo(run, first)
    assert run.at().things[stove] != "broken"


@pytest.mark.nightly
def test_a_whisper_that_is_taken_back_in_time_is_never_heeded(run):
    turn = run.intervene(Whisper(agent="nell", text=WHISPER))
    undo(run, turn)
    run.live(days=2)
    assert not any(WHISPER in text for text in shown(run, "nell"))
    assert not any(
        "bakery is closed" in one.deed for one in run.at().log.rows(Intention, where={"agent": "nell"})
    )


@pytest.mark.nightly
def test_a_whisper_that_was_heeded_already_binds_no_more(run):
    turn = run.intervene(Whisper(agent="nell", text=WHISPER))
    run.live("day 1 13:00")
    (held,) = [
        one for one in run.at().log.rows(Intention, where={"agent": "nell"}) if "bakery is closed" in one.deed
    ]
    undo(run, turn)
    stands = thinker_at(run.at(), "nell").mind.intentions[held.first]
    assert stands.state == "dropped"
    assert not any("bakery is closed" in text for text in shown(run, "nell"))
    run.live(days=2)
    said = [line.text for line in run.at().log.rows(Line) if line.speaker == "nell" and "closed" in line.text]
    assert said == []


def test_what_happened_and_was_seen_is_forgotten_when_it_is_taken_back(run):
    agent, room = room_with(run)
    turn = run.intervene(Happen(room=room, text="A black dog barks at everybody."))
    run.live(run.clock + 30)
    assert any("black dog" in text for text in shown(run, agent))
    undo(run, turn)
    assert not any("black dog barks at" in text for text in shown(run, agent))


@pytest.mark.soak
def test_what_happened_is_noticed_by_nobody_when_it_is_taken_back_at_once(run):
    _, room = room_with(run)
    turn = run.intervene(Happen(room=room, text="A black dog barks at everybody."))
    undo(run, turn)
    run.live("day 1 20:00")
    memories = run.at().log.rows(Memory)
    assert not any("black dog" in memory.text for memory in memories)


# ---- kept


@pytest.mark.nightly
def test_a_run_that_is_taken_up_again_knows_what_was_taken_back(workspace, run):
    turn = run.intervene(Whisper(agent="nell", text=WHISPER))
    run.live("day 1 13:00")
    undo(run, turn)
    again = workspace.runs.find(run.row.id)
    again.live("day 2 12:00")
    assert not any("bakery is closed" in text for text in shown(again, "nell"))


def test_a_fork_has_what_was_done_before_it_and_not_what_was_done_after(run, stove):
    run.intervene(SetState(thing=stove, state="broken"))
    run.live("day 1 13:00")
    run.intervene(SetState(thing=stove, state="mended"))
    states = [dict(one.entry.asked)["state"] for one in run.fork("day 1 12:30").at().interventions]
    assert states == ["broken"]


def test_nothing_that_is_done_later_is_seen_at_an_earlier_moment(run, stove):
    run.live("day 1 13:00")
    run.intervene(SetState(thing=stove, state="broken"))
    assert run.at("day 1 12:30").interventions == ()


def test_the_log_can_be_asked_for_them(run, stove):
    turn = run.intervene(SetState(thing=stove, state="broken"), why="a lesson")
    undo(run, turn)
    found = run.query("SELECT verb, why, undoes FROM intervention ORDER BY row")
    assert found.rows == (("set", "a lesson", None), ("undo", "", entry_of(run, turn).id))
    assert isinstance(run.why(entry_of(run, turn).id).row, Intervened)


# ---- of the town


@pytest.mark.soak
def test_somebody_who_is_moved_stays_an_hour_and_then_goes_on_with_the_day(run):
    agent, room = room_with(run)
    quiet = next(path for path in run.town.world.rooms if path.partition("/")[0] != room.partition("/")[0])
    run.intervene(Move(agent=agent, room=quiet))
    assert run.at().people[agent].room == quiet
    run.live(run.clock + 30)
    assert run.at().people[agent].room == quiet
    run.live("day 1 18:00")
    after = run.query("SELECT room FROM presence WHERE agent = :who AND minute > 790", given={"who": agent})
    assert {row[0] for row in after.rows} != {quiet}


def test_who_is_moved_is_seen_to_come_and_go_and_is_put_back(run):
    agent, room = room_with(run)
    quiet = next(path for path in run.town.world.rooms if path.partition("/")[0] != room.partition("/")[0])
    turn = run.intervene(Move(agent=agent, room=quiet))
    seen = [(event.kind, event.room) for event in run.at().log.rows(Event) if event.minute == turn.minute]
    assert ("leave", room) in seen
    assert ("arrive", quiet) in seen
    undo(run, turn)
    assert run.at().people[agent].room == room


def test_nobody_is_moved_to_where_they_are(run):
    agent, room = room_with(run)
    with pytest.raises(BadInput, match=r"is already in .+"):
        run.intervene(Move(agent=agent, room=room))


@pytest.mark.soak
def test_who_is_away_thinks_and_meets_nobody_and_comes_back_with_a_plan(workspace, run):
    turn = run.intervene(SendAway(agent="otto"))
    left = run.at().minute
    run.live("day 5 12:00")  # longer than anybody who lives in the town goes without a turn
    run = workspace.runs.find(run.row.id)
    gone = run.query(
        "SELECT count(*) FROM turn WHERE agent = 'otto' AND minute > :left", given={"left": left}
    )
    assert gone.rows == ((0,),)
    talked = run.query(
        "SELECT count(*) FROM member WHERE agent = 'otto' AND minute > :left", given={"left": left}
    )
    assert talked.rows == ((0,),)
    undo(run, turn)
    run.live("day 5 20:00")
    assert run.at().plan("otto").made
    assert not run.at().people["otto"].asleep


def test_the_last_in_a_town_cannot_be_sent_away(run):
    for agent in ("otto", "ruth"):
        run.intervene(SendAway(agent=agent))
    with pytest.raises(BadInput, match="the last person in the town"):
        run.intervene(SendAway(agent="nell"))


# ---- of minds


def test_a_plan_that_an_author_changed_is_followed_whatever_is_planned_anew(run):
    away = next(path for path in run.town.world.rooms if path.startswith(("Candle Court", "Court")))
    run.intervene(Replan(agent="nell", begins="14:00", ends="15:00", room=away, activity="count the windows"))
    run.intervene(Reconsider(agent="nell"))
    run.live("day 1 15:30")
    done = run.query("SELECT doing, room FROM presence WHERE agent = 'nell' AND minute BETWEEN 835 AND 899")
    assert any("counting the windows" in doing for doing, _ in done.rows)
    assert {room for doing, room in done.rows if doing} == {away}


def test_a_change_of_plan_that_is_taken_back_is_not_followed(run):
    away = next(path for path in run.town.world.rooms if path.startswith(("Candle Court", "Court")))
    turn = run.intervene(
        Replan(agent="nell", begins="14:00", ends="15:00", room=away, activity="count the windows")
    )
    undo(run, turn)
    run.live("day 1 15:30")
    assert not run.query("SELECT 1 FROM presence WHERE doing LIKE '%the windows%'").rows


@pytest.mark.parametrize(
    ("begins", "ends"), [("09:00", "10:00"), ("15:00", "14:00"), ("14:00", "14:00"), ("noon", "26:00")]
)
def test_hours_that_are_over_or_none_are_refused(run, begins, ends):
    with pytest.raises(BadInput):
        run.intervene(Replan(agent="nell", begins=begins, ends=ends, room="Candle Court", activity="rest"))


def test_who_reconsiders_plans_the_day_anew_at_once(run):
    turn = run.intervene(Reconsider(agent="nell"))
    run.live(run.clock + 5)
    days = [step for step in run.at().log.rows(Step, where={"agent": "nell", "level": "day"})]
    assert days[-1].minute - turn.minute <= 5
    assert days[-1].activity


def test_who_is_asked_to_reflect_does_so_at_once_and_once(workspace, run):
    run.intervene(ReflectNow(agent="nell"))
    workspace.runs.find(run.row.id).live(run.clock + 5)
    asked = "SELECT count(*) FROM call WHERE agent = 'nell' AND purpose = 'ask_oneself' AND minute >= 720"
    assert run.query(asked).rows == ((1,),)
    run.live(run.clock + 60)
    assert run.query(asked).rows == ((1,),)


def test_a_memory_that_is_added_is_recalled_until_it_is_taken_back(run):
    turn = run.intervene(Remember(agent="nell", text="Otto once painted a blue elephant on the bridge."))
    (found, _), *_ = run.at().recall("nell", "the blue elephant on the bridge")
    assert "blue elephant" in found.text
    undo(run, turn)
    assert not any("elephant" in one.text for one, _ in run.at().recall("nell", "the blue elephant"))


def test_a_memory_is_reworded_and_the_old_words_come_back(run):
    memory = run.at().memories("nell", kinds=["seed"]).items[0]
    turn = run.intervene(Reword(memory=str(memory.id), text="Nell once owned a purple balloon."))
    texts = shown(run, "nell")
    assert "Nell once owned a purple balloon." in texts
    assert memory.text not in texts
    undo(run, turn)
    texts = shown(run, "nell")
    assert memory.text in texts
    assert "Nell once owned a purple balloon." not in texts


def test_a_memory_that_is_retracted_stays_in_the_log_and_out_of_every_recall(run):
    memory = run.at().memories("nell", kinds=["seed"]).items[0]
    turn = run.intervene(Forget(memory=str(memory.id)))
    assert memory.text not in shown(run, "nell")
    assert run.why(memory.id).row == memory
    with pytest.raises(BadInput, match="already retracted"):
        run.intervene(Forget(memory=str(memory.id)))
    undo(run, turn)
    assert memory.text in shown(run, "nell")


def test_a_tie_is_turned_one_way_and_back(run):
    def closeness(one, other):
        held = {(tie.agent, tie.other): tie.closeness for tie in run.at().relations}
        return held.get((one, other))

    before, back = closeness("nell", "otto"), closeness("otto", "nell")
    turn = run.intervene(Tie(agent="nell", other="otto", closeness="-0.9", kind="rival"))
    assert closeness("nell", "otto") == -0.9
    assert closeness("otto", "nell") == back
    undo(run, turn)
    assert closeness("nell", "otto") == before


@pytest.mark.parametrize("closeness", ["", "near", "1.5", "nan", "-inf"])
def test_a_closeness_that_is_none_is_refused(run, closeness):
    with pytest.raises(BadInput, match="is not a valid closeness; use a number from -1 to 1"):
        run.intervene(Tie(agent="nell", other="otto", closeness=closeness))


def test_who_is_committed_is_there_in_time(run):
    goal = "Candle Court"
    run.intervene(Commit(agent="ruth", when="day 1 16:00", room=goal, text="Ruth is to water the lime tree."))
    run.live("day 1 16:20")
    here = run.query(
        "SELECT room FROM presence WHERE agent = 'ruth' AND minute BETWEEN 950 AND 970 AND inside"
    )
    assert any(room.startswith(goal) for (room,) in here.rows)


def test_a_commitment_in_the_past_is_refused(run):
    with pytest.raises(BadInput, match="is in the past"):
        run.intervene(Commit(agent="ruth", when="day 1 09:00", room="Candle Court", text="Ruth is to come."))


def test_a_plan_is_not_changed_while_the_town_lives(run, monkeypatch):
    monkeypatch.setattr(type(run), "job", property(lambda self: LiveJob()))
    with pytest.raises(RunBusy, match="requires a paused run"):
        run.intervene(
            Replan(agent="nell", begins="14:00", ends="15:00", room="Candle Court", activity="rest")
        )


class LiveJob:
    """A job that somebody does just now."""

    is_live = True


# ---- what rested on it


@pytest.mark.nightly
def test_a_conclusion_is_stale_once_what_it_rests_on_is_retracted_and_so_is_what_rests_on_that(run):
    run.live("day 2 12:00")
    insight = next(one for agent in run.town.cast.names for one in run.at().reflections(agent))
    for row in insight.evidence:
        run.intervene(Forget(memory=str(row)))
    found = {one.memory.id: one.how for one in run.story().stale}
    assert found[insight.id] == "lost"
    assert run.story("day 1 12:00").stale == (), "nothing of it is seen earlier"


@pytest.mark.soak
def test_where_nothing_was_retracted_nothing_is_stale(run):
    run.live("day 1 20:00")
    assert run.story().stale == ()


# ---- words put into a mouth


def together(run):
    """Two who are in one room and may talk, lived on until there are such."""
    while True:
        rooms = {}
        for agent, here in run.at().people.items():
            if here.inside and not here.asleep and here.reason != "talked":
                rooms.setdefault(here.room, []).append(agent)
        pair = next((people[:2] for people in rooms.values() if len(people) > 1), None)
        if pair is not None:
            return pair
        run.live(run.clock + 10)


def test_a_line_is_said_answered_and_remembered_by_both(run):
    one, other = together(run)
    run.intervene(Say(agent=one, to=other, text="The ferry sails at dawn."))
    lines = list(run.at().log.rows(Line))[-2:]
    assert [(line.speaker, line.hearers) for line in lines] == [(one, (other,)), (other, (one,))]
    assert lines[0].text == "The ferry sails at dawn."
    for agent in (one, other):
        assert any("The ferry sails at dawn." in text for text in shown(run, agent))
    assert run.visiting is None
    run.fork().live(run.clock + 30)


def test_who_is_not_together_cannot_be_spoken_to(run):
    one, other = together(run)
    with pytest.raises(BadInput, match="cannot talk to themselves"):
        run.intervene(Say(agent=one, to=one, text="Hm."))
    here = run.at().people[one].room
    far = next(path for path in run.town.world.rooms if path.partition("/")[0] != here.partition("/")[0])
    run.intervene(Move(agent=other, room=far))
    with pytest.raises(BadInput, match="move one of them to the other first"):
        run.intervene(Say(agent=one, to=other, text="Hm."))


def test_a_line_that_is_planned_is_said_at_its_minute(run):
    one, other = together(run)
    at = run.clock + 1
    run.agenda.schedule(Say(agent=one, to=other, text="The ferry sails at dawn."), at)
    run.live(at + 5)
    (planned,) = run.agenda.all
    said = [line for line in run.at().log.rows(Line) if line.text == "The ferry sails at dawn."]
    assert (planned.state, len(said)) in (("done", 1), ("refused", 0)), planned


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"text": "Sing."}, "'whisper' is missing the field 'agent'; its fields are: agent, text, intend"),
        (
            {"agent": "ada", "text": "Sing.", "loud": "yes"},
            "'whisper' has no field 'loud'; its fields are: agent, text, intend",
        ),
    ],
)
def test_an_intervention_names_the_field_that_is_missing_or_that_it_does_not_have(fields, fault):
    with pytest.raises(BadInput) as refused:
        asked_for("whisper", fields)
    assert str(refused.value) == fault
