"""All sifts with the number of findings: those with findings, then the author's own, then the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from engine.api.run import Sift, Sifted
from engine.api.workspace import Run
from engine.errors import BadInput
from studio import session
from studio.basics.table import table_twin
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.tr import tr, tr_error, tr_worded
from studio.frame.empty import empty

NEW = "new"
_FILTERS = ("section", "of", "said")


def sift_list(run: Run) -> None:
    """Draw the list for the moment shown."""
    sifts = _shown()
    with st.spinner(tr("Searching…"), show_time=False):
        found = run.story(session.minute()).sift_each(sifts)
    bundled = [one for one in sifts if not one.is_own]
    finding = [one for one in bundled if _count(found[one.name])]
    if not finding:
        empty(
            tr(
                "None of the built-in patterns has occurred by this moment. Run another day, or "
                "choose a later moment."
            ),
            title=tr("No results yet"),
            icon=":material/filter_alt:",
            key="nothing-sifted",
        )
    with st.container(gap="xsmall"):
        for one in finding:
            _row(one, found[one.name])
    if not session.presents():
        _own([one for one in sifts if one.is_own], found)
    rest = [one for one in bundled if one not in finding]
    if rest:
        nothing = tr("No results at this moment · {n}", n=len(rest))
        with st.expander(nothing, icon=":material/filter_alt_off:"):
            for one in rest:
                _row(one, found[one.name])
    table_twin(lambda: list_rows(sifts, found), key="sifts")


def open_sift(name: str | None) -> None:
    """Show one sift, or (None) the list of all; filters of the previous one are cleared."""
    session.link("sift", name)
    for filtered in _FILTERS:
        session.link(filtered, None)


def write_sift() -> None:
    """Show an empty sift, to be written."""
    open_sift(None)
    session.link("section", NEW)


def list_rows(sifts: Sequence[Sift], found: Mapping[str, Sifted | BadInput]) -> list[dict[str, object]]:
    """Return the list as a table."""
    sift, count, finds = tr("pattern"), tr("results"), tr("description")
    return [
        {sift: tr_worded(one.title), count: _count_words(found[one.name]), finds: tr_worded(one.says)}
        for one in sifts
    ]


def _shown() -> tuple[Sift, ...]:
    every = session.workspace().sifts.all()
    return tuple(one for one in every if not (one.is_own and session.presents()))


def _own(sifts: Sequence[Sift], found: Mapping[str, Sifted | BadInput]) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="own-sifts"):
        st.markdown(tr("**Your patterns**"), width="content")
        st.button(
            tr("New pattern"),
            key="new-sift",
            icon=":material/add:",
            type="tertiary",
            help=tr("Write SQL over read-only views of the log"),
            on_click=write_sift,
        )
    for one in sifts:
        _row(one, found[one.name])
    if not sifts:
        plain(
            tr("To add a missing pattern, write it in SQL; it is then available in every run."),
            muted=True,
        )


def _row(sift: Sift, found: Sifted | BadInput) -> None:
    """Draw one sift: its number of findings, name and description; pressing the name opens it."""
    with st.container(
        horizontal=True,
        wrap=False,
        vertical_alignment="center",
        gap="small",
        width=760,
        key=f"sift-{sift.name}",
    ):
        with st.container(width=48, horizontal_alignment="right"):
            count = _count_words(found)
            st.markdown(f"**{count}**" if _count(found) else f":gray[{count}]", width="content")
        with st.container(gap=None, width="stretch"):
            st.button(
                f"**{escape_md(shorten(tr_worded(sift.title), 60))}**",
                key=f"open-sift-{sift.name}",
                type="tertiary",
                on_click=open_sift,
                args=(sift.name,),
            )
            plain(
                tr_error(found) if isinstance(found, BadInput) else tr_worded(sift.says),
                muted=True,
                small=True,
            )


def _count(found: Sifted | BadInput) -> int:
    return 0 if isinstance(found, BadInput) else found.count


def _count_words(found: Sifted | BadInput) -> str:
    if isinstance(found, BadInput):
        return tr("error")
    return f"{found.count}+" if found.table.more else str(found.count)
