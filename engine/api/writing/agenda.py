"""The agenda of a run: interventions planned for later or for when a condition holds, and programmes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.clock import worded_moment
from engine.cognition.thinker import Town
from engine.errors import worded
from engine.interventions import asked_for
from engine.interventions.intervention import Intervention, Signature, signature
from engine.interventions.programme import steps_of, written
from engine.moments import meant
from engine.moments.arranging import (
    arranged_at,
    arranged_when,
    arrangement_words,
    foretold,
    named,
    planned,
    rule_words,
    steps_to_come,
)
from engine.moments.meant import When
from engine.records import BY_THE_TOWN
from engine.running.job import LOOK
from engine.store.living import arrangements
from engine.store.living.arrangements import Arrangement as Arrangement
from engine.store.living.commands import give_command
from engine.store.living.jobs import job_of

if TYPE_CHECKING:
    from engine.api.run import Run


@dataclass(frozen=True, slots=True)
class Agenda:
    """The planned interventions of a run, as `run.agenda`. They take effect while the run is lived, signed
    and kept in the log like immediate ones. A fork takes over what was planned by the moment of the fork.
    """

    run: Run

    def schedule(self, what: Intervention, when: When, *, who: str = "", why: str = "") -> Arrangement:
        """Plan an intervention for a later moment. Raises BadInput if the moment is past, or the intervention
        is impossible.
        """
        known, by = named(what, self._town), _signed(who, why)
        return self._keep(arranged_at(known, by, meant.minute_meant(when), self._now()))

    def rule(
        self, what: Intervention, condition: str, *, always: bool = False, who: str = "", why: str = ""
    ) -> Arrangement:
        """Plan an intervention for when a condition comes to hold ("isabel at Quay and stove is burning"):
        once, or `always`, each time it comes to hold again. Conditions are checked every ten simulated
        minutes.
        """
        town = self._town
        known, by = named(what, town), _signed(who, why)
        said, often = (
            meant.words(condition, worded("a condition")),
            meant.yes_or_no(always, worded("`always`")),
        )
        return self._keep(arranged_when(known, by, said, town, self._now(), always=often))

    def follow(self, programme: str) -> tuple[Arrangement, ...]:
        """Plan everything in a programme (YAML). Raises BadInput or NotFound, naming the entry, and plans
        nothing if one entry is impossible.
        """
        wanted, held = planned(programme, self.run.town, self._now(), self.waiting)
        made = arrangements.arrange_all(self.run.store, self.run.number, wanted, held)
        self._look()
        return made

    def programme(self, when: When | None = None) -> str:
        """Return as YAML the authors' interventions up to a moment, and those planned that are still to come.
        Events of the town are left out: a run of the same town has them anyway.
        """
        now = self.run.at(when)
        waiting = [one for one in self.waiting if one.set_at <= now.minute]
        done = tuple(one for one in now.interventions if one.entry.who != BY_THE_TOWN)
        return written([*steps_of(done), *steps_to_come(self.run.store, waiting, done)])

    def to_come(self, when: When) -> str:
        """Return as YAML the interventions planned by a moment that were then still to come; "" if there were
        none.
        """
        minute = self.run.at(when).minute
        waiting = arrangements.waiting_at(self.run.store, self.run.number, minute)
        return written(steps_to_come(self.run.store, waiting)) if waiting else ""

    @property
    def all(self) -> tuple[Arrangement, ...]:
        """Return all arrangements ever made, in the order they were made."""
        return arrangements.arrangements_of(self.run.store, self.run.number)

    @property
    def waiting(self) -> tuple[Arrangement, ...]:
        """Return the arrangements that are still to come, or may come again."""
        return tuple(one for one in self.all if one.state == "waiting")

    def words(self, one: Arrangement) -> str:
        """Return an arrangement as a sentence without its full stop."""
        return arrangement_words(one, self.run.town, self.all)

    def when(self, one: Arrangement) -> str:
        """Return in words when an arrangement takes effect: its moment, or its condition."""
        return worded_moment(one.due) if one.due is not None else rule_words(one, self.run.town)

    def call_off(self, number: int) -> None:
        """Cancel an arrangement. Raises NotFound if no waiting arrangement has that number."""
        number = meant.whole(number, worded("the number of a planned intervention"), 0, meant.MOST_ROWS)
        arrangements.call_off(self.run.store, self.run.number, number, self._now())
        self._look()

    def _keep(self, one: Arrangement) -> Arrangement:
        (made,) = arrangements.arrange_all(self.run.store, self.run.number, [one])
        self._look()
        return made

    @property
    def _town(self) -> Town:
        """Return the town including agents who are planned to join it."""
        return foretold(self.run.town, (asked_for(one.verb, one.asked) for one in self.waiting))

    def _now(self) -> int:
        """Return the common moment at which the run stands."""
        return self.run.moment_of_interventions

    def _look(self) -> None:
        """Tell the runner, if there is one, to look at the agenda."""
        job = job_of(self.run.store, self.run.number)
        if job is not None and job.is_live:
            give_command(self.run.store, self.run.number, LOOK)


def _signed(who: str, why: str) -> Signature:
    return signature(meant.words(who, worded("a name")), meant.words(why, worded("a reason")))
