"""How far a piece of news has come, in words: the finding in a sentence or two, and rows for tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from engine.api.run import Distortion, HowKnown, Knowing, Spread, Telling
from engine.api.workspace import Run
from engine.clock import moment_words
from engine.records import AgentId
from studio.basics.rooms import place_words

_HOW: Mapping[HowKnown, str] = MappingProxyType(
    {
        "scenario": "knew it from the start",
        "whisper": "was told by an inner voice",
        "seen": "saw it",
        "told": "heard it from {by}",
        "talk": "gathered it in a talk with {by}",
        "thought": "came to it by themselves",
        "unexplained": "speaks of it, though nobody has told them",
    }
)
_MOST_NAMED = 3


def how_words(one: Knowing, names: Mapping[AgentId, str]) -> str:
    """Return how somebody came to know, as what is said of them."""
    return _HOW[one.how].format(by=names.get(one.by, ""))


def finding(run: Run, spread: Spread) -> str:
    """Return what is to be seen of a spread, in a sentence or a few."""
    return " ".join(_findings(run, spread))


def _findings(run: Run, spread: Spread) -> Iterator[str]:
    names, known = run.town.cast.names, spread.knowing
    yield f"{len(known)} of {len(spread.people)} know of it by {moment_words(spread.minute)}."
    if not known:
        return
    began = [one.agent for one in spread.sources]
    yield f"It began with {_listed(began, names)}."
    if spread.unexplained:
        who = _listed([one.agent for one in spread.unexplained], names)
        yield f"{who} cannot know of it: nobody told them and they saw nothing."
    passed = Counter(one.by for one in known if one.by)
    if passed:
        (most, times), *_ = passed.most_common(1)
        yield f"{names[most]} brought it to {_people(times)}."
        last = max((one for one in known if one.by), key=lambda one: one.minute)
        yield f"The last to hear was {names[last.agent]}, {moment_words(last.minute)}."
    changed = sum(any(one.now for one in telling.distortions) for telling in spread.tellings)
    if changed:
        yield f"{changed} of {len(spread.tellings)} tellings changed a detail."


def changes_words(distortions: Sequence[Distortion]) -> tuple[str, str]:
    """Return what a telling changed, and what it left out, in words; empty where it did not."""
    changed = "; ".join(f"“{one.was}” became “{one.now}”" for one in distortions if one.now)
    return changed, ", ".join(f"“{one.was}”" for one in distortions if not one.now)


def knowing_rows(run: Run, spread: Spread) -> list[dict[str, object]]:
    """Return who knows as a table, and after them who does not."""
    names = run.town.cast.names
    rows: list[dict[str, object]] = [
        {
            "who": names[one.agent],
            "since": moment_words(one.minute),
            "how": how_words(one, names),
            "from whom": names.get(one.by, ""),
            "in which words": one.words,
            "id": str(one.id),
        }
        for one in spread.knowing
    ]
    rows += [{"who": names[agent], "how": "does not know"} for agent in spread.unaware]
    return rows


def telling_rows(run: Run, spread: Spread) -> list[dict[str, object]]:
    """Return every telling as a table, in order."""
    return [_telling_row(one, run.town.cast.names) for one in spread.tellings]


def _telling_row(one: Telling, names: Mapping[AgentId, str]) -> dict[str, object]:
    changed, left_out = changes_words(one.distortions)
    return {
        "when": moment_words(one.minute),
        "who": names[one.speaker],
        "to whom": ", ".join(names[agent] for agent in one.hearers),
        "new to": ", ".join(names[agent] for agent in one.new_to),
        "where": place_words(one.room),
        "in which words": one.words,
        "changed": changed,
        "left out": left_out,
        "id": str(one.id),
    }


def silence_rows(run: Run, spread: Spread) -> list[dict[str, object]]:
    """Return who kept silent before whom as a table."""
    names = run.town.cast.names
    return [
        {
            "who knew": names[one.knew],
            "talked with": names[one.other],
            "talks": one.talks,
            "the last": moment_words(one.minute),
            "id": str(one.id),
        }
        for one in spread.silences
    ]


def _listed(agents: Sequence[AgentId], names: Mapping[AgentId, str]) -> str:
    shown = [names[agent] for agent in agents[:_MOST_NAMED]]
    more = len(agents) - len(shown)
    if more:
        return f"{', '.join(shown)} and {more} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _people(count: int) -> str:
    return "one person" if count == 1 else f"{count} people"
