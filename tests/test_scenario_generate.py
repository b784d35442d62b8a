"""Generated towns: believable, without warnings, and the same for the same seed."""

import pytest

from engine.errors import BadInput
from engine.scenario import generate, read_scenario, to_files
from engine.scenario.allowed_files import MOST_PEOPLE


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("agents", "seed"),
    [
        (1, 0),
        (2, 1),
        (3, 2),
        (5, 3),
        (8, 4),
        (25, 5),
        (25, 6),
        (60, 7),
        pytest.param(200, 8, marks=pytest.mark.nightly),
        pytest.param(MOST_PEOPLE, 9, marks=pytest.mark.nightly),
    ],
)
def test_a_generated_town_is_clean_and_reads_back_the_same(agents, seed):
    scenario = generate("green-hill", agents, seed)
    checked = read_scenario(to_files(scenario), "green-hill")
    assert [str(problem) for problem in checked.problems] == []
    assert checked.scenario == scenario
    assert len(scenario.personas) == agents


def test_the_same_seed_gives_the_same_town_and_another_seed_another():
    assert to_files(generate("a", 25, 1)) == to_files(generate("a", 25, 1))
    assert to_files(generate("a", 25, 1)) != to_files(generate("a", 25, 2))


@pytest.mark.parametrize("agents", [0, -1, MOST_PEOPLE + 1])
def test_a_town_has_somebody_and_not_more_than_its_files_can_hold(agents):
    with pytest.raises(BadInput, match="1 to 1,100"):
        generate("a", agents, 1)


def test_people_differ_and_are_bound_to_each_other():
    scenario = generate("green-hill", 25, 1)
    assert len({persona.name for persona in scenario.personas}) == 25
    assert len({persona.work for persona in scenario.personas}) >= 8
    bonds = {(persona.id, bond.other) for persona in scenario.personas for bond in persona.bonds}
    assert all((other, agent) in bonds for agent, other in bonds)
    assert all(persona.bonds and len(persona.seed) >= 5 for persona in scenario.personas)
    assert all(persona.name in statement for persona in scenario.personas for statement in persona.seed)


def test_homes_are_private_washrooms_small_and_lunch_is_shared():
    scenario = generate("green-hill", 25, 1)
    private = {place.name for place in scenario.places if place.private}
    assert private == {persona.home.partition("/")[0] for persona in scenario.personas}
    assert any(room.capacity == 1 for place in scenario.places for room in place.rooms)
    noon = [
        item.place for persona in scenario.personas for item in persona.routine if 720 <= item.start < 780
    ]
    assert max(map(noon.count, noon)) >= 3


def test_there_is_a_party_a_vote_and_a_rumour():
    facts = generate("green-hill", 25, 1).facts
    assert len(facts) == 3
    assert "day 2 at 17:00" in facts[0].text
    assert "day 3 at 12:00" in facts[1].text
    assert all(fact.known_by and fact.key_words for fact in facts)


def test_a_large_town_has_quarters_in_which_it_is_as_in_a_small_one():
    small, large = generate("green-hill", 30, 1), generate("green-hill", 300, 1)
    public = [place.name for place in large.places if not place.private]
    assert len(public) > 7 * len([place for place in small.places if not place.private])
    assert len(set(public)) == len(public)
    assert max(len(persona.knows) for persona in large.personas) <= 3 * len(small.personas[0].knows)
    assert max(len(persona.bonds) for persona in large.personas) < 25
