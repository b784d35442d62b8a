"""What is read in an author's sentence: who is to do what, with whom, where; and what stays a thought."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given, strategies as st

from engine.clock import DAY
from engine.rehearsal.reading import words
from engine.rehearsal.reading.reader import Readers
from engine.rehearsal.reading.times import times_from
from engine.rehearsal.reading.words import pattern_of, words_for
from engine.scenario import read_scenario
from engine.scenario.files import read_folder
from engine.world.tree import World

HERE = Path(__file__).parent
TOWNS = {"en": ("thornby", "mara"), "zh": ("liangjia", "linyue")}
NOON = 12 * 60
LONG_TEXTS = ("tell Tom " * 4_000, "a" * 100_000, "and then " * 9_000, "Tom, " * 9_000 + "party")


@cache
def reader_of(language):
    town, agent = TOWNS[language]
    scenario = read_scenario(read_folder(HERE / "intentions" / "towns" / town), town).scenario
    reader = Readers(scenario, World(scenario)).reader(scenario.persona(agent))
    times = times_from(scenario, NOON)
    return lambda text, told: reader.read(text, times, told=told)


def cases():
    for language in TOWNS:
        corpus = yaml.safe_load((HERE / "intentions" / f"{language}.yaml").read_text("utf-8"))
        for how in ("told", "written"):
            for case in corpus[how]:
                yield pytest.param(language, how == "told", case, id=f"{language}-{how}-{case['say'][:40]}")


def test_a_name_is_no_pattern():
    files = read_folder(HERE / "intentions" / "towns" / "thornby")
    named = {
        path: str(text, "utf-8").replace("name: Mara Voss", r"name: Mara \1 Voss")
        for path, text in files.items()
    }
    scenario = read_scenario(named, "thornby").scenario
    reader = Readers(scenario, World(scenario)).reader(scenario.persona("mara"))
    said = "Ask Tom to help you mend the gate."
    assert [one.kind for one in reader.read(said, times_from(scenario, NOON), told=True)[0].asks] == [
        "request"
    ]


def test_those_who_bear_a_title_are_named_without_it_and_together():
    files = read_folder(HERE / "intentions" / "towns" / "thornby")
    named = {
        path: str(text, "utf-8")
        .replace("name: Tom Voss", "name: Brother Tom Voss")
        .replace("name: Ruth Hale", "name: Brother Ruth Hale")
        for path, text in files.items()
    }
    scenario = read_scenario(named, "thornby").scenario
    reader = Readers(scenario, World(scenario)).reader(scenario.persona("mara"))
    for said, others in (
        ("Thank Tom Voss for the boat.", ("tom",)),
        ("Thank the brothers.", ("ruth", "tom")),
    ):
        [one] = reader.read(said, times_from(scenario, NOON), told=True)[0].asks
        assert tuple(sorted(one.others)) == others, said


@pytest.mark.parametrize("name", ["Frida", "Sundar", "An"])
def test_a_name_that_is_near_to_a_word_stays_a_name(name):
    files = read_folder(HERE / "intentions" / "towns" / "thornby")
    named = {path: re.sub(r"\bTom\b", name, str(text, "utf-8")) for path, text in files.items()}
    scenario = read_scenario(named, "thornby").scenario
    reader = Readers(scenario, World(scenario)).reader(scenario.persona("mara"))
    (reading,) = reader.read(f"Tell {name} that the well is poisoned.", times_from(scenario, NOON), told=True)
    assert reading.sentence == f"Tell {name} that the well is poisoned."
    assert [(one.kind, one.others) for one in reading.asks] == [("message", ("tom",))]


@pytest.mark.parametrize(("language", "told", "case"), list(cases()))
def test_a_sentence_is_read_as_its_author_meant_it(language, told, case):
    asks = [one for reading in reader_of(language)(case["say"], told) for one in reading.asks]
    wanted = case.get("asks", [])
    assert [one.kind for one in asks] == [one["kind"] for one in wanted]
    for one, want in zip(asks, wanted, strict=True):
        for slot in ("others", "strangers"):
            assert list(getattr(one, slot)) == want.get(slot, list(getattr(one, slot)))
        for slot in ("what", "content"):
            said = re.sub("^(?:the|an?) ", "", getattr(one, slot).lower())
            assert said == re.sub("^(?:the|an?) ", "", want.get(slot, said).lower())
        assert want.get("place", "") in one.place
        assert one.forbids == want.get("forbids", one.forbids)
        assert one.strength == want.get("strength", one.strength)


@pytest.mark.nightly
@pytest.mark.parametrize("language", TOWNS)
def test_a_frame_is_ruled_out_only_where_its_pattern_finds_nothing(language):
    corpus = yaml.safe_load((HERE / "intentions" / f"{language}.yaml").read_text("utf-8"))
    said = [case["say"] for how in ("told", "written") for case in corpus[how]]
    frames = words_for(language).frames
    found = ruled_out = 0
    for text in (*said, *map(str.upper, said)):
        left = set(frames.that_may_be_in(text.casefold()))
        for frame in frames:
            if frame.pattern.search(text):
                found += 1
                assert frame in left, (frame.written, text)
            else:
                ruled_out += frame not in left
    assert found
    assert ruled_out > 50 * found


def test_only_frames_that_may_be_there_are_made_into_patterns():
    words_for.cache_clear()
    reader_of.cache_clear()
    reader_of("en")("Tell Ruth that the bridge is closed.", True)
    frames = [*words_for("en").frames]
    made = [frame for frame in frames if "pattern" in vars(frame)]
    assert 0 < len(made) < len(frames) / 4


def test_what_is_lacking_is_said():
    ((reading),) = reader_of("en")("Give a party.", True)
    assert reading.asks[0].needs == ("where", "when")
    ((reading),) = reader_of("en")("Tell Tom.", True)
    assert reading.asks == () or "content" in reading.asks[0].needs


@pytest.mark.nightly
@given(st.text(max_size=300))
@example("\ue000 Tell \ue201 at \ue403.")  # characters that the reader marks people, places and times with
@example("\ue700")  # and oneself, while a sentence is put plainly
def test_no_text_is_more_than_read(text):
    for language in TOWNS:
        for told in (True, False):
            assert isinstance(reader_of(language)(text, told), tuple)


@pytest.mark.parametrize("text", LONG_TEXTS, ids=["orders", "letters", "clauses", "names"])
def test_a_long_hostile_sentence_is_read_too(text):
    assert isinstance(reader_of("en")(text, True), tuple)


@pytest.mark.parametrize(
    "said", ["Tell Ruth the truth tomorrow at noon.", "Give Ruth the news tomorrow at noon."]
)
def test_an_hour_after_what_only_points_back_is_that_of_the_telling(said):
    (reading,) = reader_of("en")(said, True)
    assert [(one.kind, one.when.start) for one in reading.asks] == [("message", DAY + NOON)]


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("Stay out of the Mill, the whole of today and the whole of tomorrow.", (0, 2 * DAY)),
        ("Stay out of the Mill this afternoon and this evening.", (12 * 60, 22 * 60)),
        ("Stay out of the Mill this afternoon.", (12 * 60, 18 * 60)),
    ],
)
def test_what_is_forbidden_on_days_that_follow_one_another_is_forbidden_on_all_of_them(said, held):
    (reading,) = reader_of("en")(said, True)
    assert [(one.kind, one.when.start, one.when.end) for one in reading.asks] == [("prohibition", *held)]


def test_what_a_pack_leaves_out_its_language_has_no_words_for():
    assert pattern_of({}, "secrecy", spaced=True).search("between you and me") is None


def test_a_name_in_a_pack_that_nothing_reads_is_refused(monkeypatch):
    real = words._read
    monkeypatch.setattr(words, "_read", lambda data, language: real({**data, "secrecyy": "x"}, language))
    with pytest.raises(ValueError, match=r"nothing of what is written reads \['secrecyy'\]"):
        words.words_for.__wrapped__("en")


def test_a_pattern_that_names_one_the_pack_has_not_is_refused_by_name():
    with pytest.raises(ValueError, match=r"secrecy: the pack has no pattern \['knowing'\]"):
        pattern_of({"secrecy": ["nobody {knowing}"]}, "secrecy", spaced=True)
