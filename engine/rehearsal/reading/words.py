"""The words of a language by which intentions are read, from its pack."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import Any

import yaml

from engine.language.any_word import NEVER
from engine.language.languages import FALLBACK, folders_for
from engine.language.phrases import phrases
from engine.language.spelling.mended import Spelling
from engine.language.verb_forms import base_form
from engine.practices.conduct import KINDS
from engine.practices.practice import kinds
from engine.rehearsal.reading.frames import Frames, frames_of

_READ_BESIDE = frozenset({"kinds", "lists", "mistyped", "well_typed", "place_sorts"})  # within other fields
_IN_BRACES = re.compile(r"\{([a-z_]+)\}")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, kw_only=True, eq=False)
class Words:
    """How a language refers to people and places, and how it asks and forbids things."""

    everybody: tuple[str, ...]
    oneself: tuple[str, ...]
    titles: tuple[str, ...]
    spelling: Spelling
    titled: str
    titled_alike: tuple[str, ...]
    my: tuple[str, ...]
    no_names: frozenset[str]
    stranger: re.Pattern[str]
    another_stranger: re.Pattern[str]
    at: str
    article: str
    places: Mapping[str, tuple[str, ...]]
    place_ends: str
    room_of: tuple[str, ...]
    home_of: tuple[str, ...]
    found_at: tuple[str, ...]  # how one speaks of where somebody is to be found
    home_alone: tuple[str, ...]
    home_ends: str
    nicknames: tuple[str, ...]
    genders: Mapping[str, tuple[str, ...]]
    opening: re.Pattern[str]
    for_whom: str
    known_as: str
    surprise: re.Pattern[str]
    together: re.Pattern[str]
    home: tuple[str, ...]
    own_home: tuple[str, ...]
    work: tuple[str, ...]
    sentence_end: re.Pattern[str]
    clause_break: re.Pattern[str]
    weak_break: re.Pattern[str]
    skip: re.Pattern[str]
    lead: re.Pattern[str]
    forbids: re.Pattern[str]
    frames: Frames
    strengths: Mapping[str, int]
    verb: re.Pattern[str]
    him: re.Pattern[str]
    nonsense: re.Pattern[str]
    past: re.Pattern[str]
    pronoun: re.Pattern[str]
    stative: re.Pattern[str]
    cannot: re.Pattern[str]
    says_it: re.Pattern[str]
    there: re.Pattern[str]
    do_it: re.Pattern[str]
    thing: re.Pattern[str]
    a_thing: re.Pattern[str]
    lacks: re.Pattern[str]
    only_going: re.Pattern[str]
    negative: re.Pattern[str]
    another: re.Pattern[str]
    container: re.Pattern[str]
    is_so: re.Pattern[str]
    owed: re.Pattern[str]
    his: re.Pattern[str]
    indirect: re.Pattern[str]
    content_before: re.Pattern[str]
    nobody_missing: re.Pattern[str]
    goes_on: re.Pattern[str]
    office: re.Pattern[str]
    only_help: re.Pattern[str]
    all_named: re.Pattern[str]
    spread: re.Pattern[str]
    alone: re.Pattern[str]
    that_day: re.Pattern[str]
    come: re.Pattern[str]
    always: re.Pattern[str]
    under_way: re.Pattern[str]
    with_them: re.Pattern[str]
    only_coming: re.Pattern[str]
    all_but: re.Pattern[str]
    left_out: re.Pattern[str]
    asks_to: str
    overnight: re.Pattern[str]
    talk_over: re.Pattern[str]
    somebody: re.Pattern[str]
    wishes: re.Pattern[str]
    topic: re.Pattern[str]
    comes_there: re.Pattern[str]
    looks_on: re.Pattern[str]
    make_it: re.Pattern[str]
    meets: re.Pattern[str]
    without: re.Pattern[str]
    for_good: re.Pattern[str]
    forbidding: re.Pattern[str]
    forbidding_told: re.Pattern[str]
    negation: re.Pattern[str]
    besides: re.Pattern[str]
    also_barred: re.Pattern[str]
    after_it: re.Pattern[str]
    meal: re.Pattern[str]
    an_hour: re.Pattern[str]
    cooking: re.Pattern[str]
    bearing: re.Pattern[str]
    pointed_at: re.Pattern[str]
    of_words: re.Pattern[str]
    in_company: re.Pattern[str]
    estranged: re.Pattern[str]
    bans: re.Pattern[str]
    leaves_off: re.Pattern[str]
    silence: re.Pattern[str]
    as_a_rule: re.Pattern[str]
    on_no_day: re.Pattern[str]
    whoever: re.Pattern[str]
    fondly: re.Pattern[str]
    landmark: re.Pattern[str]
    left_to_me: re.Pattern[str]
    parenthesis: re.Pattern[str]
    time_that: re.Pattern[str]
    in_turn: re.Pattern[str]
    see_done: re.Pattern[str]
    stays: re.Pattern[str]
    plain_number: re.Pattern[str]
    surprised: re.Pattern[str]
    waits_for_weather: re.Pattern[str]
    a_while_of: re.Pattern[str]
    would_come: re.Pattern[str]
    no_verbs: re.Pattern[str]
    hands_over: Callable[[str], bool]
    circumstance: re.Pattern[str]
    manner: re.Pattern[str]
    above_all: re.Pattern[str]
    reported: re.Pattern[str]
    given: re.Pattern[str]
    gives: re.Pattern[str]
    thing_behind: re.Pattern[str]
    two_things: re.Pattern[str]
    at_theirs: re.Pattern[str]
    has_done: re.Pattern[str]
    fetched_for: re.Pattern[str]
    of_us: re.Pattern[str]
    goes_there: re.Pattern[str]
    never_missed: re.Pattern[str]
    headless: re.Pattern[str]
    bare_deed: re.Pattern[str]
    taken_home: re.Pattern[str]
    at_their_door: re.Pattern[str]
    found_there: re.Pattern[str]
    one_by_one: re.Pattern[str]
    holds_already: re.Pattern[str]
    object_of: re.Pattern[str]
    rhetorical: re.Pattern[str]
    twice: re.Pattern[str]
    to_no_avail: re.Pattern[str]
    once: str
    done_to: str
    right_after_time: str
    before_meeting: str
    birthday: re.Pattern[str]
    birthday_of: str
    listed: re.Pattern[str]
    for_me: re.Pattern[str]
    speaker: str
    taken_there: re.Pattern[str]
    up_to: re.Pattern[str]
    over_there: str
    serial: re.Pattern[str]
    you_do: re.Pattern[str]
    goes_for: re.Pattern[str]
    says_all: re.Pattern[str]
    directions: re.Pattern[str]
    agreed: re.Pattern[str]
    customary: re.Pattern[str]
    doubled: re.Pattern[str]
    of_a_thing: re.Pattern[str]
    sent_for: re.Pattern[str]
    agrees: re.Pattern[str]
    plural: re.Pattern[str]
    many_at_first: re.Pattern[str]
    of_many: re.Pattern[str]
    finite: re.Pattern[str]
    until_then: re.Pattern[str]
    pastimes: tuple[re.Pattern[str], ...]
    secrecy: re.Pattern[str]
    speaking: re.Pattern[str]
    helps_one: re.Pattern[str]
    and_does: re.Pattern[str]
    tastes: re.Pattern[str]
    answers: tuple[re.Pattern[str], ...]
    same_past: re.Pattern[str]
    who_did: re.Pattern[str]
    wishing: re.Pattern[str]
    wished_to: re.Pattern[str]
    to_nobody: re.Pattern[str]
    aside: re.Pattern[str]
    for_somebody: re.Pattern[str]
    small_words: frozenset[str]
    common_letters: str
    who_did_it: re.Pattern[str]
    who: str
    get: str
    both: str
    going: str
    of: str
    ask_to: str
    gathering: str
    gathering_about: str
    about: re.Pattern[str]
    spaced: bool
    surnames_first: int

    def short(self, name: str) -> tuple[str, ...]:
        """Return other names for a person with this name, in a script without spaces: the given name."""
        given = name[self.surnames_first :]
        return (given,) if self.surnames_first and not self.spaced and len(given) > 1 else ()

    def strength(self, said: str) -> int:
        """Return the strength of the strongest feeling that a text names, in any form of its words."""
        folded = said.lower()
        if self.spaced:
            folded += " | " + " ".join(base_form(word) or word for word in folded.split())
        named = (many for word, many in self.strengths.items() if _alone(word, self.spaced).search(folded))
        return max(named, key=abs, default=0)

    def family_name(self, name: str) -> str:
        """Return the part of a name that goes with a title."""
        return name[: self.surnames_first] or name.split()[-1]

    def skipped_forbids(self, text: str) -> bool:
        """Return whether a text begins with filler words followed by words that forbid."""
        skipped = self.skip.match(text)
        return skipped is not None and self.forbids.match(text, skipped.end()) is not None

    def first_name(self, name: str) -> str:
        """Return the given name in a person's name."""
        return name.split()[0] if self.spaced else name[self.surnames_first :] or name

    def has(self, word: str, text: str) -> bool:
        """Return whether a word occurs in a text."""
        return re.search(rf"\b{re.escape(word)}\b" if self.spaced else re.escape(word), text) is not None

    def last_word(self, name: str) -> str:
        """Return the last word of a place's name, which people use for the whole."""
        return name.split()[-1] if self.spaced else name[-2:]

    def without_article(self, name: str) -> str:
        """Return the name of a place without its article."""
        return re.sub(f"^(?i:{self.article})", "", name)


