"""Tasks: three small ones like those of a town, to see whether a model is good enough.

They are handled like every question: asked in the answer mode of the server, read, checked for sense, and
asked again once.
"""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import with_commas, worded
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.language_model import LanguageModel
from engine.prompts import kept
from engine.prompts.known import Acquaintance, KnownRoom
from engine.prompts.prompt import Prompt
from engine.prompts.questions import PlanDay, Rate, Speak
from engine.records import Line, Memory, Name, Names, Persona, RoutineItem

SLOW = 8.0  # seconds for one
_CURABLE = frozenset({Kind.THINKING, Kind.TRUNCATED})  # by a parameter, and so told first
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


@dataclass(frozen=True, slots=True)
class _Outcome:
    """How a task went: the seconds it took, and the failure if it was not done."""

    seconds: float
    failure: ServerFailed | None = None

    @property
    def is_late(self) -> bool:
        """Return whether it was not done in time."""
        return self.failure is not None and self.failure.kind is Kind.TIMEOUT


async def tried(model: LanguageModel, seconds: float) -> tuple[bool | None, str]:
    """Return how three small tasks went, each within some seconds, in words with a remedy.

    It is good enough for a town (True), so far as it may do (None), or not (False). Raises ServerFailed if
    the server no longer answers.
    """
    outcomes = dict(
        zip(_TASKS, await asyncio.gather(*(_try(model, name, seconds) for name in _TASKS)), strict=True)
    )
    failed = {name: outcome for name, outcome in outcomes.items() if outcome.failure is not None}
    if any(outcome.is_late for outcome in failed.values()):
        return False, worded(
            "slow: no answer to a small task within {seconds:g} s; allow more time with `--timeout` or in "
            "Settings, or choose a faster model",
            seconds=seconds,
        )
    if failed:
        return (None if len(failed) == 1 else False), _weak_words(failed)
    mean = sum(outcome.seconds for outcome in outcomes.values()) / len(outcomes)
    if mean > SLOW:
        hours = mean * _CALLS_A_DAY / 3_600
        return None, worded(
            "slow: {seconds:.1f} s for a small task, or about {hours:.1f} hours for one person's day; "
            "choose a faster model if that is too long",
            seconds=mean,
            hours=hours,
        )
    slowest = max(outcome.seconds for outcome in outcomes.values())
    return True, worded("all three small tasks done in {seconds:.1f} s", seconds=slowest)


def _weak_words(failed: Mapping[str, _Outcome]) -> str:
    """Return which tasks a model has failed, the reason of one, and what helps."""
    failures = [outcome.failure for outcome in failed.values() if outcome.failure is not None]
    shown = next((one for one in failures if one.kind in _CURABLE), failures[0])
    said = (
        worded("weak: failed one of three small tasks ({name})", name=_NAMES[next(iter(failed))])
        if len(failed) == 1
        else worded(
            "too weak for a town: failed {count} of three small tasks ({names})",
            count=len(failed),
            names=with_commas([_NAMES[name] for name in failed]),
        )
    )
    return worded("{said}: {what}; {remedy}", said=said, what=shown.what, remedy=shown.rule.remedy)


async def _try(model: LanguageModel, name: str, seconds: float) -> _Outcome:
    """Return how a task went. Raises ServerFailed if the server no longer answers."""
    prompt = _TASKS[name]
    try:
        async with asyncio.timeout(seconds):
            reply = await model.answer(prompt)
    except TimeoutError:
        return _Outcome(seconds, ServerFailed(Kind.TIMEOUT))
    except ServerFailed as failure:
        if failure.outage and failure.kind is not Kind.TIMEOUT:
            raise
        return _Outcome(seconds, failure)
    ratings = getattr(kept(prompt, reply.answer), "ratings", (0, 1))
    if ratings[0] >= ratings[1]:
        return _Outcome(
            reply.seconds,
            ServerFailed(Kind.SENSELESS, worded("it rated a fire no higher than brushing teeth")),
        )
    return _Outcome(reply.seconds)
