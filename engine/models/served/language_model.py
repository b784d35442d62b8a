"""A language model: a prompt rendered, asked, read, checked, and repaired at most once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.errors import ModelFailed
from engine.models.openai_compatible import Completion, OpenAICompatible
from engine.models.served.extraction import json_object
from engine.models.served.failures import Kind, ServerFailed
from engine.models.served.ladder import Rung, described, is_bounded, probe, response_format
from engine.models.served.limiter import Limiter
from engine.models.served.retry import DEADLINE, Attempts
from engine.models.served.schema import schema_of
from engine.prompts import checked, render
from engine.prompts.questions import Prompt

_SHOWN_AGAIN = 4_000  # characters of a bad answer that its repair is shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What came of one call: the answer as JSON, what was said word for word, and what it took."""

    answer: str
    said: str
    model: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    cached: int = 0
    seconds: float = 0.0
    attempts: int = 1
    repairs: int = 0


@dataclass(slots=True)
class Tally:
    """What the requests of one call have taken so far, those that came to nothing included."""

    tokens_in: int = 0
    tokens_out: int = 0
    cached: int = 0
    model: str = ""

    def add(self, completion: Completion) -> None:
        """Count a completion."""
        self.tokens_in += completion.tokens_in
        self.tokens_out += completion.tokens_out
        self.cached += completion.cached
        self.model = completion.model


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

    async def answer(self, prompt: Prompt[Any]) -> Reply:
        """A checked answer. Raises ServerFailed when there is none after every attempt and one repair."""
        rung = await self._known_rung()
        loop = asyncio.get_running_loop()
        began, tally = loop.time(), Tally()
        attempts = Attempts(self.limiter, self.deadline)
        messages = _messages(prompt, rung)
        try:
            said = await self._say(messages, prompt, rung, attempts, tally)
            answer = _read(prompt, said)
            repairs = 0
        except ServerFailed as failure:
            if not failure.rule.repair or attempts.left < 1:
                raise
            said = await self._say(_repair(messages, failure), prompt, rung, attempts, tally)
            answer = _read(prompt, said)
            repairs = 1
        return Reply(
            answer=answer,
            said=said,
            model=tally.model,
            tokens_in=tally.tokens_in,
            tokens_out=tally.tokens_out,
            cached=tally.cached,
            seconds=loop.time() - began,
            attempts=attempts.made,
            repairs=repairs,
        )

    async def _say(
        self,
        messages: Sequence[Mapping[str, str]],
        prompt: Prompt[Any],
        rung: Rung,
        attempts: Attempts,
        tally: Tally,
    ) -> str:
        schema = schema_of(prompt, bounded=is_bounded(rung))
        form = response_format(rung, prompt.name, schema)
        most = prompt.form.most_tokens
        completion = await attempts.of(lambda: self.client.complete(messages, most_tokens=most, form=form))
        tally.add(completion)
        return completion.text

    async def _known_rung(self) -> Rung:
        async with self._probing:
            if self.rung is None:
                self.rung = await probe(self._probe)
                self.learned(self.rung)
            return self.rung

    async def _probe(
        self, messages: list[dict[str, str]], form: Mapping[str, object] | None, most: int
    ) -> str:
        send: Callable[[], Awaitable[Completion]] = lambda: self.client.complete(  # noqa: E731 - of one attempt
            messages, most_tokens=most, form=form
        )
        return (await Attempts(self.limiter, self.deadline).of(send)).text


def _messages(prompt: Prompt[Any], rung: Rung) -> list[Mapping[str, str]]:
    rendered = render(prompt)
    form = described(rung, schema_of(prompt, bounded=True))
    user = f"{rendered.user}\n\n{form}" if form else rendered.user
    return [{"role": "system", "content": rendered.system}, {"role": "user", "content": user}]


def _repair(messages: Sequence[Mapping[str, str]], failure: ServerFailed) -> list[Mapping[str, str]]:
    """The question again, with the answer that could not be used and what was wrong with it."""
    said = failure.said[:_SHOWN_AGAIN] or "(nothing)"
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


def parsed(answer: str) -> dict[str, Any]:
    """A kept answer, read back."""
    found: dict[str, Any] = json.loads(answer)
    return found
