"""Answers about an occasion: who was there, whether the agent was, and what is still to come."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.prompts.known import Lived
from engine.records import AgentId, Memory, Name
from engine.rehearsal.interview.bearing import matter_of
from engine.rehearsal.interview.lookup.deeds import recounted
from engine.rehearsal.interview.lookup.time_asked import TimeAsked, lived_in
from engine.rehearsal.interview.lookup.whereabouts import place_named
from engine.rehearsal.interview.question import Asked, Reply, numbers
from engine.rehearsal.language.text import words_of
from engine.rehearsal.mind import place_of
from engine.rehearsal.recollect import Found
from engine.rehearsal.reflection.attendance import EARLY, LASTS
from engine.rehearsal.understand import content_words

_MOST = 12


@dataclass(frozen=True, slots=True)
class Occasion:
    """Something that the agent knows of, with its minute and the number of the memory of it.

    Its place is that of the memory, or is named in its text if the agent has only heard of it.
    """

    memory: Memory
    when: int
    number: int = 0

    def name(self, asked: Asked) -> str:
        """Return what it is called in the memory of it, or an empty string."""
        return asked.says(self.memory).occasion

    def met(self, asked: Asked) -> list[Lived]:
        """Return the stretches that the agent spent there; none if it had left before it began."""
        time = TimeAsked(self.when - EARLY, self.when + LASTS)
        there = [row for row in lived_in(asked, time) if self._is_at(place_of(row.room))]
        return there if any(row.ends > self.when for row in there) else []

    def seen(self, asked: Asked) -> list[AgentId]:
        """Return whom the agent saw there from shortly before it began on, in order."""
        begun = [row for row in self.met(asked) if row.begins >= self.when - EARLY]
        return list(dict.fromkeys(agent for row in begun for agent in (*row.talked, *row.saw)))

    def _is_at(self, place: str) -> bool:
        if self.memory.when is None:
            return place in self.memory.text
        return place == place_of(self.memory.place)


def occasion_named(asked: Asked) -> Occasion | None:
    """Return the occasion that a question names, the latest that has begun or else the next; or None.

    A part of a question that names none is about the one that the whole question names.
    """
    matches = sorted(_named(asked), key=lambda occasion: occasion.when)
    if not matches and asked.whole:
        matches = sorted(_named(replace(asked, question=asked.whole)), key=lambda occasion: occasion.when)
    if not matches and asked.prompt.earlier and asked.finds("goes_on_about_it"):
        before = replace(asked, question=" ".join(asked.prompt.earlier[-1]))
        matches = sorted(_named(before), key=lambda occasion: occasion.when)
    called_so = [match for match in matches if asked.says(match.memory).occasion] or matches
    surest = [occasion for occasion in called_so if occasion.memory.when is not None] or called_so
    begun = [occasion for occasion in surest if occasion.when <= asked.prompt.now]
    return begun[-1] if begun else next(iter(surest), None)


def about_occasion(asked: Asked) -> Reply | None:
    """Say when or where an occasion is, who came to it, whether somebody did, and how it was; or None."""
    occasion = occasion_named(asked)
    if occasion is None or asked.finds("asks_why"):
        return None
    asked = _without_givers(occasion, asked)
    if (asked.finds("asks_when") or asked.finds("asks_where")) and not asked.finds("asks_oneself"):
        return _when_and_where(occasion, asked)
    if asked.finds("asks_host"):
        return _whose(occasion, asked)
    if not asked.finds("asks_attendance"):
        return None
    if occasion.when > asked.prompt.now:
        return to_come(occasion, asked) if asked.finds("asks_past") else None
    if asked.person is None and not asked.finds("asks_who") and _asks_of_a_deed(occasion, asked):
        return None
    return None if asked.finds("asks_outcome") else _attendance(occasion, asked)


def _asks_of_a_deed(occasion: Occasion, asked: Asked) -> bool:
    """Tell whether a question asks what was done at an occasion, rather than whether one was there."""
    of_it = content_words(occasion.memory.text, asked.pack) | asked.me.everybody.words
    attending = content_words(asked.pack.word("attending_words"), asked.pack)
    return asked.pack.grammar.spaced and bool(matter_of(asked).words - of_it - attending)


def came_and_left(asked: Asked) -> Reply | None:
    """Say when somebody came to an occasion that is over, or left it, as far as the agent saw; or None."""
    leaves = asked.finds("asks_left")
    occasion = occasion_named(asked) if leaves or asked.finds("asks_arrived") else None
    if occasion is None or occasion.when > asked.prompt.now:
        return None
    there = occasion.met(asked)
    if not there:
        return _not_there(asked)
    if asked.person is None:
        if not (asked.finds("asks_oneself") or asked.pack.finds("asks_oneself", asked.whole)):
            return None
        return _came_or_left(occasion, asked, leaves=leaves)
    other = asked.called(asked.person)
    seen = [row for row in there if asked.person.agent in (*row.talked, *row.saw)]
    if not seen:
        return Reply((asked.say("they_were_not", other=other),), yes=False)
    minute, frame = (seen[-1].begins, "last_there") if leaves else (seen[0].begins, "first_there")
    return Reply((asked.say(frame, other=other, when=asked.ago(minute)),))


def who_stayed_away(asked: Asked) -> Reply | None:
    """Say whom of those that the agent had told of an occasion it did not see there; or return None."""
    occasion = occasion_named(asked)
    if occasion is None or occasion.when > asked.prompt.now:
        return None
    if not occasion.met(asked):
        return _not_there(asked)
    if not _were_told(occasion, asked):
        came = _who_came(occasion.seen(asked), asked)
        return Reply((*came.parts, asked.say("expected_unknown")), knows=False)
    missed = stayed_away(occasion, asked)
    if not missed:
        return Reply((asked.say("nobody_missed"),))
    names = [asked.me.name_of(agent).called for agent in missed[:_MOST]]
    return Reply((asked.say("missed_were", people=asked.pack.listed(names)),))


def stayed_away(occasion: Occasion, asked: Asked) -> list[AgentId]:
    """Return those whom the agent had told of an occasion and did not see there."""
    seen = {agent for row in occasion.met(asked) for agent in (*row.talked, *row.saw)}
    return [agent for agent in _were_told(occasion, asked) if agent not in seen]


def _were_told(occasion: Occasion, asked: Asked) -> list[AgentId]:
    """Return those whom the agent told of an occasion, in order."""
    of_it = {person.memory.id for person in _named(asked) if person.when == occasion.when}
    of_it |= {memory.id for memory in asked.prompt.engagements if memory.when == occasion.when}
    told = (row.hearers for row in asked.prompt.passed_on if row.memory in of_it)
    return list(dict.fromkeys(agent for hearers in told for agent in hearers))


def _came_or_left(occasion: Occasion, asked: Asked, *, leaves: bool) -> Reply | None:
    """Say when the agent came to an occasion or left; None if it was there long before, or still is."""
    there, rows = occasion.met(asked), asked.prompt.lived
    place = place_of(there[0].room)
    first, last = rows.index(there[0]), rows.index(there[-1])
    before = first > 0 and place_of(rows[first - 1].room) == place
    was_there = before or there[0].begins < occasion.when - EARLY
    stays = last + 1 < len(rows) and place_of(rows[last + 1].room) == place
    if (stays or there[-1].ends >= asked.prompt.now) if leaves else was_there:
        return None
    minute, frame = (there[-1].ends, "i_left") if leaves else (there[0].begins, "i_came")
    return Reply((asked.say(frame, when=asked.ago(minute)),))


def _attendance(occasion: Occasion, asked: Asked) -> Reply | None:
    """Say who came, whether a person named did, or whether the agent was there and how it was."""
    there = occasion.met(asked)
    if asked.finds("asks_who") and asked.finds("asks_left"):
        return None
    if not there:
        oneself = asked.person is None and not asked.finds("asks_who")
        return Reply((asked.say("no_was_not_there"),), yes=False) if oneself else _not_there(asked)
    if asked.finds("asks_who"):
        return _who_came(occasion.seen(asked), asked)
    if asked.person is not None:
        return _did_they(asked.person.agent, occasion, asked)
    return _was_it(occasion, asked)


def _not_there(asked: Asked) -> Reply:
    return Reply((asked.say("was_not_there"),), knows=False)


def came_to_unknown(asked: Asked) -> Reply | None:
    """Say that there was no such occasion, if a question asks whether a person came to it; or return None."""
    if asked.person is None or not asked.finds("asks_past") or occasion_named(asked) is not None:
        return None
    return unheard_of(asked) if asked.pack.finds("named_thing", asked.question) else None


def unheard_of(asked: Asked) -> Reply:
    """Say that the agent knows of no such occasion, or not who came if it was spoken of."""
    pack, things = asked.pack, asked.things(asked.question)
    wanted = content_words(things, pack) - asked.me.everybody.words
    told = [memory.text for _, memory in asked.numbered() if memory.kind in ("seed", "talk")]
    if (
        not asked.finds("asks_of_own")
        and wanted
        and any(wanted <= content_words(text, pack) for text in told)
    ):
        return Reply((asked.say("guests_unheard"),), knows=False)
    return Reply((asked.say("no_such_occasion"),), yes=False, knows=False)


def _named(asked: Asked) -> Iterator[Occasion]:
    """Yield the occasions whose name, or whose words for it, stand in the question."""
    numbers = {memory.id: number for number, memory in asked.numbered()}
    known = (*asked.prompt.engagements, *asked.prompt.recalled)
    for memory in {memory.id: memory for memory in known}.values():
        tells = memory.kind in ("seed", "talk") or (memory.kind == "plan" and bool(memory.evidence))
        if not tells or not _is_called_so(memory, asked):
            continue
        told = asked.pack.calendar.read(memory.text, memory.minute, asked.prompt.starts)
        when = memory.when if memory.when is not None else told.minute(memory.minute)
        if when is not None and (memory.place or memory.when is None):
            yield Occasion(memory, when, numbers.get(memory.id, 0))


def _is_called_so(memory: Memory, asked: Asked) -> bool:
    pack, occasion, host = asked.pack, asked.says(memory).occasion, asked.says(memory).host
    if occasion and host is not None and not {*_givers(occasion, asked)} <= {host}:
        return False
    if occasion and (occasion.lower() in asked.question.lower() or _shares(occasion, asked)):
        return True
    wanted = content_words(asked.things(asked.without_times()), pack) - asked.me.everybody.words
    wanted -= content_words(place_named(asked), pack)  # a place is no occasion
    return bool(wanted) and wanted <= content_words(memory.text, pack)


def _shares(occasion: str, asked: Asked) -> bool:
    """Tell whether the last word of an occasion's name, which says what it is, stands in the question.

    No other words may stand before it there: the wedding party is not the lantern party.
    """
    if not asked.pack.grammar.spaced:
        return False
    last = occasion.split()[-1].lower()
    own = content_words(occasion, asked.pack) | asked.me.everybody.words
    things = [match["thing"].lower() for match in asked.pack.patterns["named_thing"].finditer(asked.question)]
    before = " ".join(thing.partition(last)[0] for thing in things if last in thing)
    stands = last in words_of(asked.question)
    return stands and not content_words(before, asked.pack) - own


def _givers(occasion: str, asked: Asked) -> Iterator[Name]:
    """Yield whose occasion a question speaks of, as in `Nora's lovely party`."""
    spaced, possessive = asked.pack.grammar.spaced, asked.pack.grammar.possessive_of
    ends = rf" (?:[\w'-]+ ){{0,3}}?{re.escape(occasion.split()[-1])}" if spaced else re.escape(occasion)
    question = asked.question.replace("’", "'")
    for name in asked.me.everybody:
        forms = "|".join(re.escape(possessive.format(name=form)) for form in (name.full, name.called))
        if re.search(f"(?:{forms}){ends}", question, re.IGNORECASE):
            yield name


def _without_givers(occasion: Occasion, asked: Asked) -> Asked:
    """Return a question in which whoever is only named as the giver of an occasion is not asked about."""
    givers = {*_givers(occasion.name(asked), asked)} if occasion.name(asked) else set()
    return replace(
        asked, named=tuple(person for person in asked.named if asked.me.name_of(person.agent) not in givers)
    )


def _when_and_where(occasion: Occasion, asked: Asked) -> Reply:
    when, cited = asked.moment(occasion.when), tuple(filter(None, (occasion.number,)))
    place = occasion.memory.place if occasion.memory.when is not None else ""
    if place:
        return Reply((asked.say("when_and_where", when=when, place=asked.me.place(place)),), cited)
    told = [Found(occasion.number, occasion.memory, 0)] if occasion.number else []
    return Reply((asked.say("when_it_was", when=when), *asked.quoted("bearing", told)), cited)


def _whose(occasion: Occasion, asked: Asked) -> Reply | None:
    """Say who gives an occasion, or return None if the memory of it does not say."""
    host = asked.says(occasion.memory).host
    if host is None:
        return None
    told = [Found(occasion.number, occasion.memory, 0)] if occasion.number else []
    if host == asked.me.name:
        return Reply((asked.say("host_is_me"), *asked.quoted("bearing", told)), numbers(told))
    return Reply((asked.say("host_is", other=host.called), *asked.quoted("bearing", told)), numbers(told))


def to_come(occasion: Occasion, asked: Asked) -> Reply:
    """Say that an occasion has not been yet, and when it is."""
    when = asked.moment(occasion.when)
    return Reply((asked.say("not_yet", when=when),), tuple(filter(None, (occasion.number,))))


def _who_came(seen: list[AgentId], asked: Asked) -> Reply:
    if not seen:
        return Reply((asked.say("nobody_came"),))
    names = [asked.me.name_of(agent).called for agent in seen[:_MOST]]
    return Reply((asked.say("guests_were", people=asked.pack.listed(names)),))


def _did_they(agent: AgentId, occasion: Occasion, asked: Asked) -> Reply:
    other = asked.me.name_of(agent).called
    if agent not in occasion.seen(asked):
        return Reply((asked.say("they_were_not", other=other),), yes=False)
    talked = any(agent in row.talked for row in occasion.met(asked))
    return Reply((asked.say("they_were_talked" if talked else "they_were", other=other),), yes=True)


def _was_it(occasion: Occasion, asked: Asked) -> Reply:
    """Say that the agent was at an occasion, what it did there, and who else came."""
    there = [row for row in occasion.met(asked) if row.begins >= occasion.when - EARLY]
    done, others = recounted(there, asked), _who_came(occasion.seen(asked), asked)
    if done is None:
        return Reply((asked.say("yes_was_there"), *others.parts), yes=True)
    return Reply((asked.say("yes"), *done.parts[:1], *others.parts), done.because, yes=True)
