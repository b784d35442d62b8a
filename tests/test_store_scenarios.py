"""Scenarios: every save a version, nothing twice, drafts that survive; and the journal of answers."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from store_samples import new_run, new_store, one_of_each, turn_at

from engine.errors import BadInput, NotFound
from engine.scenario.allowed_files import is_scenario_file
from engine.store.answers.journal import Usage, journal_usage, keep_answer
from engine.store.answers.recorded import kept_answer
from engine.store.living.runs import run_row
from engine.store.log.calls import call_page
from engine.store.log.rows import append
from engine.store.writing.drafts import discard_draft, drafts, save_draft
from engine.store.writing.scenarios import (
    duplicate_scenario,
    files_of,
    hide_scenario,
    latest_version,
    rename_scenario,
    save_version,
    scenario_names,
    scenario_version,
    versions,
)

FILES = {"town.yaml": "town: Willow Bay", "world.yaml": "Quay: {}", "personas/ada.yaml": "name: Ada 柳"}


@pytest.fixture
def store(tmp_path):
    with new_store(tmp_path) as store:
        yield store


def test_a_save_is_a_version_and_saving_the_same_again_is_none(store):
    first = save_version(store, "willow-bay", FILES, "begun")
    assert save_version(store, "willow-bay", dict(reversed(FILES.items())), "again") == first
    second = save_version(store, "willow-bay", {**FILES, "world.yaml": "Quay: {about: wet}"}, "wet")
    assert [(v.number, v.version, v.note) for v in versions(store, "willow-bay")] == [
        (second, 2, "wet"),
        (first, 1, "begun"),
    ]
    assert files_of(store, first) == FILES
    assert latest_version(store, "willow-bay") == scenario_version(store, second)


def test_going_back_to_older_files_is_a_version_of_its_own(store):
    first = save_version(store, "a", {"town.yaml": "1"})
    save_version(store, "a", {"town.yaml": "2"})
    third = save_version(store, "a", {"town.yaml": "1"})
    assert third != first
    assert files_of(store, third) == files_of(store, first)


def test_equal_texts_are_kept_once(store):
    save_version(store, "a", FILES)
    save_version(store, "b", FILES)
    assert store.select("SELECT count(*) FROM text") == [(3,)]


def test_a_scenario_without_files_or_with_half_a_character_is_not_saved(store):
    with pytest.raises(BadInput, match="no files"):
        save_version(store, "a", {})
    with pytest.raises(BadInput, match="an incomplete character"):
        save_version(store, "a", {"town.yaml": "\ud800"})
    with pytest.raises(BadInput, match="80 printable"):
        save_version(store, " ", FILES)
    assert scenario_names(store) == ()


def test_names_can_be_changed_hidden_and_duplicated(store):
    run = new_run(store)
    rename_scenario(store, "willow-bay", "Willow Bay")
    assert run_row(store, run.number).scenario == "Willow Bay"
    copy = duplicate_scenario(store, "Willow Bay", "Copy")
    assert files_of(store, copy) == files_of(store, run.scenario_version)
    assert scenario_names(store) == ("Willow Bay", "Copy")
    hide_scenario(store, "Copy")
    assert scenario_names(store) == ("Willow Bay",)
    assert scenario_names(store, hidden=True) == ("Willow Bay", "Copy")
    rename_scenario(store, "Copy", "Copy")
    with pytest.raises(BadInput, match="already"):
        rename_scenario(store, "Copy", "Willow Bay")
    with pytest.raises(BadInput, match="already"):
        duplicate_scenario(store, "Willow Bay", "Copy")


def test_what_is_not_there_is_named(store):
    for ask in (versions, latest_version, hide_scenario, discard_draft):
        with pytest.raises(NotFound, match="'nowhere'"):
            ask(store, "nowhere")
    with pytest.raises(NotFound, match="version number 4"):
        files_of(store, 4)
    with pytest.raises(NotFound, match="'nowhere'"):
        save_draft(store, "nowhere", "town.yaml", "x")


def test_drafts_survive_and_are_dropped_one_by_one_or_together(store, tmp_path):
    version = save_version(store, "a", FILES)
    save_draft(store, "a", "town.yaml", "half", version)
    save_draft(store, "a", "town.yaml", "half a line: [", version)
    save_draft(store, "a", "world.yaml", "x", version)
    with new_store(tmp_path) as reopened:
        kept = drafts(reopened, "a")
    assert kept["town.yaml"].text == "half a line: ["
    assert kept["town.yaml"].base_version == version
    discard_draft(store, "a", "world.yaml")
    assert list(drafts(store, "a")) == ["town.yaml"]
    discard_draft(store, "a")
    assert drafts(store, "a") == {}
    assert files_of(store, version) == FILES


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(
        st.from_regex(r"personas/[^\W_][\w-]{0,39}\.yaml", fullmatch=True).filter(is_scenario_file),
        st.text(st.characters(exclude_categories=["Cs"])),
        min_size=1,
        max_size=4,
    )
)
def test_any_files_come_back_as_they_were(store, files):
    assert files_of(store, save_version(store, "a", files)) == files


def test_an_answer_is_kept_at_once_and_the_first_one_stays(store):
    usage = Usage(tokens_in=10, tokens_out=2, seconds=0.5)
    assert kept_answer(store, (), "k") is None
    keep_answer(store, "k", model="m", purpose="act", answer="first 一", usage=usage)
    keep_answer(store, "k", model="m", purpose="act", answer="second")
    assert kept_answer(store, (), "k") == "first 一"
    assert journal_usage(store, ["k", "unknown"]) == {"k": usage}


def test_the_answers_of_a_turn_are_in_the_journal(store):
    run = new_run(store).number
    usage = Usage(tokens_in=7)
    keep_answer(store, "key 20 1", model="m", purpose="act", answer="{}", usage=usage)
    for minute in (10, 20):
        append(store, run, turn_at(minute, 1), one_of_each(minute))
    assert kept_answer(store, (), "key 10 1") == '{"activity": "brew 10"}'
    assert [row.tokens_in for row in call_page(store, run).items] == [7, 0]
