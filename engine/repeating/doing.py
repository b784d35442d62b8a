"""Lives the rest of a batch and stores the results as they come in; it can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from engine.clock import worded_moment
from engine.errors import TownwrightError, worded, words_of
from engine.export.cassette.record import record_cassette
from engine.model_choice.choice import REHEARSAL
from engine.models.profiles import Keys
from engine.moments.whole_run import WholeRun
from engine.repeating.carrying import Carrier, Outcome
from engine.repeating.trial import Trial
from engine.store.answers.profiles import profiles
from engine.store.answers.spending import release_run
from engine.store.file.connection import Store
from engine.store.living.batches import (
    BatchRow,
    Repetition,
    batch_row,
    beat_batch,
    begin_batch,
    end_batch,
    held_batch,
    keep_repetition,
    repetitions,
)
from engine.store.living.runs import run_row
from engine.store.writing.scenarios import files_of

_ACCOUNTS = 1_000_000  # below zero, so that no run of the workspace has one


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """The number of finished runs of a batch, of all runs, and of failed ones."""

    done: int
    of: int
    failed: int


BatchWatch = Callable[[BatchProgress], None]


def unwatched(progress: BatchProgress) -> None:
    """Ignore the progress of a batch."""


def do_batch(
    store: Store,
    number: int,
    carrier: Carrier,
    *,
    keys: Keys | None = None,
    is_to_stop: Callable[[], bool] = lambda: False,
    watch: BatchWatch = unwatched,
) -> BatchRow:
    """Live the remaining runs of a batch, and return its state. Raises RunBusy if another process works on
    it.

    It may be stopped at any moment; the results stored by then count, and the next process does the rest.
    Failed runs are tried again.
    """
    with held_batch(store, batch_row(store, number)):
        batch = begin_batch(store, number)
        try:
            _go_on(store, batch, carrier, keys or Keys(), is_to_stop, watch)
        except TownwrightError as error:
            end_batch(store, number, "failed", words_of(error))
            raise
        except BaseException:
            end_batch(store, number, "stopped")
            raise
    return batch_row(store, number)


def _go_on(
    store: Store,
    batch: BatchRow,
    carrier: Carrier,
    keys: Keys,
    is_to_stop: Callable[[], bool],
    watch: BatchWatch,
) -> None:
    kept = {(one.variant, one.seed): one for one in repetitions(store, batch.number) if not one.error}
    failed: list[str] = []

    def stop() -> bool:
        return beat_batch(store, batch.number) or is_to_stop()

    watch(BatchProgress(len(kept), batch.size, 0))
    for outcome in carrier.carry(trials_of(store, batch, keys, set(kept)), stop):
        row = _repetition(batch, outcome)
        keep_repetition(store, row, outcome.lived.cassette if outcome.lived else b"")
        if row.error:
            failed.append(row.error)
        else:
            kept[row.variant, row.seed] = row
        watch(BatchProgress(len(kept) + len(failed), batch.size, len(failed)))
    if len(kept) == batch.size:
        end_batch(store, batch.number, "done")
    elif len(kept) + len(failed) < batch.size:
        end_batch(store, batch.number, "stopped")
    else:
        end_batch(store, batch.number, "failed", failed[0])


def trials_of(
    store: Store, batch: BatchRow, keys: Keys, without: set[tuple[int, int]] | None = None
) -> Iterator[Trial]:
    """Yield the trials of a batch that are not done, seed by seed, each in every variant."""
    past = _past(store, batch)
    known = profiles(store) if batch.model != REHEARSAL else {}
    files = {place: files_of(store, one.scenario_version) for place, one in enumerate(batch.variants)}
    for n, seed in enumerate(batch.seeds):
        for place, variant in enumerate(batch.variants):
            if (place, seed) in (without or ()):
                continue
            account = -(batch.number * _ACCOUNTS + n * len(batch.variants) + place)
            release_run(store, account)  # what somebody who is gone had set aside for it
            yield Trial(
                variant=place,
                seed=seed,
                name=f"{batch.name[:50]}, {f'{variant.words[:12]}, ' if variant.words else ''}seed {seed}",
                scenario=batch.scenario,
                files=files[place],
                settings=variant.settings,
                model=batch.model,
                until=batch.until,
                statements=tuple(sql for _, sql in batch.statements),
                programmes=variant.programmes,
                past=past,
                minute=batch.minute,
                account=account,
                profiles=known,
                keys=keys.typed(),
            )


def _past(store: Store, batch: BatchRow) -> bytes:
    """Return the cassette of the run whose past is continued, or b"" if each run begins anew."""
    if batch.run is None:
        return b""
    return b"".join(record_cassette(WholeRun(store, run_row(store, batch.run))))


def _repetition(batch: BatchRow, outcome: Outcome) -> Repetition:
    trial, lived = outcome.trial, outcome.lived
    blank = Repetition(batch=batch.number, variant=trial.variant, seed=trial.seed, tries=outcome.tries)
    if lived is None:
        short = worded("it did not reach {moment}", moment=worded_moment(batch.until))
        return replace(blank, error=outcome.error or short)
    return replace(
        blank,
        fingerprint=lived.fingerprint,
        counts=lived.measured.counts,
        knowing=lived.measured.knowing,
        holds=lived.measured.holds,
        seconds=lived.seconds,
    )
