"""Whatever is to be taken in: recognised or refused in words, cheaply, with nothing written; and fuzzed."""

from __future__ import annotations

import contextlib
import io
import json
import struct
import tracemalloc
import zipfile
import zlib
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from engine.errors import BadInput, TownwrightError
from engine.scenario import bundled_folder, new_scenario, read_folder, read_scenario
from engine.scenario.archive import from_zip, to_zip
from engine.scenario.cards.png import SIGNATURE
from engine.scenario.foreign.arrivals import CardIn, FilesIn, SaveIn, ScriptIn, arrival, arrival_at
from engine.scenario.generating.faces import guessed_age
from tests.smallville_saves import MATRIX, ROOT, base_save, lived_save, zipped

MOST_MEMORY = 50_000_000
ADA = f"{ROOT}personas/Ada Finch/bootstrap_memory/"


@cache
def town():
    return {path: text.decode() for path, text in read_folder(bundled_folder("three-neighbours")).items()}


GUESSED = guessed_age("Mara")


@cache
def base():
    return base_save()


def look(name, content):
    return arrival(name, content, town)


# ---- stories and tables

TWEE = """:: StoryTitle
The pier

:: StoryData
{"ifid": "A"}

:: Start [scene] {"position":"1,1"}
Mara Voss: I'm hosting a supper. [[Later->Next]]
<b>Teo</b>: 我会来的。 (set: $x to 1)
Mara Voss keeps the light. The clock says 5:30.

:: Code [script]
Nobody: alert(1)

:: Next
|line_1>[`Mara Voss: Bring bread!`]
"""
YARN = """title: Start
---
// mara: Mara Ellison
<<jump Day>>
===
title: Day
tags: scene
---
mara: I'm hosting \\[a\\] supper. #line:1 #importance:8
Teo: It is 5\\:30.
-> Teo: Go. <<if $x>>
Narrator: Teo walks home.
The clock says 5:30
===
"""
SHEET = """\ufeffname,age,gender,traits,bio,line,colour
Mara Voss,34,F,"gruff, loyal","She keeps the light; She paints storms.",'=hello,red
Teo,xx,m,,Teo is new. He bakes.,Hm.,blue
,,,,,,
"""


def people(found):
    files = {**town(), **{one.file: one.text for one in found.people}}
    checked = read_scenario(files, "town")
    assert checked.errors == ()
    return {one.agent: checked.scenario.persona(one.agent) for one in found.people}


def test_who_speaks_in_a_twine_story_is_somebody_with_a_voice_and_what_is_told_of_them():
    found = people(look("pier.twee", TWEE.encode()))
    assert found["mara"].says == ("I'm hosting a supper.", "Bring bread!")
    assert found["mara"].seed == ("Mara Voss keeps the light. The clock says 5:30.",)
    assert found["teo"].says == ("我会来的。",)
    assert len(found) == 2, "a passage of code has no speakers"


def test_a_yarn_script_is_read_without_commands_tags_and_escapes():
    found = people(look("day.yarn", YARN.encode()))
    assert found["mara"].name == "Mara Ellison", "a comment says whose plain name it is"
    assert found["mara"].says == ("I'm hosting [a] supper.",)
    assert found["teo"].says == ("It is 5:30.", "Go.")
    assert found["teo"].seed == ("Teo walks home.",)
    assert len(found) == 2, "a time of day is said by nobody"


@pytest.mark.parametrize(
    ("column", "row", "seed", "work"),
    [
        ("job", "Mara Voss,baker", "Mara Voss works as a baker.", ""),
        ("Occupation", "Mara Voss,Engineer", "Mara Voss works as an engineer.", ""),
        ("profession", "Mara Voss,the town's only notary", "Mara Voss is the town's only notary.", ""),
        ("职业", "阿明,面包师", "阿明的工作是面包师。", ""),
        ("work", "Mara Voss,Corner Shop", "", "Corner Shop/counter"),
        ("works at", "Mara Voss,a bakery far away", "Mara Voss works at a bakery far away.", ""),
    ],
)
def test_what_somebody_works_as_and_where_is_not_lost(column, row, seed, work):
    found = look("cast.csv", f"name,{column}\n{row}\n".encode())
    (person,) = people(found).values()
    assert person.seed == ((seed,) if seed else ())
    assert (person.work or "") == work
    assert not [one for one in found.notes if one.fate == "dropped"]


