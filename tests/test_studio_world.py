"""Writing the world: drafts that survive, problems with lines, versions to compare and bring back."""

import pytest
from streamlit.testing.v1 import AppTest

from engine.api.workspace import open_workspace
from engine.records import Hours
from studio.authoring.editor.diff import diff_rows
from studio.town.world_tree import hours_words
from tests.studios import box, handed, labels, press, studio, words

pytestmark = pytest.mark.slow


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        yield opened


@pytest.fixture
def page(monkeypatch, tmp_path, workspace):
    def open_page():
        at = studio(monkeypatch, tmp_path, "world")
        at.toggle(key="plain-willow-bay-world.yaml").set_value(True).run()
        return at

    return open_page


def typed(at, text):
    at.text_area[0].set_value(text).run()
    return at


def test_the_tree_shows_places_rooms_objects_hours_capacity_and_what_is_urgent(page):
    tree = handed(page(), "place_tree")
    said = str(tree)
    assert "Harbour Café" in said
    assert "07:00–21:00" in said
    assert "espresso machine" in said
    assert "up to 1" in said
    assert "when burning: turn the stove off and open the window" in said


def test_what_is_typed_is_kept_at_once_and_survives_a_new_window(page, workspace):
    text = workspace.scenarios.files("willow-bay")["world.yaml"].replace(
        "Harbour Café:", "Harbour Café:  # new"
    )
    typed(page(), text)
    assert workspace.scenarios.drafts.of("willow-bay")["world.yaml"].text == text
    again = page()
    assert again.text_area[0].value == text
    assert "Draft based on v1" in words(again)


@pytest.mark.soak
def test_saving_makes_a_version_and_ends_the_draft(page, workspace):
    text = workspace.scenarios.files("willow-bay")["world.yaml"] + "\nMill: {map: {x: 1, y: 1}}\n"
    at = press(typed(page(), text), "save-willow-bay-world.yaml")
    assert "Saved · v2" in words(at)
    assert workspace.scenarios.files("willow-bay")["world.yaml"] == text
    assert workspace.scenarios.drafts.of("willow-bay") == {}
    assert "Mill" in str(handed(at, "place_tree"))


def test_a_draft_can_be_discarded(page, workspace):
    before = workspace.scenarios.files("willow-bay")["world.yaml"]
    at = press(typed(page(), "Quay:"), "discard-willow-bay-world.yaml")
    assert at.text_area[0].value == before
    assert workspace.scenarios.drafts.of("willow-bay") == {}


@pytest.mark.soak
def test_every_problem_has_its_line_what_is_wrong_and_what_to_do(page, workspace):
    text = workspace.scenarios.files("willow-bay")["world.yaml"].replace("emoji: ⚓", "emojy: ⚓")
    line = text[: text.index("emojy")].count("\n") + 1
    at = typed(page(), text)
    assert "1 error" in words(at)
    assert "unknown key &#x27;emojy&#x27;: did you mean &#x27;emoji&#x27;?" in words(at)
    assert any(f"Line {line}" in button.label for button in at.button)
    press(at, "jump-willow-bay-world.yaml-0")


@pytest.mark.parametrize("text", ["", "[", "\t- x", "Quay: {rooms: 7}", "a: &x b", "x" * 5_000])
def test_no_text_can_break_the_page(page, text):
    assert "error" in words(typed(page(), text))


def test_a_broken_text_may_be_saved_for_later(page, workspace):
    press(typed(page(), "Quay: {opens: 7}"), "save-willow-bay-world.yaml")
    assert workspace.scenarios.versions("willow-bay")[0].version == 2


@pytest.mark.soak
def test_two_versions_are_compared_and_the_older_one_is_brought_back(page, workspace):
    before = workspace.scenarios.files("willow-bay")["world.yaml"]
    at = press(typed(page(), before.replace("Quay:", "Pier:")), "save-willow-bay-world.yaml")
    press(at, "history-willow-bay-world.yaml")
    said = words(at)
    assert "−" in said
    assert "+" in said
    assert "Pier:" in said
    press(at, "restore-file-willow-bay-world.yaml")
    assert workspace.scenarios.files("willow-bay")["world.yaml"] == before
    assert [version.version for version in workspace.scenarios.versions("willow-bay")] == [3, 2, 1]


