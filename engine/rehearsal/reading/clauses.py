"""Clauses: splits a sentence, and finds whom each clause is about and whether it asks or forbids."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.intentions.understood import Timing
from engine.language.verb_forms import base_form
from engine.records import EVERYBODY, AgentId
from engine.rehearsal.reading.frames import SOME_PEOPLE, Frame
from engine.rehearsal.reading.tagging import BETWEEN, PERSON, TIME, Tagged, agents_of
from engine.rehearsal.reading.words import Words

_MOST_LEADS = 6
_SUBJECTS = {  # by whether words are parted: where they are not, what joins two names also says "with"
    spaced: re.compile(rf"{BETWEEN}*(?P<who>{who}){BETWEEN}*(?!['’]s\b)")
    for spaced, who in ((True, SOME_PEOPLE), (False, PERSON))
}
_MARKED = re.compile(f"{BETWEEN}+")


@dataclass(frozen=True, slots=True)
class Part:
    """One clause with marks: `whole` as it stands, `text` without its subject and the words that ask.

    `whole_on` and `text_on` are the same with the rest of the sentence, which a message may need. `stated`
    marks a clause with a subject but no words that ask: it may be a mere statement. `along` are further
    subjects, as in "Ada and Ben are to meet". `of_another` says that it tells what somebody else does, and
    `customary` that its sentence tells what is done again and again.
    """

    whole: str
    text: str
    whole_on: str
    text_on: str
    who: AgentId
    asked: bool
    forbidden: bool
    stated: bool
    along: tuple[AgentId, ...] = ()
    of_another: bool = False
    customary: bool = False

    @property
    def folded(self) -> str:
        """Return all its texts, case-folded."""
        return "\n".join((self.whole, self.text, self.whole_on, self.text_on)).casefold()


def clause_groups(sentence: str, words: Words) -> Iterator[list[str]]:
    """Yield the independent parts of a sentence, each as a list of clauses that belong together."""
    for strong in _parted(sentence, words):
        parts = [one for one in words.weak_break.split(strong) if one and one.strip()]
        weak = list(_with_when(parts, words))
        if weak:
            yield weak


def _parted(sentence: str, words: Words) -> Iterator[str]:
    """Yield the independent parts of a sentence. Two verbs for what somebody did are not separated."""
    begun = 0
    for found in words.clause_break.finditer(sentence):
        if found.start() < begun or _goes_on_in_the_past(sentence[begun:], found.end() - begun, words):
            continue
        yield sentence[begun : found.start()]
        begun = found.end()
    yield sentence[begun:]


def _goes_on_in_the_past(text: str, at: int, words: Words) -> bool:
    """Return whether a verb that is its own past form follows another verb in the past."""
    return words.same_past.match(text, at) is not None and any(
        words.past.match(text, who.end()) for who in words.who_did.finditer(text, 0, at)
    )


def _with_when(clauses: Iterable[str], words: Words) -> Iterator[str]:
    """Yield clauses, each joined with the times and places that stand alone before it."""
    before, alone = "", False  # 就明晚七点，在晒场: by itself
    for clause in clauses:
        left = _MARKED.sub("", clause).strip()
        makes = not words.spaced and left != "" and words.make_it.fullmatch(left) is not None
        if makes and before:
            yield before
            before = ""
        alone = alone or makes
        if alone and left and not makes:
            yield before
            before, alone = "", False
        if not left or makes or (left != clause.strip() and words.opening.fullmatch(f"{left}，")):
            before += f"{clause}，"
            continue
        yield before + clause
        before = ""
    if before:
        yield before


class Clauses:
    """The clauses of one sentence, as read by the agent to whom it is said or about whom it is written."""

    def __init__(
        self, words: Words, marked: Tagged, me: AgentId, *, told: bool, asked: bool = False,
        customary: bool = False,
    ) -> None:  # fmt: skip
        self._words, self._marked, self._me, self._told = words, marked, me, told
        self._who: AgentId = me if told else ""
        self._asked, self._forbidden, self._stated_of_another = told or asked, False, False
        self._waits, self._customary = asked, customary

    def parts(self, group: list[str]) -> Iterator[Part]:
        """Yield the clauses that belong together.

        The subject and the asking words carry over to later clauses.
        """
        for number, clause in enumerate(group):
            yield self._part(clause, "，".join(group[number:]))

    def _hangs_on(self, tail: str) -> str:
        """Return the text after a clause as part of it, or an empty string if it forbids something itself."""
        return "" if self._words.forbids.match(tail) or self._words.skipped_forbids(tail) else tail

    def _part(self, clause: str, on: str) -> Part:
        words, text = self._words, clause.strip()
        marks = _MARKED.match(text)
        ahead = marks.end() if marks else 0
        while (opening := words.opening.match(text, ahead)) and opening.end() > ahead:
            text = text[:ahead] + text[opening.end() :]
        rest, subjects, lead, bars = self._led(text)
        own = subjects[0] if subjects else ""
        another = self._of_another(text)
        told_of = self._told and self._stated_of_another
        of_me = told_of or (not self._told and words.another.match(text) is not None)
        self._who = own or (self._me if of_me else self._who)
        moments = self._marked.meant(text, TIME)
        at_an_hour = any(isinstance(one, Timing) and one.is_at_an_hour for one in moments)
        if own == EVERYBODY and at_an_hour and not words.spaced:
            self._asked = lead = True  # 星期五两点全团合排
        asked = not another and (lead or self._told or self._asked)
        bars = bars and not another
        self._forbidden = bars
        stated = bool(own or self._says_you(text)) and not (lead or bars) and words.spaced
        of_another = another or (own not in ("", self._me) and not (lead or bars))
        self._stated_of_another = of_another
        told = self._told and not of_another
        self._asked = asked and (lead or bars or told or self._waits or self._goes_on(rest))
        tail = self._hangs_on(on[len(clause) :])
        part = Part(
            text, rest, text + tail, rest + tail, self._who, self._asked, self._forbidden, stated,
            subjects[1:], another, self._customary,
        )  # fmt: skip
        self._asked = self._asked or words.agreed.search(text) is not None
        return part

    def _of_another(self, text: str) -> bool:
        words = self._words
        return self._told and (words.another.match(text) or words.somebody.match(text)) is not None

    def _says_you(self, text: str) -> bool:
        subject = _SUBJECTS[self._words.spaced].match(text)
        return subject is not None and self._me in agents_of(self._marked.meant(subject["who"], PERSON))

    def _bars(self, text: str, who: AgentId) -> re.Match[str] | None:
        """Return the words that forbid at the start of a text, or None.

        Words that only tell what somebody never does, before a verb in the third person, do not count.
        """
        bars = self._words.forbids.match(text)
        if bars and not self._told and self._words.cannot.match(text):
            return None  # somebody who cannot do a thing is not kept from it
        if bars is None or not bars.end() or self._told or not self._words.spaced:
            return bars if bars and bars.end() else None
        verb = self._words.verb.match(text, bars.end() + 1)
        return None if verb and base_form(verb[0]) not in ("", verb[0].lower()) else bars

    def _goes_on(self, text: str) -> bool:
        """Return whether a clause continues a request (its verb is uninflected), rather than tells a fact."""
        if not self._words.spaced:
            serial = self._words.serial.match(text) and self._words.verb.match(_MARKED.sub("", text, count=1))
            goes_on = self._words.goes_on.match(text) is not None
            return goes_on or (serial is not None and self._words.has_done.search(text) is None)
        verb = self._words.verb.match(_MARKED.sub("", text, count=1))
        return verb is not None and base_form(verb[0]) == verb[0].lower()

    def _to_whom(self, rest: str, who: tuple[AgentId, ...]) -> tuple[tuple[AgentId, ...], str]:
        """Return the agents to whom something is forbidden, if named next, and the rest of the text."""
        subject = _SUBJECTS[self._words.spaced].match(rest)
        if subject is None or subject.end("who") == len(rest):
            return who, rest
        named = agents_of(self._marked.meant(subject["who"], PERSON))
        return (self._me,) if EVERYBODY in named else named, rest[subject.end("who") :]

    def _is_for_another(self, lead: str) -> bool:
        """Return whether asking words address another person named in them: "she wants Ann to come"."""
        named = agents_of(self._marked.meant(lead, PERSON))
        if self._words.owed.search(lead):
            return False  # "she has promised Ann to come"
        return bool(named) and self._me not in named and EVERYBODY not in named

    def _led(self, text: str) -> tuple[str, tuple[AgentId, ...], bool, bool]:
        """Strip the subject and the words that ask from a clause.

        Return the rest, the subjects (the agent first), whether it asks, and whether it forbids.
        """
        who: tuple[AgentId, ...] = ()
        asked, forbidden = False, False
        rest = text
        for _ in range(_MOST_LEADS):  # "on Monday" "you" "really" "must" "never"
            marks = _MARKED.match(rest)
            ahead = rest[marks.end() :] if marks else rest
            subject = _SUBJECTS[self._words.spaced].match(ahead)
            if subject and subject.end() < len(ahead) and not (who or asked or forbidden):
                named = agents_of(self._marked.meant(subject["who"], PERSON))
                who = tuple(sorted(named, key=lambda agent: agent != self._me))
                rest = ahead[subject.end() :]
            elif bars := self._bars(ahead, who[0] if who else ""):
                rest, asked, forbidden = ahead[bars.end() :], True, True
                if who and not self._told and self._words.bans.search(bars[0]):
                    who, rest = self._to_whom(rest, who)
            elif (lead := self._words.lead.match(ahead)) and lead.end() and not self._is_for_another(lead[0]):
                rest, asked = ahead[lead.end() :], True
            elif (skip := self._words.skip.match(ahead)) and skip.end():
                rest = ahead[skip.end() :]
            elif who and (opening := self._words.opening.match(ahead)) and opening.end() < len(ahead):
                rest = ahead[opening.end() :]  # 你中午打饭的时候问问她
            else:
                break
        return rest, who, asked, forbidden


def read_by(frame: Frame, part: Part) -> str:
    """Return the text of a clause that a frame reads.

    For a frame with content it includes what follows the clause, unless the clause forbids and the frame
    matches within it.
    """
    own, on = (part.whole, part.whole_on) if frame.whole else (part.text, part.text_on)
    over = part.forbidden and frame.goes_on and frame.found(own, len(part.whole)) is not None
    return on if frame.goes_on and not over else own
