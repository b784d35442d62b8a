"""How agents talk, reflect, and answer an interview, in a small town with a scripted model."""

from __future__ import annotations

import asyncio

import pytest

from engine.clock import DAY
from engine.cognition.asking.interview import interview
from engine.cognition.reflect import alike, reflect
from engine.errors import ModelFailed
from engine.interventions import Happen
from engine.language.lexicon import Lexicon
from engine.mind.turn_rows import TurnRows
from engine.records import Conversation, Event, Intention, Line, Presence, Recall, Relation
from engine.row_ids import row_id
from tests.minds import CAFE, remembered
from tests.towns import Scripted, entries, founded, intervened, live, person, plan_for, small_town

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
    assert len(lines) == 4, "a farewell that asks nothing is not answered"
    for agent in ("ada", "ben"):
        assert any(
            f"{agent.title()}" in memory.text and memory.source == talk.id
            for memory in remembered(state, agent, "talk")
        )


@pytest.mark.parametrize(
    ("farewell", "is_answered"),
    [("I must go.", False), ("I must go. Will you come at six?", True), ("我走了，你来吗？", True)],
)
def test_a_farewell_is_answered_if_it_asks_something(farewell, is_answered):
    def speak(prompt):
        return {"says": farewell if len(prompt.lines) == 2 else "Well.", "ends": len(prompt.lines) >= 2}

    _, _, taken = a_talk(speak=speak)
    assert len(entries(taken, Line)) == (4 if is_answered else 3)


def test_a_farewell_that_tells_something_is_answered():
    def speak(prompt):
        ends = len(prompt.lines) >= 2
        return {"says": "Well.", "tells": 1 if ends and prompt.recalled else 0, "ends": ends}

    _, _, taken = a_talk(speak=speak)
    lines = entries(taken, Line)
    assert (bool(lines[2].tells), len(lines)) == (True, 4)


def test_the_first_line_is_answered_even_if_it_ends_the_talk():
    _, _, taken = a_talk(speak=lambda prompt: {"says": "I must go.", "ends": True})
    assert len(entries(taken, Line)) == 2


@pytest.mark.parametrize("teller", ["ada", "ben"])
def test_a_talk_is_kept_in_the_words_of_who_told_most_in_it(teller):
    def speak(prompt):
        tells = 1 if prompt.persona.id == teller and prompt.recalled else 0
        return {"says": "The ferry is late.", "tells": tells, "ends": len(prompt.lines) > 2}

    _, state, taken = a_talk(speak=speak)
    (talk,) = entries(taken, Conversation)
    assert talk.summary == f"{state.town.cast.names[teller]} had a talk."


@pytest.mark.parametrize(("wanted", "looks_up"), [("ben", True), ("cy", False)])
def test_who_has_something_to_say_to_somebody_looks_up_when_they_come_in(wanted, looks_up):
    state = founded(Scripted(plan_day=plan_for(CAFE)))
    memory = state.minds["ada"].stream.memories[0].id
    state.apply(
        Intention(
            id=900, agent="ada", kind="message", state="held", deed=f"tell {wanted}", memory=memory,
            others=(wanted,), content="the ferry is late",
        )
    )  # fmt: skip
    taken = live(state, 10 * 60)
    (arrival,) = entries(taken, Event, kind="arrive", actor="ben")
    noticed = [row.minute for row in entries(taken, Presence, agent="ada", reason="notice")]
    assert (arrival.minute in noticed) is looks_up


def silent(state, agent, other, **fields):
    """Let somebody mean never to speak to another."""
    memory = state.minds[agent].stream.memories[0].id
    state.apply(
        Intention(
            id=900, agent=agent, kind="prohibition", state="held", deed=f"speak to {other}", memory=memory,
            others=(other,), forbids="meeting", **fields,
        )
    )  # fmt: skip


@pytest.mark.parametrize("closed", [("ada", "ben"), ("ben", "ada")])
def test_who_means_not_to_speak_to_somebody_does_not_even_when_spoken_to(closed):
    state = founded(Scripted(plan_day=plan_for(CAFE), react=talks))
    silent(state, *closed)
    taken = live(state, 10 * 60)
    assert not [line for line in entries(taken, Line) if line.speaker == closed[0]]
    spoken = bool(entries(taken, Line))
    snubbed = [memory.text for memory in remembered(state, closed[1]) if "got no answer" in memory.text]
    assert bool(snubbed) is spoken


