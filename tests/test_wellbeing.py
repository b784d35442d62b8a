"""How people are: energy and mood fall and rise with what they do, and have their way when they are low."""

from __future__ import annotations

import dataclasses
import json

import pytest
from hypothesis import given, settings, strategies as st

from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.errors import BadInput, NotFound
from engine.interventions import INTERVENTIONS, Feel, SetState
from engine.language.phrases import phrases
from engine.language.scales import LEVEL_BANDS, LEVELS, level
from engine.mind.wellbeing import WORN_OUT, Wellbeing
from engine.prompts import render
from engine.records import Line, Memory, Presence, Relation, RoutineItem, Status, ThingState
from engine.rehearsal import Rehearsal
from engine.row_ids import row_id
from engine.simulation.loading import load, load_mind
from tests.towns import STOVE, entries, founded, intervened, live, person, small_town

EN, ZH = phrases("en"), phrases("zh")
SEVEN, TEN, NOON = 7 * 60, 10 * 60, 12 * 60


def someone(energy=70, mood=60, **more):
    return person(
        "ada", "Ada Moss", "Moss Flat", work="Café/counter", status={"energy": energy, "mood": mood}, **more
    )


def a_town(**more):
    routine = (
        RoutineItem(start=8 * 60, activity="serve at the counter", place="Café/counter"),
        RoutineItem(start=18 * 60, activity="read", place="Moss Flat"),
    )
    cast = (
        someone(routine=routine, **more),
        person("ben", "Ben Reed", "Reed House"),
        person("cy", "Cy Reed", "Net Loft"),
    )
    return small_town(facts=(), personas=cast)


def status(minute, value, name="energy", number=2):
    return Status(id=row_id(minute, 1, number), agent="ada", name=name, value=value)


def at(minute, *, doing="reading", room="Moss Flat", number=1, **more):
    fields = {"inside": True, "asleep": False, "next": minute + 10, "reason": "step", **more}
    return Presence(id=row_id(minute, 1, number), agent="ada", room=room, doing=doing, **fields)


def being(*rows, **persona):
    """Somebody's wellbeing after some rows."""
    made = Wellbeing(someone(**persona), EN)
    for row in rows:
        (made.stand if isinstance(row, Presence) else made.apply)(row)
    return made


class TestTheScale:
    def test_every_number_has_a_word_in_each_language(self):
        for said in (EN, ZH):
            for name in ("energy", "mood"):
                words = [said.status(name, least) for _, least, _ in LEVEL_BANDS]
                assert len(set(words)) == len(LEVELS) == 5
                assert not any(sign.isdigit() for word in words for sign in word)

    def test_its_steps_leave_no_gap(self):
        assert [level(least) for _, least, _ in LEVEL_BANDS] == list(LEVELS)
        assert (LEVEL_BANDS[0][2], LEVEL_BANDS[-1][1]) == (100, 0)

    def test_a_value_of_the_authors_own_is_named_beside_its_word(self):
        assert EN.status("thirst", 90) == "thirst: very high"
        assert ZH.status("心情", 90) == "高兴极了"

    def test_worn_out_is_its_lowest_step(self):
        assert EN.status("energy", WORN_OUT - 0.1) == "worn out" != EN.status("energy", WORN_OUT)


class TestWhatTellsOnSomebody:
    def test_work_walks_and_talk_cost_energy_and_rest_brings_it_back(self):
        def after(**doing):
            return being(status(0, 50), at(0, **doing)).value("energy", 120) - 50

        work = after(room="Café/counter", doing="serving")
        walk = after(inside=False, origin="Quay")
        assert work == walk < after(reason="talked") < after() < 0
        assert 0 < after(doing="having lunch") < after(doing="lying down for half an hour")
        assert after(asleep=True) > 0

    def test_rest_brings_no_more_than_one_usually_has(self):
        slept = being(status(0, 60), at(0, asleep=True))
        assert slept.value("energy", DAY) == 70.0

    def test_what_an_author_gave_beyond_that_stays_until_it_is_spent(self):
        lively = being(status(0, 95), at(0, asleep=True))
        assert lively.value("energy", 60) == 95.0

    def test_an_ordinary_day_leaves_more_than_half_and_its_night_makes_up_for_it(self):
        worked = being(status(SEVEN, 70), at(SEVEN, room="Café/counter", doing="serving"))
        evening = worked.value("energy", 23 * 60)
        assert 35 < evening < 45
        assert not worked.is_spent(23 * 60)
        worked.stand(at(23 * 60, asleep=True))
        assert worked.value("energy", DAY + SEVEN) == 70.0

    def test_nothing_is_counted_before_the_first_row(self):
        unsaid = being(at(0, room="Café/counter"))
        assert unsaid.values(DAY) == {"energy": 70, "mood": 60}

    def test_a_row_of_the_past_does_not_undo_a_later_one(self):
        assert being(status(20, 10), status(10, 90)).value("energy", 20) == 10


