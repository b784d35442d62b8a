"""Build a town with the newcomers since it began, and as authors have amended it since."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.cognition.thinker import Town
from engine.records import AgentId, Amendment, Intervened, Joined, Persona, Scenario
from engine.scenario.meaning.amending import PATH, amended as scenario_amended, paths_become
from engine.scenario.newcomer import with_newcomer
from engine.world.cast import Cast
from engine.world.former import Former, Renaming, is_in
from engine.world.tree import World

AMENDS = "amend"  # the verb of the intervention
_LAST = 10**18  # who is foretold to join comes after all who have


def peopled(town: Town, joined: tuple[Joined, ...], amended: tuple[Amendment, ...] | None = None) -> Town:
    """Return a town with those who lived there when it began, and those who joined; numbers do not change.

    `amended` defaults to the town's own amendments.
    """
    amended = town.amended if amended is None else amended
    if joined == town.joined and amended == town.amended:
        return town
    scenario = begun = town.begun or town.scenario
    as_they_came: dict[AgentId, Persona] = {}
    became: dict[int, tuple[Persona, ...]] = {}
    renamings: list[Renaming] = []
    since: list[Joined | Amendment] = [*joined, *amended]
    for row in sorted(since, key=lambda row: row.id or _LAST):
        if isinstance(row, Joined):
            scenario = with_newcomer(scenario, row.agent, row.persona)
            continue
        _rename(renamings, scenario, row)
        before, scenario = scenario, scenario_amended(scenario, row.about, row.field, row.value)
        others = [
            (old, new) for old, new in zip(before.personas, scenario.personas, strict=True) if old is not new
        ]
        for old, _ in others:
            as_they_came.setdefault(old.id, old)
        became[row.id] = tuple(new for _, new in others)
    former = Former(tuple(renamings))
    world = _world(town, scenario, former)
    return replace(
        town,
        scenario=scenario,
        world=world,
        cast=Cast(scenario.personas, town.phrases, joined=len(joined), places=scenario.places),
        joined=joined,
        amended=amended,
        begun=begun,
        as_they_came=as_they_came,
        became=became,
    )


def _rename(renamings: list[Renaming], scenario: Scenario, row: Amendment) -> None:
    """Add the change of path that an amendment makes; a part that is brought back was never gone."""
    path = paths_become(scenario, row.about, row.field, row.value)
    if path is not None:
        was = next((one for one in scenario.places if is_in(row.about, one.name)), None)
        renamings.append(Renaming(row.id, *path, was=None if path[1] else was))
    elif row.is_back and row.value:
        gone = [one for one in renamings if one.then == row.about and not one.now]
        for one in gone[-1:]:
            renamings.remove(one)


def amendments(entries: Iterable[Intervened]) -> tuple[Amendment, ...]:
    """Return the amendments made by some entries, in order, including undone ones and those undoing them."""
    known: dict[int, Intervened] = {}
    found = []
    for entry in sorted(entries, key=lambda entry: entry.id):
        known[entry.id] = entry
        made = amendment_of(entry, known)
        if made is not None:
            found.append(made)
    return tuple(found)


def amendment_of(entry: Intervened, known: Mapping[int, Intervened]) -> Amendment | None:
    """Return the amendment made by an entry, or by undoing a known one; None if it makes none."""
    original, back = entry, False
    while original.undoes:
        before = known.get(original.undoes)
        if before is None:
            return None
        original, back = before, not back
    if original.verb != AMENDS:
        return None
    about, field, value = (original.asked.get(name, "") for name in ("about", "field", "value"))
    if back and field == PATH:
        about, value = value.strip(), about
    elif back:
        value = original.before.get("value", "")
    return Amendment(id=entry.id, about=about, field=field, value=value, is_back=back)


def _world(town: Town, scenario: Scenario, former: Former) -> World:
    if scenario.places == town.scenario.places and former == town.world.former:
        return town.world.lived_in_by(scenario.personas)
    return World(scenario, former)
