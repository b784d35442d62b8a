"""Converse: two to four agents in one room talk until one ends it (paper, section 4.3.2)."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from operator import itemgetter

from engine.clock import minute_at, parse_clock
from engine.cognition.act import stay
from engine.cognition.facts import (
    FactId,
    facts_heard,
    facts_said,
    facts_stated,
    know,
    know_as_agreed,
    told_before,
)
from engine.cognition.intending.barred import is_silent_to
from engine.cognition.intending.intend import let_go, stand
from engine.cognition.knowing import (
    acquaintance,
    blocks_ahead,
    common_ground,
    engagements_ahead,
    known_paths,
    known_room,
    met_lately,
    shaken_by,
    told_lately,
)
from engine.cognition.perceive import unnoticed_since
from engine.cognition.plan import to_find
from engine.cognition.pursuit.asking import answer_to, passed_on
from engine.cognition.pursuit.attending import event_told, hear_of
from engine.cognition.pursuit.pursue import (
    aims,
    done_by_a_line,
    has_said,
    is_answered,
    put_into_words,
    wanted,
)
from engine.cognition.retrieve import retrieve
from engine.cognition.thinker import Thinker
from engine.cognition.wayfinding.places import heard_of, overhear, spoken_of
from engine.models import Heard
from engine.prompts.known import Aim
from engine.prompts.questions import Speak, TakeAway
from engine.prompts.questions.take_away import Aftermath, Feeling
from engine.records import AgentId, Conversation, Event, Intention, Line, Lock, Memory, Relation, is_visitor

_MATTERS = 4
_LINE_MATTERS = 1  # a line takes a minute, so that a talk is seen, joined, waited for
_STEPS_OF_CLOSENESS = 20
_ANSWERS = 4  # memories that may hold what one asked for somebody else
_STAYS_IN_MIND = 5  # memories told before to those present
HEARD_LATELY = 36 * 60  # minutes, within which one does not like to say the same again
_AHEAD = 2  # blocks of the plan that one may speak of
_QUESTION_MARKS = "?？؟"


@dataclass(frozen=True, slots=True)
class NextLine:
    """What an agent says next: its line, the facts of the town that it says, and whether it ends the talk."""

    line: Line
    facts: tuple[FactId, ...]
    ends: bool

    @property
    def is_silence(self) -> bool:
        """Return whether the agent ends the talk without a word: no letter or digit is in its line."""
        return self.ends and not any(letter.isalnum() for letter in self.line.text)


async def converse(members: Sequence[Thinker], because: str = "") -> bool:
    """Hold a conversation of the members, opened by the first; it is one joint turn and one event to others.

    Returns False if the opener has no usable line, or will not speak to any of them. A member that does not
    mean to speak to the opener gives no answer. Every line is a memory of all members and takes a minute.
    A farewell that asks or tells nothing is the last line; any other may still be answered. `most_lines` is
    only a guard. Afterwards each member keeps a summary, news, agreements, and its changed relations to the
    others.
    """
    opener, members = members[0], _willing(members)
    if len(members) < 2:
        return False
    conversation, seen = opener.rows.next_id(), opener.rows.next_id()
    opening = await _next_of(members, opener, [], conversation, because=because)
    if opening is None or opening.is_silence:
        return False
    answered = not is_silent_to(members[1], opener.id)
    event = Event(
        id=seen,
        room=opener.room.path,
        kind="talk",
        actor=opener.id,
        text=_seen(members, answered=answered),
        about=tuple(member.id for member in members),
    )
    opener.rows.add(event)
    lines, ended_by = await _talk(members, opening) if answered else (_in_vain(members, opening), "")
    until = lines[-1].said_at + 1
    for member in members:
        noticed = None if member is opener else unnoticed_since(member)
        stay(member, until, doing=event.text, emoji="💬", reason="talked", seen=noticed)
    if answered:
        opener.later(lambda: part(members, _ids(members), conversation, lines, ended_by))
    else:
        opener.later(lambda: _turned_away(members, conversation, event))
    return True


def _willing(members: Sequence[Thinker]) -> Sequence[Thinker]:
    """Return the members that will talk: the opener, and those who speak to it and to whom it speaks.

    If there are none, the result is the opener and the one that will not answer.
    """
    opener = members[0]
    spoken_to = [other for other in members[1:] if not is_silent_to(opener, other.id)]
    willing = [opener]
    for other in spoken_to:
        if not any(is_silent_to(other, one.id) or is_silent_to(one, other.id) for one in willing):
            willing.append(other)
    return willing if len(willing) > 1 else [opener, *spoken_to[:1]]


def _seen(members: Sequence[Thinker], *, answered: bool) -> str:
    """Return the text that bystanders see: people who talk, or someone who gets no answer."""
    opener, phrases = members[0], members[0].town.phrases
    if not answered:
        return opener.say("no_answer", other=members[1].persona.name)
    return opener.say("talks", names=phrases.list([member.persona.name for member in members]))


def _in_vain(members: Sequence[Thinker], opening: NextLine) -> list[Line]:
    """Log the one line that is said to someone who does not answer, and return it."""
    hear(members, _ids(members), opening.line, opening.facts)
    return [opening.line]


def _ids(members: Sequence[Thinker]) -> tuple[AgentId, ...]:
    return tuple(member.id for member in members)


async def _turned_away(members: Sequence[Thinker], conversation: int, event: Event) -> None:
    """Log a talk in which the opener got no answer; both remember it."""
    opener, ids = members[0], tuple(member.id for member in members)
    talk = Conversation(
        id=conversation,
        room=event.room,
        members=ids,
        until=opener.now + 1,
        ended_by=ids[1],
        summary=event.text,
    )
    opener.rows.add(talk)
    for member in members:
        member.remember("talk", event.text, _MATTERS, source=conversation, about=ids, place=event.room)
        _feel(member, (), talk)


async def part(
    members: Sequence[Thinker],
    present: Sequence[AgentId],
    number: int,
    lines: Sequence[Line],
    ended_by: AgentId,
) -> None:
    """Log the end of a talk: its record, and what each member takes away from it.

    `present` are all who took part, members and visitors.
    """
    opener = members[0]
    taken = await _take_away(members, present, lines)
    conversation = Conversation(
        id=number,
        room=opener.room.path,
        members=tuple(present),
        until=lines[-1].said_at + 1,
        ended_by=ended_by,
        summary=_come_to(members, taken, lines),
    )
    opener.rows.add(conversation)
    for member, aftermath in zip(members, taken, strict=True):
        if aftermath is None:
            _feel(member, (), conversation)
        else:
            _keep(member, aftermath, conversation, lines)
    for member in members:
        _free(member, lines)


def _come_to(members: Sequence[Thinker], taken: Sequence[Aftermath | None], lines: Sequence[Line]) -> str:
    """Return the summary of a talk, from the member who told most in it, else from the first."""
    told = Counter(line.speaker for line in lines if line.tells)
    said = [
        (told[member.id], each.summary)
        for member, each in zip(members, taken, strict=True)
        if each is not None
    ]
    return max(said, key=itemgetter(0), default=(0, ""))[1]


async def _talk(members: Sequence[Thinker], opening: NextLine) -> tuple[list[Line], AgentId]:
    """Return the lines from the opening on, and the id of the agent that ended the talk.

    The id is empty if a line failed, or if the talk reached its limit.
    """
    lines: list[Line] = []
    ended_by, silent = "", 0
    said: NextLine | None = opening
    while said is not None:
        if said.is_silence:
            silent += 1
            if ended_by or silent == len(members) - 1:  # all others were silent, too
                ended_by = ended_by or said.line.speaker
                break
        else:
            lines.append(said.line)
            hear(members, _ids(members), said.line, said.facts)
            if ended_by or len(lines) >= members[0].town.settings.most_lines:
                break
            silent, ended_by = 0, said.line.speaker if said.ends else ""
        speaker = _speaker_after(said.line.speaker, members)
        if ended_by and not _calls_for_answer(said.line, lines, speaker):
            break
        said = await _next_of(members, speaker, lines, opening.line.conversation, closing=bool(ended_by))
    return lines, ended_by


def _calls_for_answer(farewell: Line, lines: Sequence[Line], answering: Thinker) -> bool:
    """Return whether a farewell is to be answered.

    It is if it asks or tells something, if nobody has answered yet, or if the one whose turn it is has a line
    to say that the author has locked.
    """
    asks = any(mark in farewell.text for mark in _QUESTION_MARKS)
    others = {farewell.speaker, *farewell.hearers} - {answering.id}
    unsaid = any(not any(_is_of(lock, line) for line in lines) for lock in _locks_to(answering, others))
    return asks or bool(farewell.tells) or len(lines) < 2 or unsaid


def _speaker_after(agent: AgentId, members: Sequence[Thinker]) -> Thinker:
    """Return the member whose turn it is after another one's."""
    return members[(_ids(members).index(agent) + 1) % len(members)]


