"""A question that somebody outside the town asks, off the record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from engine.prompts.forms import Form
from engine.prompts.known import Acquaintance, KnownRoom
from engine.prompts.prompt import Prompt
from engine.records import Memory, Path, Step


class Spoken(Form):
    """An interview answer, in the agent's own voice; `because` are the numbers of the memories it rests
    on.
    """

    most_tokens: ClassVar[int] = 800
    aloud: ClassVar[str] = "answer"

    answer: Annotated[str, Field(min_length=1, max_length=2_000)]
    because: list[Annotated[int, Field(ge=1, le=200)]] = Field(default_factory=list, max_length=20)


@dataclass(frozen=True, kw_only=True)
class Interview(Prompt[Spoken]):
    """A question asked off the record. `earlier` are (question, answer) pairs of the same interview."""

    name = "interview"
    form = Spoken
    may_be_left_out = False
    question: str
    earlier: tuple[tuple[str, str], ...] = ()
    doing: str = ""
    place: Path = ""
    plan: tuple[Step, ...] = ()
    people: tuple[Acquaintance, ...] = ()
    recalled: tuple[Memory, ...] = ()
    engagements: tuple[Memory, ...] = ()
    rooms: tuple[KnownRoom, ...] = ()
    diary: str = ""
