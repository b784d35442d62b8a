"""Applies the current version of a town to a run at rest, as interventions of its author."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.api.scenarios import sketch
from engine.clock import clock_words, day_of
from engine.errors import BadInput, RunBusy, worded
from engine.interventions import Add, Amend, Intervention, SendAway
from engine.interventions.hand import Hand
from engine.interventions.intervention import LONGEST_PERSONA
from engine.interventions.town.clearing import check_clear
from engine.interventions.town.send_away import is_away
from engine.mind.turn_rows import TurnRows
from engine.records import AgentId, Lock, Path, Turn
from engine.row_ids import AUTHOR
from engine.scenario.allowed_files import MOST_PEOPLE, persona_file
from engine.scenario.document.sharing import all_written_out
from engine.scenario.meaning.amending import FACT, OBJECT, ON_MAP, PATH, PLACE, ROOM, UP, UP_AT
from engine.scenario.meaning.applying import (
    Amends,
    Joins as Joins,
    Leaves as Leaves,
    Refused as Refused,
    Wanted as Wanted,
    applicable,
)
from engine.scenario.meaning.difference import TIE
from engine.simulation.loading import load
from engine.store.writing.scenarios import ScenarioVersion, files_of, latest_version
from engine.world.former import is_in

if TYPE_CHECKING:
    from engine.api.run import Run

_OF_A_DAY = ("home", "work", "usual day", *UP, UP_AT, "circumstances now", "traits", "first memories")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToApply:
    """The changes that a version of its town would bring into a run, those refused with the reason, and, in
    words, which plans and reflections would be stale; `minute` is when the log will have it.
    """

    version: ScenarioVersion
    minute: int
    wanted: tuple[Wanted, ...]
    refused: tuple[Refused, ...]
    stale: tuple[str, ...]
    files: Mapping[str, str] = field(default_factory=dict, repr=False)  # in which everybody stands alone

    @property
    def words(self) -> tuple[str, ...]:
        """Return the changes in words, a sentence each."""
        return tuple(dict.fromkeys(words for one in self.wanted for words in one.words))


def to_apply(run: Run) -> ToApply:
    """Compare the newest saved version of a run's town with the town of the run, as it was begun or amended
    since. Raises BadInput if that version has errors.
    """
    version = latest_version(run.store, run.row.scenario)
    files: Mapping[str, str] = files_of(run.store, version.number)
    later, checked = sketch(files, run.row.scenario)
    if checked.errors:
        first = checked.errors[0]
        raise BadInput(
            worded(
                "v{version} of {scenario!r} has errors ({file}, line {line}: {message}); fix them first",
                version=version.version,
                scenario=run.row.scenario,
                file=first.file,
                line=first.line,
                message=first.message,
            )
        )
    files = all_written_out(files, later)
    town = run.town
    most = min(MOST_PEOPLE, town.width.most_agents)
    joined = {row.agent for row in town.joined}
    wanted, refused = applicable(town.scenario, later, files, joined, most, _away(run))
    why = {one: why_not for one in wanted if (why_not := hindrance(run, one, files))}
    refused += tuple(Refused(words=words, why=why[one]) for one in why for words in one.words)
    wanted = tuple(one for one in wanted if one not in why)
    at = run.moment_of_interventions
    stale = _stale(run, wanted)
    return ToApply(version=version, minute=at, wanted=wanted, refused=refused, stale=stale, files=files)


def apply_town(run: Run, *, who: str = "", why: str = "") -> tuple[Turn, ...]:
    """Apply the current version of its town to a run at rest, as far as `to_apply` says it can be: each field
    is an intervention of its own, which can be undone. Returns the author's turns.

    Raises RunBusy while the run is being simulated, and BadInput if nothing can be applied.
    """
    if busy := run.busy:
        raise RunBusy(worded("changes cannot be applied now: {busy}", busy=busy))
    found = to_apply(run)
    if not found.wanted:
        raise BadInput(
            worded(
                "{id} already matches v{version} as far as possible, so there is nothing to apply",
                id=run.row.id,
                version=found.version.version,
            )
        )
    reason = why or f"v{found.version.version} of the town"
    turns = (run.intervene(done_by(one, found.files), who=who, why=reason) for one in found.wanted)
    return tuple(turn for turn in turns if turn is not None)


def hindrance(run: Run, one: Wanted, files: Mapping[str, str]) -> str:
    """Return why a change cannot be made to a run now, or "" if it can."""
    text = one.value if isinstance(one, Amends) else files.get(persona_file(one.agent), "")
    if len(text) > LONGEST_PERSONA:
        return worded(
            "the text has {count:,} characters; shorten it to at most {most:,}",
            most=LONGEST_PERSONA,
            count=len(text),
        )
    if not run.is_founded or isinstance(one, Joins):
        return ""
    if isinstance(one, Leaves):
        return _talks(run, [one.agent])
    if goes := _goes(run, one):
        return _unclear(run, goes)
    if one.field.startswith(TIE) and _is_locked(run, one.about, one.field.removeprefix(TIE)):
        return worded(
            "an author has locked this relationship; undo the lock first, or set the relationship with `tie`"
        )
    return _talks(run, _reminded(run, one))


def _talks(run: Run, agents: Iterable[AgentId]) -> str:
    """Find one of some agents that is in a talk now; say who and until when, in words; "" if none is."""
    people, names = run.at().people, run.town.cast.names
    at = run.moment_of_interventions
    for agent in agents:
        here = people.get(agent)
        if here is not None and here.reason == "talked" and here.next > at:
            return worded(
                "{name} is in a conversation until {clock}; run the town until then",
                name=names[agent],
                clock=clock_words(here.next),
            )
    return ""


def _goes(run: Run, one: Amends) -> Path:
    """Return the part of the world that a change removes, if it exists in the run; else ""."""
    is_part = one.field in (PLACE, ROOM, OBJECT) and not one.value
    return one.about if is_part and one.about in {*run.town.world.places, *run.town.world.rooms} else ""


def _unclear(run: Run, path: Path) -> str:
    """Return why a part of the world cannot be removed now, whoever lives by it, or "" if it can."""
    state = load(run.store, run.number, run.town)
    at = run.moment_of_interventions
    hand = Hand(state, TurnRows(at, AUTHOR, state.apply, width=run.town.width))
    try:
        check_clear(hand, path)
    except BadInput as error:
        return str(error)
    return ""


def _away(run: Run) -> set[AgentId]:
    """Return the agents who are away from the town."""
    if not run.is_founded:
        return set()
    return {agent for agent, here in run.at().people.items() if is_away(here)}


def _is_locked(run: Run, agent: AgentId, other: AgentId) -> bool:
    """Return whether an agent's relation to another is locked."""
    rows = (row for row in run.at().log.rows(Lock) if row.agent == agent and not row.text)
    held = {row.others: row.held for row in rows}
    return held.get((other,), False)


