"""What texts ask of somebody, as a model answers it: what counts of the answer, and when it is asked."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from engine.api.workspace import open_workspace
from engine.errors import DayPaused, ModelFailed
from engine.models.in_person import InPerson
from engine.models.served.answers.answer_mode import AnswerMode
from engine.models.served.answers.schema import schema_of
from engine.models.served.client.completions import Completion
from engine.models.served.client.failures import ServerFailed
from engine.models.served.client.limiter import Limiter
from engine.models.served.client.openai_compatible import Endpoint, OpenAICompatible
from engine.models.served.language_model import LanguageModel
from engine.models.tokens import tokens
from engine.prompts import checked, render
from engine.prompts.sense import SpokenOf
from engine.records import Call, Intention
from engine.rehearsal import Rehearsal
from engine.scenario import bundled_folder, read_folder, read_scenario
from engine.simulation.founding import found
from engine.simulation.loading import town_of
from engine.simulation.state import State
from tests.towns import Scripted, entries, founded, small_town, without_intents

# ---- checks


def question(**fields):
    """What Ada is asked about two texts of hers."""
    model = Scripted()
    town = small_town(**fields)
    founded(model, town)
    (asked,) = [one for one in model.of("understand") if one.persona.id == "ada"]
    return asked


class Says(OpenAICompatible):
    """A server that gives one answer after the other."""

    def __init__(self, *answers):
        super().__init__(Endpoint(base_url="http://127.0.0.1:9/v1", model="m", parameters={}, timeout=5))
        self.answers = [json.dumps(answer) for answer in answers]
        self.requests = []

    async def make_ready(self):
        pass

    async def complete(self, messages, **more):
        self.requests.append(messages)
        return Completion(text=self.answers[min(len(self.requests), len(self.answers)) - 1])


def heard(prompt, *answers):
    """What counts of the answers of a server, and how often it was asked."""
    client = Says(*answers)
    model = LanguageModel(client, Limiter(1), AnswerMode.BOUNDED_SCHEMA)
    reply = asyncio.run(model.answer(prompt))
    return json.loads(reply.answer), client.requests


MEETS = {"text": "t1", "kind": "meeting", "deed": "meet Ben Reed", "with": ["Ben Reed"], "at": "day 2 10:00"}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"with": ["Peter Pan"]}, "with"),
        ({"where": "Nowhere"}, "where"),
        ({"kind": "party"}, "kind"),
        ({"text": "t9"}, "text"),
        ({"at": "soon"}, "at"),
        ({"at": ""}, "asks"),
        ({"at": "day 900 10:00"}, "asks"),
        ({"with": []}, "asks"),
        ({"except": ["everybody"]}, "except"),
    ],
)
def test_an_answer_is_held_against_people_places_and_clock_and_asked_for_again_once(wrong, field):
    prompt = question()
    counted, requests = heard(prompt, {"asks": [MEETS | wrong]}, {"asks": [MEETS]})
    assert len(requests) == 2
    added = requests[1][-1]["content"].removeprefix(requests[0][-1]["content"])
    assert f"\n- {field}: " in added
    assert [one["kind"] for one in counted["asks"]] == ["meeting"]


def test_who_leaves_everybody_out_twice_leaves_out_nobody():
    prompt = question()
    asks = [MEETS | {"except": ["everybody"]}]
    counted, requests = heard(prompt, {"asks": asks}, {"asks": asks})
    assert len(requests) == 2
    assert [one["except_"] for one in counted["asks"]] == [[]]


def test_what_is_wrong_twice_is_left_out():
    prompt = question()
    asks = [MEETS | {"at": ""}, MEETS]
    counted, requests = heard(prompt, {"asks": asks}, {"asks": asks})
    assert (len(requests), len(counted["asks"])) == (2, 1)


def test_what_names_nobody_here_twice_asks_nothing():
    with pytest.raises(ServerFailed):
        heard(question(), {"asks": [MEETS | {"with": ["Peter Pan"]}]})
    model = Scripted(understand=ModelFailed("nonsense, twice", outage=False))
    state = founded(model, small_town())
    assert not state.minds["ada"].intentions


def test_a_server_is_told_of_the_fields_of_authors_and_of_no_others():
    fields = schema_of(question(), bounded=True)["properties"]
    assert list(fields) == ["asks"]
    assert list(fields["asks"]["items"]["properties"]) == [
        "text", "kind", "deed", "what", "with", "except", "kept_from", "where", "at", "by", "every", "until",
        "closeness",
    ]  # fmt: skip


def test_what_rules_read_survives_being_kept():
    prompt = question()
    answer = asyncio.run(Rehearsal().ask(prompt))
    assert [one.asks.kind for one in answer.reads] == ["occasion"]
    assert checked(prompt, json.loads(answer.model_dump_json())) == answer


@pytest.mark.parametrize(
    "wrong", [{"text": 9}, {"others": ["nobody"]}, {"place": "Nowhere"}], ids=lambda wrong: next(iter(wrong))
)
def test_what_is_kept_of_rules_can_name_only_what_there_is(wrong):
    prompt = question()
    kept = json.loads(asyncio.run(Rehearsal().ask(prompt)).model_dump_json())
    (kept["reads"][0] if "text" in wrong else kept["reads"][0]["asks"]).update(wrong)
    with pytest.raises(ModelFailed):
        checked(prompt, kept)


def test_a_kind_of_intention_may_be_what_somebody_does():
    about = SpokenOf(question())
    assert not about.is_field("visit")
    assert about.is_field("kept_from")


# ---- the founding


def test_whoever_has_nothing_to_read_is_not_asked():
    model = Scripted()
    town = small_town(facts=())
    silent = tuple(replace(one, seed=()) if one.id == "ben" else one for one in town.personas)
    founded(model, replace(town, personas=silent))
    assert [prompt.persona.id for prompt in model.of("understand")] == ["ada", "cy"]


def test_the_call_stands_in_the_turn_of_the_founding_and_counts():
    scenario = small_town()
    state = State(town_of(scenario, Scripted(), seed=1, settings={}))
    taken = asyncio.run(found(state, concurrency=3))
    calls = entries(taken, Call, purpose="understand")
    assert [call.agent for call in calls] == ["ada", "ben", "cy"]
    assert [turn.calls for turn, _ in taken] == [1, 1, 1]
    assert all(call.answer and "Texts:" in call.prompt for call in calls)


def test_a_town_whose_model_gives_no_answer_is_not_founded():
    scenario = small_town()
    state = State(town_of(scenario, Scripted(understand=ModelFailed("no server")), seed=1, settings={}))
    with pytest.raises(DayPaused, match="the model could not answer for Ada Moss"):
        asyncio.run(found(state))
    assert all(mind.presence is None for mind in state.minds.values())


@pytest.mark.parametrize("town", ["three-neighbours", "willow-bay", "liuwan", "the-green"])
def test_it_costs_nobody_more_than_900_tokens(town):
    asked = []

    class Listening(Rehearsal):
        async def ask(self, prompt, heard=None):
            asked.append(prompt)
            return await super().ask(prompt, heard)

    scenario = read_scenario(read_folder(bundled_folder(town)), town).scenario
    asyncio.run(found(State(town_of(scenario, Listening(), seed=1, settings={}))))
    assert len(asked) <= len(scenario.personas)
    for prompt in asked:
        rendered = render(prompt)
        assert tokens(rendered.system) + tokens(rendered.user) <= 900


# ---- who is asked, and why something is meant


def test_a_person_who_answers_for_somebody_is_not_asked_what_texts_ask():
    model = InPerson(Scripted(), Rehearsal(), "ada", {})
    state = founded(model, small_town())
    assert model.waiting is None
    assert [one.kind for one in state.minds["ada"].intentions.values()] == ["occasion"]


def test_why_somebody_means_to_do_something_leads_to_what_was_asked(tmp_path):
    with open_workspace(tmp_path) as workspace:
        workspace.scenarios.save("court", without_intents("three-neighbours"))
        run = workspace.runs.new("court")
        run.live("day 1 00:01")
        assert run.spent().calls == 0
        meant = [one for one in run.at().log.rows(Intention) if not one.began]
        calls = {call.agent: call for call in run.at().log.rows(Call)}
        assert len(calls) == len(run.scenario.personas)
        for intention in meant:
            assert run.why(intention.id).call == calls[intention.agent]
        agent = meant[0].agent
        causes = run.why(calls[agent].id).causes
        texts = {cause.row.text for cause in causes}
        assert texts == set(run.scenario.persona(agent).seed) | {
            fact.text for fact in run.scenario.facts if agent in fact.known_by
        }
