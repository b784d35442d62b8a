"""The town on the stage: its map, and a card for the person or place that was picked."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from engine.api.run import MapDay, map_data, map_day
from engine.api.workspace import Run
from engine.clock import DAY, clock_words, day_of, minute_at, moment_words
from engine.notebook.editing import Piece
from engine.records import AgentId, Persona, Presence
from studio import session
from studio.basics.charts.take_picture import picture
from studio.basics.people import colour_of, portrait
from studio.basics.rooms import room_words
from studio.basics.table import table_twin
from studio.basics.text import plain, shorten, story
from studio.catalogue import moments
from studio.catalogue.lists import with_commas
from studio.catalogue.tr import tr
from studio.frame.into_notebook import into_notebook
from studio.pages import file_of
from studio.town.town_map import town_map
from studio.town.world_tree import world_tree
from studio.why.memory_card import why_button

MOST_BESIDE = 14  # places that a map beside the feed can show in a window of common width
HIGHEST, AROUND = 820, 300  # pixels of the picture, and of the window that go to what stands around it


def stage_map(run: Run, at: int | None, *, live: bool) -> str:
    """Draw the map at a moment, and store picks; return the key by which its replay can be followed."""
    day = None if live or not run.is_founded else _day(run, at)
    key = f"stage-map-{run.number}"
    agent = session.agent()
    who = agent if agent is not None and agent in _there(run, at) else ""
    with picture("map", key=key):
        pick = town_map(map_data(run, at), key=key, height=HIGHEST, around=AROUND, day=day, follow=who)
    if pick is not None:
        session.remember(f"stage-place-{run.number}", pick.id if pick.kind == "place" else "")
        session.choose_agent(pick.id if pick.kind == "agent" else None)
    table_twin(lambda: where_rows(run, at), key=f"where-{run.number}", label=tr("Show locations as a table"))
    if day is not None:
        into_notebook(run, _pieces(run, at), key=f"map-{run.number}")
    return key


def _pieces(run: Run, at: int | None) -> Mapping[str, Callable[[], Piece]]:
    """Return the parts of the map that can be put into a notebook."""
    minute, day = run.at(at).minute, day_shown(run, at)
    moment = {"plot": "map", "at": moment_words(minute)}
    called = tr("Map, {moment}", moment=moments.moment_words(minute))
    replay, title = tr("Replay of day {day}", day=day), tr("Day {day} on the map", day=day)
    return {
        called: lambda: Piece(kind="chart", values=moment, title=called, minute=minute),
        replay: lambda: Piece(
            kind="chart", values={"plot": "replay", "day": day}, title=title,
            minute=min(run.clock, minute_at(day, DAY)),
        ),
    }  # fmt: skip


def is_large(run: Run) -> bool:
    """Return whether the map needs the full width of an ordinary window to be legible."""
    return len(run.town.world.places) > MOST_BESIDE


def picked_card(run: Run, at: int | None) -> None:
    """Draw the card of the person or place picked on the map."""
    place = session.recalled(f"stage-place-{run.number}", "")
    agent = session.agent()
    if agent is not None and agent in _there(run, at):
        _agent(run, agent, at)
    elif agent is not None:
        told = tr("{name} has not joined the town yet.", name=run.town.cast.names[agent])
        plain(told, muted=True, small=True)
    elif place in run.town.world.places:
        _place(run, place, at)
    else:
        plain(tr("Click a person or a place on the map to see more."), muted=True, small=True)


def whereabouts(run: Run, agent: AgentId, presence: Presence | None) -> str:
    """Return an agent's whereabouts in words."""
    room = room_words(run, presence.room if presence else run.town.cast.personas[agent].home)
    if presence is None or presence.inside:
        return room
    return (
        tr("on the way to {room}", room=room) if presence.origin else tr("at the door of {room}", room=room)
    )


