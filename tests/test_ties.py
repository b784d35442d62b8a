"""Ties over time and the circles of a town, read from the log."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from engine.api.run import circles
from engine.clock import parse_moment
from engine.language.scales import BANDS, degree
from engine.records import Relation
from engine.row_ids import turn_of
from tests.planted import Planted
from tests.studios import lived

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    opened, _ = lived(tmp_path_factory.mktemp("ties"))
    with opened:
        yield opened


@pytest.fixture(scope="module")
def town(workspace):
    return workspace.runs.find("First try")


def test_a_tie_is_told_both_ways_from_the_beginning_to_the_moment(town):
    felt = {(row.agent, row.other): row for row in town.at().relations}
    for one, other in felt:
        tie = town.story().tie(one, other)
        assert tie.there[-1].id == felt[one, other].id
        assert tie.there[-1].closeness == felt[one, other].closeness
        assert [one.id for one in tie.standings] == sorted(one.id for one in (*tie.there, *tie.back))
        for was, now in zip(tie.there, tie.there[1:], strict=False):
            assert now.change == pytest.approx(now.closeness - was.closeness)
        assert tie.there[0].change is None
        assert (town.story().tie(other, one).back, town.story().tie(other, one).there) == (
            tie.there,
            tie.back,
        )


def test_every_change_names_the_talk_of_its_turn(town):
    changed = [row for row in town.at().log.rows(Relation) if row.minute]
    assert changed
    for row in changed:
        standing = next(one for one in town.story().tie(row.agent, row.other).there if one.id == row.id)
        assert turn_of(standing.talk) == turn_of(row.id)
        assert standing.word == town.town.phrases.feels(row.closeness)


def test_at_an_earlier_moment_nothing_later_is_told(town):
    last = max((row for row in town.at().log.rows(Relation)), key=lambda row: row.id)
    before, after = (town.story(last.minute + n).tie(last.agent, last.other) for n in (0, 1))
    assert last.id not in [one.id for one in before.standings]
    assert last.id in [one.id for one in after.standings]


def test_what_no_talk_turned_names_none(workspace, request):
    hamlet = Planted.in_workspace(workspace, name=request.node.name)
    hamlet.feel("day 1 09:00", "otto", "ruth", -0.7)
    hamlet.until("day 1 10:00")
    row = hamlet.run.story().tie("otto", "ruth").there[-1]
    assert (row.talk, row.word, row.minute) == (0, "hostile", parse_moment("day 1 09:00"))


@pytest.mark.parametrize("closeness", [n / 100 for n in range(-100, 101)])
def test_the_bands_are_the_words_of_the_scale(closeness):
    fitting = [step for step, least, most in BANDS if least <= closeness < most or closeness == most == 1.0]
    assert fitting == [degree(closeness)]


# ---- circles

PEOPLE = tuple("abcdefgh")


def among(*groups, warm=0.8):
    return {pair: warm for group in groups for pair in combinations(group, 2)}


def test_those_who_keep_to_each_other_are_a_circle():
    warmth = among("abc", "def") | {("c", "d"): 0.1, ("a", "g"): -0.9}
    assert circles(PEOPLE, warmth) == (("a", "b", "c"), ("d", "e", "f"), ("g",), ("h",))
    assert circles(PEOPLE, among("abcdefgh")) == (PEOPLE,)
    assert circles((), {}) == ()
    assert circles(PEOPLE[:2], {}) == (("a",), ("b",))


def test_circles_of_circles_are_joined_until_nothing_is_gained():
    ring = {(PEOPLE[n], PEOPLE[(n + 1) % 8]): 0.5 for n in range(8)}
    found = circles(PEOPLE, ring)
    assert 2 <= len(found) <= 4
    assert all(len(circle) >= 2 for circle in found)


ties = st.dictionaries(
    st.tuples(st.sampled_from(PEOPLE), st.sampled_from(PEOPLE)), st.floats(-1, 1), max_size=28
)


@given(ties)
def test_everybody_is_in_one_circle_and_the_same_ties_make_the_same_circles(warmth):
    found = circles(PEOPLE, warmth)
    assert sorted(one for circle in found for one in circle) == list(PEOPLE)
    assert [len(circle) for circle in found] == sorted((len(circle) for circle in found), reverse=True)
    turned = {(other, one): how for (one, other), how in reversed(warmth.items())}
    assert circles(PEOPLE, turned) == found
    loved = {one for (one, other), how in warmth.items() if how > 0 and one != other}
    loved |= {other for (one, other), how in warmth.items() if how > 0 and one != other}
    assert all(circle[0] in loved for circle in found if len(circle) > 1)


@pytest.mark.soak
@given(ties)
def test_circles_are_no_worse_than_everybody_alone(warmth):
    found = circles(PEOPLE, warmth)
    assert modularity(found, warmth) >= modularity([(one,) for one in PEOPLE], warmth) - 1e-9


def modularity(groups, warmth):
    weights = {}
    for (one, other), how in warmth.items():
        if how > 0 and one != other:
            pair = frozenset((one, other))
            weights[pair] = max(how, weights.get(pair, 0.0))
    total = 2 * sum(weights.values())
    if not total:
        return 0.0
    degrees = {one: sum(how for pair, how in weights.items() if one in pair) for one in PEOPLE}
    return sum(
        2 * sum(how for pair, how in weights.items() if pair <= set(group)) / total
        - (sum(degrees[one] for one in group) / total) ** 2
        for group in groups
    )
