"""Fragments by forms alone: named and filled in on the form of the town, chosen on that of a person."""

from __future__ import annotations

import pytest

from engine.api.scenarios import said_at, said_in
from engine.api.workspace import open_workspace
from tests.studios import press, studio, well, words

pytestmark = pytest.mark.slow
TOWN, NELL, FILE = "three-neighbours", "personas/nell.yaml", "town.yaml"


@pytest.fixture
def scenarios(tmp_path):
    with open_workspace(tmp_path) as opened:
        opened.scenarios.add_bundled(TOWN)
        yield opened.scenarios


def says(scenarios, file, *path):
    return said_at(said_in(scenarios.drafts.files(TOWN)[file], file), path)


def put_in(at, kind, key, value):
    next(one for one in getattr(at, kind) if one.key == key).set_value(value)
    return well(at.run())


def town_form(monkeypatch, tmp_path):
    at = studio(monkeypatch, tmp_path, "world", town=TOWN)
    at.segmented_control(key=f"world-file-{TOWN}").set_value(FILE).run()
    at.segmented_control(key=f"world-way-{TOWN}-Card").set_value("Form").run()
    return well(at)


@pytest.mark.nightly
def test_a_fragment_is_named_filled_in_and_shared(monkeypatch, tmp_path, scenarios):
    before = scenarios.drafts.files(TOWN)
    at = town_form(monkeypatch, tmp_path)
    assert "No fragments yet. A fragment can be a choir" in words(at)
    put_in(at, "text_input", f"form-{TOWN}-{FILE}-fragments-new", "choir")
    here = f"form-{TOWN}-{FILE}-fragments/choir"
    assert "Nobody includes it yet." in words(at)
    put_in(at, "multiselect", f"{here}/traits", ["musical"])
    put_in(at, "text_input", f"{here}/seed/*new", "$name sings alto in the choir")
    press(at, f"{here}/routine-add")
    put_in(at, "multiselect", f"{here}/facts", [scenarios.checked(TOWN).scenario.facts[0].id])
    assert says(scenarios, FILE, "fragments", "choir", "traits") == ["musical"]
    assert "$name sings alto" in str(says(scenarios, FILE, "fragments", "choir", "seed"))
    assert str(says(scenarios, FILE, "fragments", "choir", "routine")[0]).startswith("19:00 meet @ ")

    person = studio(monkeypatch, tmp_path, "personas", town=TOWN, agent="nell")
    person.segmented_control(key=f"personas-way-{TOWN}-Card").set_value("Form").run()
    put_in(well(person), "multiselect", f"form-{TOWN}-{NELL}-includes", ["choir"])
    assert says(scenarios, NELL, "includes") == ["choir"]
    assert "choir: musical; $name sings alto" in words(person)

    at = town_form(monkeypatch, tmp_path)
    assert "Included by Nell Hartley." in words(at)
    put_in(at, "text_input", f"{here}/*name", "the quire")
    assert says(scenarios, NELL, "includes") == ["the quire"]
    press(at, f"form-{TOWN}-{FILE}-fragments/the quire-away")
    assert says(scenarios, NELL, "includes") is None
    assert says(scenarios, FILE, "fragments") is None
    while scenarios.edits.next_to_undo(TOWN):
        scenarios.edits.undo(TOWN)
    assert scenarios.drafts.files(TOWN) == before
