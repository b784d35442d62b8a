"""First person: memories are kept in the third person, people speak in the first and second.

A sentence is processed from left to right. The people named so far decide whom a pronoun means, and the start
of a clause decides which subject its verb agrees with. A language without agreement leaves those tables
empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from engine.language.any_word import NEVER, any_word
from engine.language.verb_forms import base_form
from engine.records import Name
from engine.rehearsal.language.names import LONGEST_NAME, Everybody
from engine.rehearsal.language.tables import Forms, Grammar
from engine.rehearsal.language.text import capital

Role = Literal["me", "you", "other"]


def in_first_person(
    text: str, speaker: Name, hearer: Name | None, everybody: Everybody, grammar: Grammar
) -> str:
    """Return a text as one person says it to another.

    `Ada Moss owes Ben Reed a letter`, said by Ada Moss to Ben Reed, becomes `I owe you a letter`. Everybody
    else gets their short name.
    """
    strangers = tuple(name for name in (speaker, hearer) if name and name not in everybody)
    walk = _Walk(text, speaker, hearer, _tokens(everybody, strangers, grammar), grammar)
    said = walk.said()
    for pair, put in grammar.pairs:
        said = pair.sub(put, said)
    return capital(said)


@dataclass(slots=True)
class _Walk:
    """The state of changing one sentence into a speaker's first person, from left to right."""

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
    aside: bool = False
    apposed: bool = False
    subject_end: int = -1
    acted_on: bool = False
    subject_class: str = ""
    last: dict[str, Role] = field(default_factory=dict)
    before_last: dict[str, Role] = field(default_factory=dict)

    def said(self) -> str:
        """Return the sentence as it is spoken."""
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
        """Handle a comma, the opening of a subordinate clause, or the end of a sentence."""
        self.out.append(found[0])
        self.first_is_subject = False
        if kind == "opener":
            self.aside = self.after_comma
            self.inside, self.clause, self.several = True, None, False
            self.opened = found.end()
            self.acted_on = found[0].lower() in self.grammar.acted_on
        elif kind == "end":
            self.inside, self.clause, self.main, self.several = False, None, None, False
        self.after_comma = kind == "comma"
        self.opens = True
        if kind == "comma":
            self._goes_on(found)

    def _goes_on(self, comma: re.Match[str]) -> None:
        """Repeat the subject before a further verb after a comma: `…, feeds the gulls, and …`.

        A verb after an apposition is not a further one: `that Tomas, the boatbuilder, feeds the gulls`.
        """
        verb = self.tokens.verb_after.match(self.text, self.at)
        role = self.main if self.clause is None or self.aside else self.clause
        forms = self._forms(role)
        closes, self.apposed = self.apposed, False
        if verb is not None and forms and not closes and self._takes_an_object(verb):
            self.inside = self.inside and role != self.main
            self._repeat(role, forms)
        else:
            self.apposed = not closes and self.name_end == comma.start()

    def _takes_an_object(self, verb: re.Match[str]) -> bool:
        """Check that a third-person verb is followed by what goes with it, and is no noun of a list.

        After a noun, too, there is `from` or `for`: before one of these it is a verb if the list ends with a
        verb, as in `sits at the door, looks at the sea, and waits`.
        """
        following = self.tokens.any_word.match(self.text, verb.end())
        if verb["verb"].lower() not in self.grammar.third_verbs or following is None:
            return False
        word = following[1].lower()
        if word in self.grammar.articles or word in self.tokens.classes:
            return True
        goes_with = self.grammar.object_before - self.grammar.joints
        return word in goes_with and self._ends_with_a_verb(verb.end())

    def _ends_with_a_verb(self, at: int) -> bool:
        """Look for a verb after the first `and` from a position on, in the same sentence."""
        for found in self.tokens.pattern.finditer(self.text, at):
            if found.lastgroup in ("joint", "end"):
                verb = self.tokens.verb_after.match(self.text, found.end())
                is_verb = verb is not None and verb["verb"].lower() in self.grammar.third_verbs
                return found.lastgroup == "joint" and is_verb
        return False

    def _repeat(self, role: Role | None, forms: Forms) -> None:
        """Put the subject of a verb before it once more, and let the verb agree."""
        self._put(f" {forms.subject}")
        self.clause, self.subject_end = role, self.at
        self._agree(role)

    def _name(self, found: re.Match[str]) -> None:
        name = self.tokens.names[found["name"]]
        if self._is_owned(found, name):
            self.out.append(found[0])
            return
        role: Role = "me" if name == self.speaker else "you" if name == self.hearer else "other"
        forms = self._forms(role)
        self._mention(name.pronouns, role)
        if role == "you":
            self._drop_apposition()
        if found["own"]:
            self._put(forms.possessive if forms else self.grammar.possessive_of.format(name=name.called))
        elif self._is_subject() or (self._joined(found) and self.first_is_subject):
            self.subject_class, self.subject_end = name.pronouns, found.end()
            self._subject(role, forms.subject if forms else name.called, self._joined(found))
        else:
            self._put(forms.object if forms else name.called)
        self.after_comma, self.name_end = False, found.end()

    def _is_owned(self, found: re.Match[str], name: Name) -> bool:
        """Recognise a short name after a possessive mark as that of a thing: `大厅的老钟`."""
        owned = bool(self.tokens.mark) and self.text.endswith(self.tokens.mark, 0, found.start())
        return owned and found["name"] != name.full

    def _joined(self, found: re.Match[str]) -> bool:
        """Recognise the second name of a pair, whose verb stays in the plural."""
        return self.pairs_from >= 0 and not self.text[self.pairs_from : found.start()].strip()

    def _pronoun(self, found: re.Match[str]) -> None:
        word = found[0].lower()
        case = self._case(word, found.start())
        role, pronouns = self._meant(word, case, found.start())
        forms = self._forms(role)
        if case == "subject" and (self.opens or self.grammar.spaced):
            self.subject_class, self.subject_end = pronouns, found.end()
            self._subject(role, forms.subject if forms else found[0], False)
            self.several = self.tokens.plural == word and role == "other"
        else:
            self._put(getattr(forms, case) if forms else found[0])
        self.after_comma = False

    def _meant(self, word: str, case: str, at: int) -> tuple[Role, str]:
        """Return the role (speaker, hearer or other) that a pronoun refers to, and its class of pronouns.

        It refers to the last person named who fits it. An object cannot refer to the subject of its own
        clause, and the object of that subject's verb means somebody else even if nobody else is named. A
        subject after `whom` cannot refer to the person meant by `whom`, and one right after a noun is that of
        the clause before: `for a bet he lost`.
        """
        for each in self.tokens.classes[word]:
            if each in self.last:
                last = self.last[each]
                itself = case == "object" and self.subject_class == each and last == self.clause
                before = self.before_last.get(each, last)
                if itself and before == self.clause and self._is_object(at):
                    return "other", each
                if case == "subject" and not self.opens and self.clause and self.subject_class == each:
                    return self.clause, each
                return before if itself or (self.acted_on and case == "subject") else last, each
        return "other", self.tokens.classes[word][0]

    def _is_object(self, at: int) -> bool:
        """Recognise the object of the verb of a clause, right after it or after its `to`."""
        if self.subject_end < 0 or self.name_end > self.subject_end:
            return False  # it may be that of what somebody named is to do: `asks Ada to marry him`
        words = self.text[self.subject_end : at].lower().split()
        verb, *rest = [word for word in words if word not in self.grammar.adverbs] or [""]
        return verb.isalpha() and all(word == self.grammar.to or base_form(word) for word in rest)

    def _mention(self, pronouns: str, role: Role) -> None:
        if self.last.get(pronouns) != role and pronouns in self.last:
            self.before_last[pronouns] = self.last[pronouns]
        self.last[pronouns] = role

    def _joint(self, found: re.Match[str]) -> None:
        """Handle an `and`: a verb right after it has the subject of the clause or of the sentence."""
        verb = self.tokens.verb_after.match(self.text, self.at)
        singular = verb is not None and verb["verb"].lower() in self.grammar.third_verbs
        self.apposed = False
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
            self._repeat(role, forms)
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
        """Put the next verb into the person of its subject."""
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

    def _case(self, word: str, at: int) -> str:
        cases = [
            case for each in self.tokens.classes[word] for case in self.grammar.third[each].case_of(word)
        ]
        if "object" in cases and "possessive" in cases:
            following = self.tokens.any_word.match(self.text, self.at)
            owns = following is not None and following[1].lower() not in self.grammar.object_before
            does = self.grammar.is_let(self.text[:at], self.text[self.at :])
            return "possessive" if owns and not does else "object"
        if "possessive" in cases and "own" in cases:
            return "possessive" if self.tokens.any_word.match(self.text, self.at) else "own"
        return cases[0]

    def _forms(self, role: Role | None) -> Forms | None:
        return {"me": self.grammar.first, "you": self.grammar.second}.get(role or "")

    def _drop_apposition(self) -> None:
        """Remove an apposition before `you`: `her brother you` becomes `you`."""
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
    mark: str


