"""The reason for the state of a thread."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why a thread is in its state, and the id of the row that shows it."""

    text: str
    shown_by: int
