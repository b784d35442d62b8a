"""The pages of days, ties and news in Chinese: the words of the studio, whoever looked at them before."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from engine.clock import DAY
from engine.records import Relation
from studio.catalogue import kept, tr as tr_module
from studio.catalogue.headings import headed
from studio.catalogue.kept import kept_by_language
from studio.catalogue.lists import sentences
from studio.day.day_company import company_rows
from studio.day.day_paper import paper_rows
from studio.day.day_talks import talk_rows, talks_of
from studio.day.day_timeline import timeline_rows
from studio.day.plan_lane import plan_rows
from studio.news.spread_words import knowing_rows, silence_rows, telling_rows
from studio.relationships import relationship_graph
from studio.relationships.relationship_stats import tie_rows, ties_of
from studio.relationships.tie_curve import standing_rows
from tests.studios import handed, lived, studio, words

FRAMED = Path(relationship_graph.__file__).with_name("framed") / "graph.js"
THEIRS = {"id"}  # what is the same in both languages


@pytest.fixture
def town(tmp_path):
    workspace, run = lived(tmp_path)
    yield run
    workspace.close()


@pytest.fixture
def in_chinese(monkeypatch):
    for module in (tr_module, kept):
        monkeypatch.setattr(module, "reads", lambda: "zh")


def opened(monkeypatch, town, page, **link):
    return studio(monkeypatch, town.store.path.parent, page, **link)


# ---- what the catalogue lends to them


def test_sentences_stand_one_after_another_and_an_empty_one_leaves_no_gap():
    assert sentences("One.", "", "Two.", "Three.") == "One. Two. Three."
    assert sentences("", "") == sentences() == ""


def test_chinese_sentences_have_no_space_between_them(in_chinese):
    assert sentences("一。", "二。") == "一。二。"


def test_rows_stand_under_headings_in_the_readers_language(in_chinese):
    assert headed([{"who": "Ada", "7th": "7"}, {"who": "Ben", "to whom": "Ada"}]) == [
        {"人物": "Ada", "7th": "7"},
        {"人物": "Ben", "对象": "Ada"},
    ]


def test_what_is_kept_is_kept_for_each_language(monkeypatch):
    asked = []

    @kept_by_language(4)
    def shout(word: str, *, times: int = 1) -> str:
        asked.append(word)
        return f"{kept.reads()} {word * times}"

    for language in ("en", "zh", "en", "zh"):
        monkeypatch.setattr(kept, "reads", lambda language=language: language)
        assert shout("ho", times=2) == f"{language} hoho"
    assert asked == ["ho", "ho"]


# ---- the pages


@pytest.mark.soak
def test_a_graph_is_never_shown_in_the_language_of_who_looked_before(monkeypatch, town):
    def graph(language):
        drawn = handed(opened(monkeypatch, town, "relationships", lang=language), "walled_frame")
        data = re.search(r"const TOWN = (\{.*\})\n", drawn["after"])[1]
        return drawn["title"], json.loads(data)

    title, english = graph("en")
    chinese_title, chinese = graph("zh")
    assert english["says"]["play"] == "▶ Play days"
    assert chinese["says"]["play"] == "▶ 逐日播放"
    assert chinese["language"] == "zh"
    labels = [day["label"] for day in chinese["days"]]
    assert labels[0] == "开始时"
    assert all(re.fullmatch(r"第 1 天结束时|第 2 天 00:\d\d", one) for one in labels[1:])
    assert not re.search(r"tied|circle|warm", "".join(day["words"] for day in chinese["days"]))
    later = [change["when"] for change in chinese["changes"] if change["when"]]
    assert later
    assert all(when.startswith("第 1 天 ") for when in later)
    assert "两人组合" in chinese_title
    assert graph("en") == (title, english)


def test_the_page_of_the_graph_says_nothing_that_the_catalogue_has_not():
    named = set(re.findall(r'\bsaid\("(\w+)"', FRAMED.read_text("utf-8")))
    assert named == set(relationship_graph._said())


@pytest.mark.slow
def test_the_paper_is_headed_in_the_readers_language_and_told_in_the_towns(monkeypatch, town):
    at = opened(monkeypatch, town, "day", lang="zh")
    shown = handed(at, "day_paper")
    assert (shown["turned_words"], shown["people_words"]) == ("当天要闻", "每个人的这一天")
    assert shown["dateline"].endswith(" · 全天")
    assert shown["headline"]["text"] == town.story().paper(1).headline.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "section", "said"),
    [
        ("day", "timeline", "每行一个人"),
        ("day", "company", "在一起的时间最长"),
        ("day", "talks", "次谈话"),
        ("news", "knows", "最早知道的是"),
        ("news", "tellings", "对"),
        ("news", "silences", "没有告诉"),
        ("relationships", "course", "最亲近的："),
    ],
)
def test_every_section_is_said_in_chinese(monkeypatch, town, page, section, said):
    assert said in words(opened(monkeypatch, town, page, section=section, lang="zh"))


@pytest.mark.slow
def test_no_column_of_a_table_is_lost_for_being_called_like_another(town, in_chinese):
    people, story = list(town.town.cast.personas), town.story()
    ties = ties_of(town.at().relations, people)
    spreads = [story.follow(one.id) for one in story.news]
    turned = next(row for row in town.at().log.rows(Relation) if row.minute)
    tables = {
        "paper": (paper_rows(town, story.paper(1)), 5),
        "talks": (talk_rows(town, *talks_of(town, 1)), 7),
        "timeline": (timeline_rows(town, story.timeline(1)), 6),
        "plans": (plan_rows(town, story.plans(1)), 10),
        "company": (company_rows(town, story.company(1)), 5),
        "ties": (tie_rows(ties, town.town.cast.names), 5),
        "tie": (standing_rows(story.tie(turned.agent, turned.other), town.town.cast.names), 8),
        "knows": (knowing_rows(town, spreads[0]), 6),
        "tellings": ([row for one in spreads for row in telling_rows(town, one)], 9),
        "silences": ([row for one in spreads for row in silence_rows(town, one)], 5),
    }
    assert list(tables["paper"][0][0]) == ["时间", "关于", "权重", "内容", "记录编号"]
    for name, (rows, columns) in tables.items():
        assert len(rows[0]) == columns, name
        assert not [head for head in rows[0] if head.isascii() and head not in THEIRS], name
    assert town.clock >= DAY


@pytest.mark.slow
def test_the_steps_of_a_day_are_days_and_those_of_people_are_people(monkeypatch, town):
    day = opened(monkeypatch, town, "day", lang="zh")
    mind = opened(monkeypatch, town, "mind", agent="isabel", lang="zh")
    assert [one.label for one in day.button if "天：" in one.label] == ["前一天：第 1 天", "后一天：第 1 天"]
    assert [one.label[:3] for one in mind.button if "一位：" in one.label] == ["上一位", "下一位"]
    assert "每日" in words(day)