def test_who_means_not_to_speak_to_somebody_today_does_tomorrow():
    state = founded(Scripted(plan_day=plan_for(CAFE), react=talks))
    silent(state, "ada", "ben", until=60)
    assert {line.speaker for line in entries(live(state, 10 * 60), Line)} == {"ada", "ben"}


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
    (engaged,) = ben.engagements.between(DAY, 2 * DAY)
    assert engaged.text == "Ben Reed will go to the party."
    heard = next(memory for memory in remembered(state, "ben", "talk") if "about a party" in memory.text)
    assert heard.source == entries(taken, Line)[1].id
    assert ben.relations["ada"].closeness == pytest.approx(0.1)


def test_what_was_told_to_whom_is_known():
    _, state, _ = a_talk(speak=lambda prompt: {"says": "A party!", "ends": True, "tells": 1})
    assert {other for _, other in state.minds["ben"].told} == {"ada"}


def wordless(*quiet):
    """Let some agents say nothing, and end the talk by it; the others end it from their second line on."""

    def speak(prompt):
        mine = [line for line in prompt.lines if line.speaker == prompt.persona.id]
        if prompt.persona.id in quiet:
            return {"says": "…", "ends": True}
        return {"says": f"{prompt.persona.name} speaks.", "ends": bool(mine)}

    return speak


def test_who_has_nothing_to_open_with_begins_no_talk():
    _, state, taken = a_talk(speak=wordless("ada", "ben"))
    assert not entries(taken, Line)
    assert not entries(taken, Conversation)
    assert not remembered(state, "ada", "talk")


def test_a_talk_ends_with_who_has_nothing_to_answer_and_nobody_hears_the_silence():
    _, state, taken = a_talk(speak=wordless("ada"))
    (talk,) = entries(taken, Conversation)
    assert talk.ended_by == "ada"
    assert [line.speaker for line in entries(taken, Line)] == ["ben"]
    assert not [
        memory for agent in ("ada", "ben") for memory in remembered(state, agent) if "…" in memory.text
    ]


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


# ---- talking, three at a time

ALL_THREE = {**CAFE, "cy": [("09:30", "have coffee", "Café/counter")]}


def talks_to_all(prompt):
    if len(prompt.people) < 2:
        return {"decision": "continue"}
    first, *others = reversed(prompt.people)
    names = [other.name for other in others]
    return {"decision": "talk", "person": first.name, "others": names, "reason": "to say hello"}


def a_talk_of_three(**rules):
    """Cy comes in where Ada and Ben are, and speaks to both; Ben is the one he turns to."""
    model = Scripted(plan_day=plan_for(ALL_THREE), react=talks_to_all, **rules)
    state = founded(model)
    taken = live(state, 10 * 60)
    return model, state, taken


def test_whoever_is_named_along_with_a_person_takes_part_and_speaks_in_turn():
    _, _, taken = a_talk_of_three()
    (talk,) = entries(taken, Conversation)
    lines = entries(taken, Line)
    assert talk.members == ("cy", "ben", "ada")
    assert [line.speaker for line in lines] == ["cy", "ben", "ada", "cy"]
    assert (talk.ended_by, len(lines)) == ("cy", 4), "a farewell that asks nothing is not answered"
    assert [line.hearers for line in lines[:3]] == [("ben", "ada"), ("cy", "ada"), ("cy", "ben")]


def test_of_three_one_who_has_nothing_to_say_is_passed_over():
    _, _, taken = a_talk_of_three(speak=wordless("ada"))
    (talk,) = entries(taken, Conversation)
    lines = entries(taken, Line)
    assert [line.speaker for line in lines[:3]] == ["cy", "ben", "cy"]
    assert "ada" in talk.members


def test_four_talk_with_the_one_turned_to_first_and_the_others_by_their_numbers():
    four = (*small_town().personas, person("dee", "Dee Hall", "Net Loft"))
    plan = {**ALL_THREE, "dee": [("09:40", "have coffee", "Café/counter")]}

    def talks_to_three(prompt):
        if len(prompt.people) < 3:
            return {"decision": "continue"}
        return {"decision": "talk", "person": "Cy Reed", "others": ["Ben Reed", "Ada Moss"]}

    model = Scripted(plan_day=plan_for(plan), react=talks_to_three)
    taken = live(founded(model, small_town(personas=four)), 10 * 60)
    (talk,) = entries(taken, Conversation)
    assert talk.members == ("dee", "cy", "ada", "ben")
    assert {line.speaker for line in entries(taken, Line)} == set(talk.members)


