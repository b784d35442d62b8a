"""Many runs: batches are started, watched, stopped and continued, and evaluated: how often a statement holds,
how far counts differ by chance alone, and which difference exceeds that.
"""

from __future__ import annotations

import streamlit as st

from engine.api.many.batch import Batch, BatchRow
from engine.api.workspace import Run
from engine.notebook.editing import Piece
from engine.notebook.reading.kinds import MOST_REPEATED
from studio import session
from studio.basics.lazy_expander import lazy_expander
from studio.basics.select_box import select_box
from studio.basics.table import table_twin
from studio.basics.text import plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_worded
from studio.frame.empty import empty
from studio.frame.into_notebook import into_notebook
from studio.frame.page import STAGE, complain, in_plain_words, watched
from studio.runs.many.counts import count_words
from studio.runs.many.deleted_batches import delete_batch, deleted_batches
from studio.runs.many.noise_chart import noise_chart
from studio.runs.many.planning import plan_form, workers_field
from studio.runs.many.share_chart import knowing_table, share_chart

_EVERY = 2.0  # seconds between two looks at a batch that is at work
_STATES = {
    "waiting": marked("Not started"),
    "queued": marked("Starting"),
    "running": marked("Running"),
    "stopped": marked("Stopped"),
    "done": marked("Done"),
    "failed": marked("Some runs failed"),
    "interrupted": marked("Interrupted"),
}


def many_runs(run: Run) -> None:
    """Draw the form to start a batch, and the batch looked at, which the address line keeps as `batch`."""
    lazy_expander(tr("Run many times"), lambda: plan_form(run), key="many-plan", icon=":material/repeat:")
    deleted_batches()
    batch = _chosen(run)
    if batch is None:
        empty(
            tr(
                "One run is not enough: with another seed, the result may differ. Run this town 20 "
                "times to see how often a statement holds and how much varies by chance."
            ),
            title=tr("No batches yet"),
            icon=":material/repeat:",
            key="no-batch",
        )
        return
    live = batch.now.is_live
    watched(lambda: _standing(batch, was_live=live), every=_EVERY if live else None)
    with in_plain_words():
        _found(batch, run)


def _chosen(run: Run) -> Batch | None:
    """Return the batch in the address line, else the newest of the town of a run, or None."""
    batches, asked = session.workspace().batches, session.linked("batch")
    rows = [row for row in batches.all() if row.id == asked or row.scenario == run.row.scenario]
    if not rows:
        return None
    ids = {row.id: _label(row) for row in reversed(rows)}
    current = asked if asked in ids else rows[-1].id
    if len(rows) > 1:
        select_box(
            tr("Batch"), ids, current, key="many-batch", on_choice=lambda one: session.link("batch", one)
        )
    return batches.find(current)


def _label(row: BatchRow) -> str:
    words, name, n = row.variants[-1].words, shorten(row.name, 40), len(row.seeds)
    if not words:
        return tr("{batch}: {name}, {n} times", batch=row.id, name=name, n=n)
    return tr(
        "{batch}: {name}, {n} times, compared with {variant}",
        batch=row.id,
        name=name,
        n=n,
        variant=shorten(words, 40),
    )


def _standing(batch: Batch, *, was_live: bool) -> None:
    """Draw the progress of a batch, with its actions."""
    row, left = batch.now, batch.left
    if was_live and not row.is_live:
        st.rerun()
    plain(_stretch_words(row))
    words = row.variants[-1].words
    if words:
        plain(tr("Every seed is run twice: unchanged, and with {variant}.", variant=words), muted=True)
    st.progress(
        (row.size - left) / row.size,
        text=tr("{done} of {n} runs are done", done=row.size - left, n=row.size),
    )
    if row.error and not row.is_live:
        complain(
            tr(
                "{left} of {n} runs are left: {error}. Finished runs are kept.",
                left=left,
                n=row.size,
                error=tr_worded(row.error),
            )
        )
    if row.is_live:
        if st.button(tr("Stop"), key="many-stop", icon=":material/stop:", help=tr("Finished runs are kept")):
            batch.stop()
            st.toast(
                tr("The batch stops as soon as possible; finished runs are kept."), icon=":material/stop:"
            )
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if left:
            workers = workers_field("many-resume-workers")
            if st.button(tr("Resume"), key="many-resume", icon=":material/play_arrow:", type="primary"):
                batch.start(workers=workers)
                st.rerun()
        delete_batch(batch)


