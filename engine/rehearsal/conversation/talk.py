"""The state of a conversation, seen from the next speaker's side."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from engine.clock import day_of
from engine.language.phrases import phrases
from engine.prompts.known import Acquaintance
from engine.prompts.questions import Speak
from engine.records import AgentId, Line, Memory, Name, is_visitor
from engine.rehearsal.conversation.hearing import (
    PUT,
    STANDING,
    Heard,
    gaps_at_end,
    hear,
    hear_line,
    questions,
)
from engine.rehearsal.conversation.report import reported
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import capital
from engine.rehearsal.mind import closeness_of
from engine.rehearsal.speaker import Speaker, speaker_of
from engine.rehearsal.understand import Proposition, understand

NOTHING = Heard(frozenset())
_MOST_RECALLED = 200
_ENDS = ".?!。？！"  # of a sentence


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer.

    `holds` leaves the next word to the other; `tells` is the number of a memory passed on, and the hearers
    learn of what `speaks_of` is about.
    """

    text: str = ""
    holds: bool = False
    tells: int = 0
    speaks_of: Memory | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """Something brought up.

    `tells` is the number of a memory passed on, and the hearers learn of what `speaks_of` is about; `holds`
    leaves the word to the other.
    """

    text: str
    thought: str = ""
    tells: int = 0
    holds: bool = False
    speaks_of: Memory | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Talk:
    """The conversation so far: who is spoken to, how close they are, what was said last and by the speaker.

    Results for one talk are cached for it alone. `answers` is the line that the next one answers and `heard`
    what it does. `one` said it, or is the first of those spoken to if nothing was said; `closeness` is the
    closeness to them. `other` names all who are spoken to.
    """

    speaker: Speaker[Speak]
    prompt: Speak
    one: Name
    agent: AgentId
    other: str
    closeness: float
    mine: tuple[Line, ...]
    answers: Line | None
    heard: Heard
    last: Line | None
    so_far: str
    patience: int

    @property
    def pack(self) -> Pack:
        """Return the language pack of the town."""
        return self.speaker.pack

    @property
    def draw(self) -> Random:
        """Return the random generator of this line."""
        return self.speaker.draw

    @property
    def hearer(self) -> Name | None:
        """Return the only other member, who is called `you`, or None if there are several."""
        return self.one if len(self.prompt.people) == 1 else None

    def say(self, frame: str, **values: str) -> str:
        """Return a phrase that was not used in this conversation yet, or an empty string if none is left."""
        return self.speaker.say(frame, self.so_far, **(_surroundings(self.speaker) | values))

    @property
    def said(self) -> Proposition:
        """Return the meaning of what the line to answer tells."""
        if self.answers is None or not self.heard.told:
            return Proposition(text="")
        told = reported(
            self.heard,
            self.one,
            self.hearer and self.speaker.name,
            self.answers,
            self.speaker,
            self.prompt.place,
        )
        return self.understand(told.core)

    def understand(self, memory: Memory | str) -> Proposition:
        """Return the meaning of a memory or a text."""
        text = memory if isinstance(memory, str) else memory.text
        return understand(text[:400], self.speaker.everybody, self.pack)

    def numbered(self) -> Iterator[tuple[int, Memory]]:
        """Yield the recalled memories with their numbers, from 1."""
        return enumerate(self.prompt.recalled[:_MOST_RECALLED], start=1)

    def after(self, lead: str, said: str) -> str:
        """Join a lead that asks for attention and the statement after it."""
        body = capital(said) if lead.rstrip()[-1:] in _ENDS else self.speaker.inside(said)
        return f"{lead}{body}{self.pack.grammar.stop}"

    def chance(self, likely: float) -> bool:
        """Return True with the probability `likely`."""
        return self.draw.random() < likely

    @property
    def many(self) -> bool:
        """Tell a talk among several from one with a single other agent."""
        return len(self.prompt.people) > 1

    @property
    def to_one(self) -> str:
        """Return the name of the one spoken to, or an empty string if there are several."""
        return "" if self.many else self.other

    @property
    def is_visit(self) -> bool:
        """Tell a talk in which a person at the keyboard takes part."""
        return any(is_visitor(person.agent) for person in self.prompt.people)

    @property
    def taking_leave(self) -> bool:
        """Check whether the last line of somebody else takes leave."""
        return self.last is not None and hear(self.last.text, self.pack).leaves

    @property
    def next_one(self) -> str:
        """Return the name of whoever has been silent the longest, and so speaks next."""
        last = {line.speaker: at for at, line in enumerate(self.prompt.lines)}
        silent = min(self.prompt.people, key=lambda person: last.get(person.agent, -1), default=None)
        return self.speaker.address(silent) if silent else self.other

    def address(self, agent: AgentId) -> str:
        """Return what the speaker calls somebody who is spoken to."""
        person = self.person(agent)
        return self.speaker.address(person) if person is not None else self.speaker.name_of(agent).called

    @property
    def awaited(self) -> bool:
        """Check whether somebody else has yet to answer an invitation."""
        lines = self.prompt.lines
        asked = [at for at, line in enumerate(lines) if hear(line.text, self.pack).invites]
        spoke = {line.speaker for line in lines[asked[-1] :]} if asked else set()
        return bool(asked) and any(person.agent not in spoke for person in self.prompt.people)

    def asked(self, frame: str) -> Mapping[str, str]:
        """Return the values in the gaps of the phrase `frame` at the end of the line to answer."""
        return gaps_at_end(self.answers.text, frame, self.pack) if self.answers else {}

    def somebody(self, called: str) -> Name | None:
        """Find the person with a short or full name, or with whose name a text ends, or return None."""
        said = called.strip()
        everybody = tuple(self.speaker.everybody)
        meant = (name for name in everybody if said in (name.called, name.full))
        last = (name for name in everybody if said.endswith((f" {name.called}", f" {name.full}")))
        return next(meant, None) or next(last, None)

    def did(self, *frames: str) -> bool:
        """Look for one of these acts in the lines so far."""
        return any(hear(line.text, self.pack).does(frames) for line in self.prompt.lines)

    def asked_lately(self, *frames: str) -> bool:
        """Look for one of these acts in what the speaker has said to those present of late."""
        return any(hear(text, self.pack).does(frames) for text in self.prompt.ground.said)

    def has_asked_for_votes(self, name: Name) -> bool:
        """Return whether the speaker has heard somebody ask for votes for themselves of late."""
        read = phrases(self.pack.language).read
        lines = (read("said", text) for text in self.prompt.heard if text.startswith(name.full))
        return any(hear(line["text"], self.pack).does(STANDING) for line in lines if line)

    def spoke_of(self, what: str) -> bool:
        """Look for something by name in what the speaker and the one it speaks to have said of late."""
        name = what.lower()
        heard = (text.lower() for text in self.prompt.heard if text.startswith(self.one.full))
        return any(name in text for text in (*map(str.lower, self.prompt.ground.said), *heard))

    def person(self, agent: AgentId) -> Acquaintance | None:
        """Return a member of the talk as the speaker knows them, or None."""
        return next((each for each in self.prompt.people if each.agent == agent), None)

    def closeness_to(self, name: Name) -> float:
        """Return the speaker's closeness to a member of the talk or to anybody it has a bond with, or 0."""
        agent = self.speaker.everybody.agent_of(name)
        person = self.person(agent)
        if person is not None:
            return closeness_of(person, self.pack)
        bonds = {bond.other: bond.closeness for bond in self.speaker.persona.bonds}
        return bonds.get(agent, 0.0)


