"""The story of a run: news and who knows it, agents' status, and the findings of sifts."""

from __future__ import annotations

import dataclasses
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence

from engine.api.run import HowKnown, Knowing, News, Sift, Sifted, Spread, Telling
from engine.api.workspace import Run
from engine.cli.naming import existing
from engine.cli.screen.terminal import Terminal
from engine.clock import moment_words
from engine.errors import BadInput
from engine.records import AgentId

_HOW: Mapping[HowKnown, str] = {
    "scenario": "from the start",
    "whisper": "whisper",
    "seen": "saw it",
    "told": "told by",
    "talk": "conversation with",
    "thought": "own conclusion",
}


def status(given: Namespace, terminal: Terminal) -> int:
    """Print an agent's status over the days."""
    with existing(given.workspace) as workspace:
        being = workspace.runs.find(given.run).story(given.at).wellbeing(given.agent)
    if given.json:
        terminal.data([dataclasses.asdict(curve) for curve in being.curves])
        return 0
    if not being.curves:
        terminal.say(
            "The log has no status for this agent; add one to the persona's file, or set one with `feel`."
        )
    for curve in being.curves:
        terminal.say(f"{curve.name}: {curve.word} ({curve.now:g})")
        rows = [
            (step.id, moment_words(step.minute), f"{step.value:g}", step.word, step.because)
            for step in curve.steps
        ]
        terminal.table([("id", "moment", "value", "description", "why"), *rows], right=(0, 2), headed=True)
    return 0


def news(given: Namespace, terminal: Terminal) -> int:
    """List the news, or print how far one piece of news has spread."""
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        if given.news is None:
            _list(run.story(given.at).news, given, terminal)
        else:
            _follow(run, run.story(given.at).follow(given.news), given, terminal)
    return 0


def sift(given: Namespace, terminal: Terminal) -> int:
    """Print how many rows each sift finds, or all that one finds."""
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        if given.sift is None:
            every = workspace.sifts.all()
            _list_sifts(every, run.story(given.at).sift_each(every), given, terminal)
        else:
            _say_found(run, run.story(given.at).sift(workspace.sifts.find(given.sift)), given, terminal)
    return 0


def _list_sifts(
    sifts: Sequence[Sift], found: Mapping[str, Sifted | BadInput], given: Namespace, terminal: Terminal
) -> None:
    if given.json:
        terminal.data(
            [
                {
                    "name": one.name,
                    "title": one.title,
                    "says": one.says,
                    "own": one.is_own,
                    **_count(found[one.name]),
                }
                for one in sifts
            ]
        )
        return
    rows = [(one.name, _count_words(found[one.name]), one.says) for one in sifts]
    terminal.table([("pattern", "found", "what it finds"), *rows], right=(1,), headed=True)


def _count(found: Sifted | BadInput) -> dict[str, object]:
    return {"error": str(found)} if isinstance(found, BadInput) else {"found": found.count}


def _count_words(found: Sifted | BadInput) -> str:
    return "error" if isinstance(found, BadInput) else str(found.count)


def _say_found(run: Run, found: Sifted, given: Namespace, terminal: Terminal) -> None:
    if given.json:
        facts = [dataclasses.asdict(one) for one in found.findings]
        terminal.data(facts or found.table.to_dicts())
    elif found.findings:
        rows = [
            (one.rows[0] if one.rows else "", moment_words(one.minute), one.sentence)
            for one in found.findings
        ]
        terminal.table([("id", "when", "finding"), *rows], right=(0,), headed=True)
    elif found.count:
        terminal.table([found.table.columns, *found.table.rows], headed=True)
    else:
        terminal.say(f"No matches in {run.row.id} at this moment.")


def _list(found: tuple[News, ...], given: Namespace, terminal: Terminal) -> None:
    if given.json:
        terminal.data([{"id": one.id, "kind": one.kind, "told": one.told, "text": one.text} for one in found])
    elif found:
        rows = [(one.id, one.kind, "" if one.kind == "fact" else one.told, one.text) for one in found]
        terminal.table([("id", "kind", "heard by", "news"), *rows], right=(2,), headed=True)
    else:
        terminal.say("There is no news: the scenario has no facts, and nobody has passed anything on.")


def _follow(run: Run, spread: Spread, given: Namespace, terminal: Terminal) -> None:
    if given.json:
        terminal.data(_spread_facts(spread))
        return
    names = run.town.cast.names
    terminal.say(spread.news.text)
    terminal.say(f"{_known(spread, names)}\n")
    if spread.knowing:
        rows = [
            (one.id, moment_words(one.minute), names[one.agent], _how(one, names), one.words)
            for one in spread.knowing
        ]
        terminal.table([("id", "since", "who", "how", "wording"), *rows], right=(0,), headed=True)
    bent = [row for telling in spread.tellings for row in _bent(telling, names[telling.speaker])]
    if bent:
        terminal.say("\nDetails that were changed")
        terminal.table([("id", "told by", "original", "told as"), *bent], right=(0,), headed=True)
    if spread.silences:
        terminal.say("\nKnew it and did not tell")
        silent = [
            (one.id, names[one.knew], names[one.other], one.talks, moment_words(one.minute))
            for one in spread.silences
        ]
        terminal.table([("id", "who", "to whom", "talks", "last talk"), *silent], right=(0, 3), headed=True)
    if spread.unaware:
        terminal.say(f"\nDo not know it: {', '.join(names[agent] for agent in spread.unaware)}")


def _known(spread: Spread, names: Mapping[AgentId, str]) -> str:
    """Return how many know all of it, how many a part of it, and whom it is about and nobody has told."""
    known, partly = len(spread.knowing_all), len(spread.knowing) - len(spread.knowing_all)
    besides = ", ".join(names[agent] for agent in spread.besides)
    about = f", besides {besides}, whom it is about" if besides else ""
    said = f"{known} of {len(spread.others)} people know it at {moment_words(spread.minute)}{about}."
    return f"{said} {partly} more have heard part of it." if partly else said


def _how(one: Knowing, names: Mapping[AgentId, str]) -> str:
    how = f"{_HOW[one.how]} {names[one.by]}" if one.by else _HOW[one.how]
    return f"{how}, in part" if one.partly else how


def _bent(telling: Telling, by: str) -> Iterator[tuple[object, ...]]:
    for one in telling.distortions:
        yield telling.id, by, one.was, one.now or "(left out)"


def _spread_facts(spread: Spread) -> dict[str, object]:
    return {
        "id": spread.news.id,
        "kind": spread.news.kind,
        "text": spread.news.text,
        "minute": spread.minute,
        "knowing": [dataclasses.asdict(one) for one in spread.knowing],
        "tellings": [dataclasses.asdict(one) for one in spread.tellings],
        "silences": [dataclasses.asdict(one) for one in spread.silences],
        "unaware": spread.unaware,
        "besides": spread.besides,
    }
