"""What readers of whole days winced at, and what is said instead."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rehearsal_minds import CAFE, ISABEL, PARTY, TOMAS, ask, common, friend, line, memory

from engine.api.workspace import open_workspace
from engine.prompts import questions as q
from engine.records import Memory, Name, Names
from engine.rehearsal.conversation.hearing import hear
from engine.rehearsal.language.doing import doing
from engine.rehearsal.language.pack import bundled_packs
from engine.store.log.rows import read_log

EN, ZH = bundled_packs()["en"], bundled_packs()["zh"]
YES_NO = {"en": ("yes", "no"), "zh": ("是", "不是")}


def speak(persona, other, lines=(), recalled=(), *, seed=7, closeness=0.6, **fields):
    """What somebody says to one other."""
    return ask(
        q.Speak(
            **{**common(persona, seed=seed), "place": CAFE, "doing": "", **fields},
            people=(friend(other, closeness),),
            lines=lines,
            recalled=recalled,
            told=frozenset(),
        )
    )


def interviewed(question, persona=TOMAS, recalled=(), people=(), **fields):
    """What somebody answers off the record."""
    given = {"engagements": (), "doing": "", "place": CAFE, **fields}
    return ask(
        q.Interview(**common(persona), question=question, recalled=recalled, people=people, **given)
    ).answer


def surveyed(question, persona=TOMAS, recalled=(), people=(), **fields):
    """What somebody answers so that it can be counted."""
    given = {"engagements": (), "doing": "", "place": CAFE, **fields}
    options = YES_NO[given.get("language", "en")]
    return ask(
        q.Survey(
            **common(persona, **given), question=question, recalled=recalled, people=people, options=options
        )
    )


# ---- what one is at


@pytest.mark.parametrize(
    ("written", "going_on"),
    [
        ("light the stove, fill the urn", "lighting the stove, filling the urn"),
        ("wash up, listen to the drivers", "washing up, listening to the drivers"),
        ("change the oil, hum", "changing the oil, humming"),
        ("drink a coffee, a burnt roll", "drinking a coffee, a burnt roll"),
        ("make tea, coffee and toast", "making tea, coffee and toast"),
        ("go and find Tomas Lind", "going to find Tomas Lind"),
    ],
)
def test_every_deed_of_a_list_is_going_on(written, going_on):
    assert doing(written, EN.grammar) == going_on


def test_nobody_plays_the_piano_at_the_piano(tmp_path):
    with open_workspace(tmp_path / "ws") as workspace:
        files = {
            "town.yaml": "town: Knock\nlanguage: en\nstarts: 2026-03-02\n",
            "world.yaml": "Hall:\n  objects: {piano: {state: open}, stove: {state: warm}}\n",
            "personas/ada.yaml": (
                "name: Ada Moss\npronouns: she\nhome: Hall\nday:\n  wake: 06:00\n  sleep: 22:00\n"
                "  routine: [07:00 play the piano @ Hall, 08:00 cook eggs @ Hall]\n"
            ),
        }
        workspace.scenarios.save("knock", files, "x")
        run = workspace.runs.new("knock", seed=1)
        run.live(10 * 60)
        seen = [row.text for row in read_log(run.store, run.number, Memory)]
    assert any("playing the piano" in text for text in seen)
    assert not any("the piano at the piano" in text for text in seen)


# ---- who is spoken to


def test_what_one_has_not_told_somebody_is_not_told_them_by_the_way():
    kept = memory(
        "Tomas Lind has applied to a school in the city and hasn't told Isabel Moreno",
        kind="seed", importance=6, agent="tomas", about=("tomas", "isabel"),
    )  # fmt: skip
    said = [speak(TOMAS, ISABEL, (), (kept,), seed=seed).says for seed in range(30)]
    assert not any("school" in each for each in said)


# ---- meetings


@pytest.mark.parametrize("pack", [EN, ZH], ids=["en", "zh"])
def test_who_asks_to_meet_says_nothing_of_guests(pack):
    for wording in pack.phrases.of("meet_tail"):
        assert hear(wording.text, pack).does(("meet_tail",))
        assert not hear(wording.text, pack).does(("invite_tail",))


def test_who_is_asked_to_meet_does_not_ask_who_else_is_coming():
    asked = (line(ISABEL, "I'd like us to meet at the Quay tomorrow at ten. Would that suit you?"),)
    answers = [speak(TOMAS, ISABEL, asked, seed=seed).says for seed in range(25)]
    assert not any(hear(each, EN).does(("accept_ask",)) for each in answers)


# ---- off the record


def test_what_one_wants_most_is_a_wish_and_no_errand():
    errand = memory(
        "Tomas Lind wants to ask Nora Bloom for a ladder", kind="seed", importance=9, agent="tomas", n=1
    )
    wished = memory(
        "Tomas Lind wants to build a boat of his own", kind="seed", importance=5, agent="tomas", n=2
    )
    assert "boat" in interviewed("What do you want most?", recalled=(errand, wished))


def test_nobody_is_told_of_what_they_give_themselves():
    heard = memory(
        f"Tomas Lind told Isabel Moreno that {PARTY}", kind="talk", importance=7, about=("isabel", "tomas")
    )
    answer = interviewed("What have you heard about the lantern party?", ISABEL, recalled=(heard,))
    assert "told me that I" not in answer
    assert "Tomas" in answer


DASHAN = replace(TOMAS, name="林大山")
IN_CHINESE = {"language": "zh", "names": Names({"tomas": Name(full="林大山", called="大山", pronouns="he")})}


@pytest.mark.parametrize(
    ("persona", "question", "seed", "fields"),
    [
        (
            TOMAS,
            "Do you want to leave Willow Bay?",
            "Tomas Lind wants to move to the city and build ships",
            {},
        ),
        (DASHAN, "你想离开柳湾镇吗？", "林大山想去省城造船", IN_CHINESE),
    ],
    ids=["en", "zh"],
)
def test_whether_one_wants_to_leave_is_answered(persona, question, seed, fields):
    yes, no = YES_NO[fields.get("language", "en")]
    leaving = memory(seed, kind="seed", importance=6, agent="tomas", about=("tomas",))
    assert surveyed(question, persona, recalled=(leaving,), **fields).choice == yes
    assert surveyed(question, persona, people=(friend(ISABEL, 0.8),), **fields).choice == no
    assert surveyed(question, persona, **fields).cannot_say
