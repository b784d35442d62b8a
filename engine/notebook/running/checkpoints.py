"""Checkpoints: the runs at which the cells of a notebook stand, each made once by the key of its content."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.api.run import Pause, Run, Watch
from engine.api.steering.editing import edited
from engine.api.workspace import Workspace
from engine.api.writing.notebooks import Checkpoint
from engine.clock import worded_moment
from engine.errors import NotFound, worded
from engine.notebook import specs
from engine.notebook.parts import Cell
from engine.notebook.running.cells.place import Stopped
from engine.notebook.running.chain import Step, variant_key
from engine.notebook.running.making import Stretch, begun, changed_by, ended, goal_of, stretch_of
from engine.notebook.running.town import TownOfNotebook

CALLED = "notebook "
"""How the run is called, before the name of its town, at which a notebook begins."""

Living = Callable[[Run, Stretch, Pause, Watch | None], None]
"""Has a run lived over a stretch, unless it is asked to pause before."""


@dataclass(slots=True, kw_only=True)
class Checkpoints:
    """The checkpoints of one notebook: `makers` has the step that makes each, by key, and `root` is the key
    of the first. `living` lives their days until `pause` is asked for.
    """

    workspace: Workspace
    town: TownOfNotebook
    root: str
    makers: Mapping[str, Step]
    living: Living
    pause: Pause
    _ending: Pause | None = field(default=None, init=False)

    def at(self, key: str, progress: Watch | None = None) -> Run:
        """Return the run that stands at a checkpoint, made where it is not there yet."""
        standing = self._standing(key)
        if standing is not None:
            return standing
        if key == self.root:
            return self._begun()
        step = self.makers[key]
        return self._made(key, step.cell, self.at(step.before, progress), progress)

    def varied(self, step: Step, changes: Mapping[str, object]) -> Run:
        """Return the run that a step would have come to, had its town been changed so before."""
        key = variant_key(step, changes)
        standing = self._standing(key)
        if standing is not None:
            return standing
        before = self.at(step.before)
        varied = self._hidden(edited(before, changes, after=self.edits_since(step.key)))
        return self._made(key, step.cell, varied, None)

    def edits_since(self, key: str) -> list[Mapping[str, object]]:
        """Return by what the town before a checkpoint was edited since it lived, the first first."""
        found: list[Mapping[str, object]] = []
        at = self.makers[key].before if key in self.makers else self.root
        while at in self.makers:
            step = self.makers[at]
            if isinstance(step.cell.spec, specs.Edit) and self.at(step.before).is_founded:
                found.insert(0, step.cell.spec.changes)
            at = step.before
        return found

    def _begun(self) -> Run:
        town = self.town
        called = f"{CALLED}{town.setup.scenario}"
        run = self.workspace.runs.new(town.said, seed=town.setup.seed, model=town.model, name=called)
        self._hidden(run)
        self._keep(self.root, run, run.clock, done=True)
        return run

    def _made(self, key: str, cell: Cell, before: Run, progress: Watch | None) -> Run:
        """Make a checkpoint of the one before it by what a cell says, or go on where it was stopped."""
        if isinstance(cell.spec, specs.Run):
            return self._lived(key, cell.spec, before, progress)
        run = self._hidden(changed_by(cell, before, self.edits_since(key)))
        self._keep(key, run, run.clock, done=True)
        return run

    def _lived(self, key: str, spec: specs.Run, before: Run, progress: Watch | None) -> Run:
        kept = self.workspace.notebooks.checkpoint(key)
        run = self._run_of(kept)
        if run is None or kept is None:
            run = self._hidden(begun(spec, before))
            kept = self._keep(key, run, goal_of(spec, run), done=False)
        stretch = stretch_of(spec, run, kept.goal)
        if not self.pause.asked:
            self._live(run, stretch, progress)
        if run.clock < kept.goal and not stretch.is_over:
            raise Stopped(
                worded(
                    "stopped at {moment}; everything simulated so far is kept",
                    moment=worded_moment(run.clock),
                )
            )
        made = self._hidden(ended(spec, run, before, stretch))
        self._keep(key, made, stretch.ends, done=True)
        return made

    def _live(self, run: Run, stretch: Stretch, progress: Watch | None) -> None:
        """Have a run lived; what ends it by itself is not what stops the notebook."""
        if stretch.is_over:
            return
        ending = self._ending = self.pause if stretch.awaited is None else Pause(asker="program")
        try:
            self.living(run, stretch, ending, progress)
        finally:
            self._ending = None

    def stop(self) -> None:
        """Ask what is being lived to end when the turns in progress end; from any thread."""
        self.pause.ask()
        if self._ending is not None:
            self._ending.ask()

    def missing(self, key: str) -> Iterator[Step]:
        """Yield the steps that have to be taken before a checkpoint stands."""
        while key in self.makers and not self.stands(key):
            yield self.makers[key]
            key = self.makers[key].before

    # ---- as they are kept

    def stands(self, key: str) -> bool:
        """Return whether there is a run at a checkpoint, without opening it."""
        kept = self.workspace.notebooks.checkpoint(key)
        if kept is None or not kept.done:
            return False
        try:
            return not self.workspace.runs.glance(kept.run).row.deleted
        except NotFound:
            return False

    def _standing(self, key: str) -> Run | None:
        kept = self.workspace.notebooks.checkpoint(key)
        return self._run_of(kept) if kept is not None and kept.done else None

    def _run_of(self, kept: Checkpoint | None) -> Run | None:
        if kept is None:
            return None
        try:
            return self.workspace.runs.find(kept.run)
        except NotFound:  # somebody deleted it: it is made again
            return None

    def _keep(self, key: str, run: Run, goal: int, *, done: bool) -> Checkpoint:
        made = Checkpoint(run=run.number, goal=goal, done=done)
        self.workspace.notebooks.keep_checkpoint(key, made)
        return made

    @staticmethod
    def _hidden(run: Run) -> Run:
        """Take a run of a notebook out of the list of runs; its id still finds it."""
        run.archive()
        return run
