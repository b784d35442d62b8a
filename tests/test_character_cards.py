"""Character cards as other programs write them: taken in after a report, given back without loss, and hostile
ones refused or harmless.
"""

from __future__ import annotations

import base64
import contextlib
import io
import json
import struct
import tracemalloc
import zlib

import pytest
from hypothesis import given, settings, strategies as st
from PIL import Image

from engine.api.workspace import open_workspace
from engine.errors import BadInput, NotFound, TownwrightError
from engine.scenario import bundled, bundled_folder, read_folder, read_scenario
from engine.scenario.cards.png import SIGNATURE
from engine.scenario.cards.proposal import accepted, card_in
from engine.scenario.cards.writing import FORMS, card_out

V1 = {
    "name": "Old Ben",
    "description": '[Character("Old Ben") Age("71") Gender("male") Mind("grumpy" + "kind") Likes("rum")]',
    "personality": "",
    "scenario": "",
    "first_mes": "Ahoy there.",
    "mes_example": "",
}
DATA = {
    "name": "Mara Voss",
    "description": "{{char}} is a 34-year-old lighthouse keeper. She paints storms. She distrusts {{user}}.",
    "personality": "gruff, loyal, and secretly sentimental",
    "scenario": "<BOT> has just met {{user}} on the pier.",
    "first_mes": '*She squints.* "You are late, {{user}}."',
    "mes_example": "<START>\n{{user}}: Hi\n{{char}}: *laughs* The sea keeps no appointments, {{User}}.",
    "creator_notes": "Best at night.",
    "system_prompt": "Never break character.",
    "post_history_instructions": "",
    "alternate_greetings": ["Again?"],
    "tags": ["sea"],
    "creator": "somebody",
    "character_version": "1.2",
    "extensions": {"depth_prompt": {"depth": 4, "prompt": "…"}, "fav": False},
    "character_book": {
        "name": "The coast",
        "extensions": {"x": 1},
        "entries": [
            {"keys": ["lamp", "light"], "content": "@@depth 4\nThe old lamp came from a wreck in 1902.",
             "extensions": {}, "enabled": True, "insertion_order": 1, "secondary_keys": ["wreck"]},
            {"keys": ["/storm/i"], "content": "No one speaks of it.", "extensions": {}, "enabled": False,
             "insertion_order": 2, "use_regex": True},
        ],
    },
}  # fmt: skip
V2 = {"spec": "chara_card_v2", "spec_version": "2.0", "data": DATA, "create_date": "2024-05-01", "fav": True}
V3 = {
    "spec": "chara_card_v3",
    "spec_version": "3.0",
    "data": {
        **DATA,
        "nickname": "Mar",
        "group_only_greetings": [],
        "assets": [{"type": "icon", "uri": "https://example.org/a.png", "name": "main", "ext": "png"}],
        "source": ["https://example.org/mara"],
        "creation_date": 1700000000,
    },
}


def written(card) -> bytes:
    return json.dumps(card).encode()


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I4s", len(body), kind) + body + struct.pack(">I", zlib.crc32(kind + body))


def png(*chunks: bytes) -> bytes:
    return SIGNATURE + b"".join([*chunks, chunk(b"IEND", b"")])


def text_chunk(key: str, card) -> bytes:
    return chunk(b"tEXt", key.encode() + b"\x00" + base64.b64encode(written(card)))


def files_of(town: str) -> dict[str, str]:
    return {path: text.decode() for path, text in read_folder(bundled_folder(town)).items()}


@pytest.fixture(scope="module")
def town():
    return files_of("willow-bay")


def fates(card, fate):
    return {note.field for note in card.notes if note.fate == fate}


# ---- in


def test_a_card_becomes_a_persona_that_can_live_here(town):
    card = card_in(written(V2), town)
    files = {**town, **accepted(town, card)}
    checked = read_scenario(files, "town")
    assert checked.errors == ()
    mara = checked.scenario.persona("mara")
    assert (mara.name, mara.age, mara.pronouns) == ("Mara Voss", 34, "she")
    assert mara.traits == ("gruff", "loyal", "secretly sentimental")
    assert mara.seed[1:3] == ("Mara Voss paints storms.", "Mara Voss distrusts a stranger.")
    assert mara.currently == "Mara Voss has just met a stranger on the pier."
    assert mara.says == ("The sea keeps no appointments.", "You are late.")


def test_its_lorebook_becomes_facts_that_they_know_with_key_words(town):
    card = card_in(written(V2), town)
    scenario = read_scenario({**town, **accepted(town, card)}, "town").scenario
    lamp = next(fact for fact in scenario.facts if fact.id == "lamp")
    assert lamp.text == "The old lamp came from a wreck in 1902."
    assert (lamp.known_by, lamp.key_words) == (("mara",), ("lamp", "light", "wreck"))
    assert "character_book" in fates(card, "dropped"), "one entry is switched off"


def test_a_flat_card_of_the_oldest_form_is_read_with_its_lists(town):
    card = card_in(written(V1), town)
    assert "traits: [grumpy, kind]\n" in card.text
    assert "age: 71\n" in card.text
    assert "pronouns: he\n" in card.text


