"""How agents talk, reflect, and answer an interview, in a small town with a scripted model."""

from __future__ import annotations

import asyncio

import pytest

from engine.clock import DAY
from engine.cognition.interview import interview
from engine.errors import ModelFailed
from engine.ledger import Ledger
from engine.records import Conversation, Event, Line, Recall
from tests.minds import CAFE, remembered
from tests.towns import Scripted, entries, founded, live, plan_for

# ---- talking


def talks(prompt):
    return (
        {"decision": "talk", "person": prompt.people[0].name, "reason": "to say hello"}
        if prompt.people
        else {"decision": "continue"}
    )


def a_talk(**rules):
    model = Scripted(plan_day=plan_for(CAFE), react=talks, **rules)
    state = founded(model)
    taken = live(state, 10 * 60)
    return model, state, taken


def test_a_conversation_is_remembered_by_both_and_ends_because_somebody_ends_it():
    _, state, taken = a_talk()
    (talk,) = entries(taken, Conversation)
    lines = entries(taken, Line)
    assert talk.members == ("ben", "ada")
    assert talk.ended_by == lines[3].speaker
    assert len(lines) == 5, "who is taken leave of may answer"
    for agent in ("ada", "ben"):
        assert any(
            f"{agent.title()}" in memory.text and memory.source == talk.id
            for memory in remembered(state, agent, "talk")
        )


def test_the_guard_ends_what_nobody_ends():
    _, _, taken = a_talk(speak={"says": "And on.", "ends": False})
    (talk,) = entries(taken, Conversation)
    assert talk.ended_by == ""
    assert len(entries(taken, Line)) == 16


def test_private_thought_is_kept_apart_from_speech():
    _, state, taken = a_talk(speak={"thought": "What a bore.", "says": "How lovely.", "ends": True})
    assert entries(taken, Line)[0].thought == "What a bore."
    assert not any("bore" in memory.text for memory in remembered(state, "ada"))


def test_memories_are_recalled_for_every_line():
    _, _, taken = a_talk()
    assert len(entries(taken, Recall, purpose="converse")) >= len(entries(taken, Line))


def test_a_bystander_sees_one_event():
    _, _, taken = a_talk()
    assert len(entries(taken, Event, kind="talk")) == 1


def test_what_was_agreed_is_an_engagement_and_what_was_heard_a_memory_with_its_line():
    def away(prompt):
        taken = {"summary": f"{prompt.persona.name} heard of a party.", "importance": 6}
        if prompt.persona.id == "ben":
            taken["learned"] = [{"text": "Ada Moss told Ben Reed about a party.", "importance": 7, "line": 2}]
            taken["engagements"] = [
                {"text": "Ben Reed will go to the party.", "day": 2, "time": "17:00", "place": "Café/counter"}
            ]
            taken["feelings"] = [{"person": "Ada Moss", "change": 2}]
        return taken

    _, state, taken = a_talk(take_away=away)
    ben = state.minds["ben"]
    (engaged,) = ben.engaged(DAY, 2 * DAY)
    assert engaged.text == "Ben Reed will go to the party."
    heard = next(memory for memory in remembered(state, "ben", "talk") if "about a party" in memory.text)
    assert heard.source == entries(taken, Line)[1].id
    assert ben.relations["ada"].closeness == pytest.approx(0.1)


def test_what_was_told_to_whom_is_known():
    _, state, _ = a_talk(speak=lambda prompt: {"says": "A party!", "ends": True, "tells": 1})
    assert {other for _, other in state.minds["ben"].told} == {"ada"}


def test_nobody_talks_again_before_the_cooldown():
    _, state, taken = a_talk()
    later = live(state, 11 * 60 + 30)
    assert len(entries(taken + later, Conversation)) == 1


def test_regression_7_the_latest_talk_with_a_partner_is_the_one_remembered():
    model, state, _ = a_talk()
    live(state, 23 * 60)
    talks_known = [prompt for prompt in model.of("speak") if prompt.people[0].last_talk]
    last = {}
    for prompt in talks_known:
        assert prompt.people[0].last_talk >= last.get(prompt.persona.id, 0)
        last[prompt.persona.id] = prompt.people[0].last_talk


def test_regression_16_no_decision_is_no_talk():
    taken = live(founded(Scripted(plan_day=plan_for(CAFE))), 12 * 60)
    assert not entries(taken, Conversation)


# ---- reflecting


def test_reflection_is_due_at_the_threshold_and_cites_what_it_was_shown():
    model = Scripted(
        plan_day=plan_for(CAFE),
        react=talks,
        take_away={"summary": "Ben Reed and Ada Moss had a talk.", "importance": 9},
        conclude={
            "insights": [{"text": "Ben Reed cares about Ada Moss.", "because": [1, 2, 99], "importance": 7}]
        },
    )
    state = founded(model, reflect_at=10)
    live(state, 16 * 60)
    (insight,) = remembered(state, "ben", "reflection")
    assert len(insight.evidence) == 2
    assert all(memory in state.minds["ben"].stream for memory in insight.evidence)
    assert insight.depth == 1


def test_regression_9_and_near_duplicates_an_insight_already_held_is_dropped():
    model = Scripted(
        plan_day=plan_for(CAFE),
        react=talks,
        take_away={"summary": "Ben Reed and Ada Moss had a talk.", "importance": 9},
        conclude={"insights": [{"text": "Ben Reed cares about Ada Moss.", "because": [1], "importance": 7}]},
    )
    state = founded(model, reflect_at=10)
    live(state, DAY)
    assert len(model.of("conclude")) > 1
    assert len(remembered(state, "ben", "reflection")) == 1


def test_without_reflection_nobody_reflects():
    model = Scripted(plan_day=plan_for(CAFE))
    live(founded(model, reflection=False, reflect_at=10), DAY)
    assert model.of("ask_oneself") == []


def test_regression_8_a_failed_reflection_stores_nothing():
    model = Scripted(plan_day=plan_for(CAFE), react=talks, conclude=ModelFailed("no answer"))
    state = founded(model, reflect_at=10)
    with pytest.raises(ModelFailed):
        live(state, DAY)
    assert not [
        memory
        for mind in state.minds.values()
        for memory in mind.stream.memories
        if memory.kind == "reflection"
    ]


# ---- interviews


def test_regression_4_an_interview_changes_nothing():
    model = Scripted(interview={"answer": "I like the sea.", "because": [1]})
    state = founded(model)
    live(state, 12 * 60)
    mind = state.minds["ada"]
    before = (len(mind.stream), bytes(mind.stream._touched), mind.presence, state.clock)
    ledger = Ledger(state.clock, 999, lambda entry: None)
    answered = asyncio.run(interview(state.thinker("ada", ledger, state.clock), "What do you like?"))
    assert answered.text == "I like the sea."
    assert answered.because == (answered.recalls[0].items[0].memory,)
    assert (len(mind.stream), bytes(mind.stream._touched), mind.presence, state.clock) == before
