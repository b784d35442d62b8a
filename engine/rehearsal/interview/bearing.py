"""Answers to who, what, when, where, why or whether, from memories that bear on the question.

If the question asks for the time or the place, that is said first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.clock import day_of
from engine.language.verb_forms import base_form
from engine.records import Memory, Name
from engine.rehearsal.interview.lookup.time_asked import time_asked
from engine.rehearsal.interview.question import Asked, Reply, is_named, numbers
from engine.rehearsal.language.text import words_of
from engine.rehearsal.recollect import (
    PASSING,
    Found,
    is_request,
    is_resolve,
    is_second_hand,
    overlap,
)
from engine.rehearsal.understand import alike, content_words

MOST = 2
_FIRST_HAND = 0.25  # how much more what one knows oneself counts than what one was told
_BEARS = 0.5  # the share of what is asked for that a memory touches at least
_TO_THE_POINT = 2  # how much more it counts that a memory says the hour or the place that is asked for
_OF_A_VERB = 0.1  # how much a word counts besides that is no thing
_NEARLY = 0.75  # of how much the best fits, what is told beside it
PROPER = re.compile(r"(?<=\w )[A-Z][\w'’-]+")  # a name of no person, in the midst of a question
MARK = "\N{WHITE SQUARE}"  # stands for whom a question is about, while its kind is found


@dataclass(frozen=True, slots=True)
class Matter:
    """What a question asks about: its things, all its words except names, and the people it names."""

    things: frozenset[str]
    words: frozenset[str]
    people: tuple[Name, ...]


def about_matter(asked: Asked) -> Reply | None:
    """Answer a question about a matter from the memories that bear on it, or return None."""
    matter = matter_of(asked)
    matches = _bearing(matter, asked) if matter.words else _wants_of(asked)
    in_want = [match for match in matches if asked.pack.finds("is_in_want", match.memory.text)]
    if asked.finds("asks_who_needs"):
        matches = in_want
    elif asked.finds("asks_who_has") and in_want and matches == in_want:
        sentence = asked.say("want_to_know", core=asked.recount(matches[0].memory))
        return Reply((sentence,), numbers(matches[:1]))
    elif asked.finds("asks_who_has"):
        matches = [match for match in matches if match not in in_want]
    if not matches:
        return (
            Reply((asked.say("unknown_thing"),), knows=False)
            if in_want or asked.finds("asks_who_needs")
            else None
        )
    if asked.finds("asks_whether"):
        return _whether(matches, matter, asked)
    if asked.finds("asks_outcome") and not asked.pack.finds("asks_outcome", matches[0].memory.text):
        return Reply((asked.say("outcome_unknown"),), knows=False)
    matches = matches[:MOST]
    parts = [*asked.quoted("bearing", matches[:1]), *asked.quoted("also", matches[1:])]
    return Reply((*_lead(matches[0], asked), *parts), numbers(matches))


def _whether(matches: list[Found], matter: Matter, asked: Asked) -> Reply:
    """Answer a yes-or-no question: with yes or no if a memory says it all, else with what bears on it."""
    covering = next((match for match in matches if _covers(match.memory, matter, asked)), None)
    if covering is not None:
        return _as_covered(covering, matter, asked)
    of_me = asked.finds("asks_oneself")
    if not of_me and not all(_touches(word, matches[0].memory, asked) for word in matter.things):
        return Reply((asked.say("not_that_i_know"),), yes=False, knows=False)
    lead = asked.say("neither_yes_nor_no")
    return Reply((lead, *asked.quoted("bearing", matches[:1])), numbers(matches[:1]))


def _as_covered(covering: Found, matter: Matter, asked: Asked) -> Reply:
    """Answer with a memory that says all that is asked about: yes or no if that is its main statement."""
    memory, pack = covering.memory, asked.pack
    verb, core = _main_verb(memory, asked), asked.recount(memory)
    if not verb or verb not in rooted(words_of(asked.question), asked):
        return Reply((asked.say("bearing", core=core),), (covering.number,))
    if asked.finds("asks_past") and _is_habit(memory, asked):
        return Reply((asked.say("as_a_rule", core=core),), (covering.number,))
    spoken = words_of(asked.says(memory).does)
    at = next(at for at, word in enumerate(spoken) if base_form(word) == verb)
    if not asked.finds("asks_past") and base_form(spoken[at]) != spoken[at] and not spoken[at].endswith("s"):
        return Reply((asked.say("bearing", core=core),), (covering.number,))  # what was is not what is
    yes = pack.finds("denies", " ".join(spoken[:at])) == pack.finds("denies", asked.question)
    return Reply((asked.say("yes_it_is" if yes else "no_it_is", core=core),), (covering.number,), yes=yes)


def is_covered(matter: Matter, asked: Asked) -> bool:
    """Tell whether a memory says all that a question asks about."""
    return any(_covers(match.memory, matter, asked) for match in _bearing(matter, asked))


def _covers(memory: Memory, matter: Matter, asked: Asked) -> bool:
    return not is_request(memory, asked.pack) and all(_touches(word, memory, asked) for word in matter.words)


def _touches(word: str, memory: Memory, asked: Asked) -> bool:
    return bool(overlap(rooted((word,), asked), at_root(memory.text, asked), asked.pack))


def _is_habit(memory: Memory, asked: Asked) -> bool:
    """Tell whether a memory says what somebody does as a rule, so that it tells nothing of a day."""
    verb = asked.says(memory).does.partition(" ")[0]
    if verb in asked.pack.words["stop"].spaced:  # has done
        return False
    return memory.kind == "seed" and memory.when is None and verb.endswith("s") and bool(base_form(verb))


def _main_verb(memory: Memory, asked: Asked) -> str:
    """Return the base form of the verb of a memory's main statement, past `does not` and the like; or ""."""
    small = asked.pack.words["stop"].spaced
    words = (word for word in words_of(asked.says(memory).does) if word not in small)
    return base_form(next(words, ""))


