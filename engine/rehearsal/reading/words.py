"""The words of a language that intentions are read by, from its pack."""

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
from engine.rehearsal.reading.parse.grammar import Grammar, grammar_of

_SAID_BEFORE = (  # patterns by which a clause leans on what was said before it
    "pronoun", "stative", "cannot", "says_it", "there", "do_it", "thing", "a_thing", "lacks",
    "only_going", "negative", "another", "is_over", "container", "is_so", "owed", "his", "indirect",
    "content_before", "nobody_missing", "goes_on", "office", "that_day", "come",
    "only_help", "all_named", "spread", "alone",
    "given_by", "always", "under_way", "with_them", "only_coming", "all_but", "left_out",
    "overnight", "expects", "talk_over", "somebody", "who_did_it", "wishes", "topic",
    "comes_there", "looks_on", "make_it", "meets", "without", "for_good",
    "tastes", "wishing", "wished_to", "helps_one", "and_does", "to_nobody", "aside", "for_somebody",
    "forbidding", "forbidding_told", "negation", "secrecy", "speaking",
    "besides", "side_by_side", "also_barred", "after_it", "estranged", "until_then",
    "meal", "an_hour", "cooking", "bearing", "in_company", "pointed_at", "of_words",
    "bans", "leaves_off", "silence", "as_a_rule", "after_noon",
    "on_no_day", "whoever", "fondly", "landmark", "left_to_me", "parenthesis",
    "time_that", "in_turn", "of_a_thing", "sent_for", "agrees", "plural", "many_at_first",
    "of_many", "finite", "see_done", "a_while_of", "would_come", "no_verbs",
    "circumstance", "manner", "above_all", "reported", "attribute",
    "given", "at_theirs", "has_done", "fetched_for", "of_us", "goes_there", "never_missed", "counted",
    "headless", "bare_deed", "taken_home", "at_their_door", "found_there", "one_by_one",
    "holds_already", "object_of", "rhetorical", "twice", "to_no_avail",
    "birthday", "listed", "for_me", "taken_there", "up_to", "serial", "you_do", "goes_for", "says_all",
    "directions", "agreed", "customary", "doubled", "same_past", "who_did", "stays", "waits_for_weather",
    "plain_number", "surprised",
)  # fmt: skip
_READ_BESIDE = frozenset({"kinds", "lists", "mistyped", "well_typed", "place_sorts"})  # within other fields
_IN_BRACES = re.compile(r"\{([a-z_]+)\}")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, kw_only=True, eq=False)
class Words:
    """How a language speaks of people and places, begins to ask something of somebody, and asks it."""

    grammar: Grammar | None

    everybody: tuple[str, ...]
    oneself: tuple[str, ...]
    titles: tuple[str, ...]
    spelling: Spelling
    titled: str
    titled_alike: tuple[str, ...]
    my: tuple[str, ...]
    no_names: frozenset[str]
    stranger: re.Pattern[str] | None
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
    is_over: re.Pattern[str]
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
    given_by: re.Pattern[str]
    always: re.Pattern[str]
    under_way: re.Pattern[str]
    with_them: re.Pattern[str]
    only_coming: re.Pattern[str]
    all_but: re.Pattern[str]
    left_out: re.Pattern[str]
    asks_to: str
    overnight: re.Pattern[str]
    expects: re.Pattern[str]
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
    side_by_side: re.Pattern[str]
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
    after_noon: re.Pattern[str]
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
    attribute: re.Pattern[str]
    given: re.Pattern[str]
    at_theirs: re.Pattern[str]
    has_done: re.Pattern[str]
    fetched_for: re.Pattern[str]
    of_us: re.Pattern[str]
    goes_there: re.Pattern[str]
    never_missed: re.Pattern[str]
    counted: re.Pattern[str]
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
        """Return what else somebody of a name may be called, in a script that writes no spaces."""
        given = name[self.surnames_first :]
        return (given,) if self.surnames_first and not self.spaced and len(given) > 1 else ()

    def strength(self, said: str) -> int:
        """Return how strong the strongest feeling is that is named, in whatever form of its words."""
        folded = said.lower()
        if self.spaced:
            folded += " | " + " ".join(base_form(word) or word for word in folded.split())
        named = (many for word, many in self.strengths.items() if _alone(word, self.spaced).search(folded))
        return max(named, key=abs, default=0)

    def family_name(self, name: str) -> str:
        """Return the part of a name that goes with a title."""
        return name[: self.surnames_first] or name.split()[-1]

    def skipped_forbids(self, text: str) -> bool:
        """Return whether words that forbid come after others that say nothing."""
        skipped = self.skip.match(text)
        return skipped is not None and self.forbids.match(text, skipped.end()) is not None

    def first_name(self, name: str) -> str:
        """Return what somebody of a name is called among friends."""
        return name.split()[0] if self.spaced else name[self.surnames_first :] or name

    def has(self, word: str, text: str) -> bool:
        """Return whether a word stands in a text."""
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
    """Return the words of a town's language; the English ones where there are none for it yet."""
    for folder in folders_for(language):
        pack = folder / "intentions.yaml"
        if pack.is_file():
            return _read(yaml.load(pack.read_text(encoding="utf-8"), Loader=_LOADER), folder.name)
    raise FileNotFoundError(f"the words that intentions are read by are missing in {FALLBACK!r}")


