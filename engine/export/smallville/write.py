"""Export: a run in the layout of a save of the original Smallville, as a zip.

A step is a minute. Values that the original keeps and our towns do not have (vision, weights, counters) are
the original's own initial values. The time of a memory's last recall and the vectors, which are of another
model, are not exported.
"""

from __future__ import annotations

import datetime
import io
import zipfile
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from engine.clock import DAY, clock_words
from engine.errors import worded
from engine.export.excerpt import Excerpt
from engine.export.export import RunExport
from engine.export.report import Notes
from engine.export.script.plain import plain
from engine.export.smallville.maze import files_of, maze_of, middle
from engine.records import AgentId, Conversation, Line, Memory, Path, Persona, Presence
from engine.safe_json import safe_json
from engine.store.verifying.verifying import refuse_changed

_Said = Mapping[tuple[AgentId, int], list[list[str]]]

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
_WORLD = "the Ville"
MOST_STEPS = 18_000  # minutes, of two files each: what is written can be taken in again, as one pack
# The parts of a scratch file, in the order in which the original writes them.
_SCRATCH: Mapping[str, object] = {
    "vision_r": 8, "att_bandwidth": 8, "retention": 8, "curr_time": None, "curr_tile": None,
    "daily_plan_req": "", "name": "", "first_name": "", "last_name": "", "age": 30, "innate": "",
    "learned": "", "currently": "", "lifestyle": "", "living_area": "", "concept_forget": 100,
    "daily_reflection_time": 180, "daily_reflection_size": 5, "overlap_reflect_th": 4,
    "kw_strg_event_reflect_th": 10, "kw_strg_thought_reflect_th": 9, "recency_w": 1, "relevance_w": 1,
    "importance_w": 1, "recency_decay": 0.99, "importance_trigger_max": 150, "importance_trigger_curr": 150,
    "importance_ele_n": 0, "thought_count": 5, "daily_req": [], "f_daily_schedule": [],
    "f_daily_schedule_hourly_org": [], "act_address": None, "act_start_time": None, "act_duration": None,
    "act_description": None, "act_pronunciatio": None, "act_event": [None, None, None],
    "act_obj_description": None, "act_obj_pronunciatio": None, "act_obj_event": [None, None, None],
    "chatting_with": None, "chat": None, "chatting_with_buffer": {}, "chatting_end_time": None,
    "act_path_set": False, "planned_path": [],
}  # fmt: skip


def save(excerpt: Excerpt, notes: Notes) -> Iterator[bytes]:
    """Yield a save as one zip.

    Raises WorkspaceDamaged first if the log is not as it was committed.
    """
    refuse_changed(excerpt.run.store, excerpt.run.number)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, content in _Save(excerpt, notes).files():
            entry = zipfile.ZipInfo(path, _FIRST_DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if path.endswith("/") else 0o644) << 16
            archive.writestr(entry, content)
    yield packed.getvalue()


