"""Whether the intentions of a whisper, or of any other memory, were carried out, in words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import streamlit as st

from engine.api.run import CameOf, Outcome, minute_of
from engine.api.workspace import Run
from engine.records import Intention, IntentionKind, Memory
from studio.basics.rooms import place_words
from studio.basics.text import plain, shorten, story
from studio.catalogue.lists import with_commas
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.why.memory_card import why_button

_ICONS: Mapping[Outcome, str] = MappingProxyType(
    {
        "done": ":green[:material/check_circle:]",
        "failed": ":red[:material/cancel:]",
        "dropped": ":red[:material/cancel:]",
        "agreed": ":blue[:material/handshake:]",
        "late": ":red[:material/event_busy:]",
        "under_way": ":blue[:material/pending:]",
        "kept_to": ":blue[:material/lock_clock:]",
        "daily": ":blue[:material/event_repeat:]",
        "ahead": ":gray[:material/schedule:]",
    }
)
_WORDS: Mapping[Outcome, str] = MappingProxyType(
    {
        "done": marked("Done: {moment}"),
        "failed": marked("Failed: {moment}"),
        "dropped": marked("Dropped: {moment}"),
        "agreed": marked("Agreed: {moment}"),
        "late": marked("Not done yet; planned for {due}"),
        "under_way": marked("In progress since {moment}"),
        "kept_to": marked("In effect since {begun}"),
        "daily": marked("A habit since {begun}"),
        "ahead": marked("Not done yet"),
    }
)
_HELD_TO: Mapping[IntentionKind, str] = MappingProxyType(
    {
        "answer": marked("Answer ready since {begun}"),
        "prohibition": marked("Avoided since {begun}"),
        "secret": marked("Kept secret since {begun}"),
        "feeling": marked("Felt since {begun}"),
    }
)
_HEARD = marked("heard so far by {people}")
_ASKED = marked("invited so far: {people}")
_DUE = marked("Not done yet, planned for {due}")


def came_of(run: Run, memory: Memory, minute: int | None = None) -> bool:
    """Draw the intentions that came of a memory, each with its outcome by a minute (by default the present);
    return whether there are any.
    """
    found = run.story(minute).came_of(memory.id)
    for one in found:
        row = one.row
        with st.container(
            horizontal=True, wrap=False, gap="small", width=720, key=f"outcome-{memory.id}-{row.first}"
        ):
            st.markdown(_ICONS[one.outcome], width="content")
            with st.container(gap=None, width="stretch"):
                plain(outcome_words(one), small=True)
                story(_deed(row), "small")
                if one.told:
                    text = _ASKED if row.kind in ("occasion", "meeting") else _HEARD
                    plain(tr(text, people=with_commas(_names(run, one))), muted=True, small=True)
                if row.because and one.outcome in ("failed", "dropped"):
                    plain(tr("Reason: {why}", why=row.because), muted=True, small=True)
            why_button(row.id, key=f"outcome-{memory.id}", quiet=True)
    return bool(found)


def outcome_words(one: CameOf) -> str:
    """Return in words whether an intention was carried out, and when, or when it is due."""
    row = one.row
    due = row.until if row.until is not None else row.when
    text = _WORDS[one.outcome]
    if one.outcome == "ahead" and due is not None:
        text = _DUE
    elif one.outcome == "kept_to":
        text = _HELD_TO.get(row.kind, text)
    return tr(
        text,
        moment=moment_words(one.minute),
        begun=moment_words(minute_of(row.first)),
        due=moment_words(due or 0),
    )


def _deed(row: Intention) -> str:
    """Return an intended action, with its place unless the words contain it."""
    deed, place = row.deed or row.content, place_words(row.place) if row.place else ""
    return f"{deed} · {place}" if place and row.place.partition("/")[0] not in deed else deed


def _names(run: Run, one: CameOf) -> list[str]:
    return [shorten(run.town.cast.names.get(agent, agent), 60) for agent in one.told]
