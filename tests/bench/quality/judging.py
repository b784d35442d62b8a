"""Judging: what in an answer is true, what is made up, and what it is worth."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from engine.clock import minute_at
from engine.cognition.asking.interview import Answered
from engine.language.languages import PACKS as PACKS_FOLDER
from engine.language.lexicon import Lexicon
from engine.records import AgentId, Persona
from engine.rehearsal.language.pack import Pack, pack_for, read_packs
from tests.bench.quality.battery import HOURS, STRANGER
from tests.bench.quality.lived import Lived

CASES = ("subject", "object", "possessive", "own", "self")
ENOUGH = 0.6  # of the words of an activity, so that it counts as named


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A question with its answer, the details in it that are true, and what in it is made up."""

    kind: str
    question: str
    answer: Answered
    details: frozenset[str]
    invented: frozenset[str]
    is_lived: bool = False
    support: int = 0

    @property
    def score(self) -> int:
        """What the answer is worth, from 0 to 3."""
        return 1 + self.is_lived + (self.support > 1) if self.details else 0

    @property
    def is_specific(self) -> bool:
        """Whether it says something of its own; of somebody unheard of, nothing."""
        stranger = any(name in self.question for name in STRANGER.values())
        return bool(self.details) != stranger


@dataclass(frozen=True, kw_only=True)
class Truth:
    """All that an agent can rightly say: what it remembers, what it is, what its world is called."""

    persona: Persona
    pack: Pack
    lexicon: Lexicon
    minute: int
    known: frozenset[str]
    common: frozenset[str]

    @staticmethod
    def of(lived: Lived, agent: AgentId, minute: int) -> Truth:
        """What an agent of a run knows."""
        scenario = lived.scenario
        persona, lexicon = scenario.persona(agent), Lexicon(scenario.language)
        pack = pack_of(scenario.language)
        texts = [memory.text for memory in lived.of(agent) if memory.minute < minute]
        texts += [step.activity for step in lived.steps if step.agent == agent]
        texts += [*persona.seed, *persona.traits, *persona.says, persona.currently, persona.register]
        texts += [item.activity for item in persona.routine] + [bond.kind for bond in persona.bonds]
        texts += [room.path.replace("/", " ") for place in scenario.places for room in place.rooms]
        texts += [thing.path for place in scenario.places for room in place.rooms for thing in room.things]
        texts += [name for name in lived.run.town.cast.names.values()] + [scenario.town, str(persona.age)]
        texts += [name.called for name in lived.run.town.cast.known_as.values()]
        return Truth(
            persona=persona,
            pack=pack,
            lexicon=lexicon,
            minute=minute,
            known=_terms(texts, lexicon),
            common=_terms(_fixed_words(pack), lexicon),
        )

    def judged(self, kind: str, question: str, answer: Answered, lived: Lived) -> Judged:
        """An answer with its details sorted."""
        asked = _terms([question], self.lexicon)
        terms = _terms([answer.text], self.lexicon) - asked
        own = {term for term in terms - self.common if not term.isdigit()}
        details = frozenset(own & self.known)
        if kind == "plans" and not self._is_where_it_was(question, answer.text, lived):
            details = frozenset()
        return Judged(
            kind=kind,
            question=question,
            answer=answer,
            details=details,
            invented=self._invented(answer.text, asked | self.known | self.common),
            is_lived=any(lived.by_id[row].minute > 0 for row in answer.because)
            or (kind == "plans" and self._is_as_planned(question, answer.text, terms | asked, lived)),
            support=len(_behind(answer.because, lived)),
        )

    def _is_as_planned(self, question: str, answer: str, said: frozenset[str], lived: Lived) -> bool:
        """Whether an answer names what the agent did, or was going to do, at the hour of today it was asked
        about. What it usually does then says nothing of this day.
        """
        clock = next((minute for words, minute in HOURS.items() if words in question), None)
        if clock is None or self.pack.phrases.read_within("usual_at", answer) is not None:
            return False
        blocks = [step for step in lived.steps if step.agent == self.persona.id and step.level == "block"
                  and step.start <= minute_at(2, clock) < step.end]  # fmt: skip
        done = _terms([step.activity for step in blocks[-1:]], self.lexicon)
        return bool(done) and len(done & said) >= ENOUGH * len(done)

    def _is_where_it_was(self, question: str, answer: str, lived: Lived) -> bool:
        """Whether an answer about an hour that is over names the place where the agent was."""
        clock = next((minute for words, minute in HOURS.items() if words in question), None)
        if clock is None or minute_at(2, clock) > self.minute:
            return True
        at = minute_at(2, clock)
        stays = lived.stays[self.persona.id]
        there = [stay.room.partition("/")[0] for since, until, stay in stays if since <= at < until]
        return any(place in answer for place in there)

    def _invented(self, text: str, allowed: frozenset[str]) -> frozenset[str]:
        """Terms that come from nowhere. In scripts without spaces the seams between phrases, and beside the
        pronouns that stand for names, make new pairs, so that only a run of them within a phrase counts.
        """
        made_up = [term for term in self.lexicon.terms(text) if term not in allowed and not term.isdigit()]
        if self.pack.grammar.spaced:
            return frozenset(term for term in made_up if len(term) > 2)
        return frozenset(
            part[at : at + 4] for part in self._between_pronouns(text) for at in range(len(part) - 3)
            if all(part[at + n : at + n + 2] in made_up for n in range(3))
        )  # fmt: skip

    def _between_pronouns(self, text: str) -> list[str]:
        forms = sorted(filter(None, _pronouns(self.pack)), key=len, reverse=True)
        return re.split("|".join(map(re.escape, forms)), text)


def _pronouns(pack: Pack) -> set[str]:
    """What stands for names in a language."""
    everybody = (pack.grammar.first, pack.grammar.second, *pack.grammar.third.values())
    return {getattr(forms, case) for forms in everybody for case in CASES}


def _behind(because: Sequence[int], lived: Lived) -> frozenset[int]:
    """The lived memories that an answer rests on, through whatever was concluded from them."""
    found: set[int] = set()
    for row in because:
        memory = lived.by_id[row]
        found |= _behind(memory.evidence, lived) if memory.kind == "reflection" else {row}
    return frozenset(found)


def _terms(texts: Sequence[str], lexicon: Lexicon) -> frozenset[str]:
    return frozenset(term for text in texts for term in lexicon.terms(text))


def _fixed_words(pack: Pack) -> list[str]:
    """All words that belong to the language and not to the town."""
    frames = [phrase.text for frame in pack.phrases.frames for phrase in pack.phrases.of(frame)]
    steps = [step for activity in pack.activities for step in (*activity.steps, activity.kind)]
    calendar = [*pack.calendar.said.values(), *pack.calendar.days, *pack.calendar.weekdays]
    small = [*pack.words["stop"].spaced, *pack.words["stop"].unspaced]
    words = (*frames, *steps, *calendar, *small, *_pronouns(pack))
    return [re.sub(r"\{\w+\}|<\w+>", " ", text) for text in words]


def pack_of(language: str) -> Pack:
    """The rehearsal model's pack of a language."""
    return pack_for(_packs(), language)


@cache
def _packs() -> Mapping[str, Pack]:
    return read_packs(PACKS_FOLDER)
