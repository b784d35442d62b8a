"""Answers about people met, things heard and things that happened."""

from __future__ import annotations

from engine.clock import day_of
from engine.records import Memory
from engine.rehearsal.interview.bearing import matter_of, told_by
from engine.rehearsal.interview.everyday import WORTH_TELLING
from engine.rehearsal.interview.lookup.absence import quoted_line
from engine.rehearsal.interview.lookup.dealings import own_choice
from engine.rehearsal.interview.lookup.meetings import met_whom
from engine.rehearsal.interview.lookup.occasions import occasion_named, unheard_of
from engine.rehearsal.interview.lookup.time_asked import time_asked
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.interview.reflecting import concluded
from engine.rehearsal.opinion.towards import side_of
from engine.rehearsal.recollect import SUMMARIES, Found, is_most, is_second_hand, overlap
from engine.rehearsal.understand import alike, content_words

MOST_QUOTED = 2


def from_memory(asked: Asked) -> Reply | None:
    """Say what the agent remembers that has most words of the question, of whom it names; or return None."""
    words = matter_of(asked).words
    matches = [match for match in asked.best(words, MOST_QUOTED) if _has_most(words, match, asked)]
    if not matches:
        return None
    first, rest = asked.quoted("remember", matches[:1]), asked.quoted("also", matches[1:])
    return Reply((*first, *rest), numbers(matches))


def _has_most(words: frozenset[str], match: Found, asked: Asked) -> bool:
    """Tell whether a memory has most of some words, and is about somebody whom the question names, if any."""
    people = {person.agent for person in asked.named}
    of_them = not people or bool(people & {*match.memory.about})
    return of_them and is_most(overlap(words, match.memory.text, asked.pack), words, asked.pack)


def about_talk(asked: Asked) -> Reply | None:
    """Say what was talked about with a person the last time, or return None if no one is named."""
    if asked.person is None:
        return None
    told = told_by(asked) if asked.finds("ask_told") else []
    if told:
        parts = [*asked.quoted("bearing", told[:1]), *asked.quoted("also", told[1:MOST_QUOTED])]
        return Reply(tuple(parts), numbers(told[:MOST_QUOTED]))
    talks = [
        (memory.id, number, memory) for number, memory in asked.numbered()
        if memory.kind == "talk" and asked.person.agent in memory.about
        and any(asked.pack.phrases.read(frame, memory.text) for frame in SUMMARIES)
    ]  # fmt: skip
    time = time_asked(asked)
    then = [talk for talk in talks if time is not None and time.first <= talk[2].minute < time.last]
    talks = then or talks
    if talks and asked.finds("ask_told"):
        return _longest_line(asked) or Reply((asked.say("nothing_told"),), (max(talks)[1],))
    if talks:
        _, number, memory = max(talks)
        heard = told_by(asked)[:1] if asked.pack.phrases.read("summary_heard", memory.text) else []
        sentence = asked.quoted("bearing", heard) or [asked.say("talked_of", core=asked.recount_talk(memory))]
        return Reply(tuple(sentence), (number, *numbers(heard)))
    if asked.person.last_talk is None:
        return Reply((asked.say("not_talked"),), knows=False)
    latest = told_by(asked)[:1]
    return Reply(tuple(asked.quoted("remember", latest)) or (asked.say("talked_idly"),), numbers(latest))


def _longest_line(asked: Asked) -> Reply | None:
    """Quote the longest line that the agent remembers of a person's last day with it, or return None.

    A question about some matter is not answered with it.
    """
    name, matter = asked.me.name_of(asked.named[0].agent), matter_of(asked)
    lines = [
        (day_of(memory.minute), len(line["text"]), -number, quoted_line(line["text"], name, memory, asked))
        for number, memory in asked.numbered()
        if (line := asked.pack.patterns["said"].match(memory.text)) and line["speaker"] == name.full
    ]
    if not lines or matter.things or len(matter.people) > 1:
        return None
    _, _, number, sentence = max(lines)
    return Reply((sentence,), (-number,))


def says_of_what(memory: Memory, asked: Asked) -> bool:
    """Tell whether the summary of a talk says what was told in it, not only that it took place."""
    return asked.pack.phrases.read("summary_plain", memory.text) is None


