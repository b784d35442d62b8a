"""Telling: which memories are news to the hearers, how they are passed on, and what is distorted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.clock import DAY, day_of
from engine.language.phrases import phrases
from engine.practices.conduct import COMES_EARLY
from engine.prompts.prompt import Prompt, once
from engine.prompts.questions import React, Speak
from engine.records import Memory
from engine.rehearsal.aims import is_ones_own_business, keeps_from
from engine.rehearsal.conversation.hearing import STANDING, hear
from engine.rehearsal.conversation.household import at_home_words, is_known_at_home
from engine.rehearsal.conversation.talk import Talk
from engine.rehearsal.conversation.topics.details import when_words
from engine.rehearsal.conversation.topics.distortion import distorted
from engine.rehearsal.conversation.topics.inviting import is_guest, occasions
from engine.rehearsal.language.names import Everybody
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import tidy
from engine.rehearsal.recollect import choice_in, is_resolve, is_worth_telling, trouble_in
from engine.rehearsal.speaker import Speaker, at_place, renamed
from engine.rehearsal.understand import Proposition, alike, clauses, understand

WORTH_TELLING = 5
WORN, KNOWN_TO = 3, 2  # people told, or known to know it, from which on no talk is begun with it
WORTH_TELLING_OF_A_SEED = 6
STAYS_NEWS = 2 * DAY
CONFIDES = ((0.8, 0.3), (0.5, 0.08))  # from which closeness on a secret is let out, and how often
HEADLINE_ONLY = 0.35
NAMES_THE_SOURCE = 0.6
MOST_TOLD = 230
NEWS_WORDS = 0.7
EAGERNESS, WEARIES = 0.6, 0.45
OF_ONESELF = 0.1
NOT_THEIRS = 0.2  # an invitation is for its host to make
BY_THEN = 17 * 60  # the hour by which something without one has begun
_TALKS = 16  # that lines are being found for just now, in whatever thread


@dataclass(frozen=True, slots=True)
class News:
    """A memory that can be told: its number, its meaning, and how much it is worth telling."""

    number: int
    memory: Memory
    says: Proposition
    worth: float


def news_of(talk: Talk) -> list[News]:
    """Return the news for the hearers, the most worth telling first.

    News is what none of them was told by the speaker, or told the speaker, or is the subject of. A secret is
    told only to the closest, and rarely.
    """
    confides = _confides(talk)
    found = [news for news, guarded in _tellable(talk) if confides or not guarded]
    return [_as_well_known(news, found) for news in found]


@lru_cache(maxsize=_TALKS)
def _tellable(talk: Talk) -> tuple[tuple[News, bool], ...]:
    """Return the news that can be told, the most worth telling first, each with whether it is a secret."""
    known = _known_here(talk)
    secrets = [each for each in _own_knowledge(talk) if each.private]
    found: list[tuple[News, bool]] = []
    for number, memory in talk.numbered():
        says = talk.understand(memory)
        if _may_tell(memory, says, talk) and not any(_same(says, other) for other in known):
            guarded = says.private or any(_same(says, secret) for secret in secrets)
            found.append((News(number, memory, says, _worth(memory, says, talk)), guarded))
    return tuple(sorted(found, key=lambda each: (-each[0].worth, -each[0].memory.id)))


def is_stale(memory: Memory, speaker: Speaker[Speak] | Speaker[React]) -> bool:
    """Return whether no talk is begun with a memory any more.

    The speaker has told several people, or knows of several who know it: they have told it themselves, or
    have answered that they had heard. What the speaker has seen itself is told however many others saw it.
    """
    prompt = speaker.prompt
    if memory.kind == "observation":
        return False
    told = {agent for row, agent in prompt.told if row == memory.id}
    if len(told) >= WORN:
        return True
    says = understand(memory.text[:400], speaker.everybody, speaker.pack)
    known = _known_to_others(prompt, speaker.everybody, speaker.pack)
    return len({name for name, other in known if _same(says, other)}) >= KNOWN_TO


@once
def _known_to_others(
    prompt: Prompt[Any], everybody: Everybody, pack: Pack
) -> tuple[tuple[str, Proposition], ...]:
    """Return what others have told of late, and what they have answered that they knew, after their names."""
    read, me = phrases(pack.language).read, prompt.persona.name
    texts: Iterable[str] = getattr(prompt, "heard", ())
    known: list[tuple[str, str]] = []
    news = ""
    for line in filter(None, (read("said", text) for text in texts)):
        heard = hear(line["text"], pack)
        if line["name"] != me and (heard.told or heard.does(("already",))):
            known.append((line["name"], heard.told or news))
        news = heard.told or news
    return tuple((name, understand(told[:400], everybody, pack)) for name, told in known if told)


def _as_well_known(news: News, found: list[News]) -> News:
    """Pick, of all memories that say the same, the one with the best knowledge of it.

    First comes what the speaker knows itself, then what the person concerned said, then what it heard first.
    """

    def distance(other: News) -> tuple[int, int]:
        said_so = other.says.source in (other.says.host, other.says.who)
        return 0 if other.says.source is None else 1 if said_so else 2, other.memory.id

    return min((other for other in found if other is news or _same(other.says, news.says)), key=distance)


def eagerness(news: News, talk: Talk) -> float:
    """Return the probability that a piece of news is told.

    It is lower for people the speaker is not close to, for somebody else's invitation, and with every time it
    has been told. What the speaker has just seen is always told to the first person it talks to.
    """
    traits = " ".join(talk.speaker.persona.traits[:12])
    pack, times = talk.pack, sum(1 for memory, _ in talk.prompt.told if memory == news.memory.id)
    chatty = pack.has("careless", traits) - pack.has("discreet", traits) - 0.5 * pack.has("shy", traits)
    if news.memory.kind == "observation":
        return WEARIES**times
    fond = talk.closeness if talk.closeness < 0 else 0.3 * talk.closeness
    eager = max(0.1, EAGERNESS + fond + 0.15 * chatty)
    if news.says.who == talk.speaker.name:
        return eager + OF_ONESELF
    return eager * WEARIES**times * (NOT_THEIRS if news.says.occasion else 1.0)


def told(news: News, talk: Talk, lead: str, whole: bool = False) -> str:
    """Return the news in the teller's first person after a lead. With `whole`, nothing is left out."""
    speaker = talk.speaker
    core = _put_together(news.memory, speaker) or _put_plainly(news.memory, talk) or news.says.text
    if news.says.source and not whole:
        core = distorted(core, speaker, held=bool(news.says.occasion))
    if not whole and not news.says.occasion and talk.chance(HEADLINE_ONLY):
        core = headline(core, talk.pack)
    said = here(speaker.own(tidy(core, MOST_TOLD), talk.hearer), talk)
    source = news.says.source
    family = {speaker.name_of(agent) for agent in talk.prompt.ground.household}  # whom one calls otherwise
    named = source not in {speaker.name, news.says.who, *family}
    if source and named and talk.chance(NAMES_THE_SOURCE):
        said = speaker.say("by_hearsay", source=source.called, core=speaker.inside(said))
    return talk.after(lead, said)


