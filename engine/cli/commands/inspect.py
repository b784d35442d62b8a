"""Looking into a run: an agent's memories, the reasons behind any row, and SQL over its views."""

from __future__ import annotations

import json
import re
import sys
import textwrap
from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence

from engine.api.exports import record, table_exports
from engine.api.run import HOW_WORDS, ORIGIN_WORDS, OUTCOME_WORDS, CameOf, Cause, Explanation, View, gist
from engine.api.workspace import Run
from engine.cli.naming import existing
from engine.cli.screen.terminal import Terminal
from engine.clock import moment_words
from engine.errors import BadInput
from engine.records import Call, LogEntry, Memory, Recall, Recalled

_EVERYTHING = 10_000_000


def memories(given: Namespace, terminal: Terminal) -> int:
    """Print memories, newest first; for a search, best first with the parts of their scores."""
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        found = _searched(run, given) if given.search else _newest(run, given)
    if given.json:
        terminal.data(found)
    elif found:
        memory_table(found, terminal)
    else:
        terminal.say("No memories match.")
    return 0


def why(given: Namespace, terminal: Terminal) -> int:
    """Print the explanation of a row."""
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        found = run.why(given.id)
        came_of = run.story().came_of(found.row.id) if isinstance(found.row, Memory) else ()
    if given.json:
        terminal.data(_why_facts(found) | {"came_of": [_came_of_facts(one) for one in came_of]})
    else:
        _say_why(found, terminal)
        _say_came_of(came_of, terminal)
    return 0


def query(given: Namespace, terminal: Terminal) -> int:
    """Print the result of a SELECT over the views of a run; without one, list the views."""
    sql = sys.stdin.read() if given.sql == "-" else given.sql
    with existing(given.workspace) as workspace:
        run = workspace.runs.find(given.run)
        if sql is None:
            _say_views(run.views, given, terminal)
            return 0
        values = dict(_value(said) for said in given.given)
        found = run.query(sql, given.at, given=values, most=given.limit, seconds=given.seconds)
    if given.json or given.form == "json":
        terminal.data(found.to_dicts())
    elif given.form == "csv":
        terminal.write_bytes([table_exports()["csv"].write(found.to_dicts())])
    else:
        terminal.table([found.columns, *map(_printed, found.rows)], headed=True)
    if found.more:
        terminal.note(f"only the first {given.limit:,} rows are shown; use --limit to show more")
    return 0


_NUMBER = re.compile(r"-?[0-9]{1,18}")  # a longer one is no number that SQLite can hold


def _value(said: str) -> tuple[str, object]:
    name, equals, value = said.partition("=")
    if not name or not equals:
        raise BadInput(f"{said!r} is not a value; write it as --set NAME=VALUE")
    return name.lstrip(":"), int(value) if _NUMBER.fullmatch(value) else value


def _printed(row: Sequence[object]) -> list[object]:
    return ["" if cell is None else cell for cell in row]


def _say_views(views: Sequence[View], given: Namespace, terminal: Terminal) -> None:
    if given.json or given.form == "json":
        terminal.data([{"name": v.name, "about": v.about, "columns": dict(v.columns)} for v in views])
        return
    for view in views:
        terminal.say(f"{view.name}: {view.about}")
        terminal.table(list(view.columns.items()), indent="  ")


def memory_facts(memory: Memory, item: Recalled | None = None) -> dict[str, object]:
    """Return a memory as data, with the parts of its score if it has one."""
    facts: dict[str, object] = {
        "id": memory.id,
        "minute": memory.minute,
        "kind": memory.kind,
        "text": memory.text,
        "importance": memory.importance,
        "evidence": memory.evidence,
    }
    if item is None:
        return facts
    parts = {"recency": item.recency, "importance_part": item.importance, "relevance": item.relevance}
    return {**facts, "score": item.score, **parts}


def memory_table(found: Sequence[Mapping[str, object]], terminal: Terminal, indent: str = "") -> None:
    """Print memories as a table, with their scores and the parts of these if they have one."""
    scored = bool(found) and "score" in found[0]
    rows: list[tuple[object, ...]] = [(*_SCORES, *_HEADS) if scored else _HEADS]
    for facts in found:
        parts = [f"{facts[name]:.3f}" for name in _PARTS] if scored else []
        moment_said = moment_words(int(str(facts["minute"])))
        rows.append((*parts, facts["id"], moment_said, facts["kind"], facts["importance"], facts["text"]))
    right = (0, 1, 2, 3, 4, 7) if scored else (0, 3)
    terminal.table(rows, right=right, indent=indent, headed=True)


_HEADS = ("id", "moment", "kind", "imp", "memory")
_SCORES = ("score", "= rec", "+ imp", "+ rel")
_PARTS = ("score", "recency", "importance_part", "relevance")


def _newest(run: Run, given: Namespace) -> list[dict[str, object]]:
    page = run.at(given.at).memories(given.agent, kinds=given.kind or (), limit=given.limit)
    return [memory_facts(memory) for memory in page.items]


def _searched(run: Run, given: Namespace) -> list[dict[str, object]]:
    """Return the memories with the best scores. If only some kinds are wanted, all memories are scored and
    filtered.
    """
    count = _EVERYTHING if given.kind else given.limit
    scored = run.at(given.at).recall(given.agent, given.search, count=count)
    wanted = [(memory, recall) for memory, recall in scored if not given.kind or memory.kind in given.kind]
    return [memory_facts(memory, recall.items[0]) for memory, recall in wanted[: given.limit]]