def talked_with(asked: Asked) -> Reply:
    """Say whom the agent met at the time asked about and, if that is asked, what it remembers of it."""
    reply = met_whom(asked)
    if not asked.finds("ask_said") or not reply.knows:
        return reply
    today = day_of(asked.prompt.now)
    told = [
        Found(number, memory, memory.importance) for number, memory in asked.numbered()
        if memory.kind == "talk" and day_of(memory.minute) == today and not is_second_hand(memory, asked.pack)
        and asked.says(memory).source not in (None, asked.me.name)
    ]  # fmt: skip
    best = sorted(told, key=lambda match: (-match.fit, -match.memory.id))[:1]
    return Reply((*reply.parts, *asked.quoted("of_which", best)), numbers(best))


def about_news(asked: Asked) -> Reply:
    """Say what the agent was last told by somebody, or else what it saw last."""
    told = sorted(
        (
            (memory.id, number, memory) for number, memory in asked.numbered()
            if memory.kind == "talk" and (says := asked.says(memory)).source not in (None, asked.me.name)
            and asked.me.name not in (says.who, says.host)
        ),
        reverse=True,
    )  # fmt: skip
    latest = _all_different(told, asked)[:MOST_QUOTED] or _lived_lately(asked)
    parts = [
        asked.say("also" if parts else "news_is", core=asked.recount(memory))
        for parts, (_, _, memory) in enumerate(latest)
    ]
    if not parts:
        thought = concluded(asked) if asked.finds("ask_learnt") else None
        return thought or Reply((asked.say("no_news"),), knows=False)
    return Reply(tuple(parts), tuple(number for _, number, _ in latest))


def _all_different(told: list[tuple[int, int, Memory]], asked: Asked) -> list[tuple[int, int, Memory]]:
    """Return the rows without those that repeat an earlier one in other words."""
    different: list[tuple[int, int, Memory]] = []
    for match in told:
        words = asked.says(match[2]).words
        others = (asked.says(other[2]).words for other in different)
        if not any(alike(words, other) or alike(other, words) for other in others):
            different.append(match)
    return different


def _lived_lately(asked: Asked) -> list[tuple[int, int, Memory]]:
    """Return the latest observations that are worth mentioning."""
    seen = [
        (memory.id, number, memory) for number, memory in asked.numbered()
        if memory.kind == "observation" and memory.importance >= WORTH_TELLING
    ]  # fmt: skip
    return sorted(seen, reverse=True)[:MOST_QUOTED]


def about_candidates(asked: Asked) -> Reply | None:
    """Say who stands for what the question asks about, or return None.

    If it asks about elections only, any candidacy counts.
    """
    if asked.named and asked.finds("asks_whether"):  # which is about what one of them did
        return None
    topics = asked.topics - content_words(asked.pack.word("of_elections"), asked.pack)
    for number, memory in asked.numbered():
        says = asked.says(memory)
        if says.sides and (says.words & topics or not topics):
            people = asked.pack.listed([_self_or(name.full, asked) for name in says.sides])
            return Reply((asked.say("candidates", people=people), _remembered(memory, asked)), (number,))
    return None


def side(asked: Asked) -> Reply | None:
    """Say whose side the agent has taken, else who stands, or return None."""
    known = [asked.me.name_of(person.agent) for person in asked.prompt.people]
    taken = side_of(asked, [asked.me.name, *known])
    return taken[1] if taken is not None else own_choice(asked) or about_candidates(asked)


def about_event(asked: Asked) -> Reply | None:
    """Say whether something takes or took place, with what the agent knows of it, or return None."""
    matches = asked.best(asked.topics, 1)
    fits = [match for match in matches if match.fit >= min(2, len(asked.topics))]
    if not fits:
        return None
    return Reply(tuple(asked.quoted("event_yes", fits)), numbers(fits))


def about_guests(asked: Asked) -> Reply | None:
    """Say who comes to an occasion, as far as known, or that none is known; or return None."""
    if asked.finds("asks_past"):
        return unheard_of(asked)
    names: dict[str, int] = {}
    for number, memory in asked.numbered():
        says = asked.says(memory)
        coming = says.occasion and says.who not in (None, says.host, asked.me.name)
        if coming and says.who is not None and says.relation == "plans":
            names.setdefault(says.who.full, number)
    if not names and (occasion := occasion_named(asked)) is not None:
        goes = any(memory.when == occasion.when for memory in asked.prompt.engagements)
        return Reply((asked.say("guests_me" if goes else "guests_unknown"),), knows=goes)
    if not names:
        return unheard_of(asked) if asked.topics else None
    return Reply((asked.say("guests", people=asked.pack.listed(list(names)[:6])),), tuple(names.values()))


def _remembered(memory: Memory, asked: Asked) -> str:
    return asked.say("remember", core=asked.recount(memory))


def _self_or(name: str, asked: Asked) -> str:
    return asked.pack.grammar.first.object if name == asked.me.name.full else name
