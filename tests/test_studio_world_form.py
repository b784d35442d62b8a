"""The world and the town as forms beside their texts; a whole town is made by forms alone."""

from __future__ import annotations

import pytest

from engine.api.workspace import open_workspace
from engine.api.writing.edits import Add
from engine.records import Line
from tests.studios import press, studio, well, words

pytestmark = pytest.mark.slow
TOWN, WORLD = "three-neighbours", "world.yaml"


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        opened.scenarios.add_bundled(TOWN)
        yield opened


@pytest.fixture
def scenarios(workspace):
    return workspace.scenarios


def opened(monkeypatch, folder, name, page="world", file="world.yaml", **link):
    at = studio(monkeypatch, folder, page, town=name, **link)
    if page == "world" and file != "world.yaml":
        at.segmented_control(key=f"world-file-{name}").set_value(file).run()
    other = "Map" if page == "world" and file == "world.yaml" else "Card"
    key = f"{page}-way-{name}-{other}"
    if at.segmented_control(key=key).value != "Form":
        at.segmented_control(key=key).set_value("Form").run()
    return well(at)


@pytest.fixture
def form(monkeypatch, tmp_path, scenarios):
    return opened(monkeypatch, tmp_path, TOWN)


def put(at, key, value):
    """Put something into the field of a key, as somebody does who then goes on."""
    for kind in (at.text_input, at.text_area, at.number_input, at.selectbox, at.multiselect):
        for one in kind:
            if one.key == key:
                one.set_value(value)
                return well(at.run())
    raise KeyError(key)


def text(scenarios, file=WORLD):
    return scenarios.drafts.files(TOWN)[file]


def key(path, file=WORLD, name=TOWN):
    return f"form-{name}-{file}-{path}"


@pytest.mark.soak
def test_a_place_is_renamed_wherever_it_is_meant_and_stays_chosen(form, scenarios):
    put(form, f"place-{TOWN}-box", "Hartley Cottage")
    put(form, key("Hartley Cottage/*name"), "Mill House")
    assert "home: Mill House/" in text(scenarios, "personas/nell.yaml")
    assert form.selectbox(key=f"place-{TOWN}-box").value == "Mill House"


@pytest.mark.soak
def test_what_a_rename_did_in_many_files_is_saved_as_one_version(form, scenarios):
    put(form, f"place-{TOWN}-box", "Hartley Cottage")
    put(form, key("Hartley Cottage/*name"), "Mill House")
    press(form, f"save-{TOWN}-{WORLD}")
    assert scenarios.drafts.of(TOWN) == {}
    newest = scenarios.versions(TOWN)[0]
    assert (newest.version, newest.note) == (2, "renamed Hartley Cottage to Mill House")


@pytest.mark.nightly
def test_hours_a_room_and_an_object_are_written_each_in_its_place(form, scenarios):
    place = form.selectbox(key=f"place-{TOWN}-box").value
    put(form, key(f"{place}/open"), "08:00-20:00")
    put(form, f"{key(f'{place}/rooms')}-new", "larder")
    put(form, f"{key(f'{place}/rooms/larder')}-new", "jam")
    put(form, key(f"{place}/rooms/larder/jam"), "sealed")
    assert "jam: sealed" in text(scenarios)
    assert "open: 08:00-20:00" in text(scenarios)
    for _ in range(4):
        press(form, f"tw-undo-{TOWN}")
    assert text(scenarios) == scenarios.files(TOWN)[WORLD]


def test_hours_that_are_none_are_a_problem_with_its_line(form, scenarios):
    place = form.selectbox(key=f"place-{TOWN}-box").value
    put(form, key(f"{place}/open"), "late")
    assert "is not a range of opening hours" in words(form)


@pytest.mark.soak
def test_a_place_is_taken_away_and_comes_back(form, scenarios):
    place = form.selectbox(key=f"place-{TOWN}-box").value
    press(form, f"place-{TOWN}-away")
    assert f"\n{place}:" not in text(scenarios)
    press(form, f"tw-undo-{TOWN}")
    assert text(scenarios) == scenarios.files(TOWN)[WORLD]


def test_a_place_of_a_name_that_is_there_is_not_made_again(form, scenarios):
    put(form, f"place-{TOWN}-new", form.selectbox(key=f"place-{TOWN}-box").value)
    assert any("already" in toast.value for toast in form.toast)
    assert scenarios.edits.next_to_undo(TOWN) is None


