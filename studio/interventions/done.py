"""Authors' interventions: the list of entries, with who and why, and undo buttons."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import streamlit as st

from engine.api.interventions import Done, Forget, Reconsider, Undo
from engine.api.workspace import Run
from studio import session
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.lists import sentences
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.interventions.at_once import do_now
from studio.interventions.outcome_words import done_words
from studio.interventions.signed_words import ends, signed_words
from studio.why.memory_card import memory_row, why_button

_SHOWN = 12
_LEFT = MappingProxyType(
    {
        "lost": marked("all evidence is gone"),
        "weakened": marked("part of the evidence is gone"),
        "shaken": marked("based on a weakened conclusion"),
    }
)


def done(run: Run) -> None:
    """Draw the interventions up to the moment shown, latest first."""
    entries = run.at(session.minute()).interventions
    st.markdown(tr("**Past interventions**"))
    if not entries:
        plain(
            tr(
                "There are no interventions in this run yet. Those you make above are listed here "
                "with their author and reason, and you can undo them."
            ),
            muted=True,
            small=True,
        )
        return
    _programme(run)
    count = st.session_state.get("interventions-shown", _SHOWN)
    known = {one.entry.id: one for one in entries}
    for one in reversed(entries[-count:]):
        _entry(run, one, known)
    _stale(run)
    if len(entries) > count:
        st.button(
            tr("Show {n} more", n=len(entries) - count),
            key="interventions-more",
            type="tertiary",
            on_click=lambda: st.session_state.update({"interventions-shown": count + _SHOWN}),
        )


def _programme(run: Run) -> None:
    """Draw the download of the interventions as a programme, to repeat them in another run."""
    st.download_button(
        tr("Download as programme"),
        data=lambda: run.agenda.programme(session.minute()).encode(),
        file_name=f"{run.row.id}.programme.yaml",
        mime="application/yaml",
        key="programme-download",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
    )


def _entry(run: Run, one: Done, known: Mapping[int, Done]) -> None:
    entry = one.entry
    taken_back = known.get(entry.undoes)
    redoes = taken_back is not None and not taken_back.entry.undoes
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key=f"intervention-{entry.id}"
    ):
        with st.container(gap=None):
            plain(_sentence(done_words(run, one, known)))
            plain(_told(one), muted=True, small=True)
        why_button(entry.id, key=f"intervention-why-{entry.id}")
        key = f"intervention-undo-{entry.id}"
        label, icon = (tr("Redo"), ":material/redo:") if redoes else (tr("Undo"), ":material/undo:")
        pressed = one.can_be_undone and st.button(label, key=key, icon=icon, type="tertiary")
    if pressed:
        _undo(run, entry.id, redoes=redoes)


def _stale(run: Run) -> None:
    """Draw the reflections and decisions that rest on retracted memories, with a way to reconsider them."""
    found = run.story(session.minute()).stale
    if not found:
        return
    st.markdown(tr("**Conclusions and decisions to review**"))
    plain(tr("They are based on something that was undone or retracted later."), muted=True, small=True)
    for one in found[-_SHOWN:]:
        name = shorten(run.town.cast.names[one.memory.agent], 40)
        with st.container(
            horizontal=True, vertical_alignment="center", gap="small", key=f"stale-{one.memory.id}"
        ):
            left = tr("{name}: {left}", name=escape_md(name), left=tr(_LEFT[one.how]))
            memory_row(one.memory, key="stale", note=left, size="small")
            key = f"stale-retract-{one.memory.id}"
            if st.button(tr("Retract"), key=key, icon=":material/visibility_off:", type="tertiary"):
                do_now(run, Forget(memory=str(one.memory.id)), tr("Retracted."))
    for agent in dict.fromkeys(one.memory.agent for one in found):
        name = escape_md(shorten(run.town.cast.names[agent], 40))
        label = tr("Have {name} reconsider", name=name)
        if st.button(label, key=f"stale-{agent}", icon=":material/restart_alt:"):
            do_now(
                run, Reconsider(agent=agent), tr("The rest of the day will be replanned on the next turn.")
            )


def _sentence(words: str) -> str:
    shown = shorten(words, 240)
    return shown if ends(shown) else tr("{words}.", words=shown)


def _told(one: Done) -> str:
    """Return the time, signer and reason of an intervention, and since when it is undone."""
    entry, undone = one.entry, one.undone_by
    told = tr(
        "{moment}, {signed}",
        moment=moment_words(entry.minute),
        signed=signed_words(entry.who, entry.why),
    )
    back = tr("Undone at {moment}.", moment=moment_words(undone.minute)) if undone is not None else ""
    return sentences(_sentence(told), back)


def _undo(run: Run, entry: int, *, redoes: bool) -> None:
    told = (
        tr("Redone from now on.") if redoes else tr("Undone from now on. What it has already caused stays.")
    )
    do_now(run, Undo(entry=str(entry)), told)
