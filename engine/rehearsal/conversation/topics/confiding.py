"""Confiding: something of the speaker's own story or thoughts, and what the other told of theirs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.records import Memory
from engine.rehearsal.aims import is_ones_own_business, keeps_from
from engine.rehearsal.conversation.hearing import hear
from engine.rehearsal.conversation.household import is_household
from engine.rehearsal.conversation.talk import Offer, Talk
from engine.rehearsal.conversation.topics.inviting import is_left_out, occasion_of
from engine.rehearsal.conversation.topics.telling import NEWS_WORDS
from engine.rehearsal.language.text import bare, tidy
from engine.rehearsal.reflection.thought import read_insight
from engine.rehearsal.understand import Proposition

TELLS_OF_ONESELF = 2
MOST_TOLD_TO = 2  # people of whom one tells the same of oneself lately
MOST_QUOTED = 230
KNOWS_ONE_WELL = 0.4  # closeness from which on another knows what one is proud of
SECRET = 8  # from which importance on a memory of one's own is news, not small change
VOICED = (
    "insight_side", "insight_guests", "insight_saved", "insight_two_at_once", "insight_thing_refused",
    "insight_deed_refused", "insight_aim_refused",
)  # fmt: skip
_FELT = ("feels", "owes")
_TO_ANYBODY = ("insight_saved", "insight_two_at_once")
"""Conclusions that are also said to those whom they are about."""
_CHOSE = ("side_with", "side_open", "side_for", "side_against")


def own_matter(talk: Talk) -> Offer | None:
    """Offer something of the speaker's own story or thoughts (an opinion, a worry), or return None."""
    if sum(1 for line in talk.mine if hear(line.text, talk.pack).told) >= TELLS_OF_ONESELF:
        return None
    for number, memory in _untold(talk):
        says = talk.understand(memory)
        lead = _lead_for(memory, says, talk)
        if lead and not _said_here(says, talk):
            text = _quoted(memory, says, lead, talk)
            if text and not _is_echo(text, talk):
                return Offer(text, tells=number, holds=True, speaks_of=occasion_of(says, talk))
    return None


def _is_echo(text: str, talk: Talk) -> bool:
    """Return whether the same has just been said here, after whatever lead."""
    said = re.split(r"[:：]\s*", bare(text))[-1]
    return any(said in line.text for line in talk.prompt.lines)


def _untold(talk: Talk) -> Iterator[tuple[int, Memory]]:
    people = [person.agent for person in talk.prompt.people]
    for number, memory in talk.numbered():
        known = any((memory.id, agent) in talk.prompt.told for agent in people)
        known = known or keeps_from(talk.prompt.aims, people, memory.text, talk.speaker)
        known = known or is_ones_own_business(talk.prompt.aims, memory)
        known = known or sum(row == memory.id for row, _ in talk.prompt.told) >= MOST_TOLD_TO
        if memory.kind in ("seed", "reflection") and not known and memory.when is None:
            yield number, memory


def _lead_for(memory: Memory, says: Proposition, talk: Talk) -> str:
    """Return the frame by which a memory is brought up with these people, or an empty string if it is not."""
    kin = {talk.speaker.name_of(agent) for agent in talk.prompt.ground.kin}
    if (is_household(talk) and memory.kind == "seed") or kin & set(says.people):
        return ""  # what they know, or is of those they live with
    to_them = bool({talk.speaker.name_of(person.agent) for person in talk.prompt.people} & set(says.people))
    not_for_all = to_them and (talk.many or talk.pack.finds("left_out", says.text))
    not_for_all = not_for_all or bool(says.occasion and is_left_out(says.occasion, talk))
    if says.who != talk.speaker.name or memory.importance >= SECRET or says.private or not_for_all:
        return ""
    if memory.kind == "reflection":
        return _lead_for_insight(memory, to_them, talk)
    if says.relation == "thinks":
        opens = to_them and not talk.prompt.lines  # which is no way to begin
        return "" if opens or talk.pack.finds("all_know", says.text) else "opinion"
    return _lead_to_them(says, talk) if to_them else _lead_for_own(says, talk)


