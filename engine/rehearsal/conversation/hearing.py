"""Hearing: what a line does (its acts) and what it tells, recognised by the phrases of the pack."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from engine.records import Line
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.phrases import Listening
from engine.rehearsal.understand import content_words
from engine.row_ids import AUTHOR, agent_number_of

NEWS = (
    "tell",
    "tell_many",
    "tell_quiet",
    "tell_more",
    "tell_own",
    "tell_today",
    "tell_straight",
    "tell_wish",
)
VIEWS = ("past", "counting_on", "thinking", "opinion", "worry", "boast")
LEADS = NEWS + VIEWS
ASKING = ("ask_this", "ask_of")
REQUESTING = ("ask_loan", "ask_thing", "ask_anybody", "ask_deed", "ask_help")
STANDING = ("ask_support", "challenge")
CAMPAIGNING = (*STANDING, "ask_backing")
PUT = (
    *ASKING, *REQUESTING, *CAMPAIGNING, "say_sorry", "say_sorry_plain", "say_thanks", "say_thanks_plain",
    "congratulate", "congratulate_plain", "say_goodbye", "pays", "pays_plain", "brings", "brings_plain",
    "offers_hand", "offers_hand_plain", "blames",
)  # fmt: skip
"""What obliges whoever hears it to answer that, and before anything of their own."""
ANSWERING = (
    "tell_what_i_know", "not_known", "not_said", "not_known_of", "not_said_of", "grant_thing", "grant_deed",
    "put_off", "refuse_it", "forgive_deed", "forgive_not_yet", "own_up_forgiven", "own_up_not_yet",
    "take_payment", "take_payment_plain", "take_gift", "take_gift_plain", "take_hand", "take_hand_not",
    "take_hand_plain", "thank_wish", "wish_well",
    "wish_well_cool", "own_it", "deny_it", "support_yes", "support_unsure", "support_no", "support_rival",
)  # fmt: skip
ASKED_TO_COME = ("invite_tail", "invite_home", "meet_tail")
INVITING = (*ASKED_TO_COME, "heard_tail")
QUESTIONS = (
    "ask_day", "ask_one", "ask_on", "ask_plans", "ask_plans_late", "answer_back", "ask_coming", "ask_when",
    "ask_where", "ask_who_said", "opinion_tail", "accept_ask",
    "ask_seen", "ask_about", "ask_side", "ask_way",
)  # fmt: skip
ACCEPTING = ("accept", "accept_home", "accept_too", "accept_cool", "accept_known", "other_hour", "coming_yes")
DECLINING = ("decline", "decline_cool", "coming_no")
LEAVING = (
    "close_why", "close_next", "close_bye", "close_bye_evening", "close_bye_many", "close_cool",
    "close_occasion", "close_stay", "close_stay_work", "close_home", "close_home_out", "close_home_bed",
    "close_apart",
)  # fmt: skip
BROUGHT_UP = (
    *PUT, *ASKED_TO_COME, "heard_tail", "ask_day", "ask_one", "ask_plans", "ask_plans_late",
    "ask_coming", "looking_forward", "ask_seen", "ask_about", "ask_side", "ask_way",
    "reproach", "thank_coming",
)  # fmt: skip
"""With what a line brings up a subject. All that is told does so, too."""
GREETINGS = (
    "greet_again", "greet_friend", "greet_morning", "greet_day", "greet_evening", "greet_many", "greet_cool",
    "greet_home", "greet_home_morning",
)  # fmt: skip
SMALL = ("ask_day", "ask_one", "ask_plans", "ask_plans_late", "looking_forward", "ask_seen", "ask_about")
"""Small talk, which gives way to what presses."""
SAID = (
    "greet_cool", "greet_stranger", "already", "wow", "nice", "glad", "doubt", "just_like",
    "side_with", "side_open", "side_for", "side_against", "detail", "detail_when", "detail_where", "who_said",
    "said_myself", "no_detail", "looking_forward", "thank_coming", "reproach", "excuse", "excuse_plain",
    "forgive", "forgive_not", "past_cool", "agree", "disagree", "retort", "comfort", "boast_reply",
    "thank_news", "close_agreed", "sad", "alarm", "day_answer_low", "day_answer_sad",
    "coming_unsure", "tell_way", "way_unknown", "thank_way", "confessed",
    "confessed_cool",
)  # fmt: skip
ACTS = (*INVITING, *QUESTIONS, *ACCEPTING, *DECLINING, *LEAVING, *SAID, *PUT, *ANSWERING)

_SAYS = 2  # words that a sentence is about, from which on it tells something
SENTENCE_END = re.compile(r"[.!?…。！？][”\"』」]?")


@dataclass(frozen=True, slots=True)
class Heard:
    """The acts of a line and what it tells.

    `lead` is the frame of the phrase that introduced what is told. A line that `leaves` ends the talk.
    """

    acts: frozenset[str]
    lead: str = ""
    told: str = ""
    asks: bool = False
    leaves: bool = False

    def does(self, frames: Iterable[str]) -> bool:
        """Return whether the line does any of these acts."""
        return not self.acts.isdisjoint(frames)

    @property
    def brings_up(self) -> bool:
        """Return whether the line brings up a subject, and does not only answer or take leave."""
        return bool(self.told) or self.does(BROUGHT_UP)

    @property
    def news(self) -> str:
        """Return the news that the line tells, or an empty string."""
        return self.told if self.lead in NEWS else ""

    @property
    def invites(self) -> bool:
        """Return whether the line asks somebody to come."""
        return bool(self.told) and self.does(INVITING)


def hear_line(line: Line, pack: Pack) -> Heard:
    """Understand a line of a conversation.

    A person at the keyboard does not use the phrases by which news is recognised. Of their line, the longest
    plain sentence is taken for news.
    """
    heard = hear(line.text, pack)
    if agent_number_of(line.id) != AUTHOR or heard.told or heard.does(LEAVING) or line.thought:
        return heard
    said = _statement(line.text, pack)
    return replace(heard, lead="tell", told=said) if said else heard


def _statement(text: str, pack: Pack) -> str:
    """Return the longest sentence of a text that says something and is no question, or an empty string."""
    ends = [0, *(end.end() for end in SENTENCE_END.finditer(text)), len(text)]
    parts = [text[start:end].strip() for start, end in pairwise(ends)]
    says = [part for part in parts if not _is_question(part) and len(content_words(part, pack)) >= _SAYS]
    return max(says, key=len, default="")


@lru_cache(maxsize=32_768)
def hear(line: str, pack: Pack) -> Heard:
    """Understand a line of a conversation by the phrases of the pack."""
    lead, start, at = _lead(line, pack)
    if not lead:
        return _heard(line, "", "", line, pack)
    told, rest = _cut(line[at:].strip(), pack)
    return _heard(f"{line[:start]} {rest}", lead, told, rest, pack)


def _heard(around: str, lead: str, told: str, end: str, pack: Pack) -> Heard:
    """Build the result from the text around what the line tells and the line's end."""
    acts = _acts(around, _heard_for(pack), pack)
    leaves = not acts.isdisjoint(_leaving(pack))
    return Heard(acts, lead, told, asks=_is_question(end), leaves=leaves)


