"""Before a whisper is planted: what it is understood as, in a form that puts it otherwise, and what it would
change in the plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from types import MappingProxyType

import streamlit as st

from engine.api.run import EVERYBODY, Foreseen, Sentence, Slots, slots_of
from engine.api.workspace import Run
from engine.clock import clock_words, day_of, minute_at, parse_clock
from engine.errors import BadInput
from engine.records import AgentId, Step
from studio import session
from studio.basics.rooms import place_words
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.moments import day_words, moment_words
from studio.catalogue.tr import tr, tr_in, tr_worded
from studio.frame.page import in_plain_words

_NOWHERE = ""
_STOPS = " .。"
_DAYS_AHEAD = 7
_LONGEST_DEED = 500
_SHOWN = 6
_HOW = MappingProxyType({"at": marked("at"), "by": marked("by")})


@dataclass(frozen=True)
class _Change:
    """A way in which a block of a plan may change, and what is said of one, and of those not shown."""

    icon: str
    one: str
    more: str


_ADDED = _Change(":green[:material/add:]", marked("{block} (added)"), marked("and {n} more added"))
_DROPPED = _Change(":red[:material/remove:]", marked("{block} (dropped)"), marked("and {n} more dropped"))
_MOVED = _Change(
    ":orange[:material/schedule:]",
    marked("{block} (at another hour)"),
    marked("and {n} more at another hour"),
)


def whisper_preview(run: Run, agent: AgentId, text: str, say: Callable[[str], None]) -> None:
    """Show how a text is understood, each sentence with a form for its parts, and what would come of it;
    `say` puts another text in its place.
    """
    with st.container(border=True, key="whisper-preview", gap="small"), in_plain_words():
        st.markdown(tr(":material/preview: **Before it is heard**"))
        sentences = run.understood(agent, text)
        for n, sentence in enumerate(sentences):
            plain(shorten(sentence.text, 200), small=True)
            for words in sentence.words:
                plain(tr("Understood as {words}", words=tr_worded(words)))
            put = partial(_put, text, sentence.text, say)
            _unknown(sentence, put, f"{run.number}-{agent}-{n}")
            _otherwise(run, agent, [slots_of(one) for one in sentence.asks], put, f"{run.number}-{agent}-{n}")
        _effects(run, agent, text)


def _put(text: str, old: str, say: Callable[[str], None], new: str) -> None:
    """Have a text say a sentence otherwise: in its place, where it still stands there as it was."""
    say(text.replace(old, new, 1) if old in text else new)


def _unknown(sentence: Sentence, put: Callable[[str], None], key: str) -> None:
    """Say what comes of each name that nobody bears, which the understanding above names, with a button that
    writes the nearest that somebody does.
    """
    for said, near in sentence.unknown:
        plain(
            tr("What is to be done with {name} will not be done.", name=said),
            small=True,
        )
        if near is not None:
            st.button(
                tr("Write {name}", name=escape_md(near)),
                key=f"unknown-{key}-{said}",
                icon=":material/build:",
                type="tertiary",
                on_click=put,
                args=(sentence.text.replace(said, near),),
            )


def _otherwise(
    run: Run, agent: AgentId, asks: Sequence[Slots | None], put: Callable[[str], None], key: str
) -> None:
    """Draw the form for what a sentence asks: fields for each thing, and one button that puts all of them."""
    if not asks:
        return
    with st.expander(tr("Put it otherwise"), icon=":material/edit:"):
        slots = [one for one in asks if one is not None]
        if len(slots) < len(asks):
            plain(
                tr("Something is forbidden in it, which is no sum of parts: change it in the text."),
                muted=True,
            )
            return
        mark = f"slots-{key}-{hash(tuple(slots))}"  # other parts make other fields
        put_in = []
        for n, one in enumerate(slots):
            if len(slots) > 1:
                st.markdown(tr("**{n} of {of}**", n=n + 1, of=len(slots)))
            put_in.append(_fields(run, agent, one, f"{mark}-{n}"))
        if st.button(tr("Put it so"), key=f"{mark}-put", icon=":material/check:"):
            _take(run, put_in, put)


@dataclass(frozen=True)
class _PutIn:
    """What stands in the fields of one thing that is asked."""

    slots: Slots
    day: int
    hour: str


def _fields(run: Run, agent: AgentId, slots: Slots, mark: str) -> _PutIn:
    deed = st.text_input(
        tr("What"), value=slots.deed[:_LONGEST_DEED], key=f"{mark}-deed", max_chars=_LONGEST_DEED
    )
    names = {EVERYBODY: tr("everybody")} | {
        one: shorten(name, 60) for one, name in run.town.cast.names.items() if one != agent
    }
    others = st.multiselect(
        tr("With or to whom"),
        list(names),
        [one for one in slots.others if one in names],
        key=f"{mark}-whom",
        format_func=names.__getitem__,
        placeholder=tr("nobody who is named"),
    )
    places = [_NOWHERE, *run.town.world.rooms]
    where = st.selectbox(
        tr("Where"),
        places,
        index=places.index(slots.place) if slots.place in places else 0,
        key=f"{mark}-where",
        format_func=lambda one: shorten(place_words(one), 70) or tr("not said"),
    )
    days = [0, *_days(run, slots)]
    day_column, hour_column, how_column = st.columns(3)
    day = day_column.selectbox(
        tr_in("a number", "Day"),
        days,
        index=days.index(day_of(slots.when)) if slots.when is not None else 0,
        key=f"{mark}-day",
        format_func=lambda one: day_words(one) if one else tr("not said"),
    )
    at = clock_words(slots.when) if slots.when is not None else "12:00"
    hour = hour_column.text_input(
        tr_in("time of day", "Hour"), value=at, key=f"{mark}-hour", max_chars=5, disabled=not day
    )
    latest = how_column.selectbox(
        tr("At it or by it"),
        list(_HOW),
        index=int(slots.latest),
        format_func=lambda one: tr(_HOW[one]),
        key=f"{mark}-how",
        disabled=not day,
    )
    # Whoever is not in the list, as a visitor who has left, stays as long as nobody else is chosen.
    known = [one for one in slots.others if one in names]
    whom = slots.others if others == known else tuple(others)
    return _PutIn(
        replace(slots, deed=deed.strip(), place=where, others=whom, latest=latest == "by"), day, hour
    )


def _take(run: Run, put_in: Sequence[_PutIn], put: Callable[[str], None]) -> None:
    """Put a sentence for each thing in place of the one that asked all of them; or say what is amiss."""
    said: list[str] = []
    for one in put_in:
        if not one.slots.deed:
            plain(tr("Say what is to be done: the field What is empty."), muted=True)
            return
        if one.slots.named and not one.slots.others:
            plain(
                tr("Say with or to whom: without anybody it is another thing. Or change the text."),
                muted=True,
            )
            return
        try:
            when = minute_at(one.day, parse_clock(one.hour.strip())) if one.day else None
        except (BadInput, ValueError):
            plain(tr("That is no hour of a day. Write it as 17:00."), muted=True)
            return
        said.append(run.reworded(replace(one.slots, when=when)))
    then = partial(run.town.phrases.say, "asked_then")
    put(reduce(lambda first, second: then(first=first.rstrip(_STOPS), then=second), said))
    st.rerun()


def _days(run: Run, slots: Slots) -> list[int]:
    today = day_of(run.clock)
    named = {day_of(slots.when)} if slots.when is not None else set()
    return sorted({*range(today, today + _DAYS_AHEAD), *named})


def _effects(run: Run, agent: AgentId, text: str) -> None:
    st.markdown(tr("**What it would change**"))
    seen = _foreseen(run, agent, text)
    st.caption(
        tr("Day {day}, as the rules of the rehearsal model have it; nothing of this is kept.", day=seen.day)
    )
    if seen.is_nothing:
        plain(tr("The plan would stay as it is."), muted=True)
    for change, blocks in ((_ADDED, seen.added), (_DROPPED, seen.dropped), (_MOVED, seen.moved)):
        _blocks(change, blocks)
    _lines(
        ":blue[:material/event:]",
        (shorten(f"{moment_words(one.when or 0)}  {one.text}", 200) for one in seen.later),
    )


def _blocks(change: _Change, blocks: Sequence[Step]) -> None:
    _lines(change.icon, (tr(change.one, block=_block(block)) for block in blocks[:_SHOWN]))
    if len(blocks) > _SHOWN:
        plain(tr(change.more, n=len(blocks) - _SHOWN), small=True, muted=True)


def _block(block: Step) -> str:
    where = f", {place_words(block.room)}" if block.room else ""
    return shorten(f"{clock_words(block.start)}  {block.activity}{where}", 160)


def _lines(icon: str, lines: Iterable[str]) -> None:
    for line in lines:
        st.markdown(f"{icon} :small[{escape_md(line)}]")


def _foreseen(run: Run, agent: AgentId, text: str) -> Foreseen:
    """Return what would come of it, rehearsed once for as long as the run stands where it does."""
    asked = (run.number, agent, text, run.clock, run.at().fingerprint)
    known: tuple[object, Foreseen | None] = session.recalled("foreseen", (None, None))
    if known[0] == asked and known[1] is not None:
        return known[1]
    with st.spinner(tr("Rehearsing it in a copy…")):
        seen = run.foreseen(agent, text)
    session.remember("foreseen", (asked, seen))
    return seen
