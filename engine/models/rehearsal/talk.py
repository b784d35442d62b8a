"""Where a conversation stands, seen from the next speaker's side."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from random import Random

from engine.models.rehearsal.grammar import short_name
from engine.models.rehearsal.mind import closeness_of, listed, name_of
from engine.models.rehearsal.pack import Pack
from engine.prompts.questions import Speak
from engine.records import Line

AT_THE_END = 60
LEAVE_TAKING = ("close_why", "close_bye", "close_cool")


@dataclass(frozen=True, slots=True)
class Talk:
    """The conversation so far: who is spoken to, how close they are, what was said last and by oneself."""

    prompt: Speak
    pack: Pack
    draw: Random
    other: str
    closeness: float
    mine: tuple[Line, ...]
    last: Line | None
    so_far: str
    patience: int

    def say(self, frame: str, **values: str) -> str:
        """A phrase that has not been used in this conversation; empty when there is none left."""
        return self.pack.fresh(self.draw, frame, self.so_far, **values)

    def heard(self, *frames: str) -> bool:
        """Whether the last line of somebody else contains a phrase of these kinds."""
        last = self.last
        return last is not None and any(self.pack.sounds_like(frame, last.text) for frame in frames)

    @property
    def taking_leave(self) -> bool:
        """Whether the last line of somebody else ends with a leave-taking."""
        end = self.last.text[-AT_THE_END:] if self.last else ""
        return any(self.pack.sounds_like(frame, end) for frame in LEAVE_TAKING)


def talk_of(prompt: Speak, pack: Pack, draw: Random) -> Talk:
    """The state of the conversation a line is asked for."""
    me = prompt.persona.id
    others = [line for line in prompt.lines if line.speaker != me]
    names = [short_name(name_of(person, pack)) for person in prompt.people]
    first = str(prompt.lines[0].id if prompt.lines else prompt.now)
    return Talk(
        prompt=prompt,
        pack=pack,
        draw=draw,
        other=listed(names[:3], pack) or pack.phrases["somebody"][0],
        closeness=min((closeness_of(person, pack) for person in prompt.people), default=0.0),
        mine=tuple(line for line in prompt.lines if line.speaker == me),
        last=others[-1] if others else None,
        so_far="\n".join(line.text for line in prompt.lines).lower(),
        patience=hashlib.sha256(first.encode()).digest()[0] % 3,
    )
