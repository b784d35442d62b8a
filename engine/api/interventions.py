"""Interventions: the changes an author can make in a town."""

from __future__ import annotations

from engine.interventions import (
    INTERVENTIONS as INTERVENTIONS,
    Add as Add,
    Amend as Amend,
    Commit as Commit,
    Feel as Feel,
    Forget as Forget,
    Happen as Happen,
    Intervention as Intervention,
    LockBlock as LockBlock,
    LockLine as LockLine,
    LockTie as LockTie,
    Move as Move,
    Reconsider as Reconsider,
    ReflectNow as ReflectNow,
    Remember as Remember,
    Replan as Replan,
    Reword as Reword,
    Say as Say,
    SendAway as SendAway,
    SetState as SetState,
    Tie as Tie,
    Undo as Undo,
    Whisper as Whisper,
    asked_for as asked_for,
)
from engine.interventions.entries import Done as Done
from engine.interventions.intervention import LONGEST as LONGEST, Asked as Asked
