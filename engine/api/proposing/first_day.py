"""Rehearses a person's first day before it is lived, free of charge."""

from __future__ import annotations

from engine.insight.first_day import (
    Acquaintance as Acquaintance,
    FirstDay as FirstDay,
    Spent as Spent,
    first_day as first_day,
)
