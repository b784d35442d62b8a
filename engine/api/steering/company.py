"""Company: only some of a town live on for a while; all others are away, and come back."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from engine.errors import BadInput, worded
from engine.interventions import Move, SendAway

if TYPE_CHECKING:
    from engine.api.run import Run
    from engine.records import AgentId

_AWAY = "away"


def send_others_away(run: Run, people: Collection[str]) -> tuple[AgentId, ...]:
    """Send everybody out of the town except some, given by ids or names; return who left. `bring_back` undoes
    it. Raises BadInput if nobody would stay.
    """
    stay = {run.agent(one) for one in people}
    if not stay:
        raise BadInput(worded("at least one person must stay in the town; name one or more people who stay"))
    gone = _away(run)
    leave = tuple(
        one for one in run.town.cast.names if one not in stay and one not in gone and _lives(run, one)
    )
    for one in leave:
        run.intervene(SendAway(agent=one), why="only some live on for a while")
    return leave


def bring_back(run: Run, people: Collection[AgentId]) -> None:
    """Bring the agents who are away back to their homes."""
    gone = _away(run)
    for one in people:
        if one in gone:
            home = run.town.cast.personas[one].home
            run.intervene(Move(agent=one, room=home), why="only some lived on for a while")


def away_since(run: Run, before: Run) -> tuple[AgentId, ...]:
    """Return the agents who are away in a run and were not in the run it was forked from."""
    return tuple(sorted(_away(run) - _away(before)))


def _away(run: Run) -> set[AgentId]:
    people = run.at().people if run.is_founded else {}
    return {one for one, presence in people.items() if presence.reason == _AWAY}


def _lives(run: Run, agent: AgentId) -> bool:
    return agent in run.town.cast.personas
