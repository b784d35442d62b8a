"""Tasks: small ones like those of a town, to see whether a model is good enough and fast enough.

They are handled like every question: asked in the answer mode of the server, read, checked for sense, and
asked again once. They are set one after another, so that their time is not that of a queue, and each kind is
set twice, since a weak model does well or badly by chance.
"""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import with_commas, worded
from engine.models.profiles import MOST_DEADLINE
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.language_model import LanguageModel
from engine.prompts import kept
from engine.prompts.known import Acquaintance, KnownRoom
from engine.prompts.prompt import Prompt
from engine.prompts.questions import PlanDay, Rate, Speak
from engine.records import Line, Memory, Name, Names, Persona, RoutineItem

SLOW = 8.0  # seconds for one
_LONG = 120.0  # seconds for the first of each kind, after which the others are spared
_MOST_FAILED = 1 / 3  # of the tasks, by a model that is weak but may do
_CURABLE = frozenset({Kind.THINKING, Kind.TRUNCATED})  # by a parameter, and so told first
_CALLS_A_DAY = 40  # of one person, about
_HOUR = 3_600
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


def _rate(*observations: str) -> Prompt[Any]:
    return Rate(**_COMMON, observations=observations)


def _speak(line: str) -> Prompt[Any]:
    return Speak(
        **_COMMON,
        place=_GREEN,
        doing="walking to the bakery",
        people=(Acquaintance(agent="ben", name="Ben Carter", kind="friend", closeness=0.5),),
        lines=(Line(id=1, conversation=1, speaker="ben", said_at=_MORNING, text=line),),
        recalled=(
            Memory(id=2, agent="ann", kind="seed", text="Ann Miller bakes rolls every day.", importance=3),
        ),
    )


def _plan(persona: Persona) -> Prompt[Any]:
    return PlanDay(
        **{**_COMMON, "persona": persona},
        rooms=tuple(KnownRoom(path=path) for path in (_HOME, _SHOP, _GREEN)),
        choices={"place": (_HOME, _SHOP, _GREEN)},
    )


_SETS: tuple[Mapping[str, Prompt[Any]], ...] = (
    {
        "weigh": _rate("Ben Carter is brushing his teeth.", "The bakery is on fire!"),
        "answer": _speak("Will there be rolls at eight?"),
        "plan": _plan(_ANN),
    },
    {
        "weigh": _rate("Ben Carter is washing a cup.", "A child has fallen into the river!"),
        "answer": _speak("How did you sleep, Ann?"),
        "plan": _plan(replace(_ANN, traits=("curious", "restless"))),
    },
)
_NAMES: Mapping[str, str] = {
    "weigh": worded("rate"),
    "answer": worded("answer"),
    "plan": worded("plan"),
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is found by the tasks: it is well (True), or so far as it may be (None), or not (False)."""

    ok: bool | None
    words: str


@dataclass(frozen=True, slots=True)
class _Outcome:
    """How a task went: its name, the seconds it took, and the failure if it was not done."""

    name: str
    seconds: float
    failure: ServerFailed | None = None

    @property
    def is_late(self) -> bool:
        """Return whether it was not done in time."""
        return self.failure is not None and self.failure.kind is Kind.TIMEOUT


async def tried(model: LanguageModel, seconds: float) -> tuple[Verdict, Verdict | None]:
    """Return how well small tasks went, each within some seconds, and how fast (None: not in time).

    Raises ServerFailed if the server no longer answers.
    """
    outcomes: list[_Outcome] = []
    for tasks in _SETS:
        for name, prompt in tasks.items():
            outcomes.append(await _try(model, name, prompt, seconds))
            if outcomes[-1].is_late:
                return _late(seconds), None
        if sum(outcome.seconds for outcome in outcomes) > _LONG:
            break
    return _quality(outcomes), _speed(outcomes)


def _late(seconds: float) -> Verdict:
    words = worded(
        "slow: no answer to a small task within {seconds:g} s; allow more time with `--timeout {more:g}` or "
        "in Settings, or choose a faster model",
        seconds=seconds,
        more=min(2 * seconds, MOST_DEADLINE),
    )
    return Verdict(False, words)


def _quality(outcomes: Sequence[_Outcome]) -> Verdict:
    """Check whether the tasks were done; if not, which ones, the reason of one, and what helps."""
    failed = [outcome for outcome in outcomes if outcome.failure is not None]
    if not failed:
        return Verdict(True, worded("all {count} small tasks done", count=len(outcomes)))
    failures = [outcome.failure for outcome in failed if outcome.failure is not None]
    shown = next((one for one in failures if one.kind in _CURABLE), failures[0])
    values = {
        "count": len(failed),
        "of": len(outcomes),
        "names": with_commas(dict.fromkeys(_NAMES[outcome.name] for outcome in failed)),
    }
    may_do = len(failed) <= _MOST_FAILED * len(outcomes)
    said = (
        worded("weak: failed {count} of {of} small tasks ({names})", **values)
        if may_do
        else worded("too weak for a town: failed {count} of {of} small tasks ({names})", **values)
    )
    words = worded("{said}: {what}; {remedy}", said=said, what=shown.what, remedy=shown.rule.remedy)
    return Verdict(None if may_do else False, words)


def _speed(outcomes: Sequence[_Outcome]) -> Verdict:
    """Check whether the model is fast enough, with the time that a day takes."""
    mean = sum(outcome.seconds for outcome in outcomes) / len(outcomes)
    day = _time(mean * _CALLS_A_DAY)
    if mean <= SLOW:
        words = worded(
            "{seconds:.1f} s for a small task, or about {day} for one person's day",
            seconds=mean,
            day=day,
        )
        return Verdict(True, words)
    words = worded(
        "slow: {seconds:.1f} s for a small task, or about {day} for one person's day; choose a faster model "
        "if that is too long",
        seconds=mean,
        day=day,
    )
    return Verdict(None, words)


def _time(seconds: float) -> str:
    if seconds < 90:
        return worded("a minute")
    if seconds < 2 * _HOUR:
        return worded("{minutes:.0f} minutes", minutes=seconds / 60)
    return worded("{hours:.0f} hours", hours=seconds / _HOUR)


async def _try(model: LanguageModel, name: str, prompt: Prompt[Any], seconds: float) -> _Outcome:
    """Return how a task went. Raises ServerFailed if the server no longer answers."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    try:
        async with asyncio.timeout(seconds):
            reply = await model.answer(prompt)
    except TimeoutError:
        return _Outcome(name, seconds, ServerFailed(Kind.TIMEOUT))
    except ServerFailed as failure:
        if failure.outage and failure.kind is not Kind.TIMEOUT:
            raise
        return _Outcome(name, loop.time() - began, failure)
    return _Outcome(name, reply.seconds, _misjudged(prompt, reply.answer))


def _misjudged(prompt: Prompt[Any], answer: str) -> ServerFailed | None:
    """Return the failure of an answer that rates the second observation no higher than the first."""
    if not isinstance(prompt, Rate):
        return None
    (less, more), ratings = prompt.observations, kept(prompt, answer).ratings
    if ratings[0] < ratings[1]:
        return None
    wrong = worded("it rated {more!r} no higher than {less!r}", more=more, less=less)
    return ServerFailed(Kind.SENSELESS, wrong)
