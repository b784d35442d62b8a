"""Interventions: what an author's hand can do in a town."""

from __future__ import annotations

from engine.interventions.intervene import (
    Happen as Happen,
    Intervention as Intervention,
    SetState as SetState,
    Whisper as Whisper,
)
