"""A question from outside the town, off the record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import Field

from engine.errors import worded
from engine.prompts import words
from engine.prompts.fields import DOING, ENGAGEMENTS, PEOPLE, PLACE, PLACES, RECALLED, dated, noted
from engine.prompts.forms import Form, Meant, MemoryNumber, tag
from engine.prompts.known import Acquaintance, Asker, KnownRoom, Lived, PassedOn, SetOut
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, field_as, numbered
from engine.records import Memory, Path, Step

A = TypeVar("A", bound=Form)
_LATEST = 24  # stretches of the past that are shown: a day or a little more


class Spoken(Form):
    """An interview answer, in the agent's own voice; `because` are the numbers of the memories it rests
    on.
    """

    most_tokens: ClassVar[int] = 800
    aloud: ClassVar[str] = "answer"

    answer: Annotated[str, Field(min_length=1, max_length=2_000, description="what you say"), Meant.SAID]
    because: list[MemoryNumber] = Field(
        default_factory=list, max_length=20, description="the tags of the memories it rests on"
    )


def _asker(prompt: Prompt[Any], name: str) -> str:
    """Return the asker in words; empty if nobody in particular asks."""
    asker: Asker | None = getattr(prompt, name)
    if asker is None:
        return words.NOTHING
    kept = "".join(f" Keep from them: {words.flat(text)}" for text in asker.kept)
    if not asker.agent:
        who = words.flat(asker.words)
        return f"{who}, who is not of the town: you owe them nothing, and tell no secrets.{kept}"
    called = prompt.names[asker.agent].full if asker.agent in prompt.names else asker.agent
    known = "whom you know: speak as you do to them, and explain nothing that both know"
    return f"{words.flat(called)}, {known}.{kept}"


def _lived(prompt: Prompt[Any], name: str) -> str:
    """Return the latest stretches of an agent's past in words."""
    rows: tuple[Lived, ...] = getattr(prompt, name)
    return words.lived(
        rows, {agent: known.full for agent, known in prompt.names.items()}, prompt.days, _LATEST
    )


def _passed_on(prompt: Prompt[Any], name: str) -> str:
    """Return what of the recalled memories the agent has told, by their tags, and to whom."""
    rows: tuple[PassedOn, ...] = getattr(prompt, name)
    hearers = {row.memory: row.hearers for row in rows}
    told = {
        tag("recalled", number): hearers[memory.id]
        for number, memory in numbered(prompt, "recalled").items()
        if memory.id in hearers
    }
    return words.passed_on(told, {agent: known.full for agent, known in prompt.names.items()})


@dataclass(frozen=True, kw_only=True)
class AskedAside(Prompt[A]):
    """A question off the record, with all that an answer may rest on."""

    may_be_left_out = False
    off_the_record = True

    question: Annotated[str, Shown(worded("the question they are asked"))]
    asker: Annotated[
        Asker | None,
        Shown(worded("who asks, the relationship to that person, and what is kept secret from them"), _asker),
    ] = None
    doing: Annotated[str, DOING] = ""
    place: Annotated[Path, PLACE] = ""
    plan: Annotated[tuple[Step, ...], Shown(worded("today's plan"), dated(words.plan))] = ()
    people: Annotated[tuple[Acquaintance, ...], PEOPLE] = ()
    lived: Annotated[
        tuple[Lived, ...],
        Shown(worded("where they have been recently, what they did and who they met"), _lived),
    ] = ()
    recalled: Annotated[tuple[Memory, ...], RECALLED] = ()
    set_out: Annotated[
        tuple[SetOut, ...],
        Shown(worded("what they set out to do recently, and how far they got"), dated(words.set_out)),
    ] = ()
    passed_on: Annotated[
        tuple[PassedOn, ...], Shown(worded("which memories they have told to whom"), _passed_on)
    ] = ()
    engagements: Annotated[tuple[Memory, ...], ENGAGEMENTS] = ()
    rooms: Annotated[tuple[KnownRoom, ...], PLACES] = ()
    diary: Annotated[str, Shown(worded("what the diary says"), noted)] = ""


@dataclass(frozen=True, kw_only=True)
class Interview(AskedAside[Spoken]):
    """An interview question off the record. `earlier` are (question, answer) pairs of the same interview."""

    name = "interview"
    form = Spoken
    purpose = worded("Your questions on the Chat page or from `townwright ask`, answered off the record.")
    aim = worded("answer an interviewer")
    essential = ("question", "recalled")
    draws = ("question", "earlier", "recalled", "engagements")

    earlier: Annotated[
        tuple[tuple[str, str], ...], Shown(worded("earlier questions and answers"), field_as(words.exchanges))
    ] = ()
