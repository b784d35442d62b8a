"""Saves in the layout of the original Smallville, made up here: three people of a small mill town."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

ROOT = "storage/mill_run/"
MATRIX = "static_dirs/assets/the_ville/matrix/"
WORLD = "the Ville"
WIDTH, HEIGHT = 24, 12
# sector, arena, object, and the corner of its four by four tiles
ROOMS = [
    ("Ada Finch's house", "main room", ("bed", "desk"), (0, 0)),
    ("Bram Holt's house", "main room", ("bed", "stove"), (6, 0)),
    ("Cleo Marsh's house", "bedroom", ("bed",), (12, 0)),
    ("Old Mill", "grinding floor", ("millstone", "counter"), (0, 6)),
    ("Green", "green", ("bench",), (12, 6)),
]
PEOPLE = {
    "Ada Finch": (34, "patient, curious, dry", "Ada Finch's house", "main room",
        "Ada Finch runs the Old Mill. She has kept bees since she was a girl.",
        "Ada Finch goes to bed around 10pm, awakes up around 6am.",
        "Status: Ada Finch is planning a harvest fair."),
    "Bram Holt": (41, "loud, warm", "Bram Holt's house", "main room",
        "Bram Holt is a baker. He owes the mill for two sacks of flour.",
        "Bram Holt goes to bed around 9:30pm, awakes up around 4:30am.", "Bram Holt is baking for the fair."),
    "Cleo Marsh": (19, "shy, precise", "Cleo Marsh's house", "bedroom",
        "Cleo Marsh studies maps. She is new in town.",
        "Cleo Marsh goes to bed around 11pm, awakes up around 7am.",
        "Cleo Marsh is drawing the mill stream."),
}  # fmt: skip
SCRATCH_KEYS = (
    "vision_r", "att_bandwidth", "retention", "curr_time", "curr_tile", "daily_plan_req", "name",
    "first_name",
    "last_name", "age", "innate", "learned", "currently", "lifestyle", "living_area", "concept_forget",
    "daily_reflection_time", "daily_reflection_size", "overlap_reflect_th", "kw_strg_event_reflect_th",
    "kw_strg_thought_reflect_th", "recency_w", "relevance_w", "importance_w", "recency_decay",
    "importance_trigger_max", "importance_trigger_curr", "importance_ele_n", "thought_count", "daily_req",
    "f_daily_schedule", "f_daily_schedule_hourly_org", "act_address", "act_start_time", "act_duration",
    "act_description", "act_pronunciatio", "act_event", "act_obj_description", "act_obj_pronunciatio",
    "act_obj_event", "chatting_with", "chat", "chatting_with_buffer", "chatting_end_time", "act_path_set",
    "planned_path",
)  # fmt: skip
CHAT = [
    ["Ada Finch", "The fair is on Saturday, by the bench."],
    ["Bram Holt", "Then I will bake until Friday night."],
    ["Ada Finch", "Mind the debt too, Bram."],
]


def base_save(*, maze: bool = True) -> dict[str, bytes]:
    """A save that nobody has lived in."""
    return _written(
        _files(step=0, now="February 13, 2023, 00:00:00", nodes={name: {} for name in PEOPLE}), maze
    )


def lived_save(*, maze: bool = True, hours: int = 10) -> dict[str, bytes]:
    """A save at some hour of its first day: two met at the mill at 9, and one drew a conclusion."""
    step = hours * 360
    files = _files(step=step, now=f"February 13, 2023, {hours:02}:00:00", nodes=_nodes())
    for number in range(step):
        files[f"{ROOT}movement/{number}.json"] = _movement(number)
    return _written(files, maze)


def zipped(files: Mapping[str, bytes], prefix: str = "") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(prefix + path, content)
    return packed.getvalue()


def on_disk(files: Mapping[str, bytes], folder: Path) -> Path:
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def _files(*, step, now, nodes) -> dict[str, object]:
    names = list(PEOPLE)
    files: dict[str, object] = {
        f"{ROOT}reverie/meta.json": {
            "fork_sim_code": "mill_run", "start_date": "February 13, 2023", "curr_time": now,
            "sec_per_step": 10,
            "maze_name": "the_ville", "persona_names": names, "step": step,
        },
        f"{ROOT}environment/0.json": {name: {"maze": "the_ville", "x": 1, "y": 1} for name in names},
    }  # fmt: skip
    for name in names:
        memory = f"{ROOT}personas/{name}/bootstrap_memory/"
        files[f"{memory}scratch.json"] = _scratch(name, now if step else None)
        files[f"{memory}spatial_memory.json"] = {
            WORLD: {s: {a: list(things)} for s, a, things, _ in ROOMS if "house" not in s or name in s}
        }
        files[f"{memory}associative_memory/nodes.json"] = dict(reversed(nodes[name].items()))
        files[f"{memory}associative_memory/embeddings.json"] = {}
        files[f"{memory}associative_memory/kw_strength.json"] = {
            "kw_strength_event": {}, "kw_strength_thought": {},
        }  # fmt: skip
    return files


def _scratch(name: str, now: str | None) -> dict[str, object]:
    age, innate, sector, arena, learned, lifestyle, currently = PEOPLE[name]
    first, last = name.split()
    values: dict[str, object] = dict.fromkeys(SCRATCH_KEYS)
    values |= {
        "name": name, "first_name": first, "last_name": last, "age": age, "innate": innate,
        "learned": learned,
        "lifestyle": lifestyle, "currently": currently, "living_area": f"{WORLD}:{sector}:{arena}",
        "daily_plan_req": f"{name} likes to be on the Green at noon.", "curr_time": now, "daily_req": [],
        "f_daily_schedule": [], "f_daily_schedule_hourly_org": [], "chatting_with_buffer": {"Bram Holt": -3},
        "act_path_set": False, "planned_path": [], "recency_decay": 0.995,
    }  # fmt: skip
    return values


def node(number, kind, minute, description, *, poignancy=3, subject="Ada Finch", predicate="is", filling=()):
    hour, of_hour = divmod(minute, 60)
    return {
        f"node_{number}": {
            "node_count": number, "type_count": number, "type": kind, "depth": int(kind == "thought"),
            "created": f"2023-02-13 {hour:02}:{of_hour:02}:30", "expiration": None, "subject": subject,
            "predicate": predicate, "object": "x", "description": description, "embedding_key": description,
            "poignancy": poignancy, "keywords": ["x"], "filling": list(filling) if filling == () else filling,
        }
    }  # fmt: skip


def _nodes() -> dict[str, dict[str, object]]:
    plan = "This is Ada Finch's plan for Monday February 13: wake up, open the mill, walk to the Green."
    ada = {
        **node(1, "thought", 0, "Ada Finch remembers the flood.", filling=None, poignancy=6),
        **node(2, "event", 1, "bed is idle"),
        **node(3, "thought", 360, plan, predicate="plan", filling=None, poignancy=5),
        **node(4, "event", 400, "Ada Finch is opening the mill"),
        **node(5, "chat", 540, "conversing about the fair", filling=CHAT, poignancy=7),
        **node(6, "event", 541, "Ada Finch is talking with Bram Holt", filling=["node_5"]),
        **node(
            7, "thought", 560, "Ada Finch trusts Bram Holt with the fair.", filling=["node_5"], poignancy=6
        ),
        **node(
            8, "thought", 570, "Ada Finch finds the morning kind.", filling=["node_4", "node_6"], poignancy=8
        ),
        **node(9, "thought", 571, "this is blank", filling="node_1"),
    }
    bram = {
        **node(1, "event", 300, "Bram Holt is lighting the oven", subject="Bram Holt"),
        **node(2, "chat", 540, "conversing about the fair", subject="Bram Holt", filling=CHAT, poignancy=7),
    }
    return {"Ada Finch": ada, "Bram Holt": bram, "Cleo Marsh": {}}


def _movement(step: int) -> dict[str, object]:
    minute = step // 6
    hour, of_hour = divmod(minute, 60)
    at_mill, up = minute >= 400, minute >= 360
    ada = ("millstone", 3) if at_mill else ("desk" if up else "bed", 0)
    doing = "grinding flour (checking the millstone)" if at_mill else "reading" if up else "sleeping"
    bram_at_mill = 538 <= minute < 545
    persons = {
        "Ada Finch": _step(doing, ada[1], ada[0], CHAT if 540 <= minute < 543 else None),
        "Bram Holt": _step("buying flour" if bram_at_mill else "baking" if minute >= 270 else "sleeping",
                           3 if bram_at_mill else 1, "counter" if bram_at_mill else "stove", None),
        "Cleo Marsh": _step("drawing" if minute >= 420 else "sleeping", 4 if minute >= 420 else 2,
                            "bench" if minute >= 420 else "bed", None),
    }  # fmt: skip
    return {
        "persona": persons,
        "meta": {"curr_time": f"February 13, 2023, {hour:02}:{of_hour:02}:{step % 6}0"},
    }


def _step(doing, room, thing, chat):
    sector, arena, _, (x, y) = ROOMS[room]
    address = f"{WORLD}:{sector}:{arena}:{thing}"
    return {
        "movement": [x + 1, y + 1], "pronunciatio": "🌾", "description": f"{doing} @ {address}", "chat": chat,
    }  # fmt: skip


def _written(files: Mapping[str, object], maze: bool) -> dict[str, bytes]:
    written = {path: json.dumps(said).encode() for path, said in files.items()}
    return {**written, **(_maze() if maze else {})}


def _maze() -> dict[str, bytes]:
    layers = {name: [["0"] * WIDTH for _ in range(HEIGHT)] for name in ("sector", "arena", "game_object")}
    sectors, arenas, objects = [], [], {}
    for number, (sector, arena, things, (left, top)) in enumerate(ROOMS):
        sectors.append(f"{100 + number}, {WORLD}, {sector}")
        arenas.append(f"{200 + number}, {WORLD}, {sector}, {arena}")
        for y in range(top, top + 4):
            for x in range(left, left + 4):
                layers["sector"][y][x] = str(100 + number)
                layers["arena"][y][x] = str(200 + number)
        for at, thing in enumerate(things):
            layers["game_object"][top][left + at] = objects.setdefault(thing, str(300 + len(objects)))
    blocks = {
        "sector": "\n".join(sectors), "arena": "\n".join(arenas), "world": f"32134, {WORLD}",
        "game_object": "\n".join(f"{number}, {WORLD}, <all>, {thing}" for thing, number in objects.items()),
    }  # fmt: skip
    meta = {"world_name": "the ville", "maze_width": WIDTH, "maze_height": HEIGHT, "sq_tile_size": 32}
    return {
        f"{MATRIX}maze_meta_info.json": json.dumps(meta).encode(),
        **{f"{MATRIX}special_blocks/{name}_blocks.csv": text.encode() for name, text in blocks.items()},
        **{
            f"{MATRIX}maze/{name}_maze.csv": ", ".join(one for row in rows for one in row).encode()
            for name, rows in layers.items()
        },
    }
