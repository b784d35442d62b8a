"""Forbidding: what a sentence forbids, or wants kept, in whatever words it says so.

There are more ways of forbidding a thing than there are frames for. Where a sentence forbids and no frame has
read what, it is about whatever it names: a place that is not to be gone to, somebody who is not to be spoken
to, or something that one does every day and is not to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.intentions.joining import barred_time_of
from engine.intentions.places import WhereIsMeant
from engine.intentions.tagging import PERSON, PLACE, TIME, People, Tagged, place_of
from engine.intentions.understood import EVERYBODY, Understood
from engine.intentions.words import Words
from engine.language.lexicon import Lexicon
from engine.practices.conduct import DEEDS
from engine.records import AgentId, Path, Persona

_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST = 3  # letters of a word that says what one does


@dataclass(frozen=True, slots=True)
class Forbidding:
    """Reads what is forbidden to one person, who has a usual day."""

    words: Words
    lexicon: Lexicon
    places: WhereIsMeant
    me: Persona

    def read(
        self, sentence: str, before: str, marked: Tagged, *, told: bool, alone: bool
    ) -> Understood | None:
        """Return what a sentence keeps secret (what it says itself, or the one before it) or forbids; None
        where it does neither. Where it is not `alone`, since something to do was read in it, a plain `not`
        is of another clause than that.
        """
        plain = marked.plain(sentence).strip()
        if self.words.secrecy.search(plain):
            content = f"{marked.plain(before).strip()} {plain}".strip()
            others = self._from_whom(sentence, marked)
            return Understood(
                kind="secret", text=plain, deed=plain, who=self.me.id, others=others, content=content
            )
        if not self._forbids(sentence, marked, told=told, alone=alone):
            return None
        place = place_of(marked.meant(sentence, PLACE)) or self.places.spoken_of(plain)
        others = _agents(marked.meant(sentence, PERSON), self.me.id)
        what = self._usual(plain)
        spoken = bool(others) and self.words.speaking.search(plain) is not None
        goes = bool(place) and not spoken and not (what and self._lives_there(place))
        return Understood(
            kind="prohibition",
            text=plain,
            deed=plain,
            who=self.me.id,
            others=others if spoken else (),
            what="" if spoken or goes else what,
            place=place if goes else "",
            when=barred_time_of(marked.meant(sentence, TIME)),
            forbids="meeting" if spoken else "visit" if goes else "deed",
        )

    def _from_whom(self, sentence: str, marked: Tagged) -> tuple[AgentId, ...]:
        """Return from whom something is to be kept: those who are named in the words that say so; nobody in
        particular where it is to be kept from everybody, or some may know.
        """
        said = [
            part for part in self.words.aside.split(sentence) if self.words.secrecy.search(marked.plain(part))
        ]
        if not said or self.words.to_nobody.search(marked.plain(sentence)):
            return ()
        return _agents(marked.meant(" ".join(said), PERSON), self.me.id)

    def may_say_more(self, sentence: str, marked: Tagged, asks: Sequence[Understood]) -> bool:
        """Return whether what was read in a sentence may be no more than what it forbids: nothing, something
        to do, or, where it wants something kept, that somebody must not.
        """
        keeps = self.words.secrecy.search(marked.plain(sentence)) is not None
        less = {*DEEDS, "aim", *(["prohibition"] if keeps else [])}
        return all(one.kind in less for one in asks)

    def _forbids(self, sentence: str, marked: Tagged, *, told: bool, alone: bool) -> bool:
        """Return whether a sentence forbids something to whom it is read by, and not to whomever it names
        last before it does.
        """
        words = self.words
        for way, counts in (
            (words.forbidding, True),
            (words.forbidding_told, told),
            (words.negation, told and alone),
        ):
            if not counts:
                continue
            if found := way.search(sentence):
                ahead = self.words.together.sub("\0", sentence[: found.start()])
                before = re.findall(rf"(?<!\0){PERSON}", ahead)  # but for those with whom it is
                return not before or (self.me.id,) == _all_agents(marked.meant(before[-1], PERSON))
        return False

    def narrowed(self, one: Understood) -> Understood:
        """Return the prohibition of a deed with whom, or what of one's usual day, it is about."""
        if one.kind != "prohibition":
            return one
        if one.place and one.others == (EVERYBODY,):
            return replace(one, others=(), forbids="visit")
        if one.forbids not in DEEDS or one.place:
            return one
        if one.others:
            return replace(one, forbids="meeting") if self.words.speaking.search(one.deed) else one
        what = self._usual(one.deed)
        return replace(one, what=what) if what else one

    def _lives_there(self, place: Path) -> bool:
        """Return whether a place is where one is at home or at work, which nobody keeps away from."""
        own = {path.split("/")[0] for path in (self.me.home, self.me.work or "")}
        return place.split("/")[0] in own

    def _usual(self, text: str) -> str:
        """Return the words for what one does on a usual day that a text names, too: those of the most."""
        shared = (self._in_common(text, item.activity) for item in self.me.routine)
        return max(shared, key=len, default="")

    def _in_common(self, text: str, activity: str) -> str:
        if not self.words.spaced:
            return _longest_in_common(text, activity, self.words.common_letters)
        said = {stem for word in _WORD.findall(text.lower()) for stem in self.lexicon.asked(word)}
        found = (
            word
            for word in _WORD.findall(activity.lower())
            if len(word) >= _SHORTEST and word not in self.words.small_words
            if said.intersection(self.lexicon.asked(word))
        )
        return " ".join(dict.fromkeys(found))


def _all_agents(meant: Iterable[object]) -> tuple[AgentId, ...]:
    return tuple(dict.fromkeys(agent for one in meant if isinstance(one, People) for agent in one.agents))


def _agents(meant: Iterable[object], me: AgentId) -> tuple[AgentId, ...]:
    return tuple(agent for agent in _all_agents(meant) if agent not in (me, EVERYBODY))


def _longest_in_common(text: str, other: str, common: str) -> str:
    """Return the longest run of letters that two texts share; none that is in many texts."""
    runs = (
        other[start:end]
        for start in range(len(other))
        for end in range(start + 1, min(len(other), start + 6) + 1)
        if other[start:end] in text
    )
    telling = [run for run in runs if any(letter not in common for letter in run) and _WORD.fullmatch(run)]
    return max(telling, key=len, default="")
