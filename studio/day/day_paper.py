"""The paper of a day, every sentence of which can be pressed to see why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import streamlit as st

from engine.api.run import Paper, PaperSentence, Told
from engine.api.workspace import Run
from engine.clock import DAY, clock_words, moment_words
from engine.records import AgentId
from studio import session
from studio.basics.assets import mount
from studio.basics.people import colour_of
from studio.basics.table import table_twin
from studio.basics.text import shorten, tidy
from studio.day.day_stuck import day_stuck, stuck_rows
from studio.frame.moment.moment_bar import day_words

MOST_FACES = 3


def day_paper(run: Run, day: int) -> None:
    """Draw the paper of a day, as it could be written at the moment that is looked at."""
    written, key = run.story(session.minute()).paper(day), f"paper-{run.number}"
    mount("day_paper", paper_data(run, written), key=key, in_page=True, on_why_change=lambda: _explain(key))
    day_stuck(run, day)
    table_twin(lambda: [*paper_rows(run, written), *stuck_rows(run, day)], key="paper")


def paper_data(run: Run, written: Paper) -> dict[str, Any]:
    """Return a paper as the browser wants it."""
    return {
        "dateline": " · ".join((run.scenario.town, day_words(run, written.minute - 1), _until(written))),
        "headline": _sentence(written.headline),
        "turned_words": "What turned",
        "turns": [_turn(run, one) for one in written.turns],
        "more": f"and {written.more} smaller things" if written.more else "",
        "people_words": "What became of everybody",
        "people": [
            {"who": _face(run, agent), "sentences": list(map(_sentence, told))}
            for agent, told in written.people.items()
        ],
        "language": run.scenario.language,
        "joint": written.joint,
    }


def paper_rows(run: Run, written: Paper) -> list[dict[str, object]]:
    """Return a paper as a table: what turned first, then person by person."""
    names = run.town.cast.names
    turned: list[dict[str, object]] = [
        {
            "when": moment_words(one.point.minute),
            "about": ", ".join(names[agent] for agent in one.point.who[:MOST_FACES]),
            "weight": one.point.weight,
            "told": one.sentence.text,
            "ids": _ids(one.sentence),
        }
        for one in written.turns
    ]
    return turned + [
        {
            "when": f"day {written.day}",
            "about": names[agent],
            "weight": None,
            "told": one.text,
            "ids": _ids(one),
        }
        for agent, told in written.people.items()
        for one in told
    ]


def _until(written: Paper) -> str:
    whole = written.minute % DAY == 0
    return "the whole day" if whole else f"until {clock_words(written.minute)}"


def _turn(run: Run, one: Told) -> dict[str, Any]:
    return {
        "time": clock_words(one.point.minute),
        "people": [_face(run, agent) for agent in _once(one.point.who)[:MOST_FACES]],
        "sentence": _sentence(one.sentence),
    }


def _face(run: Run, agent: AgentId) -> dict[str, Any]:
    persona = run.scenario.persona(agent)
    name = tidy(shorten(persona.name, 60))
    return {"emoji": tidy(persona.emoji), "name": name, "colour": colour_of(run, agent)}


def _sentence(one: PaperSentence) -> dict[str, Any]:
    return {"text": tidy(one.text), "id": one.ids[0] if one.ids else 0}


def _once(agents: Iterable[AgentId]) -> list[AgentId]:
    return list(dict.fromkeys(agents))


def _ids(one: PaperSentence) -> str:
    return ", ".join(map(str, one.ids))


def _explain(key: str) -> None:
    match st.session_state[key].get("why"):
        case int(row) if not isinstance(row, bool):
            session.explain(row)