def _stretch_words(row: BatchRow) -> str:
    """Return the run of a batch, its time span, and its state in words."""
    until, state = moment_words(row.until), tr(_STATES[row.state])
    if row.run is None:
        return tr("{run} to {until}. {state}.", run=row.name, until=until, state=state)
    return tr(
        "{run} from {since} to {until}. {state}.",
        run=row.name,
        since=moment_words(row.minute),
        until=until,
        state=state,
    )


def _found(batch: Batch, run: Run) -> None:
    """Draw the results of the finished runs."""
    table = batch.table
    if not any(table.done):
        plain(tr("The first runs are in progress; their results will appear here."), muted=True)
        return
    names = [tr("Unchanged"), batch.row.variants[-1].words][: len(batch.row.variants)]
    if table.statements:
        share_chart(table, names)
    noise_chart(table, names)
    if table.knowing:
        lazy_expander(
            tr("Who learns each fact"),
            lambda: knowing_table(table, names),
            key="many-knowing",
            icon=":material/campaign:",
        )
    _open_one(batch)
    if _can_be_put(batch, run):
        into_notebook(run, lambda: _piece(batch), key=f"batch-{batch.row.number}", alone=True)
    table_twin(lambda: _rows(batch), key="many-runs", label=tr("Show all runs as a table"))


def _can_be_put(batch: Batch, run: Run) -> bool:
    """Return whether a notebook about the town of a run can repeat a batch: from the beginning, in so many
    runs, and with nothing done in them by a programme.
    """
    row = batch.row
    fits = row.scenario == run.row.scenario and row.run is None
    return fits and 2 <= len(row.seeds) <= MOST_REPEATED and not any(one.programmes for one in row.variants)


def _piece(batch: Batch) -> Piece:
    """Return a batch as a cell of a notebook: the run repeated with so many seeds, beside its variant."""
    row = batch.row
    variants = [
        {"name": variant.words, "set": dict(variant.changes)} for variant in row.variants if variant.changes
    ]
    values: dict[str, object] = {"variants": variants} if variants else {}
    values["repeat"] = len(row.seeds)
    if row.statements:
        counts = [count.name for count in batch.table.counts]
        values["measure"] = [*counts, *(said for said, _ in row.statements)]
    title = tr("{n} runs with different seeds", n=len(row.seeds))
    return Piece(kind="compare", values=values, title=title, minute=row.until)


def _open_one(batch: Batch) -> None:
    """Draw the choice of one of the runs, and the button that opens it."""
    done = [one for one in batch.repetitions if not one.error]
    labels = {(one.variant, one.seed): _one(batch, one.variant, one.seed) for one in done}
    with st.container(horizontal=True, vertical_alignment="bottom", key="many-open"):
        chosen: tuple[int, int] = st.selectbox(
            tr("Run of the batch"),
            list(labels),
            format_func=labels.__getitem__,
            key=f"many-one-{batch.row.number}",
        )
        if st.button(tr("Open this run"), key="many-open-go", icon=":material/visibility:"):
            variant, seed = chosen
            session.choose_run(batch.open(seed, variant).row.id)
            session.choose_moment(None)
            st.switch_page(STAGE)


def _one(batch: Batch, variant: int, seed: int) -> str:
    words = batch.row.variants[variant].words
    if not words:
        return tr("Seed {seed}", seed=seed)
    return tr("Seed {seed}, with {variant}", seed=seed, variant=shorten(words, 40))


def _rows(batch: Batch) -> list[dict[str, object]]:
    said, yes, no = [said for said, _ in batch.row.statements], tr("yes"), tr("no")
    seed, otherwise, fingerprint = tr("seed"), tr("different setup"), tr("fingerprint")
    seconds, attempts = tr("CPU seconds"), tr("attempts")
    return [
        {
            seed: one.seed,
            otherwise: batch.row.variants[one.variant].words,
            **{count_words(name): n for name, n in one.counts.items()},
            **{text: yes if held else no for text, held in zip(said, one.holds, strict=False)},
            fingerprint: one.fingerprint or tr("failed: {error}", error=tr_worded(one.error)),
            seconds: round(one.seconds, 2),
            attempts: one.tries,
        }
        for one in batch.repetitions
    ]
