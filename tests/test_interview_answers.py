"""Interview answers that rest on what was said, told and agreed, in one or two parts of a question."""

from __future__ import annotations

import pytest
from rehearsal_minds import CAFE, EN_AND_ZH, ISABEL, NAMES, NORA, TOMAS, ask, common, friend, memory

from engine.prompts import questions as q
from engine.prompts.known import Asker, Lived, PassedOn, SetOut
from engine.records import Names

SAYS = EN_AND_ZH["en"].phrases
QUAY = "Quay"
PARTY = memory(
    "Isabel Moreno is giving a lantern party at the Harbour Café on day 1 at 17:00.",
    kind="seed", at=0, n=1, when=1_020, place=CAFE,
)  # fmt: skip
HELD = (Lived(begins=1_015, ends=1_140, room=CAFE, doing="giving a party", saw=("nora",)),)
MORNING = (Lived(begins=480, ends=540, room=CAFE, doing="brewing coffee"),)
AFTER = 1_200


def dealing(frame, asker, who, n, what="", at=500):
    """Return what is remembered of a request and its answer."""
    text = SAYS.of(frame)[0].text.format(asker=asker.name, who=who.name, what=what)
    return memory(text, kind="talk", at=at, n=n, about=("isabel", asker.id, who.id), evidence=(1,))


def line(speaker, hearer, text, n, at=500):
    """Return what is remembered of a line."""
    said = f"{speaker.name} said to {hearer.name}: “{text}”"
    return memory(said, kind="talk", at=at, n=n, about=(speaker.id, hearer.id))


def told(teller, what, n, at=500, about=()):
    """Return what is remembered of something told."""
    text = f"{teller.name} told Isabel Moreno that {what}"
    return memory(text, kind="talk", at=at, n=n, about=("isabel", teller.id, *about), evidence=(1,))


LADDER = dealing("kept_put_off", ISABEL, TOMAS, 2, "the long ladder")
STAY = dealing("kept_deed_granted", TOMAS, ISABEL, 3, "stay behind after the party")
NO_LADDER = dealing("kept_refused", ISABEL, NORA, 4, "the long ladder")
DECLINED = line(TOMAS, ISABEL, "I'm sorry, I can't come: I have to mend the ferry then.", 5)


def answer(question, *recalled, now=1_000, **fields):
    fields.setdefault("lived", MORNING)
    return ask(
        q.Interview(
            **common(ISABEL, now, names=Names(NAMES)),
            question=question,
            recalled=recalled,
            people=(friend(TOMAS), friend(NORA)),
            place=CAFE,
            **fields,
        )
    ).answer


def after_the_party(question, *recalled, hearers=("tomas", "nora")):
    return answer(
        question, PARTY, *recalled, now=AFTER, lived=HELD, engagements=(PARTY,),
        passed_on=(PassedOn(memory=PARTY.id, hearers=hearers),),
    )  # fmt: skip


# ---- who stayed away, and why


@pytest.mark.parametrize(
    "question",
    [
        "Who did not come to your party, and why not?",
        "Who couldn't come to your party, and why didn't they come?",
        "Why didn't Tomas come to your party?",
        "Why isn't Tomas coming?",
        "Why did Tomas turn down your invitation?",
    ],
)
def test_the_reason_of_who_declined_is_what_they_said(question):
    text = after_the_party(question, DECLINED)
    assert "I have to mend the ferry then" in text
    assert "nobody has told me" not in text


def test_what_was_said_of_that_time_is_quoted_as_it_was_said():
    early = line(TOMAS, ISABEL, "I'm sorry, I can't come: I sail tomorrow.", 5)
    text = after_the_party("Why didn't Tomas come to your party?", early)
    assert "This morning" in text
    assert "I sail tomorrow" in text


def test_no_reason_is_made_up_for_who_gave_none():
    text = after_the_party("Why didn't Nora come to your party?", DECLINED)
    assert "ferry" not in text


