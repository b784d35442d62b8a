"""Deleted runs: the one deleted last, with an undo, and all that can be restored or emptied."""

from __future__ import annotations

import streamlit as st

from engine.api.run import RunRow
from engine.api.text import size_words
from engine.errors import TownwrightError
from studio import session
from studio.basics.lazy_expander import lazy_expander
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.tr import tr, tr_error
from studio.frame.page import in_plain_words

_JUST, _LONGEST = "run-deleted", 60


def delete_button(row: RunRow) -> None:
    """Draw the button that deletes a run, which can be undone."""
    st.button(
        tr("Delete"),
        key=f"delete-{row.number}",
        icon=":material/delete:",
        type="tertiary",
        help=tr(
            "Removes the run from all lists. You can restore it until you remove it "
            "permanently; its forks stay."
        ),
        on_click=_delete,
        args=(row,),
    )


def just_deleted() -> None:
    """Draw which run this window deleted last, with an undo, or why it could not be deleted."""
    run_id, wrong = session.recalled(_JUST, ("", ""))
    row = next((one for one in session.workspace().runs.deleted() if one.id == run_id), None)
    if row is None and not wrong:
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="tw-just-deleted"):
        if row is None:
            plain(wrong)
            return
        plain(tr("{name} is deleted.", name=shorten(row.name, _LONGEST)))
        st.button(tr("Undo"), key="undo-delete", icon=":material/undo:", on_click=_restore, args=(row,))


def deleted_runs() -> None:
    """Draw the runs that were deleted and not emptied, if there are any."""
    rows = session.workspace().runs.deleted()
    if rows:
        lazy_expander(
            tr("Recently deleted · {n}", n=len(rows)),
            lambda: _all(rows),
            key="deleted-runs",
            icon=":material/delete:",
        )


def _all(rows: tuple[RunRow, ...]) -> None:
    plain(
        tr(
            "Deleted runs take as much space as before. You can restore a run until you click "
            "Empty, which removes it permanently."
        ),
        muted=True,
        small=True,
    )
    for row in rows:
        with st.container(border=True, gap=None, key=f"deleted-{row.number}"):
            st.markdown(f"**{escape_md(shorten(row.name, _LONGEST))}**")
            disk = size_words(session.workspace().runs.taken(row.number).disk)
            about = tr(
                "{town} · {run} · about {disk} · deleted {when}",
                town=row.scenario,
                run=row.id,
                disk=disk,
                when=_when(row.deleted),
            )
            st.caption(escape_md(about))
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.button(
                    tr("Restore"),
                    key=f"restore-{row.number}",
                    icon=":material/restore_from_trash:",
                    type="tertiary",
                    on_click=_restore,
                    args=(row,),
                )
                _empty(row)


def _empty(row: RunRow) -> None:
    with st.popover(
        tr("Empty"),
        icon=":material/delete_forever:",
        type="tertiary",
        key=f"empty-{row.number}",
        width="content",
    ):
        plain(
            tr(
                "{run} and everything that happened in it will be removed permanently. You cannot undo this.",
                run=row.id,
            )
        )
        if st.button(tr("Remove permanently"), key=f"empty-go-{row.number}", type="primary"):
            with in_plain_words():
                shown = st.progress(0.0, tr("Removing…"))
                run = session.workspace().runs.find(row.id, deleted=True)
                freed = run.empty(lambda gone, all_: _tell(shown, gone, all_))
                said = tr(
                    "{run} was removed permanently; the workspace is {size} smaller.",
                    run=row.id,
                    size=size_words(freed),
                )
                session.remember(_JUST, ("", said))
                st.rerun()


def _tell(shown: st.delta_generator.DeltaGenerator, gone: int, all_: int) -> None:
    shown.progress(gone / all_ if all_ else 1.0, tr("{gone:,} of {all:,} rows removed", gone=gone, all=all_))


def _delete(row: RunRow) -> None:
    here = session.run()
    try:
        session.workspace().runs.find(row.number).delete()
    except TownwrightError as error:
        session.remember(_JUST, ("", tr_error(error)))
        return
    session.remember(_JUST, (row.id, ""))
    if here is not None and here.number == row.number:
        session.choose_run(None)


def _restore(row: RunRow) -> None:
    session.remember(_JUST, ("", ""))
    try:
        session.workspace().runs.find(row.id, deleted=True).restore()
    except TownwrightError as error:
        session.remember(_JUST, ("", tr_error(error)))


def _when(stamp: str) -> str:
    return f"{stamp[:16].replace('T', ' ')} UTC"
