"""Talk: lines said to agents and by them, and the notes above an answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TypeVar
from unicodedata import category

from engine.cognition.asking.interview import Answered as Answered
from engine.cognition.asking.survey import Asking as Asking, Said as Said
from engine.cognition.thinker import Town
from engine.cognition.visiting.visit import SaysSoFar as SaysSoFar, Visit as Visit
from engine.errors import BadInput, DayPaused, worded
from engine.language.care import Note as Note, care_of as care_of
from engine.language.languages import (
    about as about,
    questions_about as questions_about,
    suggested as suggested,
)
from engine.language.phrases import Phrases as Phrases, phrases as phrases
from engine.models.answers_in_words import in_words as in_words
from engine.models.in_person import PERSON as PERSON, AskedInPerson as AskedInPerson, InPerson
from engine.moments.surveying import (
    SurveyAnswer as SurveyAnswer,
    Surveyed as Surveyed,
    asking_meant as asking_meant,
    sheet as sheet,
)
from engine.records import AgentId, Line, Path, visitor
from engine.rehearsal import Rehearsal
from engine.running.awaiting import finish
from engine.running.run_session import RunSession, hold
from engine.running.visiting import begin_visit, end_visit, open_visit, say_in_visit
from engine.store.file.connection import Store
from engine.store.living.jobs import refuse_live_job
from engine.store.living.runs import run_row
from engine.store.writing.chats import Chat as Chat, Message as Message

QUESTION_KINDS = ("self", "memory", "plans", "reactions", "reflections")
"""The kinds of questions by which a mind is looked into (paper, section 6.2)."""

LONGEST_LINE, LONGEST_NAME, LONGEST_ABOUT = 400, 60, 200

_UNSEEN = ("Cc", "Cs")  # control characters, and halves of a character
T = TypeVar("T")


class Visiting:
    """A person's visit to a town at the current moment of its run. The people present hear and remember what
    is said, and all of it is in the log as the author's. Refused, in words, while the run is being simulated.
    """

    def __init__(self, store: Store, run: int, town: Town) -> None:
        self._store = store
        self._run = run
        self._town = town

    @property
    def now(self) -> Visit | None:
        """Return the visit: who is there, and the lines so far; None when it is over."""
        return open_visit(self._store, run_row(self._store, self._run))

    def begin(self, room: Path, person: AgentId, about: str = "") -> Visit:
        """Begin to talk with the people in a room. Raises NotFound, naming who is near, if nobody would hear
        it.
        """
        return self._in_session(lambda session: begin_visit(session, room, person, about))

    def say(self, text: str, heard: SaysSoFar | None = None) -> tuple[Line, ...]:
        """Say a line, and return it with the answers. `heard` is called with the speaker and the text so far
        while they answer. The line is kept even if no answer comes.
        """
        return self._hear(one_line(text, worded("a line"), LONGEST_LINE), heard)

    def listen(self, heard: SaysSoFar | None = None) -> tuple[Line, ...]:
        """Say nothing, and return the lines others say meanwhile."""
        return self._hear("", heard)

    def leave(self) -> None:
        """End the visit. The agents keep what remains of any talk: a summary, news, relations, promises."""
        self._in_session(end_visit)

    def _hear(self, text: str, heard: SaysSoFar | None) -> tuple[Line, ...]:
        before = self.now
        after = self._in_session(lambda session: say_in_visit(session, text, heard))
        return after.lines[len(before.lines) if before else 0 :]

    def _in_session(self, does: Callable[[RunSession], Awaitable[T]]) -> T:
        row = run_row(self._store, self._run)
        refuse_live_job(self._store, row.number)
        with hold(self._store, row):
            session = RunSession(self._store, row, self._town)
            return finish(session.closing(does(session)))


def be_in_person(
    store: Store, run: int, town: Town, agent: AgentId, until: int, answers: Mapping[str, str]
) -> AskedInPerson | None:
    """Live a run to a minute while a person answers for an agent, as far as there are `answers` (JSON, by the
    key of the question). Return the next question, or None when the minute is reached.
    """
    model = InPerson(town.model, Rehearsal(), agent, answers)
    row = run_row(store, run)
    refuse_live_job(store, row.number)
    with hold(store, row):
        session = RunSession(store, row, replace(town, model=model))
        session.journal = False  # what a person says is this run's alone
        try:
            session.live(until)
        except DayPaused:
            if model.waiting is None:
                raise
    return model.waiting


def newcomer(town: Town, name: str) -> AgentId:
    """Return the agent id of a visiting newcomer, by name; the town's own word for a visitor if `name` is
    empty.
    """
    return visitor(
        one_line(name, worded("a name"), LONGEST_NAME) if name.strip() else town.phrases.say("a_visitor")
    )


def one_line(text: str, what: str, most: int) -> str:
    """Return a text as one line, without invisible characters. Raises BadInput if nothing is left of it, or
    it has more than `most` letters.
    """
    words = " ".join("".join(" " if category(one) in _UNSEEN else one for one in text).split())
    if not words:
        raise BadInput(worded("{what} cannot be empty; enter some text", what=what))
    if len(words) > most:
        raise BadInput(
            worded(
                "{what} can have at most {most} characters, but this one has {count:,}; shorten it",
                what=what,
                most=most,
                count=len(words),
            )
        )
    return words