def _lead_to_them(says: Proposition, talk: Talk) -> str:
    """Return the frame for what concerns the hearer, or "".

    It is what the speaker feels, owes or thinks of them. What the two do or have done is nothing to tell, and
    what one fears for somebody or suspects of them is no small talk with them.
    """
    finds = talk.pack.finds
    felt = says.relation in _FELT or finds("own_view", _of_them(says.text, talk))
    unsaid = finds("worry", says.text) or finds("suspects", says.text)
    known = finds("all_know", says.text) or finds("gave_word", says.text)  # by who was given it
    if not felt or known or (unsaid and says.relation != "owes"):
        return ""
    return "past"


def _lead_for_own(says: Proposition, talk: Talk) -> str:
    """Return the frame for a part of the speaker's own story that the hearers have no part in, or ""."""
    if talk.pack.finds("worry", says.text):
        return "worry" if talk.closeness >= 0.4 else ""
    boasts = any(voice in talk.pack.words["boasting"] for voice in talk.speaker.voices)
    alone = len(says.people) == 1  # what one did to somebody is nothing to boast of
    if (
        says.relation == "did"
        and boasts
        and alone
        and 0 <= talk.closeness < KNOWS_ONE_WELL
        and not talk.pack.finds("all_know", says.text)
    ):
        return "boast"
    return "thinking" if talk.closeness >= 0.3 and says.relation in ("plans", "feels") else ""


def _lead_for_insight(memory: Memory, to_them: bool, talk: Talk) -> str:
    """Return the frame for a conclusion, or an empty string if it is not spoken of.

    It is said aloud if it is about others or is plain to all, and to the face of the one concerned only if
    kind.
    """
    found = read_insight(memory.text, talk.pack, VOICED)
    if found is None:
        return ""
    frame = found[0]
    if frame == "insight_side" and (talk.heard.does(("ask_side",)) or talk.did(*_CHOSE)):
        return ""  # whom one is for has just been said
    if frame == "insight_guests":  # who has promised to come knows
        return "" if to_them else "counting_on"
    return "" if to_them and frame not in _TO_ANYBODY else "thinking"


def _quoted(memory: Memory, says: Proposition, frame: str, talk: Talk) -> str:
    """Return a memory as said to the other after its lead; an opinion is said without `I think that`."""
    lead = talk.say(frame)
    if not lead:
        return ""
    text = _of_them(says.text, talk) if frame == "past" else says.text
    said = talk.speaker.own(tidy(text, MOST_QUOTED), talk.hearer)
    if frame == "opinion" and (view := _view_in(says, talk)):
        return f"{lead}{view}{talk.pack.grammar.stop}"
    return talk.after(lead, said)


def _view_in(says: Proposition, talk: Talk) -> str:
    """Return what the speaker thinks, in its own words without `I think that`, or an empty string.

    What a sentence says of the speaker besides is left out.
    """
    found = talk.pack.patterns["view"].match(says.does)
    if found is None or found["view"] not in says.text:
        return ""
    begins = says.text.index(found["view"])
    thinks = talk.speaker.own(says.text[:begins])
    said = talk.speaker.own(says.text[: begins + len(found["view"])], talk.hearer)
    return said.removeprefix(thinks).strip() if said.startswith(thinks) else ""


def _of_them(text: str, talk: Talk) -> str:
    """Return the part of a memory about the hearer that is said to them, by name.

    A part that goes on about `the girl`, meaning the hearer, is left out.
    """
    named = [part for part in talk.pack.patterns["goes_on_of_them"].split(text) if part.strip()]
    return named[0] if named and talk.one.full in named[0] else text


def _said_here(says: Proposition, talk: Talk) -> bool:
    said = [
        talk.understand(heard.told)
        for line in talk.prompt.lines
        if (heard := hear(line.text, talk.pack)).told
    ]
    return any(len(says.words & other.words) >= NEWS_WORDS * max(1, len(says.words)) for other in said)
