"""Export: a character bible as a Word document: everybody as written and as they have become, at a moment.

Texts from the run are followed by their id in brackets. The same run gives the same bytes: the document says
that it was made on the town's first day, and the files in it have no date.
"""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engine.clock import moment_words
from engine.errors import worded
from engine.export.excerpt import Excerpt
from engine.export.export import RunExport
from engine.export.reading.portraits import Portrait, portraits
from engine.export.report import Notes
from engine.export.script.plain import written
from engine.language.phrases import Phrases
from engine.records import AgentId, Intention, Persona
from engine.store.verifying.verifying import refuse_changed

if TYPE_CHECKING:
    from docx.document import Document

_NO_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip file can say
_PIECE = 1 << 16


def bible(excerpt: Excerpt, notes: Notes) -> Iterator[bytes]:
    """Yield the document: a title, then a chapter for each person."""
    import docx  # a third of a second, which only this form takes

    refuse_changed(excerpt.run.store, excerpt.run.number)
    scenario = excerpt.scenario
    document = docx.Document()
    about, starts = document.core_properties, datetime.datetime.combine(scenario.starts, datetime.time())
    about.title, about.author, about.comments = _text(scenario.town, notes)[:250], "Townwright", ""
    about.created = about.modified = starts
    document.add_heading(_text(scenario.town, notes), 0)
    document.add_paragraph(_text(scenario.summary, notes))
    document.add_paragraph(f"As of {moment_words(excerpt.minute)}.")
    chapter = _Chapter(document, notes, excerpt.run.town.cast.names, excerpt.run.town.phrases)
    for portrait in portraits(excerpt):
        chapter.write(portrait)
    file = io.BytesIO()
    document.save(file)
    whole = _undated(file.getvalue())
    yield from (whole[begin : begin + _PIECE] for begin in range(0, len(whole), _PIECE))


class _Chapter:
    """Writes the chapters into the document, one after another."""

    def __init__(
        self, document: Document, notes: Notes, names: Mapping[AgentId, str], phrases: Phrases
    ) -> None:
        self._document, self._notes, self._names, self._phrases = document, notes, names, phrases

    def write(self, portrait: Portrait) -> None:
        """Write one person's chapter, and note what was kept and what was not."""
        persona = portrait.persona
        self._document.add_heading(self._text(persona.name), 1).paragraph_format.page_break_before = True
        self._who(persona)
        self._voice(persona)
        self._relations(portrait)
        self._list("Conclusions", ((memory.text, memory.id) for memory in portrait.concluded))
        self._wants(portrait)
        self._list(
            "Lines that mattered most to their listeners",
            ((f"“{self._text(line.text)}”", line.id) for line in portrait.lines),
        )
        self._notes.add("kept", worded("people"))
        self._notes.add("kept", worded("relationships"), count=len(portrait.relations))
        self._notes.add("kept", worded("conclusions"), count=len(portrait.concluded))
        self._notes.add("kept", worded("lines"), count=len(portrait.lines))
        self._notes.add(
            "dropped", worded("lines that mattered less"), count=portrait.said - len(portrait.lines)
        )

    def _who(self, persona: Persona) -> None:
        work = f"; works at {self._text(persona.work)}" if persona.work else ""
        self._document.add_paragraph(
            f"{persona.age}, {persona.pronouns}; lives at {self._text(persona.home)}{work}."
        )
        self._document.add_heading("About", 2)
        for statement in persona.seed:
            self._document.add_paragraph(self._text(statement), style="List Bullet")
        self._document.add_heading("Traits", 2)
        self._document.add_paragraph(self._text(", ".join(persona.traits)))

    def _voice(self, persona: Persona) -> None:
        self._document.add_heading("Voice", 2)
        self._document.add_paragraph(self._text(persona.register))
        for said in persona.says:
            self._document.add_paragraph(f"“{self._text(said)}”", style="List Bullet")

    def _relations(self, portrait: Portrait) -> None:
        self._document.add_heading("Relationships", 2)
        table = self._document.add_table(rows=1, cols=4)
        table.style = "Table Grid"
        heads = ("to", "as", "closeness", "since")
        for cell, head in zip(table.rows[0].cells, heads, strict=True):
            cell.paragraphs[0].add_run(head).bold = True
        for row in portrait.relations:
            close = f"{row.closeness:+.2f} {self._phrases.feels(row.closeness)}"
            since = f"{row.note} [{row.id}]" if row.note else f"[{row.id}]"
            cells = (self._names[row.other], row.kind, close, since)
            for cell, text in zip(table.add_row().cells, cells, strict=True):
                cell.text = self._text(text)

    def _wants(self, portrait: Portrait) -> None:
        self._document.add_heading("Intentions", 2)
        self._document.add_paragraph(self._text(portrait.persona.currently))
        for one in portrait.wants:
            self._point(_want(one), one.id)
        for memory in portrait.agreed:
            self._point(memory.text, memory.id)

    def _list(self, heading: str, points: Iterator[tuple[str, int]]) -> None:
        self._document.add_heading(heading, 2)
        for text, number in points:
            self._point(text, number)

    def _point(self, text: str, number: int) -> None:
        self._document.add_paragraph(f"{self._text(text)} [{number}]", style="List Bullet")

    def _text(self, text: str) -> str:
        return _text(text, self._notes)


def _want(one: Intention) -> str:
    """Describe an intention, with place and time, and its state."""
    place = one.place.replace("/", ", ")
    when = moment_words(one.when) if one.when is not None else ""
    until = f"by {moment_words(one.until)}" if one.until is not None else ""
    return "; ".join(filter(None, (one.deed or one.content, place, when, until, one.state)))


def _text(text: str, notes: Notes) -> str:
    """Return a text for the document; it has no markup that needs escaping."""
    return written(text, str, notes, worded("texts"))


def _undated(document: bytes) -> bytes:
    """Return a document whose inner files have no date: they would have that of the export."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(document)) as dated, zipfile.ZipFile(file, "w") as undated:
        for name in dated.namelist():
            entry = zipfile.ZipInfo(name, _NO_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            undated.writestr(entry, dated.read(name))
    return file.getvalue()


EXPORT = RunExport(
    name="bible",
    suffix=".docx",
    media_type="application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    title=worded("Character bible"),
    icon=":material/menu_book:",
    summary="a chapter per person, as a Word document",
    about=worded(
        "A Word document with one chapter per person: traits, voice, relationships, conclusions, "
        "intentions and best lines."
    ),
    write=bible,
    narrows=("agent",),
    reader="writers",
)
