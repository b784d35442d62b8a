"""The model calls of a run in a terminal: prompts, outcomes, and failed requests."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from engine.api.models import MILLION, AskedRow, CallRow, how_of
from engine.api.run import minute_of
from engine.api.workspace import Run
from engine.cli.naming import existing
from engine.cli.screen.terminal import Terminal
from engine.clock import moment_words


def calls(given: Namespace, terminal: Terminal) -> int:
    """List calls, newest first; or failed requests."""
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        if given.unanswered:
            rows = run.unanswered(limit=given.limit).items
            _tell(
                given,
                terminal,
                [_unanswered_facts(row) for row in rows],
                _UNANSWERED,
                "There are no unanswered requests.",
            )
            return 0
        found = _found(run, given)
        paid = run.asked(found)
        facts = [_facts(run, call, paid.get(call.id)) for call in found]
    _tell(given, terminal, facts, _HEADS, "No calls match.")
    return 0


_HEADS = (
    "id",
    "moment",
    "agent",
    "purpose",
    "model",
    "outcome",
    "requests",
    "tokens in",
    "tokens out",
    "seconds",
    "money",
)
_UNANSWERED = ("asked at", "moment", "agent", "purpose", "profile", "requests", "seconds", "error")
_RIGHT = ("id", "requests", "tokens in", "tokens out", "seconds", "money")


def _found(run: Run, given: Namespace) -> Sequence[CallRow]:
    return (
        run.at(given.at)
        .log.calls(agent=given.agent, purpose=given.purpose, how=given.how, limit=given.limit)
        .items
    )


def _facts(run: Run, call: CallRow, asked: AskedRow | None) -> dict[str, object]:
    """Return a call as data; its cost is included if this run paid for it."""
    how = how_of(asked, run.number)
    paid = asked if asked is not None and asked.run == run.number else None
    return {
        "id": call.id,
        "minute": minute_of(call.id),
        "agent": call.agent,
        "purpose": call.purpose,
        "model": call.model,
        "how": how,
        "requests": paid.attempts if paid else 0,
        "tokens_in": call.tokens_in,
        "tokens_out": call.tokens_out,
        "seconds": call.seconds,
        "money": None if paid is None or paid.micros is None else paid.micros / MILLION,
    }


def _unanswered_facts(row: AskedRow) -> dict[str, object]:
    return {
        "asked_at": row.created,
        "minute": row.minute,
        "agent": row.agent,
        "purpose": row.purpose,
        "profile": row.profile,
        "requests": row.attempts,
        "seconds": row.seconds,
        "fault": row.fault,
        "kind": row.kind,
        "source": row.source,
        "said": row.said,
    }


def _tell(
    given: Namespace, terminal: Terminal, facts: Sequence[dict[str, object]], heads: Sequence[str], none: str
) -> None:
    if given.json:
        terminal.data(facts)
    elif facts:
        right = [at for at, head in enumerate(heads) if head in _RIGHT]
        terminal.table([heads, *(_cells(row)[: len(heads)] for row in facts)], right=right, headed=True)
    else:
        terminal.say(none)


def _cells(facts: dict[str, object]) -> list[object]:
    """Return the values of a call formatted for people."""
    cells = {**facts, "minute": moment_words(int(str(facts["minute"]))), "seconds": f"{facts['seconds']:.2f}"}
    if "money" in facts:
        cells["money"] = "" if facts["money"] is None else f"{facts['money']:.6f}"
    return list(cells.values())
