"""Practices: what an intention opens, as one file of data says it.

A practice is a recurring social situation (Evans and Short, Versu, 2014): it has roles, stands at some
stage, and offers each role what it could do now; it commands nobody. `kinds/` has one file for each, with its
words in every language that has some. One that is `of` another is a particular sort of it, as a supper is of
an occasion, known by the words it is `named` by, and offers what that other offers besides its own.
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
Stage = Literal["begins", "under_way", "ends", "over"]
"""How far a practice has got: it begins, is under way, ends, or is over since the day before at most."""


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Felt(_Data):
    """What an act changes between two people: by how much whoever it is done to feels closer (-5 to 5), and
    how that is put, of `{me}` and `{other}`.
    """

    change: int = Field(ge=-5, le=5)
    note: Mapping[str, tuple[str, ...]]


class Act(_Data):
    """What somebody of a role may do at some stages of a practice: say something, which is answered, be at
    something, or both. What is said `once` nobody says twice; `weight` says how likely it is; what `asks`
    leaves the word to the other before anything of their own, and what `parts` ends a talk, but not the
    practice.

    Words are phrases by language, as in a pack of the rehearsal model; their gaps are `{occasion}`,
    `{whose}`, `{other}` (who is spoken to) and `{absent}` (who was asked and is not there).
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
    """A kind of practice, opened by an intention of its name, or a sort `of` one, `named` by some words.

    `roles` says in which slot of the intention each is; `acts` what they may do.

    How a mind goes about it: `alone` it is done by oneself, once, every day, or from some day on; it is
    `spoken` of to the others when its time has come (`due`) or `ahead` of it; `to_many` is for whoever one
    meets. What `takes_an_hour` is planned for besides. What `lasts` stands for days. What is `private` is
    done, or shows, and is not told as news. To forbid it `bars` talk with whom it names, being in their
    company, or going to them or there. A prompt has `marked` before it, where its deed alone would mislead.

    How it is read: `needs` are the slots that it cannot be without; it may be `placed` and `timed` by the
    clause before. What is only told of somebody, and asked of nobody, counts as `stated`: always, with a
    time, or never. `with_whom` stands before the names of the others, who are told of `whom_first` where
    the deed would seem to be theirs. `reads` are ways of saying it, by language, as in `intentions.yaml`,
    tried after those there.

    How an author states it as data: in `fields`, besides `if`, `because` and `text`, which all kinds have.
    Its `what` is an `object`, or what is said. There are `words` of its own for its deed, and some that name
    the others or the place; else its `what` is what is done.
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
    words: tuple[Literal["deed", "others", "place"], ...] = ()
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
    """Return every practice there is, by its name."""
    return MappingProxyType(read_practices(KINDS))


def read_practices(folder: Path) -> dict[str, Practice]:
    """Return the practices of a folder. ValueError names the file in which something is wrong."""
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
    """Return the practices that an intention opens, which are no sort of another."""
    return tuple(one for one in practices().values() if not one.of)


def intent_kinds() -> tuple[str, ...]:
    """Return the kinds of intention that an author may state: all that have fields."""
    return tuple(sorted(one.name for one in practices().values() if one.fields))
