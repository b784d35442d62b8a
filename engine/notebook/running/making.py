"""Making: what a cell does to a copy of the checkpoint before it, so that it becomes the next one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.api.interventions import asked_for
from engine.api.run import Pause, Run, Watch
from engine.api.steering import until
from engine.api.steering.company import away_since, bring_back, send_others_away
from engine.api.steering.editing import edited
from engine.errors import BadInput, worded
from engine.notebook import specs
from engine.notebook.parts import Cell
from engine.notebook.running.cells.asking import ask_in_person


@dataclass(frozen=True, slots=True)
class Stretch:
    """How far a run is lived: to a minute, or until what is awaited is so. At most `pace` simulated minutes
    go by a second where somebody looks on.
    """

    goal: int
    awaited: until.Awaited | None = None
    pace: int = 0

    @property
    def is_over(self) -> bool:
        """Return whether what is awaited is so."""
        return self.awaited is not None and self.awaited.is_so

    @property
    def ends(self) -> int:
        """Return the minute at which it ends, once it was lived."""
        minute = self.awaited.minute if self.awaited is not None else None
        return self.goal if minute is None else minute


def lived_here(run: Run, stretch: Stretch, pause: Pause, watch: Watch | None) -> None:
    """Have a run lived in this process."""
    if stretch.awaited is None:
        run.live(stretch.goal, pause=pause, watch=watch)
    else:
        until.lived_here(run, stretch.goal, stretch.awaited, pause, watch)


def changed_by(cell: Cell, before: Run, edits: Sequence[Mapping[str, object]]) -> Run:
    """Return the run that a cell makes of the one before it, which was edited so since it lived, without
    living on.
    """
    spec = cell.spec
    if isinstance(spec, specs.Edit):
        return edited(before, spec.changes, after=edits)
    run = before.fork()
    if isinstance(spec, specs.Event):
        what = asked_for(spec.verb, spec.asked)
        if spec.at is None:
            run.intervene(what)
        else:
            run.agenda.schedule(what, spec.at)
    elif isinstance(spec, specs.Interview):
        ask_in_person(spec, run)
    else:
        raise BadInput(
            worded("the cell {id!r} does not change the town; continue from another cell", id=cell.id)
        )
    return run


def begun(spec: specs.Run, before: Run) -> Run:
    """Return a run that is to be lived on, with those in the town who are to live it."""
    run = before.fork()
    if spec.agents:
        send_others_away(run, spec.agents)
    return run


def goal_of(spec: specs.Run, run: Run) -> int:
    """Return the minute to which a run is lived at the latest."""
    if spec.event or spec.reflection:
        return run.goal_at(None, spec.days or until.MOST_DAYS)
    return run.goal_at(spec.until, spec.days)


def stretch_of(spec: specs.Run, run: Run, goal: int) -> Stretch:
    """Return how far a run is lived."""
    waits = spec.event or spec.reflection
    awaited = until.Awaited(run, event=spec.event, reflection=spec.reflection) if waits else None
    return Stretch(goal=goal, awaited=awaited, pace=spec.pace)


def ended(spec: specs.Run, run: Run, before: Run, stretch: Stretch) -> Run:
    """Return a run as it stands at the end of its stretch, with everybody back who was away for it."""
    made = until.standing_at(run, stretch.awaited) if stretch.awaited is not None else run
    if spec.agents:
        bring_back(made, away_since(made, before))
    return made
