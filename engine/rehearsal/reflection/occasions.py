"""Occasions: who promised to come and came, who did not, and where the agent was itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from engine.clock import day_of
from engine.records import AgentId, Memory, Name
from engine.rehearsal.mind import place_of
from engine.rehearsal.reflection.attendance import LASTS, was_there
from engine.rehearsal.reflection.lived import MOST_NAMED, Lived
from engine.rehearsal.reflection.rows import Numbered
from engine.rehearsal.reflection.thought import Thought

CLASH = 60
GUESTS = 3  # guests, with whom an occasion begins to look like one
TAKES_IN, LOOKS = 3, 2  # people whom somebody notices at once; how often one looks round to miss somebody


@dataclass(slots=True)
class Occasion:
    """An occasion known of: its name and host, the memory that says when, and the promises to come."""

    what: str
    host: Name
    begun: Numbered | None = None
    promised: dict[AgentId, Numbered] = field(default_factory=dict)

    @property
    def when(self) -> int:
        """Return when it begins, or 0 if that is not known."""
        return self.begun[1].when or 0 if self.begun else 0


def occasions_of(it: Lived) -> list[Occasion]:
    """Return the occasions in the memories, with who promised to come to them."""
    found: dict[tuple[str, Name], Occasion] = {}
    for each in it.rows:
        memory = each[1]
        if memory.kind not in ("plan", "talk", "seed") or (memory.kind == "talk" and not memory.evidence):
            continue
        says = it.says(memory)
        if not says.occasion or says.host is None:
            continue
        of_it = found.setdefault((says.occasion, says.host), Occasion(says.occasion, says.host))
        if memory.when is not None and memory.place:
            of_it.begun = each
        if says.source is None and says.who not in (None, says.host) and _comes(memory, it):
            of_it.promised[it.me.everybody.agent_of(says.who)] = each
    return list(found.values())


def _comes(memory: Memory, it: Lived) -> bool:
    """Recognise somebody's promise to come."""
    frames = ("means_to_come_without", "means_to_come")
    said = memory.kind in ("talk", "plan") and bool(memory.evidence)
    return said and any(it.me.pack.phrases.read(frame, memory.text) for frame in frames)


def about_guests(it: Lived) -> Iterator[Thought]:
    """Yield who came to the agent's own occasion, who did not, or who has promised to come.

    Nobody promises anything to those with whom they live.
    """
    for of_it in occasions_of(it):
        if of_it.host != it.me.name or of_it.begun is None:
            continue
        of_it.promised = {agent: row for agent, row in of_it.promised.items() if not it.shares_home(agent)}
        if it.prompt.now < of_it.when:
            yield from _coming(of_it, it)
        elif _is_just_over(of_it, it):
            yield from _came(of_it, of_it.begun[1], it)


def _is_just_over(of_it: Occasion, it: Lived) -> bool:
    """Recognise an occasion of today or yesterday, of which everything is remembered, that is over."""
    return it.prompt.now > of_it.when + LASTS and day_of(of_it.when) >= it.yesterday


def _coming(of_it: Occasion, it: Lived) -> Iterator[Thought]:
    if len(of_it.promised) >= GUESTS:
        people = it.listed(of_it.promised)
        yield it.think("insight_guests", of_it.promised.values(), 6, of_it.what, people=people,
                       whose=it.whose(of_it.host), occasion=of_it.what)  # fmt: skip


def _came(of_it: Occasion, begun: Memory, it: Lived) -> Iterator[Thought]:
    """Yield who of those that had promised was seen at the occasion, and who was not.

    In a crowd nobody sees that somebody is missing, nor with one look round.
    """
    guests = _guests_at(begun, it)
    if len(guests) > MOST_NAMED:
        return
    seen = {agent: _seen_at(agent, begun, it) for agent in of_it.promised}
    came = [agent for agent, rows in seen.items() if rows]
    if came and _seen_at(it.me.persona.id, begun, it) and not _sees_only_some(guests, begun, it):
        for agent in [agent for agent in seen if agent not in came]:
            rows = [of_it.promised[agent], *(seen[other][0] for other in came[:3])]
            yield it.think("insight_missed", rows, 6, it.full(agent), who=it.full(agent),
                           whose=it.whose(of_it.host), occasion=of_it.what)  # fmt: skip
    if came and guests <= set(came):  # else a promise may be forgotten
        counted = [row for row in it.of_kind("reflection") if _counts_on(row[1], of_it, it)]
        rows = [*counted[-1:], *(row for agent in came for row in (of_it.promised[agent], seen[agent][0]))]
        yield it.think("insight_came", rows, 6, of_it.what, who=it.listed(came),
                       whose=it.whose(of_it.host), occasion=of_it.what)  # fmt: skip


