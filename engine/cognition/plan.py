"""Plan: a day in broad strokes, its blocks, and steps just in time (paper, section 4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.clock import DAY, clock_words, day_of, minute_at, parse_clock
from engine.cognition.feeling.tired import has_given_out, remember_worn_out, turns_in
from engine.cognition.going_on import going_on
from engine.cognition.intending.barred import barred, is_barred
from engine.cognition.knowing import known_rooms, room_words
from engine.cognition.pursuit.pursue import (
    aims,
    done_alone,
    done_by_a_line,
    goes_to,
    has_more_to_do,
    has_somebody_to_see,
)
from engine.cognition.retrieve import retrieve
from engine.cognition.thinker import Thinker
from engine.cognition.wayfinding.places import heard_of, knows_way
from engine.prompts.known import KnownRoom
from engine.prompts.questions import PlanBlock, PlanDay
from engine.prompts.questions.plan_block import Piece
from engine.prompts.questions.plan_day import Block
from engine.records import Memory, Path, Step

_DAY_MATTERS, _BLOCK_MATTERS, _STEP_MATTERS, _LET_GO_MATTERS = 4, 2, 1, 5
_UNPLANNED = 60
_GOES_ON = 180  # minutes since something began during which one may be at it still
_A_SEARCH = 20  # minutes one leaves early to find a place
_ONE_STEP = 60  # minutes: what lasts no longer is a step as it stands


async def plan(thinker: Thinker) -> Step | None:
    """Return the step or block to be at now, or on the way to; None when it is time to sleep.

    Plans what is not planned yet: the day on waking (again when something new is due today), and the steps
    of a block once the agent is where the block happens.
    """
    mind, now = thinker.mind, thinker.now
    if _something_new(thinker):
        await plan_day(thinker)
    if now >= mind.plan.bedtime or turns_in(thinker):
        return None
    block = due_block(thinker)
    if block.room != thinker.room.path and not _begun(thinker, block):
        return block
    step = mind.plan.at("step", max(now, block.start))
    if step is None or not step.activity or step.parent != block.id:
        step = await plan_block(thinker, block, step)
    return step


async def plan_day(thinker: Thinker) -> None:
    """Plan today from now until bedtime; each block is a plan row and a plan memory."""
    mind, now, settings = thinker.mind, thinker.now, thinker.town.settings
    redone = now < mind.plan.bedtime  # also after midnight, by who is not in bed yet
    bedtime = mind.plan.bedtime if redone else _bedtime(thinker)
    if not settings.planning:
        _write_day(thinker, bedtime, "")
        return
    remember_worn_out(thinker)
    rooms = _to_go_to(thinker, known_rooms(thinker), bedtime)
    engagements = _due_today(thinker, bedtime)
    unknown = tuple(
        path for path in _heard_of(thinker, engagements) if not is_barred(thinker, path, now, bedtime)
    )
    earlier = mind.plan.current("block") if redone else ()
    answer = await thinker.ask_if_possible(
        thinker.prompt(
            PlanDay,
            yesterday=mind.diary.text if mind.diary else "",
            earlier=earlier,
            engagements=engagements,
            recalled=await retrieve(
                thinker,
                [thinker.persona.currently or thinker.persona.name],
                purpose="plan_day",
                weights=settings.planning_weights,
            ),
            rooms=rooms,
            unknown=unknown,
            aims=aims(thinker),
            choices={"place": (*(room.path for room in rooms), *unknown)},
        )
    )
    _write_day(thinker, bedtime, answer.gist if answer else "")
    day = thinker.rows.entries[-1].id
    blocks = answer.blocks if answer else _as_before(earlier) or _usual_day(thinker)
    _write_blocks(thinker, blocks, bedtime, day)
    for skip in answer.skips if answer else ():
        _let_go(thinker, engagements[skip.engagement - 1 : skip.engagement], skip.why)


def _due_today(thinker: Thinker, bedtime: int) -> tuple[Memory, ...]:
    """Return the engagements of today, without those that the agent pursues as intentions."""
    engagements, now = thinker.mind.engagements, thinker.now
    elsewhere = done_alone(thinker) | done_by_a_line(thinker)
    due = _kept_up(thinker) + engagements.between(now, bedtime) + engagements.open(now)
    return tuple(each for each in due if each.id not in elsewhere)


def _kept_up(thinker: Thinker) -> tuple[Memory, ...]:
    """Return the engagements that have begun, if the plan has the agent be there now."""
    now, place_of = thinker.now, thinker.town.world.place_of
    block = thinker.mind.plan.at("block", now)
    begun = thinker.mind.engagements.between(now - _GOES_ON, now) if block else ()
    return tuple(
        each for each in begun
        if block and block.room and each.place and place_of[each.place] is place_of[block.room]
    )  # fmt: skip


def _to_go_to(thinker: Thinker, rooms: Sequence[KnownRoom], end: int) -> tuple[KnownRoom, ...]:
    """Return the rooms that the agent may be in at any time until `end`, and its home."""
    home = thinker.persona.home
    return tuple(
        room for room in rooms if room.path == home or not is_barred(thinker, room.path, thinker.now, end)
    )


def _as_before(earlier: Iterable[Step]) -> list[Block]:
    """Return the day as it was planned before, for when no new plan can be had."""
    return [
        Block(start=clock_words(step.start % DAY), activity=step.activity, place=step.room)
        for step in earlier
        if step.activity
    ]


def _usual_day(thinker: Thinker) -> list[Block]:
    """Return the routine that the author wrote, for when no plan can be had.

    A first item at home begins on waking.
    """
    persona, world = thinker.persona, thinker.town.world
    blocks = [
        Block(start=clock_words(item.start % DAY), activity=item.activity, place=item.place)
        for item in persona.routine
    ]
    home = world.place_of[persona.home]
    if blocks and persona.wake < persona.routine[0].start and world.place_of.get(blocks[0].place) is home:
        blocks[0] = blocks[0].model_copy(update={"start": clock_words(persona.wake)})
    return blocks


async def plan_block(thinker: Thinker, block: Step, interrupted: Step | None) -> Step:
    """Divide a block into steps from now to its end, and return the step that begins now."""
    settings, now = thinker.town.settings, thinker.now
    start = max(now, block.start)
    rooms = known_rooms(thinker, _near(thinker, block.room))
    answer = await thinker.ask_if_possible(
        thinker.prompt(
            PlanBlock,
            block=replace(block, start=start),
            gist=thinker.mind.plan.gist,
            because=interrupted.because if interrupted else "",
            recalled=await retrieve(
                thinker, [block.activity], purpose="plan_block", weights=settings.planning_weights
            )
            if block.activity
            else (),
            rooms=rooms,
            choices={
                "place": tuple(room.path for room in rooms),
                "thing": tuple(thing.path for room in rooms for thing in room.things),
            },
        )
    )
    pieces = answer.pieces if answer else [Piece(minutes=60, activity=_as_planned(thinker, block), place="")]
    first: Step | None = None
    for number, piece in enumerate(pieces, 1):
        end = block.end if number == len(pieces) else min(block.end, start + piece.minutes)
        step = Step(
            id=thinker.rows.next_id(),
            agent=thinker.id,
            level="step",
            start=start,
            end=end,
            activity=going_on(piece.activity, thinker.town.phrases.language),
            room=piece.place or block.room,
            thing=piece.thing,
            thing_state=piece.thing_state,
            emoji=piece.emoji,
            parent=block.id,
        )
        first = first or step
        _write(thinker, step, "plans_step", _STEP_MATTERS)
        start = end
        if start >= block.end:
            break
    assert first is not None  # the form asks for at least one piece
    return first


def _as_planned(thinker: Thinker, block: Step) -> str:
    """Return the activity of a block without steps: its own, or an open hour if it has none."""
    if not block.activity:
        return thinker.say("open_hour")
    return going_on(block.activity, thinker.town.phrases.language, is_deed=True)


def due_block(thinker: Thinker) -> Step:
    """Return the block to be at now, or the next one if it is time to set out for it.

    If nothing is planned, an open hour is added.
    """
    plan, now = thinker.mind.plan, thinker.now
    ahead = plan.next("block", now)
    block = _due(thinker)
    if block is not None:
        return block
    end = min(plan.bedtime, now + _UNPLANNED, ahead.start if ahead else plan.bedtime)
    open_hour = Step(
        id=thinker.rows.next_id(),
        agent=thinker.id,
        level="block",
        start=now,
        end=end,
        activity="",
        room=thinker.room.path,
    )
    thinker.rows.add(open_hour)
    return open_hour


def _due(thinker: Thinker) -> Step | None:
    """Return the block to be at now, or to set out for; None if there is none."""
    plan, now = thinker.mind.plan, thinker.now
    ahead = plan.next("block", now)
    return ahead if ahead is not None and now >= set_out(thinker, ahead) else plan.at("block", now)


def _heard_of(thinker: Thinker, engagements: Iterable[Memory]) -> tuple[Path, ...]:
    """Return the rooms of the agent's routine and engagements that it does not know yet."""
    spoken = [item.place for item in thinker.persona.routine]
    for engagement in engagements:
        named = thinker.town.world.named(engagement.text)
        spoken += [engagement.place, *(place.rooms[0].path for place in named)]
    spoken += goes_to(thinker)
    return heard_of(thinker, spoken)