def asks_of_others(asked: Asked) -> bool:
    """Tell whether a question is about what somebody named did, wants or is, rather than the agent."""
    return asked.pack.finds("asks_their_deed", _with_mark(asked))


def does_something(name: str, asked: Asked) -> bool:
    """Tell whether a question is about what somebody of a name did, whom nobody here is."""
    return asked.pack.finds("asks_their_deed", asked.question.replace(name, MARK))


def unknown_of_them(asked: Asked) -> Reply | None:
    """Say that the agent does not know what a person did, saw or wants, if that is asked; else None."""
    if asked.finds("asks_oneself") or not asks_of_others(asked):
        return None
    return not_told(asked)


def not_told(asked: Asked) -> Reply | None:
    """Say that the agent was not told of it by the person whom a question names first, or return None."""
    if not asked.named:
        return None
    first = min(asked.named, key=lambda person: _place_in(asked.question, asked.called(person)))
    return Reply((asked.say("unknown_of_them", other=asked.called(first)),), knows=False)


def _place_in(question: str, called: str) -> int:
    at = question.find(called)
    return at if at >= 0 else len(question)


def names_what_is_unknown(asked: Asked) -> bool:
    """Tell whether a question is about a thing, so that memories found by other words are irrelevant."""
    return asked.finds("asks_matter") and bool(matter_of(asked).things)


def saw(asked: Asked) -> Reply:
    """Say what the agent saw on the day asked about, the most important first."""
    day = asked.when.day or day_of(asked.prompt.now)
    seen = [
        Found(number, memory, memory.importance) for number, memory in asked.numbered()
        if memory.kind == "observation" and memory.importance > PASSING and day_of(memory.minute) == day
        and not asked.pack.finds("said", memory.text)
    ]  # fmt: skip
    best = sorted(seen, key=lambda match: (-match.fit, -match.memory.id))[:MOST]
    if not best:
        return Reply((asked.say("saw_nothing"),), knows=False)
    parts = [*asked.quoted("bearing", best[:1]), *asked.quoted("also", best[1:])]
    return Reply(tuple(parts), numbers(best))


