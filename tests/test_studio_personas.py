"""Writing people: the card beside the text, somebody new, a copy, a farewell that history keeps."""

import pytest

from engine.api.workspace import open_workspace
from engine.errors import BadInput
from engine.scenario import read_scenario
from engine.scenario.newcomer import free_id, newcomer, renamed
from tests.studios import box, labels, press, studio, words

pytestmark = pytest.mark.slow


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        yield opened


@pytest.fixture
def page(monkeypatch, tmp_path, workspace):
    def open_page(agent="isabel"):
        at = studio(monkeypatch, tmp_path, "personas")
        box(at, "Who").set_value(agent).run()
        return at

    return open_page


def test_the_card_shows_memories_routine_friends_and_voice(page):
    said = words(page())
    assert "First memories · 7" in said
    assert "<li>Isabel Moreno owes Odile Brandt" in said
    assert "<time>07:00</time>" in said
    assert "+0.8 very close" in said
    assert "Eat first, then tell me the bad news." in said
    assert "lives at Moreno Flat · works at Harbour Café" in said
    assert "counter, Harbour Café" in said
    assert "News they know at the start" in said


@pytest.mark.nightly
def test_one_after_the_other_can_be_chosen(page):
    at = page()
    for agent in ("bram", "edda", "isabel"):
        box(at, "Who").set_value(agent).run()
        assert box(at, "Who").value == agent


def test_a_link_names_the_person_and_the_choice_of_another_is_in_the_link(monkeypatch, tmp_path, workspace):
    at = studio(monkeypatch, tmp_path, "personas", agent="bram")
    assert box(at, "Who").value == "bram"
    box(at, "Who").set_value("edda").run()
    assert at.query_params["agent"] == "edda"


def test_a_link_to_somebody_of_another_town_shows_the_first_of_this_one(monkeypatch, tmp_path, workspace):
    at = studio(monkeypatch, tmp_path, "personas", agent="nobody-of-here")
    assert box(at, "Who").value == "amara"


@pytest.mark.soak
def test_somebody_new_is_added_and_is_sound(page, workspace):
    at = page()
    at.text_input[0].set_value("Ada Lovelace")
    at = at.button[labels(at).index("Add")].click().run()
    assert "personas/ada.yaml" not in workspace.scenarios.files("willow-bay"), "a draft like all else"
    assert "New, not saved yet" in words(at)
    press(at, "save-willow-bay-personas/ada.yaml")
    assert workspace.scenarios.versions("willow-bay")[0].note == "added personas/ada.yaml"
    checked = workspace.scenarios.checked("willow-bay")
    codes = [problem.code for problem in checked.problems]
    assert codes == ["TW415", "TW436"], "she stands to nobody yet, and goes nowhere"
    assert at.text_input(key="form-willow-bay-personas/ada.yaml-name").value == "Ada Lovelace"


@pytest.mark.soak
def test_one_save_keeps_all_that_waits_in_the_town_and_the_line_beside_it_says_what_does(page, workspace):
    drafts = workspace.scenarios.drafts
    for number, agent in enumerate(("ada", "bo")):
        text = workspace.scenarios.files("willow-bay")["personas/yuna.yaml"]
        drafts.keep(
            "willow-bay", f"personas/{agent}.yaml", renamed(text, f"{agent.title()} Lind"), number + 1
        )
    assert "Not saved yet: 2 other files" in words(page("yuna"))
    at = page("ada")
    assert "New, not saved yet · 1 other draft" in words(at)
    assert [label for label in labels(at) if label.startswith("Save")] == ["Save"]
    at = press(at, "save-willow-bay-personas/ada.yaml")
    assert "Saved · v2" in words(at)
    assert drafts.of("willow-bay") == {}
    assert {"personas/ada.yaml", "personas/bo.yaml"} <= set(workspace.scenarios.files("willow-bay"))
    assert len(workspace.scenarios.versions("willow-bay")) == 2, "one version of the town"


@pytest.mark.soak
def test_a_save_is_of_the_whole_town_from_a_file_without_a_draft_too(page, workspace):
    text = workspace.scenarios.files("willow-bay")["world.yaml"]
    workspace.scenarios.drafts.keep("willow-bay", "world.yaml", f"{text}# a word\n", 1)
    at = page("yuna")
    assert r"Not saved yet: world\.yaml" in words(at)
    at = press(at, "save-willow-bay-personas/yuna.yaml")
    assert "Saved · v2" in words(at)
    assert workspace.scenarios.drafts.of("willow-bay") == {}


