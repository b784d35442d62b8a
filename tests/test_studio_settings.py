"""The Settings page: profiles that keep no key, connections that are tested, caps that are walls."""

from __future__ import annotations

import pytest

from engine.api.workspace import open_workspace
from engine.models.profiles import Prices, Profile
from tests.studios import labels, press, studio, well, words

pytestmark = pytest.mark.slow

KEY = "sk-canary-77aa"


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        yield opened


@pytest.fixture
def page(monkeypatch, tmp_path, workspace):
    return lambda: studio(monkeypatch, tmp_path, "settings")


def test_without_a_profile_it_says_that_none_is_needed(page):
    said = words(page())
    assert "Towns run without one" in said
    assert "no cap" in said


def test_a_profile_is_made_and_its_connection_tested(page, workspace, chaos):
    at = page()
    at.text_input(key="profile-name").set_value("local")
    at.text_input(key="url-new").set_value(chaos.base_url)
    at.text_input(key="model-new").set_value("salad")
    press(at, "keep-new")
    assert workspace.models.profiles()["local"].model == "salad"
    assert "price unknown; only tokens are counted" in words(at)
    press(at, "test-local")
    assert "JSON schema with bounds" in words(at)
    assert "which is not the requested model" in words(at)


def test_how_long_a_call_may_take_is_set_and_shown(page, workspace):
    workspace.models.keep(Profile(name="local", base_url="http://127.0.0.1:1/v1", model="m"))
    at = page()
    assert "4 calls at a time, timeout 90 s" in words(at)
    at.number_input(key="seconds-local").set_value(600.0)
    press(at, "keep-local")
    assert workspace.models.profiles()["local"].timeout == 600
    assert "4 calls at a time, timeout 600 s" in words(at)


def test_parameters_are_written_a_line_each_and_kept_as_they_are_typed(page, workspace):
    known = {"seed": 1, "stop": ["###"], "chat_template_kwargs": {"enable_thinking": False}, "user": "7"}
    workspace.models.keep(
        Profile(name="local", base_url="http://127.0.0.1:1/v1", model="m", parameters=known)
    )
    at = page()
    lines = at.text_area(key="parameters-local").value.splitlines()
    assert sorted(lines) == sorted(
        ["seed=1", 'stop=["###"]', "chat_template_kwargs.enable_thinking=false", 'user="7"']
    )
    press(at, "keep-local")
    assert workspace.models.profiles()["local"].parameters == known
    at.text_area(key="parameters-local").set_value("reasoning_effort = none\n\ntop_k=40")
    press(at, "keep-local")
    assert workspace.models.profiles()["local"].parameters == {"reasoning_effort": "none", "top_k": 40}
    at.text_area(key="parameters-local").set_value("stream_options=x")
    press(at, "keep-local")
    assert "a profile cannot set" in words(at)
    at.text_area(key="parameters-local").set_value("hot")
    press(at, "keep-local")
    assert "is not a parameter" in words(at)


def test_a_profile_with_embeddings_says_what_they_do_and_what_they_cost(page, workspace, chaos):
    at = page()
    at.text_input(key="profile-name").set_value("local")
    at.text_input(key="url-new").set_value(chaos.base_url)
    at.text_input(key="model-new").set_value("salad")
    at.text_input(key="embeddings-new").set_value("salad-vectors")
    at.text_input(key="question-prefix-new").set_value("query: ")
    at.text_input(key="memory-prefix-new").set_value("passage: ")
    for name, price in (("in", 1.0), ("out", 2.0), ("embedding", 0.02)):
        at.number_input(key=f"price-{name}-new").set_value(price)
    press(at, "keep-new")
    kept = workspace.models.profiles()["local"]
    assert (kept.embeddings, kept.prices.embedding) == ("salad-vectors", 0.02)
    assert (kept.question_prefix, kept.memory_prefix) == ("query: ", "passage: ")
    assert "Memories are also found by meaning, with salad-vectors." in words(at)
    assert "embeddings 0.02" in words(at)
    press(at, "test-local")
    assert "each vector has 32 numbers" in words(at)


def test_what_cannot_be_kept_is_said_in_words(page, workspace):
    at = page()
    at.text_input(key="profile-name").set_value("local")
    at.text_input(key="url-new").set_value("nowhere")
    at.text_input(key="model-new").set_value("m")
    press(at, "keep-new")
    assert "base_url: it must be an address" in words(at)
    assert workspace.models.profiles() == {}


