"""Granting: plans for favours that were asked for and granted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.clock import DAY, clock_words, day_of, minute_at
from engine.language.times.told_time import next_minute, told_time
from engine.prompts.questions import TakeAway
from engine.records import Line, Name, Path
from engine.rehearsal.conversation.hearing import gaps_at_end
from engine.rehearsal.conversation.settling import Settled, settled
from engine.rehearsal.language.text import bare, tidy, words_of
from engine.rehearsal.language.third_person import in_third_person
from engine.rehearsal.mind import Answer, last_part, paths_of, place_in
from engine.rehearsal.speaker import Speaker

_GRANTED = ("grant_deed", "put_off")
_SOON, _EVENING, _MORNING = 45, 19 * 60, 10 * 60


def granted(lines: Sequence[Line], me: Speaker[TakeAway]) -> Iterator[Answer]:
    """Yield the plans that follow for `me` from granted favours.

    The agent that granted a favour does it, and the asker joins in if it is for two. A favour that names no
    hour, no place and nobody to do it with makes no plan.
    """
    for each in settled(lines, me):
        mine = me.prompt.persona.id in (each.asker, each.who)
        if mine and each.put == "ask_deed" and each.answer in _GRANTED:
            yield from _planned(each, lines[each.number - 1], me)


def _planned(each: Settled, line: Line, me: Speaker[TakeAway]) -> Iterator[Answer]:
    asker, who = me.name_of(each.asker), me.name_of(each.who)
    what = bare(gaps_at_end(line.text, "ask_deed", me.pack).get("what", ""))
    for_two = me.pack.finds("deed_for_two", what)
    when = next_minute(told_time(what, me.pack.language, line.minute, me.prompt.starts), me.now)
    place = place_in(what, paths_of(me.prompt))
    asked_by_me = each.asker == me.prompt.persona.id
    if not what or not (when or place or for_two) or (asked_by_me and not for_two):
        return
    calendar = me.pack.calendar
    deed = me.everybody.in_full(in_third_person(what, asker, who, me.everybody, me.pack.grammar))
    deed = bare(calendar.without(calendar.dated(deed, line.minute, me.prompt.starts)))
    if asked_by_me:
        deed = _for_the_asker(deed, asker, who, me)
    text = me.sentence(me.say("resolve", name=me.name.full, what=tidy(deed, 200)))
    begins = when if when is not None else _soon(me.now, another_day=each.answer == "put_off")
    place = place or _with_thing(what, me) or me.prompt.place
    yield {"text": text, "day": min(9_999, day_of(begins)), "time": clock_words(begins % DAY), "place": place}


def _for_the_asker(deed: str, asker: Name, who: Name, me: Speaker[TakeAway]) -> str:
    """Return the asker's part in a deed that the other was asked to do with them."""
    hand = me.pack.patterns["deed_hand"].match(deed)
    if hand and hand["what"].strip():
        return me.say("sees_to", what=hand["what"].strip())
    return re.sub(re.escape(asker.full), lambda _: who.full, deed)


def _soon(now: int, *, another_day: bool) -> int:
    """Return the minute for a deed without an hour: before long, or tomorrow morning."""
    soon = now + _SOON
    return soon if soon % DAY < _EVENING and not another_day else minute_at(day_of(now) + 1, _MORNING)


def _with_thing(what: str, me: Speaker[TakeAway]) -> Path:
    """Return the room whose name has a word in common with a deed, or an empty path."""
    words = frozenset(words_of(what)).difference(me.pack.words["stop"].spaced)
    named = (path for path in paths_of(me.prompt) if words & frozenset(words_of(last_part(path))))
    return next(named, "")
