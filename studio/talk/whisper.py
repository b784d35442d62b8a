"""Whispers: an instruction that an agent hears as an inner voice; it becomes a memory, and changes plans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from engine.api.interventions import Undo, Whisper
from engine.api.run import unseen_from
from engine.api.talk import suggested
from engine.api.workspace import Run
from engine.notebook.editing import Piece
from engine.records import AgentId, Memory
from studio import session
from studio.basics.kept_field import keep_field
from studio.basics.people import whom_they_know
from studio.basics.text import bulleted, escape_md, plain, shorten, story
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_worded
from studio.frame.into_notebook import into_notebook
from studio.frame.page import in_plain_words
from studio.interventions.at_once import do_now
from studio.runs.forking import name_of_fork
from studio.talk.care import help_above
from studio.talk.whisper_preview import whisper_preview
from studio.why.came_of import came_of
from studio.why.memory_card import memory_row
from studio.words.explained import word_help

LONGEST = 2_000
_SHOWN = 10
_ACTED_ON = ("agreed", "done", "under_way", "failed")


def whisper(run: Run, agent: AgentId) -> None:
    """Draw what a whisper does, its form, and the outcomes of earlier ones."""
    name, key = shorten(run.town.cast.names[agent], 40), _field(run, agent)
    written = session.recalled(f"to-write-{key}", None)
    if written is not None:
        st.session_state[key] = written
        session.remember(f"to-write-{key}", None)
    _terms(run, agent, name, key)
    with st.form(f"whisper-{run.number}-{agent}", border=False):
        text = st.text_area(
            tr("Whisper to {name}", name=name),
            key=key,
            max_chars=LONGEST,
            placeholder=hint(run, agent),
            help=tr("Write it the way the person would think it"),
        ).strip()
        looked = st.form_submit_button(tr("Preview"), type="primary", icon=":material/preview:")
    keep_field(session.workspace(), key)
    if looked and not text:
        plain(tr("Write a sentence to whisper first."), muted=True)
    elif looked:
        session.remember(f"previewing-{key}", True)
    if text and session.recalled(f"previewing-{key}", False):
        help_above(run, text)
        with in_plain_words():
            intend = _previewed(run, agent, text, key)
            if st.button(tr("Whisper"), key=f"send-{key}", type="primary", icon=":material/hearing:"):
                _whisper(run, agent, name, text, intend, key)
    _told()
    _heard(run, agent, name)


def _field(run: Run, agent: AgentId) -> str:
    return f"whisper-text-{run.number}-{agent}"


def _previewed(run: Run, agent: AgentId, text: str, key: str) -> str:
    """Show the effect of a text if the town is at rest, and return its intention in fields if the author has
    changed it, else "".
    """
    if not run.is_founded:
        plain(tr("This run has not started yet. You can preview the effect after day 1."), muted=True)
    elif run.job is not None and run.job.is_live:
        told = tr("This run is in progress. You can preview the effect once it stops.")
        plain(told, muted=True)
    else:
        return whisper_preview(run, agent, text, lambda new: _write(key, new))
    return ""


def _write(key: str, text: str) -> None:
    """Set the text of the field for the next drawing of the page; a field already drawn cannot be set."""
    session.remember(f"to-write-{key}", text)


def hint(run: Run, agent: AgentId) -> str:
    """Return an example of a whisper, in the town's language and about a person the agent knows."""
    other = shorten(whom_they_know(run, agent), 60)
    return suggested(run.scenario.language).whisper.format(other=other)


def _terms(run: Run, agent: AgentId, name: str, key: str) -> None:
    looked_at = session.minute()
    with st.container(border=True, key="whisper-terms", gap="small"):
        st.markdown(tr(":material/hearing: **What will happen**"), help=word_help("whisper", "intention"))
        bulleted(terms(run, agent, name))
        if looked_at is None:
            st.button(
                tr("Fork first and whisper there"),
                key="whisper-fork",
                icon=":material/fork_right:",
                type="tertiary",
                on_click=_fork,
                args=(run, None, agent, key),
            )
            return
        plain(
            tr(
                "You are looking at {moment}, which is in the past. To whisper at that moment, "
                "fork the run there: the new run has the same past up to that moment and its own "
                "future.",
                moment=moment_words(looked_at),
            ),
            small=True,
        )
        st.button(
            tr("Fork at {moment}", moment=moment_words(looked_at)),
            key="whisper-fork-past",
            icon=":material/fork_right:",
            on_click=_fork,
            args=(run, looked_at, agent, key),
        )


