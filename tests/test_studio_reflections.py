"""The Reflections page: conclusions over the memories they cite, and the way to the next one."""

from __future__ import annotations

import html

import pytest

from engine.api.run import Gathered, Gathering, Reflection, borne, without
from engine.clock import parse_moment
from engine.records import Memory, Recall
from studio.mind.reflecting.forget_this import Hypothesis, forgetting_rows, forgetting_words
from studio.mind.reflecting.importance_curve import curve_spec, gathering_words, heights, points
from studio.mind.reflecting.reflection_steps import label_of, reflection_rows
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
from tests.studios import box, lived, open_up, press, studio, well, words

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
    assert f"{count_words(len(insights))} of Isabel Moreno on day 1, {len(insights)} in total so far." in said
    assert len(at.get("echarts_chart")) == 1
    assert any("Show as table" in box.label for box in at.expander)


def test_the_list_shows_every_top_conclusion_with_the_way_to_its_reasons(monkeypatch, town):
    at = reflections(monkeypatch, town)
    at.segmented_control(key="reflections-shape").set_value("List").run()
    insights = town.at().reflections("isabel")
    tops = grow(insights, town.by_id([one for insight in insights for one in insight.evidence]))
    assert len([box for box in well(at).expander if box.label.startswith("Based on")]) == len(tops)
    at.button(key=f"why-quiet-list-isabel-1-{tops[0].memory.id}").click().run()
    assert "Based on" in words(well(at))


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
        "Tree of 1 conclusion (Ada): memory 30. 1 of them is also based on earlier conclusions."
    )
    assert leaves(roots) == MOST_EVIDENCE + 2


def test_evidence_that_is_not_there_is_left_out():
    insight = memory(20, "reflection", (1, 2))
    assert wanted([insight], {}) == {1, 2}
    assert grow([insight], {})[0].children == ()


def test_how_far_is_said_in_numbers():
    assert gathered_words(71, 150) == "Importance 71 of 150, 79 to go."
    assert "starts with a reflection" in gathered_words(150, 150)


# ---- what gathers


def test_the_curve_of_what_gathers_has_its_threshold_and_a_mark_for_every_reflection(monkeypatch, town):
    at = reflections(monkeypatch, town, section="course")
    gathered = town.story().gathering("isabel")
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
    assert (
        "Isabel Moreno has not reflected yet. By day 1 08:30, the accumulated importance has reached "
        f"{felt} of"
    ) in words(at)
    assert points(town.story(minute).gathering("isabel"))[-1] == (minute, felt)


def test_the_corners_of_the_curve_fall_where_somebody_reflects():
    steps = (
        Gathered(id=10 * 10**7, felt=4),
        Gathered(id=10 * 10**7 + 1, felt=9),
        Gathered(id=12 * 10**7, felt=0, reached=9, reflected=True),
        Gathered(id=12 * 10**7 + 5, felt=3),
    )
    gathered = Gathering(agent="ada", minute=20, reflect_at=8, steps=steps)
    assert points(gathered) == [(0, 0), (10, 9), (12, 9), (12, 0), (12, 3), (20, 3)]
    assert gathering_words(gathered, "Ada") == (
        "Ada has reflected once, at an accumulated importance of 9. By day 1 00:20, the accumulated "
        "importance has reached 3 of 8."
    )


@pytest.mark.parametrize(
    ("reached", "top", "apart"), [(9, 10, 10), (82, 100, 20), (124, 150, 50), (100_000, 120_000, 20_000)]
)
def test_the_curve_ends_a_step_below_the_top_of_its_picture(reached, top, apart):
    steps = (Gathered(id=10, felt=reached),)
    assert heights(Gathering(agent="ada", minute=20, reflect_at=8, steps=steps)) == (top, apart)


# ---- step by step


def test_the_latest_reflection_is_shown_step_by_step_until_another_is_chosen(monkeypatch, town):
    told = town.story().reflections("isabel")
    at = reflections(monkeypatch, town, section="course")
    said = words(at)
    assert all(question in unescaped(said) for question in told[-1].questions)
    assert all(insight.text in unescaped(said) for insight in told[-1].insights)
    assert f"{len(told[-1].brought_up)} memories came to mind" in said
    box(at, "Choose a reflection").set_value(str(told[0].id)).run()
    assert told[0].insights[0].text in unescaped(words(well(at)))
    assert at.query_params["reflection"] in (str(told[0].id), [str(told[0].id)])


def test_what_a_question_brought_up_is_opened_with_its_scores(monkeypatch, town):
    told = town.story().reflections("isabel")[0]
    at = reflections(monkeypatch, town, section="course", reflection=told.id)
    drawn = len(at.get("echarts_chart"))
    open_up(at, f"step-recall-{told.recalls[0].id}")
    assert len(at.get("echarts_chart")) == drawn + 1
    press(at, f"why-quiet-asked-{told.asked.id}")
    assert f"townwright why {town.row.id} {told.asked.id}" in words(at)


def test_before_the_first_reflection_there_are_no_steps(monkeypatch, town):
    at = reflections(monkeypatch, town, section="course", at=parse_moment("day 1 07:30"))
    assert "There is no reflection up to this moment" in words(at)


