"""Price: what cells that are to be run may cost, in the reader's language, before anything is paid."""

from __future__ import annotations

from engine.notebook.running.paying import Estimate
from studio.catalogue.lists import with_and
from studio.catalogue.moments import duration_words
from studio.catalogue.tr import tr, tr_n
from studio.models.forecasts import amount_words


def cost_words(cost: Estimate) -> str:
    """Return what it may take, in a sentence."""
    parts = []
    if cost.days == 1:
        parts.append(tr("{n:g} day with a served model", n=cost.days))
    elif cost.days:
        parts.append(tr("{n:g} days with a served model", n=round(cost.days, 1)))
    if cost.questions:
        parts.append(tr_n("{n} question", "{n} questions", cost.questions))
    return tr("Estimate for {what}: {amount}.", what=with_and(parts), amount=amount_words(cost.whole))


def time_words(cost: Estimate) -> str:
    """Return in a sentence how long it may take."""
    if cost.seconds is None:
        return tr("The duration is unknown because this model has not answered anything yet.")
    least, most = duration_words(cost.seconds.least), duration_words(cost.seconds.most)
    if least == most:
        return tr("It may take {time}.", time=least)
    return tr("It may take {least} to {most}.", least=least, most=most)


def recorded_words(cost: Estimate) -> str:
    """Return in a sentence whether recorded answers exist, which cost nothing."""
    if not cost.days:
        return tr("Questions that were asked before in the same words use recorded answers and cost nothing.")
    if not cost.recorded:
        return tr(
            "No recording of these days was found. Questions that were asked before in the same "
            "words use recorded answers and cost nothing."
        )
    if cost.recorded == cost.days:
        return tr(
            "All of these days were simulated before in {run} with the same town, seed and model: "
            "the answers are recorded and cost nothing.",
            run=cost.where,
        )
    return tr(
        "{recorded:g} of {days:g} days were simulated before in {run} with the same town, seed "
        "and model: their answers are recorded and cost nothing.",
        recorded=round(cost.recorded, 1),
        days=round(cost.days, 1),
        run=cost.where,
    )
