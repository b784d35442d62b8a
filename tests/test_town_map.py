"""What the map is given, says in words, and hands back."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from engine.api.run import MapAgent, MapData, MapPlace, MapRoom, check_rooms, described
from studio.town.town_map import MapPick, picked

CAFE = MapPlace("café", "Harbour Café", "☕", 4, 2, rooms=(MapRoom("café/counter", "counter"),))
QUAY = MapPlace("quay", "Quay", "⚓", 5, 4, open=False)
ISABEL = MapAgent("isabel", "Isabel", "👩‍🍳", 0, "café/counter")
TOMAS = MapAgent("tomas", "Tomas", "🧔", 1, "quay")
SCENE = MapData((CAFE, QUAY), (ISABEL, TOMAS), 1440 + 605, "Willow Bay")


def test_the_scene_is_told_in_words():
    assert described(SCENE) == "Willow Bay on day 2 at 10:05. Harbour Café: Isabel. Quay (closed): Tomas."


def test_who_walks_is_on_the_way_and_not_there():
    walking = replace(TOMAS, room="café", walking=True, from_room="quay")
    assert described(replace(SCENE, agents=(ISABEL, walking))).endswith(
        "Harbour Café: Isabel. Tomas is on the way to Harbour Café."
    )


@pytest.mark.parametrize(
    "nowhere", [replace(TOMAS, room="attic"), replace(TOMAS, room=""), replace(TOMAS, from_room="attic")]
)
def test_somebody_who_is_nowhere_is_refused_by_name(nowhere):
    with pytest.raises(ValueError, match="'tomas' is in"):
        check_rooms(SCENE.places, [nowhere])


def test_a_pick_names_somebody_or_some_place_of_the_scene():
    assert picked({"kind": "agent", "id": "tomas"}, SCENE) == MapPick("agent", "tomas")
    assert picked({"kind": "place", "id": "quay"}, SCENE) == MapPick("place", "quay")


@pytest.mark.parametrize(
    "odd",
    [None, "tomas", {}, {"kind": "agent", "id": "quay"}, {"kind": "run", "id": "tomas"}, {"kind": "agent"}],
)
def test_any_other_pick_is_none(odd):
    assert picked(odd, SCENE) is None


@pytest.mark.soak
def test_a_town_without_places_says_what_to_do():
    def page():
        from engine.api.run import MapData
        from studio.town.town_map import town_map

        town_map(MapData((), (), 0), key="map")

    test = AppTest.from_function(page).run()
    assert "Add one in World to see it on the map" in test.info[0].value


def test_the_map_is_mounted_and_nothing_is_picked():
    def page(scene):
        import streamlit as st

        from studio.town.town_map import town_map

        st.text(str(town_map(scene, key="map")))

    test = AppTest.from_function(page, args=(SCENE,)).run()
    assert not test.exception
    assert test.text[0].value == "None"
