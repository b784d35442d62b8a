"""Somebody drafted by a served model: a proposal of which every part can be left, whatever it says."""

from __future__ import annotations

import json

import pytest

from engine.api.models import Keys, Profile
from engine.api.proposing.drafting import Drafting, draft_cost, draft_person, draft_taken
from engine.api.workspace import open_workspace
from engine.errors import BadInput, ModelFailed, NotFound, TownwrightError
from engine.models.profiles import Prices
from tests.chaos import Chaos

TOWN = "willow-bay"
SAID = "A retired postwoman who keeps bees and is afraid of the sea."
GRETA = {
    "age": 70,
    "pronouns": "she",
    "traits": ["stubborn", "kind"],
    "memories": ["Greta Holm carried the post for forty years.", "Greta Holm keeps three hives."],
    "currently": "Greta Holm is looking for a lost swarm.",
    "speaks": "short and dry",
    "says": ["Bees don't lie."],
}


@pytest.fixture
def chaos():
    server = Chaos()
    yield server
    server.close()


@pytest.fixture
def workspace(tmp_path, chaos, monkeypatch):
    monkeypatch.setattr("engine.models.served.client.retry._FIRST_WAIT", 0.001)
    with open_workspace(tmp_path, keys=Keys({"small": "sk-canary-8f1d"})) as opened:
        opened.scenarios.add_bundled(TOWN)
        yield opened


def profile(workspace, chaos, model="fine", **more):
    workspace.models.keep(Profile(name="small", base_url=chaos.base_url, model=model, timeout=5, **more))


def drafted(workspace, chaos, answer=GRETA, **more):
    chaos.good = answer if isinstance(answer, str) else json.dumps(answer)
    profile(workspace, chaos, **more)
    return draft_person(workspace, TOWN, "Greta Holm", SAID, "small")


def test_what_it_may_take_is_said_before_anything_is_asked(workspace, chaos):
    profile(workspace, chaos, prices=Prices(tokens_in=1, tokens_out=2))
    cost = draft_cost(workspace, TOWN, "Greta Holm", SAID, "small")
    assert cost.micros
    assert "at most" in cost.words
    assert cost.words.endswith(" USD")
    assert not chaos.hits, "nothing was sent"
    profile(workspace, chaos)
    assert "the cost is unknown" in draft_cost(workspace, TOWN, "Greta Holm", SAID, "small").words


def test_it_takes_no_more_than_was_said(workspace, chaos):
    profile(workspace, chaos, prices=Prices(tokens_in=1, tokens_out=2))
    foretold = draft_cost(workspace, TOWN, "Greta Holm", SAID, "small")
    drafted(workspace, chaos, prices=Prices(tokens_in=1, tokens_out=2))
    sent = [message["content"] for _, _, body in chaos.asked for message in body["messages"]]
    assert any(SAID.rstrip(".") in text for text in sent)
    assert sum(map(len, sent)) / 4 < foretold.tokens


def test_nothing_is_stored_until_it_is_taken_and_undo_takes_it_back(workspace, chaos):
    found = drafted(workspace, chaos)
    files = workspace.scenarios.drafts.files(TOWN)
    card = draft_taken(workspace, TOWN, found, found.parts)
    assert workspace.scenarios.drafts.files(TOWN) == files
    workspace.scenarios.accept_card(TOWN, card)
    greta = workspace.scenarios.checked(TOWN).scenario.persona(card.agent)
    assert (greta.age, greta.pronouns, greta.traits) == (70, "she", ("stubborn", "kind"))
    assert greta.seed == ("Greta Holm carried the post for forty years.", "Greta Holm keeps three hives.")
    assert (greta.currently, greta.says) == ("Greta Holm is looking for a lost swarm.", ("Bees don't lie.",))
    workspace.scenarios.edits.undo(TOWN)
    assert workspace.scenarios.drafts.files(TOWN) == files


def stored(workspace):
    """How many rows there are of everything that a draft could leave behind."""
    tables = workspace.store.select("SELECT name FROM sqlite_master WHERE type = 'table'")
    names = [name for (name,) in tables if not name.startswith(("sqlite_", "profile"))]
    names.remove("purse")  # that a server was asked is counted, and may have to be paid
    return {name: workspace.store.select(f'SELECT count(*) FROM "{name}"')[0][0] for name in names}


