"""Somebody with a long life behind them: ten thousand memories in the log of a small town."""

from __future__ import annotations

import random
import time
from dataclasses import replace

from engine.clock import DAY
from engine.records import LogEntry, Memory, Turn
from engine.row_ids import row_id
from engine.store.log.rows import append

TOWN, WHO, A_DAY = "three-neighbours", "nell", 250
QUESTIONS = ("What do you think of Otto?", "What did you do yesterday?", "Who is ill?")
SEEN = (
    "Otto Finch is mending a clock",
    "Ruth waters the beans",
    "the cat sleeps on the wall",
    "a letter came for Otto",
    "Ruth sings at the stove",
    "somebody left the gate open",
)


def long_lived(workspace, memories):
    """A run of which somebody has so many memories; nobody has taken it up since."""
    run = workspace.runs.new(TOWN)
    run.live(DAY)
    draw, order = random.Random(1), run.town.cast.agent_numbers[WHO]
    asleep = run.at().people
    for day in range(2, memories // A_DAY + 2):
        minute = day * DAY - 30
        rows: list[LogEntry] = [
            Memory(
                id=row_id(minute, order, n),
                agent=WHO,
                kind="observation",
                text=f"{draw.choice(SEEN)}, the {draw.randrange(400)}th time on the {day}th day",
                importance=draw.randint(1, 9),
            )
            for n in range(1, A_DAY + 1)
        ]
        rows += [
            replace(row, id=row_id(minute, order, A_DAY + n), next=day * DAY + row.next % DAY)
            for n, row in enumerate(asleep.values(), 1)
        ]
        turn = Turn(id=row_id(minute, order, 0), agent=WHO, room="", reason="notice")
        append(run.store, run.number, turn, rows)
    return run


def first_words(run):
    """The CPU seconds until the first word of each answer: the first time, and again."""
    return [_first_word(run, question) for question in QUESTIONS]


def _first_word(run, question):
    began, spoken = time.process_time(), []

    def heard(text):
        if not spoken:
            spoken.append(time.process_time() - began)

    run.at().ask(WHO, question, heard=heard)
    return spoken[0]