@pytest.mark.soak
def test_a_typed_key_is_used_and_kept_nowhere(page, workspace, chaos, tmp_path):
    workspace.models.keep(
        Profile(name="local", base_url=chaos.base_url, model="salad", key_variable="NO_SUCH")
    )
    at = page()
    press(at, "test-local")
    assert "which is not set" in words(at)
    at.text_input(key="key-local").set_value(KEY).run()
    press(well(at), "test-local")
    assert "JSON schema with bounds" in words(at)
    assert KEY in chaos.asked[-1][1]["authorization"]
    workspace.close()
    assert not any(KEY.encode() in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_a_profile_is_changed_and_removed(page, workspace, chaos):
    workspace.models.keep(Profile(name="local", base_url=chaos.base_url, model="salad"))
    at = page()
    at.number_input(key="price-in-local").set_value(2.5)
    at.number_input(key="price-out-local").set_value(10.0)
    press(at, "keep-local")
    assert "per million tokens: 2.5 input, 10 output" in words(at)
    press(at, "remove-local")
    assert workspace.models.profiles() == {}


def test_list_prices_are_suggested_with_their_date_and_taken_only_by_hand(page, workspace):
    workspace.models.keep(Profile(name="big", base_url="https://api.openai.com/v1", model="gpt-4o"))
    at = page()
    assert "price unknown; only tokens are counted" in words(at)
    assert (
        "List price of 2025-06-03, in USD per million tokens: 2.5 input (1.25 cached), 10 output."
        in words(at)
    )
    assert workspace.models.profiles()["big"].prices is None
    press(at, "list-price-big")
    assert workspace.models.profiles()["big"].prices == Prices(tokens_in=2.5, cached=1.25, tokens_out=10)
    assert at.number_input(key="price-in-big").value == 2.5
    assert "list-price-big" not in [button.key for button in at.button]
    at.number_input(key="price-out-big").set_value(11.0)
    press(at, "keep-big")
    assert workspace.models.profiles()["big"].prices == Prices(tokens_in=2.5, cached=1.25, tokens_out=11)


def test_for_a_model_of_ones_own_no_price_is_suggested(page, workspace):
    workspace.models.keep(Profile(name="own", base_url="http://127.0.0.1:8080/v1", model="gpt-4o"))
    assert "List price of" not in words(page())


def test_caps_are_kept_and_taken_away(page, workspace):
    at = page()
    at.number_input(key="cap-run-tokens").set_value(50_000)
    at.number_input(key="cap-day-money").set_value(0.5)
    press(at, "caps-keep")
    assert workspace.models.caps() == {("run", "tokens"): 50_000, ("day", "money"): 500_000}
    workspace.models.set_cap("day", "money", None)
    at = page()
    assert at.number_input(key="cap-run-tokens").value == 50_000
    assert at.number_input(key="cap-day-money").value is None
    at.number_input(key="cap-workspace-calls").set_value(7)
    press(at, "caps-keep")
    assert workspace.models.caps() == {("run", "tokens"): 50_000, ("workspace", "calls"): 7}


@pytest.mark.soak
def test_a_town_is_run_with_a_profile(monkeypatch, tmp_path, workspace, chaos):
    workspace.models.keep(Profile(name="local", base_url=chaos.base_url, model="salad"))
    at = press(studio(monkeypatch, tmp_path, "scenarios"), "run-three-neighbours")
    at.selectbox(key="run-it-model").set_value("local").run()
    press(well(at), "run-it-forecast")
    assert "price unknown; based on a rehearsal of the day" in words(at)
    press(at, "run-it-go")
    (row,) = workspace.runs.all()
    assert row.model == "local"
    assert "local" in words(well(at))
    assert labels(at)


@pytest.mark.soak
def test_planning_and_a_person_are_left_to_another_model(monkeypatch, tmp_path, workspace):
    for name in ("small", "big"):
        workspace.models.keep(Profile(name=name, base_url="http://127.0.0.1:9/v1", model=name))
    at = press(studio(monkeypatch, tmp_path, "scenarios"), "run-three-neighbours")
    at.selectbox(key="run-it-model").set_value("small").run()
    at.multiselect(key="run-it-elsewhere").set_value(["plan_day", "@nell"]).run()
    assert "small" not in [option.partition(":")[0] for option in at.selectbox(key="run-it-other").options]
    at.selectbox(key="run-it-other").set_value("big").run()
    press(at, "run-it-go")
    (row,) = workspace.runs.all()
    assert row.model == "small, plan_day=big, @nell=big"


@pytest.mark.nightly
def test_the_calls_page_shows_what_a_served_day_took(monkeypatch, tmp_path, workspace, chaos):
    workspace.models.keep(Profile(name="local", base_url=chaos.base_url, model="salad"))
    run = workspace.runs.new("three-neighbours", model="local")
    run.live(9 * 60)
    at = studio(monkeypatch, tmp_path, "calls")
    said = words(at)
    assert "tokens with an unknown price" in said
    rows = at.dataframe[0].value
    assert set(rows["how"]) == {"answered"}
    assert (rows["requests"] >= 1).all()
    again = workspace.runs.new("three-neighbours", model="local")
    again.live(9 * 60)
    at = studio(monkeypatch, tmp_path, "calls", run=again.row.id)
    assert set(at.dataframe[0].value["how"]) == {"free: already answered"}