def test_the_report_says_what_came_what_changed_and_what_was_dropped(town):
    card = card_in(written(V3), town)
    assert {"name", "scenario", "character_book"} <= fates(card, "came")
    assert {"system_prompt", "assets", "extensions", "source"} <= fates(card, "changed")
    assert card.version == "V3"


def test_in_a_chinese_town_nobody_is_called_a_stranger_in_english():
    card = card_in(written(V2), files_of("liuwan"))
    assert "一个外人" in card.text.partition("#card")[0]


def test_they_live_where_is_asked_and_nowhere_else(town):
    assert "home: Chapel House/bedroom\n" in card_in(written(V1), town, "Chapel House/bedroom").text
    with pytest.raises(BadInput, match="unknown place 'Nowhere'"):
        card_in(written(V1), town, "Nowhere")


def test_a_picture_with_both_forms_is_read_by_the_newer(town):
    both = png(text_chunk("chara", V2), text_chunk("ccv3", V3))
    assert card_in(both, town).version == "V3"
    assert card_in(png(text_chunk("chara", V2)), town).version == "V2"


def test_a_newer_form_is_read_with_a_remark(town):
    card = card_in(written({**V3, "spec_version": "3.4"}), town)
    assert any("newer than 3.0" in note.words for note in card.notes)


# ---- out, and back


@pytest.mark.nightly
@pytest.mark.parametrize("name", bundled())
def test_everybody_who_is_given_out_comes_back_byte_for_byte(name):
    files = files_of(name)
    for path in (path for path in files if path.startswith("personas/")):
        agent = path[9:-5]
        others = {file: text for file, text in files.items() if file != path}
        for form in FORMS:
            back = card_in(card_out(files, agent, form).content, others)
            assert (back.file, back.text) == (path, files[path])


@pytest.mark.parametrize("card", [V2, V3])
def test_a_card_from_elsewhere_is_given_back_with_all_that_it_said(town, card):
    taken = card_in(written(card), town)
    form = "v2" if card is V2 else "v3"
    files = {**town, **accepted(town, taken)}
    again = json.loads(card_out(files, taken.agent, form).content)
    assert again["data"]["extensions"].pop("townwright")["agent"] == "mara"
    data = card["data"]
    if form == "v2":  # lines that steer are for readers of V3 alone
        first, *rest = data["character_book"]["entries"]
        plain = {**first, "content": "The old lamp came from a wreck in 1902."}
        data = {**data, "character_book": {**data["character_book"], "entries": [plain, *rest]}}
    assert again == {**card, "data": data}
    assert card_in(card_out(files, taken.agent, form).content, town).text == taken.text


def test_what_an_author_changed_is_what_the_card_says(town):
    taken = card_in(written(V2), town)
    files = {**town, taken.file: taken.text.replace("gruff", "gentle")}
    data = json.loads(card_out(files, "mara").content)["data"]
    assert data["personality"] == "gentle, loyal, secretly sentimental"
    assert data["creator"] == "somebody"


def test_what_was_changed_elsewhere_is_told(town):
    card = json.loads(card_out(town, "yuna").content)
    card["data"]["description"] = "Something else."
    assert fates(card_in(written(card), town), "dropped") >= {"description"}


def test_in_another_town_they_get_a_home_and_keep_no_ties_to_nobody(town):
    there = files_of("liuwan")
    card = card_in(card_out(town, "yuna").content, there)
    assert {"home", "relationships", "work"} <= fates(card, "changed")
    assert read_scenario({**there, **accepted(there, card)}, "town").errors == ()


def test_the_picture_is_one_that_others_open(town):
    content = card_out(town, "yuna", "png").content
    assert content == card_out(town, "yuna", "png").content
    picture = Image.open(io.BytesIO(content))
    picture.load()
    assert {"chara", "ccv3"} <= set(picture.text)
    assert json.loads(base64.b64decode(picture.text["chara"]))["spec"] == "chara_card_v2"


def test_whom_or_what_there_is_not_is_said(town):
    with pytest.raises(NotFound, match="nobody in this town has the id 'nobody'"):
        card_out(town, "nobody")
    with pytest.raises(BadInput, match="there is no card format 'v9'"):
        card_out(town, "yuna", "v9")


# ---- the doors


def test_a_card_is_one_edit_that_can_be_undone(tmp_path):
    with open_workspace(tmp_path) as workspace:
        scenarios = workspace.scenarios
        before = scenarios.files("willow-bay")
        card = scenarios.card_in("willow-bay", written(V2))
        assert scenarios.files("willow-bay") == before, "nothing is stored by looking"
        scenarios.accept_card("willow-bay", card)
        after = scenarios.files("willow-bay")
        assert {path for path in after if after[path] != before.get(path)} == {card.file, "town.yaml"}
        assert scenarios.checked("willow-bay").errors == ()
        scenarios.edits.undo("willow-bay")
        assert scenarios.drafts.files("willow-bay") == before
        for bad in (None, "text", 3):
            with pytest.raises(TownwrightError):
                scenarios.card_in("willow-bay", bad)


