"""The town as an animated picture: who is where, on the way, doing what, saying what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import streamlit as st

from engine.api.run import MapData, MapDay, changes, check_rooms, described, packed
from studio.basics.assets import mount
from studio.catalogue.tr import tr


@dataclass(frozen=True)
class MapPick:
    """What was clicked, or chosen with Enter, just now; `nobody` if following a person was ended."""

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
    """Draw the town and return what was picked in this very run, or None.

    `alt` is the description for screen readers; by default it is made from the data. With a `day` the map
    gets a play button and a slider and replays it in the browser, without a rerun; followers of the map with
    this `key` are told the minute in the browser. `follow` is the id of the person it follows, or "" if none
    is chosen yet. `around` is the height above and below the picture: in a lower window the picture shrinks,
    so that all of it can be seen.
    """
    shown = day or MapDay()
    told = changes(shown.frames)
    check_rooms(data.places, (*data.agents, *(agent for _, changed in told for agent in changed)))
    if not data.places:
        st.info(tr("This town has no places yet. Add one in World to see it on the map."))
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
    """Return the browser's pick if it names an agent or a place of this town, else None."""
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
