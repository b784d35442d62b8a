"""What the desk says of closed sets of the engine: the engine's own words in English, others in Chinese."""

from __future__ import annotations

import datetime
import re
import tomllib
from dataclasses import replace

import pytest

from engine.api.forecast import Forecast, Range, amount_words as told_amount, forecast_words as told
from engine.api.interventions import INTERVENTIONS
from engine.api.prompts import MEANINGS, PURPOSES
from engine.api.run import HOW_WORDS, QuestionCost
from engine.api.scenarios import AGE, AXES, TRADE, explained_codes
from engine.api.workspace import open_workspace
from engine.insight.sifting.bundled import bundled_sifts
from engine.models.price_list import ListPrice
from engine.models.profiles import Prices
from engine.models.served.client.failures import RULES
from engine.notebook.reading.kinds import PLOTS
from engine.scenario.generating.casting import AGES, NO_TRADE
from engine.simulation.halting import ASKERS
from engine.store.answers.outcomes import WAYS
from studio.authoring.editor import mending
from studio.authoring.proposing.casting import AXIS_WORDS, POLES
from studio.catalogue.read import ENGLISH, LANGUAGES, catalogue
from studio.catalogue.tr import read_in, tr_worded
from studio.models.forecasts import amount_words, forecast_words, question_cost_words
from studio.models.profiles import list_words
from studio.models.ways import way_in_a_row, way_words
from tests.catalogues import STUDIO
from tests.studios import box, labels, lived, press, studio, well, words
from tests.test_catalogues import HAN
from tests.test_problems_page import found_by_tests

PLAINER = {
    "cut": "connection lost",
    "parameter": "bad parameter",
    "unstreamed": "not streamed",
    "senseless": "nonsense",
    "quota": "out of quota",
    "room": "too few tokens",
    "thinking": "only thinking",
}
SENTENCE = re.compile(r"(?<!['\w])[a-z]{2,} [a-z]{2,} [a-z]{2,}")  # of English, and no name in quotes


def in_chinese(text):
    """Whether the catalogue has something else for a text than the text."""
    return catalogue("zh").gettext(text) != text


@pytest.mark.parametrize("kind", list(RULES))
def test_every_kind_of_failure_is_said_as_the_engine_says_it(kind):
    assert way_words(kind.value) == f"Failed: {RULES[kind].what}"
    assert way_in_a_row(kind.value) == PLAINER.get(kind.value, kind.value.replace("_", " "))
    assert in_chinese(RULES[kind].what)
    assert in_chinese(way_in_a_row(kind.value))


@pytest.mark.parametrize("way", WAYS)
def test_every_way_a_call_goes_is_said(way):
    assert way_words(way) == way.capitalize()
    assert in_chinese(way_words(way))
    assert in_chinese(way_in_a_row(way))


def test_a_way_that_nobody_knows_is_said_as_it_is():
    assert (way_words("melted"), way_in_a_row("half_melted")) == ("Melted", "half melted")


OF_FORMS = [
    text
    for kind in INTERVENTIONS.values()
    for text in (kind.title, kind.button, kind.summary, *(asked.label for asked in kind.asks))
]
DESCRIBED = {
    "interventions": OF_FORMS,
    "patterns": [text for pattern in bundled_sifts() for text in (pattern.title, pattern.says)],
    "prompts": [*PURPOSES.values(), *(text for known in MEANINGS.values() for text in known.values())],
    "causes of a row": HOW_WORDS.values(),
    "charts of a notebook": PLOTS.values(),
    "askers to halt": ASKERS.values(),
}


@pytest.mark.parametrize("what", DESCRIBED)
def test_what_the_engine_says_of_its_own_parts_is_translated_where_it_is_shown(what):
    with read_in("zh"):
        assert [text for text in DESCRIBED[what] if not HAN.search(tr_worded(text))] == []


def test_a_pattern_of_ones_own_is_called_as_its_author_called_it(tmp_path):
    with open_workspace(tmp_path) as workspace, read_in("zh"):
        own = workspace.sifts.keep("Lock a line", "SELECT 1", says="Nobody came")
        assert (tr_worded(own.title), tr_worded(own.says)) == ("Lock a line", "Nobody came")


def test_every_axis_of_a_cast_and_each_of_its_poles_is_said():
    assert {axis: AXIS_WORDS[axis] for axis in AXES} == {
        axis: f"{one} or {other}" for axis, (one, other) in AXES.items()
    }
    assert set(AXIS_WORDS) == {*AXES, AGE, TRADE}
    assert set(POLES) == {pole for poles in AXES.values() for pole in poles} | {*AGES, NO_TRADE}
    assert all(map(in_chinese, [*AXIS_WORDS.values(), *POLES]))


def test_everything_that_the_views_of_a_run_say_is_translated(tmp_path):
    with open_workspace(tmp_path) as workspace, read_in("zh"):
        run = workspace.runs.new("three-neighbours")
        said = {one for view in run.views for one in (view.about, *view.columns.values())}
        assert [text for text in said if not HAN.search(tr_worded(text))] == []


