"""Answers about people met, things heard and things that happened."""

from __future__ import annotations

import re

from engine.records import Memory
from engine.rehearsal.interview.everyday import WORTH_TELLING
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.recollect import SUMMARIES
from engine.rehearsal.understand import content_words

MOST_QUOTED = 2
CLASH = 60


def from_memory(asked: Asked) -> Reply | None:
    """Return what comes to mind about the matter asked; nothing when nothing does."""
    found = asked.best(asked.topics, MOST_QUOTED)
    if not found:
        return None
    first, rest = asked.quoted("remember", found[:1]), asked.quoted("also", found[1:])
    return Reply((*first, *rest), numbers(found))


def about_talk(asked: Asked) -> Reply | None:
    """Return what was talked about with somebody the last time."""
    if asked.person is None:
        return None
    talks = [
        (memory.id, number, memory) for number, memory in asked.numbered()
        if memory.kind == "talk" and asked.person.agent in memory.about
        and any(asked.pack.phrases.read(frame, memory.text) for frame in SUMMARIES)
    ]  # fmt: skip
    if talks:
        _, number, memory = max(talks)
        return Reply((asked.say("talked_of", core=asked.recount_talk(memory)),), (number,))
    return Reply((asked.say("not_talked"),)) if asked.person.last_talk is None else None


def about_news(asked: Asked) -> Reply:
    """Return the latest that one was told by somebody, else the latest that one saw."""
    told = {
        asked.says(memory).text: (memory.id, number, memory) for number, memory in asked.numbered()
        if memory.kind == "talk" and asked.says(memory).source not in (None, asked.me.name)
    }  # fmt: skip
    latest = sorted(told.values(), reverse=True)[:MOST_QUOTED] or _lived_lately(asked)
    parts = [
        asked.say("also" if parts else "news_is", core=asked.recount(memory))
        for parts, (_, _, memory) in enumerate(latest)
    ]
    return Reply(tuple(parts) or (asked.say("no_news"),), tuple(number for _, number, _ in latest))


def _lived_lately(asked: Asked) -> list[tuple[int, int, Memory]]:
    """Return the latest that one saw oneself and would mention."""
    seen = [
        (memory.id, number, memory) for number, memory in asked.numbered()
        if memory.kind == "observation" and memory.importance >= WORTH_TELLING
    ]  # fmt: skip
    return sorted(seen, reverse=True)[:MOST_QUOTED]


def about_candidates(asked: Asked) -> Reply | None:
    """Return who stands for what the question asks about; for whatever it is, when it asks of elections
    only.
    """
    topics = asked.topics - content_words(asked.pack.word("of_elections"), asked.pack)
    for number, memory in asked.numbered():
        says = asked.says(memory)
        if says.sides and (says.words & topics or not topics):
            people = asked.pack.listed([_self_or(name.full, asked) for name in says.sides])
            return Reply((asked.say("candidates", people=people), _remembered(memory, asked)), (number,))
    return None


def about_event(asked: Asked) -> Reply | None:
    """Return whether something takes place or took place: what one knows of it."""
    found = asked.best(asked.topics, 1)
    fits = [each for each in found if each.fit >= min(2, len(asked.topics))]
    if not fits:
        return None
    return Reply(tuple(asked.quoted("event_yes", fits)), numbers(fits))


def about_guests(asked: Asked) -> Reply | None:
    """Return who comes to an occasion, as far as one was told."""
    names: dict[str, int] = {}
    for number, memory in asked.numbered():
        says = asked.says(memory)
        coming = says.occasion and says.who not in (None, says.host, asked.me.name)
        if coming and says.who is not None and says.relation == "plans":
            names.setdefault(says.who.full, number)
    if not names:
        return Reply((asked.say("guests_unknown"),)) if asked.topics else None
    return Reply((asked.say("guests", people=asked.pack.listed(list(names)[:6])),), tuple(names.values()))


def about_absence(asked: Asked) -> Reply:
    """Return why one was not somewhere: that one was, the reason one kept or gave, that one knew nothing of
    it, what one was bound to instead, or that one forgot.
    """
    knows = [(number, memory) for number, memory in asked.numbered() if _is_of_it(memory, asked)]
    return (
        _was_there(knows, asked)
        or _let_go(asked)
        or _declined(asked)
        or (None if knows else Reply((asked.say("absent_unknown"),)))
        or _was_bound(knows, asked)
        or Reply((asked.say("absent_forgot"),), (knows[0][0],))
    )


