"""Claims about company: whom the agent only saw, whom it talked with for all that, and who was with whom."""

from __future__ import annotations

from engine.records import Relation
from tests.truth.conclusions.asking import (
    claim,
    first_wrong,
    in_order,
    not_those,
    on,
    on_day,
    places_in,
    seen_talking,
    times_of,
    times_since,
)
from tests.truth.log import Past, place_of
from tests.truth.reading import Said

AT_ODDS, DEAR = -0.2, 0.4  # of closeness


@claim("only saw somebody")
def only_saw(past: Past, said: Said) -> str:
    """They are close; the agent saw them just there, so often or more, and had no talk with them that day."""
    other, day = said.one["other"], said.text["day"]
    if on_day(past.minute, day):
        return "the day still runs"
    if past.closeness(other) < DEAR:
        return f"closeness is {past.closeness(other)}"
    if on(past, past.talks(other), day):
        return "they talked"
    rows = [row for row in past.memories("observation") if on_day(row.minute, day) and other in row.about]
    seen = [row for row in rows if row.place]
    return first_wrong(
        "" if len(seen) >= times_of(said.text["times"]) else f"seen {len(seen)} time(s)",
        not_those("places", places_in(past, said.text["places"]), {place_of(row.place) for row in seen}),
    )


@claim("has talked in spite of being at odds")
def talked_at_odds(past: Past, said: Said) -> str:
    """The agent was at odds with them at first and is now; they have talked so often alone since that day."""
    other = said.one["other"]
    first = next((row.closeness for row in past.mine(Relation) if row.other == other), 0.0)
    if max(first, past.closeness(other)) > AT_ODDS:
        return f"closeness is {past.closeness(other)}, and was {first}"
    alone = [talk for talk in past.talks(other) if set(talk.members) == {past.me, other}]
    return times_since(past, said, alone)


@claim("saw a friend with a foe")
def saw_friend_with_foe(past: Past, said: Said) -> str:
    """The one is dear to the agent, the other not; it saw these two talk, that day and there."""
    friend, foe = said.one["a"], said.one["other"]
    if past.closeness(friend) < DEAR or past.closeness(foe) > AT_ODDS:
        return f"closeness is {past.closeness(friend)} and {past.closeness(foe)}"
    named = places_in(past, said.text["place"])
    seen = [
        row for row in seen_talking(past, friend, foe)
        if on_day(row.minute, said.text["day"]) and place_of(row.place) in named
        and set(row.about) == {friend, foe}
    ]  # fmt: skip
    return "" if seen else "it did not see them talk by themselves there that day"


@claim("talked with somebody at last")
def talked_at_last(past: Past, said: Said) -> str:
    """No talk with them on the one day, and one on the other, in that place."""
    talks = past.talks(said.one["other"])
    if on(past, talks, said.text["before"]):
        return "they had talked before"
    places = {place_of(talk.room) for talk in on(past, talks, said.text["day"])}
    there = places & places_in(past, said.text["place"])
    return first_wrong(in_order(said), "" if there else "no talk there that day")
