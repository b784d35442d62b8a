"""The map of the world being edited: places can be dragged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from engine.api.writing.edits import PutOnMap, Said, laid_out, unplaced
from engine.errors import TownwrightError
from engine.records import Persona, Scenario
from studio import session
from studio.authoring.places.chosen import Parts, choose_part
from studio.authoring.places.tree_pane import take_choice
from studio.basics.assets import mount, mounted
from studio.basics.charts.take_picture import picture
from studio.basics.people import COLOURS
from studio.basics.text import escape_md, plain, shorten, tidy
from studio.catalogue.lists import with_commas
from studio.catalogue.tr import tr, tr_error, tr_n

_HEIGHT = 380


def map_pane(name: str, scenario: Scenario, says: Said, parts: Parts, chosen: str) -> None:
    """Draw the map; dropping a place on it moves it, in one edit."""
    key = f"place-map-{name}"
    missing = unplaced(says)
    homes = _homes(scenario)
    places = [
        {
            "id": place.name,
            "name": tidy(place.name),
            "emoji": place.emoji,
            "x": place.x,
            "y": place.y,
            "placed": place.name not in missing,
            "private": place.private,
            "rooms": len(place.rooms),
            "homes": homes.get(place.name, []),
        }
        for place in scenario.places
    ]
    named = with_commas(tidy(place.name) for place in scenario.places)
    with picture("map", key=key):
        mount(
            "place_map",
            {
                "places": places,
                "chosen": str(parts[chosen][0]) if chosen in parts else "",
                "height": _HEIGHT,
                "alt": tr("Map of {town}, to scale: {places}", town=tidy(scenario.town), places=named),
            },
            key=key,
            on_chosen_change=lambda: take_choice(name, key, parts),
            on_moved_change=lambda: _moved(name, key, parts),
        )
    if missing:
        _place_the_rest(name, missing, says)


def _place_the_rest(name: str, missing: Sequence[str], says: Said) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        plain(
            tr_n(
                "One place is not on the map yet. It is drawn with a dashed outline.",
                "{n} places are not on the map yet. They are drawn with a dashed outline.",
                len(missing),
            ),
            muted=True,
        )
        st.button(
            tr("Put them on the map") if len(missing) > 1 else tr("Put it on the map"),
            key=f"lay-out-{name}",
            icon=":material/add_location_alt:",
            on_click=_put,
            args=(name, laid_out(says)),
        )


def _moved(name: str, key: str, parts: Parts) -> None:
    """Move a place to where it was dropped, if the browser names a place of this town and a point."""
    match st.session_state[mounted(key)].get("moved"):
        case {"id": str(place), "x": int() | float() as x, "y": int() | float() as y}:
            if parts.get(place) == (place,):
                _put(name, {place: (x, y)})
                choose_part(name, place, (place,))


def _put(name: str, points: Mapping[str, tuple[float, float]]) -> None:
    try:
        session.workspace().scenarios.edits.make(name, PutOnMap(points=points))
    except TownwrightError as error:
        st.toast(escape_md(tr("{error}.", error=tr_error(error))), icon=":material/error:")


def _homes(scenario: Scenario) -> Mapping[str, Sequence[Mapping[str, object]]]:
    """Return the residents of each place."""
    homes: dict[str, list[Mapping[str, object]]] = {}
    for number, persona in enumerate(scenario.personas):
        homes.setdefault(persona.home.partition("/")[0], []).append(_face(persona, number))
    return homes


def _face(persona: Persona, number: int) -> Mapping[str, object]:
    return {"name": shorten(persona.name, 40), "emoji": persona.emoji, "colour": number % COLOURS}
