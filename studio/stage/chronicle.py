"""The events of a town as rows for people: turning points and talks above comings, goings and activities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, Protocol

from engine.records import AgentId, Conversation, Event, Memory, Path, Relation
from studio.basics.text import signed
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr

Kind = Literal["turn", "talk", "doing", "going"]
NOTABLE: tuple[Kind, ...] = ("turn", "talk")
KINDS: Mapping[Kind, str] = MappingProxyType(
    {
        "turn": marked("Turning points"),
        "talk": marked("Conversations"),
        "doing": marked("Activities"),
        "going": marked("Comings and goings"),
    }
)
MATTERS = 8  # the importance from which on what somebody saw is a turning point
A_STEP = 0.1  # of closeness, from which on a change between two people is one
_GOING = ("arrive", "leave", "wake", "sleep")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A piece of a row in the town's own words, and the row of the log that explains it."""

    id: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """One row: what happened, to whom and where. `sign` is its kind in a word, `talk` the conversation that
    can be read, `place` the place without its rooms.
    """

    id: int
    minute: int
    kind: Kind
    text: str
    sign: str = ""
    who: tuple[AgentId, ...] = ()
    place: str = ""
    parts: tuple[Part, ...] = ()
    talk: int = 0
    urgent: bool = False

    def __hash__(self) -> int:
        """Return the id as hash, which tells most rows apart; a day's rows are looked up at every view."""
        return self.id

    @property
    def is_notable(self) -> bool:
        """Return whether it ranks above the small things."""
        return self.kind in NOTABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class Lived:
    """The log rows of a time span, oldest first; `before` is the closeness of people when it began."""

    events: Sequence[Event] = ()
    talks: Sequence[Conversation] = ()
    memories: Sequence[Memory] = ()
    relations: Sequence[Relation] = ()
    before: Mapping[tuple[AgentId, AgentId], float] = field(default_factory=dict)


class Naming(Protocol):
    """The names of people and rooms."""

    def name(self, agent: AgentId) -> str:
        """Return the name of an agent."""

    def listed(self, agents: Iterable[AgentId]) -> str:
        """Return the names of several agents as a list in words."""

    def room(self, path: Path) -> str:
        """Return the name of a room within a sentence."""


def chronicle(lived: Lived, naming: Naming) -> tuple[Happening, ...]:
    """Return everything that happened, grouped and ordered: turning points and talks, newest first, then the
    small things, newest first.
    """
    rows = [*_events(lived, naming), *_memories(lived, naming), *_feelings(lived, naming)]
    return tuple(sorted(rows, key=_place_in_order))


def chronicle_before(rows: Iterable[Happening], lived: Lived, unseen: int) -> tuple[Happening, ...]:
    """Return the chronicle as it stood before rows with ids from `unseen` on: `rows` is all of it; besides
    missing rows, only events whose importance was felt later differ.
    """
    seen = [row for row in rows if row.id < unseen]
    later = {memory.source for memory in lived.memories if memory.id >= unseen and _matters(memory)}
    if later:
        witnesses = _witnesses([memory for memory in lived.memories if memory.id < unseen])
        small = {
            event.id: _event(event, witnesses.get(event.id, ()))
            for event in lived.events
            if event.id in later
        }
        seen = [row if row.kind == "talk" else small.get(row.id, row) for row in seen]
        seen.sort(key=_place_in_order)
    return tuple(seen)


def _place_in_order(row: Happening) -> tuple[bool, int, int]:
    return not row.is_notable, -row.minute, -row.id


