"""One faculty at a time, in a small town with a scripted model."""

from __future__ import annotations

import asyncio

import pytest

from engine.clock import DAY
from engine.cognition.interview import interview
from engine.errors import ModelFailed
from engine.ledger import Ledger
from engine.records import Conversation, Event, Line, Memory, Presence, Recall, Step, ThingState, Turn
from engine.simulation.intervene import Happen, SetState, Whisper, intervene
from tests.towns import STOVE, Scripted, entries, founded, live, plan_for, small_town

CAFE = {"ada": [("07:00", "open up", "Café/counter")], "ben": [("09:00", "have coffee", "Café/counter")]}


def rows(state, agent, kind=None):
    return [memory for memory in state.minds[agent].stream.memories if kind in (None, memory.kind)]


# ---- founding


def test_regression_19_seed_memories_are_what_the_author_wrote():
    state = founded()
    assert [memory.text for memory in rows(state, "ada")] == [
        "Ada Moss likes the sea",
        "Ada Moss is giving a party at the Café on day 2 at 17:00.",
    ]


def test_regression_20_the_back_story_needs_no_clock_to_have_run():
    assert founded().minds["ben"].stream.memories[0].minute == 0


def test_a_fact_with_a_day_and_a_time_is_an_engagement_of_those_who_know_it():
    state = founded()
    (party,) = state.minds["ada"].engaged(0, 2 * DAY)
    assert (party.when, party.place) == (DAY + 17 * 60, "Café/counter")
    assert state.minds["ben"].engagements == []


# ---- planning


