"""A session: a notebook in a workspace. It says how each cell stands, and runs them when it is told to.

Nothing runs by itself. A checkpoint is a run of its own that forks from the one before, so that nobody goes
on in it; what a key has been made for once is never made again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.api.many.batch import BatchWatch, unwatched
from engine.api.models import REHEARSAL
from engine.api.run import Pause, Run, Watch
from engine.api.workspace import Workspace
from engine.api.writing.notebooks import CellRow
from engine.errors import BadInput, TownwrightError, message_and_remedy, worded, words_of
from engine.notebook import specs
from engine.notebook.outputs import Output, kept_text, output_from, text_kept
from engine.notebook.parts import Cell, Fault, Notebook, NotebookFaults
from engine.notebook.reading.places import line_at, line_of_error
from engine.notebook.running.beside import found_beside
from engine.notebook.running.cells.finding import find
from engine.notebook.running.cells.place import Place, Stopped
from engine.notebook.running.chain import Step, beside, chain_of, root_of, variant_key
from engine.notebook.running.checking.checks import checked
from engine.notebook.running.checkpoints import Checkpoints, Living
from engine.notebook.running.making import (
    lived_here,
)
from engine.notebook.running.paying import Estimate, estimated
from engine.notebook.running.predicting import answer_meant, revealed, still_answers

Status = Literal[
    "fresh", "stale", "never run", "running", "failed", "frozen", "off", "unsupported", "unknown"
]
MARKS: Mapping[Status, str] = {
    "fresh": "✓", "stale": "~", "never run": "○", "running": "…", "failed": "✗", "frozen": "❄", "off": "–",
    "unsupported": "?", "unknown": "·",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class CellState:
    """How a cell stands: its status, why it is stale or failed, what it found last under its key, and when
    (`found`, empty where that is not kept). It is `withheld` while a prediction above it is not committed.
    `seconds` is how long it took when it was run last, or None if it was not.
    """

    cell: Cell
    status: Status
    why: str = ""
    output: Output | None = None
    withheld: bool = False
    found: str = ""
    seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What a cell found once, when, and its text then; `is_now` says whether it would find that now."""

    asked: str
    output: Output
    at: str
    is_now: bool


def _read_by(cell: Cell) -> str:
    """Return the cell of which one judges what it found; nothing for any other."""
    return cell.spec.of if isinstance(cell.spec, specs.Expect) else ""


CellWatch = Callable[[Cell, bool], None]
"""Told of each cell when it begins to be run, and (True) when it is done."""


def _unwatched(cell: Cell, done: bool) -> None:
    """Run with nobody looking on."""


