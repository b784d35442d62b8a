"""Joined memories: two of different kinds that together say more than apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from engine.records import AgentId, Memory
from engine.rehearsal.language.practising import taking_part
from engine.rehearsal.language.text import bare
from engine.rehearsal.recollect import is_resolve
from engine.rehearsal.reflection.inferred import can_be_said, put
from engine.rehearsal.reflection.thought import Numbered, Reflecting, Thought
from engine.rehearsal.reflection.town import deed_in, own_deed
from engine.rehearsal.speaker import about_others
from engine.rehearsal.understand import alike, mentioned

MOST_PEOPLE = 4
_CLOSE = 0.4  # how near or far somebody is at least whose story with one is more than a dealing
AGAINST = ("kept_asked_not_said",)
_HARD_TO_SAY = ("plans", "feels", "thinks")
FOR = ("kept_forgiven",)


def about_what_meets(it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts from two different memories about the same people, the closest people first."""
    people = dict.fromkeys(agent for _, memory in it.numbered for agent in _others(memory, it))
    closest = sorted(people, key=lambda agent: (-abs(it.closeness(agent)), agent))
    for agent in closest[:MOST_PEOPLE]:
        yield from _between(agent, it)
    yield from _aim_and_days(it)


def _between(agent: AgentId, it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts about the agent and a person, from their history, talks, observations and plans."""
    other = it.me.name_of(agent).full
    of_them = [each for each in it.numbered if agent in each[1].about]
    story, talks, seen, plans = (
        [each for each in of_them if each[1].kind == kind] for kind in ("seed", "talk", "observation", "plan")
    )
    answers = {
        frames: [each for each in talks if _read(frames, each[1], it) == other] for frames in (AGAINST, FOR)
    }
    given = {
        says.occasion
        for _, memory in it.numbered
        if (says := it.says(memory)).occasion and says.host != it.me.name
    }
    own = [
        each
        for each in plans
        if each[1].evidence
        and not any(what in each[1].text for what in given)
        and not is_resolve(each[1], it.me.pack)
    ]  # neither what another gives nor where one looked for them, nor what is done and not told
    if not _compete(agent, it):
        yield from _both("deep_refused", answers[AGAINST], [*story, *seen, *plans], 7, other, it)
    yield from _both("deep_granted", answers[FOR], [*story, *seen, *plans], 6, other, it)
    yield from _spoken_or_not(agent, story, talks, it)
    for plan in own[-1:]:
        yield from _both("deep_plan_talk", [plan], talks, 6, other, it, what=put(plan, it))
    at_it = [(each, deed) for each in seen if (deed := _seen_at(each[1], agent, it))]
    told = [each for each in story if can_be_said(each, it)]
    if at_it and told and abs(it.closeness(agent)) >= _CLOSE:
        each, deed = at_it[-1]
        what = put(told[-1], it)
        yield from _both("deep_story_seen", told[-1:], [each], 6, other, it, doing=deed, what=what)


def _both(
    frame: str, some: list[Numbered], more: list[Numbered], importance: int, other: str, it: Reflecting,
    **values: str,
) -> Iterator[Thought]:  # fmt: skip
    """Yield a thought from two kinds of memories about a person, if there are both."""
    if some and more:
        yield it.think(frame, [*some[-2:], *more[-2:]], importance, other, other=other, **values)


def _spoken_or_not(
    agent: AgentId, story: list[Numbered], talks: list[Numbered], it: Reflecting
) -> Iterator[Thought]:
    """Yield a thought of something said at last between the agent and a person, or still unsaid.

    Otherwise, yield the thought that there is more between them than they talk of.
    """
    other = it.me.name_of(agent).full
    for each in (each for each in story if _weighs(each[1], it) or it.says(each[1]).relation == "owes"):
        told = [talk for talk in talks if _tells(talk[1], each[1], it)]
        if told:
            what = it.me.inside(bare(each[1].text))
            yield it.think("deep_said", [each, *told[:1]], 7, other, other=other, what=what)
            return
    unsaid = [each for each in story if _weighs(each[1], it)]
    if it.closeness(agent) < 0:
        yield from _both("deep_unsaid_rival", story, talks, 7, other, it)
    elif unsaid:
        yield from _unsaid(unsaid, talks, other, it)
    else:
        plain = [each for each in story if can_be_said(each, it) and not _goes_on(each[1], it)]
        for each in plain[-1:]:
            yield from _both("deep_story_talk", [each], talks, 6, other, it, what=put(each, it))


def _goes_on(memory: Memory, it: Reflecting) -> bool:
    """Return whether a memory is of an occasion or an everyday fact, which need not be talked about."""
    says = it.says(memory)
    return bool(says.occasion) or says.relation in ("does", "is", "has")


def _unsaid(story: list[Numbered], talks: list[Numbered], other: str, it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts of something left unsaid in a talk, quoted unless it is a secret."""
    plain = [each for each in story if can_be_said(each, it)]
    if plain:
        what = put(plain[-1], it)
        yield from _both("deep_unsaid_what", plain[-1:], talks[-1:], 7, other, it, what=what)
    yield from _both("deep_unsaid", [each for each in story if each not in plain], talks, 7, other, it)


def _weighs(memory: Memory, it: Reflecting) -> bool:
    """Return whether a part of the agent's story is hard to say: a secret, a worry, a wish or a view."""
    says = it.says(memory)
    mine = says.who == it.me.name
    worries = says.relation != "does" and it.me.pack.finds("worry", says.text)
    return mine and (says.private or says.relation in _HARD_TO_SAY or worries)


def _tells(talk: Memory, story: Memory, it: Reflecting) -> bool:
    """Return whether the agent told of a part of its own story in a talk."""
    said = it.says(talk)
    return said.source == it.me.name and alike(it.says(story).words, said.words)


def _compete(agent: AgentId, it: Reflecting) -> bool:
    """Return whether a person wants the same as the agent; nobody expects a rival's support."""
    pair = {it.me.name, it.me.name_of(agent)}
    return any(pair == set(it.says(memory).sides) for _, memory in it.numbered)


def _seen_at(memory: Memory, agent: AgentId, it: Reflecting) -> str:
    """Return a deed that a person was seen doing and that says something about them, or "".

    Searches, talks, meals, gestures, and hosting or attending an occasion do not.
    """
    pack = it.me.pack
    deed = deed_in(memory, agent, pack)
    elsewhere = bool(mentioned(deed, it.me.everybody) or taking_part(deed, pack)[1])
    idle = deed in pack.by_the_way or pack.finds("waiting", deed) or pack.has("meals", deed)
    return "" if elsewhere or idle else deed


def _aim_and_days(it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts that compare a secret wish of the agent with what it spends its time on."""
    aims = [
        each for each in it.numbered
        if each[1].kind == "seed" and (says := it.says(each[1])).who == it.me.name
        and says.private and not says.occasion and it.me.pack.finds("longs", says.does)
    ]  # fmt: skip
    done: dict[str, list[Numbered]] = defaultdict(list)
    for number, memory in it.numbered:
        deed = own_deed(memory, it)
        of_note = deed and deed not in it.me.pack.by_the_way and not mentioned(deed, it.me.everybody)
        kind = it.me.pack.activity(deed).kind if of_note else ""
        if kind and kind not in it.me.pack.words["anybodys_doing"]:
            done[kind].append((number, memory))
    most = max(map(len, done.values()), default=0)
    for kind, of_it in done.items():
        if aims and len(of_it) == most:
            yield it.think("deep_aim_doing", [*aims[-2:], *of_it[-2:]], 6, kind, kind=kind)


def _others(memory: Memory, it: Reflecting) -> list[AgentId]:
    return [agent for agent in about_others(memory, it.me.persona.id) if agent in it.me.everybody.names]


def _read(frames: tuple[str, ...], memory: Memory, it: Reflecting) -> str:
    """Return the name of the person who gave one of the answers to the agent, or an empty string."""
    for frame in frames:
        found = it.me.pack.phrases.read(frame, memory.text)
        if found and found["asker"] == it.me.name.full:
            return found["who"]
    return ""
