"""Language packs: complete, in step with each other, never taken for what they do not say, and only data."""

from __future__ import annotations

import re
import shutil

import pytest
import yaml
from rehearsal_minds import ISABEL, QUAY, TOMAS, common, friend, in_rot13, line, party

from engine.language.languages import PACKS as FOLDER
from engine.prompts import questions as q
from engine.rehearsal.conversation import hearing
from engine.rehearsal.conversation.hearing import hear
from engine.rehearsal.language.pack import read_packs
from engine.rehearsal.rules import answered

PACKS = read_packs(FOLDER)
EN = PACKS["en"]
OTHERS = pytest.mark.parametrize("language", sorted(set(PACKS) - {"en"}))
EVERY = pytest.mark.parametrize("language", sorted(PACKS))

# What fills the gaps, in words that nothing listens for.
FILLED = {
    "en": {
        "other": "Zed", "me": "Ann Zeb", "doing": "zigging zags", "next": "zig the zags", "at": "at zero",
        "place": "the Zoo", "subject": "Zack", "occasion": "zebra ball", "whose": "Zoe's",
        "when": "zoonday at zero", "core": "zz zzz zz", "reason": "zz is zzz", "a": "Zal", "b": "Zill",
        "thing": "zither", "state": "zinged", "source": "Zeno",
        "minutes": "zero", "what": "zip the zoo",
    },
    "zh": {
        "other": "甲乙", "me": "丙丁", "doing": "磨镜子", "next": "磨镜子", "at": "子时", "place": "某处",
        "subject": "戊己", "occasion": "镜会", "whose": "庚辛的", "when": "某日", "core": "某某某",
        "reason": "某某", "a": "壬", "b": "癸", "thing": "镜子", "state": "亮着", "source": "寅卯",
        "minutes": "零", "what": "磨镜",
    },
}  # fmt: skip

# Acts of which one may pass for another without harm: whoever hears them does the same.
ALIKE = (
    {*hearing.LEAVING},
    {*hearing.ACCEPTING},
    {*hearing.DECLINING, "decline_cool"},
    {"ask_day", "ask_one", "ask_on", "answer_back"},
    {"greet_cool", "close_cool"},
    {"detail", "detail_when", "detail_where"},
    {"source_own", "said_myself"},
)


def frames_spoken(pack):
    """The frames that are said to somebody in a conversation."""
    return [frame for frame in pack.phrases.frames if frame in hearing.ACTS or frame in hearing.LEADS]


def gaps(pack, frame):
    return frozenset().union(*(phrase.gaps for phrase in pack.phrases.of(frame)))


def spoken(wording, pack):
    """A wording with its gaps filled."""
    assert pack.language in FILLED, f"write a row of sample words for {pack.language!r} into FILLED"
    text = wording.text
    for gap, value in FILLED[pack.language].items():
        text = text.replace(f"{{{gap}}}", value).replace(f"{{{gap.capitalize()}}}", value.capitalize())
    return re.sub(r"\{\w+\}", "zzz", text)


@pytest.mark.soak
@OTHERS
def test_every_pack_has_the_frames_words_patterns_and_voices_of_english(language):
    pack = PACKS[language]
    assert set(pack.phrases.frames) == set(EN.phrases.frames)
    assert set(pack.words) == set(EN.words)
    assert set(pack.patterns) == set(EN.patterns)
    assert set(pack.voices) == set(EN.voices)


@OTHERS
def test_no_frame_of_another_pack_has_a_gap_that_english_has_not(language):
    for frame in EN.phrases.frames:
        assert gaps(PACKS[language], frame) <= gaps(EN, frame), frame


@EVERY
def test_every_frame_can_be_said_without_a_voice_and_every_voice_exists(language):
    pack = PACKS[language]
    for frame in pack.phrases.frames:
        voices = {phrase.voice for phrase in pack.phrases.of(frame)}
        assert "" in voices, frame
        assert voices - {""} <= set(pack.voices), frame


