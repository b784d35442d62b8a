"""The gallery: what stands on a card, and everything that can be done with a town."""

import io
import zipfile

import pytest
import streamlit as st

from engine.api.scenarios import Scenarios
from engine.api.workspace import open_workspace
from engine.api.writing.drafts import Drafts
from engine.errors import BadInput
from engine.scenario import bundled, new_scenario
from engine.scenario.archive import from_zip, to_zip
from engine.scenario.reading.reader import MOST_BYTES
from studio.authoring import gallery, template_cards
from studio.frame.towns import read_saved, titles
from tests.studios import labels, press, studio, well, words

pytestmark = pytest.mark.slow


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        yield opened


@pytest.fixture
def page(monkeypatch, tmp_path, workspace):
    return lambda: studio(monkeypatch, tmp_path, "scenarios")


def test_a_card_shows_the_town_its_cast_and_its_size(page):
    said = words(page())
    assert "Willow Bay" in said
    assert "8 people · 12 places · 3 facts · English" in said
    assert 'aria-label="Isabel Moreno"' in said
    assert "Map of Willow Bay" in said


@pytest.mark.soak
def test_run_it_makes_a_run_with_a_name_and_a_seed_and_goes_to_the_stage(page, workspace):
    at = press(page(), "run-willow-bay")
    assert "rehearsal model" in words(at)
    at.text_input(key="run-it-name").set_value("My first")
    at.number_input(key="run-it-seed").set_value(99)
    press(at, "run-it-go")
    (row,) = workspace.runs.all()
    assert (row.name, row.seed, row.scenario) == ("My first", 99, "willow-bay")
    assert "This run has not started yet" in words(well(at))


def test_a_blank_town_is_made_and_can_run(page, workspace):
    at = press(page(), "new-town")
    assert not at.button(key="new-make").disabled, "it is ready while the name is still being typed"
    at.text_input(key="new-name").set_value("Green Hollow")
    at = press(at, "new-make")
    assert "Green Hollow" in workspace.scenarios.names()
    assert workspace.scenarios.checked("Green Hollow").scenario.town == "Green Hollow"
    assert at.header[0].value == "World", "a new town leads to its editor"
    assert next(box for box in at.selectbox if box.label == "Scenario").value == "Green Hollow"


def breaks_off_once(monkeypatch, module, name):
    """Have the server break off what is drawn at a call, once, for a rerun of the page that says nothing of
    what was pressed: as one that comes from elsewhere in the browser does on a machine that is busy.
    """
    drawn, left = getattr(module, name), [st.rerun]

    def break_off(*args, **given):
        if left:
            left.pop()(scope="app")
        return drawn(*args, **given)

    monkeypatch.setattr(module, name, break_off)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("opens", "makes", "at_call", "leads_to"),
    [
        ("new-town", "new-make", (gallery, "plain"), "World"),
        ("new-town", "new-make", (gallery, "_beginning"), "World"),
        ("use-empty-square", "template-make", (template_cards, "plain"), "World"),
        ("run-willow-bay", "run-it-go", (gallery, "plain"), "Stage"),
    ],
)
def test_a_press_leads_on_though_what_is_being_drawn_is_broken_off_just_then(
    page, workspace, monkeypatch, opens, makes, at_call, leads_to
):
    at, before = press(page(), opens), len(workspace.scenarios.names())
    for field in at.text_input:
        if field.key == "new-name":
            field.set_value("Green Hollow")
    breaks_off_once(monkeypatch, *at_call)
    at = press(at, makes)
    assert at.header[0].value == leads_to
    assert len(workspace.scenarios.names()) + len(workspace.runs.all()) == before + 1, "once"


@pytest.mark.soak
def test_a_press_is_not_said_again_to_the_dialog_that_is_opened_next(page, workspace):
    at = press(page(), "new-town")
    press(at, "new-make")  # without a name
    at = press(page(), "new-town")
    at.text_input(key="new-name").set_value("Green Hollow").run()
    assert "Green Hollow" not in workspace.scenarios.names()


def test_what_a_new_town_lacks_is_said(page):
    at = press(page(), "new-town")
    assert "Enter a name for the new town above." in words(press(at, "new-make"))


@pytest.mark.soak
def test_a_generated_town_has_as_many_people_as_asked(page, workspace):
    at = press(page(), "new-town")
    at.radio(key="new-kind").set_value("Generated town").run()
    at.text_input(key="new-name").set_value("Many")
    at.number_input(key="new-people").set_value(20)
    press(at, "new-make")
    assert len(workspace.scenarios.checked("Many").scenario.personas) == 20


def test_a_name_that_is_taken_is_refused_in_words(page, workspace):
    at = press(page(), "new-town")
    at.text_input(key="new-name").set_value("willow-bay")
    press(at, "new-make")
    assert "already exists; choose another name" in words(at)


