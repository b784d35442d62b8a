"""Company: whom one only saw, who talks with whom for all that stands between them, who came to speak."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from engine.records import AgentId
from engine.rehearsal.mind import place_of
from engine.rehearsal.reflection.lived import Lived
from engine.rehearsal.reflection.rows import Sighting
from engine.rehearsal.reflection.thought import Thought

TWICE, OFTEN = 2, 3
_TWO = 2  # people who talk by themselves
APART = 60  # minutes between two sightings that count as two
CLOSE = 0.4
AT_ODDS = -0.2


def about_whom_one_only_saw(it: Lived) -> Iterator[Thought]:
    """Yield who of those who are close was seen again and again yesterday, without a word."""
    day = it.yesterday
    met = {agent for each in it.meetings if each.day == day for agent in each.others}
    seen: dict[AgentId, list[Sighting]] = defaultdict(list)
    for each in it.sightings:
        if each.day == day and each.agent not in met and _is_apart(each, seen[each.agent]):
            seen[each.agent].append(each)
    for agent in sorted(seen, key=lambda agent: (-it.closeness(agent), agent)):
        found = seen[agent]
        often = len(found) >= OFTEN or len({place_of(each.place) for each in found}) >= TWICE
        if often and it.closeness(agent) >= CLOSE:
            yield it.think(
                "insight_only_saw", [each.row for each in found], 5, it.full(agent),
                other=it.full(agent), times=it.times(len(found)), day=it.on(day),
                places=it.places(each.place for each in found),
            )  # fmt: skip


def _is_apart(seen: Sighting, before: list[Sighting]) -> bool:
    """Return whether a sighting counts as one more: it is the first, at another place, or an hour later."""
    last = before[-1] if before else None
    return last is None or seen.minute - last.minute >= APART or place_of(seen.place) != place_of(last.place)


def about_talks_at_odds(it: Lived) -> Iterator[Thought]:
    """Yield with whom the agent has talked more than once though the two are at odds, and were at first."""
    for agent in dict.fromkeys(agent for talk in it.meetings for agent in sorted(talk.others)):
        talks = it.talks_alone(agent)
        at_odds = it.knows(agent) and max(it.closeness(agent), it.closeness_at_first(agent)) <= AT_ODDS
        if at_odds and len(talks) >= TWICE:
            yield it.think(
                "insight_at_odds", [each.note for each in talks], 6, it.full(agent), other=it.full(agent),
                times=it.times(len(talks)), span=it.since(talks[0].day),
            )  # fmt: skip


def about_a_friend_with_a_foe(it: Lived) -> Iterator[Thought]:
    """Yield that somebody dear was seen in talk with somebody whom the agent is at odds with."""
    for one, other in _seen_talking(it):
        friend, foe = sorted((one, other), key=lambda each: -it.closeness(each.agent))
        at_odds = it.knows(foe.agent) and it.closeness(foe.agent) <= AT_ODDS
        if it.closeness(friend.agent) < CLOSE or not at_odds:
            continue
        known = [row for row in it.of_kind("seed", "talk") if foe.agent in row[1].about]
        known = [row for row in known if row[1].id < foe.row[1].id]
        yield it.think(
            "insight_with_a_foe", [foe.row, *known[-1:]], 6, it.full(foe.agent), a=it.full(friend.agent),
            other=it.full(foe.agent), day=it.on(foe.day), place=it.me.place(foe.place),
        )  # fmt: skip


def _seen_talking(it: Lived) -> Iterator[tuple[Sighting, Sighting]]:
    """Yield the two who were seen talking with each other and with nobody else, each time."""
    talks: dict[int, list[Sighting]] = defaultdict(list)
    for each in it.sightings:
        if not each.deed:
            talks[each.row[0]].append(each)
    for found in talks.values():
        if len(found) == len(found[0].row[1].about) == _TWO:
            yield found[0], found[1]