def is_lost(thinker: Thinker) -> bool:
    """Return whether it is time to be in a place to which the agent does not know the way."""
    block = _due(thinker)
    return block is not None and bool(block.room) and not knows_way(thinker, block.room)


def to_find(thinker: Thinker) -> str:
    """Return the first place in today's plan that the agent does not know the way to; empty if none."""
    plan, world = thinker.mind.plan, thinker.town.world
    unknown = (
        world.place_of[block.room].name
        for block in plan.current("block")
        if block.end > thinker.now and block.room and not knows_way(thinker, block.room)
    )
    return next(unknown, "")


def set_out(thinker: Thinker, step: Step) -> int:
    """Return the minute to leave this room so as to be on time; earlier if the way is unknown."""
    if not knows_way(thinker, step.room):
        return step.start - _A_SEARCH
    return step.start - thinker.town.world.walk(thinker.room.path, step.room)


def until(thinker: Thinker, step: Step) -> int:
    """Return the minute until which the agent can stay at a step: its end, or when it must set out."""
    ahead = thinker.mind.plan.next("block", thinker.now)
    limit = set_out(thinker, ahead) if ahead is not None and ahead.room != thinker.room.path else step.end
    return max(thinker.now + 1, min(step.end, limit, max(thinker.mind.plan.bedtime, thinker.now + 1)))