ROWS = st.lists(
    st.tuples(
        st.integers(1, 600),
        st.sampled_from(["sleep", "rest", "meal", "walk", "talk", "work", "ease", "row"]),
        st.floats(0, 100),
    ),
    max_size=40,
)


@settings(max_examples=150)
@given(rows=ROWS, usual=st.integers(0, 100))
def test_values_stay_within_their_bounds_whatever_happens(rows, usual):
    made, minute = being(status(0, usual), energy=usual), 0
    doings = {
        "sleep": {"asleep": True}, "rest": {"doing": "resting"}, "meal": {"doing": "having supper"},
        "walk": {"inside": False, "origin": "Quay"}, "talk": {"reason": "talked"},
        "work": {"room": "Café/counter"}, "ease": {},
    }  # fmt: skip
    for lasts, what, value in rows:
        made.apply(status(minute, value)) if what == "row" else made.stand(at(minute, **doings[what]))
        minute += lasts
        assert 0 <= made.value("energy", minute) <= 100
        if made.is_worn_out(minute):
            assert 120 <= made.rest_needed(minute) <= 480


def lived(until, *, before=SEVEN, then=None, **persona):
    """The turns of a small town in which an author sets something, and its state."""
    state = founded(Rehearsal(), a_town(**persona))
    taken = live(state, before)
    for what in then or ():
        taken.append(intervened(state, what, at=before))
    return state, taken + live(state, until)


class TestWhoIsWornOut:
    def test_rests_before_anything_else_and_remembers_why(self):
        state, taken = lived(TEN, then=[Feel(agent="ada", name="energy", value="5")])
        assert state.minds["ada"].presence.room == "Moss Flat"
        assert EN.doing(state.minds["ada"].presence.doing) == "rest"
        [why] = [row for row in entries(taken, Memory, agent="ada") if "worn out and has to" in row.text]
        assert (why.kind, why.minute) == ("observation", SEVEN)
        assert not [row for row in entries(taken, Memory, agent="ada") if "energy" in row.text]

    def test_leaves_work_and_goes_home_when_it_comes_over_them_there(self):
        state, taken = lived(TEN + 30, before=TEN, then=[Feel(agent="ada", name="energy", value="5")])
        here = [row for row in entries(taken, Presence, agent="ada") if row.minute < TEN][-1]
        assert here.room == "Café/counter"
        now = state.minds["ada"].presence
        assert (now.room, now.inside, EN.doing(now.doing)) == ("Moss Flat", True, "rest")

    def test_gets_up_again_when_the_strength_is_back(self):
        state, taken = lived(20 * 60, then=[Feel(agent="ada", name="energy", value="5")])
        later = [row for row in entries(taken, Presence, agent="ada") if row.minute > 14 * 60]
        assert {row.room for row in later} >= {"Café/counter"}
        assert state.minds["ada"].wellbeing.value("energy", 20 * 60) >= WORN_OUT

    def test_still_sees_to_what_is_urgent(self):
        state = founded(Rehearsal(), a_town())
        taken = live(state, TEN)
        taken.append(intervened(state, Feel(agent="ada", name="energy", value="5"), at=TEN))
        taken.append(intervened(state, SetState(thing=STOVE, state="burning"), at=TEN))
        taken += live(state, TEN + 20)
        change = next(row for row in entries(taken, ThingState, thing=STOVE) if row.by)
        assert change.state == "off"

    def test_begins_no_talk(self):
        _, taken = lived(NOON, then=[Feel(agent="ada", name="energy", value="5")])
        assert not [row for row in entries(taken, Line, speaker="ada") if row.minute < TEN]


class TestWhoIsTired:
    @pytest.mark.soak
    def test_goes_to_bed_early_and_remembers_why(self):
        def bed(**then):
            _, taken = lived(DAY, before=17 * 60, **then)
            slept = [row for row in entries(taken, Presence, agent="ada") if row.asleep and row.minute > NOON]
            early = [row for row in entries(taken, Memory, agent="ada") if "goes to bed early" in row.text]
            return slept[0].minute, len(early)

        (usual, nothing), (early, once) = bed(), bed(then=[Feel(agent="ada", name="energy", value="20")])
        assert usual - 75 <= early < usual
        assert (nothing, once) == (0, 1)


