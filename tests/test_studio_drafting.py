"""A draft by a served model, in the studio: the cost first, then a draft whose parts are taken or left."""

from __future__ import annotations

import json

import pytest

from engine.api.models import Profile
from engine.api.scenarios import sketch
from engine.api.workspace import open_workspace
from tests.chaos import Chaos
from tests.studios import press, studio, well, words
from tests.test_drafting_by_model import GRETA, SAID

pytestmark = pytest.mark.slow
TOWN = "three-neighbours"


@pytest.fixture
def chaos():
    server = Chaos()
    yield server
    server.close()


def asked(monkeypatch, tmp_path, chaos, model="fine"):
    with open_workspace(tmp_path) as workspace:
        workspace.scenarios.add_bundled(TOWN)
        workspace.models.keep(Profile(name="small", base_url=chaos.base_url, model=model, timeout=5))
    monkeypatch.setattr("engine.models.served.client.retry._FIRST_WAIT", 0.001)
    at = studio(monkeypatch, tmp_path, "personas", town=TOWN)
    press(at, f"sentence-ask-{TOWN}")
    at.selectbox(key=f"sentence-by-{TOWN}").set_value("small").run()
    at.text_input(key=f"sentence-name-{TOWN}").set_value("Greta Holm")
    at.text_area(key=f"sentence-said-{TOWN}").set_value(SAID)
    press(at, f"sentence-draft-{TOWN}")
    return well(at)


def under_way(at):
    """What a model is writing, as the dialog holds it."""
    return at.session_state["tw-page-sentence-under-way"][2]


def answered(at):
    """Ask the model, and look again once it has answered."""
    press(at, f"sentence-pay-{TOWN}")
    if at.session_state["tw-page-sentence-under-way"] is not None:
        under_way(at).wait(60)
    return well(at.run())


@pytest.mark.nightly
def test_the_cost_is_said_before_and_each_part_is_taken_or_left(monkeypatch, tmp_path, chaos):
    chaos.good = json.dumps({**GRETA, "says": ["<b>Bees</b> don't lie."]})
    at = asked(monkeypatch, tmp_path, chaos)
    assert "One question: at most" in words(at)
    assert not chaos.hits, "nothing is asked before it is agreed to"
    answered(at)
    hives = next(one for one in at.checkbox if "hives" in one.label)
    well(hives.set_value(False).run())
    assert "hives" not in at.code[0].value
    press(at, f"sentence-take-{TOWN}")
    with open_workspace(tmp_path) as workspace:
        greta = sketch(workspace.scenarios.drafts.files(TOWN), TOWN)[0].persona("greta")
        assert greta.seed == ("Greta Holm carried the post for forty years.",)
        assert greta.says == ("Bees don't lie.",)


@pytest.mark.soak
def test_a_server_that_fails_is_named_and_nobody_is_added(monkeypatch, tmp_path, chaos):
    at = asked(monkeypatch, tmp_path, chaos, "500")
    answered(at)
    told = " ".join((words(at), *(one.value for one in (*at.error, *at.warning))))
    assert "status 500" in told
    with open_workspace(tmp_path) as workspace:
        assert len(sketch(workspace.scenarios.drafts.files(TOWN), TOWN)[0].personas) == 3


@pytest.mark.soak
def test_what_a_model_writes_can_be_stopped_and_asked_again(monkeypatch, tmp_path, chaos):
    at = asked(monkeypatch, tmp_path, chaos, "hang")
    press(at, f"sentence-pay-{TOWN}")
    assert "The model has been writing for" in words(at)
    press(at, f"sentence-stop-{TOWN}")
    assert "The model has been writing for" not in words(at)
    assert at.button(key=f"sentence-pay-{TOWN}"), "it can be asked again"
    assert not at.code, "nothing is proposed"


@pytest.mark.nightly
def test_what_a_model_writes_is_stopped_when_the_dialog_is_left(monkeypatch, tmp_path, chaos):
    at = asked(monkeypatch, tmp_path, chaos, "hang")
    press(at, f"sentence-pay-{TOWN}")
    drafting = under_way(at)
    at.session_state["tw-page-dialog"] = ("", "")
    well(at.run())
    drafting.wait(60)
    assert drafting.ending is None