def test_a_table_of_a_cast_tells_of_people_too():
    found = people(look("cast.csv", SHEET.encode()))
    mara, teo = found["mara"], found["teo"]
    assert (mara.age, mara.pronouns, mara.traits) == (34, "she", ("gruff", "loyal"))
    assert mara.seed == ("Mara Voss keeps the light", "Mara Voss paints storms.")
    assert mara.says == ("=hello",)
    assert (teo.age, teo.pronouns, teo.seed) == (guessed_age("Teo"), "he", ("Teo is new.", "Teo bakes."))


@pytest.mark.parametrize(
    ("said", "age"),
    [
        *(("150", 150), ("007", 7), ("151", GUESSED), ("0150000000", GUESSED), ("0" * 5_000, GUESSED)),
        *(("-4", GUESSED), ("٣٤", GUESSED)),
    ],
)
def test_an_age_in_a_table_is_a_few_digits_or_not_taken_for_one(said, age):
    found = people(look("cast.csv", f"name,age,bio\nMara,{said},Mara bakes.\n".encode()))
    assert found["mara"].age == age


def test_a_sheet_of_lines_is_read_by_the_names_of_its_columns():
    sheet = "line_id;character;text;audio\n1;Mara;Morning; a.wav\n2;Teo;Late.;\n3;Mara;Again.;\n"
    found = people(look("lines.csv", sheet.encode()))
    assert found["mara"].says == ("Morning", "Again.")


def test_the_report_says_what_was_dropped_and_who_lives_here_already():
    name = read_scenario(town(), "t").scenario.personas[0].name
    found = look("pier.twee", (TWEE + f"{name}: Hello.\n").encode())
    notes = {(one.fate, one.field) for one in found.notes}
    assert {("dropped", "macros and markup"), ("dropped", "links"), ("dropped", "speakers")} <= notes
    assert ("changed", "personas") in notes


def test_of_them_some_can_be_chosen_and_nobody_else():
    found = look("pier.twee", TWEE.encode())
    assert [one.agent for one in found.chosen(["teo"])] == ["teo"]
    assert [one.agent for one in found.chosen(None)] == ["mara", "teo"]
    with pytest.raises(BadInput, match="nobody in this import has the id 'zoe'"):
        found.chosen(["zoe"])


def test_newcomers_are_spread_over_the_homes_and_live_where_they_are_told_to():
    lines = "".join(f"Guest{chr(97 + n)}: Hello.\n" for n in range(3))
    homes = [one.home for one in people(look("x.twee", f":: A\n{lines}".encode())).values()]
    assert len(set(homes)) == 3
    room = homes[0]
    found = arrival("x.twee", f":: A\n{lines}".encode(), town, room)
    assert {one.home for one in people(found).values()} == {room}


# ---- what is recognised


def test_each_kind_is_known_by_its_name_and_what_is_in_it():
    assert isinstance(look("a.json", b'{"name": "Ben"}'), CardIn)
    assert isinstance(look("a.yarn", YARN.encode()), ScriptIn)
    assert isinstance(look("a.zip", to_zip(new_scenario("Far"), "Far")), FilesIn)
    assert isinstance(look("a.zip", zipped(base())), SaveIn)


@pytest.mark.parametrize(
    "name", ["a.exe", "a", "a.txt", "a.zip", "a.twee", "a.csv", "a.yarn", "a.png", ".json"]
)
def test_what_is_nothing_of_the_kind_is_refused_with_a_remedy(name):
    with pytest.raises(BadInput):
        look(name, b"hello")


# ---- hostile