def _sees_only_some(guests: Collection[AgentId], begun: Memory, it: Lived) -> bool:
    """Check whether there may have been more guests than the agent saw.

    It saw as many at once as anybody takes in, or looked round once only.
    """
    at_once: dict[int, set[AgentId]] = defaultdict(set)
    for agent in guests:
        for _, memory in _seen_at(agent, begun, it, "observation"):
            at_once[memory.minute].add(agent)
    return len(at_once) < LOOKS or any(len(agents) >= TAKES_IN for agents in at_once.values())


def _counts_on(memory: Memory, of_it: Occasion, it: Lived) -> bool:
    """Recognise the conclusion that people had promised to come to an occasion."""
    read = it.me.pack.phrases.read("insight_guests", memory.text)
    return read is not None and read["occasion"] == of_it.what


def about_where_one_was(it: Lived) -> Iterator[Thought]:
    """Yield that the agent did not go to another's occasion though it had promised."""
    for of_it in occasions_of(it):
        promise = of_it.promised.get(it.me.persona.id)
        if of_it.begun is None or of_it.host == it.me.name or promise is None or not _is_just_over(of_it, it):
            continue
        begun = of_it.begun[1]
        away = _elsewhere(begun, it)
        if away and not _seen_at(it.me.persona.id, begun, it, "observation"):
            yield it.think(
                "insight_stayed_away", [promise, *away], 6, of_it.what, occasion=of_it.what,
                whose=it.whose(of_it.host),
            )  # fmt: skip


def about_two_at_once(it: Lived) -> Iterator[Thought]:
    """Yield that the agent has promised to come to two things at the same hour."""
    mine = it.me.persona.id
    known = [each for each in occasions_of(it) if mine in each.promised and each.when > it.prompt.now]
    for one in known:
        for two in known:
            near = 0 <= two.when - one.when < CLASH and one is not two and one.begun and two.begun
            if near and place_of(one.begun[1].place) != place_of(two.begun[1].place):  # type: ignore[index]
                yield it.think(
                    "insight_two_at_once", [one.promised[mine], two.promised[mine]], 7, one.what,
                    one=it.whose(one.host) + it.me.pack.grammar.joiner + one.what,
                    two=it.whose(two.host) + it.me.pack.grammar.joiner + two.what,
                )  # fmt: skip


def _seen_at(agent: AgentId, begun: Memory, it: Lived, *kinds: str) -> list[Numbered]:
    rows = it.of_kind(*(kinds or ("observation", "talk")))
    return [each for each in rows if not each[1].evidence and was_there(each[1], agent, begun)]


def _guests_at(begun: Memory, it: Lived) -> set[AgentId]:
    """Return whom the agent saw or talked with at an occasion, apart from those with whom it lives."""
    me = it.me.persona.id
    seen = {agent for _, memory in it.of_kind("observation", "talk") for agent in memory.about} - {me}
    return {
        agent for agent in seen
        if agent in it.me.everybody.names and not it.shares_home(agent) and _seen_at(agent, begun, it)
    }  # fmt: skip


def _elsewhere(begun: Memory, it: Lived) -> list[Numbered]:
    """Return the agent's own deeds elsewhere from the beginning of an occasion on."""
    when, me = begun.when or 0, it.me.persona.id
    return [
        each for each in it.of_kind("observation")
        if each[1].about[:1] == (me,) and when <= each[1].minute <= when + LASTS
        and each[1].place and place_of(each[1].place) != place_of(begun.place)
    ]  # fmt: skip
