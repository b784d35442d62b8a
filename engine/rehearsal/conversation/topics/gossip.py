"""Gossip: where an agent has met others, and what it thinks of them."""

from __future__ import annotations

from engine.records import Name
from engine.rehearsal.conversation.talk import Talk
from engine.rehearsal.conversation.topics.telling import here

LIKED, DISLIKED = 0.35, -0.05
MOST_ASKED_ABOUT = 4


def somebody_to_ask_about(talk: Talk) -> Name | None:
    """Pick somebody whom the speaker has a bond with and who is absent, or None."""
    bonds = sorted(talk.speaker.persona.bonds, key=lambda bond: (-abs(bond.closeness), bond.other))
    ground = talk.prompt.ground
    here = {person.agent for person in talk.prompt.people} | ground.met | ground.kin.keys()
    absent = [bond.other for bond in bonds[:MOST_ASKED_ABOUT] if bond.other not in here]
    return talk.speaker.name_of(talk.draw.choice(absent)) if absent else None


def answer_seen(talk: Talk) -> str:
    """Say where the speaker met or saw the person asked about today, or that it did not."""
    subject = _asked_about("ask_seen", talk)
    if subject is None:
        return ""
    agent = talk.speaker.everybody.agent_of(subject)
    forms = talk.pack.grammar.third[subject.pronouns]
    for met in talk.prompt.met:
        if met.agent == agent:
            frame, place = "answer_met" if met.talked else "answer_sighted", talk.speaker.place(met.place)
            return here(talk.say(frame, subject=subject.called, place=place, them=forms.object), talk)
    return talk.say("not_seen", subject=subject.called, their=forms.possessive, them=forms.object)


def answer_about(talk: Talk) -> str:
    """Say what the speaker thinks of the person asked about, or return an empty string."""
    subject = _asked_about("ask_about", talk)
    if subject is None:
        return ""
    stance = talk.closeness_to(subject)
    frame = "about_liked" if stance >= LIKED else "about_disliked" if stance < DISLIKED else "about_neutral"
    return talk.say(frame, subject=subject.called)


def _asked_about(frame: str, talk: Talk) -> Name | None:
    return talk.somebody(talk.asked(frame).get("subject", ""))