def bomb(size=60_000_000):
    packed = io.BytesIO()
    with (
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open(f"{ROOT}reverie/meta.json", "w") as file,
    ):
        for _ in range(size // 1_000_000):
            file.write(b"0" * 1_000_000)
    return packed.getvalue()


def forged():
    """A zip that says of a file that it is short."""
    content = bytearray(bomb(20_000_000))
    at = content.rfind(b"PK\x01\x02")
    content[at + 24 : at + 28] = struct.pack("<I", 10)
    return bytes(content)


def many_entries():
    """A zip whose list of files is long, and says that it is short."""
    one = struct.pack("<4s6H3I5H2I", b"PK\x01\x02", 20, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"
    listing = one * 300_000
    return listing + struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 1, 1, len(listing), 0, 0)


def with_file(path, content):
    return zipped({**short(), path: content})


def link(path):
    packed = io.BytesIO(zipped({key: one for key, one in base().items() if key != path}))
    with zipfile.ZipFile(packed, "a") as archive:
        entry = zipfile.ZipInfo(path)
        entry.external_attr = 0o120777 << 16
        archive.writestr(entry, "/etc/passwd")
    return packed.getvalue()


def picture():
    body = b"x" * 5_000_000
    chunk = struct.pack(">I4s", len(body), b"IDAT") + body + struct.pack(">I", zlib.crc32(b"IDAT" + body))
    return SIGNATURE + chunk


NESTED = b"[" * 300_000 + b"]" * 300_000
REFUSED = {
    "a zip bomb": ("x.zip", bomb),
    "a forged size": ("x.zip", forged),
    "a long list of files": ("x.zip", many_entries),
    "a way out of the folder": ("x.zip", lambda: zipped({"../../evil/reverie/meta.json": b"{}"})),
    "an absolute path": ("x.zip", lambda: zipped({"/etc/reverie/meta.json": b"{}"})),
    "a link in place of the meta file": ("x.zip", lambda: link(f"{ROOT}reverie/meta.json")),
    "a nested meta file": ("x.zip", lambda: with_file(f"{ROOT}reverie/meta.json", NESTED)),
    "nodes of empty lists": ("x.zip", lambda: with_file(
        f"{ADA}associative_memory/nodes.json", b"[" + b"[]," * 1_300_000 + b"[]]")),
    "nodes with NUL": ("x.zip", lambda: with_file(f"{ADA}scratch.json", b"\x00" * 900_000)),
    "a huge maze": ("x.zip", lambda: with_file(f"{MATRIX}maze/sector_maze.csv", b"1," * 900_000)),
    "a 5 MB picture": ("x.png", picture),
    "a nested card": ("x.json", lambda: NESTED),
    "a long story": ("x.twee", lambda: b"A: b\n" * 900_000),
    "a story of marks": ("x.twee", lambda: b":: A\n" + (b"<!--" * 250 + b"/*" * 250 + b"\n") * 2_000),
    "a table of commas": ("x.csv", lambda: b"name," * 1 + b"," * 3_900_000),
    "a script without end": ("x.yarn", lambda: b"title: A\n---\n" + b"<<[{#" * 700_000),
}  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("what", REFUSED)
def test_what_is_hostile_is_refused_within_little_memory(what):
    name, made = REFUSED[what]
    content = made()
    tracemalloc.start()
    try:
        with pytest.raises(BadInput):
            look(name, content)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < MOST_MEMORY


HARMLESS = {
    "bidi and markup in a story": (
        "x.twee", ":: A\nMa\u202era Voss: <script>alert(1)</script> Hi\u2066!\n".encode(),
    ),
    "markup in a table": ("x.csv", b"name,bio\n<b>Mara</b>,<script>alert(1)</script> She bakes.\n"),
    "bidi and markup in a save": ("x.zip", lambda: with_file(f"{ADA}scratch.json", json.dumps({
        "name": "Ada", "learned": "\u202e<script>alert(1)</script> She mills.",
        "living_area": "x:../../y:<b>",
        "age": 10**30, "innate": [1], "currently": {"a": 1}}).encode())),
}  # fmt: skip


@pytest.mark.parametrize("what", HARMLESS)
def test_what_is_odd_is_rid_of_all_that_steers(what):
    name, content = HARMLESS[what]
    found = look(name, content() if callable(content) else content)
    texts = [one.text for one in found.people] if isinstance(found, ScriptIn) else found.files.values()
    for text in texts:
        assert "<script" not in text
        assert "\u202e" not in text
        assert "\u2066" not in text
    if isinstance(found, SaveIn):
        assert read_scenario(found.files, "t").errors == ()


def test_a_folder_with_links_is_read_without_them(tmp_path):
    (tmp_path / "reverie").mkdir()
    outside = tmp_path.parent / "outside.json"
    outside.write_text('{"start_date": "February 13, 2023"}', "utf-8")
    (tmp_path / "reverie" / "meta.json").symlink_to(outside)
    (tmp_path / "around").symlink_to(tmp_path)
    with pytest.raises(BadInput, match="neither a scenario"):
        arrival_at(tmp_path, town)


# ---- fuzzed

FUZZED = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
NAMES = st.sampled_from(["x.json", "x.png", "x.twee", "x.tw", "x.yarn", "x.csv", "x.zip", "x"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)


def taken(name, content):
    try:
        found = look(name, content)
    except TownwrightError:
        return
    assert found.notes


@FUZZED
@given(NAMES, st.binary(max_size=400))
def test_any_bytes_are_taken_or_refused_by_our_own_error(name, content):
    taken(name, content)


@pytest.mark.soak
@FUZZED
@given(st.sampled_from(["x.twee", "x.yarn", "x.csv"]), st.lists(
    st.sampled_from([":: A [b] {}", "title: A", "---", "===", "name,line,age", "Ann: Hi", "Ann,Hi,9", "->",
                     "=>",
                     "<<", ">>", "[[", "]]", "[[a->b]]", "|x>[", "`", "//", "/*", "\\:", "\\", '"', "'=",
                     "\x00",
                     "\u202e", "Bo: ", ":", "：", "#line:1", "{", "}"])
    | st.text(max_size=20), max_size=25), st.sampled_from(["\n", "\r\n", "", ","]))  # fmt: skip
def test_any_story_is_taken_or_refused_by_our_own_error(name, parts, between):
    taken(name, between.join(parts).encode("utf-8", "replace"))


PATHS = (
    f"{ROOT}reverie/meta.json", f"{ADA}scratch.json", f"{ADA}spatial_memory.json",
    f"{ADA}associative_memory/nodes.json", f"{ROOT}movement/0.json",
)  # fmt: skip


@cache
def short():
    files = lived_save(hours=1)
    return {path: one for path, one in files.items() if "movement/" not in path or path.endswith("/0.json")}


@pytest.mark.nightly
@FUZZED
@given(st.sampled_from(PATHS), JSON, st.lists(st.text(max_size=12), max_size=3))
def test_a_save_with_any_json_in_it_is_taken_or_refused_by_our_own_error(path, said, keys):
    before = json.loads(short()[path])
    merged = said
    if isinstance(before, dict):
        own = list(before)
        picked = {key: said for key in [*keys, *own[: len(keys) + 1]]}
        merged = {**before, **picked}
    taken("x.zip", zipped({**short(), path: json.dumps(merged).encode()}))


@pytest.mark.nightly
@FUZZED
@given(st.sampled_from(["scratch.json", "nodes.json"]), st.data())
def test_a_save_with_any_value_in_a_field_is_taken_or_refused_by_our_own_error(ending, data):
    path = next(one for one in PATHS if one.endswith(ending))
    before = json.loads(short()[path])
    of = before if ending == "scratch.json" else before[data.draw(st.sampled_from(sorted(before)))]
    of[data.draw(st.sampled_from(sorted(of)))] = data.draw(JSON)
    taken("x.zip", zipped({**short(), path: json.dumps(before).encode()}))


@pytest.mark.soak
@FUZZED
@given(st.integers(0, 4_000), st.binary(min_size=1, max_size=4))
def test_a_damaged_zip_is_taken_or_refused_by_our_own_error(at, bits):
    content = bytearray(zipped(short()) if at % 2 else to_zip(new_scenario("Far"), "Far"))
    content[at % len(content) : at % len(content) + len(bits)] = bits
    taken("x.zip", bytes(content))
    with contextlib.suppress(TownwrightError):
        from_zip(bytes(content))
