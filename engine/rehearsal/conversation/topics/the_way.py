"""The way: asking where a place is that one has to find, and telling it to who asks."""

from __future__ import annotations

from engine.rehearsal.conversation.talk import Offer, Reply, Talk
from engine.rehearsal.mind import place_of


def ask_way(talk: Talk) -> Offer | None:
    """Return the question where a place is, once in a talk, from who wants to go there today."""
    seeking = talk.prompt.seeking
    if not seeking or talk.did("ask_way"):
        return None
    return Offer(talk.say("ask_way", place=talk.speaker.place(seeking)), holds=True)


def tell_way(talk: Talk) -> Reply | None:
    """Return the way to what one was asked for, or that one does not know it either."""
    asked = talk.answers.text.lower() if talk.answers else ""
    here = place_of(talk.prompt.place)
    named = {asked.rfind(place_of(room.path).lower()): room for room in talk.prompt.ways}
    way = named[max(named)] if named and max(named) >= 0 else None  # what is asked for comes last
    if way is None or place_of(way.path) == here:
        return Reply(talk.say("way_unknown"))
    return Reply(talk.say("tell_way", place=talk.speaker.place(way.path), minutes=str(max(1, way.walk))))
