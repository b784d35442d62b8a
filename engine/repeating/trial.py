"""A trial: one pure function from the beginning of a run to its cassette and measurements.

It is lived in a workspace of its own, which is deleted afterwards; so any process on any machine can do it,
and repeating it gives the same result.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from engine.errors import worded
from engine.export.cassette import open_cassette
from engine.export.cassette.record import record_cassette
from engine.model_choice.choice import width_of
from engine.model_choice.purse import Purse
from engine.models.profiles import Keys
from engine.moments.arranging import planned
from engine.moments.whole_run import WholeRun
from engine.repeating.measuring import Measured, measured
from engine.running.agenda import live_as_planned
from engine.running.awaiting import finish
from engine.running.forking import fork_off
from engine.running.run_session import RunSession, hold
from engine.scenario.garbage import seldom_collected
from engine.simulation.loading import town_of_run
from engine.store.answers.profiles import keep_profile
from engine.store.file.connection import Store, open_store
from engine.store.file.schema import FILE
from engine.store.living.arrangements import arrange_all, arrangements_of
from engine.store.living.runs import RunRow, create_run, set_until
from engine.store.writing.scenarios import save_own_version, save_version


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """The input of one run of a batch, and the statements to test at its end.

    `past` is the cassette of the run that it continues at `minute`; without one it begins anew. `variant` and
    `seed` identify it within its batch; `account` is the number under which it pays. `programmes` are the
    interventions in it, as YAML.
    """

    variant: int
    seed: int
    name: str
    scenario: str
    files: Mapping[str, str]
    settings: Mapping[str, object]
    model: str
    until: int
    statements: tuple[str, ...] = ()
    programmes: tuple[str, ...] = ()
    past: bytes = field(default=b"", repr=False)
    minute: int = 0
    account: int = 0
    profiles: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lived:
    """The result of a trial: its cassette, its fingerprint, its measurements, and the CPU time used."""

    cassette: bytes = field(repr=False)
    fingerprint: str
    measured: Measured
    seconds: float


def live_trial(trial: Trial, purse: Purse | None = None) -> Lived:
    """Live a trial in a workspace of its own, and return the result.

    The cost of a served model is paid from a `purse` shared with others; without one, only the caps of its
    own workspace would apply, and it has none.
    """
    began = time.process_time()
    with (
        tempfile.TemporaryDirectory(prefix="townwright-") as folder,
        open_store(Path(folder) / FILE) as store,
        seldom_collected(),
    ):
        row = _begun(store, trial)
        run = WholeRun(store, row, town_of_run(store, row, Keys(trial.keys), purse))
        with hold(store, row):
            for programme in trial.programmes:
                known = arrangements_of(store, row.number)
                wanted, held = planned(programme, run.town, trial.minute, known)
                arrange_all(store, row.number, wanted, held)
            session = RunSession(store, row, run.town, backs_up=False)
            lived = live_as_planned(session, trial.until, concurrency=width_of(store, row))
            finish(session.closing(lived))
        now = run.at()
        return Lived(
            cassette=b"".join(record_cassette(run)),
            fingerprint=now.fingerprint,
            measured=measured(run.at(min(trial.until, now.minute)), trial.statements),
            seconds=time.process_time() - began,
        )


def _begun(store: Store, trial: Trial) -> RunRow:
    """Create the run of a trial in its own workspace, with its goal set."""
    for name, settings in trial.profiles.items():
        keep_profile(store, name, settings)
    if trial.past:
        came = open_cassette(store, BytesIO(trial.past))
        row = fork_off(
            store,
            came.number,
            trial.minute,
            name=trial.name,
            model=trial.model,
            scenario_version=save_own_version(
                store, came.scenario_version, trial.files, worded("for a batch run")
            ),
            seed=trial.seed,
            settings=trial.settings,
        )
    else:
        row = create_run(
            store,
            name=trial.name,
            scenario_version=save_version(store, trial.scenario, trial.files),
            seed=trial.seed,
            model=trial.model,
            settings=trial.settings,
        )
    return set_until(store, row.number, trial.until)
