"""Counting: the agent's age, and how many people it knows, is friends with or has talked to."""

from __future__ import annotations

from collections.abc import Iterable

from engine.clock import day_of
from engine.prompts.known import Acquaintance
from engine.rehearsal.interview.question import Asked, Reply
from engine.rehearsal.mind import closeness_of

_FRIENDS = 0.4  # how close somebody is at least whom one counts among one's friends
_MOST_NAMED = 5


def count_of(asked: Asked) -> tuple[int, Reply] | None:
    """Return the number that a question asks for, with who or what is counted, or None."""
    persona, today = asked.prompt.persona, day_of(asked.prompt.now)
    if asked.finds("op_how_old"):
        return persona.age, Reply((asked.say("op_age", age=str(persona.age)),))
    people = asked.me.closest_first(asked.prompt.people)
    if asked.finds("op_count_friends"):
        return _of(asked, (one for one in people if closeness_of(one, asked.pack) >= _FRIENDS))
    if asked.finds("op_count_talked"):
        talked = (one for one in people if one.last_talk is not None and day_of(one.last_talk) == today)
        return _of(asked, talked)
    if asked.finds("op_count_known"):
        return _of(asked, people)
    return None


def _of(asked: Asked, people: Iterable[Acquaintance]) -> tuple[int, Reply]:
    names = [asked.called(person) for person in people]
    if not names:
        return 0, Reply((asked.say("no_one"),))
    shown = asked.pack.listed(names[:_MOST_NAMED])
    more = len(names) > _MOST_NAMED
    return len(names), Reply((asked.say("op_among_them" if more else "op_these", people=shown),))