def where_rows(run: Run, at: int | None) -> list[dict[str, object]]:
    """Return everybody's whereabouts and activity as a table."""
    here = run.at(at).people if run.is_founded else {}
    who, where, doing = tr("Person"), tr("Place"), tr("Activity")
    return [
        {
            who: f"{persona.emoji} {persona.name}",
            where: whereabouts(run, agent, here.get(agent)),
            doing: doing_words(here.get(agent)),
        }
        for agent, persona in _there(run, at).items()
    ]


def _there(run: Run, at: int | None) -> Mapping[AgentId, Persona]:
    """Return the people who live in the town at a moment."""
    return (run.at(at).town if run.is_founded else run.town).cast.personas


def doing_words(presence: Presence | None) -> str:
    """Return an activity in words."""
    if presence is None:
        return tr("asleep")
    walking = bool(presence.origin) and not presence.inside
    return presence.doing or (tr("walking") if walking else tr("nothing in particular"))


def day_shown(run: Run, at: int | None) -> int:
    """Return the day of the replay: that of the moment, or the one before if the day has hardly begun."""
    minute = run.at(at).minute
    return day_of(minute) if run.is_mid_day or at is not None or minute < 1440 else day_of(minute) - 1


def _day(run: Run, at: int | None) -> MapDay:
    day, until = day_shown(run, at), run.at(at)
    ends = min(run.clock, minute_at(day, DAY))
    whole = _kept_day(str(run.store.path), run.row.id, day, ends, run)
    return whole if until.minute >= ends else whole.before(until.before)


@st.cache_resource(show_spinner=False, max_entries=24)
def _kept_day(path: str, run_id: str, day: int, ends: int, _run: Run) -> MapDay:
    """Return the replay of a day as far as it has been lived; cached, since the past does not change."""
    return map_day(_run, day, ends)


def _agent(run: Run, agent: AgentId, at: int | None) -> None:
    persona = run.town.cast.personas[agent]
    presence = run.at(at).people.get(agent) if run.is_founded else None
    with st.container(border=True):
        portrait(persona, colour_of(run, agent), size="row", note=whereabouts(run, agent, presence))
        story(f"{presence.emoji if presence else '💤'} {doing_words(presence)}")
        if run.is_founded:
            _plan(run, agent, at)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.page_link(file_of("mind"), label=tr("Mind"), icon=":material/psychology:")
            st.page_link(file_of("chat"), label=tr("Chat"), icon=":material/forum:")
            reason = _reason(run, agent, presence, at)
            if reason:
                why_button(reason, key="stage")


def _reason(run: Run, agent: AgentId, presence: Presence | None, at: int | None) -> int:
    """Return the row that explains an activity: the step of the plan, or else the latest event; 0 if there is
    none.
    """
    if presence is None or presence.step:
        return presence.step if presence else 0
    latest = run.at(at).log.events(agent=agent, limit=1).items
    return latest[0].id if latest else 0


def _plan(run: Run, agent: AgentId, at: int | None) -> None:
    now = run.at(at)
    plan = now.plan(agent)
    block, after = plan.at("block", now.minute), plan.next("block", now.minute)
    if block is not None:
        what, ends = shorten(block.activity, 120), clock_words(block.end)
        plain(tr("Plan: {what}, until {clock}", what=what, clock=ends), muted=True)
    if after is not None:
        what, begins = shorten(after.activity, 120), clock_words(after.start)
        plain(tr("Then: {what}, at {clock}", what=what, clock=begins), muted=True)


def _place(run: Run, name: str, at: int | None) -> None:
    place = run.town.world.places[name]
    now, people = run.at(at), run.town.cast.personas
    here = now.people if run.is_founded else {}
    inside = [
        people[agent].name
        for agent, presence in here.items()
        if presence.inside and presence.room.partition("/")[0] == name
    ]
    open_ = run.town.world.is_open(place.rooms[0].path, now.minute)
    with st.container(border=True):
        st.markdown(tr(":material/door_open: Open now") if open_ else tr(":material/door_front: Closed now"))
        plain(tr("Here now: {names}", names=with_commas(inside)) if inside else tr("Nobody is here now."))
        world_tree([place], now.things if run.is_founded else None, open_=True)