@lru_cache(maxsize=1_024)
def _alone(word: str, spaced: bool) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}" if spaced else re.escape(word))


@cache
def words_for(language: str) -> Words:
    """Load the words of a town's language, or the English ones if it has none."""
    for folder in folders_for(language):
        pack = folder / "intentions.yaml"
        if pack.is_file():
            return _read(yaml.load(pack.read_text(encoding="utf-8"), Loader=_LOADER), folder.name)
    raise FileNotFoundError(f"the words that intentions are read by are missing in {FALLBACK!r}")


def _read(data: Mapping[str, Any], language: str) -> Words:
    _check_names(data)
    spaced = bool(data["spaced"])
    kinds_said: Mapping[str, list[str]] = data["kinds"]
    unknown = {kind.rstrip("+") for kind in kinds_said} - set(KINDS)
    if unknown:
        raise ValueError(f"there is no kind of intention {sorted(unknown)}")
    of_practices = {f"{one.name}+": list(one.reads.get(language, ())) for one in kinds()}
    lists = {name: tuple(words) for name, words in data["lists"].items()}
    made: dict[str, Any] = {
        "spelling": Spelling(
            data.get("spelling", {}), tuple(data.get("mistyped", ())), frozenset(data.get("well_typed", ()))
        ),
        "no_names": frozenset(word.lower() for word in data["no_names"]),
        "places": {word: tuple(data.get("place_sorts", {}).get(word, ())) for word in data["places"]},
        "genders": {word: tuple(pronouns) for word, pronouns in data["genders"].items()},
        "pastimes": tuple(_any_word(said, spaced=spaced) for said in data["pastimes"].values()),
        "frames": Frames(frames_of([*kinds_said.items(), *of_practices.items()], lists, spaced=spaced)),
        "strengths": {word: int(many) for word, many in data["strengths"].items()},
        "answers": tuple(re.compile(one, re.IGNORECASE) for one in data.get("answers", ())),
        "hands_over": phrases(language).hands_over,
        "spaced": spaced,
        "surnames_first": int(data.get("surnames_first", 0)),
    }
    read: Mapping[str, Callable[[str], Any]] = {  # what is read as it is written, by its type
        "str": data.__getitem__,
        "tuple[str, ...]": lambda name: tuple(data[name]),
        "frozenset[str]": lambda name: frozenset(data[name]),
        "re.Pattern[str]": lambda name: pattern_of(data, name, spaced=spaced),
    }
    plain = (field for field in fields(Words) if field.name not in made)
    return Words(**made, **{field.name: read[str(field.type)](field.name) for field in plain})