@pytest.mark.parametrize("micros", [None, Range(least=50_000, most=190_000)])
@pytest.mark.parametrize("days", [0, 1, 3])
def test_a_forecast_is_said_as_the_command_line_says_it(micros, days):
    found = Forecast(
        calls=Range(least=120, most=1_400), tokens=Range(least=80_000, most=260_000), micros=micros, days=days
    )
    assert forecast_words(found) == told(found)
    assert amount_words(found) == told_amount(found)


@pytest.mark.parametrize("micros", [None, 12_345])
def test_what_a_draft_may_cost_is_said_as_the_engine_says_it(micros):
    cost = QuestionCost(tokens=4_200, micros=micros, currency="EUR")
    assert question_cost_words(cost) == f"{cost.words[0].upper()}{cost.words[1:]}"


@pytest.mark.parametrize("cached", [None, 1.25])
def test_a_list_price_is_said_as_the_engine_says_it(cached):
    prices = Prices(tokens_in=2.5, cached=cached, tokens_out=10)
    found = ListPrice(prices=prices, currency="USD", as_of=datetime.date(2025, 6, 3))
    assert list_words(found) == f"{found.words()[0].upper()}{found.words()[1:]}."


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {ENGLISH}))
def test_every_code_of_a_problem_is_explained_in_every_language(language):
    file = STUDIO / "authoring" / "editor" / f"codes_{language}.toml"
    said, english = tomllib.loads(file.read_text("utf-8")), explained_codes()
    assert list(said) == list(english)
    for code, one in english.items():
        assert set(said[code]) == {"title", "why"} | ({"fix"} if one.fix else set()), code
        assert all(text.strip() and text != getattr(one, key) for key, text in said[code].items()), code
    assert mending.codes() == english
    with read_in(language):
        assert mending.codes() == {code: replace(one, **said[code]) for code, one in english.items()}


@pytest.mark.soak
def test_every_problem_says_what_is_wrong_and_what_its_button_does_in_chinese():
    with read_in("zh"):
        for one in found_by_tests():
            does = [one.fix.does] if one.fix is not None else []
            for text in (one.message, one.remedy, *does):
                said = tr_worded(text)
                assert HAN.search(said), (one.code, said)
                assert not SENTENCE.search(said), (one.code, said)


# ---- the pages, read in Chinese


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    folder = tmp_path_factory.mktemp("desk")
    workspace, run = lived(folder)
    (row,) = [one.rows[0] for one in run.story().sift(workspace.sifts.find("kept-to-oneself")).findings[:1]]
    run.pins.add(row)
    workspace.close()
    return folder


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("scenarios", "新建小镇"),
        ("settings", "上限"),
        ("calls", "最新的在前"),
        ("pins", "1 个标记"),
        ("patterns", "藏在心里"),
        ("world", "放弃草稿"),
    ],
)
def test_a_page_is_read_in_the_language_that_its_link_asks_for(monkeypatch, town, page, said):
    at = studio(monkeypatch, town, page, lang="zh")
    assert said in " ".join([words(at), *labels(at)])


@pytest.mark.soak
def test_a_dialog_and_what_is_chosen_in_it_are_in_the_readers_language(monkeypatch, town):
    at = studio(monkeypatch, town, "scenarios", lang="zh")
    press(at, "new-town")
    kind = well(at).radio(key="new-kind")
    assert kind.options == ["小示例", "复制自带小镇", "生成小镇"]
    assert kind.value == "Small example"  # what it stands for does not change with the language
    assert "两个人物、四个地点" in words(at)


@pytest.mark.slow
def test_the_tags_of_pins_are_chosen_by_what_they_stand_for(monkeypatch, town):
    tags = box(studio(monkeypatch, town, "pins", lang="zh"), "标签")
    assert (tags.options, tags.value) == (["所有标签", "没有标签"], "All tags")


@pytest.mark.soak
def test_the_code_of_a_problem_is_explained_in_the_readers_language(monkeypatch, tmp_path):
    with open_workspace(tmp_path) as workspace:
        workspace.scenarios.new_blank("Mill")
        nora = workspace.scenarios.files("Mill")["personas/nora.yaml"]
        workspace.scenarios.save_file("Mill", "personas/nora.yaml", nora.replace("\nhome:", "\nhoem:"))
    at = studio(monkeypatch, tmp_path, "personas", town="Mill", agent="nora", lang="zh")
    unknown = next(one for one in at.button if one.label == "TW201")
    shown = words(well(unknown.click().run()))
    assert "未知的键。" in shown
    assert "不存在的键不会读取，写在里面的内容会丢失。" in shown
    assert "hme: House" in shown
    assert "改成现有的键中最接近的名称。问题旁的按钮可以完成这一步。" in shown
    assert "would be lost" not in shown
