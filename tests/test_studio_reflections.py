"""The Reflections page: conclusions over the memories they cite, and the way to the next one."""

from __future__ import annotations

import pytest

from engine.api.run import Gathered, Gathering
from engine.clock import parse_moment
from engine.records import Memory, Recall
from studio.mind.reflecting.importance_curve import curve_spec, gathering_words, points
from studio.mind.reflection_tree import (
    MOST_EVIDENCE,
    columns,
    count_words,
    drawing,
    gathered_words,
    grow,
    leaves,
    tree_alt,
    tree_rows,
    tree_spec,
    wanted,
)
from tests.studios import lived, open_up, studio, well, words

pytestmark = pytest.mark.slow


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


def reflections(monkeypatch, town, agent="isabel", **link):
    return studio(monkeypatch, town.store.path.parent, "reflections", agent=agent, **link)


def test_the_tree_shows_the_conclusions_of_the_latest_day(monkeypatch, town):
    insights = town.at().reflections("isabel")
    at = reflections(monkeypatch, town)
    said = words(at)
    assert f"{count_words(len(insights))} of Isabel Moreno on day 1; {len(insights)} in all so far." in said
    assert len(at.get("echarts_chart")) == 1
    assert any("Show as table" in box.label for box in at.expander)


def test_the_list_shows_every_top_conclusion_with_the_way_to_its_reasons(monkeypatch, town):
    at = reflections(monkeypatch, town)
    at.segmented_control(key="reflections-shape").set_value("List").run()
    insights = town.at().reflections("isabel")
    tops = grow(insights, town.by_id([one for insight in insights for one in insight.evidence]))
    assert len([box for box in well(at).expander if box.label.startswith("Rests on")]) == len(tops)
    at.button(key=f"why-quiet-list-isabel-1-{tops[0].memory.id}").click().run()
    assert "It rests on" in words(well(at))


def test_it_says_how_far_the_next_reflection_is(monkeypatch, town):
    felt = town.at().felt("isabel")
    at = reflections(monkeypatch, town)
    assert any(
        gathered_words(felt, town.town.settings.reflect_at) in bar.proto.text for bar in at.get("progress")
    )


def test_before_the_first_reflection_it_explains_when_one_happens(monkeypatch, town):
    said = words(reflections(monkeypatch, town, at=parse_moment("day 1 07:30")))
    assert "No conclusions yet" in said
    assert f"adds up to {town.town.settings.reflect_at}" in said


def test_what_was_felt_is_counted_since_the_last_reflection(town):
    insight = town.at().reflections("isabel")[0]
    before = town.at(insight.minute).felt("isabel")
    after = town.at(insight.minute + 1).felt("isabel")
    assert after < before


# ---- the logic


def memory(number, kind="observation", evidence=(), depth=0, importance=3):
    return Memory(
        id=number,
        agent="ada",
        kind=kind,
        text=f"memory {number}",
        importance=importance,
        evidence=evidence,
        depth=depth,
    )


def small_forest():
    seen = {n: memory(n) for n in range(1, 10)}
    low = memory(20, "reflection", tuple(range(1, 10)), depth=1)
    high = memory(30, "reflection", (20, 4), depth=2)
    known = {**seen, 20: low}
    return [low, high], known


def test_a_conclusion_that_another_rests_on_is_no_root_of_its_own():
    insights, known = small_forest()
    roots = grow(insights, known)
    assert [node.memory.id for node in roots] == [30]
    assert [child.memory.id for child in roots[0].children] == [20, 4]


def test_much_evidence_is_cut_and_counted():
    insights, known = small_forest()
    inner = grow(insights, known)[0].children[0]
    assert len(inner.children) == MOST_EVIDENCE
    assert inner.hidden == 9 - MOST_EVIDENCE


def test_the_picture_numbers_its_items_as_they_are_drawn():
    insights, known = small_forest()
    roots = grow(insights, known)
    root, memories = drawing(roots, "Ada")
    numbered = []

    def walk(item):
        numbered.append(item["name"])
        for child in item.get("children", ()):
            walk(child)

    walk(root)
    assert len(memories) == len(numbered) + 1
    for name, one in zip(numbered, memories[1:], strict=True):
        assert one is None or name == one.text


def test_every_leaf_is_drawn_in_the_last_column():
    insights, known = small_forest()
    roots = grow(insights, known)

    def depths(item, depth=0):
        if not item.get("children"):
            return {depth}
        return set().union(*(depths(child, depth + 1) for child in item["children"]))

    root, _ = drawing(roots, "Ada")
    assert depths(root) == {columns(roots)}
    assert tree_spec(root, columns(roots))["series"][0]["data"] == [root]


def test_the_twins_of_the_picture_tell_the_same():
    insights, known = small_forest()
    roots = grow(insights, known)
    assert [row["conclusion"] for row in tree_rows(roots)] == ["memory 30"] * 2 + [
        "memory 20"
    ] * MOST_EVIDENCE
    assert tree_alt(roots, "Ada") == (
        "A tree of 1 conclusion of Ada: memory 30. Of these, 1 rests on earlier conclusions too."
    )
    assert leaves(roots) == MOST_EVIDENCE + 2


def test_evidence_that_is_not_there_is_left_out():
    insight = memory(20, "reflection", (1, 2))
    assert wanted([insight], {}) == {1, 2}
    assert grow([insight], {})[0].children == ()


def test_how_far_is_said_in_numbers():
    assert gathered_words(71, 150) == "71 of 150 gathered: 79 to go."
    assert "begins with a reflection" in gathered_words(150, 150)


# ---- what gathers


def test_the_curve_of_what_gathers_has_its_threshold_and_a_mark_for_every_reflection(monkeypatch, town):
    at = reflections(monkeypatch, town, section="course")
    gathered = town.gathering("isabel")
    assert gathering_words(gathered, "Isabel Moreno") in words(at)
    spec = curve_spec(gathered)
    assert len(spec["series"][1]["data"]) == len(gathered.reflections) > 0
    assert spec["series"][0]["markLine"]["data"] == [{"yAxis": town.town.settings.reflect_at}]
    assert at.segmented_control(key=f"reflections-section-{town.number}").value == "course"
    open_up(at, "gathering-twin")
    assert len(at.dataframe[0].value) == len(gathered.steps)


def test_the_curve_ends_at_the_moment_that_is_looked_at(monkeypatch, town):
    minute = parse_moment("day 1 08:30")
    at = reflections(monkeypatch, town, section="course", at=minute)
    felt = town.at(minute).felt("isabel")
    assert f"Isabel Moreno has not reflected yet. By day 1 08:30 {felt} of" in words(at)
    assert points(town.gathering("isabel", minute))[-1] == (minute, felt)


def test_the_corners_of_the_curve_fall_where_somebody_reflects():
    row = Recall(id=12 * 10**7, agent="ada", purpose="reflect", query="Why?")
    steps = (
        Gathered(id=10 * 10**7, felt=4),
        Gathered(id=10 * 10**7 + 1, felt=9),
        Gathered(id=12 * 10**7, felt=0, reached=9, row=row),
        Gathered(id=12 * 10**7 + 5, felt=3),
    )
    gathered = Gathering(agent="ada", minute=20, reflect_at=8, steps=steps)
    assert points(gathered) == [(0, 0), (10, 9), (12, 9), (12, 0), (12, 3), (20, 3)]
    assert gathering_words(gathered, "Ada") == (
        "Ada has reflected once, with up to 9 gathered. By day 1 00:20 3 of 8 have gathered."
    )
