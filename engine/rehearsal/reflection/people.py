"""Insights about people: who matters, who tells the agent things, whom it sides with, who kept a promise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from engine.records import AgentId, Memory, Name
from engine.rehearsal.reflection.attendance import was_there
from engine.rehearsal.reflection.inferred import can_be_said, put
from engine.rehearsal.reflection.thought import Numbered, Reflecting, Thought
from engine.rehearsal.reflection.town import is_of_a_talk
from engine.rehearsal.speaker import about_others
from engine.rehearsal.understand import alike

CLOSE = 0.4
MOST_PEOPLE = 4
UNDECIDED = 0.1
AGAIN = 2  # thoughts of somebody
OFTEN = 3  # memories of somebody who is much on one's mind
SOON = 90


def about_people(it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts on the agent's relation to the people that keep coming up."""
    by_agent: dict[AgentId, list[Numbered]] = defaultdict(list)
    for number, memory in it.numbered:
        for agent in set(about_others(memory, it.me.persona.id)):
            if agent in it.me.everybody.names:
                by_agent[agent].append((number, memory))
    for agent, found in sorted(by_agent.items(), key=lambda each: (-len(each[1]), each[0]))[:MOST_PEOPLE]:
        name = it.me.name_of(agent)
        told = [each for each in found if _is_news_from(name, each[1], it)]
        if _are_different(told, it):
            yield it.think("insight_source", told, 5, name.full, other=name.full)
        closeness = it.closeness(agent)
        if closeness < 0 and any(is_of_a_talk(memory.text, it.me.pack) for _, memory in found):
            continue  # what was put to them was not all against one
        story = [each for each in found if _is_reason(each, liked=closeness > 0, it=it)]
        if story and (closeness < 0 or closeness >= CLOSE):
            frame = "insight_rival" if closeness < 0 else "insight_friend"
            rests = [story[-1], *(each for each in found if each != story[-1])]
            yield it.think(frame, rests, 6, name.full, other=name.full, what=put(story[-1], it))


