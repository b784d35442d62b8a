"""Tuning: the weights, decay and number for recalls, tried out without changing a town."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import streamlit as st

from engine.api.run import ACTING, PAPER, REMEMBERING, Weights
from engine.api.scenarios import Value
from engine.api.workspace import Run
from engine.records import AgentId
from studio import session
from studio.catalogue.marked import marked
from studio.catalogue.shared_words import WEIGHTS, weight_name
from studio.catalogue.tr import tr, tr_in
from studio.words.explained import word_help

PAPER_DECAY = 0.995
_HEAVIEST, _A_STEP = 2.0, 0.05
_PRESETS: Mapping[str, tuple[str, Weights | None]] = MappingProxyType(
    {
        "town": (marked("This town"), None),
        "paper": ("The paper", PAPER),
        "acting": (marked("Acting"), ACTING),
        "remembering": (marked("Remembering"), REMEMBERING),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """The weight of each part of a score, the recency left after an hour, and the number of memories
    recalled.
    """

    recency: float
    importance: float
    relevance: float
    decay: float
    count: int


def usual_of(run: Run) -> Tuning:
    """Return the town's own setting for interviews."""
    settings = run.town.settings
    return _tuned(settings.interviewing, settings.decay, settings.retrieve)


def tuning(run: Run, agent: AgentId) -> Tuning:
    """Draw the settings, by a preset or by hand, and return them; by default the town's own."""
    usual = usual_of(run)
    key = f"tuning-{run.number}-{agent}"
    with st.container(border=True, gap="xsmall"):
        preset = st.segmented_control(
            tr("Preset"),
            list(_PRESETS),
            default="town",
            required=True,
            format_func=_preset_words,
            key=f"{key}-preset",
            on_change=_begin_anew,
            args=(key,),
        )
        weights = _PRESETS[preset][1] or run.town.settings.interviewing
        round_of = session.recalled(f"{key}-round", 0)
        parts = {
            name: st.slider(
                weight_name(name),
                0.0,
                max(_HEAVIEST, getattr(weights, name)),
                float(getattr(weights, name)),
                _A_STEP,
                key=f"{key}-{name}-{round_of}",
                help=word_help(name),
            )
            for name in WEIGHTS
        }
        decay = st.slider(
            tr("Recency after one hour"),
            min(0.9, usual.decay),
            1.0,
            PAPER_DECAY if preset == "paper" else usual.decay,
            0.001,
            format="%.3f",
            key=f"{key}-decay-{round_of}",
            help=word_help("decay"),
        )
        count = st.slider(
            tr("Memories to retrieve"),
            3,
            max(30, usual.count),
            usual.count,
            key=f"{key}-count",
            help=word_help("retrieval"),
        )
    return Tuning(**parts, decay=decay, count=count)


def _preset_words(name: str) -> str:
    if name == "paper":  # that of the field, and not the one of a town's day
        return tr_in("Generative Agents", "The paper")
    label = _PRESETS[name][0]
    return tr(label)


def formula(by: Tuning) -> str:
    """Return the formula with its numbers."""
    return tr(
        "score = {recency:g} × recency + {importance:g} × importance + {relevance:g} × relevance, "
        "each scaled from 0 to 1 over all memories; recency = {decay:g} to the power of the hours "
        "since the memory was made or last recalled. The {count} memories with the highest scores "
        "are recalled.",
        recency=by.recency,
        importance=by.importance,
        relevance=by.relevance,
        decay=by.decay,
        count=by.count,
    )


def as_settings(by: Tuning) -> dict[str, Value]:
    """Return the tuning as settings of a town."""
    weights = {"recency": by.recency, "importance": by.importance, "relevance": by.relevance}
    return {"interviewing": weights, "decay": by.decay, "retrieve": by.count}


def as_yaml(by: Tuning) -> str:
    """Return the tuning as a town's file writes it."""
    weights = f"{{recency: {by.recency:g}, importance: {by.importance:g}, relevance: {by.relevance:g}}}"
    return f"cognition:\n  interviewing: {weights}\n  decay: {by.decay:g}\n  retrieve: {by.count}\n"


def _tuned(weights: Weights, decay: float, count: int) -> Tuning:
    return Tuning(
        recency=weights.recency,
        importance=weights.importance,
        relevance=weights.relevance,
        decay=decay,
        count=count,
    )


def _begin_anew(key: str) -> None:
    """Reset the sliders to the preset."""
    session.remember(f"{key}-round", session.recalled(f"{key}-round", 0) + 1)
