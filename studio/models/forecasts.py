"""Forecasts: the cost of a day with a served model, in the reader's language."""

from __future__ import annotations

from engine.api.forecast import Forecast
from engine.api.models import MILLION
from engine.api.run import QuestionCost
from studio.catalogue.lists import with_commas
from studio.catalogue.tr import tr, tr_n


def forecast_words(found: Forecast) -> str:
    """Return the expected cost of a day, and the basis of the figures."""
    amount = amount_words(found)
    if not found.days:
        return tr("{amount}; going by a rehearsal of the day", amount=amount)
    return tr_n(
        "{amount}; going by {n} day of its own past",
        "{amount}; going by {n} days of its own past",
        found.days,
        amount=amount,
    )


def amount_words(found: Forecast) -> str:
    """Return amounts in words, such as `120 to 400 calls, 80,000 to 260,000 tokens, 0.05 to 0.19 in
    money`.
    """
    parts = [
        tr("{least:,} to {most:,} calls", least=found.calls.least, most=found.calls.most),
        tr("{least:,} to {most:,} tokens", least=found.tokens.least, most=found.tokens.most),
    ]
    if found.micros is None:
        parts.append(tr("price unknown"))
    else:
        least, most = found.micros.least / MILLION, found.micros.most / MILLION
        parts.append(tr("{least:,.4f} to {most:,.4f} in money", least=least, most=most))
    return with_commas(parts)


def question_cost_words(cost: QuestionCost) -> str:
    """Return the cost of a question, such as `One question, 4,200 tokens at most, 0.0123 USD at most`."""
    if cost.micros is None:
        return tr(
            "One question, {tokens:,} tokens at most; the profile has no prices, so what that costs is not "
            "known",
            tokens=cost.tokens,
        )
    return tr(
        "One question, {tokens:,} tokens at most, {money:.4f} {currency} at most",
        tokens=cost.tokens,
        money=cost.micros / MILLION,
        currency=cost.currency,
    )
