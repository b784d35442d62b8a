"""The feed: the events of the town, newest first; it follows the moment, and the replay on the map."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from engine.api.run import unseen_from
from engine.api.workspace import Run
from engine.clock import DAY, day_of, minute_at
from engine.records import AgentId, Conversation, Event, Memory, Path, Relation, is_visitor
from studio import session
from studio.basics.assets import mount
from studio.basics.people import colour_of, person_of
from studio.basics.rooms import room_words
from studio.basics.text import shorten, tidy
from studio.catalogue.lists import with_and
from studio.catalogue.marked import marked
from studio.catalogue.tr import reads, tr
from studio.stage.chronicle import KINDS, MATTERS, NOTABLE, Happening, Lived, chronicle, chronicle_before
from studio.stage.transcript import read_talk
from studio.town.town_map import nothing

LONGEST, LONGEST_PART = 300, 1_200
MOST_SMALL = 200  # small things that are shown of a town while it lives
SMALL_WORDS = marked("Comings, goings and activities")


def feed(run: Run, at: int | None, *, day: int, live: bool, map_key: str) -> None:
    """Draw the events up to a moment, from the current day back as many days as requested."""
    back = min(session.recalled(f"feed-back-{run.number}", 0), day - 1)
    data = feed_data(run, day - back, at, most_small=MOST_SMALL if live else None)
    picked = mount(
        "town_feed", {**data, "map": map_key}, key=f"stage-feed-{run.number}", on_pick_change=nothing
    )
    _obey(run, picked.get("pick"), back)


def feed_data(run: Run, first_day: int, at: int | None, most_small: int | None = None) -> dict[str, Any]:
    """Return the data of the feed from a day on for the browser."""
    rows = _rows(run, first_day, at) if run.is_founded else ()
    small = next((n for n, row in enumerate(rows) if not row.is_notable), len(rows))  # they stand behind
    shown = [shown_row(row) for row in (*rows[:small], *rows[small:][:most_small])]
    return {
        "rows": shown,
        "days": len({day_of(row["minute"]) for row in shown}) > 1,
        "earlier": tr("Also show day {day}", day=first_day - 1) if first_day > 1 else "",
        "kinds": [
            {"id": kind, "words": tr(words), "notable": kind in NOTABLE} for kind, words in KINDS.items()
        ],
        "people": _people(run, shown),
        "places": list(run.town.world.places),
        "language": run.scenario.language,
        "small_words": tr(SMALL_WORDS),
    }


def lived_since(run: Run, first_day: int, at: int | None) -> Lived:
    """Return the log rows from the beginning of a day up to a moment."""
    begins, now = minute_at(first_day, 0), run.at(at)
    log = now.log
    important = [
        memory
        for importance in range(MATTERS, 11)
        for memory in log.rows(
            Memory, after=begins - 1, where={"kind": "observation", "importance": importance}
        )
    ]
    thought = [
        memory
        for kind in ("reflection", "whisper", "plan")
        for memory in log.rows(Memory, after=begins - 1, where={"kind": kind})
    ]
    return Lived(
        events=tuple(log.rows(Event, after=begins - 1)),
        talks=tuple(log.rows(Conversation, after=begins - 1)),
        memories=tuple(important + thought),
        relations=tuple(row for row in log.rows(Relation, after=begins - 1) if row.minute),
        before={
            (row.agent, row.other): row.closeness for row in run.at(min(max(begins, 1), now.minute)).relations
        },
    )


@dataclass(frozen=True)
class TownNaming:
    """The names of people and rooms in a run."""

    run: Run

    def name(self, agent: AgentId) -> str:
        """Return the name of an agent, shortened if very long."""
        return shorten(self.run.town.cast.names[agent], 30)

    def listed(self, agents: Iterable[AgentId]) -> str:
        """Return several names as a list in the reader's language."""
        return with_and([self.name(agent) for agent in agents])

    def room(self, path: Path) -> str:
        """Return the name of a room within a sentence."""
        return shorten(room_words(self.run, path), 60)


@dataclass(frozen=True)
class Told:
    """The chronicle of some days, and the rows of the log behind it."""

    rows: tuple[Happening, ...]
    lived: Lived


def _rows(run: Run, first_day: int, at: int | None) -> tuple[Happening, ...]:
    until = run.at(at).minute
    ends = min(run.clock, minute_at(day_of(until), DAY))
    told = _told(str(run.store.path), run.row.id, first_day, ends, reads(), _names(run), run)
    unseen = unseen_from(max(1, until), run.town.width)
    return told.rows if until >= ends else chronicle_before(told.rows, told.lived, unseen)


def _names(run: Run) -> tuple[str, ...]:
    """Return the current names of people and rooms."""
    return (*run.town.cast.names.values(), *run.town.world.rooms)


@st.cache_resource(show_spinner=False, max_entries=24)
def _told(
    path: str, run_id: str, first_day: int, ends: int, language: str, names: tuple[str, ...], _run: Run
) -> Told:
    """Return the chronicle of some days in a language; cached by names, since the past does not change but
    names do.
    """
    lived = lived_since(_run, first_day, ends)
    return Told(chronicle(lived, TownNaming(_run)), lived)


def _people(run: Run, shown: Sequence[Mapping[str, Any]]) -> dict[AgentId, Mapping[str, object]]:
    """Return the people whom rows may name: everybody of the town, and visitors who were there."""
    visitors = (one for row in shown for one in row["who"] if is_visitor(one))
    return {
        agent: {
            "name": shorten(persona.name, 40),
            "emoji": persona.emoji,
            "colour": colour_of(run, agent),
        }
        for agent in dict.fromkeys((*run.town.cast.personas, *visitors))
        for persona in (person_of(run, agent),)
    }


@functools.lru_cache(maxsize=8_192)
def shown_row(row: Happening) -> Mapping[str, Any]:
    """Return a row for the browser, without values it can derive; cached, since most rows are shown
    repeatedly.
    """
    parts = [{"id": part.id, "text": tidy(shorten(part.text, LONGEST_PART))} for part in row.parts]
    more = {"sign": row.sign, "parts": parts, "talk": row.talk, "urgent": row.urgent}
    return {
        "id": row.id,
        "minute": row.minute,
        "kind": row.kind,
        "text": tidy(shorten(row.text, LONGEST)),
        "who": row.who,
        "place": row.place,
        **{name: value for name, value in more.items() if value},
    }


def _obey(run: Run, said: object, back: int) -> None:
    """Carry out the request just made in the feed: explain a row, open a talk, go a day further back."""
    match asked(said):
        case ("why", row):
            session.explain(row)
        case ("talk", talk):
            read_talk(run, talk)
        case ("earlier", _):
            session.remember(f"feed-back-{run.number}", back + 1)
        case _:
            return
    st.rerun()


def asked(said: object) -> tuple[str, int] | None:
    """Return a valid request of the browser, or None."""
    match said:
        case {"kind": "why" | "talk" | "earlier" as kind, "id": int(number)} if not isinstance(number, bool):
            return str(kind), number
    return None
