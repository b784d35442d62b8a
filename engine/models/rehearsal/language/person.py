"""Person: memories are kept in the third person, people speak in the first and second.

A sentence is walked from left to right. What has been named so far decides whom a pronoun means, and where a
clause begins decides who its verb agrees with. A language without agreement leaves those tables empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from engine.models.rehearsal.language.tables import Forms, Grammar
from engine.models.rehearsal.language.text import capital
from engine.records import Name
from engine.unspaced import has_unspaced

Role = Literal["me", "you", "other"]
LONGEST_NAME = 80


def in_own_mouth(
    text: str, speaker: Name, hearer: Name | None, everybody: tuple[Name, ...], grammar: Grammar
) -> str:
    """`Ada Moss owes Ben Reed a letter` as Ada Moss says it to Ben Reed: `I owe you a letter`. Everybody else
    is called as friends call them.
    """
    here = {speaker, hearer} - {None, *everybody}
    known = (*everybody, *(name for name in (speaker, hearer) if name in here and name))
    walk = _Walk(text, speaker, hearer, _tokens(known, grammar), grammar)
    return capital(grammar.pair[0].sub(grammar.pair[1], walk.said()))


def in_third_person(text: str, speaker: Name, hearer: Name | None, grammar: Grammar) -> str:
    """`I owe you a letter` as others keep it: `Ada Moss owes Ben Reed a letter`."""
    for short, long in grammar.contractions.items():
        text = text.replace(short, long)
    return _Report(text, speaker, hearer, grammar).told()


def called(text: str, names: Iterable[Name], grammar: Grammar) -> str:
    """Full names as friends say them."""
    known = {name.full: name.called for name in names if name.full != name.called}
    found = _names(tuple(known), grammar)
    return found.sub(lambda name: known[name[0]], text)


def in_full(text: str, names: Iterable[Name], grammar: Grammar) -> str:
    """What friends call people, where only one is called so, written as full names."""
    found, full = _short_names(tuple(names), grammar)
    return found.sub(lambda name: full[name[0]] if name["short"] else name[0], text)


def by_itself(word: str) -> str:
    """The pattern of a word that is not part of a longer one, in whatever script."""
    return re.escape(word) if has_unspaced(word) else rf"(?<!\w){re.escape(word)}(?!\w)"


# ---------------------------------------------------------------- third person to first and second


@dataclass(slots=True)
class _Walk:
    """One sentence on its way into somebody's mouth."""

    text: str
    speaker: Name
    hearer: Name | None
    tokens: _Tokens
    grammar: Grammar
    out: list[str] = field(default_factory=list)
    at: int = 0
    opens: bool = True
    main: Role | None = None
    clause: Role | None = None
    inside: bool = False
    several: bool = False
    after_comma: bool = False
    pairs_from: int = -1
    name_end: int = -1
    first_is_subject: bool = False
    opened: int = 0
    acted_on: bool = False
    subject_class: str = ""
    last: dict[str, Role] = field(default_factory=dict)
    before_last: dict[str, Role] = field(default_factory=dict)

    def said(self) -> str:
        """The sentence as it is spoken."""
        for found in self.tokens.pattern.finditer(self.text):
            if found.start() < self.at:
                continue
            between = self.text[self.at : found.start()]
            if between.strip() and not self._only_adverbs(between):
                self.opens = False
            self.out.append(between)
            self.at = found.end()
            self._take(found)
        return "".join([*self.out, self.text[self.at :]])

    def _take(self, found: re.Match[str]) -> None:
        kind = found.lastgroup
        if found["name"]:
            self._name(found)
        elif kind == "pronoun":
            self._pronoun(found)
        elif kind == "joint":
            self._joint(found)
        else:
            self._border(found, kind or "")

    def _border(self, found: re.Match[str], kind: str) -> None:
        """A comma, the opening of a subordinate clause, the end of a sentence."""
        self.out.append(found[0])
        self.after_comma = kind == "comma"
        self.first_is_subject = False
        if kind == "opener":
            self.inside, self.clause, self.several = True, None, False
            self.opened = found.end()
            self.acted_on = found[0].lower() in self.grammar.acted_on
        elif kind == "end":
            self.inside, self.clause, self.main, self.several = False, None, None, False
        self.opens = True

    def _name(self, found: re.Match[str]) -> None:
        name = self.tokens.names[found["name"]]
        role: Role = "me" if name == self.speaker else "you" if name == self.hearer else "other"
        forms = self._forms(role)
        self._mention(name.pronouns, role)
        if role == "you":
            self._drop_apposition()
        if found["own"]:
            self._put(forms.possessive if forms else self.grammar.possessive_of.format(name=name.called))
        elif self._is_subject() or (self._joined(found) and self.first_is_subject):
            self.subject_class = name.pronouns
            self._subject(role, forms.subject if forms else name.called, self._joined(found))
        else:
            self._put(forms.object if forms else name.called)
        self.after_comma, self.name_end = False, found.end()

    def _joined(self, found: re.Match[str]) -> bool:
        """Whether the name just found is the second of a pair, whose verb stays in the plural."""
        return self.pairs_from >= 0 and not self.text[self.pairs_from : found.start()].strip()

    def _pronoun(self, found: re.Match[str]) -> None:
        word = found[0].lower()
        case = self._case(word)
        role, pronouns = self._meant(word, case)
        forms = self._forms(role)
        if case == "subject" and (self.opens or self.grammar.spaced):
            self.subject_class = pronouns
            self._subject(role, forms.subject if forms else found[0], False)
            self.several = self.tokens.plural == word and role == "other"
        else:
            self._put(getattr(forms, case) if forms else found[0])
        self.after_comma = False

    def _meant(self, word: str, case: str) -> tuple[Role, str]:
        """Whom a pronoun means: the last who was named and fits it; but as an object not its clause's subject,
        and after `whom` not who that is.
        """
        for each in self.tokens.classes[word]:
            if each in self.last:
                itself = case == "object" and self.subject_class == each and self.last[each] == self.clause
                before = itself or (self.acted_on and case == "subject")
                return (self.before_last if before else self.last).get(each, self.last[each]), each
        return "other", self.tokens.classes[word][0]

    def _mention(self, pronouns: str, role: Role) -> None:
        if self.last.get(pronouns) != role and pronouns in self.last:
            self.before_last[pronouns] = self.last[pronouns]
        self.last[pronouns] = role

    def _joint(self, found: re.Match[str]) -> None:
        """An `and`: when a verb follows it at once, that verb has the subject of the clause or the sentence."""
        verb = self.tokens.verb_after.match(self.text, self.at)
        singular = verb is not None and verb["verb"].lower() in self.grammar.third_verbs
        follows_name = self.name_end >= 0 and not self.text[self.name_end : found.start()].strip()
        self.pairs_from = found.end() if follows_name else -1
        only_a_phrase = self.clause is None and not self.tokens.finite.search(
            self.text, self.opened, found.start()
        )
        back_to_main = not self.inside or self.after_comma or only_a_phrase or (self.several and singular)
        role = self.main if back_to_main else self.clause
        self.out.append(found[0])
        self.opens = True
        forms = self._forms(role) if role else None
        if verb is not None and singular and forms:
            self.inside = self.inside and not back_to_main
            self._put(f" {forms.subject}")
            self._agree(role)
        self.after_comma = False

    def _subject(self, role: Role, word: str, joined: bool) -> None:
        self.first_is_subject = self._before_joint()
        self.main = self.main or role
        self.clause, self.several = role, False
        self.out.append(word)
        if joined or role == "other" or self._before_joint():
            self.opens = False
            return
        self._agree(role)

    def _agree(self, role: Role | None) -> None:
        """Put the verb that comes next into the person of its subject."""
        self.opens = False
        found = self.tokens.next_word.match(self.text, self.at)
        if found is None or role not in ("me", "you") or not self._changes(found["verb"]):
            return
        agreement = self.grammar.to_first if role == "me" else self.grammar.to_second
        self.out.append(f"{found['adverb']} {agreement.of(found['verb'])}" if found["adverb"]
                        else f" {agreement.of(found['verb'])}")  # fmt: skip
        self.at = found.end()

    def _changes(self, verb: str) -> bool:
        small = verb.lower()
        if small in self.grammar.to_first.table:
            return True
        fixed = small in self.grammar.unchanged or small in self.grammar.no_verbs
        return verb[:1].islower() and not fixed and not self.grammar.past.search(verb)

    def _is_subject(self) -> bool:
        if not self.opens:
            return False
        if self.at >= len(self.text) or not self.grammar.spaced:
            return True
        if self.main is None and not self.inside:
            return True
        return self._before_joint() or self.tokens.verb_after.match(self.text, self.at) is not None

    def _before_joint(self) -> bool:
        return self.tokens.joint_and_name.match(self.text, self.at) is not None

    def _case(self, word: str) -> str:
        cases = [
            case for each in self.tokens.classes[word] for case in self.grammar.third[each].case_of(word)
        ]
        if "object" in cases and "possessive" in cases:
            following = self.tokens.any_word.match(self.text, self.at)
            owns = following is not None and following[1].lower() not in self.grammar.object_before
            return "possessive" if owns else "object"
        if "possessive" in cases and "own" in cases:
            return "possessive" if self.tokens.any_word.match(self.text, self.at) else "own"
        return cases[0]

    def _forms(self, role: Role | None) -> Forms | None:
        return {"me": self.grammar.first, "you": self.grammar.second}.get(role or "")

    def _drop_apposition(self) -> None:
        """`her brother you` is only `you`."""
        said = "".join(self.out)
        found = self.tokens.apposition.search(said)
        if found:
            self.out = [said[: found.start()]]
            before = said[: found.start()].split()
            self.opens = not before or before[-1].lower() in self.grammar.openers

    def _put(self, word: str) -> None:
        self.out.append(word)
        self.opens = False

    def _only_adverbs(self, between: str) -> bool:
        return self.opens and all(word.lower() in self.grammar.adverbs for word in between.split())


