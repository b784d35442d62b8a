"""Calls: the prompts to the model with their answers, as rows and one at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from engine.api.models import ANSWERED, FAILED, FREE, MILLION, REHEARSAL, REPAIRED, how_of
from engine.api.run import minute_of
from engine.api.workspace import Run
from studio.basics.lazy_expander import lazy_expander
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.frame.moment.moment_bar import model_words
from studio.frame.page import complain
from studio.mind.recall_bench import recalled
from studio.models.ways import way_in_a_row
from studio.why.memory_card import why_button
from studio.why.reasons import answerer, name_of, purpose_words
from studio.why.why import answer_text, prompt_text

if TYPE_CHECKING:
    from engine.api.models import AskedRow, CallRow, CallTotal, Health


# The columns of the list of calls.
_HEADS = (
    *(marked("when"), marked("who"), marked("purpose"), marked("answered by")),
    *(marked("result"), marked("requests"), marked("cost")),
    *(
        marked("input tokens"),
        marked("output tokens"),
        marked("prompt characters"),
        marked("answer characters"),
    ),
    marked("seconds"),
)


def call_detail(run: Run, call: CallRow) -> None:
    """Draw one call: the recall before it, the prompt, the raw answer, and its cost."""
    name = shorten(name_of(run, call.agent), 40)
    purpose = purpose_words(call.purpose)
    st.subheader(tr("{name}: {purpose}", name=escape_md(name), purpose=purpose), anchor=False)
    plain(cost_words(call), muted=True, small=True)
    texts = run.call_texts(call.id)
    asked = run.asked([call]).get(call.id)
    if asked is not None:
        plain(asked_words(run, asked), muted=True, small=True)
    if asked is not None and asked.failure:
        complain(tr("No usable answer: {fault}", fault=asked.fault))
    prompt, answer = st.columns([3, 2], gap="medium")
    with prompt:
        st.markdown(":material/description: " + tr("**Prompt**"))
        prompt_text(texts.prompt, height=480)
    with answer:
        st.markdown(":material/data_object: " + tr("**Raw answer**"))
        answer_text(texts.answer or (asked.said if asked else ""))
        if asked is not None and asked.said and texts.answer:
            lazy_expander(
                tr("Original text of the answer"), partial(prompt_text, asked.said, height=240),
                key=f"call-said-{call.id}", icon=":material/format_quote:",
            )  # fmt: skip
        why_button(call.id, key="call", label=tr("Why this was asked"))
    _recalls(run, call)


def _recalls(run: Run, call: CallRow) -> None:
    recalls = run.why(call.id).recalls
    if not recalls:
        plain(tr("There was no memory search before this call."), muted=True, small=True)
        return
    for n, recall in enumerate(recalls):
        lazy_expander(
            tr("Memory search before this call · {query}", query=escape_md(shorten(recall.query, 100))),
            partial(recalled, run, recall, key=f"call-bars-{recall.id}"),
            key=f"call-recall-{recall.id}-{n}",
            icon=":material/manage_search:",
        )


def cost_words(call: CallRow) -> str:
    """Return the cost of a call, as far as known."""
    parts = [tr("{who}, {moment}", who=answerer(call.model), moment=moment_words(minute_of(call.id)))]
    asked, answered = call.prompt_length, call.answer_length
    parts.append(
        tr("{asked:,} characters in the prompt, {answered:,} in the answer", asked=asked, answered=answered)
    )
    if call.tokens_in or call.tokens_out:
        parts.append(
            tr(
                "{read:,} input tokens, {written:,} output tokens",
                read=call.tokens_in,
                written=call.tokens_out,
            )
        )
    if call.seconds:
        parts.append(tr("{seconds:.2f} s", seconds=call.seconds))
    return " · ".join(parts)


def asked_words(run: Run, asked: AskedRow) -> str:
    """Describe a call to a server: its tries, time and cost, and whether this run paid for it."""
    parts = [
        tr("Profile {name}, {tries}", name=asked.profile, tries=_tries(asked)),
        _took(asked),
        tr("price unknown")
        if asked.micros is None
        else tr("cost {money:,.6f}", money=asked.micros / MILLION),
    ]
    if asked.run != run.number:
        parts.append(tr("free in this run: another run already asked this"))
    return " · ".join(parts)


def _tries(asked: AskedRow) -> str:
    if asked.attempts == 1:
        return tr("1 request, to repair the answer") if asked.repairs else tr("1 request")
    if asked.repairs:
        return tr("{n} requests, one of them to repair the answer", n=asked.attempts)
    return tr("{n} requests", n=asked.attempts)


def _took(asked: AskedRow) -> str:
    read, written = asked.tokens_in, asked.tokens_out
    if not asked.cached:
        return tr("{read:,} input tokens, {written:,} output tokens", read=read, written=written)
    return tr(
        "{read:,} input tokens ({cached:,} from the server's cache), {written:,} output tokens",
        read=read,
        cached=asked.cached,
        written=written,
    )


def ways_of(run: Run) -> list[str]:
    """Return the outcomes of a run's calls, for a filter; empty if no server was ever asked."""
    if run.row.model == REHEARSAL:
        return []
    found = run.at().log.outcomes
    kinds = [how for how in found if how not in (ANSWERED, REPAIRED, FREE)]
    ways = [ANSWERED, REPAIRED, *([FAILED, *kinds] if kinds else []), FREE]
    return [how for how in ways if how == FAILED or how in found]


