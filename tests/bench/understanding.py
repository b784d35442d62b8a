"""How many sentences are understood right that nobody prepared: by the rules, or by a served model."""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import yaml

from engine.clock import parse_moment
from engine.cognition.intending.understand import understand
from engine.errors import ModelFailed
from engine.intentions.understood import Understood
from engine.mind.turn_rows import TurnRows
from engine.models import Heard
from engine.models.served.answers.answer_mode import AnswerMode
from engine.models.served.client.failures import ServerFailed
from engine.models.served.client.limiter import Limiter
from engine.models.served.client.openai_compatible import Endpoint, OpenAICompatible
from engine.models.served.client.retry import Deadline
from engine.models.served.language_model import LanguageModel
from engine.prompts.checked import checked
from engine.prompts.forms import Form
from engine.prompts.known import Told
from engine.prompts.prompt import Prompt
from engine.records import EVERYBODY, Scenario
from engine.rehearsal import Rehearsal
from engine.simulation.loading import town_of
from engine.simulation.state import State
from tests.bench.stories.story import STATED, town

SENTENCES = Path(__file__).resolve().parents[1] / "understanding" / "sentences.yaml"
MOST_SECONDS = 600

A = TypeVar("A", bound=Form)


@dataclass(frozen=True)
class Expected:
    """One thing that a sentence asks: its kind (or any of some), whom, where and when, as far as it says."""

    kinds: tuple[str, ...]
    whom: str = ""
    where: str = ""
    at: int | None = None

    def is_met(self, asked: Understood, scenario: Scenario) -> bool:
        """Return whether something that was understood is this."""
        when = asked.when.start if asked.when is not None else None
        at_place = not self.where or asked.place == self.where or asked.place.startswith(f"{self.where}/")
        of_whom = not self.whom or self._names(asked, scenario)
        return asked.kind in self.kinds and of_whom and at_place and (self.at is None or when == self.at)

    def _names(self, asked: Understood, scenario: Scenario) -> bool:
        if self.whom == "everybody":
            return EVERYBODY in asked.others or len(asked.others) >= len(scenario.personas) - 2
        return asked.others == (self.whom,)


@dataclass(frozen=True)
class Sentence:
    """A sentence of somebody's, and what it asks of them."""

    town: str
    who: str
    told: Told
    asks: tuple[Expected, ...]

    def is_right(self, asked: Sequence[Understood], scenario: Scenario) -> bool:
        """Return whether just what it asks was understood; who is left out of something stands beside it."""
        main = [one for one in asked if not _is_beside(one, asked)]
        if len(main) != len(self.asks):
            return False
        return all(any(wanted.is_met(one, scenario) for one in main) for wanted in self.asks)


def _is_beside(one: Understood, asked: Sequence[Understood]) -> bool:
    """Return whether something only says who is left out of something else that was understood."""
    others = {other.kind for other in asked if other is not one}
    return (one.kind == "prohibition" and one.forbids in others) or (
        one.kind == "secret" and bool(one.others) and bool(others & {"occasion", "message"})
    )


def sentences() -> tuple[Sentence, ...]:
    """Return the sentences of the file."""
    return tuple(_sentence(written) for written in yaml.safe_load(SENTENCES.read_text("utf-8")))


def _sentence(written: dict[str, Any]) -> Sentence:
    heard = "whisper" in written
    told = Told(text=written["whisper" if heard else "text"], source="whisper" if heard else "memory")
    asks = tuple(
        Expected(
            kinds=tuple([one["kind"]] if isinstance(one["kind"], str) else one["kind"]),
            whom=one.get("with", ""),
            where=one.get("where", ""),
            at=parse_moment(one["at"]) if "at" in one else None,
        )
        for one in written["asks"]
    )
    return Sentence(written["town"], written["who"], told, asks)


@dataclass
class Served:
    """A model behind a server, asked without a workspace."""

    client: OpenAICompatible

    def id_for(self, prompt: Prompt[Any]) -> str:
        """Return what the model is called."""
        return "served"

    async def ask(self, prompt: Prompt[A], heard: Heard | None = None) -> A:
        """Return its answer. Raises ModelFailed where none can be used after a repair."""
        deadline = Deadline(MOST_SECONDS)
        model = LanguageModel(self.client, Limiter(1), AnswerMode.BOUNDED_SCHEMA, deadline=deadline)
        try:
            reply = await model.answer(prompt)
        except ServerFailed as error:
            raise ModelFailed(str(error)) from error
        return checked(prompt, json.loads(reply.answer))

    def embedder_at(self, minute: int) -> None:
        """Embed nothing."""

    async def close(self) -> None:
        """Close the connection."""
        await self.client.close()


def understanding_table(server: str, model: str) -> float:
    """Print which sentences are understood otherwise and the share that is right, by language; return it.
    Without the address of a `server`, the rules are asked.
    """
    return asyncio.run(_table(server, model))


async def _table(server: str, model: str) -> float:
    thinks: Any = Rehearsal()
    if server:
        endpoint = Endpoint(base_url=server, model=model, parameters={"temperature": 0}, timeout=MOST_SECONDS)
        thinks = Served(OpenAICompatible(endpoint, "no key"))
    right: dict[str, list[bool]] = defaultdict(list)
    began = time.monotonic()
    for sentence in sentences():
        scenario = town(sentence.town, STATED)
        try:
            asked = await _asked(sentence, scenario, thinks)
        except ModelFailed as failure:
            is_right, shown = False, str(failure)
        else:
            is_right, shown = sentence.is_right(asked, scenario), _shown(asked)
        right[scenario.language].append(is_right)
        if not is_right:
            print(f"  {sentence.told.text}\n      understood: {shown or 'nothing'}", flush=True)
    await thinks.close()
    for language, answers in right.items():
        print(f"{language}: {sum(answers)} of {len(answers)} right")
    every = [answer for answers in right.values() for answer in answers]
    print(f"all: {sum(every)} of {len(every)} right, {time.monotonic() - began:.0f} s")
    return sum(every) / len(every)


def _shown(asked: Sequence[Understood]) -> str:
    return "; ".join(f"{one.kind} {one.others} {one.place} {one.when and one.when.start}" for one in asked)


async def _asked(sentence: Sentence, scenario: Scenario, model: Any) -> tuple[Understood, ...]:
    state = State(town_of(scenario, model, seed=0, settings={}))
    rows = TurnRows(0, state.minds[sentence.who].agent_number, state.apply, width=state.town.width)
    thinker = state.newborn(sentence.who, rows)
    reading = await understand(thinker, [sentence.told])
    return reading.of(thinker, sentence.told.text)
