"""Kept: what one holds to without doing anything: a prohibition, a secret, a feeling, an answer."""

from __future__ import annotations

from typing_extensions import override

from engine.cognition.pursuit.pursuit import Pursuit


class Kept(Pursuit):
    """What one keeps, or feels: it takes no hour, and is never done."""


class Prohibition(Kept):
    """What one is not to do."""

    @property
    @override
    def binds(self) -> bool:
        until = self.intention.until
        return self.intention.is_daily or until is None or until > self.thinker.now

    @override
    def changes_the_day(self, until: int) -> bool:
        begins = self.intention.when
        return not self.intention.others and (begins is None or begins < until)
