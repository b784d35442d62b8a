"""The town as a picture that moves: who is where, on the way, at what, saying what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import streamlit as st

from engine.api.run import MapData, MapDay, changes, check_rooms, described, packed
from studio.basics.assets import mount
from studio.catalogue.tr import tr


@dataclass(frozen=True)
class MapPick:
    """What was clicked, or chosen with Enter, just now; nobody, where somebody is no longer followed."""

    kind: Literal["agent", "place", "nobody"]
    id: str


def town_map(
    data: MapData,
    *,
    key: str,
    height: int = 620,
    around: int = 0,
    alt: str = "",
    day: MapDay | None = None,
    follow: str | None = None,
) -> MapPick | None:
    """Draw the town and return what was picked in this very run, if anything.

    `alt` is what a screen reader says of the picture; left out, it is told from the data. With a `day` the
    map gets a play button and a slider and replays it in the browser, without a rerun; who follows the map
    of this `key` in the browser is told the minute. `follow` is the id of whom it follows, or empty where
    that is yet to be chosen. `around` is what stands above and below the picture: in a lower window the
    picture gives way, so that all of it can be seen.
    """
    shown = day or MapDay()
    told = changes(shown.frames)
    check_rooms(data.places, (*data.agents, *(agent for _, changed in told for agent in changed)))
    if not data.places:
        st.info(tr("This town has no place yet. Add one to its world, and the map draws it."))
        return None
    sent = {
        "scene": data,
        "alt": alt or described(data),
        "height": height,
        "around": around,
        "name": key,
        "follow": follow,
        **packed(told, shown.lines),
    }
    result = mount("town_map", sent, key=key, on_pick_change=nothing)
    return picked(result.get("pick"), data)


def picked(said: object, data: MapData) -> MapPick | None:
    """Return the browser's pick, if it names an agent or a place of this town."""
    match said:
        case {"kind": "agent", "id": str(chosen)} if any(agent.id == chosen for agent in data.agents):
            return MapPick("agent", chosen)
        case {"kind": "place", "id": str(chosen)} if any(place.id == chosen for place in data.places):
            return MapPick("place", chosen)
        case {"kind": "nobody"}:
            return MapPick("nobody", "")
    return None


def nothing() -> None:
    """Do nothing: Streamlit reports only values that have a callback; the page reads them from the result."""
