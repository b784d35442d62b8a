"""Inviting: known occasions, whether the speaker comes, and what is said about those who did not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from engine.clock import DAY
from engine.practices.conduct import COMES_EARLY, GATHERS_FOR, leaves_out
from engine.records import Memory, Name, Path, RoutineItem
from engine.rehearsal.aims import never_goes
from engine.rehearsal.conversation.hearing import ACCEPTING, ASKED_TO_COME, hear
from engine.rehearsal.conversation.household import is_household
from engine.rehearsal.conversation.talk import Talk
from engine.rehearsal.language.doing import to_do
from engine.rehearsal.language.text import bare, tidy
from engine.rehearsal.mind import ahead, place_of
from engine.rehearsal.understand import Proposition, alike

CLASH = 60
EARLY, LASTS = COMES_EARLY, GATHERS_FOR
MUCH_CLOSER = 0.3
WORK_COMES_FIRST = 0.5
OFFERS_HELP = 0.2  # how often a guest asks what to bring
NEVER_MIND_WORK = 0.5
_TALKS = 16  # that lines are being found for just now, in whatever thread


@dataclass(frozen=True, slots=True)
class Occasion:
    """Something to which people are invited: its name, host, minute, and a memory of it with its number."""

    what: str
    host: Name | None
    when: int | None
    number: int
    memory: Memory

    def is_ahead(self, talk: Talk) -> bool:
        """Check whether the occasion is still to come."""
        return self.when is not None and self.when > talk.prompt.now

    def is_now(self, talk: Talk) -> bool:
        """Check whether the occasion is going on, at the place of the talk."""
        begun = self.when is not None and self.when - EARLY <= talk.prompt.now < self.when + LASTS
        return begun and place_of(self.memory.place) == place_of(talk.prompt.place)


@lru_cache(maxsize=_TALKS)
def occasions(talk: Talk) -> tuple[Occasion, ...]:
    """Return the occasions that the speaker knows of, those it is bound to first."""
    return tuple(_occasions(talk))


def _occasions(talk: Talk) -> Iterator[Occasion]:
    seen: set[tuple[str, str]] = set()
    off = [
        memory.text.lower() for memory in talk.prompt.recalled if talk.pack.finds("called_off", memory.text)
    ]
    numbers = {memory.id: number for number, memory in talk.numbered()}
    for memory in (*talk.prompt.engagements, *talk.prompt.recalled):
        says = talk.understand(memory)
        key = (says.occasion.lower(), says.host.full if says.host else "")
        if says.occasion and key not in seen and not any(key[0] in text for text in off):
            seen.add(key)
            when = memory.when or _when(says.text, memory, talk)
            yield Occasion(says.occasion, says.host, when, numbers.get(memory.id, 0), memory)


def occasion_of(says: Proposition, talk: Talk) -> Memory | None:
    """Return the speaker's memory of the occasion that a statement names, or None."""
    named = (says.occasion.lower(), says.host)
    return next((each.memory for each in occasions(talk) if (each.what.lower(), each.host) == named), None)


def own_occasion(talk: Talk) -> Occasion | None:
    """Return the next occasion of which the speaker is the host, or None."""
    mine = (each for each in occasions(talk) if each.host == talk.speaker.name)
    return next((each for each in mine if each.when and each.when > talk.prompt.now), None)


def answer_invitation(talk: Talk) -> str:
    """Accept or decline an invitation, with a reason for declining.

    Return an empty string if the occasion is over or its time is unknown.
    """
    says = talk.said
    line = talk.answers
    when = talk.pack.calendar.read(talk.heard.told, line.minute, talk.prompt.starts) if line else None
    minute = when.minute(line.minute) if when and line else None
    if minute is None or minute <= talk.prompt.now or line is None:
        return ""
    if talk.heard.does(("invite_home",)):
        return talk.say("accept_home")
    host = _host(says, talk)
    bound = _bound_at(minute, says, talk)
    if isinstance(bound, int):
        at = talk.pack.calendar.spoken_clock.format(time=talk.pack.calendar.clock(bound))
        same = bound % DAY == minute % DAY  # of another day, or another occasion: no other hour
        return talk.say("accept_known") if same else talk.say("other_hour", at=at)
    if isinstance(bound, Memory) and not _rather(host, bound, talk):
        return talk.say("decline", reason=_bound_by(bound, talk))
    return _own_wish(minute, host, says, talk)


