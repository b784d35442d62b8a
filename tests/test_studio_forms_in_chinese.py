"""The pages on which a town is written, read in Chinese: other words on them, the same ones in the files."""

from __future__ import annotations

import pytest

from engine.api.scenarios import templates
from engine.api.workspace import open_workspace
from studio.catalogue.read import catalogue
from tests.studios import studio, well, words

TOWN, NELL = "three-neighbours", "personas/nell.yaml"


@pytest.fixture
def scenarios(tmp_path):
    with open_workspace(tmp_path) as opened:
        opened.scenarios.add_bundled(TOWN)
        yield opened.scenarios


def form(monkeypatch, tmp_path, page, **link):
    return studio(monkeypatch, tmp_path, page, town=TOWN, shown="form", lang="zh", **link)


def field(at, label):
    kinds = (at.text_input, at.text_area, at.number_input, at.selectbox, at.multiselect)
    return [one for kind in kinds for one in kind if one.label == label][-1]  # before it: of who comes new


@pytest.mark.nightly
def test_a_form_says_in_chinese_what_the_file_says_and_changes_nothing_by_that(
    monkeypatch, tmp_path, scenarios
):
    at = form(monkeypatch, tmp_path, "personas", agent="nell")
    assert field(at, "近况").value.startswith("Nell Hartley")
    assert (field(at, "代词").value, field(at, "代词").options) == ("she", ["她", "他", "TA"])
    assert field(at, "工作地点").options[0] == "没有工作"
    assert "初始记忆" in words(at)
    at.session_state["tw-language"] = "en"
    assert field(well(at.run()), "Pronouns").options == ["she", "he", "they"]
    assert scenarios.drafts.files(TOWN) == scenarios.files(TOWN)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("label", "value", "line"),
    [
        ("代词", "he", "pronouns: he"),
        ("年龄", 41, "age: 41"),
        ("简称", "阿内", "called: 阿内"),
        ("说话风格", "dry", "  register: dry"),
    ],
)
def test_what_is_put_in_in_chinese_is_written_as_the_file_wants_it(
    monkeypatch, tmp_path, scenarios, label, value, line
):
    at = form(monkeypatch, tmp_path, "personas", agent="nell")
    field(at, label).set_value(value)
    well(at.run())
    assert line in scenarios.drafts.files(TOWN)[NELL].splitlines()
    assert field(at, label).value == value


@pytest.mark.soak
def test_who_may_know_a_place_is_chosen_in_chinese_and_written_as_a_switch(monkeypatch, tmp_path, scenarios):
    at = form(monkeypatch, tmp_path, "world")
    assert field(at, "知道此地点的人").options[1] == "只有属于那里的人"
    field(at, "知道此地点的人").set_value("True")
    well(at.run())
    assert "private: true" in scenarios.drafts.files(TOWN)["world.yaml"]


@pytest.mark.parametrize("template", templates(), ids=lambda one: one.id)
def test_what_a_template_is_and_shows_is_in_the_catalogue(template):
    for text in (template.kind, template.teaches):
        assert catalogue("zh").gettext(text) != text
