"""Practices: recurring social situations that an intention opens, each described by one data file.

A practice (Evans and Short, Versu, 2014) has roles and a stage, and offers each role the acts that are
possible now; it forces nobody. `kinds/` has one file for each, with its words in every language that has
some. A practice that is `of` another is a particular sort of it, as a supper is a sort of occasion. It is
recognised by the words it is `named` by, and offers the acts of the other besides its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.language.languages import load_words

KINDS = Path(__file__).parent / "kinds"

Role = str
Stage = Literal["early", "begins", "under_way", "ends", "over"]
"""How far a practice has got: people come early for it, it begins, is under way, ends, or is over since the
day before at most."""


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Felt(_Data):
    """How an act changes a relation: by how much the person it is done to feels closer (-5 to 5), and a note.

    The note has the gaps `{me}` and `{other}`.
    """

    change: int = Field(ge=-5, le=5)
    note: Mapping[str, tuple[str, ...]]


class Act(_Data):
    """Something that an agent in a role may do at some stages of a practice: say a line, do a deed, or both.

    What it says is answered. An act with `once` is not said again by an agent that said it lately; `weight`
    is how likely it is. After one that `asks`, the other answers before raising a topic; one that `parts`
    ends the talk, but not the practice.

    Words are phrases by language, as in a pack of the rehearsal model. Their gaps are `{occasion}`,
    `{whose}`, `{other}` (the agent spoken to) and `{absent}` (an agent who was asked and is not there).
    """

    by: Role = "anybody"
    to: Role = "anybody"
    at: tuple[Stage, ...]
    once: bool = False
    weight: float = 1.0
    asks: bool = False
    parts: bool = False
    says: Mapping[str, tuple[Any, ...]] = Field(default_factory=dict)
    answer: Mapping[str, tuple[Any, ...]] = Field(default_factory=dict)
    does: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    felt: Felt | None = None


class Practice(_Data):
    """A kind of practice: opened by an intention of its name, or a sort `of` one `named` by some words.

    `roles` gives the slot of the intention that each role is in; `acts` are what the roles may do.

    How a mind goes about it: with `alone` it is done by oneself once, every day, or from some day on. With
    `spoken` it is brought up with the others when its time has come (`due`) or `ahead` of it; with `to_many`,
    to everyone the agent meets. If it `takes_an_hour`, the day is planned for it. If it `lasts`, it stands
    for days. If it is `private`, it is done or shows but is not told as news. To forbid it `bars` talk with
    those it names, being in their company, or going to them or to a place. `marked` stands before it in a
    prompt, where its deed alone would be misleading.

    How it is read: `needs` are the slots that it must have. It may be `placed` and `timed` by the clause
    before. A statement that only tells of it, and asks nobody to do it, counts as `stated`: always, with a
    time, or never. `with_whom` stands before the names of the others, who are mentioned `whom_first` where
    the deed would seem to be theirs. `reads` are ways of saying it, by language, as in `intentions.yaml`,
    tried after those there.

    How an author states it as data: in `fields`, besides `if`, `because` and `text`, which all kinds have.
    Its `what` is an `object`, or something that is said. It has `words` of its own for its deed, or for
    naming the others, the place or the matter; without them, its `what` is what is done.
    """

    name: str
    about: str
    of: str = ""
    roles: Mapping[Role, Literal["agent", "others", "anybody"]] = Field(default_factory=dict)
    named: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    acts: Mapping[str, Act] = Field(default_factory=dict)
    alone: Literal["", "once", "daily", "for_good"] = ""
    spoken: Literal["", "due", "ahead"] = ""
    to_many: bool = False
    takes_an_hour: bool = False
    lasts: bool = False
    private: bool = False
    bars: tuple[Literal["talk", "company", "going"], ...] = ()
    marked: str = ""
    needs: tuple[Literal["whom", "content", "where", "when"], ...] = ()
    fields: tuple[str, ...] = ()
    object: bool = False
    words: tuple[Literal["deed", "others", "place", "matter"], ...] = ()
    placed: bool = False
    timed: bool = False
    stated: Literal["", "always", "with_a_time"] = ""
    with_whom: str = "with"
    whom_first: bool = False
    reads: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _roles_are_known(self) -> Practice:
        known = {"anybody", "everybody", *self.roles}
        strange = {f"{name}: {role}" for name, act in self.acts.items() for role in (act.by, act.to)
                   if role not in known}  # fmt: skip
        if strange:
            raise ValueError(f"the practice {self.name} has no role for {', '.join(sorted(strange))}")
        return self


@cache
def practices() -> Mapping[str, Practice]:
    """Return all practices, by name."""
    return MappingProxyType(read_practices(KINDS))


def read_practices(folder: Path) -> dict[str, Practice]:
    """Read the practices of a folder. Raises ValueError, naming the file, if one is invalid."""
    found: dict[str, Practice] = {}
    for file in sorted(folder.glob("*.yaml")):
        try:
            data = load_words(file)
            found[file.stem] = Practice(name=file.stem, **data)
        except (yaml.YAMLError, TypeError, ValueError) as error:
            raise ValueError(f"{file.name} is no practice: {error}") from error
    for one in found.values():
        if one.of and one.of not in found:
            raise ValueError(f"{one.name}.yaml is of {one.of!r}, and there is no such practice")
    return found


def kinds() -> tuple[Practice, ...]:
    """Return the practices that are not a sort of another: the basic kinds of intention."""
    return tuple(one for one in practices().values() if not one.of)


def intent_kinds() -> tuple[str, ...]:
    """Return the names of the practices that an author may state as an intention: those with `fields`."""
    return tuple(sorted(one.name for one in practices().values() if one.fields))
