"""The agenda of a run: what is to be done at a moment to come or when something is so, and programmes."""

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
from engine.running.run_session import common_moment
from engine.store.living import arrangements
from engine.store.living.arrangements import Arrangement as Arrangement
from engine.store.living.commands import give_command
from engine.store.living.jobs import job_of

if TYPE_CHECKING:
    from engine.api.run import Run


@dataclass(frozen=True, slots=True)
class Agenda:
    """What is planned for a run, as `run.agenda` gives it. It takes effect while the run is lived, signed and
    kept in the log like what is done at once; a fork has what was planned by the moment at which it parts.
    """

    run: Run

    def schedule(self, what: Intervention, when: When, *, who: str = "", why: str = "") -> Arrangement:
        """Have something done at a moment to come. BadInput where it is over, or cannot be done at all."""
        known, by = named(what, self._town), _signed(who, why)
        return self._keep(arranged_at(known, by, meant.minute_meant(when), self._now()))

    def rule(
        self, what: Intervention, condition: str, *, always: bool = False, who: str = "", why: str = ""
    ) -> Arrangement:
        """Have something done when a condition comes to hold ("isabel at Quay and stove is burning"): once,
        or `always` when it does so again. Rules are looked at every ten simulated minutes.
        """
        town = self._town
        known, by = named(what, town), _signed(who, why)
        said, often = meant.words(condition, worded("a condition")), meant.yes_or_no(always, worded("always"))
        return self._keep(arranged_when(known, by, said, town, self._now(), always=often))

    def follow(self, programme: str) -> tuple[Arrangement, ...]:
        """Plan all that a programme says (its YAML). BadInput or NotFound, naming the entry, where that
        cannot be, and then nothing is planned.
        """
        wanted, held = planned(programme, self.run.town, self._now(), self.waiting)
        made = arrangements.arrange_all(self.run.store, self.run.number, wanted, held)
        self._look()
        return made

    def programme(self, when: When | None = None) -> str:
        """Return as YAML what authors did by a moment, and what they have planned that is still to come.
        Events of the town are left out: a run of the same town has them anyway.
        """
        now = self.run.at(when)
        waiting = [one for one in self.waiting if one.set_at <= now.minute]
        done = tuple(one for one in now.interventions if one.entry.who != BY_THE_TOWN)
        return written([*steps_of(done), *steps_to_come(self.run.store, waiting, done)])

    def to_come(self, when: When) -> str:
        """Return as YAML what was planned by a moment and was to come then; empty where nothing was."""
        minute = self.run.at(when).minute
        waiting = arrangements.waiting_at(self.run.store, self.run.number, minute)
        return written(steps_to_come(self.run.store, waiting)) if waiting else ""

    @property
    def all(self) -> tuple[Arrangement, ...]:
        """Return all that was ever planned, in the order it was asked for."""
        return arrangements.arrangements_of(self.run.store, self.run.number)

    @property
    def waiting(self) -> tuple[Arrangement, ...]:
        """Return what is still to come, or may come again."""
        return tuple(one for one in self.all if one.state == "waiting")

    def words(self, one: Arrangement) -> str:
        """Return what is planned, as a sentence without its full stop."""
        return arrangement_words(one, self.run.town, self.all)

    def when(self, one: Arrangement) -> str:
        """Return when something planned is done, in words: at its moment, or when what it waits for is so."""
        return worded_moment(one.due) if one.due is not None else rule_words(one, self.run.town)

    def call_off(self, number: int) -> None:
        """Let something planned not be done after all. NotFound where nothing of that number waits."""
        number = meant.whole(number, worded("the number of something planned"), 0, meant.MOST_ROWS)
        arrangements.call_off(self.run.store, self.run.number, number, self._now())
        self._look()

    def _keep(self, one: Arrangement) -> Arrangement:
        (made,) = arrangements.arrange_all(self.run.store, self.run.number, [one])
        self._look()
        return made

    @property
    def _town(self) -> Town:
        """Return the town with those who are planned to join it."""
        return foretold(self.run.town, (asked_for(one.verb, one.asked) for one in self.waiting))

    def _now(self) -> int:
        """Return the common moment at which the run stands."""
        return common_moment(self.run.store, self.run.row, self.run.clock)

    def _look(self) -> None:
        """Have whoever lives the run see what is planned by now."""
        job = job_of(self.run.store, self.run.number)
        if job is not None and job.is_live:
            give_command(self.run.store, self.run.number, LOOK)


def _signed(who: str, why: str) -> Signature:
    return signature(meant.words(who, worded("a name")), meant.words(why, worded("a reason")))