# ---------------------------------------------------------------- first and second person to third


@dataclass(slots=True)
class _Report:
    """Something said, on its way to being remembered."""

    text: str
    speaker: Name
    hearer: Name | None
    grammar: Grammar
    named: set[str] = field(default_factory=set)
    leads: Name | None = None
    at: int = 0

    def told(self) -> str:
        """The sentence as it is told of those who spoke."""
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
        word = found[0] if found[0] in patterns.cases else found[0].lower()
        whose, cases = patterns.cases[word]
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
        goes_on = case == "subject" and name == self.leads and self._is_joined(found)
        told = "" if goes_on else self._form(name, case)
        if case == "subject" and following is not None and self._agrees(following["verb"]):
            self.at = following.end()
            verb = f"{following['adverb'] or ''} {self.grammar.to_third.of(following['verb'])}"
            return verb.lstrip() if goes_on else f"{told}{verb}"
        if goes_on and following is not None:
            self.at = following.start() + 1
        return told

    def _is_joined(self, found: re.Match[str]) -> bool:
        """Whether an `and I` goes on with what the sentence began to say of its speaker."""
        before = self.text[: found.start()].split()
        return bool(before) and before[-1].lower() in self.grammar.joints and self.text.startswith(found[0])

    def _is_paired(self, found: re.Match[str]) -> bool:
        """Whether somebody else is named before an `and I`: their verb is in the plural."""
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
        """The name, or its pronoun once it has been named and nobody else of that pronoun has."""
        others = {self.speaker, self.hearer} - {name, None}
        shared = any(other and other.pronouns == name.pronouns for other in others)
        if name.full in self.named and not shared and name.pronouns != "they":
            return str(getattr(self.grammar.third[name.pronouns], case))
        if case == "self":
            return self.grammar.third[name.pronouns].self
        if case in ("possessive", "own") and name.full in self.named:
            return str(getattr(self.grammar.third[name.pronouns], case))
        self.named.add(name.full)
        owned = case in ("possessive", "own")
        return self.grammar.possessive_of.format(name=name.full) if owned else name.full

    def _we(self, case: str) -> str:
        return str(getattr(self.grammar.third["they"], case))

    def _agrees(self, verb: str) -> bool:
        small = verb.lower()
        if small in self.grammar.to_third.table:
            return True
        fixed = small in self.grammar.unchanged | self.grammar.no_verbs | self.grammar.third_verbs
        return verb[:1].islower() and not fixed and not self.grammar.past.search(verb)


