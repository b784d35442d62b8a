"""Reporting: how hearers remember a line: in the third person, with full names and absolute days."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.prompts.known import Acquaintance
from engine.records import Line, Name, Path
from engine.rehearsal.conversation.hearing import Heard
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import bare, capital, tidy
from engine.rehearsal.language.third_person import begins_with_oneself, in_third_person
from engine.rehearsal.speaker import Speaker, at_place, renamed

MOST_KEPT = 300
_AT_HOME = ("at_our_house", "at_our_place", "at_my_place")
_GO_ON = ("at_our_house", "at_home")  # in a longer word: `在家` and `在我家` begin `在家具店` and `在我家乡`


@dataclass(frozen=True, slots=True)
class Told:
    """A statement without the phrase that introduced it. `source` is the person named as its source."""

    core: str
    source: str = ""


def reported(
    heard: Heard, teller: Name, hearer: Name | None, line: Line, listener: Speaker[Any], place: Path
) -> Told:
    """Return the statement in a line as its listener remembers it. `place` is where it was said."""
    pack, starts = listener.pack, listener.prompt.starts
    home = _home_of(teller, listener)
    part, source = capital(_with_place(bare(heard.told), place, home, pack)), ""
    for frame in ("by_hearsay", "by_rumour"):
        found = pack.phrases.read(frame, part)
        if found:
            source, part = found.get("source", "").strip(), found["core"]
            break
    core = in_third_person(part, teller, hearer, listener.everybody, pack.grammar)
    core = pack.calendar.dated(listener.everybody.in_full(core), line.minute, starts)
    core = listener.inside(bare(tidy(core, MOST_KEPT)))
    return Told(core, listener.everybody.in_full(source))


def kept(told: Told, teller: Name, hearer: Name, pack: Pack) -> str:
    """Return the text of a memory of being told: `Isabel Moreno told Tomas Lind that …`."""
    core = told.core
    if told.source and told.source not in (teller.full, hearer.full):
        core = pack.word("passed_on").format(speaker=teller.full, source=told.source, core=core)
    return tidy(pack.word("learned").format(speaker=teller.full, hearer=hearer.full, core=core))


def _with_place(part: str, place: Path, home: Path, pack: Pack) -> str:
    """Return a sentence with the name of its place for `here` or `at our place`, so that it stays true.

    Where anybody is `at home` is said of the teller in what they tell of themselves.
    """
    own = ("at_home",) if begins_with_oneself(part, pack.grammar) else ()
    for path, frame in ((place, "here"), *((home, frame) for frame in (*_AT_HOME, *own) if home)):
        named = renamed(part, pack.word(frame), at_place(path, pack), pack, go_on=frame in _GO_ON)
        if named != part:
            return named
    return part


def _home_of(teller: Name, listener: Speaker[Any]) -> Path:
    """Return where the teller of something lives, which everybody in a town is taken to know."""
    if teller == listener.name:
        return listener.persona.home
    people: tuple[Acquaintance, ...] = listener.prompt.people
    return next((person.home for person in people if listener.name_of(person.agent) == teller), "")
