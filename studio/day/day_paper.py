"""The newspaper of a day; pressing a sentence explains it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import streamlit as st

from engine.api.run import Paper, PaperSentence, Told, WrittenPaper, minute_of
from engine.api.workspace import Run
from engine.clock import DAY, clock_words, day_of
from engine.records import AgentId
from studio import session
from studio.basics.assets import mount, mounted
from studio.basics.people import colour_of, person_of
from studio.basics.table import table_twin
from studio.basics.text import shorten, tidy
from studio.catalogue import moments
from studio.catalogue.headings import headed
from studio.catalogue.lists import with_commas
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_n, tr_worded
from studio.day.day_stuck import day_stuck, stuck_rows
from studio.day.paper_writing import paper_writing
from studio.frame.moment.moment_bar import day_words
from studio.threads.day_threads import day_threads

MOST_FACES = 3


def day_paper(run: Run, day: int) -> None:
    """Draw the newspaper of a day, as it can be written at the moment shown."""
    story, key = run.story(session.minute()), f"paper-{run.number}"
    own = story.written(day)
    shown = own if own is not None and own.shown else story.paper(day)
    data = written_data(run, shown) if isinstance(shown, WrittenPaper) else paper_data(run, shown)
    paper_writing(run, day, own)
    mount("day_paper", data, key=key, in_page=True, on_why_change=lambda: _explain(key))
    day_threads(run, day)
    day_stuck(run, day)
    table_twin(lambda: [*_rows(run, shown), *stuck_rows(run, day)], key="paper")


def _rows(run: Run, shown: Paper | WrittenPaper) -> list[dict[str, object]]:
    return written_rows(run, shown) if isinstance(shown, WrittenPaper) else paper_rows(run, shown)


def _more(left: int) -> str:
    return tr_n("and {n} smaller event", "and {n} smaller events", left) if left else ""


def paper_data(run: Run, written: Paper) -> dict[str, Any]:
    """Return the data of a newspaper for the browser."""
    return {
        "dateline": " · ".join((run.scenario.town, day_words(run, written.minute - 1), _until(written))),
        "headline": _sentence(written.headline),
        "turned_words": tr("Highlights"),
        "turns": [_turn(run, one) for one in written.turns],
        "more": _more(written.more),
        **_people(run, written),
    }


def written_data(run: Run, written: WrittenPaper) -> dict[str, Any]:
    """Return the data of a newspaper by a model for the browser."""
    by = tr("written by {model}", model=tidy(shorten(written.profile, 60)))
    return {
        "dateline": " · ".join((run.scenario.town, moments.day_words(written.day), by)),
        "headline": _sentence(written.headline),
        "turned_words": tr("Highlights"),
        "turns": [_told(run, one, written.day) for one in written.story],
        "more": "",
        **_people(run, written),
    }


def _people(run: Run, written: Paper | WrittenPaper) -> dict[str, Any]:
    return {
        "people_words": tr("Everyone's day"),
        "people": [
            {"who": _face(run, agent), "sentences": list(map(_sentence, told))}
            for agent, told in written.people.items()
        ],
        "language": run.scenario.language,
        "joint": written.joint,
    }


def _told(run: Run, one: PaperSentence, day: int) -> dict[str, Any]:
    """Return a turning point of a written newspaper, with the time of its first row on that day."""
    minute = next((minute_of(row) for row in one.ids if day_of(minute_of(row)) == day), None)
    return {
        "time": clock_words(minute) if minute else "",
        "people": [_face(run, agent) for agent in _once(one.who)[:MOST_FACES]],
        "sentence": _sentence(one),
    }


def paper_rows(run: Run, written: Paper) -> list[dict[str, object]]:
    """Return a newspaper as a table: turning points first, then person by person."""
    names = run.town.cast.names
    turned: list[dict[str, object]] = [
        {
            marked("when"): moments.moment_words(one.point.minute),
            marked("about"): with_commas(names[agent] for agent in one.point.who[:MOST_FACES]),
            marked("weight"): one.point.weight,
            marked("content"): one.sentence.text,
            marked("ids"): _ids(one.sentence),
        }
        for one in written.turns
    ]
    return headed(turned + _became(run, written))


def written_rows(run: Run, written: WrittenPaper) -> list[dict[str, object]]:
    """Return a newspaper by a model as a table, with the sentences that were left out."""
    names = run.town.cast.names
    told = [
        _row(written.day, with_commas(names[one] for one in said.who[:MOST_FACES]), said)
        for said in (written.headline, *written.story)
    ]
    left = [
        {
            marked("when"): moments.day_words(written.day),
            marked("about"): tr("left out: {why}", why=tr_worded(one.words)),
            marked("weight"): None,
            marked("content"): one.text,
            marked("ids"): "",
        }
        for one in written.left_out
    ]
    return headed([*told, *_became(run, written), *left])


def _became(run: Run, written: Paper | WrittenPaper) -> list[dict[str, object]]:
    names = run.town.cast.names
    return [_row(written.day, names[agent], one) for agent, told in written.people.items() for one in told]


def _row(day: int, about: str, one: PaperSentence) -> dict[str, object]:
    return {
        marked("when"): moments.day_words(day),
        marked("about"): about,
        marked("weight"): None,
        marked("content"): one.text,
        marked("ids"): _ids(one),
    }


def _until(written: Paper) -> str:
    whole = written.minute % DAY == 0
    return tr("the whole day") if whole else tr("until {clock}", clock=clock_words(written.minute))


def _turn(run: Run, one: Told) -> dict[str, Any]:
    return {
        "time": clock_words(one.point.minute),
        "people": [_face(run, agent) for agent in _once(one.point.who)[:MOST_FACES]],
        "sentence": _sentence(one.sentence),
    }


def _face(run: Run, agent: AgentId) -> dict[str, Any]:
    persona = person_of(run, agent)
    name = tidy(shorten(persona.name, 60))
    return {"emoji": tidy(persona.emoji), "name": name, "colour": colour_of(run, agent)}


def _sentence(one: PaperSentence) -> dict[str, Any]:
    return {"text": tidy(one.text), "id": one.ids[0] if one.ids else 0}


def _once(agents: Iterable[AgentId]) -> list[AgentId]:
    return list(dict.fromkeys(agents))


def _ids(one: PaperSentence) -> str:
    return ", ".join(map(str, one.ids))


def _explain(key: str) -> None:
    match st.session_state[mounted(key)].get("why"):
        case int(row) if not isinstance(row, bool):
            session.explain(row)
