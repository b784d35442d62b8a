"""Claims about the agent alone: closed doors, emergencies, and what it has made up its mind to."""

from __future__ import annotations

from engine.records import Event, ThingState
from tests.truth.conclusions.asking import claim, first_wrong
from tests.truth.log import Past
from tests.truth.reading import Said

SOON = 60  # minutes within which an emergency is dealt with


@claim("dealt with something urgent")
def dealt_with(past: Past, said: Said) -> str:
    """Something urgent happened, and the agent was the one that changed the thing's state within an hour."""
    for event in past.log.rows[Event]:
        if event.urgent and event.minute <= past.minute and past.log.within(said.text["what"], event.text):
            mine = [
                row for row in past.log.rows[ThingState]
                if row.by == past.me and row.thing == event.thing and 0 <= row.minute - event.minute <= SOON
            ]  # fmt: skip
            if mine:
                return ""
    return "the agent did nothing about it"


def _resolved(past: Past, said: Said) -> str:
    """Say that no plan of the agent's that came of a whisper says so."""
    whispers = {row.id for row in past.memories("whisper")}
    made = [row for row in past.memories("plan") if whispers & set(row.evidence)]
    return (
        "" if any(past.log.same(said.text["what"], row.text) for row in made) else "no whisper came to that"
    )


def _hearers(past: Past, said: Said) -> list[str]:
    return [who for who in past.log.names if who != past.me and past.told(past.me, who, said.text["what"])]


@claim("has made up one's mind and told nobody")
def told_nobody(past: Past, said: Said) -> str:
    """A plan of a whisper says so, and no line of the agent's."""
    heard = _hearers(past, said)
    return first_wrong(_resolved(past, said), f"it told {', '.join(heard)}" if heard else "")


@claim("has made up one's mind and not told those concerned")
def told_none_of_them(past: Past, said: Said) -> str:
    """A plan of a whisper says so, and none of these has heard it from the agent."""
    heard = set(_hearers(past, said)) & set(said.people)
    return first_wrong(_resolved(past, said), f"it told {', '.join(sorted(heard))}" if heard else "")


@claim("has made up one's mind and told somebody")
def told_somebody(past: Past, said: Said) -> str:
    """A plan of a whisper says so, and a line of the agent's."""
    return first_wrong(_resolved(past, said), "" if _hearers(past, said) else "it told nobody")
