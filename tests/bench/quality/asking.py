"""Asking: the interview of the paper's evaluation, held with everybody at the end of the second day."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Iterator

from engine.clock import minute_at
from engine.cognition.asking.interview import Answered, interview
from engine.mind.turn_rows import TurnRows
from engine.records import AgentId, Fact
from engine.row_ids import NARROW
from engine.settings import Faculty
from engine.simulation.loading import load_mind
from engine.simulation.state import State
from tests.bench.quality.battery import ABSENT, QUESTIONS, STRANGER
from tests.bench.quality.judging import Judged, Truth, pack_of
from tests.bench.quality.lived import Lived, mentions

ASKED_AT = minute_at(2, 20 * 60 + 15)
REASONS = ("absent_why", "absent_forgot", "absent_unknown", "was_there")


def ask_everybody(lived: Lived, without: Collection[Faculty] = ()) -> list[Judged]:
    """Put all questions to every agent of a town at the end of its second day."""
    return [asked for agent in lived.agents for asked in ask(lived, agent, without)]


def ask(lived: Lived, agent: AgentId, without: Collection[Faculty] = ()) -> list[Judged]:
    """Put all questions to one agent."""
    run = lived.run
    state = load_mind(run.store, run.number, run.town, agent, before=ASKED_AT)
    truth = Truth.of(lived, agent, ASKED_AT)
    return [
        truth.judged(kind, question, _answer(state, agent, question, without), lived)
        for kind, question in questions(lived, agent)
    ]


def say_why_absent(lived: Lived, agent: AgentId) -> bool:
    """Whether somebody who stayed away from an occasion can say why: that they knew nothing of it, too."""
    occasion = next(
        word for fact in lived.scenario.facts for word in fact.key_words[:1] if _is_occasion(fact, lived)
    )
    run = lived.run
    state = load_mind(run.store, run.number, run.town, agent, before=ASKED_AT)
    answered = _answer(state, agent, ABSENT[lived.scenario.language].format(occasion=occasion), ())
    pack = pack_of(lived.scenario.language)
    return any(pack.phrases.read_within(frame, answered.text) is not None for frame in REASONS)


def _is_occasion(fact: Fact, lived: Lived) -> bool:
    planted = next((memory for memory in lived.memories if memory.text == fact.text), None)
    return planted is not None and planted.when is not None and planted.when < ASKED_AT


def _answer(state: State, agent: AgentId, question: str, without: Collection[Faculty]) -> Answered:
    thinker = state.thinker(agent, TurnRows(ASKED_AT, NARROW.most_agents, lambda entry: None), ASKED_AT)
    return asyncio.run(interview(thinker, question, (), without))


def questions(lived: Lived, agent: AgentId) -> Iterator[tuple[str, str]]:
    """The questions to one agent, about people and matters it can know of."""
    persona, names = lived.scenario.persona(agent), lived.run.town.cast.names
    bonds = sorted(persona.bonds, key=lambda bond: (-bond.closeness, bond.other)) or _acquaintances(
        lived, agent
    )
    met = [talk for talk in lived.conversations if agent in talk.members and talk.minute < ASKED_AT]
    last = next((other for other in met[-1].members if other != agent), "") if met else ""
    values = {
        "bond": names[bonds[min(1, len(bonds) - 1)].other] if bonds else "",
        "other": names[bonds[-1].other] if bonds else "",
        "close": names[bonds[0].other] if bonds else "",
        "met": names.get(last, ""),
        "topic": _topic(lived, agent),
        "stranger": STRANGER[lived.scenario.language],
    }
    for kind, texts in QUESTIONS[lived.scenario.language].items():
        for text in texts:
            if all(values[gap] for gap in re.findall(r"\{(\w+)\}", text)):
                yield kind, text.format(**values)


def _acquaintances(lived: Lived, agent: AgentId) -> list:
    return [relation for relation in lived.relations if relation.agent == agent]


def _topic(lived: Lived, agent: AgentId) -> str:
    """A matter that the agent has heard or knows of."""
    for fact in lived.scenario.facts:
        for memory in lived.of(agent):
            if memory.minute < ASKED_AT and memory.importance > 1 and mentions(memory.text, fact):
                return next(word for word in fact.key_words if word.lower() in memory.text.lower())
    return ""
