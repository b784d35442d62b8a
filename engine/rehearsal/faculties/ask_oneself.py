"""The questions that the newest memories raise, about the people and topics that keep coming up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from engine.language.phrases import phrases
from engine.prompts.questions import AskOneself
from engine.records import Memory, Name
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import tidy
from engine.rehearsal.mind import Answer
from engine.rehearsal.recollect import is_second_hand
from engine.rehearsal.reflection.attendance import was_there
from engine.rehearsal.speaker import Speaker, about_others, speaker_of
from engine.rehearsal.understand import Proposition, alike, understand

LEAST_WORTH = 4
OVER = 90


def ask_oneself(prompt: AskOneself, pack: Pack, draw: Random) -> Answer:
    """Return at most three questions, the most salient first."""
    me = speaker_of(prompt, pack, draw)
    name = me.name.full
    questions = [*_about_occasions(me)[:1], *_about_people(me)[:1], *_about_town(me)[:1]]
    if len(questions) < 2:
        places = Counter(memory.place for memory in prompt.recent if memory.place)
        questions += [me.say("ask_place", name=name, place=me.place(at)) for at, _ in places.most_common(1)]
    their = pack.grammar.third[me.name.pronouns].possessive
    questions.append(me.say("ask_self", name=name, their=their))
    return {"questions": [_asked(question, pack) for question in questions[:3]]}


def talked_about(
    numbered: Iterable[tuple[int, Memory]], me: Speaker[Any]
) -> list[tuple[Proposition, list[int]]]:
    """Group memories that say the same.

    Return each shared statement with their numbers, the most shared first.
    """
    groups: list[tuple[Proposition, list[int]]] = []
    for number, memory in numbered:
        if memory.importance < LEAST_WORTH or memory.kind in ("plan", "reflection"):
            continue
        if is_second_hand(memory, me.pack) or phrases(me.pack.language).read("was_refused", memory.text):
            continue
        says = understand(memory.text[:400], me.everybody, me.pack)
        if says.host == me.name and says.who != me.name:
            continue  # who comes to one's own occasion is no talk of the town
        group = next((each for each in groups if _same(says, each[0])), None)
        if group is None:
            groups.append((says, [number]))
        else:
            group[1].append(number)
    shared = [(says, numbers) for says, numbers in groups if says.words and len(numbers) >= 2]
    return sorted(shared, key=lambda each: -len(each[1]))


def _same(says: Proposition, other: Proposition) -> bool:
    return alike(says.words, other.words) or alike(other.words, says.words)


def _about_people(me: Speaker[AskOneself]) -> list[str]:
    prompt = me.prompt
    often = Counter(
        agent
        for memory in prompt.recent
        for agent in about_others(memory, prompt.persona.id)
        if agent in me.everybody.names
    )
    name = me.name.full
    return [
        me.say("ask_person", name=name, other=me.name_of(agent).full) for agent, _ in often.most_common(1)
    ]


def _about_occasions(me: Speaker[AskOneself]) -> list[str]:
    """Ask who comes to an occasion, or whether somebody came who had promised it."""
    prompt = me.prompt
    rows = [(memory, understand(memory.text[:400], me.everybody, me.pack)) for memory in prompt.recent]
    for memory, says in reversed(rows):
        if not says.occasion or says.host is None:
            continue
        whose = me.pack.grammar.possessive_of.format(name=says.host.full)
        over = memory.when is not None and memory.when + OVER <= prompt.now
        missing = _missing(says.host, memory, rows, me) if over and says.host == me.name else None
        if missing is not None:
            return [me.say("ask_came", who=missing.full, whose=whose, occasion=says.occasion)]
        return [me.say("ask_guests" if over else "ask_who_comes", whose=whose, occasion=says.occasion)]
    return []


def _missing(
    host: Name, begun: Memory, rows: list[tuple[Memory, Proposition]], me: Speaker[AskOneself]
) -> Name | None:
    """Return somebody who had promised to come and was not seen there, or None."""
    for memory, says in rows:
        promised = says.host == host and says.who not in (None, host) and memory.kind == "talk"
        if promised and says.who is not None:
            agent = me.everybody.agent_of(says.who)
            if not any(was_there(other, agent, begun) for other, _ in rows):
                return says.who
    return None


def _about_town(me: Speaker[AskOneself]) -> list[str]:
    prompt = me.prompt
    town = tidy(prompt.town, 60) or me.pack.word("somewhere")
    shared = talked_about(enumerate(prompt.recent, start=1), me)
    return [me.say("ask_topic", town=town, topic=tidy(says.text, 240)) for says, _ in shared[:1]]


def _asked(question: str, pack: Pack) -> str:
    line = tidy(question, 399)
    return line if line.endswith(("?", "？")) else f"{line}{pack.word('question_mark')}"
