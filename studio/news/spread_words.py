"""The spread of a piece of news in words: the finding in a sentence or two, and rows for tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from engine.api.run import Distortion, HowKnown, Knowing, Spread, Telling
from engine.api.workspace import Run
from engine.records import AgentId
from studio.basics.rooms import place_words
from studio.catalogue.headings import headed
from studio.catalogue.lists import sentences, with_and, with_commas
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_n

_HOW: Mapping[HowKnown, str] = MappingProxyType(
    {
        "scenario": marked("knew it from the start"),
        "whisper": marked("learned it from a whisper"),
        "seen": marked("saw it"),
        "told": marked("heard it from {by}"),
        "talk": marked("learned it in a conversation with {by}"),
        "thought": marked("came to the conclusion themselves"),
    }
)
_MOST_NAMED = 3


def how_words(one: Knowing, names: Mapping[AgentId, str]) -> str:
    """Return in words how a person came to know."""
    how = tr(_HOW[one.how], by=names.get(one.by, ""))
    return tr("{how}, in part", how=how) if one.partly else how


def finding(run: Run, spread: Spread) -> str:
    """Return the finding of a spread, in a sentence or a few."""
    return sentences(*_findings(run, spread))


def _findings(run: Run, spread: Spread) -> Iterator[str]:
    names, known = run.town.cast.names, spread.knowing
    yield tr(
        "{knowing} of {people} people know it by {moment}.",
        knowing=len(spread.knowing_all),
        people=len(spread.others),
        moment=moment_words(spread.minute),
    )
    partly = len(known) - len(spread.knowing_all)
    if partly:
        yield tr_n("One more has heard part of it.", "{n} more have heard part of it.", partly)
    if spread.besides:
        yield tr("It is about {names}, whom nobody has told.", names=_listed(spread.besides, names))
    if not known:
        return
    began = [one.agent for one in spread.sources]
    yield tr("It started with {names}.", names=_listed(began, names))
    passed = Counter(one.by for one in known if one.by)
    if passed:
        (most, times), *_ = passed.most_common(1)
        yield tr_n(
            "{name} passed it on to one person.",
            "{name} passed it on to {n} people.",
            times,
            name=names[most],
        )
        latest = max(one.minute for one in known if one.by)
        last = [one.agent for one in known if one.by and one.minute == latest]
        yield tr("Heard last by: {names}, {moment}.", names=_listed(last, names), moment=moment_words(latest))
    changed = sum(any(one.now for one in telling.distortions) for telling in spread.tellings)
    if changed:
        yield tr("{n} of {tellings} tellings changed a detail.", n=changed, tellings=len(spread.tellings))


def changes_words(distortions: Sequence[Distortion]) -> tuple[str, str]:
    """Return in words what a telling changed, and what it left out; empty if nothing."""
    changed = tr("; ").join(
        tr("“{was}” became “{now}”", was=one.was, now=one.now) for one in distortions if one.now
    )
    return changed, with_commas(f"“{one.was}”" for one in distortions if not one.now)


def knowing_rows(run: Run, spread: Spread) -> list[dict[str, object]]:
    """Return those who know as a table, then those who do not, and those whom it is about."""
    names = run.town.cast.names
    rows: list[dict[str, object]] = [
        {
            marked("person"): names[one.agent],
            marked("known since"): moment_words(one.minute),
            marked("status"): how_words(one, names),
            marked("source"): names.get(one.by, ""),
            marked("wording"): one.words,
            "id": str(one.id),
        }
        for one in spread.knowing
    ]
    unaware = tr("does not know")
    rows += [{"person": names[agent], "status": unaware} for agent in spread.unaware]
    rows += [{"person": names[agent], "status": tr("it is about them")} for agent in spread.besides]
    return headed(rows)


def telling_rows(run: Run, spread: Spread) -> list[dict[str, object]]:
    """Return every telling as a table, in order."""
    return headed(_telling_row(one, run.town.cast.names) for one in spread.tellings)


def _telling_row(one: Telling, names: Mapping[AgentId, str]) -> dict[str, object]:
    changed, left_out = changes_words(one.distortions)
    return {
        marked("time"): moment_words(one.minute),
        marked("person"): names[one.speaker],
        marked("listeners"): with_commas(names[agent] for agent in one.hearers),
        marked("first-time listeners"): with_commas(names[agent] for agent in one.new_to),
        marked("place"): place_words(one.room),
        marked("wording"): one.words,
        marked("changes"): changed,
        marked("omissions"): left_out,
        "id": str(one.id),
    }


def silence_rows(run: Run, spread: Spread) -> list[dict[str, object]]:
    """Return as a table who kept silent towards whom."""
    names = run.town.cast.names
    return headed(
        {
            marked("person who knew"): names[one.knew],
            marked("other person"): names[one.other],
            marked("conversations"): one.talks,
            marked("last conversation"): moment_words(one.minute),
            "id": str(one.id),
        }
        for one in spread.silences
    )


def _listed(agents: Sequence[AgentId], names: Mapping[AgentId, str]) -> str:
    shown = [names[agent] for agent in agents[:_MOST_NAMED]]
    more = len(agents) - len(shown)
    if more:
        return tr("{names} and {n} more", names=with_commas(shown), n=more)
    return with_and(shown)