def test_regression_10_each_day_gets_its_own_plan():
    model = Scripted()
    taken = live(founded(model), 2 * DAY + 8 * 60)
    days = {(step.agent, step.start // DAY) for step in entries(taken, Step, level="day")}
    assert {("ada", 0), ("ada", 1), ("ada", 2)} <= days
    assert [prompt.yesterday for prompt in model.of("plan_day") if prompt.persona.id == "ada"] == [
        "",
        "A day.",
        "A day.",
    ]


def test_every_level_of_a_plan_is_a_memory():
    state = founded()
    live(state, 10 * 60)
    texts = [memory.text for memory in rows(state, "ada", "plan")]
    assert any("plan for day 1" in text for text in texts)
    assert any("plans to rest at home at Moss Flat from" in text for text in texts)
    assert any("means to be rest at home" in text for text in texts)


def test_regression_11_all_items_of_a_day_are_kept():
    blocks = [(f"{hour:02d}:00", f"task {hour}", "Quay") for hour in range(8, 20)]
    state = founded(Scripted(plan_day=plan_for({"ada": blocks})))
    live(state, 9 * 60)
    kept = [step.activity for step in state.minds["ada"].plan.current("block")]
    assert kept[1:] == [f"task {hour}" for hour in range(8, 20)]


def test_blocks_follow_one_another_until_bedtime_without_a_gap():
    state = founded(
        Scripted(plan_day=plan_for({"ada": [("09:00", "a", "Quay"), ("12:00", "b", "Moss Flat")]}))
    )
    live(state, 8 * 60)
    blocks = state.minds["ada"].plan.current("block")
    assert [(step.start, step.end) for step in blocks] == [
        (7 * 60, 9 * 60),
        (9 * 60, 12 * 60),
        (12 * 60, 23 * 60),
    ]


def test_agents_set_out_early_enough_to_be_on_time():
    taken = live(
        founded(
            Scripted(
                plan_day=plan_for(
                    {"ben": [("07:00", "rest", "Reed House"), ("09:00", "coffee", "Café/counter")]}
                )
            )
        ),
        10 * 60,
    )
    (came,) = entries(taken, Event, actor="ben", kind="arrive")
    assert came.minute == 9 * 60


def test_something_agreed_for_today_is_planned_at_once():
    def heed(prompt):
        return {
            "resolve": "Ben Reed will see the boats.",
            "importance": 8,
            "engagement": {"text": "see the boats", "day": 1, "time": "15:00", "place": "Quay"},
        }

    model = Scripted(heed=heed)
    state = founded(model)
    live(state, 9 * 60)
    intervene(state, Whisper(agent="ben", text="See the boats at three."), at=9 * 60)
    live(state, 10 * 60)
    replanned = [prompt for prompt in model.of("plan_day") if prompt.persona.id == "ben"][1]
    assert [memory.text for memory in replanned.engagements] == ["Ben Reed will see the boats."]
    assert replanned.earlier


def test_without_planning_nobody_asks_for_a_day_plan():
    model = Scripted()
    taken = live(founded(model, planning=False), 12 * 60)
    assert model.of("plan_day") == []
    assert entries(taken, Step, level="step")


# ---- perceiving


def test_regression_6_an_idle_thing_that_has_not_changed_makes_no_memory():
    state = founded(Scripted(plan_day=plan_for(CAFE)))
    live(state, 11 * 60)
    assert not [memory for memory in rows(state, "ben") if "urn" in memory.text]


def test_regression_5_every_memory_names_its_subject():
    state = founded(Scripted(plan_day=plan_for(CAFE)))
    live(state, 12 * 60)
    for agent, mind in state.minds.items():
        for memory in mind.stream.memories:
            assert any(
                name in memory.text for name in ("Ada Moss", "Ben Reed", "Cy Reed", "urn", "had a talk")
            ), (agent, memory.text)


def test_people_in_one_room_notice_each_other():
    state = founded(Scripted(plan_day=plan_for(CAFE)))
    live(state, 11 * 60)
    assert any("Ada Moss" in memory.text for memory in rows(state, "ben", "observation"))


def test_nobody_notices_what_happens_in_another_room():
    state = founded(Scripted(plan_day=plan_for(CAFE)))
    live(state, 12 * 60)
    assert not any("Ada Moss" in memory.text for memory in rows(state, "cy", "observation"))


def test_without_observation_nothing_seen_is_remembered():
    state = founded(Scripted(plan_day=plan_for(CAFE)), observation=False)
    live(state, 11 * 60)
    assert not rows(state, "ben", "observation")


def test_attention_is_limited_and_urgent_things_come_first():
    model = Scripted(plan_day=plan_for(CAFE))
    state = founded(model, attention=1)
    live(state, 10 * 60)
    intervene(state, Happen(room="Café/counter", text="A gull flies in."), at=10 * 60)
    live(state, 10 * 60 + 2)
    assert [event.text for event in model.of("react")[-1].events] == ["A gull flies in."]


# ---- things


def test_a_thing_keeps_its_state_after_the_agent_has_left():
    def heat(prompt):
        here = prompt.block.room == "Café/counter"
        return {
            "pieces": [
                {
                    "minutes": 60,
                    "activity": "see to the urn",
                    "place": prompt.block.room,
                    "thing": "Café/counter/urn" if here else "",
                    "thing_state": "hot" if here else "",
                }
            ]
        }

    state = founded(
        Scripted(
            plan_day=plan_for({"ada": [("08:00", "open", "Café/counter"), ("10:00", "walk", "Quay")]}),
            plan_block=heat,
        )
    )
    taken = live(state, 12 * 60)
    assert [change.state for change in entries(taken, ThingState)] == ["hot"]
    assert state.rooms["Café/counter"].before(10**13).thing_state("Café/counter/urn") == "hot"


def test_an_urgent_thing_is_seen_to_at_once():
    def put_out(prompt):
        if any(event.urgent for event in prompt.events):
            return {
                "decision": "act",
                "activity": "turn the stove off",
                "thing": STOVE,
                "thing_state": "off",
                "minutes": 5,
                "reason": "the stove is burning",
            }
        return {"decision": "continue"}

    state = founded(Scripted(plan_day=plan_for({"ada": [("08:00", "cook", "Café/kitchen")]}), react=put_out))
    live(state, 10 * 60)
    intervene(state, SetState(thing=STOVE, state="burning"), at=10 * 60)
    taken = live(state, 10 * 60 + 15)
    (change,) = entries(taken, ThingState)
    assert (change.state, change.by) == ("off", "ada")
    assert change.minute - 10 * 60 <= 10
    assert any("burning" in memory.text for memory in rows(state, "ada"))


def test_the_rest_of_the_block_is_planned_anew_after_a_reaction():
    def gull(prompt):
        wild = any(event.kind == "author" for event in prompt.events)
        return (
            {"decision": "act", "activity": "chase the gull", "minutes": 10, "reason": "a gull"}
            if wild
            else {"decision": "continue"}
        )

    model = Scripted(plan_day=plan_for(CAFE), react=gull)
    state = founded(model)
    live(state, 10 * 60)
    intervene(state, Happen(room="Café/counter", text="A gull flies in."), at=10 * 60)
    live(state, 10 * 60 + 20)
    anew = [prompt for prompt in model.of("plan_block") if prompt.because == "a gull"]
    assert {prompt.persona.id for prompt in anew} == {"ada", "ben"}
    assert all(prompt.now >= 10 * 60 + 10 for prompt in anew)


# ---- doors


def test_nobody_enters_a_closed_shop():
    early = {"ben": [("07:00", "have coffee", "Café/counter")]}
    state = founded(
        Scripted(plan_day=plan_for(early), react={"decision": "wait", "minutes": 10, "reason": "it is early"})
    )
    taken = live(state, 8 * 60)
    assert not entries(taken, Event, actor="ben", kind="arrive", room="Café/counter")
    texts = [memory.text for memory in rows(state, "ben")]
    assert any("is closed; it opens at 08:00" in text for text in texts)


def test_who_has_waited_long_enough_goes_home():
    early = {"ben": [("07:00", "have coffee", "Café/counter")]}
    state = founded(
        Scripted(plan_day=plan_for(early), react={"decision": "wait", "minutes": 10, "reason": "it is early"})
    )
    live(state, 7 * 60 + 50)
    assert state.minds["ben"].presence.room == "Reed House"


def test_a_full_washroom_is_waited_for_until_somebody_leaves():
    plans = {
        "ben": [("09:00", "wash", "Café/washroom"), ("09:20", "walk", "Quay")],
        "cy": [
            ("07:00", "rest", "Net Loft"),
            ("09:10", "wash", "Café/washroom"),
            ("11:00", "rest", "Net Loft"),
        ],
    }
    model = Scripted(
        plan_day=plan_for(plans), react={"decision": "wait", "minutes": 20, "reason": "it is taken"}
    )
    state = founded(model)
    taken = live(state, 9 * 60 + 40)
    (came,) = entries(taken, Event, actor="cy", kind="arrive")
    (left,) = entries(taken, Event, actor="ben", kind="leave", room="Café/washroom")
    assert left.minute <= came.minute <= left.minute + 1
    assert any("occupied by Ben Reed" in memory.text for memory in rows(state, "cy"))
    assert any("waits in front of" in memory.text for memory in rows(state, "cy"))


def test_a_private_place_opens_only_when_somebody_there_is_awake():
    plans = {
        "ada": [("09:00", "visit", "Reed House")],
        "ben": [("07:00", "walk", "Quay")],
        "cy": [("07:00", "walk", "Quay")],
    }
    scenario = small_town()
    personas = tuple(
        person
        if person.id != "ada"
        else type(person)(
            **{
                **{f: getattr(person, f) for f in person.__dataclass_fields__},
                "knows": (*person.knows, "Reed House"),
            }
        )
        for person in scenario.personas
    )
    state = founded(
        Scripted(plan_day=plan_for(plans), react={"decision": "wait", "minutes": 5}),
        small_town(personas=personas),
    )
    taken = live(state, 9 * 60 + 10)
    assert not entries(taken, Event, actor="ada", kind="arrive")


def test_guests_leave_when_the_place_closes():
    late = {"ben": [("19:00", "have supper", "Café/counter")]}
    state = founded(Scripted(plan_day=plan_for(late)))
    taken = live(state, 21 * 60)
    left = entries(taken, Event, actor="ben", kind="leave", room="Café/counter")
    assert [event.minute for event in left] == [20 * 60]
    assert any("is closing" in memory.text for memory in rows(state, "ben"))


def test_whoever_works_there_may_stay():
    late = {"ada": [("19:00", "count the till", "Café/counter")]}
    state = founded(Scripted(plan_day=plan_for(late)))
    live(state, 22 * 60)
    assert state.minds["ada"].presence.room == "Café/counter"


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
            for memory in rows(state, agent, "talk")
        )


def test_the_guard_ends_what_nobody_ends():
    _, _, taken = a_talk(speak={"says": "And on.", "ends": False})
    (talk,) = entries(taken, Conversation)
    assert talk.ended_by == ""
    assert len(entries(taken, Line)) == 16


def test_private_thought_is_kept_apart_from_speech():
    _, state, taken = a_talk(speak={"thought": "What a bore.", "says": "How lovely.", "ends": True})
    assert entries(taken, Line)[0].thought == "What a bore."
    assert not any("bore" in memory.text for memory in rows(state, "ada"))


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
    heard = next(memory for memory in rows(state, "ben", "talk") if "about a party" in memory.text)
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
    (insight,) = rows(state, "ben", "reflection")
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
    assert len(rows(state, "ben", "reflection")) == 1


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


# ---- the author's hand


def test_a_whisper_is_heard_once_and_becomes_a_resolve_that_cites_it():
    model = Scripted()
    state = founded(model)
    live(state, 9 * 60)
    turn, ledger = intervene(state, Whisper(agent="ben", text="Run for mayor."), at=9 * 60)
    assert turn.agent == "", "the author's turn is the author's"
    live(state, 12 * 60)
    (whisper,) = [entry for entry in ledger.entries if isinstance(entry, Memory)]
    (resolve,) = [memory for memory in rows(state, "ben", "plan") if whisper.id in memory.evidence]
    assert resolve.text == "Ben Reed will do it."
    assert len(model.of("heed")) == 1


def test_regression_16_no_decision_is_no_talk():
    taken = live(founded(Scripted(plan_day=plan_for(CAFE))), 12 * 60)
    assert not entries(taken, Conversation)


def test_regression_15_an_invented_room_is_refused():
    model = Scripted(
        plan_day={"gist": "x", "blocks": [{"start": "08:00", "activity": "sing", "place": "Opera House"}]}
    )
    with pytest.raises(ModelFailed, match="Opera House"):
        live(founded(model), 8 * 60)


def test_regression_17_error_text_never_becomes_content():
    model = Scripted(plan_block=ModelFailed("TOKEN LIMIT EXCEEDED"))
    state = founded(model)
    with pytest.raises(ModelFailed):
        live(state, 12 * 60)
    assert not any(
        "TOKEN LIMIT" in memory.text for mind in state.minds.values() for memory in mind.stream.memories
    )


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


# ---- time


def test_regression_14_nobody_is_ever_stuck_in_a_step():
    state = founded(Scripted(plan_day=plan_for(CAFE)))
    taken = live(state, 3 * DAY)
    for turn, ledger in taken:
        nexts = [
            entry.next
            for entry in ledger.entries
            if isinstance(entry, Presence) and entry.agent == turn.agent
        ]
        assert nexts[-1] > turn.minute


def test_everyone_asleep_costs_nothing():
    taken = live(founded(), DAY + 6 * 60)
    night = [turn for turn, _ in taken if turn.minute % DAY < 6 * 60 or turn.minute % DAY > 23 * 60 + 30]
    assert night == []


def test_a_turn_says_where_and_why_it_was_taken():
    taken = live(founded(), 8 * 60)
    assert {(turn.room, turn.reason) for turn, _ in taken if turn.agent == "ada"} >= {("Moss Flat", "wake")}
    assert all(isinstance(turn, Turn) for turn, _ in taken)