# ---- hostile

DEEP = b'{"name":"A","x":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
PACKED = zlib.compress(b"A" * 50_000_000)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "neither a PNG nor JSON"),
        (b"[1]", "its JSON has no keys"),
        (b'{"a":1}', "neither `spec` nor `name`"),
        (b'{"spec":"chara_card_v9","data":{}}', "its `spec` 'chara_card_v9' is unknown"),
        (b'{"spec":"chara_card_v2"}', "it has no `data`"),
        (b'{"name":"\\u202e \\u0000"}', "the card has no usable name"),
        (b'{"name":"A","x":NaN}', "neither a PNG nor JSON"),
        (b'{"name":"A","x":1e999}', "neither a PNG nor JSON"),
        (b'{"name":"A","x":' + b"9" * 5_000 + b"}", "neither a PNG nor JSON"),
        (DEEP, "nested too deeply"),
        (b'{"name":"A","x":"' + b"a" * 1_500_000 + b'"}', "bytes of JSON; remove pictures"),
        (b"x" * 10_000_001, "a character card can have at most"),
        (png(), "the picture contains no card"),
        (SIGNATURE, "it is incomplete"),
        (SIGNATURE + struct.pack(">I4s", 2**32 - 1, b"tEXt") + b"chara\x00", "longer than the file"),
        (png(chunk(b"zTXt", b"chara\x00\x00" + PACKED)), "the card in this picture is compressed"),
        (png(chunk(b"iTXt", b"ccv3\x00\x01\x00\x00\x00" + PACKED)), "the card in this picture is compressed"),
        (png(chunk(b"tEXt", b"chara\x00!!!")), "not base64"),
        (png(chunk(b"tEXt", b"chara\x00QQ=="))[:-16] + b"\x00" * 16, "does not match"),
        (png(*[chunk(b"tEXt", b"a")] * 20_001), "more than 20,000 chunks"),
    ],
)  # fmt: skip
def test_what_is_no_card_is_refused_in_words(town, content, words):
    with pytest.raises(BadInput, match=words):
        card_in(content, town)


MANY = [
    {
        "keys": [f"k{n}"],
        "content": f"Entry {n} says so.",
        "enabled": True,
        "extensions": {},
        "insertion_order": n,
    }
    for n in range(10_000)
]


@pytest.mark.nightly
@pytest.mark.parametrize(
    "card",
    [
        pytest.param({**DATA, "description": "<script>alert(1)</script>![x](https://a/b)"}, id="script"),
        pytest.param({**DATA, "name": "con", "description": "\x00\u202eevil\u200b\ud800"}, id="NUL and bidi"),
        pytest.param({**DATA, "name": "../../etc/passwd"}, id="a name that is no id"),
        pytest.param({**DATA, "character_book": {"entries": MANY}}, id="10,000 entries"),
        pytest.param({"name": "A", **{f"{n}\n": n for n in range(80_000)}}, id="80,000 fields"),
        pytest.param({**DATA, "description": "{{" * 500_000}, id="open placeholders"),
        pytest.param({**DATA, "mes_example": "<a" * 500_000}, id="open tags"),
        pytest.param({"name": "A", "x": [[]] * 300_000}, id="empty lists"),
    ],
)
def test_what_is_hostile_in_a_card_is_harmless(town, card):
    content = written({"spec": "chara_card_v2", "spec_version": "2.0", "data": card})
    tracemalloc.start()
    taken = card_in(content, town)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 50_000_000
    assert [one for one in taken.problems if one.severity == "error"] == []
    assert taken.file.startswith("personas/")
    assert "/" not in taken.agent
    persona = taken.text.partition("#card of")[0]
    assert "<script" not in persona
    assert read_scenario({**town, **accepted(town, taken)}, "town").errors == ()


def test_a_large_picture_is_read_past_its_pixels(town):
    large = png(chunk(b"IDAT", bytes(5_000_000)), text_chunk("chara", V2))
    assert card_in(large, town).name == "Mara Voss"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
FIELDS = st.dictionaries(st.sampled_from([*DATA, "nickname", "assets", "x\n"]), JSON | st.text(), max_size=8)


@pytest.mark.nightly
@settings(max_examples=150, deadline=None)
@given(FIELDS, st.text(min_size=1))
def test_whatever_a_card_says_it_makes_a_sound_file_or_is_refused(data, name):
    files = files_of("three-neighbours")
    content = written({"spec": "chara_card_v3", "spec_version": "3.0", "data": {"name": name, **data}})
    try:
        card = card_in(content, files)
    except TownwrightError:
        return
    assert [one for one in card.problems if one.severity == "error"] == []
    with_them = {**files, **accepted(files, card)}
    again = card_in(card_out(with_them, card.agent).content, files)
    assert (again.agent, again.text) == (card.agent, card.text)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=300) | st.binary(max_size=300).map(lambda rest: SIGNATURE + rest))
def test_bytes_of_any_kind_raise_nothing_but_our_own_error(content):
    with contextlib.suppress(TownwrightError):
        card_in(content, {"world.yaml": "Mill:\n", "town.yaml": "town: Mill\n"})