def _is_of_it(memory: Memory, asked: Asked) -> bool:
    """Return whether a memory speaks of the occasion asked about."""
    says = asked.says(memory)
    return bool(says.occasion and asked.topics & content_words(says.occasion, asked.pack))


def _was_there(knows: list[tuple[int, Memory]], asked: Asked) -> Reply | None:
    """That one did come, or gave it oneself."""
    for number, memory in asked.numbered():
        lived = memory.kind == "observation" and memory.about[:1] == (asked.prompt.persona.id,)
        touches = len(asked.topics & content_words(memory.text, asked.pack)) >= min(2, len(asked.topics))
        if lived and touches:
            return Reply((asked.say("was_there"), _remembered(memory, asked)), (number,))
    gave = [each for each in knows if asked.says(each[1]).host == asked.me.name]
    wrote = asked.pack.phrases.read_within("diary_was_there", asked.prompt.diary) is not None
    for number, memory in gave or (knows if wrote else []):
        return Reply((asked.say("was_there"), _remembered(memory, asked)), (number,))
    return None


def _let_go(asked: Asked) -> Reply | None:
    """Return the reason one kept when one let it go."""
    for number, memory in asked.numbered():
        let_go = asked.pack.phrases.read("skips", memory.text) if memory.kind == "plan" else None
        if let_go:
            return Reply((asked.say("absent_why", core=asked.own(let_go["why"])),), (number,))
    return None


def _was_bound(knows: list[tuple[int, Memory]], asked: Asked) -> Reply | None:
    """Return what else one was bound to at that hour."""
    calendar, prompt = asked.pack.calendar, asked.prompt
    for number, memory in knows:
        when = memory.when or calendar.read(memory.text, memory.minute, prompt.starts).minute(memory.minute)
        for other in prompt.engagements:
            same_hour = when is not None and other.when is not None and abs(other.when - when) < CLASH
            if same_hour and not _is_of_it(other, asked):
                return Reply((asked.say("absent_why", core=asked.own(other.text)),), (number,))
    return None


def _declined(asked: Asked) -> Reply | None:
    """Return the reason one gave when one was asked."""
    for number, memory in asked.numbered():
        found = asked.pack.patterns["said"].match(memory.text)
        if found and found["speaker"] == asked.me.name.full:
            given = asked.pack.phrases.read_within("decline", found["text"])
            if given:
                return Reply((asked.say("absent_why", core=asked.me.inside(given["reason"])),), (number,))
    return None


def unknown_name(asked: Asked) -> str:
    """Return a name in the question that occurs nowhere in what the agent knows."""
    prompt, persona = asked.prompt, asked.prompt.persona
    known = [prompt.town, persona.name, persona.home, persona.work, prompt.place, prompt.doing, prompt.diary]
    known += [persona.currently, *persona.seed, *persona.knows, *persona.traits]
    known += [person.name for person in prompt.people] + [memory.text for memory in prompt.recalled]
    known += [asked.me.name_of(person.agent).called for person in prompt.people]
    known += [memory.text for memory in prompt.engagements] + [room.path for room in prompt.rooms]
    known += [f"{step.room} {step.activity}" for step in prompt.plan]
    known += [f"{item.place} {item.activity}" for item in persona.routine]
    known += [answer for _, answer in prompt.earlier]
    everything = "\n".join(known).lower()
    for found in asked.pack.patterns["name"].finditer(asked.question):
        name = _without_lead(found[0].strip(), asked)
        if not name or name in asked.pack.words["no_names"] or _begins(found, asked.question):
            continue
        if not any(part.lower() in everything for part in name.split()) or (
            " " in name and name.lower() not in everything
        ):
            return name[:60]
    return ""


def _without_lead(name: str, asked: Asked) -> str:
    """`Should Bram` is Bram."""
    first, _, rest = name.partition(" ")
    return rest if rest and first in asked.pack.words["no_names"] else name


def _begins(found: re.Match[str], question: str) -> bool:
    """Return whether a single word has its capital letter only because a sentence begins with it."""
    before = question[: found.start()].rstrip()
    alone = question.strip().rstrip("?？.!") == found[0]
    return " " not in found[0] and not alone and (not before or before[-1] in ".!?:;。！？：；")


def _remembered(memory: Memory, asked: Asked) -> str:
    return asked.say("remember", core=asked.recount(memory))


def _self_or(name: str, asked: Asked) -> str:
    return asked.pack.grammar.first.object if name == asked.me.name.full else name
