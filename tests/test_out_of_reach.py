"""Whoever an intervention cannot have reached lives on as if it had not been: every row of theirs is the same
as in the trunk, in every bundled town and for every kind of intervention.

Whom it can have reached is found from the rows of both logs alone: what an author did touches the people and
the rooms of its rows, somebody who is in a touched room is touched, and touches every room they come to; what
is said is heard by its hearers; what is urgent is noticed next to it, and from the way. No part of the engine
that says whom something reached is asked.
"""

from __future__ import annotations

from collections import Counter

import pytest

from engine.api.interventions import (
    INTERVENTIONS,
    Add,
    Amend,
    Commit,
    Feel,
    Forget,
    Happen,
    LockBlock,
    LockLine,
    LockTie,
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
from engine.api.scenarios import bundled
from engine.api.workspace import open_workspace
from engine.clock import clock_words
from engine.records import Event, Line, Presence, Turn
from tests.marks import in_turn

pytestmark = pytest.mark.slow

AT, UNTIL = "day 1 09:00", "day 1 10:30"
TEXT = {"en": "A dog runs in, dripping wet.", "zh": "一只湿淋淋的狗跑了进来。"}


@pytest.fixture(scope="module", params=in_turn(bundled(), plain=["three-neighbours"]))
def trunk(request, tmp_path_factory):
    with open_workspace(tmp_path_factory.mktemp("reach") / "workspace") as workspace:
        run = workspace.runs.new(request.param)
        run.live(UNTIL)
        yield run


def memory_of(fork, agent):
    return str(fork.at().memories(agent, kinds=["seed"]).items[0].id)


def beside(fork, agent, other):
    """Somebody else, brought to where one is."""
    fork.intervene(Move(agent=other, room=fork.at().people[agent].room))
    return other


def made(verb, fork, agent, other):
    """An intervention of a kind that touches as few as it can: somebody, and if need be somebody else."""
    here, text = fork.at().people[agent].room, TEXT.get(fork.scenario.language[:2], TEXT["en"])
    home, now = fork.scenario.persona(agent).home, fork.clock
    things = [thing.path for thing in fork.town.world.rooms[here].things]
    every = list(fork.town.world.things)
    return {
        "set": lambda: SetState(thing=(things or every)[0], state="covered in chalk"),
        "happen": lambda: Happen(room=here, text=text),
        "move": lambda: Move(agent=agent, room=next(one for one in fork.town.world.rooms if one != here)),
        "away": lambda: SendAway(agent=agent),
        "say": lambda: Say(agent=agent, to=beside(fork, agent, other), text=text),
        "add": lambda: Add(persona=f"name: Iris Vale\nhome: {home}\n", room=here),
        "amend": lambda: Amend(about=agent, field="traits", value="bold"),
        "whisper": lambda: Whisper(agent=agent, text=text),
        "commit": lambda: Commit(agent=agent, when=clock_words(now + 40), room=home, text=text),
        "plan": lambda: Replan(
            agent=agent, begins=clock_words(now + 20), ends=clock_words(now + 50), room=home, activity=text
        ),
        "reconsider": lambda: Reconsider(agent=agent),
        "reflect": lambda: ReflectNow(agent=agent),
        "remember": lambda: Remember(agent=agent, text=text),
        "reword": lambda: Reword(memory=memory_of(fork, agent), text=text),
        "forget": lambda: Forget(memory=memory_of(fork, agent)),
        "tie": lambda: Tie(agent=agent, other=other, closeness="-0.9"),
        "feel": lambda: Feel(agent=agent, name="mood", value="5"),
        "lock": lambda: LockBlock(agent=agent, when=clock_words(now + 30)),
        "lock-tie": lambda: LockTie(agent=agent, other=other),
        "lock-line": lambda: LockLine(agent=agent, others=other, text=text),
        "undo": lambda: Undo(entry=str(fork.intervene(Happen(room=here, text=text)).id + 1)),
    }[verb]()


def people_of(run):
    """By agent number, as the ids of rows have it, who that is."""
    return {number: agent for agent, number in run.town.cast.agent_numbers.items()}


def rows_of(run, since):
    """Every row of a log from a minute on, by whose turn made it; the author's under ""."""
    whose = {row.id // 10_000: row.agent for row in run.whole_log() if isinstance(row, Turn)}
    found = {}
    for row in run.whole_log():
        if since <= row.minute < run_until(run):
            found.setdefault(whose[row.id // 10_000], []).append(row)
    return found


def run_until(run):
    return run.at(UNTIL).minute


class Reach:
    """Whom and which rooms something can have touched, row by row of two logs that run beside each other."""

    def __init__(self, run, fork, since):
        self.world = fork.town.world
        self.people, self.rooms = set(), set()
        author = rows_of(fork, since).get("", [])
        for row in author:
            self._touch_by(row)
        self.rows = [
            *stays(run, since),
            *self.own_rows(run, since),
            *stays(fork, since),
            *self.own_rows(fork, since),
        ]
        self.rows.sort(key=lambda row: row.id)
        self._spread()

    @staticmethod
    def own_rows(run, since):
        return [row for row in run.whole_log() if isinstance(row, Presence | Line) and since <= row.minute]

    def _touch_by(self, row):
        for name in ("agent", "actor", "urges", "speaker"):
            self.people |= {who for who in [getattr(row, name, "")] if who}
        for name in ("room", "origin"):
            self.rooms |= {room for room in [getattr(row, name, "")] if room}
        if thing := getattr(row, "thing", ""):
            self.rooms.add(thing.rpartition("/")[0])
        if isinstance(row, Event) and row.urgent:
            self.rooms |= {room.path for place in self.world.near(row.room) for room in place.rooms}

    def _spread(self):
        """Go through both logs at once, in order; a room that was touched stays so."""
        for row in self.rows:
            if isinstance(row, Line):
                if {row.speaker, *row.hearers} & self.people:
                    self.people |= {row.speaker, *row.hearers}
            elif row.agent in self.people:
                self.rooms |= {row.room, *filter(None, [row.origin])}
            elif not (row.origin and not row.inside) and row.room in self.rooms:
                self.people.add(row.agent)
                self.rooms.add(row.room)


def stays(run, since):
    """Where everybody is when it is done."""
    return list(run.at(since).people.values())


@pytest.mark.nightly
@pytest.mark.parametrize("verb", INTERVENTIONS)
def test_who_cannot_have_been_reached_is_the_same_to_the_byte(trunk, verb):
    fork = trunk.fork(AT)
    since = fork.clock
    alone = Counter(one.room for one in fork.at().people.values())
    awake = [one for one, here in fork.at().people.items() if here.inside and not here.asleep]
    agent = min(awake, key=lambda one: alone[fork.at().people[one].room])  # with whom fewest are
    known = [tie.other for tie in fork.at().relations if tie.agent == agent]
    other = next(iter(known), next(one for one in fork.town.cast.names if one != agent))
    fork.intervene(made(verb, fork, agent, other))
    fork.live(UNTIL)
    reach = Reach(trunk, fork, since)
    mine, theirs = rows_of(trunk, since), rows_of(fork, since)
    beyond = [one for one in trunk.town.cast.names if one not in reach.people]
    for one in beyond:
        assert mine.get(one) == theirs.get(one), f"{verb} of {agent} has reached {one}"
    if len(trunk.town.cast.names) > 3:
        assert beyond, "somebody is out of reach for an hour and a half"
    assert agent in reach.people or verb in ("set", "happen", "undo", "add")


def test_who_is_in_the_room_is_reached_as_the_reckoning_says(trunk):
    """Something does change for somebody, and for nobody whom the reckoning does not name."""
    fork = trunk.fork(AT)
    since = fork.clock
    here = Counter(one.room for one in fork.at().people.values() if one.inside and not one.asleep)
    room = max(here, key=here.__getitem__)
    fork.intervene(Happen(room=room, text=TEXT.get(trunk.scenario.language[:2], TEXT["en"])))
    fork.live(UNTIL)
    mine, theirs = rows_of(trunk, since), rows_of(fork, since)
    changed = {one for one in trunk.town.cast.names if mine.get(one) != theirs.get(one)}
    assert changed
    assert changed <= Reach(trunk, fork, since).people
