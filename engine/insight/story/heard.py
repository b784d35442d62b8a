"""What a person heard on a day: news from others, and how requests and questions were answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from engine.insight.story.sentence import PaperSentence, Teller
from engine.insight.turning.lived_day import LivedDay
from engine.insight.turning.turning_point import Value
from engine.practices.conduct import AHEAD, ANSWERED, HELD, TO_MANY
from engine.records import AgentId, Intention, Line, Memory

_MOST_HEARD = 3


@dataclass(frozen=True, slots=True)
class _Heard:
    """A line that a person heard, what they keep of it, and the intention that it brings up or answers."""

    memory: Memory
    line: Line
    matter: Intention | None

    @property
    def is_answer(self) -> bool:
        """Return whether it only answers, or asks for an answer, which is remembered with it."""
        return not self.line.tells or (self.matter is not None and self.matter.kind in ANSWERED)

    @property
    def is_of_coming(self) -> bool:
        """Return whether it asks to come to an occasion, or answers that."""
        return self.matter is not None and self.matter.kind in HELD


def heard(day: LivedDay, teller: Teller, agent: AgentId, quoted: Collection[str]) -> Iterator[PaperSentence]:
    """Yield the most important that an agent heard, one from each teller: an answer, and news unquoted first.

    A request is given with its answer, as both are remembered. `quoted` are the keys of news that the paper
    has quoted.
    """
    told: dict[AgentId, _Heard] = {}
    news = [one for one in _all_heard(day, agent) if _is_news(day, agent, one)]
    fresh = [one for one in news if day.hearsay.key(one.line.tells) not in quoted]
    for one in (*_answers(day, agent)[:1], *(fresh or news[:1])):
        if len(told) < _MOST_HEARD:
            told.setdefault(one.line.speaker, one)
    for one in sorted(told.values(), key=lambda one: one.memory.id):
        yield _told(day, teller, agent, one)


def answers_about_coming(day: LivedDay, agent: AgentId) -> Iterator[Memory]:
    """Yield what an agent keeps of answers whether somebody will come to its occasions."""
    yield from (one.memory for one in _all_heard(day, agent) if one.is_of_coming and not one.line.tells)


def _told(day: LivedDay, teller: Teller, agent: AgentId, one: _Heard) -> PaperSentence:
    if one.is_answer:
        text = teller.of_themselves(agent, one.memory.text)
        return teller.of("answered", agent, (one.memory.id, one.line.id), {"text": text})
    values: dict[str, Value] = {"by": (one.line.speaker,), "words": day.hearsay.words_of(one.line)}
    reply = next((line for line in day.hearsay.replies(one.line) if line.speaker == agent), None)
    if one.matter is not None and one.matter.kind in AHEAD and reply is not None:
        ids = (one.line.id, one.memory.id, reply.id)
        return teller.of("heard_and_replied", agent, ids, {**values, "reply": reply.text})
    return teller.of("heard", agent, (one.line.id, one.memory.id), values, turn=one.line.id)


def _all_heard(day: LivedDay, agent: AgentId) -> Iterator[_Heard]:
    """Yield what an agent learned from others on the day, the most important first."""
    learned = (memory for memory in day.learned if memory.agent == agent)
    for memory in sorted(learned, key=lambda memory: (-memory.importance, memory.id)):
        line = day.hearsay.line(memory.source)
        if line is not None and line.speaker != agent:
            yield _Heard(memory, line, _matter(day, agent, line))


def _matter(day: LivedDay, agent: AgentId, line: Line) -> Intention | None:
    """Return the intention of its speaker that a line brings up, or that of the agent which it answers."""
    put = line if line.tells else day.hearsay.replied_to(line, agent)
    row = day.brought_up.get(put.tells) if put is not None else None
    return row if put is not None and row is not None and row.agent == put.speaker else None


def _answers(day: LivedDay, agent: AgentId) -> Sequence[_Heard]:
    """Return the requests that an agent heard, and the answers to its own; those made to one person first.

    Of several answers to one request none is told, since one of them would not be all of it.
    """
    found = [one for one in _all_heard(day, agent) if one.is_answer and not one.is_of_coming]
    many = Counter(one.matter.first for one in found if one.matter is not None)
    single = [one for one in found if one.matter is None or many[one.matter.first] == 1]
    return sorted(single, key=lambda one: one.matter is not None and one.matter.kind in TO_MANY)


def _is_news(day: LivedDay, agent: AgentId, one: _Heard) -> bool:
    """Return whether an agent learned what a line tells from it, and asks and answers nothing by it.

    What it was asked to and has agreed to is told by itself.
    """
    agreed = any(memory.agent == agent and memory.minute == one.line.minute for memory in day.agreed)
    if one.is_answer or (agreed and one.matter is not None and one.matter.kind in AHEAD):
        return False
    news = day.news_in(one.line)
    knowing = day.spread(news).by_agent.get(agent) if news is not None else None
    return knowing is None or knowing.id == one.line.id
