"""Standing: whom the agent is for and who is for it, where people stand for something."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import combinations

from engine.language.phrases import phrases
from engine.records import AgentId, Memory, Name
from engine.rehearsal.recollect import choice_in
from engine.rehearsal.reflection.asking import is_of_the_same
from engine.rehearsal.reflection.lived import Lived
from engine.rehearsal.reflection.rows import Dealing, Numbered
from engine.rehearsal.reflection.thought import Thought
from engine.rehearsal.understand import mentioned

UNDECIDED = 0.1
SUPPORTERS = 3  # from whom on support is worth a thought, if nobody is against it
_VOTING = ("event_begins", "event_voted", "event_won", "event_level")


def about_sides(it: Lived) -> Iterator[Thought]:
    """Yield which of two who want the same the agent would rather see win, before it is decided."""
    pledged = pledges_of(it)
    by_sides: dict[tuple[Name, ...], list[Numbered]] = defaultdict(list)
    for each in it.of_kind("seed", "plan", "talk"):
        sides = it.says(each[1]).sides if each[1].evidence or each[1].kind == "seed" else ()
        if len(sides) > 1 and it.me.name not in sides:
            by_sides[sides].append(each)
    for sides, found in by_sides.items():
        agents = [it.me.everybody.agent_of(name) for name in sides]
        if is_decided(sides, found, it) or not pledged.keys().isdisjoint(agents):
            continue  # who has promised a vote to two is for neither
        if any(each.asked == it.me.persona.id and each.asker in agents for each in _about_support(it)):
            continue  # whom it is for it has said, or it still thinks it over
        leans = [it.closeness(agent) for agent in agents]
        if abs(leans[0] - leans[1]) >= UNDECIDED:
            a, b = sides if leans[0] > leans[1] else sides[::-1]
            talks = [each.note for each in it.meetings if each.others & set(agents)]
            rows = [*found[-2:], *talks[-3:]]
            yield it.think("insight_side", rows, 6, a.full, a=a.full, b=b.full)


def is_decided(sides: Collection[Name], known: Collection[Numbered], it: Lived) -> bool:
    """Return whether a vote between some people is over or under way, or its hour is past.

    What the agent knows of it is `known`: a vote that was held before all of that was about something else.
    """
    book = phrases(it.me.pack.language)
    since = min(memory.minute for _, memory in known)
    votes = [memory for _, memory in it.rows if set(sides) <= options_in(memory, it)]
    dated = (*votes, *(memory for _, memory in known))
    past = any(memory.when is not None and since <= memory.when <= it.prompt.now for memory in dated)
    return past or any(
        not set(sides).isdisjoint(it.says(memory).people)
        and any(book.read(frame, memory.text) for frame in _VOTING)
        for _, memory in it.of_kind("observation")
    )


def options_in(memory: Memory, it: Lived) -> frozenset[Name]:
    """Return the people between whom there is a choice at the event that a memory tells of."""
    return frozenset(mentioned(choice_in(memory, it.me.pack), it.me.everybody))


def pledges_of(it: Lived) -> dict[AgentId, Dealing]:
    """Return the two or more to whom the agent has promised its vote for one and the same, if it has."""
    mine = it.me.persona.id
    given = {each.asker: each for each in _about_support(it) if each.asked == mine}
    yes = [each for each in given.values() if each.answer > 0]
    return {
        each.asker: each for each in yes
        if any(each is not other and is_of_the_same(each.what, other.what, it) for other in yes)
    }  # fmt: skip


def about_two_pledges(it: Lived) -> Iterator[Thought]:
    """Yield that the agent has promised its vote to two who stand for the same, before it is given."""
    pledged = pledges_of(it)
    rows = [each.row for each in pledged.values()]
    if pledged and not is_decided([it.me.name_of(agent) for agent in pledged], rows, it):
        yield it.think("insight_two_pledges", rows, 7, "", people=it.listed(pledged))


def about_two_candidates(it: Lived) -> Iterator[Thought]:
    """Yield that two who stand for the same have asked for the agent's support, and it is not sure yet."""
    asked = {each.asker: each for each in _about_support(it) if each.asked == it.me.persona.id}
    for one, two in combinations(asked.values(), 2):
        open_yet = one.answer == two.answer == 0 and is_of_the_same(one.what, two.what, it)
        people = [it.me.name_of(each.asker) for each in (one, two)]
        if open_yet and not is_decided(people, [one.row, two.row], it):
            a, b = sorted(name.full for name in people)
            yield it.think("insight_two_candidates", [one.row, two.row], 6, f"{a} {b}", a=a, b=b)


def about_support(it: Lived) -> Iterator[Thought]:
    """Yield who is for the agent in what it stands for last, and who is against it, before that is decided.

    If nobody is against it, several must be for it.
    """
    mine = it.me.persona.id
    stand = _about_support(it)
    rivals = {each.asker for each in stand if each.asked == mine} | _rivals(it)
    asked = [each for each in stand if each.asker == mine and each.asked not in rivals]
    given = {each.asked: each for each in asked if is_of_the_same(each.what, asked[-1].what, it)}
    yes, no = ([each for each in given.values() if each.answer == answer] for answer in (1, -1))
    rows = [each.row for each in (*yes, *no)]
    if ((yes and no) or len(yes) >= SUPPORTERS) and not is_decided([it.me.name], rows, it):
        frame, people = "insight_support" if no else "insight_backed", [each.asked for each in yes]
        yield it.think(
            frame, rows, 7, yes[0].what, yes=it.listed(people), no=it.listed(each.asked for each in no),
            what=it.put(yes[0].what),
        )  # fmt: skip


def _rivals(it: Lived) -> set[AgentId]:
    """Return who else stands for something, by what the agent remembers."""
    known = [memory for _, memory in it.of_kind("seed", "plan", "talk")]
    choices = [choice for memory in known if it.me.name in (choice := options_in(memory, it))]
    names = {name for memory in known for name in it.says(memory).sides}.union(*choices)
    return {it.me.everybody.agent_of(name) for name in names - {it.me.name}}


def _about_support(it: Lived) -> list[Dealing]:
    """Return the dealings in which somebody who stands for something asks for support."""
    return [each for each in it.dealings if each.sort == "stand"]
