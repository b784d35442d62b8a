"""The extension that Townwright writes into a card of its own, and reads back."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine.errors import BadInput, Worded, worded
from engine.language.names.suggesting import shown
from engine.safe_json import safe_json
from engine.scenario.allowed_files import persona_file
from engine.scenario.cards.card import Card
from engine.scenario.cards.keeping import OURS
from engine.scenario.document.apply import apply
from engine.scenario.document.edits import FileEdit, Remove, SetField
from engine.scenario.foreign.bounded_json import Json
from engine.scenario.places import Gazetteer, tidy
from engine.scenario.reading.check import check_file
from engine.scenario.reading.schema import PersonaPart

_FILE = persona_file("card")
_TOLD = ("name", "description", "personality", "scenario", "first_mes", "mes_example")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ours:
    """The persona that Townwright wrote into a card, and the fields changed since."""

    agent: str
    name: str
    text: str
    changed_elsewhere: tuple[str, ...]


def ours_of(agent: str, text: str, data: Mapping[str, Json]) -> Mapping[str, Json]:
    """Build our extension of a card: the persona's file, and hashes by which changed fields are found."""
    marks = {field: _mark(data.get(field)) for field in _TOLD}
    return {"version": 1, "agent": agent, "persona": text, "marks": marks}


def ours_in(card: Card) -> Ours | None:
    """Return the persona that Townwright wrote into a card, or None if there is none that can be read."""
    text, agent = card.at("extensions", OURS, "persona"), card.at("extensions", OURS, "agent")
    if not isinstance(text, str):
        return None
    read = check_file(text, _FILE, PersonaPart)
    if read.part is None or any(one.severity == "error" for one in read.problems):
        return None
    changed = [
        field
        for field in _TOLD
        if isinstance(mark := card.at("extensions", OURS, "marks", field), str)
        and mark != _mark(card.data.get(field))
    ]
    return Ours(
        agent=agent if isinstance(agent, str) else "",
        name=read.part.name,
        text=text,
        changed_elsewhere=tuple(changed),
    )


def fitted(
    ours: Ours, index: Gazetteer, people: Collection[str], wanted: str, home: str
) -> tuple[str, list[tuple[str, str]]]:
    """Fit a persona's file to a town with these places and people, and return it with the changes made. A
    file that fits already is unchanged. The home becomes `wanted`, if given.
    """
    part = check_file(ours.text, _FILE, PersonaPart).part
    assert part is not None  # it was read when the card was
    changes: list[tuple[str, str]] = []
    edits: list[FileEdit] = []
    if (wanted and wanted != index.room(part.home)) or index.room(part.home) is None:
        edits.append(SetField(file=_FILE, path=("home",), value=wanted or home))
        changes.append(
            ("home", worded("changed from {old} to {new}", old=shown(part.home), new=shown(wanted or home)))
        )
    if part.work and index.room(part.work) is None:
        edits.append(Remove(file=_FILE, path=("work",)))
        changes.append(
            ("work", worded("removed because {place} is not in this town", place=shown(part.work)))
        )
    if part.knows is not None and any(index.room(place) is None for place in part.knows):
        edits.append(Remove(file=_FILE, path=("knows",)))
        changes.append(
            (
                "knows",
                worded("removed because it names places in another town; the person knows the public places"),
            )
        )
    if part.includes:
        edits.append(Remove(file=_FILE, path=("includes",)))
        changes.append(("includes", worded("removed because it names fragments from another town")))
    for key, gone, words in (
        (
            ("relationships",),
            _strangers(part, people),
            worded("{count} removed because of people who are not in this town"),
        ),
        (
            ("day", "routine"),
            _away(part, index),
            worded("{count} removed because of places that are not in this town"),
        ),
    ):
        edits += [Remove(file=_FILE, path=(*key, at)) for at in reversed(gone)]
        if gone:
            changes.append((" › ".join(key), Worded(words.pattern, {"count": len(gone)})))
    return _edited(ours.text, edits), changes


def _strangers(part: PersonaPart, people: Collection[str]) -> list[int]:
    return [at for at, bond in enumerate(part.relationships) if bond.other not in people]


def _away(part: PersonaPart, index: Gazetteer) -> list[int]:
    """Return the numbers of the routine lines at places that the town does not have."""
    lines = [(at, tidy(line.place)) for at, line in enumerate(part.day.routine) if line.place]
    return [at for at, place in lines if index.room(place) is None and place not in index.things]


def _edited(text: str, edits: Sequence[FileEdit]) -> str:
    for edit in edits:
        changed = apply({_FILE: text}, edit).get(_FILE, text)
        if changed is None:
            raise BadInput(
                worded("the persona in this card cannot be adapted to this town; choose another card")
            )
        text = changed
    return text


def _mark(value: Json) -> str:
    return hashlib.sha256(safe_json(value).encode("utf-8")).hexdigest()[:12]
