"""A language model: a prompt rendered, asked, read, checked, and repaired at most once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from engine.errors import ModelFailed
from engine.models.openai_compatible import Completion, Message, OpenAICompatible
from engine.models.served.extraction import json_object
from engine.models.served.failures import Kind, ServerFailed
from engine.models.served.ladder import Rung, described, is_bounded, probe, response_format
from engine.models.served.limiter import Limiter
from engine.models.served.retry import DEADLINE, Attempts
from engine.models.served.schema import schema_of
from engine.prompts import checked, render
from engine.prompts.questions import Prompt
from engine.prompts.words import harmless

_SHOWN_AGAIN = 4_000  # characters of a bad answer that its repair is shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What came of one call: the answer as JSON, what was said word for word, and what it took to get it."""

    answer: str
    said: str
    seconds: float = 0.0
    attempts: int = 1
    repairs: int = 0


Spend = Callable[[Sequence[Message], int, Callable[[], Awaitable[Completion]]], Awaitable[Completion]]


async def sent(
    messages: Sequence[Message], most: int, send: Callable[[], Awaitable[Completion]]
) -> Completion:
    """Send a request that nobody counts."""
    return await send()


@dataclass(slots=True)
class LanguageModel:
    """A served model that answers prompts. `rung` is what its server was found to obey, if that is known
    already; `learned` is told when it is found out.
    """

    client: OpenAICompatible
    limiter: Limiter
    rung: Rung | None = None
    learned: Callable[[Rung], None] = lambda rung: None
    deadline: float = DEADLINE
    _probing: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def answer(self, prompt: Prompt[Any], spend: Spend = sent) -> Reply:
        """A checked answer. Raises ServerFailed when there is none after every attempt and one repair.

        Every request is sent through `spend`, which may refuse it.
        """
        rung = await self.find_rung(spend)
        loop = asyncio.get_running_loop()
        began = loop.time()
        asking = _Asking(self.client, Attempts(self.limiter, self.deadline), prompt, rung, spend)
        messages = _messages(prompt, rung)
        try:
            said = await asking.say(messages)
            answer = _read(prompt, said)
            repairs = 0
        except ServerFailed as failure:
            if not failure.rule.repair or asking.attempts.left < 1:
                raise
            said = await asking.say(_repair(messages, failure))
            answer = _read(prompt, said)
            repairs = 1
        seconds = loop.time() - began
        return Reply(
            answer=answer, said=said, seconds=seconds, attempts=asking.attempts.made, repairs=repairs
        )

    async def find_rung(self, spend: Spend = sent) -> Rung:
        """How this server can be held to a form: as known, or found out now and remembered."""
        async with self._probing:
            if self.rung is None:
                self.rung = await probe(partial(self._probe, spend))
                self.learned(self.rung)
            return self.rung

    async def _probe(
        self, spend: Spend, messages: list[dict[str, str]], form: Mapping[str, object] | None, most: int
    ) -> str:
        attempts = Attempts(self.limiter, self.deadline)
        return (await attempts.of(partial(_sent, self.client, spend, messages, form, most))).text


@dataclass(frozen=True, slots=True)
class _Asking:
    """One call: how its requests are sent, and how many there were."""

    client: OpenAICompatible
    attempts: Attempts
    prompt: Prompt[Any]
    rung: Rung
    spend: Spend

    async def say(self, messages: Sequence[Message]) -> str:
        """What the server says to messages."""
        schema = schema_of(self.prompt, bounded=is_bounded(self.rung))
        form = response_format(self.rung, self.prompt.name, schema)
        most = self.prompt.form.most_tokens
        return (await self.attempts.of(partial(_sent, self.client, self.spend, messages, form, most))).text


async def _sent(
    client: OpenAICompatible,
    spend: Spend,
    messages: Sequence[Message],
    form: Mapping[str, object] | None,
    most: int,
) -> Completion:
    """One request, for which as much is set aside as its server may take by what is known of it now."""
    send = partial(client.complete, messages, most_tokens=most, form=form)
    return await spend(messages, client.room(most), send)


def _messages(prompt: Prompt[Any], rung: Rung) -> list[Message]:
    rendered = render(prompt)
    form = described(rung, schema_of(prompt, bounded=True))
    user = f"{rendered.user}\n\n{form}" if form else rendered.user
    return [{"role": "system", "content": rendered.system}, {"role": "user", "content": user}]


def _repair(messages: Sequence[Message], failure: ServerFailed) -> list[Message]:
    """The question again, with the answer that could not be used and what was wrong with it."""
    said = harmless(failure.said[:_SHOWN_AGAIN]) or "(nothing)"
    wrong = failure.detail or failure.rule.what
    ask = (
        f"That cannot be used: {wrong}. Answer again, with the whole JSON object, shorter, and nothing else."
    )
    return [*messages, {"role": "assistant", "content": said}, {"role": "user", "content": ask}]


def _read(prompt: Prompt[Any], said: str) -> str:
    """The answer in what was said, as JSON; ServerFailed(INVALID), with the fault named, when it is none."""
    try:
        answer: str = checked(prompt, json_object(said)).model_dump_json()
    except ValueError as error:
        raise ServerFailed(Kind.INVALID, str(error), said=said) from None
    except ModelFailed as error:
        raise ServerFailed(Kind.INVALID, error.faults or str(error), said=said) from None
    return answer
