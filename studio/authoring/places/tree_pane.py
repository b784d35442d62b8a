"""The world as a tree: places, rooms, objects, with their hours and states; one of them is chosen."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from engine.records import Place, Room, Scenario, Thing
from studio.authoring.places.chosen import Parts, choose_part
from studio.basics.assets import mount, mounted
from studio.basics.text import shorten, tidy
from studio.catalogue.lists import with_commas
from studio.catalogue.tr import tr
from studio.town.world_tree import hours_words

Node = Mapping[str, object]
_ABOUT = 400


def tree_pane(name: str, scenario: Scenario, parts: Parts, chosen: str) -> None:
    """Draw the tree; a choice in it applies everywhere."""
    key = f"place-tree-{name}"
    mount(
        "place_tree",
        {
            "nodes": [_place(place) for place in scenario.places],
            "chosen": chosen,
            "label": tr("Places of {town}", town=tidy(scenario.town)),
        },
        key=key,
        in_page=True,
        on_chosen_change=lambda: take_choice(name, key, parts),
    )


def take_choice(name: str, key: str, parts: Parts) -> None:
    """Choose the part chosen in the component with this key, if it is a part of this world."""
    match st.session_state[mounted(key)].get("chosen"):
        case {"id": str(chosen)} if chosen in parts:
            choose_part(name, chosen, parts[chosen])


def _place(place: Place) -> Node:
    alone = place.rooms[0] if len(place.rooms) == 1 and place.rooms[0].path == place.name else None
    holds = [_holds(alone)] if alone is not None and alone.capacity else []
    inside = alone.things if alone is not None else place.rooms
    return _node(
        place.name,
        place.emoji,
        place.name,
        about=place.about,
        marks=[hours_words(place.open), *([tr("private")] if place.private else []), *holds],
        inside=[_thing(one) if isinstance(one, Thing) else _room(one) for one in inside],
    )


def _room(room: Room) -> Node:
    return _node(
        room.path,
        "🚪",
        room.name,
        about=room.about,
        marks=[_holds(room)] if room.capacity else [],
        inside=[_thing(thing) for thing in room.things],
    )


def _thing(thing: Thing) -> Node:
    others = [shorten(one, 40) for one in thing.states if one != thing.state]
    return _node(
        thing.path,
        "▫",
        thing.name,
        about=thing.about,
        state=shorten(thing.state, 60),
        marks=[tr("or {states}", states=with_commas(others))] if others else [],
        urgent=[
            tr("when {state}: {remedy}", state=state, remedy=shorten(remedy, 120))
            for state, remedy in thing.urgent.items()
        ],
    )


def _holds(room: Room) -> str:
    return tr("up to {n}", n=room.capacity)


def _node(called: str, icon: str, name: str, about: str = "", **more: object) -> Node:
    said = {"state": "", "marks": [], "urgent": [], "inside": [], **more}
    return {"id": called, "icon": icon, "name": tidy(name), "about": shorten(about, _ABOUT), **said}
