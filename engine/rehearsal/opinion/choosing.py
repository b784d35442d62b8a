"""Choosing: which of several people, places or things the agent names, if its memories favour one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.records import Memory, Name
from engine.rehearsal.interview.question import Asked, Reply, is_named
from engine.rehearsal.interview.self_knowledge import own_words
from engine.rehearsal.opinion.leaning import matter, of_it, told, touches
from engine.rehearsal.opinion.towards import nearest, side_of
from engine.rehearsal.understand import content_words

_TASTES = ("feels", "plans", "does")
_Scored = tuple[float, Reply]
_AGREED, _USUAL, _STORY = 1.0, 0.5, 0.8  # how much what one does, and what is written of one, says


def one_of(
    asked: Asked, options: Sequence[str], plainly: Callable[[Asked], Reply]
) -> tuple[str, Reply | None]:
    """Return the option that the agent names and why, or an empty string if nothing favours one."""
    people = {option: name for option in options if (name := _person(asked, option)) is not None}
    neither = [option for option in options if option not in people]
    if people and all(asked.pack.finds("op_nobody", option) for option in neither):
        option, reply = _of_people(asked, people)
        if option or neither or asked.finds("op_prefers"):
            return option, reply
    option, reply = _of_things(asked, options)
    return (option, reply) if option else _said(plainly(asked), options)


def _person(asked: Asked, option: str) -> Name | None:
    return next((name for name in asked.me.everybody if is_named(name, option)), None)


def _of_people(asked: Asked, people: dict[str, Name]) -> tuple[str, Reply | None]:
    """Return the person that the agent names and why, or an empty string.

    If the question asks for a preference, it goes by the side that the agent has taken, or else by closeness.
    Otherwise it is the person of whom a memory says it.
    """
    named = list(dict.fromkeys(people.values()))
    options = {name: option for option, name in reversed(people.items())}
    if asked.finds("op_prefers"):
        if (side := side_of(asked, named)) is not None:
            return options[side[0]], side[1]
        others = [name for name in named if name != asked.me.name]
        name, reply = nearest(asked, others, least=asked.finds("op_against"))
        return (options[name] if name is not None else ""), reply
    topics = matter(asked)
    for number, memory in of_it(asked, topics):
        says = asked.says(memory)
        who = says.host if says.occasion and touches(asked, topics, says.occasion) else says.who
        if who in options:
            return options[who], told(asked, number, memory)
    return "", None


def _of_things(asked: Asked, options: Sequence[str]) -> tuple[str, Reply | None]:
    """Return the option that engagements, habits, story and memories favour most, or an empty string."""
    topics = {option: content_words(option, asked.pack) or frozenset([option.lower()]) for option in options}
    every = frozenset[str].intersection(*topics.values()) if topics else frozenset()
    scored = {option: _speaks_for(asked, own - every) for option, own in topics.items()}
    ranked = sorted(scored.items(), key=lambda each: -each[1][0])
    if not ranked or ranked[0][1][0] <= 0 or (len(ranked) > 1 and ranked[1][1][0] == ranked[0][1][0]):
        return "", None
    return ranked[0][0], ranked[0][1][1]


def _speaks_for(asked: Asked, own: frozenset[str]) -> _Scored:
    """Return the score of an option, by its own words, and the strongest reason for or against it."""
    found: list[_Scored] = []
    if asked.finds("op_prefers") or asked.finds("op_means_to"):
        found += [*_habits(asked, own), *_stories(asked, own)]
    wanted = matter(asked) - own
    for number, memory in of_it(asked, wanted):
        if touches(asked, own, memory.text):
            found.append((_sign(asked, memory.text) * memory.importance / 10, told(asked, number, memory)))
    if not found:
        return 0.0, Reply(())
    best = max(found, key=lambda each: abs(each[0]))
    return best[0], best[1]


def _habits(asked: Asked, own: frozenset[str]) -> list[_Scored]:
    """Return the engagements and habits that have to do with an option, scored."""
    prompt, found = asked.prompt, list[_Scored]()
    agreed = prompt.engagements if asked.finds("op_means_to") else ()
    for memory in agreed:
        if (memory.when or 0) > prompt.now and touches(asked, own, memory.text):
            found.append((_AGREED, Reply((asked.say("remember", core=asked.recount(memory)),))))
    in_short = all(len(topic) == 1 for topic in own)  # one sign of a script without spaces, as in 茶
    for item in prompt.persona.routine:
        if touches(asked, own, item.activity if in_short else f"{item.activity} {item.place}"):
            said = asked.say("like_doing", activity=own_words(asked, item.activity))
            found.append((_USUAL, Reply((said,))))
    return found


def _stories(asked: Asked, own: frozenset[str]) -> list[_Scored]:
    """Return the seed memories and conclusions about the agent that have to do with an option, scored."""
    return [
        (_STORY * _sign(asked, memory.text), told(asked, number, memory))
        for number, memory in asked.numbered()
        if memory.kind in ("seed", "reflection")
        and _is_taste(asked, memory)
        and touches(asked, own, memory.text)
    ]


def _is_taste(asked: Asked, memory: Memory) -> bool:
    """Return whether a memory says what the agent feels, wants or usually does."""
    says = asked.says(memory)
    tells = says.relation in _TASTES or memory.kind == "reflection"
    return says.who == asked.me.name and tells and not says.sides and not says.occasion


def _sign(asked: Asked, text: str) -> int:
    return -1 if asked.pack.finds("op_speaks_against", text) else 1


def _said(reply: Reply, options: Sequence[str]) -> tuple[str, Reply | None]:
    """Return the only option named in a plain reply, or an empty string."""
    text = " ".join(reply.parts).lower()
    named = [option for option in options if option.lower() in text] if reply.knows else []
    return (named[0], reply) if len(named) == 1 else ("", None)
