"""The material of generated towns, read from the YAML file beside this module."""

from __future__ import annotations

import importlib.resources

from pydantic import BaseModel, ConfigDict

from engine.errors import ScenarioProblems
from engine.scenario.reading.check import check_file
from engine.scenario.reading.schema import OpenHours, PlacePart


def read_bank() -> Bank:
    """Return the bank of names, jobs, places and sentences."""
    text = importlib.resources.files("engine.scenario.generating").joinpath("bank.yaml").read_bytes()
    source = check_file(text, "bank.yaml", Bank)
    if source.part is None or source.problems:
        raise ScenarioProblems(source.problems)
    return source.part


class Entry(BaseModel):
    """A part of the bank, of which every key is known."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Job(Entry):
    """A kind of work: where in the workplace, and what is done before and after lunch."""

    title: str
    emoji: str
    room: str
    does: list[str]


class Spot(PlacePart):
    """A public place under one of several names."""

    names: list[str]

    def place(self) -> PlacePart:
        """Return the place without its alternative names."""
        return PlacePart.model_construct(
            **{name: getattr(self, name) for name in PlacePart.model_fields if name in self.model_fields_set}
        )


class Workplace(Spot):
    """A public place that people work at."""

    shift: OpenHours
    jobs: list[Job]


class Want(Entry):
    """What somebody is after, as a memory and as what they are up to."""

    seed: str
    now: str


class Party(Entry):
    """An occasion to invite people to."""

    id: str
    theme: str
    words: list[str]


class Rumour(Entry):
    """A piece of news with its key words."""

    id: str
    text: str
    words: list[str]


class Errand(Entry):
    """Something to do at a public place."""

    where: str
    does: str


class Bank(Entry):
    """All of it."""

    first_names: list[str]
    family_names: list[str]
    adjectives: list[str]
    registers: list[str]
    sayings: list[str]
    wants: list[Want]
    worries: list[str]
    memories: list[str]
    town_abouts: list[str]
    quarters: list[str]
    parties: list[Party]
    rumours: list[Rumour]
    squares: Spot
    parks: Spot
    workplaces: list[Workplace]
    errands: list[Errand]
    evenings: list[str]
    suppers: list[str]
    breakfasts: list[str]
    lunches: list[str]
    homes: list[str]
    home_abouts: list[str]
