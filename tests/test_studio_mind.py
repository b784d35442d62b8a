"""The Mind page: everything somebody remembers, recalls, plans, writes and knows, and why."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest
import yaml

from engine.api.workspace import open_workspace
from engine.clock import DAY, clock_words, moment_words, parse_moment
from engine.errors import BadInput
from engine.mind.engagements import Engagements
from engine.records import Discovery, Line, Memory, Recall, Recalled, Step, Turn
from engine.row_ids import row_id
from studio.basics.charts.chart_click import ChartClick, first_click
from studio.basics.rooms import place_words, room_words
from studio.basics.text import escape_md
from studio.catalogue.lists import with_and
from studio.catalogue.tr import read_in
from studio.mind.day_plan import plan_alt, plan_rows, time_line
from studio.mind.known_world import first_of_each, told, tree_of
from studio.mind.memory_list import memory_rows
from studio.mind.memory_stream import KINDS, count_words
from studio.mind.recall_bench import would_recall
from studio.mind.tuning import Tuning, as_yaml
from studio.stage.feed import TownNaming
from studio.why.memory_card import SIGNS, importance_marks
from studio.why.reasons import purpose_words, told as caused
from studio.why.scores import MARK, alt_text, bars, by_newest, parts_words, score_rows
from studio.why.why import laid_out
from tests.studios import box, handed, lived, open_up, studio, well, words

pytestmark = pytest.mark.slow


@pytest.fixture
def town(tmp_path):
    """The run of a town that has lived a day."""
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


def mind(monkeypatch, town, section="memories", agent="isabel", **link):
    """The page, with all memories however little they matter."""
    at = studio(monkeypatch, town.store.path.parent, "mind", agent=agent, **{"least": 1, **link})
    if section != "memories":
        at.segmented_control(key="mind-section").set_value(section).run()
    return well(at)


def stream(at):
    return handed(at, "memory_list")["rows"]


def test_with_nobody_chosen_it_opens_on_who_concluded_something_last(monkeypatch, town):
    last = town.at().memories(None, kinds=["reflection"], limit=1).items[0]
    at = studio(monkeypatch, town.store.path.parent, "mind")
    assert at.query_params["agent"] in (last.agent, [last.agent])
    assert stream(at)


def test_with_nobody_chosen_and_nothing_concluded_yet_it_opens_on_who_remembers_something_since_last(
    monkeypatch, town
):
    dawn = min(one.minute for one in town.at().memories(None, kinds=["reflection"], limit=1000).items)
    newest = town.at(dawn).memories(None, limit=1).items[0]
    at = studio(monkeypatch, town.store.path.parent, "mind", at=dawn)
    assert at.query_params["agent"] in (newest.agent, [newest.agent])


def test_the_stream_shows_the_newest_fifty_and_how_many_there_are(monkeypatch, town):
    everything = town.at().memories("isabel")
    at = mind(monkeypatch, town)
    said = words(at)
    assert f"{everything.total:,} memories" in said
    assert [row["id"] for row in stream(at)] == [memory.id for memory in everything.items]
    assert len(stream(at)) == 50
    assert len(at.pagination) == 1


def test_each_memory_of_the_stream_says_when_of_which_kind_and_how_much_it_matters(monkeypatch, town):
    row, memory = stream(mind(monkeypatch, town))[0], town.at().memories("isabel").items[0]
    assert (row["day"], row["when"]) == ("Day 1", clock_words(memory.minute))
    assert (row["kind"], row["icon"]) == (SIGNS[memory.kind].word, SIGNS[memory.kind].icon)
    assert (row["importance"], row["text"]) == (memory.importance, memory.text)


def test_another_page_of_the_stream_goes_on_where_the_one_before_ended(monkeypatch, town):
    at = mind(monkeypatch, town)
    at.pagination[0].set_value(2)
    second = stream(well(at.run()))
    assert [row["id"] for row in second] == [
        memory.id for memory in town.at().memories("isabel", offset=50).items
    ]
    assert second[0]["day"] == "Day 1"


def test_a_day_is_named_where_it_begins_and_what_was_there_from_the_start_has_none():
    def made(minute, n, kind="observation"):
        return Memory(id=row_id(minute, 1, n), agent="a", kind=kind, text="…", importance=1, place="")

    rows = memory_rows([made(3000, 0), made(1500, 0), made(1450, 0), made(0, 1, "seed")])
    assert [(row["day"], row["when"]) for row in rows] == [
        ("Day 3", "02:00"),
        ("Day 2", "01:00"),
        ("", "00:10"),
        ("", "from the start"),
    ]


def test_the_stream_can_be_searched_and_filtered(monkeypatch, town):
    at = mind(monkeypatch, town)
    at.text_input(key="stream-search-isabel").set_value("lantern party")
    assert "matching memor" in words(well(at.run()))
    at.text_input(key="stream-search-isabel").set_value("")
    at.multiselect(key="stream-kinds-isabel").set_value(["reflection"])
    assert {row["kind"] for row in stream(well(at.run()))} == {"reflection"}


def test_a_filter_that_leaves_nothing_says_so(monkeypatch, town):
    at = mind(monkeypatch, town)
    at.text_input(key="stream-search-isabel").set_value("zzzz' OR 1=1 --")
    assert "No memory matches." in words(well(at.run()))


def test_any_past_moment_shows_the_memory_as_it_was_then(monkeypatch, town):
    early = town.at(parse_moment("day 1 09:00")).memories("isabel").total
    assert f"{early:,} memories" in words(mind(monkeypatch, town, at=str(parse_moment("day 1 09:00"))))


def test_the_probe_shows_what_would_come_to_mind_and_leaves_no_trace(monkeypatch, town):
    before = town.at().fingerprint
    at = mind(monkeypatch, town, "probe")
    assert "leaves no trace" in words(at)
    at.text_input(key="probe-isabel").set_value("Who comes to the lantern party?")
    said = words(well(at.run()))
    assert "0.05 × recency + 0.2 × importance + 1 × relevance" in said
    assert len(at.get("echarts_chart")) == 1
    assert town.at().fingerprint == before


def test_every_recall_can_be_opened_with_the_parts_of_its_scores(monkeypatch, town):
    recall = town.at().recalls("isabel", limit=1)[0]
    at = mind(monkeypatch, town, "recalls")
    labels = [box.label for box in at.expander]
    assert any(purpose_words(recall.purpose) in label for label in labels)
    assert len(labels) == 12


def test_the_plan_shows_its_gist_the_day_as_a_line_and_what_is_agreed(monkeypatch, town):
    noon = parse_moment("day 1 12:00")
    plan = town.at(noon).plan("isabel", 1)
    at = mind(monkeypatch, town, "plan", at=str(noon))
    said = words(at)
    assert plan.gist in said
    assert ":material/schedule: now" in said
    assert "Appointments" in said
    assert len(at.get("vega_lite_chart")) == 1


def test_the_plan_is_a_tree_with_what_became_of_each_part_and_step(monkeypatch, town):
    at = mind(monkeypatch, town, "plan")
    parts = handed(at, "plan_tree")["parts"]
    plans = [one for one in town.story().plans(1) if one.agent == "isabel"]
    assert [part["text"] for part in parts] == [one.activity for one in plans]
    assert [part["fate"] for part in parts] == [one.fate for one in plans]
    steps = [step for part in parts for step in part["steps"]]
    assert {step["id"] for step in steps} <= {one.id for one in town.story().steps("isabel", 1)}
    assert any(step["fate"] == "done" for step in steps)
    assert all(town.why(one["id"]) for one in [*parts, *steps[:10]])
    at = open_up(at, "plan-tree-isabel-1-twin")
    assert at.table or at.dataframe


def test_at_a_moment_what_was_planned_for_later_is_ahead(monkeypatch, town):
    at = mind(monkeypatch, town, "plan", at=str(parse_moment("day 1 12:00")))
    parts = handed(at, "plan_tree")["parts"]
    assert {part["fate"] for part in parts if part["when"] >= "12:00"} == {"ahead"}
    assert {step["fate"] for part in parts for step in part["steps"] if step["when"] >= "12:00"} <= {"ahead"}


def test_what_is_agreed_is_what_the_whole_memory_says(town):
    for at in (700, 1_000, None):
        moment = town.at(at)
        for agent in town.town.cast.personas:
            seen, binding = {}, Engagements()
            for one in reversed(moment.memories(agent, limit=9_999).items):
                seen[one.id] = one
                binding.add(one, (seen[row] for row in one.evidence if row in seen))
            ahead = binding.between(moment.minute, moment.minute + 999 * DAY)
            assert moment.engagements(agent) == ahead + binding.open(moment.minute)


def test_a_day_without_a_plan_says_when_it_will_be_made(monkeypatch, town):
    at = mind(monkeypatch, town, "plan", at=str(parse_moment("day 1 03:00")))
    assert "The person makes it on waking, usually at" in words(at)


@pytest.mark.parametrize(
    ("section", "said"),
    [("diary", "Day 1"), ("world", "places"), ("card", "Isabel Moreno")],
)
def test_the_other_sections_are_there(monkeypatch, town, section, said):
    assert said in words(mind(monkeypatch, town, section))


@pytest.mark.soak
def test_why_opens_the_reasons_and_leads_on_to_others(monkeypatch, town):
    insight = town.at().reflections("isabel")[-1]
    evidence = town.by_id(insight.evidence)
    at = mind(monkeypatch, town)
    at.session_state["tw-why"] = insight.id
    said = words(well(at.run()))
    assert "Based on" in said
    assert f"from {len(insight.evidence)} memories" in said
    assert "Prompt and answer" in said
    first = next(iter(evidence))
    at.button(key=f"why-quiet-panel-evidence-{first}").click()
    assert evidence[first].text in words(well(at.run())).replace("&#x27;", "'").replace("&quot;", '"')
    at.button(key="why-back").click()
    assert "Based on" in words(well(at.run()))


def test_why_says_when_a_memory_came_to_mind_and_what_came_of_it_but_nothing_later(monkeypatch, town):
    recall = next(one for one in reversed(town.at().recalls("isabel", limit=200)) if one.items)
    memory = recall.items[0].memory
    at = mind(monkeypatch, town)
    at.session_state["tw-why"] = memory
    said = words(well(at.run()))
    assert re.search(r"Recalled (once|[\d,]+ times)", said)
    assert f"to {purpose_words(town.why(memory).came_to_mind[-1].purpose)}" in said
    first = town.why(memory).came_to_mind[0].minute
    at = mind(monkeypatch, town, at=first)
    at.session_state["tw-why"] = memory
    assert not re.search(r"Recalled (once|[\d,]+ times)", words(well(at.run())))


def test_a_moment_with_fewer_pages_shows_the_first(monkeypatch, town):
    at = mind(monkeypatch, town)
    at.pagination[0].set_value(2).run()
    at.query_params["at"] = "480"
    shown = town.at(480).memories("isabel")
    at = well(at.run())
    assert [row["id"] for row in stream(at)] == [memory.id for memory in shown.items]


def test_a_row_that_is_not_there_is_said_in_words(monkeypatch, town):
    at = mind(monkeypatch, town)
    at.session_state["tw-why"] = 12
    assert "has no item with the id 12" in words(well(at.run()))


# ---- the logic


def memory(text="Ada saw the sea", **more):
    return Memory(
        **({"id": 4_800_010_002, "agent": "ada", "kind": "observation", "text": text, "importance": 4} | more)
    )


def test_importance_is_ten_marks_and_a_number():
    marks = importance_marks(4)
    assert marks.count("●") == 4
    assert marks.count("○") == 6
    assert marks.endswith(" 4")
    assert "○" not in importance_marks(10)


def test_every_kind_has_an_icon_a_word_and_a_shape_of_its_own():
    assert set(KINDS) == set(SIGNS)
    assert len({sign.shape for sign in SIGNS.values()}) == len(SIGNS)
    assert len({sign.icon for sign in SIGNS.values()}) == len(SIGNS)


def test_counts_are_said_as_people_say_them():
    assert count_words(1, filtered=False) == "1 memory"
    assert count_words(1, filtered=True) == "1 matching memory"
    assert count_words(2_040, filtered=True) == "2,040 matching memories"


def scored():
    one, other = memory(), memory("Ada bought bread", id=4_900_010_002)
    items = [
        Recalled(memory=one.id, score=1.2, recency=0.1, importance=0.1, relevance=1.0),
        Recalled(memory=other.id, score=0.5, recency=0.5, importance=0.0, relevance=0.0),
    ]
    return items, {one.id: one, other.id: other}


def test_the_bars_have_the_parts_of_every_score_and_their_table_has_the_same():
    items, known = scored()
    spec = bars(items, known)
    assert [part["name"] for part in spec["series"]] == ["recency", "importance", "relevance"]
    assert [[point["value"] for point in part["data"]] for part in spec["series"]] == [
        [0.1, 0.5],
        [0.1, 0.0],
        [1.0, 0.0],
    ]
    assert [row["score"] for row in score_rows(items, known)] == [1.2, 0.5]
    assert "mostly for its relevance: Ada saw the sea" in alt_text(items, known)
    assert parts_words(items[0]) == "score 1.20 = 0.10 recency + 0.10 importance + 1.00 relevance"


def test_what_came_for_being_new_is_marked_in_words_and_by_a_sign():
    items, known = scored()
    new = items[1].memory
    names = bars(items, known, [new])["yAxis"]["data"]
    assert f"{MARK} newest" in names[1]
    assert MARK not in names[0]
    assert [row["reason"] for row in score_rows(items, known, [new])] == ["its score", "among the newest"]
    assert "1 memory was recalled because it is among the newest" in alt_text(items, known, [new])
    assert "newest" not in alt_text(items, known)


def test_the_newest_are_those_beyond_the_best_of_every_recall_that_brought_them_up():
    items, _ = scored()
    first, second = (item.memory for item in items)
    one = Recall(id=5_000_000_000, agent="ada", purpose="plan_day", query="the sea", items=tuple(items))
    assert by_newest([one], 1) == {second}
    assert by_newest([one], 2) == set()
    apart = [replace(one, items=(item,)) for item in items]
    assert by_newest(apart, 1) == {second}, "told one by one, as a look from outside tells them"
    again = replace(one, query="bread", items=(items[1],))
    assert by_newest([one, again], 1) == set(), "it is the best of another look-up"
    assert by_newest([one], 0) == {first, second}


def test_the_newest_of_a_lived_day_are_marked(monkeypatch, town):
    settings = town.town.settings
    known, recalls = would_recall(town, "isabel", "the party", town.clock)
    late = by_newest(recalls, settings.retrieve)
    best = [recall.items[0].memory for recall in recalls][: settings.retrieve]
    assert 0 < len(late) <= settings.newest
    assert not late & set(best)
    newest = sorted(town.at().memories("isabel", limit=settings.newest).items, key=lambda one: -one.id)
    assert late == {one.id for one in newest} - set(best)
    assert known.keys() >= late


def test_a_memory_is_explained_when_it_is_chosen_by_name(monkeypatch, town):
    at = mind(monkeypatch, town, "probe")
    at.text_input(key="probe-isabel").set_value("the party").run()
    chosen = box(at, "Explain an item")
    chosen.set_value(chosen.options[0]).run()
    assert "In the terminal: townwright why" in words(well(at))
    assert box(at, "Explain an item").value is None, "ready for the next"


def test_a_click_is_read_from_the_selection():
    assert first_click({"selection": {"selected": []}}) is None
    groups = [{"series_index": 1, "data_indices": [3]}]
    assert first_click({"selection": {"selected": groups}}) == ChartClick(series=1, item=3)


def step(start, end, level="block"):
    return Step(
        id=start,
        agent="ada",
        level=level,
        start=start,
        end=end,
        activity="bake",
        room="Café/kitchen",
        emoji="🥐",
    )


def test_the_time_line_marks_now_only_within_the_day():
    blocks = [step(420, 600), step(600, 720)]
    assert len(time_line(blocks, [], now=500)["layer"]) == 3
    assert len(time_line(blocks, [], now=900)["layer"]) == 2
    assert "Now: bake." in plan_alt(blocks, 500, 1)
    assert [row["level"] for row in plan_rows(blocks, [step(420, 450, "step")])] == ["block", "step", "block"]


@pytest.mark.soak
def test_what_was_learnt_says_how_and_when_and_leads_to_why(monkeypatch, tmp_path):
    """Nell asks Ruth to a supper in her kitchen, where Ruth has never been; Nell learns of nothing new."""
    with open_workspace(tmp_path) as workspace:
        town = workspace.runs.new("three-neighbours")
        town.live(20 * 60)
        (found,) = town.at().discoveries("ruth")
        at = mind(monkeypatch, town, section="world", agent="ruth")
        said = words(at)
        assert "Hartley Cottage" in said
        assert escape_md(f"Told about it by Nell Hartley, {moment_words(found.minute)}") in said
        at.button(key=f"why-quiet-learnt-{found.id}-{found.id}").click()
        said = words(well(at.run()))
        assert "Ruth Calloway did not know this place before" in said
        told = next(row for row in town.whole_log() if isinstance(row, Line) and row.id == found.source)
        assert html.escape(told.text) in said, "the line that told of it is shown as the source"
        assert "No new places yet" in words(mind(monkeypatch, town, section="world", agent="nell"))


def test_a_place_learnt_room_by_room_is_learnt_once():
    rows = [
        Discovery(id=n, agent="ada", room=room, way="entered", by="", source=0)
        for n, room in enumerate(("Café/counter", "Quay", "Café/kitchen"), 1)
    ]
    assert [row.id for row in first_of_each(rows)] == [1, 2]


def test_what_is_known_becomes_a_tree_with_states_as_last_seen():
    tree = tree_of({"Café/counter/urn": "hot", "Café/counter": "", "Quay": ""})
    assert sorted(tree) == ["Café", "Quay"]
    assert told(tree["Café"]) == "Café\n    counter\n        urn: hot"


def test_places_are_read_from_the_inside_out():
    assert place_words("Café/kitchen/stove") == "stove, kitchen, Café"
    assert place_words("Quay") == "Quay"


def test_rooms_and_things_are_spoken_of_as_people_do(town):
    assert room_words(town, "Harbour Café/kitchen") == "the kitchen of the Harbour Café"
    assert room_words(town, "Harbour Café/kitchen/stove") == "the stove at the kitchen of the Harbour Café"
    assert room_words(town, "Moreno Flat/Isabel's room") == "Isabel's room at Moreno Flat"
    assert room_words(town, "Quay") == "the Quay"


def test_a_reader_of_another_language_sees_names_without_the_phrases_of_the_town(town):
    with read_in("zh"):
        assert room_words(town, "Harbour Café/kitchen") == place_words("Harbour Café/kitchen")
        assert TownNaming(town).listed(("isabel", "felix")) == with_and(["Isabel Moreno", "Felix Moreno"])
        assert " and " not in TownNaming(town).listed(("isabel", "felix"))


def test_what_comes_of_a_conversation_is_not_put_down_to_the_step_before_it(town):
    log = town.at().log
    talked, seen = (next(iter(log.rows(Memory, where={"kind": kind}))) for kind in ("talk", "observation"))
    turn = next(turn for turn in log.rows(Turn) if turn.reason == "step")
    assert caused(town, talked, turn) == caused(town, talked)
    reason = "It happened when the previous step was over."
    assert caused(town, seen, turn).how == f"{caused(town, seen).how} {reason}"


def test_an_answer_is_laid_out_when_it_is_json_and_left_alone_when_not():
    assert laid_out('{"a":"日本"}') == '{\n  "a": "日本"\n}'
    assert laid_out("{broken") is None
    assert laid_out("[" * 100_000) is None


# ---- the filters of the memory stream


def test_what_matters_is_shown_first_and_all_of_it_on_demand(monkeypatch, town):
    at = studio(monkeypatch, town.store.path.parent, "mind", agent="isabel")
    matters = town.at().memories("isabel", least_importance=3, limit=0).total
    assert f"{matters:,} matching memories" in words(at)
    at.selectbox(key="stream-least-isabel").set_value(1).run()
    assert f"{town.at().memories('isabel', limit=0).total:,} memories" in words(well(at))


def test_memories_are_narrowed_by_day_place_person_and_pins(monkeypatch, town):
    now = town.at()
    every = list(now.memories("isabel", limit=10_000).items)
    assert now.memories("isabel", day=1, limit=0).total == len(every)
    assert now.memories("isabel", day=2, limit=0).total == 0
    there = now.memories("isabel", place="Quay", limit=10_000).items
    assert there
    assert list(there) == [memory for memory in every if memory.place.partition("/")[0] == "Quay"]
    with_bram = now.memories("isabel", about="bram", limit=10_000).items
    assert list(with_bram) == [memory for memory in every if "bram" in memory.about]
    town.pins.add(every[5].id)
    at = studio(monkeypatch, town.store.path.parent, "mind", agent="isabel")
    at.selectbox(key="stream-least-isabel").set_value(1).run()
    at.toggle(key="stream-pinned-isabel").set_value(True).run()
    assert "1 matching memory" in words(well(at))


def test_what_is_searched_for_is_narrowed_too(town):
    found = town.at().memories("isabel", search="lantern", place="Harbour Café", limit=10_000).items
    assert found
    assert all("lantern" in memory.text.lower() for memory in found)
    assert {memory.place.partition("/")[0] for memory in found} == {"Harbour Café"}


# ---- the retrieval bench


def tuned(at, name, value):
    slider = next(one for one in at.slider if f"-{name}-" in one.key)
    slider.set_value(value).run()
    return well(at)


def test_other_weights_bring_up_others_and_the_formula_says_by_which(monkeypatch, town):
    at = mind(monkeypatch, town, "probe")
    at.text_input(key="probe-isabel").set_value("the party").run()
    assert "1 × relevance" in words(well(at))
    assert "Added compared" not in words(at)
    at = tuned(tuned(at, "recency", 2.0), "relevance", 0.0)
    said = words(at)
    assert "score = 2 × recency" in said
    assert "Added compared with" in said
    assert "Dropped compared with" in said
    assert "recency 0.05, importance 0.2, relevance 1 → recency 2, importance 0.2, relevance 0" in said


def test_the_papers_weights_are_one_choice_away(monkeypatch, town):
    at = mind(monkeypatch, town, "probe")
    at.text_input(key="probe-isabel").set_value("the party").run()
    at.segmented_control(key=f"tuning-{town.number}-isabel-preset").set_value("paper").run()
    assert "score = 1 × recency + 1 × importance + 1 × relevance" in words(well(at))


def test_the_bench_ranks_as_the_formula_says(town):
    by = Tuning(recency=1.0, importance=0.5, relevance=0.7, decay=0.99, count=10)
    known, recalls = would_recall(town, "isabel", "the party", town.clock, by)
    items = [recall.items[0] for recall in recalls]
    assert len(known) >= 10
    for item in items:
        assert item.score == pytest.approx(item.recency + item.importance + item.relevance, abs=1e-5)
        assert 0 <= item.recency <= 1.0
        assert 0 <= item.importance <= 0.5
    best = [item.score for item in items[:10]]
    assert best == sorted(best, reverse=True)


@pytest.mark.parametrize("decay", [0, -1, 1.1, True, "x"])
def test_a_decay_that_is_none_is_refused(town, decay):
    with pytest.raises(BadInput, match="the decay must be a number"):
        town.at().recall("isabel", "the party", decay=decay)


def test_what_is_to_be_kept_is_read_as_a_towns_setting(town):
    from engine.settings import cognition

    by = Tuning(recency=0.1, importance=0.4, relevance=1.0, decay=0.98, count=9)
    settings = cognition(yaml.safe_load(as_yaml(by))["cognition"])
    assert (settings.interviewing.recency, settings.decay, settings.retrieve) == (0.1, 0.98, 9)
