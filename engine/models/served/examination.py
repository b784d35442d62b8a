"""Examination: find out, with a handful of small calls, what a server can do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from engine.errors import one_by_one, worded, words_of
from engine.models.profiles import Profile
from engine.models.served.answers.answer_mode import WORDS, AnswerMode
from engine.models.served.client.completions import Completion
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.client.limiter import Limiter
from engine.models.served.client.openai_compatible import Endpoint, OpenAICompatible
from engine.models.served.client.retry import WHILE_LOADING, Deadline
from engine.models.served.language_model import LanguageModel
from engine.models.served.tasks import tried

T = TypeVar("T")

_LEARNED = frozenset({Kind.PARAMETER, Kind.ROOM})
_HELLO = ({"role": "user", "content": "Say hello in one word."},)
_FEW_TOKENS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was tried on a server. `ok` is None if the result matters little."""

    what: str
    ok: bool | None
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """All that was found; `mode` is the answer mode, if it was found."""

    findings: tuple[Finding, ...]
    mode: AnswerMode | None

    @property
    def is_usable(self) -> bool:
        """Return whether a town could think with it."""
        return all(finding.ok is not False for finding in self.findings)


async def examine(profile: Profile, key: str) -> Examination:
    """Try all that a town needs of a server, then give it some small tasks.

    Each may take as long as a call of the profile. A server that loads its model is waited for.
    """
    seconds = profile.timeout
    endpoint = Endpoint(
        base_url=profile.base_url, model=profile.model, parameters=profile.parameters, timeout=seconds
    )
    client = OpenAICompatible(endpoint, key)
    client.dialect.forget()  # a server may take today what it refused yesterday
    model = LanguageModel(client, Limiter(4), deadline=Deadline(seconds))
    try:
        await client.make_ready()
        answers = await _answers(client, profile, seconds)
        if answers.ok is False:
            return Examination(findings=(answers,), mode=None)
        looking = asyncio.gather(
            _streams(client, seconds),
            *([_embeds(client, profile, seconds)] if profile.embeddings else []),
        )
        mode, others = await asyncio.gather(_answer_mode(model, seconds), looking)
        tasks = await _tasks(model, seconds)
    except ServerFailed as failure:  # the way to the server cannot be used at all
        found = Finding(what=worded("answers"), ok=False, words=words_of(failure))
        return Examination(findings=(found,), mode=None)
    finally:
        await client.close()
    form = Finding(
        what=worded("form of answers"),
        ok=None,
        words=WORDS[mode]
        if mode
        else worded("not determined in time; checked again during the first calls of a run"),
    )
    return Examination(findings=(answers, *others, *_spoken(client), form, *tasks), mode=mode)


def _spoken(client: OpenAICompatible) -> tuple[Finding, ...]:
    words = client.dialect.words()
    return (Finding(what=worded("parameters"), ok=None, words=words),) if words else ()


async def _answers(client: OpenAICompatible, profile: Profile, seconds: float) -> Finding:
    loop = asyncio.get_running_loop()
    began = loop.time()
    try:
        said = await _in_time(partial(client.complete, _HELLO, most_tokens=_FEW_TOKENS), seconds)
    except ServerFailed as failure:
        is_well = not failure.outage and failure.kind is not Kind.THINKING  # it spoke, if badly
        return Finding(what=worded("answers"), ok=is_well, words=words_of(failure))
    words: list[str] = [worded("in {seconds:.1f} s", seconds=loop.time() - began)]
    if said.model and said.model != profile.model:
        words.append(worded("from {model!r}, which is not the requested model", model=said.model))
    if not said.tokens_in:
        words.append(worded("tokens are estimated because the server does not count them"))
    return Finding(what=worded("answers"), ok=True, words=one_by_one(words))


async def _streams(client: OpenAICompatible, seconds: float) -> Finding:
    async def pieces() -> int:
        count = 0
        async for piece in client.stream(_HELLO, most_tokens=_FEW_TOKENS):
            count += not isinstance(piece, Completion)
        return count

    try:
        count = await _in_time(pieces, seconds)
    except ServerFailed as failure:
        return Finding(
            what=worded("streaming"), ok=None, words=worded("does not work: {failure}", failure=failure)
        )
    words = (
        worded("received in {count} pieces", count=count) if count > 1 else worded("received in one piece")
    )
    return Finding(what=worded("streaming"), ok=True, words=words)


async def _embeds(client: OpenAICompatible, profile: Profile, seconds: float) -> Finding:
    texts: Sequence[str] = ("a lantern party", "a boat")
    try:
        made = await _in_time(partial(client.embed, texts, profile.embeddings), seconds)
    except ServerFailed as failure:
        return Finding(
            what=worded("embeddings"),
            ok=False,
            words=worded(
                "do not work: {failure}; or remove the embedding model from the profile to find "
                "memories only by words",
                failure=failure,
            ),
        )
    numbers = made.vectors.shape[1]
    return Finding(
        what=worded("embeddings"),
        ok=True,
        words=worded(
            "memories are also found by meaning; each vector has {numbers} numbers", numbers=numbers
        ),
    )


async def _answer_mode(model: LanguageModel, seconds: float) -> AnswerMode | None:
    try:
        return await _in_time(model.find_answer_mode, seconds)
    except ServerFailed:
        return None


async def _tasks(model: LanguageModel, seconds: float) -> tuple[Finding, ...]:
    """Return the results of small tasks, if the server goes on answering."""
    tasks = worded("small tasks")
    try:
        quality, speed = await tried(model, seconds)
    except ServerFailed as failure:
        return (Finding(what=tasks, ok=False, words=words_of(failure)),)
    found = (Finding(what=tasks, ok=quality.ok, words=quality.words),)
    return (*found, Finding(what=worded("speed"), ok=speed.ok, words=speed.words)) if speed else found


async def _in_time(doing: Callable[[], Awaitable[T]], seconds: float) -> T:
    """Return the result of `doing` within some seconds.

    It is repeated for each thing that is learned of the server, and while it loads its model.
    """
    late = ServerFailed(Kind.TIMEOUT, worded("no answer within {seconds:g} s", seconds=seconds))
    try:
        async with asyncio.timeout(seconds):
            while True:
                try:
                    return await doing()
                except ServerFailed as failure:
                    if failure.kind is Kind.LOADING:
                        late = failure
                        await asyncio.sleep(WHILE_LOADING)
                    elif failure.kind not in _LEARNED:
                        raise
    except TimeoutError:
        raise late from None
