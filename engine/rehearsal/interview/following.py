"""Follow-up questions (why, with whom, when, where, who said so) about the previous answer."""

from __future__ import annotations

from engine.prompts.known import Acquaintance
from engine.rehearsal.interview.bearing import matter_of
from engine.rehearsal.interview.lookup.meetings import company
from engine.rehearsal.interview.question import Asked, Reply, is_named
from engine.rehearsal.opinion.reasons import is_told, noted, reasons, tie
from engine.rehearsal.recollect import Found, is_most, is_second_hand, overlap, recollect
from engine.rehearsal.understand import content_words

_OF_NEARNESS = ("ask_choice", "ask_get_on", "ask_helper", "ask_one_of", "ask_dislike", "ask_why_fond")


def why(asked: Asked) -> Reply:
    """Give a reason for the last answer that has not been given already.

    If the last question was about whom the agent is close to, the reason is about the person it named.
    """
    question, answer = asked.prompt.earlier[-1]
    answered, person = answer.lower(), _weighed(asked)
    if person is None and any(asked.pack.finds(kind, question) for kind in _OF_NEARNESS):
        return Reply((asked.say("why_nobody"),))
    matches = reasons(person, asked) if person else _behind(asked, 5)
    for match in matches:
        core = asked.recount(match.memory)
        if core.lower() not in answered:
            return Reply((asked.say("why", core=core),), (match.number,))
    if person is None:
        return Reply((asked.say("why_not"),))
    note = noted(person, asked)
    more = note if note.lower() not in answered else ""
    return Reply((more or asked.say("why_not") if is_told(person, answered, asked) else tie(person, asked),))


def _weighed(asked: Asked) -> Acquaintance | None:
    """Return the person named in answer to a question about closeness, or None."""
    question, answer = asked.prompt.earlier[-1]
    if not any(asked.pack.finds(kind, question) for kind in _OF_NEARNESS):
        return None
    named = [person for person in asked.prompt.people if is_named(asked.me.name_of(person.agent), answer)]
    return min(named, key=lambda person: answer.find(asked.called(person)), default=None)


def with_whom(asked: Asked) -> Reply:
    """Name the people of the last answer, or of the memory behind it."""
    answer = asked.prompt.earlier[-1][1]
    names = {person.agent: asked.me.name_of(person.agent) for person in asked.prompt.people}
    named = [name.full for name in names.values() if name.full in answer or name.called in answer]
    because: tuple[int, ...] = ()
    if not named:
        for match in _behind(asked, 1):
            named = [names[agent].full for agent in match.memory.about if agent in names]
            because = (match.number,) if named else ()
    if not named:
        return company(asked) or Reply((asked.say("with_nobody"),), knows=False)
    return Reply((asked.say("with_whom", people=asked.pack.listed(named[:4])),), because)


def when_was_it(asked: Asked) -> Reply | None:
    """Say when the thing just spoken of is or was, or return None."""
    calendar, prompt = asked.pack.calendar, asked.prompt
    if asked.pack.finds("ask_source", prompt.earlier[-1][0]):
        for match in _behind(asked, 1):
            return Reply((asked.say("when_it_was", when=asked.ago(match.memory.minute)),), (match.number,))
    for match in _behind(asked, 3):
        when = calendar.read(match.memory.text, match.memory.minute, prompt.starts).minute(
            match.memory.minute
        )
        if when is not None:
            return Reply(
                (asked.say("when_it_was", when=asked.moment(when)),),
                (match.number,),
            )
    for match in _behind(asked, 1):
        made = match.memory.minute
        if made:
            return Reply(
                (asked.say("when_it_was", when=asked.moment(made)),),
                (match.number,),
            )
    return None


def where_was_it(asked: Asked) -> Reply | None:
    """Say where the thing just spoken of is or was, or return None."""
    for match in _behind(asked, 3):
        named = asked.pack.patterns["where"].search(match.memory.text)
        if named:
            return Reply((asked.say("where_it_was", place=named["where"].strip()),), (match.number,))
        if match.memory.place:
            return Reply(
                (asked.say("where_it_was", place=asked.me.place(match.memory.place)),), (match.number,)
            )
    return None


def who_said_so(asked: Asked) -> Reply | None:
    """Say from whom the agent has it, or return None."""
    matter = matter_of(asked)
    if matter.people and not matter.words and asked.finds("ask_known_how"):  # which is another question
        return None
    matches = _of_the_matter(asked) if matter.words or not asked.prompt.earlier else _behind(asked, 3)
    for match in matches:
        source = asked.says(match.memory).source
        if source is not None:
            return Reply((asked.say("source_was", people=source.full),), (match.number,))
    if not matches:
        return None
    lived = matches[0].memory.kind == "observation" or asked.says(matches[0].memory).who == asked.me.name
    return Reply((asked.say("source_own" if lived else "source_forgotten"),), (matches[0].number,))


def _of_the_matter(asked: Asked) -> list[Found]:
    """Return the memories about the question's matter, those that were told to the agent first."""
    matter = matter_of(asked)
    words = matter.words or (asked.topics if not matter.people else frozenset())
    best = asked.best(words, 3)
    named = max((overlap(words, match.memory.text, asked.pack) for match in best), default=0)
    by_others = _told_by_others(asked)
    told = [match for match in by_others if named and overlap(words, match.memory.text, asked.pack) >= named]
    if not words or not is_most(named, words, asked.pack):
        people = {person.agent for person in asked.named}
        told = [match for match in by_others if people and people <= {*match.memory.about}]
        best = []
    return [*sorted(told, key=lambda match: match.memory.id), *best]


def _told_by_others(asked: Asked) -> list[Found]:
    """Return the memories of what somebody told the agent."""
    return [
        Found(number, memory, memory.importance) for number, memory in asked.numbered()
        if memory.kind == "talk" and not is_second_hand(memory, asked.pack)
        and asked.says(memory).source not in (None, asked.me.name)
    ]  # fmt: skip


def _behind(asked: Asked, most: int) -> list[Found]:
    """Return the memories behind the last answer, at most `most`."""
    if asked.behind:
        return [Found(n, memory, 0) for n, memory in asked.numbered() if n in asked.behind][:most]
    question, answer = asked.prompt.earlier[-1]
    topics = content_words(question[:1_000], asked.pack) | content_words(answer[:2_000], asked.pack)
    return recollect(asked.prompt.recalled, topics, asked.pack, most=most)