class Session:
    """A notebook that can be run.

    `name` is what its cells are remembered by, `folder` where its town may lie, `living` who lives its days,
    and `counting` hears how many runs of a repeated cell are finished. Raises NotebookFaults if it cannot be
    run as it is written; nothing is written then.
    """

    def __init__(
        self,
        workspace: Workspace,
        notebook: Notebook,
        name: str,
        *,
        folder: Path | None = None,
        living: Living = lived_here,
        counting: BatchWatch = unwatched,
        within: tuple[str, ...] = (),
    ) -> None:
        short = Path(name).name
        town, faults = checked(workspace, notebook, folder, short)
        if town is None or any(fault.severity == "error" for fault in faults):
            raise NotebookFaults(short, faults)
        self.notebook, self.town, self.warnings = notebook, town, faults
        self.workspace, self.name, self._living, self._counting = workspace, name, living, counting
        self.pause = Pause(asker="program")
        self.running = ""
        self._others = self._beside(folder, (*within, name))
        self._left = workspace.notebooks.cells(name)
        setup = self.town.setup
        root = root_of(setup.files, setup.seed, self.town.model)
        frozen = {cell: row.key for cell, row in self._left.items()}
        ends = {beside(said): other.last for said, other in self._others.items()}
        self.steps = chain_of(notebook, root, frozen, ends)
        self.checkpoints = Checkpoints(
            workspace=workspace,
            town=town,
            root=root,
            makers={step.after: step for step in reversed(self.steps) if step.changes_town},
            living=living,
            pause=self.pause,
        )

    def _beside(self, folder: Path | None, within: tuple[str, ...]) -> dict[str, Session]:
        """Return the other notebooks that this one is compared with. NotebookFaults where one is not there,
        or cannot be run.
        """
        found: dict[str, Session] = {}
        for cell in self.notebook.cells:
            variants = cell.spec.variants if isinstance(cell.spec, specs.Compare) else ()
            for number, variant in enumerate(variants):
                if not variant.notebook:
                    continue
                try:
                    found[variant.notebook] = self._other(folder, within, variant.notebook)
                except TownwrightError as error:
                    message, remedy = message_and_remedy(words_of(error))
                    remedy = remedy or worded("fix that notebook first")
                    line = line_at(cell, "variants", number, "notebook")
                    fault = Fault(code="NB406", line=line, message=message, remedy=remedy, cell=cell.id)
                    raise NotebookFaults(Path(self.name).name, [fault]) from error
        return found

    def _other(self, folder: Path | None, within: tuple[str, ...], said: str) -> Session:
        notebook, name, place = found_beside(self.workspace, self.name, folder, said)
        if name in within:
            raise BadInput(
                worded(
                    "the notebook {said!r:.60} cannot be compared with itself; choose another notebook",
                    said=said,
                )
            )
        return Session(self.workspace, notebook, name, folder=place, living=self._living, within=within)

    # ---- how it stands

    @property
    def states(self) -> tuple[CellState, ...]:
        """Return the states of all cells; they are computed again only after something was written."""
        running = self.running
        asked = ("notebook states", self, running)
        return self.workspace.store.unchanged(asked, lambda: self._states(running))

    def _states(self, running: str) -> tuple[CellState, ...]:
        self._left = self.workspace.notebooks.cells(self.name)
        held, took = self._withheld(), self.workspace.notebooks.durations(self.name)
        return tuple(
            self._state(step, running, withheld=step.cell.id in held, seconds=took.get(step.cell.id))
            for step in self.steps
        )

    def state(self, cell: str) -> CellState:
        """Return how one cell stands."""
        self.notebook.cell(cell)
        return next(state for state in self.states if state.cell.id == cell)

    def _state(self, step: Step, running: str, *, withheld: bool, seconds: float | None) -> CellState:
        cell, left = step.cell, self._left.get(step.cell.id)
        output = self._found(step)
        status, why = self._status(step, left, output, running)
        kept = self.workspace.notebooks.output(step.key) if output is not None else None
        return CellState(
            cell=cell,
            status=status,
            why=why,
            output=output,
            withheld=withheld,
            found=kept.at if kept else "",
            seconds=seconds,
        )

    def _status(
        self, step: Step, left: CellRow | None, output: Output | None, running: str
    ) -> tuple[Status, str]:
        cell = step.cell
        if cell.spec is None:
            return "unsupported", worded(
                "there is no cell kind {kind!r:.60}; the cell is kept as is", kind=cell.kind
            )
        if not step.key:
            return "off", ""
        if running == cell.id:
            return "running", ""
        if output is not None:
            return ("frozen" if cell.is_marked("frozen") else "fresh"), ""
        if left is not None and left.failed and left.key == step.key:
            return "failed", text_kept(left.failed)
        return ("never run", "") if left is None else ("stale", self._why_stale(step, left))

    def _why_stale(self, step: Step, left: CellRow) -> str:
        if left.own != step.own:
            return worded("the cell was changed")
        for above in self.steps[: self.steps.index(step)]:
            row = self._left.get(above.cell.id)
            if above.changes_town and row is not None and row.own != above.own:
                return worded("{cell} above it was changed", cell=above.cell.id)
            if above.changes_town and row is None and self._found(above) is None:
                return worded("{cell} above it is new", cell=above.cell.id)
        if left.before != step.before:
            return worded("the town, its seed or its model changed, or a cell above was deleted or moved")
        return worded("its result is no longer kept")

    def _found(self, step: Step) -> Output | None:
        """Return what is known of a step; of one that changes the town only while its run is there."""
        if not step.key:
            return None
        if step.changes_town and not self.checkpoints.stands(step.key):
            return None
        if isinstance(step.cell.spec, specs.Predict):
            return self._prediction(step)
        kept = self.workspace.notebooks.output(step.key)
        return None if kept is None else output_from(kept.output)

    @property
    def keys(self) -> frozenset[str]:
        """Return every key that it can come to as it is written, those of variants in comparisons too."""
        of_steps = (key for step in self.steps for key in (step.key, step.before, step.after))
        found = {self.checkpoints.root, *of_steps}
        for step in self.steps:
            if isinstance(step.cell.spec, specs.Compare) and step.key:
                base = next(one for one in self.steps if one.cell.id == step.cell.spec.base)
                found |= {variant_key(base, one.changes) for one in step.cell.spec.variants}
        for other in self._others.values():
            found |= other.keys
        return frozenset(found - {""})

    def estimate(self, *cells: str, to: str = "") -> Estimate | None:
        """Return what running some cells, all, or all up to one may take of a served model; None where
        nothing is to be paid. Only what is not fresh is reckoned, with the checkpoints it stands on.
        """
        steps = self.steps[: self.notebook.cells.index(self.notebook.cell(to)) + 1] if to else self.steps
        wanted: dict[str, Step] = {}
        for step in steps:
            asked = not cells or step.cell.id in cells
            if asked and step.key and self._found(step) is None:
                wanted |= {one.key: one for one in (*self.checkpoints.missing(step.before), step)}
        return estimated(self.workspace, self.town, self.steps, wanted.values())

    def past(self, cell: str) -> tuple[Past, ...]:
        """Return what a cell found lately, the latest first; how it stands now is `state`."""
        now = next(step.key for step in self.steps if step.cell.id == self.notebook.cell(cell).id)
        return tuple(
            Past(asked=kept.asked, output=output_from(kept.output), at=kept.at, is_now=kept.key == now)
            for kept in self.workspace.notebooks.past(self.name, cell)
        )

    # ---- running it

    def run(self, *cells: str, watch: CellWatch = _unwatched, progress: Watch | None = None) -> bool:
        """Run some cells, or all, with the checkpoints they stand on; what is fresh is not run again. Return
        whether all came to an end: a cell that fails ends its line only, and `stop` ends the whole.
        """
        wanted = {self.notebook.cell(cell).id for cell in cells}
        wanted |= {read for cell in tuple(wanted) if (read := _read_by(self.notebook.cell(cell)))}
        well, left = True, self.workspace.notebooks.cells(self.name)
        for step in self.steps:
            if not step.key or (wanted and step.cell.id not in wanted):
                continue
            if self._found(step) is not None:
                if step.cell.id not in left and not isinstance(step.cell.spec, specs.Predict):
                    self._leave(step)  # another notebook has found it
                continue
            try:
                well &= self._run(step, watch, progress)
            except Stopped:
                return False
        return well

    def line_of(self, cell: str) -> tuple[str, ...]:
        """Return the cells that one stands on, from the first, and itself at the end."""
        step = next(step for step in self.steps if step.cell.id == self.notebook.cell(cell).id)
        spec, wanted = step.cell.spec, {cell, _read_by(step.cell)}
        at = [step.before]
        if isinstance(spec, specs.Compare):
            at += [one.after for one in self.steps if one.cell.id in (spec.base, *spec.beside)]
        for key in at:
            while key in self.checkpoints.makers:
                wanted.add(self.checkpoints.makers[key].cell.id)
                key = self.checkpoints.makers[key].before
        return tuple(step.cell.id for step in self.steps if step.cell.id in wanted)

    def run_to(self, cell: str, *, watch: CellWatch = _unwatched, progress: Watch | None = None) -> bool:
        """Run all up to a cell."""
        place = self.notebook.cells.index(self.notebook.cell(cell))
        return self.run(*(one.id for one in self.notebook.cells[: place + 1]), watch=watch, progress=progress)

    def stop(self) -> None:
        """Ask what is under way to end when the turns in progress end; from any thread."""
        self.checkpoints.stop()
        for other in self._others.values():
            other.stop()

    def _run(self, step: Step, watch: CellWatch, progress: Watch | None) -> bool:
        """Run one cell, keep what came of it, and return whether it went well."""
        cell, failed = step.cell, ""
        if isinstance(cell.spec, specs.Predict):
            return True
        self.running = cell.id
        watch(cell, False)
        began = time.perf_counter()  # for the reader alone: nothing of a town depends on it
        try:
            run = self.checkpoints.at(step.after, progress)
            output = find(cell.spec, self._place(step), run)
            said = output.as_json()
            self.workspace.notebooks.keep_output(step.key, said)
            self.workspace.notebooks.keep_past(self.name, cell.id, step.key, asked=cell.body, output=said)
            self.workspace.notebooks.keep_duration(self.name, cell.id, time.perf_counter() - began)
        except Stopped:
            raise
        except TownwrightError as error:
            failed = worded("line {line}: {error}", line=line_of_error(cell, error), error=error)
        finally:
            self.running = ""
        self._leave(step, failed)
        watch(cell, True)
        return not failed

    def _leave(self, step: Step, failed: str = "") -> None:
        """Keep as what a cell was run, by which one tells later what has changed since."""
        row = CellRow(key=step.key, own=step.own, before=step.before, failed=kept_text(failed))
        self.workspace.notebooks.keep_cell(self.name, step.cell.id, row)

    def _place(self, step: Step) -> Place:
        return Place(
            workspace=self.workspace,
            step=step,
            steps=self.steps,
            makers=self.checkpoints.makers,
            checkpoint=self.checkpoints.at,
            edits=self.checkpoints.edits_since(step.key),
            varied=self.checkpoints.varied,
            end=lambda said: self._others[said].end(),
            is_to_stop=lambda: self.pause.asked,
            counting=self._counting,
        )

    @property
    def last(self) -> str:
        """Return the key of the checkpoint at which it ends."""
        return self.steps[-1].after if self.steps else self.checkpoints.root

    def end(self) -> Run:
        """Return the run at which it ends. BadInput where a served model would have to be paid for it."""
        missing = any(isinstance(one.cell.spec, specs.Run) for one in self.checkpoints.missing(self.last))
        if missing and self.town.model != REHEARSAL:
            name = Path(self.name).name
            raise BadInput(
                worded(
                    "the notebook {name} has not been run yet, and its model may cost money; run that "
                    "notebook first",
                    name=name,
                )
            )
        return self.checkpoints.at(self.last)

    # ---- predictions

    def predict(self, cell: str, answer: str) -> None:
        """Commit a prediction. BadInput where it is none of the answers, or one was committed before."""
        found = self.notebook.cell(cell)
        if not isinstance(found.spec, specs.Predict):
            raise BadInput(
                worded(
                    "the cell {cell!r} has the kind `{kind}` and does not ask for a prediction; choose "
                    "a `predict` cell",
                    cell=cell,
                    kind=found.kind,
                )
            )
        own = next(step.own for step in self.steps if step.cell.id == cell)
        before = self.workspace.notebooks.predictions(self.name).get(cell)
        if before is not None and still_answers(found.spec, before.answer):
            raise BadInput(
                worded(
                    "the prediction {cell!r} was already made ({answer!r:.60}) and cannot be changed; "
                    "to start over, choose “Predict again” in the studio",
                    cell=cell,
                    answer=before.answer,
                )
            )
        self.workspace.notebooks.predict(self.name, cell, own, answer_meant(found.spec, answer))

    def _prediction(self, step: Step) -> Output | None:
        made = self.workspace.notebooks.predictions(self.name).get(step.cell.id)
        spec = step.cell.spec
        assert isinstance(spec, specs.Predict)
        if made is None or not still_answers(spec, made.answer):
            return None
        shown = not spec.reveal_after or any(
            one.cell.id == spec.reveal_after and self._found(one) is not None for one in self.steps
        )
        return revealed(spec, made.answer, shown=shown, reworded=made.own != step.own)

    def _withheld(self) -> set[str]:
        """Return the cells whose findings wait for a prediction above them; how a day went is one as well."""
        held: set[str] = set()
        waits = False
        for step in self.steps:
            if isinstance(step.cell.spec, specs.Predict) and step.key:
                waits = waits or self._prediction(step) is None
            elif waits:
                held.add(step.cell.id)
        return held
