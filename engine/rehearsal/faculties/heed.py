"""A whisper, heard as the agent's own inner voice, becomes a resolution."""

from __future__ import annotations

import re
from random import Random

from engine.clock import clock_words, day_of
from engine.language.phrases import phrases
from engine.language.times.told_time import next_minute, told_time
from engine.prompts.questions import Heed
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import bare, tidy
from engine.rehearsal.language.third_person import in_third_person, own_deed
from engine.rehearsal.mind import Answer, paths_of, place_in
from engine.rehearsal.speaker import Speaker, speaker_of

LONGEST_WHISPER = 260
_FIRST_SIGNS = 2  # of a deed, in a script without spaces
_SENTENCE_END = re.compile(r"[.!?。！？]")
MATTERS, PASSES = 8, 2


def heed(prompt: Heed, pack: Pack, draw: Random) -> Answer:
    """Return the resolution in the agent's own words, with an engagement if the whisper names a time."""
    me = speaker_of(prompt, pack, draw)
    heard = phrases(pack.language).read("whispered", prompt.whisper)
    whisper = bare(tidy(heard["text"] if heard else prompt.whisper, LONGEST_WHISPER))
    if prompt.deeds == ():  # nothing that anybody could do: it crosses one's mind, and that is all
        crossed = me.say("resolve_plain", name=me.name.full, what=me.inside(whisper) or "…")
        return {"resolve": me.sentence(crossed), "importance": PASSES}
    resolve = me.sentence(_resolve(whisper, me))
    answer: Answer = {"resolve": resolve, "importance": MATTERS}
    when = next_minute(told_time(whisper, pack.language, prompt.now, prompt.starts), prompt.now)
    if when is not None and day_of(when) <= 9_999:
        place = place_in(whisper, paths_of(prompt, prompt.rooms))
        time = clock_words(when)
        answer["engagement"] = {"text": resolve, "day": day_of(when), "time": time, "place": place}
    return answer


def _resolve(whisper: str, me: Speaker[Heed]) -> str:
    said = me.pack.calendar.dated(whisper, me.now, me.prompt.starts) or "…"
    for frame, lead in (("resolve_not", "whisper_not"), ("resolve", "whisper_lead")):
        what, found = me.pack.patterns[lead].subn("", said, count=1)
        own = _own(what, me) if found else ""
        if own:
            return me.say(frame, name=me.name.full, what=own)
    order = _own(me.inside(said[:1].lower() + said[1:]), me) if _is_order(said, me) else ""
    if order:
        return me.say("resolve", name=me.name.full, what=order)
    return me.say("resolve_plain", name=me.name.full, what=me.inside(_told(said, me)) or "…")


def _is_order(said: str, me: Speaker[Heed]) -> bool:
    """Return whether a whisper begins with an imperative verb."""
    orders = me.pack.words["imperatives"]
    first = said.partition(" ")[0].lower()
    return (first in orders.spaced or said.startswith(orders.unspaced)) and _asks_at_once(said, me)


def _asks_at_once(said: str, me: Speaker[Heed]) -> bool:
    """Return whether the first sentence has a deed that was read from the whisper, if any were.

    What looks like an imperative may only be part of what is told.
    """
    first = _SENTENCE_END.split(said, maxsplit=1)[0].lower()
    begins = (deed.split(" ")[0][:_FIRST_SIGNS] if not me.pack.grammar.spaced else deed.split(" ")[0]
              for deed in me.prompt.deeds or ())  # fmt: skip
    return not me.prompt.deeds or any(begin.lower() in first for begin in begins)


def _own(what: str, me: Speaker[Heed]) -> str:
    """Return an instruction with `your` turned into `her` or `his`."""
    return bare(own_deed(what, me.name, me.pack.grammar))


def _told(said: str, me: Speaker[Heed]) -> str:
    """Return the words of an inner voice as told about the agent, whether it says `I` or `you`."""
    return bare(in_third_person(said, me.name, me.name, me.everybody, me.pack.grammar))
