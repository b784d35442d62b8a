"""At energy 5 in the morning somebody rests before noon, in every bundled town; and others are as they were
until they meet with what came of it.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import pytest

from engine.api.scenarios import bundled
from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.interventions import Feel
from engine.records import Conversation, Memory, Presence, Turn
from tests.marks import in_turn

NOON = DAY + 12 * 60
TOWNS = in_turn(bundled(), plain=["three-neighbours"])
pytestmark = pytest.mark.slow


@pytest.fixture(params=TOWNS)
def town(request, tmp_path):
    """A bundled town, lived until the noon of its second day."""
    with open_workspace(tmp_path) as workspace:
        run = workspace.runs.new(request.param)
        run.live(NOON)
        yield run


@pytest.mark.nightly
def test_everybody_who_is_worn_out_in_the_morning_rests_before_noon_and_changes_nobody_from_afar(town):
    restless, unheeding, reached_from_afar = [], [], {}
    for agent, persona in town.town.cast.personas.items():
        wakes = DAY + persona.wake
        assert wakes < NOON - 60
        fork = town.fork(wakes)
        fork.intervene(Feel(agent=agent, name="energy", value="5"))
        fork.live(NOON)
        rows = [row for row in fork.whole_log() if row.minute >= wakes]
        restless += [] if rests(rows, agent, town) else [agent]
        unheeding += [] if remembers_why(rows, agent, town) else [agent]
        apart = changed_from_afar(town, fork, agent, wakes)
        reached_from_afar |= {agent: apart} if apart else {}
    assert (restless, unheeding, reached_from_afar) == ([], [], {})


def rests(rows, agent, run):
    """Whether somebody lies down where they live, or by something to rest on, for an hour and more."""
    own = [row for row in rows if isinstance(row, Presence) and row.agent == agent]
    stretches = [
        (later.minute - row.minute, row.room)
        for row, later in pairwise(own)
        if row.inside and not row.asleep and run.town.phrases.doing(row.doing) == "rest"
    ]
    home = run.town.world.place_of[run.scenario.persona(agent).home]
    assert all(run.town.world.place_of[room] is home for _, room in stretches)
    return sum(minutes for minutes, _ in stretches) >= 60


def remembers_why(rows, agent, run):
    said = run.town.phrases.say("is_worn_out", name=run.town.cast.names[agent])
    return any(isinstance(row, Memory) and row.agent == agent and row.text == said for row in rows)


def changed_from_afar(trunk, fork, agent, since):
    """Whose rows differ in the two runs before they were in a room with somebody whose rows did."""
    mine, theirs = (by_agent(run, since) for run in (trunk, fork))
    rooms = [whereabouts(run, since) for run in (trunk, fork)]
    reached = {agent: since}
    firsts = {one: first_apart(mine[one], theirs[one]) for one in {*mine, *theirs}}
    apart = sorted((minute, one) for one, minute in firsts.items() if minute is not None and one != agent)
    from_afar = []
    for minute, one in apart:
        met = any(
            stays[one] and together(stays[one], stays[other], max(since, at), minute)
            for stays in rooms
            for other, at in reached.items()
        )
        if not met:
            from_afar.append((one, minute))
        reached[one] = minute
    return from_afar


def by_agent(run, since):
    """The rows of everybody from a minute on."""
    found = defaultdict(list)
    for row in run.whole_log():
        if row.minute < since or isinstance(row, Turn):
            continue
        whose = next(
            (getattr(row, name) for name in ("agent", "actor", "speaker", "by") if hasattr(row, name)), ""
        )
        members = row.members if isinstance(row, Conversation) else (whose,)
        for one in members:
            if one:
                found[one].append(row)
    return found


def first_apart(mine, theirs):
    """The minute of the first row that is not the same in both; None when all are."""
    for one, other in zip(mine, theirs, strict=False):
        if one != other:
            return min(one.minute, other.minute)
    longer = max(mine, theirs, key=len)
    shorter = min(len(mine), len(theirs))
    return longer[shorter].minute if len(longer) > shorter else None


def whereabouts(run, since):
    """In which rooms everybody was, from when until when: in one, at its door, or on the way from it."""
    stays = defaultdict(list)
    latest = {}
    for row in run.whole_log():
        if not isinstance(row, Presence):
            continue
        before = latest.get(row.agent)
        if before is not None and row.minute >= since:
            stays[row.agent] += [
                (before.minute, row.minute, room) for room in {before.room, before.origin} - {""}
            ]
        latest[row.agent] = row
    for one, row in latest.items():
        stays[one] += [(row.minute, NOON, room) for room in {row.room, row.origin} - {""}]
    return stays


def together(mine, theirs, since, until):
    """Whether two were in one room at some minute."""
    return any(
        room == other and max(start, begins, since) <= min(end, ends, until)
        for start, end, room in mine
        for begins, ends, other in theirs
    )
