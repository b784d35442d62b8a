"""Trust: whether a model is of use. A town does not go on and pay for answers that are all left out."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from engine.errors import ModelFailed, worded
from engine.models.served.client.failures import ServerFailed
from engine.models.served.client.limiter import Limiter

IN_A_ROW = 5  # answers that are left out, of all or of one purpose, after which a town pauses
MOST_OF_LAST, LAST = 10, 30  # left out, of so many
_FEW = 2  # calls at once, as long as the last answer was none, so that few are paid in vain


@dataclass(frozen=True, slots=True)
class _Outcome:
    """How a call ended: its purpose, and the failure if its answer is left out."""

    purpose: str
    failure: ServerFailed | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class OneTooMany:
    """What pauses a town, and the keys of answers that were left out while the model gave none to use.

    Such a server was set up badly, and they are asked for again. A weak model would be asked for ever.
    """

    failure: ModelFailed
    keys: tuple[str, ...]


class Trust:
    """The latest answers of a model in this session; a new session begins with a clean slate."""

    def __init__(self, profile: str) -> None:
        self._profile = profile
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
        words = worded(
            "{said} from the model {profile!r} could not be used: {what}; {remedy}, then test the profile "
            "with `townwright profile {name}` or in Settings",
            said=said,
            profile=self._profile,
            name=self._profile,
            what=common.what,
            remedy=common.rule.remedy,
        )
        return OneTooMany(ModelFailed(words), keys)

    def _commonest(self) -> ServerFailed:
        """Return the last failure of the commonest kind."""
        failures = [outcome.failure for outcome in self._last if outcome.failure is not None]
        counts = Counter(failure.kind for failure in failures)
        return max(reversed(failures), key=lambda failure: counts[failure.kind])

    def _said(self, purpose: str) -> str | None:
        """Return which answers were one too many, in words, or None."""
        last = list(self._last)
        of_purpose = [outcome for outcome in last if outcome.purpose == purpose]
        if _all_left_out(last[-IN_A_ROW:]):
            return worded("{count} answers in a row", count=IN_A_ROW)
        if _all_left_out(of_purpose[-IN_A_ROW:]):
            return worded("{count} answers in a row for {purpose!r}", count=IN_A_ROW, purpose=purpose)
        count = sum(outcome.failure is not None for outcome in last)
        if count >= MOST_OF_LAST:
            return worded("{count} of the last {of} answers", count=count, of=len(last))
        return None


def _all_left_out(outcomes: list[_Outcome]) -> bool:
    return len(outcomes) == IN_A_ROW and all(outcome.failure is not None for outcome in outcomes)
