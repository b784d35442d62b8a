"""A served model as cognition uses it: first the journal, then the purse, then the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from engine.errors import ModelFailed, worded
from engine.models import Heard
from engine.models.profiles import Profile
from engine.models.served.answers.answer_mode import AnswerMode
from engine.models.served.books import Asked, Books, Request, occasion_of
from engine.models.served.client.completions import Completion
from engine.models.served.client.failures import UNCHARGED, UNTOLD, ServerFailed
from engine.models.served.client.limiter import Limiter
from engine.models.served.client.openai_compatible import Endpoint, OpenAICompatible
from engine.models.served.client.retry import Deadline
from engine.models.served.client.sending import Sending
from engine.models.served.embedding import ServedEmbedder
from engine.models.served.language_model import LanguageModel, Reply
from engine.models.served.trust import Trust
from engine.models.tokens import FIRST_RATIO, tokens
from engine.prompts import kept, key
from engine.prompts.forms import Form
from engine.prompts.prompt import Prompt

A = TypeVar("A", bound=Form)
_SPARE = 5.0  # seconds by which a call's own deadline, which says what to do, comes before its connection's


class Served:
    """The model of a profile, for one run."""

    def __init__(
        self,
        profile: Profile,
        key_of: Callable[[], str],
        books: Books,
        *,
        mode: AnswerMode | None = None,
        learned: Callable[[AnswerMode], None] = lambda mode: None,
    ) -> None:
        self.profile = profile
        self._key_of = key_of
        self._books = books
        self._mode = mode
        self._learned = learned
        self._models: WeakKeyDictionary[asyncio.AbstractEventLoop, LanguageModel] = WeakKeyDictionary()
        self._ratio = FIRST_RATIO
        self._trust = Trust(profile.name, books.has_paused)
        self._elsewhere: list[str] | None = None  # the ids of the same model at other addresses
        self._embedder = ServedEmbedder(profile, books, self._model) if profile.embeddings else None

    @property
    def id(self) -> str:
        """Return the name of the model and its parameters."""
        return self.profile.id

    def id_for(self, prompt: Prompt[Any]) -> str:
        """Return its own id: one model answers everything."""
        return self.id

    async def ask(self, prompt: Prompt[A], heard: Heard | None = None) -> A:
        """Return the journal's answer, or else the server's, which is stored before it is used.

        `heard` is called with the text so far while the server streams it. Raises ModelFailed: an outage if
        nobody could answer; no outage if this one question has no usable answer. The latter is stored if the
        answer may be left out, so that the same day has the same result again; an answer that a town needs
        is asked for anew.
        """
        name = key(prompt, self.id)
        answer = self._books.answer(name)
        if answer is None:
            answer = self._answered_elsewhere(prompt)
        if answer is None:
            answer = await self._ask_server(name, prompt, heard)
        if not answer:
            raise ModelFailed(
                worded(
                    "the model {name!r} gave no usable answer to {question!r} for {id!r}; see its "
                    "answer on the Calls page",
                    name=self.profile.name,
                    question=prompt.name,
                    id=prompt.persona.id,
                ),
                outage=False,
            )
        return kept(prompt, answer)

    def embedder_at(self, minute: int) -> ServedEmbedder | None:
        """Return the embedder of the profile; None if it has none."""
        return self._embedder

    async def close(self) -> None:
        """Close the connections of this event loop."""
        model = self._models.pop(asyncio.get_running_loop(), None)
        if model is not None:
            await model.client.close()

    def _answered_elsewhere(self, prompt: Prompt[Any]) -> str | None:
        """Return the answer that the same model gave at another address, or None if it gave none to use."""
        if self._elsewhere is None:
            self._elsewhere = [one for one in self._books.ids() if self.profile.is_same_elsewhere(one)]
        answers = (self._books.answer(key(prompt, one)) for one in self._elsewhere)
        return next((answer for answer in answers if answer), None)

    async def _ask_server(self, name: str, prompt: Prompt[Any], heard: Heard | None) -> str:
        if prompt.off_the_record:
            return await self._paid(name, prompt, heard)
        async with self._trust.turn(self.profile.concurrency):
            return await self._paid(name, prompt, heard)

    async def _paid(self, name: str, prompt: Prompt[Any], heard: Heard | None) -> str:
        """Return the server's answer, stored with its cost; empty if it is left out.

        Raises ModelFailed for an outage, which too many answers that are left out amount to.
        """
        spent = _Spent(self.profile, self._books, prompt, self._ratio)
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            reply = await self._model().answer(prompt, spent.on, heard)
        except ServerFailed as failure:
            asked = spent.asked(name, loop.time() - began, failure=failure)
            if failure.outage or not prompt.may_be_left_out:
                self._books.note(occasion_of(prompt), asked)
                raise failure.of(self.profile.name) from None
            too_many = self._trust.left_out(prompt.name, name, failure)
            if too_many is not None:
                self._books.note(occasion_of(prompt), asked)
                self._books.forget_left_out(too_many.keys)
                raise too_many.failure from failure
            self._books.keep(occasion_of(prompt), asked, "")
            return ""
        finally:
            self._ratio = max(self._ratio, spent.ratio)
        await self._trust.used(prompt.name, self.profile.concurrency)
        self._books.keep(occasion_of(prompt), spent.asked(name, reply.seconds, reply=reply), reply.answer)
        return reply.answer

    def _model(self) -> LanguageModel:
        loop = asyncio.get_running_loop()
        if loop not in self._models:
            profile = self.profile
            endpoint = Endpoint(
                base_url=profile.base_url,
                model=profile.model,
                parameters=profile.parameters,
                timeout=profile.timeout + _SPARE,
            )
            client = OpenAICompatible(endpoint, self._key_of())
            limiter = Limiter(profile.concurrency)
            deadline = Deadline(profile.timeout, profile.name)
            self._models[loop] = LanguageModel(client, limiter, self._mode, self._learn, deadline=deadline)
        return self._models[loop]

    def _learn(self, mode: AnswerMode) -> None:
        self._mode = mode
        self._learned(mode)


class _Spent:
    """The cost of one call: reserved before each of its requests, and settled after it."""

    def __init__(self, profile: Profile, books: Books, prompt: Prompt[Any], ratio: float) -> None:
        self.ratio = ratio
        self._profile = profile
        self._books = books
        self._occasion = occasion_of(prompt)
        self._tokens_in = self._tokens_out = self._cached = self._requests = 0
        self._model = ""

    async def on(self, request: Sending) -> Completion:
        """Send a request whose cost is within the caps."""
        guess = sum(tokens(message["content"]) for message in request.messages)
        at_most = round(guess * self.ratio)
        most = Request(
            tokens=at_most + request.room,
            micros=self._micros(at_most, request.room),
            seconds=self._profile.timeout,
        )
        reservation = self._books.reserve(self._occasion, most)
        self._requests += 1
        spent_in, counted_out, cached = guess, 0, 0  # a request that is dropped may be charged all the same
        try:
            completion = await request.send()
            spent_in = completion.tokens_in or guess
            counted_out = completion.tokens_out
            cached = min(completion.cached, spent_in)
            self._model = completion.model
            self.ratio = max(self.ratio, spent_in / max(1, guess))
        except ServerFailed as failure:
            spent_in = 0 if failure.kind in UNCHARGED else failure.took.tokens_in or guess
            untold = failure.kind in UNTOLD and not request.said
            counted_out = failure.took.tokens_out or (request.room if untold else 0)
            cached = min(failure.took.cached, spent_in)
            raise
        finally:
            spent_out = counted_out or tokens(request.said)
            self._tokens_in += spent_in
            self._tokens_out += spent_out
            self._cached += cached
            micros = self._micros(spent_in, spent_out, cached)
            self._books.settle(
                self._occasion, reservation, tokens_in=spent_in, tokens_out=spent_out, micros=micros
            )
        return completion

    def asked(
        self, name: str, seconds: float, *, reply: Reply | None = None, failure: ServerFailed | None = None
    ) -> Asked:
        """Return the call for the books."""
        return Asked(
            key=name,
            profile=self._profile.name,
            model=self._model,
            said=reply.said if reply else failure.said if failure else "",
            attempts=self._requests,
            repairs=reply.repairs if reply else 0,
            failure=f"{failure.kind}: {failure}" if failure else "",
            tokens_in=self._tokens_in,
            tokens_out=self._tokens_out,
            cached=self._cached,
            seconds=seconds,
            micros=self._micros(self._tokens_in, self._tokens_out, self._cached),
        )

    def _micros(self, tokens_in: int, tokens_out: int, cached: int = 0) -> int | None:
        prices = self._profile.prices
        return prices.micros(tokens_in, tokens_out, cached) if prices else None
