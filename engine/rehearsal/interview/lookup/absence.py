"""Answers to why somebody was not at an occasion."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.clock import DAY
from engine.records import Memory, Name
from engine.rehearsal.conversation.hearing import ACCEPTING, DECLINING, hear
from engine.rehearsal.interview.lookup.occasions import Occasion, occasion_named, stayed_away, to_come
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.recollect import Found, is_second_hand
from engine.rehearsal.understand import content_words

_SENTENCE_ENDS = re.compile(r"[.!?。！？]")
_CLASH = 60
_DECLINED_WITHIN = 2 * DAY
_WITH_A_REASON = ("decline", "coming_no")


def about_absence(asked: Asked) -> Reply:
    """Say why the agent, or a person named, was not at an occasion.

    It may be that it was there, gave it up or declined for a reason, knew nothing of it, had something else
    to attend, or forgot.
    """
    of_whole = asked.pack.finds("asks_oneself", asked.whole) and not asked.pack.finds("asks_who", asked.whole)
    if asked.person is not None or not (asked.finds("asks_oneself") or of_whole):
        return _of_another(asked) if asked.person is not None else _of_those_who_stayed_away(asked)
    knows = [(number, memory) for number, memory in asked.numbered() if _is_of_it(memory, asked)]
    return (
        _was_there(asked)
        or _let_go(asked)
        or _declined(asked.me.name, occasion_named(asked), asked)
        or (None if knows else Reply((asked.say("absent_unknown"),), knows=False))
        or _was_bound(knows, asked)
        or Reply((asked.say("absent_forgot"),), (knows[0][0],))
    )


def _is_of_it(memory: Memory, asked: Asked) -> bool:
    """Tell whether a memory speaks of the occasion asked about."""
    says = asked.says(memory)
    return bool(says.occasion and asked.topics & content_words(says.occasion, asked.pack))


def _let_go(asked: Asked) -> Reply | None:
    """Give the reason that the agent noted for giving up an engagement, or return None."""
    for number, memory in asked.numbered():
        let_go = asked.pack.phrases.read("skips", memory.text) if memory.kind == "plan" else None
        if let_go and asked.topics & content_words(memory.text, asked.pack):
            return Reply((asked.say("absent_why", core=asked.own(let_go["why"])),), (number,))
    return None


def _was_bound(knows: list[tuple[int, Memory]], asked: Asked) -> Reply | None:
    """Say which other engagement the agent had at that hour, or return None."""
    calendar, prompt = asked.pack.calendar, asked.prompt
    for number, memory in knows:
        when = memory.when or calendar.read(memory.text, memory.minute, prompt.starts).minute(memory.minute)
        for other in prompt.engagements:
            same_hour = when is not None and other.when is not None and abs(other.when - when) < _CLASH
            if same_hour and not _is_of_it(other, asked):
                return Reply((asked.say("absent_why", core=asked.own(other.text)),), (number,))
    return None


def _declined(name: Name, occasion: Occasion | None, asked: Asked) -> Reply | None:
    """Give the reason that a person gave for declining an occasion, in their own words, or return None.

    It is what they said in the last days before the occasion.
    """
    for number, memory, line in _lines_of(name, occasion, asked):
        given = (asked.pack.phrases.read_within(frame, line) for frame in _WITH_A_REASON)
        if gaps := next(filter(None, given), None):
            reason = _to_the_end_of_the_sentence(gaps["reason"], line)
            if name == asked.me.name:
                core = asked.me.inside(asked.retold(reason, memory.minute))
                return Reply((asked.say("absent_why", core=core),), (number,))
            return Reply((quoted_line(reason, name, memory, asked),), (number,))
    return None


def quoted_line(line: str, name: Name, memory: Memory, asked: Asked) -> str:
    """Say when a person said something, in the words of that time."""
    return asked.say("they_said", other=name.called, when=asked.ago(memory.minute), line=line)


def agreed_to_come(name: Name, occasion: Occasion | None, asked: Asked) -> Reply | None:
    """Say whether a person, or the agent, agreed to come to an occasion, or to any; None if neither."""
    for number, memory in asked.known():
        says = asked.says(memory)
        means_to = memory.kind in ("plan", "talk") and bool(memory.evidence) and says.relation == "plans"
        of_it = bool(says.occasion) and (occasion is None or says.occasion == occasion.name(asked))
        if means_to and says.who == name != says.host and of_it:
            sentence = asked.say("yes_it_is", core=asked.recount(memory))
            return Reply((sentence,), tuple(filter(None, (number,))), yes=True)
    other = asked.pack.grammar.first.subject if name == asked.me.name else name.called
    for number, _, line in _lines_of(name, occasion, asked):
        heard = hear(line, asked.pack)
        if heard.does(ACCEPTING):
            return Reply((asked.say("gave_word_so", other=other),), (number,), yes=True)
        if heard.does(DECLINING):
            return Reply((asked.say("gave_no_word", other=other),), (number,), yes=False)
    return None


def _lines_of(name: Name, occasion: Occasion | None, asked: Asked) -> Iterator[tuple[int, Memory, str]]:
    """Yield what a person said in the last days before an occasion, or before now, the latest first."""
    until = occasion.when if occasion is not None else asked.prompt.now
    for number, memory in sorted(asked.numbered(), key=lambda numbered: -numbered[1].id):
        lately = until - _DECLINED_WITHIN <= memory.minute < until
        line = asked.pack.patterns["said"].match(memory.text) if lately else None
        if line and line["speaker"] == name.full:
            yield number, memory, line["text"]


def _to_the_end_of_the_sentence(words: str, text: str) -> str:
    """Return some words of a text with what follows them in their sentence."""
    return _SENTENCE_ENDS.split(text[text.find(words) :], maxsplit=1)[0]


def _was_there(asked: Asked) -> Reply | None:
    """Say that the agent was at the occasion, or that it is still to come; or return None."""
    occasion = occasion_named(asked)
    if occasion is None:
        return None
    if occasion.when > asked.prompt.now:
        return to_come(occasion, asked) if asked.finds("asks_past") else None
    return Reply((asked.say("was_there"),), yes=True) if occasion.met(asked) else None


def _of_those_who_stayed_away(asked: Asked) -> Reply:
    """Say which reasons the people gave who did not come to an occasion, or that none is known."""
    occasion = occasion_named(asked)
    there = occasion is not None and occasion.met(asked)
    people = stayed_away(occasion, asked) if occasion is not None and there else []
    replies = (_declined(asked.me.name_of(agent), occasion, asked) for agent in people)
    given = [reply for reply in replies if reply is not None]
    if not given:
        return Reply((asked.say("why_not_told"),), knows=False)
    parts = tuple(part for reply in given for part in reply.parts)
    return Reply(parts, tuple(number for reply in given for number in reply.because))


def _of_another(asked: Asked) -> Reply:
    """Say what the agent remembers of a person's part in an occasion, or that it was not told why."""
    other = asked.me.name_of(asked.person.agent) if asked.person is not None else asked.me.name
    if (given := _declined(other, occasion_named(asked), asked)) is not None:
        return given
    matches = [
        Found(number, memory, memory.importance) for number, memory in asked.numbered()
        if _is_of_it(memory, asked) and other.full in memory.text and not is_second_hand(memory, asked.pack)
    ]  # fmt: skip
    best = sorted(matches, key=lambda match: (match.memory.kind != "seed", -match.fit, match.number))[:1]
    return Reply((asked.say("why_not_told"), *asked.quoted("bearing", best)), numbers(best), knows=False)
