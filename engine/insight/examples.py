"""Show each prompt as one persona of a town is asked it, for authors of prompts.

The first day is rehearsed in memory with the persona and some of those it knows, and the prompts are kept. A
second day follows if the first gives no occasion for a prompt.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from engine.clock import DAY, clock_words, day_of, minute_at
from engine.cognition.asking.interview import interview
from engine.cognition.asking.survey import Asking, survey
from engine.cognition.intending.heed_whisper import heed_whisper
from engine.cognition.pursuit.attending import make_choice
from engine.cognition.thinker import Thinker
from engine.events.kinds import chooses
from engine.insight.written.question import question
from engine.mind.turn_rows import TurnRows
from engine.models import Heard, Model
from engine.prompts import Rendered, render
from engine.prompts.forms import Form
from engine.prompts.questions import PROMPTS, Prompt, WritePaper
from engine.records import AgentId, Persona, Scenario, TownEvent
from engine.rehearsal import Rehearsal
from engine.row_ids import NARROW
from engine.running.awaiting import finish
from engine.simulation.day import live
from engine.simulation.founding import found
from engine.simulation.loading import town_of
from engine.simulation.state import State

CIRCLE = 8  # people whose day is rehearsed: enough for talk, few enough to be quick in any town
_QUESTION = "What are you looking forward to?"
_SURVEY = Asking(question="How happy are you, from 1 to 10?", bounds=(1, 10))
_WHISPER = "Go and see an old friend tomorrow at 10:00."
_VOTE = "a vote on a new bench"
_OPTIONS = ("yes", "no")
_WEIGHTY = 8  # of 10
_MOST_DAYS = 3
_REMEMBERED = 40  # memories that an example of a paper is written from
_AT_ITS_END = {"interview", "survey", "heed", "understand", "choose", "write_paper"}
_OF_A_DAY = {question.name for question in PROMPTS} - _AT_ITS_END

A = TypeVar("A", bound=Form)


def examples(scenario: Scenario, agent: AgentId) -> Mapping[str, Prompt[Any]]:
    """Return the last prompt of each kind that an agent got in rehearsed days, by name.

    A prompt for which something was noticed is not replaced by one for which nothing was.

    An interview question and a whisper are added at the end.
    """
    model = _Listening(agent)
    state = rehearsed(scenario, agent, model)
    thinker = finish(_lived(state, agent, model.asked))
    return {**model.asked, WritePaper.name: _paper(thinker)}


def rehearsed(scenario: Scenario, agent: AgentId, model: Model) -> State:
    """Return a town in memory at the beginning of day 1, with one agent and those nearest to it."""
    small = _circle(scenario, agent)
    state = State(town_of(small, model, seed=small.seed, settings={}))
    finish(found(state))
    return state


def as_read(prompt: Prompt[Any], wordings: Mapping[str, str]) -> Rendered:
    """Return a prompt rendered with some wordings. Raises BadInput if one of them cannot be filled."""
    return render(replace(prompt, wordings=wordings))


def _paper(thinker: Thinker) -> WritePaper:
    """Return the prompt for a paper. The memories of one agent stand for the day, as no log exists here."""
    day = max(1, day_of(thinker.now - 1))
    rows = thinker.mind.stream.since(minute_at(day, 0))[:_REMEMBERED]
    shown = [f"{clock_words(row.minute)} {row.text}" for row in rows]
    return question(thinker.town, day, shown)


class _Listening(Rehearsal):
    """The rehearsal model, which also keeps the prompts of one agent."""

    def __init__(self, agent: AgentId) -> None:
        self._agent = agent
        self.asked: dict[str, Prompt[Any]] = {}

    async def ask(self, prompt: Prompt[A], heard: Heard | None = None) -> A:
        """Return the answer, and keep the prompt if it is for the agent and shows no less than the last."""
        kept = self.asked.get(prompt.name)
        if prompt.persona.id == self._agent and (kept is None or _notices(prompt) >= _notices(kept)):
            self.asked[prompt.name] = prompt
        return await super().ask(prompt, heard)


def _notices(prompt: Prompt[Any]) -> bool:
    """Return whether the agent has noticed something that is no everyday sight, as far as a prompt tells."""
    return bool(getattr(prompt, "events", True))


async def _lived(state: State, agent: AgentId, asked: Collection[str]) -> Thinker:
    end = 0
    while end < _MOST_DAYS * DAY and not set(asked) >= _OF_A_DAY:
        end += DAY
        await live(state, end, lambda landed: None)
    thinker = state.thinker(agent, TurnRows(end, NARROW.most_agents, state.apply), end)
    await interview(thinker, _QUESTION)
    await survey(thinker, _SURVEY)
    thinker.remember("whisper", _WHISPER, _WEIGHTY)
    await heed_whisper(thinker)
    await make_choice(thinker, _a_vote(state.town.scenario, thinker))
    return thinker


def _a_vote(scenario: Scenario, thinker: Thinker) -> TownEvent:
    """Return a public event at which the agent chooses: one of the town, else a made-up vote."""
    planned = (event for event in scenario.events if chooses(event, thinker.id))
    made_up = TownEvent(
        kind="vote", what=_VOTE, begins=thinker.now, ends=thinker.now, place=thinker.room.path,
        options=_OPTIONS,
    )  # fmt: skip
    return next(planned, made_up)


def _circle(scenario: Scenario, agent: AgentId) -> Scenario:
    """Return the town reduced to one agent and those nearest to it, who know of nobody else."""
    here = scenario.persona(agent)
    bound = {bond.other for bond in here.bonds}
    nearest = sorted(
        scenario.personas,
        key=lambda other: (
            other.id != agent,
            other.id not in bound,
            other.work != here.work,
            other.home != here.home,
        ),
    )
    chosen = {other.id for other in nearest[:CIRCLE]}
    return replace(
        scenario, personas=tuple(_among(each, chosen) for each in scenario.personas if each.id in chosen)
    )


def _among(persona: Persona, chosen: set[AgentId]) -> Persona:
    return replace(persona, bonds=tuple(bond for bond in persona.bonds if bond.other in chosen))
