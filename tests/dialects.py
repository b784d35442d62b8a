"""A server in place of the wire, which answers as the test says, in virtual time: no socket, no wait."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from typing import Any

import httpx2
from rehearsal_minds import ISABEL, QUAY, TOMAS, common, friend

from engine.models.served.answers.answer_mode import AnswerMode
from engine.models.served.answers.dialect import dialect_of
from engine.models.served.client.failures import ServerFailed
from engine.models.served.client.limiter import Limiter
from engine.models.served.client.openai_compatible import Endpoint, OpenAICompatible
from engine.models.served.client.retry import Deadline
from engine.models.served.language_model import LanguageModel, Reply
from engine.prompts import questions as q
from tests.bench.virtual import VirtualLoop
from tests.chaos import GOOD, completion

URL = "http://town.example/v1"
SPEAK = q.Speak(**common(ISABEL), place=QUAY, doing="walking", people=(friend(TOMAS),))
Answer = Callable[[dict[str, Any]], httpx2.Response]


class Fake:
    """A server: `answer` makes a response of the body of a request, and `asked` keeps the bodies."""

    def __init__(self, answer: Answer) -> None:
        self.asked: list[dict[str, Any]] = []
        self._answer = answer

    def transport(self) -> httpx2.MockTransport:
        def handle(request: httpx2.Request) -> httpx2.Response:
            body = json.loads(request.content)
            self.asked.append(body)
            return self._answer(body)

        return httpx2.MockTransport(handle)


def says(content: object = GOOD, **more: Any) -> httpx2.Response:
    """A response of the protocol, with fields of its message, or its `finish`."""
    return httpx2.Response(200, json=completion(content, **more))


def fails(status: int, body: object) -> httpx2.Response:
    """A response that is no answer; a text is sent as it is."""
    if isinstance(body, str):
        return httpx2.Response(status, text=body)
    return httpx2.Response(status, json=body)


def heard(answer: Answer, prompt=SPEAK, *, mode=AnswerMode.BOUNDED_SCHEMA, url=URL, **parameters):
    """What comes of a question to a server that nobody has asked before, with the server."""
    fake = Fake(answer)
    dialect_of(url, "m").forget()
    return again(fake, prompt, mode=mode, url=url, **parameters), fake


def again(fake: Fake, prompt=SPEAK, *, mode=AnswerMode.BOUNDED_SCHEMA, url=URL, **parameters: Any):
    """What comes of a further question to the same server: an answer, or a failure."""
    with asked_in(fake, mode=mode, url=url, parameters=parameters) as ask:
        return ask(prompt)


@contextmanager
def asked_in(fake: Fake, *, mode=None, url=URL, parameters=None, learned=lambda mode: None, seconds=90.0):
    """Ask one model several questions, in one run of virtual time."""
    endpoint = Endpoint(base_url=url, model="m", parameters=parameters or {}, timeout=seconds)
    client = OpenAICompatible(endpoint, "sk-canary", transport=fake.transport())
    model = LanguageModel(client, Limiter(4), mode, learned, deadline=Deadline(seconds))

    async def asked(prompt) -> Reply | ServerFailed:
        try:
            return await model.answer(prompt)
        except ServerFailed as failure:
            return failure

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        yield lambda prompt=SPEAK: runner.run(asked(prompt))
        runner.run(client.close())


def spoken(came: Reply | ServerFailed) -> str:
    """What the person says in an answer; a failure is told as it is."""
    if isinstance(came, ServerFailed):
        raise AssertionError(f"{came.kind}: {came}")
    fields: Mapping[str, str] = json.loads(came.answer)
    return fields["says"]
