"""News: which memory to pass on, how it is said, and how a hearer keeps it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from engine.clock import day_of
from engine.models.rehearsal.grammar import first_person, low, short_name, third_person
from engine.models.rehearsal.mind import called
from engine.models.rehearsal.pack import Pack
from engine.models.rehearsal.text import bare, capital, tidy, words_of
from engine.models.rehearsal.when import dated, read_when, spoken
from engine.prompts.questions import Speak
from engine.records import AgentId, Memory

MOST_TOLD = 220
WORTH_TELLING = 5
WORTH_TELLING_OF_A_SEED = 6
LET_IN_ON_SECRETS = 0.8
SLIPS_FROM = 0.5
SLIPS_BELOW = 0.15
ALIKE = 0.7
TELLING = ("tell", "tell_quiet", "tell_more")
TAILS = ("invite_tail", "heard_tail", "answer_back", "ask_day")


@dataclass(frozen=True, slots=True)
class News:
    """A memory that can be told: its number, what it states in the third person, whom it was heard from."""

    number: int
    memory: Memory
    core: str
    source: str
    worth: float
    guarded: bool = False


def news_for(prompt: Speak, pack: Pack, slip: float = 1.0) -> News | None:
    """The most salient memory that none of the hearers was told, or has it from, or is the subject of.

    A secret is told only to the closest; `slip` below a threshold lets it slip out to a friend.
    """
    known = [content_words(text, pack) for text in _known_to_hearers(prompt, pack)]
    own = [*prompt.persona.seed[:40], *(row.text for row in prompt.recalled)]
    secrets = [content_words(text, pack) for text in own if pack.finds("private", text)]
    closeness = min((person.closeness for person in prompt.people), default=0.0)
    trusted = closeness >= LET_IN_ON_SECRETS or (closeness >= SLIPS_FROM and slip < SLIPS_BELOW)
    found: list[News] = []
    for number, memory in enumerate(prompt.recalled[:200], start=1):
        if not _may_tell(memory, prompt, pack):
            continue
        news = _news(number, memory, prompt, pack, secrets)
        words = content_words(news.core, pack)
        if (trusted or not news.guarded) and not any(alike(words, other) for other in known):
            found.append(news)
    return max(found, key=lambda news: (news.worth, news.memory.id), default=None)


def told(news: News, prompt: Speak, pack: Pack, draw: Random, lead: str) -> str:
    """The news in the teller's own mouth."""
    core = first_person(spoken(bare(news.core), prompt.now, pack), called(prompt.persona), pack.grammar)
    if news.source:
        if core.startswith(news.source):
            core = short_name(news.source) + core[len(news.source) :]
        core = pack.say(draw, "tell_heard", source=news.source, core=low(core, pack.grammar))
    return lead + (capital(core) if lead.rstrip()[-1:] in ".?!" else low(core, pack.grammar))


def statement(text: str, pack: Pack) -> tuple[str, str]:
    """What a memory says at bottom, and whom it was heard from (empty: nobody)."""
    return _statement(pack.patterns["told"], pack.patterns["passed_on"], text)


def told_part(line: str, pack: Pack) -> str:
    """The part of a line that tells something: what follows a telling phrase, up to a closing question."""
    small = line.lower()
    for frame in TELLING:
        for lead in pack.phrases[frame]:
            at = small.find(lead.lower())
            if at >= 0:
                return _without_tail(line[at + len(lead) :].strip(), pack)
    return ""


def kept(line: str, speaker: str, hearer: str, now: int, names: Iterable[str], pack: Pack) -> str:
    """A told line as the hearer keeps it: `Isabel Moreno told Tomas Lind that …`."""
    part = dated(told_part(line, pack) or _without_tail(line, pack), now, pack)
    heard = pack.patterns["told_me"].match(part)
    core = third_person(heard["core"] if heard else part, speaker, hearer, pack.grammar)
    core = low(bare(in_full(core, tuple(names))), pack.grammar)
    if heard:
        source = heard["source"].strip()
        core = pack.phrases["passed_on"][0].format(speaker=speaker, source=source, core=core)
    return tidy(pack.phrases["learned"][0].format(speaker=speaker, hearer=hearer, core=core[:300]))


def in_full(text: str, names: tuple[str, ...]) -> str:
    """First names that only one person has, written as full names."""
    full = _first_names(names)
    return full[0].sub(lambda found: full[1][found[0]], text) if full else text


