"""The rehearsal model as a whole: complete, deterministic, and never at a loss."""

from __future__ import annotations

import dataclasses
from pkgutil import iter_modules
from typing import get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from rehearsal_minds import CAFE, ISABEL, MODEL, TOMAS, arbitrary, ask, common, friend, party

from engine.errors import ModelFailed
from engine.language.languages import PACKS as PACKS_FOLDER
from engine.prompts import checked, questions as q
from engine.rehearsal import Rehearsal, faculties
from engine.rehearsal.faculties import aside
from engine.rehearsal.language.pack import read_packs
from engine.rehearsal.rules import answered, rule_of

OTHER = read_packs(PACKS_FOLDER)  # by which nothing has been answered yet


each_question = pytest.mark.parametrize("question", q.PROMPTS, ids=lambda question: question.name)


@each_question
def test_every_question_has_a_rule_of_its_name_that_takes_it(question):
    rule = rule_of(question)
    assert rule.__name__ == question.name
    hint = get_type_hints(rule).get("prompt")
    assert hint is question, f"write `prompt: {question.__name__}` into its signature"


def test_every_rule_answers_a_question():
    files = {each.name for folder in (faculties, aside) for each in iter_modules(folder.__path__)}
    assert files - {"aside"} == {each.name for each in q.PROMPTS}


@each_question
def test_what_seeds_the_draws_of_a_question_is_what_it_carries(question):
    own = {field.name for field in dataclasses.fields(question)}
    assert question.draws
    assert set(question.draws) <= own


@pytest.mark.soak
@each_question
@settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_prompt_at_all_gets_a_valid_answer_and_always_the_same(question, data):
    assert_answered(data.draw(arbitrary(question)))


@pytest.mark.nightly
@each_question
@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_prompt_of_many_gets_a_valid_answer_and_always_the_same(question, data):
    assert_answered(data.draw(arbitrary(question)))


def assert_answered(prompt):
    answer = ask(prompt)
    assert isinstance(answer, type(prompt).form)
    assert checked(prompt, answer.model_dump()) == answer
    assert checked(prompt, answered(dataclasses.replace(prompt), OTHER)) == answer


def test_another_seed_is_another_day():
    def opening(seed):
        fields = common(ISABEL, seed=seed)
        return ask(q.Speak(**fields, place=CAFE, doing="", people=(friend(TOMAS),), recalled=(party(),))).says

    assert len({opening(seed) for seed in range(12)}) > 3


def test_a_kind_of_prompt_without_a_rule_is_refused_by_name():
    class Sing(q.Rate):
        name = "sing"

    with pytest.raises(ModelFailed, match="no rule for 'sing'; create engine/rehearsal/faculties/sing"):
        ask(Sing(**common(), observations=()))


def test_the_packs_are_read_once_for_every_town_there_is():
    assert Rehearsal()._packs is Rehearsal()._packs


def test_it_has_no_embeddings():
    assert MODEL.embedder_at(0) is None
    assert MODEL.id == "rehearsal-2"
