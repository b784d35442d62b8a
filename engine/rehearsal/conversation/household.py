"""Households: what they leave out among them, what they call their home, and whether somebody leaves it."""

from __future__ import annotations

from engine.clock import DAY
from engine.records import Memory, Step
from engine.rehearsal.conversation.talk import Talk
from engine.rehearsal.mind import place_of
from engine.rehearsal.understand import Proposition

SOON = 30  # minutes to a step elsewhere for which one leaves now
BED = 40  # minutes before the usual hour from which one goes to bed


def is_household(talk: Talk) -> bool:
    """Check whether the speaker lives with all whom it speaks to."""
    people = talk.prompt.people
    return bool(people) and all(person.lives_with for person in people)


def is_at_home(talk: Talk) -> bool:
    """Check whether the members of one household talk where they live."""
    return is_household(talk) and place_of(talk.prompt.place) == place_of(talk.speaker.persona.home)


def at_home_words(talk: Talk) -> str:
    """Return what the speaker calls where it lives, to those here: `at home`, or `at our place` to others."""
    if is_household(talk):
        return talk.pack.word("at_home")
    bonds = {bond.other: bond.kind for bond in talk.speaker.persona.bonds}
    household = talk.prompt.ground.household
    family = any(talk.pack.addressing.related.search(bonds.get(agent, "")) for agent in household)
    return talk.pack.word("at_our_house" if family else "at_our_place" if household else "at_my_place")


def is_known_at_home(memory: Memory, says: Proposition, talk: Talk) -> bool:
    """Recognise a part of a life that the hearers share: no date, no occasion, no secret."""
    if memory.kind != "seed" or not is_household(talk):
        return False
    dated = memory.when is not None or talk.pack.calendar.read(says.text, 0).day is not None
    return not dated and not says.occasion and not says.private


def leaves_for(talk: Talk) -> Step | None:
    """Return the next step of the speaker's day if it soon leads elsewhere, or None."""
    step = next(iter(talk.prompt.ahead), None)
    if step is None or step.start - talk.prompt.now > SOON:
        return None
    return step if place_of(step.room) != place_of(talk.prompt.place) else None


def goes_to_bed(talk: Talk) -> bool:
    """Check whether it is the hour at which the speaker goes to bed."""
    clock, sleep = talk.prompt.now % DAY, talk.speaker.persona.sleep
    now = clock + DAY if sleep > DAY and clock < DAY // 2 else clock
    return now >= sleep - BED
