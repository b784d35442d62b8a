"""Answers about dealings: what was asked for, what was promised, and who supports whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.language.verb_forms import base_form
from engine.prompts.known import SetOut
from engine.records import EVERYBODY, Memory, Name
from engine.rehearsal.interview.bearing import asks_of_others, is_covered, matter_of
from engine.rehearsal.interview.lookup.absence import agreed_to_come
from engine.rehearsal.interview.lookup.occasions import occasion_named
from engine.rehearsal.interview.question import Asked, Reply
from engine.rehearsal.language.text import words_of
from engine.rehearsal.opinion.towards import side_taken
from engine.rehearsal.recollect import (
    AGAINST,
    FOR,
    GRANTED,
    PUT_OFF,
    REFUSED,
    REQUESTS,
    STANCES,
    UNSURE,
    Found,
    is_most,
    overlap,
)
from engine.rehearsal.understand import content_words

_OF_OFFICE = ("kept_support", "kept_support_no", "kept_support_unsure")
_SAID = ("told", "begun", "agreed", "done", "failed")  # how what is said stands once it was said
_MOST = 8
_ENDS = ".!。！"
_OF_IT = 0.5  # the share of the words of a thing asked for that a question about it has


@dataclass(frozen=True, slots=True)
class Dealing:
    """What `asker` wanted of `who` in a talk, with the frame that says how it ended, and the memory of it."""

    number: int
    memory: Memory
    frame: str
    asker: Name
    who: Name
    what: str

    @property
    def match(self) -> Found:
        """Return the memory with its number, as others are found."""
        return Found(self.number, self.memory, self.memory.importance)


def dealings(asked: Asked, frames: Iterable[str]) -> list[Dealing]:
    """Return the dealings that ended in one of some ways, the latest of each, the latest first."""
    latest: dict[tuple[str, str, str], Dealing] = {}
    for dealing in sorted(_dealings(asked, tuple(frames)), key=lambda dealing: -dealing.memory.id):
        latest.setdefault((dealing.asker.full, dealing.who.full, dealing.what), dealing)
    return list(latest.values())


def _dealings(asked: Asked, frames: tuple[str, ...]) -> Iterator[Dealing]:
    by_full = asked.me.everybody.by_full
    for number, memory in asked.numbered():
        for frame in frames:
            gaps = asked.pack.phrases.read(frame, memory.text) if memory.kind == "talk" else None
            if gaps and gaps["asker"] in by_full and gaps["who"] in by_full:
                asker, who = by_full[gaps["asker"]], by_full[gaps["who"]]
                yield Dealing(number, memory, frame, asker, who, gaps.get("what", ""))


def about_request(asked: Asked) -> Reply | None:
    """Say what a person asked of the agent, or the agent of them, and how it was answered; or return None.

    A question that names nobody is about anybody.
    """
    me, mine = asked.me.name, asked.finds("asks_request_by_me")
    other = asked.me.name_of(asked.person.agent) if asked.person is not None else None
    if other is None and not (asked.finds("asks_who") or asked.finds("asks_whether")):
        return None
    words = matter_of(asked).words - content_words(asked.pack.word("requesting_words"), asked.pack)
    matches = [
        dealing
        for dealing in dealings(asked, (*REQUESTS, *STANCES))
        if (dealing.asker if mine else dealing.who) == me
        and other in (None, dealing.who if mine else dealing.asker)
        and (not words or _is_of(words, dealing, asked))
    ]
    if matches:
        return _told(matches[:_MOST], asked)
    occasion = occasion_named(asked)
    if other is not None and (occasion is not None or asked.finds("asks_coming")):
        return agreed_to_come(other if mine else me, occasion, asked)
    of_anything = other is not None and not words and (mine or asked.finds("asks_what_of_me"))
    of_anything = of_anything and not asked.finds("asks_why")
    return Reply((asked.say("asked_nothing"),), yes=False, knows=False) if of_anything else None


def _is_of(words: frozenset[str], dealing: Dealing, asked: Asked) -> bool:
    """Tell whether a dealing is about some words of a question, or about the support that it asks for."""
    support = asked.finds("asks_support") and dealing.frame in STANCES
    return support or bool(overlap(words, dealing.memory.text, asked.pack))


def whether_done(asked: Asked) -> Reply | None:
    """Say what came of a request, or of what the agent set out to do, if a question asks that; or None."""
    replies = (way(asked) for way in (_of_what_came_before, _whether_promised, _about_deed, _about_promise))
    return next((reply for reply in replies if reply), None)


def _of_what_came_before(asked: Asked) -> Reply | None:
    """Say whether the requests just told of were granted, or done, if that is asked; or return None."""
    about_it = asked.finds("goes_on_about_it") or not matter_of(asked).things
    told = _just_told(asked) if about_it and asked.finds("asks_done") else []
    if told and asked.finds("gave_word"):
        return _who_agreed(told, asked)
    if not told:
        return None
    mine = told[0].who == asked.me.name
    frame = "did_not" if told[0].frame in REFUSED else "did_not_so_far" if mine else "not_done_yet_plain"
    return Reply((asked.say(frame),), yes=False, knows=False)


def who_gave_word(asked: Asked) -> Reply | None:
    """Say who of those whom the agent asked for something said yes, or when one was; or return None."""
    me, given = asked.me.name, _of_the_word_given(asked)
    if asked.person is not None and asked.finds("asks_when"):
        parties = {me, asked.me.name_of(asked.person.agent)}
        times = [dealing for dealing in given if {dealing.asker, dealing.who} == parties][:1]
        when = [asked.say("when_it_was", when=asked.ago(dealing.memory.minute)) for dealing in times]
        return Reply(tuple(when), tuple(dealing.number for dealing in times)) if times else None
    mine = [dealing for dealing in given if dealing.asker == me]
    return _who_agreed(mine, asked) if mine and asked.finds("asks_who") and not asked.named else None


def _asks_of_a_word(asked: Asked) -> bool:
    """Tell whether a question asks if a word was given; it only mentions it in `did he come as promised`."""
    pack, given = asked.pack, asked.pack.patterns["gave_word"].search(asked.question)
    if given is None or not pack.grammar.spaced:
        return given is not None and not pack.finds("asks_besides", asked.question[given.end() :])
    small = content_words(pack.word("asking_words"), pack)
    return not content_words(asked.question[: given.start()], pack) - small - asked.me.everybody.words


def _gives_word_oneself(other: Name, asked: Asked) -> bool:
    """Tell whether a question is about the agent's word rather than another's, whom it names after that."""
    given = asked.pack.patterns["gave_word"].search(asked.question)
    before = asked.question[: given.start()] if given else ""
    oneself = max((you.start() for you in asked.pack.patterns["asks_oneself"].finditer(before)), default=-1)
    return oneself > max(before.rfind(other.full), before.rfind(other.called))


def _of_the_word_given(asked: Asked) -> list[Dealing]:
    """Return the dealings that a question about somebody's word is about, the latest first."""
    bare = asked.pack.patterns["gave_word"].sub(" ", asked.question)
    small = content_words(asked.pack.word("requesting_words"), asked.pack)
    words = matter_of(replace(asked, question=bare)).words - small
    support = asked.finds("asks_support")
    return [
        dealing
        for dealing in dealings(asked, (*GRANTED, *PUT_OFF, *REFUSED, *STANCES))
        if (support and dealing.frame in STANCES)
        or is_most(overlap(words, dealing.memory.text, asked.pack), words, asked.pack)
    ]