async def _next_of(
    members: Sequence[Thinker],
    speaker: Thinker,
    lines: Sequence[Line],
    conversation: int,
    *,
    closing: bool = False,
    because: str = "",
) -> NextLine | None:
    others = [member.id for member in members if member is not speaker]
    said = await next_line(speaker, others, lines, conversation, closing=closing, because=because)
    return None if said is None else _as_locked(speaker, said, lines, last=said.ends or closing)


def _as_locked(speaker: Thinker, said: NextLine, lines: Sequence[Line], *, last: bool) -> NextLine:
    """Return a line, or an author's locked line in its place if its turn has come or it is the last."""
    lock = next(_locks_to(speaker, said.line.hearers), None)
    is_said = lock is None or any(_is_of(lock, each) for each in (*lines, said.line))
    if lock is None or is_said or (len(lines) < lock.place and not last):
        return said
    tells = _told_by(speaker, lock)
    line = replace(said.line, text=lock.text, thought="", tells=tells)
    stated = facts_stated(speaker.town, speaker.mind.stream.lexicon, lock.text)
    return replace(said, line=line, facts=facts_said(speaker, [tells]) or tuple(stated))


def _locks_to(speaker: Thinker, hearers: Iterable[AgentId]) -> Iterator[Lock]:
    """Yield the locked lines that an author has an agent say to exactly these hearers."""
    others = set(hearers)
    return (lock for lock in speaker.mind.held_lines() if set(lock.others) == others)


