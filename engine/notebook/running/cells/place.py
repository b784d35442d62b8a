"""Where a cell stands: its step among all, and how it comes to other checkpoints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.api.many.batch import Batch, BatchWatch
from engine.api.many.trying import statement_meant
from engine.api.run import Run
from engine.api.workspace import Workspace
from engine.errors import BadInput, TownwrightError, worded
from engine.notebook.running.chain import Step


class Stopped(TownwrightError):
    """A notebook was asked to stop; the days and runs that are finished are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A cell's step, all steps, and the makers of checkpoints; `checkpoint` gives the run at a key, `varied`
    the run that a step would have come to in a town that was changed before, `end` the one at which another
    notebook ends. `edits` are those of the town
    since it lives.
    """

    workspace: Workspace
    step: Step
    steps: tuple[Step, ...]
    makers: Mapping[str, Step]
    checkpoint: Callable[[str], Run]
    edits: Sequence[Mapping[str, object]]
    varied: Callable[[Step, Mapping[str, object]], Run]
    end: Callable[[str], Run]
    is_to_stop: Callable[[], bool]
    counting: BatchWatch

    def other(self, cell: str) -> Step:
        """Return the step of another cell."""
        return next(step for step in self.steps if step.cell.id == cell)

    def many(
        self,
        begin: str,
        until: str,
        seeds: int,
        holds: Sequence[str],
        changes: Mapping[str, object] | None = None,
    ) -> Batch:
        """Return so many runs that were lived from one checkpoint to the minute of another, each with a seed
        of its own, and (`changes`) as many in a town that was changed before. `counting` hears how many are
        finished. Raises BadInput if one came to nothing, and Stopped if it is asked to stop.
        """
        start, kept = self.checkpoint(begin), self.workspace.notebooks.checkpoint(until)
        assert kept is not None
        if not start.is_founded and start.agenda.waiting:
            raise BadInput(
                worded(
                    "an event planned above the first `run` cell cannot be repeated with other seeds; "
                    'instead, add a `run` cell until its moment (`until: "day 1 08:00"`), then the '
                    "event without `at`, then another `run` cell"
                )
            )
        asked = [statement_meant(one, start.scenario) for one in holds]
        batch = self.workspace.batches.plan(
            start.row.id,
            seeds=range(1, seeds + 1),
            at=start.clock if start.is_founded else None,
            until=kept.goal,
            changes=dict(changes) if changes else None,
            holds=[one.said if one.sql.startswith("SELECT (") else one.sql for one in asked],
        )
        batch.live(is_to_stop=self.is_to_stop, watch=self.counting)
        wanted = seeds * (2 if changes else 1)
        done = sum(batch.table.done)
        if done < wanted and self.is_to_stop():
            raise Stopped(
                worded(
                    "stopped after {done} of {wanted} runs; the finished runs are kept",
                    done=done,
                    wanted=wanted,
                )
            )
        if done < wanted:
            wrong = next((one.error for one in batch.repetitions if one.error), worded("they were stopped"))
            raise BadInput(
                worded(
                    "{left} of {wanted} runs failed: {wrong}",
                    left=wanted - done,
                    wanted=wanted,
                    wrong=wrong,
                )
            )
        return batch
