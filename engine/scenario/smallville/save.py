"""A save on disk: its meta file, its people, and the paths of the rest."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.clock import DAY
from engine.errors import BadInput, worded
from engine.language.names.suggesting import shown
from engine.scenario.cards.macros import cleaned
from engine.scenario.foreign.bounded_json import Json, NoJson, parsed
from engine.scenario.foreign.pack import Pack
from engine.scenario.reading.stated.fields import one_line

META = "reverie/meta.json"
MOST_DAYS = 60
MOST_PEOPLE = 200
_MOST_FILE, _MOST_NODES, _MOST_VALUES = 1_000_000, 4_000_000, 400_000
_DATE, _TIME = "%B %d, %Y", "%B %d, %Y, %H:%M:%S"
_MOST_TEXT = 4_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Save:
    """A save: its name, the date of its first day, its current minute, and its people in order.

    `people` are the scratch files of people with a folder, by name; `missing` the names of the others.
    """

    pack: Pack
    root: str
    name: str
    starts: datetime.date
    minute: int
    step: int
    seconds_a_step: int
    maze: str
    people: Mapping[str, Mapping[str, Json]]
    missing: tuple[str, ...]

    def spatial(self, person: str) -> Mapping[str, Json]:
        """Return the tree of places that a person knows; empty if there is none."""
        return as_object(self.optional(f"{_memory_of(person)}/spatial_memory.json", _MOST_FILE))

    def nodes(self, person: str) -> Mapping[str, Json]:
        """Return a person's memories by node id; empty if there are none."""
        return as_object(self.optional(f"{_memory_of(person)}/associative_memory/nodes.json", _MOST_NODES))

    def optional(self, path: str, most: int) -> Json:
        """Return the JSON of a file of the save, or None if there is no such file."""
        whole = self.root + path
        return _said(self.pack, whole, most) if whole in self.pack.paths else None

    def minute_of(self, said: Json) -> int | None:
        """Return the minute since 00:00 of the first day for a date and time of the save, in either of its
        formats, or None.
        """
        for form in ("%Y-%m-%d %H:%M:%S", _TIME):
            found = _moment(said, form)
            if found is not None:
                return _since(self.starts, found)
        return None

    def steps(self) -> Iterator[tuple[int, str]]:
        """Yield minute and path of the first movement file of every minute."""
        a_minute = max(1, 60 // self.seconds_a_step)
        begun = self.minute - self.step * self.seconds_a_step // 60
        for step in range(0, self.step, a_minute):
            path = f"{self.root}movement/{step}.json"
            if path in self.pack.paths:
                yield max(0, begun + step * self.seconds_a_step // 60), path

    def moved(self, path: str) -> Mapping[str, Json]:
        """Return the activities in a step, by name."""
        return as_object(as_object(_said(self.pack, path, _MOST_FILE)).get("persona"))


def holds_save(pack: Pack) -> bool:
    """Return whether a pack contains a save."""
    return bool(_roots(pack))


def read_save(pack: Pack) -> Save:
    """Read the least deep save in a pack. Raises BadInput if something is missing."""
    roots = _roots(pack)
    if not roots:
        raise BadInput(
            worded(
                "{name} contains no {meta}; choose the folder or zip of a single save",
                meta=META,
                name=shown(pack.name),
            )
        )
    root = roots[0]
    meta = as_object(_said(pack, root + META, _MOST_FILE))
    starts = _moment(meta.get("start_date"), _DATE)
    if starts is None:
        raise BadInput(worded("{meta} has no valid `start_date`; use the form February 13, 2023", meta=META))
    now = _moment(meta.get("curr_time"), _TIME) or starts
    minute = max(0, _since(starts.date(), now))
    if minute > MOST_DAYS * DAY:
        raise BadInput(
            worded(
                "this save covers more than {most_days} days and cannot be imported; choose a shorter save",
                most_days=MOST_DAYS,
            )
        )
    named = [one for one in as_list(meta.get("persona_names")) if isinstance(one, str)]
    if len(named) > MOST_PEOPLE:
        raise BadInput(
            worded(
                "this save lists more than {most_people} people; choose a smaller save",
                most_people=MOST_PEOPLE,
            )
        )
    people, missing = {}, []
    for name in dict.fromkeys(named):
        path = f"{root}{_memory_of(name)}/scratch.json"
        if path in pack.paths:
            people[name] = as_object(_said(pack, path, _MOST_FILE))
        else:
            missing.append(plain(name, 80))
    if not people:
        raise BadInput(
            worded(
                "none of the people in {meta} has a personas/NAME/bootstrap_memory/scratch.json; "
                "choose a complete save",
                meta=META,
            )
        )
    return Save(
        pack=pack, root=root, name=root.rstrip("/").rpartition("/")[2] or pack.name, starts=starts.date(),
        minute=minute, step=_whole(meta.get("step"), 0, 10_000_000, 0),
        seconds_a_step=_whole(meta.get("sec_per_step"), 1, 3_600, 10), maze=plain(meta.get("maze_name"), 80),
        people=people, missing=tuple(missing),
    )  # fmt: skip


def plain(said: Json, most: int = _MOST_TEXT) -> str:
    """Return a text on one line, of at most `most` letters, without control and invisible characters; "" for
    other values.
    """
    text = one_line(cleaned(said[: most * 4])) if isinstance(said, str) else ""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def as_object(said: Json) -> Mapping[str, Json]:
    """Return a value if it is an object, else an empty object."""
    return said if isinstance(said, Mapping) else {}


def as_list(said: Json) -> list[Json]:
    """Return a value if it is a list, else an empty list."""
    return said if isinstance(said, list) else []


def _roots(pack: Pack) -> list[str]:
    found = [one for one in pack.paths if one == META or one.endswith(f"/{META}")]
    return [one.removesuffix(META) for one in sorted(found, key=lambda one: (one.count("/"), one))]


def _memory_of(person: str) -> str:
    return f"personas/{person}/bootstrap_memory"


def _said(pack: Pack, path: str, most: int) -> Json:
    try:
        return parsed(pack.read(path, most), _MOST_VALUES)
    except NoJson as error:
        raise BadInput(
            worded("{path} cannot be read ({error}); choose a complete save", path=shown(path), error=error)
        ) from error


def _moment(said: Json, form: str) -> datetime.datetime | None:
    try:
        if not isinstance(said, str):
            return None
        return datetime.datetime.strptime(said, form).replace(tzinfo=datetime.UTC)
    except ValueError:
        return None


def _since(starts: datetime.date, moment: datetime.datetime) -> int:
    begun = datetime.datetime.combine(starts, datetime.time(), datetime.UTC)
    return int((moment - begun).total_seconds() // 60)


def _whole(said: Json, least: int, most: int, otherwise: int) -> int:
    if isinstance(said, bool) or not isinstance(said, int):
        return otherwise
    return said if least <= said <= most else otherwise