def test_what_is_stopped_while_the_model_writes_leaves_nothing_behind(workspace, chaos):
    profile(workspace, chaos, "hang", prices=Prices(tokens_in=1, tokens_out=2))
    before = stored(workspace)
    drafting = Drafting(workspace, TOWN, "Greta Holm", SAID, "small")
    while not chaos.hits:
        drafting.wait(0.01)
    assert drafting.is_going_on
    drafting.stop()
    drafting.wait(60)
    assert not drafting.is_going_on
    assert drafting.ending is None
    assert stored(workspace) == before
    drafting.stop()  # what has ended can be stopped too


def test_what_is_not_stopped_is_what_is_drafted_at_once(workspace, chaos):
    chaos.good = json.dumps(GRETA)
    profile(workspace, chaos)
    drafting = Drafting(workspace, TOWN, "Greta Holm", SAID, "small")
    assert drafting.ending == draft_person(workspace, TOWN, "Greta Holm", SAID, "small")


def test_it_is_accepted_in_part(workspace, chaos):
    found = drafted(workspace, chaos)
    taken = [part for part in found.parts if part.says not in ("kind", "70", "Greta Holm keeps three hives.")]
    text = draft_taken(workspace, TOWN, found, taken).text
    assert "hives" not in text
    assert "traits: [stubborn]" in text
    assert "age: 30" in text, "what is left is as it is where nothing is said"
    assert "forty years" in text


def test_the_same_words_to_the_same_model_are_not_paid_for_twice(workspace, chaos):
    found = drafted(workspace, chaos)
    many = sum(chaos.hits.values())
    assert draft_person(workspace, TOWN, "Greta Holm", SAID, "small") == found
    assert sum(chaos.hits.values()) == many


@pytest.mark.parametrize("model", ["401-that-quotes-the-key", "500", "prose", "refusal", "page-as-json"])
def test_a_server_that_fails_is_named_and_nothing_is_stored(workspace, chaos, model):
    profile(workspace, chaos, model=model)
    before = workspace.scenarios.drafts.files(TOWN)
    with pytest.raises(ModelFailed) as failed:
        draft_person(workspace, TOWN, "Greta Holm", SAID, "small")
    assert str(failed.value)
    assert "sk-canary" not in str(failed.value)
    assert workspace.scenarios.drafts.files(TOWN) == before


def test_a_cap_is_kept(workspace, chaos):
    profile(workspace, chaos, prices=Prices(tokens_in=1, tokens_out=2))
    workspace.models.set_cap("workspace", "tokens", 10)
    with pytest.raises(ModelFailed):
        draft_person(workspace, TOWN, "Greta Holm", SAID, "small")
    assert not chaos.hits


HOSTILE = [
    "Greta Holm\nage: 3\nhome: Nowhere",
    "<script>alert(1)</script> Greta Holm",
    "Greta \u202eHolm\u200b \x07 ${name} $now *x &y !!python/object:os.system",
    "a; b； c: - [x] {y} # z",
    "---\nname: Mallory\n---",
    "'\"`%@|>",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_model_says_is_text_and_never_yaml(workspace, chaos, text):
    answer = {**GRETA, "traits": [text[:60]], "memories": [text, "Greta Holm keeps bees."], "currently": text,
              "speaks": text[:120], "says": [text[:180]]}  # fmt: skip
    found = drafted(workspace, chaos, answer)
    card = draft_taken(workspace, TOWN, found, found.parts)
    assert not [one for one in card.problems if one.severity == "error"], [str(one) for one in card.problems]
    workspace.scenarios.accept_card(TOWN, card)
    greta = workspace.scenarios.checked(TOWN).scenario.persona(card.agent)
    assert (greta.name, greta.age) == ("Greta Holm", 70)
    assert "Greta Holm keeps bees." in greta.seed
    assert not any(letter in " ".join(greta.seed) for letter in "\u202e\u200b\x07")
    assert "<script" not in card.text


@pytest.mark.parametrize(
    ("called", "said", "profile_", "reason"),
    [
        ("", SAID, "small", "needs a name"),
        ("Greta", "  ", "small", "the description is empty"),
        ("Greta", "x" * 2_001, "small", "at most 2,000"),
        ("Greta", SAID, "big", "no model 'big'"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_reason(workspace, chaos, called, said, profile_, reason):
    profile(workspace, chaos)
    with pytest.raises(TownwrightError, match=reason):
        draft_cost(workspace, TOWN, called, said, profile_)
    assert not chaos.hits
    with pytest.raises((BadInput, NotFound)):
        draft_cost(workspace, "nowhere", "Greta", SAID, "small")
