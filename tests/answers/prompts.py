"""Make the prompts of the corpus: a town in a few lines, and scenes of it in which somebody is asked."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.clock import day_of, minute_at
from engine.prompts.known import Acquaintance, KnownRoom, KnownThing, Told
from engine.prompts.prompt import Prompt
from engine.prompts.questions import PROMPTS
from engine.records import Event, Line, Memory, Name, Names, Persona, RoutineItem, Step
from engine.row_ids import row_id

NOW = minute_at(2, 10 * 60)
STATES = {"en": ("clean", "in use"), "zh": ("干净", "在用"), "fr": ("propre", "en marche")}
_QUESTIONS = {question.name: question for question in PROMPTS}


@dataclass(frozen=True)
class Town:
    """A town of the corpus, which holds no more than prompts need."""

    written: Mapping[str, Any]

    @property
    def language(self) -> str:
        """Return the language it thinks and speaks in."""
        return str(self.written["language"])

    @cached_property
    def names(self) -> Names:
        """Return the names of its people, by id."""
        return Names(
            {
                agent: Name(full=told["name"], called=told["called"], pronouns=told["pronouns"])
                for agent, told in self.written["people"].items()
            }
        )

    @cached_property
    def rooms(self) -> tuple[KnownRoom, ...]:
        """Return its rooms, with the objects in them."""
        states = STATES.get(self.language, ())
        return tuple(
            KnownRoom(
                path=path,
                walk=5,
                things=tuple(
                    KnownThing(path=f"{path}/{thing}", state=next(iter(states), ""), states=states)
                    for thing in things
                ),
            )
            for path, things in self.written["rooms"].items()
        )

    @cached_property
    def choices(self) -> Mapping[str, tuple[str, ...]]:
        """Return what answers may name."""
        return {
            "place": tuple(room.path for room in self.rooms),
            "person": tuple(name.full for name in self.names.values()),
            "thing": tuple(thing.path for room in self.rooms for thing in room.things),
        }

    def persona(self, agent: str) -> Persona:
        """Return one of its people."""
        told = self.written["people"][agent]
        usual = RoutineItem(start=9 * 60, activity=told["does"], place=told.get("work", told["home"]))
        return Persona(
            id=agent,
            name=told["name"],
            called=told["called"],
            pronouns=told["pronouns"],
            age=told["age"],
            home=told["home"],
            work=told.get("work", ""),
            routine=(usual,),
            seed=tuple(told.get("seed", ())),
        )

    def known(self, agent: str) -> Acquaintance:
        """Return one of its people as another one knows them."""
        return Acquaintance(agent=agent, name=self.names[agent].full, kind="neighbour", closeness=0.3)


def prompt_of(town: Town, scene: Mapping[str, Any]) -> Prompt[Any]:
    """Return the question that is asked in a scene."""
    who, now = scene["who"], scene.get("now", NOW)
    people = scene.get("with", ())
    fields: dict[str, Any] = {
        "place": scene.get("place", ""),
        "doing": scene.get("doing", ""),
        "day": day_of(now),
        "people": tuple(map(town.known, people or (agent for agent in town.names if agent != who))),
        "rooms": town.rooms,
        "lines": _lines(scene),
        "events": tuple(_events(town, scene)),
        "observations": tuple(scene.get("observations", ())),
        "block": _block(scene),
        "question": scene.get("question", ""),
        "questions": tuple(scene.get("questions", ())),
        "whisper": scene.get("whisper", ""),
        "wanted": tuple(scene.get("wanted", ())),
        "texts": tuple(Told(text=text, source="memory") for text in scene.get("texts", ())),
        "recalled": _memories(scene, "recalled", 100),
        "engagements": _memories(scene, "engagements", 200, town),
        "recent": _memories(scene, "recent", 300),
        "memories": _memories(scene, "memories", 400),
    }
    question = _QUESTIONS[scene["ask"]]
    return question(
        persona=town.persona(who),
        town=town.written["town"],
        language=town.language,
        starts=datetime.date(2026, 3, 2),
        now=now,
        seed=1,
        choices=town.choices,
        names=town.names,
        **{name: value for name, value in fields.items() if name in question.__dataclass_fields__},
    )


def _lines(scene: Mapping[str, Any]) -> tuple[Line, ...]:
    return tuple(
        Line(id=row_id(NOW, 1, number), conversation=1, speaker=speaker, said_at=NOW, text=text)
        for number, line in enumerate(scene.get("lines", ()))
        for speaker, text in line.items()
    )


def _events(town: Town, scene: Mapping[str, Any]) -> list[Event]:
    names = {name.full: agent for agent, name in town.names.items()}
    return [
        Event(
            id=row_id(NOW, 2, number),
            room=scene.get("place", ""),
            kind="act",
            text=text,
            actor=next((agent for name, agent in names.items() if text.startswith(name)), ""),
        )
        for number, text in enumerate(scene.get("events", ()))
    ]


def _memories(
    scene: Mapping[str, Any], field: str, after: int, town: Town | None = None
) -> tuple[Memory, ...]:
    return tuple(
        Memory(
            id=row_id(60, 1, after + number),
            agent=scene["who"],
            kind="plan" if town else "talk",
            text=text,
            importance=5,
            when=NOW + 300 if town else None,
            about=tuple(agent for agent, name in town.names.items() if name.full in text) if town else (),
        )
        for number, text in enumerate(scene.get(field, ()))
    )


def _block(scene: Mapping[str, Any]) -> Step:
    return Step(
        id=row_id(NOW, 3),
        agent=scene["who"],
        level="block",
        start=NOW,
        end=NOW + 60,
        activity=scene.get("block", "-"),
        room=scene.get("place", ""),
    )
