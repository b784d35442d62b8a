"""Intentions in the forms of a person and of the town: added, changed, and made of a sentence."""

from __future__ import annotations

import pytest

from engine.api.scenarios import read_scenario, said_in
from engine.api.workspace import open_workspace
from tests.studios import press, studio, well, words
from tests.towns import without_intents

pytestmark = pytest.mark.slow
TOWN, NELL = "three-neighbours", "personas/nell.yaml"


@pytest.fixture
def scenarios(tmp_path):
    with open_workspace(tmp_path) as opened:
        opened.scenarios.save(TOWN, without_intents(TOWN))
        yield opened.scenarios


@pytest.fixture
def form(monkeypatch, tmp_path, scenarios):
    at = studio(monkeypatch, tmp_path, "personas", town=TOWN, agent="nell")
    at.segmented_control(key=f"personas-way-{TOWN}-Card").set_value("Form").run()
    return well(at)


def said(scenarios, file=NELL):
    return said_in(scenarios.drafts.files(TOWN)[file], file)


def intends(scenarios, file=NELL):
    return said(scenarios, file)["intends"]


def key(field, number=0, file=NELL):
    return f"form-{TOWN}-{file}-intends/{number}/{field}"


def test_an_intention_is_added_and_each_part_of_it_set(form, scenarios):
    assert "No intentions yet. An intention states exactly" in words(form)
    press(form, f"form-{TOWN}-{NELL}-intends-add")
    assert intends(scenarios) == [{"kind": "meeting"}], "nothing that the author has not said"
    well(form.multiselect(key=key("with")).set_value(["otto", "ruth"]).run())
    well(form.selectbox(key=key("where")).set_value("Towpath").run())
    well(form.text_input(key=key("at")).set_value("day 2 19:00").run())
    well(form.text_input(key=key("because")).set_value("the piano is out of tune").run())
    (meeting,) = intends(scenarios)
    assert meeting["with"] == ["otto", "ruth"]
    assert (meeting["where"], meeting["at"]) == ("Towpath", "day 2 19:00")
    assert meeting["because"] == "the piano is out of tune"
    assert read_scenario(scenarios.drafts.files(TOWN), TOWN).errors == ()


def test_another_kind_has_other_fields(form, scenarios):
    press(form, f"form-{TOWN}-{NELL}-intends-add")
    well(form.multiselect(key=key("with")).set_value(["otto"]).run())
    form.selectbox(key=key("kind")).set_value("message")
    well(form.run())
    assert [field.label for field in form.text_input if field.key == key("what")] == ["What they tell"]
    assert [field.label for field in form.multiselect if field.key == key("except")] == ["Except"]
    assert form.multiselect(key=key("with")).label == "To whom", "what is said already stays as it is named"


def test_what_another_kind_has_no_field_for_goes_with_the_kind(form, scenarios):
    press(form, f"form-{TOWN}-{NELL}-intends-add")
    well(form.multiselect(key=key("with")).set_value(["otto"]).run())
    well(form.selectbox(key=key("where")).set_value("Towpath").run())
    well(form.text_input(key=key("because")).set_value("it is late").run())
    well(form.selectbox(key=key("kind")).set_value("secret").run())
    assert intends(scenarios) == [{"kind": "secret", "because": "it is late"}]
    press(form, f"tw-undo-{TOWN}")
    assert intends(scenarios)[0]["where"] == "Towpath"


def test_everybody_stands_for_all_and_one_who_is_chosen_after_it_instead(form, scenarios):
    press(form, f"form-{TOWN}-{NELL}-intends-add")
    for chosen, stated in (
        (["otto"], ["otto"]),
        (["otto", "everybody"], ["everybody"]),
        (["everybody", "ruth"], ["ruth"]),
    ):
        well(form.multiselect(key=key("with")).set_value(chosen).run())
        assert intends(scenarios)[0]["with"] == stated


def test_a_moment_that_is_none_stands_as_typed_and_is_a_problem(form, scenarios):
    press(form, f"form-{TOWN}-{NELL}-intends-add")
    form.text_input(key=key("at")).set_value("day 1 25:00")
    well(form.run())
    assert intends(scenarios)[0]["at"] == "day 1 25:00"
    problems = read_scenario(scenarios.drafts.files(TOWN), TOWN).problems
    (problem,) = [one for one in problems if one.code == "TW205"]
    assert "25:00" in problem.message


def test_a_sentence_is_made_exact_in_one_step_and_comes_back_with_undo(form, scenarios):
    sentence = "Nell Hartley is giving a party at the Towpath on day 2 at 17:00"
    form.text_input(key=f"form-{TOWN}-{NELL}-seed-new").set_value(sentence)
    well(form.run())
    before = scenarios.drafts.files(TOWN)[NELL]
    exact = [button for button in form.button if button.label == "Write as fields"]
    exact[-1].click()
    well(form.run())
    assert sentence not in str(said(scenarios)["seed"])
    assert intends(scenarios) == [
        {"kind": "occasion", "what": "party", "where": "Towpath", "at": "day 2 17:00", "text": sentence}
    ]
    press(form, f"tw-undo-{TOWN}")
    assert scenarios.drafts.files(TOWN)[NELL] == before


def test_what_is_to_be_done_stands_beside_each_memory_and_the_rest_is_background(form):
    shown = words(form)
    assert "→ Background: no intention" in shown
    assert "→ " in shown.replace("→ Background", "")


def test_several_people_of_the_town_mean_the_same(monkeypatch, tmp_path, scenarios):
    at = studio(monkeypatch, tmp_path, "world", town=TOWN)
    at.segmented_control(key=f"world-file-{TOWN}").set_value("town.yaml").run()
    at.segmented_control(key=f"world-way-{TOWN}-Card").set_value("Form").run()
    press(at, f"form-{TOWN}-town.yaml-intends-add")
    who = at.multiselect(key=key("who", file="town.yaml"))
    assert who.value == ["everybody"]
    who.set_value(["otto", "ruth"])
    well(at.run())
    assert intends(scenarios, "town.yaml")[0]["who"] == ["otto", "ruth"]
