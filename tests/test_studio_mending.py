"""A problem in the studio: its fix is a button, with undo; its code opens what it means."""

from __future__ import annotations

import re

import pytest

from engine.api.workspace import open_workspace
from tests.studios import studio, well, words

FILE = "personas/nora.yaml"


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        opened.scenarios.new_blank("Mill")
        nora = opened.scenarios.files("Mill")[FILE]
        opened.scenarios.save_file("Mill", FILE, nora.replace("\nhome:", "\nhoem:"))
    return tmp_path


def text_of(workspace):
    with open_workspace(workspace) as opened:
        return opened.scenarios.drafts.files("Mill")[FILE]


def pressed(at, start):
    (button,) = [one for one in at.button if one.key and one.key.startswith(start)]
    return well(button.click().run())


def test_a_fix_is_made_by_its_button_and_undone_like_any_edit(monkeypatch, workspace):
    at = studio(monkeypatch, workspace, "personas", town="Mill", agent="nora")
    assert "unknown key" in words(at)
    at = pressed(at, f"mend-Mill-{FILE}-")
    assert "\nhome:" in text_of(workspace)
    assert "unknown key" not in words(at)
    at = pressed(at, "tw-undo-Mill")
    assert "\nhoem:" in text_of(workspace)
    assert "unknown key" in words(at)


def test_a_fix_that_has_become_another_thing_meanwhile_changes_nothing(monkeypatch, workspace):
    at = studio(monkeypatch, workspace, "personas", town="Mill", agent="nora")
    with open_workspace(workspace) as opened:
        opened.scenarios.save_file("Mill", FILE, "name: Nora Pell\nhome: Nowhere\n")
    pressed(at, f"mend-Mill-{FILE}-")
    assert text_of(workspace) == "name: Nora Pell\nhome: Nowhere\n"


def test_a_fix_whose_line_has_come_to_stand_elsewhere_writes_over_no_other(monkeypatch, workspace):
    wrong = text_of(workspace).replace("\nhoem:", "\nhome:").replace("Café/kitchen", "Café/kitchn")
    meanwhile = re.sub("    - 07:00 .*\n", "", wrong)
    assert meanwhile != wrong
    with open_workspace(workspace) as opened:
        opened.scenarios.save_file("Mill", FILE, wrong)
    at = studio(monkeypatch, workspace, "personas", town="Mill", agent="nora")
    with open_workspace(workspace) as opened:
        opened.scenarios.save_file("Mill", FILE, meanwhile)
    at = pressed(at, f"mend-Mill-{FILE}-")
    assert text_of(workspace) == meanwhile
    assert any("no longer applies, because the text has changed" in one.value for one in at.toast)
    pressed(at, f"mend-Mill-{FILE}-")
    assert text_of(workspace) == meanwhile.replace("Café/kitchn", "Café/kitchen")


def test_a_code_opens_why_it_is_a_problem_an_example_and_what_mends_it(monkeypatch, workspace):
    at = studio(monkeypatch, workspace, "personas", town="Mill", agent="nora")
    codes = [one for one in at.button if one.key and one.key.startswith(f"code-Mill-{FILE}-")]
    unknown = next(one for one in codes if one.label == "TW201")
    shown = words(well(unknown.click().run()))
    assert "their content would be lost" in shown
    assert "hme: House" in shown
    assert "The button next to the problem does this." in shown


def test_what_a_file_says_is_never_markup_in_a_button(monkeypatch, workspace):
    hostile = "[x](http://x)"
    with open_workspace(workspace) as opened:
        world = opened.scenarios.files("Mill")["world.yaml"]
        lamp = f"\nShed:\n  objects:\n    lamp: {{state: '{hostile}', states: [dim, bright]}}\n"
        opened.scenarios.save_file("Mill", "world.yaml", world + lamp)
    at = studio(monkeypatch, workspace, "world", town="Mill")
    labels = [one.label for one in at.button if one.key and one.key.startswith("mend-Mill-world.yaml")]
    assert len(labels) == 1
    assert hostile not in labels[0]
    assert "http" in labels[0]


def test_the_length_of_a_file_and_what_nobody_uses_stand_below_it(monkeypatch, workspace):
    with open_workspace(workspace) as opened:
        opened.scenarios.save_file("Mill", FILE, opened.scenarios.files("Mill")[FILE].replace("hoem", "home"))
        world = opened.scenarios.files("Mill")["world.yaml"]
        opened.scenarios.save_file("Mill", "world.yaml", world + "\n<b>Old</b> Mill x:\n".replace("/", ""))
    shown = words(studio(monkeypatch, workspace, "world", town="Mill"))
    assert " lines · " in shown
    assert "no text mentions: &lt;b&gt;Old&lt;b&gt; Mill x" in shown