class _Save:
    """A run as the files of a save."""

    def __init__(self, excerpt: Excerpt, notes: Notes) -> None:
        self._excerpt, self._notes = excerpt, notes
        self._scenario = excerpt.scenario
        self._names = _two_words(self._scenario.personas, notes)
        self._minute = excerpt.minute
        self._steps = min(self._minute, MOST_STEPS)
        log = excerpt.moment.log
        self._moves: dict[AgentId, list[Presence]] = defaultdict(list)
        for presence in log.rows(Presence):
            self._moves[presence.agent].append(presence)
        self._memories: dict[AgentId, list[Memory]] = defaultdict(list)
        for memory in log.rows(Memory):
            self._memories[memory.agent].append(memory)
        self._talks: dict[int, tuple[Conversation, list[Line]]] = {
            talk.id: (talk, []) for talk in log.rows(Conversation)
        }
        for line in log.rows(Line):
            if line.conversation in self._talks and line.said_at < max(1, self._minute):
                self._talks[line.conversation][1].append(line)
        self._talks = {number: talk for number, talk in self._talks.items() if talk[1]}
        self._sites = {place.name: place for place in self._scenario.places}
        self._maze = maze_of(self._scenario.places)
        self._doors: dict[Path, tuple[int, int]] = {}

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield every file with its path, in a fixed order."""
        root = f"{_slug(self._scenario.id)}/"
        yield f"{root}reverie/meta.json", _json(self._meta())
        yield f"{root}movement/", b""
        for persona in self._scenario.personas:
            folder = f"{root}personas/{self._names[persona.id]}/bootstrap_memory/"
            yield f"{folder}scratch.json", _json(self._scratch(persona))
            yield f"{folder}spatial_memory.json", _json(self._spatial(persona.id))
            memory = f"{folder}associative_memory/"
            yield f"{memory}nodes.json", _json(self._nodes(persona.id))
            yield f"{memory}embeddings.json", b"{}"
            yield f"{memory}kw_strength.json", _json({"kw_strength_event": {}, "kw_strength_thought": {}})
        yield from self._matrix(f"{root}static_dirs/assets/the_ville/matrix/")
        yield from self._stages(root)
        self._tell()

    def _tell(self) -> None:
        count = len(self._scenario.personas)
        self._notes.add("kept", worded("people"), count=count)
        self._notes.add("kept", worded("conversations"), count=len(self._talks))
        self._notes.add("dropped", worded("times when memories were last recalled (not supported in a save)"))
        self._notes.add(
            "dropped",
            worded("vectors (without them, the original Smallville can read the save but not run it)"),
        )
        self._notes.add(
            "dropped", worded("opening hours, doors and states of objects (not supported in a maze)")
        )
        left = self._minute - self._steps
        self._notes.add(
            "dropped",
            worded("minutes of people's positions, after the first {most:,}", most=MOST_STEPS),
            count=left,
        )

    def _matrix(self, folder: str) -> Iterator[tuple[str, bytes]]:
        """Yield the files of the maze: the map in tiles, with the meaning of each."""
        if self._maze is None:
            self._notes.add("dropped", worded("the maze (this map is too large to import again)"))
            return
        homes = (persona.home for persona in self._scenario.personas)
        places = self._scenario.places
        for path, content in files_of(self._maze, _WORLD, places, self._parts, _part, homes):
            yield f"{folder}{path}", content
        self._notes.add("kept", worded("places in the maze"), count=len(places))
        self._notes.add("changed", worded("positions of places, rounded to tiles (ten seconds' walk each)"))
        if len({middle(place) for place in places}) < len(places):
            self._notes.add("changed", worded("places less than a tile apart, put side by side in the maze"))

    def _meta(self) -> Mapping[str, object]:
        return {
            "fork_sim_code": _slug(self._scenario.id),
            "start_date": _date_words(self._scenario.starts),
            "curr_time": self._time(self._minute),
            "sec_per_step": 60,
            "maze_name": "the_ville",
            "persona_names": list(self._names.values()),
            "step": self._minute,
        }

    # ---- a person

    def _scratch(self, persona: Persona) -> Mapping[str, object]:
        name = self._names[persona.id]
        first, _, last = name.partition(" ")
        now = self._at(persona.id, self._minute)
        is_lived = self._minute > 0
        said: dict[str, object] = {
            **_SCRATCH,
            "name": name, "first_name": first, "last_name": last, "age": persona.age,
            "innate": ", ".join(persona.traits), "learned": " ".join(_sentence(one) for one in persona.seed),
            "currently": persona.currently,
            "lifestyle": f"{name} goes to bed around {_hour(persona.sleep)}, awakes up around "
            f"{_hour(persona.wake)}.",
            "living_area": self._address(persona.home),
            "curr_time": self._time(self._minute) if is_lived else None,
        }  # fmt: skip
        if now is not None and is_lived:
            said |= {
                "curr_tile": list(self._tile(now.room)), "act_address": self._address(now.room),
                "act_start_time": self._time(now.minute), "act_duration": 60, "act_description": now.doing,
                "act_pronunciatio": now.emoji, "act_event": [name, "is", now.doing],
            }  # fmt: skip
        return said

    def _spatial(self, agent: AgentId) -> Mapping[str, object]:
        """Return an agent's spatial memory: rooms, and the objects known in them."""
        known = self._excerpt.moment.known(agent)
        sectors: dict[str, dict[str, list[str]]] = {}
        rooms = self._excerpt.run.town.world.rooms
        for path in known:
            room, thing = (path, "") if path in rooms else (path.rpartition("/")[0], path.rpartition("/")[2])
            if room in rooms:
                sector, arena = self._parts(room)
                things = sectors.setdefault(sector, {}).setdefault(arena, [])
                things += [_part(thing)] if thing else []
        return {_WORLD: sectors}

    def _nodes(self, agent: AgentId) -> Mapping[str, object]:
        """Return an agent's memories as nodes, the latest first; a talk is a node, and an event too."""
        nodes: dict[str, dict[str, object]] = {}
        counts: dict[str, int] = defaultdict(int)
        of_row: dict[int, int] = {}
        of_talk: dict[int, int] = {}
        depth: dict[int, int] = {}
        for memory in self._memories[agent]:
            talk = self._talks.get(memory.source)
            if talk is not None and memory.source not in of_talk:
                lines = [[self._speaker(line.speaker), plain(line.text)] for line in talk[1]]
                number = self._node(nodes, counts, agent, memory, "chat", lines)
                of_talk[memory.source] = of_row[memory.id] = number
                depth[number] = 0
                event = self._node(nodes, counts, agent, memory, "event", [f"node_{number}"])
                depth[event] = 0
                continue
            evidence = [of_row[one] for one in memory.evidence if one in of_row]
            evidence += [of_talk[memory.source]] if memory.source in of_talk else []
            is_heard = memory.kind == "talk" and not evidence
            kind = "event" if memory.kind == "observation" or is_heard else "thought"
            filling: object = [f"node_{one}" for one in dict.fromkeys(evidence)]
            if memory.kind in ("plan", "seed", "whisper"):
                filling = None
            number = self._node(nodes, counts, agent, memory, kind, [] if kind == "event" else filling)
            depth[number] = 1 + max((depth[one] for one in evidence), default=0) if kind == "thought" else 0
            nodes[f"node_{number}"]["depth"] = depth[number]
            of_row[memory.id] = number
        self._notes.add("kept", worded("memories"), count=len(of_row))
        return dict(reversed(nodes.items()))

    def _node(
        self,
        nodes: dict[str, dict[str, object]],
        counts: dict[str, int],
        agent: AgentId,
        memory: Memory,
        kind: str,
        filling: object,
    ) -> int:
        number = len(nodes) + 1
        counts[kind] += 1
        name, is_plan = self._names[agent], memory.kind == "plan"
        others = [self._speaker(one) for one in memory.about]
        created = self._moment(memory.minute)
        text = plain(memory.text)
        nodes[f"node_{number}"] = {
            "node_count": number, "type_count": counts[kind], "type": kind, "depth": 0,
            "created": f"{created:%Y-%m-%d %H:%M:%S}",
            "expiration": f"{created + datetime.timedelta(days=30):%Y-%m-%d %H:%M:%S}"
            if kind == "thought" else None,
            "subject": name, "predicate": "plan" if is_plan else "chat with" if kind == "chat" else "is",
            "object": _date_words(created.date()) if is_plan else (others or [text])[0][:80],
            "description": text, "embedding_key": text,
            "poignancy": max(1, memory.importance), "keywords": [name, *others], "filling": filling,
        }  # fmt: skip
        return number

    # ---- the steps

    def _stages(self, root: str) -> Iterator[tuple[str, bytes]]:
        """Yield the position of everybody at each minute, and their next activity; and the current positions,
        from which the original continues.
        """
        said = self._chats()
        for step in (*range(self._steps), self._minute):
            tiles = {
                self._names[one.id]: {"maze": "the_ville", "x": x, "y": y}
                for one in self._scenario.personas
                for x, y in [self._tile(self._room(one, step))]
            }
            yield f"{root}environment/{step}.json", _json(tiles)
            if step < self._steps:
                yield f"{root}movement/{step}.json", _json(self._movement(step, said))

    def _movement(self, step: int, said: _Said) -> Mapping[str, object]:
        persons = {}
        for one in self._scenario.personas:
            now = self._at(one.id, step)
            room = self._room(one, step)
            doing = plain(now.doing) if now is not None and now.doing else "idle"
            persons[self._names[one.id]] = {
                "movement": list(self._tile(room)),
                "pronunciatio": now.emoji if now is not None else "",
                "description": f"{doing} @ {self._address(room)}",
                "chat": said.get((one.id, step)),
            }
        return {"persona": persons, "meta": {"curr_time": self._time(step)}}

    def _chats(self) -> _Said:
        """Return the lines of each talk, by member and minute: the whole talk, each time."""
        found = {}
        for talk, lines in self._talks.values():
            whole = [[self._speaker(line.speaker), plain(line.text)] for line in lines]
            for minute in range(talk.minute, min(talk.until, self._steps)):
                found.update({(member, minute): whole for member in talk.members})
        return found

    def _at(self, agent: AgentId, minute: int) -> Presence | None:
        """Return an agent's presence at the end of a minute, or None."""
        moves = self._moves[agent]
        after = bisect_right(moves, minute, key=lambda move: move.minute)
        return moves[after - 1] if after else None

    def _room(self, persona: Persona, minute: int) -> Path:
        now = self._at(persona.id, minute)
        there = now is not None and now.room.partition("/")[0] in self._sites  # else it is gone by now
        return now.room if now is not None and there else persona.home

    # ---- names, places, times

    def _speaker(self, agent: AgentId) -> str:
        return self._names.get(agent) or plain(self._excerpt.people.get(agent, agent))

    def _parts(self, room: Path) -> tuple[str, str]:
        sector, _, arena = room.partition("/")
        return _part(sector), _part(arena or sector)

    def _address(self, room: Path) -> str:
        return ":".join((_WORLD, *self._parts(room)))

    def _tile(self, room: Path) -> tuple[int, int]:
        if room not in self._doors:
            place = self._sites[room.partition("/")[0]]
            self._doors[room] = self._maze.tile(room) if self._maze is not None else middle(place)
        return self._doors[room]

    def _moment(self, minute: int) -> datetime.datetime:
        begun = datetime.datetime.combine(self._scenario.starts, datetime.time(), datetime.UTC)
        return begun + datetime.timedelta(minutes=minute)

    def _time(self, minute: int) -> str:
        moment = self._moment(minute)
        return f"{_date_words(moment.date())}, {moment:%H:%M:%S}"