def about_whom_one_keeps_thinking_of(it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts on people of whom the agent has thought again and again."""
    for thought in about_whom_one_thinks_of(it):
        rests = [memory for number, memory in it.numbered if number in thought.because]
        if sum(memory.kind == "reflection" for memory in rests) >= AGAIN:
            yield thought


def about_whom_one_thinks_of(it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts on people who keep coming back to the agent's mind, for more than one reason."""
    by_agent: dict[AgentId, list[Numbered]] = defaultdict(list)
    for each in it.numbered:
        if each[1].kind != "seed":
            for agent in set(about_others(each[1], it.me.persona.id)) & set(it.me.everybody.names):
                by_agent[agent].append(each)
    for agent, found in sorted(by_agent.items(), key=lambda each: (-len(each[1]), each[0])):
        kinds = {memory.kind for _, memory in found}
        if len(found) >= OFTEN and len(kinds) > 1 and abs(it.closeness(agent)) >= UNDECIDED:
            frame = "deep_on_mind" if it.closeness(agent) > 0 else "deep_on_mind_rival"
            other = it.me.name_of(agent).full
            thought = [each for each in found if each[1].kind == "reflection"]
            lived = [each for each in found if each[1].kind != "reflection"]
            yield it.think(frame, [*thought[-2:], *lived[-2:]], 5, other, other=other)


def _is_reason(each: Numbered, *, liked: bool, it: Reflecting) -> bool:
    """Return whether a memory of two people's history is a reason to like, or dislike, the other."""
    says, pack = it.says(each[1]), it.me.pack
    if each[1].kind != "seed" or it.me.name not in says.people or not can_be_said(each, it):
        return False
    against = pack.finds("worry", says.text) or pack.finds("blames", says.text)
    wants = says.relation in ("plans", "feels", "owes") or bool(says.occasion)
    return pack.finds("kindly", says.text) and not (against or wants) if liked else says.relation != "plans"


def _are_different(told: list[Numbered], it: Reflecting) -> bool:
    """Return whether more than one thing was told; the same may be kept twice."""
    first = it.says(told[0][1]).words if told else frozenset[str]()
    return any(not alike(it.says(memory).words, first) for _, memory in told[1:])


def _is_news_from(name: Name, memory: Memory, it: Reflecting) -> bool:
    """Return whether a memory is news from a person about a third one."""
    says = it.says(memory)
    of = says.host or says.who
    return says.source == name and of is not None and of not in (name, it.me.name)


def about_sides(it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts on whom the agent supports, if two people want the same or one stands for something."""
    by_sides: dict[tuple[Name, ...], list[Numbered]] = defaultdict(list)
    for number, memory in it.numbered:
        sides = it.says(memory).sides
        if sides and it.me.name not in sides:
            by_sides[sides].append((number, memory))
    for sides, found in by_sides.items():
        stances = [it.closeness(it.agent_of(name)) for name in sides]
        about = [
            each for each in it.numbered
            if set(about_others(each[1], it.me.persona.id)) & {it.agent_of(name) for name in sides}
        ]  # fmt: skip
        yield _side(it, sides, stances, [*found, *about])


def _side(it: Reflecting, sides: tuple[Name, ...], stances: list[float], found: list[Numbered]) -> Thought:
    if len(sides) == 1:
        frame, gap = ("insight_for", "a") if stances[0] >= 0 else ("insight_against", "b")
        return it.think(frame, found, 6, sides[0].full, **{gap: sides[0].full})
    if abs(stances[0] - stances[1]) < UNDECIDED:
        a, b = sides
        return it.think("insight_undecided", found, 5, a.full, a=a.full, b=b.full)
    a, b = sides if stances[0] > stances[1] else sides[::-1]
    return it.think("insight_side", found, 6, a.full, a=a.full, b=b.full)


def about_guests(it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts on the guests of the agent's occasion: who means to come, who came, who did not."""
    promised: dict[tuple[str, Name], list[tuple[Name, Numbered]]] = defaultdict(list)
    when: dict[tuple[str, Name], Memory] = {}
    for number, memory in it.numbered:
        says = it.says(memory)
        if not says.occasion or says.host is None:
            continue
        key = (says.occasion, says.host)
        if memory.when is not None:
            when[key] = memory
        if says.host == it.me.name and says.who not in (None, it.me.name) and memory.kind == "talk":
            promised[key].append((says.who, (number, memory)))
    for key, guests in promised.items():
        begun = when.get(key)
        over = begun is not None and (begun.when or 0) + SOON < it.prompt.now
        yield from _came(it, key, begun, guests) if over and begun else _coming(it, key, guests)
    for key, memory in when.items():
        if (memory.when or 0) + SOON < it.prompt.now and key[1] != it.me.name:
            yield from _went(it, key, memory)


def _coming(it: Reflecting, key: tuple[str, Name], guests: list[tuple[Name, Numbered]]) -> Iterator[Thought]:
    occasion, host = key
    names = list(dict.fromkeys(name.full for name, _ in guests))
    found = [each for _, each in guests]
    own = [each for each in it.numbered if it.says(each[1]).host == host and each not in found]
    frame = "insight_guests" if len(names) > 1 else "insight_guest"
    people = it.me.pack.listed(names[:4])
    yield it.think(
        frame, [*found, *own[:2]], 6, occasion, people=people, whose=it.whose(host), occasion=occasion
    )


def _came(
    it: Reflecting, key: tuple[str, Name], begun: Memory, guests: list[tuple[Name, Numbered]]
) -> Iterator[Thought]:
    """Yield thoughts on who was seen at the occasion, and on missing guests the agent asked itself about."""
    occasion, host = key
    asked = _asked_for(it)
    seen: list[tuple[Name, Numbered]] = []
    for name, promise in dict(guests).items():
        there = [each for each in it.numbered if was_there(each[1], it.agent_of(name), begun)]
        if there:
            seen += [(name, promise), *((name, each) for each in there[:1])]
        elif name in asked:
            own = [each for each in it.numbered if it.says(each[1]).host == host and each != promise]
            yield it.think(
                "insight_missed", [promise, *own[:2]], 6, name.full,
                who=name.full, whose=it.whose(host), occasion=occasion,
            )  # fmt: skip
    if seen:
        who = it.me.pack.listed(list(dict.fromkeys(name.full for name, _ in seen))[:4])
        found = [each for _, each in seen]
        yield it.think("insight_came", found, 6, occasion, who=who, whose=it.whose(host), occasion=occasion)


def _asked_for(it: Reflecting) -> set[Name]:
    """Return the people of whom the agent has asked itself whether they came."""
    found = [it.me.pack.phrases.read("ask_came", question) for question in it.prompt.questions]
    who = {each["who"] for each in found if each}
    return {name for name in it.me.everybody if name.full in who}


def _went(it: Reflecting, key: tuple[str, Name], begun: Memory) -> Iterator[Thought]:
    """Yield the thought that the agent was at the occasion itself."""
    occasion, host = key
    mine = [each for each in it.numbered if was_there(each[1], it.me.persona.id, begun)]
    about = [each for each in it.numbered if it.says(each[1]).occasion == occasion]
    if mine:
        yield it.think("insight_went", [*mine, *about], 5, occasion, whose=it.whose(host), occasion=occasion)
