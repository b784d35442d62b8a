"""How agents begin, plan their days, and change their plans, in a small town with a scripted model."""

from __future__ import annotations

import pytest

from engine.clock import DAY
from engine.cognition.going_on import going_on
from engine.errors import ModelFailed
from engine.interventions import Whisper
from engine.records import Event, Memory, Presence, RoutineItem, Step, Turn
from tests.minds import CAFE, remembered
from tests.towns import Scripted, entries, founded, intervened, live, person, plan_for, small_town

# ---- founding


def test_regression_19_seed_memories_are_what_the_author_wrote():
    state = founded()
    seeds = [memory.text for memory in remembered(state, "ada") if memory.kind == "seed"]
    assert seeds == [
        "Ada Moss likes the sea",
        "Ada Moss is giving a party at the Café on day 2 at 17:00.",
    ]


def test_regression_20_the_back_story_needs_no_clock_to_have_run():
    assert founded().minds["ben"].stream.memories[0].minute == 0


def test_a_fact_with_a_day_and_a_time_is_an_engagement_of_those_who_know_it():
    state = founded()
    (party,) = state.minds["ada"].engagements.between(0, 2 * DAY)
    assert (party.when, party.place) == (DAY + 17 * 60, "Café/counter")
    assert list(state.minds["ben"].engagements) == []


def test_a_seed_memory_of_ones_own_that_names_a_moment_is_an_engagement_too():
    seed = (
        "Ada Moss meets the harbour master at the Quay on day 1 at 15:00",
        "Ben Reed sails on day 1 at 16:00",
    )
    state = founded(scenario=small_town(personas=(person("ada", "Ada Moss", "Moss Flat", seed=seed),)))
    (meeting,) = state.minds["ada"].engagements.between(0, DAY)
    assert (meeting.when, meeting.place) == (15 * 60, "Quay")


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
    texts = [memory.text for memory in remembered(state, "ada", "plan")]
    assert any("plan for day 1" in text for text in texts)
    assert any("plans to rest at home at Moss Flat from" in text for text in texts)
    assert any("means to be resting at home" in text for text in texts)


def test_regression_11_all_items_of_a_day_are_kept():
    blocks = [(f"{hour:02d}:00", f"task {hour}", "Quay") for hour in range(8, 20)]
    state = founded(Scripted(plan_day=plan_for({"ada": blocks})))
    live(state, 9 * 60)
    kept = [step.activity for step in state.minds["ada"].plan.current("block")]
    assert kept[1:] == [f"task {hour}" for hour in range(8, 20)]


def test_an_hour_that_says_how_it_goes_on_is_not_taken_apart():
    at_home = plan_for({})

    def days(prompt):
        home = prompt.persona.home
        blocks = [
            {"start": "07:00", "activity": "eat breakfast", "place": home, "doing": "having breakfast"},
            {"start": "08:00", "activity": "swim", "place": "Quay", "doing": "swimming", "emoji": "🏊"},
            {"start": "09:00", "activity": "draw", "place": "Quay", "doing": "drawing"},
            {"start": "10:30", "activity": "sleep", "place": home},
        ]
        return {"gist": "Ada swims.", "blocks": blocks} if prompt.persona.id == "ada" else at_home(prompt)

    model = Scripted(plan_day=days)
    state = founded(model)
    taken = live(state, 10 * 60)
    acts = [event.text for event in entries(taken, Event, kind="act") if event.actor == "ada"]
    assert any(text == "Ada Moss is swimming" for text in acts)
    asked = [prompt.block.activity for prompt in model.of("plan_block") if prompt.persona.id == "ada"]
    assert asked == ["draw"], "it lasts longer than an hour"
    swims = [step for step in entries(taken, Step, level="step") if step.activity == "swimming"]
    assert [(step.start, step.end, step.emoji) for step in swims] == [(480, 540, "🏊")]


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
    intervened(state, Whisper(agent="ben", text="See the boats at three."), at=9 * 60)
    live(state, 10 * 60)
    replanned = [prompt for prompt in model.of("plan_day") if prompt.persona.id == "ben"][1]
    (aim,) = replanned.aims
    assert (aim.intention.deed, aim.intention.place) == ("see the boats", "Quay")
    assert aim.intention.when == 15 * 60
    assert replanned.engagements == ()  # it is not to be planned twice
    assert replanned.earlier


def test_without_planning_nobody_asks_for_a_day_plan():
    model = Scripted()
    taken = live(founded(model, planning=False), 12 * 60)
    assert model.of("plan_day") == []
    assert entries(taken, Step, level="step")


def test_regression_15_an_invented_room_is_refused():
    model = Scripted(
        plan_day={"gist": "x", "blocks": [{"start": "08:00", "activity": "sing", "place": "Opera House"}]}
    )
    state = founded(model)
    live(state, 8 * 60)
    assert not any("Opera House" in memory.text for memory in remembered(state, "ada"))


