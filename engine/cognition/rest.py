"""Rest: at bedtime a diary is kept; on waking a new day is planned."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from engine.clock import DAY, minute_at
from engine.cognition.act import walk
from engine.cognition.feeling.tired import remember_early_night
from engine.cognition.pursuit.pursue import give_up_tonight
from engine.cognition.thinker import Thinker
from engine.prompts.questions import KeepDiary
from engine.records import Diary, Event, Memory, Presence

_OF_THE_DAY = 30


def rest(thinker: Thinker) -> None:
    """Go home if need be, keep the diary, and sleep until the usual hour."""
    if thinker.room.path != thinker.persona.home:
        walk(thinker, thinker.persona.home)
        return
    remember_early_night(thinker)
    give_up_tonight(thinker)
    day = thinker.mind.plan.day
    if thinker.mind.diary is None or thinker.mind.diary.day != day:
        thinker.later(lambda: _keep_diary(thinker, day))
    _show(thinker, "sleep", thinker.say("sleeps"))
    thinker.rows.add(
        Presence(
            id=thinker.rows.next_id(),
            agent=thinker.id,
            room=thinker.room.path,
            inside=True,
            asleep=True,
            next=wakes_at(thinker.persona.wake, thinker.now),
            reason="wake",
            doing=thinker.say("asleep"),
            emoji="💤",
            seen=thinker.rows.next_id(),
        )
    )


def wake(thinker: Thinker) -> None:
    """Log that the agent wakes up; what was noticed before sleep is past."""
    _show(thinker, "wake", thinker.say("wakes"))


def wakes_at(wake_clock: int, now: int) -> int:
    """Return the next minute after `now` with the clock time `wake_clock`."""
    return (
        minute_at(1, wake_clock) + ((now - wake_clock) // DAY + 1) * DAY if now >= wake_clock else wake_clock
    )


async def _keep_diary(thinker: Thinker, day: int) -> None:
    stream = thinker.mind.stream
    telling = tuple(memory for memory in worth_telling(stream.memories, day) if stream.shows(memory.id))
    if not telling:
        return
    answer = await thinker.ask_if_possible(thinker.prompt(KeepDiary, day=day, memories=telling))
    if answer is None:
        return
    thinker.rows.add(Diary(id=thinker.rows.next_id(), agent=thinker.id, day=day, text=answer.text))


def worth_telling(memories: Sequence[Memory], day: int) -> tuple[Memory, ...]:
    """Return the memories for the diary of a day: the most important since it began, oldest first."""
    begins = minute_at(day, 0)
    lived = takewhile(lambda memory: memory.minute >= begins, reversed(memories))
    today = [memory for memory in lived if memory.kind != "whisper"]  # what came of it counts, not its words
    return tuple(sorted(sorted(today, key=_weight)[-_OF_THE_DAY:], key=lambda memory: memory.id))


def _weight(memory: Memory) -> tuple[int, int]:
    return (memory.importance, memory.id)


def _show(thinker: Thinker, kind: str, text: str) -> None:
    thinker.rows.add(
        Event(
            id=thinker.rows.next_id(),
            room=thinker.room.path,
            kind="wake" if kind == "wake" else "sleep",
            actor=thinker.id,
            text=text,
        )
    )
