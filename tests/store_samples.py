"""Small stores, runs and turns for the tests of the store."""

from __future__ import annotations

import pytest

from engine.records import (
    Call,
    Conversation,
    Diary,
    Discovery,
    Event,
    Intention,
    Intervened,
    Joined,
    Knows,
    Line,
    Lock,
    Memory,
    Presence,
    Recall,
    Recalled,
    Relation,
    Retraction,
    Sighting,
    Status,
    Step,
    ThingState,
    Turn,
)
from engine.row_ids import NARROW, row_id
from engine.store.file.connection import open_store
from engine.store.living.runs import create_run
from engine.store.log.rows import append
from engine.store.writing.scenarios import save_version

AGENTS = ("", "ada", "ben", "chen")


@pytest.fixture
def store(tmp_path):
    with new_store(tmp_path) as store:
        yield store


@pytest.fixture
def run(store):
    return new_run(store).number


def new_store(folder, **options):
    return open_store(folder / "townwright.db", now=lambda: 1_000.0, **options)


def new_run(store, name="Willow Bay"):
    version = save_version(store, "willow-bay", {"town.yaml": "town: Willow Bay"})
    return create_run(store, name=name, scenario_version=version, seed=7, model="rehearsal")


def turn_at(minute, order, n=0, width=NARROW):
    return Turn(id=row_id(minute, order, n, width), agent=AGENTS[order], room="Café/counter", reason="step")


def one_of_each(minute, order=1, n=1):
    """A record of every kind, with every field away from its default."""
    agent = AGENTS[order]
    ids = iter(row_id(minute, order, n + i) for i in range(100))
    scores = Recalled(memory=12, score=0.75, recency=0.1, importance=0.25, relevance=0.4)
    return [
        Event(
            id=next(ids), room="Café/counter", kind="act", text="Ada brews 咖啡", actor=agent,
            about=("ben", "chen"), thing="Café/counter/kettle", urgent=True,
        ),
        Memory(
            id=next(ids), agent=agent, kind="reflection", text="Ben is kind", importance=6,
            evidence=(3, 2**52), source=9, about=("ben",), place="Café/counter", when=900, depth=1,
        ),
        Memory(id=next(ids), agent=agent, kind="observation", text="rain", importance=2),
        Recall(id=next(ids), agent=agent, purpose="act", query="what now", items=(scores, scores)),
        Step(
            id=next(ids), agent=agent, level="step", start=minute, end=minute + 10, activity="brew",
            room="Café/counter", thing="Café/counter/kettle", thing_state="on", emoji="☕", parent=4,
        ),
        Conversation(
            id=next(ids), room="Café/counter", members=(agent, "ben"), until=minute + 3, ended_by="ben",
            summary="about rain",
        ),
        Line(
            id=next(ids), conversation=5, speaker=agent, hearers=("ben",), said_at=minute + 1, text="Hello",
            thought="at last", tells=6,
        ),
        Knows(id=next(ids), agent=agent, fact="party", memory=6, line=7, by="ben"),
        ThingState(id=next(ids), thing="Café/counter/kettle", state="on", by=agent),
        Relation(id=next(ids), agent=agent, other="ben", kind="friend", closeness=-0.5, note="old"),
        Sighting(id=next(ids), agent=agent, path="Café/counter/kettle", state="on"),
        Discovery(id=next(ids), agent=agent, room="Café/counter", way="told", by="ben", source=7),
        Presence(
            id=next(ids), agent=agent, room="Café/counter", inside=True, asleep=False, next=minute + 10,
            reason="step", doing="brewing", emoji="☕", step=4, origin="Quay", seen=8,
        ),
        Diary(id=next(ids), agent=agent, day=1, text="a good day"),
        Intention(
            id=next(ids), agent=agent, kind="message", state="held", deed="tell Ben of the boat", memory=6,
            others=("ben",), content="the boat is gone", when=minute + 60,
        ),
        Intervened(
            id=next(ids), verb="set", asked={"thing": "Café/counter/kettle", "state": "off"}, who="Ms Day",
            why="a lesson", before={"state": "on"}, undoes=3, urges=agent,
        ),
        Joined(id=next(ids), agent=agent, persona="name: Ada Wren\nhome: Café/counter\n"),
        Retraction(id=next(ids), row=12, agent=agent, room="Café/counter", hidden=False),
        Lock(
            id=next(ids), agent=agent, others=("ada",), text="Come at six.", place=3,
            tells="There is a party.", said=9, held=False,
        ),
        Status(id=next(ids), agent=agent, name="energy", value=12.5, because="walking", source=8),
        Call(
            id=next(ids), agent=agent, purpose="act", model="rehearsal", key=f"key {minute} {order}",
            prompt="What now?", answer=f'{{"activity": "brew {minute}"}}',
        ),
    ]  # fmt: skip


def live(store, run, minutes, order=1, width=NARROW):
    """Let one agent have a turn with a memory, an event and a presence at each minute."""
    return [
        append(
            store,
            run,
            turn_at(minute, order, 0, width),
            [
                Memory(
                    id=row_id(minute, order, 1, width), agent=AGENTS[order], kind="observation",
                    text=f"seen at {minute} in run {run}", importance=3,
                ),
                Event(
                    id=row_id(minute, order, 2, width), room="Quay", kind="act", text=f"walks {minute}",
                    actor=AGENTS[order],
                ),
                Presence(
                    id=row_id(minute, order, 3, width), agent=AGENTS[order], room="Quay", inside=True,
                    asleep=False, next=minute + 10, reason="step",
                ),
            ],
        )
        for minute in minutes
    ]  # fmt: skip


def remember(store, run, texts, *, order=1, first_minute=1, **fields):
    """Let one agent remember each text, a minute apart; the memories."""
    made = []
    for minute, text in enumerate(texts, first_minute):
        values = {"kind": "observation", "importance": 3, **fields}
        memory = Memory(id=row_id(minute, order, 1), agent=AGENTS[order], text=text, **values)
        append(store, run, turn_at(minute, order), [memory])
        made.append(memory)
    return made