ODD = {
    "places of any kind": "A: text\nB: [a, b]\nC: {rooms: [x]}\nD: {rooms: {r: [1], s: {t: {u: v}}}}\n",
    "odd names": '"a/b":\n  rooms: {"*name": , "c/d": {"*name": x, "e": }, c: {d: }}\n',
    "a list": "- a\n",
    "nothing": "",
    "numbers of another kind": "A: {map: far, open: [1], private: maybe, objects: {o: {states: x}}}\n",
}


@pytest.mark.nightly
@pytest.mark.parametrize("odd", ODD.values(), ids=list(ODD))
def test_a_world_of_any_shape_has_a_form_for_each_of_its_places(form, scenarios, odd):
    scenarios.drafts.keep(TOWN, WORLD, odd, 1)
    well(form.run())
    box = [one for one in form.selectbox if one.key == f"place-{TOWN}-box"]
    for place in box[0].options if box else ():
        put(form, f"place-{TOWN}-box", place)


@pytest.mark.parametrize(
    "odd", ["facts: x\n", "facts: [a, {id: [1], known_by: nell}]\nseed: many\n", "- a\n", ""]
)
def test_a_town_of_any_shape_has_a_form(monkeypatch, tmp_path, scenarios, odd):
    scenarios.drafts.keep(TOWN, "town.yaml", odd, 1)
    opened(monkeypatch, tmp_path, TOWN, file="town.yaml")


def test_a_fact_says_what_is_understood_of_it_and_by_whom(monkeypatch, tmp_path, scenarios):
    for number, sentence in enumerate(
        ("Nell Hartley is giving a dance at the Towpath on day 2 at 18:00.", "The ducks are back.")
    ):
        value = {"id": f"own-{number}", "text": sentence, "known_by": ["nell"]}
        scenarios.edits.make(TOWN, Add(file="town.yaml", path=("facts",), value=value))
    said = words(opened(monkeypatch, tmp_path, TOWN, file="town.yaml"))
    assert "at Towpath, day 2 18:00" in said
    assert "→ news that people may pass on" in said


PEOPLE = ("Ann Lee", "Bo Reed", "Cy Fox", "Di Moor", "Ed Vale")


def places_made(at, name):
    for place in ("Mill House", "Bakery"):
        put(at, f"place-{name}-new", place)
        for room in ("kitchen", "upstairs"):
            put(at, f"{key(f'{place}/rooms', name=name)}-new", room)
    return 6


def people_made(at):
    for number, called in enumerate(PEOPLE):
        next(one for one in at.text_input if one.label == "Full name" and not one.key).set_value(called)
        home = next(one for one in at.selectbox if one.label == "Home" and not one.key)
        home.set_value("Mill House/upstairs" if number % 2 else "Bakery/upstairs")
        next(one for one in at.button if one.label == "Add").click()
        well(at.run())
    return 4 * len(PEOPLE)


def fact_made(at, name, sentence):
    put(at, key("facts-new", file="town.yaml", name=name), sentence)
    number = len([one for one in at.text_area if one.label.startswith("Fact ")]) - 1
    known = key(f"facts/{number}/known_by", file="town.yaml", name=name)
    well(at.button_group(key=known).set_value(["ann"]).run())
    put(at, key(f"facts/{number}/key_words", file="town.yaml", name=name), ["bread feast"])
    return 3


@pytest.mark.nightly
def test_a_town_of_five_is_made_by_forms_alone_and_lives_a_day_in_which_its_fact_is_told(
    monkeypatch, tmp_path, workspace
):
    name, fact = "mine", "Ann Lee is giving a bread feast at the Bakery on day 1 at 17:00; all may come."
    workspace.scenarios.new_blank(name)
    done = places_made(opened(monkeypatch, tmp_path, name), name)
    done += people_made(opened(monkeypatch, tmp_path, name, page="personas"))
    done += fact_made(opened(monkeypatch, tmp_path, name, file="town.yaml"), name, fact)
    assert done <= 60, "fields filled in and buttons pressed"
    workspace.scenarios.save_all(name, "made by forms")
    assert workspace.scenarios.checked(name).errors == ()
    run = workspace.runs.new(name, seed=1)
    run.live(20 * 60)
    tellers = {row.speaker for row in run.whole_log() if isinstance(row, Line) and "bread feast" in row.text}
    assert "ann" in tellers