def told_by(asked: Asked, *, again: bool = False) -> list[Found]:
    """Return the memories of the named person's own words on the matter of the question, the latest first.

    With `again`, what is about the agent itself counts as well, and what it knew before, of which only the
    summary of a talk says it.
    """
    if asked.person is None:
        return []
    teller, matter = asked.me.name_of(asked.person.agent), matter_of(asked)
    about = [name for name in matter.people if name not in (teller, asked.me.name)]
    told = [
        Found(number, memory, memory.importance) for number, memory in asked.numbered()
        if memory.kind == "talk"
        and (not is_second_hand(memory, asked.pack) or (again and _is_told_again(memory, asked)))
        and asked.says(memory).source == teller and (again or asked.says(memory).who != asked.me.name)
        and all(name.full in memory.text for name in about)
    ]  # fmt: skip
    if (time := time_asked(asked)) is not None and time.is_past(asked.prompt.now):
        told = [match for match in told if time.first <= match.memory.minute < time.last]
    of_it = [match for match in told if all(_touches(word, match.memory, asked) for word in matter.things)]
    chosen = of_it or (told if about else [])
    return list(different(sorted(chosen, key=lambda match: -match.memory.id), asked))


def _is_told_again(memory: Memory, asked: Asked) -> bool:
    """Tell whether the summary of a talk says what was told in it, which the agent knew before."""
    return asked.pack.phrases.read("summary_told", memory.text) is not None


def matter_of(asked: Asked) -> Matter:
    """Return the matter of a question, without its day and time.

    A noun after an article is a thing; other words may be verbs.
    """
    pack, bare = asked.pack, asked.without_times()
    people = tuple(name for name in asked.me.everybody if is_named(name, asked.question))
    for name in people:
        bare = bare.replace(name.full, " ").replace(name.called, " ")
    small = content_words(pack.word("asking_words"), pack)
    short, named = asked.short_things(bare), asked.things(bare)
    words = (content_words(bare, pack) | short) - small - content_words(asked.prompt.town, pack)
    proper = " ".join(PROPER.findall(bare))
    return Matter((content_words(f"{named} {proper}", pack) | short) & words, words, people)


def _bearing(matter: Matter, asked: Asked) -> list[Found]:
    """Return the memories that match enough of a question and name its people, best first, none alike."""
    matches = [Found(number, memory, _fit(memory, matter, asked)) for number, memory in asked.numbered()]
    fitting = [match for match in matches if match.fit >= _BEARS and is_told(match, matter, asked)]
    best = max((match.fit for match in fitting), default=0.0)
    fitting = [match for match in fitting if match.fit >= _NEARLY * best]
    fitting.sort(key=lambda match: -_weight(match, matter, asked))
    return list(different(fitting, asked))


def _fit(memory: Memory, matter: Matter, asked: Asked) -> float:
    """Return the share of a question that a memory matches; 0 if it names none of its things."""
    text = at_root(memory.text, asked)
    things = sum(overlap(rooted((word,), asked), text, asked.pack) for word in matter.things)
    if matter.things and not things:
        return 0.0
    others = matter.words - matter.things
    touched = sum(overlap(rooted((word,), asked), text, asked.pack) for word in others)
    if not matter.things:
        return touched / max(1, len(others))
    return things / len(matter.things) + _OF_A_VERB * touched


def at_root(text: str, asked: Asked) -> str:
    """Return a text followed by its words' base forms, so that `took` is found by `take`."""
    if not asked.pack.grammar.spaced:
        return text
    return " ".join((text, *(base_form(word) for word in words_of(text))))


def rooted(words: Iterable[str], asked: Asked) -> frozenset[str]:
    """Return words with their base forms in place of them."""
    if not asked.pack.grammar.spaced:
        return frozenset(words)
    return frozenset(base_form(word) or word for word in words)