def test_a_bystander_of_a_talk_of_three_sees_one_event_about_all():
    _, _, taken = a_talk_of_three()
    (event,) = entries(taken, Event, kind="talk")
    assert event.about == ("cy", "ben", "ada")
    assert all(name in event.text for name in ("Cy Reed", "Ben Reed", "Ada Moss"))


def test_each_of_three_remembers_every_line_and_takes_something_away():
    model, state, taken = a_talk_of_three()
    (talk,) = entries(taken, Conversation)
    lines = {line.id for line in entries(taken, Line)}
    for agent in ("ada", "ben", "cy"):
        sources = [memory.source for memory in remembered(state, agent, "talk")]
        assert sorted(sources) == sorted([*lines, talk.id])
    assert [prompt.persona.id for prompt in model.of("take_away")] == ["cy", "ben", "ada"]
    assert all(len(prompt.people) == 2 for prompt in model.of("take_away"))


def test_a_talk_of_three_leaves_a_relation_of_every_pair_and_feelings_by_name():
    def away(prompt):
        cooler = [{"person": "Ada Moss", "change": -2}] if prompt.persona.id == "cy" else []
        return {"summary": f"{prompt.persona.name} had a talk.", "importance": 4, "feelings": cooler}

    _, state, taken = a_talk_of_three(take_away=away)
    new = {(row.agent, row.other) for row in entries(taken, Relation) if row.minute > 0}
    assert {("cy", "ada"), ("cy", "ben"), ("ben", "cy"), ("ada", "cy")} <= new
    assert all(set(mind.relations) == {"ada", "ben", "cy"} - {agent} for agent, mind in state.minds.items())
    assert state.minds["cy"].relations["ada"].closeness == pytest.approx(-0.1)
    assert state.minds["cy"].relations["ben"].closeness == 0


def test_what_is_told_to_two_is_known_to_be_told_to_both():
    _, state, _ = a_talk_of_three(speak=lambda prompt: {"says": "A party!", "ends": True, "tells": 1})
    assert {other for _, other in state.minds["cy"].told} == {"ada", "ben"}
    assert {other for _, other in state.minds["ben"].told} == {"ada", "cy"}, "who answers tells both, too"
    assert not state.minds["ada"].told


def test_all_that_was_said_since_ones_own_last_line_is_brought_to_mind():
    _, _, taken = a_talk_of_three()
    queries = [row.query for row in entries(taken, Recall, agent="ada", purpose="converse")]
    assert queries == ["Line 2. Line 1. Cy Reed Ben Reed"]


def test_a_talk_brings_nothing_to_mind_that_was_said_in_it():
    model, _, taken = a_talk_of_three()
    begun = entries(taken, Line)[0].id
    for prompt in model.of("speak")[1:]:
        assert all(memory.id < begun for memory in prompt.recalled)


def test_all_three_are_busy_until_the_last_line_is_said():
    _, state, taken = a_talk_of_three()
    until = entries(taken, Line)[-1].said_at + 1
    talked = [row for row in entries(taken, Presence) if row.reason == "talked"]
    assert {(row.agent, row.next) for row in talked} == {(agent, until) for agent in ("ada", "ben", "cy")}
    assert all(mind.busy is None for mind in state.minds.values())


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


def test_an_insight_cites_just_the_memories_that_its_numbers_name():
    """The numbers count from 1 in the list that the question showed; one that is not there cites nothing."""
    model = Scripted(
        plan_day=plan_for(CAFE),
        react=talks,
        take_away={"summary": "Ben Reed and Ada Moss had a talk.", "importance": 9},
        conclude={"insights": [{"text": "Ben Reed cares.", "because": [3, 1, 3, 99], "importance": 7}]},
    )
    state = founded(model, reflect_at=10)
    live(state, 16 * 60)
    shown = next(prompt.recalled for prompt in model.of("conclude") if prompt.persona.id == "ben")
    assert len({memory.id for memory in shown[:3]}) == 3
    assert remembered(state, "ben", "reflection")[0].evidence == (shown[2].id, shown[0].id)