def test_all_reflections_are_a_table_too(monkeypatch, town):
    told = town.story().reflections("isabel")
    at = reflections(monkeypatch, town, section="course")
    open_up(at, "reflection-steps-twin")
    assert len(at.table[0].value) == len(reflection_rows(told)) >= len(told)


def test_a_reflection_without_a_conclusion_says_so():
    look = Recall(id=20 * 10**7, agent="ada", purpose="reflect", query="What?")
    one = Reflection(agent="ada", recalls=(look,), asked=None, concluded=None, insights=())
    assert label_of(one) == "day 1 00:20, no new conclusions"
    assert reflection_rows([one])[0]["concluded"] == ""


# ---- forget this


def test_a_memory_is_forgotten_and_brought_back_and_nothing_is_changed(monkeypatch, town):
    before = town.at().fingerprint
    insights = town.at().reflections("isabel")
    first = next(iter(borne(insights)))
    at = reflections(monkeypatch, town, section="forget")
    rests = ("conclusion of Isabel Moreno is based on", "conclusions of Isabel Moreno are based on")
    assert any(said in words(at) for said in rests)
    press(at, f"forget-{first}")
    outcome = without(insights, frozenset({first}))
    assert outcome.lost or outcome.weakened
    said = words(at)
    assert f"Isabel Moreno has {count_words(len(insights))}. Without this memory, " in said
    assert "This is only a preview: nothing in the run changes" in said
    assert at.query_params["forget"] in (str(first), [str(first)])
    open_up(at, "forget-twin")
    assert len(at.table[0].value) == len(insights)
    press(at, "forget-undo")
    assert any(said in words(at) for said in rests)
    assert "forget" not in at.query_params
    assert town.at().fingerprint == before


def test_what_is_forgotten_can_be_linked_to_and_remembered_one_by_one(monkeypatch, town):
    insights = town.at().reflections("isabel")
    one, other = list(borne(insights))[:2]
    has = f"Isabel Moreno has {count_words(len(insights))}."
    at = reflections(monkeypatch, town, section="forget", forget=f"{one}.{other}.999.x")
    assert f"{has} Without these 2 memories, " in words(at)
    press(at, f"forget-{one}")
    assert f"{has} Without this memory, " in words(at)


def test_what_conclusions_rest_on_is_searched(monkeypatch, town):
    at = reflections(monkeypatch, town, section="forget")
    at.text_input(key="forget-search").set_value("zeppelin").run()
    assert "No supporting memory matches." in words(well(at))


def test_forgetting_is_told_in_words():
    seen = {n: memory(n) for n in (1, 2, 3)}
    low = memory(20, "reflection", (1,))
    high, top = memory(30, "reflection", (20, 2)), memory(40, "reflection", (30, 3))
    insights = (low, high, top)
    case = Hypothesis(insights=insights, bears=borne(insights), memories=seen, hidden=(1,))
    assert forgetting_words("Ada", case, case.outcome) == (
        "Ada has 3 conclusions. Without this memory, 1 would have no evidence left, 1 would have less "
        "evidence, 1 would be based on a weakened conclusion."
    )
    rows = forgetting_rows(case, case.outcome)
    assert [row["effect"] for row in rows] == [
        "no evidence left", "less evidence", "based on a weakened conclusion",
    ]  # fmt: skip
    assert [row["evidence"] for row in rows] == [
        "0 of 1 memories left", "1 of 2 memories left", "2 of 2 memories left",
    ]  # fmt: skip


# ---- the whole town


def test_all_conclusions_of_the_town_are_searched_by_words_and_by_person(monkeypatch, town):
    everybody = town.at().memories(None, kinds=["reflection"])
    at = studio(monkeypatch, town.store.path.parent, "reflections", section="town")
    said = words(at)
    assert f"{count_words(everybody.total)} of people in Willow Bay" in said
    assert everybody.items[0].text in unescaped(said)
    box(at, "Person").set_value("isabel").run()
    own = len(town.at().reflections("isabel"))
    assert f"{count_words(own)} of Isabel Moreno" in words(well(at))
    at.text_input(key="insights-words").set_value("zeppelin").run()
    assert "No conclusion matches." in words(well(at))
    linked = studio(
        monkeypatch, town.store.path.parent, "reflections", section="town", of="isabel", words="party"
    )
    assert "of Isabel Moreno with these words" in words(linked)


def test_every_conclusion_of_the_town_has_its_reasons_and_is_in_the_table(monkeypatch, town):
    everybody = town.at().memories(None, kinds=["reflection"], limit=500)
    at = studio(monkeypatch, town.store.path.parent, "reflections", section="town")
    open_up(at, "insights-twin")
    assert len(at.table[0].value) == everybody.total
    press(at, f"why-quiet-insight-{everybody.items[0].id}")
    assert "Based on" in words(at)


@pytest.mark.parametrize("section", ["course", "forget", "town"])
def test_at_an_early_moment_every_section_has_something_to_say(monkeypatch, town, section):
    said = words(reflections(monkeypatch, town, section=section, at=parse_moment("day 1 07:00")))
    assert "yet" in said


def unescaped(said):
    return html.unescape(said)