def terms(run: Run, agent: AgentId, name: str) -> list[str]:
    """Return in words what a whisper to an agent does, and when."""
    job = run.job
    presence = run.at().people.get(agent)
    if job is not None and job.is_live:
        when = tr(
            "This run is in progress: {name} hears the whisper when the turns in progress end.", name=name
        )
    else:
        now = moment_words(run.moment_of_interventions)
        when = tr(
            "{name} hears it immediately, at the town's current time: about {moment}.",
            name=name,
            moment=now,
        )
    if presence is not None and presence.asleep:
        heeds = tr(
            "{name} acts on it after waking: it becomes an intention, and the rest of the day is replanned.",
            name=name,
        )
    else:
        heeds = tr(
            "{name} acts on it in the next turn, once the run continues: it becomes an intention, "
            "and the rest of the day is replanned.",
            name=name,
        )
    return [
        when,
        tr(
            "It sounds like an inner voice, not like a person speaking, and stays in memory with "
            "an importance of 8 out of 10."
        ),
        heeds,
        tr("The whisper becomes part of the run: it is logged, and the fingerprint changes."),
    ]


def _fork(run: Run, at: int | None, agent: AgentId, key: str) -> None:
    """Create a fork, look at it, and take along what is typed."""
    typed = session.widget_value(key) or ""
    new = run.fork(at, name_of_fork(run))
    _write(_field(new, agent), typed)
    session.choose_run(new.row.id)
    session.choose_moment(None)
    st.toast(tr("You are now in the new run {run}.", run=escape_md(new.row.id)), icon=":material/fork_right:")


def _whisper(run: Run, agent: AgentId, name: str, text: str, intend: str, key: str) -> None:
    with in_plain_words():
        with st.spinner(tr("Sending…")):
            turn = run.intervene(Whisper(agent=agent, text=text, intend=intend))
        chat = run.at().start_chat(agent, kind="whisper", title=shorten(text, 80))
        run.add_message(chat.number, "person", text)
        told = tr("{name} hears the whisper when the turns in progress end.", name=name)
        if turn is not None:
            told = tr(
                "{name} heard it at {moment}. Continue the run to see the effect.",
                name=name,
                moment=moment_words(turn.minute),
            )
        session.workspace().unsent.forget(key)
        session.remember(f"previewing-{key}", False)
        _write(key, "")
        session.remember("whispered", "\n".join([told, *_asked(run, agent, text, intend)]))
        st.rerun()


def _told() -> None:
    """Show the outcome of the whisper just sent, once."""
    told = session.recalled("whispered", "")
    if told:
        session.remember("whispered", "")
        with st.container(border=True, key="whisper-told", horizontal=True, vertical_alignment="center"):
            st.markdown(":green[:material/hearing:]", width="content")
            with st.container(gap=None):
                for line in told.splitlines():
                    plain(line)


def _asked(run: Run, agent: AgentId, text: str, intend: str) -> list[str]:
    """Return a line for each thing that a whisper asks: in its fields if the author has changed them, else
    in its text.
    """
    if intend:
        return _words_of_fields(run, agent, intend)
    return [
        tr("Understood as: {words}", words=tr_worded(words))
        for sentence in run.understood(agent, text)
        for words in sentence.words
    ]


