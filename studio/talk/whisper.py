"""Whispers: an instruction that somebody hears as an inner voice; it becomes a memory, and changes plans."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from engine.api.interventions import Whisper
from engine.api.talk import suggested
from engine.api.workspace import Run
from engine.clock import moment_words
from engine.records import AgentId, Memory
from studio import session
from studio.basics.kept_field import keep_field
from studio.basics.people import whom_they_know
from studio.basics.text import escape_md, plain, shorten, story
from studio.frame.page import in_plain_words
from studio.talk.care import help_above
from studio.why.memory_card import memory_row
from studio.words.explained import word_help

LONGEST = 2_000
_SHOWN = 10


def whisper(run: Run, agent: AgentId) -> None:
    """Say what a whisper does, take one, and show what became of earlier ones."""
    name, key = shorten(run.town.cast.names[agent], 40), f"whisper-text-{run.number}-{agent}"
    _terms(run, agent, name)
    with st.form(f"whisper-{run.number}-{agent}", clear_on_submit=True, border=False):
        text = st.text_area(
            f"Whisper to {name}",
            key=key,
            max_chars=LONGEST,
            placeholder=hint(run, agent),
            help="Write it as the person would think it to themselves",
        )
        sent = st.form_submit_button("Whisper", type="primary", icon=":material/hearing:")
    keep_field(session.workspace(), key)
    if sent and text.strip():
        session.workspace().unsent.forget(key)
        help_above(run, text)
        _whisper(run, agent, name, text.strip())
    elif sent:
        plain("There is nothing to whisper yet. Write a sentence first.", muted=True)
    _told()
    _heard(run, agent, name)


def hint(run: Run, agent: AgentId) -> str:
    """Give an example of a whisper, in the town's language and about somebody whom the agent knows."""
    other = shorten(whom_they_know(run, agent), 60)
    return suggested(run.scenario.language).whisper.format(other=other)


def _terms(run: Run, agent: AgentId, name: str) -> None:
    looked_at = session.minute()
    with st.container(border=True, key="whisper-terms", gap="small"):
        st.markdown(":material/hearing: **What will happen**", help=word_help("whisper", "intention"))
        for line in terms(run, agent, name):
            plain(f"•  {line}", small=True)
        if looked_at is None:
            st.button(
                "Fork first, and whisper in the copy",
                key="whisper-fork",
                icon=":material/fork_right:",
                type="tertiary",
                on_click=_fork,
                args=(run, None),
            )
            return
        plain(
            f"You are looking at {moment_words(looked_at)}, which is over. To whisper then, fork the run "
            "there: a new run shares the past up to that moment and is free from there on.",
            small=True,
        )
        st.button(
            f"Fork at {moment_words(looked_at)}",
            key="whisper-fork-past",
            icon=":material/fork_right:",
            on_click=_fork,
            args=(run, looked_at),
        )


def terms(run: Run, agent: AgentId, name: str) -> list[str]:
    """Return what a whisper to somebody does, and when."""
    job, clock = run.job, run.clock
    presence = run.at().people.get(agent)
    if job is not None and job.is_live:
        when = f"The town is living right now: the runner will tell {name} at the next safe moment."
    else:
        when = f"{name} hears it at once, in the town's present: about {moment_words(clock)}."
    asleep = presence is not None and presence.asleep
    heeds = "on waking" if asleep else "in the very next turn, once the town lives on"
    return [
        when,
        "It sounds like an inner voice, not like somebody speaking, and stays in memory as important (8).",
        f"{name} takes it to heart {heeds}: it becomes an intention, and the day is planned anew around it.",
        "It is part of the town from then on: it enters the log, and the fingerprint changes.",
    ]


def _fork(run: Run, at: int | None) -> None:
    new = run.fork(at)
    session.choose_run(new.row.id)
    session.choose_moment(None)
    st.toast(f"You are in the new run {escape_md(new.row.id)} now.", icon=":material/fork_right:")


def _whisper(run: Run, agent: AgentId, name: str, text: str) -> None:
    with in_plain_words():
        with st.spinner("The voice finds its way…"):
            turn = run.intervene(Whisper(agent=agent, text=text))
        chat = run.at().start_chat(agent, kind="whisper", title=shorten(text, 80))
        run.add_message(chat.number, "person", text)
        told = f"The runner will tell {name} at the next safe moment."
        if turn is not None:
            told = (
                f"{name} heard it at {moment_words(turn.minute)}. Let the town live on to see what it does."
            )
        session.remember("whispered", "\n".join([told, *_understood(run, agent, text)]))
        st.rerun()


def _told() -> None:
    """What became of the whisper just sent, said once."""
    told = session.recalled("whispered", "")
    if told:
        session.remember("whispered", "")
        with st.container(border=True, key="whisper-told", horizontal=True, vertical_alignment="center"):
            st.markdown(":green[:material/hearing:]", width="content")
            with st.container(gap=None):
                for line in told.splitlines():
                    plain(line)


def _understood(run: Run, agent: AgentId, text: str) -> list[str]:
    """Return what somebody takes each sentence of a whisper for, a line each."""
    return [f"Understood as {words}" for one in run.understood(agent, text) for words in one.words]


def _heard(run: Run, agent: AgentId, name: str) -> None:
    heard = run.at().memories(agent, kinds=("whisper",), limit=_SHOWN)
    waiting = not_yet_heard(_whispered(run, agent), heard.items) if heard.total <= _SHOWN else []
    if not heard.items and not waiting:
        plain(f"Nobody has whispered anything to {name} yet.", muted=True)
        return
    st.markdown("**Whispered so far**")
    help_above(run, "\n".join([*waiting, *(memory.text for memory in heard.items)]))
    for text in waiting:
        with st.container(border=True, gap=None):
            st.caption(":material/hourglass_top: waiting for the next safe moment")
            story(text, "small")
    for memory in heard.items:
        with st.container(border=True, key=f"heard-{memory.id}"):
            memory_row(memory, key="whisper")
            _consequences(run, memory)


def _consequences(run: Run, memory: Memory) -> None:
    led_to = run.why(memory.id).cited_by
    if not led_to:
        st.caption("Nothing has come of it yet.")
        return
    st.caption("What came of it")
    for one in led_to[:5]:
        memory_row(one, key=f"came-of-{memory.id}", size="small")


def _whispered(run: Run, agent: AgentId) -> list[str]:
    chats = [chat for chat in run.chats(agent) if chat.kind == "whisper"][:_SHOWN]
    return [message.text for chat in chats for message in run.chat_messages(chat.number)]


def not_yet_heard(whispered: Sequence[str], heard: Sequence[Memory]) -> list[str]:
    """Return the whispers that no memory holds yet."""
    texts = [" ".join(memory.text.split()) for memory in heard]
    return [one for one in whispered if not any(" ".join(one.split()) in text for text in texts)]
