"""Day: one day of the town as a newspaper, as a timeline, and as its talks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from engine.api.workspace import Run
from studio import session
from studio.basics.turning import turn_through
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_in
from studio.day.day_company import day_company
from studio.day.day_paper import day_paper
from studio.day.day_talks import day_talks
from studio.day.day_timeline import day_timeline
from studio.frame.head import open_page
from studio.frame.page import in_plain_words, the_run
from studio.frame.sections import linked_section
from studio.stage.transcript import transcript
from studio.why.why import why_panel

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

_SECTIONS: Mapping[str, tuple[str, Callable[[Run, int], None]]] = {
    "paper": (marked("Town paper"), day_paper),
    "timeline": (marked("Timeline"), day_timeline),
    "talks": (marked("Conversations"), day_talks),
    "company": (marked("Company"), day_company),
}


def page(run: Run, bar: DeltaGenerator) -> None:
    """Draw the page of a run."""
    latest = run.story(session.minute()).last_day
    day = _chosen_day(latest)
    with bar:
        days = {str(one): tr("Day {day}", day=one) for one in range(1, latest + 1)}
        label = tr_in("a number", "Day")
        chosen = turn_through(
            label, days, str(day), key=f"day-{run.number}", on_choice=_choose, placeholder=label, of="days"
        )
        day = int(chosen or day)
    labels = {name: tr(title) for name, (title, _) in _SECTIONS.items()}
    section = linked_section(tr("View"), labels, key=f"day-section-{run.number}")
    with in_plain_words():
        _SECTIONS[section][1](run, day)


def _chosen_day(latest: int) -> int:
    """Return the day in the address line if it has been lived, else the latest."""
    said = session.linked("day") or ""
    day = int(said) if said.isascii() and said.isdecimal() and len(said) < 6 else latest
    return day if 1 <= day <= latest else latest


def _choose(day: str) -> None:
    session.link("day", day)


def main() -> None:
    """Draw the page of the run that is looked at."""
    own_bar = open_page(
        marked("Day"),
        lead=tr("What happened on a day: the highlights, where everyone was, and what was said."),
        words=("turning-point", "company"),
    )
    here = the_run()
    page(here, own_bar)
    transcript(here)
    why_panel(here)


main()
