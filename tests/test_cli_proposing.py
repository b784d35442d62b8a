"""From a terminal: people proposed over chosen axes, and somebody drafted from a few sentences."""

from __future__ import annotations

import json
import signal
import threading

import pytest

from engine.api.models import Profile
from engine.api.workspace import open_workspace
from tests.chaos import Chaos
from tests.test_drafting_by_model import GRETA, SAID

TOWN = "willow-bay"


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A workspace with a town."""
    monkeypatch.setenv("TOWNWRIGHT_WORKSPACE", str(tmp_path))
    with open_workspace(tmp_path) as opened:
        opened.scenarios.add_bundled(TOWN)
        yield opened


@pytest.fixture
def chaos(own):
    server = Chaos()
    own.models.keep(Profile(name="small", base_url=server.base_url, model="fine", timeout=5))
    yield server
    server.close()


def people(own):
    return {persona.id for persona in own.scenarios.checked(TOWN).scenario.personas}


@pytest.mark.nightly
def test_a_cast_is_shown_with_what_it_covers_and_kept_only_with_yes(call, own):
    before = people(own)
    status, out, err = call("cast", TOWN, "--over", "warmth", "age", "--count", 3, "--seed", 5)
    assert status == 0
    assert "The people who live there cover" in out
    assert "Nothing is saved yet" in err
    assert people(own) == before
    told = json.loads(call("cast", TOWN, "--over", "warmth", "age", "--count", 3, "--seed", 5, "--json")[1])
    ids = [one["agent"] for one in told["people"]]
    assert len(ids) == 3
    assert sum(row["then"] - row["now"] for row in told["covered"]) == 3
    status, out, _ = call(
        "cast", TOWN, "--over", "warmth", "age", "--count", 3, "--seed", 5, "--only", ids[1], "--yes"
    )
    assert (status, people(own) - before) == (0, {ids[1]})
    assert "Saved as v2" in out


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--over", "wamth"], "wamth"),
        (["--only", "nobody"], "no proposed person has the id 'nobody'; use one of"),
        (["--over", "warmth", "age", "trade", "mood"], "axes"),
    ],
)
def test_what_is_no_axis_and_nobody_is_named(call, own, arguments, said):
    status, _, err = call("cast", TOWN, *arguments)
    assert status == 1
    assert said in err


def test_somebody_is_drafted_by_rule_and_kept_only_with_yes(call, own):
    before = people(own)
    said = "She is a retired postwoman, 70 years old, stubborn and kind. She keeps bees."
    status, out, err = call("draft", TOWN, "Greta Holm", said)
    assert status == 0
    assert "age: 70" in out
    assert "Nothing is saved yet" in err
    assert people(own) == before
    assert call("draft", TOWN, "Greta Holm", said, "--yes")[0] == 0
    assert people(own) - before == {"greta"}
    status, _, err = call("draft", TOWN, "Greta Holm", said, "--leave", "says")
    assert (status, "--by" in err) == (1, True)


def test_a_models_draft_says_its_cost_first_and_is_kept_in_part(call, own, chaos):
    chaos.good = json.dumps(GRETA)
    status, _, err = call("draft", TOWN, "Greta Holm", SAID, "--by", "small", "--leave", "says", "--yes")
    assert status == 0
    assert "one question: at most" in err
    greta = own.scenarios.checked(TOWN).scenario.persona("greta")
    assert (greta.age, greta.says) == (70, ())


def test_what_a_model_is_asked_is_stopped_by_ctrl_c_and_leaves_nothing(call, own, chaos):
    own.models.keep(Profile(name="small", base_url=chaos.base_url, model="hang", timeout=60))
    files = own.scenarios.drafts.files(TOWN)
    calls = threading.Thread(target=_interrupt_once_asked, args=(chaos,))
    calls.start()
    status, _, err = call("draft", TOWN, "Greta Holm", SAID, "--by", "small", "--yes")
    calls.join()
    assert status == 130
    assert "the draft is discarded" in err
    assert own.scenarios.drafts.files(TOWN) == files
    assert len(own.scenarios.versions(TOWN)) == 1


def _interrupt_once_asked(chaos):
    while not chaos.hits:
        threading.Event().wait(0.01)
    signal.raise_signal(signal.SIGINT)
