"""Engagements of a day: which are kept, which are given up and why, and the activities planned for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.clock import DAY, minute_at
from engine.events.outcome import ATTENDS
from engine.language.phrases import phrases
from engine.language.verb_forms import base_form, present_forms
from engine.practices.conduct import DONE_WITH, LASTING, PLANNED_FOR, SPOKEN, leaves_out
from engine.prompts.questions import PlanDay
from engine.records import Intention, Memory, Path
from engine.rehearsal.aims import never_goes
from engine.rehearsal.language.text import bare, tidy
from engine.rehearsal.language.third_person import own_deed
from engine.rehearsal.mind import may_go, paths_of, place_in, room_for
from engine.rehearsal.speaker import Speaker
from engine.rehearsal.understand import Proposition, understand

CLASH = 50
LASTS = (75, 90, 105, 120)
HOST_LASTS = 150
PREPARES = 60
EARLY, STAYS = 5, 10  # minutes before and after an event of the town for which one is there
RESOLVED_LASTS = 60
FORGETS = 0.35
EARLIEST_RESOLVE = 10 * 60


@dataclass(frozen=True, slots=True)
class Kept:
    """An engagement kept today: its first and last minute, the activity planned for it, and its place."""

    start: int
    end: int
    activity: str
    place: Path
    resolved: bool = False


@dataclass(frozen=True, slots=True)
class Missed:
    """An engagement that was given up. Without a `why` it was simply forgotten."""

    memory: Memory
    why: str = ""


def sort_out(me: Speaker[PlanDay], bed: int) -> tuple[list[Kept], list[Missed]]:
    """Sort today's engagements into those kept and those missed. `bed` is the minute of bedtime.

    Of two at the same hour, the one that matters more is kept, by closeness and importance. Forgetful agents
    sometimes forget those of others.
    """
    prompt = me.prompt
    end = max(bed, prompt.now + DAY // 2)
    spoken = {aim.intention.memory for aim in prompt.aims if aim.intention.kind in SPOKEN - PLANNED_FOR}
    put = {row for each in prompt.engagements if each.when is not None for row in each.evidence}
    due = [
        each for each in prompt.engagements
        if each.when is not None and each.when < end and each.id not in spoken | put
        and (prompt.now < each.when or _goes_on(each, prompt)) and not _is_barred(each, me)
    ]  # fmt: skip
    kept: list[Memory] = []
    missed: list[Missed] = []
    for memory in sorted(due, key=lambda each: (-_weight(each, me), each.when, each.id)):
        rival = next((other for other in kept if abs((other.when or 0) - (memory.when or 0)) < CLASH), None)
        if rival is not None and _says(rival, me).occasion == _says(memory, me).occasion:
            continue
        if _is_out_of_reach(memory, me):
            missed.append(Missed(memory, _why_not(memory, me.say("no_strength"), me)))
        elif rival is not None:
            missed.append(Missed(memory, _why(memory, rival, me)))
        elif not _goes_on(memory, prompt) and _forgets(memory, me):
            missed.append(Missed(memory))
        else:
            kept.append(memory)
    rows = sorted(kept, key=lambda each: (each.when, each.id))
    return [each for memory in rows for each in _kept(memory, me)] + _resolved(prompt, me, bed), missed


def _goes_on(memory: Memory, prompt: PlanDay) -> bool:
    """Check whether the agent is at an engagement during replanning; it is then kept to its end."""
    return memory.when is not None and memory.when <= prompt.now < _end_as_planned(prompt)


def _end_as_planned(prompt: PlanDay) -> int:
    """Return the minute at which the current step of the earlier plan ends, or `now` if there is none."""
    ends = (step.end for step in prompt.earlier if step.start <= prompt.now < step.end)
    return next(ends, prompt.now)


def _is_out_of_reach(memory: Memory, me: Speaker[PlanDay]) -> bool:
    """Check whether the agent is too worn out for an engagement.

    A worn-out agent rests and gives up everything during that time except occasions of its own.
    """
    feels = me.prompt.feels
    rests = feels.worn_out and (memory.when or 0) < me.now + feels.rests_for
    return rests and _says(memory, me).host != me.name


def _is_barred(memory: Memory, me: Speaker[PlanDay]) -> bool:
    """Look for a later resolve not to go to an engagement's host or place."""
    host = _says(memory, me).host
    agent = me.everybody.agent_of(host) if host is not None and host != me.name else ""
    return never_goes(me.prompt.aims, agent, _where(memory, me.prompt), memory.when) or never_goes(
        me.prompt.aims, "", memory.place, memory.when
    )


