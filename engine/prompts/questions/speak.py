"""The next line of a talk."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field

from engine.prompts.forms import Form, Remark, Sentence
from engine.prompts.known import Acquaintance, KnownRoom
from engine.prompts.prompt import Prompt
from engine.records import AgentId, Line, Memory, Path, Step


class Utterance(Form):
    """One line of a conversation. `thought` stays private; `tells` is the number of the recalled memory it
    passes on (0: none); `ends` means the speaker takes their leave with this line.
    """

    thought: Remark = ""
    says: Sentence
    ends: bool = False
    tells: int = Field(0, ge=0, le=200)


@dataclass(frozen=True, kw_only=True)
class Speak(Prompt[Utterance]):
    """The agent's next line in a conversation with `people`. `told` are (memory, agent) pairs already passed
    on; `ahead` is what the agent has planned next, `here` the room as it looks. `seeking` is a place of
    today's plan that the agent does not know the way to, `ways` are rooms it knows that others spoke of.
    """

    name = "speak"
    form = Utterance
    place: Path
    doing: str
    people: tuple[Acquaintance, ...]
    here: KnownRoom | None = None
    ahead: tuple[Step, ...] = ()
    lines: tuple[Line, ...] = ()
    recalled: tuple[Memory, ...] = ()
    engagements: tuple[Memory, ...] = ()
    told: frozenset[tuple[int, AgentId]] = frozenset()
    seeking: str = ""
    ways: tuple[KnownRoom, ...] = ()
