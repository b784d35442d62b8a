"""A story is lived: its deed is written into its town, or done to it, and its days pass."""

from __future__ import annotations

from dataclasses import replace

from engine.api.workspace import Run, Workspace
from engine.clock import DAY
from engine.errors import BadInput
from engine.interventions import Intervention, SetState, Whisper
from engine.records import Fact, Persona, Scenario
from engine.scenario import to_files
from engine.scenario.stating.stating import intentions_read
from tests.bench.stories.days import Days, days_of
from tests.bench.stories.story import Story, Written

LONGEST_TALK = 20  # minutes


def lived(workspace: Workspace, story: Story, seed: int) -> Days:
    """Return the days of a story with a seed."""
    written = story.written
    workspace.scenarios.save(story.name, to_files(with_deed(story)), story.kind)
    run = workspace.runs.new(story.name, seed=seed)
    until = written.days * DAY
    for minute, deed in _done_on_the_way(written):
        if minute > run.clock:
            run.live(minute)
        _do(run, deed)
    run.live(until)
    return days_of(run, until, story.texts)


def _do(run: Run, deed: Intervention) -> None:
    """Do something to a town as soon as whom it is done to has ended the talk they are in."""
    for _ in range(LONGEST_TALK):
        try:
            run.intervene(deed)
        except BadInput:
            run.live(run.clock + 1)
        else:
            return
    run.intervene(deed)


def unmet(story: Story, days: Days) -> str:
    """Return what was instead of the first outcome that did not come; nothing when the story came true."""
    for outcome in story.written.outcomes:
        if instead := outcome.unmet(days):
            return f"{type(outcome).__name__}: {instead}"
    return ""


def with_deed(story: Story) -> Scenario:
    """Return the town of a story with its seed, fact or intentions in it, as an author would add them."""
    town, seed, fact = story.town, story.written.seed, story.written.fact
    if seed is not None:
        persona = town.persona(seed.who)
        more = replace(persona, seed=(*persona.seed, seed.text))
        town = _with(town, more)
    if fact is not None:
        told = Fact(id="told", text=fact.text, known_by=fact.known_by, key_words=fact.key_words)
        town = replace(town, facts=(*town.facts, told))
    for meant in story.written.intends:
        persona = town.persona(meant.who)
        more = replace(persona, intends=(*persona.intends, *intentions_read(meant.fields, town)))
        town = _with(town, more)
    events = tuple(planned.event(town) for planned in story.written.event)
    return replace(town, events=(*town.events, *events)) if events else town


def _with(town: Scenario, persona: Persona) -> Scenario:
    personas = tuple(persona if one.id == persona.id else one for one in town.personas)
    return replace(town, personas=personas)


def _done_on_the_way(written: Written) -> list[tuple[int, Intervention]]:
    done: list[tuple[int, Intervention]] = [
        (heard.at, Whisper(agent=heard.who, text=heard.text, intend=heard.intend))
        for heard in written.whisper
    ]
    if written.set is not None:
        done.append((written.set.at, SetState(thing=written.set.thing, state=written.set.state)))
    return sorted(done, key=lambda each: each[0])