def is_told(match: Found, matter: Matter, asked: Asked) -> bool:
    """Tell whether a memory may be used as an answer.

    Whispers, resolutions, quoted lines and routine may not, nor may memories without the people in the
    question.
    """
    memory, pack = match.memory, asked.pack
    if not memory.text.strip() or memory.kind == "whisper" or is_resolve(memory, pack):
        return False
    lived = memory.kind in ("talk", "observation")
    if (lived and is_second_hand(memory, pack)) or (memory.kind == "plan" and not memory.evidence):
        return False
    if memory.kind == "observation" and memory.importance <= PASSING:
        return False
    text, source = memory.text, asked.says(memory).source
    return all(
        name in (source, asked.me.name) or name.full in text or name.called in text for name in matter.people
    )


def _wants_of(asked: Asked) -> list[Found]:
    """Return memories of what a person wants or means to do, the latest first, if that is asked."""
    person = asked.person
    if person is None or not asks_of_others(asked):
        return []
    name = asked.me.name_of(person.agent)
    matches = [
        Found(number, memory, memory.importance) for number, memory in asked.numbered()
        if memory.kind in ("seed", "talk") and asked.says(memory).who == name
        and asked.says(memory).relation in ("plans", "feels") and not is_second_hand(memory, asked.pack)
    ]  # fmt: skip
    return list(different(sorted(matches, key=lambda match: -match.memory.id), asked))


def _weight(match: Found, matter: Matter, asked: Asked) -> float:
    own = asked.says(match.memory).source is None and match.memory.kind != "reflection"
    of_them = sum(name == asked.says(match.memory).who for name in matter.people)
    to_the_point = bool(_answers_that(match.memory, asked))
    settled = is_request(match.memory, asked.pack)  # which is later than what somebody wanted
    weight = (
        match.fit + _FIRST_HAND * own + of_them + _TO_THE_POINT * to_the_point + match.memory.importance / 100
    )
    return weight + settled


def _answers_that(memory: Memory, asked: Asked) -> bool:
    """Tell whether a memory gives the time, place or reason that is asked for."""
    pack = asked.pack
    if asked.finds("asks_when"):
        return memory.kind != "observation" and _when(memory, asked) is not None
    if asked.finds("asks_where"):
        return pack.patterns["where"].search(memory.text) is not None
    return asked.finds("asks_why") and pack.finds("gives_reason", memory.text)


def different(matches: list[Found], asked: Asked) -> Iterator[Found]:
    """Yield the memories without those that say the same again, whoever told them."""
    given: list[frozenset[str]] = []
    for match in matches:
        words = asked.says(match.memory).words - asked.me.everybody.words
        if not any(alike(words, other) or alike(other, words) for other in given):
            given.append(words)
            yield match


def _lead(match: Found, asked: Asked) -> list[str]:
    """Return the time or place asked for, or that nobody said why, as a list of at most one sentence."""
    memory, pack = match.memory, asked.pack
    if asked.finds("asks_when") and (when := _when(memory, asked)) is not None:
        return [asked.say("when_it_was", when=asked.moment(when))]
    if asked.finds("asks_where") and (where := pack.patterns["where"].search(memory.text)):
        return [asked.say("where_it_was", place=asked.own(where["where"].strip()))]
    of_others = asked.says(memory).who != asked.me.name
    if of_others and asked.finds("asks_why") and not pack.finds("gives_reason", memory.text):
        return [asked.say("why_not_told")]
    return []


def _when(memory: Memory, asked: Asked) -> int | None:
    """Return the minute that a memory refers to: as it says, or when it was seen, or None."""
    if memory.when is not None:
        return memory.when
    told = asked.pack.calendar.read(memory.text, memory.minute, asked.prompt.starts).minute(memory.minute)
    return memory.minute if told is None and memory.kind == "observation" else told


def _with_mark(asked: Asked) -> str:
    """Return the question with a mark in place of the people it names."""
    marked = asked.question
    for person in asked.named:
        name = asked.me.name_of(person.agent)
        marked = re.sub(rf"{re.escape(name.full)}|{re.escape(name.called)}", MARK, marked)
    return marked