class TestWhoIsLow:
    def test_keeps_to_themselves_more(self):
        low = being(status(0, 10, "mood"))
        assert low.is_low(0)
        assert not being(status(0, 55, "mood")).is_low(0)

    def test_somebody_who_is_low_by_nature_is_so_only_when_lower_still(self):
        assert not being(status(0, 18, "mood"), mood=22).is_low(0)
        assert being(status(0, 12, "mood"), mood=22).is_low(0)


class TestTheLog:
    def test_says_how_everybody_was_to_begin_with(self):
        state = founded(Rehearsal(), a_town())
        rows = state.minds["ada"].wellbeing.last.values()
        assert [(row.name, row.value, row.minute) for row in rows] == [("energy", 70, 0), ("mood", 60, 0)]

    @pytest.mark.soak
    def test_a_row_is_written_where_a_word_of_the_scale_is_crossed_and_says_what_crossed_it(self):
        _, taken = lived(DAY)
        rows = [row for row in entries(taken, Status, agent="ada") if row.name == "energy"]
        assert [EN.status("energy", row.value) for row in rows][-1] == "a little tired"
        assert "working" in {row.because for row in rows}
        made = {row.id for _, turn in taken for row in turn.entries}
        assert all(row.source in made for row in rows if row.source)

    @pytest.mark.soak
    def test_its_rows_come_last_in_a_turn_so_that_no_others_move(self):
        _, taken = lived(2 * DAY)
        for _, turn in taken:
            kinds = [type(row) is Status for row in turn.entries]
            assert kinds == sorted(kinds)

    def test_who_has_no_status_has_no_rows(self):
        _, taken = lived(DAY)
        assert not entries(taken, Status, agent="ben")


def test_a_good_talk_lifts_the_mood_and_a_bad_one_lets_it_fall():
    from engine.cognition.feeling.feel import feel
    from engine.mind.turn_rows import TurnRows

    def after(*closeness):
        state = founded(Rehearsal(), a_town())
        rows = TurnRows(TEN, 1, state.apply)
        thinker = state.thinker("ada", rows, TEN)
        for value in closeness:
            rows.add(Relation(id=rows.next_id(), agent="ada", other="ben", kind="friend", closeness=value))
        feel(thinker)
        return [(row.value, row.because) for row in rows.entries if isinstance(row, Status)]

    assert after(0.2, 0.35) == [(64.0, "a good talk with Ben Reed")]
    assert after(0.2, 0.15) == [(55.2, "a bad talk with Ben Reed")]
    assert after(0.2, 0.05) == [(48.0, "a bad talk with Ben Reed")]
    assert after(0.2, 0.25) == [], "a talk that turns little leaves one as one was"


@pytest.mark.nightly
def test_a_question_says_how_somebody_feels_in_words():
    asked = []

    class Listening(Rehearsal):
        async def ask(self, prompt, heard=None):
            asked.append(prompt)
            return await super().ask(prompt, heard)

    state = founded(Listening(), a_town())
    live(state, SEVEN)
    intervened(state, Feel(agent="ada", name="energy", value="5"), at=SEVEN)
    live(state, TEN)
    plan = next(prompt for prompt in asked if prompt.name == "plan_day" and prompt.persona.id == "ada")
    assert "You feel: worn out; in good spirits" in render(plan).user


def test_a_memory_has_the_word_and_not_the_number_in_chinese_too():
    town = dataclasses.replace(a_town(), language="zh")
    state = founded(Rehearsal(), town)
    taken = live(state, SEVEN)
    taken.append(intervened(state, Feel(agent="ada", name="energy", value="5"), at=SEVEN))
    taken += live(state, TEN)
    assert [row.text for row in entries(taken, Memory, agent="ada") if "累垮" in row.text]