def _check_names(data: Mapping[str, Any]) -> None:
    """Raise ValueError for a pack with names that nothing reads, which would be ignored silently."""
    in_braces = set(_IN_BRACES.findall(str(data)))
    unread = set(data) - {field.name for field in fields(Words)} - _READ_BESIDE - in_braces
    if unread:
        raise ValueError(f"nothing of what is written reads {sorted(unread)}")


def _any_word(ways: Sequence[str], *, spaced: bool) -> re.Pattern[str]:
    """Build a pattern for any of some words, as whole words in a script with spaces."""
    any_of = f"(?:{'|'.join(sorted(ways, key=len, reverse=True))})"
    return re.compile(rf"\b{any_of}\b" if spaced else any_of, re.IGNORECASE)


def pattern_of(data: Mapping[str, Any], name: str, *, spaced: bool) -> re.Pattern[str]:
    """Compile a pattern of the pack, or one for any of a list, with references in braces replaced.

    A missing name gives a pattern that matches nothing. Raises ValueError for a reference to a pattern that
    the pack does not have.
    """
    written: str | list[str] = data.get(name, NEVER)
    if isinstance(written, str):
        return re.compile(written, re.IGNORECASE | re.VERBOSE)
    named = {word for one in written for word in _IN_BRACES.findall(one)}
    if named - set(data):
        raise ValueError(f"{name}: the pack has no pattern {sorted(named - set(data))} to put in braces")
    ways = (_IN_BRACES.sub(lambda found: str(data[found[1]]), one) for one in written)
    any_of = f"(?:{'|'.join(ways)})"
    return re.compile(rf"\b{any_of}" if spaced else any_of, re.IGNORECASE)