@pytest.mark.soak
def test_a_draft_begun_before_its_file_was_saved_elsewhere_says_so_and_both_are_seen(page, workspace):
    typed(page(), "Quay: # mine")
    workspace.scenarios.save_file("willow-bay", "world.yaml", "Quay: # theirs")
    at = page()
    said = words(at)
    assert "world.yaml was saved elsewhere as v2 after this draft was started." in said
    assert "Quay: # mine" in said
    assert "Quay: # theirs" in said
    assert at.button(key="save-willow-bay-world.yaml").disabled
    press(at, "keep-willow-bay-world.yaml")
    assert "saved elsewhere" not in words(at)
    press(at, "save-willow-bay-world.yaml")
    assert workspace.scenarios.files("willow-bay")["world.yaml"] == "Quay: # mine"


@pytest.mark.soak
def test_saving_another_file_alarms_nobody(page, workspace):
    typed(page(), "Quay: # mine")
    workspace.scenarios.save_file("willow-bay", "town.yaml", "town: Willow Bay # new")
    at = page()
    assert "saved elsewhere" not in words(at)
    assert "Draft based on v1" in words(at)
    press(at, "save-willow-bay-world.yaml")
    assert workspace.scenarios.files("willow-bay")["world.yaml"] == "Quay: # mine"


@pytest.mark.soak
def test_the_second_of_two_windows_is_told_sees_the_other_text_and_chooses(page, workspace):
    first, second = page(), page()
    typed(first, "Quay: # first")
    typed(second, "Quay: # second")
    said = words(second)
    assert "world.yaml was changed in another window while you edited it here." in said
    assert "Quay: # first" in said
    assert second.text_area[0].value == "Quay: # second"
    assert workspace.scenarios.drafts.of("willow-bay")["world.yaml"].text == "Quay: # first"
    assert second.button(key="save-willow-bay-world.yaml").disabled
    assert "world.yaml was also edited in another window" in words(first.run())
    press(second, "keep-willow-bay-world.yaml")
    assert workspace.scenarios.drafts.of("willow-bay")["world.yaml"].text == "Quay: # second"
    assert first.run().text_area[0].value == "Quay: # second", "the first window sees what was chosen"
    assert any(label == "Unused drafts · 1" for label in labels(first))
    press(first, "asides-willow-bay-world.yaml")
    assert "Quay: # first" in words(first)
    (back,) = (button for button in first.button if button.label == "Restore")
    back.click().run()
    assert workspace.scenarios.drafts.of("willow-bay")["world.yaml"].text == "Quay: # first"


@pytest.mark.soak
def test_the_second_window_may_take_the_other_text(page, workspace):
    first, second = page(), page()
    typed(first, "Quay: # first")
    press(typed(second, "Quay: # second"), "take-willow-bay-world.yaml")
    assert second.text_area[0].value == "Quay: # first"
    assert "another window" not in words(second)
    assert workspace.scenarios.drafts.of("willow-bay")["world.yaml"].text == "Quay: # first"


@pytest.mark.nightly
@pytest.mark.parametrize("theirs", ["Quay: # 灯笼\n", "<img src=x onerror=y>", "", "x" * 3_000])
def test_the_other_text_is_only_text_whatever_it_says(page, workspace, theirs):
    first, second = page(), page()
    typed(first, theirs)
    said = words(typed(second, "Quay: # second"))
    assert "was changed in another window" in said
    assert "<img" not in said


@pytest.mark.soak
def test_a_problem_of_another_file_is_a_way_to_its_line(page, workspace):
    text = workspace.scenarios.files("willow-bay")["personas/tomas.yaml"].replace("home:", "hme:")
    workspace.scenarios.save_file("willow-bay", "personas/tomas.yaml", text)
    workspace.scenarios.save_file("willow-bay", "prompts/rate.md", "Rate $this.")
    line = text[: text.index("hme:")].count("\n") + 1
    at = page()
    (way,) = (label for label in labels(at) if "tomas" in label)
    assert "error" in way
    press(at, "elsewhere-willow-bay-world.yaml-personas/tomas.yaml")
    assert at.header[0].value == "Personas"
    assert box(at, "Who").value == "tomas"
    wanted = at.session_state["tw-page-jump-willow-bay-personas/tomas.yaml"]
    assert 1 <= wanted[0] <= line
    press(at, "elsewhere-willow-bay-personas/tomas.yaml-prompts/rate.md")
    assert at.header[0].value == "Prompts"