# ---------------------------------------------------------------- why


def _why_facts(found: Explanation) -> dict[str, object]:
    return {
        "row": record(found.row),
        "turn": record(found.turn) if found.turn else None,
        "origin": found.origin,
        "causes": [_cause_facts(cause) for cause in found.causes],
        "recalls": [record(recall) for recall in found.recalls],
        "recalled": [memory_facts(memory) for memory in found.recalled],
        "call": record(found.call) if found.call else None,
        "evidence": [memory_facts(memory) for memory in found.evidence],
        "source": record(found.source) if found.source else None,
        "cited_by": [memory_facts(memory) for memory in found.cited_by],
        "came_to_mind": [
            {"id": recall.id, "minute": recall.minute, "purpose": recall.purpose, "query": recall.query}
            for recall in found.came_to_mind
        ],
        "way": [_cause_facts(cause) for cause in found.way],
    }


def _cause_facts(cause: Cause) -> dict[str, object]:
    row = cause.row
    kind = record(row)["type"]
    return {"how": cause.how, "id": row.id, "type": kind, "minute": row.minute, "text": gist(row)}


def _came_of_facts(one: CameOf) -> dict[str, object]:
    return {"outcome": one.outcome, "told": list(one.told), **record(one.row)}


def _say_came_of(came_of: Sequence[CameOf], terminal: Terminal) -> None:
    """Print the intentions that came of a memory, and whether they were carried out."""
    if came_of:
        terminal.say("\nIntentions from it, and their outcome")
    told = [
        (one.row.id, moment_words(one.row.minute), OUTCOME_WORDS[one.outcome], one.row.deed, _detail(one))
        for one in came_of
    ]
    terminal.table(told, right=(0,), indent="  ")


def _detail(one: CameOf) -> str:
    """Return the names of those who heard of an intention, or the reason why it failed."""
    return one.row.because or (f"heard by {', '.join(one.told)}" if one.told else "")


def _say_why(found: Explanation, terminal: Terminal) -> None:
    _say_row(found.row, terminal)
    if found.turn is not None and found.turn != found.row:
        who = found.turn.agent or "the author"
        terminal.say(f"\nCreated in turn {found.turn.id} of {who} ({found.turn.reason})")
    if found.origin in ORIGIN_WORDS:
        terminal.say("\n", ORIGIN_WORDS[found.origin])
    for how, rows in found.other_causes.items():
        terminal.say(f"\n{HOW_WORDS[how]}")
        terminal.table([_cells(row) for row in rows], right=(0,), indent="  ")
    _say_memories(HOW_WORDS["evidence"], found.evidence, terminal)
    by_id = {memory.id: memory for memory in found.recalled}
    for recall in found.recalls:
        terminal.say(f"\nRecalled for {recall.purpose}: {recall.query!r}")
        memory_table(_scored(recall, by_id), terminal, indent="  ")
    if found.call is not None and found.call != found.row:
        _say_call(found.call, terminal)
    _say_memories("Cited by", found.cited_by, terminal)
    if found.came_to_mind:
        terminal.say("\nRecalled by these searches")
        terminal.table(
            [(*_cells(recall), recall.purpose) for recall in found.came_to_mind], right=(0,), indent="  "
        )
    if found.way:
        terminal.say("\nPath back to the origin")
        steps = [(HOW_WORDS[cause.how].lower(), *_cells(cause.row)) for cause in found.way]
        terminal.table(steps, right=(1,), indent="  ")


def _cells(row: LogEntry) -> tuple[object, ...]:
    return (row.id, moment_words(row.minute), record(row)["type"], gist(row))


def _scored(recall: Recall, by_id: Mapping[int, Memory]) -> list[dict[str, object]]:
    return [memory_facts(by_id[item.memory], item) for item in recall.items if item.memory in by_id]


def _say_memories(title: str, found: Iterable[Memory], terminal: Terminal) -> None:
    rows = [memory_facts(memory) for memory in found]
    if rows:
        terminal.say(f"\n{title}")
        memory_table(rows, terminal, indent="  ")


def _say_row(row: LogEntry, terminal: Terminal, indent: str = "") -> None:
    facts = record(row)
    terminal.say(f"{indent}{facts.pop('type')} {facts.pop('id')}, {moment_words(row.minute)}")
    if isinstance(row, Call):
        return _say_call(row, terminal)
    facts.pop("items", None)
    said = [(name, _plain(value)) for name, value in facts.items() if value not in ("", (), None, 0, False)]
    if said:
        terminal.table(said, indent=f"{indent}  ")


def _say_call(call: Call, terminal: Terminal) -> None:
    terminal.say(f"\nPrompt ({call.purpose}, {call.model}, call {call.id})")
    terminal.say(textwrap.indent(call.prompt, "  | ", lambda line: True))
    terminal.say("\nAnswer")
    terminal.say(textwrap.indent(_pretty(call.answer), "  | ", lambda line: True))


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _pretty(answer: str) -> str:
    """Indent JSON; return any other text unchanged."""
    try:
        return json.dumps(json.loads(answer), ensure_ascii=False, indent=2)
    except ValueError:
        return answer
