"""A block taken apart: pieces of a few minutes each, with the things in the room and what becomes of them."""

from __future__ import annotations

from random import Random

from engine.models.rehearsal.grammar import doing, low
from engine.models.rehearsal.mind import (
    Answer,
    is_open,
    known_room,
    last_part,
    may_go,
    may_use,
    place_of,
    room_for,
    room_words,
)  # fmt: skip
from engine.models.rehearsal.pack import Activity, Pack
from engine.models.rehearsal.text import tidy, words_of
from engine.prompts.questions import KnownRoom, KnownThing, PlanBlock
from engine.records import Path

MOST_PIECES = 24


def plan_block(prompt: PlanBlock, pack: Pack, draw: Random) -> Answer:
    """Pieces that cover the block from `now` on."""
    left = max(5, prompt.block.end - max(prompt.now, prompt.block.start))
    place = room_for(prompt, prompt.block.room or prompt.persona.home, prompt.rooms)
    what = tidy(prompt.block.activity, 200) or pack.say(draw, "free_day")
    kind = pack.activity(what)
    lengths = _lengths(left, kind, pack, draw)
    thing = _thing_for(what, kind, known_room(prompt.rooms, place), prompt)
    pieces = [
        _piece(text, minutes, place, kind)
        for text, minutes in zip(_steps(what, kind, len(lengths), pack, draw), lengths, strict=True)
    ]
    if thing:
        _use(pieces, thing, kind, pack, draw)
    if len(pieces) > 2 and left >= 90 and not pack.has("sleep", what):
        _break(pieces, prompt, place, pack, draw)
    return {"pieces": pieces[:MOST_PIECES]}


def _lengths(left: int, kind: Activity, pack: Pack, draw: Random) -> list[int]:
    """How the time is cut up: whole multiples of five where possible, never more than an hour."""
    asleep = pack.has("sleep", kind.kind)
    lengths: list[int] = []
    while left > 0 and len(lengths) < MOST_PIECES:
        piece = 60 if asleep else draw.choice((15, 20, 25, 30, 35, 40, 45))
        if left - piece < 10:
            piece = left if left <= 60 else 30
        lengths.append(max(5, min(60, piece)))
        left -= piece
    return lengths


def _steps(what: str, kind: Activity, count: int, pack: Pack, draw: Random) -> list[str]:
    """What the pieces are called: the activity itself first, then its usual parts in a drawn order."""
    going_on = low(doing(what, pack.grammar), pack.grammar)
    main = kind.steps[0].format(doing=going_on) if kind.steps else going_on
    parts = [step.format(doing=going_on) for step in kind.steps[1:]] or [main]
    draw.shuffle(parts)
    steps = [main if "{doing}" in kind.steps[0] else parts[-1]] if kind.steps else [main]
    for number in range(1, count):
        steps.append(main if number % 3 == 0 else parts[(number - 1) % len(parts)])
    return [tidy(step, 300) or what for step in steps[:count]]


def _piece(text: str, minutes: int, place: Path, kind: Activity) -> dict[str, object]:
    return {"minutes": minutes, "activity": text, "place": place, "emoji": kind.emoji}


def _thing_for(what: str, kind: Activity, room: KnownRoom | None, prompt: PlanBlock) -> KnownThing | None:
    """The thing in the room that goes best with the activity."""
    if room is None:
        return None
    words = set(words_of(what))

    def fit(thing: KnownThing) -> int:
        own = set(words_of(last_part(thing.path)))
        return 2 * len(own & words) + len(own & kind.things)

    usable = [
        thing for thing in room.things if may_use(prompt, thing.path) and not thing.urgent and fit(thing)
    ]
    return max(usable, key=fit) if usable else None


def _use(
    pieces: list[dict[str, object]], thing: KnownThing, kind: Activity, pack: Pack, draw: Random
) -> None:
    """The thing is in use from the first piece and left as it was found with the last one."""
    idle = _idle(thing, pack)
    state = _in_use(thing, kind, idle, pack)
    for piece in pieces[: max(1, len(pieces) - 1)]:
        piece["thing"], piece["thing_state"] = thing.path, state
    if len(pieces) > 1 and idle and idle != state:
        last = pieces[-1]
        last["thing"], last["thing_state"] = thing.path, idle


def _idle(thing: KnownThing, pack: Pack) -> str:
    for state in thing.states:
        if state.lower() in pack.words["idle_states"]:
            return tidy(state, 60) if len(state) <= 60 else ""
    return next((state for state in thing.states[:1] if 0 < len(state) <= 60), "")


def _in_use(thing: KnownThing, kind: Activity, idle: str, pack: Pack) -> str:
    states = [
        state for state in thing.states
        if state != idle and 0 < len(state) <= 60 and not pack.has("urgent_states", state)
    ]  # fmt: skip
    for wanted in kind.states:
        if wanted in states:
            return wanted
    if states:
        return states[0]
    return idle if thing.states else pack.phrases["in_use"][0]


def _break(pieces: list[dict[str, object]], prompt: PlanBlock, place: Path, pack: Pack, draw: Random) -> None:
    """Now and then somebody washes their hands, or looks in next door."""
    chance = draw.random()
    middle = 1 + draw.randrange(len(pieces) - 2)
    if chance < 0.25:
        room = _washroom(prompt, place, pack)
        text = "wash"
    else:
        room = _nearby(prompt, place, draw) if chance < 0.35 and not prompt.because else None
        text = "errand"
    if room is None:
        return
    said = pack.say(draw, text, room=last_part(room.path), place=room_words(room.path, pack))
    emoji = pack.activity(said).emoji
    pieces[middle] = {
        "minutes": 5 if text == "wash" else 15,
        "activity": tidy(said, 300),
        "place": room.path,
        "emoji": emoji,
    }


def _washroom(prompt: PlanBlock, place: Path, pack: Pack) -> KnownRoom | None:
    for room in prompt.rooms:
        beside = place_of(room.path) == place_of(place) and room.path != place
        if beside and may_go(prompt, room.path) and pack.has("washroom", last_part(room.path)):
            return room
    return None


def _nearby(prompt: PlanBlock, place: Path, draw: Random) -> KnownRoom | None:
    near = [
        room for room in prompt.rooms
        if not room.private and room.walk <= 5 and place_of(room.path) != place_of(place)
        and may_go(prompt, room.path) and is_open(room, prompt.now, prompt.block.end)
    ]  # fmt: skip
    return draw.choice(near) if near else None
