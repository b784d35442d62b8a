"""Slides: a notebook as it is presented, a passage with its cells at a time, and the presenter's notes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

import streamlit as st

from engine.notebook.parts import Cell, Notebook, Part, Prose
from engine.notebook.showing.edition import is_answer, without_comments
from engine.notebook.showing.page import prose as prose_html
from engine.notebook.specs import Predict
from studio import session
from studio.basics.text import escape_md, plain, shorten
from studio.catalogue.tr import tr
from studio.frame.presenting import follow_slides
from studio.notebook.writing import Desk

_FENCE = re.compile(r"^ {0,3}(```|~~~)")
_HEADING = re.compile(r"^ {0,3}#{1,6} ")
_MARKS = re.compile(r"[*_`]+(?=\S)|(?<=\S)[*_`]+")
_NOTES = "notes"


@dataclass(slots=True)
class Slide:
    """One slide: the parts that the room sees, and the cells that only the presenter reads."""

    parts: list[Part] = field(default_factory=list)
    notes: list[Cell] = field(default_factory=list)

    @property
    def title(self) -> str:
        """Return its first heading, else its first words, else the title of its first cell."""
        for part in self.parts:
            if isinstance(part, Prose):
                lines = [line.strip() for line in without_comments(part.source).splitlines() if line.strip()]
                heading = next((line for line in lines if _HEADING.match(line)), lines[0])
                return _MARKS.sub("", heading.lstrip("#")).strip()
        return next((part.title for part in self.parts if isinstance(part, Cell)), "")


def passages(prose: Prose) -> Iterator[Prose]:
    """Yield a prose in pieces, each of which begins with a heading; what holds only comments is left out."""
    piece: list[str] = []
    line, is_code = prose.line, False
    for number, text in enumerate(prose.source.splitlines(keepends=True)):
        is_code ^= bool(_FENCE.match(text))
        if _HEADING.match(text) and not is_code:
            yield from _filled("".join(piece), line)
            piece, line = [], prose.line + number
        piece.append(text)
    yield from _filled("".join(piece), line)


def _filled(text: str, line: int) -> Iterator[Prose]:
    if without_comments(text).strip():
        yield Prose(source=text, line=line)


def slides_of(notebook: Notebook) -> tuple[Slide, ...]:
    """Return the slides of a notebook.

    A slide begins at a heading, and at prose that leads to cells; prose after cells that leads to none stays
    with them. Without any such prose each cell is a slide.
    """
    parts = [
        piece for part in notebook.parts for piece in (passages(part) if isinstance(part, Prose) else (part,))
    ]
    begins = [begins_slide(parts, place) for place in range(len(parts))]
    slides: list[Slide] = []
    for part, begin in zip(parts, begins, strict=True):
        is_note = isinstance(part, Cell) and is_for_presenter(part)
        if not slides or begin or (not is_note and sum(begins) <= 1):
            slides.append(Slide())
        if isinstance(part, Cell) and is_note:
            slides[-1].notes.append(part)
        else:
            slides[-1].parts.append(part)
    return tuple(slides)


def begins_slide(parts: Sequence[Part], place: int) -> bool:
    """Return whether a slide begins at a part: a heading, or prose with a cell for the room below it."""
    part = parts[place]
    if not isinstance(part, Prose):
        return False
    below = next((one for one in parts[place + 1 :] if not _is_kept(one)), None)
    return bool(_HEADING.match(without_comments(part.source).lstrip("\n"))) or isinstance(below, Cell)


def _is_kept(part: Part) -> bool:
    return isinstance(part, Cell) and is_for_presenter(part)


def is_for_presenter(cell: Cell) -> bool:
    """Return whether a cell is kept from the room: a speaker note, an answer or a hidden cell."""
    return is_answer(cell) or cell.is_marked("hidden")


# ---- what the presenter reads


def asks_for_notes() -> bool:
    """Return whether this window shows the notes of the presenter."""
    return session.linked("view") == _NOTES


def notes_link() -> None:
    """Draw the link that opens the notes of the presenter in a window of their own."""
    query = {**st.query_params.to_dict(), "view": _NOTES}
    st.link_button(
        tr("Speaker notes"), f"?{urlencode(query)}", icon=":material/speaker_notes:", type="tertiary",
        help=tr("Opens your notes and the answers in a separate window that follows the slides"),
    )  # fmt: skip


def speaker_notes(desk: Desk) -> None:
    """Draw the slides with their speaker notes and answers; the one that the room sees is marked."""
    plain(
        tr(
            "Do not show this window to your audience. It follows the slides in another window of this "
            "browser."
        )
    )
    follow_slides()
    for number, slide in enumerate(slides_of(desk.notebook)):
        with st.container(border=True, key=f"tw-slide-notes-{number}", gap="xsmall"):
            st.markdown(f"**{number + 1}. {escape_md(shorten(slide.title, 90))}**")
            if not _notes_of(slide):
                plain(tr("No notes"), muted=True, small=True)


def _notes_of(slide: Slide) -> bool:
    """Draw the notes of a slide and the answers to its questions. Return whether there are any."""
    notes = [cell for cell in slide.notes if cell.kind == "note"]
    for cell in notes:
        st.html(f'<div class="tw-prose">{prose_html(cell.body)}</div>')
    answers = list(_answers(slide.parts))
    for ask, key in answers:
        plain(tr("{question} Answer: {answer}", question=ask, answer=key), small=True)
    return bool(notes or answers)


def _answers(parts: Sequence[Part]) -> Iterator[tuple[str, str]]:
    for part in parts:
        if isinstance(part, Cell) and isinstance(part.spec, Predict) and part.spec.key:
            yield part.spec.ask, part.spec.key
