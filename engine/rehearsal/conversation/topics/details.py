"""Details: when and where something is, and who said so."""

from __future__ import annotations

from engine.records import Memory
from engine.rehearsal.conversation.hearing import hear
from engine.rehearsal.conversation.talk import Talk
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.understand import Proposition


def has_details(text: str, pack: Pack) -> bool:
    """Return whether a text names a day or a time."""
    when = pack.calendar.read(text, 0)
    return when.day is not None or when.clock is not None


def tell_details(talk: Talk) -> tuple[str, int]:
    """Return the time and place of an occasion, as far as the speaker knows, and the number of the memory.

    The number is 0 if the speaker knows neither.
    """
    known = _told_by_me(talk)
    if known is None:
        return talk.say("no_detail"), 0
    number, memory, says = known
    when, where = when_words(says.text, memory, talk), where_words(says.text, talk)
    if not when and not where:
        return talk.say("no_detail", source=says.source.called if says.source else ""), 0
    frame = "detail" if when and where else "detail_when" if when else "detail_where"
    return talk.say(frame, when=when, place=where), number


def tell_source(talk: Talk) -> str:
    """Name the person from whom the speaker heard it."""
    known = _told_by_me(talk)
    if known is None or known[2].source is None:
        return talk.say("said_myself")
    return talk.say("who_said", source=known[2].source.called)


def when_words(text: str, memory: Memory, talk: Talk) -> str:
    """Return the day and time in a sentence as people say them, or an empty string."""
    calendar, starts = talk.pack.calendar, talk.prompt.starts
    when = calendar.read(text, memory.minute, starts)
    if when.day is None:
        return ""
    if when.clock is None:
        return calendar.spoken(calendar.on_day.format(day=when.day), talk.prompt.now, starts)
    return calendar.moment((when.day - 1) * 1440 + when.clock, talk.prompt.now, starts)


def where_words(text: str, talk: Talk) -> str:
    """Return the place in a sentence as written there, or an empty string."""
    found = talk.pack.patterns["where"].search(text)
    return found["where"].strip() if found else ""


def _told_by_me(talk: Talk) -> tuple[int, Memory, Proposition] | None:
    """Return the last memory that the speaker told here, with its number and meaning, or None."""
    for line in reversed(talk.mine):
        if line.tells and hear(line.text, talk.pack).told:
            for number, memory in talk.numbered():
                if memory.id == line.tells:
                    return number, memory, talk.understand(memory)
    return None