def _who_agreed(told: list[Dealing], asked: Asked) -> Reply:
    """Say which of those asked said yes, or whether the agent did if it was the one asked."""
    agreed = [dealing.who for dealing in told if dealing.frame not in (*REFUSED, *AGAINST, *UNSURE)]
    if told[0].who == asked.me.name:
        frame, people = ("gave_word_so" if agreed else "gave_no_word"), [asked.pack.grammar.first.subject]
    else:
        frame, people = ("agreed_were" if agreed else "nobody_agreed"), [name.called for name in agreed]
    return Reply(
        (asked.say(frame, other=people[0] if people else "", people=asked.pack.listed(people)),),
        tuple(dealing.number for dealing in told),
        yes=bool(agreed),
    )


def _just_told(asked: Asked) -> list[Dealing]:
    """Return the requests that the answer before, or to the first part of the question, told of."""
    answer = asked.prompt.earlier[-1][1].lower() if asked.prompt.earlier else ""
    return [
        dealing
        for dealing in dealings(asked, (*GRANTED, *PUT_OFF, *REFUSED))
        if dealing.number in asked.behind or asked.own(dealing.memory.text).rstrip(_ENDS).lower() in answer
    ]


def _whether_promised(asked: Asked) -> Reply | None:
    """Say whether the agent, or a person named, gave the other its word on something; or return None.

    It is what was answered to a request, or when they were told of an occasion.
    """
    if asked.person is None or not _asks_of_a_word(asked) or not asked.prompt.lived:
        return None
    me, other = asked.me.name, asked.me.name_of(asked.person.agent)
    giver, taker = (me, other) if _gives_word_oneself(other, asked) else (other, me)
    for dealing in _of_the_word_given(asked):
        if (dealing.asker, dealing.who) == (taker, giver):
            yes = None if dealing.frame in UNSURE else dealing.frame not in (*REFUSED, *AGAINST)
            frame = {True: "yes_it_is", False: "no_it_is", None: "bearing"}[yes]
            return Reply((asked.say(frame, core=asked.recount(dealing.memory)),), (dealing.number,), yes=yes)
    occasion = occasion_named(asked)
    came = (
        agreed_to_come(giver, occasion, asked) if occasion is not None or asked.finds("asks_coming") else None
    )
    return came or Reply((asked.say("never_did_whether"),), yes=False, knows=False)


