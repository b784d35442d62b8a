"""The paper's stories come true, in a bundled town and in two that were written by hand for this."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.api.workspace import open_workspace
from engine.records import RoutineItem
from engine.scenario import to_files
from tests.bench.stories.days import days_of, is_in
from tests.bench.stories.living import lived, unmet
from tests.bench.stories.story import stories, town
from tests.marks import in_turn

pytestmark = pytest.mark.soak

STORIES = {story.name: story for story in stories()}
COME_TRUE = (
    *("party-at-the-cafe", "party-on-the-barge", "party-at-the-dyeworks"),
    *("mayor-of-willow-bay", "warden-of-the-reach", "warden-of-the-river"),
    *("cafe-stove", "barge-stove", "dyeworks-stove", "tofu-stove"),
)
STOVES = ("cafe-stove", "barge-stove", "dyeworks-stove")
SEEDS = (1, 2, 3)
PLAIN = ("party-on-the-barge", "warden-of-the-river")


@pytest.mark.nightly
@pytest.mark.parametrize("seed", in_turn(SEEDS, plain=[1]))
@pytest.mark.parametrize("name", in_turn(COME_TRUE, plain=PLAIN))
def test_a_party_an_office_and_a_burning_stove(name, seed, tmp_path):
    with open_workspace(tmp_path / "ws") as workspace:
        assert unmet(STORIES[name], lived(workspace, STORIES[name], seed)) == ""


# ---- a stove burns


def talking(days, minute):
    """Who is in the midst of a talk at a minute, and looks round when it is over."""
    began = {line.conversation for line in days.lines if line.said_at <= minute}
    goes_on = [line for line in days.lines if line.said_at >= minute and line.conversation in began]
    return {one for line in goes_on for one in (line.speaker, *line.hearers)}


@pytest.mark.parametrize("seed", in_turn(SEEDS, plain=[1]))
@pytest.mark.parametrize(
    "name",
    in_turn(STOVES, plain=["barge-stove"]),
)
def test_whoever_is_within_two_rooms_handles_it_in_time_remembers_it_and_talks_about_it(name, seed, tmp_path):
    burning = STORIES[name].written.set
    with open_workspace(tmp_path / "ws") as workspace:
        days = lived(workspace, STORIES[name], seed)
    place, _, thing = burning.thing.partition("/")
    near = {agent for agent in days.rooms if is_in(days.room(agent, burning.at), place)}
    assert near, "nobody is near: the story shows nothing"

    after = [row for row in days.states if row.thing == burning.thing and row.minute >= burning.at and row.by]
    assert after[0].minute <= burning.at + 15
    assert after[0].state != burning.state

    words = thing.rpartition("/")[2]
    rows = [row for row in days.memories if burning.at <= row.minute <= burning.at + 15 and words in row.text]
    assert near - talking(days, burning.at) <= {row.agent for row in rows}, (
        "somebody beside it noticed nothing"
    )
    assert after[0].by in {row.agent for row in rows if row.kind == "observation"}

    told = [line for line in days.lines if line.said_at > burning.at and words in line.text]
    assert {line.speaker for line in told} & (near | {after[0].by})
    assert {one for line in told for one in line.hearers} - near - {after[0].by}, "nobody who was not there"


# ---- a washroom is full

WASHROOMS = {
    "willow-bay": ("Harbour Café/washroom", ("isabel", "felix", "amara"), "wash", "is occupied by"),
    "pell-lock": ("Tea Barge/washroom", ("imre", "abel", "lottie"), "wash", "is occupied by"),
    "dian-he": ("染坊/洗手间", ("pei", "helan", "heshan"), "洗手", "里有人"),
}
IN_ORDER = {"willow-bay": SEEDS, "pell-lock": (2, 3, 4), "dian-he": (1, 2, 4)}
"""Seeds by which the three come in the order meant: a talk on the way makes the first one late."""
TIMES = ((910, 925), (915, 950), (930, 1050))  # 15:10 to 15:25; 15:15 to 15:50; 15:30 to 17:30


@pytest.fixture(
    scope="module",
    params=in_turn(
        [(name, seed) for name in WASHROOMS for seed in IN_ORDER[name]],
        plain=[("pell-lock", 2)],
    ),
    ids=str,
)
def washing(request, tmp_path_factory):
    """A day on which three people mean to wash in a room for one: the second comes while the first is in it,
    the third while the second is, and means to stay longest.
    """
    room, people, washes, words = WASHROOMS[request.param[0]]
    scenario = town(request.param[0])
    rest = "歇一歇" if scenario.language == "zh" else "sit and rest"
    times = dict(zip(people, TIMES, strict=True))

    def to_wash(persona):
        if persona.id not in people:
            return persona
        start, end = times[persona.id]
        kept = (item for item in persona.routine if not 14 * 60 < item.start < 17 * 60 + 40)
        items = (
            RoutineItem(start=start, activity=washes, place=room),
            RoutineItem(start=end, activity=rest, place=persona.home),
        )
        return replace(persona, routine=tuple(sorted((*kept, *items), key=lambda each: each.start)))

    scenario = replace(scenario, personas=tuple(to_wash(one) for one in scenario.personas))
    with open_workspace(tmp_path_factory.mktemp("washing")) as workspace:
        workspace.scenarios.save("washing", to_files(scenario), "one washroom")
        run = workspace.runs.new("washing", seed=request.param[1])
        run.live(19 * 60)
        yield days_of(run, 19 * 60, ()), room, people, words, run


def inside(days, room):
    """Who is in a room at each minute."""
    return [
        {agent for agent, rooms in days.rooms.items() if rooms[minute] == room}
        for minute in range(days.until)
    ]


def found_full(days, words, agent):
    """When somebody first found it full that afternoon."""
    return next(
        row.minute
        for row in days.memories
        if row.agent == agent and words in row.text and row.minute >= TIMES[0][0]
    )


def first_in(days, room, agent):
    return days.rooms[agent].index(room, TIMES[0][0])


@pytest.mark.nightly
def test_a_washroom_never_holds_two_and_everybody_gets_in(washing):
    days, room, people, _, _ = washing
    taken = inside(days, room)
    assert max(map(len, taken)) == 1, "two are in it at once, or nobody ever is"
    for agent in people:
        assert sum(agent in one for one in taken[TIMES[0][0] :]) >= 5, f"{agent} never gets in"


def test_whoever_finds_it_full_knows_by_whom(washing):
    days, room, people, words, run = washing
    assert all(found_full(days, words, agent) for agent in people[1:])
    taken = inside(days, room)
    for row in days.memories:
        if words in row.text:
            (who,) = taken[row.minute]
            assert run.town.cast.names[who] in row.text


def test_whoever_waits_at_the_door_goes_in_as_soon_as_it_is_free(washing):
    days, room, (first, second, _), words, _ = washing
    found, went_in = found_full(days, words, second), first_in(days, room, second)
    waits = [row for row in days.presences if row.agent == second and found <= row.minute < went_in]
    assert waits
    assert all(row.room == room and not row.inside and row.doing for row in waits)
    free = next(minute for minute in range(found, days.until) if days.rooms[first][minute] != room)
    assert free <= went_in <= free + 2


def test_whoever_will_not_wait_longer_turns_to_something_else_and_comes_back(washing):
    days, room, (_, second, third), words, _ = washing
    found, went_in = found_full(days, words, third), first_in(days, room, third)
    rows = [row for row in days.presences if row.agent == third and found <= row.minute <= went_in]
    assert any(row.inside and row.room != room and row.doing for row in rows), (
        "stood at the door all the while"
    )
    assert max(minute for minute, one in enumerate(days.rooms[second]) if one == room) < went_in <= found + 60


# ---- a question about a person who does not exist

ENGLISH = (
    "Zebulon Pike", "What do you think of Zebulon Pike?", ("of that name", "I don't know anyone called"),
)  # fmt: skip
NOBODY = {
    "willow-bay": ENGLISH,
    "pell-lock": ENGLISH,
    "dian-he": ("钱多多", "你觉得钱多多这个人怎么样？", ("不认识", "没听说过")),
}


EVENINGS = in_turn([(name, seed) for name in NOBODY for seed in SEEDS], plain=[("pell-lock", 1)])


@pytest.fixture(scope="module", params=EVENINGS, ids=str)
def evening(request, tmp_path_factory):
    """A town towards the evening of its first day, and what it is asked about nobody."""
    name, seed = request.param
    with open_workspace(tmp_path_factory.mktemp(name)) as workspace:
        if name not in workspace.scenarios.names():
            workspace.scenarios.save(name, to_files(town(name)), "by hand")
        run = workspace.runs.new(name, seed=seed)
        run.live(17 * 60)
        yield run, *NOBODY[name]


def knows_nobody(answer, words):
    return any(each in answer for each in words)


@pytest.mark.nightly
def test_an_interview_says_that_one_knows_nobody_of_that_name(evening):
    run, _, question, words = evening
    for agent in run.town.cast.personas:
        for asker in ("", "a reporter", next(one for one in run.town.cast.personas if one != agent)):
            answer = run.at().ask(agent, question, asked_by=asker).text
            assert knows_nobody(answer, words), (agent, asker, answer)


def test_a_survey_says_so_of_everybody(evening):
    run, _, question, words = evening
    found = run.survey(question)
    assert len(found.answers) == len(run.town.cast.personas)
    for each in found.answers:
        assert knows_nobody(each.said.words, words), (each.agent, each.said)


def test_a_choice_about_nobody_is_not_made_up(evening):
    run, name, *_ = evening
    chinese = run.scenario.language == "zh"
    question = f"你信得过{name}吗？" if chinese else f"Do you trust {name}?"
    yes, no = ("信得过", "信不过") if chinese else ("yes", "no")
    found = run.survey(question, choices=[yes, no])
    assert found.tally(found.minutes[0]).get(yes, 0) == 0


def test_on_a_visit_everybody_who_is_asked_says_so_and_nothing_is_made_up(evening):
    run, name, question, words = evening
    chinese = run.scenario.language == "zh"
    talks = (talk for talk in run.at().log.conversations() if talk.until >= run.clock)
    talking = {agent for talk in talks for agent in talk.members}
    awake = [one for one in run.at().people.values() if one.inside and not one.asleep]
    free = [one for one in awake if one.agent not in talking]
    assert free
    for one in free:
        fork = run.fork()
        called = fork.town.cast.personas[one.agent].called or fork.town.cast.names[one.agent]
        visit = fork.visit(one.room, "田瑞" if chinese else "Tom Reed")
        lines = visit.say(
            f"{called}，{question}" if chinese else f"{called}, {question[0].lower()}{question[1:]}"
        )
        visit.leave()
        answer = next(line for line in lines if line.speaker in fork.town.cast.personas)
        assert answer.speaker == one.agent
        assert knows_nobody(answer.text, words), (one.agent, answer.text)
        for line in lines:
            if line.speaker in fork.town.cast.personas and any(part in line.text for part in name.split()):
                assert knows_nobody(line.text, words), (line.speaker, line.text)
