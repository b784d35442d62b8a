"""Reflecting, read from the log: what gathers is what the mind has felt, at every moment."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from engine.clock import parse_moment
from engine.errors import NotFound
from engine.insight.reflecting.forgetting import Forgotten, borne, without
from engine.insight.reflecting.gathering import gathering
from engine.insight.reflecting.reflections import Reflection
from engine.records import Call, Memory, Recall, Recalled
from engine.simulation.loading import load_mind
from tests.planted import Planted
from tests.studios import lived

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    opened, _ = lived(tmp_path_factory.mktemp("reflecting"))
    with opened:
        yield opened


@pytest.fixture(scope="module")
def town(workspace):
    return workspace.runs.find("First try")


@pytest.fixture
def hamlet(workspace, request):
    return Planted.in_workspace(workspace, name=request.node.name[:60])


# ---- what gathers


def test_what_gathers_is_what_is_felt_at_every_moment(town):
    for agent in town.town.cast.personas:
        gathered = town.story().gathering(agent)
        minutes = sorted({step.minute for step in gathered.steps})
        around = {minute + n for minute in minutes for n in (0, 1)} | {0, 1, town.clock}
        for minute in sorted(minute for minute in around if minute <= town.clock)[::7]:
            assert gathered.at(minute) == town.at(minute).felt(agent), (agent, minute)
        assert gathered.felt == town.at().felt(agent)


@pytest.mark.parametrize("when", ["day 1 07:30", "day 1 12:00", "day 1 23:00"])
def test_what_gathers_is_what_the_mind_goes_by_that_decides_to_reflect(town, when):
    moment = town.at(when)
    for agent in town.town.cast.personas:
        mind = load_mind(town.store, town.number, town.town, agent, before=moment.before).minds[agent]
        assert gathering(moment, agent).felt == mind.felt


def test_a_reflection_comes_when_enough_has_gathered_and_begins_it_anew(town):
    for agent in town.town.cast.personas:
        gathered = town.story().gathering(agent)
        insights = {memory.minute for memory in town.at().reflections(agent)}
        assert insights <= {one.minute for one in gathered.reflections}
        for one in gathered.reflections:
            assert one.reached >= gathered.reflect_at
            assert one.felt == 0
        assert max(step.felt for step in gathered.steps) < gathered.reflect_at + 60


def test_at_an_earlier_moment_nothing_later_has_gathered(town):
    minute = parse_moment("day 1 12:00")
    now, noon = town.story().gathering("isabel"), town.story(minute).gathering("isabel")
    assert noon.steps == tuple(step for step in now.steps if step.minute < minute)
    assert town.story(0).gathering("isabel").steps == ()
    assert town.story(0).gathering("isabel").at(0) == 0
    with pytest.raises(NotFound):
        town.story().gathering("nobody")


def test_only_what_is_felt_counts_and_the_last_look_up_begins_anew(hamlet):
    base = hamlet.run.story().gathering("otto").felt
    hamlet.remember("day 1 08:00", "otto", "The mill stands still.")
    hamlet.remember("day 1 08:05", "otto", "Otto means to look.", "plan")
    looks = [
        Recall(id=0, agent="otto", purpose=purpose, query=query, items=(_item(),))
        for purpose, query in [("reflect", "What is it?"), ("reflect", "Who did it?"), ("act", "And now?")]
    ]
    looked_up = hamlet.plant(parse_moment("day 1 08:10"), *looks)
    hamlet.remember("day 1 08:20", "otto", "Somebody calls.")
    hamlet.until("day 1 09:00")
    gathered = hamlet.run.story().gathering("otto")
    (mark,) = gathered.reflections
    assert (mark.reached, mark.felt) == (base + 5, 0)
    assert mark.id == looked_up[1]
    assert [gathered.at(parse_moment(f"day 1 08:{at}")) for at in ("05", "10", "11", "30")] == [
        base + 5, base + 5, 0, 5,
    ]  # fmt: skip


def _item():
    return Recalled(memory=1, score=1.0, recency=0.0, importance=0.0, relevance=1.0)


# ---- how it went


def test_every_reflection_is_told_with_its_questions_its_look_ups_and_its_conclusions(town):
    for agent in town.town.cast.personas:
        told = town.story().reflections(agent)
        assert [one.id for one in told] == [mark.id for mark in town.story().gathering(agent).reflections]
        kept = [memory for one in told for memory in one.insights]
        assert kept == list(town.at().reflections(agent))
        for one in told:
            assert one.asked is not None
            assert one.concluded is not None
            assert all(f'"{question}' in one.asked.answer for question in one.questions)
            rows = town.at().log.rows(Memory, where={"agent": agent})
            lately = {each.id for each in rows if each.id < one.concluded.id}
            assert {each for memory in one.insights for each in memory.evidence} <= lately
            assert one.asked.id < one.recalls[0].id < one.concluded.id


def test_a_reflection_is_told_only_from_when_it_has_been(town):
    first = town.story().reflections("isabel")[0]
    assert town.story(first.minute).reflections("isabel") == ()
    assert town.story(first.minute + 1).reflections("isabel") == (first,)


def test_conclusions_that_were_not_kept_are_told_as_well():
    held = memory(40, "Ada likes tea.", (1,))
    said = json.dumps(
        {
            "insights": [
                {"text": text, "because": [1], "importance": 4}
                for text in ("Ada likes tea.", "Ada likes tea a lot.")
            ]
        }
    )
    call = Call(id=30, agent="ada", purpose="conclude", model="m", key="k", prompt="", answer=said)
    look = Recall(id=20, agent="ada", purpose="reflect", query="What?", items=(_item(), _item()))
    one = Reflection(agent="ada", recalls=(look,), asked=None, concluded=call, insights=(held,))
    assert one.let_go == ("Ada likes tea a lot.",)
    assert replace(one, concluded=replace(call, answer="")).let_go == ()
    assert replace(one, concluded=None).let_go == ()
    assert one.brought_up == (1,)


# ---- what it stands on


def memory(number, text="", evidence=()):
    return Memory(
        id=number, agent="ada", kind="reflection", text=text or str(number), importance=5, evidence=evidence
    )


@st.composite
def minds(draw):
    """Insights over each other and over plain memories 1 to 9, and some of all that, hidden."""
    insights = []
    for number in range(10, 10 + draw(st.integers(0, 8))):
        evidence = draw(st.lists(st.integers(1, number - 1), max_size=5, unique=True))
        insights.append(memory(number, evidence=tuple(evidence)))
    return insights, frozenset(draw(st.lists(st.integers(1, 18), max_size=6)))


def ids(insights):
    return {one.id for one in insights}


@given(minds())
def test_an_insight_is_lost_when_all_that_it_rests_on_is_and_weakened_when_some_is(mind):
    insights, hidden = mind
    outcome = without(insights, hidden)
    gone, less = hidden | ids(outcome.lost), ids(outcome.weakened)
    for one in insights:
        missing = set(one.evidence) & gone
        if one.id in hidden:
            assert one.id not in ids(outcome.lost) | less | ids(outcome.shaken)
            continue
        assert (one.id in ids(outcome.lost)) == (bool(missing) and missing == set(one.evidence))
        assert (one.id in less) == (bool(missing) and missing != set(one.evidence))
        unsure = set(one.evidence) & (less | ids(outcome.shaken))
        assert (one.id in ids(outcome.shaken)) == (not missing and bool(unsure))


@given(minds())
def test_without_anything_hidden_nothing_is_lost_and_all_comes_back(mind):
    insights, hidden = mind
    before = list(insights)
    assert without(insights, frozenset()) == Forgotten()
    without(insights, hidden)
    assert insights == before
    assert without(insights, hidden) == without(list(reversed(insights)), hidden)


@given(minds(), st.integers(1, 18))
def test_whoever_hides_more_loses_no_less(mind, another):
    insights, hidden = mind
    fewer, more = without(insights, hidden), without(insights, hidden | {another})
    assert ids(fewer.lost) - {another} <= ids(more.lost)
    harmed = ids(fewer.lost) | ids(fewer.weakened) | ids(fewer.shaken)
    assert harmed - {another} <= ids(more.lost) | ids(more.weakened) | ids(more.shaken)


@given(minds())
def test_only_what_stands_on_the_hidden_is_touched(mind):
    insights, hidden = mind
    outcome, bears = without(insights, hidden), borne(insights)
    touched = ids(outcome.lost) | ids(outcome.weakened) | ids(outcome.shaken)
    above = set().union(*(bears.get(one, frozenset()) for one in hidden))
    assert touched == above - hidden
    assert sorted(map(len, bears.values()), reverse=True) == list(map(len, bears.values()))
    for one in insights:
        assert all(one.id in bears[each] for each in one.evidence)