def _about_promise(asked: Asked) -> Reply | None:
    """Say what was answered to a request, if a question asks whether that was or will be done; or None."""
    done, matter = asked.finds("asks_done"), matter_of(asked)
    met = asked.person is not None and asked.finds("ask_seen")  # which is looked up
    if met or not (done or asked.finds("asks_will")) or is_covered(matter, asked):
        return None
    people = {name.full for name in matter.people} | {asked.me.name.full}
    for dealing in dealings(asked, (*GRANTED, *PUT_OFF, *REFUSED)):
        of_it = content_words(dealing.what, asked.pack) - asked.me.everybody.words
        parties = {dealing.asker.full, dealing.who.full}
        named = bool(matter.people)
        if parties != people and (named or dealing.who != asked.me.name):
            continue
        shared = overlap(of_it, asked.question, asked.pack)
        if not shared or not (is_most(shared, of_it, asked.pack) if named else shared == len(of_it)):
            continue
        frame = _outcome(dealing, asked, done=done)
        more = (asked.say("did_not_so_far"),) if frame == "said_i_would" else ()
        sentence = asked.say(frame, core=asked.recount(dealing.memory))
        return Reply((sentence, *more), (dealing.number,), yes=False if dealing.frame in REFUSED else None)
    return None


def _outcome(dealing: Dealing, asked: Asked, *, done: bool) -> str:
    """Return the frame that says what came of a request: agreeing to it does not show that it was done."""
    if dealing.frame in REFUSED:
        return "no_it_is"
    mine = dealing.who == asked.me.name
    if not done:
        return "yes_it_is" if mine else "bearing"
    return "said_i_would" if mine else "not_done_that_i_know"


def _about_deed(asked: Asked) -> Reply | None:
    """Say whether the agent did what it set out to do, if a question asks that; or return None."""
    if not (asked.finds("asks_done") and asked.finds("asks_oneself")):
        return None
    best = _set_out(asked) or (_set_out(replace(asked, question=asked.whole)) if asked.whole else None)
    if best is None:
        return None
    rests_on = f"{best.text} {best.deed}"
    if best.state == "done" or (best.is_said and best.state in _SAID):
        return Reply((asked.say("did_it"),), yes=True, rests_on=rests_on)
    if best.state in ("failed", "dropped"):
        why = (asked.say("did_not_because", core=asked.own(best.because)),) if best.because else ()
        return Reply((asked.say("did_not"), *why), yes=False, rests_on=rests_on)
    return Reply((asked.say("not_done_yet_plain"),), yes=False, rests_on=rests_on)


def _set_out(asked: Asked) -> SetOut | None:
    """Return what the agent set out to do that a question is about, the latest that fits; or None.

    Its verb stands in the question, with all things and most words of it, and the people it names.
    """
    matter, people = matter_of(asked), {person.agent for person in asked.named}
    for row in reversed(asked.prompt.set_out):
        with_them = people <= {*row.others} or EVERYBODY in row.others
        text = f"{row.text} {row.deed}"
        of_it = overlap(matter.words, text, asked.pack)
        things = overlap(matter.things, text, asked.pack)
        whole = of_it >= _OF_IT * len(matter.words) and 2 * things >= len(matter.things) + bool(matter.things)
        if with_them and of_it and whole and _names_deed(row.deed, asked):
            return row
    return None


