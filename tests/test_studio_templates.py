"""The gallery's templates: found by words, begun from, and read only once."""

import pytest

from engine.api.scenarios import templates
from engine.api.workspace import open_workspace
from engine.scenario import beginnings as module
from tests.studios import open_up, press, studio, words

pytestmark = pytest.mark.slow


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        yield opened


@pytest.fixture
def page(monkeypatch, tmp_path, workspace):
    return lambda: studio(monkeypatch, tmp_path, "scenarios")


def cards(at):
    return {button.key.removeprefix("use-") for button in at.button if button.key.startswith("use-")}


def test_the_gallery_shows_some_templates_and_all_for_who_asks(page):
    at = page()
    assert 0 < len(cards(at)) < len(templates())
    assert cards(press(at, "templates-all")) == {one.id for one in templates()}


def test_words_look_through_towns_and_templates_by_name_kind_and_people(page):
    at = page()
    at.text_input(key="gallery-find").set_value("Baptiste").run()
    assert cards(at) == {"ship"}
    assert not [button for button in at.button if button.key.startswith("run-")]
    at.text_input(key="gallery-find").set_value("isabel").run()
    assert [button.key for button in at.button if button.key.startswith("run-")] == ["run-willow-bay"]
    assert cards(at) == set()
    at.text_input(key="gallery-find").set_value("<b>zebra</b>").run()
    assert "Nothing found" in words(at)
    at.text_input(key="gallery-find").set_value("").run()
    assert len([button for button in at.button if button.key.startswith("run-")]) > 1


@pytest.mark.soak
def test_a_town_is_begun_from_a_template_under_a_name_of_ones_own(page, workspace):
    at = press(page(), "use-ship")
    assert at.text_input(key="template-name-ship").value == "The Saint Brendan"
    at.text_input(key="template-name-ship").set_value("My Coaster")
    at = press(at, "template-make")
    assert workspace.scenarios.files("My Coaster") == module.template_files("ship")
    assert at.header[0].value == "World"
    at = press(page(), "use-ship")
    at.text_input(key="template-name-ship").set_value("My Coaster")
    at = press(at, "template-make")
    assert "already exists; choose another name" in words(at)


def test_the_templates_are_read_once_and_not_on_each_rerun(page, monkeypatch):
    at = page()
    read = []
    monkeypatch.setattr(module, "read_folder", lambda folder: read.append(folder))
    at.run()
    press(at, "templates-all")
    assert read == []


@pytest.mark.soak
def test_a_town_is_deleted_and_undone_and_brought_back_later(page, workspace):
    towns = workspace.scenarios.names()
    at = press(page(), "delete-willow-bay")
    assert "willow-bay is deleted." in words(at)
    assert "willow-bay" not in workspace.scenarios.names()
    at = press(at, "undo-town")
    assert workspace.scenarios.names() == towns
    assert "is deleted" not in words(at)
    for name in towns:
        at = press(at, f"delete-{name}")
    assert "No towns yet" in words(at)
    (gone,) = (one for one in workspace.scenarios.deleted() if one.name == "liuwan")
    at = press(open_up(at, "deleted-towns"), f"restore-town-{gone.number}")
    assert workspace.scenarios.names() == ("liuwan",)


@pytest.mark.soak
def test_a_cast_is_proposed_with_its_coverage_and_taken_in_part(monkeypatch, tmp_path, workspace):
    at = press(studio(monkeypatch, tmp_path, "personas", town="willow-bay"), "cast-ask-willow-bay")
    assert (
        "The people who live here cover 1 of 8 combinations. With the people you select, 5 are covered."
        in words(at)
    )
    people = workspace.scenarios.propose_cast("willow-bay", 4, ["warmth", "age"], 1)
    first = people[0]
    box = next(one for one in at.checkbox if one.key.startswith(f"cast-take-willow-bay-{first.agent}"))
    box.uncheck().run()
    assert "With the people you select, 4 are covered." in words(at)
    press(at, "cast-accept-willow-bay")
    there = set(workspace.scenarios.drafts.files("willow-bay"))
    assert {f"personas/{one.agent}.yaml" for one in people[1:]} <= there, "as drafts"
    assert f"personas/{first.agent}.yaml" not in there


@pytest.mark.soak
def test_a_cast_for_a_town_that_speaks_chinese_is_proposed_in_chinese(monkeypatch, tmp_path, workspace):
    at = press(studio(monkeypatch, tmp_path, "personas", town="liuwan"), "cast-ask-liuwan")
    assert "With the people you select, 4 are covered." in words(at)
    assert all(not one.label.isascii() for one in at.checkbox if one.key.startswith("cast-take-liuwan-"))


@pytest.mark.nightly
def test_a_cast_for_a_town_that_speaks_otherwise_is_refused_in_words(monkeypatch, tmp_path, workspace):
    files = workspace.scenarios.files("willow-bay")
    workspace.scenarios.save(
        "bahia", {**files, "town.yaml": files["town.yaml"].replace("language: en", "language: es")}, "spanish"
    )
    at = press(studio(monkeypatch, tmp_path, "personas", town="bahia"), "cast-ask-bahia")
    assert "people cannot be proposed in the language" in words(at)
