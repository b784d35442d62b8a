"""Forecast: the range of what a town's next day may cost with a served model, before anything is paid.

A town that has lived days with this model goes by its own past. Any other is rehearsed: the day is lived with
the rehearsal model in a separate workspace, every prompt is rendered, and its tokens are counted.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.api.run import Run
from engine.api.workspace import Workspace, open_workspace
from engine.clock import DAY
from engine.models.profiles import MILLION, Profile, read_profile
from engine.models.routed import read_routes
from engine.models.tokens import tokens
from engine.moments.surveying import Round
from engine.records import Call, Memory, Recall
from engine.running.awaiting import finish
from engine.store.answers.profiles import profiles as kept_profiles
from engine.store.log.rows import read_log

_NOTHING = (0, 0, 0)  # requests, tokens and money
LEAST, MOST = 0.7, 1.6  # of what the rehearsal of a day takes; models talk more, or plan less
_SAMPLE = 8  # prompts by which a survey is reckoned
_ASKED_AGAIN = 1.3  # calls an answer at most, where some have to be repaired
_FEWER_TOKENS, _MORE_TOKENS = 0.85, 1.5  # of the estimate; vocabularies differ


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """The least and the most of an amount."""

    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """The expected cost of a day. `micros` is None if a price is not known; `days` is the number of past days
    it is based on, 0 for a rehearsal.
    """

    calls: Range
    tokens: Range
    micros: Range | None
    days: int = 0


def forecast(workspace: Workspace, scenario: str, model: str, *, run: Run | None = None) -> Forecast:
    """Forecast the cost of the next day of a run, or of a town that nobody has lived yet, with a model."""
    past = _by_its_past(run) if run is not None and run.row.model == model else None
    if past is not None:
        return past
    files = workspace.scenarios.files(scenario)
    return forecast_of_files(workspace, files, model, seed=run.row.seed if run else None)


def survey_forecast(run: Run, asked: Round) -> Forecast | None:
    """Forecast the cost of a survey with the served models of a run, from a sample of its prompts. Returns
    None if it is free, since no served model answers.
    """
    profiles = {name: read_profile(name, settings) for name, settings in kept_profiles(run.store).items()}
    routes = read_routes(run.row.model)
    if not set(routes.values()) & profiles.keys():
        return None
    sample = finish(asked.sample(_SAMPLE))
    served = [call for call in sample if _who_answers(call, routes) in profiles]
    if not served:
        return None
    found, times = _counted(served, routes, profiles, _NOTHING), asked.size / len(sample)
    calls = round(len(served) * times)
    return Forecast(
        calls=Range(least=calls, most=round(calls * _ASKED_AGAIN)),
        tokens=_times(found.tokens, times),
        micros=_times(found.micros, times) if found.micros is not None else None,
    )


def _times(found: Range, times: float) -> Range:
    return Range(least=round(found.least * times), most=round(found.most * times))


def _by_its_past(run: Run) -> Forecast | None:
    spent = [run.spent(row.day) for row in run.health() if row.day * DAY <= run.clock]
    if not spent:
        return None
    priced = all(not day.unpriced for day in spent)
    return Forecast(
        calls=_around(day.calls for day in spent),
        tokens=_around(day.tokens for day in spent),
        micros=_around(day.micros for day in spent) if priced else None,
        days=len(spent),
    )


def _around(values: Iterable[int]) -> Range:
    found = list(values)
    return Range(least=round(min(found) * LEAST), most=round(max(found) * MOST))


def forecast_of_files(
    workspace: Workspace, files: Mapping[str, str], model: str, *, seed: int | None
) -> Forecast:
    """Forecast the cost of the first day of a town given as files; the day is rehearsed."""
    profiles, routes = workspace.models.profiles(), read_routes(model)
    with tempfile.TemporaryDirectory() as folder, open_workspace(Path(folder) / "rehearsal") as apart:
        apart.scenarios.save("rehearsed", dict(files), "for a forecast")
        run = apart.runs.new("rehearsed", seed=seed)
        run.live(DAY, concurrency=8)
        embedder = profiles.get(routes[""])
        first = _embedding(run, embedder) if embedder and embedder.embeddings else _NOTHING
        return _counted(list(read_log(apart.store, run.number, Call)), routes, profiles, first)


def _embedding(run: Run, profile: Profile) -> tuple[int, int, int | None]:
    """Return the requests, the tokens and the price of finding a day's memories by meaning."""
    recalls = list(read_log(run.store, run.number, Recall))
    texts = {memory.text for memory in read_log(run.store, run.number, Memory)}
    count = sum(map(tokens, texts | {recall.query for recall in recalls}))
    asked = {(recall.agent, recall.minute, recall.purpose) for recall in recalls}
    price = profile.prices.embedding if profile.prices else None
    return len(asked), count, None if price is None else round(count * price)


def _counted(
    calls: Sequence[Call],
    routes: Mapping[str, str],
    profiles: Mapping[str, Profile],
    first: tuple[int, int, int | None],
) -> Forecast:
    """Forecast the cost of some calls, added to the requests, tokens and price in `first`."""
    count, tokens_in, tokens_out, micros = first[0], first[1], 0, first[2] or 0
    priced = first[2] is not None
    for call in calls:
        profile = profiles.get(_who_answers(call, routes))
        if profile is None:  # rehearsed anyway, which takes nothing
            continue
        asked, answered = tokens(call.prompt), tokens(call.answer)
        count, tokens_in, tokens_out = count + 1, tokens_in + asked, tokens_out + answered
        priced = priced and profile.prices is not None
        micros += profile.prices.micros(asked, answered) if profile.prices else 0
    return Forecast(
        calls=_widened(count, 1, 1),
        tokens=_widened(tokens_in + tokens_out, _FEWER_TOKENS, _MORE_TOKENS),
        micros=_widened(micros, _FEWER_TOKENS, _MORE_TOKENS) if priced else None,
    )


def _who_answers(call: Call, routes: Mapping[str, str]) -> str:
    return routes.get(f"@{call.agent}", routes.get(call.purpose, routes[""]))


def _widened(value: int, fewer: float, more: float) -> Range:
    return Range(least=round(value * LEAST * fewer), most=round(value * MOST * more))


def forecast_words(found: Forecast) -> str:
    """Return a forecast in words: `120 to 400 calls, …; based on 2 past days of the run`."""
    past = f"{found.days} past day{'' if found.days == 1 else 's'} of the run" if found.days else ""
    return f"{amount_words(found)}; based on {past or 'a rehearsal of the day'}"


def amount_words(found: Forecast) -> str:
    """Return the amounts of a forecast in words: `120 to 400 calls, 80,000 to 260,000 tokens, …`."""
    parts = [f"{found.calls.least:,} to {found.calls.most:,} calls"]
    parts.append(f"{found.tokens.least:,} to {found.tokens.most:,} tokens")
    if found.micros is None:
        parts.append("price unknown")
    else:
        least, most = found.micros.least / MILLION, found.micros.most / MILLION
        parts.append(f"cost {least:,.4f} to {most:,.4f}")
    return ", ".join(parts)
