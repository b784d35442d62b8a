"""What agents notice, and how they deal with things and doors, in a small town with a scripted model."""

from __future__ import annotations

from engine.interventions import Happen, SetState
from engine.records import Event, ThingState
from tests.minds import CAFE, remembered
from tests.towns import STOVE, Scripted, entries, founded, intervened, live, plan_for, small_town

# ---- perceiving


def test_regression_6_an_idle_thing_that_has_not_changed_makes_no_memory():
    state = founded(Scripted(plan_day=plan_for(CAFE)))
    live(state, 11 * 60)
    assert not [memory for memory in remembered(state, "ben") if "urn" in memory.text]


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
    assert any("Ada Moss" in memory.text for memory in remembered(state, "ben", "observation"))


def test_nobody_notices_what_happens_in_another_room():
    state = founded(Scripted(plan_day=plan_for(CAFE)))
    live(state, 12 * 60)
    assert not any("Ada Moss" in memory.text for memory in remembered(state, "cy", "observation"))


def test_without_observation_nothing_seen_is_remembered():
    state = founded(Scripted(plan_day=plan_for(CAFE)), observation=False)
    live(state, 11 * 60)
    assert not remembered(state, "ben", "observation")


def test_attention_is_limited_and_urgent_things_come_first():
    model = Scripted(plan_day=plan_for(CAFE))
    state = founded(model, attention=1)
    live(state, 10 * 60)
    intervened(state, Happen(room="Café/counter", text="A gull flies in."), at=10 * 60)
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
    intervened(state, SetState(thing=STOVE, state="burning"), at=10 * 60)
    taken = live(state, 10 * 60 + 15)
    (change,) = entries(taken, ThingState)
    assert (change.state, change.by) == ("off", "ada")
    assert change.minute - 10 * 60 <= 10
    assert any("burning" in memory.text for memory in remembered(state, "ada"))


def test_what_is_noticed_twice_at_once_is_remembered_once():
    state = founded(Scripted(plan_day=plan_for({"ada": [("08:00", "cook", "Café/kitchen")]})))
    live(state, 10 * 60)
    for kettle in ("There is smoke.", "There is smoke."):
        intervened(state, Happen(room="Café/kitchen", text=kettle), at=10 * 60)
    live(state, 10 * 60 + 15)
    assert [memory.text for memory in remembered(state, "ada")].count("There is smoke.") == 1


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
    intervened(state, Happen(room="Café/counter", text="A gull flies in."), at=10 * 60)
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
    texts = [memory.text for memory in remembered(state, "ben")]
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
    assert any("occupied by Ben Reed" in memory.text for memory in remembered(state, "cy"))
    assert any("waits in front of" in memory.text for memory in remembered(state, "cy"))


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
    assert any("is closing" in memory.text for memory in remembered(state, "ben"))


def test_whoever_works_there_may_stay():
    late = {"ada": [("19:00", "count the till", "Café/counter")]}
    state = founded(Scripted(plan_day=plan_for(late)))
    live(state, 22 * 60)
    assert state.minds["ada"].presence.room == "Café/counter"