def _is_of(lock: Lock, line: Line) -> bool:
    return (lock.agent, lock.text) == (line.speaker, line.text)


def _free(member: Thinker, lines: Sequence[Line]) -> None:
    """Release the locked lines that have been said.

    These rows come last, so that no other row gets another id. A talk in which the line would have been said
    anyway goes on as it did.
    """
    for line in lines:
        if line.speaker == member.id:
            for lock in [one for one in _locks_to(member, line.hearers) if _is_of(one, line)]:
                member.rows.add(replace(lock, id=member.rows.next_id(), said=line.id, held=False))


def _told_by(speaker: Thinker, lock: Lock) -> int:
    """Return the id of the memory that a locked line passes on; 0 if the speaker has none."""
    stream = speaker.mind.stream
    same = (one.id for one in reversed(stream.memories) if lock.tells and one.text == lock.tells)
    return next((row for row in same if stream.shows(row)), 0)


async def next_line(
    speaker: Thinker,
    others: Sequence[AgentId],
    lines: Sequence[Line],
    conversation: int,
    heard: Heard | None = None,
    *,
    closing: bool = False,
    because: str = "",
) -> NextLine | None:
    """Return the speaker's next line to others; None without a usable answer.

    `heard` is called with the text while it is generated. With `closing`, the line is the last of the talk.
    `because` is why the speaker opens it.
    """
    met, meant, shaken = met_lately(speaker, others), aims(speaker), shaken_by(speaker)
    recalled = await _bring_up(speaker, others, lines, meant)
    question = speaker.prompt(
        Speak,
        place=speaker.room.path,
        doing=speaker.mind.presence.doing if speaker.mind.presence else "",
        people=tuple(acquaintance(speaker, other) for other in others),
        lines=tuple(lines),
        reason=because,
        closing=closing,
        shaken=shaken.id if shaken is not None else 0,
        recalled=recalled,
        engagements=engagements_ahead(speaker),
        told=told_before(speaker),
        said=tuple(speaker.mind.said_since(speaker.now - HEARD_LATELY)),
        heard=tuple(speaker.mind.heard_since(speaker.now - HEARD_LATELY)),
        here=known_room(speaker, speaker.room.path),
        ahead=blocks_ahead(speaker, _AHEAD),
        seeking=to_find(speaker),
        aims=meant,
        ways=spoken_of(speaker, lines),
        met=met,
        ground=common_ground(speaker, others, met, recalled),
    )
    answer = await speaker.ask_if_possible(question, heard)
    if answer is None:
        return None
    line = Line(
        id=speaker.rows.next_id(),
        conversation=conversation,
        speaker=speaker.id,
        hearers=tuple(others),
        said_at=speaker.now + len(lines),
        text=answer.says,
        thought=answer.thought,
        tells=next(_numbered([answer.tells], recalled), 0),
    )
    conveyed = (
        *_numbered([answer.tells, *answer.speaks_of], recalled),
        *_numbered(answer.speaks_of_plans, question.engagements),
    )
    return NextLine(line, facts_said(speaker, conveyed), answer.ends)