def test_a_day_that_cannot_be_planned_is_the_usual_one_as_its_author_wrote_it():
    model = Scripted(
        plan_day={"gist": "x", "blocks": [{"start": "08:00", "activity": "sing", "place": "Mars"}]}
    )
    state = founded(model)
    live(state, 10 * 60)
    plan = state.minds["ada"].plan
    assert plan.gist == ""
    blocks = [(block.start, block.activity, block.room) for block in plan.current("block")]
    assert (9 * 60, "sit in the café", "Café/counter") in blocks


def test_a_usual_day_that_begins_at_home_begins_on_waking():
    refused = ModelFailed("the answer makes no sense", outage=False)
    routine = (
        RoutineItem(start=8 * 60, activity="bake buns", place="Moss Flat"),
        RoutineItem(start=9 * 60, activity="sit in the café", place="Café/counter"),
    )
    ada = person("ada", "Ada Moss", "Moss Flat", routine=routine, wake=7 * 60)
    state = founded(Scripted(plan_day=lambda _: refused), scenario=small_town(personas=(ada,)))
    live(state, 10 * 60)
    blocks = [(block.start, block.activity) for block in state.minds["ada"].plan.current("block")]
    assert blocks == [(7 * 60, "bake buns"), (9 * 60, "sit in the café")]


@pytest.mark.parametrize(
    ("said", "seen"),
    [
        ("make tea and wind the clocks", "making tea and winding the clocks"),
        ("making tea", "making tea"),
        ("quiet reading by the fire", "quiet reading by the fire"),
        ("still asleep", "still asleep"),
        ("lunch with Ben", "having lunch with Ben"),
    ],
)
def test_a_piece_that_is_put_as_a_deed_is_seen_going_on(said, seen):
    def pieces(prompt):
        return {"pieces": [{"minutes": 60, "activity": said, "place": prompt.block.room}]}

    state = founded(Scripted(plan_block=pieces))
    live(state, 8 * 60)
    assert {step.activity for step in state.minds["ben"].plan.current("step")} == {seen}


def test_what_is_chinese_goes_on_as_it_is():
    assert going_on("烤面包", "zh", is_deed=True) == "烤面包"


@pytest.mark.parametrize(
    ("planned", "seen"),
    [
        ("bake buns and hide the cake", "baking buns and hiding the cake"),
        ("sitting by the window", "sitting by the window"),
        ("lunch with Ben", "having lunch with Ben"),
    ],
)
def test_a_block_that_nobody_takes_apart_goes_on_as_it_is_seen(planned, seen):
    refused = ModelFailed("the answer makes no sense", outage=False)
    model = Scripted(plan_day=plan_for({"ben": [("07:00", planned, "Quay")]}), plan_block=lambda _: refused)
    state = founded(model)
    live(state, 8 * 60)
    assert {step.activity for step in state.minds["ben"].plan.current("step")} == {seen}
    assert f"Ben Reed is {seen}" in [memory.text for memory in remembered(state, "ben")]


def test_a_day_that_cannot_be_planned_anew_goes_on_as_planned():
    planned = plan_for({"ben": [("07:00", "sing", "Quay"), ("10:00", "whistle", "Quay")]})

    def once(prompt):
        refused = ModelFailed("the answer makes no sense", outage=False)
        return refused if prompt.earlier else planned(prompt)

    model = Scripted(plan_day=once)
    state = founded(model)
    live(state, 8 * 60)
    (before,) = state.minds["ben"].plan.current("block")[-1:]
    intervened(state, Whisper(agent="ben", text="See the boats at three."), at=8 * 60)
    live(state, 9 * 60)
    assert [prompt for prompt in model.of("plan_day") if prompt.earlier], "it is planned anew"
    (after,) = state.minds["ben"].plan.current("block")[-1:]
    assert (after.activity, after.room, after.end) == (before.activity, before.room, before.end)
    assert after.activity == "whistle"
    assert after.id > before.id


def test_regression_17_error_text_never_becomes_content():
    model = Scripted(plan_block=ModelFailed("TOKEN LIMIT EXCEEDED"))
    state = founded(model)
    with pytest.raises(ModelFailed):
        live(state, 12 * 60)
    assert not any(
        "TOKEN LIMIT" in memory.text for mind in state.minds.values() for memory in mind.stream.memories
    )


# ---- heeding


def test_a_whisper_is_heard_once_and_becomes_a_resolve_that_cites_it():
    model = Scripted()
    state = founded(model)
    live(state, 9 * 60)
    turn, rows = intervened(state, Whisper(agent="ben", text="Run for mayor."), at=9 * 60)
    assert turn.agent == "", "the author's turn is the author's"
    live(state, 12 * 60)
    (whisper,) = [entry for entry in rows.entries if isinstance(entry, Memory)]
    (resolve,) = [memory for memory in remembered(state, "ben", "plan") if whisper.id in memory.evidence]
    assert resolve.text == "Ben Reed will do it."
    assert len(model.of("heed")) == 1


# ---- time


def test_regression_14_nobody_is_ever_stuck_in_a_step():
    state = founded(Scripted(plan_day=plan_for(CAFE)))
    taken = live(state, 3 * DAY)
    for turn, rows in taken:
        nexts = [
            entry.next for entry in rows.entries if isinstance(entry, Presence) and entry.agent == turn.agent
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
