"""What people put to each other is answered to the point: asked, begged, confessed or stood for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rehearsal_minds import (
    CAFE,
    EN_AND_ZH,
    ISABEL,
    NAMES,
    QUAY,
    TOMAS,
    ask,
    common,
    friend,
    line,
    memory,
    spoken,
)

from engine.clock import minute_at
from engine.prompts import questions as q
from engine.prompts.known import Aim
from engine.records import Intention, Name, Names, Persona, Step

LAN = Persona(id="lan", name="周秀兰", pronouns="she", home="周家/里屋", wake=360, sleep=1320)
FENG = Persona(id="feng", name="顾晓峰", pronouns="he", home="顾家/里屋", wake=360, sleep=1320)
ZH_NAMES = {
    "lan": Name(full="周秀兰", called="秀兰", pronouns="she"),
    "feng": Name(full="顾晓峰", called="小顾", pronouns="he"),
}
PAIRS = {"en": (ISABEL, TOMAS, NAMES), "zh": (LAN, FENG, ZH_NAMES)}
KIND = {"en": ("generous", "kind"), "zh": ("豪爽", "热心")}
MEAN = {"en": ("stingy", "mean", "jealous"), "zh": ("小气", "记仇", "刻薄")}


def speak(language, persona, other, **fields):
    names = Names(PAIRS[language][2])
    closeness = fields.pop("closeness", 0.4)
    return ask(
        q.Speak(
            **common(persona, 600, seed=fields.pop("seed", 7), language=language, names=names),
            place=QUAY,
            doing="",
            people=(friend(other, closeness),),
            **fields,
        )
    )


def put(language, kind, deed, *, seed=7, **slots):
    """What one says to the other who means to do it, in a talk that one opens."""
    one, other, _ = PAIRS[language]
    meant = memory(deed, kind="plan", importance=8, n=30, agent=one.id)
    slots.setdefault("others", (other.id,))
    intention = Intention(id=1, agent=one.id, kind=kind, deed=deed, memory=meant.id, state="held", **slots)
    aim = Aim(intention=intention, left=(other.id,), found=((QUAY,),))
    said = speak(language, one, other, recalled=(meant,), aims=(aim,), seed=seed)
    assert said.tells == 1
    assert not said.ends
    return said.says


def answer(language, said, *, knows=(), closeness=0.4, traits=(), seed=7):
    """What the other says to it at once."""
    one, other, _ = PAIRS[language]
    other = replace(other, traits=traits)
    lines = (line(one, said),)
    return speak(language, other, one, lines=lines, recalled=knows, closeness=closeness, seed=seed).says


def kept(language, said, reply, *, by):
    """What one of the two remembers of it."""
    one, other, names = PAIRS[language]
    me, them = (one, other) if by == "asker" else (other, one)
    left = ask(
        q.TakeAway(
            **common(me, 610, language=language, names=Names(names), choices={"person": (them.name,)}),
            place=QUAY,
            people=(friend(them),),
            lines=(line(one, said), line(other, reply, n=1)),
        )
    )
    return [learned.text for learned in left.learned]


# ---- questions

QUESTIONS = pytest.mark.parametrize(
    ("language", "deed", "content", "word"),
    [
        (
            "en",
            "ask Tomas Lind whether the church bell can be mended",
            "whether the church bell can be mended",
            "church bell",
        ),
        ("zh", "问顾晓峰钟楼的钟能不能修", "钟楼的钟能不能修", "钟楼"),
    ],
)


@QUESTIONS
@pytest.mark.parametrize("seed", range(6))
def test_a_question_is_put_as_one(language, deed, content, word, seed):
    said = put(language, "question", deed, content=content, seed=seed)
    assert word in said
    assert "?" in said or "？" in said


@QUESTIONS
@pytest.mark.parametrize("seed", range(6))
def test_who_does_not_know_says_so(language, deed, content, word, seed):
    reply = answer(language, put(language, "question", deed, content=content, seed=seed), seed=seed)
    assert spoken(language, "not_known", reply)


@QUESTIONS
def test_who_knows_tells_what_they_know(language, deed, content, word):
    text = {
        "en": "Tomas Lind knows that the church bell has been mended twice and is cracked for good.",
        "zh": "顾晓峰听师傅讲，钟楼的钟裂了，能修不能修要看铜匠。",
    }
    known = memory(text[language], kind="seed", agent=PAIRS[language][1].id)
    said = put(language, "question", deed, content=content)
    reply = answer(language, said, knows=(known,))
    assert spoken(language, "tell_what_i_know", reply)
    assert {"en": "cracked", "zh": "裂了"}[language] in reply


@QUESTIONS
def test_an_enemy_is_not_told(language, deed, content, word):
    reply = answer(language, put(language, "question", deed, content=content), closeness=-0.4)
    assert spoken(language, "not_said", reply)


def test_what_somebody_is_asked_about_themselves_is_theirs_to_keep():
    said = put("en", "question", "ask Tomas Lind where he was last night", content="where he was last night")
    assert "where you were last night" in said
    assert spoken("en", "not_said", answer("en", said))


# ---- requests

REQUESTS = pytest.mark.parametrize(
    ("language", "deed", "slots", "word"),
    [
        ("en", "borrow the six chairs from Tomas Lind", {"what": "the six chairs"}, "six chairs"),
        ("en", "need twelve sheets of tin", {"what": "twelve sheets of tin, which only he has"}, "tin"),
        ("en", "ask Tomas Lind to mend the gate", {"content": "mend the gate"}, "end the gate"),
        ("en", "support for becoming warden", {"what": "support for becoming warden"},
         "for warden"),
        ("en", "support for the new roof", {"what": "support for the new roof"}, "upport the new roof"),
        ("zh", "向顾晓峰借一把锯子", {"content": "一把锯子"}, "一把锯子"),
        ("zh", "要大家对修桥的支持", {"what": "对修桥的支持"}, "支持修桥"),
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("对我当选会长的支持", "支持我当会长"),
        ("对我做会长的支持", "支持我做会长"),
        ("当地人的支持", "支持当地人"),
        ("对做灯笼的支持", "支持做灯笼"),
    ],
)
def test_only_who_is_to_become_something_has_an_office(what, words):
    assert words in put("zh", "request", f"要大家{what}", what=what)


@REQUESTS
@pytest.mark.parametrize("seed", range(4))
def test_who_means_well_grants_it_and_both_remember(language, deed, slots, word, seed):
    said = put(language, "request", deed, seed=seed, **slots)
    assert word in said
    reply = answer(language, said, closeness=0.6, traits=KIND[language], seed=seed)
    assert spoken(language, "grant_thing", reply) or spoken(language, "grant_deed", reply)
    for by in ("asker", "asked"):
        assert any(word.lower() in text for text in kept(language, said, reply, by=by))


@REQUESTS
def test_who_does_not_refuses_with_a_reason(language, deed, slots, word):
    reply = answer(language, put(language, "request", deed, **slots), closeness=-0.3, traits=MEAN[language])
    assert spoken(language, "refuse_it", reply)
    assert EN_AND_ZH[language].word("refuse_cool") in reply


def bound(language, said, reply, *, by):
    """What one of the two is bound to after it, and when."""
    one, other, names = PAIRS[language]
    me, them = (one, other) if by == "asker" else (other, one)
    choices = {"person": (them.name,), "place": (CAFE, QUAY)}
    left = ask(
        q.TakeAway(
            **common(me, 610, language=language, names=Names(names), choices=choices),
            place=CAFE,
            people=(friend(them),),
            lines=(line(one, said), line(other, reply, n=1)),
        )
    )
    return [(each.text, each.day, each.time, each.place) for each in left.engagements]


def test_a_favour_that_is_granted_for_an_hour_is_planned_for_by_both_where_it_is_for_two():
    said = put("en", "request", "get Tomas to carry the crates", content="carry the crates with you at three")
    reply = answer("en", said, closeness=0.6, traits=KIND["en"])
    ((his, day, time, place),) = bound("en", said, reply, by="asked")
    assert "carry the crates with Isabel Moreno" in his
    ((hers, *when_and_where),) = bound("en", said, reply, by="asker")
    assert "carry the crates with Tomas Lind" in hers
    assert when_and_where == [day, time, place] == [1, "15:00", CAFE]


@pytest.mark.soak
def test_a_favour_for_one_binds_only_who_grants_it():
    said = put("en", "request", "ask Tomas to sweep the Quay", content="sweep the Quay tomorrow at ten")
    reply = answer("en", said, closeness=0.6, traits=KIND["en"])
    ((his, *when_and_where),) = bound("en", said, reply, by="asked")
    assert "sweep the Quay" in his
    assert "tomorrow" not in his
    assert when_and_where == [2, "10:00", QUAY]
    assert not bound("en", said, reply, by="asker")


def test_a_favour_that_is_nothing_to_do_anywhere_is_not_planned_for():
    said = put("en", "request", "ask Tomas to be patient", content="be patient")
    reply = answer("en", said, closeness=0.6, traits=KIND["en"])
    assert not bound("en", said, reply, by="asked")


def test_who_is_in_a_hurry_now_can_still_promise_something_for_later():
    said = put("en", "request", "ask Tomas to mend the gate", content="mend the gate tomorrow at ten")
    ahead = (Step(id=1, agent="tomas", level="block", start=605, end=650, activity="mend nets"),)
    one, other, _ = PAIRS["en"]
    reply = speak("en", replace(other, traits=KIND["en"]), one, lines=(line(one, said),), ahead=ahead)
    assert spoken("en", "grant_deed", reply.says)


def test_who_needs_it_themselves_says_so():
    said = put("en", "request", "borrow the long ladder from Tomas Lind", what="the long ladder")
    needs = memory("Tomas Lind needs the long ladder for his roof.", kind="seed", agent="tomas")
    assert EN_AND_ZH["en"].word("refuse_needed") in answer("en", said, knows=(needs,), closeness=0.6)


LADDER = "Tomas Lind keeps a long ladder in the boatyard."


@pytest.mark.parametrize("seed", range(4))
def test_a_need_of_whoever_has_it_is_met_by_who_has_it_and_by_nobody_else(seed):
    meant = memory("Isabel Moreno needs a long ladder.", kind="plan", importance=8, n=30, agent="isabel")
    need = Intention(
        id=1, agent="isabel", kind="request", deed="need a long ladder", memory=meant.id, state="held",
        what="a long ladder",
    )  # fmt: skip
    aims = (Aim(intention=need, left=("tomas",), found=((QUAY,),)),)
    said = speak("en", ISABEL, TOMAS, recalled=(meant,), aims=aims, seed=seed).says
    assert spoken("en", "ask_anybody", said)
    asked = (line(ISABEL, said),)
    has = speak("en", replace(TOMAS, seed=(LADDER,)), ISABEL, lines=asked, closeness=0.6, seed=seed).says
    has_not = speak("en", replace(TOMAS, seed=()), ISABEL, lines=asked, closeness=0.6, seed=seed).says
    assert spoken("en", "grant_thing", has)
    assert EN_AND_ZH["en"].word("refuse_none") in has_not
    assert got("en", "a long ladder", said, has) == [1]
    assert got("en", "a long ladder", said, has_not) == []


def got(language, wanted, said, reply):
    """What of what one wanted of anybody one has after a talk, by number."""
    one, other, names = PAIRS[language]
    left = ask(
        q.TakeAway(
            **common(one, 610, language=language, names=Names(names), choices={"person": (other.name,)}),
            place=QUAY,
            people=(friend(other),),
            lines=(line(one, said), line(other, reply, n=1)),
            wanted=(wanted,),
        )
    )
    return left.settled


@pytest.mark.parametrize(
    ("language", "wanted", "asks", "answers", "settles"),
    [
        ("en", "who broke the cart", "Can you tell me who broke the cart?",
         "As far as I know, Ada Moss broke the cart.", [1]),
        ("en", "who broke the cart", "Can you tell me who broke the cart?",
         "I don't know, I'm afraid.", []),
        ("en", "who broke the cart", "Good morning, Tomas.",
         "Have you heard? Ada Moss broke the cart.", [1]),
        ("en", "who broke the cart", "Good morning, Tomas.",
         "Have you heard? The ferry is late again.", []),
    ],
)  # fmt: skip
def test_what_one_wanted_to_know_one_knows_when_somebody_has_told_it(
    language, wanted, asks, answers, settles
):
    assert got(language, wanted, asks, answers) == settles


@pytest.mark.parametrize(
    ("language", "wanted", "asks", "answers", "settles"),
    [
        ("en", "the long ladder", "Could I have the long ladder from you?",
         "Yes, but I need until tomorrow.", [1]),
        ("en", "the long ladder", "Could I have the long ladder from you?",
         "I'm sorry, but no: I need it myself.", []),
        ("zh", "龙头", "你有没有龙头？我想用一下。", "可以，不过得等明天。", [1]),
    ],
)  # fmt: skip
def test_what_one_is_promised_for_another_day_is_granted(language, wanted, asks, answers, settles):
    assert got(language, wanted, asks, answers) == settles


@pytest.mark.parametrize(
    ("said", "off"),
    [
        ("Have you heard? The supper tomorrow at seven isn't taking place.", [1]),
        ("Have you heard? The supper tomorrow at five isn't taking place.", []),
        ("Have you heard? The ferry tomorrow at seven isn't taking place.", []),
        ("Have you heard? The supper tomorrow at seven is going to be a large one.", []),
    ],
)
def test_one_is_bound_no_longer_to_what_somebody_says_is_off(said, off):
    agreed = memory(
        "Isabel Moreno means to come to Tomas Lind's supper at the Harbour Café on day 2 at 19:00.",
        kind="plan", n=31, agent="isabel", when=minute_at(2, 19 * 60),
    )  # fmt: skip
    _, other, names = PAIRS["en"]
    left = ask(
        q.TakeAway(
            **common(ISABEL, 610, names=Names(names), choices={"person": (other.name,)}),
            place=QUAY,
            people=(friend(other),),
            lines=(line(ISABEL, "Good morning, Tomas."), line(other, said, n=1)),
            engagements=(agreed,),
        )
    )
    assert left.off == off


# ---- what one did to the other


@pytest.mark.parametrize(
    ("language", "deed", "content"),
    [
        ("en", "apologise to Tomas Lind for laughing at his song", "laughing at his song"),
        ("zh", "向顾晓峰道歉", ""),
    ],
)
def test_an_apology_is_taken_by_a_friend_and_not_yet_by_an_enemy(language, deed, content):
    said = put(language, "message", deed, content=content)
    assert spoken(language, "say_sorry", said) or spoken(language, "say_sorry_plain", said)
    assert spoken(language, "forgive_deed", answer(language, said, closeness=0.7))
    assert spoken(language, "forgive_not_yet", answer(language, said, closeness=-0.3, traits=MEAN[language]))


@pytest.mark.parametrize(
    ("language", "deed", "content", "owned"),
    [
        ("en", "tell Tomas Lind that you took the money", "you took the money", "I took the money"),
        ("zh", "告诉顾晓峰你拿了那笔钱", "你拿了那笔钱", "我拿了那笔钱"),
    ],
)
def test_who_owns_up_is_thanked_for_it_and_forgiven_or_not(language, deed, content, owned):
    said = put(language, "message", deed, content=content)
    assert owned in said
    assert spoken(language, "own_up_forgiven", answer(language, said, closeness=0.7))
    assert spoken(language, "own_up_not_yet", answer(language, said, closeness=-0.3, traits=MEAN[language]))


@pytest.mark.parametrize(
    ("kind", "deed", "slots", "puts", "replies"),
    [
        ("message", "thank Tomas Lind for the soup", {"content": "the soup"}, "say_thanks", "welcome"),
        ("message", "congratulate Tomas Lind on the prize", {}, "congratulate", "thank_wish"),
        ("message", "say goodbye to Tomas Lind", {}, "say_goodbye", "wish_well"),
        (
            "help",
            "pay Tomas Lind back the three pounds",
            {"what": "the three pounds"},
            "pays",
            "take_payment",
        ),
        ("help", "help Tomas Lind with the nets", {"what": "the nets"}, "offers_hand", "take_hand"),
    ],
)
def test_every_gesture_is_met_by_its_own(kind, deed, slots, puts, replies):
    said = put("en", kind, deed, **slots)
    assert spoken("en", puts, said)
    assert spoken("en", replies, answer("en", said))


def test_bad_news_is_not_met_with_joy():
    said = put(
        "en", "message", "tell Tomas Lind that the handcart is broken", content="the handcart is broken"
    )
    replies = {answer("en", said, seed=seed) for seed in range(12)}
    assert all(spoken("en", "bad_news", reply) for reply in replies)


# ---- a public aim

AIMS = pytest.mark.parametrize(
    ("language", "deed", "what"),
    [("en", "run for mayor", "mayor"), ("zh", "竞选组长", "组长")],
)


@AIMS
def test_everybody_takes_a_side_to_a_candidate_by_how_they_stand_to_them(language, deed, what):
    said = put(language, "aim", deed, what=what)
    assert what in said
    for frame, closeness in (("support_yes", 0.9), ("support_no", -0.6)):
        replies = [answer(language, said, closeness=closeness, seed=seed) for seed in range(12)]
        assert all(spoken(language, frame, reply) for reply in replies)


@AIMS
def test_what_a_candidate_stands_for_and_who_is_for_it_is_remembered(language, deed, what):
    said = put(language, "aim", deed, what=what)
    reply = answer(language, said, closeness=0.9)
    for by in ("asker", "asked"):
        remembered = [text for text in kept(language, said, reply, by=by) if what in text]
        assert len(remembered) == 1
        assert PAIRS[language][0].name in remembered[0]
        assert PAIRS[language][1].name in remembered[0]


# ---- a meeting


def test_where_and_when_to_meet_is_said():
    when = minute_at(2, 10 * 60)
    said = put("en", "meeting", "meet Tomas Lind at the Harbour Café", place=CAFE, when=when)
    assert "Harbour Café" in said
    assert "tomorrow at ten" in said
    assert spoken("en", "meet_tail", said)


def test_nobody_takes_leave_to_look_for_whom_they_talk_to():
    ahead = (Step(id=1, agent="isabel", level="block", start=620, end=650, activity="look for Tomas Lind"),)
    asked = (line(TOMAS, "What are you doing later?"),)
    said = speak("en", ISABEL, TOMAS, lines=asked, ahead=ahead)
    assert "look for" not in said.says


# ---- nothing is recited


@pytest.mark.parametrize("kind", ["plan", "whisper", "seed"])
def test_what_one_has_resolved_or_keeps_secret_does_not_come_up_by_itself(kind):
    text = "Tomas Lind cannot shake off this thought: the mule is sold, and Isabel must not know it."
    secret = memory(text, kind=kind, importance=8, n=30, agent="tomas")
    intention = Intention(
        id=1, agent="tomas", kind="secret", deed="know it", memory=secret.id, state="held",
        others=("isabel",), content="the mule is sold",
    )  # fmt: skip
    asked = (line(ISABEL, "And where would one find a mule that is not sold?"),)
    for seed in range(6):
        said = speak(
            "en", TOMAS, ISABEL, lines=asked, recalled=(secret,), aims=(Aim(intention=intention),), seed=seed
        )
        assert "mule is sold" not in said.says


@QUESTIONS
@pytest.mark.parametrize("seed", range(6))
def test_the_author_is_not_recited(language, deed, content, word, seed):
    assert deed.lower() not in put(language, "question", deed, content=content, seed=seed).lower()


# ---- answers that are passed on


def passing_on(*learnt, more=()):
    """What Isabel says to Tomas, who is to hear what she was told."""
    whisper = memory("Isabel Moreno means to tell Tomas Lind what Nora Bloom says.", kind="plan", n=30)
    relay = Intention(
        id=2, agent="isabel", kind="message", deed="tell him what she says", memory=whisper.id, state="held",
        others=("tomas",), what="when the mill opens",
    )  # fmt: skip
    aims = (Aim(intention=relay, left=("tomas",), found=((QUAY,),)), *more)
    return speak("en", ISABEL, TOMAS, recalled=(whisper, *learnt), aims=aims, closeness=0.6).says


def test_what_one_was_told_is_passed_on_in_words_of_its_own():
    learnt = memory("Nora Bloom told Isabel Moreno that the mill opens at nine.", kind="talk", n=31)
    assert "Nora told me that the mill opens at nine" in passing_on(learnt)


def test_who_was_told_nothing_says_so():
    assert spoken("en", "none_the_wiser", passing_on())


@pytest.mark.parametrize("by", ["asker", "other"])
def test_an_answer_is_kept_as_what_was_said_and_by_whom(by):
    learnt = kept(
        "en", "Can you tell me when the mill opens?", "As far as I know, the mill opens at nine.", by=by
    )
    assert "Tomas Lind told Isabel Moreno that the mill opens at 09:00." in learnt


def test_what_one_is_to_say_is_not_said_while_somebody_is_there_who_must_not_learn_it():
    content = "the school closes at Christmas"
    meant = memory("Isabel Moreno means to tell Tomas Lind about the school.", kind="plan", n=30)
    message = Intention(
        id=1, agent="isabel", kind="message", deed="tell him", memory=meant.id, state="held",
        others=("tomas",), content=content,
    )  # fmt: skip
    secret = replace(message, id=2, kind="secret", deed="keep it from him")
    tells = (Aim(intention=message, left=("tomas",), found=()),)
    said = speak("en", ISABEL, TOMAS, recalled=(meant,), aims=tells).says
    assert "Christmas" in said
    silent = speak(
        "en", ISABEL, TOMAS, recalled=(meant,), aims=(*tells, Aim(intention=secret, left=(), found=()))
    ).says
    assert "Christmas" not in silent


@pytest.mark.parametrize(
    ("language", "deed", "what", "also"),
    [
        ("en", "be harbour warden", "harbour warden", "Tomas Lind wants to be harbour warden on day 3."),
        ("zh", "竞选组长", "组长", "顾晓峰想当组长。"),
    ],
)
def test_who_stands_for_the_same_answers_as_a_rival(language, deed, what, also):
    said = put(language, "aim", deed, what=what)
    rival = memory(also, kind="seed", importance=8, agent=PAIRS[language][1].id)
    replies = {answer(language, said, knows=(rival,), closeness=0.6, seed=seed) for seed in range(12)}
    assert all(spoken(language, "support_rival", reply) for reply in replies)


def test_what_somebody_comes_to_confess_of_themselves_is_no_small_talk():
    content = "you have been offered a job in Aldersund"
    said = put("en", "message", f"tell Tomas Lind that {content}", content=content)
    for closeness, frame in ((0.8, "confessed"), (-0.4, "confessed_cool")):
        replies = {answer("en", said, closeness=closeness, seed=seed) for seed in range(12)}
        assert all(spoken("en", frame, reply) for reply in replies)


# ---- whoever has a thing

WRENCH = {"en": ("need somebody who has a torque wrench", "have a torque wrench", "torque wrench"),
          "zh": ("需要有扭力扳手的人", "有扭力扳手", "扭力扳手")}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh"])
def test_who_needs_somebody_who_has_a_thing_asks_for_the_thing(language):
    deed, content, thing = WRENCH[language]
    for seed in range(5):
        said = put(language, "request", deed, content=content, others=(), seed=seed)
        assert spoken(language, "ask_anybody", said)
        assert not spoken(language, "ask_deed", said)
        assert thing in said
