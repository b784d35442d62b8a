"""Survey: ask many agents one question, at one moment or several, and collect their answers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, TypeVar

from engine.clock import clock_words, day_of, moment_words
from engine.cognition.asking.survey import Asking, Said, survey
from engine.cognition.thinker import Town
from engine.display.html import Card
from engine.display.listed import Tabular
from engine.display.rows import Grid, grid_of
from engine.errors import BadInput, ModelFailed, worded, words_of
from engine.moments import meant
from engine.moments.meant import When
from engine.moments.minds import thinker_at
from engine.moments.moment import Moment
from engine.prompts.questions.aside.survey import MOST_NUMBER
from engine.records import AgentId, Call, Memory
from engine.rehearsal import Rehearsal

T = TypeVar("T")

MOST_CHOICES, MOST_MOMENTS, LONGEST_CHOICE = 20, 366, 200
_GLANCE = 0.1  # seconds between two looks whether to stop, while answers are waited for


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyAnswer:
    """An agent's answer at a moment; if no usable answer came, `failed` says why."""

    agent: AgentId
    name: str
    minute: int
    said: Said
    failed: str = ""

    COLUMNS: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "minute": "minute", "agent": "agent", "name": "name", "answer": "counted",
            "cannot_say": "said.cannot_say", "words": "said.words", "because": "said.because",
            "failed": "failed",
        }
    )  # fmt: skip

    @property
    def counted(self) -> str | int | None:
        """Return the chosen option or the number; None if there is none."""
        return self.said.choice or self.said.number


@dataclass(frozen=True, slots=True, kw_only=True)
class Surveyed(Tabular):
    """The result of a survey, as `run.survey(...)` returns it.

    `asking` is the question, `minutes` are the moments at which it was asked, and `wanted` is the number of
    expected answers. `answers` are sorted by moment and then in the order of the town. A survey that was
    stopped has fewer answers than expected.
    """

    asking: Asking
    minutes: tuple[int, ...]
    wanted: int
    answers: tuple[SurveyAnswer, ...]

    @property
    def stopped(self) -> bool:
        """Return whether the survey ended before everyone had answered."""
        return len(self.answers) < self.wanted

    def at(self, minute: int) -> tuple[SurveyAnswer, ...]:
        """Return the answers at a moment, in minutes since 00:00 of day 1."""
        return tuple(answer for answer in self.answers if answer.minute == minute)

    def tally(self, minute: int) -> Mapping[str | int, int]:
        """Count the answers at a minute: for every option, or for every number that was given, in ascending
        order.
        """
        counts = Counter(one.counted for one in self.at(minute) if one.counted is not None)
        if self.asking.options:
            return {option: counts[option] for option in self.asking.options}
        return {number: counts[number] for number in sorted(counts, key=int)}

    def silent(self, minute: int) -> int:
        """Return the number of agents who could not answer at a minute, or gave no usable answer."""
        return sum(1 for one in self.at(minute) if one.said.cannot_say)

    def mean(self, minute: int) -> float | None:
        """Return the mean of the numeric answers at a minute, or None if there are none."""
        numbers = [one.said.number for one in self.at(minute) if one.said.number is not None]
        return sum(numbers) / len(numbers) if numbers else None

    def __repr__(self) -> str:
        """Return the question and the number of answers."""
        return f"<Surveyed {self.asking.question!r}: {len(self.answers)} of {self.wanted} answered>"

    def _grid_(self) -> Grid:
        return grid_of(SurveyAnswer, self.answers, total=self.wanted)

    def _card_(self) -> Card:
        tallies = [
            Grid(
                caption=moment_words(minute),
                columns=("answer", "people"),
                rows=(*self.tally(minute).items(), ("cannot say", self.silent(minute))),
                total=len(self.tally(minute)) + 1,
            )
            for minute in self.minutes
            if self.asking.options or self.asking.bounds
        ]
        return Card(title=self.asking.question, grids=(*tallies, self._grid_()))


SurveyWatch = Callable[[SurveyAnswer], None]
"""Told of each answer as it comes."""