def health_rows(days: Sequence[Health]) -> list[dict[str, object]]:
    """Return the calls of each day as rows, with the percentages of repairs and failures."""
    day, calls, repaired, failed = tr("day"), tr("calls"), tr("repaired"), tr("no usable answer")
    return [
        {
            day: one.day,
            calls: f"{one.calls:,}",
            repaired: f"{one.repaired:,} ({one.repaired / one.calls:.1%})",
            failed: f"{one.failed:,} ({one.failed / one.calls:.1%})",
        }
        for one in days
    ]


def call_rows(
    run: Run, calls: Sequence[CallRow], asked: Mapping[int, AskedRow] | None = None
) -> list[dict[str, object]]:
    """Return calls as rows of a table; empty columns are left out."""
    known = asked or {}
    counted = any(call.tokens_in or call.tokens_out for call in calls)
    timed = any(call.seconds for call in calls)
    heads = _heads()
    rows = []
    for call in calls:
        row: dict[str, object] = {
            heads["when"]: moment_words(minute_of(call.id)),
            heads["who"]: shorten(name_of(run, call.agent), 40),
            heads["purpose"]: purpose_words(call.purpose),
            heads["answered by"]: model_words(call.model),
        }
        if known:
            how, requests, money = _how_it_went(run, known.get(call.id))
            row |= {heads["result"]: how, heads["requests"]: requests, heads["cost"]: money}
        if counted:
            row |= {heads["input tokens"]: call.tokens_in, heads["output tokens"]: call.tokens_out}
        else:
            row |= {
                heads["prompt characters"]: call.prompt_length,
                heads["answer characters"]: call.answer_length,
            }
        if timed:
            row[heads["seconds"]] = round(call.seconds, 2)
        rows.append(row)
    return rows


def _heads() -> Mapping[str, str]:
    """Return the column headings in the reader's language, by the English ones."""
    return {head: tr(head) for head in _HEADS}


def _how_it_went(run: Run, asked: AskedRow | None) -> tuple[str, int, float | None]:
    """Return the outcome of a call, its requests and its money; None for an unknown price."""
    if asked is None:
        return tr("free"), 0, None
    money = None if asked.micros is None else asked.micros / MILLION
    return way_in_a_row(how_of(asked, run.number)), asked.attempts, money


def total_rows(totals: Sequence[CallTotal]) -> list[dict[str, object]]:
    """Return the totals of all calls, one row for each purpose and one for all."""
    rows = [_total(purpose_words(one.purpose), [one], totals) for one in totals]
    return [*rows, _total(tr("total"), totals, totals)] if len(rows) > 1 else rows


def _total(name: str, some: Sequence[CallTotal], every: Sequence[CallTotal]) -> dict[str, object]:
    row: dict[str, object] = {
        tr("purpose"): name,
        tr("calls"): f"{sum(one.calls for one in some):,}",
        tr("prompt characters"): f"{sum(one.prompt_length for one in some):,}",
        tr("answer characters"): f"{sum(one.answer_length for one in some):,}",
    }
    if any(one.tokens_in or one.tokens_out for one in every):
        row[tr("input tokens")] = f"{sum(one.tokens_in for one in some):,}"
        row[tr("output tokens")] = f"{sum(one.tokens_out for one in some):,}"
    if any(one.seconds for one in every):
        row[tr("seconds")] = f"{sum(one.seconds for one in some):,.1f}"
    return row
