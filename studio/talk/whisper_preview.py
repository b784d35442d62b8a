"""Before a whisper is planted: what is understood of it, a form that changes that, and what it would change
in the plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st

from engine.api.run import Foreseen, Sentence
from engine.api.scenarios import fields_in, text_of_fields
from engine.api.workspace import Run
from engine.api.writing.edits import Said
from engine.clock import clock_words
from engine.records import AgentId, Step
from studio import session
from studio.basics.rooms import place_words
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_worded
from studio.intends.doubts import doubts_of
from studio.intends.whisper_form import whisper_form

_SHOWN = 6


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


def whisper_preview(run: Run, agent: AgentId, text: str, say: Callable[[str], None]) -> str:
    """Show how a text is understood, each sentence with a form for what it asks, and what would come of it.
    Return what it asks in fields, where an author has changed any of them; else an empty text. `say` puts
    another text in its place.
    """
    with st.container(border=True, key="whisper-preview", gap="small"):
        st.markdown(tr(":material/preview: **Before it is heard**"))
        sentences = run.understood(agent, text)
        stated: list[Mapping[str, Said]] = []
        for n, sentence in enumerate(sentences):
            plain(shorten(sentence.text, 200), small=True)
            for words in sentence.words:
                plain(tr("Understood as {words}", words=tr_worded(words)))
            key = f"{run.number}-{agent}-{n}"
            if not sentence.unknown:  # a name is said by its own line
                doubts_of([sentence])
            _unknown(sentence, partial(_put, text, sentence.text, say), key)
            stated += _in_fields(run, agent, sentence, key)
        before = [fields_in(fields) for sentence in sentences for fields in sentence.fields if fields]
        changed = text_of_fields(*stated) if stated and stated != before else ""
        _effects(run, agent, text, changed)
    return changed


def _in_fields(run: Run, agent: AgentId, sentence: Sentence, key: str) -> list[dict[str, Said]]:
    """Draw the form of each thing that a sentence asks, and return what stands in them."""
    if not sentence.asks:
        return []
    with st.expander(tr("Change what is understood"), icon=":material/edit:"):
        if not all(sentence.fields):
            plain(tr("Fields cannot say all of it: change it in the text."), muted=True)
            return []
        mark = f"stated-{key}-{hash(sentence.fields)}"  # other fields are other widgets
        stated = []
        for n, fields in enumerate(sentence.fields):
            if len(sentence.fields) > 1:
                st.markdown(tr("**{n} of {of}**", n=n + 1, of=len(sentence.fields)))
            stated.append(whisper_form(run, agent, fields_in(fields), f"{mark}-{n}"))
        return stated


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


def _effects(run: Run, agent: AgentId, text: str, intend: str) -> None:
    st.markdown(tr("**What it would change**"))
    seen = _foreseen(run, agent, text, intend)
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


def _foreseen(run: Run, agent: AgentId, text: str, intend: str) -> Foreseen:
    """Return what would come of it, rehearsed once for as long as the run stands where it does."""
    asked = (run.number, agent, text, intend, run.clock, run.at().fingerprint)
    known: tuple[object, Foreseen | None] = session.recalled("foreseen", (None, None))
    if known[0] == asked and known[1] is not None:
        return known[1]
    with st.spinner(tr("Rehearsing it in a copy…")):
        seen = run.foreseen(agent, text, intend=intend)
    session.remember("foreseen", (asked, seen))
    return seen
