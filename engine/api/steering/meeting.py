"""Meeting: somebody comes to people of a town and asks them aloud, which they remember as any talk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.api.talk import LONGEST_LINE, QUESTION_KINDS, Visit, newcomer, one_line, suggested
from engine.clock import clock_words, moment_words
from engine.errors import BadInput, NotFound, worded
from engine.records import AgentId, Line, Path

if TYPE_CHECKING:
    from engine.api.run import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """What was asked aloud, and what somebody said to it."""

    asked: str
    agent: AgentId
    who: str
    text: str


def meet(
    run: Run, people: Sequence[str], questions: Sequence[str], *, asked_by: str = "", about: str = ""
) -> tuple[Exchange, ...]:
    """Ask people of a town aloud, where they are, one question after the other: who is in the room hears it,
    they remember it, and it stands in the log.

    Parameters
    ----------
    run : Run
        Which rests; the moment is the one at which it stands.
    people : sequence of str
        Who is asked, by ids or names. Those in one room are asked together.
    questions : sequence of str
        What they are asked.
    asked_by : str
        Who asks: somebody of the town who is there, or a newcomer by that name; a visitor, without one.
    about : str
        A line about a newcomer, which everybody there is told.

    Returns
    -------
    tuple of Exchange
        Everything that was answered, in the order in which it was said.

    Raises
    ------
    BadInput
        When somebody is asleep, on the way or in a talk; nobody was asked anything then.
    NotFound
        When nobody is called so.

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
    """Return what somebody is asked first of a kind (self, memory, plans, reactions, reflections), in the
    language of the town; where it names another, that is whom they stand closest to.
    """
    asked = suggested(run.scenario.language).questions.get(kind, "")
    if not asked:
        listed = ", ".join(QUESTION_KINDS)
        raise NotFound(
            worded("there is no kind of question {kind!r:.60}; there are {listed}", kind=kind, listed=listed)
        )
    who = run.agent(agent)
    ties = sorted(run.at().relations, key=lambda one: (-one.closeness, one.other)) if run.is_founded else []
    others = [one.other for one in ties if one.agent == who]
    others += [one.id for one in run.scenario.personas if one.id != who]
    return asked.replace("{other}", run.town.cast.names[others[0]] if others else "")


def heard(run: Run, asked_by: str = "") -> Iterator[Exchange]:
    """Yield what was asked and answered in person since a run parted from the one it comes of."""
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
    """Return who is asked by the rooms they are in. BadInput where somebody cannot be spoken to."""
    if not run.is_founded:
        raise BadInput(worded("nobody has lived here yet; live the town to a moment of the day first"))
    names, now, person = run.town.cast.names, run.clock, _asker(run, asked_by)
    found: dict[Path, list[AgentId]] = {}
    for agent in agents:
        presence = run.at().people[agent]
        why = ""
        if agent == person:
            raise BadInput(worded("{name} cannot ask themselves; name who else asks", name=names[agent]))
        if presence.asleep:
            why = worded("{name} is asleep", name=names[agent])
        elif not presence.inside:
            why = worded("{name} is on the way", name=names[agent])
        elif presence.reason == "talked" and presence.next > now:
            why = worded("{name} talks until {next}", name=names[agent], next=clock_words(presence.next))
        if why:
            raise BadInput(
                worded(
                    "{why} at {moment}, and cannot be asked in person; live on to another moment, or "
                    "ask off the record",
                    why=why,
                    moment=moment_words(now),
                )
            )
        found.setdefault(presence.room, []).append(agent)
    return found


def _is_alone(visit: Visit | None) -> bool:
    return visit is None or len(visit.others) < 2


def _turned_to(run: Run, agent: AgentId, question: str, *, alone: bool) -> str:
    """Return a question as it is asked of one among several, whom it names."""
    if alone or agent in run.town.cast.mentioned(question):
        return question
    called = run.town.cast.names[agent]
    return run.town.phrases.say("turns_to", name=called, text=question)
