"""The served models of a workspace: their profiles, their features, and their caps."""

from __future__ import annotations

from engine.errors import worded
from engine.model_choice.choice import (
    RECORDED as RECORDED,
    REHEARSAL as REHEARSAL,
    profile_of,
    settled as settled,
)
from engine.models.parameters import (
    parameter_lines as parameter_lines,
    with_parameters as with_parameters,
)
from engine.models.price_list import ListPrice as ListPrice, list_price as list_price
from engine.models.profiles import (
    DEADLINE as DEADLINE,
    MILLION as MILLION,
    MOST_DEADLINE as MOST_DEADLINE,
    Keys as Keys,
    Profile as Profile,
    read_profile as read_profile,
)
from engine.models.routed import answers as answers, read_routes as read_routes, written as written
from engine.models.served.context import CutPrompts as CutPrompts
from engine.models.served.examination import Examination as Examination, Finding as Finding, examine
from engine.moments import meant
from engine.rehearsal import Rehearsal as Rehearsal
from engine.row_ids import MOST_ID
from engine.running.awaiting import finish
from engine.store.answers import profiles as kept, spending
from engine.store.answers.outcomes import (
    ANSWERED as ANSWERED,
    FAILED as FAILED,
    FREE as FREE,
    REPAIRED as REPAIRED,
    how_of as how_of,
)
from engine.store.answers.spending import (
    MEASURES as MEASURES,
    SCOPES as SCOPES,
    AskedRow as AskedRow,
    Health as Health,
    Measure as Measure,
    Scope as Scope,
    Spent as Spent,
    UnderWay as UnderWay,
)
from engine.store.file.connection import Store
from engine.store.log.calls import CallRow as CallRow, CallTotal as CallTotal


class Models:
    """The settings of served models. They never contain a key."""

    def __init__(self, store: Store, keys: Keys) -> None:
        self.store = store
        self.keys = keys

    def profiles(self) -> dict[str, Profile]:
        """Return the profiles by name."""
        return {name: read_profile(name, settings) for name, settings in kept.profiles(self.store).items()}

    def is_served(self, model: str) -> bool:
        """Return whether a served model answers any of the calls of a run that uses this model."""
        return bool(set(read_routes(meant.words(model, worded("a model"))).values()) & self.profiles().keys())

    def keep(self, profile: Profile) -> None:
        """Store a profile under its name. Its server is tested anew at the next request."""
        settings = profile.model_dump(exclude={"name"}, exclude_defaults=True)
        kept.keep_profile(self.store, profile.name, settings)
        kept.learn_mode(self.store, profile.base_url, profile.model, None)

    def remove(self, name: str) -> None:
        """Remove a profile; runs that use it can be viewed but no longer simulated."""
        kept.remove_profile(self.store, meant.words(name, worded("the name of a profile")))

    def test(self, name: str, keys: Keys | None = None) -> Examination:
        """Test what the server of a profile can do, and store its answer mode."""
        profile = profile_of(self.store, meant.words(name, worded("the name of a profile")))
        found = finish(examine(profile, (keys or self.keys).of(profile)))
        if found.mode is not None:
            kept.learn_mode(self.store, profile.base_url, profile.model, found.mode)
        return found

    def caps(self) -> dict[tuple[Scope, Measure], int]:
        """Return the caps, money in millionths, for a day of a town, a run, and the whole workspace."""
        return spending.caps(self.store)

    def mean_seconds(self, profile: str) -> float | None:
        """Return the mean seconds of a call that a profile answered, or None if it has answered none."""
        return spending.mean_seconds(self.store, meant.words(profile, worded("a profile")))

    def set_cap(self, scope: Scope, measure: Measure, most: int | None) -> None:
        """Set a cap or (None) remove it; it holds from the next request on, in every process."""
        of = meant.one_of(scope, worded("cap scope"), spending.SCOPES)
        what = meant.one_of(measure, worded("cap measure"), spending.MEASURES)
        amount = None if most is None else meant.whole(most, worded("a cap"), 0, MOST_ID)
        spending.set_cap(self.store, of, what, amount)

    def spent(self) -> Spent:
        """Return the total spent in the workspace."""
        return spending.spent(self.store)
