"""Follow-up questions: why, and with whom. They take up what was said before in the same interview."""

from __future__ import annotations

from engine.models.rehearsal.asked import Asked, Reply
from engine.models.rehearsal.grammar import short_name
from engine.models.rehearsal.interview_memory import best, quoted
from engine.models.rehearsal.mind import listed, name_of
from engine.models.rehearsal.telling import content_words


def why(asked: Asked) -> Reply:
    """The memory that stands behind the last answer, if it has not been given already."""
    question, answer = asked.prompt.earlier[-1]
    said = answer.lower()
    topics = content_words(question[:1_000], asked.pack) | content_words(answer[:2_000], asked.pack)
    for number, memory in best(asked, topics, 5):
        core = quoted(asked, memory)
        if core.lower() not in said:
            return Reply((asked.say("why", core=core),), (number,))
    return Reply((asked.say("why_not"),))


def with_whom(asked: Asked) -> Reply:
    """The people of the last answer, or of the memory behind it."""
    question, answer = asked.prompt.earlier[-1]
    names = {person.agent: name_of(person, asked.pack) for person in asked.prompt.people}
    named = [name for name in names.values() if name in answer or short_name(name) in answer.split()]
    because: tuple[int, ...] = ()
    if not named:
        topics = content_words(question[:1_000], asked.pack) | content_words(answer[:2_000], asked.pack)
        for number, memory in best(asked, topics, 1):
            named = [names[agent] for agent in memory.about if agent in names]
            because = (number,) if named else ()
    if not named:
        return Reply((asked.say("with_nobody"),))
    return Reply((asked.say("with_whom", people=listed(named[:4], asked.pack)),), because)
