"""Calls: the questions put to the model with their answers, as rows and one at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from engine.api.models import ANSWERED, FAILED, FREE, MILLION, REHEARSAL, REPAIRED, RULES, how_of
from engine.api.run import minute_of
from engine.api.workspace import Run
from engine.clock import moment_words
from studio.basics.lazy_expander import lazy_expander
from studio.basics.text import escape_md, plain, shorten
from studio.frame.moment.moment_bar import model_words
from studio.frame.page import complain
from studio.mind.recall_bench import recalled
from studio.why.memory_card import why_button
from studio.why.reasons import answerer, name_of, purpose_words
from studio.why.why import answer_text, prompt_text

if TYPE_CHECKING:
    from engine.api.models import AskedRow, CallRow, CallTotal, Health

_FAULTS = {kind.value: rule.what for kind, rule in RULES.items()}


def call_detail(run: Run, call: CallRow) -> None:
    """One call: what was recalled before it, the prompt, the raw answer, and what it cost."""
    name = shorten(name_of(run, call.agent), 40)
    st.subheader(f"{escape_md(name)}: {purpose_words(call.purpose)}", anchor=False)
    plain(cost_words(call), muted=True, small=True)
    texts = run.call_texts(call.id)
    asked = run.asked([call]).get(call.id)
    if asked is not None:
        plain(asked_words(run, asked), muted=True, small=True)
    if asked is not None and asked.failure:
        complain(f"No usable answer: {asked.fault}")
    prompt, answer = st.columns([3, 2], gap="medium")
    with prompt:
        st.markdown(":material/description: **The prompt**")
        prompt_text(texts.prompt, height=480)
    with answer:
        st.markdown(":material/data_object: **The raw answer**")
        answer_text(texts.answer or (asked.said if asked else ""))
        if asked is not None and asked.said and texts.answer:
            lazy_expander(
                "What was said, word for word", partial(prompt_text, asked.said, height=240),
                key=f"call-said-{call.id}", icon=":material/format_quote:",
            )  # fmt: skip
        why_button(call.id, key="call", label="Why this was asked")
    _recalls(run, call)


def _recalls(run: Run, call: CallRow) -> None:
    recalls = run.why(call.id).recalls
    if not recalls:
        plain("Nothing was looked up in memory for this call.", muted=True, small=True)
        return
    for n, recall in enumerate(recalls):
        lazy_expander(
            f"Recalled before it · {escape_md(shorten(recall.query, 100))}",
            partial(recalled, run, recall, key=f"call-bars-{recall.id}"),
            key=f"call-recall-{recall.id}-{n}",
            icon=":material/manage_search:",
        )


def cost_words(call: CallRow) -> str:
    """Return what a call took, as far as it is known."""
    parts = [f"{answerer(call.model)}, {moment_words(minute_of(call.id))}"]
    parts.append(f"{call.prompt_length:,} letters asked, {call.answer_length:,} answered")
    if call.tokens_in or call.tokens_out:
        parts.append(f"{call.tokens_in:,} tokens in, {call.tokens_out:,} out")
    if call.seconds:
        parts.append(f"{call.seconds:.2f} s")
    return " · ".join(parts)


def asked_words(run: Run, asked: AskedRow) -> str:
    """Return how a call to a server went: what it took, what it cost, and whether this run paid for it."""
    tries = "at the first try" if asked.attempts == 1 else f"after {asked.attempts} requests"
    repaired = ", one of them to repair the answer" if asked.repairs else ""
    cost = "price unknown" if asked.micros is None else f"{asked.micros / MILLION:,.6f} in money"
    cached = f" ({asked.cached:,} from the server's cache)" if asked.cached else ""
    free = "" if asked.run == run.number else " · free here: another run had asked the same"
    took = f"{asked.tokens_in:,} tokens in{cached}, {asked.tokens_out:,} out"
    return f"Profile {asked.profile}, {tries}{repaired} · {took} · {cost}{free}"


def ways_of(run: Run) -> list[str]:
    """Return the ways in which calls of a run went, for a filter; none where no server was ever asked."""
    if run.row.model == REHEARSAL:
        return []
    found = run.at().log.outcomes
    kinds = [how for how in found if how not in (ANSWERED, REPAIRED, FREE)]
    ways = [ANSWERED, REPAIRED, *([FAILED, *kinds] if kinds else []), FREE]
    return [how for how in ways if how == FAILED or how in found]


def way_words(how: str) -> str:
    """Return a way for a filter; a kind of failure as what it means: `Failed: the model refused to
    answer`.
    """
    return f"Failed: {_FAULTS[how]}" if how in _FAULTS else how.capitalize()


def health_rows(days: Sequence[Health]) -> list[dict[str, object]]:
    """Return how the calls of each day went, with the shares that nobody should overlook."""
    return [
        {
            "day": one.day,
            "calls": f"{one.calls:,}",
            "repaired": f"{one.repaired:,} ({one.repaired / one.calls:.1%})",
            "without a usable answer": f"{one.failed:,} ({one.failed / one.calls:.1%})",
        }
        for one in days
    ]


def call_rows(
    run: Run, calls: Sequence[CallRow], asked: Mapping[int, AskedRow] | None = None
) -> list[dict[str, object]]:
    """Calls as rows of a table; columns that say nothing are left out."""
    known = asked or {}
    counted = any(call.tokens_in or call.tokens_out for call in calls)
    timed = any(call.seconds for call in calls)
    rows = []
    for call in calls:
        row: dict[str, object] = {
            "when": moment_words(minute_of(call.id)),
            "who": shorten(name_of(run, call.agent), 40),
            "asked to": purpose_words(call.purpose),
            "answered by": model_words(call.model),
        }
        if known:
            row |= _how_it_went(run, call, known.get(call.id))
        if counted:
            row |= {"tokens in": call.tokens_in, "tokens out": call.tokens_out}
        else:
            row |= {"letters asked": call.prompt_length, "letters answered": call.answer_length}
        if timed:
            row["seconds"] = round(call.seconds, 2)
        rows.append(row)
    return rows


def _how_it_went(run: Run, call: CallRow, asked: AskedRow | None) -> dict[str, object]:
    if asked is None:
        return {"how": FREE, "requests": 0, "money": None}
    how = how_of(asked, run.number)
    how = "free: asked before" if how == FREE else how.replace("_", " ")
    money = None if asked.micros is None else asked.micros / MILLION
    return {"how": how, "requests": asked.attempts, "money": money}


def total_rows(totals: Sequence[CallTotal]) -> list[dict[str, object]]:
    """Return what all calls come to, a row a purpose and one for all."""
    rows = [_total(purpose_words(one.purpose), [one], totals) for one in totals]
    return [*rows, _total("all of them", totals, totals)] if len(rows) > 1 else rows


def _total(name: str, some: Sequence[CallTotal], every: Sequence[CallTotal]) -> dict[str, object]:
    row: dict[str, object] = {
        "asked to": name,
        "calls": f"{sum(one.calls for one in some):,}",
        "letters asked": f"{sum(one.prompt_length for one in some):,}",
        "letters answered": f"{sum(one.answer_length for one in some):,}",
    }
    if any(one.tokens_in or one.tokens_out for one in every):
        row["tokens in"] = f"{sum(one.tokens_in for one in some):,}"
        row["tokens out"] = f"{sum(one.tokens_out for one in some):,}"
    if any(one.seconds for one in every):
        row["seconds"] = f"{sum(one.seconds for one in some):,.1f}"
    return row