def _read(data: Mapping[str, Any], language: str) -> Words:
    _check_names(data)
    spaced = bool(data["spaced"])
    frames: Mapping[str, list[str]] = data["kinds"]
    unknown = {kind.rstrip("+") for kind in frames} - set(KINDS)
    if unknown:
        raise ValueError(f"there is no kind of intention {sorted(unknown)}")
    of_practices = {f"{one.name}+": list(one.reads.get(language, ())) for one in kinds()}
    lists = {name: tuple(words) for name, words in data["lists"].items()}
    return Words(
        grammar=grammar_of(language),
        everybody=tuple(data["everybody"]),
        oneself=tuple(data["oneself"]),
        titles=tuple(data["titles"]),
        spelling=Spelling(
            data.get("spelling", {}), tuple(data.get("mistyped", ())), frozenset(data.get("well_typed", ()))
        ),
        titled=data["titled"],
        titled_alike=tuple(data["titled_alike"]),
        my=tuple(data["my"]),
        no_names=frozenset(word.lower() for word in data["no_names"]),
        stranger=re.compile(data["stranger"]) if data.get("stranger") else None,
        another_stranger=re.compile(data.get("another_stranger", NEVER)),
        at=data["at"],
        article=data["article"],
        places={word: tuple(data.get("place_sorts", {}).get(word, ())) for word in data["places"]},
        place_ends=data["place_ends"],
        room_of=tuple(data["room_of"]),
        home_of=tuple(data["home_of"]),
        found_at=tuple(data["found_at"]),
        home_alone=tuple(data["home_alone"]),
        home_ends=data["home_ends"],
        pastimes=tuple(_any_word(said, spaced=spaced) for said in data["pastimes"].values()),
        small_words=frozenset(data["small_words"]),
        common_letters=data["common_letters"],
        nicknames=tuple(data["nicknames"]),
        genders={word: tuple(pronouns) for word, pronouns in data["genders"].items()},
        opening=re.compile(data["opening"], re.IGNORECASE),
        for_whom=data["for_whom"],
        known_as=data["known_as"],
        surprise=re.compile(data["surprise"], re.IGNORECASE),
        together=re.compile(data["together"], re.IGNORECASE),
        home=tuple(data["home"]),
        own_home=tuple(data["own_home"]),
        work=tuple(data["work"]),
        sentence_end=re.compile(data["sentence_end"]),
        clause_break=re.compile(data["clause_break"], re.IGNORECASE),
        skip=re.compile(data["skip"], re.IGNORECASE | re.VERBOSE),
        lead=re.compile(data["lead"], re.IGNORECASE | re.VERBOSE),
        forbids=re.compile(data["forbids"], re.IGNORECASE | re.VERBOSE),
        frames=Frames(frames_of([*frames.items(), *of_practices.items()], lists, spaced=spaced)),
        strengths={word: int(many) for word, many in data["strengths"].items()},
        verb=re.compile(data["verb"], re.IGNORECASE),
        him=re.compile(data["him"], re.IGNORECASE),
        nonsense=re.compile(data["nonsense"], re.IGNORECASE),
        past=re.compile(data["past"], re.IGNORECASE),
        weak_break=re.compile(data["weak_break"]),
        **{name: pattern_of(data, name, spaced=spaced) for name in _SAID_BEFORE},
        answers=tuple(re.compile(one, re.IGNORECASE) for one in data.get("answers", ())),
        who=data["who"],
        get=data["get"],
        both=data["both"],
        going=data["going"],
        of=data["of"],
        ask_to=data["ask_to"],
        right_after_time=data["right_after_time"],
        before_meeting=data["before_meeting"],
        once=data["once"],
        done_to=data["done_to"],
        birthday_of=data["birthday_of"],
        speaker=data["speaker"],
        over_there=data["over_there"],
        asks_to=data["asks_to"],
        gathering=data["gathering"],
        gathering_about=data["gathering_about"],
        about=re.compile(data["about"], re.IGNORECASE),
        hands_over=phrases(language).hands_over,
        spaced=spaced,
        surnames_first=int(data.get("surnames_first", 0)),
    )


def _check_names(data: Mapping[str, Any]) -> None:
    """Refuse a pack with a name that nothing reads: what it says would be left out without a word."""
    in_braces = set(_IN_BRACES.findall(str(data)))
    unread = set(data) - {field.name for field in fields(Words)} - _READ_BESIDE - in_braces
    if unread:
        raise ValueError(f"nothing of what is written reads {sorted(unread)}")


def _any_word(ways: Sequence[str], *, spaced: bool) -> re.Pattern[str]:
    """Return the pattern of any of some words, each of them whole where words are parted."""
    any_of = f"(?:{'|'.join(sorted(ways, key=len, reverse=True))})"
    return re.compile(rf"\b{any_of}\b" if spaced else any_of, re.IGNORECASE)


def pattern_of(data: Mapping[str, Any], name: str, *, spaced: bool) -> re.Pattern[str]:
    """Return the pattern of a name: as it is written, or any of a list of them, in which a word in braces
    stands for another pattern of the pack. Raises ValueError where the pack has none of that name. What a
    pack leaves out, its language has no words for, and nothing matches.
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
