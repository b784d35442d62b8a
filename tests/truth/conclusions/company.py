"""Claims about company: who was seen talking with whom, who has not talked, and who brought the news."""

from __future__ import annotations

from engine.clock import DAY
from engine.records import AgentId, Conversation, Path
from tests.truth.conclusions.asking import claim, places_in
from tests.truth.conclusions.told import not_told
from tests.truth.log import Past, place_of
from tests.truth.reading import Said


def _since_yesterday(past: Past) -> list[Conversation]:
    """Return the talks of this day and the day before."""
    return [
        talk for talk in past.log.rows[Conversation]
        if talk.id < past.row and talk.minute >= past.day_begins() - DAY
    ]  # fmt: skip


def _seen_talking(past: Past, pair: set[AgentId], place: Path) -> bool:
    """Return whether the agent was at a place while two talked there."""
    return any(
        pair <= set(talk.members) and place_of(talk.room) == place
        and past.was_at(past.me, place, talk.minute, max(talk.until, talk.minute))
        for talk in _since_yesterday(past)
    )  # fmt: skip


@claim("two were seen talking in two places")
def seen_in_two_places(past: Past, said: Said) -> str:
    """The two talked in each of these places, the agent was there then, and they share no room at home."""
    a, b = said.one["a"], said.one["b"]
    if past.log.rooms.get(a, a) == past.log.rooms.get(b, b):
        return "they share a room"
    places = [places_in(past, said.text[gap]) for gap in ("one", "two")]
    if places[0] == places[1]:
        return "it is one place"
    unseen = [
        ", ".join(named) for named in places if not any(_seen_talking(past, {a, b}, at) for at in named)
    ]
    return f"not seen talking at {unseen[0]}" if unseen else ""


@claim("has not exchanged a word today")
def not_a_word(past: Past, said: Said) -> str:
    """The two were in each of these places at once today, and no talk of today has both of them."""
    other = said.one["other"]
    today = [talk for talk in past.talks(other) if talk.minute >= past.day_begins()]
    if any(past.log.lines[talk.id] for talk in today):
        return "they have talked"
    for gap in ("one", "two"):
        if not any(_together(past, other, place) for place in places_in(past, said.text[gap])):
            return f"they were not together at {said.text[gap]}"
    return ""


def _together(past: Past, other: AgentId, place: Path) -> bool:
    """Return whether the agent and another were in one room of a place at once today."""
    mine, theirs = (
        [
            (room, max(begins, past.day_begins()), min(until, past.minute))
            for room, begins, until, _ in past.log.stays(agent)
            if place_of(room) == place and until >= past.day_begins() and begins <= past.minute
        ]
        for agent in (past.me, other)
    )
    return any(
        room == their_room and begins <= their_until and their_begins <= until
        for room, begins, until in mine for their_room, their_begins, their_until in theirs
    )  # fmt: skip


@claim("two told of one")
def two_told_of_one(past: Past, said: Said) -> str:
    """The one told the agent the first, the other the second, and both are of the third."""
    for gap, teller in (("one", "a"), ("two", "b")):
        if said.one["other"] not in past.log.named(said.text[gap]):
            return f"it is not of them: {said.text[gap]}"
        if wrong := not_told(past, said.one[teller], past.me, said.text[gap]):
            return wrong
    return ""