def _put_together(memory: Memory, speaker: Speaker[Speak]) -> str:
    """Return something urgent that the speaker saw, as told afterwards, or an empty string."""
    seen = trouble_in(memory, speaker.pack)
    return speaker.say("had_trouble", **seen) if seen else ""


def _put_plainly(memory: Memory, talk: Talk) -> str:
    """Return an event of the town as people speak of it, or an empty string if the memory is of none."""
    found = _event_in(memory, talk.pack)
    when = when_words(memory.text, memory, talk)
    if not found or not when:
        return ""
    place = talk.speaker.place(memory.place) if memory.place else found["where"]
    return talk.speaker.say("event_told", what=found["what"], when=when, place=place)


def _event_in(memory: Memory, pack: Pack) -> Mapping[str, str]:
    """Return the name and place of the event that a memory tells of; empty if it tells of none."""
    return phrases(pack.language).read("event_held", memory.text) or {}


def headline(core: str, pack: Pack) -> str:
    """Return the first main clause of a sentence."""
    parts = clauses(core, pack)
    return parts[0] if parts else core


def here(said: str, talk: Talk) -> str:
    """Return a sentence with `here` in place of the name of the current place, and so for one's own home."""
    pack, place, home = talk.pack, talk.prompt.place, talk.prompt.ground.home
    if place and (put := renamed(said, at_place(place, pack), pack.word("here"), pack, go_on=False)) != said:
        return put
    return renamed(said, at_place(home, pack), at_home_words(talk), pack, go_on=True) if home else said


def _may_tell(memory: Memory, says: Proposition, talk: Talk) -> bool:
    if not _is_news(memory, says, talk):
        return False
    agents = [person.agent for person in talk.prompt.people]
    if any((memory.id, agent) in talk.prompt.told for agent in agents):
        return False
    put_plainly = any(memory.id in each.evidence for each in talk.prompt.engagements)  # and told as that
    if put_plainly or is_ones_own_business(talk.prompt.aims, memory):
        return False
    if says.host == talk.speaker.name and says.occasion and not is_guest(talk, says.occasion):
        return False
    if is_known_at_home(memory, says, talk) or _is_hearsay_of_oneself(memory, says, talk):
        return False
    if is_resolve(memory, talk.pack) or keeps_from(talk.prompt.aims, agents, says.text, talk.speaker):
        return False
    if _is_the_hearers_own(memory, says, talk) or (talk.many and _is_gossip(memory, says, talk)):
        return False
    return not _is_spoken_of(memory, says, talk)


def _is_the_hearers_own(memory: Memory, says: Proposition, talk: Talk) -> bool:
    """Recognise what is from or of one of those present, or what their household does.

    The private affairs of a household are all in which one of it has a part.
    """
    people = {talk.speaker.name_of(person.agent) for person in talk.prompt.people}
    kin = {talk.speaker.name_of(agent) for agent in talk.prompt.ground.kin}
    of_kin = kin & (set(says.people) if _is_gossip(memory, says, talk) else {says.host, says.who})
    return says.source in people or bool(people & set(says.people)) or bool(of_kin)


