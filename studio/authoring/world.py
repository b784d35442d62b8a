"""World: the tree of places as text, and beside it the town that the text makes."""

from __future__ import annotations

import streamlit as st

from engine.api.run import draft_map_data
from engine.records import Scenario
from studio import session
from studio.authoring.editor.editing import edit_file
from studio.basics.charts.take_picture import picture
from studio.basics.table import table_twin
from studio.basics.text import plain
from studio.frame.head import open_page
from studio.frame.page import the_town
from studio.frame.towns import read_draft
from studio.town.town_card import town_card
from studio.town.town_map import town_map
from studio.town.world_tree import hours_words, world_tree

FILES = {"world.yaml": "The world", "town.yaml": "The town and its facts"}


def main() -> None:
    """Draw the page."""
    bar = open_page(
        "World",
        lead="Places, rooms and objects as text. What you type is kept at once; Save makes a version.",
        about="scenario",
    )
    name = the_town()
    workspace = session.workspace()
    with bar:
        path = _file(name)
    left, right = st.columns([6, 5], gap="large")
    with left:
        edit_file(workspace, name, path, label=f"{FILES[path]} of {name}, as YAML")
    scenario, checked = read_draft(workspace, name)
    with right:
        if path == "town.yaml":
            town_card(scenario)
        else:
            _world(scenario, name, readable=not checked.errors)


def _file(name: str) -> str:
    wanted = session.recalled(f"world-file-{name}", "world.yaml")
    session.follow_widget(f"world-file-{name}", wanted if wanted in FILES else "world.yaml")
    chosen = st.segmented_control(
        "File",
        list(FILES),
        required=True,
        format_func=FILES.__getitem__,
        key=f"world-file-{name}",
        label_visibility="collapsed",
    )
    path = chosen or "world.yaml"
    session.note_widget(f"world-file-{name}", path)
    session.remember(f"world-file-{name}", path)
    return path


def _world(scenario: Scenario, name: str, *, readable: bool) -> None:
    if not scenario.places and not readable:
        plain("The map comes back as soon as the text can be read.", muted=True)
        return
    with picture("map", key=f"draft-map-{name}"):
        town_map(draft_map_data(scenario), key=f"draft-map-{name}", height=420)
    if not scenario.places:
        return
    world_tree(scenario.places)
    table_twin(lambda: [_row(scenario, number) for number in range(len(scenario.places))], key="world")


def _row(scenario: Scenario, number: int) -> dict[str, object]:
    place = scenario.places[number]
    return {
        "Place": f"{place.emoji} {place.name}",
        "Open": hours_words(place.open),
        "Rooms": ", ".join(room.name for room in place.rooms if room.path != place.name) or "one",
        "Objects": sum(len(room.things) for room in place.rooms),
        "x": f"{place.x:g}",
        "y": f"{place.y:g}",
    }


main()
