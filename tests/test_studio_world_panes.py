"""The world as tree and map beside its text: what is chosen or moved in one is so in all."""

from __future__ import annotations

import json
from itertools import combinations
from math import dist

import pytest

from engine.api.scenarios import said_at, said_in
from engine.api.workspace import open_workspace
from engine.api.writing.edits import SetField
from studio.authoring.places import map_pane, tree_pane
from tests.studios import handed, press, studio, well, words

pytestmark = pytest.mark.slow
TOWN, WORLD = "willow-bay", "world.yaml"


@pytest.fixture
def scenarios(tmp_path):
    with open_workspace(tmp_path) as workspace:
        workspace.scenarios.add_bundled(TOWN)
        yield workspace.scenarios


@pytest.fixture
def page(monkeypatch, tmp_path, scenarios):
    return studio(monkeypatch, tmp_path, "world", town=TOWN)


def says(scenarios, *path):
    return said_at(said_in(scenarios.drafts.files(TOWN)[WORLD], WORLD), path)


def draft(scenarios, text):
    scenarios.drafts.keep(TOWN, WORLD, text, scenarios.versions(TOWN)[0].number)


def chosen(at):
    """What is chosen, in the tree and on the map."""
    return handed(at, "place_tree")["chosen"], handed(at, "place_map")["chosen"]


def choose(at, called):
    """Choose a part of the world, as a click in the tree does."""
    at.session_state[f"tw-page-part-{TOWN}"] = called
    at.session_state[f"tw-page-place-{TOWN}"] = called.partition("/")[0]
    return well(at.run())


def put(at, key, value):
    for field in (*at.text_input, *at.selectbox):
        if field.key and field.key.startswith(key):
            field.set_value(value)
            return well(at.run())
    raise KeyError(key)


class TestTheTree:
    def test_what_is_chosen_is_marked_on_the_map_and_shown_in_the_form(self, page):
        at = choose(page, "Harbour Café/counter/espresso machine")
        assert chosen(at) == ("Harbour Café/counter/espresso machine", "Harbour Café")
        at.segmented_control(key=f"world-way-{TOWN}-Map").set_value("Form").run()
        assert at.selectbox(key=f"place-{TOWN}-box").value == "Harbour Café"

    @pytest.mark.soak
    def test_a_room_is_duplicated_under_a_name_of_its_own_and_is_chosen(self, page, scenarios):
        at = press(choose(page, "Harbour Café/counter"), f"duplicate-part-{TOWN}")
        assert says(scenarios, "Harbour Café", "rooms", "counter 2") == says(
            scenarios, "Harbour Café", "rooms", "counter"
        )
        assert chosen(at)[0] == "Harbour Café/counter 2"

    def test_an_object_is_moved_to_another_place_and_the_move_is_undone(self, page, scenarios):
        before = scenarios.drafts.files(TOWN)
        at = choose(page, "Harbour Café/counter/espresso machine")
        at = put(at, f"move-to-{TOWN}", "Quay")
        assert says(scenarios, "Quay", "objects", "espresso machine") is not None
        assert chosen(at) == ("Quay/espresso machine", "Quay")
        press(at, f"tw-undo-{TOWN}")
        assert scenarios.drafts.files(TOWN) == before

    @pytest.mark.soak
    def test_a_place_is_renamed_wherever_it_is_meant(self, page, scenarios):
        at = put(choose(page, "Quay"), f"part-name-{TOWN}", "Long Pier")
        assert chosen(at) == ("Long Pier", "Long Pier")
        assert not any("@ Quay" in text for text in scenarios.drafts.files(TOWN).values())

    @pytest.mark.soak
    def test_what_nothing_refers_to_goes_at_once(self, page, scenarios):
        press(choose(page, "Harbour Café/counter/espresso machine"), f"duplicate-part-{TOWN}")
        press(page, f"delete-part-{TOWN}")
        assert says(scenarios, "Harbour Café", "rooms", "counter", "espresso machine 2") is None
        assert "is still in use" not in words(page)

    @pytest.mark.soak
    def test_what_somebody_needs_goes_only_after_it_was_said_who(self, page, scenarios):
        at = press(choose(page, "Harbour Café"), f"delete-part-{TOWN}")
        assert says(scenarios, "Harbour Café") is not None
        assert "Harbour Café is still in use: " in words(at)
        assert "works there" in words(at)
        press(at, f"keep-part-{TOWN}")
        assert "is still in use" not in words(at)
        press(at, f"delete-part-{TOWN}")
        press(at, f"away-part-{TOWN}")
        assert says(scenarios, "Harbour Café") is None

    @pytest.mark.soak
    def test_a_place_a_room_and_an_object_are_added_and_chosen_in_turn(self, page, scenarios):
        put(page, f"add-place-{TOWN}", "Old Mill")
        put(page, f"add-room-{TOWN}", "loft")
        at = put(page, f"add-object-{TOWN}", "millstone")
        assert says(scenarios, "Old Mill", "rooms", "loft") == {"millstone": None}
        assert chosen(at) == ("Old Mill/loft/millstone", "Old Mill")

    @pytest.mark.soak
    def test_no_second_part_of_one_name_is_added(self, page, scenarios):
        before = scenarios.drafts.files(TOWN)
        at = put(page, f"add-place-{TOWN}", "Quay")
        assert scenarios.drafts.files(TOWN) == before
        assert "Quay already exists" in at.toast[0].value


