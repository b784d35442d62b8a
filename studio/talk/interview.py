"""Interviews: questions off the record, each answer shown as it arrives, with the memories it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.string_util import is_emoji

from engine.api.models import answers
from engine.api.prompts import Interview
from engine.api.talk import suggested
from engine.api.workspace import Run
from engine.clock import moment_words
from engine.notebook.editing import Piece
from engine.records import AgentId, Memory, Persona, Recall
from studio import session
from studio.basics.kept_field import keep_field
from studio.basics.lazy_expander import lazy_expander
from studio.basics.people import whom_they_know
from studio.basics.text import escape_md, plain, shorten, story
from studio.catalogue import moments
from studio.catalogue.lists import sentences
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_n
from studio.frame.into_notebook import into_notebook
from studio.frame.moment.moment_bar import model_words
from studio.frame.page import in_plain_words
from studio.mind.recall_bench import would_recall
from studio.talk.ask_about import ask_about
from studio.talk.asker import asker_box, asker_words
from studio.talk.care import notes_above
from studio.talk.streamed_answer import StreamedAnswer
from studio.talk.why_not import why_not
from studio.talk.without import Put, without_a_faculty
from studio.why.memory_card import memory_row
from studio.why.scores import best_of, by_newest, parts_words, score_bars
from studio.words.explained import word_help

if TYPE_CHECKING:
    from engine.api.run import Moment
    from engine.api.talk import Chat, Message

LONGEST = 2_000
KEPT = marked(
    "The conversation is saved: anyone who opens this workspace can read the questions and answers "
    "in its file until you delete them."
)
GONE = marked(
    "Deleting permanently removes your questions and the answers from the workspace's file. "
    "Earlier backups next to it keep them until those backups are replaced. The town does not "
    "change."
)


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """A question and its answer; no answer if it was stopped or failed."""

    question: str
    asked_by: str = ""
    answer: str | None = None
    because: tuple[int, ...] = ()
    unfounded: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Suggestion:
    """A suggested first question of one kind."""

    kind: str
    icon: str
    question: str


_KINDS = (
    (marked("Self"), "badge"),
    (marked("Memory"), "spa"),
    (marked("Plans"), "event_note"),
    (marked("Reactions"), "bolt"),
    (marked("Reflections"), "psychology"),
)


def interview(run: Run, agent: AgentId) -> None:
    """Draw the interview of an agent at the moment shown, with all earlier questions of it."""
    persona = run.scenario.persona(agent)
    now = run.at(session.minute())
    kept = [chat for chat in run.chats(agent) if chat.kind == "interview"]
    chat = current_chat(kept, now.minute, session.recalled(f"chat-{run.number}-{agent}", None))
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="interview-terms"):
        _terms(run, persona, chat.minute if chat else now.minute, now.minute)
        _kept(run, agent, kept, chat)
    done = exchanges(run.chat_messages(chat.number)) if chat else []
    for n in range(len(done)):
        _exchange(run, persona, chat, done, n)
    asked = _suggested(run, agent) if not done else None
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="interview-ways"):
        asked_by = asker_box(run, agent)
        made = ask_about(run, agent, len(done))
    key = f"ask-{run.number}-{agent}"
    typed = st.chat_input(
        tr("Ask {name}", name=shorten(persona.name, 40)),
        max_chars=LONGEST,
        submit_mode="stop",
        key=key,
    )
    keep_field(session.workspace(), key)
    if typed:
        session.workspace().unsent.forget(key)
    again = session.recalled("ask-again", None)
    question = typed or asked or made or again
    if question and question.strip():
        session.remember("ask-again", None)
        _ask(run, persona, chat, now, done, question.strip(), asked_by)


def current_chat(kept: Sequence[Chat], minute: int, chosen: int | None) -> Chat | None:
    """Return the chat to continue: the chosen one (0: a new one), or the newest at the moment shown."""
    if chosen is not None:
        return next((chat for chat in kept if chat.number == chosen), None)
    return next((chat for chat in kept if chat.minute == minute), None)


def exchanges(messages: Sequence[Message]) -> list[Exchange]:
    """Return the messages of a chat as questions with their answers."""
    found: list[Exchange] = []
    for message in messages:
        if message.speaker == "person":
            found.append(Exchange(question=message.text, asked_by=message.asked_by))
        elif found and found[-1].answer is None:
            found[-1] = replace(
                found[-1], answer=message.text, because=message.recalled, unfounded=message.unfounded
            )
    return found


def suggestions(run: Run, agent: AgentId) -> list[Suggestion]:
    """Return a first question of each of the five kinds, in the town's language."""
    other = whom_they_know(run, agent)
    asked = suggested(run.scenario.language).questions
    return [
        Suggestion(kind=kind, icon=icon, question=asked[kind.lower()].format(other=shorten(other, 60)))
        for kind, icon in _KINDS
    ]


