"""The base class of questions to a model: typed records, whose fields are used in their wording.

A language model reads the rendered text of the wording; the rehearsal model reads the fields. Numbers in an
answer (`tells`, `because`) count the memories of `recalled` from 1.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, ClassVar, Generic, TypeVar, TypeVarTuple

from engine.clock import day_of
from engine.language.times.said_days import DayStyle, SaidDays
from engine.prompts.forms import Form
from engine.prompts.known import Feels
from engine.records import Memory, Names, Persona

A = TypeVar("A", bound=Form)
Value = TypeVar("Value")
Arguments = TypeVarTuple("Arguments")
_KEPT = "_kept"


@dataclass(frozen=True, kw_only=True)
class Prompt(Generic[A]):
    """The fields that every question has.

    These are the persona asked, the time, the names an answer may use (`choices`), the persona's wellbeing,
    the names of everyone in town (to read texts by; shown to no model), and the town's own wordings of
    prompts, by name. `identity` is the stable part and comes first in every template, so that servers can
    cache it. A town goes on without an answer that may be left out; without another one it waits until there
    is one.
    """

    name: ClassVar[str]
    form: ClassVar[type[Form]]
    purpose: ClassVar[str]  # what it is for and when it is asked, as authors are told
    aim: ClassVar[str]  # the same in a few words that follow "to"
    essential: ClassVar[tuple[str, ...]]  # without these it makes no sense, or its answer names the unseen
    draws: ClassVar[tuple[str, ...]]  # the fields that set two of one agent and minute apart in a rehearsal
    may_be_left_out: ClassVar[bool] = True
    is_for_people: ClassVar[bool] = True  # may be put to a person who answers for somebody
    off_the_record: ClassVar[bool] = False  # asked by a person, aside; the town never learns of it
    day_style: ClassVar[DayStyle] = "near"  # another one, where the answer is read on other days

    persona: Persona
    town: str
    language: str
    starts: datetime.date
    now: int
    seed: int
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    feels: Feels = field(default_factory=Feels)
    names: Names = field(default_factory=lambda: Names({}))
    wordings: Mapping[str, str] = field(default_factory=dict)

    @property
    def own_names(self) -> tuple[str, ...]:
        """Return the names of the person asked, the full one first."""
        known = self.names.get(self.persona.id)
        called = known.called if known is not None else self.persona.called
        return tuple(dict.fromkeys(filter(None, (self.persona.name, called))))

    @property
    def on_day(self) -> int:
        """Return the number of the day that the question is about."""
        return day_of(self.now)

    @property
    def offered(self) -> Mapping[str, tuple[str, ...]]:
        """Return those of the `choices` that a model is offered; an answer may name any of them."""
        return self.choices

    @cached_property
    def days(self) -> SaidDays:
        """Return how the question names days: as people do today, or by their numbers."""
        return SaidDays(self.on_day, self.starts, self.language, self.day_style)

    def possible(self, decision: str) -> bool:
        """Check whether an answer may decide so, where its form has cases."""
        return True

    def unshown(self, name: str) -> Collection[int]:
        """Return the ids of memories of a field that the question does not show."""
        return ()

    def rank(self, memory: Memory) -> int:
        """Return how early a memory is shown if there are too many; of one rank, the first is first."""
        return 0

    def fault(self, answer: A) -> str:
        """Return the fault of an answer that fits its form, in words; empty if it can be used."""
        for name, wanted in self.exactly().items():
            given = len(getattr(answer, name))
            if given != wanted:
                return f"{name}: {wanted} are asked for, one each and in order, not {given}"
        return ""

    def nonsense(self, answer: A) -> Iterable[tuple[tuple[str | int, ...], str]]:
        """Yield what is wanted of parts of an answer that are at fault though their marks do not tell.

        Each is a position and a rule, which never quotes the answer: a model that is asked again reads it.
        """
        return ()

    def exactly(self) -> Mapping[str, int]:
        """Return the required lengths of the answer's lists, by name."""
        return {}


def once(find: Callable[[Prompt[Any], *Arguments], Value]) -> Callable[[Prompt[Any], *Arguments], Value]:
    """Make a function of a prompt find its value once for each prompt, and for its other arguments.

    A prompt never changes, so the value is kept in it for as long as the prompt is there.
    """

    @wraps(find)
    def kept(prompt: Prompt[Any], *arguments: *Arguments) -> Value:
        values: dict[object, Any] = prompt.__dict__.setdefault(_KEPT, {})
        key = (find, *arguments)
        if key not in values:
            values[key] = find(prompt, *arguments)
        value: Value = values[key]
        return value

    return kept
