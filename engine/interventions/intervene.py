"""Intervene: an author's hand in the town, through the same door as an agent's and logged with its author."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import BadInput, NotFound
from engine.mind.turn_rows import TurnRows
from engine.records import AgentId, Event, Memory, Path, Presence, ThingState, Turn
from engine.row_ids import AUTHOR, MOST_ROWS, stamp
from engine.simulation.state import State
from engine.simulation.turn import wake_all

_HEARD, _LONGEST = 8, 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Whisper:
    """An instruction that an agent hears as its own inner voice."""

    agent: AgentId
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetState:
    """An object gets a new state, whoever may be near."""

    thing: Path
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Happen:
    """Something happens in a room, seen by all who are in it."""

    room: Path
    text: str


Intervention = Whisper | SetState | Happen


def intervene(state: State, what: Intervention, *, at: int, first: int = 0) -> tuple[Turn, TurnRows]:
    """Let an intervention take effect at a common moment: after every turn taken, before every turn to come.

    `first` is the first free row of the author at that minute. Raises BadInput or NotFound, before anything
    has changed, when it names what does not exist.
    """
    if at > state.clock:
        raise ValueError(f"minute {at} is no common moment; the next turn is at {state.clock}")
    rows = TurnRows(at, AUTHOR, state.apply, first=first + 1)
    match what:
        case Whisper():
            room = _whisper(state, what, rows)
        case SetState():
            room = _set_state(state, what, rows)
        case Happen():
            room = _happen(state, what, rows)
    return Turn(id=stamp(at, AUTHOR, first), agent="", room=room, reason="author"), rows


def _whisper(state: State, what: Whisper, rows: TurnRows) -> Path:
    if what.agent not in state.minds:
        raise NotFound(f"nobody here has the id {what.agent!r}; there are {', '.join(state.minds)}")
    text = _said(what.text, "a whisper")
    persona = state.minds[what.agent].persona
    presence = state.minds[what.agent].presence
    rows.add(
        Memory(
            id=rows.stamp(),
            agent=what.agent,
            kind="whisper",
            text=state.town.phrases.say("whispered", name=persona.name, text=text),
            importance=_HEARD,
            about=state.town.cast.mentioned(text),
        )
    )
    wake_all(state, rows, [presence] if presence else [])
    return presence.room if presence else persona.home


def _set_state(state: State, what: SetState, rows: TurnRows) -> Path:
    world, phrases = state.town.world, state.town.phrases
    if what.thing not in world.things:
        raise NotFound(f"there is no object {what.thing!r}; objects are named as place/room/object")
    new = _said(what.state, "a state")
    thing, room = world.things[what.thing], what.thing.rpartition("/")[0]
    remedy = world.urgent(what.thing, new)
    text = phrases.say(
        "state_urgent" if remedy else "state",
        thing=phrases.the(thing.name),
        room=phrases.room(world.rooms[room]),
        state=new,
        remedy=remedy,
    )
    rows.add(ThingState(id=rows.stamp(), thing=what.thing, state=new))
    rows.add(
        Event(id=rows.stamp(), room=room, kind="author", text=text, thing=what.thing, urgent=bool(remedy))
    )
    wake_all(state, rows, _present(state, room, rows), asleep=bool(remedy))
    return room


def _happen(state: State, what: Happen, rows: TurnRows) -> Path:
    if what.room not in state.rooms:
        raise NotFound(f"there is no room {what.room!r}")
    text = _said(what.text, "an event")
    rows.add(Event(id=rows.stamp(), room=what.room, kind="author", text=text))
    wake_all(state, rows, _present(state, what.room, rows))
    return what.room


def _present(state: State, room: Path, rows: TurnRows) -> tuple[Presence, ...]:
    return state.rooms[room].before(stamp(rows.minute, AUTHOR, MOST_ROWS)).present()


def _said(text: str, what: str) -> str:
    words = " ".join(text.split())
    if not words:
        raise BadInput(f"{what} needs some words")
    if len(words) > _LONGEST:
        raise BadInput(f"{what} may have {_LONGEST} letters; this one has {len(words)}")
    return words