def interrupt(thinker: Thinker, step: Step, because: str) -> None:
    """Insert a step into the plan from now on; the rest of the block is to be planned anew afterwards."""
    block = thinker.mind.plan.at("block", thinker.now)
    end = block.end if block else step.end
    step = replace(step, parent=block.id if block else 0)
    thinker.rows.add(step)
    if step.end < end:
        thinker.rows.add(
            Step(
                id=thinker.rows.next_id(),
                agent=thinker.id,
                level="step",
                start=step.end,
                end=end,
                activity="",
                thing_state=because,
                parent=step.parent,
            )
        )


def _something_new(thinker: Thinker) -> bool:
    """Return whether today is not planned yet, or something new is due before bedtime."""
    plan, now = thinker.mind.plan, thinker.now
    if not plan.made:
        return True
    if now >= plan.bedtime or not thinker.town.settings.planning:
        return False
    due = _due_today(thinker, plan.bedtime)
    return (
        has_given_out(thinker)
        or any(memory.id > plan.made for memory in due)
        or has_somebody_to_see(thinker, since=plan.made)
        or has_more_to_do(thinker, since=plan.made, until=plan.bedtime)
    )


def _begun(thinker: Thinker, block: Step) -> bool:
    """Return whether the block is divided into steps already; some may be in other rooms."""
    step = thinker.mind.plan.at("step", thinker.now)
    return step is not None and bool(step.activity) and step.parent == block.id


