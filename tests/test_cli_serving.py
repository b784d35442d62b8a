"""From a terminal: profiles of served models, their connection, caps, and what was spent."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.slow


@pytest.fixture
def profile(call, own, chaos):
    status, out, err = call(
        "profile", "salad", "--url", chaos.base_url, "--model", "salad", "--price", 1, 4, "--set", "seed=1"
    )
    assert (status, err) == (0, "")
    assert "Saved the profile salad" in out


@pytest.mark.soak
def test_a_profile_is_made_listed_changed_and_removed(call, asked, own, profile, chaos):
    (kept,) = asked("profiles")
    assert (kept["name"], kept["model"], kept["base_url"]) == ("salad", "salad", chaos.base_url)
    assert kept["prices"] == {"tokens_in": 1.0, "tokens_out": 4.0, "cached": None, "embedding": None}
    assert kept["parameters"] == {"seed": 1}
    assert call("profile", "salad", "--at-once", 9)[0] == 0
    (kept,) = asked("profiles")
    assert (kept["concurrency"], kept["model"]) == (9, "salad")
    assert call("profile", "salad", "--remove")[0] == 0
    assert asked("profiles") == []


def test_a_parameter_is_typed_may_be_part_of_another_and_stays_until_it_is_removed(call, asked, own, profile):
    call("profile", "salad", "--set", "top_k=40", "--set", "chat_template_kwargs.enable_thinking=false")
    call("profile", "salad", "--set", "chat_template_kwargs.budget=0", "--set", "reasoning_effort=none")
    call("profile", "salad", "--set", 'stop=["###"]', "--set", "seed=")
    assert asked("profiles")[0]["parameters"] == {
        "top_k": 40,
        "chat_template_kwargs": {"enable_thinking": False, "budget": 0},
        "reasoning_effort": "none",
        "stop": ["###"],
    }
    call("profile", "salad", "--set", "chat_template_kwargs.budget=")
    call("profile", "salad", "--set", "chat_template_kwargs.enable_thinking=")
    assert "chat_template_kwargs" not in asked("profiles")[0]["parameters"]


@pytest.mark.parametrize("said", ["stream_options=x", "stream=true", "response_format.type=text", "tools=[]"])
def test_a_parameter_that_would_break_the_protocol_is_refused_in_words(call, own, profile, said):
    status, out, err = call("profile", "salad", "--set", said)
    assert (status, out) == (1, "")
    assert "a profile cannot set" in err


@pytest.mark.soak
def test_list_prices_are_a_hint_for_whoever_has_given_none(call, asked, own):
    openai = ("--url", "https://api.openai.com/v1", "--model", "gpt-4.1")
    status, _, err = call("profile", "big", *openai)
    assert status == 0
    assert (
        "gpt-4.1: list price of 2025-06-03, in USD per million tokens: 2 input (0.5 cached), 8 output" in err
    )
    assert "townwright profile big --price 2 8" in err
    assert asked("profiles")[0]["prices"] is None
    assert "list price of" not in call("profile", "big", "--price", 2, 8)[2]
    assert (
        "list price of"
        not in call("profile", "own", "--url", "http://127.0.0.1:1/v1", "--model", "gpt-4.1")[2]
    )


@pytest.mark.nightly
def test_embeddings_are_named_and_have_a_price_of_their_own(call, asked, profile, chaos):
    assert call("profile", "salad", "--embeddings", "salad-vectors", "--embedding-price", 0.02)[0] == 0
    (kept,) = asked("profiles")
    assert (kept["embeddings"], kept["prices"]["embedding"]) == ("salad-vectors", 0.02)
    assert kept["prices"]["tokens_out"] == 4.0
    assert "salad + salad-vectors" in call("profiles")[1]
    assert "memories are also found by meaning" in call("profile", "salad")[1]
    assert call("profile", "salad", "--embeddings", "none-such", "--price", 2, 8)[0] == 0
    assert asked("profiles")[0]["prices"]["embedding"] == 0.02
    assert call("profile", "salad", "--embedding-prefixes", "query: ", "passage: ")[0] == 0
    kept = asked("profiles")[0]
    assert (kept["question_prefix"], kept["memory_prefix"]) == ("query: ", "passage: ")
    status, _, err = call("profile", "salad", "--embedding-prefixes", "", "passage: ")
    assert (
        status,
        "embeddings need both prefixes or neither; set the memory prefix and the question prefix" in err,
    ) == (1, True)
    assert call("profile", "salad", "--price", 2, 8)[0] == 0
    assert asked("profiles")[0]["memory_prefix"] == "passage: ", "what is not named stays"
    assert call("profile", "salad", "--embedding-prefixes", "", "")[0] == 0
    kept = asked("profiles")[0]
    assert (kept["question_prefix"], kept["memory_prefix"]) == ("", "")
    assert call("profile", "salad", "--embeddings", "")[0] == 0
    assert asked("profiles")[0]["embeddings"] == ""
    status, _, err = call("profile", "other", "--url", "http://h/v1", "--model", "m", "--embedding-price", 1)
    assert (status, "add --price IN OUT" in err) == (1, True)


@pytest.mark.nightly
def test_a_connection_without_the_embeddings_that_were_asked_for_is_not_usable(call, profile):
    call("profile", "salad", "--embeddings", "vectors-of-zeros")
    status, out, _ = call("profile", "salad")
    assert status == 1
    assert "remove the embeddings from the profile" in out


@pytest.mark.soak
def test_a_connection_says_what_the_server_can_do(call, asked, profile):
    found = asked("profile", "salad")
    assert found["usable"]
    assert {row["what"] for row in found["findings"]} == {
        "answers",
        "streaming",
        "form of answers",
        "small tasks",
        "speed",
    }
    status, _, err = call("profile", "salt")
    assert status == 1
    assert "did you mean 'salad'" in err


@pytest.mark.nightly
def test_a_server_that_is_not_there_makes_the_command_fail(call, own):
    call("profile", "gone", "--url", "http://127.0.0.1:9/v1", "--model", "m")
    status, out, _ = call("profile", "gone")
    assert status == 1
    assert "cannot be reached" in out


def test_a_day_in_which_nobody_could_think_is_no_success_and_says_what_to_do(call, asked, own, profile):
    call("profile", "salad", "--model", "prose")
    status, _, err = call("run", "three-neighbours", "--model", "salad", "--quiet")
    assert status == 1
    assert "5 answers in a row from the model 'salad' could not be used" in err
    assert "there is no JSON object in it" in err
    assert "choose a more capable model, then test the profile with `townwright profile salad`" in err
    assert "everything simulated so far is kept" in err
    status, out, _ = call("profile", "salad")
    assert status == 1
    assert "NO  small tasks: too weak for a town" in out


@pytest.mark.soak
def test_a_run_of_a_served_model_says_what_it_took_and_stops_at_a_cap(call, asked, own, profile):
    assert call("cap", "run", "calls", 6)[0] == 0
    assert asked("cap")["caps"] == [{"scope": "run", "measure": "calls", "most": 6}]
    status, _, err = call("run", "three-neighbours", "--model", "salad", "--until", "day 1 09:00", "--quiet")
    assert status == 1
    assert "the cap of 6 calls for this run is reached" in err
    assert "townwright resume" in err
    assert call("cap", "run", "calls", "none")[0] == 0
    assert call("resume", "last", "--until", "day 1 08:00", "--quiet")[0] == 0
    spent = asked("spent", "last", "--by", "agent")
    assert set(spent["by"]) == {"nell", "otto", "ruth"}
    assert spent["spent"]["money"] > 0
    assert spent["spent"]["calls"] == sum(part["calls"] for part in spent["by"].values())
    status, out, _ = call("spent", "last")
    assert "plan_day" in out
    assert "total:" in out


@pytest.mark.nightly
def test_calls_are_listed_by_how_they_went_and_what_was_not_answered_beside_them(call, asked, own, profile):
    call("profile", "salad", "--model", "401")
    status, _, _ = call("run", "three-neighbours", "--model", "salad", "--until", "day 1 08:00", "--quiet")
    assert status == 1
    assert asked("calls", "last") == []
    vain = asked("calls", "last", "--unanswered")
    assert {(row["kind"], row["profile"], row["requests"]) for row in vain} == {("unauthorized", "salad", 1)}
    assert "Incorrect API key provided" in vain[0]["fault"]
    assert "error" in call("calls", "last", "--unanswered")[1]
    call("profile", "salad", "--model", "salad")
    assert call("resume", "last", "--until", "day 1 08:00", "--quiet")[0] == 0
    found = asked("calls", "last", "--agent", "nell", "--limit", 3)
    assert list(found[0]) == [
        "id", "minute", "agent", "purpose", "model", "how", "requests", "tokens_in", "tokens_out", "seconds",
        "money",
    ]  # fmt: skip
    assert {row["how"] for row in found} == {"answered"}
    assert found[0]["money"] > 0
    assert asked("calls", "last", "--how", "free") == []
    assert "No calls match." in call("calls", "last", "--how", "repaired")[1]
    assert {row["purpose"] for row in asked("calls", "last", "--purpose", "plan_day")} == {"plan_day"}
    status, out, _ = call("calls", "last", "--how", "answered")
    assert status == 0
    assert "plan_day" in out


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["profile", "new", "--url", "http://h/v1"], "needs --url and --model"),
        (["profile", "new", "--url", "h", "--model", "m"], "base_url"),
        (["profile", "new", "--url", "http://h/v1", "--model", "m", "--set", "x"], "NAME=VALUE"),
        (["profile", "new", "--url", "http://h/v1", "--model", "m", "--price", "nan", "1"], "prices"),
        (["profile", "new", "--url", "http://h/v1", "--model", "m", "--price", "1", "-3"], "prices"),
        (["cap", "run", "tokens", "9" * 30], "a cap must be a whole number from 0 to "),
        (["cap", "run", "tokens", "many"], "'many' is not a valid cap"),
        (["profile", "new", "--remove"], "there is no profile 'new'"),
    ],
)
def test_what_cannot_be_kept_is_named(call, own, words, fault):
    status, _, err = call(*words)
    assert status == 1
    assert fault in err


@pytest.mark.nightly
def test_a_forecast_counts_a_rehearsal_and_then_goes_by_the_towns_own_past(call, asked, own, profile):
    found = asked("forecast", "three-neighbours", "--model", "salad")
    assert 0 < found["calls"]["least"] < found["calls"]["most"]
    assert found["micros"]["most"] > found["tokens"]["most"], "a token in costs 1, one out 4"
    assert found["days"] == 0
    assert asked("runs")[-1]["scenario"] == "willow-bay", "a forecast leaves no run behind"
    call("run", "three-neighbours", "--model", "salad", "--days", 1, "--quiet")
    taken = asked("spent", "last")["spent"]
    found = asked("forecast", "last", "--model", "salad")
    assert found["days"] == 1
    assert found["calls"]["least"] <= taken["calls"] <= found["calls"]["most"]
    status, out, _ = call("forecast", "last", "--model", "salad")
    assert status == 0
    assert "based on 1 past day of the run" in out
    assert call("profile", "free", "--url", "http://127.0.0.1:9/v1", "--model", "m")[0] == 0
    assert "price unknown" in call("forecast", "three-neighbours", "--model", "free")[1]


@pytest.mark.nightly
def test_a_forecast_counts_what_is_embedded_too(call, asked, own, profile):
    before = asked("forecast", "three-neighbours", "--model", "salad")
    call("profile", "salad", "--embeddings", "salad-vectors")
    unpriced = asked("forecast", "three-neighbours", "--model", "salad")
    assert unpriced["calls"]["least"] > before["calls"]["least"]
    assert unpriced["tokens"]["least"] > before["tokens"]["least"]
    assert unpriced["micros"] is None
    call("profile", "salad", "--embedding-price", 0.5)
    priced = asked("forecast", "three-neighbours", "--model", "salad")
    assert priced["micros"]["least"] > before["micros"]["least"]


@pytest.mark.soak
def test_a_forecast_of_what_there_is_not_is_refused(call, own, profile):
    assert "no run 'nowhere'" in call("forecast", "nowhere", "--model", "salad")[2]
    assert "did you mean 'salad'" in call("forecast", "three-neighbours", "--model", "salat")[2]