def _own_wish(minute: int, host: Name | None, says: Proposition, talk: Talk) -> str:
    persona, clock = talk.speaker.persona, minute % DAY
    if clock >= persona.sleep or clock < persona.wake - 30:
        return talk.say("decline", reason=talk.pack.word("decline_asleep"))
    if host is not None and never_goes(talk.prompt.aims, talk.speaker.everybody.agent_of(host), ""):
        return talk.say("decline_cool")
    fond = talk.closeness_to(host) if host else talk.closeness
    if fond < 0:
        return talk.say("decline_cool") if talk.chance(0.6) else talk.say("accept_cool")
    shift = _at_work(clock, talk)
    if says.occasion and shift and fond < NEVER_MIND_WORK and talk.chance(WORK_COMES_FIRST):
        activity = to_do(bare(tidy(shift.activity, 80)), talk.pack.grammar)
        said = talk.speaker.mine(activity, talk.hearer) if activity else ""
        reason = talk.pack.say(talk.draw, "decline_work", next=said) or talk.pack.word("decline_bound")
        return talk.say("decline", reason=reason)
    if _comes_too(talk):
        return talk.say("accept_too", other=talk.address(talk.agent)) or talk.say(
            "accept", occasion=says.occasion
        )
    by_host = host == talk.one and not talk.heard.does(("meet_tail",))  # two who meet ask for no guests
    asks = talk.say("accept_ask") if by_host and talk.chance(OFFERS_HELP) else ""
    said = talk.say("accept", occasion=says.occasion, host=talk.address(talk.agent) if by_host else "")
    return talk.pack.joined([said, asks])


def answer_coming(talk: Talk) -> str:
    """Say whether the speaker is going to the occasion that it is asked about."""
    now = talk.prompt.now
    for memory in ahead(talk.prompt.engagements, now):
        if talk.understand(memory).occasion:
            return talk.say("coming_yes")
    declined = _let_go(talk)
    if declined:
        return talk.say("coming_no", reason=declined)
    return talk.say("coming_unsure")


def excuse(talk: Talk) -> str:
    """Give the reason why the speaker did not come, if it remembers one, or a plain excuse."""
    reason = _let_go(talk)
    return talk.say("excuse", reason=reason) if reason else talk.say("excuse_plain")


def promised(talk: Talk) -> tuple[Name, ...]:
    """Return the people who have said that they will come to the speaker's occasion."""
    told = [talk.understand(memory) for memory in talk.prompt.recalled if memory.kind == "talk"]
    guests = [says.who for says in told if says.host == talk.speaker.name and says.who]
    return tuple(name for name in dict.fromkeys(guests) if name != talk.speaker.name)


def asks_to_come(place: Path, talk: Talk) -> str:
    """Return the frame that asks the hearers to come: those who live where it is are only asked to be in."""
    at_home = place_of(place or talk.speaker.persona.home) == place_of(talk.speaker.persona.home)
    return "invite_home" if at_home and is_household(talk) else "invite_tail"


def is_guest(talk: Talk, what: str) -> bool:
    """Check whether those here are guests of the speaker's occasion `what`.

    If it names no guests, everyone is one, except those who are not to be asked.
    """
    here = [person.agent for person in talk.prompt.people]
    if is_kept_out(what, talk):
        return False
    held = (aim.intention for aim in talk.prompt.aims if aim.intention.kind == "occasion")
    named = next((one.others for one in held if one.others and one.what.lower() in what.lower()), ())
    return not named or "*" in named or all(agent in named for agent in here)


def is_kept_out(what: str, talk: Talk) -> bool:
    """Look for somebody here whom the speaker means not to ask to an occasion."""
    here = [person.agent for person in talk.prompt.people]
    return any(leaves_out(aim.intention, agent, what) for aim in talk.prompt.aims for agent in here)


def is_left_out(what: str, talk: Talk) -> bool:
    """Look for somebody here who is not to come to an occasion.

    Either the speaker means not to ask them, or a known text about the occasion names them.
    """
    if is_kept_out(what, talk):
        return True
    here = {talk.speaker.name_of(person.agent) for person in talk.prompt.people}
    known = [talk.understand(memory) for memory in (*talk.prompt.recalled, *talk.prompt.engagements)]
    return any(
        here & (set(says.people) - {says.host, says.who})
        for says in known
        if says.occasion and (what.lower() in says.occasion.lower() or says.occasion.lower() in what.lower())
    )


def going_on(talk: Talk) -> Occasion | None:
    """Return the occasion at which the talk takes place, or None."""
    return next((each for each in occasions(talk) if each.is_now(talk)), None)


