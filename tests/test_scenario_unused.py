"""What a town has and nothing refers to is said where an author looks, and nothing else is."""

from __future__ import annotations

import pytest

from engine.language.unspaced import count_words
from engine.scenario import load
from engine.scenario.lint.unused import unmentioned_people, unused_places
from tests.test_scenario_lint import GOOD


def changed(file, old, new):
    assert old in GOOD[file]
    return load({**GOOD, file: GOOD[file].replace(old, new)}, "test")


def test_a_place_is_used_by_who_lives_works_or_goes_there_and_by_a_text_that_names_it():
    assert unused_places(load(GOOD, "test")) == ()
    idle = GOOD["world.yaml"] + "Old Mill:\n"
    assert unused_places(load({**GOOD, "world.yaml": idle}, "test")) == ("Old Mill",)
    told = GOOD["town.yaml"].replace("a party", "a party at the Old Mill")
    assert unused_places(load({**GOOD, "world.yaml": idle, "town.yaml": told}, "test")) == ()


def test_whoever_is_in_nothing_but_their_own_file_is_mentioned_by_nobody():
    assert unmentioned_people(load(GOOD, "test")) == ("cy",)
    assert unmentioned_people(changed("personas/bob.yaml", "sails", "sails with Cy Dale")) == ()
    assert unmentioned_people(changed("town.yaml", "[ann]", "[ann, cy]")) == ()


@pytest.mark.parametrize(
    ("text", "many"), [("", 0), ("Ann's stove is cold - again", 5), ("柳湾有一只船", 6), ("Ann 爱 boats", 3)]
)
def test_words_are_counted_as_people_count_them(text, many):
    assert count_words(text) == many
