"""Tries SQL on a run of a town in which nothing has happened, to find faults early."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.api.writing.changes import Setup
from engine.errors import BadInput, words_of
from engine.insight.views.query import opened
from engine.model_choice.choice import REHEARSAL
from engine.moments.whole_run import WholeRun
from engine.repeating.statements import (
    Statement as Statement,
    is_sql as is_sql,
    statement_meant as statement_meant,
)
from engine.store.file.connection import open_store
from engine.store.file.schema import FILE
from engine.store.living.runs import create_run
from engine.store.views.asking import MOST_SECONDS
from engine.store.writing.scenarios import save_version


def tried(
    setup: Setup,
    queries: Sequence[str],
    *,
    given: Sequence[Mapping[str, object]] = (),
    seconds: float = MOST_SECONDS,
) -> tuple[str, ...]:
    """Return for each query why it cannot be asked of a new run with this setup, or "" if it can. `given` has
    the values of each query's `:names`.
    """
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / FILE) as store:
        version = save_version(store, setup.scenario, setup.files)
        row = create_run(store, name="trial", scenario_version=version, seed=setup.seed, model=REHEARSAL)
        with opened(WholeRun(store, row).at()) as views:
            faults = []
            for sql, values in zip(queries, given or [{}] * len(queries), strict=True):
                try:
                    views.ask(sql, values, most=1, seconds=seconds)
                    faults.append("")
                except BadInput as error:
                    faults.append(words_of(error))
            return tuple(faults)