def _surroundings(speaker: Speaker[Speak]) -> dict[str, str]:
    """Return the values that any phrase may use: the place and the weekday."""
    prompt = speaker.prompt
    date = prompt.starts + datetime.timedelta(days=day_of(prompt.now) - 1)
    return {
        "spot": speaker.place(prompt.place) if prompt.place else "",
        "weekday": speaker.pack.calendar.weekdays[date.weekday()],
    }


def talk_of(prompt: Speak, pack: Pack, draw: Random) -> Talk:
    """Build the state of the conversation for which a line is wanted."""
    speaker = speaker_of(prompt, pack, draw)
    me = prompt.persona.id
    others = [line for line in prompt.lines if line.speaker != me]
    names = [speaker.address(person) for person in prompt.people]
    answers = answered([line for line in prompt.lines if not _asks_another(line, speaker)], me, pack)
    first = str(prompt.lines[0].id if prompt.lines else prompt.now)
    agent = answers.speaker if answers else ""
    people = [person for person in prompt.people if person.agent == agent] or list(prompt.people)
    one = people[0].agent if people else ""
    closeness = min((closeness_of(person, pack) for person in people), default=0.0)
    if closeness < 0:
        fit = frozenset(voice for voice in speaker.voices if voice not in pack.words["tender"])
        speaker = replace(speaker, voices=fit)
    return Talk(
        speaker=speaker,
        prompt=prompt,
        one=speaker.name_of(one),
        agent=one,
        other=pack.listed(names[:3]) or pack.word("somebody"),
        closeness=closeness,
        mine=tuple(line for line in prompt.lines if line.speaker == me),
        answers=answers,
        heard=hear_line(answers, pack) if answers else NOTHING,
        last=others[-1] if others else None,
        so_far="\n".join(line.text for line in prompt.lines).lower(),
        patience=hashlib.sha256(first.encode()).digest()[0] % 4,
    )


def _asks_another(line: Line, speaker: Speaker[Speak]) -> bool:
    """Recognise a question to another member by name, and not to the speaker."""
    others = [person.agent for person in speaker.prompt.people if person.agent != line.speaker]
    if not others or line.speaker == speaker.prompt.persona.id or not hear_line(line, speaker.pack).asks:
        return False
    named = [agent for agent in others if speaker.name_of(agent).called in line.text]
    return bool(named) and speaker.name.called not in line.text


def answered(lines: Sequence[Line], speaker: AgentId, pack: Pack) -> Line | None:
    """Pick the line that a speaker answers, of those since its own last one, or None.

    An invitation or another request comes first, then a question just asked, then news, then the last line.
    """
    own = max((at for at, line in enumerate(lines) if line.speaker == speaker), default=-1)
    since = lines[own + 1 :][::-1]
    if not since:
        return None
    heard = [hear_line(line, pack) for line in since]
    invitation = next((line for line, each in zip(since, heard, strict=True) if each.invites), None)
    put = next((line for line, each in zip(since, heard, strict=True) if each.does(PUT)), None)
    if invitation or put:
        return invitation or put
    if heard[0].does(questions(pack)):
        return since[0]
    return next((line for line, each in zip(since, heard, strict=True) if each.told), since[0])
