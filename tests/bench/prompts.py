"""What a day costs in words: calls and tokens per agent-day as they go over the wire, and how much of the
prompts a server's cache holds already.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.clock import DAY
from engine.models.served.answers.answer_mode import AnswerMode
from engine.models.served.answers.form_lines import form_words, with_form
from engine.models.served.answers.schema import KIND, Schema, asked_schema_of
from engine.models.tokens import tokens
from engine.prompts import render
from engine.prompts.prompt import Prompt
from engine.rehearsal import Rehearsal
from engine.scenario import load
from engine.scenario.files import bundled_folder
from engine.simulation import day
from engine.simulation.founding import found
from engine.simulation.loading import town_of
from engine.simulation.state import State

TOWNS = ("willow-bay", "the-green", "liuwan", "three-neighbours")
DAYS = 2
SERVER = "http://127.0.0.1:8080/v1"  # one that does not show a model the form of its answer
_BLOCK = 64  # letters: about the 16 tokens by which servers cache what they have read


@dataclass
class Counts:
    """What the questions of one purpose came to."""

    calls: int = 0
    read: int = 0  # tokens
    written: int = 0  # tokens
    letters: int = 0
    cached: int = 0  # letters


@dataclass
class Counted:
    """A model that counts what another one is asked and answers, by purpose."""

    model: Rehearsal
    counts: dict[str, Counts] = field(default_factory=dict)
    _read: set[bytes] = field(default_factory=set)  # the beginnings of all prompts so far, block by block

    def __getattr__(self, name: str) -> Any:
        return getattr(self.model, name)

    async def ask(self, prompt: Prompt[Any], heard: Any = None) -> Any:
        """Return the answer of the other model."""
        answer = await self.model.ask(prompt, heard)
        text = as_sent(prompt)
        counts = self.counts.setdefault(prompt.name, Counts())
        counts.calls += 1
        counts.read += tokens(text)
        counts.written += tokens(as_answered(prompt, answer.model_dump(mode="json", by_alias=True)))
        counts.letters += len(text)
        counts.cached += self._cached(text)
        return answer

    def _cached(self, text: str) -> int:
        """Return how many letters of a prompt are the beginning of one before it, whoever was asked."""
        before, cached = hashlib.blake2b(digest_size=12), 0
        for begins in range(0, len(text) - _BLOCK + 1, _BLOCK):
            before.update(text[begins : begins + _BLOCK].encode())
            known = before.digest() in self._read
            cached += _BLOCK if known and cached == begins else 0
            self._read.add(before.digest())
        return cached


def as_sent(prompt: Prompt[Any]) -> str:
    """Return the text of a prompt as a local server is sent it, with the form of the answer."""
    rendered = render(prompt)
    form = form_words(prompt, AnswerMode.BOUNDED_SCHEMA, SERVER)
    return f"{rendered.system}\n\n{with_form(rendered, form, is_held=True)}"


def as_answered(prompt: Prompt[Any], answer: Mapping[str, Any]) -> str:
    """Return an answer as a server writes it that is held to its form."""
    schema = asked_schema_of(prompt)
    return json.dumps(_fitted(answer, answer, schema), ensure_ascii=False, separators=(",", ":"))


def _fitted(value: Any, beside: Mapping[str, Any], schema: Schema) -> Any:
    for form in schema.get("anyOf", ()):
        if value in form.get("properties", {}).get(KIND, {}).get("enum", ()):
            fields = {name: beside[name] for name in form["properties"] if name != KIND}
            return {KIND: value, **_fitted(fields, fields, form | {"properties": _without_kind(form)})}
        if isinstance(value, Mapping) and "properties" in form:
            return _fitted(value, value, form)
    if isinstance(value, Mapping) and "properties" in schema:
        return {name: _fitted(value[name], value, part) for name, part in schema["properties"].items()}
    return [_fitted(row, {}, schema["items"]) for row in value] if isinstance(value, list) else value


def _without_kind(form: Schema) -> Schema:
    return {name: part for name, part in form["properties"].items() if name != KIND}


def measure(town: str, days: int = DAYS) -> tuple[dict[str, Counts], int]:
    """Return what a town's days came to, the costliest purpose first, and the number of agent-days."""
    scenario = load(bundled_folder(town))
    counted = Counted(Rehearsal())
    state = State(town_of(scenario, counted, seed=scenario.seed, settings={}))

    async def lived() -> None:
        await found(state)
        await day.live(state, days * DAY, lambda _turns: None)

    asyncio.run(lived())
    counts = sorted(counted.counts.items(), key=lambda row: -row[1].read - row[1].written)
    return dict(counts), days * len(scenario.personas)


def whole(counts: Iterable[Counts]) -> Counts:
    """Return the sum of the counts of all purposes."""
    total = Counts()
    for one in counts:
        for name, number in vars(one).items():
            setattr(total, name, getattr(total, name) + number)
    return total


def table(towns: Iterable[str] = TOWNS) -> str:
    """Return the figures of the towns, a purpose a line."""
    lines = []
    for town in towns:
        by_purpose, agent_days = measure(town)
        lines.append(f"\n{town}, {DAYS} days, per agent-day: calls, tokens read, written, read before")
        for purpose, counts in {**by_purpose, "all": whole(by_purpose.values())}.items():
            lines.append(
                f"  {purpose:<12}{counts.calls / agent_days:7.1f}{counts.read / agent_days:9,.0f}"
                f"{counts.written / agent_days:8,.0f}{counts.cached / counts.letters:8.0%}"
            )
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