# ---------------------------------------------------------------- patterns, made once


@dataclass(frozen=True, slots=True)
class _Tokens:
    pattern: re.Pattern[str]
    names: Mapping[str, Name]
    classes: Mapping[str, tuple[str, ...]]
    plural: str
    finite: re.Pattern[str]
    verb_after: re.Pattern[str]
    next_word: re.Pattern[str]
    any_word: re.Pattern[str]
    joint_and_name: re.Pattern[str]
    apposition: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class _SpokenForms:
    pronoun: re.Pattern[str]
    cases: Mapping[str, tuple[str, tuple[str, ...]]]
    next_word: re.Pattern[str]


_NEVER = "(?!)"


@lru_cache(maxsize=4_096)
def _tokens(people: tuple[Name, ...], grammar: Grammar) -> _Tokens:
    names: dict[str, Name] = {}
    for name in people:
        for word in (name.called.strip(), name.full.strip()):
            if 1 < len(word) <= LONGEST_NAME:
                names.setdefault(word, name)
    classes: dict[str, list[str]] = {}
    for each, forms in grammar.third.items():
        for word in (forms.subject, forms.object, forms.possessive, forms.own, forms.self):
            if each not in classes.setdefault(word, []):
                classes[word].append(each)
    named = _any(names)
    adverb = rf"(?P<adverb>(?:\s+(?:{_words(grammar.adverbs)}))*)"
    joint = _words(grammar.joints)
    finite = rf"(?P<verb>(?:{_words(grammar.third_verbs | grammar.unchanged)})|[a-z]*[^e\W]ed(?!\w))"
    owners = _words([grammar.first.possessive, *(forms.possessive for forms in grammar.third.values())])
    parts = (
        rf"(?P<name>{named})(?P<own>{grammar.possessive_mark})?",
        rf"(?P<pronoun>{_any(classes, any_case=True)})",
        rf"(?P<joint>{joint})",
        rf"(?P<opener>{_words(grammar.openers)})",
        rf"(?P<than>{_words(grammar.comparers)})",
        r"(?P<end>[.;:!?。！？；：—])",
        r"(?P<comma>[,，])",
    )
    return _Tokens(
        pattern=re.compile("|".join(parts)),
        names=names,
        classes={word: tuple(found) for word, found in classes.items()},
        plural=grammar.third["they"].subject,
        finite=re.compile(rf"(?<!\w){finite}(?!\w)"),
        verb_after=re.compile(rf"{adverb}\s+{finite}"),
        next_word=re.compile(rf"{adverb}\s+(?P<verb>[^\W\d_][\w'’]*)")
        if grammar.spaced
        else re.compile(_NEVER),
        any_word=re.compile(r"\s+([^\W_]+)") if grammar.spaced else re.compile(_NEVER),
        joint_and_name=re.compile(rf"\s+(?:{joint})\s+(?:{named})"),
        apposition=re.compile(rf"(?<!\w)(?:{owners})\s+[^\W_]+\s+$")
        if grammar.spaced
        else re.compile(_NEVER),
    )


