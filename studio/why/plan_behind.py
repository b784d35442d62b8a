"""What somebody meant by an act: the part of the plan that it carries out, or else the habit."""

from __future__ import annotations

from engine.api.workspace import Run
from engine.clock import clock_words, day_of
from engine.records import Event, Step


def intention(run: Run, event: Event) -> Step | None:
    """Return the step or block that an act belongs to or sets out for; None where no plan led to it."""
    if not event.actor or event.kind in ("wake", "sleep"):
        return None
    now = run.at(min(event.minute + 1, run.clock))
    here = now.people.get(event.actor)
    if here is None:
        return None
    plan = now.plan(event.actor, day_of(event.minute))
    parts = [*plan.current("step"), *plan.current("block")]
    own = [part for part in parts if part.id == here.step]
    ahead = [part for part in parts if part.room == here.room and part.end > event.minute]
    return next(iter(own), None) or min(ahead, key=lambda part: part.start, default=None)


def habit_words(run: Run, event: Event) -> str:
    """Return the hours somebody keeps, where these are what an act is about; empty for other acts."""
    if not event.actor or event.kind not in ("wake", "leave", "arrive", "sleep"):
        return ""
    persona = run.scenario.persona(event.actor)
    if event.kind == "wake":
        return f"{persona.name} usually gets up at {clock_words(persona.wake)}."
    return (
        f"Nothing was left on the plan: {persona.name} usually goes to bed at {clock_words(persona.sleep)}."
    )
