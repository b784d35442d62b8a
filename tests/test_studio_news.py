"""The News page: who knows what from whom; as pictures, as lists, as tables, and in links."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.api.run import Distortion, Knowing, News, Spread, Telling
from engine.api.workspace import open_workspace
from engine.clock import DAY, moment_words, parse_moment
from engine.records import Line, Memory
from studio.news.reach import reach_spec
from studio.news.spread_words import changes_words, finding, knowing_rows
from studio.news.telling_tree import BENT, drawing
from tests.planted import Planted
from tests.studios import lived, open_up, press, studio, well, words

pytestmark = pytest.mark.slow


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


def news(monkeypatch, town, **link):
    return studio(monkeypatch, town.store.path.parent, "news", **link)


def test_the_first_fact_is_followed_until_another_is_chosen(monkeypatch, town):
    at = news(monkeypatch, town)
    fact, spread = town.scenario.facts[0], town.story().follow("lantern-party")
    said = words(at)
    assert fact.text in said
    assert f"{len(spread.knowing)} of 8 people know it by" in said
    assert "It started with Isabel Moreno." in said
    for one in spread.knowing:
        assert one.words.split("'")[0] in said
    assert len(at.get("echarts_chart")) == 2


def test_what_is_chosen_in_the_list_is_followed_at_once(monkeypatch, town):
    at = news(monkeypatch, town)
    other = next(one for one in town.story().news if one.id != town.scenario.facts[0].id)
    box = next(box for box in at.selectbox if str(box.key).startswith(f"news-{town.number}"))
    said = words(well(box.set_value(other.id).run()))
    assert town.story().follow(other.id).news.text in said
    assert town.scenario.facts[0].text not in said


def test_the_talk_in_which_it_was_told_opens_from_its_telling(monkeypatch, town):
    at = news(monkeypatch, town, news="lantern-party", section="tellings")
    telling = town.story().follow("lantern-party").tellings[0]
    said = words(press(at, f"read-{telling.id}"))
    for line in town.at().log.rows(Line, where={"conversation": telling.conversation}):
        assert line.text.split("'")[0] in said


def test_who_told_whom_when_and_in_which_words_is_on_the_page_of_a_link(monkeypatch, town):
    at = news(monkeypatch, town, news="lantern-party")
    felix = town.story().follow("lantern-party").by_agent["felix"]
    assert felix.how == "told"
    assert f"heard it from {town.town.cast.names[felix.by]}" in words(at).replace("\\", "")


def test_at_an_earlier_moment_only_those_are_named_who_knew_by_then(monkeypatch, town):
    minute = parse_moment("day 1 09:00")
    at = news(monkeypatch, town, news="lantern-party", at=minute)
    assert (
        f"{len(town.story(minute).follow('lantern-party').knowing)} of 8 people know it by day 1 09:00."
        in words(at)
    )


def test_any_words_are_followed_instead_and_stay_in_the_address(monkeypatch, town):
    at = news(monkeypatch, town)
    at.text_input(key="news-words").set_value("harbour warden").run()
    assert "harbour warden" in words(well(at))
    assert at.query_params["words"] in ("harbour warden", ["harbour warden"])
    again = news(monkeypatch, town, words="harbour warden")
    assert again.text_input(key="news-words").value == "harbour warden"


def test_words_that_nobody_says_are_said_to_be_unsaid(monkeypatch, town):
    assert "Nobody has mentioned or noticed it" in words(news(monkeypatch, town, words="zeppelin"))


@pytest.mark.parametrize(
    "said", ["<img src=x onerror=alert(1)>", "![x](https://evil.example/)", "$$x$$ :red[y]"]
)
def test_typed_words_are_shown_as_they_stand(monkeypatch, town, said):
    at = news(monkeypatch, town, words=said)
    assert "<img" not in words(at)
    assert not any("](https" in one.value for one in at.markdown)


@pytest.mark.parametrize("section", ["knows", "tellings", "silences"])
def test_every_section_has_a_link_and_a_table_twin(monkeypatch, town, section):
    at = news(monkeypatch, town, news="lantern-party", section=section)
    assert at.segmented_control(key=f"news-section-{town.number}").value == section
    open_up(at, f"news-{section}-twin")
    assert at.table or at.dataframe


def test_of_whoever_was_not_told_it_is_said_since_when_they_know_all_the_same(monkeypatch, tmp_path):
    with open_workspace(tmp_path) as workspace:
        hamlet = Planted.in_workspace(workspace)
        ruth, ned, thirza = "ruth", "ned", "thirza"
        secret = hamlet.seed(ruth, "brewery")
        hamlet.talk("day 1 09:00", [ruth, thirza], [(ruth, "Morning."), (thirza, "Morning.")])
        hamlet.talk("day 1 10:00", [ruth, ned], [(ruth, "The mill goes to a brewery.", secret)])
        hamlet.until("day 1 10:30")
        heard = next(iter(hamlet.run.at().log.rows(Memory, where={"agent": ned, "kind": "talk"}))).id
        hamlet.talk("day 1 11:00", [ned, thirza], [(ned, "They sell the mill to a brewery.", heard)])
        hamlet.until("day 1 12:00")
        spread = hamlet.run.story().follow("mill-sale")
        [silence] = [one for one in spread.silences if one.other == thirza and one.other in spread.by_agent]
    said = words(studio(monkeypatch, tmp_path, "news", news="mill-sale", section="silences"))
    assert "The other person may have heard it since." in said
    assert f"has known it since {moment_words(spread.by_agent[silence.other].minute)}" in said.replace(
        "\\", ""
    )


@pytest.mark.soak
def test_somebody_can_be_explained(monkeypatch, town):
    at = news(monkeypatch, town, news="lantern-party")
    yuna = town.story().follow("lantern-party").by_agent["yuna"]
    press(at, f"why-quiet-knows-yuna-{yuna.id}")
    assert "What is passed on" in words(at)


def test_before_anything_is_told_it_says_what_to_do(monkeypatch, tmp_path):
    with open_workspace(tmp_path) as workspace:
        hamlet = Planted.in_workspace(workspace)
        hamlet.until("day 1 09:00")
    said = words(studio(monkeypatch, tmp_path, "news"))
    assert "1 of 5 people know it" in said


# ---- the logic


def knowing(agent, number, how="told", by=""):
    return Knowing(agent=agent, id=number, minute=number, how=how, words="…", by=by)


def spread(*known, tellings=()):
    fact = News(id="x", kind="fact", text="x")
    return Spread(
        news=fact,
        minute=600,
        people=("ada", "ben", "cy", "dee"),
        knowing=known,
        tellings=tellings,
        silences=(),
    )


NAMES = {"ada": "Ada", "ben": "Ben", "cy": "Cy", "dee": "Dee"}


def test_the_items_of_the_tree_are_numbered_as_they_are_drawn():
    one = spread(knowing("ada", 1, "scenario"), knowing("ben", 20, by="ada"), knowing("cy", 30, by="ben"))
    root, people = drawing(one, NAMES)
    assert root["name"] == "Ada"
    assert [child["name"] for child in root["children"]] == ["Ben\n00:20"]
    assert [each and each.agent for each in people] == [None, "ada", "ben", "cy"]


def test_of_several_who_began_with_it_none_stands_above_the_others():
    one = spread(knowing("ada", 1, "scenario"), knowing("ben", 2, "scenario"), knowing("cy", 30, by="ben"))
    root, people = drawing(one, NAMES)
    assert [child["name"] for child in root["children"]] == ["Ada", "Ben"]
    assert [each and each.agent for each in people] == [None, None, "ada", "ben", "cy"]


def test_who_heard_it_otherwise_than_it_was_known_is_marked():
    telling = Telling(
        id=20, minute=20, conversation=1, room="Café", speaker="ada", hearers=("ben",), words="…",
        distortions=(Distortion(was="at five", now="at six"), Distortion(was="Café")),
    )  # fmt: skip
    one = spread(knowing("ada", 1, "scenario"), knowing("ben", 20, by="ada"), tellings=(telling,))
    assert BENT in drawing(one, NAMES)[0]["children"][0]["name"]
    assert changes_words(telling.distortions) == ("“at five” became “at six”", "“Café”")


def test_the_axis_of_the_narrow_curve_marks_days_and_not_hours_that_would_hide_them():
    late = replace(spread(knowing("ada", 1, "scenario")), minute=2 * DAY)
    assert reach_spec(late, NAMES)["xAxis"]["minInterval"] > DAY / 2 * 60_000


def test_the_curve_rises_by_one_whenever_somebody_hears_it():
    one = spread(knowing("ada", 1, "scenario"), knowing("ben", 120, by="ada"))
    [series] = reach_spec(one, NAMES)["series"]
    assert [point["value"] for point in series["data"]] == [
        [pytest.approx(1 / 60, abs=1e-3), 1],
        [2, 2],
        [10, 2],
    ]


def test_the_table_names_those_too_who_do_not_know(town):
    rows = knowing_rows(town, town.story().follow("shipyard-offer"))
    assert len(rows) == 8
    assert {"does not know"} & {row["status"] for row in rows}


def test_the_finding_says_who_heard_a_part_of_it_and_whom_it_is_about(town):
    some = spread(knowing("isabel", 1, "scenario"), replace(knowing("yuna", 20, by="isabel"), partly=True))
    said = finding(town, replace(some, people=("isabel", "yuna", "tomas"), subjects=("tomas",)))
    assert "1 of 2 people know it" in said
    assert "One more has heard part of it. It is about Tomas Lind, whom nobody has told." in said