@pytest.mark.soak
def test_a_town_is_duplicated_renamed_hidden_and_brought_back(page, workspace):
    as_they_came = workspace.scenarios.names()
    at = press(page(), "copy-willow-bay")
    at.text_input(key="copy-called").set_value("Copy")
    press(at, "copy-go")
    assert workspace.scenarios.names() == (*as_they_came, "Copy")
    at = press(page(), "rename-Copy")
    at.text_input(key="rename-called").set_value("Twin")
    press(at, "rename-go")
    assert workspace.scenarios.names() == (*as_they_came, "Twin")
    at = press(page(), "hide-Twin")
    assert workspace.scenarios.names() == as_they_came
    press(at, "show-Twin")
    assert workspace.scenarios.names() == (*as_they_came, "Twin")


def test_a_broken_town_is_shown_with_its_errors_and_how_to_mend_it(page, workspace):
    workspace.scenarios.save_file("willow-bay", "world.yaml", "Quay: {opens: 7}")
    at = page()
    assert "errors" in words(at)
    assert labels(at).count("Run it") == len(bundled()) - 1
    press(at, "mend-willow-bay")
    assert at.header[0].value == "World"


@pytest.mark.soak
@pytest.mark.parametrize("town", ["willow-bay", "three-neighbours"])
def test_an_error_in_a_draft_does_not_stop_the_saved_version_from_running(page, workspace, town):
    workspace.scenarios.drafts.keep(
        town, "world.yaml", "Quay: {opens: 7}", workspace.scenarios.versions(town)[0].number
    )
    at = page()
    assert "1 unsaved draft with" in words(at)
    assert "runs use the saved version" in words(at)
    at = press(at, f"run-{town}")
    press(at, "run-it-go")
    assert [row.scenario for row in workspace.runs.all()] == [town]


def test_a_draft_that_mends_a_broken_town_says_that_saving_is_what_is_left(page, workspace):
    sound = workspace.scenarios.files("willow-bay")["world.yaml"]
    broken = workspace.scenarios.save_file("willow-bay", "world.yaml", "Quay: {opens: 7}")
    workspace.scenarios.drafts.keep("willow-bay", "world.yaml", sound, broken.number)
    said = words(page())
    assert "Fix the errors to run this town" in said
    assert "without errors; save to run the town" in said


def test_hostile_names_stay_letters(page, workspace):
    name = "<script>alert(1)</script> **x**"
    workspace.scenarios.import_zip(name, to_zip(new_scenario("<img src=x onerror=y>"), "x"))
    said = words(page())
    assert "<script>" not in said
    assert "<img" not in said


def test_a_town_survives_being_zipped_and_the_same_files_give_the_same_bytes(workspace):
    files = workspace.scenarios.files("willow-bay")
    assert from_zip(to_zip(files, "any")) == files
    assert to_zip(files, "any") == to_zip(dict(reversed(files.items())), "any")


def zipped(**files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def test_only_files_of_a_scenario_come_out_of_a_zip():
    files = from_zip(
        zipped(**{
            "deep/town/town.yaml": "a", "deep/town/personas/x.yaml": "b", "deep/town/README.md": "c",
            "deep/town/run.py": "d", "deep/town/mkdocs.yml": "e",
            "other/world.yaml": "g", "__MACOSX/deep/town/personas/._x.yaml": "h",
        })
    )  # fmt: skip
    assert files == {"town.yaml": "a", "personas/x.yaml": "b"}


def test_a_file_of_a_zip_that_was_meant_as_one_of_a_scenario_is_named():
    content = zipped(**{"town/town.yaml": "a", "town/personas/children/pia.yaml": "b"})
    with pytest.raises(BadInput, match=r"did you mean 'personas/pia\.yaml'"):
        from_zip(content)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PK\x03\x04 not really",
        zipped(**{"readme.txt": "no town"}),
        zipped(**{"town.yaml": b"\xff\xfe\x00"}),
        zipped(**{"town.yaml": "x" * (MOST_BYTES + 1)}),
        zipped(**{f"personas/{n}.yaml": "x" for n in range(2_001)}, **{"town.yaml": "x"}),
        zipped(**{"town.yaml": "x"}, **{f"personas/{n}.yaml": "x" * MOST_BYTES for n in range(17)}),
    ],
    ids=["empty", "cut", "no town", "no text", "one large file", "many files", "a bomb"],
)
def test_a_zip_that_is_no_scenario_is_refused_in_words(content, workspace):
    with pytest.raises(BadInput):
        workspace.scenarios.import_zip("Imported", content)
    assert "Imported" not in workspace.scenarios.names()


def test_a_town_is_read_again_when_something_was_written_and_only_then(workspace, monkeypatch):
    workspace.scenarios.add_bundled("willow-bay")
    titles(workspace)
    read_saved(workspace, "willow-bay")
    for reading in (Drafts, Scenarios):
        monkeypatch.setattr(reading, "files", None)
    assert titles(workspace)["willow-bay"] == "Willow Bay"
    assert not read_saved(workspace, "willow-bay")[1].errors
    monkeypatch.undo()
    number = workspace.scenarios.versions("willow-bay")[0].number
    town = workspace.scenarios.files("willow-bay")["town.yaml"]
    workspace.scenarios.drafts.keep(
        "willow-bay", "town.yaml", town.replace("town: Willow Bay", "town: Gull Bay"), number
    )
    assert titles(workspace)["willow-bay"] == "Gull Bay (willow-bay)"
    assert read_saved(workspace, "willow-bay")[0].town == "Willow Bay"