@lru_cache(maxsize=256)
def _tokens(everybody: Everybody, strangers: tuple[Name, ...], grammar: Grammar) -> _Tokens:
    names: dict[str, Name] = {}
    for name in (*everybody, *strangers):
        for word in (name.called.strip(), name.full.strip()):
            if 1 < len(word) <= LONGEST_NAME:
                names.setdefault(word, name)
    classes: dict[str, list[str]] = {}
    for each, forms in grammar.third.items():
        for word in (forms.subject, forms.object, forms.possessive, forms.own, forms.self):
            if each not in classes.setdefault(word, []):
                classes[word].append(each)
    named = any_word(names, ending=everybody.outside_places)
    adverb = rf"(?P<adverb>(?:\s+(?:{_words(grammar.adverbs)}))*)"
    joint = _words(grammar.joints)
    finite = rf"(?P<verb>(?:{_words(grammar.third_verbs | grammar.unchanged)})|[a-z]*[^e\W]ed(?!\w))"
    owners = _words([grammar.first.possessive, *(forms.possessive for forms in grammar.third.values())])
    parts = (
        rf"(?P<name>{named})(?P<own>{grammar.possessive_mark})?",
        rf"(?P<pronoun>{any_word(classes, any_case=True)})",
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
        else re.compile(NEVER),
        any_word=re.compile(r"\s+([^\W_]+)") if grammar.spaced else re.compile(NEVER),
        joint_and_name=re.compile(rf"\s+(?:{joint})\s+(?:{named})"),
        mark="" if grammar.spaced else grammar.possessive_mark,
        apposition=re.compile(rf"(?<!\w)(?:{owners})\s+[^\W_]+\s+$") if grammar.spaced else re.compile(NEVER),
    )


def _words(words: Iterable[str]) -> str:
    return any_word(words, any_case=True)
