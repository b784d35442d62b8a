"""Send one question to a server, and get the answer whole or streamed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from engine.models import Heard
from engine.models.served.answers.extraction import text_so_far
from engine.models.served.client.completions import Completion
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.client.openai_compatible import Message, OpenAICompatible

MOST_STREAMS = 2  # of the requests for one call; a server that breaks off both is asked for the whole
_MOST_HEARD = (
    16_000  # characters of what is said; more is no answer of ours, and would take long to look through
)
_REFUSED = frozenset({Kind.BAD_REQUEST, Kind.UNSUPPORTED})
_NO_STREAM = _REFUSED | {Kind.GARBLED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """A function that is called with the text so far of one field while an answer streams."""

    field: str
    heard: Heard


@dataclass(slots=True, kw_only=True)
class Sending:
    """A question, which may be sent again.

    `said` is all that came of the last answer, which costs even if it is not used.
    """

    client: OpenAICompatible
    messages: Sequence[Message]
    most: int
    form: Mapping[str, object] | None
    stop: Sequence[str] = ()
    listener: Listener | None = None
    said: str = ""
    _streams: int = MOST_STREAMS

    @property
    def room(self) -> int:
        """Return the most tokens that the answer may take, by what is known of its server now."""
        return self.client.room(self.most)

    async def send(self) -> Completion:
        """Return one answer. Raises ServerFailed for anything that is no complete answer.

        An exception of the listener ends the request.
        """
        self.said = ""
        if self.listener is None or not self._streams:
            return await self._whole()
        try:
            return await self._aloud(self.listener)
        except ServerFailed as failure:
            raise self._broken_off(failure) from None

    async def _whole(self) -> Completion:
        try:
            completion = await self.client.complete(
                self.messages, most_tokens=self.most, form=self.form, stop=self.stop
            )
        except ServerFailed as failure:
            self.said = failure.said
            raise
        self.said = completion.text
        return completion

    async def _aloud(self, listener: Listener) -> Completion:
        told = ""
        stream = self.client.stream(self.messages, most_tokens=self.most, form=self.form, stop=self.stop)
        async with aclosing(stream) as pieces:
            async for piece in pieces:
                if isinstance(piece, Completion):
                    return piece
                self.said += piece
                so_far = self._so_far(listener) if len(self.said) <= _MOST_HEARD else told
                if so_far != told:
                    told = so_far
                    listener.heard(so_far)
        raise ServerFailed(Kind.CUT)

    def _so_far(self, listener: Listener) -> str:
        return self.client.secret.hidden_so_far(text_so_far(self.said, listener.field))

    def _broken_off(self, failure: ServerFailed) -> ServerFailed:
        """Return the failure of a stream, and decide whether the next request streams."""
        self._streams -= 1
        failure.said = failure.said or self.client.secret.hidden_so_far(self.said)[:_MOST_HEARD]
        if failure.said or failure.kind not in _NO_STREAM:
            return failure
        self._streams = 0
        return (
            ServerFailed(Kind.UNSTREAMED, failure.detail, wait=0.0) if failure.kind in _REFUSED else failure
        )


Spend = Callable[[Sending], Awaitable[Completion]]


async def sent(request: Sending) -> Completion:
    """Send a request without counting its cost."""
    return await request.send()
