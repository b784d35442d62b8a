"""Answers that account for something.

They say why the agent spoke to somebody, what it has promised, who would help it, what others say of
somebody, and of whom it has changed its mind.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.clock import day_of
from engine.records import Memory
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.interview.remembering import about_talk, says_of_what
from engine.rehearsal.opinion.reasons import about_closeness
from engine.rehearsal.recollect import Found, is_second_hand
from engine.rehearsal.reflection.thought import read_insight

_ASKED = (
    "kept_granted", "kept_deed_granted", "kept_put_off", "kept_deed_put_off", "kept_backing", "kept_support",
    "kept_refused", "kept_deed_refused", "kept_backing_no", "kept_support_no", "kept_backing_unsure",
    "kept_support_unsure", "kept_asked_known", "kept_asked_unknown", "kept_asked_not_said", "kept_forgiven",
)  # fmt: skip
_PROMISED = _ASKED[:4]
_HELPED = ("kept_granted", "kept_deed_granted")
_OF_SOMEBODY = (
    "insight_side", "insight_missed", "insight_came_round", "insight_went_back", "deep_good", "deep_bad",
    "deep_turns", "deep_neither",
)  # fmt: skip
_MOST = 2


def why_talked(asked: Asked) -> Reply | None:
    """Say what the agent had to ask or tell a person, or that they just met; None if no one is named."""
    if asked.person is None:
        return None
    me, other = asked.me.name.full, asked.me.name_of(asked.person.agent).full

    def put(memory: Memory) -> bool:
        return any(
            (found := asked.pack.phrases.read(frame, memory.text))
            and (found["asker"], found["who"]) == (me, other)
            for frame in _ASKED
        )

    def told(memory: Memory) -> bool:
        found = asked.pack.phrases.read("summary_told", memory.text)
        return found is not None and found["teller"] == me and other in found["hearer"]

    for frame, fits in (("why_asked", put), ("why_told", told)):
        for each in _latest(fits, asked)[:1]:
            core = asked.own(each.memory.text) if fits is put else asked.own(asked.says(each.memory).text)
            return Reply((asked.say(frame, core=core),), numbers([each]))
    of_what = about_talk(asked) or Reply(())
    if asked.person.last_talk is None:
        return of_what
    met = asked.say("why_met", other=asked.called(asked.person))
    cited = [memory for number, memory in asked.numbered() if number in of_what.because]
    idle = not all(says_of_what(memory, asked) for memory in cited)
    return Reply((met,) if idle else (met, *of_what.parts), of_what.because)


def promised(asked: Asked) -> Reply:
    """Say what the agent has promised, to a person if the question names one."""
    me = asked.me.name
    to = asked.person.agent if asked.person is not None else ""

    def gave_word(memory: Memory) -> bool:
        says = asked.says(memory)
        if to and to not in memory.about and asked.me.name_of(to).full not in memory.text:
            return False
        comes = memory.kind == "plan" and says.occasion and says.who == me and says.host not in (None, me)
        if comes:
            return bool(to) or (memory.when or asked.prompt.now) >= asked.prompt.now  # over, it binds nobody
        if memory.kind == "seed" and says.who == me and asked.pack.finds("gave_word", memory.text):
            return True
        return any(
            (found := asked.pack.phrases.read(frame, memory.text)) and found["who"] == me.full
            for frame in _PROMISED
        )

    given = _latest(gave_word, asked)
    ahead = [each for each in given if (each.memory.when or asked.prompt.now) >= asked.prompt.now]
    found = (ahead or given)[:_MOST]
    if not found:
        return Reply((asked.say("no_promise"),), yes=False, knows=False)
    parts = [*asked.quoted("my_word", found[:1]), *asked.quoted("also", found[1:])]
    return Reply(tuple(parts), numbers(found), yes=True)


def helper(asked: Asked) -> Reply:
    """Say who would help the agent and why: somebody who did so when asked, else the closest person."""
    me = asked.me.name.full

    def helped(memory: Memory) -> bool:
        return any(
            (found := asked.pack.phrases.read(frame, memory.text)) and found["asker"] == me
            for frame in _HELPED
        )

    for each in _latest(helped, asked)[:1]:
        who = next(
            found["who"] for frame in _HELPED if (found := asked.pack.phrases.read(frame, each.memory.text))
        )
        return Reply((asked.say("helps", other=who), *asked.quoted("why", [each])), numbers([each]))
    best = asked.closest()
    return about_closeness(best, "fond_choice", asked) if best else Reply((asked.say("no_one"),))


def said_of(asked: Asked) -> Reply | None:
    """Say what others have told the agent about a person, or return None if no one is named."""
    if asked.person is None:
        return None
    name = asked.me.name_of(asked.person.agent)

    def is_hearsay(memory: Memory) -> bool:
        says = asked.says(memory)
        return says.who == name and says.source not in (None, name, asked.me.name)

    found = _latest(is_hearsay, asked)[:_MOST]
    if not found:
        return Reply((asked.say("nothing_said_of", other=name.called),), knows=False)
    parts = [*asked.quoted("remember", found[:1]), *asked.quoted("also", found[1:])]
    return Reply(tuple(parts), numbers(found))


def changed_mind(asked: Asked) -> Reply:
    """Say what the agent has concluded about somebody lately, or that nothing has changed."""

    def of_somebody(memory: Memory) -> bool:
        others = set(memory.about) - {asked.prompt.persona.id}
        wanted = {asked.person.agent} if asked.person else others
        thought = memory.kind == "reflection" and bool(others & wanted)
        return thought and read_insight(memory.text, asked.pack, _OF_SOMEBODY) is not None

    found = _latest(of_somebody, asked)[:1]
    if not found:
        return Reply((asked.say("same_mind"),), yes=False, knows=False)
    return Reply(tuple(asked.quoted("come_to_think", found)), numbers(found), yes=True)


def why_fond(asked: Asked) -> Reply | None:
    """Say why the agent likes or trusts a person, or does not get on with them; None if no one is named."""
    if asked.person is None:
        return None
    return about_closeness(asked.person, "fond" if asked.person.closeness > 0 else "cool", asked)


def _latest(fits: Callable[[Memory], bool], asked: Asked) -> list[Found]:
    """Return the memories that fit, no text twice, the latest first; of the day named, if there is one."""
    day = asked.when.day
    found: dict[str, Found] = {}
    for number, memory in asked.numbered():
        of_it = day is None or day_of(memory.minute) == day or memory.kind == "reflection"
        if of_it and not is_second_hand(memory, asked.pack) and fits(memory):
            found[memory.text] = Found(number, memory, memory.importance)
    return sorted(found.values(), key=lambda each: -each.memory.id)
