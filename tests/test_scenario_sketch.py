"""What an author sees of a town in which something is wrong."""

import pytest

from engine.scenario import bundled_folder, new_scenario, read_folder
from engine.scenario.reading.sketch import sketch

WILLOW_BAY = {
    path: content.decode("utf-8") for path, content in read_folder(bundled_folder("willow-bay")).items()
}


def test_a_sound_town_is_drawn_as_it_is():
    drawn, checked = sketch(WILLOW_BAY, "willow-bay")
    assert drawn == checked.scenario


def test_a_home_that_does_not_exist_keeps_nobody_from_being_drawn():
    broken = WILLOW_BAY | {
        "personas/isabel.yaml": WILLOW_BAY["personas/isabel.yaml"].replace("home: Moreno", "home: Morano")
    }
    drawn, checked = sketch(broken, "willow-bay")
    assert checked.errors
    assert "Isabel Moreno" in [persona.name for persona in drawn.personas]
    assert len(drawn.places) == len(sketch(WILLOW_BAY, "willow-bay")[0].places)


@pytest.mark.parametrize("text", ["", "[", "a: [b", "- x\n- y", "\x00", "Quay: {open: 7}", "? {a: b}\n: c"])
@pytest.mark.parametrize("path", ["town.yaml", "world.yaml", "personas/nora.yaml"])
def test_any_text_in_any_file_gives_a_sketch(path, text):
    drawn, checked = sketch(dict(new_scenario("New")) | {path: text}, "new")
    assert checked.errors
    assert drawn.id == "new"


def test_no_file_at_all_gives_an_empty_town():
    drawn, checked = sketch({}, "empty")
    assert (drawn.town, drawn.places, drawn.personas) == ("empty", (), ())
    assert checked.errors