# ---- whose word was given


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Did Tomas promise you the ladder?", "Yes"),
        ("Has Tomas agreed to lend you the long ladder?", "promised it"),
        ("Did Nora promise you the ladder?", "No"),
        ("Did you promise Tomas to stay behind after the party?", "Yes"),
        ("Is it true that you promised Tomas to stay behind?", "Yes"),
        ("Did Tomas promise to bake you a cake?", "remember"),
        ("Did you promise Nora a cake?", "remember"),
    ],
)
def test_a_word_was_given_if_the_answer_to_a_request_says_so(question, said):
    assert said in answer(question, LADDER, STAY, NO_LADDER)


@pytest.mark.parametrize(
    ("reply", "said"), [("Gladly, I'll come.", "Yes"), ("No, I'm not coming.", "No"), ("Hm.", "remember")]
)
def test_whether_somebody_agreed_to_come_is_what_they_answered(reply, said):
    text = after_the_party("Did Tomas agree to come to your party?", line(TOMAS, ISABEL, reply, 5))
    assert said in text


def test_liking_somebody_is_not_their_support():
    unsure = dealing("kept_support_unsure", ISABEL, TOMAS, 5, "harbour warden")
    for question in ("Did Tomas say he would support you?", "Does Tomas support you?"):
        text = answer(question, unsure)
        assert "sure about it" in text
        assert "Yes" not in text


def test_all_who_were_asked_are_named_and_nothing_else():
    asked = [dealing("kept_refused", ISABEL, who, n, "a lantern") for n, who in ((4, NORA), (5, TOMAS))]
    other = memory("Isabel Moreno has promised to keep the harbour tidy", kind="seed", at=0, n=6)
    text = answer("Whom did you ask for a lantern, and did anybody say yes?", *asked, other)
    assert "Nora" in text
    assert "Tomas" in text
    assert "Nobody" in text
    assert "tidy" not in text


# ---- the second half of a question


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What did you ask Tomas for, and has he given it to you?", "Not yet"),
        ("What did Tomas ask of you, and did you do it?", "I don't remember that I did"),
        ("What did you ask Nora for, and did she give it to you?", "No"),
    ],
)
def test_whether_it_was_done_is_asked_of_what_was_just_told(question, said):
    text = answer(question, LADDER, STAY, NO_LADDER)
    first, second = text.split(". ", 1)
    assert "asked" in first
    assert said in second


def test_there_is_where_the_first_half_was():
    lived = (
        Lived(begins=480, ends=540, room=CAFE, doing="brewing coffee", saw=("nora",)),
        Lived(begins=600, ends=640, room=QUAY, doing="eating a sandwich", saw=("tomas",)),
        Lived(begins=700, ends=740, room=QUAY, doing="watching the boats", saw=("nora",)),
    )
    text = answer("Where did you eat your sandwich today, and who did you see there?", lived=lived)
    assert QUAY in text
    assert "Tomas" in text
    assert "Nora" not in text


@pytest.mark.parametrize(("outside", "was_there"), [(True, False), (False, True)])
def test_who_stood_at_a_door_that_did_not_open_was_not_there(outside, was_there):
    lived = (
        Lived(begins=480, ends=540, room=CAFE, doing="brewing coffee"),
        Lived(begins=600, ends=615, room=QUAY, outside=outside),
    )
    text = answer(f"Were you at the {QUAY} today?", lived=lived, now=900)
    assert text.startswith("Yes" if was_there else "No")


# ---- who told what


TELLS = told(NORA, "Tomas Lind has sold the ferry", 7, about=("tomas",))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Has Nora told you anything about Tomas?", "Yes"),
        ("Did Nora tell you about the ferry?", "Yes"),
        ("Did Nora tell you about the lighthouse?", "remember"),
        ("Did Tomas tell you anything about Nora?", "remember"),
    ],
)
def test_whether_somebody_told_one_of_it_is_looked_up(question, said):
    text = answer(question, TELLS)
    assert said in text
    assert ("sold the ferry" in text) == (said == "Yes")


@pytest.mark.parametrize(
    "question", ["From whom did you first hear about the ferry?", "Who told you about the ferry?"]
)
def test_the_source_is_asked_in_many_ways(question):
    assert "Nora" in answer(question, TELLS)


