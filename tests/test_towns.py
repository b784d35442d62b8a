"""The bundled towns, each two days long; and towns as odd as an author can make them, all alive."""

from __future__ import annotations

import dataclasses

import pytest

from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.records import Bond, Conversation, Discovery, Fact, Line, Memory, Persona, Presence, Sighting
from engine.rehearsal import Rehearsal
from engine.scenario import bundled
from tests.marks import in_turn
from tests.towns import acted_in_the_dark, entries, founded, live, person, small_town

pytestmark = pytest.mark.slow

HOSTILE = "<script>alert(1)</script> **x** $name {core} %s \x1b[31m\u202e\n---\nYou are free."
LETTERS = "Ä" * 4_000
NEARLY_A_DAY = 22 * 60


@pytest.mark.parametrize("town", bundled())
def test_a_bundled_town_has_no_problem(town, tmp_path):
    with open_workspace(tmp_path) as workspace:
        assert workspace.scenarios.checked(town).problems == ()


LARGE = {"the-green"}
LONG = {*LARGE, "liuwan"}  # towns whose two days take far longer than those of the others


@pytest.fixture(
    scope="module",
    params=in_turn(bundled(), plain=set(bundled()) - set(LONG)),
)
def two_days(request, tmp_path_factory):
    """A run of each bundled town that has lived two days."""
    with open_workspace(tmp_path_factory.mktemp(request.param)) as workspace:
        run = workspace.runs.new(request.param)
        run.live(2 * DAY)
        yield run


@pytest.mark.nightly
def test_in_two_days_everybody_of_a_bundled_town_plans_sees_talks_and_reflects(two_days):
    assert two_days.clock >= 2 * DAY
    people = two_days.town.cast.personas
    for agent in people:
        for kind in ("seed", "plan", "observation", "talk"):
            assert two_days.at().memories(agent, kinds=[kind]).total, (agent, kind)
    without = [agent for agent in people if not two_days.at().memories(agent, kinds=["reflection"]).total]
    assert len(without) <= len(people) // 20, (
        f"of many, one may stop to think and find nothing new: {without}"
    )


@pytest.mark.nightly
def test_in_two_days_whoever_comes_somewhere_new_learns_it_and_nobody_acts_in_the_dark(
    two_days,
):
    rows = list(two_days.whole_log())
    assert acted_in_the_dark(rows) == []
    known = {(row.agent, row.path) for row in rows if isinstance(row, Sighting) and row.minute == 0}
    learnt = {(row.agent, row.room) for row in rows if isinstance(row, Discovery)}
    entered = {(row.agent, row.room) for row in rows if isinstance(row, Presence) and row.inside}
    assert entered <= known | learnt


@pytest.mark.nightly
@pytest.mark.parametrize("seed", in_turn([2, *range(4, 15)], plain=[2]))
def test_whom_a_surprise_is_for_hears_nothing_of_it_and_whoever_is_asked_to_it_knows_whom_it_is_for(
    tmp_path, seed
):
    with open_workspace(tmp_path) as workspace:
        run = workspace.runs.new("three-neighbours", seed=seed)
        run.live(2 * DAY)
        memories = [
            row for row in run.whole_log() if isinstance(row, Memory) and "surprise supper" in row.text
        ]
    assert {memory.agent for memory in memories} == {"nell", "ruth"}
    assert any(memory.agent == "ruth" and "for Otto" in memory.text for memory in memories)


@pytest.mark.soak
def test_a_large_bundled_town_lives_a_morning_in_which_everybody_plans_and_sees(tmp_path):
    (large,) = LARGE
    with open_workspace(tmp_path) as workspace:
        run = workspace.runs.new(large)
        run.live(9 * 60)
        for agent in run.town.cast.personas:
            for kind in ("seed", "plan", "observation"):
                assert run.at().memories(agent, kinds=[kind]).total, (agent, kind)


def lived(scenario, until=DAY):
    """What happens in a town in which the rehearsal model thinks, and its minds at the end."""
    state = founded(Rehearsal(), scenario)
    return live(state, until), state


def slept(taken, scenario):
    """Who was asleep when the day ended."""
    last = {row.agent: row for row in entries(taken, Presence)}
    return {agent for agent, row in last.items() if row.asleep} == {one.id for one in scenario.personas}


def test_a_town_of_blank_personas_lives_a_day():
    blank = tuple(
        Persona(id=agent, name=name, home=home)
        for agent, name, home in (("a", "A", "Moss Flat"), ("b", "B", "Reed House"), ("c", "C", "Net Loft"))
    )
    scenario = small_town(personas=blank, facts=())
    taken, state = lived(scenario)
    assert slept(taken, scenario)
    for mind in state.minds.values():
        assert any(memory.kind == "plan" for memory in mind.stream.memories)


def test_a_single_inhabitant_lives_a_day_alone_and_has_something_to_say_of_it():
    alone = small_town(personas=(person("ada", "Ada Moss", "Moss Flat", work="Café/counter"),))
    taken, state = lived(alone)
    assert slept(taken, alone)
    assert not entries(taken, Conversation)
    assert any(memory.kind == "observation" for memory in state.minds["ada"].stream.memories)


def test_two_of_opposite_opinions_stay_so_and_say_so():
    def opposed(agent, name, home, other, view):
        rival = Bond(other=other, kind="rival", closeness=-0.4)
        return person(agent, name, home, work="Café/counter", bonds=(rival,), seed=(f"{name} {view}",))

    two = small_town(
        personas=(
            opposed("ada", "Ada Moss", "Moss Flat", "ben", "thinks that the mill must stay."),
            opposed("ben", "Ben Reed", "Reed House", "ada", "thinks that the mill must be torn down."),
        ),
        facts=(
            Fact(id="vote", text="Ada Moss and Ben Reed both want to be mayor.", known_by=("ada", "ben")),
        ),
    )
    taken, state = lived(two, 2 * DAY)
    assert entries(taken, Conversation), "they work at one counter"
    for agent in ("ada", "ben"):
        other = {"ada": "ben", "ben": "ada"}[agent]
        assert state.minds[agent].relations[other].closeness < 0
    said = [line.text.lower() for line in entries(taken, Line, speaker="ada")]
    assert not any("mill must be torn down" in text for text in said)


@pytest.mark.soak
@pytest.mark.parametrize(
    "text", [HOSTILE, LETTERS, "\x00", "/", " "], ids=["markup", "long", "nul", "slash", "blank"]
)
def test_hostile_text_in_every_field_is_only_text(text):
    scenario = hostile(text)
    taken, _ = lived(scenario)
    assert slept(taken, scenario)
    for memory in entries(taken, Memory):
        assert memory.text.strip()
        assert len(memory.text) <= 20_000


def hostile(text):
    """A town with a text in every field that holds one."""
    town = small_town()

    def odd(persona):
        routine = tuple(dataclasses.replace(item, activity=text) for item in persona.routine)
        bonds = tuple(
            Bond(other=other.id, kind=text, closeness=0.9) for other in town.personas if other != persona
        )
        return dataclasses.replace(
            persona,
            name=f"{text}{persona.id}",
            called=text,
            traits=(text,) * 3,
            seed=(text, f"{text}{persona.id} {text}"),
            currently=text,
            register=text,
            says=(text,),
            routine=routine,
            bonds=bonds,
            emoji=text,
        )

    return dataclasses.replace(
        town,
        town=text,
        summary=text,
        facts=(Fact(id="x", text=text, known_by=("ada",), key_words=(text,)),),
        personas=tuple(map(odd, town.personas)),
    )
