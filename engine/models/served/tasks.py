"""Tasks: three small ones like those of a town, to see whether a model is good enough.

They are handled like every question: asked in the answer mode of the server, read, checked for sense, and
asked again once.
"""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Mapping
from typing import Any

from engine.errors import with_commas, worded
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.language_model import LanguageModel
from engine.prompts import kept
from engine.prompts.known import Acquaintance, KnownRoom
from engine.prompts.prompt import Prompt
from engine.prompts.questions import PlanDay, Rate, Speak
from engine.records import Line, Memory, Name, Names, Persona, RoutineItem

SECONDS = 20.0  # for all three, which are asked at once
SLOW = 8.0  # seconds for one
_CALLS_A_DAY = 40  # of one person, about
_MORNING = 7 * 60
_HOME, _SHOP, _GREEN = "Mill Cottage/kitchen", "Bakery/counter", "Village Green"

_ANN = Persona(
    id="ann",
    name="Ann Miller",
    age=40,
    traits=("friendly",),
    home=_HOME,
    work=_SHOP,
    wake=_MORNING,
    sleep=22 * 60,
    routine=(RoutineItem(start=8 * 60, activity="bake bread and serve customers", place=_SHOP),),
)
_COMMON: Mapping[str, Any] = {
    "persona": _ANN,
    "town": "Millbrook",
    "language": "en",
    "starts": datetime.date(2026, 3, 2),
    "now": _MORNING,
    "seed": 1,
    "names": Names(
        {"ann": Name(full="Ann Miller", called="Ann"), "ben": Name(full="Ben Carter", called="Ben")}
    ),
}
_TASKS: Mapping[str, Prompt[Any]] = {
    "weigh": Rate(**_COMMON, observations=("Ben Carter is brushing his teeth.", "The bakery is on fire!")),
    "answer": Speak(
        **_COMMON,
        place=_GREEN,
        doing="walking to the bakery",
        people=(Acquaintance(agent="ben", name="Ben Carter", kind="friend", closeness=0.5),),
        lines=(
            Line(id=1, conversation=1, speaker="ben", said_at=_MORNING, text="Will there be rolls at eight?"),
        ),
        recalled=(
            Memory(id=2, agent="ann", kind="seed", text="Ann Miller bakes rolls every day.", importance=3),
        ),
    ),
    "plan": PlanDay(
        **_COMMON,
        rooms=tuple(KnownRoom(path=path) for path in (_HOME, _SHOP, _GREEN)),
        choices={"place": (_HOME, _SHOP, _GREEN)},
    ),
}
_NAMES: Mapping[str, str] = {
    "weigh": worded("rate"),
    "answer": worded("answer"),
    "plan": worded("plan"),
}


async def tried(model: LanguageModel, seconds: float = SECONDS) -> tuple[bool, str]:
    """Return whether a model is good enough for a town, and the result of three small tasks, in words.

    Raises ServerFailed if the server no longer answers.
    """
    done = dict(
        zip(_TASKS, await asyncio.gather(*(_try(model, name, seconds) for name in _TASKS)), strict=True)
    )
    failed = [name for name, took in done.items() if took is None]
    took = [each for each in done.values() if each is not None]
    slowest = max(took, default=0.0)
    if slowest >= seconds:
        return False, worded("slow: no answer to a small task within {seconds:g} s", seconds=seconds)
    if failed:
        return False, worded(
            "too weak for a town: failed {count} of three small tasks ({names})",
            count=len(failed),
            names=with_commas([_NAMES[name] for name in failed]),
        )
    mean = sum(took) / len(took)
    if mean > SLOW:
        hours = mean * _CALLS_A_DAY / 3_600
        return False, worded(
            "slow: {seconds:.1f} s for a small task, or about {hours:.1f} hours for one person's day",
            seconds=mean,
            hours=hours,
        )
    return True, worded("all three small tasks done in {seconds:.1f} s", seconds=slowest)


async def _try(model: LanguageModel, name: str, seconds: float) -> float | None:
    """Return the seconds in which a task was done, `seconds` if it ran out of time; None if it failed."""
    prompt = _TASKS[name]
    try:
        async with asyncio.timeout(seconds):
            reply = await model.answer(prompt)
    except TimeoutError:
        return seconds
    except ServerFailed as failure:
        if failure.kind is Kind.TIMEOUT:
            return seconds
        if failure.outage:
            raise
        return None
    ratings = getattr(kept(prompt, reply.answer), "ratings", (0, 1))
    return reply.seconds if ratings[0] < ratings[1] else None
