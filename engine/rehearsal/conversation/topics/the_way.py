"""The way: asking where a place is, and telling it to whoever asks."""

from __future__ import annotations

from engine.rehearsal.conversation.talk import Offer, Reply, Talk
from engine.rehearsal.mind import place_of


def ask_way(talk: Talk) -> Offer | None:
    """Ask the way to a place that the speaker wants to find today, once in a talk, or return None."""
    seeking = talk.prompt.seeking
    if not seeking or talk.did("ask_way"):
        return None
    return Offer(talk.say("ask_way", place=talk.speaker.place(seeking)), holds=True)


def tell_way(talk: Talk) -> Reply | None:
    """Tell the way to the place that was asked for, or say that the speaker does not know it."""
    asked = talk.answers.text.lower() if talk.answers else ""
    here = place_of(talk.prompt.place)
    named = {asked.rfind(place_of(room.path).lower()): room for room in talk.prompt.ways}
    way = named[max(named)] if named and max(named) >= 0 else None  # what is asked for comes last
    if way is None or place_of(way.path) == here:
        return Reply(talk.say("way_unknown"))
    return Reply(talk.say("tell_way", place=talk.speaker.place(way.path), minutes=str(max(1, way.walk))))