def _heard(run: Run, agent: AgentId, name: str) -> None:
    looked_at = session.minute()
    heard = run.at(looked_at).memories(agent, kinds=("whisper",), limit=_SHOWN)
    may_wait = looked_at is None and heard.total <= _SHOWN
    waiting = not_yet_heard(_whispered(run, agent), heard.items) if may_wait else []
    if not heard.items and not waiting:
        plain(tr("Nobody has whispered to {name} yet.", name=name), muted=True)
        return
    st.markdown(tr("**Earlier whispers**"))
    help_above(run, "\n".join([*waiting, *(memory.text for memory in heard.items)]))
    for text in waiting:
        with st.container(border=True, gap=None):
            st.caption(tr(":material/hourglass_top: waiting for the turns in progress to end"))
            story(text, "small")
    gone = {retraction.row for retraction in run.at(looked_at).retractions}
    entries = _entries(run) if looked_at is None else {}
    stated, whispers = _stated(run), _whispers(run)
    for memory in heard.items:
        with st.container(border=True, key=f"heard-{memory.id}"):
            note = tr("undone") if memory.id in gone else ""
            memory_row(memory, key="whisper", note=note)
            for line in _words_of_stated(run, agent, stated.get(memory.id)):
                plain(line, muted=True, small=True)
            _consequences(run, memory, looked_at)
            into_notebook(
                run, partial(_piece, agent, memory, whispers.get(memory.id)), key=f"heard-{memory.id}"
            )
            if memory.id in entries and _is_not_acted_on(run, memory):
                _take_back_button(run, memory.id, entries[memory.id])


def _entries(run: Run) -> Mapping[int, int]:
    """Return the log entries of whispers that can still be undone, by the memory of each."""
    return {
        done.first_row: done.entry.id
        for done in run.at().interventions
        if done.entry.verb == Whisper.verb and done.can_be_undone
    }


def _whispers(run: Run) -> Mapping[int, Whisper]:
    """Return the whispers of an author, by the memory of each."""
    entries = run.at().interventions
    return {done.first_row: done.what for done in entries if isinstance(done.what, Whisper)}


def _piece(agent: AgentId, memory: Memory, whisper: Whisper | None) -> Piece:
    """Return a whisper as a cell of a notebook, heard there at the same minute."""
    said = whisper if whisper is not None else Whisper(agent=agent, text=memory.text)
    values = {"to": agent, "text": said.text, "intend": said.intend}
    kept = {key: value for key, value in values.items() if value}
    return Piece(
        kind="whisper", values=kept, title=shorten(said.text or said.intend, 60), minute=memory.minute
    )


def _stated(run: Run) -> Mapping[int, tuple[str, int]]:
    """Return the fields of the whispers that were stated in fields, with the minute of each, by memory."""
    return {
        done.first_row: (done.what.intend, done.entry.minute)
        for done in run.at().interventions
        if isinstance(done.what, Whisper) and done.what.intend
    }


def _words_of_stated(run: Run, agent: AgentId, stated: tuple[str, int] | None) -> list[str]:
    return [] if stated is None else _words_of_fields(run, agent, stated[0], stated[1])


def _words_of_fields(run: Run, agent: AgentId, fields: str, at: int | None = None) -> list[str]:
    return [
        tr("Requested in the form: {words}", words=tr_worded(words))
        for sentence in run.understood(agent, intend=fields, at=at)
        for words in sentence.words
    ]


def _is_not_acted_on(run: Run, memory: Memory) -> bool:
    """Return whether no line or action has come of a whisper so far."""
    outcomes = run.story().came_of(memory.id)
    return not any(outcome.told or outcome.outcome in _ACTED_ON for outcome in outcomes)


def _take_back_button(run: Run, memory: int, entry: int) -> None:
    if st.button(tr("Undo"), key=f"take-back-{memory}", icon=":material/undo:", type="tertiary"):
        do_now(run, Undo(entry=str(entry)), tr("Whisper undone."))


def _consequences(run: Run, memory: Memory, minute: int | None) -> None:
    unseen = unseen_from(run.at(minute).before, run.town.width)
    led_to = [one for one in run.why(memory.id).cited_by if one.id < unseen]
    if not led_to:
        st.caption(tr("No effect yet."))
        return
    st.caption(tr("Effects"))
    if not came_of(run, memory, minute):
        plain(tr("It stays a thought and adds no new intention."), small=True)
    for one in led_to[:5]:
        memory_row(one, key=f"came-of-{memory.id}", size="small")


def _whispered(run: Run, agent: AgentId) -> list[str]:
    chats = [chat for chat in run.chats(agent) if chat.kind == "whisper"][:_SHOWN]
    return [message.text for chat in chats for message in run.chat_messages(chat.number)]


def not_yet_heard(whispered: Sequence[str], heard: Sequence[Memory]) -> list[str]:
    """Return the whispers that are not in any memory yet."""
    texts = [" ".join(memory.text.split()) for memory in heard]
    return [one for one in whispered if not any(" ".join(one.split()) in text for text in texts)]