def is_clear(places):
    """Whether no sign of a mill lies upon another, on a map that shows all of the town."""
    size = max(max(place[axis] for place in places) - min(place[axis] for place in places) for axis in "xy")
    apart = [dist((one["x"], one["y"]), (two["x"], two["y"])) for one, two in combinations(places, 2)
             if "Mill" in one["name"] + two["name"]]  # fmt: skip
    return min(apart) >= size / 12


class TestTheMap:
    def test_whose_home_a_place_is_is_shown_on_it(self, page, scenarios):
        places = {place["id"]: place for place in handed(page, "place_map")["places"]}
        homes = {
            persona.name: persona.home.partition("/")[0]
            for persona in scenarios.checked(TOWN).scenario.personas
        }
        for name, home in homes.items():
            assert name in [one["name"] for one in places[home]["homes"]]

    @pytest.mark.soak
    def test_a_place_that_is_not_on_the_map_is_said_to_be_so_and_laid_out_with_one_press(
        self, page, scenarios
    ):
        for place in ("Old Mill", "New Mill"):
            scenarios.edits.make(TOWN, SetField(file="world.yaml", path=(place,), value={"emoji": "📍"}))
        at = page.run()
        assert [p["id"] for p in handed(at, "place_map")["places"] if not p["placed"]] == [
            "Old Mill",
            "New Mill",
        ]
        assert "2 places are not on the map yet" in words(at)
        at = press(at, f"lay-out-{TOWN}")
        assert all(place["placed"] for place in handed(at, "place_map")["places"])
        assert scenarios.edits.next_to_undo(TOWN).words == "moved 2 places on the map"
        assert is_clear(handed(at, "place_map")["places"])

    @pytest.mark.nightly
    def test_places_that_are_added_and_doubled_stand_clear_of_all_others(self, page, scenarios):
        at = page
        for number in range(6):
            at = put(at, f"add-place-{TOWN}", f"Mill {number}")
        at = press(at, f"duplicate-part-{TOWN}")
        places = handed(at, "place_map")["places"]
        assert all(place["placed"] for place in places)
        assert is_clear(places)

    @pytest.mark.parametrize(
        "said",
        [
            None, {}, {"id": "Quay"}, {"id": "Quay", "x": "1", "y": 2}, {"id": "Nowhere", "x": 1, "y": 2},
            {"id": "Harbour Café/counter", "x": 1, "y": 2}, {"id": 7, "x": 1, "y": 2},
        ],
    )  # fmt: skip
    def test_what_no_map_of_ours_says_moves_nothing(self, said, scenarios, monkeypatch, tmp_path):
        parts = {"Quay": ("Quay",), "Harbour Café/counter": ("Harbour Café", "rooms", "counter")}
        made = []
        monkeypatch.setattr(map_pane, "_put", lambda name, points: made.append(points))
        monkeypatch.setattr(map_pane.st, "session_state", {"map": {"moved": said}})
        map_pane._moved(TOWN, "map", parts)
        assert made == []


def test_a_choice_that_is_no_part_of_the_world_is_not_taken(monkeypatch):
    taken = []
    monkeypatch.setattr(tree_pane, "choose_part", lambda *said: taken.append(said))
    for said in (None, {"id": "Mill"}, {"id": ["Quay"]}, "Quay"):
        monkeypatch.setattr(tree_pane.st, "session_state", {"tree": {"chosen": said}})
        tree_pane.take_choice(TOWN, "tree", {"Quay": ("Quay",)})
    assert taken == []


def test_a_text_that_cannot_be_read_is_said_and_takes_nothing_from_the_page(page, scenarios):
    draft(scenarios, "Quay: [")
    at = well(page.run())
    assert "Fix the text to see the map again" in words(at)


def test_hostile_names_are_handed_to_the_browser_as_texts(page, scenarios):
    draft(scenarios, '"<img src=x>": {emoji: "<b>", objects: {"*s*": "<i>"}}\n')
    at = well(page.run())
    (node,) = handed(at, "place_tree")["nodes"]
    assert (node["name"], node["icon"]) == ("<img src=x>", "<b>")
    assert "<img" not in json.dumps([element.value for element in (*at.html, *at.markdown)])
