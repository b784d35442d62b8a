"""The thinker given to a faculty: a mind, the room it is in, a model to ask, and the rows to add to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from engine.clock import day_of
from engine.errors import ModelFailed
from engine.language.phrases import Phrases
from engine.mind.mind import Mind
from engine.mind.turn_rows import TurnRows
from engine.mind.wellbeing import Wellbeing
from engine.models import Heard, Model
from engine.prompts import key, render
from engine.prompts.forms import Form
from engine.prompts.known import Feels
from engine.prompts.prompt import Prompt
from engine.records import (
    AgentId,
    Amendment,
    Call,
    Joined,
    Memory,
    MemoryKind,
    Path,
    Persona,
    Place,
    Scenario,
    ThingState,
)
from engine.row_ids import Width, width_for
from engine.settings import Cognition
from engine.world.cast import Cast
from engine.world.room import RoomView
from engine.world.tree import World

A = TypeVar("A", bound=Form)
P = TypeVar("P", bound=Prompt[Any])


@dataclass(frozen=True, slots=True)
class Town:
    """The parts of a run that all thoughts share: the scenario, the settings and the model.

    `joined` are the newcomers since it began; they come last among the personas of the scenario, in that
    order. `amended` are the amendments since, which the scenario contains. `begun` is the scenario before
    them, `as_they_came` has the original personas of agents who changed, and `became` the new personas by
    each amendment.
    """

    scenario: Scenario
    world: World
    cast: Cast
    settings: Cognition
    phrases: Phrases
    model: Model
    seed: int
    joined: tuple[Joined, ...] = ()
    amended: tuple[Amendment, ...] = ()
    begun: Scenario | None = None
    as_they_came: Mapping[AgentId, Persona] = field(default_factory=dict)
    became: Mapping[int, tuple[Persona, ...]] = field(default_factory=dict)

    @property
    def width(self) -> Width:
        """Return the width of the ids of its rows."""
        return width_for(len(self.cast.personas))


def feels_at(being: Wellbeing, now: int) -> Feels:
    """Return an agent's wellbeing at a minute, in the form used by prompts."""
    worn_out = being.is_worn_out(now)
    return Feels(
        values=being.values(now),
        worn_out=worn_out,
        rests_for=being.rest_needed(now) if worn_out else 0,
        spent=being.is_spent(now),
        low=being.is_low(now),
    )


def _unstated(_memory: int) -> str:
    return ""


@dataclass(slots=True)
class Thinker:
    """One agent at one minute.

    It may read its own mind, the room it is in and the town as written. Of other rooms it may read only what
    can be seen or heard from afar: the `trouble` at a place before a row of the log. `stated` returns the
    fields that an author gave with the whisper of an id; empty if none.
    """

    town: Town
    mind: Mind
    room: RoomView
    rows: TurnRows
    now: int
    trouble: Callable[[Place, int], Iterable[ThingState]]
    stated: Callable[[int], str] = field(default=_unstated)
    calls: int = field(default=0)
    afterthoughts: list[Callable[[], Awaitable[object]]] = field(default_factory=list)

    @property
    def persona(self) -> Persona:
        """Return the agent's persona, with its present home."""
        return self.mind.persona_at(self.now)

    @property
    def id(self) -> AgentId:
        """Return the id of the agent."""
        return self.mind.persona.id

    def belongs(self, room: Path) -> bool:
        """Return whether the agent lives or works in the place of a room, and so has a key to it."""
        world = self.town.world
        return world.belongs(self.id, room) or world.place_of[room] == world.place_of[self.persona.home]

    def later(self, thought: Callable[[], Awaitable[object]]) -> None:
        """Run a thought after everything others can see of the turn is done, so that nobody waits for it."""
        self.afterthoughts.append(thought)

    def prompt(self, question: type[P], /, **fields: Any) -> P:  # noqa: ANN401 - checked by the question's own fields
        """Return a prompt with the fields that every prompt has filled in."""
        scenario = self.town.scenario
        return question(
            persona=self.persona,
            town=scenario.town,
            language=scenario.language,
            starts=scenario.starts,
            now=self.now,
            seed=self.town.seed,
            feels=feels_at(self.mind.wellbeing, self.now),
            names=self.town.cast.known_with(self.mind.visitors),
            wordings=scenario.wordings,
            **fields,
        )

    async def ask(self, prompt: Prompt[A]) -> A:
        """Ask the model; the call is logged with its prompt and answer."""
        answer = await self.town.model.ask(prompt)
        self.log(prompt, answer)
        return answer

    async def ask_aloud(self, prompt: Prompt[A], heard: Heard | None) -> A:
        """Do the same as `ask`, and call `heard` with the text so far."""
        answer = await self.town.model.ask(prompt, heard)
        self.log(prompt, answer)
        return answer

    async def ask_if_possible(self, prompt: Prompt[A], heard: Heard | None = None) -> A | None:
        """Do the same as `ask`, but return None if this question has no usable answer.

        That is logged too, without an answer. Raises ModelFailed if the model cannot answer at all.
        """
        answer = await self.answer_if_possible(prompt, heard)
        self.log(prompt, answer)
        return answer

    async def answer_if_possible(self, prompt: Prompt[A], heard: Heard | None = None) -> A | None:
        """Do the same as `ask_if_possible` without logging the call, which the caller does."""
        try:
            # Whoever only answers need not know that somebody may listen.
            return await (
                self.town.model.ask(prompt) if heard is None else self.town.model.ask(prompt, heard)
            )
        except ModelFailed as failure:
            if failure.outage:
                raise
            return None

    def log(self, prompt: Prompt[A], answer: A | None) -> None:
        """Log a call. Callers that ask several questions at once log them in a fixed order."""
        model = self.town.model.id_for(prompt)
        rendered = render(prompt)
        self.calls += 1
        self.rows.add(
            Call(
                id=self.rows.next_id(),
                agent=self.id,
                purpose=prompt.name,
                model=model,
                key=key(prompt, model),
                prompt=f"{rendered.system}\n\n{rendered.user}",
                answer=answer.model_dump_json() if answer is not None else "",
            )
        )

    def remember(
        self,
        kind: MemoryKind,
        text: str,
        importance: int,
        *,
        evidence: tuple[int, ...] = (),
        source: int = 0,
        about: Iterable[AgentId] | None = None,
        place: Path = "",
        when: int | None = None,
    ) -> Memory:
        """Add one memory to the stream. Its depth is one more than its deepest evidence, for a reflection."""
        deepest = max((self.mind.stream.get(i).depth for i in evidence if i in self.mind.stream), default=0)
        memory = Memory(
            id=self.rows.next_id(),
            agent=self.id,
            kind=kind,
            text=text,
            importance=importance,
            evidence=evidence,
            source=source,
            about=self.town.cast.mentioned(text) if about is None else tuple(about),
            place=place,
            when=when,
            depth=deepest + 1 if kind == "reflection" else 0,
        )
        self.rows.add(memory)
        return memory

    def say(self, phrase: str, /, **values: object) -> str:
        """Return a sentence about this agent in the town's language; `name` and `room` default to its own."""
        phrases = self.town.phrases
        values.setdefault("name", self.persona.name)
        values.setdefault("room", phrases.room(self.room.room))
        return phrases.say(phrase, **values)

    @property
    def day(self) -> int:
        """Return the day, counted from 1."""
        return day_of(self.now)