def _names_deed(deed: str, asked: Asked) -> bool:
    """Tell whether a question has the verb of a deed, in any form."""
    if not asked.pack.grammar.spaced:
        return bool(deed) and deed[0] in asked.question
    verb = base_form(deed.partition(" ")[0])
    return bool(verb) and any(base_form(word) == verb for word in words_of(asked.question))


def supporters(asked: Asked) -> Reply | None:
    """Say who is for the agent, or a person named, who is against, and who is unsure; or return None.

    Where a vote is asked about, only what was said of an office counts. Each person is named once.
    """
    candidate = asked.me.name_of(asked.person.agent) if asked.person is not None else asked.me.name
    frames = _OF_OFFICE if asked.finds("ask_candidate") else STANCES
    latest: dict[Name, Dealing] = {}
    for dealing in dealings(asked, frames):
        if dealing.asker == candidate:
            latest.setdefault(dealing.who, dealing)
    if not latest:
        stands = any(candidate in asked.says(memory).sides for _, memory in asked.numbered())
        return Reply((asked.say("support_unknown"),), knows=False) if stands else None
    called = asked.pack.grammar.first.object if candidate == asked.me.name else candidate.called
    parts = [
        asked.say(frame, other=called, people=asked.pack.listed(names))
        for frame, of_it in (("for_them", FOR), ("against_them", AGAINST), ("unsure_of_them", UNSURE))
        if (names := [_called(name, asked) for name, dealing in latest.items() if dealing.frame in of_it])
    ]
    return Reply(tuple(parts), tuple(dealing.number for dealing in latest.values()))


def their_stance(asked: Asked) -> Reply | None:
    """Say how a person named answered when the agent asked for their support, if that is asked; or None."""
    if asked.person is None or not (asked.finds("asks_oneself") and asks_of_others(asked)):
        return None
    other, me = asked.me.name_of(asked.person.agent), asked.me.name
    theirs = [dealing for dealing in dealings(asked, STANCES) if (dealing.asker, dealing.who) == (me, other)]
    return _told(theirs[:1], asked) if theirs else None


def stance(asked: Asked) -> Reply | None:
    """Say whether the agent supports a person named, or is undecided; or return None."""
    if asked.person is None:
        return None
    other = asked.me.name_of(asked.person.agent)
    leaning = side_taken(asked, other)
    if leaning is not None:
        lead = () if leaning.verdict is None else (asked.say("yes" if leaning.verdict else "no"),)
        return replace(leaning.reply, parts=(*lead, *leaning.reply.parts), yes=leaning.verdict)
    unsure = [
        dealing
        for dealing in dealings(asked, UNSURE)
        if dealing.asker == other and dealing.who == asked.me.name
    ]
    if unsure:
        return _told(unsure[:1], asked)
    stands = any(other in asked.says(memory).sides for _, memory in asked.numbered())
    return Reply((asked.say("undecided"),), knows=False) if stands else None


def own_choice(asked: Asked) -> Reply | None:
    """Say whom the agent does not vote for, by what it has told a candidate; or return None."""
    own = [dealing for dealing in dealings(asked, _OF_OFFICE) if dealing.who == asked.me.name]
    against = [dealing for dealing in own if dealing.frame in AGAINST]
    if against:
        people = asked.pack.listed([dealing.asker.called for dealing in against])
        numbers = tuple(dealing.number for dealing in against)
        return Reply((asked.say("not_for_person", people=people),), numbers)
    numbers = tuple(dealing.number for dealing in own)
    return Reply((asked.say("undecided"),), numbers, knows=False) if own else None


def _told(matches: list[Dealing], asked: Asked) -> Reply:
    parts = [
        asked.say("also" if before else "bearing", core=asked.recount(dealing.memory))
        for before, dealing in enumerate(matches)
    ]
    return Reply(tuple(parts), tuple(dealing.number for dealing in matches))


def _called(name: Name, asked: Asked) -> str:
    return asked.pack.grammar.first.object if name == asked.me.name else name.called