def test_the_town_file_has_its_own_place(page, workspace):
    at = page()
    at.segmented_control(key="world-file-willow-bay").set_value("town.yaml").run()
    said = words(at)
    assert "Facts" in said
    assert "known by Isabel Moreno at the start" in said


def test_one_may_go_from_one_file_to_the_other_and_back(page):
    at = page()
    for path in ("town.yaml", "world.yaml", "town.yaml"):
        at.segmented_control(key="world-file-willow-bay").set_value(path).run()
        assert at.segmented_control(key="world-file-willow-bay").value == path


def test_a_diff_marks_what_went_and_what_came_and_folds_the_rest():
    before = "\n".join(f"line {n}" for n in range(50))
    rows = diff_rows(before, before.replace("line 25", "line new"))
    assert [row.kind for row in rows] == [
        "gap",
        "same",
        "same",
        "same",
        "changed",
        "same",
        "same",
        "same",
        "gap",
    ]
    changed = rows[4]
    assert (changed.left_number, changed.left, changed.right_number, changed.right) == (
        26,
        "line 25",
        26,
        "line new",
    )
    assert diff_rows(before, before) == []


def test_lines_added_and_taken_away_stand_on_their_side():
    assert [(row.kind, row.left, row.right) for row in diff_rows("a\nb", "a\nb\nc")] == [
        ("same", "a", "a"), ("same", "b", "b"), ("new", "", "c"),
    ]  # fmt: skip
    assert diff_rows("a\nb", "a")[-1].kind == "gone"


def test_hours_are_said_as_people_say_them():
    assert hours_words(None) == "always open"
    assert hours_words(Hours(opens=420, closes=1440)) == "07:00–24:00"


def test_a_town_stays_the_one_being_edited_while_it_gets_another_name(monkeypatch, tmp_path, workspace):
    workspace.scenarios.duplicate("willow-bay", "abbey")
    at = studio(monkeypatch, tmp_path, "world", town="willow-bay")
    box = at.selectbox[0] if at.selectbox[0].label == "Scenario" else at.selectbox[1]
    assert {"Willow Bay (abbey)", "Willow Bay"} <= set(box.options)
    box.set_value("willow-bay").run()
    text = workspace.scenarios.files("willow-bay")["town.yaml"].replace("town: Willow Bay", "town: Gull Bay")
    workspace.scenarios.drafts.keep(
        "willow-bay", "town.yaml", text, workspace.scenarios.versions("willow-bay")[0].number
    )
    at.run()
    box = next(box for box in at.selectbox if box.label == "Scenario")
    assert box.value == "willow-bay"
    assert {"Gull Bay (willow-bay)", "Willow Bay (abbey)"} <= set(box.options)


def test_while_the_text_cannot_be_read_the_place_of_the_map_says_so(page):
    assert "Fix the text to see the map again" in words(typed(page(), "Quay:\n  - ]"))


def test_changes_are_shown_one_below_the_other_where_there_is_little_width():
    def page():
        from studio.authoring.editor.diff import show_changes

        show_changes("a\nb\n<i>c</i>", "a\nB\n<i>c</i>\nd", left="here", right="there")

    (table,) = AppTest.from_function(page).run().html
    rows = table.value.split("<tr>")[2:]
    assert [("−" in row, "+" in row) for row in rows] == [
        (False, False), (True, False), (False, True), (False, False), (False, True),
    ]  # fmt: skip
    assert "&lt;i&gt;c" in table.value


@pytest.mark.soak
def test_what_is_not_saved_yet_is_compared_in_meaning_too(page, workspace):
    before = workspace.scenarios.files("willow-bay")["world.yaml"]
    at = typed(page(), before + "\nMill: {map: {x: 1, y: 1}}\n")
    press(at, "history-willow-bay-world.yaml")
    assert "Current draft" in box(at, "With").options[0]
    assert "place added: Mill" in words(at)
    at = typed(page(), before + "\n# Mill\n")
    press(at, "history-willow-bay-world.yaml")
    assert "No differences in meaning." in words(at)
