"""Meeting: a person comes to agents of a town and asks them aloud; the agents remember it like any talk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.api.talk import LONGEST_LINE, QUESTION_KINDS, Visit, newcomer, one_line, suggested
from engine.clock import clock_words, worded_moment
from engine.errors import BadInput, NotFound, worded
from engine.records import AgentId, Line, Path

if TYPE_CHECKING:
    from engine.api.run import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A question asked aloud, and an agent's answer."""

    asked: str
    agent: AgentId
    who: str
    text: str


def meet(
    run: Run, people: Sequence[str], questions: Sequence[str], *, asked_by: str = "", about: str = ""
) -> tuple[Exchange, ...]:
    """Ask agents of a town aloud, where they are, one question after the other. Everybody in the room hears
    it, the agents remember it, and it is part of the log.

    Parameters
    ----------
    run : Run
        A run at rest; the questions are asked at its current moment.
    people : sequence of str
        The ids or names of those asked. Agents in one room are asked together.
    questions : sequence of str
        The questions.
    asked_by : str
        The person who asks: an agent in the room, or a newcomer by that name; by default, a visitor.
    about : str
        A line about the newcomer, told to everyone in the room.

    Returns
    -------
    tuple of Exchange
        All answers, in the order in which they were given.

    Raises
    ------
    BadInput
        When an agent is asleep, on the way or in a talk; then nothing is asked at all.
    NotFound
        When there is no such agent.

    """
    agents = list(dict.fromkeys(run.agent(one) for one in people))
    said = [one_line(one, worded("a question"), LONGEST_LINE) for one in questions]
    for room, asked in _rooms(run, agents, asked_by).items():
        visit = run.visit(room, asked_by, about)
        for question in said:
            for agent in asked:
                visit.say(_turned_to(run, agent, question, alone=_is_alone(visit.now)))
        visit.leave()
    return tuple(heard(run, asked_by))


def usual_question(run: Run, agent: str, kind: str) -> str:
    """Return the usual first question of a kind (self, memory, plans, reactions, reflections) for an agent,
    in the town's language. If it mentions another agent, that is the one with the closest relation.
    """
    asked = suggested(run.scenario.language).questions.get(kind, "")
    if not asked:
        listed = ", ".join(QUESTION_KINDS)
        raise NotFound(
            worded(
                "there is no kind of question {kind!r:.60}; use one of: {listed}", kind=kind, listed=listed
            )
        )
    who = run.agent(agent)
    ties = sorted(run.at().relations, key=lambda one: (-one.closeness, one.other)) if run.is_founded else []
    others = [one.other for one in ties if one.agent == who]
    others += [one.id for one in run.scenario.personas if one.id != who]
    return asked.replace("{other}", run.town.cast.names[others[0]] if others else "")


def heard(run: Run, asked_by: str = "") -> Iterator[Exchange]:
    """Yield the questions asked in person and their answers, since a run was forked."""
    person, names = _asker(run, asked_by), run.town.cast.names
    since = run.row.fork_minute or 0
    lines = [one for one in run.at().log.rows(Line) if one.minute >= since]
    ours = {one.conversation for one in _openings(lines) if one.speaker == person}
    asked = ""
    for line in (one for one in lines if one.conversation in ours):
        if line.speaker == person:
            asked = line.text
        else:
            yield Exchange(asked=asked, agent=line.speaker, who=names[line.speaker], text=line.text)


def _openings(lines: Iterable[Line]) -> Iterator[Line]:
    seen: set[int] = set()
    for line in lines:
        if line.conversation not in seen:
            seen.add(line.conversation)
            yield line


def _asker(run: Run, asked_by: str) -> AgentId:
    try:
        return run.town.cast.find(asked_by)
    except NotFound:
        return newcomer(run.town, asked_by)


def _rooms(run: Run, agents: Sequence[AgentId], asked_by: str) -> dict[Path, list[AgentId]]:
    """Group the agents to be asked by room. Raises BadInput if one cannot be spoken to."""
    if not run.is_founded:
        raise BadInput(worded("this run has not started yet; run part of the first day, then ask"))
    names, now, person = run.town.cast.names, run.clock, _asker(run, asked_by)
    found: dict[Path, list[AgentId]] = {}
    for agent in agents:
        presence = run.at().people[agent]
        why = ""
        if agent == person:
            raise BadInput(
                worded("{name} cannot ask themselves; choose another person to ask as", name=names[agent])
            )
        if presence.asleep:
            why = worded("{name} is asleep", name=names[agent])
        elif not presence.inside:
            why = worded("{name} is on the way", name=names[agent])
        elif presence.reason == "talked" and presence.next > now:
            why = worded(
                "{name} is in a conversation until {next}", name=names[agent], next=clock_words(presence.next)
            )
        if why:
            raise BadInput(
                worded(
                    "{why} and cannot be asked in person at {moment}; continue the run to another "
                    "moment, or ask off the record",
                    why=why,
                    moment=worded_moment(now),
                )
            )
        found.setdefault(presence.room, []).append(agent)
    return found


def _is_alone(visit: Visit | None) -> bool:
    return visit is None or len(visit.others) < 2


def _turned_to(run: Run, agent: AgentId, question: str, *, alone: bool) -> str:
    """Return a question with the agent's name added, unless it is asked alone or already named."""
    if alone or agent in run.town.cast.mentioned(question):
        return question
    called = run.town.cast.names[agent]
    return run.town.phrases.say("turns_to", name=called, text=question)