@EVERY
def test_no_line_is_taken_for_an_act_that_it_is_not(language):
    pack = PACKS[language]
    mistaken = []
    for frame in frames_spoken(pack):
        alike = next((group for group in ALIKE if frame in group), {frame})
        for wording in pack.phrases.of(frame):
            taken_for = set(hear(spoken(wording, pack), pack).acts) - alike - {frame}
            mistaken += [(frame, wording.text, taken_for)] if taken_for else []
    assert mistaken == []


@EVERY
def test_nothing_but_a_lead_is_taken_for_the_beginning_of_news(language):
    pack = PACKS[language]
    for frame in set(hearing.ACTS) & set(pack.phrases.frames) - set(hearing.LEADS):
        for wording in pack.phrases.of(frame):
            assert not hear(spoken(wording, pack), pack).lead, wording.text


# ---- a third language is only data


@pytest.fixture(scope="module")
def packs(tmp_path_factory):
    """The packs, and one more: English phrases in rot13, as of a language the code has never seen."""
    folder = tmp_path_factory.mktemp("packs") / "packs"
    shutil.copytree(FOLDER, folder)
    shutil.copytree(folder / "en", folder / "rot")
    for file in (folder / "rot" / "rehearsal").glob("*.yaml"):
        content = yaml.load(file.read_text("utf-8"), Loader=yaml.BaseLoader)
        if isinstance(content, dict) and "phrases" in content:
            content["phrases"] = {frame: in_rot13(phrases) for frame, phrases in content["phrases"].items()}
            file.write_text(yaml.safe_dump(content, allow_unicode=True), "utf-8")
    return read_packs(folder)


def whole_talk(packs, language):
    """What is told and who ends it, in a talk of two in a language."""
    lines = []
    shape = []
    for turn in range(16):
        me, other, known = ((ISABEL, TOMAS, (party(),)), (TOMAS, ISABEL, ()))[turn % 2]
        prompt = q.Speak(
            **{**common(me), "language": language},
            place=QUAY,
            doing="walking",
            people=(friend(other),),
            lines=tuple(lines),
            recalled=known,
            engagements=known,
        )
        said = answered(prompt, packs)
        lines.append(line(me, said["says"], n=turn, tells=party().id if said.get("tells") else 0))
        shape.append((bool(said.get("tells")), said["ends"]))
        if len(shape) > 1 and shape[-2][1]:
            break
    return shape, [each.text for each in lines]


@pytest.mark.nightly
def test_a_language_that_the_code_has_never_seen_talks_invites_and_takes_leave(packs):
    shape, texts = whole_talk(packs, "rot")
    assert shape == whole_talk(packs, "en")[0]
    assert shape[0][0], "Isabel tells of her party"
    assert not any("Have you heard" in text or "Goodbye" in text for text in texts)


@pytest.mark.nightly
def test_what_was_said_in_it_is_understood(packs):
    _, texts = whole_talk(packs, "rot")
    heard = tuple(
        line((ISABEL, TOMAS)[turn % 2], text, n=turn, tells=0 if turn else party().id)
        for turn, text in enumerate(texts)
    )
    fields = {**common(TOMAS, 700), "language": "rot"}
    taken = answered(q.TakeAway(**fields, place=QUAY, people=(friend(ISABEL),), lines=heard), packs)
    assert any("lantern party" in learned["text"] for learned in taken["learned"])
    assert [engagement["day"] for engagement in taken["engagements"]] == [2]


def booleans_in_lists(value, where):
    """Yield where YAML has made `on`, `off`, `yes` or `no` of a list of words a boolean."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from booleans_in_lists(each, f"{where} {key}")
    elif isinstance(value, list):
        yield from (f"{where} {number}" for number, each in enumerate(value) if isinstance(each, bool))
        for each in value:
            yield from booleans_in_lists(each, where)


@pytest.mark.parametrize(
    "file", [*FOLDER.glob("*/intentions.yaml"), *FOLDER.glob("*/times.yaml"), *FOLDER.glob("*/phrases.yaml")]
)
def test_no_word_of_a_list_is_read_as_true_or_false(file):
    assert not list(booleans_in_lists(yaml.safe_load(file.read_text("utf-8")), file.parent.name))
