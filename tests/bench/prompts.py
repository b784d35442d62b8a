"""What a day costs in words: calls and tokens of prompt per agent-day, and how much a cache would save."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from engine.api.workspace import Run, open_workspace
from engine.clock import DAY
from engine.models.tokens import tokens
from engine.records import Call
from engine.store.log.calls import call_texts
from engine.store.log.rows import read_log

TOWNS = ("willow-bay", "the-green")
DAYS = 2


def measure(town: str, days: int = DAYS) -> dict[str, dict[str, float]]:
    """Per agent-day and purpose: calls, tokens in and out, and the share of a prompt that stood in the one
    before it, word for word from its beginning.
    """
    with tempfile.TemporaryDirectory() as folder, open_workspace(Path(folder) / "ws") as workspace:
        run = workspace.runs.new(town)
        run.live(days * DAY, concurrency=8)
        return _measured(run, days)


def _measured(run: Run, days: int) -> dict[str, dict[str, float]]:
    calls, tokens_in, tokens_out, cached, letters = (Counter() for _ in range(5))
    before: dict[str, str] = {}
    for call in read_log(run.store, run.number, Call):
        if call.minute >= days * DAY:
            continue
        texts = call_texts(run.store, run.number, call.id)
        calls[call.purpose] += 1
        tokens_in[call.purpose] += tokens(texts.prompt)
        tokens_out[call.purpose] += tokens(texts.answer)
        cached[call.purpose] += shared_prefix(before.get(call.agent, ""), texts.prompt)
        letters[call.purpose] += len(texts.prompt)
        before[call.agent] = texts.prompt
    agent_days = days * len(run.scenario.personas)
    rows = {
        purpose: {
            "calls": calls[purpose] / agent_days,
            "in": tokens_in[purpose] / agent_days,
            "out": tokens_out[purpose] / agent_days,
            "cached": cached[purpose] / letters[purpose],
        }
        for purpose, _ in tokens_in.most_common()
    }
    return rows | {
        "all": {
            "calls": calls.total() / agent_days,
            "in": tokens_in.total() / agent_days,
            "out": tokens_out.total() / agent_days,
            "cached": cached.total() / letters.total(),
        }
    }


def shared_prefix(one: str, other: str) -> int:
    """How many letters two texts share from the beginning."""
    return next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def table(towns: Iterable[str] = TOWNS) -> str:
    """The figures of the towns, a purpose a line."""
    lines = []
    for town in towns:
        lines.append(
            f"\n{town}, {DAYS} days, per agent-day: calls, tokens of prompt, of answer, same beginning"
        )
        for purpose, row in measure(town).items():
            lines.append(
                f"  {purpose:<12}{row['calls']:7.1f}{row['in']:9,.0f}{row['out']:8,.0f}{row['cached']:8.0%}"
            )
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
