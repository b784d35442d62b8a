"""What happens in a cell, as fields: which intervention it is, and what that one asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from engine.api.interventions import INTERVENTIONS, Asked, Intervention
from engine.notebook.editing import with_the_one
from engine.notebook.parts import Cell
from engine.records import Scenario
from studio import session
from studio.catalogue.tr import tr
from studio.notebook.writing import Desk, edit

_EASY: Mapping[str, tuple[str, ...]] = {"agent": ("agent", "who", "to"), "room": ("room", "place", "to")}


@dataclass(frozen=True, slots=True)
class AskedAs:
    """A thing that an intervention asks for, with the key by which the cell says it."""

    asked: Asked
    key: str


def verb_of(known: Mapping[str, str]) -> str:
    """Return which intervention the keys of a cell name; nothing where they name none."""
    return next((one for one in INTERVENTIONS if one in known.get("", "").split()), "")


def asked_as(known: Mapping[str, str]) -> tuple[AskedAs, ...]:
    """Return what the intervention of a cell asks for, each by the key that the cell has for it."""
    verb, taken, found = verb_of(known), set[str](), []
    for asked in INTERVENTIONS[verb].asks if verb else ():
        names = [one for one in (asked.name, *_EASY.get(asked.kind, ())) if one not in taken]
        name = next((one for one in names if f"{verb}.{one}" in known), asked.name)
        taken.add(name)
        found.append(AskedAs(asked, f"{verb}.{name}"))
    return tuple(found)


def verb_field(desk: Desk, cell: Cell, known: Mapping[str, str], town: Scenario) -> None:
    """Draw the choice of what happens; another one begins with something said to each field it needs."""
    verb, key = verb_of(known), f"nbf-{desk.key}-{cell.id}-verb"
    session.follow_widget(key, verb or None)
    st.selectbox(
        tr("What happens"), list(INTERVENTIONS), key=key, index=None, placeholder=tr("None"),
        format_func=lambda one: tr(INTERVENTIONS[one].title),
        on_change=_chosen, args=(desk, cell.id, verb, key, town),
    )  # fmt: skip


def _chosen(desk: Desk, cell: str, before: str, key: str, town: Scenario) -> None:
    if session.is_echo(key):
        return
    verb: str | None = st.session_state[key]
    session.note_widget(key, verb)
    if verb is None or verb == before:
        return
    chosen, said = verb, _first_words(INTERVENTIONS[verb], town)
    # By what the newest text says: another choice may have come since this page was drawn.
    edit(desk, lambda notebook: with_the_one(notebook, cell, INTERVENTIONS, chosen, said), cell)


def _first_words(kind: type[Intervention], town: Scenario) -> dict[str, object]:
    """Return something to begin with for each field that cannot stay empty."""
    people = iter([one.id for one in town.personas] * 2)
    rooms = [f"{place.name}/{place.rooms[0].name}" for place in town.places if place.rooms]
    found: dict[str, object] = {}
    for asked in kind.asks:
        if asked.optional:
            continue
        if asked.kind == "agent":
            found[asked.name] = next(people, "somebody")
        elif asked.kind == "room":
            found[asked.name] = rooms[0] if rooms else "a room"
        else:
            found[asked.name] = asked.example or asked.label
    return found
