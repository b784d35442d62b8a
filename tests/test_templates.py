"""The templates of the gallery: each without a problem, found by words, and alive for two days."""

from __future__ import annotations

import pytest

from engine.api.scenarios import template_files, templates
from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.errors import NotFound
from engine.insight.news.follow import who_knows
from engine.insight.news.going_round import facts_of
from engine.language.times.told_time import due_at
from engine.scenario import read_scenario
from tests.marks import in_turn

ALL = [one.id for one in templates()]
TOLD, CAME = 3, 3  # others who know by the first night; guests who are there with the host


def test_there_are_ten_kinds_and_each_folder_is_listed():
    assert len({one.kind for one in templates()}) == len(ALL) >= 10
    assert {one.scenario.language for one in templates()} == {"en", "zh"}


@pytest.mark.parametrize("template", ALL)
def test_a_template_has_no_problem_and_what_a_town_needs(template):
    checked = read_scenario(template_files(template), template)
    assert checked.problems == ()
    scenario = checked.scenario
    assert 5 <= len(scenario.personas) <= 8
    ties = {(one.id, bond.other) for one in scenario.personas for bond in one.bonds}
    assert ties, "they stand to each other"
    assert ties == {(other, one) for one, other in ties}, "both ways"
    assert all(len(one.seed) >= 2 and one.routine and one.says for one in scenario.personas)
    assert any(place.open for place in scenario.places)
    assert "#" in "".join(template_files(template).values()), "it teaches whoever reads it"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("canary", {"ship"}),
        ("queen maud", {"court"}),
        ("IVO", {"ship"}),
        ("village crime", {"village-crime"}),
        ("饺子", {"courtyard"}),
        ("", set(ALL)),
        ("no such word", set()),
    ],
)
def test_a_template_is_found_by_its_name_its_kind_what_it_says_and_its_people(words, found):
    assert {one.id for one in templates() if one.says(words)} == found


def test_a_town_begins_from_a_template_and_an_unknown_one_is_told_apart(tmp_path):
    with open_workspace(tmp_path) as workspace:
        made = workspace.scenarios.new_from_template("My Ship", "ship")
        assert made.note == "started from the template ship"
        assert workspace.scenarios.files("My Ship") == template_files("ship")
        with pytest.raises(NotFound, match="did you mean 'ship'"):
            workspace.scenarios.new_from_template("Other", "shipp")
        with pytest.raises(NotFound, match="use one of: empty-square"):
            workspace.scenarios.new_from_template("Other", "../willow-bay")
        assert "Other" not in workspace.scenarios.names()


@pytest.fixture(scope="module", params=in_turn(ALL, plain=["courtyard"]))
def two_days(request, tmp_path_factory):
    """A run of each template that has lived two days."""
    with open_workspace(tmp_path_factory.mktemp(request.param)) as workspace:
        workspace.scenarios.new_from_template("Tried", request.param)
        run = workspace.runs.new("Tried")
        run.live(2 * DAY)
        yield run


@pytest.mark.nightly
def test_word_of_it_gets_round_on_the_first_day(two_days):
    news, fact = facts_of(two_days.at(DAY - 1))[0], two_days.scenario.facts[0]
    told = set(who_knows(two_days.at(DAY - 1), news)) - set(fact.known_by)
    assert len(told) >= TOLD, told


@pytest.mark.nightly
def test_its_occasion_takes_place_with_its_guests(two_days):
    scenario = two_days.scenario
    fact = scenario.facts[0]
    due = due_at(fact.text, scenario.language, scenario.starts)
    assert due is not None
    (host,) = fact.known_by
    there = {agent: one.room for agent, one in two_days.at(due + 20).people.items()}
    guests = [agent for agent, room in there.items() if room == there[host] and agent != host]
    assert there[host].partition("/")[0] in fact.text, "the host is where it was said to be"
    assert len(guests) >= CAME, there


@pytest.mark.soak
def test_in_two_days_everybody_of_it_talks_and_somebody_reflects(two_days):
    people = two_days.town.cast.personas
    for agent in people:
        for kind in ("plan", "observation", "talk"):
            assert two_days.at().memories(agent, kinds=[kind]).total, (agent, kind)
    reflected = [agent for agent in people if two_days.at().memories(agent, kinds=["reflection"]).total]
    assert reflected  # not everybody has lived through what says something together in two quiet days
