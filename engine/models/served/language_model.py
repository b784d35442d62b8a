"""A language model: a prompt is rendered, asked, read, checked, and repaired at most once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.errors import ModelFailed
from engine.models import Heard
from engine.models.served.answers.answer_mode import AnswerMode, is_bounded, response_format
from engine.models.served.answers.asking_again import (
    Unfit,
    asked_again,
    wanted_after,
    wanted_of_fields,
    wanted_of_sense,
)
from engine.models.served.answers.extraction import object_in
from engine.models.served.answers.form_lines import form_words, is_shown_by_server, with_form
from engine.models.served.answers.meant import meant
from engine.models.served.answers.negotiate import SPARED, Negotiation
from engine.models.served.answers.schema import asked_schema_of
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.client.limiter import Limiter
from engine.models.served.client.openai_compatible import Message, OpenAICompatible
from engine.models.served.client.retry import Attempts, Deadline
from engine.models.served.client.sending import Listener, Sending, Spend, sent
from engine.prompts import render
from engine.prompts.fields import YOU
from engine.prompts.prompt import Prompt
from engine.prompts.sense import Fault, SpokenOf, read
from engine.prompts.shown import shown_fields

_FAULTS_SHOWN = 6
_MOST_ENDS = 4  # that a server takes


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The result of one call: the answer as JSON, the text as received, and what it took to get it."""

    answer: str
    said: str
    seconds: float = 0.0
    attempts: int = 1
    repairs: int = 0


class LanguageModel:
    """A served model that answers prompts.

    `mode` is the answer mode of its server, if known; `learned` is called when it is found.
    """

    def __init__(
        self,
        client: OpenAICompatible,
        limiter: Limiter,
        mode: AnswerMode | None = None,
        learned: Callable[[AnswerMode], None] = lambda mode: None,
        *,
        deadline: Deadline | None = None,
    ) -> None:
        self.client = client
        self._limiter = limiter
        self._deadline = deadline or Deadline()
        self._negotiation = Negotiation(mode, learned)

    def attempts(self, *, waits_to_load: bool = True) -> Attempts:
        """Return the attempts of one call, none of which has been made."""
        return Attempts(self._limiter, self._deadline, waits_to_load=waits_to_load)

    async def answer(self, prompt: Prompt[Any], spend: Spend = sent, heard: Heard | None = None) -> Reply:
        """Return a checked answer. Raises ServerFailed if there is none after all attempts and one repair.

        Every request is sent through `spend`, which may refuse it. `heard` is called with the spoken text so
        far, before it is checked.
        """
        await self.client.make_ready()
        loop = asyncio.get_running_loop()
        began = loop.time()
        attempts = self.attempts(waits_to_load=not prompt.off_the_record)  # nobody sits before a town
        about = SpokenOf(prompt)
        mode = await self._negotiation.for_call(attempts, partial(self._ask_small, attempts, spend, SPARED))
        known = mode is self._negotiation.mode
        asking = _Asking(self._negotiation, attempts, spend, prompt, _sending(self.client, prompt, heard))
        try:
            answer, said = self._read(about, await asking.say(mode, leaving=0 if known else 1))
            repairs = 0
        except ServerFailed as failure:
            again = self._negotiation.after(failure, mode, attempts)
            if again is None:
                raise
            answer, said = await self._second(asking, about, again, failure)
            repairs = int(failure.rule.repair)
        seconds = loop.time() - began
        return Reply(answer=answer, said=said, seconds=seconds, attempts=attempts.made, repairs=repairs)

    async def _second(
        self, asking: _Asking, about: SpokenOf, mode: AnswerMode, failure: ServerFailed
    ) -> tuple[str, str]:
        """Return the answer to the question put again, after a failure or for a better answer.

        If no better one comes in time, it is what was good in the first one. Raises the first failure if
        that is nothing: with an outage in its place, the same question would be met by it for ever.
        """
        if not failure.rule.repair:
            return self._read(about, await asking.say(mode))
        wanted = wanted_after(failure)
        try:
            said = await asking.say(mode, wanted)
            return self._read(SpokenOf(about.prompt, wanted), said, last=True)
        except ServerFailed as second:
            if second.kind is Kind.SENSELESS or not (second.outage or failure.kind is Kind.SENSELESS):
                raise
            try:
                return self._read(about, failure.said, last=True)
            except ServerFailed:
                raise (failure if second.kind is Kind.TIMEOUT else second) from None

    async def find_answer_mode(self) -> AnswerMode:
        """Return the answer mode of this server, as known, or found now and remembered."""

        async def ask(*question: Any) -> str:  # noqa: ANN401 - as `Ask` has it
            return await self._ask_small(self.attempts(), sent, 0, *question)

        return await self._negotiation.find(ask)

    async def _ask_small(
        self,
        attempts: Attempts,
        spend: Spend,
        leaving: int,
        messages: Sequence[Message],
        form: Mapping[str, object] | None,
        most: int,
    ) -> str:
        request = Sending(client=self.client, messages=messages, most=most, form=form)
        return (await attempts.of(partial(spend, request), leaving=leaving)).text

    def _read(self, about: SpokenOf, said: str, *, last: bool = False) -> tuple[str, str]:
        """Return the checked answer as JSON, and the text as received.

        Raises ServerFailed, naming the fault: INVALID if there is no answer, SENSELESS if it makes no sense.
        In the `last` answer, parts that make no sense are left out if possible.
        """
        try:
            found = object_in(said)
            fields = meant(about.prompt, found.fields, is_mended=found.is_mended)
            reading = read(about, self.client.secret.hidden_in(fields), last=last)
        except ValueError as error:
            fault = self.client.secret.hidden(str(error))
            raise Unfit(Kind.INVALID, fault, said=said) from None
        except ModelFailed as error:
            wanted = wanted_of_fields(about.prompt, error)
            raise Unfit(Kind.INVALID, error.faults or str(error), said=said, wanted=wanted) from None
        if reading.answer is None:
            wrong = "; ".join(map(str, _differing(reading.faults)[:_FAULTS_SHOWN]))
            raise Unfit(
                Kind.SENSELESS,
                self.client.secret.hidden(wrong),
                said=said,
                wanted=wanted_of_sense(about.prompt, reading.faults),
            )
        return reading.answer.model_dump_json(), said