def _numbered(numbers: Iterable[int], memories: Sequence[Memory]) -> Iterator[int]:
    """Yield the ids of the memories with some numbers, from 1; 0 stands for none."""
    return (memories[number - 1].id for number in numbers if 0 < number <= len(memories))


async def _bring_up(
    speaker: Thinker, others: Sequence[AgentId], lines: Sequence[Line], meant: Sequence[Aim]
) -> tuple[Memory, ...]:
    """Return the memories recalled from before this conversation.

    For an opening, the queries are the others' names and the speaker's own concerns; later, what was said
    since its last line. It also gets what it has told here, the latest of what it has told those present,
    and what has shaken it. What it means to say only to others is left out.
    """
    names = " ".join(speaker.town.cast.names[other] for other in others)
    heard = [line.text for line in takewhile(lambda line: line.speaker != speaker.id, reversed(lines))]
    queries = [" ".join([*heard, names])] if heard else [names, speaker.persona.currently or names]
    before = lines[0].id if lines else None
    recalled = await retrieve(
        speaker, queries, purpose="converse", weights=speaker.town.settings.talking, before=before
    )
    kept = {line.tells for line in lines if line.speaker == speaker.id and line.tells}
    kept |= set(told_lately(speaker, others, _STAYS_IN_MIND))
    shaken = shaken_by(speaker)
    kept |= {shaken.id} if shaken else set()
    for aim in (aim for aim in meant if not set(others).isdisjoint(aim.left)):
        kept.add(aim.intention.memory)
        if passed_on(speaker, aim.intention):
            kept |= {memory.id for memory in await _answers(speaker, aim.intention)}
    recalled = tuple(memory for memory in recalled if memory.id not in put_into_words(speaker) - kept)
    return recalled + tuple(map(speaker.mind.stream.get, sorted(kept - {memory.id for memory in recalled})))


async def _answers(speaker: Thinker, one: Intention) -> tuple[Memory, ...]:
    """Return memories of talks that may answer the question which the speaker is to pass on."""
    weights = speaker.town.settings.talking
    return await retrieve(
        speaker, [one.what], purpose="converse", weights=weights, count=_ANSWERS, kinds=("talk",)
    )


def hear(
    members: Sequence[Thinker], present: Sequence[AgentId], line: Line, facts: Sequence[FactId] = ()
) -> None:
    """Log a line that all who are `present` hear, and add it to the memory of every member.

    Those who hear it know the `facts` of the town that it says.
    """
    rows, town = members[0].rows, members[0].town
    rows.add(line)
    speaker = next((member for member in members if member.id == line.speaker), None)
    if speaker is not None:
        has_said(speaker, line)
    text = town.phrases.say(
        "said",
        name=town.cast.names[line.speaker],
        others=town.phrases.list([town.cast.names[one] for one in present if one != line.speaker]),
        text=line.text,
    )
    overhear(members, line, speaker)
    event = event_told(speaker, line) if speaker is not None else None
    for member in members:
        room = member.room.path
        heard = member.remember("talk", text, _LINE_MATTERS, source=line.id, about=present, place=room)
        if member is not speaker:
            know(member, facts, heard.id, line)
        if event is not None and member is not speaker:
            hear_of(member, event, heard)


async def _take_away(
    members: Sequence[Thinker], present: Sequence[AgentId], lines: Sequence[Line]
) -> list[Aftermath | None]:
    """Return each member's aftermath of the talk.

    They are asked at once and logged in the order of the members.
    """
    prompts = [_parting(member, present, lines) for member in members]
    asked = (member.answer_if_possible(prompt) for member, prompt in zip(members, prompts, strict=True))
    answers = await asyncio.gather(*asked)
    for member, prompt, answer in zip(members, prompts, answers, strict=True):
        member.log(prompt, answer)
    return answers


def _parting(member: Thinker, present: Sequence[AgentId], lines: Sequence[Line]) -> TakeAway:
    others = [other for other in present if other != member.id]
    named = member.town.world.named("\n".join(line.text for line in lines))
    rooms = known_paths(member)
    return member.prompt(
        TakeAway,
        place=member.room.path,
        people=tuple(acquaintance(member, other) for other in others),
        lines=tuple(lines),
        engagements=engagements_ahead(member),
        wanted=tuple(one.what or one.content for one in wanted(member)),
        choices={
            "place": (*rooms, *heard_of(member, (place.rooms[0].path for place in named))),
            "person": tuple(member.town.cast.names[other] for other in others),
        },
    )