def _kept(memory: Memory, me: Speaker[PlanDay]) -> list[Kept]:
    when, says = memory.when or 0, _says(memory, me)
    place = _where(memory, me.prompt)
    if (attendance := _attendance(memory, me)) is not None:
        leaves = max(me.now, when - _walk(place, me.prompt) - EARLY)
        ends = max(attendance.until or 0, when) + STAYS
        return [Kept(leaves, ends, tidy(attendance.deed, 300), place)]
    if not says.occasion or says.host != me.name:
        leaves = max(me.now, when - _walk(place, me.prompt))
        goes_on = _goes_on(memory, me.prompt)
        end = _end_as_planned(me.prompt) if goes_on else when + me.draw.choice(LASTS)
        return [Kept(leaves, end, _activity(memory, says, me), place)]
    begins = Kept(when, when + HOST_LASTS, me.say("host", occasion=says.occasion), place)
    if when - PREPARES <= me.now:
        return [begins]
    ready_from = max([when - PREPARES, *_ends_of_events(me, when)])
    ready = me.say("prepare_quietly" if _is_a_surprise(says, me) else "prepare", occasion=says.occasion)
    return [Kept(ready_from, when, ready, place), begins]


def _attendance(memory: Memory, me: Speaker[PlanDay]) -> Intention | None:
    """Return the intention to attend the town's event that a memory tells of, or None."""
    meant = (aim.intention for aim in me.prompt.aims)
    return next((one for one in meant if one.kind == ATTENDS and one.memory == memory.id), None)


def _ends_of_events(me: Speaker[PlanDay], before: int) -> Iterator[int]:
    """Yield the minutes at which the events end that the agent means to attend, if before a minute."""
    for aim in me.prompt.aims:
        until = aim.intention.until
        if aim.intention.kind == ATTENDS and until is not None and until < before:
            yield until


def _is_a_surprise(says: Proposition, me: Speaker[PlanDay]) -> bool:
    """Recognise an occasion that is kept secret, or kept from somebody who might see it prepared."""
    meant = [aim.intention for aim in me.prompt.aims]
    kept = (one for one in meant if one.kind == "secret")
    if any(one.what and one.what.lower() in says.occasion.lower() for one in kept):
        return True
    return any(leaves_out(one, other, says.occasion) for one in meant for other in one.others)


def _activity(memory: Memory, says: Proposition, me: Speaker[PlanDay]) -> str:
    """Return the activity planned for an engagement."""
    if says.occasion and says.host:
        whose = me.pack.grammar.possessive_of.format(name=says.host.full)
        return tidy(me.say("attend", whose=whose, occasion=says.occasion), 300)
    if deed := _done_together(memory, me):
        return deed
    if with_whom := _met_with(memory, me):
        return tidy(me.say("meet_with", other=with_whom), 300)
    own = _own_words(me.pack.calendar.without(says.does), me) if says.who == me.name else ""
    return tidy(me.pack.patterns["deed_end"].split(own)[0], 300) or me.say("be_there")


def _own_words(does: str, me: Speaker[PlanDay]) -> str:
    """Return the deed in a sentence as the agent plans it (`meet the harbour master`), or an empty string.

    It is empty if the deed has to be worded otherwise, since an author's words are not repeated.
    """
    pack = me.pack
    if pack.patterns["own_lead"].match(does):
        return pack.patterns["own_lead"].sub("", does, count=1)
    verb, space, rest = does.partition(" ")
    if not pack.grammar.spaced or pack.finds("no_deed", does):
        return "" if pack.finds("no_deed", does) else does
    base = base_form(verb)
    is_over = verb.lower() not in present_forms(base)  # what was promised, or paid, is not done once more
    return f"{base}{space}{rest}" if base and not is_over else ""


def _done_together(memory: Memory, me: Speaker[PlanDay]) -> str:
    """Return the agent's deed with or for others at an engagement, or "" if they only meet."""
    held = (aim.intention for aim in me.prompt.aims if aim.intention.kind in DONE_WITH)
    one = next((each for each in held if each.memory == memory.id), None)
    if one is None or not one.deed or me.pack.finds("deed_meets", one.deed):
        return ""
    deed = own_deed(me.pack.calendar.without(one.deed), me.name, me.pack.grammar)
    return tidy(bare(me.pack.patterns["deed_end"].split(deed)[0]), 300)


