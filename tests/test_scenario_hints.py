"""What the editor says of a file is what the reader takes: every key, its meaning, its choices, its names."""

from __future__ import annotations

import json

from engine.scenario import load, read_scenario
from engine.scenario.reading.hints import hints, names_of, part_of
from engine.scenario.reading.schema import BondPart, DayPart, PersonaPart, TownPart
from tests.test_scenario_lint import GOOD


def keys_of(model):
    return [field.alias or name for name, field in model.model_fields.items()]


def test_every_key_that_the_reader_takes_is_known_and_no_other():
    person = hints("persona")["keys"]
    assert list(person) == keys_of(PersonaPart)
    assert list(person["day"]["keys"]) == keys_of(DayPart)
    assert list(person["relationships"]["item"]["keys"]) == keys_of(BondPart)
    assert list(hints("town")["keys"]) == keys_of(TownPart)
    place = hints("world")["other"]
    assert "open" in place["keys"]
    assert list(place["keys"]["rooms"]["other"]["keys"]) == ["about", "capacity"]
    assert "urgent" in place["keys"]["rooms"]["other"]["other"]["keys"], (
        "any other key of a room is an object"
    )


def test_each_says_what_it_means_what_it_takes_and_what_holds_without_it():
    person = hints("persona")["keys"]
    assert person["pronouns"]["choices"] == ["she", "he", "they"]
    assert person["age"] == {
        "about": "Age in years.",
        "kind": "a whole number from 0 to 150",
        "default": "30",
    }
    assert (person["day"]["keys"]["wake"]["kind"], person["day"]["keys"]["wake"]["default"]) == (
        "a time, such as 07:30",
        "07:00",
    )
    assert hints("world")["other"]["keys"]["private"]["choices"] == ["true", "false"]


def test_values_that_are_names_of_the_town_say_of_which_sort():
    person = hints("persona")["keys"]
    known = names_of(load(GOOD, "test"))
    assert {key: hint["names"] for key, hint in person.items() if "names" in hint} == {
        "includes": "fragments", "traits": "traits", "home": "places", "work": "places", "knows": "places",
    }  # fmt: skip
    assert person["relationships"]["item"]["keys"]["with"]["names"] == "people"
    assert ("ann", "Ann Holm") in known["people"]
    assert {"Café", "Café/counter", "Quay"} <= {name for name, _ in known["places"]}
    assert ("burning", "") in known["states"]


def test_an_intention_in_fields_says_its_kinds_and_whose_names_it_takes():
    for intention in (hints("persona")["keys"]["intends"]["item"], hints("town")["keys"]["intends"]["item"]):
        fields = intention["keys"]
        assert "occasion" in fields["kind"]["choices"]
        assert (fields["with"]["names"], fields["except"]["names"], fields["where"]["names"]) == (
            "people",
            "people",
            "places",
        )
        assert fields["at"]["kind"] == "a moment, such as day 2 19:00"
    assert hints("town")["keys"]["intends"]["item"]["keys"]["who"]["names"] == "people"


def test_what_is_offered_is_taken_by_the_reader():
    for path, _ in names_of(load(GOOD, "test"))["places"]:
        text = GOOD["personas/bob.yaml"].replace("home: House", f"home: {json.dumps(path)}")
        found = read_scenario({**GOOD, "personas/bob.yaml": text}, "test").errors
        assert not found, path


def test_only_the_yaml_of_a_scenario_has_any():
    files = ("town.yaml", "world.yaml", "personas/ann.yaml", "prompts/react.md")
    assert [part_of(file) for file in files] == ["town", "world", "persona", None]