class TestFeel:
    def test_is_offered_with_the_others(self):
        assert INTERVENTIONS["feel"] is Feel

    @pytest.mark.parametrize("value", ["", "much", "-1", "101", "nan", "inf", "5; DROP TABLE status"])
    def test_takes_numbers_of_the_scale_only(self, value):
        state = founded(Rehearsal(), a_town())
        with pytest.raises(BadInput, match="value"):
            intervened(state, Feel(agent="ada", name="energy", value=value), at=0)

    @pytest.mark.parametrize(("agent", "name"), [("nobody", "energy"), ("ada", ""), ("ada", "x" * 41)])
    def test_names_somebody_and_a_value(self, agent, name):
        state = founded(Rehearsal(), a_town())
        with pytest.raises((BadInput, NotFound)):
            intervened(state, Feel(agent=agent, name=name, value="5"), at=0)

    def test_gives_a_value_to_who_had_none(self):
        state = founded(Rehearsal(), a_town())
        intervened(state, Feel(agent="ben", name="Energy", value="5"), at=0)
        assert state.minds["ben"].wellbeing.is_worn_out(0)

    def test_says_how_they_are_in_a_word(self):
        town = founded(Rehearsal(), a_town()).town
        assert Feel(agent="ada", name="mood", value="90").outcome(town) == "Ada Moss is very happy"


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("wellbeing")) as workspace:
        run = workspace.runs.new("three-neighbours")
        run.live(DAY + TEN)
        yield run


class TestARun:
    @pytest.mark.nightly
    def test_is_the_same_however_it_is_read(self, run):
        end = DAY + TEN
        whole = load(run.store, run.number, run.town, before=end)
        for agent, mind in whole.minds.items():
            alone = load_mind(run.store, run.number, run.town, agent, before=end).minds[agent]
            assert mind.wellbeing.values(end) == alone.wellbeing.values(end) == run.at(end).status(agent)

    @pytest.mark.soak
    def test_a_fork_and_a_run_taken_up_again_go_on_from_it(self, run):
        fork = run.fork("day 1 12:00", name="again")
        for until in ("day 1 15:00", "day 1 23:30", DAY + TEN):
            fork.live(until)
        assert fork.at().fingerprint == run.at().fingerprint

    @pytest.mark.soak
    def test_says_over_the_days_how_somebody_was_and_why(self, run):
        energy, mood = run.story().wellbeing("nell").curves
        assert (energy.name, mood.name) == ("energy", "mood")
        assert [step.change is None for step in energy.steps][:2] == [True, False]
        assert energy.lowest.value < energy.steps[0].value
        assert all(step.because for step in (*energy.steps, *mood.steps))
        rows = {step.source: run.by_id([step.source]) for step in energy.steps if step.source}
        assert rows

    def test_before_its_first_minute_there_is_what_the_author_wrote(self, run):
        curves = run.story(0).wellbeing("nell").curves
        assert [(one.name, one.now) for one in curves] == [("energy", 75), ("mood", 75)]

    def test_every_row_says_what_it_came_of(self, run):
        rows = [row for row in run.whole_log() if isinstance(row, Status) and row.minute]
        assert rows
        for row in rows:
            why = run.why(row.id)
            assert why.causes
            assert all(cause.row.id < row.id for cause in why.causes)

    def test_rows_of_it_are_few(self, run):
        rows = list(run.whole_log())
        status = sum(isinstance(row, Status) for row in rows)
        assert status <= 0.02 * (len(rows) - status)

    def test_is_a_view_for_anybodys_question(self, run):
        found = run.query("SELECT agent, name, value, was FROM status WHERE was IS NOT NULL")
        assert found.rows

    def test_on_ordinary_days_nobody_is_worn_out_or_turns_in_early(self, run):
        texts = [row.text for row in run.whole_log() if isinstance(row, Memory)]
        assert not [text for text in texts if "worn out" in text or "goes to bed early" in text]
        energy = [row for row in run.whole_log() if isinstance(row, Status) and row.name == "energy"]
        assert all(row.value > 0.5 * run.scenario.persona(row.agent).status["energy"] for row in energy)


@pytest.mark.soak
def test_the_command_line_sets_and_tells_how_somebody_is(tmp_path, capsys):
    from engine.cli import main

    with open_workspace(tmp_path) as workspace:
        workspace.runs.new("three-neighbours").live(TEN)

    def call(*words):
        done = main([*words, "--workspace", str(tmp_path)])
        return done, capsys.readouterr()

    assert call("feel", "last", "nell", "energy", "5")[0] == 0
    assert call("resume", "last", "--until", "day 1 10:10", "--quiet")[0] == 0
    done, said = call("status", "last", "nell")
    assert (done, "energy: worn out" in said.out, "the author's hand" in said.out) == (0, True, True)
    done, said = call("status", "last", "nell", "--at", "day 1 09:59", "--json")
    energy = json.loads(said.out)[0]
    assert (done, energy["name"], energy["steps"][-1]["value"] > 50) == (0, "energy", True)
    done, said = call("feel", "last", "nell", "energy", "lots")
    assert (done, "'lots' is not a valid value; use a number from 0 to 100" in said.err) == (1, True)
