"""The batches of a workspace: a town, or a day of a run, lived many times, with statistics over the
results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from engine.api.many.batch import Batch
from engine.api.many.trying import tried
from engine.api.run import Run
from engine.api.runs import Runs
from engine.api.scenarios import Scenarios
from engine.api.writing.changes import Setup, changed
from engine.cognition.thinker import Town
from engine.display.listed import Records
from engine.errors import BadInput, NotFound, ScenarioProblems, message_and_remedy, worded, words_of
from engine.interventions.programme import read
from engine.model_choice.choice import RECORDED, REHEARSAL, REPLAY, settled
from engine.moments import meant
from engine.moments.arranging import planned
from engine.moments.meant import When, goal_meant
from engine.records import Scenario
from engine.rehearsal import Rehearsal
from engine.repeating.statements import FORMS as FORMS, MOST as MOST_STATEMENTS, Statement, statement_meant
from engine.row_ids import MOST_ID
from engine.scenario import load, read_scenario
from engine.simulation.loading import town_of
from engine.store.file.connection import Store
from engine.store.living.arrangements import waiting_at
from engine.store.living.batches import (
    BatchRow as BatchRow,
    Repetition as Repetition,
    Variant as Variant,
    batches,
    create_batch,
    empty_batch,
    find_batch,
    restore_batch,
)
from engine.store.writing.scenarios import files_of, save_own_version

USUAL = 20  # runs of a batch: enough for a share to say something
MOST_RUNS = 10_000


PROGRAMME = "programme"  # by what name a programme stands among what a variant has otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    """One variant of a batch, in which every seed is simulated."""

    changes: Mapping[str, object]
    setup: Setup
    programmes: tuple[str, ...]


class Planned(TypedDict, total=False):
    """The arguments of `Batches.plan`."""

    seeds: Sequence[int]
    at: When | None
    until: When | None
    days: int | None
    changes: Mapping[str, object] | None
    programme: str
    holds: Sequence[str]
    model: str
    name: str


class Batches:
    """The batches of a workspace, as `workspace.batches`."""

    def __init__(self, store: Store, scenarios: Scenarios, runs: Runs) -> None:
        self.store = store
        self._scenarios = scenarios
        self._runs = runs

    def all(self) -> Records[BatchRow]:
        """Return all batches, in the order of their creation."""
        return Records.of(BatchRow, batches(self.store))

    def find(self, ref: str | int) -> Batch:
        """Find a batch by its id or number; `last` means the newest. Raises NotFound if there is none."""
        return Batch(self.store, find_batch(self.store, ref), self._runs.keys)

    def deleted(self) -> Records[BatchRow]:
        """Return the deleted batches that can be restored."""
        return Records.of(BatchRow, batches(self.store, deleted=True))

    def restore(self, ref: str | int) -> Batch:
        """Restore a deleted batch. Raises NotFound if there is no deleted batch with this id or number."""
        restore_batch(self.store, find_batch(self.store, ref, deleted=True).number)
        return self.find(ref)

    def empty(self, ref: str | int) -> None:
        """Remove the results and cassettes of a deleted batch permanently.

        Raises NotFound if there is no deleted batch with this id or number.
        """
        empty_batch(self.store, find_batch(self.store, ref, deleted=True).number)

    def plan(
        self,
        what: str,
        *,
        seeds: Sequence[int] = tuple(range(1, USUAL + 1)),
        at: When | None = None,
        until: When | None = None,
        days: int | None = None,
        changes: Mapping[str, object] | None = None,
        programme: str = "",
        holds: Sequence[str] = (),
        model: str = "",
        name: str = "",
    ) -> Batch:
        """Plan a batch without simulating it.

        With `changes` or a `programme`, every seed is simulated twice: without and with the change. If a
        batch with the same plan exists, it is returned.

        Parameters
        ----------
        what : str
            The name of a scenario, or the id or name of a run.
        seeds : sequence of int
            The seeds. Each seed is simulated once, or twice if there is a change.
        at : int or str, optional
            For a run, the moment from which the runs of the batch continue: "day 2 12:00", or minutes since
            00:00 of day 1. Interventions that were planned by this moment are kept. By default, the start.
        until : int or str, optional
            The moment to simulate up to.
        days : int, optional
            The number of days to simulate. By default, 1 if `until` is not given.
        changes : mapping, optional
            The changes in the changed runs, as `Run.fork` takes them.
        programme : str
            The interventions in the changed runs, in YAML, as `run.agenda.programme` returns them.
        holds : sequence of str
            The statements to test in each run, at most 40, such as "5 know party" or a SELECT over the
            views. `docs/experiments.md` lists all forms.
        model : str
            The model of the runs. By default, the model of the run, or the rehearsal model for a scenario.
        name : str
            The name of the batch. By default, the name of the run or scenario.

        Returns
        -------
        Batch
            The batch. No run is simulated yet if the batch is new.

        Raises
        ------
        NotFound
            If there is no such run or scenario.
        BadInput
            If a statement, a change, a moment or another value is invalid.
        ScenarioProblems
            If the scenario has errors.

        """
        base, run = self._base(meant.words(what, worded("a run or a scenario")))
        minute = run.at(at).minute if run is not None and at is not None else 0
        if run is None and at is not None:
            raise BadInput(
                worded(
                    "{what!r} is a scenario, which has no moments; name a run to start from a moment",
                    what=what,
                )
            )
        goal = goal_meant(what, minute, None, until, 1 if days is None and until is None else days)
        thinks = meant.words(model, worded("a model")) or (run.row.model if run is not None else REHEARSAL)
        if thinks == RECORDED or thinks.startswith(REPLAY):
            raise BadInput(
                worded(
                    "recorded answers are the same every time and cannot be used in a batch; choose "
                    "another model"
                )
            )
        scenario = load(base.files, base.scenario)
        statements = [statement_meant(one, scenario) for one in _few(holds)]
        own = meant.words(programme, worded("a programme"))
        first = run.agenda.to_come(minute) if run is not None and at is not None else ""
        sides = _sides(base, changes, first, own, begun=minute > 0)
        if own:
            begun = run is not None and at is not None
            town = run.at(at).town if run is not None and begun else _town(scenario)
            planned(own, town, minute, waiting_at(self.store, run.number, minute) if run and begun else ())
        plan: dict[str, object] = {
            "scenario": base.scenario,
            "run": run.number if run is not None and at is not None else None,
            "minute": minute,
            "until": goal,
            "model": settled(self.store, thinks),
            "seeds": _seeds(seeds),
            "statements": tuple((one.said, one.sql) for one in statements),
        }
        found = self._planned(plan, sides)
        if found is None:
            _try(base, statements)
            version = self._version(what, run)
            found = create_batch(
                self.store,
                name=meant.words(name, worded("a name")).strip()[:80]
                or (run.row.name if run else base.scenario),
                variants=[
                    Variant(
                        changes=side.changes,
                        scenario_version=save_own_version(
                            self.store, version, side.setup.files, "of a batch"
                        ),
                        settings=side.setup.settings,
                        programmes=side.programmes,
                    )
                    for side in sides
                ],
                **plan,  # type: ignore[arg-type]  # the fields of a batch
            )
        return Batch(self.store, found, self._runs.keys)

    def _base(self, what: str) -> tuple[Setup, Run | None]:
        """Return the setup the runs of a batch begin with, and the run if there is one: that of a run, or of
        a scenario's newest version. `what` is a run's id or number, a scenario's name, or else a run's name.
        """
        by_id = what == "last" or any(what in (row.id, str(row.number)) for row in self._runs.all())
        if not by_id:
            try:
                version = self._scenarios.taken_in(what)
            except NotFound as none:
                return self._of_run(what, none)
            files = files_of(self.store, version.number)
            checked = read_scenario(files, version.scenario)
            if checked.scenario is None:
                raise ScenarioProblems(checked.errors)
            return Setup(scenario=version.scenario, files=files, seed=0, settings={}), None
        run = self._runs.find(what)
        return run.setup, run

    def _of_run(self, name: str, none: NotFound) -> tuple[Setup, Run]:
        try:
            run = self._runs.find(name)
        except NotFound:
            _, remedy = message_and_remedy(words_of(none))
            raise NotFound(
                worded("there is no run or scenario {name!r}; {remedy}", name=name[:60], remedy=remedy)
            ) from none
        return run.setup, run

    def _version(self, what: str, run: Run | None) -> int:
        return run.row.scenario_version if run is not None else self._scenarios.taken_in(what).number

    def _planned(self, plan: Mapping[str, object], sides: Sequence[_Side]) -> BatchRow | None:
        """Return an existing batch with the same plan, or None."""
        for row in reversed(self.all()):
            same = all(getattr(row, name) == value for name, value in plan.items())
            if (
                same
                and len(row.variants) == len(sides)
                and all(
                    files_of(self.store, one.scenario_version) == dict(side.setup.files)
                    and dict(one.settings) == dict(side.setup.settings)
                    and one.programmes == side.programmes
                    for one, side in zip(row.variants, sides, strict=True)
                )
            ):
                return row
        return None


def _sides(
    base: Setup, changes: Mapping[str, object] | None, first: str, programme: str, *, begun: bool
) -> list[_Side]:
    """Return the variants of a batch: unchanged with the programme `first`, and, if wanted, changed."""
    given = tuple(filter(None, (first,)))
    plain = _Side(changes={}, setup=base, programmes=given)
    if not changes and not programme:
        return [plain]
    if isinstance(changes, Mapping) and "seed" in changes:
        raise BadInput(worded("the seeds of a batch cannot be given as a change; set them with `seeds`"))
    setup = changed(base, changes, begun=begun) if changes else base
    said = {**(changes or {}), **({PROGRAMME: _told(programme)} if programme else {})}
    return [plain, _Side(changes=said, setup=setup, programmes=(*given, *filter(None, (programme,))))]


def _told(programme: str) -> str:
    """Summarise a programme in a few words, to tell it from others."""
    steps = read(programme)
    verbs = ", ".join(dict.fromkeys(step.verb for step in steps))
    return f"{verbs} ({len(steps)})" if len(steps) > 1 else verbs


def _town(scenario: Scenario) -> Town:
    """Return the town of a scenario as it is before anything happens, to look up names in it."""
    return town_of(scenario, Rehearsal(), seed=0, settings={})


def _try(base: Setup, statements: Sequence[Statement]) -> None:
    """Try statements on a run in which nothing has happened. Raises BadInput if one has a fault, before
    anything is lived.
    """
    for one, error in zip(statements, tried(base, [one.sql for one in statements]), strict=True):
        if error:
            raise BadInput(worded("{said!r} cannot be evaluated: {error}", said=one.said[:60], error=error))


def _seeds(said: Sequence[int]) -> tuple[int, ...]:
    if isinstance(said, str) or not isinstance(said, Sequence):
        raise BadInput(
            worded("{said!r:.60} is not a list of seeds; write it as [1, 2, 3] or range(1, 21)", said=said)
        )
    seeds = tuple(dict.fromkeys(meant.whole(one, worded("a seed"), 0, MOST_ID) for one in said))
    meant.whole(len(seeds), worded("the number of seeds"), 1, MOST_RUNS)
    return seeds


def _few(holds: Sequence[str]) -> Sequence[str]:
    if isinstance(holds, str) or not isinstance(holds, Sequence):
        raise BadInput(
            worded("{holds!r:.60} is not a list of statements; write it as ['5 know party']", holds=holds)
        )
    if len(holds) > MOST_STATEMENTS:
        raise BadInput(
            worded(
                "{holds} statements are too many; use at most {most_statements} in a batch",
                holds=len(holds),
                most_statements=MOST_STATEMENTS,
            )
        )
    return list(dict.fromkeys(holds))
