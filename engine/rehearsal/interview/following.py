"""Follow-up questions: why, with whom, when, where, who said so. They take up what was said before."""

from __future__ import annotations

from engine.rehearsal.interview.question import Asked, Reply
from engine.rehearsal.recollect import Found, recollect
from engine.rehearsal.understand import content_words


def why(asked: Asked) -> Reply:
    """Return the memory that stands behind the last answer, if it has not been given already."""
    said = asked.prompt.earlier[-1][1].lower()
    for found in _behind(asked, 5):
        core = asked.recount(found.memory)
        if core.lower() not in said:
            return Reply((asked.say("why", core=core),), (found.number,))
    return Reply((asked.say("why_not"),))


def with_whom(asked: Asked) -> Reply:
    """Return the people of the last answer, or of the memory behind it."""
    answer = asked.prompt.earlier[-1][1]
    names = {person.agent: asked.me.name_of(person.agent) for person in asked.prompt.people}
    named = [name.full for name in names.values() if name.full in answer or name.called in answer]
    because: tuple[int, ...] = ()
    if not named:
        for found in _behind(asked, 1):
            named = [names[agent].full for agent in found.memory.about if agent in names]
            because = (found.number,) if named else ()
    if not named:
        return Reply((asked.say("with_nobody"),))
    return Reply((asked.say("with_whom", people=asked.pack.listed(named[:4])),), because)


def when_was_it(asked: Asked) -> Reply | None:
    """Return when the thing just spoken of is or was."""
    calendar, prompt = asked.pack.calendar, asked.prompt
    for found in _behind(asked, 3):
        when = calendar.read(found.memory.text, found.memory.minute, prompt.starts).minute(
            found.memory.minute
        )
        if when is not None:
            return Reply(
                (asked.say("when_it_was", when=calendar.moment(when, prompt.now, prompt.starts)),),
                (found.number,),
            )
    for found in _behind(asked, 1):
        made = found.memory.minute
        if made:
            return Reply(
                (asked.say("when_it_was", when=calendar.moment(made, prompt.now, prompt.starts)),),
                (found.number,),
            )
    return None


def where_was_it(asked: Asked) -> Reply | None:
    """Return where the thing just spoken of is or was."""
    for found in _behind(asked, 3):
        named = asked.pack.patterns["where"].search(found.memory.text)
        if named:
            return Reply((asked.say("where_it_was", place=named["where"].strip()),), (found.number,))
        if found.memory.place:
            return Reply(
                (asked.say("where_it_was", place=asked.me.place(found.memory.place)),), (found.number,)
            )
    return None


def who_said_so(asked: Asked) -> Reply | None:
    """Return whom one has it from."""
    found = _behind(asked, 3) if asked.prompt.earlier else asked.best(asked.topics, 3)
    for each in found:
        source = asked.says(each.memory).source
        if source is not None:
            return Reply((asked.say("source_was", people=source.full),), (each.number,))
    return Reply((asked.say("source_own"),), tuple(each.number for each in found[:1])) if found else None


def _behind(asked: Asked, most: int) -> list[Found]:
    """Return the memories that the last answer rests on."""
    question, answer = asked.prompt.earlier[-1]
    topics = content_words(question[:1_000], asked.pack) | content_words(answer[:2_000], asked.pack)
    return recollect(asked.prompt.recalled, topics, asked.pack, most=most)
