"""The next line of a talk."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field

from engine.errors import worded
from engine.prompts import words
from engine.prompts.aims import rank_in_company, unshown_in_company
from engine.prompts.fields import (
    AIMS,
    DOING,
    LINES,
    OTHER_ENGAGEMENTS,
    PARTNERS,
    PLACE,
    RECALLED,
    SEEKING,
    TOLD,
    dated,
)  # fmt: skip
from engine.prompts.forms import EngagementNumber, Form, Meant, Remark, ToldMemory
from engine.prompts.known import Acquaintance, Aim, CommonGround, KnownRoom, Met
from engine.prompts.prompt import Prompt
from engine.prompts.shown import Shown, field_as
from engine.records import AgentId, Line, Memory, Path, Step

OPENS = "You speak first."
LEAVES = "They are leaving: answer with a few words, and ask nothing new."


class Utterance(Form):
    """One line of a conversation. `thought` stays private; `tells` is the number of the recalled memory it
    passes on (0: none). The hearers also learn of the memories `speaks_of` and of the engagements
    `speaks_of_plans`, by their numbers. `ends` means the speaker takes their leave with this line.
    """

    thought: Remark = Field("", description="what you think and do not say; may be empty")
    says: Annotated[str, Field(min_length=1, max_length=400, description="what you say aloud"), Meant.SAID]
    ends: bool = Field(False, description="true if you take leave with it")
    tells: ToldMemory = Field(0, description="the tag of the memory it passes on; empty for none")
    speaks_of: list[ToldMemory] = Field(
        default_factory=list,
        max_length=20,
        description="tags of other memories that the line lets them know of",
    )
    speaks_of_plans: list[EngagementNumber] = Field(
        default_factory=list,
        max_length=20,
        description="tags of what you have agreed to that it lets them know of",
    )


def _in_sight(prompt: Prompt[Any], name: str) -> str:
    """Return some of the things in the room, for an opening."""
    return words.NOTHING if getattr(prompt, "lines", ()) else words.in_sight(getattr(prompt, name))


def _turn(prompt: Prompt[Any], name: str) -> str:
    """Return what is special about a line: it is the first one, or the last one."""
    if getattr(prompt, "closing", False):
        return LEAVES
    if getattr(prompt, "lines", ()):
        return words.NOTHING
    reason = words.flat(getattr(prompt, name))
    return f"{OPENS} You wanted: {reason}" if reason else OPENS


@dataclass(frozen=True, kw_only=True)
class Speak(Prompt[Utterance]):
    """The agent's next line in a conversation with `people`.

    `told` are (memory, agent) pairs already passed on; `ahead` is what the agent has planned next, `here`
    the room as it looks. `seeking` is a place of today's plan that the agent does not know the way to,
    `ways` are rooms it knows that others named. With `closing`, somebody has ended the talk, and this is its
    last line. `reason` is why the agent opened the talk, and `shaken` the id of the memory that has shaken
    it. `said` is what the agent has said of late in other talks and `heard` what it has heard; rules use them
    for variety, and no model is shown them, nor the `ground` that those present have in common. `closing` is
    shown through `reason`.
    """

    name = "speak"
    form = Utterance
    purpose = worded("The next line of a conversation, one person at a time.")
    aim = worded("say the next line of a conversation")
    essential = ("people", "lines", "recalled")
    draws = ("place", "recalled", "engagements", "lines")

    place: Annotated[Path, PLACE]
    doing: Annotated[str, DOING]
    people: Annotated[tuple[Acquaintance, ...], PARTNERS]
    here: Annotated[
        KnownRoom | None,
        Shown(worded("the objects in the room and their states, before anything has been said"), _in_sight),
    ] = None
    ahead: Annotated[tuple[Step, ...], Shown(worded("what they plan next"), dated(words.plan), most=1)] = ()
    lines: Annotated[tuple[Line, ...], LINES] = ()
    recalled: Annotated[tuple[Memory, ...], RECALLED.at_most(4)] = ()
    engagements: Annotated[tuple[Memory, ...], OTHER_ENGAGEMENTS.at_most(1)] = ()
    reason: Annotated[
        str, Shown(worded("whether they open the conversation, and why, or whether it is over"), _turn)
    ] = ""
    closing: bool = False
    said: tuple[str, ...] = ()
    heard: tuple[str, ...] = ()
    told: Annotated[frozenset[tuple[int, AgentId]], TOLD] = frozenset()
    seeking: Annotated[str, SEEKING] = ""
    aims: Annotated[tuple[Aim, ...], AIMS] = ()
    met: Annotated[
        tuple[Met, ...], Shown(worded("who else they met today"), field_as(words.met), most=6)
    ] = ()
    ground: CommonGround = field(default_factory=CommonGround)
    shaken: int = 0
    ways: Annotated[
        tuple[KnownRoom, ...],
        Shown(
            worded("the places they know that others mentioned, with walking distance"),
            dated(words.places),
        ),
    ] = ()

    def unshown(self, name: str) -> Collection[int]:
        """Return the ids of memories that are said elsewhere, or must not be said to those in the talk."""
        return unshown_in_company(self, name)

    def rank(self, memory: Memory) -> int:
        """Return 0 for what is to be brought up, 1 for what may be, 2 for small talk and old glimpses."""
        return 0 if memory.id == self.shaken else rank_in_company(self, memory)
