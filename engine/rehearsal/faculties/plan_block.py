"""Splits a block into pieces of a few minutes, with the objects used in the room and their new states."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.language.verb_forms import base_form
from engine.practices.practice import Stage
from engine.prompts.known import KnownRoom, KnownThing
from engine.prompts.questions import PlanBlock
from engine.records import Path
from engine.rehearsal.language.doing import meanwhile
from engine.rehearsal.language.pack import Activity, Pack
from engine.rehearsal.language.practising import steps_at
from engine.rehearsal.language.text import tidy, words_of
from engine.rehearsal.mind import Answer, is_open, known_room, last_part, may_go, may_use, place_of, room_for
from engine.rehearsal.speaker import Speaker, speaker_of

MOST_PIECES = 24
WASHES, LOOKS_IN = 0.2, 0.28
LONGEST_STATE = 60
STAGES, LONG, GETS_ON = 3, 120, 0.4  # what is done bit by bit, and how often a long stretch of work shows


def plan_block(prompt: PlanBlock, pack: Pack, draw: Random) -> Answer:
    """Return pieces that cover the block from `now` on."""
    speaker = speaker_of(prompt, pack, draw)
    left = max(5, prompt.block.end - max(prompt.now, prompt.block.start))
    place = room_for(prompt, prompt.block.room or prompt.persona.home, prompt.rooms)
    what = tidy(prompt.block.activity, 200) or speaker.say("free_day")
    kind = pack.activity(what)
    lengths = _lengths(left, pack.has("sleep", kind.kind), draw)
    steps = _steps(what, kind, len(lengths), pack, draw)
    pieces = [_piece(text, minutes, place, kind) for text, minutes in zip(steps, lengths, strict=True)]
    thing = _thing_for(what, kind, known_room(prompt.rooms, place), prompt, pack)
    if thing:
        _use(pieces, thing, kind, speaker, left)
    if len(pieces) > 2 and left >= 90 and not pack.has("sleep", what):
        _break(pieces, prompt, place, speaker)
    return {"pieces": pieces[:MOST_PIECES]}


def _lengths(left: int, asleep: bool, draw: Random) -> list[int]:
    """Split the time left into lengths in minutes: multiples of five if possible, never more than an hour."""
    lengths: list[int] = []
    while left > 0 and len(lengths) < MOST_PIECES:
        piece = 60 if asleep else draw.choice((20, 25, 30, 35, 40, 45, 50))
        if left - piece < 10:
            piece = left if left <= 60 else 30
        lengths.append(max(5, min(60, piece)))
        left -= piece
    return lengths


def _steps(what: str, kind: Activity, count: int, pack: Pack, draw: Random) -> list[str]:
    """Return the activities of the pieces.

    The main one comes first and at every second piece. In between are its parts, or the usual steps of its
    kind.
    """
    going_on = meanwhile(what, pack.grammar)
    said = [step.format(doing=going_on) for step in kind.steps] or [going_on]
    main = going_on if any("{doing}" in step for step in kind.steps) else said[0]
    several = [meanwhile(part, pack.grammar) for part in pack.parts(what)]
    parts = [step for step in said if step != main] + (several if len(several) > 1 else []) or [main]
    draw.shuffle(parts)
    steps = [main]
    for number in range(1, count):
        if number % 2 == 0:
            steps.append(main)
            continue
        practised = _practised(what, number, count, pack)
        steps.append(draw.choice(practised) if practised else parts[(number // 2) % len(parts)])
    return [tidy(step, 300) or what for step in steps[:count]]


def _practised(what: str, number: int, count: int, pack: Pack) -> list[str]:
    """Return the possible activities of piece `number` of `count` at an occasion, by its stage.

    The first pieces begin the occasion and the last end it.
    """
    stage: Stage = "begins" if number <= 1 else "ends" if number >= count - 1 else "under_way"
    return steps_at(what, stage, pack)


def _piece(text: str, minutes: int, place: Path, kind: Activity) -> dict[str, object]:
    return {"minutes": minutes, "activity": text, "place": place, "emoji": kind.emoji}


def _thing_for(
    what: str, kind: Activity, room: KnownRoom | None, prompt: PlanBlock, pack: Pack
) -> KnownThing | None:
    """Return the object in the room that fits the activity best, or None."""
    if room is None:
        return None
    words = _roots(what, pack)

    def fit(thing: KnownThing) -> int:
        name = last_part(thing.path)
        return 2 * len(words & _roots(name, pack)) + kind.things.count(name)

    usable = [
        thing for thing in room.things if may_use(prompt, thing.path) and not thing.urgent and fit(thing)
    ]
    return max(usable, key=fit) if usable else None


def _use(
    pieces: list[dict[str, object]], thing: KnownThing, kind: Activity, speaker: Speaker[PlanBlock], left: int
) -> None:
    """Set the object and its states in the pieces.

    It is in use from the first piece and at rest with the last; or, if it is something done bit by bit, it is
    one stage further in the end.
    """
    for piece in pieces:
        piece["thing"] = thing.path
    made = _made(str(pieces[0]["activity"]), thing, speaker.pack)
    if made:
        pieces[0]["thing_state"] = made
        return
    rests = next((state for state in thing.states if state in speaker.pack.words["idle_states"]), "")
    used = _in_use(thing, kind, rests, speaker.pack)
    if used:
        for piece in pieces[: max(1, len(pieces) - 1)]:
            piece["thing_state"] = used
        if len(pieces) > 1 and rests and len(rests) <= LONGEST_STATE:
            pieces[-1]["thing_state"] = rests
    elif not rests and len(thing.states) >= STAGES and left >= LONG and speaker.draw.random() < GETS_ON:
        pieces[-1]["thing_state"] = _next_stage(thing, speaker.pack)


def _made(what: str, thing: KnownThing, pack: Pack) -> str:
    """Return the state that a deed brings an object into, if the deed says so, or an empty string.

    Lighting a candle makes it lit, putting up fresh bills makes them fresh, filling a trough makes it full.
    """
    deed = _roots(what, pack)
    fit = [state for state in thing.states if state != thing.state and not pack.has("urgent_states", state)]
    fit = [state for state in fit if 0 < len(state) <= LONGEST_STATE]
    named = (state for state in fit if _roots(state, pack) and _roots(state, pack) <= deed)
    made = next(named, "") or next((state for state in fit if _comes_of(what, state, pack)), "")
    return made or _finished(what, fit, pack)


def _comes_of(what: str, state: str, pack: Pack) -> bool:
    """Return whether such a deed usually leads to a state, though the state is called by another word."""
    return any(deed.search(what.lower()) and made.search(state) for deed, made in pack.results)


def _finished(what: str, fit: Sequence[str], pack: Pack) -> str:
    """Return the state that a finished deed leaves an object in, in a script without spaces, or "".

    It is the state that shares a sign with the deed, or the only other state: 把地板拖了 leaves it 拖干净了.
    """
    if pack.grammar.spaced or not pack.finds("deed_finishes", what):
        return ""
    alike = [state for state in fit if set(state) & set(what) - pack.words["stop"].spaced - set("了着的好得")]
    return alike[0] if alike else fit[0] if len(fit) == 1 else ""


def _roots(text: str, pack: Pack) -> frozenset[str]:
    """Return the words of a text, those that may be verbs in their base form."""
    words = words_of(text)
    return frozenset(base_form(word) or word for word in words) if pack.grammar.spaced else frozenset(words)


def _in_use(thing: KnownThing, kind: Activity, rests: str, pack: Pack) -> str:
    """Return the state of an object while it is used for this activity, or an empty string."""
    if not thing.states:
        return pack.word("in_use")
    fit = [state for state in thing.states if state != rests and not pack.has("urgent_states", state)]
    return next((state for state in kind.states if state in fit and len(state) <= LONGEST_STATE), "")


def _next_stage(thing: KnownThing, pack: Pack) -> str:
    """Return the stage after the present one; the last one stays."""
    stages = [state for state in thing.states if not pack.has("urgent_states", state)]
    at = stages.index(thing.state) if thing.state in stages else 0
    state = stages[min(at + 1, len(stages) - 1)] if stages else ""
    return state if len(state) <= LONGEST_STATE else ""


def _break(
    pieces: list[dict[str, object]], prompt: PlanBlock, place: Path, speaker: Speaker[PlanBlock]
) -> None:
    """Sometimes replace a piece in the middle by washing hands or looking in next door."""
    pack, draw = speaker.pack, speaker.draw
    chance = draw.random()
    middle = 1 + draw.randrange(len(pieces) - 2)
    if chance < WASHES:
        room, frame = _washroom(prompt, place, pack), "wash"
    else:
        stays = chance >= LOOKS_IN or bool(prompt.because)
        room, frame = (None if stays else _nearby(prompt, place, draw)), "errand"
    if room is None:
        return
    said = speaker.say(frame, room=last_part(room.path), place=speaker.place(room.path))
    minutes = 5 if frame == "wash" else 15
    activity, emoji = tidy(said, 300), pack.activity(said).emoji
    pieces[middle] = {"minutes": minutes, "activity": activity, "place": room.path, "emoji": emoji}


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
