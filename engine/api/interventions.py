"""Interventions: what an author's hand can do in a town."""

from __future__ import annotations

from engine.interventions import (
    INTERVENTIONS as INTERVENTIONS,
    Happen as Happen,
    Intervention as Intervention,
    SetState as SetState,
    Whisper as Whisper,
    asked_for as asked_for,
)
from engine.interventions.intervention import LONGEST as LONGEST, Asked as Asked
