"""World: the tree of places as text, and beside it the resulting town."""

from __future__ import annotations

import streamlit as st

from engine.api.scenarios import WORLD_FILE, said_in
from engine.errors import BadInput
from engine.records import Scenario
from studio import session
from studio.authoring.editor.editing import edit_file
from studio.authoring.forms.fields import Form
from studio.authoring.forms.place_form import place_form
from studio.authoring.forms.shown_as import CARD, FORM, MAP, shown_as
from studio.authoring.forms.town_form import town_form
from studio.authoring.places.chosen import chosen_part, parts_of
from studio.authoring.places.map_pane import map_pane
from studio.authoring.places.part_menu import add_place, part_menu
from studio.authoring.places.tree_pane import tree_pane
from studio.basics.table import table_twin
from studio.basics.text import plain
from studio.catalogue.lists import with_commas
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_error, tr_in
from studio.frame.head import open_page
from studio.frame.page import the_town
from studio.frame.towns import read_draft
from studio.town.town_card import town_card
from studio.town.world_tree import hours_words

FILES = {"world.yaml": marked("The world"), "town.yaml": marked("The town and its facts")}
_LABELS = {
    "world.yaml": marked("World of {scenario}, as YAML"),
    "town.yaml": marked("Town and facts of {scenario}, as YAML"),
}


def main() -> None:
    """Draw the page."""
    bar = open_page(
        marked("World"),
        lead=tr(
            "Places, rooms and objects as text, as a tree and on a map. Changes are kept as "
            "drafts; Save makes a new version."
        ),
        about="scenario",
    )
    name = the_town()
    workspace = session.workspace()
    with bar:
        path = _file(name)
    left, right = st.columns([6, 5], gap="large")
    with left:
        edit_file(workspace, name, path, label=tr(_LABELS[path], scenario=name))
    scenario, checked = read_draft(workspace, name)
    with right:
        _beside(path, name, scenario, readable=not checked.errors)


def _beside(path: str, name: str, scenario: Scenario, *, readable: bool) -> None:
    """Draw the pane beside the text: the result, or the form."""
    of_town = path == "town.yaml"
    is_form = shown_as("world", name, CARD if of_town else MAP) == FORM
    if of_town:
        if is_form:
            town_form(name, scenario)
        else:
            town_card(scenario)
    else:
        _world(scenario, name, readable=readable, is_form=is_form)


def _file(name: str) -> str:
    wanted = session.recalled(f"world-file-{name}", "world.yaml")
    session.follow_widget(f"world-file-{name}", wanted if wanted in FILES else "world.yaml")
    chosen = st.segmented_control(
        tr("File"),
        list(FILES),
        required=True,
        format_func=lambda path: tr(FILES[path]),
        key=f"world-file-{name}",
        label_visibility="collapsed",
    )
    path = chosen or "world.yaml"
    session.note_widget(f"world-file-{name}", path)
    session.remember(f"world-file-{name}", path)
    return path


def _world(scenario: Scenario, name: str, *, readable: bool, is_form: bool) -> None:
    """Draw the tree and the map of the world, or the tree and the form of the chosen part."""
    text = session.workspace().scenarios.drafts.files(name).get(WORLD_FILE, "")
    try:
        form = Form(name, WORLD_FILE, said_in(text, WORLD_FILE))
    except BadInput as error:
        plain(
            tr("Fix the text to see the map again: {error}.", error=tr_error(error)),
            muted=True,
        )
        return
    if not scenario.places:
        _empty(form, readable=readable)
        return
    parts = parts_of(scenario)
    chosen = chosen_part(name, parts)
    part_menu(form, parts[chosen])
    tree_pane(name, scenario, parts, chosen)
    if is_form:
        place_form(name)
        return
    map_pane(name, scenario, form.says, parts, chosen)
    table_twin(lambda: [_row(scenario, number) for number in range(len(scenario.places))], key="world")


def _empty(form: Form, *, readable: bool) -> None:
    if not readable and form.says:
        plain(tr("Fix the text to see the tree and the map again."), muted=True)
        return
    plain(tr("This town has no places yet. Add one to see the tree and the map."), muted=True)
    key = f"add-place-{form.name}"
    label = tr("Name of the first place")
    st.text_input(label, key=key, max_chars=80, on_change=add_place, args=(form, key))


def _row(scenario: Scenario, number: int) -> dict[str, object]:
    place = scenario.places[number]
    return {
        tr("Place"): f"{place.emoji} {place.name}",
        tr_in("hours", "Hours"): hours_words(place.open),
        tr("Rooms"): with_commas(room.name for room in place.rooms if room.path != place.name)
        or tr_in("room", "one room"),
        tr("Objects"): sum(len(room.things) for room in place.rooms),
        "x": f"{place.x:g}",
        "y": f"{place.y:g}",
    }


main()
