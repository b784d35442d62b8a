"""Feel: log how a turn changes an agent's wellbeing, if the change makes a difference in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.clock import DAY
from engine.cognition.thinker import Thinker
from engine.language.scales import MOST, level
from engine.records import AgentId, Event, LogEntry, Memory, Relation, Status

_NOTICEABLE = 4.0  # points of energy: less is within the same word, or as good as
_STIRS = 2.0  # points of mood: what moves it by less is not written down
_SAME = 1.0  # points: whoever wakes or goes to sleep so much as they were needs no row for it
_GOOD_TURN = 0.1  # of closeness: a talk that brings two closer by less leaves one as one was
_BAD_TURN = -0.05  # what sets two apart is felt sooner
_GRAVE = 8  # of importance: what is less leaves one's mood as it is
# Of what is left to the end of the scale: each good talk, and each bad one, counts for less than the first.
_GOOD_TALK, _BAD_TALK, _QUARREL, _GOOD_NEWS, _BAD_NEWS = 0.1, -0.08, -0.2, 0.15, -0.2
_NEARLY = 1e-9
_TELLS = frozenset({Event, Memory, Relation})  # the rows that may tell on somebody
_OVERNIGHT = 0.5  # of how far one is from one's usual mood is left after a night


def feel_at_first(thinker: Thinker) -> None:
    """Log an agent's wellbeing at the beginning, as the author wrote it."""
    for name, value in thinker.persona.status.items():
        _write(thinker, name, value, thinker.say("because_start"))


def feel(thinker: Thinker) -> None:
    """Log an agent's wellbeing after the turn. The rows come last, so that no other row gets another id."""
    being = thinker.mind.wellbeing
    if not thinker.persona.status and not being.last:
        return
    made = [row for row in thinker.rows.entries if type(row) in _TELLS and _is_own(row, thinker.id)]
    shown = {row.kind for row in made if isinstance(row, Event)}
    woke = "wake" in shown
    if _lives_by(thinker, being.energy):
        _feel_energy(thinker, is_due=woke or "sleep" in shown)
    if _lives_by(thinker, being.mood):
        _feel_mood(thinker, made, woke=woke)


def _feel_energy(thinker: Thinker, *, is_due: bool) -> None:
    being, now = thinker.mind.wellbeing, thinker.now
    before, value = being.last.get(being.energy), being.value(being.energy, now)
    if before is not None and now - before.minute < DAY:
        crossed = level(value) != level(before.value)
        if not (crossed or is_due) or abs(value - before.value) < (_SAME if is_due else _NOTICEABLE):
            return
    told = being.told_most(rises=before is None or value >= before.value)
    _write(thinker, being.energy, value, thinker.say(f"because_{told.effort}"), told.row)


@dataclass(frozen=True, slots=True)
class _Moved:
    """A change of mood: by how much, why, and the row that caused it."""

    by: float
    because: str
    row: int = 0


def _feel_mood(thinker: Thinker, made: list[LogEntry], *, woke: bool) -> None:
    being = thinker.mind.wellbeing
    value = being.value(being.mood, thinker.now)
    moved = [*_moved_by(thinker, made, value)]
    if woke:
        moved.append(_Moved(_OVERNIGHT * (being.usual(being.mood) - value), thinker.say("because_night")))
    after = min(MOST, max(0.0, round(value + sum(one.by for one in moved), 1)))
    if abs(after - value) >= _STIRS:
        most = max(moved, key=lambda one: abs(one.by))
        _write(thinker, being.mood, after, most.because, most.row)


def _moved_by(thinker: Thinker, made: list[LogEntry], mood: float) -> Iterator[_Moved]:
    """Yield the changes of mood in this turn: talks that changed a relation, and the gravest news."""
    mind, names = thinker.mind, thinker.town.cast.names
    for row in made:
        if isinstance(row, Relation):
            known, change = mind.turned.get(row.other, (0, 0.0))
            by = _talk(change) if known == row.id else 0.0
            if by:
                why = "because_good_talk" if by > 0 else "because_quarrel"
                yield _Moved(_share(by, mood), thinker.say(why, other=names[row.other]), row.id)
    grave = [row for row in made if isinstance(row, Memory) and _is_news(row)]
    if not grave:
        return
    told = max(grave, key=lambda row: (row.importance, -row.id))
    news = thinker.town.phrases.news(told.text)
    if news:
        by = _share(_GOOD_NEWS if news == "good" else _BAD_NEWS, mood)
        yield _Moved(by, thinker.say(f"because_{news}_news"), told.id)


def _talk(change: float) -> float:
    """Return the effect of a talk on the mood, as a share, by how much it changed the relation."""
    if change >= _GOOD_TURN - _NEARLY:
        return _GOOD_TALK
    if change <= 2 * _BAD_TURN + _NEARLY:
        return _QUARREL
    return _BAD_TALK if change <= _BAD_TURN + _NEARLY else 0.0


def _share(share: float, mood: float) -> float:
    """Return a share of the room that a mood has left to rise; of a negative share, to fall."""
    return share * (MOST - mood if share > 0 else mood)


def _is_news(memory: Memory) -> bool:
    return memory.importance >= _GRAVE and memory.kind in ("observation", "talk")


def _is_own(row: LogEntry, agent: AgentId) -> bool:
    match row:
        case Relation() | Memory():
            return row.agent == agent
        case Event():
            return row.actor == agent
    return False


def _lives_by(thinker: Thinker, name: str) -> bool:
    return name in thinker.persona.status or name in thinker.mind.wellbeing.last


def _write(thinker: Thinker, name: str, value: float, because: str, source: int = 0) -> None:
    thinker.rows.add(
        Status(
            id=thinker.rows.next_id(),
            agent=thinker.id,
            name=name,
            value=value,
            because=because,
            source=source,
        )
    )
