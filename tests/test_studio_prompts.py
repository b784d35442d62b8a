"""Prompts in the studio: read, worded anew, compared, marked as looked at, and given up without a loss."""

import pytest

from engine.api.workspace import open_workspace
from engine.prompts.meanings import PURPOSES
from engine.prompts.wordings import default, marked
from tests.studios import box, labels, press, studio, words

pytestmark = pytest.mark.slow

TOWN, SPEAK = "three-neighbours", "prompts/speak.md"
OLD = f"<!-- made from 000000000000 -->\nIn short.\n\n{default('speak')}"


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        yield opened


@pytest.fixture
def page(monkeypatch, tmp_path, workspace):
    def open_page(prompt="speak"):
        at = studio(monkeypatch, tmp_path, "prompts", town=TOWN)
        box(at, "Prompt").set_value(prompt).run()
        toggle = f"plain-{TOWN}-prompts/{prompt}.md"
        if any(each.key == toggle for each in at.toggle):
            at.toggle(key=toggle).set_value(True).run()
        return at

    return open_page


def as_asked(at):
    """What the last block of text on the page shows: the example."""
    return at.code[-1].value


@pytest.mark.nightly
def test_a_prompt_comes_with_its_purpose_its_default_and_the_way_to_ones_own(page):
    at = page()
    said = words(at)
    assert PURPOSES["speak"] in said
    assert at.code[0].value == default("speak").strip()
    assert "Write your own" in labels(at)
    assert not any(label.startswith("Compare") for label in labels(at))


@pytest.mark.soak
def test_the_list_says_whose_words_each_prompt_has(page, workspace):
    workspace.scenarios.save_file(TOWN, SPEAK, OLD)
    workspace.scenarios.save_file(TOWN, "prompts/rate.md", default("rate"))
    options = box(page("common"), "Prompt").options
    assert {"Speak · yours, default changed", "Rate · yours", "React"} <= set(options)


@pytest.mark.soak
def test_ones_own_wording_begins_as_a_draft_of_the_default(page, workspace):
    press(page(), f"own-{TOWN}-speak")
    at = page()
    assert at.text_area[0].value == marked("speak", default("speak"))
    assert "New, not saved yet" in words(at)
    at.text_area[0].set_value(marked("speak", f"In short.\n\n{default('speak')}")).run()
    assert "This town can run" in words(at)
    assert as_asked(at).startswith("In short.\n\nSay your next line"), "the example is that of the draft"
    press(at, f"save-{TOWN}-{SPEAK}")
    assert workspace.scenarios.checked(TOWN).scenario.wordings["speak"].startswith("In short.")


@pytest.mark.soak
def test_problems_are_said_while_one_writes(page, workspace):
    workspace.scenarios.save_file(TOWN, SPEAK, default("speak"))
    at = page()
    at.text_area[0].set_value(default("speak").replace("$lines", "$lins")).run()
    said = words(at)
    assert "1 error, 1 warning" in said
    assert "did you mean $lines? this prompt can use $people, $lines" in said
    assert "uses $lins" in said, "there is no example then, and why"


@pytest.mark.nightly
def test_the_example_is_of_whoever_is_chosen(page):
    at = page("plan_day")
    for agent, name in (("ruth", "Ruth"), ("otto", "Otto")):
        at.selectbox(key=f"asked-{TOWN}").set_value(agent).run()
        assert f"until bedtime, {name}" in as_asked(at)


def test_who_was_not_asked_is_said_to_be_so(monkeypatch, tmp_path, workspace):
    ann = "name: Ann Lee\nhome: Hut\nseed: Ann Lee is alone\n"
    files = {"town.yaml": "town: Alone", "world.yaml": "Hut:\n", "personas/ann.yaml": ann}
    workspace.scenarios.save("alone", files)
    at = studio(monkeypatch, tmp_path, "prompts", town="alone")
    box(at, "Prompt").set_value("speak").run()
    assert "Ann Lee was not asked this on the rehearsed first day. Choose another person." in words(at)


def test_what_all_questions_begin_with_is_shown_for_a_person(page):
    assert as_asked(page("common")).startswith("You are ")


def test_the_placeholders_are_listed_with_what_they_stand_for(page):
    at = page()
    at.segmented_control(key="wording-look").set_value("placeholders").run()
    table = at.table[0].value
    assert [row.replace("\\", "") for row in table["Placeholder"][:3]] == ["$people", "$lines", "$recalled"]
    assert "the conversation so far" in table["Meaning"][1]


def test_a_wording_is_compared_with_the_default(page, workspace):
    workspace.scenarios.save_file(TOWN, SPEAK, OLD)
    said = words(press(page(), f"compare-{TOWN}-speak"))
    assert "The default" in said
    assert "In short." in said
    assert "made from" not in said.partition("tw-diff")[2], "the mark is no part of it"


def test_when_the_default_has_moved_on_one_says_that_one_has_looked_at_it(page, workspace):
    workspace.scenarios.save_file(TOWN, SPEAK, OLD)
    at = page()
    assert "The default has changed since you based your wording on it" in words(at)
    at = press(at, f"accept-{TOWN}-speak")
    assert "The default has changed" not in words(at)
    assert at.text_area[0].value == workspace.scenarios.files(TOWN)[SPEAK] == marked("speak", OLD)
    assert "This town can run" in words(at)


def test_the_default_comes_back_and_so_does_ones_own(page, workspace):
    workspace.scenarios.save_file(TOWN, SPEAK, OLD)
    at = press(page(), f"default-{TOWN}-speak")
    assert SPEAK not in workspace.scenarios.files(TOWN)
    assert at.code[0].value == default("speak").strip()
    press(at, f"return-{TOWN}-speak")
    assert workspace.scenarios.files(TOWN)[SPEAK] == OLD


def test_with_errors_elsewhere_the_example_says_where_to_look(page, workspace):
    workspace.scenarios.save_file(TOWN, "world.yaml", "Quay: {opens: 7}")
    assert (
        "other files have errors. Fix them under World and Personas to see what a person is asked."
        in words(page())
    )


@pytest.mark.nightly
@pytest.mark.parametrize("text", ["", "$", "<script>alert(1)</script> $name", "x" * 9_000, "**bold** <!--"])
def test_no_wording_can_break_the_page(page, workspace, text):
    workspace.scenarios.save_file(TOWN, SPEAK, text)
    at = page()
    assert not any("<script>" in element.value for element in (*at.html, *at.markdown))
    assert "error" in words(at) or "warning" in words(at)


def test_a_town_with_an_unsound_prompt_is_mended_here(monkeypatch, tmp_path, workspace):
    workspace.scenarios.save_file(TOWN, "prompts/rate.md", "Rate $this.")
    at = press(studio(monkeypatch, tmp_path, "scenarios"), f"mend-{TOWN}")
    assert at.header[0].value == "Prompts"
    assert box(at, "Prompt").value == "rate"


def test_without_a_scenario_the_page_says_what_to_do(monkeypatch, tmp_path, workspace):
    for name in workspace.scenarios.names():
        workspace.scenarios.hide(name)
    assert "No scenario yet" in words(studio(monkeypatch, tmp_path, "prompts"))
