"""Third person: what somebody said of themselves and each other, as others remember it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from engine.language.any_word import NEVER, any_word
from engine.records import Name
from engine.rehearsal.language.names import Everybody
from engine.rehearsal.language.tables import Grammar

_ENDS = re.compile("[.;:!?。！？；：]")
_NOBODY = Everybody({})


def in_third_person(
    text: str, speaker: Name, hearer: Name | None, everybody: Everybody, grammar: Grammar
) -> str:
    """Return a line as others remember it: `I owe you a letter` gives `Ada Moss owes Ben Reed a letter`."""
    return _Report(_in_full(text, grammar), speaker, hearer, everybody, grammar).told()


def own_deed(deed: str, name: Name, grammar: Grammar) -> str:
    """Return an instruction with `your` turned into `her` or `his`."""
    return _Report(_in_full(deed, grammar), name, name, _NOBODY, grammar, named={name.full}).told()


def begins_with_oneself(text: str, grammar: Grammar) -> bool:
    """Recognise a line whose subject is its speaker: `I was ill`, `we left`; not `It was`."""
    forms = _spoken_forms(grammar)
    found = forms.pronoun.match(text)
    if found is None:
        return False
    whose, cases = forms.meant_by(found[0])
    return whose in ("first", "we") and "subject" in cases


def _in_full(text: str, grammar: Grammar) -> str:
    """Return a text with its contractions written out, so that verbs can agree with another person."""
    for short, long in grammar.contractions.items():
        text = text.replace(short, long)
    return text


@dataclass(slots=True)
class _Report:
    """The state of changing one line into the third person, from left to right."""

    text: str
    speaker: Name
    hearer: Name | None
    everybody: Everybody
    grammar: Grammar
    named: set[str] = field(default_factory=set)
    leads: Name | None = None
    at: int = 0

    def told(self) -> str:
        """Return the line as told of its speaker and hearer."""
        patterns = _spoken_forms(self.grammar)
        out: list[str] = []
        for found in patterns.pronoun.finditer(self.text):
            if found.start() < self.at:
                continue
            out.append(self.text[self.at : found.start()])
            self.at = found.end()
            out.append(self._replaced(found, patterns))
        return "".join([*out, self.text[self.at :]])

    def _replaced(self, found: re.Match[str], patterns: _SpokenForms) -> str:
        whose, cases = patterns.meant_by(found[0])
        if whose == "we":
            return self._we(cases[0])
        name = self.speaker if whose == "first" else self.hearer
        if name is None:
            return found[0]
        self.leads = self.leads or name
        following = patterns.next_word.match(self.text, self.at)
        case = self._case(cases, found, following)
        if case == "subject" and self._is_paired(found):
            return self._form(name, case)
        goes_on = case == "subject" and name == self.leads and self._is_joined(found, following)
        told = "" if goes_on else self._form(name, case)
        if case == "subject" and following is not None and self._agrees(following["verb"]):
            self.at = following.end()
            verb = f"{following['adverb'] or ''} {self.grammar.to_third.of(following['verb'])}"
            return verb.lstrip() if goes_on else f"{told}{verb}"
        if goes_on and following is not None:
            self.at = following.start() + 1
        return told

    def _is_joined(self, found: re.Match[str], following: re.Match[str] | None) -> bool:
        """Recognise an `and I` that continues a sentence that began with the same pronoun.

        So does an `I` after a comma if an `and I` follows: `I wash, I mend the nets and I sing`. It does not
        if its verb has another tense than the first one: `I was ill, I know, and I slept`.
        """
        before, after = self.text[: found.start()], self.text[found.end() :]
        if not self.text.startswith(found[0]):
            return False
        if before.split()[-1:] and before.split()[-1].lower() in self.grammar.joints:
            return True
        listed = before.rstrip().endswith(self.grammar.comma.strip()) and not _ENDS.search(before)
        listed = listed and any(f" {joint} {found[0]} " in after for joint in self.grammar.joints)
        first = _spoken_forms(self.grammar).next_word.match(self.text, len(found[0]))
        if not listed or first is None or following is None:
            return listed
        return self._agrees(first["verb"]) == self._agrees(following["verb"])

    def _is_paired(self, found: re.Match[str]) -> bool:
        """Recognise a name before an `and I`, with which the verb is in the plural."""
        before = self.text[: found.start()].split()
        joined = len(before) > 1 and before[-1].lower() in self.grammar.joints
        return joined and before[-2][:1].isupper() and not self.text.startswith(found[0])

    def _case(self, cases: tuple[str, ...], found: re.Match[str], following: re.Match[str] | None) -> str:
        if "subject" not in cases or "object" not in cases:
            return cases[0]
        if not self.grammar.spaced:
            return "subject"
        before = self.text[: found.start()].rstrip()
        word = before.rpartition(" ")[2].lower()
        opens = not before or before[-1] in ".,;:!?—" or word in self.grammar.openers | self.grammar.joints
        return "subject" if opens and following is not None else "object"

    def _form(self, name: Name, case: str) -> str:
        """Return the name, or its pronoun once it was named and if the pronoun is not ambiguous.

        As an object it is not while nobody else was named: `Ada lets nobody thread a needle for her`.
        """
        others = {self.speaker, self.hearer} - {name, None}
        shared = any(other and other.pronouns == name.pronouns for other in others)
        if case == "object":
            shared = shared and self._names_another(name)
        if name.full in self.named and not shared and name.pronouns != "they":
            return str(getattr(self.grammar.third[name.pronouns], case))
        if case == "self":
            return self.grammar.third[name.pronouns].self
        if case in ("possessive", "own") and name.full in self.named:
            return str(getattr(self.grammar.third[name.pronouns], case))
        self.named.add(name.full)
        owned = case in ("possessive", "own")
        return self.grammar.possessive_of.format(name=name.full) if owned else name.full

    def _names_another(self, name: Name) -> bool:
        """Look for anybody else with the pronoun of a person who was named so far, in the text or not."""
        before = self.everybody.in_full(self.text[: self.at])
        named = self.named.union(found[0] for found in self.everybody.full_names.finditer(before))
        people = {*self.everybody, self.speaker, *([self.hearer] if self.hearer else [])} - {name}
        return any(other.full in named for other in people if other.pronouns == name.pronouns)

    def _we(self, case: str) -> str:
        return str(getattr(self.grammar.third["they"], case))

    def _agrees(self, verb: str) -> bool:
        small = verb.lower()
        if small in self.grammar.to_third.table:
            return True
        fixed = small in self.grammar.unchanged | self.grammar.no_verbs | self.grammar.third_verbs
        return verb[:1].islower() and not fixed and not self.grammar.past.search(verb)


@dataclass(frozen=True, slots=True)
class _SpokenForms:
    pronoun: re.Pattern[str]
    cases: Mapping[str, tuple[str, tuple[str, ...]]]
    next_word: re.Pattern[str]

    def meant_by(self, word: str) -> tuple[str, tuple[str, ...]]:
        """Return whose form a pronoun is, at the beginning of a sentence, too, and in which cases."""
        return self.cases.get(word) or self.cases[word.lower()]


@lru_cache(maxsize=64)
def _spoken_forms(grammar: Grammar) -> _SpokenForms:
    cases: dict[str, tuple[str, tuple[str, ...]]] = {}
    for whose, forms in (("first", grammar.first), ("second", grammar.second), ("we", grammar.we)):
        for word in (forms.subject, forms.object, forms.possessive, forms.own, forms.self):
            cases.setdefault(word, (whose, forms.case_of(word)))
    exact = [word for word in cases if word[:1].isupper()]
    loose = [word for word in cases if not word[:1].isupper()]
    adverb = rf"(?P<adverb>(?:\s+(?:{any_word(grammar.adverbs, any_case=True)}))*)"
    return _SpokenForms(
        pronoun=re.compile(f"{any_word(exact)}|{any_word(loose, any_case=True)}"),
        cases=cases,
        next_word=re.compile(rf"{adverb}\s+(?P<verb>[^\W\d_][\w'’]*)")
        if grammar.spaced
        else re.compile(NEVER),
    )
