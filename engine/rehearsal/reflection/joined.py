"""What meets: two memories of different kinds that say more together than apart, and what is at stake."""

from __future__ import annotations

from collections.abc import Iterator

from engine.records import AgentId, Memory
from engine.rehearsal.reflection.thought import Reflecting, Thought
from engine.rehearsal.reflection.town import own_deed
from engine.rehearsal.speaker import about_others

MOST_PEOPLE = 4
AGAINST = ("kept_support_no", "kept_backing_no", "kept_refused", "kept_deed_refused", "kept_asked_not_said")
FOR = ("kept_support", "kept_backing", "kept_granted", "kept_deed_granted", "kept_forgiven")


def about_what_meets(it: Reflecting) -> Iterator[Thought]:
    """Yield what comes of two different memories about the same people, the closest to one's heart first."""
    people = dict.fromkeys(agent for _, memory in it.numbered for agent in _others(memory, it))
    closest = sorted(people, key=lambda agent: (-abs(it.closeness(agent)), agent))
    for agent in closest[:MOST_PEOPLE]:
        yield from _between(agent, it)
    yield from _aim_and_days(it)


def _between(agent: AgentId, it: Reflecting) -> Iterator[Thought]:
    """Yield what lies between oneself and somebody, going by what was, was said, was seen and is planned."""
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
        each for each in plans if not any(what in each[1].text for what in given)
    ]  # not what another gives
    pairs = (
        ("deep_refused", answers[AGAINST], [*story, *seen, *plans], 7),
        ("deep_granted", answers[FOR], [*story, *seen, *plans], 6),
        ("deep_unsaid" if it.closeness(agent) >= 0 else "deep_unsaid_rival", story, talks, 7),
        ("deep_plan_talk", own, talks, 6),
        ("deep_story_seen", story, seen, 6),
        ("deep_seen_talk", seen, talks, 5),
    )
    for frame, some, more, importance in pairs:
        if some and more:
            yield it.think(frame, [*some[-2:], *more[-2:]], importance, other, other=other)


def _aim_and_days(it: Reflecting) -> Iterator[Thought]:
    """Yield how what one wants goes with what one's time goes into."""
    aims = [
        each for each in it.numbered
        if each[1].kind in ("seed", "plan") and it.says(each[1]).who == it.me.name
        and it.says(each[1]).relation == "plans"
    ]  # fmt: skip
    for number, memory in it.numbered:
        deed = own_deed(memory, it)
        kind = it.me.pack.activity(deed).kind if deed else ""
        if aims and kind and kind not in it.me.pack.words["anybodys_doing"]:
            yield it.think("deep_aim_doing", [*aims[-2:], (number, memory)], 6, kind, kind=kind)


def _others(memory: Memory, it: Reflecting) -> list[AgentId]:
    return [agent for agent in about_others(memory, it.me.persona.id) if agent in it.me.everybody.names]


def _read(frames: tuple[str, ...], memory: Memory, it: Reflecting) -> str:
    """Return who answered so what oneself had asked for; nobody, where that was not so."""
    for frame in frames:
        found = it.me.pack.phrases.read(frame, memory.text)
        if found and found["asker"] == it.me.name.full:
            return found["who"]
    return ""