def _is_gossip(memory: Memory, says: Proposition, talk: Talk) -> bool:
    """Recognise people's private affairs, which are told to one person at a time."""
    dated = memory.when is not None or talk.pack.calendar.read(says.text, 0).day is not None
    public = dated or bool(says.occasion or says.sides) or memory.kind == "observation"
    return says.private or (bool(says.people) and not public)


def _is_hearsay_of_oneself(memory: Memory, says: Proposition, talk: Talk) -> bool:
    """Recognise what others say of the speaker, which it does not spread."""
    return memory.kind == "talk" and talk.speaker.name in says.people and says.host != talk.speaker.name


def _is_spoken_of(memory: Memory, says: Proposition, talk: Talk) -> bool:
    """Look for an occasion or event in this talk: by its name, its hour, or for a vote."""
    if says.host == talk.speaker.name:
        return False
    if choice_in(memory, talk.pack) and (talk.did(*STANDING) or talk.has_asked_for_votes(talk.one)):
        return True  # who asks for votes knows when they are cast
    named = bool(says.occasion) and says.occasion.lower() in talk.so_far
    when = when_words(memory.text, memory, talk) if memory.when is not None and talk.so_far else ""
    return named or bool(when and when.lower() in talk.so_far)


def _is_news(memory: Memory, says: Proposition, talk: Talk) -> bool:
    """Tell the memories that are news.

    What was heard, resolved or is important is news; what somebody always was or does daily is not.
    """
    now, pack = talk.prompt.now, talk.pack
    begins = memory.when - COMES_EARLY if memory.when is not None else now + 1
    if memory.importance < WORTH_TELLING or begins <= now:
        return False  # from then on, people are on their way to it
    match memory.kind:
        case "plan":
            return bool(memory.evidence) and (not says.occasion or says.host == talk.speaker.name)
        case "seed":
            stands = talk.speaker.name in says.sides  # for which one asks for support
            return memory.importance >= WORTH_TELLING_OF_A_SEED and not stands
        case "observation":
            return is_worth_telling(memory, says, now, pack)
        case "talk":
            fresh = now - memory.minute < STAYS_NEWS and not _is_over(memory, says, talk)
            return says.source is not None and fresh
        case _:
            return False


def _is_over(memory: Memory, says: Proposition, talk: Talk) -> bool:
    """Check whether what a memory tells of has begun, by its own words or by other known times of it."""
    now, when = talk.prompt.now, talk.pack.calendar.read(says.text, memory.minute, talk.prompt.starts)
    begins = when.minute(memory.minute)
    if begins is None and when.day is not None:
        begins = (when.day - 1) * DAY + BY_THEN
    same = (each for each in occasions(talk) if each.what == says.occasion) if says.occasion else ()
    known = [each.when for each in same if each.when is not None]
    return any(each <= now for each in [*known, *([begins] if begins is not None else [])])


def _worth(memory: Memory, says: Proposition, talk: Talk) -> float:
    worth = memory.importance + (1.0 if says.source else 0.0)
    if memory.when is not None or says.occasion or talk.pack.calendar.read(says.text, 0).day is not None:
        worth += 3
    return worth + (1.0 if day_of(memory.minute) == day_of(talk.prompt.now) else 0.0)


def _confides(talk: Talk) -> bool:
    """Draw whether the speaker tells secrets in this talk."""
    if talk.pack.has("discreet", " ".join(talk.speaker.persona.traits[:12])):
        return False
    closeness = min((person.closeness for person in talk.prompt.people), default=0.0)
    chance = next((chance for least, chance in CONFIDES if closeness >= least), 0.0)
    chatty = talk.pack.has("careless", " ".join(talk.speaker.persona.traits[:12]))
    return talk.chance(min(1.0, chance * (2 if chatty else 1)))


def _known_here(talk: Talk) -> list[Proposition]:
    """Return the statements made here, those the hearers were told before, and those they told themselves."""
    people = {talk.speaker.name_of(person.agent) for person in talk.prompt.people}
    known = [talk.understand(part) for line in talk.prompt.lines if (part := hear(line.text, talk.pack).told)]
    for memory in talk.prompt.recalled:
        says = talk.understand(memory)
        told = any((memory.id, person.agent) in talk.prompt.told for person in talk.prompt.people)
        told = told or memory.id in talk.prompt.ground.heard
        if told or says.source in people:
            known.append(says)
    return known


def _own_knowledge(talk: Talk) -> list[Proposition]:
    seeds = [talk.understand(text) for text in talk.speaker.persona.seed[:40]]
    return [*seeds, *map(talk.understand, talk.prompt.recalled)]


def _same(says: Proposition, other: Proposition) -> bool:
    return alike(says.words, other.words) or (len(other.words) > 3 and alike(other.words, says.words))