def _met_with(memory: Memory, me: Speaker[PlanDay]) -> str:
    """Return the names of those met if an engagement is a meeting, whoever proposed it; else ""."""
    told = re.split(r":\s+|：", memory.text)[-1]
    if phrases(me.pack.language).read("meets", bare(told)) is None:
        return ""
    others = [name.full for name in _says(memory, me).people if name != me.name]
    return me.pack.listed(others)


def _resolved(prompt: PlanDay, me: Speaker[PlanDay], bed: int) -> list[Kept]:
    """Plan an hour for each of up to two resolutions that have no time."""
    found: list[Kept] = []
    for memory in prompt.engagements:
        spoken = any(
            aim.intention.memory == memory.id and (aim.left or aim.intention.kind in LASTING)
            for aim in prompt.aims
        )
        if memory.when is not None or spoken or len(found) > 1:
            continue
        says = _says(memory, me)
        act = me.pack.patterns["own_lead"].sub("", says.does, count=1) if says.who == me.name else ""
        earliest = minute_at(prompt.now // DAY + 1, EARLIEST_RESOLVE) + 90 * len(found)
        start = max(prompt.now + max(5, prompt.feels.rests_for), earliest)
        if act and act != says.does and start + RESOLVED_LASTS < bed:
            place = _for_deed(act, memory, me)
            found.append(Kept(start, start + RESOLVED_LASTS, tidy(act, 300), place, resolved=True))
    return found


def _for_deed(act: str, memory: Memory, me: Speaker[PlanDay]) -> Path:
    """Return the room for a deed: the place named, where its people were last seen, or a public place."""
    prompt = me.prompt
    named = place_in(act, paths_of(prompt, prompt.rooms))
    if named:
        return room_for(prompt, named, prompt.rooms)
    people = understand(act, me.everybody, me.pack).people
    agents = [me.everybody.agent_of(name) for name in people]
    seen = [row.place for row in prompt.recalled if any(agent in row.about for agent in agents) and row.place]
    public = [room.path for room in prompt.rooms if not room.private and room.open is None]
    for path in (*seen, *public, prompt.persona.work, prompt.persona.home):
        if may_go(prompt, path):
            return path
    return room_for(prompt, prompt.persona.home, prompt.rooms)


def _says(memory: Memory, me: Speaker[PlanDay]) -> Proposition:
    return understand(memory.text[:400], me.everybody, me.pack)


def _weight(memory: Memory, me: Speaker[PlanDay]) -> float:
    """Return the weight of an engagement: its importance and closest person; the agent's own weigh most."""
    says = _says(memory, me)
    if says.host == me.name or (says.who == me.name and not says.occasion):
        return 20.0
    return memory.importance + 8 * _closest(says, me)


def _closest(says: Proposition, me: Speaker[PlanDay]) -> float:
    """Return the agent's closeness to the closest person in an engagement, at least 0."""
    bonds = {bond.other: bond.closeness for bond in me.persona.bonds}
    close = (bonds.get(me.everybody.agent_of(name), 0.0) for name in says.people if name != me.name)
    return max(close, default=0.0)


def _why(memory: Memory, rival: Memory, me: Speaker[PlanDay]) -> str:
    """Return the reason for giving up one engagement for another, as it will be remembered."""
    return _why_not(memory, me.inside(_says(rival, me).text), me)


def _why_not(memory: Memory, why: str, me: Speaker[PlanDay]) -> str:
    """Return the sentence that something is given up for a reason, as it will be remembered."""
    lost = _says(memory, me)
    if lost.occasion and lost.host:
        whose = me.pack.grammar.possessive_of.format(name=lost.host.full)
        return tidy(
            me.sentence(me.say("skips", who=me.name.full, whose=whose, occasion=lost.occasion, why=why))
        )
    return tidy(me.sentence(me.say("skips_plain", who=me.name.full, what=me.inside(lost.text), why=why)))


def _forgets(memory: Memory, me: Speaker[PlanDay]) -> bool:
    says = _says(memory, me)
    own = memory.kind == "seed" or says.host == me.name
    return not own and me.draw.random() < FORGETS * me.persona.forgetting * (1 - _closest(says, me))


def _walk(place: Path, prompt: PlanDay) -> int:
    return next((room.walk for room in prompt.rooms if room.path == place), 0)


def _where(memory: Memory, prompt: PlanDay) -> Path:
    meant = (aim.intention.place for aim in prompt.aims if aim.intention.memory == memory.id)
    for place in (*meant, memory.place):
        if may_go(prompt, place):
            return place
    named = place_in(memory.text, paths_of(prompt, prompt.rooms))
    return room_for(prompt, named or memory.place, prompt.rooms)
