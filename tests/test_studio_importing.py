"""The dialog that takes in what others wrote, on the pages Scenarios and Personas; and cards to take away."""

import json

import pytest

from engine.api.workspace import open_workspace
from engine.scenario import new_scenario
from engine.scenario.archive import to_zip
from tests.smallville_saves import lived_save, zipped
from tests.studios import box, labels, press, studio, words
from tests.test_character_cards import V2

pytestmark = pytest.mark.slow

TOWN = "three-neighbours"
TWEE = ":: Start\nMara Voss: Morning!\nTeo Rand: Late again.\nMara Voss keeps the light.\n"


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        yield opened


@pytest.fixture
def asked(monkeypatch, tmp_path, workspace):
    """The dialog on the Personas page, for people who come to its town."""
    return press(studio(monkeypatch, tmp_path, "personas", town=TOWN), f"import-ask-{TOWN}")


@pytest.fixture
def gallery(monkeypatch, tmp_path, workspace):
    """The dialog on the Scenarios page."""
    return press(studio(monkeypatch, tmp_path, "scenarios"), "import-ask-")


def upload(at, content, name, town=TOWN):
    return at.file_uploader(key=f"import-file-{town}").upload(name, content, "application/octet-stream").run()


# ---- people for a town


@pytest.mark.soak
def test_a_card_is_reported_and_stored_only_when_accepted(asked, workspace):
    at = upload(asked, json.dumps(V2).encode(), "mara.json")
    said = words(at)
    assert "Mara Voss, from a character card (V2): personas/mara.yaml" in said
    assert "system_prompt: instructions for a chat" in said
    assert "personas/mara.yaml" not in workspace.scenarios.files(TOWN)
    at = press(at, f"import-accept-{TOWN}")
    assert box(at, "Who").value == "mara"
    assert "personas/mara.yaml" in workspace.scenarios.drafts.of(TOWN)
    workspace.scenarios.save_all(TOWN)
    assert workspace.scenarios.checked(TOWN).errors == ()


@pytest.mark.soak
def test_what_is_no_card_is_refused_in_words(asked, workspace):
    before = workspace.scenarios.files(TOWN)
    at = upload(asked, b"hello", "mara.json")
    assert "this is not a character card" in words(at)
    assert not [label for label in labels(at) if label.startswith("Add Mara")]
    assert workspace.scenarios.files(TOWN) == before


@pytest.mark.nightly
def test_of_a_story_some_are_chosen(asked, workspace):
    at = upload(asked, TWEE.encode(), "story.twee")
    assert "Teo Rand: 1 line, 0 first memories" in words(at)
    at.multiselect(key=f"import-whom-{TOWN}").set_value(["teo"]).run()
    press(at, f"import-accept-{TOWN}")
    files = workspace.scenarios.drafts.files(TOWN)
    assert "personas/teo.yaml" in files
    assert "personas/mara.yaml" not in files


@pytest.mark.nightly
def test_people_of_the_gallery_come_to_the_town_that_is_chosen(gallery, workspace):
    at = upload(gallery, TWEE.encode(), "story.twee", "")
    at.selectbox(key="import-into").set_value("liuwan").run()
    at = press(at, "import-accept-liuwan")
    assert at.header[0].value == "Personas"
    assert {"personas/mara.yaml", "personas/teo.yaml"} <= set(workspace.scenarios.drafts.files("liuwan"))


# ---- towns


@pytest.mark.soak
def test_a_zip_is_a_town_under_the_name_that_is_given(gallery, workspace):
    at = upload(gallery, to_zip(new_scenario("Far"), "Far"), "far.zip", "")
    assert "Scenario: far" in words(at)
    at.text_input(key="import-name").set_value("Far away")
    at = press(at, "import-make")
    assert at.header[0].value == "World"
    assert workspace.scenarios.checked("Far away").errors == ()


def test_a_name_that_is_taken_is_refused_in_words(gallery, workspace):
    at = upload(gallery, to_zip(new_scenario("Far"), "Far"), "far.zip", "")
    at.text_input(key="import-name").set_value(TOWN)
    assert "already exists; choose another name" in words(press(at, "import-make"))


@pytest.mark.soak
def test_a_save_of_smallville_opens_on_the_stage(gallery, workspace):
    at = upload(gallery, zipped(lived_save()), "mill.zip", "")
    assert "Smallville save: mill_run, simulated until day 1 10:00" in words(at)
    at = press(at, "import-make")
    assert at.header[0].value == "Stage"
    assert workspace.runs.find("last").row.scenario == "mill_run"


def test_a_zip_of_nothing_is_refused_in_words(gallery, workspace):
    before = workspace.scenarios.names()
    at = upload(gallery, zipped({"readme.txt": b"no town"}), "x.zip", "")
    assert "neither a scenario" in words(at)
    assert workspace.scenarios.names() == before


# ---- away


def test_the_chosen_person_can_be_taken_away_as_a_card(monkeypatch, tmp_path, workspace):
    at = studio(monkeypatch, tmp_path, "personas", town=TOWN, agent="nell")
    assert [one.proto.disabled for one in downloads(at)] == [False, False]
    workspace.scenarios.drafts.keep(TOWN, "personas/nell.yaml", "[", 1)
    at = studio(monkeypatch, tmp_path, "personas", town=TOWN, agent="nell")
    assert [one.proto.disabled for one in downloads(at)] == [True, True]


def downloads(at):
    said = ("Card as JSON", "Card as PNG")
    return [one for one in at.get("download_button") if one.proto.label in said]
