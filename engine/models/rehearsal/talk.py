"""Where a conversation stands, seen from the next speaker's side."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.models.rehearsal.grammar import short_name
from engine.models.rehearsal.mind import closeness_of, listed, name_of
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.telling import told_part
from engine.prompts.questions import Acquaintance, Speak
from engine.records import AgentId, Line

AT_THE_END = 60
LEAVE_TAKING = ("close_why", "close_bye", "close_bye_many", "close_cool")
ASKING = ("ask_day", "ask_one", "ask_on", "answer_back")


@dataclass(frozen=True, slots=True)
class Talk:
    """The conversation so far: who is spoken to, how close they are, what was said last and by oneself.

    `answers` is the line that the next one answers, and `one` is who said it; before anything was said, the
    first of those spoken to. `closeness` is to them. `other` names all.
    """

    prompt: Speak
    pack: Pack
    draw: Random
    one: str
    other: str
    closeness: float
    mine: tuple[Line, ...]
    answers: Line | None
    last: Line | None
    so_far: str
    patience: int

    def say(self, frame: str, **values: str) -> str:
        """A phrase that has not been used in this conversation; empty when there is none left."""
        return self.pack.fresh(self.draw, frame, self.so_far, **values)

    def heard(self, *frames: str) -> bool:
        """Whether the line to answer contains a phrase of these kinds."""
        line = self.answers
        return line is not None and any(self.pack.sounds_like(frame, line.text) for frame in frames)

    @property
    def many(self) -> bool:
        """Whether more than one other takes part."""
        return len(self.prompt.people) > 1

    @property
    def taking_leave(self) -> bool:
        """Whether the last line of somebody else ends with a leave-taking."""
        end = self.last.text[-AT_THE_END:] if self.last else ""
        return any(self.pack.sounds_like(frame, end) for frame in LEAVE_TAKING)

    @property
    def next_one(self) -> str:
        """Who has been silent the longest, and so speaks next."""
        order = [line.speaker for line in self.prompt.lines]
        last = {speaker: at for at, speaker in enumerate(order)}
        silent = min(self.prompt.people, key=lambda person: last.get(person.agent, -1), default=None)
        return short_name(name_of(silent, self.pack)) if silent else self.other

    @property
    def awaited(self) -> bool:
        """Whether somebody else has yet to answer an invitation."""
        lines = self.prompt.lines
        asked = [at for at, line in enumerate(lines) if is_invitation(line, self.pack)]
        spoke = {line.speaker for line in lines[asked[-1] :]} if asked else set()
        return bool(asked) and any(person.agent not in spoke for person in self.prompt.people)

    def known_as(self, agent: AgentId) -> tuple[str, float]:
        """The short name of somebody who takes part, and how close they are."""
        return _known_as(self.prompt.people, agent, self.pack)


def talk_of(prompt: Speak, pack: Pack, draw: Random) -> Talk:
    """The state of the conversation a line is asked for."""
    me = prompt.persona.id
    others = [line for line in prompt.lines if line.speaker != me]
    names = [short_name(name_of(person, pack)) for person in prompt.people]
    first = str(prompt.lines[0].id if prompt.lines else prompt.now)
    answers = answered(prompt.lines, me, pack)
    one, closeness = _known_as(prompt.people, answers.speaker if answers else "", pack)
    return Talk(
        prompt=prompt,
        pack=pack,
        draw=draw,
        one=one,
        other=listed(names[:3], pack) or pack.phrases["somebody"][0],
        closeness=closeness,
        mine=tuple(line for line in prompt.lines if line.speaker == me),
        answers=answers,
        last=others[-1] if others else None,
        so_far="\n".join(line.text for line in prompt.lines).lower(),
        patience=hashlib.sha256(first.encode()).digest()[0] % 3,
    )


def answered(lines: Sequence[Line], speaker: AgentId, pack: Pack) -> Line | None:
    """Which of the lines since their own last one a speaker answers: an invitation before news, news before
    whatever was said last.
    """
    own = max((at for at, line in enumerate(lines) if line.speaker == speaker), default=-1)
    heard = lines[own + 1 :][::-1]
    if not heard:
        return None
    asked = any(pack.sounds_like(frame, heard[0].text) for frame in ASKING)
    invitation = next((line for line in heard if is_invitation(line, pack)), None)
    news = next((line for line in heard if not asked and told_part(line.text, pack)), None)
    return invitation or news or heard[0]


def is_invitation(line: Line, pack: Pack) -> bool:
    """Whether a line asks somebody to come."""
    return pack.sounds_like("invite_tail", line.text) or pack.sounds_like("heard_tail", line.text)


def _known_as(people: Sequence[Acquaintance], agent: AgentId, pack: Pack) -> tuple[str, float]:
    found = [person for person in people if person.agent == agent] or list(people)
    name = short_name(name_of(found[0], pack)) if found else pack.phrases["somebody"][0]
    return name, min((closeness_of(person, pack) for person in found), default=0.0)
