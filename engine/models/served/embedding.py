"""Embedding: the vectors of texts by a served model, known ones first, the rest in few requests.

Every text is asked for once, however many callers need it at once. If a vector is missing, the search fails:
a day in which some memories were found by words alone, since a server was down just then, could never be
lived again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from weakref import WeakKeyDictionary

from engine.errors import BadInput, ModelFailed, worded, words_of
from engine.models import Occasion, Vector
from engine.models.profiles import Profile
from engine.models.served.books import Asked, Books, Request
from engine.models.served.client.failures import UNCHARGED, ServerFailed
from engine.models.served.client.openai_compatible import Embedded, OpenAICompatible
from engine.models.served.language_model import LanguageModel
from engine.models.tokens import FIRST_RATIO, tokens

AT_ONCE = 32  # texts in a request
_MOST_TOKENS = 400  # of a text that are embedded, as estimated; many such models read no more than 512
_MOST_LETTERS = 2_000


class ServedEmbedder:
    """The embeddings model of a profile, for one run.

    It shares the limiter of its server with the profile's language model.
    """

    def __init__(self, profile: Profile, books: Books, server: Callable[[], LanguageModel]) -> None:
        self._profile = profile
        self._books = books
        self._server = server
        self._coming: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, asyncio.Event]] = (
            WeakKeyDictionary()
        )
        self._ratio = FIRST_RATIO

    @property
    def id(self) -> str:
        """Return the name of the embeddings model and its server."""
        return self._profile.prefixes.after(f"{self._profile.embeddings} @ {self._profile.base_url}")

    def asked(self, question: str) -> str:
        """Return a question with the prefix of its model."""
        return self._profile.prefixes.asked(question)

    def known(self, texts: Sequence[str]) -> Mapping[str, Vector]:
        """Return the stored vectors of texts, by text."""
        return self._books.vectors(self.id, _with_words(texts))

    async def vectors(self, texts: Sequence[str], occasion: Occasion) -> Mapping[str, Vector]:
        """Return the vectors of all texts: stored ones, those being asked for, and the rest from the server.

        Raises ModelFailed, an outage that names the profile, if one cannot be had.
        """
        wanted = _with_words(texts)
        if occasion.off_the_record:
            self._books.note_sought(wanted)
        found = dict(self._books.vectors(self.id, wanted))
        coming = self._coming.setdefault(asyncio.get_running_loop(), {})
        while lacking := [text for text in wanted if text not in found]:
            mine = [text for text in lacking if text not in coming]
            if mine:
                await self._fetch(mine, coming, occasion)
            else:
                await coming[lacking[0]].wait()
            found |= self._books.vectors(self.id, lacking)
            if missing := [text for text in mine if text not in found]:
                raise self._failed(
                    worded(
                        "{n} of its vectors do not match those recorded with the run; use the model "
                        "that made the recorded vectors",
                        n=len(missing),
                    )
                )
        return found

    async def _fetch(
        self, texts: Sequence[str], coming: dict[str, asyncio.Event], occasion: Occasion
    ) -> None:
        """Embed texts; other callers who need them wait, and ask for themselves if that fails."""
        done = asyncio.Event()
        coming.update(dict.fromkeys(texts, done))
        try:
            for start in range(0, len(texts), AT_ONCE):
                part = texts[start : start + AT_ONCE]
                made = await self._ask(part, occasion)
                self._keep(dict(zip(part, made.vectors, strict=True)))
        finally:
            for text in texts:
                del coming[text]
            done.set()

    def _keep(self, vectors: Mapping[str, Vector]) -> None:
        try:
            self._books.keep_vectors(self.id, vectors)
        except BadInput as error:
            raise self._failed(words_of(error)) from error

    async def _ask(self, texts: Sequence[str], occasion: Occasion) -> Embedded:
        server = self._server()
        asking = _Asking(
            self._profile,
            self._books,
            server.client,
            occasion,
            [_cut(self._profile.prefixes.sent(text)) for text in texts],
            self._ratio,
        )
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            await server.client.make_ready()
            made = await server.attempts().of(asking.send)
        except ServerFailed as failure:
            self._books.note(occasion, asking.asked(loop.time() - began, f"{failure.kind}: {failure}"))
            raise self._failed(words_of(failure)) from failure
        finally:
            self._ratio = max(self._ratio, asking.ratio)
        self._books.note(occasion, asking.asked(loop.time() - began))
        return made

    def _failed(self, why: str) -> ModelFailed:
        return ModelFailed(
            worded(
                "the profile {name!r} cannot search memories with the embedding model "
                "{embeddings!r}: {why}; or remove the embedding model from the profile, then fork each "
                "run that has used it and continue the fork",
                name=self._profile.name,
                embeddings=self._profile.embeddings,
                why=why,
            )
        )


@dataclass(slots=True)
class _Asking:
    """Some texts to embed: the cost of each request is reserved before it, and settled after it."""

    profile: Profile
    books: Books
    client: OpenAICompatible
    occasion: Occasion
    texts: Sequence[str]
    ratio: float
    requests: int = field(default=0)
    tokens_in: int = field(default=0)
    micros: int = field(default=0)
    model: str = field(default="")

    async def send(self) -> Embedded:
        """Return the result of one request, within the caps."""
        guess = sum(map(tokens, self.texts))
        most = round(guess * self.ratio)
        request = Request(tokens=most, micros=self._micros(most), seconds=self.profile.timeout)
        reservation = self.books.reserve(self.occasion, request)
        self.requests += 1
        spent = guess  # a request that is dropped may be charged all the same
        try:
            made = await self.client.embed(self.texts, self.profile.embeddings)
            spent, self.model = made.tokens_in or guess, made.model
            self.ratio = max(self.ratio, spent / max(1, guess))
        except ServerFailed as failure:
            spent = 0 if failure.kind in UNCHARGED else guess
            raise
        finally:
            micros = self._micros(spent)
            self.tokens_in += spent
            self.micros += micros or 0
            self.books.settle(self.occasion, reservation, tokens_in=spent, tokens_out=0, micros=micros)
        return made

    def asked(self, seconds: float, failure: str = "") -> Asked:
        """Return the call for the books; its vectors are stored separately, text by text."""
        return Asked(
            key="",
            profile=self.profile.name,
            model=self.model,
            attempts=self.requests,
            failure=failure,
            tokens_in=self.tokens_in,
            seconds=seconds,
            micros=None if self._micros(self.tokens_in) is None else self.micros,
        )

    def _micros(self, count: int) -> int | None:
        """Return the price in millionths, rounded up; None if it is not known."""
        prices = self.profile.prices
        return None if prices is None or prices.embedding is None else ceil(count * prices.embedding)


def _with_words(texts: Sequence[str]) -> list[str]:
    return [text for text in dict.fromkeys(texts) if text.strip()]


def _cut(text: str) -> str:
    """Return as much of a text as an embeddings model is sure to read."""
    text = text[:_MOST_LETTERS]
    while tokens(text) > _MOST_TOKENS:
        text = text[: len(text) * 9 // 10]
    return text
