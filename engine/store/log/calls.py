"""The model calls of a run, listed and in full, with their costs."""

from __future__ import annotations

from dataclasses import dataclass

from engine.display.listed import Records
from engine.errors import NotFound, worded
from engine.records import AgentId
from engine.store.answers.outcomes import only
from engine.store.file.connection import Store
from engine.store.log.lineage import equal, spans, union, width_in
from engine.store.log.memories import Page
from engine.store.texts import text_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRow:
    """A call as listed: the lengths of its texts in characters, but not the texts."""

    id: int
    agent: AgentId
    purpose: str
    model: str
    prompt_length: int
    answer_length: int
    tokens_in: int
    tokens_out: int
    seconds: float
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTexts:
    """The prompt of a call as sent to the model, and the raw answer."""

    prompt: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallTotal:
    """The totals of the calls with one purpose; lengths in characters."""

    purpose: str
    calls: int
    prompt_length: int
    answer_length: int
    tokens_in: int
    tokens_out: int
    seconds: float


def call_page(
    store: Store,
    run: int,
    *,
    agent: AgentId | None = None,
    purpose: str | None = None,
    how: str | None = None,
    before: int | None = None,
    offset: int = 0,
    limit: int = 50,
) -> Page[CallRow]:
    """Return the calls of a run, newest first; only those of an agent, a purpose or an outcome if given."""
    where, values = equal({"agent": agent, "purpose": purpose})
    parts = spans(store, run, before=before)
    query, arguments = union(parts, "id, agent, purpose, model, key, prompt, answer", "call", where, values)
    if how is not None:
        query, more = only(query, run, how)
        arguments += more
    ((total,),) = store.select(f"SELECT count(*) FROM ({query})", arguments)
    rows = store.select(
        f"""
        SELECT c.id, c.agent, c.purpose, c.model, p.size, a.size,
               ifnull(j.tokens_in, 0), ifnull(j.tokens_out, 0), ifnull(j.seconds, 0.0), c.key
        FROM ({query} ORDER BY id DESC LIMIT ? OFFSET ?) c
             JOIN text p ON p.hash = c.prompt JOIN text a ON a.hash = c.answer
             LEFT JOIN journal j ON j.key = c.key
        ORDER BY c.id DESC
        """,
        [*arguments, max(limit, 0), max(offset, 0)],
    )
    names = CallRow.__slots__
    calls = (CallRow(**dict(zip(names, row, strict=True))) for row in rows)
    return Page(items=Records.of(CallRow, calls), total=total)


def call_totals(
    store: Store, run: int, *, agent: AgentId | None = None, before: int | None = None
) -> tuple[CallTotal, ...]:
    """Return the totals of the calls by purpose, most frequent purpose first."""
    where, values = equal({"agent": agent})
    query, arguments = union(
        spans(store, run, before=before), "purpose, key, prompt, answer", "call", where, values
    )
    rows = store.select(
        f"""
        SELECT c.purpose, count(*), sum(p.size), sum(a.size),
               sum(ifnull(j.tokens_in, 0)), sum(ifnull(j.tokens_out, 0)), sum(ifnull(j.seconds, 0.0))
        FROM ({query}) c JOIN text p ON p.hash = c.prompt JOIN text a ON a.hash = c.answer
             LEFT JOIN journal j ON j.key = c.key
        GROUP BY c.purpose ORDER BY count(*) DESC, c.purpose
        """,
        arguments,
    )
    names = CallTotal.__slots__
    return tuple(CallTotal(**dict(zip(names, row, strict=True))) for row in rows)


def call_texts(store: Store, run: int, call_id: int) -> CallTexts:
    """Return the prompt and answer of a call. Raises NotFound if the run has no such call."""
    query, values = union(spans(store, run), "prompt, answer", "call", "id = ?", [call_id])
    rows = store.select(
        f"""
        SELECT p.hash, p.body, a.hash, a.body FROM ({query}) c
        JOIN text p ON p.hash = c.prompt JOIN text a ON a.hash = c.answer
        """,
        values,
    )
    if not rows:
        raise NotFound(
            worded(
                "there is no call {call_id!r} in run {run!r}; `calls` lists all calls",
                call_id=call_id,
                run=run,
            )
        )
    prompt, asked, answer, said = rows[0]
    return CallTexts(prompt=text_of(store, prompt, asked), answer=text_of(store, answer, said))


def models_of(store: Store, run: int) -> tuple[str, ...]:
    """Return the ids of the models that answered in a run, in the order of their first call."""
    query, values = union(spans(store, run), "id, model", "call")
    rows = store.select(f"SELECT model FROM ({query}) GROUP BY model ORDER BY min(id)", values)
    return tuple(model for (model,) in rows)


def all_models(store: Store) -> tuple[str, ...]:
    """Return the ids of the models that answered in any run."""
    return tuple(model for (model,) in store.select("SELECT DISTINCT model FROM call ORDER BY model"))


def prompt_at(store: Store, run: int, agent: AgentId, minute: int, purpose: str) -> str:
    """Return the first prompt for an agent and purpose at a minute, or "" if there was none."""
    query, values = union(
        spans(store, run, after=minute - 1, before_id=width_in(store, run).starts(minute + 1)),
        "id, prompt", "call", "agent = ? AND purpose = ?", [agent, purpose],
    )  # fmt: skip
    rows = store.select(
        f"SELECT p.hash, p.body FROM ({query}) c JOIN text p ON p.hash = c.prompt ORDER BY c.id LIMIT 1",
        values,
    )
    return text_of(store, *rows[0]) if rows else ""


def call_filters(store: Store, run: int) -> tuple[tuple[AgentId, ...], tuple[str, ...]]:
    """Return the agents and the purposes by which the calls of a run can be filtered."""
    query, values = union(spans(store, run), "agent, purpose", "call")
    rows = store.select(f"SELECT DISTINCT agent, purpose FROM ({query})", values)
    return tuple(sorted({agent for agent, _ in rows})), tuple(sorted({purpose for _, purpose in rows}))
