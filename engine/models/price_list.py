"""The price list: the list prices of well-known models, as a suggestion with its date."""

from __future__ import annotations

import datetime
from functools import cache
from importlib.resources import files
from urllib.parse import urlsplit

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter

from engine.models.profiles import Prices, Profile


class PriceList(BaseModel):
    """The list prices of one provider on a date, by model."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    host: str
    currency: str
    as_of: datetime.date
    models: dict[str, Prices]


class ListPrice(BaseModel):
    """The list price of a model on a date."""

    model_config = ConfigDict(frozen=True)

    prices: Prices
    currency: str
    as_of: datetime.date

    def words(self) -> str:
        """Return the prices in words.

        Such as `list price of 2025-06-03, in USD per million tokens: 2.5 input (1.25 cached), 10 output`.
        """
        prices = self.prices
        cached = "" if prices.cached is None else f" ({prices.cached:g} cached)"
        return (
            f"list price of {self.as_of}, in {self.currency} per million tokens: {prices.tokens_in:g} input"
            f"{cached}, {prices.tokens_out:g} output"
        )


def list_price(profile: Profile) -> ListPrice | None:
    """Return the list price of a profile's model; None if it is in no list, or is served elsewhere."""
    host = urlsplit(profile.base_url).hostname
    for part in price_lists():
        if part.host == host and profile.model in part.models:
            prices = part.models[profile.model]
            return ListPrice(prices=prices, currency=part.currency, as_of=part.as_of)
    return None


@cache
def price_lists() -> tuple[PriceList, ...]:
    """Return all price lists of this package."""
    text = files("engine.models").joinpath("prices.yaml").read_text(encoding="utf-8")
    return TypeAdapter(tuple[PriceList, ...]).validate_python(yaml.safe_load(text))
