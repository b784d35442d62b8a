"""The course of a relation between two people, and the talks that changed it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.language.scales import BANDS
from engine.moments.moment import Moment
from engine.records import AgentId, Relation
from engine.row_ids import minute_of, turn_of
from engine.store.log.rows import read_log


def tie_over_time(moment: Moment, one: AgentId, other: AgentId) -> TieOverTime:
    """Return the relation of two people over time up to a moment, in both directions."""
    talks = {
        turn_of(talk.id): talk.id
        for talk in moment.log.conversations(agent=one)
        if other in talk.members and talk.minute < moment.before
    }
    return TieOverTime(
        one=one,
        other=other,
        minute=moment.minute,
        there=_standings(moment, one, other, talks),
        back=_standings(moment, other, one, talks),
        scale=tuple(
            Band(least=least, most=most, word=moment.town.phrases.say(f"feels_{step}"))
            for step, least, most in BANDS
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The relation of one agent to another from a row on.

    `closeness` is a number and `word` its name. `change` is the difference to the row before (None if they
    did not know each other), and `talk` the id of the talk that changed it (0 if none did).
    """

    id: int
    agent: AgentId
    other: AgentId
    closeness: float
    word: str
    change: float | None
    note: str
    talk: int

    @property
    def minute(self) -> int:
        """Return the minute from which it holds; 0 for what the author wrote."""
        return minute_of(self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """A range of the scale of closeness, with its word."""

    least: float
    most: float
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TieOverTime:
    """The relation of two people up to a minute: of the one to the other (`there`), and `back`."""

    one: AgentId
    other: AgentId
    minute: int
    there: tuple[Standing, ...]
    back: tuple[Standing, ...]
    scale: tuple[Band, ...]

    @property
    def standings(self) -> Sequence[Standing]:
        """Return the rows of both directions, in order."""
        return sorted((*self.there, *self.back), key=lambda one: one.id)


def _standings(
    moment: Moment, agent: AgentId, other: AgentId, talks: Mapping[int, int]
) -> tuple[Standing, ...]:
    rows = read_log(
        moment.store,
        moment.row.number,
        Relation,
        agent=agent,
        before=moment.before,
        where={"other": other},
    )
    return tuple(_told(rows, moment, talks))


def _told(rows: Iterable[Relation], moment: Moment, talks: Mapping[int, int]) -> Iterator[Standing]:
    before: float | None = None
    for row in rows:
        yield Standing(
            id=row.id,
            agent=row.agent,
            other=row.other,
            closeness=row.closeness,
            word=moment.town.phrases.feels(row.closeness),
            change=None if before is None else round(row.closeness - before, 3),
            note=row.note,
            talk=talks.get(turn_of(row.id), 0),
        )
        before = row.closeness