def _bedtime(thinker: Thinker) -> int:
    day = day_of(thinker.now)
    bedtime = minute_at(day, thinker.persona.sleep)
    return bedtime if bedtime > thinker.now else bedtime + DAY


def _write_day(thinker: Thinker, bedtime: int, gist: str) -> None:
    day = Step(
        id=thinker.rows.next_id(),
        agent=thinker.id,
        level="day",
        start=thinker.now,
        end=bedtime,
        activity=gist,
    )
    if gist:
        thinker.remember(
            "plan",
            thinker.say("plans_day", day=thinker.day, gist=gist),
            _DAY_MATTERS,
            source=day.id,
        )
    thinker.rows.add(day)


def _let_go(thinker: Thinker, engagements: Iterable[Memory], why: str) -> None:
    """Remember why engagements will not be kept; from then on they do not bind."""
    for engagement in engagements:
        thinker.remember("plan", why, _LET_GO_MATTERS, evidence=(engagement.id,), place=engagement.place)


def _write_blocks(thinker: Thinker, blocks: Iterable[Block], bedtime: int, day: int) -> None:
    """Write the blocks until bedtime without a gap; before the first there is time at home."""
    begins = {max(thinker.now, _on_this_day(thinker, block)): block for block in blocks}
    begins = _kept_away(thinker, begins, bedtime)
    starts = [(start, block) for start, block in sorted(begins.items()) if start < bedtime]
    if not starts or starts[0][0] > thinker.now:
        starts.insert(0, (thinker.now, _at_home(thinker, thinker.now)))
    for number, (start, block) in enumerate(starts):
        end = starts[number + 1][0] if number + 1 < len(starts) else bedtime
        step = Step(
            id=thinker.rows.next_id(),
            agent=thinker.id,
            level="block",
            start=start,
            end=end,
            activity=block.activity,
            room=block.place or thinker.persona.home,
            parent=day,
        )
        _write(thinker, step, "plans_block", _BLOCK_MATTERS)
        if block.doing and end - start <= _ONE_STEP:
            thinker.rows.add(_in_one(thinker, step, block))


def _kept_away(thinker: Thinker, begins: dict[int, Block], bedtime: int) -> dict[int, Block]:
    """Return the blocks with time at home instead of being where the agent must not be."""
    starts = sorted(begins)
    for start, end in zip(starts, [*starts[1:], bedtime], strict=True):
        block = begins[start]
        for first, last in barred(thinker, block.place) if block.place else ():
            away, back = max(start, first), min(end, last)
            if away < back:
                begins[away] = _at_home(thinker, away)
                if back < end:
                    begins[back] = block
    return begins


def _at_home(thinker: Thinker, minute: int) -> Block:
    return Block(start=clock_words(minute), activity=thinker.say("at_home"), place=thinker.persona.home)


def _in_one(thinker: Thinker, stroke: Step, block: Block) -> Step:
    """Return the single step of a short block."""
    return replace(
        stroke,
        id=thinker.rows.next_id(),
        level="step",
        activity=going_on(block.doing, thinker.town.phrases.language),
        emoji=block.emoji,
        parent=stroke.id,
    )


def _on_this_day(thinker: Thinker, block: Block) -> int:
    """Return a block's start as a minute; a clock time before waking is after midnight."""
    start = minute_at(thinker.day, parse_clock(block.start))
    wake = minute_at(thinker.day, thinker.persona.wake)
    return start + DAY if start < min(wake, thinker.now) and thinker.persona.sleep > DAY else start


def _write(thinker: Thinker, step: Step, phrase: str, importance: int) -> None:
    thinker.rows.add(step)
    start, end = clock_words(step.start), clock_words(step.end)
    thinker.remember(
        "plan",
        thinker.say(
            phrase,
            room=room_words(thinker, step.room),
            start=start,
            end=end,
            activity=step.activity,
        ),
        importance,
        source=step.id,
        place=step.room,
        when=step.start,
    )


def _near(thinker: Thinker, room: Path) -> tuple[Path, ...]:
    """Return the rooms of the place to which a room belongs."""
    return tuple(other.path for other in thinker.town.world.place_of[room].rooms)
