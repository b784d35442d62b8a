"""The plan of a day: the gist, the blocks on a time line with the present marked, the steps, and
appointments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import streamlit as st

from engine.api.run import Moment, Plan
from engine.api.workspace import Run
from engine.clock import DAY, clock_words, day_of, minute_at
from engine.records import AgentId, PlanLevel, Step
from studio import session
from studio.basics.charts.colours import colour
from studio.basics.charts.take_picture import picture
from studio.basics.rooms import place_words
from studio.basics.table import table_twin
from studio.basics.text import escape_md, plain, shorten, story
from studio.catalogue.lists import sentences
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr, tr_in
from studio.interventions.plan_hand import plan_hand
from studio.mind.plan_tree import plan_tree
from studio.why.memory_card import memory_row, why_button
from studio.words.explained import explained

# The lanes of the picture, what is told of a bar, and the levels of a plan.
_BLOCKS, _STEPS = marked("blocks"), marked("steps")
_TOLD = (marked("time"), marked("activity"), marked("place"))
_LEVELS: Mapping[PlanLevel, str] = MappingProxyType(
    {"day": marked("day"), "block": marked("block"), "step": marked("step")}
)


def day_plan(run: Run, agent: AgentId) -> None:
    """Draw an agent's plan for a day, as it stood at the moment shown."""
    moment = run.at(session.minute())
    now, day = moment.minute, _day(moment, agent)
    plan = moment.plan(agent, day)
    blocks, steps = plan.current("block"), plan.current("step")
    if not blocks:
        _no_plan(run, agent, day)
    else:
        story(plan.gist, "large")
        with picture(f"plan {run.town.cast.names[agent]}", key=f"plan-{agent}"):
            st.vega_lite_chart(
                time_line(blocks, steps, now),
                height=150,
                alt=plan_alt(blocks, now, day),
                key=f"plan-line-{agent}-{day}",
            )
        _agenda(run, plan, blocks, now)
        table_twin(lambda: plan_rows(blocks, steps), key=f"plan-{agent}-{day}")
        plan_tree(run, agent, day)
    _engagements(moment, agent)


def _day(moment: Moment, agent: AgentId) -> int:
    days = list(range(1, day_of(moment.minute) + 1))
    planned = [day for day in reversed(days) if moment.plan(agent, day).made]
    usual = planned[0] if planned else days[-1]
    if len(days) == 1:
        return days[0]
    chosen = st.select_slider(
        tr_in("a number", "Day"),
        days,
        value=usual,
        format_func=lambda day: tr("Day {day}", day=day),
        key=f"plan-day-{agent}-{moment.minute}",
    )
    return int(chosen)


def _no_plan(run: Run, agent: AgentId, day: int) -> None:
    persona = run.scenario.persona(agent)
    if run.town.settings.planning:
        wakes = clock_words(persona.wake)
        explained(
            tr(
                "There is no plan for day {day} yet. The person makes it on waking, usually at {clock}.",
                day=day,
                clock=wakes,
            )
        )
    else:
        plain(tr("Planning is switched off in this run, so the person follows the routine as written."))


def _agenda(run: Run, plan: Plan, blocks: Sequence[Step], now: int) -> None:
    for block in blocks:
        is_now = block.start <= now < block.end
        with st.container(border=is_now, width=760, key=f"block-{block.id}-{block.start}"):
            _block(run, block, is_now=is_now, is_past=block.end <= now)
            if is_now:
                _steps([step for step in plan.current("step") if block.start <= step.start < block.end], now)


def _block(run: Run, block: Step, *, is_now: bool, is_past: bool) -> None:
    with st.container(horizontal=True, gap="medium"):
        times = f"{clock_words(block.start)}–{clock_words(block.end)}"
        now = tr("now")
        marked_now = f":red[**{times}**]  \n:red[:material/schedule: {now}]"
        st.markdown(marked_now if is_now else times, width=110)
        with st.container(gap=None, width="stretch"):
            story(block.activity, muted=is_past)
            plain(place_words(block.room), muted=True, small=True)
        if not is_past and session.minute() is None:
            plan_hand(run, block)
        why_button(block.id, key="block", quiet=True)


def _steps(steps: Sequence[Step], now: int) -> None:
    for step in steps:
        mark = ":red[:material/arrow_right:]" if step.start <= now < step.end else ":material/remove:"
        thing = f" · {step.thing.rpartition('/')[2]}" if step.thing else ""
        state = f" ({step.thing_state})" if step.thing_state else ""
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            st.markdown(f"{mark} {clock_words(step.start)} {escape_md(step.emoji)}", width=110)
            plain(f"{step.activity}{thing}{state}", small=True)