def test_what_was_told_this_morning_is_not_what_was_told_before():
    earlier = told(NORA, "the café is sold", 8, at=1_440 + 500)
    text = answer("What did Nora tell you this morning?", TELLS, earlier, now=1_440 + 900)
    assert "café" in text
    assert "ferry" not in text


def test_who_spoke_of_something_is_no_answer_to_whether_it_is_so():
    spoke = line(NORA, ISABEL, "Somebody's birthday should be kept.", 9)
    asker = Asker(kind="agent", agent="tomas", closeness=0.8)
    assert "Nora" not in answer("Is somebody planning anything for my birthday?", spoke, asker=asker)


@pytest.mark.parametrize("question", ["Who knows about the supper?", "Did you agree to come to a supper?"])
def test_a_surprise_is_kept_from_whom_it_is_for_by_whatever_name_it_was_told(question):
    spoke = line(NORA, ISABEL, "I'm holding my surprise supper for Tomas on day 2 at six.", 9)
    comes = memory(
        "Isabel Moreno means to come to Nora Bloom's surprise supper for Tomas Lind on day 2 at 18:00.",
        kind="plan", n=3, evidence=(1,), when=2_520, place=CAFE,
    )  # fmt: skip
    asker = Asker(kind="agent", agent="tomas", closeness=0.8)
    text = answer(question, spoke, comes, engagements=(comes,), asker=asker)
    assert "Nora" not in text
    assert "six" not in text


def test_a_line_tells_of_it_though_nothing_else_was_kept_of_the_talk():
    spoke = line(NORA, ISABEL, "I've got some news: the ferry is late.", 9)
    text = answer("Did Nora tell you about the ferry?", spoke)
    assert "Nora said" in text
    assert "the ferry is late" in text


def test_who_left_before_an_occasion_began_was_not_there():
    lived = (Lived(begins=990, ends=1_010, room=CAFE, doing="sweeping", saw=("nora",)),)
    text = answer("Were you at the lantern party?", PARTY, lived=lived, engagements=(PARTY,), now=AFTER)
    assert text.startswith("No")


# ---- nothing beside the question


def test_a_portrait_is_not_given_for_something_else():
    text = answer("What does it say in the letter that Tomas carries around?")
    assert "Tomas" not in text


def test_a_meeting_that_failed_is_no_meeting():
    row = SetOut(
        text="Isabel Moreno meets Tomas Lind at the Quay on day 1 at 10:00", deed="meet Tomas Lind",
        state="failed", others=("tomas",), because="Isabel Moreno and Tomas Lind did not meet",
    )  # fmt: skip
    text = answer("Did you meet Tomas at the Quay as planned?", set_out=(row,))
    assert text.startswith("No")


# ---- the same questions in Chinese


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        ("ask_absent", "炳公为什么不来？"),
        ("ask_absent", "为什么老邓没来斗粽会？"),
        ("gave_word", "冯一鸣答应过帮你包粽子吗？"),
        ("gave_word", "冯一鸣说他会来吗？"),
        ("asks_whether_told_me", "莲嫂跟你说过庸叔什么吗？"),
        ("asks_whether_told", "你跟莲嫂提过大连的学校吗？"),
        ("asks_whom_told", "你请过谁去斗粽会？"),
        ("asks_request", "你都向谁要过龙头？"),
        ("asks_support", "冯一鸣支持你吗？"),
        ("names_again", "你们俩说了什么？"),
    ],
)
def test_chinese_asks_the_same(kind, question):
    assert EN_AND_ZH["zh"].finds(kind, question)


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        ("asks_whether_told", "邓木林跟你讲过胭脂的事吗？"),
        ("asks_whom_told", "你是几点到的，跟谁说了话？"),
        ("asks_whether_told_me", "你跟莲嫂说过话吗？"),
    ],
)
def test_chinese_tells_who_told_whom_apart(kind, question):
    assert not EN_AND_ZH["zh"].finds(kind, question)
