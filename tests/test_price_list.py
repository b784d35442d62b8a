"""The price list: dated suggestions for models that are known by name, and nothing for any other."""

from __future__ import annotations

import datetime

import pytest

from engine.models.price_list import list_price, price_lists
from engine.models.profiles import Profile

OPENAI = "https://api.openai.com/v1"


def priced(model, base_url=OPENAI):
    return list_price(Profile(name="p", base_url=base_url, model=model))


LISTED = [(part, model) for part in price_lists() for model in part.models]


@pytest.mark.parametrize(("part", "model"), LISTED, ids=[model for _, model in LISTED])
def test_every_entry_is_a_price_that_can_be(part, model):
    prices = part.models[model]
    assert 0 < prices.cached < prices.tokens_in < prices.tokens_out < 100
    assert datetime.date(2024, 1, 1) < part.as_of < datetime.date(2030, 1, 1)
    assert part.currency == "USD"
    assert part.host == part.host.lower()
    assert priced(model, f"https://{part.host}/v1").prices == prices


@pytest.mark.parametrize("model", [model for _, model in LISTED if model[-3:-2] == "-" and "20" in model])
def test_a_snapshot_costs_what_its_model_costs(model):
    assert priced(model).prices == priced(model[:-11]).prices


@pytest.mark.parametrize(
    ("model", "tokens_in", "cached", "tokens_out"),
    [("gpt-4o", 2.5, 1.25, 10), ("gpt-4.1-nano", 0.1, 0.025, 0.4), ("o4-mini", 1.1, 0.275, 4.4)],
)
def test_well_known_models_have_their_prices(model, tokens_in, cached, tokens_out):
    prices = priced(model).prices
    assert (prices.tokens_in, prices.cached, prices.tokens_out) == (tokens_in, cached, tokens_out)


@pytest.mark.parametrize(
    "model", ["gpt-4o-2024-05-13", "gpt-4o-mini-audio-preview", "gpt-4", "gpt-6", "GPT-4o", "", "4o"]
)
def test_a_model_that_only_looks_like_one_has_no_price(model):
    assert priced(model or "x") is None


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:8080/v1", "http://localhost/v1", "http://10.0.0.7/v1", "http://192.168.1.2/v1",
                "https://api.openai.com.example.org/v1", "https://example.org/api.openai.com"]
)  # fmt: skip
def test_whoever_else_serves_a_model_of_that_name_has_no_price(address):
    assert priced("gpt-4o", address) is None


def test_a_suggestion_says_how_old_it_is():
    assert priced("gpt-4o").words() == (
        "list price of 2025-06-03, in USD per million tokens: 2.5 input (1.25 cached), 10 output"
    )
