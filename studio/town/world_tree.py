"""The world as an expandable tree: places, rooms, objects, with the author's descriptions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import streamlit as st

from engine.clock import clock_words
from engine.records import Hours, Path, Place, Room, Thing
from studio.basics.text import shown
from studio.catalogue.lists import with_commas
from studio.catalogue.tr import tr


def world_tree(
    places: Iterable[Place], states: Mapping[Path, str] | None = None, *, open_: bool = False
) -> None:
    """Draw the tree; `states` are those of a moment, in place of the initial ones."""
    rows = "".join(_place(place, states or {}, " open" if open_ else "") for place in places)
    st.html(f'<div class="tw-tree">{rows}</div>')


def hours_words(hours: Hours | None) -> str:
    """Return hours as `07:00–21:00`, or the words for never closed."""
    if hours is None:
        return tr("always open")
    closes = "24:00" if hours.closes == 24 * 60 else clock_words(hours.closes)
    return f"{clock_words(hours.opens)}–{closes}"


def _place(place: Place, states: Mapping[Path, str], opened: str) -> str:
    alone = len(place.rooms) == 1 and place.rooms[0].path == place.name
    marks = [hours_words(place.open), *([tr("private")] if place.private else [])]
    inside = (
        _things(place.rooms[0].things, states)
        if alone
        else "".join(_room(room, states) for room in place.rooms)
    )
    if alone and place.rooms[0].capacity:
        marks.append(tr("up to {n}", n=place.rooms[0].capacity))
    about = f'<p class="tw-about">{shown(place.about)}</p>' if place.about else ""
    return (
        f'<details{opened}><summary><span class="tw-emoji">{shown(place.emoji)}</span> '
        f"<b>{shown(place.name)}</b>"
        f' <span class="tw-marks">{shown(" · ".join(marks))}</span></summary>{about}{inside}</details>'
    )


def _room(room: Room, states: Mapping[Path, str]) -> str:
    most = tr("up to {n}", n=room.capacity)
    capacity = f' <span class="tw-marks">{shown(most)}</span>' if room.capacity else ""
    about = f'<p class="tw-about">{shown(room.about)}</p>' if room.about else ""
    return (
        f'<div class="tw-room"><b>{shown(room.name)}</b>{capacity}{about}{_things(room.things, states)}</div>'
    )


def _things(things: Iterable[Thing], states: Mapping[Path, str]) -> str:
    rows = "".join(f"<li>{_thing(thing, states.get(thing.path, thing.state))}</li>" for thing in things)
    return f"<ul>{rows}</ul>" if rows else ""


def _thing(thing: Thing, now: str) -> str:
    others = [one for one in thing.states if one != now]
    state = f' <span class="tw-state">{shown(now)}</span>' if now else ""
    others_too = tr("or {states}", states=with_commas(others)) if others else ""
    could = f' <span class="tw-marks">{shown(others_too)}</span>' if others else ""
    urgent = "".join(map(_urgent, thing.urgent.items()))
    return f"{shown(thing.name)}{state}{could}{urgent}"


def _urgent(one: tuple[str, str]) -> str:
    said = tr("when {state}: {remedy}", state=one[0], remedy=one[1])
    return f'<div class="tw-urgent">! {shown(said)}</div>'
