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
        return tr("{amount}; based on a rehearsal of the day", amount=amount)
    return tr_n(
        "{amount}; based on {n} past day of the run",
        "{amount}; based on {n} past days of the run",
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
        parts.append(tr("cost {least:,.4f} to {most:,.4f}", least=least, most=most))
    return with_commas(parts)


def question_cost_words(cost: QuestionCost) -> str:
    """Return the cost of a question, such as `One question: at most 4,200 tokens and 0.0123 USD`."""
    if cost.micros is None:
        return tr(
            "One question: at most {tokens:,} tokens; the cost is unknown because the profile has no prices",
            tokens=cost.tokens,
        )
    return tr(
        "One question: at most {tokens:,} tokens and {money:.4f} {currency}",
        tokens=cost.tokens,
        money=cost.micros / MILLION,
        currency=cost.currency,
    )
