"""People who join a town: each as one edit, a draft until the town is saved, like all edits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.api.writing.edits import AddPerson
from studio import session


class Newcomer(Protocol):
    """A proposed person: their id, and the edit that adds them."""

    @property
    def agent(self) -> str:
        """Return the id the person would have."""

    @property
    def edit(self) -> AddPerson:
        """Return the edit that adds the person."""


def join(name: str, people: Sequence[Newcomer]) -> None:
    """Add people to a town as it stands, and look at the first of them."""
    for one in people:
        session.workspace().scenarios.edits.make(name, one.edit, writer=session.window())
    session.choose_agent(people[0].agent)
