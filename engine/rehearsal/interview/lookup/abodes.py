"""Answers about where people live and work, and with whom the agent lives."""

from __future__ import annotations

from engine.rehearsal.interview.question import Asked, Reply
from engine.rehearsal.interview.self_knowledge import about_home, about_work, same_place


def where_they_live(asked: Asked) -> Reply | None:
    """Say where a person lives or works, the agent itself if no one is named; None if it is not known."""
    person, works = asked.person, asked.finds("asks_work_of")
    if person is None:
        own = about_work if works else about_home
        return own(asked) if asked.finds("asks_oneself") else None
    room, other = person.home, asked.called(person)
    if works:
        return what_they_do(asked)
    if not room:
        return None
    if same_place(room, asked.prompt.persona.home):
        return Reply((asked.say("lives_with_me", other=other, place=asked.me.place(room)),))
    return Reply((asked.say("lives_at", other=other, place=asked.me.place(room)),))


def what_they_do(asked: Asked) -> Reply | None:
    """Say where a person works, or return None if no one is named or it is not known."""
    person = asked.person
    if person is None or not (person.home or person.work):
        return None
    other = asked.called(person)
    if not person.work:
        return Reply((asked.say("works_nowhere", other=other),), knows=False)
    return Reply((asked.say("works_at", other=other, place=asked.me.place(person.work)),))


def lives_with(asked: Asked) -> Reply | None:
    """Say with whom the agent lives, or return None if the question names somebody."""
    return None if asked.named else about_home(asked)