def _reminded(run: Run, one: Amends) -> list[AgentId]:
    """Return the agents who get a new memory by a change."""
    if one.field == "first memories":
        return [one.about]
    known = next((fact.known_by for fact in run.scenario.facts if fact.id == one.about), ())
    if one.field == FACT:
        return list(known)
    if one.field != "known by":
        return []
    return [agent for agent in one.value.split(", ") if agent not in known]


def done_by(one: Wanted, files: Mapping[str, str]) -> Intervention:
    """Build the intervention that makes a change."""
    if isinstance(one, Joins):
        return Add(persona=files[persona_file(one.agent)], agent=one.agent)
    if isinstance(one, Leaves):
        return SendAway(agent=one.agent)
    return Amend(about=one.about, field=one.field, value=one.value)


def _stale(run: Run, wanted: tuple[Wanted, ...]) -> tuple[str, ...]:
    """Return in words which plans, reflections and paths would be stale after the changes."""
    if not run.is_founded:
        return ()
    now, said = run.at(), list(_stale_ways(run, wanted))
    for agent in _concerned(run, wanted):
        name = run.town.cast.names[agent]
        if now.plan(agent).made:
            said.append(
                worded(
                    "{name}’s plan for day {day} was made before this change; use `replan` to make a new one",
                    name=name,
                    day=day_of(now.minute),
                )
            )
        reflections = now.memories(agent, kinds=["reflection"], limit=1).total
        if reflections:
            said.append(_concluded(name, reflections))
    return tuple(said)


def _concluded(name: str, count: int) -> str:
    if count == 1:
        return worded("{name} drew a conclusion before this change; it stays as it is", name=name)
    return worded(
        "{name} drew {count} conclusions before this change; they stay as they are", name=name, count=count
    )


def _stale_ways(run: Run, wanted: tuple[Wanted, ...]) -> Iterator[str]:
    """Yield in words which paths are no longer known as they are, and which are not known yet."""
    for one in wanted:
        if isinstance(one, Amends) and one.field == PLACE and one.value:
            yield worded(
                "nobody knows the way to {place} yet; people learn it by passing by or from others",
                place=one.about,
            )
        elif isinstance(one, Amends) and one.field == PATH:
            yield worded(
                "earlier conversations still use the name {place}; people who hear it know which "
                "place is meant",
                place=one.about,
            )
        elif isinstance(one, Amends) and one.field in (PLACE, ROOM) and not one.value:
            yield from _stale_by_going(run, one.about)
        elif isinstance(one, Amends) and one.field == ON_MAP:
            yield worded(
                "existing plans and appointments still use the routes to the old location of {place}",
                place=one.about,
            )


def _stale_by_going(run: Run, path: Path) -> Iterator[str]:
    """Yield in words who is at a part of the world that is removed, and whose plans lead there."""
    now, names = run.at(), run.town.cast.names
    for agent, here in now.people.items():
        if is_in(here.room, path):
            yield worded(
                "{name} is at {place} and will go home or to the nearest other place",
                name=names[agent],
                place=path,
            )
        ahead = now.plan(agent).current("block")
        if any(is_in(block.room, path) and block.end > now.minute for block in ahead):
            yield worded(
                "{name} planned to go to {place} and will plan the rest of the day again",
                name=names[agent],
                place=path,
            )


def _concerned(run: Run, wanted: tuple[Wanted, ...]) -> list[AgentId]:
    """Return the agents whose days, memories or paths are changed."""
    people = run.town.cast.personas
    told = (one for one in wanted if isinstance(one, Amends) and one.about in people)
    return list(dict.fromkeys(one.about for one in told if one.field in _OF_A_DAY))