def _differing(faults: Sequence[Fault]) -> list[Fault]:
    """Return the faults without those that are found in the next items of a list as well."""
    first: dict[object, Fault] = {}
    for fault in faults:
        names = tuple(part for part in fault.where if isinstance(part, str))
        first.setdefault((names, fault.words), fault)
    return list(first.values())


@dataclass(frozen=True, slots=True)
class _Asking:
    """One call: the question, and how its requests are sent."""

    negotiation: Negotiation
    attempts: Attempts
    spend: Spend
    prompt: Prompt[Any]
    request: Sending

    async def say(self, mode: AnswerMode, wanted: str = "", *, leaving: int = 0) -> str:
        """Return the server's text for the question in a mode, with what is `wanted` of the answer added."""
        base_url = self.request.client.endpoint.base_url
        messages = _messages(self.prompt, mode, base_url)
        self.request.messages = asked_again(messages, wanted) if wanted else messages
        described = is_shown_by_server(mode, base_url)
        schema = asked_schema_of(self.prompt, bounded=is_bounded(mode), described=described)
        self.request.form = response_format(mode, self.prompt.name, schema)
        with self.negotiation.seen(mode):
            return (await self.attempts.of(partial(self.spend, self.request), leaving=leaving)).text


def _sending(client: OpenAICompatible, prompt: Prompt[Any], heard: Heard | None) -> Sending:
    aloud = prompt.form.aloud
    return Sending(
        client=client,
        messages=(),
        most=prompt.form.most_tokens,
        form=None,
        stop=_ends(prompt),
        listener=Listener(field=aloud, heard=heard) if heard and aloud else None,
    )


def _ends(prompt: Prompt[Any]) -> tuple[str, ...]:
    """Return the stop texts that show that a model continues a transcript, which is no answer."""
    if "lines" not in shown_fields(type(prompt)):
        return ()
    here = [prompt.persona.name, *(person.name for person in getattr(prompt, "people", ()))]
    return tuple(f"\n{name}:" for name in (YOU, *here)[:_MOST_ENDS])


def _messages(prompt: Prompt[Any], mode: AnswerMode, base_url: str) -> list[Message]:
    rendered = render(prompt)
    user = with_form(rendered, form_words(prompt, mode, base_url), is_held=mode < AnswerMode.OBJECT)
    return [{"role": "system", "content": rendered.system}, {"role": "user", "content": user}]
