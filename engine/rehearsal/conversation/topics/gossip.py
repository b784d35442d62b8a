"""Gossip: what an agent has seen of others, and what it thinks of them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.clock import day_of
from engine.language.phrases import phrases
from engine.records import Memory, Name
from engine.rehearsal.conversation.talk import Talk
from engine.rehearsal.conversation.topics.telling import here
from engine.rehearsal.mind import place_of
from engine.rehearsal.understand import mentioned

LIKED, DISLIKED = 0.35, -0.05
MOST_ASKED_ABOUT = 4


def saw(talk: Talk) -> tuple[str, int]:
    """Return a line about others whom the speaker saw deep in talk today, and its number, or ("", 0)."""
    for number, memory in _seen_today(talk):
        people = _others(memory, talk)
        if place_of(memory.place) == place_of(talk.prompt.place) or memory.id in talk.prompt.ground.seen:
            continue
        if len(people) > 1 and talk.did("saw"):
            continue  # the other has told of somebody's talk, and it may be the same
        if (
            len(people) > 1
            and not talk.prompt.ground.kin & set(memory.about)
            and _read("talks", memory, talk)
        ):
            listed = talk.pack.listed([name.called for name in people[:3]])
            return talk.say("saw", people=listed, place=talk.speaker.place(memory.place)), number
    return "", 0


def somebody_to_ask_about(talk: Talk) -> Name | None:
    """Pick somebody whom the speaker has a bond with and who is absent, or None."""
    bonds = sorted(talk.speaker.persona.bonds, key=lambda bond: (-abs(bond.closeness), bond.other))
    here = {person.agent for person in talk.prompt.people} | talk.prompt.ground.met | talk.prompt.ground.kin
    absent = [bond.other for bond in bonds[:MOST_ASKED_ABOUT] if bond.other not in here]
    return talk.speaker.name_of(talk.draw.choice(absent)) if absent else None


def answer_seen(talk: Talk) -> str:
    """Say where the speaker met or saw the person asked about today, or that it did not."""
    subject = _asked_about("ask_seen", talk)
    if subject is None:
        return ""
    agent = talk.speaker.everybody.agent_of(subject)
    for met in talk.prompt.met:
        if met.agent == agent:
            frame, place = "answer_met" if met.talked else "answer_sighted", talk.speaker.place(met.place)
            return here(talk.say(frame, subject=subject.called, place=place), talk)
    forms = talk.pack.grammar.third[subject.pronouns]
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


def _seen_today(talk: Talk) -> Iterator[tuple[int, Memory]]:
    people = {person.agent for person in talk.prompt.people}
    for number, memory in talk.numbered():
        today = day_of(memory.minute) == day_of(talk.prompt.now)
        told = any((memory.id, agent) in talk.prompt.told for agent in people)
        if (
            memory.kind == "observation"
            and today
            and not told
            and memory.place
            and not people & set(memory.about)
        ):
            yield number, memory


def _others(memory: Memory, talk: Talk) -> list[Name]:
    return [name for name in mentioned(memory.text, talk.speaker.everybody) if name != talk.speaker.name]


def _read(name: str, memory: Memory, talk: Talk) -> dict[str, str] | None:
    found = phrases(talk.pack.language).read(name, memory.text)
    return dict(found) if found else None
