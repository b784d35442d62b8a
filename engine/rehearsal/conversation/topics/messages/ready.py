"""Ready answers: what an agent has resolved to answer when asked about a thing, whatever it knows of it."""

from __future__ import annotations

from engine.records import EVERYBODY, Intention
from engine.rehearsal.conversation.hearing import ASKING, REQUESTING
from engine.rehearsal.conversation.talk import Reply, Talk
from engine.rehearsal.conversation.topics.messages.delivering import in_own_words
from engine.rehearsal.recollect import overlap
from engine.rehearsal.understand import content_words

_FITS = 0.5  # the share of the words of what an answer is ready for that a question has to touch


def ready_answer(talk: Talk) -> Reply | None:
    """Return the answer that the speaker has ready for a question, or None."""
    asked = " ".join(
        talk.asked(frame).get("what", "") for frame in (*ASKING, *REQUESTING) if talk.heard.does((frame,))
    )
    if not asked.strip():
        return None
    fit = (aim.intention for aim in talk.prompt.aims if _is_for(aim.intention, asked, talk))
    one = next(fit, None)
    if one is None:
        return None
    core = talk.speaker.inside(in_own_words(one.content, talk))
    return Reply(talk.say("tell_what_i_know", core=core), holds=True)


def _is_for(one: Intention, asked: str, talk: Talk) -> bool:
    """Return whether an answer is meant for the agent that has asked, and for the question."""
    if one.kind != "answer" or not (EVERYBODY in one.others or {*one.others} & {*_asking(talk)}):
        return False
    topics = content_words(one.what or one.content, talk.pack)
    return overlap(topics, asked, talk.pack) >= max(1.0, _FITS * len(topics))


def _asking(talk: Talk) -> tuple[str, ...]:
    return (talk.answers.speaker,) if talk.answers else ()