def _engagements(moment: Moment, agent: AgentId) -> None:
    title = tr("Appointments")
    st.markdown(f"**{title}**")
    ahead = moment.engagements(agent)
    if not ahead:
        plain(tr("No appointments."), muted=True)
    for memory in ahead:
        if memory.when is None:
            due = tr("no time set")
        else:
            due = tr("due {moment}", moment=moment_words(memory.when))
        memory_row(memory, key="engagement", note=due, size="small")


def time_line(blocks: Sequence[Step], steps: Sequence[Step], now: int) -> dict[str, Any]:
    """Build the chart with two lanes over the day, blocks above steps, with a line at the present if it is
    within the day.
    """
    first, last = blocks[0].start // 60 * 60, -(-max(step.end for step in blocks) // 60) * 60
    scale = {"domain": [first, last], "nice": False}
    rows = [_bar(step, _BLOCKS, now) for step in blocks] + [_bar(step, _STEPS, now) for step in steps]
    axis = {
        "title": None,
        "values": list(range(first, last + 1, 120)),
        "labelExpr": "pad(floor(datum.value % 1440 / 60), 2, '0', 'left') + ':00'",
        "grid": True,
    }
    x = {"field": "start", "type": "quantitative", "scale": scale, "axis": axis}
    y = {"field": "lane", "type": "nominal", "title": None, "sort": [tr("blocks"), tr("steps")]}
    room = f"max(1, width * (datum.end - datum.start) / {max(last - first, 1)} - 10)"
    layers: list[dict[str, Any]] = [
        {
            "mark": {"type": "bar", "cornerRadius": 4, "stroke": colour("backgroundColor"), "height": 38},
            "encoding": {
                "x": x,
                "x2": {"field": "end"},
                "y": y,
                "color": {"value": colour("primaryColor")},
                "opacity": {"condition": {"test": "datum.past", "value": 0.16}, "value": 0.3},
                "tooltip": [{"field": name, "title": tr(name), "type": "nominal"} for name in _TOLD],
            },
        },
        {
            "mark": {
                "type": "text",
                "align": "left",
                "dx": 6,
                "limit": {"expr": room},
                "opacity": {"expr": f"{room} > 14 ? 1 : 0"},
            },
            "encoding": {"x": x, "y": y, "text": {"field": "label"}, "color": {"value": colour("textColor")}},
        },
    ]
    if first <= now <= last:
        # What the line stands at is said beside the picture, so it wants no name of its own in it.
        rule = {"type": "rule", "strokeWidth": 2, "strokeDash": [5, 3], "aria": False}
        rule["color"] = colour("redColor")
        layers.append(
            {"mark": rule, "encoding": {"x": {"datum": now, "type": "quantitative", "scale": scale}}}
        )
    return {"data": {"values": rows}, "layer": layers, "config": {"view": {"stroke": None}}}


def _bar(step: Step, lane: str, now: int) -> dict[str, Any]:
    return {
        "lane": tr(lane),
        "start": step.start,
        "end": step.end,
        "past": step.end <= now,
        "time": tr("{start} to {end}", start=clock_words(step.start), end=clock_words(step.end)),
        "activity": shorten(step.activity, 120),
        "place": shorten(place_words(step.room), 80),
        "label": shorten(step.emoji if lane == _STEPS and step.emoji else step.activity, 60),
    }


def plan_rows(blocks: Sequence[Step], steps: Sequence[Step]) -> list[dict[str, object]]:
    """Return the plan as a table."""
    return [
        {
            tr("from"): clock_words(step.start),
            tr("to"): clock_words(step.end),
            tr("level"): tr(_LEVELS[step.level]),
            tr("activity"): step.activity,
            tr("place"): place_words(step.room),
            tr("object"): step.thing.rpartition("/")[2],
        }
        for step in sorted([*blocks, *steps], key=lambda one: (one.start, one.level != "block", one.end))
    ]


def plan_alt(blocks: Sequence[Step], now: int, day: int) -> str:
    """Return the description of the time line for screen readers."""
    current = next((block for block in blocks if block.start <= now < block.end), None)
    said = tr("Timeline of day {day}: {n} blocks.", n=len(blocks), day=day)
    if current:
        doing = tr("Now: {activity}.", activity=shorten(current.activity, 80))
        said = sentences(said, doing)
    if minute_at(day, 0) <= now < minute_at(day, DAY):
        return said
    return sentences(said, tr("The day is over."))
