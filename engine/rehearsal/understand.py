"""Understanding: what a text says, as far as rules can read it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.records import Name
from engine.rehearsal.language.names import Everybody
from engine.rehearsal.language.pack import Pack
from engine.rehearsal.language.text import bare, words_of

ALIKE = 0.6
_CACHED = 16_384
_ATTENDING = (
    "means_to_come_without", "means_to_come", "skips", "insight_came", "insight_missed", "insight_guests",
    "insight_stayed_away",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposition:
    """The meaning of a sentence in the third person.

    `who` is its subject, `does` what is said of it, and `relation` the kind of that; `people` are all people
    named. Hearsay is removed: `source` told it, and had it from `origin`. `occasion` is something that people
    are invited to, `host` whose it is, and `sides` are two people who want the same, or one who stands for
    something.
    """

    text: str
    who: Name | None = None
    does: str = ""
    relation: str = ""
    people: tuple[Name, ...] = ()
    source: Name | None = None
    origin: Name | None = None
    occasion: str = ""
    host: Name | None = None
    sides: tuple[Name, ...] = ()
    private: bool = False
    words: frozenset[str] = frozenset()


@lru_cache(maxsize=_CACHED)
def understand(text: str, everybody: Everybody, pack: Pack) -> Proposition:
    """Read the meaning of a sentence, which may name anybody in town."""
    by_full = everybody.by_full
    core, source, origin = _hearsay(text, pack)
    if source and source not in by_full:  # "has told nobody that …" is not told by "… has"
        core, source, origin = bare(text), "", ""
    people = mentioned(core, everybody)
    who = people[0] if people and core.startswith(people[0].full) else None
    does = core[len(who.full) :].strip() if who else core
    occasion, host = _occasion(core, who, by_full, pack)
    return Proposition(
        text=core,
        who=who,
        does=does,
        relation=_relation(does, pack),
        people=people,
        source=by_full.get(source),
        origin=by_full.get(origin),
        occasion=occasion,
        host=host,
        sides=_sides(core, by_full, pack),
        private=pack.finds("private", core),
        words=content_words(core, pack),
    )


def mentioned(text: str, everybody: Everybody) -> tuple[Name, ...]:
    """Return the people named in full in a text, in the order of their names."""
    found = everybody.full_names.findall(text)
    return tuple(dict.fromkeys(everybody.by_full[full] for full in found))


def content_words(text: str, pack: Pack) -> frozenset[str]:
    """Return the longer words of a text, without stop words."""
    return _content_words(text, pack)


def alike(words: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether the first text is mostly contained in the second."""
    return bool(words) and len(words & other) >= ALIKE * len(words)


def clauses(text: str, pack: Pack) -> tuple[str, ...]:
    """Split a sentence into its main clauses."""
    return tuple(part for part in map(bare, pack.patterns["clause_break"].split(text)) if part)


@lru_cache(maxsize=_CACHED)
def _hearsay(text: str, pack: Pack) -> tuple[str, str, str]:
    if found := pack.phrases.read("learned", text):
        passed = pack.phrases.read("passed_on", found["core"])
        if passed:
            return bare(passed["core"]), found["speaker"], passed["source"]
        return bare(found["core"]), found["speaker"], ""
    if found := pack.phrases.read("summary_told", text):
        return bare(found["topic"]), found["teller"], ""
    if found := pack.phrases.read("summary_news", text):
        return bare(found["topic"]), "", ""
    return bare(text), "", ""


def _relation(does: str, pack: Pack) -> str:
    for name, pattern in pack.relations:
        if pattern.match(does):
            return name
    return ""


def _occasion(
    core: str, who: Name | None, by_full: Mapping[str, Name], pack: Pack
) -> tuple[str, Name | None]:
    """Return the occasion in a sentence and its host, or an empty string and None."""
    for frame in _ATTENDING:
        if found := pack.phrases.read(frame, core):
            whose = owner(found["whose"], pack) if "whose" in found else found.get("name", "")
            return found["occasion"].strip(), by_full.get(whose, who)
    named = pack.patterns["occasion"].search(core)
    if named:
        return named["what"].strip(), who
    return "", None


def owner(whose: str, pack: Pack) -> str:
    """Return the owner in a possessive: `Isabel Moreno's` gives `Isabel Moreno`."""
    before, after = pack.grammar.possessive_of.split("{name}")
    return whose.strip().removeprefix(before).removesuffix(after)


def _sides(core: str, by_full: Mapping[str, Name], pack: Pack) -> tuple[Name, ...]:
    if found := pack.patterns["contest"].match(core):
        sides = tuple(by_full[name] for name in (found["a"], found["b"]) if name in by_full)
        return sides if len(sides) == 2 else ()
    if found := pack.patterns["candidate"].match(core):
        return (by_full[found["a"]],) if found["a"] in by_full else ()
    return ()


@lru_cache(maxsize=_CACHED)
def _content_words(text: str, pack: Pack) -> frozenset[str]:
    stop, least = pack.words["stop"], 4 if pack.grammar.spaced else 2
    words = words_of(_unstopped(text, pack))
    return frozenset(word for word in words if len(word) >= least and word not in stop.spaced)


def _unstopped(text: str, pack: Pack) -> str:
    """Return the text with stop words of scripts without spaces cut out, so that no pair spans them."""
    small = pack.words["stop"].unspaced
    return _stops(small).sub(" ", text) if small else text


@lru_cache(maxsize=8)
def _stops(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(sorted(map(re.escape, words), key=len, reverse=True)))