@pytest.mark.parametrize("because", [[], [99]])
def test_an_insight_that_rests_on_nothing_shown_is_dropped(because):
    model = Scripted(
        plan_day=plan_for(CAFE),
        react=talks,
        take_away={"summary": "Ben Reed and Ada Moss had a talk.", "importance": 9},
        conclude={
            "insights": [{"text": "Ben Reed cares about Ada Moss.", "because": because, "importance": 7}]
        },
    )
    state = founded(model, reflect_at=10)
    live(state, 16 * 60)
    assert model.of("conclude")
    assert remembered(state, "ben", "reflection") == []


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


HOUR_NINE = 9 * 60


def memories_of(state, agent, texts, *, kind="observation", importance=1):
    """Let somebody remember texts, all in one turn."""
    turn_rows = TurnRows(
        HOUR_NINE, state.minds[agent].agent_number, state.apply, first=len(state.minds[agent].stream)
    )
    thinker = state.thinker(agent, turn_rows, HOUR_NINE)
    return [thinker.remember(kind, text, importance) for text in texts]


def a_reflection(state, agent="ada"):
    """What somebody concludes at ten, if it is time to; and the rows that come of it."""
    turn_rows = TurnRows(10 * 60, state.minds[agent].agent_number, state.apply)
    return asyncio.run(reflect(state.thinker(agent, turn_rows, 10 * 60))), turn_rows.entries


def concludes(*insights):
    """A model whose conclusions are these: a text and the numbers it rests on."""
    made = [{"text": text, "because": list(because), "importance": 5} for text, because in insights]
    return Scripted(conclude={"insights": made})


@pytest.mark.parametrize(("felt", "asked"), [(9, 0), (10, 1), (11, 1)])
def test_reflection_is_due_as_soon_as_what_was_felt_weighs_enough(felt, asked):
    model = Scripted()
    state = founded(model, reflect_at=10)
    memories_of(state, "ada", [f"Rain {n}." for n in range(felt)])
    a_reflection(state)
    assert len(model.of("ask_oneself")) == asked
    assert state.minds["ada"].felt == (0 if asked else felt), "what was reflected upon weighs no more"


def test_whoever_is_not_to_reflect_does_not_whatever_was_felt():
    model = Scripted()
    state = founded(model, reflection=False, reflect_at=10)
    memories_of(state, "ada", [f"Rain {n}." for n in range(20)])
    assert a_reflection(state) == ((), [])
    assert {prompt.name for prompt in model.asked} == {"understand"}


def test_one_asks_oneself_about_the_newest_memories_and_looks_them_up_as_one_reflecting():
    model = Scripted()
    state = founded(model, reflect_at=10, reflect_over=12)
    rows = memories_of(state, "ada", [f"Rain {n}." for n in range(20)])
    _, made = a_reflection(state)
    assert model.of("ask_oneself")[0].recent == tuple(rows[-12:])
    assert [(row.purpose, row.query) for row in made if isinstance(row, Recall)] == [
        ("reflect", "What matters?")
    ]
    assert model.of("conclude")[0].questions == ("What matters?",)


def test_one_who_concludes_is_told_the_latest_of_what_is_held_already():
    model = Scripted()
    state = founded(model, reflect_at=10)
    held = memories_of(state, "ada", [f"Conclusion {n}." for n in range(23)], kind="reflection")
    memories_of(state, "ada", [f"Rain {n}." for n in range(10)])
    a_reflection(state)
    assert model.of("conclude")[0].held == tuple(memory.text for memory in held[-20:])


def test_one_who_concludes_is_told_of_whom_one_knows_those_most_often_thought_of_first():
    model = Scripted(ask_oneself={"questions": ["What of Cy Reed and Ben Reed?"]})
    state = founded(model, reflect_at=10)
    memories_of(state, "ben", [f"Ada Moss met Cy Reed, {n}." for n in range(4)], importance=5)
    a_reflection(state, "ben")
    assert state.minds["ben"].relations == {}
    assert model.of("conclude")[0].people == (), "who is no acquaintance is not told of"
    state.apply(Relation(id=row_id(HOUR_NINE, 1, 90), agent="ada", other="cy", kind="friend", closeness=1))
    memories_of(state, "ada", [f"Cy Reed was out, {n}." for n in range(3)], importance=5)
    memories_of(state, "ada", ["Ben Reed was with Cy Reed."], importance=5)
    a_reflection(state)
    assert [(each.agent, each.kind) for each in model.of("conclude")[1].people] == [
        ("cy", "friend"),
        ("ben", "friend"),
    ]


