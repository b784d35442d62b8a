"""A whisper, heard as one's own inner voice, becomes a resolve."""

from __future__ import annotations

from random import Random

from engine.clock import day_of
from engine.models.rehearsal.grammar import low, third_person
from engine.models.rehearsal.mind import Answer, called, paths_of, place_in
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.text import bare, sentence, tidy
from engine.models.rehearsal.when import clock_of, dated, read_when
from engine.prompts.questions import Heed


def heed(prompt: Heed, pack: Pack, draw: Random) -> Answer:
    """The resolve in the agent's own words, and the engagement when the whisper says when."""
    resolve = sentence(_resolve(prompt, pack, draw))
    answer: Answer = {"resolve": resolve, "importance": 8}
    when = read_when(prompt.whisper[:2_000], prompt.now, pack).minute(prompt.now)
    if when is not None and when > prompt.now and day_of(when) <= 9_999:
        place = place_in(prompt.whisper[:2_000], paths_of(prompt, prompt.rooms))
        answer["engagement"] = {"text": resolve, "day": day_of(when), "time": clock_of(when), "place": place}
    return answer


def _resolve(prompt: Heed, pack: Pack, draw: Random) -> str:
    name = called(prompt.persona)
    said = dated(bare(tidy(prompt.whisper, 260)), prompt.now, pack) or "…"
    for frame, lead in (("resolve_not", "whisper_not"), ("resolve", "whisper_lead")):
        what, found = pack.patterns[lead].subn("", said, count=1)
        if found and what:
            return pack.say(draw, frame, name=name, what=_own(what, name, pack))
    first = said.partition(" ")[0].lower()
    if first in pack.words["imperatives"]:
        return pack.say(
            draw, "resolve", name=name, what=_own(low(said[:1].lower() + said[1:], pack.grammar), name, pack)
        )
    return pack.say(draw, "resolve_plain", name=name, what=bare(third_person(said, name, name, pack.grammar)))


def _own(what: str, name: str, pack: Pack) -> str:
    """The instruction with `your` turned into `their`."""
    after = third_person(f"{name} {what}", name, name, pack.grammar)
    return bare(after[len(name) + 1 :])
