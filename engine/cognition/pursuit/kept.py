"""Intentions that need no action: prohibitions, secrets, feelings and answers."""

from __future__ import annotations

from typing_extensions import override

from engine.cognition.pursuit.pursuit import Pursuit


class Kept(Pursuit):
    """An intention the agent only holds to: it takes no time and is never done."""


class Prohibition(Kept):
    """Something the agent must not do."""

    @property
    @override
    def binds(self) -> bool:
        until = self.intention.until
        return self.intention.is_daily or until is None or until > self.thinker.now

    @override
    def changes_the_day(self, until: int) -> bool:
        begins = self.intention.when
        return not self.intention.others and (begins is None or begins < until)
