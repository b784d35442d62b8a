"""Differences between two towns as a whole: facts, dates, settings of cognition, wordings of prompts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.errors import worded
from engine.records import Fact, Scenario
from engine.scenario.meaning.difference import Difference, came_and_went, changed, listed
from engine.scenario.meaning.of_places import Moves
from engine.scenario.stating.fields import event_text


def of_the_town(before: Scenario, after: Scenario) -> Iterator[Difference]:
    """Yield the differences in the town's own file, except for its facts."""
    yield from changed(
        "town", "", "",
        [
            (worded("name"), before.town, after.town),
            (worded("summary"), before.summary, after.summary),
            (worded("language"), before.language, after.language),
            (worded("first day"), before.starts.isoformat(), after.starts.isoformat()),
            (worded("seed"), str(before.seed), str(after.seed)),
        ],
    )  # fmt: skip
    for name in dict.fromkeys([*before.cognition, *after.cognition]):
        then, now = (str(one.cognition.get(name, worded("default"))) for one in (before, after))
        yield from changed("town", name, name, [(name, then, now)])


def of_facts(before: Scenario, after: Scenario) -> Iterator[Difference]:
    """Yield the facts that were added, removed or changed."""
    then, now = ({fact.id: fact for fact in one.facts} for one in (before, after))
    names = {persona.id: persona.name for one in (before, after) for persona in one.personas}
    for name, fact in then.items():
        if name not in now:
            yield Difference(
                how="removed",
                of="fact",
                about=name,
                before=fact.text,
                words=worded("fact removed: {text}", text=fact.text),
            )
    for name, fact in now.items():
        old = then.get(name)
        if old is None:
            known = _known(fact, names) or worded("nobody")
            yield Difference(
                how="added", of="fact", about=name, after=fact.text,
                words=worded("fact added: {text} (known to {known})", text=fact.text, known=known),
            )  # fmt: skip
            continue
        fields = [
            (worded("text"), old.text, fact.text),
            (worded("known by"), _known(old, names), _known(fact, names)),
            (worded("key words"), listed(old.key_words), listed(fact.key_words)),
        ]
        yield from changed("fact", name, name, fields)


def of_events(before: Scenario, after: Scenario, moved: Moves) -> Iterator[Difference]:
    """Yield the events that were added or removed; a changed event counts as another."""
    then = [
        event_text(replace(event, place=moved.now(event.place), thing=moved.now(event.thing)))
        for event in before.events
    ]
    yield from came_and_went(
        "event", "", "events", then, map(event_text, after.events),
        {
            "added": lambda event: worded("event added: {event}", event=event),
            "removed": lambda event: worded("event removed: {event}", event=event),
        },
    )  # fmt: skip


def of_wordings(before: Scenario, after: Scenario) -> Iterator[Difference]:
    """Yield the prompts whose own wording was added, removed or changed."""
    for name in dict.fromkeys([*before.wordings, *after.wordings]):
        then, now = before.wordings.get(name), after.wordings.get(name)
        if then == now:
            continue
        how = _how(name, then, now)
        yield Difference(
            how="changed", of="wording", about=name, before=then or "", after=now or "",
            words=how,
        )  # fmt: skip


def _known(fact: Fact, names: dict[str, str]) -> str:
    return listed(names.get(agent, agent) for agent in fact.known_by)


def _how(prompt: str, then: str | None, now: str | None) -> str:
    if then is None:
        return worded("the prompt {prompt} has its own wording", prompt=prompt)
    if now is None:
        return worded("the prompt {prompt} uses the default wording again", prompt=prompt)
    return worded("the wording of the prompt {prompt} changed", prompt=prompt)
