"""What an agent lived of late: where it was, what it did and whom it met, by its memories of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import takewhile

from engine.clock import DAY, day_of, minute_at
from engine.cognition.thinker import Thinker
from engine.prompts.known import Lived
from engine.records import AgentId, Memory, Path
from engine.row_ids import minute_of

_DAYS = 7
_ACTIVITY = "\0"  # stands for what is done, in a sentence that says where
_EARLIER = 120  # minutes by which one may get up before one's hour
_BRIEFLY = 30  # minutes for which one stayed of whom nothing else is known


def lived(thinker: Thinker) -> tuple[Lived, ...]:
    """Return the stretches of the last days, in order, each with what the agent did in it."""
    since = minute_at(max(1, thinker.day - _DAYS + 1), 0)
    found = _stretches(thinker, since)
    ends = [*(each.begins for each in found), thinker.now][1:]
    return tuple(
        each.lived(min(end, _bedtime(each.begins, thinker))) for each, end in zip(found, ends, strict=True)
    )


@dataclass(slots=True)
class _Stretch:
    begins: int
    room: Path
    doing: str = ""
    memory: int = 0
    talked: dict[AgentId, None] = field(default_factory=dict)
    saw: dict[AgentId, None] = field(default_factory=dict)
    outside: bool = False

    def lived(self, ends: int) -> Lived:
        """Return the stretch as it is known, with its end."""
        return Lived(
            begins=self.begins,
            ends=max(self.begins, ends),
            room=self.room,
            doing=self.doing,
            memory=self.memory,
            talked=tuple(self.talked),
            saw=tuple(one for one in self.saw if one not in self.talked),
            outside=self.outside,
        )


def _stretches(thinker: Thinker, since: int) -> list[_Stretch]:
    """Return a stretch for each minute at which the agent did something new, or met somebody."""
    stretches: list[_Stretch] = []
    for memory in thinker.mind.stream.since(since):
        if memory.place and _is_lived(memory, thinker):
            _live(memory, stretches, thinker)
    return stretches


def _live(memory: Memory, stretches: list[_Stretch], thinker: Thinker) -> None:
    """Add what a memory says to the stretch in which it took place, which may be a new one."""
    own = memory.about[:1] == (thinker.id,) and memory.kind == "observation"
    stretch = None if own else _seen_in(stretches, memory)
    if stretch is None:
        last = stretches[-1] if stretches and stretches[-1].room == memory.place else None
        if last is None or last.begins != memory.minute:
            at_it = (last.doing, last.memory) if last is not None else ("", 0)
            stretches.append(_Stretch(memory.minute, memory.place, *at_it))
        stretch = stretches[-1]
    stretch.outside = stretch.outside or _is_at_the_door(memory, thinker)
    if own:
        stretch.doing, stretch.memory = _activity(memory, thinker), memory.id
    met = stretch.talked if memory.kind == "talk" else stretch.saw
    met.update(dict.fromkeys(agent for agent in memory.about if agent != thinker.id))


def _seen_in(stretches: list[_Stretch], memory: Memory) -> _Stretch | None:
    """Return the stretch of this stay in which what is noticed only now took place; None if it is now.

    If none began at that minute, it is put in.
    """
    took_place = minute_of(memory.source) if memory.kind == "observation" else memory.minute
    if took_place >= memory.minute:
        return None
    stay = takewhile(lambda at: stretches[at].room == memory.place, reversed(range(len(stretches))))
    at = next((at for at in stay if stretches[at].begins <= took_place), None)
    if at is None:
        return None
    if stretches[at].begins < took_place:
        before = stretches[at]
        at += 1
        stretches.insert(at, _Stretch(took_place, before.room, before.doing, before.memory))
    return stretches[at]


def _is_lived(memory: Memory, thinker: Thinker) -> bool:
    """Return whether a memory is of what the agent did, saw, or said and heard in a talk."""
    if not thinker.mind.stream.shows(memory.id):
        return False
    if memory.kind == "talk":
        return thinker.town.phrases.read("said", memory.text) is not None
    return memory.kind == "observation" and bool(memory.about)


def _is_at_the_door(memory: Memory, thinker: Thinker) -> bool:
    """Return whether a memory is of a door that did not open."""
    return thinker.town.phrases.read("was_refused", memory.text) is not None


def _activity(memory: Memory, thinker: Thinker) -> str:
    """Return what the agent did, as going on; empty if the memory does not say it in the engine's words."""
    phrases, name = thinker.town.phrases, thinker.persona.name
    room = thinker.town.world.rooms.get(memory.place)
    for thing in room.things if room is not None else ():
        before, _, after = phrases.say(
            "does_at", name=name, activity=_ACTIVITY, thing=phrases.the(thing.name)
        ).partition(_ACTIVITY)
        if memory.text.startswith(before) and memory.text.endswith(after):
            return memory.text[len(before) : len(memory.text) - len(after)]
    found = phrases.read("does", memory.text)
    return found["activity"] if found and found["name"] == name else ""


def _bedtime(begins: int, thinker: Thinker) -> int:
    """Return when the agent goes to bed on the day to which a stretch belongs, maybe after midnight."""
    persona, midnight = thinker.persona, minute_at(day_of(begins), 0)
    up_late = begins - midnight < min(persona.wake, persona.sleep) - _EARLIER
    bedtime = midnight + persona.sleep - (DAY if up_late else 0)
    return bedtime if bedtime > begins else begins + _BRIEFLY