@dataclass(frozen=True, slots=True)
class Round:
    """A survey to run: a question, some moments of a run, and the agents to ask."""

    asking: Asking
    moments: tuple[Moment, ...]
    agents: tuple[AgentId, ...]

    async def ask(self, width: int, watch: SurveyWatch | None, stop: Callable[[], bool] | None) -> Surveyed:
        """Ask `width` agents at once until everyone has answered, or `stop` returns true.

        Questions under way are then cancelled. An exception of `watch` ends the survey. Raises ModelFailed
        if the model cannot answer at all.
        """
        answers: list[SurveyAnswer] = []
        todo = iter([(moment, agent) for moment in self.moments for agent in self.agents])

        async def ask_on() -> None:
            for moment, agent in todo:
                answer = await self._one(moment, agent)
                answers.append(answer)
                if watch is not None:
                    watch(answer)
                await asyncio.sleep(0)  # a model that answers at once leaves nobody a turn otherwise

        asking = [asyncio.ensure_future(ask_on()) for _ in range(min(width, self.size))]
        try:
            await _ended(asking, stop)
        finally:
            for one in asking:
                one.cancel()
            await asyncio.gather(*asking, return_exceptions=True)
            await self.moments[0].town.model.close()
        return self.ended(answers)

    def ended(self, answers: Iterable[SurveyAnswer]) -> Surveyed:
        """Return the survey with the answers that came."""
        return Surveyed(
            asking=self.asking,
            minutes=tuple(moment.minute for moment in self.moments),
            wanted=self.size,
            answers=tuple(sorted(answers, key=self._in_order)),
        )

    async def sample(self, most: int) -> tuple[Call, ...]:
        """Return at most `most` of the calls, answered by the rehearsal model; no other model is asked."""
        calls: list[Call] = []
        pairs = [(moment, agent) for moment in self.moments for agent in self.agents]
        for moment, agent in pairs[:: max(1, len(pairs) // most)][:most]:
            thinker = thinker_at(moment, agent)
            thinker.town = replace(thinker.town, model=Rehearsal())
            await survey(thinker, self.asking)
            calls += [row for row in thinker.rows.entries if isinstance(row, Call)]
        return tuple(calls)

    @property
    def size(self) -> int:
        """Return the number of answers it asks for."""
        return len(self.moments) * len(self.agents)

    async def _one(self, moment: Moment, agent: AgentId) -> SurveyAnswer:
        name, failed = moment.town.cast.names[agent], ""
        try:
            said = await survey(thinker_at(moment, agent), self.asking)
        except ModelFailed as failure:
            if failure.outage:
                raise
            said, failed = Said(words="", cannot_say=True), words_of(failure)
        return SurveyAnswer(agent=agent, name=name, minute=moment.minute, said=said, failed=failed)

    def _in_order(self, answer: SurveyAnswer) -> tuple[int, int]:
        return answer.minute, self.agents.index(answer.agent)


async def _ended(asking: Collection[asyncio.Future[None]], stop: Callable[[], bool] | None) -> None:
    """Wait until everyone has been asked, or `stop` returns true. Raises the exception of any question."""
    left: Collection[asyncio.Future[None]] = asking
    while left and not (stop is not None and stop()):
        done, left = await asyncio.wait(left, timeout=_GLANCE, return_when=asyncio.FIRST_EXCEPTION)
        for one in done:
            one.result()


def asking_meant(question: str, choices: Sequence[str], number: tuple[int, int] | None) -> Asking:
    """Return a question with the kind of its answer.

    Raises BadInput if both choices and a number are asked for, or if they are invalid.
    """
    asked = meant.question_meant(question)
    options = _options(choices)
    if options and number is not None:
        raise BadInput(worded("a survey can ask for a choice or a number, not both; leave one of them out"))
    if number is None:
        return Asking(question=asked, options=options)
    if not isinstance(number, tuple | list) or len(number) != 2:
        raise BadInput(
            worded("{number!r:.60} is not a valid number range; use a pair such as (1, 10)", number=number)
        )
    least = meant.whole(number[0], worded("the minimum"), -MOST_NUMBER, MOST_NUMBER - 1)
    most = meant.whole(number[1], worded("the maximum"), least + 1, MOST_NUMBER)
    return Asking(question=asked, bounds=(least, most))


def agents_meant(town: Town, agents: Sequence[str] | None) -> tuple[AgentId, ...]:
    """Return the agents to ask, each once in the order of the town; all of them if none are named."""
    everybody = tuple(town.cast.personas)
    if agents is None:
        return everybody
    named = {meant.agent_meant(town, one) for one in _listed(agents, "agents", "['nell']")}
    return tuple(agent for agent in everybody if agent in named)


def moments_meant(at: Callable[[When | None], Moment], said: Sequence[When] | None) -> tuple[Moment, ...]:
    """Return the moments to ask at, each once, the earliest first; the present moment if none is given."""
    if said is None:
        return (at(None),)
    found = {one.minute: one for one in map(at, _listed(said, "moments", "['day 1 12:00']"))}
    if len(found) > MOST_MOMENTS:
        raise BadInput(
            worded(
                "a survey can cover at most {most_moments} moments; this one has {found}; choose fewer",
                most_moments=MOST_MOMENTS,
                found=len(found),
            )
        )
    return tuple(found[minute] for minute in sorted(found))


def _listed(said: Sequence[T], what: str, example: str) -> Sequence[T]:
    if isinstance(said, str) or not isinstance(said, Sequence) or not said:
        raise BadInput(
            worded(
                "{said!r:.60} is not a list of {what}; use a list such as {example}",
                said=said,
                what=what,
                example=example,
            )
        )
    return said


def _options(said: Sequence[str]) -> tuple[str, ...]:
    if isinstance(said, tuple) and not said:
        return ()
    listed = _listed(said, "choices", "['yes', 'no']")
    options = tuple(" ".join(meant.words(one, worded("a choice")).split()) for one in listed)
    if not 2 <= len(options) <= MOST_CHOICES or len(set(options)) < len(options) or not all(options):
        raise BadInput(
            worded(
                "a survey needs 2 to {most_choices} choices, all different and none empty",
                most_choices=MOST_CHOICES,
            )
        )
    long = next((option for option in options if len(option) > LONGEST_CHOICE), None)
    if long is not None:
        raise BadInput(
            worded(
                "the choice {long!r:.40} has more than {longest_choice} characters; shorten it",
                long=long,
                longest_choice=LONGEST_CHOICE,
            )
        )
    return options


def sheet(
    found: Surveyed, memories: Callable[[Iterable[int]], Mapping[int, Memory]]
) -> list[dict[str, object]]:
    """Return the answers of a survey as rows for a spreadsheet.

    `memories` returns the memories that they rest on by their ids.
    """
    known = memories({one for answer in found.answers for one in answer.said.because})
    return [
        {
            "day": day_of(answer.minute),
            "time": clock_words(answer.minute),
            "agent": answer.agent,
            "name": answer.name,
            "question": found.asking.question,
            "answer": "" if answer.counted is None else answer.counted,
            "cannot say": "yes" if answer.said.cannot_say else "",
            "words": answer.said.words or answer.failed,
            "rests on": " | ".join(known[one].text for one in answer.said.because if one in known),
            "memories": ", ".join(map(str, answer.said.because)),
        }
        for answer in found.answers
    ]
