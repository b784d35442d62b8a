"""Who thinks for a town: one model for everything, and others for chosen purposes or people."""

from __future__ import annotations

import streamlit as st

from engine.api.forecast import forecast
from engine.api.models import REHEARSAL, written
from engine.api.prompts import PROMPTS
from engine.records import Scenario
from studio import session
from studio.basics.text import plain, shorten
from studio.catalogue.tr import tr
from studio.frame.page import in_plain_words
from studio.models.forecasts import forecast_words
from studio.why.reasons import purpose_words
from studio.words.explained import word_help


def who_thinks(name: str, scenario: Scenario) -> str:
    """Draw the choice of models for a new run, and return it as a run's model setting; the rehearsal model if
    there is no profile.

    The expected cost of a day is shown on request.
    """
    profiles = session.workspace().models.profiles()
    if not profiles:
        st.markdown(
            ":material/theater_comedy: "
            + tr(
                "This run uses the **rehearsal model**: built in, instant, offline and free. You "
                "can add a language model in Settings."
            ),
            help=word_help("rehearsal-model"),
        )
        return REHEARSAL
    words = {REHEARSAL: tr("Rehearsal model: built in, instant, offline, free")}
    words |= {
        name: tr("{name}: {model}", name=name, model=shorten(profile.model, 60))
        for name, profile in profiles.items()
    }
    chosen: str = st.selectbox(tr("Model"), list(words), format_func=words.__getitem__, key="run-it-model")
    model = written(chosen, _elsewhere(scenario, {key: words[key] for key in words if key != chosen}))
    if model != REHEARSAL:
        _forecast(name, model)
    return model


def _elsewhere(scenario: Scenario, others: dict[str, str]) -> dict[str, str]:
    """Draw the choice of purposes and people for another model, and return their models."""
    whom = {prompt.name: purpose_words(prompt.name).capitalize() for prompt in PROMPTS}
    whom |= {
        f"@{one.id}": tr("All questions to {name}", name=shorten(one.name, 40)) for one in scenario.personas
    }
    chosen = st.multiselect(
        tr("Use another model for"), list(whom), format_func=whom.__getitem__, key="run-it-elsewhere",
        placeholder=tr("Nothing"),
        help=tr("For example, plan with a large model and use a small one for conversations"),
    )  # fmt: skip
    if not chosen:
        return {}
    other: str = st.selectbox(
        tr("Other model"), list(others), format_func=others.__getitem__, key="run-it-other"
    )
    return dict.fromkeys(chosen, other)


def _forecast(name: str, model: str) -> None:
    key = f"forecast-{name}-{model}"
    if st.button(tr("Estimate a day"), key="run-it-forecast", icon=":material/calculate:"):
        with st.spinner(tr("Rehearsing the day and counting its prompts…")), in_plain_words():
            session.remember(key, forecast_words(forecast(session.workspace(), name, model)))
    if said := session.recalled(key, ""):
        plain(tr("Estimate for one day: {forecast}.", forecast=said), muted=True)
