"""Leanings on matters: whether the agent comes, was there or heard of something, and how it feels."""

from __future__ import annotations

from engine.records import Memory
from engine.rehearsal.interview.everyday import secret, wellbeing, worry
from engine.rehearsal.interview.lookup.absence import about_absence
from engine.rehearsal.interview.planning import about_plan
from engine.rehearsal.interview.question import Asked, Reply
from engine.rehearsal.opinion.leaning import Leaning, falls_on, matter, of_it, told, touches
from engine.rehearsal.opinion.towards import likes

_LET_GO = ("skips", "skips_plain", "resolve_not")
_WANTS = 0.8  # how far a wish is an intention
_ROOTED = 0.4  # how close somebody is at least for whom one stays where one is
_LOW = 0.35  # how well one is at most who has come to a downcast conclusion
_AT_EASE = 0.1  # how worried one is without a worry
_EARLY, _GOES_ON = 20, 180  # minutes before and after its hour at which something is seen going on
_LEAST_WORDS = 2  # of a question of which a memory can speak as a whole


def means_to(asked: Asked) -> Leaning | None:
    """Return the agent's leaning on doing or coming to something, or None.

    This goes by what it has given up, agreed, planned or wishes; if it only knows of it, it is undecided.
    """
    topics = matter(asked)
    return (
        _let_go(asked, topics)
        or _is_over(asked, topics)
        or _agreed(asked, topics)
        or _wishes(asked, topics)
        or _knows(asked, topics)
    )


def leaves(asked: Asked) -> Leaning | None:
    """Return the agent's leaning on living elsewhere, by its own wish or else by who is here, or None."""
    for number, memory in asked.numbered():
        says = asked.says(memory)
        own = memory.kind in ("seed", "plan") and says.who == asked.me.name and not says.occasion
        if own and asked.pack.finds("op_leaves", memory.text):
            against = asked.pack.finds("op_speaks_against", memory.text)
            return Leaning(1 - _WANTS if against else _WANTS, told(asked, number, memory))
    closest = asked.closest()
    if closest is None or closest.closeness < _ROOTED:
        return None
    stays = asked.say("op_stays", town=asked.prompt.town, other=asked.called(closest))
    return Leaning(_AT_EASE, Reply((stays,)))


def _let_go(asked: Asked, topics: frozenset[str]) -> Leaning | None:
    for number, memory in of_it(asked, topics):
        own = memory.kind == "plan" and asked.me.name.full in memory.text
        if own and any(asked.pack.phrases.read(frame, memory.text) for frame in _LET_GO):
            return Leaning(0.0, told(asked, number, memory))
    return None


def _agreed(asked: Asked, topics: frozenset[str]) -> Leaning | None:
    now = asked.prompt.now
    for memory in asked.prompt.engagements:
        if memory.when is not None and memory.when > now and touches(asked, topics, memory.text):
            return Leaning(
                1.0, Reply((asked.say("remember", core=asked.recount(memory)),), _number(memory, asked))
            )
    for step in asked.prompt.plan:
        if step.start > now and touches(asked, topics, f"{step.activity} {step.room}"):
            return Leaning(1.0, about_plan(asked) or Reply(()))
    return None


def _wishes(asked: Asked, topics: frozenset[str]) -> Leaning | None:
    """Return the leaning from a wish or an own occasion of the agent in the matter, or None."""
    for number, memory in of_it(asked, topics):
        says = asked.says(memory)
        own = asked.me.name in (says.host if says.occasion else says.who,)
        to_come = memory.when is None or memory.when > asked.prompt.now
        if own and to_come and memory.kind == "seed" and (says.occasion or says.relation == "plans"):
            return Leaning(1.0 if says.occasion else _WANTS, told(asked, number, memory))
    return None


def _knows(asked: Asked, topics: frozenset[str]) -> Leaning | None:
    """Return an undecided leaning, if the agent knows of the matter, or None."""
    found = next(of_it(asked, topics), None)
    return Leaning(None, told(asked, *found, "op_undecided")) if found is not None else None


def _is_over(asked: Asked, topics: frozenset[str]) -> Leaning | None:
    """Return a leaning to no, if all that the agent knows of the matter is over, or None."""
    dated, found = _dated(asked, topics), next(of_it(asked, topics), None)
    if found is None or not dated or any(minute > asked.prompt.now for minute, _ in dated):
        return None
    return Leaning(0.0, told(asked, *found, "op_over"))


def _dated(asked: Asked, topics: frozenset[str]) -> list[tuple[int, Memory]]:
    """Return the memories and engagements of a matter that have a minute, with that minute."""
    known = [*asked.prompt.engagements, *(memory for _, memory in of_it(asked, topics))]
    return [
        (minute, memory)
        for memory in known
        if touches(asked, topics, memory.text) and (minute := falls_on(asked, memory)) is not None
    ]


