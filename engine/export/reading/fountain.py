"""Export: a run as a Fountain screenplay: a scene for each talk, with its lines.

A note `[[…]]` behind each line has its id, one below each heading the talk's id. If only an invisible
character keeps a text from being read as markup, U+2060 is inserted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.errors import worded
from engine.export.excerpt import Excerpt
from engine.export.export import RunExport
from engine.export.report import Notes
from engine.export.script.naming import notes_of
from engine.export.script.plain import JOINER, plain, written
from engine.export.script.talks import Talk, talks

_EMPHASIS = re.compile(r"[*_]")
# What begins an escape, a note, the end of one, or a boneyard.
_BEGINNINGS = re.compile(r"\\|\[(?=[\[*_])|\](?=\])|/(?=\*)")
_A_MARK = re.compile(r"[.!@~>=#(\[]")
_UPPER_CASE = re.compile(r"(?!INT|EXT|EST|I/E)[A-Z][A-Z' -]*[A-Z]")
_NO_NAME = re.compile(r"[\^()\[\]*_\\]+")


def fountain(excerpt: Excerpt, notes: Notes) -> Iterator[bytes]:
    """Yield a screenplay: its title page, a section for each day, a scene for each talk."""
    scenario = excerpt.scenario
    people = excerpt.people
    cues = cue_names(people)
    notes_of({name: cues[agent].lstrip("@") for agent, name in people.items()}, worded("cues"), notes)
    title = written(scenario.town, escaped, notes, worded("titles"))
    yield f"Title: {title}\nCredit: simulated in Townwright\n".encode()
    day = 0
    for talk in talks(excerpt, notes):
        if talk.day != day:
            day = talk.day
            yield f"\n# Day {day}\n".encode()
        yield _scene(talk, excerpt, cues, notes).encode()


def escaped(text: str) -> str:
    """Escape a text for Fountain, wherever a line begins with it."""
    said = _BEGINNINGS.sub(lambda found: found[0] + JOINER, text)
    said = _EMPHASIS.sub(r"\\\g<0>", said)
    return JOINER + said if _A_MARK.match(said) else said


def cue_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return the cue name of each person: in capitals, or forced with an `@` if it has none."""
    cues: dict[str, str] = {}
    for number, (agent, name) in enumerate(names.items(), 1):
        said = plain(_NO_NAME.sub(" ", name)) or f"person {number}"
        upper = said.upper()
        cues[agent] = upper if _UPPER_CASE.fullmatch(upper) else f"@{said}"
    return cues


def _scene(talk: Talk, excerpt: Excerpt, cues: Mapping[str, str], notes: Notes) -> str:
    place = written(talk.row.room.replace("/", ", "), escaped, notes, worded("places"))
    people = excerpt.run.town.cast.names
    names = written(", ".join(people[one] for one in talk.row.members), escaped, notes, worded("names"))
    parts = [f"\n.{place} - DAY {talk.day}, {talk.clock}\n"]
    if talk.summary:
        parts.append(f"\n= {written(talk.summary, escaped, notes, worded('summaries'))}\n")
    parts.append(f"\n!{names}. [[talk {talk.id}]]\n")
    for line in talk.lines:
        said = written(line.text, escaped, notes, worded("lines"))
        parts.append(f"\n{cues[line.speaker]}\n{said} [[{line.id}]]\n")
    return "".join(parts)


EXPORT = RunExport(
    name="fountain",
    suffix=".fountain",
    media_type="text/plain",
    title=worded("Screenplay"),
    icon=":material/theaters:",
    summary="conversations as a Fountain screenplay",
    about=worded(
        "A screenplay in Fountain, for screenwriting programs: one scene per conversation. Each "
        "line has its id in a note."
    ),
    write=fountain,
    narrows=("days", "agent", "pins"),
    reader="writers",
)
