"""What a faculty is handed: one mind, the room it is in, a model to ask, and the rows for what comes of
it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, takewhile
from typing import Any, TypeVar

from engine.clock import DAY, day_of, minute_at
from engine.errors import ModelFailed
from engine.language.phrases import Phrases
from engine.mind.mind import Mind
from engine.mind.turn_rows import TurnRows
from engine.models import EMBED, Heard, Model, Occasion, Vector
from engine.prompts import key, render
from engine.prompts.forms import Form
from engine.prompts.questions import Acquaintance, KnownRoom, KnownThing, Prompt
from engine.records import (
    AgentId,
    Call,
    Memory,
    MemoryKind,
    Path,
    Persona,
    Recall,
    Recalled,
    Scenario,
    Step,
)
from engine.row_ids import stamp
from engine.settings import Cognition, Weights
from engine.world.cast import Cast
from engine.world.room import RoomView
from engine.world.tree import World

_FAR_AHEAD = 14 * DAY
_GRAVE, _SHAKEN_FOR = 8, 10 * 60  # the importance of what shakes one, and for how many minutes

A = TypeVar("A", bound=Form)
P = TypeVar("P", bound=Prompt[Any])


@dataclass(frozen=True, slots=True)
class Town:
    """What is the same for every thought of a run: the authored scenario, the settings and the model."""

    scenario: Scenario
    world: World
    cast: Cast
    settings: Cognition
    phrases: Phrases
    model: Model
    seed: int


@dataclass(frozen=True, slots=True)
class Look:
    """One look-up in memory, as `MemoryStream.recall` takes it; what is not given the settings say."""

    query: str
    weights: Weights
    count: int | None = None
    kinds: Iterable[MemoryKind] | None = None
    before: int | None = None
    vector: Vector | None = None


@dataclass(slots=True)
class Thinker:
    """One agent at one minute. It may read its own mind, the room it is in and the town as written: nothing
    else.
    """

    town: Town
    mind: Mind
    room: RoomView
    rows: TurnRows
    now: int
    calls: int = field(default=0)
    afterthoughts: list[Callable[[], Awaitable[object]]] = field(default_factory=list)

    @property
    def persona(self) -> Persona:
        """Who is thinking."""
        return self.mind.persona

    @property
    def id(self) -> AgentId:
        """The id of who is thinking."""
        return self.mind.persona.id

    def later(self, thought: Callable[[], Awaitable[object]]) -> None:
        """Think of this once everything others can see of the turn is done, so that nobody waits for it."""
        self.afterthoughts.append(thought)

    def prompt(self, question: type[P], /, **fields: Any) -> P:  # noqa: ANN401 - checked by the question's own fields
        """A question with what every question carries filled in."""
        scenario = self.town.scenario
        return question(
            persona=self.persona,
            town=scenario.town,
            language=scenario.language,
            starts=scenario.starts,
            now=self.now,
            seed=self.town.seed,
            names=self.town.cast.known_as,
            wordings=scenario.wordings,
            **fields,
        )

    async def ask(self, prompt: Prompt[A]) -> A:
        """Put a question to the model; the call is logged with its prompt and answer."""
        answer = await self.town.model.ask(prompt)
        self.log(prompt, answer)
        return answer

    async def ask_aloud(self, prompt: Prompt[A], heard: Heard | None) -> A:
        """As `ask`, of what somebody may listen to while it is being said."""
        answer = await self.town.model.ask(prompt, heard)
        self.log(prompt, answer)
        return answer

    async def ask_if_possible(self, prompt: Prompt[A]) -> A | None:
        """As `ask`, of a thought that may be left out: None when this one question has no usable answer.

        That is logged too, with nothing for an answer. A model that cannot answer at all raises ModelFailed.
        """
        answer = await self.answer_if_possible(prompt)
        self.log(prompt, answer)
        return answer

    async def answer_if_possible(self, prompt: Prompt[A]) -> A | None:
        """As `ask_if_possible`, for who logs the call in an order of its own."""
        try:
            return await self.town.model.ask(prompt)
        except ModelFailed as failure:
            if failure.outage:
                raise
            return None

    def log(self, prompt: Prompt[A], answer: A | None) -> None:
        """Log a call. Who asks several questions at once logs them in an order of its own, not as answers
        come.
        """
        model = self.town.model.id_for(prompt)
        rendered = render(prompt)
        self.calls += 1
        self.rows.add(
            Call(
                id=self.rows.stamp(),
                agent=self.id,
                purpose=prompt.name,
                model=model,
                key=key(prompt, model),
                prompt=f"{rendered.system}\n\n{rendered.user}",
                answer=answer.model_dump_json() if answer is not None else "",
            )
        )

    async def recall(
        self,
        queries: Sequence[str],
        *,
        purpose: str,
        weights: Weights,
        count: int | None = None,
        kinds: Iterable[MemoryKind] | None = None,
        before: int | None = None,
    ) -> tuple[Memory, ...]:
        """The memories that the queries bring up, each once, best first; every look-up is logged and
        noted. Raises ModelFailed when they are to be found by meaning, and that cannot be had.
        """
        vectors = await self._embedded(queries, purpose)
        found: dict[int, None] = {}
        for query in queries:
            look = Look(query, weights, count, kinds, before, vectors.get(query))
            found.update((item.memory, None) for item in self._look_up(look, purpose))
        return tuple(self.mind.stream.get(memory) for memory in found)

    def would_recall(self, query: str, *, purpose: str, weights: Weights, count: int | None = None) -> None:
        """As `recall`, of who only looks on: by meaning as far as that is known, and nobody is asked."""
        stream, embedder = self.mind.stream, self.town.model.embedder_at(self.now)
        known = embedder.known([query, *stream.lacking(embedder.id)]) if embedder else {}
        stream.place(known)
        self._look_up(Look(query, weights, count, vector=known.get(query)), purpose)

    def _look_up(self, look: Look, purpose: str) -> tuple[Recalled, ...]:
        settings = self.town.settings
        items = self.mind.stream.recall(
            look.query,
            now=self.now,
            weights=look.weights,
            decay=settings.decay,
            count=look.count or settings.retrieve,
            newest=settings.newest if look.kinds is None else 0,
            vector=look.vector,
            kinds=look.kinds,
            before=look.before,
        )
        if items:
            self.rows.add(
                Recall(
                    id=self.rows.stamp(),
                    agent=self.id,
                    purpose=purpose,
                    query=look.query,
                    items=tuple(items),
                )
            )
        return tuple(items)

    async def _embedded(self, queries: Sequence[str], purpose: str) -> Mapping[str, Vector]:
        """The vectors of queries, once every memory has its own; none where memories are found by words."""
        embedder = self.town.model.embedder_at(self.now)
        if embedder is None:
            return {}
        stream = self.mind.stream
        occasion = Occasion(
            agent=self.id, minute=self.now, purpose=EMBED, off_the_record=purpose == "interview"
        )
        vectors = await embedder.vectors([*queries, *stream.lacking(embedder.id)], occasion)
        stream.place(vectors)
        return vectors

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
            id=self.rows.stamp(),
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
        """A sentence of the town's language about this agent; `name` and `room` are its own where not
        given.
        """
        phrases = self.town.phrases
        values.setdefault("name", self.persona.name)
        values.setdefault("room", phrases.room(self.room.room))
        return phrases.say(phrase, **values)

    def room_words(self, path: Path) -> str:
        """A room as one speaks of it."""
        return self.town.phrases.room(self.town.world.rooms[path])

    def acquaintance(self, other: AgentId) -> Acquaintance:
        """Another agent as this one knows them; what they are doing only if they are in the same room."""
        relation = self.mind.relations.get(other)
        talk = self.mind.talks.get(other)
        return Acquaintance(
            agent=other,
            name=self.town.cast.names[other],
            kind=relation.kind if relation else "",
            closeness=relation.closeness if relation else 0.0,
            note=relation.note if relation else "",
            doing=self.room.doing(other),
            free=self.room.is_free(other),
            last_talk=talk.minute if talk else None,
            last_said=talk.summary if talk else "",
        )

    def known_rooms(self, paths: Iterable[Path] | None = None) -> tuple[KnownRoom, ...]:
        """The rooms this agent knows (or those of `paths` it knows), as it last saw them."""
        wanted = self.mind.known.keys() if paths is None else set(paths)
        return tuple(
            self.known_room(path)
            for path in self.town.world.rooms
            if path in wanted and path in self.mind.known
        )

    def known_room(self, path: Path) -> KnownRoom:
        """One room as this agent last saw it."""
        world = self.town.world
        place, room = world.place_of[path], world.rooms[path]
        return KnownRoom(
            path=path,
            about=room.about or place.about,
            open=(place.open.opens, place.open.closes) if place.open else None,
            walk=world.walk(self.room.path, path),
            private=place.private and not world.belongs(self.id, path),
            things=tuple(
                KnownThing(
                    path=thing.path,
                    state=self.mind.known.get(thing.path, thing.state),
                    states=thing.states,
                    urgent=world.urgent(thing.path, self.mind.known.get(thing.path, "")),
                )
                for thing in room.things
                if thing.path in self.mind.known
            ),
        )

    def told_lately(self, hearers: Iterable[AgentId], count: int) -> tuple[int, ...]:
        """The ids of the memories last passed on to any of these, the latest first."""
        wanted = set(hearers)
        told = dict.fromkeys(memory for memory, hearer in reversed(self.mind.told) if hearer in wanted)
        return tuple(islice((memory for memory in told if self.mind.stream.shows(memory)), count))

    def shaken_by(self) -> Memory | None:
        """The latest thing of weight that the agent has seen happen in the last hours, which nobody gets out
        of their head.
        """
        since = stamp(max(0, self.now - _SHAKEN_FOR + 1), 0)
        lately = takewhile(lambda memory: memory.id >= since, reversed(self.mind.stream.memories))
        grave = (each for each in lately if each.kind == "observation" and each.importance >= _GRAVE)
        return next(grave, None)

    def engagements_today(self) -> tuple[Memory, ...]:
        """What the agent still means to do before it goes to bed."""
        end = max(self.mind.plan.bedtime, self.now + 1) if self.mind.plan.day else self.now + DAY
        return self.mind.engagements.between(self.now, end)

    def engagements_ahead(self) -> tuple[Memory, ...]:
        """What the agent means to do from now on, on whatever day."""
        return self.mind.engagements.between(self.now, self.now + _FAR_AHEAD)

    def engagements_lately(self) -> tuple[Memory, ...]:
        """What the agent meant to do since yesterday, or means to do from now on."""
        yesterday = minute_at(max(1, self.day - 1), 0)
        return self.mind.engagements.between(yesterday, self.now + _FAR_AHEAD)

    def blocks_ahead(self, count: int) -> tuple[Step, ...]:
        """The next blocks of today's plan that are still to come."""
        ahead = [block for block in self.mind.plan.current("block") if block.start > self.now]
        return tuple(ahead[:count])

    @property
    def day(self) -> int:
        """Today."""
        return day_of(self.now)
