"""Answers about telling: whom the agent told of a matter, and who else knows of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.prompts.known import Acquaintance
from engine.records import AgentId, Memory, Name
from engine.rehearsal.interview.bearing import MARK, matter_of, told_by
from engine.rehearsal.interview.lookup.absence import quoted_line
from engine.rehearsal.interview.question import Asked, Reply, is_named, numbers
from engine.rehearsal.recollect import is_most, is_second_hand, overlap

_MOST, _MOST_TOLD = 8, 2


def whom_told(asked: Asked) -> Reply | None:
    """Say whom the agent told of the matter of a question, or that it told nobody; or return None."""
    memories = _of_the_matter(asked, asked.named)
    if not memories or not asked.prompt.lived:  # who remembers no day does not know whom it told
        return None
    people = _listed(_hearers(memories, asked), asked)
    cited = tuple(memories)
    if not people:
        return Reply((asked.say("told_nobody"),), cited, yes=False)
    return Reply((asked.say("told_people", people=people),), cited, yes=True)


def whether_told(asked: Asked) -> Reply | None:
    """Say whether the agent told a person named of the matter of a question, or return None."""
    asked = replace(asked, named=tuple(sorted(asked.named, key=lambda person: not _is_hearer(person, asked))))
    memories = _of_the_matter(asked, asked.named[1:])
    if asked.person is None or not asked.prompt.lived:
        return None
    if not memories:
        return Reply((asked.say("never_did_whether"),), yes=False, knows=False)
    other, told = asked.called(asked.person), asked.person.agent in _hearers(memories, asked)
    return Reply(
        (asked.say("told_them" if told else "told_them_not", other=other),), tuple(memories), yes=told
    )


def _is_hearer(person: Acquaintance, asked: Asked) -> bool:
    """Tell whether a question names a person as the one who was told."""
    name = asked.me.name_of(person.agent)
    marked = asked.question.replace(name.full, MARK).replace(name.called, MARK)
    return asked.pack.finds("told_to", marked)


def what_they_told(asked: Asked) -> Reply | None:
    """Say what a person has told the agent of the matter of a question, or when, or that it was nothing."""
    if not asked.prompt.lived or (asked.person is None and not asked.finds("asks_anybody")):
        return None
    if asked.finds("asks_anybody") or asked.person is None:
        return _what_anybody_told(asked)
    told = (told_by(asked) or told_by(asked, again=True))[:_MOST_TOLD]
    if not told:
        none = Reply((asked.say("never_did_whether"),), yes=False, knows=False)
        return _line_about_it(asked.me.name_of(asked.person.agent), asked) or none
    if asked.finds("asks_when"):
        return Reply((asked.say("when_it_was", when=asked.ago(told[-1].memory.minute)),), (told[-1].number,))
    before = is_second_hand(told[0].memory, asked.pack)  # of what it knew before, it has only summaries
    recount = asked.recount_talk if before else asked.recount
    cores = [recount(match.memory) for match in told]
    parts = [asked.say("also" if number else "event_yes", core=core) for number, core in enumerate(cores)]
    return Reply(tuple(parts), numbers(told), yes=True)


def _what_anybody_told(asked: Asked) -> Reply:
    """Say who has told the agent of the matter of a question, and what; or that it remembers nobody."""
    memories = _of_the_matter(asked, asked.named).items()
    told = [
        (number, memory) for number, memory in memories
        if memory.kind == "talk" and asked.says(memory).source not in (None, asked.me.name)
    ][:_MOST_TOLD]  # fmt: skip
    if asked.finds("asks_who") or asked.finds("asks_why"):  # who it was, or why, is not what they told
        told = []
    cores = [asked.recount(memory) for _, memory in told]
    parts = [asked.say("also" if number else "event_yes", core=core) for number, core in enumerate(cores)]
    if not told:
        return Reply((asked.say("never_did_whether"),), yes=False, knows=False)
    return Reply(tuple(parts), tuple(number for number, _ in told), yes=True)


def _line_about_it(name: Name, asked: Asked) -> Reply | None:
    """Quote the line in which a person spoke to the agent of the matter of a question, or return None."""
    words = matter_of(asked).words
    for number, memory in asked.numbered():
        line = asked.pack.patterns["said"].match(memory.text) if words else None
        if line is None or line["speaker"] != name.full:
            continue
        if is_most(overlap(words, line["text"], asked.pack), words, asked.pack):
            return Reply((quoted_line(line["text"], name, memory, asked),), (number,), yes=True)
    return None


def who_knows(asked: Asked) -> Reply | None:
    """Say who knows of the matter of a question, as far as the agent knows, or return None."""
    memories = _of_the_matter(asked, asked.named[1:])
    if not memories:
        return None
    hearers, sources = _hearers(memories, asked), _sources(memories, asked)
    cited = tuple(memories)
    if asked.person is not None and not asked.finds("asks_who"):
        return _does_person_know(asked.person.agent, hearers, sources, cited, asked)
    people = _listed([*sources, *(agent for agent in hearers if agent not in sources)], asked)
    if not people:
        return Reply((asked.say("nobody_else_knows"),), cited)
    return Reply((asked.say("they_know", people=people),), cited)


def _does_person_know(
    person: AgentId, hearers: list[AgentId], sources: list[AgentId], cited: tuple[int, ...], asked: Asked
) -> Reply:
    other = asked.me.name_of(person).called
    if person in sources:
        return Reply((asked.say("knows_it_too", other=other),), cited, yes=True)
    if person in hearers:
        return Reply((asked.say("knows_from_me", other=other),), cited, yes=True)
    return Reply((asked.say("knows_not_from_me", other=other),), cited, yes=False, knows=False)


def _of_the_matter(asked: Asked, people: Sequence[Acquaintance]) -> dict[int, Memory]:
    """Return the memories that say most of what a question asks about, by their numbers.

    The people whom a question names need not stand in them: they may be those who were told. If none says
    most of it, they are those that are about the `people` who may be what it is about.
    """
    of_words = _with_words(matter_of(asked).words, asked) or _with_words(_spoken_of_before(asked), asked)
    about = {person.agent for person in people}
    if of_words or not about:
        return of_words
    return {
        number: memory
        for number, memory in asked.numbered()
        if about <= {*memory.about} and _says_it(memory, asked)
    }  # fmt: skip


def _with_words(words: frozenset[str], asked: Asked) -> dict[int, Memory]:
    """Return the memories that have most of some words, by their numbers."""
    return {
        number: memory
        for number, memory in asked.numbered()
        if words and _says_it(memory, asked)
        and is_most(overlap(words, memory.text, asked.pack), words, asked.pack)
    }  # fmt: skip


def _says_it(memory: Memory, asked: Asked) -> bool:
    """Tell whether a memory says something that can be told, rather than how somebody said it."""
    if memory.kind == "plan":
        return bool(memory.evidence)
    lived = memory.kind in ("talk", "observation")
    return bool(memory.text) and not (lived and is_second_hand(memory, asked.pack))


def _spoken_of_before(asked: Asked) -> frozenset[str]:
    """Return the words of the question before, for one that says only `that`."""
    before = asked.prompt.earlier[-1][0] if asked.prompt.earlier else ""
    return matter_of(replace(asked, question=before)).words


def _hearers(memories: dict[int, Memory], asked: Asked) -> list[AgentId]:
    """Return the people to whom the agent has told one of some memories, in order."""
    ids = {memory.id for memory in memories.values()}
    told = (row.hearers for row in asked.prompt.passed_on if row.memory in ids)
    return list(dict.fromkeys(agent for hearers in told for agent in hearers))


def _sources(memories: dict[int, Memory], asked: Asked) -> list[AgentId]:
    """Return who told the agent one of some memories, hosts what it says, or is said to have been told."""
    meanings = [asked.says(memory) for memory in memories.values()]
    people = [name for says in meanings for name in (says.source, says.origin, says.host)]
    people += [name for memory in memories.values() for name in _told_in(memory, asked)]
    others = (name for name in people if name is not None and name != asked.me.name)
    return list(dict.fromkeys(filter(None, map(asked.me.everybody.agent_of, others))))


def _told_in(memory: Memory, asked: Asked) -> list[Name]:
    """Return who told, and who was told, by the author's words: `Ben told Ada about the letter`."""
    hit = asked.pack.patterns["says_who_was_told"].search(memory.text) if memory.kind == "seed" else None
    if hit is None or asked.pack.finds("denies", hit[0]):
        return []
    return [name for name in asked.me.everybody if is_named(name, hit[0])]


def _listed(agents: list[AgentId], asked: Asked) -> str:
    return asked.pack.listed([asked.me.name_of(agent).called for agent in agents[:_MOST]]) if agents else ""