def _events(lived: Lived, naming: Naming) -> Iterable[Happening]:
    talks = {talk.id // 10_000: talk for talk in lived.talks}
    witnesses = _witnesses(lived.memories)
    for event in lived.events:
        talk = talks.get(event.id // 10_000) if event.kind == "talk" else None
        if talk is not None:
            yield _talk(event, talk, naming)
        else:
            yield _event(event, witnesses.get(event.id, ()))


def _talk(event: Event, talk: Conversation, naming: Naming) -> Happening:
    return Happening(
        id=event.id,
        minute=talk.minute,
        kind="talk",
        sign=tr("talk"),
        text=tr("{people} talked at {room}", people=naming.listed(talk.members), room=naming.room(talk.room)),
        who=talk.members,
        place=_place(talk.room),
        parts=(Part(id=event.id, text=talk.summary),) if talk.summary else (),
        talk=talk.id,
        urgent=event.urgent,
    )


def _event(event: Event, witnesses: tuple[AgentId, ...]) -> Happening:
    by_author = event.kind == "author"
    turn = by_author or event.urgent or bool(witnesses)
    actors = (event.actor, *event.about) if event.actor else event.about
    return Happening(
        id=event.id,
        minute=event.minute,
        kind="turn" if turn else "going" if event.kind in _GOING else "doing",
        sign=_sign(by_author=by_author, turn=turn),
        text=event.text,
        who=tuple(dict.fromkeys((*actors, *witnesses))),
        place=_place(event.room),
        urgent=event.urgent,
    )


def _sign(*, by_author: bool, turn: bool) -> str:
    if by_author:
        return tr("by the author")
    return tr("important") if turn else ""


def _matters(memory: Memory) -> bool:
    return memory.kind == "observation" and memory.importance >= MATTERS


def _witnesses(memories: Iterable[Memory]) -> dict[int, tuple[AgentId, ...]]:
    """Return, by event, the agents to whom it mattered."""
    felt: dict[int, tuple[AgentId, ...]] = {}
    for memory in memories:
        if _matters(memory) and memory.source:
            felt[memory.source] = (*felt.get(memory.source, ()), memory.agent)
    return felt


def _memories(lived: Lived, naming: Naming) -> Iterable[Happening]:
    """Yield rows for memories: the insights of one reflection as one row; whispers; changes of mind;
    important memories without an event.
    """
    events = {event.id for event in lived.events}
    insights: dict[tuple[int, AgentId], list[Memory]] = {}
    for memory in lived.memories:
        match memory.kind:
            case "reflection":
                insights.setdefault((memory.minute, memory.agent), []).append(memory)
            case "whisper":
                told = tr("A whisper to {name}", name=naming.name(memory.agent))
                yield _of_memory(memory, tr("whisper"), told)
            case "plan" if memory.when is None and not memory.source:
                told = tr("{name} makes a new decision", name=naming.name(memory.agent))
                yield _of_memory(memory, tr("change of mind"), told)
            case "observation" if _matters(memory) and memory.source not in events:
                told = tr("{name} notices something", name=naming.name(memory.agent))
                yield _of_memory(memory, tr("important"), told)
    for same in insights.values():
        told = tr("{name} draws a conclusion", name=naming.name(same[0].agent))
        row = _of_memory(same[0], tr("conclusion"), told)
        yield replace(row, parts=tuple(Part(id=memory.id, text=memory.text) for memory in same))


def _of_memory(memory: Memory, sign: str, text: str) -> Happening:
    return Happening(
        id=memory.id,
        minute=memory.minute,
        kind="turn",
        sign=sign,
        text=text,
        who=tuple(dict.fromkeys((memory.agent, *memory.about))),
        place=_place(memory.place),
        parts=(Part(id=memory.id, text=memory.text),),
    )


def _feelings(lived: Lived, naming: Naming) -> Iterable[Happening]:
    """Yield rows for large changes between two people, with both feelings if both changed."""
    close = dict(lived.before)
    changed: dict[tuple[int, frozenset[AgentId]], list[tuple[Relation, float]]] = {}
    for row in lived.relations:
        before = close.get((row.agent, row.other), 0.0)
        close[row.agent, row.other] = row.closeness
        if abs(row.closeness - before) >= A_STEP - 1e-9 or row.closeness * before < 0:
            changed.setdefault((row.minute, frozenset((row.agent, row.other))), []).append((row, before))
    for rows in changed.values():
        first = rows[0][0]
        yield Happening(
            id=first.id,
            minute=first.minute,
            kind="turn",
            sign=tr("closer") if first.closeness > rows[0][1] else tr("less close"),
            text=naming.listed((first.agent, first.other)),
            who=(first.agent, first.other),
            parts=tuple(Part(id=row.id, text=_feeling(row, before, naming)) for row, before in rows),
        )


def _feeling(row: Relation, before: float, naming: Naming) -> str:
    figures = tr(
        "{name}: {before} → {after}",
        name=naming.name(row.agent),
        before=signed(before, 2),
        after=signed(row.closeness, 2),
    )
    return tr("{figures}. {note}", figures=figures, note=row.note) if row.note else figures


def _place(path: Path) -> str:
    return path.partition("/")[0]
