"""Downloads: a run in every export form, whole or limited, with a report of what was changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import streamlit as st

from engine.api.exports import Reader, Report, RunExport, Shape, run_exports
from engine.api.text import size_words
from engine.api.workspace import Run
from engine.clock import day_of, moment_words
from engine.records import AgentId
from studio import session
from studio.basics.people import option_of
from studio.basics.table import table
from studio.basics.text import plain
from studio.catalogue import moments
from studio.catalogue.lists import with_commas
from studio.catalogue.marked import marked
from studio.catalogue.tr import tr, tr_in, tr_worded
from studio.frame.dialogs import close_dialog, is_open, open_dialog
from studio.frame.page import complain, watched
from studio.runs.making import Made, Making
from studio.runs.taking.export_words import befell_words

_HEADINGS: Mapping[Reader, str] = MappingProxyType(
    {
        "writers": marked("For writers and readers"),
        "games": marked("For games"),
        "tables": marked("For spreadsheets"),
        "programs": marked("For Townwright and programs"),
    }
)
_SHAPES: Mapping[Shape, str] = MappingProxyType(
    {"chain": marked("One after another"), "hub": marked("With choices, by hour and place")}
)
_KIND, _PINS = "download", "pins"
_MAKING, _WATCHED = "download-making", "download-watched"
_AT_ONCE = 0.4  # seconds that a page waits for a file before it says that it is being written
_EVERY = 0.5  # seconds between two looks at one that takes longer


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowed:
    """The part of the run to export: some days, one person's part, the pins, the rows before a minute; and
    the shape of a game.
    """

    days: tuple[int, ...] = ()
    agent: AgentId | None = None
    pins: bool = False
    until: int | None = None
    shape: Shape = "chain"

    def suits(self, way: RunExport) -> bool:
        """Return whether an export form supports these limits."""
        asked = {"days": bool(self.days), "agent": self.agent is not None, "pins": self.pins}
        return not (self.until is not None and way.is_whole) and all(
            by in way.narrows for by, wanted in asked.items() if wanted
        )

    def shape_of(self, way: RunExport) -> Shape:
        """Return the shape for an export form, of those it supports."""
        return self.shape if self.shape in way.shapes else way.shapes[0]

    def file_name(self, run: Run, way: RunExport) -> str:
        """Return the name of the file: the run, the limits, the shape, the form."""
        shape = self.shape_of(way)
        parts = [run.row.id, *self._parts(), *([shape] if shape != way.shapes[0] else [])]
        return "-".join(parts) + way.suffix

    def _parts(self) -> Iterator[str]:
        if self.days:
            yield f"day-{'-'.join(map(str, self.days))}"
        if self.agent is not None:
            yield self.agent
        if self.pins:
            yield "pins"
        if self.until is not None:
            yield f"until-{moment_words(self.until).replace(' ', '-').replace(':', '')}"


def download_button(run: Run, *, pins: bool = False) -> None:
    """Draw the button that opens the export forms; with `pins`, limited to pinned rows at first."""
    st.button(
        tr("Export pins") if pins else tr("Export"),
        key=f"download-{run.number}",
        icon=":material/download:",
        type="tertiary",
        on_click=_open,
        args=(pins,),
    )


def downloads(run: Run) -> None:
    """Draw the dialog of the forms, while it is open."""
    about = is_open(_KIND)
    if about is not None:
        dialog = st.dialog(tr("Export"), width="medium", icon=":material/download:", on_dismiss=_close)
        dialog(_forms)(run, pins=about == _PINS)


def _open(pins: bool) -> None:
    open_dialog(_KIND, _PINS if pins else "")


def _close() -> None:
    let_go()
    close_dialog()


def _forms(run: Run, *, pins: bool) -> None:
    narrowed = _narrowing(run, pins=pins)
    ways = [way for way in run_exports().values() if narrowed.suits(way)]
    for reader, heading in _HEADINGS.items():
        of_these = [way for way in ways if way.reader == reader]
        if of_these:
            st.markdown(f"**{tr(heading)}**")
        has_shapes = any(len(way.shapes) > 1 for way in of_these)
        wanted = replace(narrowed, shape=_shape(run)) if has_shapes else narrowed
        for way in of_these:
            form(run, way, wanted)
    if left := [tr_worded(way.title) for way in run_exports().values() if way not in ways]:
        plain(
            tr("Not available with these filters: {forms}.", forms=with_commas(left)),
            muted=True,
            small=True,
        )


def _shape(run: Run) -> Shape:
    """Draw the choice of how a game leads through the run."""
    chosen = st.segmented_control(
        tr("Order of conversations"),
        list(_SHAPES),
        default="chain",
        required=True,
        format_func=lambda shape: tr(_SHAPES[shape]),
        key=f"download-shape-{run.number}",
        help=tr(
            "With choices, the player goes to a place each hour and overhears conversations there. "
            "The file has variables for who knows what, what was heard, and how close people feel."
        ),
    )
    return chosen or "chain"


def _narrowing(run: Run, *, pins: bool) -> Narrowed:
    """Draw the choice of which part of the run is exported."""
    people, last = run.town.cast.personas, day_of(max(0, run.clock - 1))
    minute, pinned = session.minute(), len(run.pins.all())
    with st.container(horizontal=True, vertical_alignment="bottom"):
        days = st.multiselect(
            tr_in("which", "Days"),
            range(1, last + 1),
            format_func=lambda day: tr("Day {n}", n=day),
            placeholder=tr("Every day"),
            key=f"download-days-{run.number}",
            width=220,
        )
        agent = st.selectbox(
            tr("Person"),
            list(people),
            index=None,
            format_func=lambda one: option_of(people[one]),
            placeholder=tr("Everyone"),
            key=f"download-agent-{run.number}",
            width=260,
        )
    only_pins = st.toggle(
        tr("Only pinned items: {n:,}", n=pinned) if pinned else tr("Only pinned items: none yet"),
        value=pins and pinned > 0,
        disabled=not pinned,
        key=f"download-pins-{run.number}-{pins}",
    )
    early = minute is not None and st.toggle(
        tr("Only until {moment}, the moment shown", moment=moments.moment_words(minute)),
        value=True,
        key=f"download-until-{run.number}",
    )
    return Narrowed(days=tuple(sorted(days)), agent=agent, pins=only_pins, until=minute if early else None)


def form(run: Run, way: RunExport, narrowed: Narrowed) -> None:
    """Draw an export form: its purpose, the button that makes the file, and the file once it is ready."""
    title, about = tr_worded(way.title), tr_worded(way.about)
    with st.container(
        horizontal=True, vertical_alignment="top", gap="small", key=f"tw-form-{way.name}", wrap=False
    ):
        st.button(
            title,
            key=f"export-{way.name}-{run.number}",
            icon=way.icon,
            width=190,
            on_click=_make,
            args=(run, way, narrowed),
        )
        st.caption(about)
    form, of, making = session.recalled(_MAKING, ("", Narrowed(), None))
    if form == way.name and of == narrowed and making is not None:
        watched(lambda: _progress(way, making), every=_EVERY if making.is_going_on else None)


def _make(run: Run, way: RunExport, of: Narrowed) -> None:
    let_go()
    making = Making(
        lambda: run.export(
            way.name, of.until, days=of.days, agent=of.agent, pins=of.pins, shape=of.shape_of(way)
        ),
        of.file_name(run, way),
    )
    session.remember(_MAKING, (way.name, of, making))
    making.wait(_AT_ONCE)


def let_go() -> None:
    """Stop the file being written, and drop a finished one."""
    making: Making | None = session.recalled(_MAKING, ("", Narrowed(), None))[2]
    if making is not None:
        making.stop()
    session.remember(_MAKING, ("", Narrowed(), None))


def _progress(way: RunExport, making: Making) -> None:
    """Draw the progress of the file; once it has ended, draw the result."""
    if making.is_going_on:
        with st.container(border=True, horizontal=True, vertical_alignment="center", key="tw-made"):
            plain(
                tr("Writing: {size} so far", size=size_words(making.written))
                if making.written
                else tr("Preparing…")
            )
            st.button(tr("Stop"), key=f"export-stop-{way.name}", icon=":material/stop:", on_click=making.stop)
        session.remember(_WATCHED, making)
        return
    if session.recalled(_WATCHED, None) is making:
        session.remember(_WATCHED, None)
        st.rerun()
    ending = making.ending
    with st.container(border=True, key="tw-made"):
        if isinstance(ending, str):
            complain(tr_worded(ending))
        else:
            _whole(way, making.file_name, ending)


def _whole(way: RunExport, file_name: str, made: Made) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.download_button(
            tr("Save {file}", file=file_name),
            data=lambda: made.content,
            file_name=file_name,
            mime=way.media_type,
            key=f"save-{way.name}",
            icon=":material/save:",
            type="primary",
            on_click="ignore",
        )
        plain(size_words(len(made.content)), muted=True, small=True)
    if made.report.notes:
        table(
            report_rows(made.report),
            key=f"report-of-{way.name}",
            alt=tr("Changes made while writing {file}", file=file_name),
        )
    else:
        plain(tr("Nothing was dropped, renamed, changed or escaped."), muted=True, small=True)


def report_rows(report: Report) -> list[dict[str, object]]:
    """Return the report of a file as rows: what happened to how many items, with examples."""
    many, what, example = tr("Count"), tr("Items"), tr("Examples")
    return [
        {
            "": befell_words(note.kind),
            many: f"{note.count:,}",
            what: tr_worded(note.what),
            example: " · ".join(note.examples),
        }
        for note in report.notes
    ]
