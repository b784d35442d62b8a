"""Intentions that an author states as data: read, checked, written out again, and meant from day 1."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.api.workspace import open_workspace
from engine.intentions.stated import read_moment
from engine.intentions.understood import Timing, Understood
from engine.interventions import Whisper
from engine.practices.practice import intent_kinds
from engine.records import EVERYBODY, Intention, Memory, StatedMoment
from engine.scenario import read_scenario
from engine.scenario.reading.stated.intents import fields_of_kind
from engine.scenario.stating.fields import intention_text, moment_text
from engine.scenario.stating.stating import exact
from engine.scenario.write import to_files
from tests.towns import Scripted, entries, founded, intervened, live, small_town, without_intents

TOWN = "three-neighbours"
NELL = "personas/nell.yaml"


@pytest.fixture(scope="module")
def files():
    return without_intents(TOWN)


def with_intents(files, *lines, file=NELL):
    return {**files, file: files[file] + "intends:\n" + "".join(f"  - {line}\n" for line in lines)}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("day 2 19:00", StatedMoment(day=2, first=1140)),
        ("Day 3 evening", StatedMoment(day=3, first=1080, last=1380)),
        ("19:00-21:00", StatedMoment(first=1140, last=1260)),
        ("every day 08:00", StatedMoment(first=480, recurs=True)),
        ("day 4", StatedMoment(day=4)),
    ],
)
def test_a_moment_is_a_day_an_hour_or_a_part_of_a_day(said, meant):
    assert read_moment(said) == meant


@pytest.mark.parametrize("said", ["day 2 night", "day 2 20:00-24:00", "day 1 24:00", "24:00", "day 1 00:00"])
def test_a_moment_is_written_out_as_it_was_read(said):
    moment = read_moment(said)
    assert read_moment(moment_text(moment)) == moment


@pytest.mark.parametrize(
    "said", ["soon", "day 1 25:00", "day 0", "", "21:00-19:00", "day 2 at 19:00", 7, None]
)
def test_what_is_no_moment_is_refused_with_a_remedy(said):
    with pytest.raises(ValueError, match=r"day 2 19:00|00:00 to 24:00"):
        read_moment(said)


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("{kind: meeting, with: peter, at: day 2 19:00}", "TW404", "peter"),
        ("{kind: meeting, with: [otto, peter], at: day 2 19:00}", "TW404", "peter"),
        ("{kind: errand, what: buy bread, where: Nowhere}", "TW304", "Nowhere"),
        ("{kind: message, what: that the mill is closed}", "TW439", "message"),
        ("{kind: meeting, with: otto}", "TW439", "meeting"),
        ("{kind: party, what: a party}", "TW205", "party"),
        ("{kind: meeting, with: otto, at: day 1 25:00}", "TW205", "25:00"),
        ("{kind: errand, what: buy a lamp, if: it is cheap}", "TW440", "cheap"),
        ("{kind: errand, what: buy a lamp, wher: Towpath}", "TW201", "wher"),
        ("{kind: errand, what: buy a lamp, closeness: 0.5}", "TW442", "closeness"),
        ("{kind: feeling, what: admire, with: otto}", "TW443", "feeling"),
        (
            "{kind: occasion, what: tea, with: otto, except: everybody, at: day 1 15:00}",
            "TW204",
            "is excluded",
        ),
    ],
)
def test_what_is_wrong_with_one_is_named_at_its_line(files, line, code, said):
    problems = read_scenario(with_intents(files, line), TOWN).problems
    found = [one for one in problems if one.code == code]
    assert found, problems
    assert said in found[0].message
    assert found[0].line == len(files[NELL].splitlines()) + 2


def test_the_documentation_names_the_fields_of_each_kind():
    text = (Path(__file__).parents[1] / "docs" / "intentions.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", text, re.MULTILINE)
    told = {kind: tuple(re.findall(r"`(\w+)`", fields)) for kind, fields in rows}
    assert told == {kind: fields_of_kind(kind) for kind in intent_kinds()}


def test_they_are_written_out_and_read_again(files):
    town = with_intents(
        files,
        "{kind: meeting, with: otto, where: Towpath, at: day 2 19:00, because: he asked}",
        "{kind: occasion, what: supper, with: everybody, except: ruth, at: day 1 18:00-20:00}",
        "{kind: secret, what: the cake is stale, kept_from: [otto, ruth]}",
        "{kind: habit, what: feed the cat, every: 08:00}",
        "{kind: errand, what: buy flour, by: day 2 evening}",
    )
    scenario = read_scenario(town, TOWN).scenario
    intends = scenario.persona("nell").intends
    assert [one.kind for one in intends] == ["meeting", "occasion", "secret", "habit", "errand"]
    assert intends[1].others == (EVERYBODY,)
    assert read_scenario(to_files(scenario), TOWN).scenario.persona("nell").intends == intends


def test_what_the_town_states_several_people_mean(files):
    town = (
        files["town.yaml"]
        + "intends:\n  - {who: [otto, ruth], kind: errand, what: buy flour, by: day 1 18:00}\n"
    )
    scenario = read_scenario({**files, "town.yaml": town}, TOWN).scenario
    assert [len(one.intends) for one in scenario.personas] == [0, 1, 1]


def test_they_are_meant_from_the_beginning_as_they_stand(files, tmp_path):
    town = with_intents(
        files,
        "{kind: meeting, with: otto, where: Towpath, at: day 2 19:00}",
        "{kind: occasion, what: picnic, with: everybody, except: ruth, where: Candle Court, at: day 3 18:00}",
        "{kind: message, to: ruth, what: that the piano is to be tuned, by: day 1 20:00}",
        "{kind: prohibition, where: Corner Shop}",
    )
    with open_workspace(tmp_path) as workspace:
        workspace.scenarios.save("stated", town)
        run = workspace.runs.new("stated")
        run.live("day 1 00:01")
        held = [one for one in run.at().log.rows(Intention) if one.agent == "nell" and one.minute == 0]
        (meeting,) = [one for one in held if one.kind == "meeting" and one.when == 2_580 and not one.began]
        assert (meeting.others, meeting.place) == (("otto",), "Towpath")
        assert any(one.kind == "occasion" and one.what == "picnic" for one in held)
        assert any(one.forbids == "occasion" and one.others == ("ruth",) for one in held)
        assert any(one.kind == "message" and one.until == 1_200 and one.others == ("ruth",) for one in held)
        assert any(one.kind == "prohibition" and one.place.startswith("Corner Shop") for one in held)
        said = [
            memory.text for memory in run.at().agents.nell.memories.latest(40) if "means to" in memory.text
        ]
        assert "Nell Hartley means to meet Otto Finch at the Towpath on day 2 at 19:00" in said


def taken_up(intend):
    """From when until when, and as what, Ada means to do what is whispered to her at nine."""
    state = founded(Scripted(), small_town(facts=()))
    live(state, 540)
    taken = [intervened(state, Whisper(agent="ada", intend=intend), at=540), *live(state, 542)]
    row = entries(taken, Intention, agent="ada")[0]
    return row.kind, row.when, row.until


@pytest.mark.parametrize(
    ("intend", "meant"),
    [
        ("{kind: request, to: ben, what: the net, at: day 2 10:00}", ("request", 2040, None)),
        ("{kind: request, to: ben, what: the net, by: day 2 10:00}", ("request", None, 2040)),
        ("{kind: message, to: ben, what: all is well, by: day 2 07:05}", ("message", None, 1865)),
        ("{kind: errand, what: buy flour, at: day 2 10:00, by: day 2 12:00}", ("errand", 2040, 2160)),
        ("{kind: errand, what: buy flour, at: day 2, by: day 2 12:00}", ("errand", 1440, 2160)),
        ("{kind: message, to: ben, what: all is well, at: day 2 10:00, by: day 2 12:00}",
         ("message", 2040, 2160)),
        ("{kind: help, with: ben, what: mend nets, at: day 2 10:00, by: day 2 12:00}",
         ("meeting", 2040, None)),
    ],
)  # fmt: skip
def test_what_is_at_an_hour_is_not_before_it_nor_after_the_latest(intend, meant):
    assert taken_up(intend) == meant


@pytest.mark.parametrize(
    ("at", "hour"), [("day 2 17:00-19:00", 2460), ("day 2 17:00", 2460), ("day 2 evening", 2670)]
)
def test_what_is_from_one_hour_to_another_begins_at_the_first(at, hour):
    assert taken_up(f"{{kind: occasion, what: tea, with: everybody, where: Quay, at: {at}}}")[1] == hour


def test_a_part_of_a_day_is_made_exact_as_the_hour_that_is_agreed_on():
    evening = Timing(said="in the evening", day=2, start=2520, end=2760)
    meet = Understood(
        kind="meeting", text="meet", deed="meet Ben Reed", who="ada", others=("ben",), when=evening
    )
    scenario = small_town(facts=())
    [stated] = exact([meet], scenario.persona("ada"), scenario, 540)
    assert moment_text(stated.at) == "day 2 20:00-22:00"
    assert taken_up(intention_text(stated)) == ("meeting", 2640, 2760)


@pytest.mark.parametrize("by", ["day 2", "day 2 24:00"])
def test_the_end_of_a_day_is_worded_as_that(by):
    state = founded(Scripted(), small_town(facts=()))
    live(state, 540)
    whisper = Whisper(agent="ada", intend=f"{{kind: errand, what: buy flour, by: {by}}}")
    taken = [intervened(state, whisper, at=540), *live(state, 542)]
    plans = [memory.text for memory in entries(taken, Memory, agent="ada") if memory.kind == "plan"]
    assert "Ada Moss means to buy flour by day 2 at 24:00" in plans


def test_what_is_left_out_of_everybody_is_said_so_and_a_surprise_is_one_secret(tmp_path):
    with open_workspace(tmp_path) as workspace:
        run = workspace.runs.new("willow-bay")
        run.live("day 1 00:01")
        words = [one.words for one in run.threads("isabel")]
        assert "gathering: hold the lantern party, for everyone except Odile Brandt" in words
        surprise = workspace.runs.new("three-neighbours")
        surprise.live("day 1 00:01")
        assert [one.words for one in surprise.threads("nell") if one.kind == "secret"] == [
            "secret kept from Otto Finch: surprise supper"
        ]


def test_two_keep_one_secret_from_everybody_but_each_other(tmp_path):
    with open_workspace(tmp_path) as workspace:
        run = workspace.runs.new("the-green")
        run.live("day 1 00:01")
        (kept,) = [
            one for one in run.at().log.rows(Intention) if one.agent == "vimala" and one.kind == "secret"
        ]
        assert len(kept.others) == len(run.scenario.personas) - 2
        assert "sasha" not in kept.others
        assert kept.deed.startswith("keep it from everybody but Sasha Nordahl that the railway company")


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("mend the nets", "meet Ben Reed to mend the nets"),
        ("mending the nets", "meet Ben Reed about mending the nets"),
        ("the rent", "meet Ben Reed about the rent"),
        ("", "meet Ben Reed at the Quay"),
    ],
)
def test_what_a_meeting_is_for_is_a_deed_or_a_matter(what, said):
    state = founded(Scripted(), small_town(facts=()))
    live(state, 540)
    fields = f"{{kind: meeting, with: ben, what: {what!r}, where: Quay, at: day 2 10:00}}"
    taken = [intervened(state, Whisper(agent="ada", intend=fields), at=540)]
    (heard,) = entries(taken, Memory, agent="ada", kind="whisper")
    assert said in heard.text