@lru_cache(maxsize=64)
def _spoken_forms(grammar: Grammar) -> _SpokenForms:
    cases: dict[str, tuple[str, tuple[str, ...]]] = {}
    for whose, forms in (("first", grammar.first), ("second", grammar.second), ("we", grammar.we)):
        for word in (forms.subject, forms.object, forms.possessive, forms.own, forms.self):
            cases.setdefault(word, (whose, forms.case_of(word)))
    exact = [word for word in cases if word[:1].isupper()]
    loose = [word for word in cases if not word[:1].isupper()]
    adverb = rf"(?P<adverb>(?:\s+(?:{_words(grammar.adverbs)}))*)"
    return _SpokenForms(
        pronoun=re.compile(f"{_any(exact)}|{_any(loose, any_case=True)}"),
        cases=cases,
        next_word=re.compile(rf"{adverb}\s+(?P<verb>[^\W\d_][\w'’]*)")
        if grammar.spaced
        else re.compile(_NEVER),
    )


@lru_cache(maxsize=256)
def _names(words: tuple[str, ...], grammar: Grammar) -> re.Pattern[str]:
    return re.compile(_any(word for word in words if 1 < len(word) <= LONGEST_NAME))


@lru_cache(maxsize=64)
def _short_names(names: tuple[Name, ...], grammar: Grammar) -> tuple[re.Pattern[str], Mapping[str, str]]:
    full: dict[str, str] = {}
    shared: set[str] = set()
    for name in names:
        if name.called in full and full[name.called] != name.full:
            shared.add(name.called)
        full[name.called] = name.full
    usable = {word: long for word, long in full.items() if word not in shared and word != long}
    longs = _any(sorted({name.full for name in names if len(name.full) <= LONGEST_NAME}))
    return re.compile(rf"(?:{longs})|(?P<short>{_any(usable)})"), usable


def _any(words: Iterable[str], any_case: bool = False) -> str:
    ordered = sorted({word for word in words if word}, key=lambda word: (-len(word), word))
    found = "|".join(map(by_itself, ordered)) or _NEVER
    return f"(?i:{found})" if any_case else found


def _words(words: Iterable[str]) -> str:
    return _any(words, any_case=True)
