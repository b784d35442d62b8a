"""Insights about the town and the agent's days: topics, pastimes, places, worries, resolutions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from engine.language.phrases import phrases
from engine.records import AgentId, Memory
from engine.rehearsal.faculties.ask_oneself import talked_about
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.reflection.thought import Numbered, Reflecting, Thought
from engine.rehearsal.understand import Proposition, content_words

LEAST_DOORS = 2


def about_town(it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts on topics that several people tell of, or that keep coming back."""
    by_number = dict(it.numbered)
    heard = tuple(
        each for each in it.numbered
        if not (_crossed(each[1], it) or _is_own(each[1], it) or is_of_a_talk(each[1].text, it.me.pack))
    )  # fmt: skip
    for says, numbers in talked_about(heard, it.me)[:2]:
        found = [(number, by_number[number]) for number in numbers]
        sources = [source for _, memory in found if (source := it.says(memory).source)]
        topic = _in_short(says, it)
        if any(memory.kind == "seed" and topic.lower() in memory.text.lower() for _, memory in found):
            continue  # an author's own sentence is no conclusion
        people = list(dict.fromkeys(source.full for source in sources))
        if len(people) > 1 and says.host not in sources:
            yield it.think(
                "insight_heard", found, 6, topic, topic=topic, people=it.me.pack.listed(people[:2])
            )
        frame = "insight_topic" if sources else "insight_care"
        yield it.think(frame, found, 6 if sources else 5, topic, topic=topic)


@lru_cache(maxsize=8_192)
def is_of_a_talk(text: str, pack: Pack) -> bool:
    """Return whether a text is only a note of what was put to somebody in a talk, and their answer."""
    return any(pack.phrases.read(frame, text) for frame in pack.phrases.beginning("kept_"))


def _in_short(says: Proposition, it: Reflecting) -> str:
    """Return a short form of a statement: for an occasion its name and host, else the whole."""
    if not says.occasion or says.host is None:
        return it.me.inside(says.text)
    return f"{it.whose(says.host)}{it.me.pack.grammar.joiner}{says.occasion}"


def _crossed(memory: Memory, it: Reflecting) -> bool:
    """Return whether a memory is a whisper, or only says what one said, so that nobody else heard it."""
    return memory.kind == "whisper" or (
        memory.kind == "plan" and it.me.pack.phrases.read("resolve_plain", memory.text) is not None
    )


def _is_own(memory: Memory, it: Reflecting) -> bool:
    """Return whether a memory is an author's sentence about the agent, which is no new thought."""
    return memory.kind == "seed" and it.says(memory).who == it.me.name


def about_pastimes(it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts on the activities that the agent spends its time on."""
    by_kind: dict[str, list[Numbered]] = defaultdict(list)
    for number, memory in it.numbered:
        deed = own_deed(memory, it)
        kind = it.me.pack.activity(deed) if deed else None
        called = kind.kind if kind is not None and kind.words.spaced | frozenset(kind.words.unspaced) else ""
        if called and called not in it.me.pack.words["anybodys_doing"]:  # says nothing of who does it
            by_kind[called].append((number, memory))
    ranked = sorted(by_kind.items(), key=lambda each: (-len(each[1]), each[0]))
    for kind_name, found in ranked[:2]:
        yield it.think("insight_doing", found, 4, kind_name, kind=kind_name)


def about_oneself(it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts on a resolution, an urgent matter dealt with, closed doors, and a worry."""
    yield from _resolved(it)
    yield from _saved(it)
    refused = [each for each in it.numbered if _read("was_refused", each[1], it.me.pack)]
    if len(refused) >= LEAST_DOORS:
        yield it.think("insight_refused", refused, 4, "")
    yield from _worried(it)


def _resolved(it: Reflecting) -> Iterator[Thought]:
    whispers = [each for each in it.numbered if each[1].kind == "whisper"]
    for number, memory in it.numbered:
        heard = memory.kind == "plan" and any(row.id in memory.evidence for _, row in whispers)
        if heard and it.me.pack.phrases.read("resolve_plain", memory.text) is None:
            found = [(number, memory), *(each for each in whispers if each[1].id in memory.evidence)]
            told = [each for each in it.numbered if each[1].kind == "talk" and shares(memory, each[1], it)]
            others = [name.full for name in it.says(memory).people if name != it.me.name]
            frame = "insight_resolved_with" if others else "insight_resolved"
            other = it.me.pack.listed(others[:3])
            yield it.think(frame, [*found, *told], 7, other or memory.text, other=other)


def _saved(it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts on urgent matters that the agent dealt with."""
    dealt = [
        each for each in it.numbered if each[1].kind == "plan" and _read("changed_mind", each[1], it.me.pack)
    ]
    for number, memory in it.numbered:
        urgent = _read("state_urgent", memory, it.me.pack)
        if urgent is None or memory.kind != "observation":
            continue
        mine = [each for each in dealt if 0 <= each[1].minute - memory.minute <= 10]
        if mine:
            what = it.me.inside(memory.text.strip("."))
            yield it.think("insight_saved", [(number, memory), *mine], 6, what, what=what)


def _worried(it: Reflecting) -> Iterator[Thought]:
    pack = it.me.pack
    for number, memory in it.numbered:
        says = it.says(memory)
        mine = memory.kind == "seed" and says.who == it.me.name
        if not mine or not says.private or not pack.finds("worry", says.text):
            continue  # what is no secret is put into words
        near = [
            each for each in it.numbered
            if each[0] != number and shares(memory, each[1], it) and it.says(each[1]).source != it.me.name
        ]  # fmt: skip
        if near:
            yield it.think("insight_worried", [(number, memory), *near[:4]], 5, "")


def shares(memory: Memory, other: Memory, it: Reflecting) -> bool:
    """Return whether two memories share a topic, not only people."""
    names = content_words(" ".join(name.full for name in it.me.everybody), it.me.pack)
    both = (it.says(memory).words & it.says(other).words) - names
    return (
        len([word for word in both if not it.me.pack.finds("worry", word)]) >= 2
    )  # who worry share no matter


def own_deed(memory: Memory, it: Reflecting) -> str:
    """Return the agent's own activity in an observation, or an empty string."""
    return deed_in(memory, it.me.persona.id, it.me.pack)


def deed_in(memory: Memory, agent: AgentId, pack: Pack) -> str:
    """Return a person's activity in an observation of them, or an empty string."""
    if memory.kind != "observation" or memory.about[:1] != (agent,) or _read("talks", memory, pack):
        return ""
    found = _read("does_at", memory, pack) or _read("does", memory, pack)
    return found.get("activity", "") if found else ""


def _read(name: str, memory: Memory, pack: Pack) -> dict[str, str] | None:
    found = phrases(pack.language).read(name, memory.text)
    return dict(found) if found else None
