"""One truth: where a run stands, what it began with, and how people stand to each other is said one way."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from rehearsal_minds import ISABEL, TOMAS, ask, common, friend

from engine.api.workspace import open_workspace
from engine.clock import DAY, moment_words
from engine.language.phrases import phrases
from engine.language.scales import DEGREES, degree
from engine.prompts import questions as q, render
from engine.prompts.known import Acquaintance
from engine.records import Relation
from engine.store.living.jobs import job_of
from tests.minds import CAFE
from tests.towns import Scripted, entries, founded, live, plan_for

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("standing")) as workspace:
        run = workspace.runs.new("three-neighbours")
        run.live(DAY)
        yield run


# ---- where a run stands


def test_a_day_that_has_ended_stands_at_one_moment_wherever_that_is_said(call, asked):
    _, out, _ = call("run", "three-neighbours", "--until", "day 1 03:00", "--quiet")
    (said,) = re.findall(r"has reached (day \d+ \d\d:\d\d)", out)
    listed = asked("runs")[-1]
    assert said == moment_words(listed["minute"]) != "day 1 03:00", "everybody sleeps, nobody is due at three"
    assert listed["until"] == 180
    ended = asked("run", "three-neighbours", "--until", "day 1 03:00", "--quiet")
    assert (ended["minute"], ended["until"]) == (listed["minute"], 180)


@pytest.mark.nightly
def test_the_job_says_the_same_moment_as_the_run(run):
    assert job_of(run.store, run.number).note == moment_words(run.clock)


def test_nobody_can_look_beyond_where_the_run_stands_and_everybody_as_far(run):
    assert run.at(run.clock).minute == run.clock
    assert run.clock > DAY, "the night goes on without anybody until the first one wakes"


# ---- what it began with


def test_the_first_minute_shows_what_everybody_began_with(run):
    assert [memory.kind for memory in run.at(0).memories("otto").items] != []
    assert set(run.at(0).people) == {"nell", "otto", "ruth"}
    assert run.at(0).relations == run.at(1).relations != ()
    assert run.at(0).known("otto") == run.at(1).known("otto") != {}
    assert run.at(0).recall("otto", "clocks")
    assert run.at(0).fingerprint == run.at(1).fingerprint
    assert run.at(0).log.counts == run.at(1).log.counts
    assert [row.id for row in run.at(0).log.entries()] == [row.id for row in run.at(1).log.entries()] != []
    assert "Otto" in run.at(0).ask("otto", "Who are you?").text


# ---- how people stand to each other


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_degree_of_closeness_has_words_of_its_own(language):
    words = phrases(language)
    values = (0.9, 0.5, 0.2, 0.0, -0.2, -0.8)
    assert tuple(map(degree, values)) == DEGREES
    assert len({words.feels(value) for value in values}) == len(values)
    assert words.tie(0.0) == words.tie(0.1) != words.tie(0.4) != words.tie(0.7)


@pytest.mark.parametrize(
    ("language", "kind", "closeness", "said"),
    [
        ("en", "sister", -0.3, "sister, cool"),
        ("en", "rival", 0.7, "rival, very close"),
        ("en", "friend", 0.4, "friend"),
        ("en", "friend", -0.6, "friend, hostile"),
        ("en", "", 0.4, "close"),
        ("zh", "姐姐", -0.3, "姐姐、疏远"),
        ("zh", "朋友", 0.4, "朋友"),
    ],
)
def test_what_the_author_wrote_stays_and_the_word_for_the_closeness_goes_beside_it(
    language, kind, closeness, said
):
    assert phrases(language).standing(kind, closeness) == said


def after_a_talk(change):
    """How Ada and Ben stand to each other once they have met, each moved by so much."""
    model = Scripted(
        plan_day=plan_for(CAFE),
        react=lambda prompt: (
            {"decision": "talk", "person": prompt.people[0].name}
            if prompt.people
            else {"decision": "continue"}
        ),
        take_away=lambda prompt: {
            "summary": "They talked.",
            "importance": 3,
            "feelings": [{"person": person.name, "change": change} for person in prompt.people],
        },
    )
    rows = entries(live(founded(model), 10 * 60), Relation)
    return {row.agent: (row.kind, row.closeness) for row in rows}


def test_the_word_for_somebody_met_in_town_follows_the_number_and_the_authors_word_stays():
    """Ada is Ben's friend as the author says; Ben has never met Ada."""
    assert after_a_talk(5) == {"ada": ("friend", 0.75), "ben": ("acquaintance", 0.25)}


def test_an_acquaintance_becomes_a_friend_when_the_number_does(monkeypatch):
    monkeypatch.setattr("engine.cognition.converse._STEPS_OF_CLOSENESS", 10)
    assert after_a_talk(5)["ben"] == ("friend", 0.5)
    assert after_a_talk(-5) == {"ada": ("friend", 0.0), "ben": ("enemy", -0.5)}


def test_a_prompt_says_closeness_in_the_language_of_the_town():
    people = (Acquaintance(agent="tomas", name="林大海", kind="邻居", closeness=0.7),)
    prompt = q.Speak(**{**common(), "language": "zh"}, place="码头", doing="", people=people)
    assert "- 林大海: 邻居, 很亲\n" in render(prompt).user


@pytest.mark.parametrize(
    ("kind", "closeness", "said"), [("rival", 0.7, True), ("friend", 0.7, True), ("friend", -0.3, False)]
)
def test_an_interview_follows_the_number_whatever_somebody_is_called(kind, closeness, said):
    tomas = replace(friend(TOMAS, closeness), kind=kind)
    question = q.Interview(**common(ISABEL), question="Tell me about Tomas Lind.", people=(tomas,))
    answer = ask(question).answer
    assert kind in answer
    assert ("fond of Tomas" in answer) is said