def _keep(member: Thinker, aftermath: Aftermath, conversation: Conversation, lines: Sequence[Line]) -> None:
    """Store what one member takes away; the summary cites the lines it sums up."""
    about = conversation.members
    summary = member.remember(
        "talk",
        aftermath.summary,
        aftermath.importance,
        source=conversation.id,
        about=about,
        place=conversation.room,
    )
    for learned in aftermath.learned:
        if learned.line <= len(lines):
            line = lines[learned.line - 1]
            memory = member.remember(
                "talk",
                learned.text,
                learned.importance,
                evidence=(summary.id,),
                source=line.id,
                place=conversation.room,
            )
            know(member, facts_heard(member, line), memory.id, line)
    _settle(member, aftermath, conversation.members, lines)
    for engagement in aftermath.engagements:
        when = minute_at(engagement.day, parse_clock(engagement.time))
        if when > member.now and not _already_engaged(member, when, engagement.place):
            agreed = member.remember(
                "plan",
                engagement.text,
                max(aftermath.importance, 6),
                evidence=(summary.id,),
                place=engagement.place,
                when=when,
            )
            know_as_agreed(member, agreed, lines)
    _feel(member, aftermath.feelings, conversation)


def _settle(member: Thinker, aftermath: Aftermath, members: Sequence[AgentId], lines: Sequence[Line]) -> None:
    """Drop engagements that are called off, and close the questions and requests that were answered."""
    for number, agreed in enumerate(engagements_ahead(member), 1):
        if number in aftermath.off:
            let_go(member, agreed)
    for number, intention in enumerate(wanted(member), 1):
        asked = [member.town.cast.names[other] for other in intention.others if other in members]
        names, is_request = member.town.phrases.list(asked), intention.kind == "request"
        answer = _answer_to(intention, aftermath, lines)
        if number in aftermath.settled:
            frame = "was_granted" if is_request else "was_answered"
            because = member.say(frame, others=names) if asked else aftermath.summary
            stand(member, intention, "agreed" if is_request else "done", because=answer or because)
        elif asked and is_answered(member, intention):
            frame = "not_granted" if is_request else "not_answered"
            stand(member, intention, "failed", because=answer or member.say(frame, others=names))


def _answer_to(asked: Intention, aftermath: Aftermath, lines: Sequence[Line]) -> str:
    """Return what a member takes away of the answer to what it asked in a talk, or an empty string.

    To a request, a line that passes a memory on is no answer.
    """
    kept: dict[int, str] = {}
    for learned in aftermath.learned:
        line = lines[learned.line - 1] if learned.line <= len(lines) else None
        if line is not None and (asked.kind == "question" or not line.tells):
            kept.setdefault(line.id, learned.text)
    answer = answer_to(asked, lines, kept)
    return kept.get(answer.id, "") if answer is not None else ""


def _already_engaged(member: Thinker, when: int, place: str) -> bool:
    """Return whether the agent has an engagement at that place and time."""
    bound = (memory for memory in member.mind.engagements if memory.id not in done_by_a_line(member))
    return any(memory.when == when and memory.place == place for memory in bound)


def _feel(member: Thinker, feelings: Sequence[Feeling], conversation: Conversation) -> None:
    """Log how the member's relations to the others change; strangers become acquaintances.

    A kind of relation that the author wrote stays; otherwise its word follows the closeness. A locked
    relation does not change.
    """
    roles = {bond.other: bond.kind for bond in member.persona.bonds}
    felt = {member.town.cast.named(feeling.person): feeling for feeling in feelings if feeling.person}
    for other in conversation.members:
        if other == member.id or member.mind.is_held_to(other):
            continue
        before, feeling = member.mind.relations.get(other), felt.get(other)
        met = before is not None and (bool(before.kind) or not is_visitor(other))
        if met and (feeling is None or not feeling.change):
            continue
        change = feeling.change / _STEPS_OF_CLOSENESS if feeling else 0.0
        closeness = (before.closeness if before else 0.0) + change
        closeness = round(math.copysign(min(1.0, abs(closeness)), closeness), 3)
        member.rows.add(
            Relation(
                id=member.rows.next_id(),
                agent=member.id,
                other=other,
                kind=roles.get(other) or member.town.phrases.tie(closeness),
                closeness=closeness,
                note=(feeling.note if feeling else "") or (before.note if before else ""),
            )
        )