def test_the_last_memory_that_was_shown_may_be_cited_and_none_after_it():
    model = Scripted(
        conclude=lambda prompt: {
            "insights": [
                {"text": "It rains.", "because": [len(prompt.recalled)], "importance": 5},
                {"text": "All is well.", "because": [len(prompt.recalled) + 1], "importance": 5},
            ]
        }
    )
    state = founded(model, reflect_at=10)
    memories_of(state, "ada", [f"Rain {n}." for n in range(10)])
    (insight,), _ = a_reflection(state)
    assert (insight.text, insight.evidence) == ("It rains.", (model.of("conclude")[0].recalled[-1].id,))


def test_of_two_insights_that_say_the_same_the_first_is_kept():
    state = founded(concludes(("It rains a lot.", [1]), ("It rains a lot!", [2])), reflect_at=10)
    memories_of(state, "ada", [f"Rain {n}." for n in range(10)])
    kept, _ = a_reflection(state)
    assert [insight.text for insight in kept] == ["It rains a lot."]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("oak elm fir", "oak elm fir ash", True),
        ("oak elm", "oak elm fir", False),
        ("oak elm fir ash", "oak elm fir bay", False),
        ("Oaks", "oak", True),
        ("oak", "elm", False),
        ("", "", False),
    ],
)
def test_two_texts_are_alike_when_they_share_three_quarters_of_their_terms(one, other, same):
    assert alike(Lexicon("en"), one, other) is same


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
    rows = TurnRows(state.clock, 999, lambda entry: None)
    answered = asyncio.run(interview(state.thinker("ada", rows, state.clock), "What do you like?"))
    assert answered.text == "I like the sea."
    assert answered.because == (answered.recalls[0].items[0].memory,)
    assert (len(mind.stream), bytes(mind.stream._touched), mind.presence, state.clock) == before


@pytest.mark.parametrize(
    ("faculty", "kind"),
    [
        ("reflection", "reflection"),
        ("observation", "observation"),
        ("observation", "talk"),
        ("planning", "plan"),
    ],
)
def test_an_interview_without_a_faculty_is_asked_of_what_the_others_made(faculty, kind):
    model = Scripted(
        plan_day=plan_for(CAFE),
        react=talks,
        take_away={"summary": "Ben Reed and Ada Moss had a talk.", "importance": 9},
        conclude={
            "insights": [{"text": "Ben Reed cares about Ada Moss.", "because": [1, 2], "importance": 7}]
        },
    )
    state = founded(model, reflect_at=10)
    live(state, 16 * 60)
    ask_with(state, "What matters?")
    ask_with(state, "What matters?", without=[faculty])
    whole, ablated = model.of("interview")
    assert any(memory.kind == kind for memory in whole.recalled)
    assert not any(memory.kind == kind and memory.minute > 0 for memory in ablated.recalled)
    assert any(memory.kind == "seed" for memory in ablated.recalled)
    assert bool(ablated.plan) == (faculty != "planning")


def ask_with(state, question, **fields):
    """An interview of Ben that takes effect nowhere."""
    rows = TurnRows(state.clock, 999, lambda entry: None)
    return asyncio.run(interview(state.thinker("ben", rows, state.clock), question, **fields))


def test_whom_something_is_due_to_are_thought_of_in_the_order_of_their_numbers():
    others = tuple(f"p{number:02}" for number in range(12))
    people = [person("ada", "Ada Moss", "Moss Flat"), *(person(one, f"{one} Reed", "Quay") for one in others)]
    model = Scripted(plan_day=plan_for({one: CAFE["ben"] for one in ("ada", *others)}))
    state = founded(model, small_town(facts=(), personas=tuple(people)))
    live(state, 9 * 60 + 30)
    gull = Happen(room="Café/counter", text="A gull flies in.")
    intervened(state, gull, at=9 * 60 + 30)  # everybody looks up, and has seen who is here then
    live(state, 10 * 60)
    due = Intention(
        id=row_id(10 * 60, 0, 900), agent="ada", kind="message", state="held", deed="tell them",
        content="The sea is calm.", others=others[::-1], memory=state.minds["ada"].stream.memories[0].id,
    )  # fmt: skip
    state.apply(due)
    intervened(state, Happen(room="Café/counter", text="The gull flies out."), at=10 * 60)
    live(state, 11 * 60)
    *_, asked = [one for one in model.of("react") if one.persona.id == "ada"]
    assert [each.agent for each in asked.people] == list(others)