def was_there(asked: Asked) -> Leaning | None:
    """Return the leaning on whether the agent was at something, or None.

    If it knows nothing of it, it was not there.
    """
    topics = matter(asked)
    if not topics:
        return None
    about = _dated(asked, topics)
    if about and all(minute > asked.prompt.now for minute, _ in about):
        to_come = asked.say("op_to_come", core=asked.recount(about[0][1]))
        return Leaning(0.0, Reply((to_come,), _number(about[0][1], asked)))
    if (lived := _lived(asked, topics, about)) is not None:
        return lived
    reply = about_absence(asked)
    unsure = reply.yes or not reply.knows
    return Leaning(0.0, Reply((asked.say("op_was_not"),)) if unsure else reply)


def _lived(asked: Asked, topics: frozenset[str], about: list[tuple[int, Memory]]) -> Leaning | None:
    """Return a leaning to yes, if the agent gave something, did it, or saw it take place, or None."""
    for number, memory in of_it(asked, topics):
        says = asked.says(memory)
        gave = memory.kind == "seed" and says.host == asked.me.name
        saw = any(-_EARLY <= memory.minute - minute < _GOES_ON for minute, _ in about)
        did = not about and memory.about[:1] == (asked.prompt.persona.id,)
        if gave or (memory.kind == "observation" and (saw or did)):
            return Leaning(1.0, told(asked, number, memory))
    return None


def has_heard(asked: Asked) -> Leaning | None:
    """Return the leaning on whether the agent has heard of something, or None without a topic."""
    topics = matter(asked)
    if not topics:
        return None
    found = next(of_it(asked, topics), None)
    if found is None:
        return Leaning(0.0, Reply((asked.say("unknown_thing"),)))
    return Leaning(1.0, told(asked, *found))


def is_so(asked: Asked) -> Leaning | None:
    """Return the leaning on whether something is so, by a memory of all the question's topics, or None."""
    topics = asked.topics
    if len(topics) < _LEAST_WORDS:
        return None
    for number, memory in asked.numbered():
        whole = all(touches(asked, frozenset([topic]), memory.text) for topic in topics)
        if whole and not asked.pack.finds("said", memory.text):
            denied = asked.pack.finds("op_denies", memory.text) and not asked.pack.finds(
                "op_denies", asked.question
            )
            return Leaning(0.0 if denied else 1.0, told(asked, number, memory))
    return None


def feels(asked: Asked) -> Leaning | None:
    """Return the agent's wellbeing as a leaning, by its mood and its latest conclusion, or None."""
    if asked.person is not None:
        return None
    mood, reply = _level("mood", asked), wellbeing(asked)
    if mood is None and not reply.because:
        return None
    low = bool(reply.because) and reply.yes is False
    share = 0.7 if mood is None else mood
    return Leaning(min(share, _LOW) if low else share, reply, yes=not low and share >= _LOW)


def is_fresh(asked: Asked) -> Leaning | None:
    """Return the agent's remaining energy as a leaning, or None if it is not tracked."""
    energy = _level("energy", asked)
    if energy is None or asked.person is not None:
        return None
    return Leaning(energy, Reply((asked.say("op_fresh" if energy >= 0.5 else "op_tired_out"),)))


def _level(of: str, asked: Asked) -> float | None:
    words = asked.pack.words[of]
    levels = [level for name, level in asked.prompt.persona.status.items() if name in words]
    return min(max(levels[0], 0.0), 100.0) / 100 if levels else None


def worries(asked: Asked) -> Leaning | None:
    """Return the importance of the agent's worries as a leaning, or None."""
    reply = worry(asked)
    if reply is None:
        return None
    if not reply.yes:
        return Leaning(_AT_EASE, reply)
    weight = max((_memory(number, asked).importance for number in reply.because), default=5)
    return Leaning(weight / 10, reply, yes=True)


def hides(asked: Asked) -> Leaning | None:
    """Return the leaning on whether the agent has a secret, or None."""
    reply = secret(asked)
    return None if reply is None or reply.yes is None else Leaning(float(reply.yes), reply)


def cares(asked: Asked) -> Leaning | None:
    """Return the importance of a person or thing to the agent as a leaning, by a memory of it, or None."""
    if asked.person is not None and not matter(asked):
        return likes(asked)
    found = next(of_it(asked, matter(asked)), None)
    return None if found is None else Leaning(found[1].importance / 10, told(asked, *found))


def _memory(number: int, asked: Asked) -> Memory:
    return asked.prompt.recalled[number - 1]


def _number(memory: Memory, asked: Asked) -> tuple[int, ...]:
    return tuple(number for number, other in asked.numbered() if other.id == memory.id)