def missed(talk: Talk) -> tuple[int, Occasion] | None:
    """Find an occasion that the hearer promised to come to and missed, with its memory's number, or None."""
    for number, memory in _reflections(talk):
        found = talk.pack.phrases.read("insight_missed", memory.text)
        if found and found["who"].strip() == talk.one.full and _not_told(memory, talk):
            return number, Occasion(found["occasion"].strip(), talk.speaker.name, None, number, memory)
    return None


def came(talk: Talk) -> tuple[int, Occasion] | None:
    """Find an occasion that was better for the hearer's coming, with its memory's number, or None."""
    for number, memory in _reflections(talk):
        found = talk.pack.phrases.read("insight_came", memory.text)
        if found and talk.one.full in found["who"] and _not_told(memory, talk):
            return number, Occasion(found["occasion"].strip(), talk.speaker.name, None, number, memory)
    return None


def _reflections(talk: Talk) -> Iterator[tuple[int, Memory]]:
    for number, memory in talk.numbered():
        if memory.kind == "reflection":
            yield number, memory


def _not_told(memory: Memory, talk: Talk) -> bool:
    return (memory.id, talk.agent) not in talk.prompt.told


def _host(says: Proposition, talk: Talk) -> Name | None:
    """Return the host of the occasion that a line invites to: the one named, or the one who invites."""
    return says.host or (talk.one if talk.heard.does(ASKED_TO_COME) else None)


def _when(text: str, memory: Memory, talk: Talk) -> int | None:
    return talk.pack.calendar.read(text, memory.minute, talk.prompt.starts).minute(memory.minute)


def _bound_at(minute: int, says: Proposition, talk: Talk) -> Memory | int | None:
    """Return the engagement at about that minute, or its minute if it is this very occasion, or None."""
    bound = ahead(talk.prompt.engagements, talk.prompt.now)
    for memory in bound:
        other = talk.understand(memory)
        theirs = other.host is None or other.host == _host(says, talk)  # not another's supper
        same = theirs and bool(other.occasion) and alike(_words(other, talk), _words(says, talk))
        with_host = memory.when == minute and _host(says, talk) in other.people
        same_room = memory.when == minute and place_of(memory.place).lower() in says.text.lower()
        if same or with_host or (memory.place and same_room):
            return memory.when
    return next((each for each in bound if abs((each.when or 0) - minute) < CLASH), None)


def _words(says: Proposition, talk: Talk) -> frozenset[str]:
    return talk.understand(says.occasion or says.text).words


def _rather(host: Name | None, bound: Memory, talk: Talk) -> bool:
    """Decide whether the speaker would rather go to this host than keep an engagement."""
    people = talk.understand(bound).people
    other = max((talk.closeness_to(name) for name in people if name != talk.speaker.name), default=0.3)
    return host is not None and talk.closeness_to(host) - other >= MUCH_CLOSER


def _bound_by(bound: Memory, talk: Talk) -> str:
    """Return an engagement as a reason to decline. A plain resolution is not spelt out."""
    if talk.pack.phrases.read("resolve_plain", bound.text):
        return talk.pack.word("decline_bound")
    means_to_be_there = talk.pack.word("means_to_be_there").format(me=talk.speaker.name.full, core="\n")
    return _reason(bound.text.removeprefix(means_to_be_there.partition("\n")[0]), talk)


def _reason(text: str, talk: Talk) -> str:
    return talk.speaker.inside(talk.speaker.own(tidy(text, 160), talk.hearer))


def _at_work(clock: int, talk: Talk) -> RoutineItem | None:
    persona = talk.speaker.persona
    due = [item for item in persona.routine if item.start <= clock]
    on_shift = due and persona.work and place_of(due[-1].place) == place_of(persona.work)
    return due[-1] if on_shift else None


def _comes_too(talk: Talk) -> bool:
    """Look for somebody else who has just accepted the same invitation."""
    line = talk.answers
    after = [
        each for each in talk.prompt.lines if line and each.id > line.id and each.speaker != line.speaker
    ]
    return any(hear(each.text, talk.pack).does(ACCEPTING) for each in after)


def _let_go(talk: Talk) -> str:
    """Return the reason why the speaker gave up an engagement, in the first person, or an empty string."""
    for memory in talk.prompt.recalled:
        found = talk.pack.phrases.read("skips", memory.text) if memory.kind == "plan" else None
        if found:
            return _reason(found["why"], talk)
    return ""
