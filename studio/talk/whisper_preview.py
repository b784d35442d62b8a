"""The preview of a whisper: how it is understood, a form to change that, and its effect on the plan."""

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

_SHOWN = 6  # blocks shown of each kind of change


@dataclass(frozen=True)
class _Change:
    """A kind of change to a plan: its icon, the text for one block, and the text for those not shown."""

    icon: str
    single: str
    more: str


_ADDED = _Change(":green[:material/add:]", marked("{block} (added)"), marked("and {n} more added"))
_DROPPED = _Change(":red[:material/remove:]", marked("{block} (dropped)"), marked("and {n} more dropped"))
_MOVED = _Change(
    ":orange[:material/schedule:]",
    marked("{block} (at another time)"),
    marked("and {n} more at another time"),
)


def whisper_preview(run: Run, agent: AgentId, text: str, say: Callable[[str], None]) -> str:
    """Draw how a text is understood, with a form for what each sentence asks, and what would change.

    Returns the YAML text of what it asks if the author has changed any of it, else an empty text. `say`
    replaces the whisper with another text.
    """
    with st.container(border=True, key="whisper-preview", gap="small"):
        st.markdown(tr(":material/preview: **Preview**"))
        sentences = run.understood(agent, text)
        stated: list[Mapping[str, Said]] = []
        for n, sentence in enumerate(sentences):
            plain(shorten(sentence.text, 200), small=True)
            understood_as = st.container(gap=None)
            key = f"{run.number}-{agent}-{n}"
            if not sentence.unknown:  # an unknown name has a line of its own
                doubts_of([sentence])
            _unknown_names(sentence, partial(_replace_sentence, text, sentence.text, say), key)
            of_sentence = _forms(run, agent, sentence, key)
            with understood_as:
                _understood_as(sentence, of_sentence)
            stated += of_sentence
        understood = [fields_in(fields) for sentence in sentences for fields in sentence.fields if fields]
        changed = text_of_fields(*stated) if stated and stated != understood else ""
        _effects(run, agent, text, changed)
    return changed


def _understood_as(sentence: Sentence, stated: Sequence[Mapping[str, Said]]) -> None:
    """Draw what a sentence is understood as, or that the author has changed it."""
    if stated and stated != [fields_in(fields) for fields in sentence.fields if fields]:
        plain(tr("You changed how this is understood: the form below applies."))
        return
    for words in sentence.words:
        plain(tr("Understood as: {words}", words=tr_worded(words)))


def _forms(run: Run, agent: AgentId, sentence: Sentence, key: str) -> list[dict[str, Said]]:
    """Draw a form for each thing that a sentence asks, and return the fields filled in."""
    if not sentence.asks:
        return []
    if not all(sentence.fields):
        plain(tr("To change how this is understood, edit the text."), muted=True, small=True)
        return []
    with st.expander(tr("Change how it is understood"), icon=":material/edit:"):
        form_key = f"stated-{key}-{hash(sentence.fields)}"  # new fields need new widgets
        stated = []
        for n, fields in enumerate(sentence.fields):
            if len(sentence.fields) > 1:
                st.markdown(tr("**{n} of {of}**", n=n + 1, of=len(sentence.fields)))
            stated.append(whisper_form(run, agent, fields_in(fields), f"{form_key}-{n}"))
        return stated


def _replace_sentence(text: str, old: str, say: Callable[[str], None], new: str) -> None:
    """Replace a sentence of a text, or all of the text if the sentence is no longer in it."""
    say(text.replace(old, new, 1) if old in text else new)


def _unknown_names(sentence: Sentence, put: Callable[[str], None], key: str) -> None:
    """Draw a line for each unknown name, with a button that writes the nearest known one."""
    for name, nearest in sentence.unknown:
        plain(
            tr("{name} is unknown, so this part of the whisper will have no effect.", name=name),
            small=True,
        )
        if nearest is not None:
            st.button(
                tr("Change to {name}", name=escape_md(nearest)),
                key=f"unknown-{key}-{name}",
                icon=":material/build:",
                type="tertiary",
                on_click=put,
                args=(sentence.text.replace(name, nearest),),
            )


def _effects(run: Run, agent: AgentId, text: str, intend: str) -> None:
    st.markdown(tr("**What it would change**"))
    foreseen = _foreseen(run, agent, text, intend)
    st.caption(
        tr(
            "Day {day}, predicted by the rules of the rehearsal model. Nothing is saved.",
            day=foreseen.day,
        )
    )
    if foreseen.is_nothing:
        plain(
            tr("The plan would not change. The person may still act on it, for example in a conversation."),
            muted=True,
        )
    for change, blocks in ((_ADDED, foreseen.added), (_DROPPED, foreseen.dropped), (_MOVED, foreseen.moved)):
        _blocks(change, blocks)
    _lines(
        ":blue[:material/event:]",
        (shorten(f"{moment_words(memory.when or 0)}  {memory.text}", 200) for memory in foreseen.later),
    )


def _blocks(change: _Change, blocks: Sequence[Step]) -> None:
    _lines(change.icon, (tr(change.single, block=_block(block)) for block in blocks[:_SHOWN]))
    if len(blocks) > _SHOWN:
        plain(tr(change.more, n=len(blocks) - _SHOWN), small=True, muted=True)


def _block(block: Step) -> str:
    where = f", {place_words(block.room)}" if block.room else ""
    return shorten(f"{clock_words(block.start)}  {block.activity}{where}", 160)


def _lines(icon: str, lines: Iterable[str]) -> None:
    for line in lines:
        st.markdown(f"{icon} :small[{escape_md(line)}]")


def _foreseen(run: Run, agent: AgentId, text: str, intend: str) -> Foreseen:
    """Return the foreseen effects, rehearsed once for as long as the run does not go on."""
    key = (run.number, agent, text, intend, run.clock, run.at().fingerprint)
    cached: tuple[object, Foreseen | None] = session.recalled("foreseen", (None, None))
    if cached[0] == key and cached[1] is not None:
        return cached[1]
    with st.spinner(tr("Rehearsing in a copy…")):
        foreseen = run.foreseen(agent, text, intend=intend)
    session.remember("foreseen", (key, foreseen))
    return foreseen