@pytest.mark.nightly
def test_a_copy_has_its_own_name_everywhere(page, workspace):
    at = page()
    at.text_input(key="copy-name-willow-bay-isabel").set_value("Carla Moreno")
    press(at, "copy-willow-bay-isabel")
    text = workspace.scenarios.drafts.files("willow-bay")["personas/carla.yaml"]
    assert "name: Carla Moreno\n" in text
    assert "Isabel Moreno" not in text


@pytest.mark.soak
def test_a_copy_without_a_name_is_not_made_and_says_what_it_needs(page, workspace):
    before = workspace.scenarios.files("willow-bay")
    assert "Enter a name for the copy." in words(press(page(), "copy-willow-bay-isabel"))
    assert workspace.scenarios.files("willow-bay") == before


@pytest.mark.nightly
def test_whoever_is_removed_can_be_brought_back(page, workspace):
    at = page("yuna")
    assert "yuna is removed from the scenario" in words(at)
    at = press(at, "remove-willow-bay-yuna")
    assert "personas/yuna.yaml" not in workspace.scenarios.files("willow-bay")
    press(at, "return-willow-bay-personas/yuna.yaml")
    assert "personas/yuna.yaml" in workspace.scenarios.files("willow-bay")


@pytest.mark.soak
def test_a_draft_of_a_person_survives_and_an_unreadable_one_is_still_in_the_list(page, workspace):
    workspace.scenarios.drafts.keep("willow-bay", "personas/isabel.yaml", "[", 1)
    at = page()
    assert "error" in words(at)
    assert "Draft based on v1" in words(at)
    assert "Fix the text to see the card again" in words(at)


def test_a_town_without_people_invites_to_add_somebody(monkeypatch, tmp_path, workspace):
    files = {
        path: text
        for path, text in workspace.scenarios.files("willow-bay").items()
        if "personas/" not in path
    }
    workspace.scenarios.save("empty", files)
    at = studio(monkeypatch, tmp_path, "personas", town="empty")
    assert "Nobody lives here yet" in words(at)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["Ada", "Ada: #1", "阿达", "'Ada' \"B\"", "- Ada", "x" * 80, "yes", "12"])
def test_any_name_gives_a_file_that_reads_back(name, workspace):
    files = workspace.scenarios.files("willow-bay") | {"personas/new.yaml": newcomer(name, "Quay")}
    checked = read_scenario(files, "x")
    assert checked.errors == ()
    assert checked.scenario.persona("new").name == name


def test_somebody_new_has_the_pronouns_and_the_hours_that_were_chosen(workspace):
    text = newcomer("Ada", "Quay", pronouns="she", day=("5:30", "21:00"))
    ada = read_scenario(
        workspace.scenarios.files("willow-bay") | {"personas/ada.yaml": text}, "x"
    ).scenario.persona("ada")
    assert (ada.pronouns, ada.wake, ada.sleep) == ("she", 330, 1260)
    assert [line.start for line in ada.routine][:1] == [390]
    with pytest.raises(BadInput):
        newcomer("Ada", "Quay", day=("late", "21:00"))


def test_the_form_for_somebody_new_shows_what_they_begin_with(monkeypatch, tmp_path, workspace):
    at = studio(monkeypatch, tmp_path, "personas", town="willow-bay")
    assert "breakfast at home an hour after getting up" in words(at)
    shown = {one.label: one.value for kind in (at.text_input, at.selectbox) for one in kind}
    assert (shown["Pronouns"], shown["Gets up"], shown["Goes to bed"]) == ("they", "07:00", "22:30")


@pytest.mark.parametrize("name", ["Ada", "Ada: #1", "阿达"])
def test_a_copied_file_reads_back_with_the_new_name(name, workspace):
    files = workspace.scenarios.files("willow-bay")
    files["personas/new.yaml"] = renamed(files["personas/isabel.yaml"], name)
    assert read_scenario(files, "x").scenario.persona("new").name == name


def test_ids_come_from_first_names_and_are_never_taken_twice():
    assert free_id("Ada Winter", {}) == "ada"
    assert free_id("Ada Winter", {"personas/ADA.yaml": ""}) == "ada-2"
    assert free_id("../../x", {}) == "x"
    assert free_id("!!!", {}) == "person"