def _terms(run: Run, persona: Persona, minute: int, looked_at: int) -> None:
    """Draw the terms of the talk: when, off the record, and which model answers."""
    name = shorten(persona.name, 40)
    model = model_words(answers(run.row.model, persona.id, Interview.name))
    st.markdown(
        tr(
            ":material/mic: **Off the record, {moment}** · :gray[{model}]",
            moment=moments.moment_words(minute),
            model=escape_md(model),
        ),
        width="content",
        help=word_help("interview"),
    )
    past = tr(
        "This conversation stays at the moment at which it started. To ask at the moment shown above, "
        "start a new one."
    )
    with st.popover(tr("What this means"), type="tertiary", icon=":material/help_center:"):
        plain(
            sentences(
                tr(
                    "The interview leaves no trace in the run: {name} does not remember it, and "
                    "nothing in the town changes. {name} answers only from memory, plan and "
                    "persona. To ask an earlier self, choose another moment in the bar above.",
                    name=name,
                ),
                past if minute != looked_at else "",
            )
        )
        plain(tr(KEPT))


def _kept(run: Run, agent: AgentId, kept: Sequence[Chat], chat: Chat | None) -> None:
    if not kept:
        return
    _open_kept(run, agent, kept, chat)
    if chat is not None:
        st.button(
            tr("New interview"),
            key="new-chat",
            icon=":material/add_comment:",
            type="tertiary",
            on_click=session.remember,
            args=(f"chat-{run.number}-{agent}", 0),
        )
    with st.popover(tr("Delete"), icon=":material/delete:", type="tertiary"):
        _deleting(run, agent, chat)


def _open_kept(run: Run, agent: AgentId, kept: Sequence[Chat], chat: Chat | None) -> None:
    with st.popover(tr("Saved interviews ({n})", n=len(kept)), icon=":material/history:", type="tertiary"):
        for one in kept[:30]:
            st.button(
                f"{moments.moment_words(one.minute)} · {escape_md(shorten(one.title, 48))}",
                key=f"open-chat-{one.number}",
                type="primary" if chat and one.number == chat.number else "tertiary",
                on_click=session.remember,
                args=(f"chat-{run.number}-{agent}", one.number),
            )


def _deleting(run: Run, agent: AgentId, chat: Chat | None) -> None:
    """Draw the buttons that delete this talk, or all interviews of this run."""
    every = sum(1 for one in run.chats() if one.kind == "interview")
    plain(tr(GONE))
    this = tr("Delete this interview")
    if chat is not None and st.button(this, key=f"delete-chat-{chat.number}", type="primary"):
        run.delete_chat(chat.number)
        session.remember(f"chat-{run.number}-{agent}", None)
        st.rerun()
    label, whose = (
        tr("Delete all interviews in this run ({n})", n=every),
        tr("Includes interviews with everyone, not only those shown here"),
    )
    if st.button(label, key=f"delete-chats-{run.number}", help=whose):
        run.delete_interviews()
        session.remember(f"chat-{run.number}-{agent}", None)
        st.rerun()


def _exchange(run: Run, persona: Persona, chat: Chat | None, done: Sequence[Exchange], n: int) -> None:
    exchange = done[n]
    with st.chat_message("user", avatar=":material/person:"):
        if exchange.asked_by:
            st.caption(tr("asked as {who}", who=escape_md(asker_words(run, exchange.asked_by))))
        plain(exchange.question)
    notes_above(run, persona.id, exchange.question, exchange.answer or "")
    with st.chat_message("assistant", avatar=avatar(persona)):
        if exchange.answer is None:
            plain(tr("There is no answer because the request was stopped or failed."), muted=True)
            st.button(
                tr("Ask again"),
                key=f"again-{n}",
                icon=":material/refresh:",
                on_click=session.remember,
                args=("ask-again", exchange.question),
            )
            return
        story(exchange.answer)
        for sentence in exchange.unfounded:
            told = tr("Nothing recalled or known supports this: {sentence}", sentence=sentence)
            plain(told, muted=True, small=True)
        if chat is not None:
            before = done[n - 1].question if n else ""
            _rests_on(run, chat, exchange, before, key=f"{chat.number}-{n}")
            earlier = tuple((one.question, one.answer) for one in done[:n] if one.answer is not None)
            _left_out(run, chat, exchange, earlier, key=f"{chat.number}-{n}")
            into_notebook(run, partial(_piece, chat, exchange), key=f"ask-{chat.number}-{n}")
        _fingerprints(chat, n)


def _piece(chat: Chat, exchange: Exchange) -> Piece:
    """Return a question as a cell of a notebook, asked at the minute of the talk."""
    asked_by = {"as": exchange.asked_by} if exchange.asked_by else {}
    values = {"who": [chat.agent], "ask": [exchange.question], "at": moment_words(chat.minute), **asked_by}
    title = exchange.question
    return Piece(kind="interview", values=values, title=title, minute=chat.minute)


def _rests_on(run: Run, chat: Chat, exchange: Exchange, before: str, *, key: str) -> None:
    count = len(exchange.because)
    memories = tr_n("Based on {n} memory", "Based on {n} memories", count)
    lazy_expander(
        memories if count else tr("What came to mind"),
        partial(_because, run, chat, exchange, before, key),
        key=f"rests-{key}",
        icon=":material/manage_search:",
        compact=True,
    )


