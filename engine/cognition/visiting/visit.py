"""Visit: a person at the keyboard talks in a room, as a newcomer or as one of its agents.

The others answer and remember as in any talk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from engine.cognition.act import stay
from engine.cognition.converse import hear, next_line, part
from engine.cognition.facts import FactId, facts_stated
from engine.cognition.perceive import unnoticed_since
from engine.cognition.thinker import Thinker
from engine.records import AgentId, Conversation, Event, Line, Path, Relation, is_visitor

TALK_ROWS = 2_400  # of the author's at the minute of a talk that it may fill until it ends
SaysSoFar = Callable[[AgentId, str], None]
"""Told who is speaking and what they have said so far, while they do."""

_MATTERS = 4
_ANSWERS = 2  # to one line: of whoever is spoken to, and of who joins in


def talk_row(turn: int) -> int:
    """Return the row id of the talk that an author's turn began.

    It is after the ids reserved for all that is said, so that every row comes after its turn.
    """
    return turn + TALK_ROWS + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A talk that a person takes part in as `person`.

    `members` are the agents of the town who hear it, `lines` what was said so far, and `gone` those who have
    taken their leave.
    """

    person: AgentId
    room: Path
    minute: int
    conversation: int
    members: tuple[AgentId, ...]
    lines: tuple[Line, ...] = ()
    gone: frozenset[AgentId] = frozenset()
    doing: str = ""

    @property
    def present(self) -> tuple[AgentId, ...]:
        """Return the ids of all who take part, the person first."""
        return (self.person, *(member for member in self.members if member != self.person))

    @property
    def others(self) -> tuple[AgentId, ...]:
        """Return the ids of those who can answer the person: all who have not taken leave."""
        return tuple(one for one in self.members if one != self.person and one not in self.gone)


def begin(members: Sequence[Thinker], person: AgentId, about: str, conversation: int) -> Visit:
    """Begin a talk of a person with the members, one of whom the person may be.

    A newcomer enters as a stranger, known only by what is said `about` them. The talk will be the row
    `conversation`.
    """
    first = members[0]
    rows, town, room = first.rows, first.town, first.room
    if is_visitor(person):
        _come_in(members, person, about)
    seen = rows.next_id()
    present = (person, *(member.id for member in members if member.id != person))
    names = town.phrases.list([town.cast.names[one] for one in present])
    doing = town.phrases.say("talks", names=names, room=town.phrases.room(room.room))
    rows.add(Event(id=seen, room=room.path, kind="talk", actor=person, text=doing, about=present))
    for member in members:
        _turn_to(member, member.now + 1, doing)
    return Visit(
        person=person,
        room=room.path,
        minute=first.now,
        conversation=conversation,
        members=tuple(member.id for member in members),
        doing=doing,
    )


def _come_in(members: Sequence[Thinker], person: AgentId, about: str) -> None:
    first = members[0]
    phrases, room = first.town.phrases, first.room
    values = {"name": first.town.cast.names[person], "room": phrases.room(room.room)}
    text = phrases.say("visitor_comes", about=about, **values) if about else ""
    event = Event(
        id=first.rows.next_id(),
        room=room.path,
        kind="author",
        text=text or phrases.say("visitor_comes_in", **values),
        about=(person,),
    )
    first.rows.add(event)
    for member in members:
        member.remember(
            "observation", event.text, _MATTERS, source=event.id, about=(person,), place=room.path
        )
        before = member.mind.relations.get(person)
        if before is None or (about and before.note != about):
            known = before or Relation(id=0, agent=member.id, other=person, kind="", closeness=0.0)
            member.rows.add(replace(known, id=member.rows.next_id(), note=about))


def say(members: Sequence[Thinker], visit: Visit, text: str) -> Visit:
    """Log a line of the person; all who are there hear and remember it."""
    line = Line(
        id=members[0].rows.next_id(),
        conversation=visit.conversation,
        speaker=visit.person,
        hearers=tuple(one for one in visit.present if one != visit.person),
        said_at=visit.minute + len(visit.lines),
        text=text,
    )
    lexicon = members[0].mind.stream.lexicon
    return _said(members, visit, line, tuple(facts_stated(members[0].town, lexicon, text)))


async def answer(members: Sequence[Thinker], visit: Visit, heard: SaysSoFar | None = None) -> Visit:
    """Let the members answer: the one who is named, else the one silent longest.

    A member who is named in that answer joins in.
    """
    for _ in range(_ANSWERS):
        speaker = _next_speaker(members, visit)
        if speaker is None:
            break
        others = [one for one in visit.present if one != speaker.id]
        told = partial(heard, speaker.id) if heard is not None else None
        said = await next_line(speaker, others, visit.lines, visit.conversation, told)
        if said is None:
            break
        if not said.is_silence:
            visit = _said(members, visit, said.line, said.facts)
        if said.ends:
            visit = replace(visit, gone=visit.gone | {speaker.id})
            _stay(speaker, visit, doing="")
        if said.is_silence or not _named(visit.lines[-1].text, speaker, visit):
            break
    return visit


def _next_speaker(members: Sequence[Thinker], visit: Visit) -> Thinker | None:
    by_id = {member.id: member for member in members}
    waiting = [one for one in visit.others if not visit.lines or visit.lines[-1].speaker != one]
    if not waiting:
        return None
    last = visit.lines[-1].text if visit.lines else ""
    named = [one for one in members[0].town.cast.mentioned(last) if one in waiting]
    spoke = {line.speaker: at for at, line in enumerate(visit.lines)}
    return by_id[named[0] if named else min(waiting, key=lambda one: spoke.get(one, -1))]


def _named(text: str, speaker: Thinker, visit: Visit) -> bool:
    """Return whether a line names another agent who is there and may answer."""
    named = speaker.town.cast.mentioned(text)
    return any(one in visit.others for one in named if one != speaker.id)


def _said(members: Sequence[Thinker], visit: Visit, line: Line, facts: Sequence[FactId]) -> Visit:
    hear(members, visit.present, line, facts)
    visit = replace(visit, lines=(*visit.lines, line))
    for member in members:
        _stay(member, visit, doing="" if member.id in visit.gone else visit.doing)
    return visit


def _stay(member: Thinker, visit: Visit, *, doing: str) -> None:
    _turn_to(member, visit.minute + len(visit.lines) + 1, doing)


def _turn_to(member: Thinker, until: int, doing: str) -> None:
    """Take part in the talk until a minute, and notice after it what happened just before."""
    stay(member, until, doing=doing, emoji="💬", reason="talked", seen=unnoticed_since(member))


async def leave(members: Sequence[Thinker], visit: Visit) -> None:
    """End the talk; every member takes away the same as from any talk."""
    ended_by = visit.person if visit.others else visit.lines[-1].speaker if visit.lines else visit.person
    if visit.lines:
        await part(members, visit.present, visit.conversation, visit.lines, ended_by)
        return
    silent = Conversation(
        id=visit.conversation,
        room=visit.room,
        members=visit.present,
        until=visit.minute + 1,
        ended_by=ended_by,
        summary=visit.doing,
    )
    members[0].rows.add(silent)
