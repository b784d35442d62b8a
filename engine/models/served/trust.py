"""Trust: whether a model is of use. A town does not go on and pay for answers that are all left out."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from engine.errors import ModelFailed, worded
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.client.limiter import Limiter

IN_A_ROW = 5  # answers that are left out, of all or of one purpose, after which a town pauses
MOST_OF_LAST, LAST = 10, 30  # left out, of so many
MUCH_IN_A_ROW = 15  # left out, after which a town pauses that has paused for answers without sense before
_FEW = 2  # calls at once, as long as the last answer was none, so that few are paid in vain


@dataclass(frozen=True, slots=True)
class _Outcome:
    """How a call ended: its purpose, and the failure if its answer is left out."""

    purpose: str
    failure: ServerFailed | None = None
    key: str = ""

    @property
    def is_senseless(self) -> bool:
        """Check whether the answer had the right form, but made no sense."""
        return self.failure is not None and self.failure.kind is Kind.SENSELESS


@dataclass(frozen=True, slots=True)
class OneTooMany:
    """What pauses a town, and the keys of answers that were left out while the model gave none to use.

    Such a server was set up badly, and they are asked for again. A weak model would be asked again and again.
    """

    failure: ModelFailed
    keys: tuple[str, ...]


class Trust:
    """The latest answers of a model in this session; a new session begins with a clean slate.

    A town that has paused for answers without sense, and was resumed, lives on with such a model: somebody
    has decided that. It pauses for them again only if there is nothing else. Answers without form, or none
    at all, are matters of the server, and pause it as before. `has_paused` tells whether the run has paused
    for answers of a kind.
    """

    def __init__(self, profile: str, has_paused: Callable[[Kind], bool] = lambda kind: False) -> None:
        self._profile = profile
        self._has_paused = has_paused
        self._last: deque[_Outcome] = deque(maxlen=LAST)
        self._is_of_use = False
        self._was_of_use = False
        self._gates: WeakKeyDictionary[asyncio.AbstractEventLoop, Limiter] = WeakKeyDictionary()

    @asynccontextmanager
    async def turn(self, width: int) -> AsyncIterator[None]:
        """Wait until a call may be made: few at once as long as the model is not known to be of use."""
        gate = self._gates.setdefault(asyncio.get_running_loop(), Limiter(width))
        await gate.set_width(width if self._is_of_use else min(width, _FEW))
        async with gate.turn():
            yield

    async def used(self, purpose: str, width: int) -> None:
        """Note an answer that is used."""
        self._last.append(_Outcome(purpose))
        self._is_of_use = self._was_of_use = True
        gate = self._gates.get(asyncio.get_running_loop())
        if gate is not None:
            await gate.set_width(width)

    def left_out(self, purpose: str, key: str, failure: ServerFailed) -> OneTooMany | None:
        """Note an answer that is left out, and return what pauses the town, if it is one too many.

        After that the counting begins anew.
        """
        self._last.append(_Outcome(purpose, failure, key))
        self._is_of_use = False
        said = self._said(purpose)
        if said is None:
            return None
        common = self._commonest()
        keys = () if self._was_of_use else tuple(outcome.key for outcome in self._last)
        self._last.clear()
        return OneTooMany(ModelFailed(self._words(said, common)), keys)

    def _words(self, said: str, common: ServerFailed) -> str:
        values = {"said": said, "profile": self._profile, "what": common.what, "remedy": common.rule.remedy}
        if common.kind is Kind.SENSELESS:
            return worded(
                "{said} from the model {profile!r} could not be used: {what}; {remedy}, or resume the run to "
                "continue without such answers",
                **values,
            )
        return worded(
            "{said} from the model {profile!r} could not be used: {what}; {remedy}, then test the profile "
            "with `townwright profile {name}` or in Settings",
            name=self._profile,
            **values,
        )

    def _commonest(self) -> ServerFailed:
        """Return the last failure of the commonest kind."""
        failures = [outcome.failure for outcome in self._last if outcome.failure is not None]
        counts = Counter(failure.kind for failure in failures)
        return max(reversed(failures), key=lambda failure: counts[failure.kind])

    def _said(self, purpose: str) -> str | None:
        """Return which answers were one too many, in words, or None."""
        last = list(self._last)
        if _all_left_out(last, MUCH_IN_A_ROW):
            return worded("{count} answers in a row", count=MUCH_IN_A_ROW)
        if self._has_paused(Kind.SENSELESS):
            if last[-1].is_senseless:
                return None
            last = [outcome for outcome in last if not outcome.is_senseless]
        of_purpose = [outcome for outcome in last if outcome.purpose == purpose]
        if _all_left_out(last, IN_A_ROW):
            return worded("{count} answers in a row", count=IN_A_ROW)
        if _all_left_out(of_purpose, IN_A_ROW):
            return worded("{count} answers in a row for {purpose!r}", count=IN_A_ROW, purpose=purpose)
        count = sum(outcome.failure is not None for outcome in last)
        if count >= MOST_OF_LAST:
            return worded("{count} of the last {of} answers", count=count, of=len(last))
        return None


def _all_left_out(outcomes: Sequence[_Outcome], count: int) -> bool:
    """Check whether none of the last answers, so many, could be used."""
    last = outcomes[-count:]
    return len(last) == count and all(outcome.failure is not None for outcome in last)
