"""Answers about where people live and work, and with whom the agent lives."""

from __future__ import annotations

from engine.rehearsal.interview.question import Asked, Reply
from engine.rehearsal.interview.self_knowledge import about_home, about_work, same_place


def where_they_live(asked: Asked) -> Reply | None:
    """Say where a person lives or works, the agent itself if no one is named; None if it is not known."""
    person, works = asked.person, asked.finds("asks_work_of")
    if person is None:
        own = about_work if works else about_home
        return own(asked) if asked.finds("ask_you") else None
    room, other = person.work if works else person.home, asked.called(person)
    if works and not room:
        return Reply((asked.say("works_nowhere", other=other),))
    if not room:
        return None
    if not works and same_place(room, asked.prompt.persona.home):
        return Reply((asked.say("lives_with_me", other=other, place=asked.me.place(room)),))
    frame = "works_at" if works else "lives_at"
    return Reply((asked.say(frame, other=other, place=asked.me.place(room)),))


def lives_with(asked: Asked) -> Reply | None:
    """Say with whom the agent lives, or return None if the question names somebody."""
    return None if asked.named else about_home(asked)