def _left_out(
    run: Run, chat: Chat, exchange: Exchange, earlier: tuple[tuple[str, str], ...], *, key: str
) -> None:
    put = Put(
        agent=chat.agent,
        minute=chat.minute,
        question=exchange.question,
        earlier=earlier,
        asked_by=exchange.asked_by,
    )
    lazy_expander(
        tr("Without observation, reflection or planning"),
        partial(without_a_faculty, run, put, exchange.answer or "", key=key),
        key=f"left-{key}",
        icon=":material/science:",
        compact=True,
    )


def _fingerprints(chat: Chat | None, n: int) -> None:
    """Show that the town is the same before and after the latest answer."""
    before, after = session.recalled(f"prints-{chat.number if chat else 0}-{n}", ("", ""))
    if before:
        prints = {"before": before[:8], "after": after[:8]}
        if before == after:
            words = tr(":material/check: The town is unchanged")
            about = tr("Fingerprint before `{before}`, after `{after}`: identical", **prints)
        else:
            words = tr(":red[:material/error: The town has changed]")
            about = tr(
                "Fingerprint before `{before}`, after `{after}`: different, which should not happen", **prints
            )
        st.caption(words, help=about)


def _because(run: Run, chat: Chat, exchange: Exchange, before: str, key: str) -> None:
    known, recalls = came_to_mind(run, chat, exchange.question, before)
    parts = best_of(recalls)
    cited = run.by_id([one for one in exchange.because if one not in known])
    for one in exchange.because:
        memory = known.get(one) or cited.get(one)
        if memory is not None:
            note = parts_words(parts[one]) if one in parts else tr("available without a search")
            memory_row(memory, key=f"rests-{key}", note=note, size="small")
    if not exchange.because:
        plain(tr("The answer cites no memory. It is based on the persona and plans."), muted=True, small=True)
    st.markdown(tr("**Memories that the question brings to mind: {n}**", n=len(parts)))
    st.caption(tr("Also available without a search: their own story and important recent memories."))
    newest = by_newest(recalls, run.town.settings.retrieve)
    score_bars(list(parts.values()), known, key=f"rests-bars-{key}", newest=newest)
    why_not(run, chat, exchange.question, known, exchange.because, key=key)


def came_to_mind(
    run: Run, chat: Chat, question: str, before: str
) -> tuple[dict[int, Memory], tuple[Recall, ...]]:
    """Return the memories and recalls of a question, and of the one before it, at the chat's moment."""
    known, recalls = would_recall(run, chat.agent, question, chat.minute)
    if before:
        more, earlier = would_recall(run, chat.agent, before, chat.minute)
        known, recalls = {**more, **known}, (*recalls, *earlier)
    return known, recalls


def _suggested(run: Run, agent: AgentId) -> str | None:
    st.caption(tr("Ask anything, or start with one of these"))
    asked = None
    for suggestion in suggestions(run, agent):
        if st.button(
            f"**{tr(suggestion.kind)}** · {escape_md(suggestion.question)}",
            key=f"suggest-{agent}-{suggestion.kind}",
            icon=f":material/{suggestion.icon}:",
        ):
            asked = suggestion.question
    return asked


def _ask(
    run: Run,
    persona: Persona,
    chat: Chat | None,
    now: Moment,
    done: Sequence[Exchange],
    question: str,
    asked_by: str,
) -> None:
    """Ask, show the answer as it arrives, and store both."""
    if chat is None:
        chat = now.start_chat(persona.id, title=shorten(question, 80))
        session.remember(f"chat-{run.number}-{persona.id}", chat.number)
    if not done or done[-1].answer is not None or done[-1].question != question:
        run.add_message(chat.number, "person", question, asked_by=asked_by)
        with st.chat_message("user", avatar=":material/person:"):
            plain(question)
    notes_above(run, persona.id, question, "")
    earlier = [(one.question, one.answer) for one in done if one.answer is not None]
    with st.chat_message("assistant", avatar=avatar(persona)), in_plain_words():
        streamed = StreamedAnswer(st.empty())
        with streamed.thinking(tr("{name} is thinking…", name=escape_md(shorten(persona.name, 40)))):
            moment = run.at(chat.minute)
            before = moment.fingerprint
            answered = moment.ask(
                persona.id, question, earlier=earlier, asked_by=asked_by, heard=streamed.hear
            )
        run.add_message(
            chat.number,
            "agent",
            answered.text,
            recalled=answered.because,
            unfounded=answered.unfounded,
        )
        prints = (before, run.at(chat.minute).fingerprint)
        session.remember(f"prints-{chat.number}-{_place(done, question)}", prints)
        streamed.end(answered.text)
        st.rerun()


def _place(done: Sequence[Exchange], question: str) -> int:
    """Return the number of a question in its chat, counted from 0; a repeated question takes the last
    one's.
    """
    again = bool(done) and done[-1].answer is None and done[-1].question == question
    return len(done) - again


def avatar(persona: Persona) -> str:
    """Return the portrait beside a line; a plain face if the persona's is not a single emoji."""
    return persona.emoji if is_emoji(persona.emoji) else ":material/face:"