def content_words(text: str, pack: Pack) -> frozenset[str]:
    """What a text is about: its longer words without the small ones."""
    return _content_words(text, pack.words["stop"])


def alike(words: frozenset[str], other: frozenset[str]) -> bool:
    """Whether the first text is mostly contained in the second."""
    return bool(words) and len(words & other) >= ALIKE * len(words)


@lru_cache(maxsize=16_384)
def _content_words(text: str, stop: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words_of(text) if len(word) > 3 and word not in stop)


@lru_cache(maxsize=16_384)
def _statement(told_by: re.Pattern[str], passed_on: re.Pattern[str], text: str) -> tuple[str, str]:
    found = told_by.match(text)
    if not found:
        return bare(text), ""
    passed = passed_on.match(found["core"])
    return bare(passed["core"] if passed else found["core"]), found["source"]


@lru_cache(maxsize=64)
def _first_names(names: tuple[str, ...]) -> tuple[re.Pattern[str], Mapping[str, str]] | None:
    names = tuple(name for name in names if len(name) <= 60 and len(name.split()) > 1)
    count = Counter(short_name(name) for name in names)
    full = {short_name(name): name for name in names if count[short_name(name)] == 1}
    if not full:
        return None
    rows = [
        rf"{re.escape(first)}(?!\w|\s+{re.escape(name.split(maxsplit=1)[1])})" for first, name in full.items()
    ]
    return re.compile(rf"(?<!\w)(?:{'|'.join(rows)})"), full


def _without_tail(text: str, pack: Pack) -> str:
    for frame in TAILS:
        for tail in pack.phrases[frame]:
            if text.endswith(tail):
                return text[: -len(tail)].strip()
    return text


def _known_to_hearers(prompt: Speak, pack: Pack) -> list[str]:
    """What was said here already, what the hearers were told before, and what they themselves told."""
    hearers: set[AgentId] = {person.agent for person in prompt.people}
    names = {person.name for person in prompt.people}
    said = [line.text for line in prompt.lines]
    for memory in prompt.recalled:
        if (
            any((memory.id, agent) in prompt.told for agent in hearers)
            or statement(memory.text, pack)[1] in names
        ):
            said.append(memory.text)
    return said


def _may_tell(memory: Memory, prompt: Speak, pack: Pack) -> bool:
    if any((memory.id, person.agent) in prompt.told for person in prompt.people):
        return False
    if memory.when is not None and memory.when <= prompt.now:
        return False
    if not _is_news(memory, prompt, pack) or pack.finds("private", memory.text):
        return False
    return not any(person.name and person.name in memory.text for person in prompt.people)


def _is_news(memory: Memory, prompt: Speak, pack: Pack) -> bool:
    """What was heard or resolved or stands out is news; what somebody always was or does daily is not."""
    if memory.importance < WORTH_TELLING or pack.finds("summary", memory.text):
        return False
    match memory.kind:
        case "plan":
            return bool(memory.evidence) and not pack.finds("promise", memory.text)
        case "seed":
            return memory.importance >= WORTH_TELLING_OF_A_SEED
        case "observation":
            return pack.has("alarm", memory.text) or pack.has("dire", memory.text)
        case "talk":
            core, source = statement(memory.text, pack)
            when = read_when(core, memory.minute, pack).minute(memory.minute)
            return bool(source) and (when is None or when > prompt.now)
        case _:
            return False


def _news(number: int, memory: Memory, prompt: Speak, pack: Pack, secrets: list[frozenset[str]]) -> News:
    core, source = statement(tidy(memory.text, 380), pack)
    worth = memory.importance + (3.0 if memory.when is not None else 0.0) + (1.0 if source else 0.0)
    if day_of(memory.minute) == day_of(prompt.now):
        worth += 1
    people = [prompt.persona.name, *(person.name for person in prompt.people), *prompt.names.values()]
    names = {word for name in people for word in words_of(name[:100])}
    words = content_words(core, pack) - names
    public = pack.has("host", core) or pack.has("public", core)
    guarded = not public and any(words & secret for secret in secrets)
    return News(
        number,
        memory,
        tidy(core, MOST_TOLD),
        source if source != called(prompt.persona) else "",
        worth,
        guarded,
    )
