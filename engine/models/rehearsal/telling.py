"""News: which memory to pass on, how it is said, and how a hearer keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.models.rehearsal.grammar import first_person, low, third_person
from engine.models.rehearsal.mind import called
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.text import bare, capital, tidy, words_of
from engine.models.rehearsal.when import dated, spoken
from engine.prompts.questions import Speak
from engine.records import Memory

MOST_TOLD = 220
WORTH_TELLING = 5


@dataclass(frozen=True, slots=True)
class News:
    """A memory that can be told: its number, its statement in the third person, and whom it was heard from."""

    number: int
    memory: Memory
    core: str
    source: str
    worth: float


def news_for(prompt: Speak, pack: Pack) -> News | None:
    """The most salient memory that none of the hearers was told, or has it from, or is the subject of."""
    found = [
        _news(number, memory, prompt, pack) for number, memory in enumerate(prompt.recalled, start=1)
        if number <= 200 and _may_tell(memory, prompt, pack)
    ]  # fmt: skip
    tellable = [news for news in found if not _said_already(news, prompt)]
    return max(tellable, key=lambda news: (news.worth, news.memory.id), default=None)


def told(news: News, prompt: Speak, pack: Pack, draw: Random, lead: str) -> str:
    """The news in the teller's own mouth."""
    core = first_person(spoken(bare(news.core), prompt.now, pack), called(prompt.persona), pack.grammar)
    if news.source:
        core = pack.say(draw, "tell_heard", source=news.source, core=low(core, pack.grammar))
    return lead + (capital(core) if lead.rstrip()[-1:] in ".?!" else low(core, pack.grammar))


def statement(text: str, pack: Pack) -> tuple[str, str]:
    """What a memory says at bottom, and whom it was heard from (empty: nobody)."""
    found = pack.patterns["told"].match(text)
    if not found:
        return bare(text), ""
    source, core = found["source"], found["core"]
    passed = pack.patterns["passed_on"].match(core)
    return (bare(passed["core"]) if passed else bare(core)), source


def told_part(line: str, pack: Pack) -> str:
    """The part of a line that tells something: what follows a telling phrase, without the questions after it."""
    lowered = line.lower()
    for frame in ("tell", "tell_quiet", "tell_more"):
        for lead in pack.phrases[frame]:
            at = lowered.find(lead.lower())
            if at >= 0:
                return _without_tail(line[at + len(lead) :].strip(), pack)
    return ""


def kept(line: str, speaker: str, hearer: str, now: int, pack: Pack) -> str:
    """A told line as the hearer keeps it: `Isabel Moreno told Tomas Lind that …`."""
    part = dated(told_part(line, pack) or _without_tail(line, pack), now, pack)
    heard = pack.patterns["told_me"].match(part)
    core = heard["core"] if heard else part
    core = low(bare(third_person(core, speaker, hearer, pack.grammar)), pack.grammar)
    if heard:
        source = heard["source"].strip()
        core = pack.phrases["passed_on"][0].format(speaker=speaker, source=source, core=core)
    said = pack.phrases["learned"][0].format(speaker=speaker, hearer=hearer, core=core[:300])
    return tidy(said)


def _without_tail(text: str, pack: Pack) -> str:
    for frame in ("invite_tail", "heard_tail", "answer_back", "ask_day"):
        for tail in pack.phrases[frame]:
            if text.endswith(tail):
                return text[: -len(tail)].strip()
    return text


def _may_tell(memory: Memory, prompt: Speak, pack: Pack) -> bool:
    hearers = {person.agent for person in prompt.people}
    if any((memory.id, agent) in prompt.told for agent in hearers):
        return False
    if memory.kind in ("reflection", "plan") and memory.when is None:
        return False
    if memory.when is not None and memory.when <= prompt.now:
        return False
    if memory.when is None and (memory.importance < WORTH_TELLING or not _is_news(memory, pack)):
        return False
    if (
        pack.has("secret", memory.text)
        and min((person.closeness for person in prompt.people), default=0) < 0.6
    ):
        return False
    return not any(
        person.name and (person.name in memory.text or person.agent in memory.about and memory.kind == "talk")
        for person in prompt.people
    )


def _is_news(memory: Memory, pack: Pack) -> bool:
    """What happened or was heard is news; who somebody has always been is not, unless it is big."""
    if memory.kind in ("whisper", "observation") or pack.patterns["told"].match(memory.text):
        return True
    return any(pack.has(name, memory.text) for name in ("dire", "alarm", "big", "secret"))


def _news(number: int, memory: Memory, prompt: Speak, pack: Pack) -> News:
    core, source = statement(tidy(memory.text, 380), pack)
    worth = memory.importance + (3 if memory.when is not None else 0) + (1 if source else 0)
    if memory.minute // 1440 == prompt.now // 1440:
        worth += 1
    return News(
        number, memory, tidy(core, MOST_TOLD), source if source != called(prompt.persona) else "", worth
    )


def _said_already(news: News, prompt: Speak) -> bool:
    """Whether somebody in this conversation has just said the same thing, in whatever person."""
    words = {word for word in words_of(news.core) if len(word) > 3}
    for line in prompt.lines:
        said = set(words_of(line.text))
        if words and len(words & said) >= 0.7 * len(words):
            return True
    return False
