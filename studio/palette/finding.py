"""The results for some words: pages, people, towns, runs, places, memories and talks, each with a link."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.api.run import minute_of
from engine.api.scenarios import WORLD_FILE, persona_file
from engine.api.workspace import Run
from engine.clock import day_of
from engine.records import Line, Memory, MemoryKind
from studio import session
from studio.authoring.editor.way import page_for
from studio.basics.text import shorten
from studio.catalogue.marked import marked
from studio.catalogue.moments import moment_words
from studio.catalogue.tr import tr
from studio.frame.towns import drafted_town, titles
from studio.pages import PAGES, file_of
from studio.stage.transcript import read_talk

MOST = 5  # of a group: who looks for more goes to the page and searches there
_SHORTEST = 2  # letters of what is looked for in memories: one letter is in all of them
_LETTERS = 90

Way = Callable[[], tuple[str, Mapping[str, str]]]
"""Chooses what was found, and returns the page it is on, with what its link says besides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One result: its label, a note, its icon, and the link."""

    label: str
    note: str
    icon: str
    go: Way


def find(words: str) -> Mapping[str, list[Found]]:
    """Return the results for some words by group, without empty groups; all pages if there are no words."""
    groups: dict[str, Iterable[Found]] = {marked("Pages"): _pages(words)}
    if words:
        run = session.run()
        groups |= {
            marked("People"): _people(run, words),
            marked("Places"): _places(words),
            marked("Towns"): _towns(words),
            marked("Runs"): _runs(words),
        }
        said = sum(map(str.isalnum, words))
        if run is not None and run.is_founded and said >= _SHORTEST:
            groups |= {marked("Memories"): _memories(run, words), marked("Conversations"): _talks(run, words)}
    most = MOST if words else None
    found = {name: list(some)[:most] for name, some in groups.items()}
    return {name: some for name, some in found.items() if some}


def _has(text: str, words: str) -> bool:
    within = text.casefold()
    return all(word in within for word in words.casefold().split())


def _pages(words: str) -> Iterator[Found]:
    for group, pages in PAGES.items():
        for page in pages:
            holds = tr(page.holds) if page.holds else ""
            if _has(f"{tr(page.title)} {page.title} {page.name} {holds} {page.holds}", words):
                yield Found(label=tr(page.title), note=holds or tr(group), icon=page.icon, go=_to(page.name))


def _people(run: Run | None, words: str) -> Iterator[Found]:
    """Yield matching people of the run, with a link to their minds; and those of all towns, the edited town
    first, with a link to their files.
    """
    for one in run.scenario.personas if run is not None else ():
        if _has(f"{one.name} {one.called}", words):
            yield Found(
                label=f"{one.emoji} {one.name}",
                note=tr("Mind"),
                icon=":material/psychology:",
                go=_mind(one.id),
            )
    for town, title in _towns_here_first():
        for one in drafted_town(session.workspace(), town).personas:
            if _has(f"{one.name} {one.called}", words):
                way = _file(town, persona_file(one.id))
                note = tr("Personas of {town}", town=title)
                yield Found(label=f"{one.emoji} {one.name}", note=note, icon=":material/edit:", go=way)


def _places(words: str) -> Iterator[Found]:
    """Yield matching places of all towns, the edited town first, with a link to their lines."""
    for town, title in _towns_here_first():
        for place in drafted_town(session.workspace(), town).places:
            rooms = [room.name for room in place.rooms if room.name != place.name]
            if _has(" ".join([place.name, *rooms]), words):
                yield Found(
                    label=f"{place.emoji} {place.name}",
                    note=tr("World of {town}", town=title),
                    icon=":material/location_on:",
                    go=_place(town, place.name),
                )


def _towns_here_first() -> list[tuple[str, str]]:
    """Return the names and titles of all towns, the edited town first."""
    here = session.town()
    return sorted(titles(session.workspace()).items(), key=lambda town: town[0] != here)


def _towns(words: str) -> Iterator[Found]:
    for name, title in titles(session.workspace()).items():
        scenario = drafted_town(session.workspace(), name)
        if _has(f"{name} {title} {scenario.summary}", words):
            yield Found(label=title, note=tr("World"), icon=":material/holiday_village:", go=_town(name))


def _runs(words: str) -> Iterator[Found]:
    for row in reversed(session.workspace().runs.all()):
        if _has(f"{row.name} {row.id} {row.scenario}", words):
            yield Found(label=row.name, note=row.id, icon=":material/theater_comedy:", go=_run(row.id))


def _memories(run: Run, words: str) -> Iterator[Found]:
    kinds: tuple[MemoryKind, ...] = ("seed", "observation", "reflection", "plan", "whisper")
    found = run.at(session.minute()).memories(None, search=words, kinds=kinds, limit=MOST)
    for one in found.items:
        yield Found(
            label=shorten(one.text, _LETTERS),
            note=_when(run, one),
            icon=":material/history:",
            go=_memory(one),
        )


def _talks(run: Run, words: str) -> Iterator[Found]:
    """Yield matching spoken lines, each once, though everybody who heard it remembers it."""
    found = run.at(session.minute()).memories(None, search=words, kinds=("talk",), limit=4 * MOST)
    once = {one.source or one.id: one for one in found.items}
    for one in once.values():
        said, when = shorten(one.text, _LETTERS), _when(run, one)
        yield Found(label=said, note=when, icon=":material/forum:", go=_talk(run, one))


def _when(run: Run, memory: Memory) -> str:
    who, when = run.town.cast.names[memory.agent], moment_words(minute_of(memory.id))
    return tr("{who}, {when}", who=who, when=when)


# ---- the ways


def _to(page: str) -> Way:
    return lambda: (file_of(page), {})


def _mind(agent: str) -> Way:
    def go() -> tuple[str, Mapping[str, str]]:
        session.choose_agent(agent)
        return file_of("mind"), {}

    return go


def _file(town: str, path: str) -> Way:
    return lambda: (file_of(page_for(town, path)), {})


def _place(town: str, name: str) -> Way:
    def go() -> tuple[str, Mapping[str, str]]:
        text = session.workspace().scenarios.drafts.files(town).get(WORLD_FILE, "")
        return file_of(page_for(town, WORLD_FILE, _line_of(text, name))), {}

    return go


def _town(name: str) -> Way:
    def go() -> tuple[str, Mapping[str, str]]:
        session.choose_town(name)
        return file_of("world"), {}

    return go


def _run(run_id: str) -> Way:
    def go() -> tuple[str, Mapping[str, str]]:
        session.choose_run(run_id)
        return file_of("stage"), {}

    return go


def _memory(memory: Memory) -> Way:
    def go() -> tuple[str, Mapping[str, str]]:
        session.choose_agent(memory.agent)
        session.choose_moment(minute_of(memory.id))
        session.explain(memory.id)
        return file_of("mind"), {}

    return go


def _talk(run: Run, memory: Memory) -> Way:
    def go() -> tuple[str, Mapping[str, str]]:
        minute = minute_of(memory.id)
        session.choose_moment(minute)
        line = next(iter(run.at().log.rows(Line, where={"id": memory.source})), None)
        if line is not None:
            read_talk(run, line.conversation)
        return file_of("day"), {"section": "talks", "day": str(day_of(minute))}

    return go


def _line_of(text: str, place: str) -> int:
    """Return the line of a world file in which a place begins, counted from 1; 0 if it is not found."""
    begins = (f"{place}:", f'"{place}":', f"'{place}':")
    lines = enumerate(text.splitlines(), start=1)
    return next((number for number, line in lines if line.startswith(begins)), 0)