@lru_cache(maxsize=8)
def questions(pack: Pack) -> tuple[str, ...]:
    """Return the frames of all phrases that ask the hearer something, including those of practices."""
    return (*QUESTIONS, *(frame for frame, known in pack.acts.items() if known.act.asks))


def gaps_at_end(text: str, frame: str, pack: Pack) -> Mapping[str, str]:
    """Return the values in the gaps of the phrase that a line ends with; empty if it ends otherwise."""
    starts = [0, *(end.end() for end in SENTENCE_END.finditer(text))]
    for start in reversed(starts):
        if found := pack.phrases.read(frame, text[start:].strip()):
            return found
    return {}


def _lead(line: str, pack: Pack) -> tuple[str, int, int]:
    """Find the first telling phrase of a line: return its frame, and where it begins and ends."""
    small = line.lower()
    best = ("", len(line), -1)
    for frame, lead in _leads(pack):
        at = small.find(lead)
        if at >= 0 and (at < best[1] or (at == best[1] and at + len(lead) > best[2])):
            best = (frame, at, at + len(lead))
    return best


def _cut(told: str, pack: Pack) -> tuple[str, str]:
    """Split a text into what it tells and a tail that asks the hearer something."""
    first = next((at for at, _ in _known((*INVITING, *questions(pack)), pack).heard(told.lower())), 0)
    if first <= 0:
        return told, ""
    ends = [end.end() for end in SENTENCE_END.finditer(told, 0, first)]
    return (told[: ends[-1]].strip(), told[ends[-1] :].strip()) if ends else (told, "")


def _acts(text: str, frames: tuple[str, ...], pack: Pack) -> frozenset[str]:
    return frozenset(frame for _, frame in _known(frames, pack).heard(text.lower()))


def _is_question(text: str) -> bool:
    return text.rstrip().endswith(("?", "？"))


@lru_cache(maxsize=8)
def _leaving(pack: Pack) -> frozenset[str]:
    return frozenset((*LEAVING, *(frame for frame, known in pack.acts.items() if known.act.parts)))


@lru_cache(maxsize=8)
def _heard_for(pack: Pack) -> tuple[str, ...]:
    """Return the frames of all acts that a line may do."""
    return (*ACTS, *(frame for frame, known in pack.acts.items() if known.says))


@lru_cache(maxsize=64)
def _known(frames: tuple[str, ...], pack: Pack) -> Listening:
    return pack.phrases.telling(frames)


@lru_cache(maxsize=8)
def _leads(pack: Pack) -> tuple[tuple[str, str], ...]:
    return tuple(
        (frame, phrase.text.lower().rstrip()) for frame in LEADS for phrase in pack.phrases.of(frame)
    )