_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip


def _date_words(date: datetime.date) -> str:
    return f"{_MONTHS[date.month - 1]} {date.day:02}, {date.year}"


def _hour(minute: int) -> str:
    clock = clock_words(minute % DAY)
    hour, of_hour = int(clock[:2]), clock[3:]
    half = "am" if hour < 12 else "pm"
    return f"{hour % 12 or 12}{'' if of_hour == '00' else f':{of_hour}'}{half}"


def _two_words(personas: Sequence[Persona], notes: Notes) -> dict[AgentId, str]:
    """Return distinct names of exactly two words, as the original requires, which can name a folder."""
    names: dict[AgentId, str] = {}
    for persona in personas:
        words = [part for word in plain(persona.name).split() if (part := _part(word).strip(". "))]
        own = _first_and_last(words or ["Somebody"])
        tried, number = own, 2
        while tried.casefold() in {one.casefold() for one in names.values()}:
            tried, number = f"{own}-{number}", number + 1
        names[persona.id] = tried
        if tried != persona.name:
            notes.add(
                "renamed", worded("people (names in a save have two words)"), [f"{persona.name}: {tried}"]
            )
    return names


def _first_and_last(words: Sequence[str]) -> str:
    """Return a name in two words; one without a space, such as a Chinese name, is split after its first
    letter.
    """
    if len(words) > 1:
        return f"{words[0]} {'-'.join(words[1:])}"
    name = words[0]
    return f"{name} Nobody" if name.isascii() or len(name) < 2 else f"{name[0]} {name[1:]}"


_PARTERS = str.maketrans(':/\\@<>"|?*,', " " * 11)


def _part(name: str) -> str:
    """Return a name without characters that separate addresses, paths or rows."""
    return " ".join(plain(name).translate(_PARTERS).split()) or "unnamed"


def _slug(name: str) -> str:
    return "".join(one if one.isalnum() else "_" for one in plain(name)).strip("_") or "town"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "。", "！", "？")) else f"{text}."


def _json(said: object) -> bytes:
    return safe_json(said).encode("utf-8")


EXPORT = RunExport(
    name="smallville",
    suffix=".smallville.zip",
    media_type="application/zip",
    title=worded("Smallville save"),
    icon=":material/holiday_village:",
    summary="a save in the format of the original Smallville",
    about=worded(
        "A zip file in the save format of the original Smallville: personas, known places, "
        "memories, and where everyone was each minute. If you import it here, it becomes a run "
        "again."
    ),
    write=save,
)
