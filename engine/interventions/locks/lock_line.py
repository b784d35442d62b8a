"""Lock a line: it is said again, word for word, when that part of the day is lived once more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.clock import parse_moment, worded_moment
from engine.errors import BadInput, worded
from engine.interventions.intervention import Asked, Intervention, number, said
from engine.records import AgentId, Intervened, Lock, Path

if TYPE_CHECKING:
    from engine.cognition.thinker import Town
    from engine.interventions.hand import Hand
    from engine.mind.mind import Mind

_MOST_PLACE = 999


@dataclass(frozen=True, slots=True, kw_only=True)
class LockLine(Intervention):
    """Have an agent say a past line again, word for word, in a fork from before it.

    Without a moment it is said in the next talk with exactly the same people.
    """

    verb: ClassVar[str] = "lock-line"
    title: ClassVar[str] = worded("Lock a line")
    icon: ClassVar[str] = ":material/speaker_notes:"
    button: ClassVar[str] = worded("Lock")
    summary: ClassVar[str] = worded(
        "Have a person say an exact line in the next conversation with certain people, or again in a fork."
    )
    asks: ClassVar[tuple[Asked, ...]] = (
        Asked(
            name="agent",
            kind="agent",
            label=worded("Speaker"),
            metavar="AGENT",
            help="a person's id or name",
        ),
        Asked(
            name="others",
            kind="people",
            label=worded("To whom"),
            metavar="OTHERS",
            help="the ids or names of all people who hear the line, separated by commas",
            example="tomas, amara",
        ),
        Asked(name="text", kind="text", label=worded("What"), metavar="TEXT", help="the line, in quotes"),
        Asked(
            name="talk",
            kind="moment",
            label=worded("Moment of the original conversation"),
            metavar="MOMENT",
            help="for a line already said: the start of its conversation; forks at an earlier moment repeat "
            "the line",
            optional=True,
        ),
        Asked(
            name="place",
            kind="number",
            label=worded("Earliest position in the conversation, starting at 1"),
            metavar="PLACE",
            help="the earliest position of the line in the conversation (default: 1)",
            optional=True,
        ),
        Asked(
            name="tells",
            kind="text",
            label=worded("Memory it passes on"),
            metavar="MEMORY",
            help="the memory that the line passes on, as its speaker remembers it",
            optional=True,
        ),
    )

    agent: AgentId
    others: str
    text: str
    talk: str = ""
    place: str = ""
    tells: str = ""

    @property
    def again_at(self) -> int | None:
        """Return the minute from which a fork has it said; None for a line of the next talk."""
        return parse_moment(self.talk) if self.talk.strip() else None

    def again(self) -> LockLine:
        """Return it as needed by a fork from before the line: to be said in the next talk."""
        return LockLine(
            agent=self.agent, others=self.others, text=self.text, place=self.place, tells=self.tells
        )

    def take_effect(self, hand: Hand) -> Path:
        """Have it said in the next talk; without effect if it is for forks from before it."""
        mind, lock = hand.mind(self.agent), self._lock(hand, hand.next_id())
        again = self.again_at
        if again is not None and again > hand.minute:
            raise BadInput(
                worded(
                    "this run has not reached {again} yet; choose an earlier moment, or none to use "
                    "the next conversation",
                    again=worded_moment(again),
                )
            )
        if again is None:
            if _held(mind, lock):
                raise BadInput(
                    worded(
                        "{name} is already set to say this line in the next conversation with these "
                        "people; write a different line, or choose other people",
                        name=mind.persona.name,
                    )
                )
            hand.add(lock)
        return mind.presence.room if mind.presence is not None else mind.persona.home

    def take_back(self, hand: Hand, entry: Intervened) -> Path:
        """Release the line. Raises BadInput if it has been said."""
        mind, lock = hand.mind(self.agent), self._lock(hand, hand.next_id(), held=False)
        if self.again_at is None:
            if not _held(mind, lock):
                raise BadInput(
                    worded(
                        "{name} has already said the line, so the lock cannot be undone; fork the run "
                        "at an earlier moment",
                        name=mind.persona.name,
                    )
                )
            hand.add(lock)
        return mind.presence.room if mind.presence is not None else mind.persona.home

    def outcome(self, town: Town) -> str:
        """Return a sentence on what is said, and when."""
        names = town.cast.names
        others = town.phrases.list([names.get(one, one) for one in self._others()])
        talk = self.talk.strip()
        when = f"when {talk} is simulated again" if talk else "in their next conversation"
        return f"{names[self.agent]} says “{self.text}” to {others} {when}"

    def _others(self) -> tuple[AgentId, ...]:
        return tuple(dict.fromkeys(one for part in self.others.split(",") if (one := part.strip())))

    def _lock(self, hand: Hand, row: int, *, held: bool = True) -> Lock:
        others = self._others()
        for one in others:
            hand.mind(one)
        if not others or self.agent in others:
            raise BadInput(
                worded(
                    "a line needs one or more listeners other than the speaker; name them, separated by "
                    "commas"
                )
            )
        return Lock(
            id=row,
            agent=self.agent,
            others=others,
            text=said(self.text, worded("a line")),
            place=int(
                number(self.place.strip() or "1", worded("position in the conversation"), 1, _MOST_PLACE)
            )
            - 1,
            tells=" ".join(self.tells.split()),
            held=held,
        )


def _held(mind: Mind, lock: Lock) -> bool:
    return (lock.others, lock.text) in mind.locks
