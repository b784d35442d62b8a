"""Events of a town in the studio: planned in its form, and what came of them on Threads."""

from __future__ import annotations

import pytest

from engine.api.scenarios import read_scenario, said_in
from engine.api.workspace import open_workspace
from tests.studios import press, studio, well, words

pytestmark = pytest.mark.slow
TOWN, FILE = "three-neighbours", "town.yaml"
HOSTILE = "the <b>vote</b> on `x` $1$ :red[y]"


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        opened.scenarios.add_bundled(TOWN)
        yield opened


@pytest.fixture
def form(monkeypatch, tmp_path, workspace):
    at = studio(monkeypatch, tmp_path, "world", town=TOWN)
    at.segmented_control(key=f"world-file-{TOWN}").set_value(FILE).run()
    at.segmented_control(key=f"world-way-{TOWN}-Card").set_value("Form").run()
    return well(at)


def events(workspace):
    return said_in(workspace.scenarios.drafts.files(TOWN)[FILE], FILE)["events"]


def key(field, number=0):
    return f"form-{TOWN}-{FILE}-events/{number}/{field}"


def test_a_vote_is_planned_field_by_field_and_the_town_lives(form, workspace):
    assert "No events yet. An event happens at its time" in words(form)
    press(form, f"form-{TOWN}-{FILE}-events-add")
    (nothing_said,) = read_scenario(workspace.scenarios.drafts.files(TOWN), TOWN).errors
    assert "add what it is (`what`)" in str(nothing_said)
    well(form.selectbox(key=key("kind")).set_value("vote").run())
    well(form.text_input(key=key("what")).set_value("the vote on the cat").run())
    well(form.text_input(key=key("question")).set_value("What is the cat called?").run())
    well(form.multiselect(key=key("options")).set_value(["Nell Hartley", "Otto Finch"]).run())
    well(form.selectbox(key=key("where")).set_value("Towpath").run())
    well(form.text_input(key=key("at")).set_value("day 1 12:15-12:45").run())
    well(form.multiselect(key=key("except")).set_value(["ruth"]).run())
    (vote,) = events(workspace)
    assert vote["options"] == ["Nell Hartley", "Otto Finch"]
    scenario = read_scenario(workspace.scenarios.drafts.files(TOWN), TOWN).scenario
    assert not scenario.events[0].may_attend("ruth")
    assert (scenario.events[0].place, scenario.events[0].begins) == ("Towpath", 735)


def test_another_kind_has_other_fields(form):
    press(form, f"form-{TOWN}-{FILE}-events-add")
    well(form.selectbox(key=key("kind")).set_value("state").run())
    assert [field.key for field in form.selectbox if field.key == key("object")]
    assert not [field for field in form.text_input if field.key == key("what")]


def test_a_field_that_another_kind_has_not_goes_with_the_kind(form, workspace):
    press(form, f"form-{TOWN}-{FILE}-events-add")
    well(form.selectbox(key=key("kind")).set_value("vote").run())
    well(form.multiselect(key=key("options")).set_value(["yes", "no"]).run())
    well(form.selectbox(key=key("kind")).set_value("closing").run())
    (closing,) = events(workspace)
    assert set(closing) <= {"kind", "what", "where", "at"}
    assert closing["kind"] == "closing"
    press(form, f"tw-undo-{TOWN}")
    assert events(workspace)[0]["options"] == ["yes", "no"]


def test_two_are_added_with_nothing_made_up_and_one_is_taken_away(form, workspace):
    press(form, f"form-{TOWN}-{FILE}-events-add")
    well(form.text_input(key=key("what")).set_value("a storm").run())
    press(form, f"form-{TOWN}-{FILE}-events-add")
    assert events(workspace) == [{"kind": "happening", "what": "a storm"}, {"kind": "happening"}]
    press(form, f"form-{TOWN}-{FILE}-events/0-away")
    assert events(workspace) == [{"kind": "happening"}]


def test_threads_shows_an_event_of_the_town_as_text_with_what_came_of_it(monkeypatch, tmp_path, workspace):
    files = dict(workspace.scenarios.files(TOWN))
    files[FILE] += (
        f"events: [{{kind: vote, what: '{HOSTILE}', options: [a, b], where: Candle Court, "
        "at: day 1 08:00-08:30}, {kind: count, what: roll call, where: Towpath, at: day 2 08:00}]\n"
    )
    workspace.scenarios.add("court", files)
    run = workspace.runs.new("court")
    run.live("day 1 09:00")
    at = well(studio(monkeypatch, tmp_path, "threads"))
    shown = words(at)
    assert "<b>" not in shown
    assert "Not due yet: planned for day 2 08:00" in shown
    assert [button for button in at.button if button.label == "Open in World"]
    [vote] = [thread for thread in run.threads() if not thread.agent and thread.kind == "vote"]
    assert vote.state == "done"
    assert [button for button in at.button if button.key == f"why-thread--1-{vote.shown_by}"]
