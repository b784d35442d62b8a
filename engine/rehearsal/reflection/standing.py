"""Standing: whom the agent is for, and with whom it is on better or worse terms than at first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from engine.records import AgentId, Name
from engine.rehearsal.reflection.asking import is_of_the_same, rivals_of_oneself, why_said
from engine.rehearsal.reflection.lived import Lived
from engine.rehearsal.reflection.rows import Dealing, Numbered
from engine.rehearsal.reflection.thought import Thought

UNDECIDED = 0.1
CHANGED = 0.1


def about_sides(it: Lived) -> Iterator[Thought]:
    """Yield whom the agent is for, if two people want the same or one stands for something."""
    pledged = pledges_of(it)
    by_sides: dict[tuple[Name, ...], list[Numbered]] = defaultdict(list)
    stands = [each.row for each in it.dealings if each.sort == "stand"]  # who is standing by a fire does not
    for each in it.of_kind("seed", "plan", "talk"):
        sides = it.says(each[1]).sides if each[1].evidence or each[1].kind == "seed" else ()
        known = len(sides) > 1 or each[1].kind != "talk" or each in stands
        if sides and known and it.me.name not in sides:
            by_sides[sides].append(each)
    rivals = {name for sides in by_sides if len(sides) > 1 for name in sides}
    rivals |= rivals_of_oneself(it)
    for sides, found in by_sides.items():
        if len(sides) == 1 and sides[0] in rivals:
            continue  # whom one is for is said of both, and not by one of them
        agents = [it.me.everybody.agent_of(name) for name in sides]
        if not pledged.keys().isdisjoint(agents):
            continue  # who has promised a voice to two is for neither
        talks = [each.note for each in it.meetings if each.others & set(agents)]
        said = _answers_to(agents, it)
        if len(sides) == 1 and any(not each.answer for each in said.values()):
            continue  # who has said to be unsure is for nobody
        leans = [_lean(agent, said, it) for agent in agents]
        rows = [*found[-2:], *(each.row for each in said.values()), *talks[-3:]]
        yield from _side(it, sides, leans, rows)


def pledges_of(it: Lived) -> dict[AgentId, Dealing]:
    """Return the two or more to whom the agent has promised its voice for one and the same, if it has."""
    mine = it.me.persona.id
    given = {each.asker: each for each in it.dealings if each.sort == "stand" and each.asked == mine}
    yes = [each for each in given.values() if each.answer > 0]
    return {
        each.asker: each for each in yes
        if any(each is not other and is_of_the_same(each.what, other.what, it) for other in yes)
    }  # fmt: skip


def about_two_pledges(it: Lived) -> Iterator[Thought]:
    """Yield that the agent has promised its voice to two who stand for the same."""
    pledged = pledges_of(it)
    if pledged:
        first = next(iter(pledged.values()))
        yield it.think(
            "insight_two_pledges", [each.row for each in pledged.values()], 7, first.what,
            people=it.listed(pledged), topic=first.what,
        )  # fmt: skip


def _answers_to(agents: list[AgentId], it: Lived) -> dict[AgentId, Dealing]:
    """Return the last answer that the agent gave to each of those who asked for its support."""
    mine = it.me.persona.id
    return {
        each.asker: each
        for each in it.dealings
        if each.sort == "stand" and each.asked == mine and each.asker in agents
    }


def _lean(agent: AgentId, said: dict[AgentId, Dealing], it: Lived) -> float:
    """Return how much the agent is for a person: by its own yes or no, if it gave one, or its closeness."""
    answered = said[agent].answer if agent in said else 0
    return float(answered) or it.closeness(agent)


def _side(it: Lived, sides: tuple[Name, ...], leans: list[float], rows: list[Numbered]) -> Iterator[Thought]:
    if len(sides) == 1:
        (name,) = sides
        if abs(leans[0]) >= UNDECIDED:
            frame, gap = ("insight_for", "a") if leans[0] > 0 else ("insight_against", "b")
            yield it.think(frame, rows, 6, name.full, **{gap: name.full})
        return
    a, b = sides if leans[0] >= leans[1] else sides[::-1]
    if abs(leans[0] - leans[1]) < UNDECIDED:
        yield it.think("insight_undecided", rows, 5, a.full, a=a.full, b=b.full)
    else:
        yield it.think("insight_side", rows, 6, a.full, a=a.full, b=b.full)


def about_terms(it: Lived) -> Iterator[Thought]:
    """Yield with whom the agent is on better or worse terms than at first, by what they answered since."""
    for agent in dict.fromkeys(agent for talk in it.meetings for agent in sorted(talk.others)):
        change = it.closeness(agent) - it.closeness_at_first(agent) if it.knows(agent) else 0.0
        why = [
            each for each in it.dealings
            if each.asked == agent and each.answer * change > 0 and abs(change) >= CHANGED
        ]  # fmt: skip
        talks = [each.note for each in it.meetings if agent in each.others]
        if why and len(talks) > 1:
            frame = "deep_closer" if change > 0 else "deep_cooler"
            rows, other = [why[-1].row, *talks], it.full(agent)
            yield it.think(frame, rows, 6, other, other=other, one=why_said(why[-1], it))
