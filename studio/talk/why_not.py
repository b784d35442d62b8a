"""Why not: why a memory is missing in an answer: whether it was recalled, and what its score lacked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

import streamlit as st

from engine.api.talk import Chat
from engine.api.workspace import Run
from engine.records import Memory, Recalled
from studio.basics.text import plain
from studio.catalogue.shared_words import WEIGHTS, weight_name
from studio.catalogue.tr import tr
from studio.mind.recall_bench import would_recall
from studio.mind.tuning import usual_of
from studio.why.memory_card import memory_row

_SHOWN, _EVERY = 5, 100_000
_LONGEST = 200


def why_not(
    run: Run, chat: Chat, question: str, known: Mapping[int, Memory], cited: Collection[int], *, key: str
) -> None:
    """Draw a field for words of a memory, and say of each match whether the answer rests on it (`cited`),
    whether it was recalled (`known`), and what its score lacked.
    """
    words = st.text_input(
        tr("Why not another memory? Enter words from it"),
        key=f"why-not-{key}",
        max_chars=_LONGEST,
        width=420,
    )
    if not words.strip():
        return
    found = run.at(chat.minute).memories(chat.agent, search=words, limit=_SHOWN)
    if not found.items:
        plain(tr("No memory up to that moment contains these words."), muted=True)
        return
    ranked = _ranked(run, chat, question)
    for memory in found.items:
        memory_row(memory, key=f"why-not-{key}", size="small")
        plain(_reason(memory.id, ranked, known, cited), small=True)
    if found.total > len(found.items):
        st.caption(tr("and {n} more", n=found.total - len(found.items)))


def _ranked(run: Run, chat: Chat, question: str) -> list[Recalled]:
    """Return every memory by its score for the question, best first, with the town's weights."""
    all_of_them = replace(usual_of(run), count=_EVERY)
    _, recalls = would_recall(run, chat.agent, question, chat.minute, all_of_them)
    return [item for recall in recalls for item in recall.items]


def _reason(memory: int, ranked: list[Recalled], known: Mapping[int, Memory], cited: Collection[int]) -> str:
    place = next((n for n, item in enumerate(ranked) if item.memory == memory), None)
    if memory in cited:
        return tr("The answer is based on it.")
    if place is None:
        return tr("It was retracted and no longer comes to mind.")
    if memory in known:
        return tr(
            "It came to mind, ranking {n} of {all}, but the answer does not use it.",
            n=place + 1,
            all=len(ranked),
        )
    item = ranked[place]
    last = next(one for one in reversed(ranked[:place]) if one.memory in known)
    part = max(WEIGHTS, key=lambda name: float(getattr(last, name)) - float(getattr(item, name)))
    return tr(
        "It did not come to mind: it ranks {n} of {all}. It scores {lack:.2f} less than the last "
        "memory that did, mostly because of {part}: {mine:.2f} compared with {theirs:.2f}.",
        n=place + 1,
        all=len(ranked),
        lack=last.score - item.score,
        part=weight_name(part, within=True),
        mine=getattr(item, part),
        theirs=getattr(last, part),
    )
