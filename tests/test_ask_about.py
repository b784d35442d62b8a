"""The questions of the form on the Chat page: every town's people answer them as the log has it.

What is right is read from presences and talks, not from the code that answers.
"""

from __future__ import annotations

import re

import pytest

from engine.api.talk import questions_about
from engine.api.workspace import open_workspace
from engine.clock import DAY, clock_words
from engine.language.languages import languages
from engine.records import Conversation, Intention, Presence

TOWNS = {"willow-bay": "en", "liuwan": "zh"}
NOW = DAY + 20 * 60
HOURS = (8 * 60, 10 * 60 + 30, 12 * 60, 15 * 60, 18 * 60)
YES = {"en": "Yes", "zh": "去"}
ON_THE_WAY = 10  # minutes before a walk, in which people may say where they went


@pytest.fixture(scope="module", params=TOWNS)
def run(request, tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("w")) as workspace:
        run = workspace.runs.new(request.param, seed=173)
        run.live(NOW)
        yield run


@pytest.fixture(scope="module")
def log(run):
    return run.at(NOW).log


def test_every_language_with_such_questions_has_the_same():
    gaps = {
        language: {kind: sorted(re.findall(r"\{(\w+)\}", text)) for kind, text in texts.items()}
        for language in languages()
        if (texts := questions_about(language)) is not None
    }
    assert len({str(sorted(kinds.items())) for kinds in gaps.values()}) == 1


def asked(run, agent, kind, **gaps):
    text = questions_about(run.scenario.language)[kind].format(**gaps)
    return run.at(NOW).ask(agent, text).text


def place(room):
    return room.partition("/")[0]


def presences(log, agent):
    """The stretches that an agent spent at a place: (first minute, minute after the last, room)."""
    rows = list(log.rows(Presence, where={"agent": agent}))
    ends = [*(row.minute for row in rows[1:]), NOW]
    return [
        (row.minute, end, row.room)
        for row, end in zip(rows, ends, strict=True)
        if row.room and not row.asleep
    ]


def named(run, text):
    return {
        persona.id
        for persona in run.scenario.personas
        if any(name in text for name in (persona.called, persona.name, persona.name.split()[0]) if name)
    }


def people(run):
    return [persona.id for persona in run.scenario.personas]


def test_whoever_is_asked_where_they_were_names_the_place(run, log):
    for agent in people(run):
        for kind, day in (("where_yesterday", 0), ("where_today", 1)):
            for hour in HOURS:
                minute = day * DAY + hour
                was = {room for first, end, room in presences(log, agent) if first <= minute < end}
                will = {
                    place(room)
                    for first, end, room in presences(log, agent)
                    if first <= minute + ON_THE_WAY and end > minute
                }
                if len(was) != 1 or len(will) != 1:
                    continue
                answer = asked(run, agent, kind, clock=clock_words(hour))
                assert will <= {name for name in will if name in answer}, (
                    agent,
                    kind,
                    clock_words(hour),
                    was,
                    answer,
                )


def test_the_last_talk_is_named_by_its_place(run, log):
    for agent in people(run):
        for other in people(run):
            talks = [one for one in log.rows(Conversation) if {agent, other} <= {*one.members}]
            if agent == other or not talks:
                continue
            answer = asked(run, agent, "last_talk", other=run.scenario.persona(other).name)
            assert place(talks[-1].room) in answer, (agent, other, talks[-1].room, answer)


def test_whom_somebody_met_today_they_met(run, log):
    for agent in people(run):
        mine = [(first, end, room) for first, end, room in presences(log, agent) if end > DAY]
        near = {
            other
            for other in people(run)
            if other != agent
            for first, end, room in presences(log, other)
            if any(room == there and first < stop and start < end for start, stop, there in mine)
        }
        answer = asked(run, agent, "met")
        assert named(run, answer) - {agent} <= near, (agent, near, answer)


def test_of_an_event_those_are_named_who_were_there_and_only_they_say_that_they_were(run, log):
    (event,) = {
        (row.what, row.place, row.when)
        for row in log.rows(Intention, where={"kind": "occasion"})
        if row.when is not None and row.when < NOW - 60
    }
    what, room, when = event
    there = {
        agent: [
            first
            for first, end, spent in presences(log, agent)
            if place(spent) == place(room) and first < when + 2 * 60 and end > when
        ]
        for agent in people(run)
    }
    guests = {agent for agent, stays in there.items() if stays}
    assert guests, "the story shows nothing"
    called = run.town.phrases.the(what)
    for agent in people(run):
        came = asked(run, agent, "came", event=called)
        assert named(run, came) - {agent} <= guests, (agent, guests, came)
        if agent in guests:
            assert named(run, came) - {agent}, (agent, came)
        says_yes = asked(run, agent, "were_there", event=called).startswith(YES[run.scenario.language])
        assert says_yes == (agent in guests), (agent, guests)
