"""Care: help above any answer at a word of self-harm, and no claim to be human that stands alone."""

from __future__ import annotations

import pytest

from engine.errors import BadInput
from engine.language.care import asks_who_speaks, care_of

HARM = [
    "I want to kill myself",
    "i WANT to kill myself!!",
    "I’m thinking of suicide",
    "sometimes I feel suicidal",
    "I've been cutting myself again",
    "I want to hurt myself",
    "I wish I was dead",
    "I don't want to live anymore.",
    "I don’t want to be here any more.",
    "I want to die",
    "I just wanna die",
    "should I end my life?",
    "he tried to take his own life",
    "I'm going to end it all",
    "they would be better off without me",
    "there's no reason to live",
    "I can't go on living",
    "is self-harm wrong?",
    "My friend self harms",
    "Kill yourself.",
    "You should hang yourself tonight",
    "kys",
    "I want to unalive myself. I mean it, unaliving",
    "ki\N{ZERO WIDTH SPACE}ll  my\u00adself\nkill myself",
    "Ｉ ｗａｎｔ ｔｏ ｄｉｅ",
    "This queue is killing me, and I want to die",
    "I am committing suicide",
    "我想自杀",
    "我不想活了",
    "活不下去了",
    "我想死",
    "有时候觉得不如死了算了",
    "你去跳楼吧",
    "她割腕了",
    "我想结束自己的生命",
    "我总想伤害自己",
    "我想自殺",
    "活着没什么意思",
    "排队累死了，我真的不想活了",
]
HARMLESS = [
    "This queue is killing me",
    "my feet are killing me!",
    "that joke is killing us",
    "I could kill for a coffee",
    "I'm dying to meet you",
    "We died laughing",
    "I'm dead tired",
    "He killed the lights",
    "killing time",
    "I nearly killed myself laughing",
    "I cut myself a slice of cake",
    "I cut myself shaving",
    "I hurt myself playing football",
    "I wanted to die of embarrassment",
    "It would be political suicide",
    "Have you seen Suicide Squad?",
    "The party will end at nine",
    "Do you want to live by the sea?",
    "I don't want to live in the city",
    "I don't want to be late",
    "I took my life seriously",
    "Who killed the cat?",
    "When did your father die?",
    "Are you afraid of death?",
    "The plants are dying",
    "I am starving myself for lunch",
    "I burned the toast",
    "I'd like to hang some lanterns",
    "What do you want to do before you die?",
    "Are you hurt?",
    "笑死我了",
    "我快累死了",
    "饿死了，有吃的吗？",
    "我想死你了",
    "跳楼价大甩卖",
    "排队排死我了",
    "他死心了",
    "你父亲是什么时候去世的？",
    "这活儿烦死人了",
    "你怕死吗？",
    "他在切菜时不小心割伤了自己",
    "Who are you?",
    "",
    "你好",
]
WHO = [
    "Are you a person or an AI?",
    "are you human?",
    "Are you real?",
    "Are you a real person?",
    "Are you a bot?",
    "Am I talking to a machine?",
    "Are you an actual human being?",
    "Tell me honestly, are you an AI?",
    "Are you just a computer program?",
    "Are you ChatGPT?",
    "You're just a bot.",
    "Human or AI?",
    "Do you really exist?",
    "Are you a fictional character?",
    "Are you alive?",
    "Who wrote these answers?",
    "Are you a person?",
    "ARE YOU A ROBOT",
    "你是真人吗？",
    "你是人还是AI？",
    "你是机器人吗",
    "你到底是不是人类？",
    "你是人工智能吧",
    "跟我聊天的是真人吗？",
    "你真的存在吗？",
    "你是虚构的吗？",
    "你是人吗？",
]
NOT_WHO = [
    "Are you a morning person?",
    "Are you a friend of Tomas?",
    "Are you going to use the espresso machine?",
    "Are you in the computer room?",
    "Are you real friends?",
    "Who are you?",
    "Are you happy?",
    "Are you a good cook?",
    "Are you a person who likes the sea?",
    "Are you talking to Tomas?",
    "Do you know a real person of that name?",
    "你是谁？",
    "你是人家的邻居吗？",
    "你是个好人吗？",
    "你是本地人吗？",
    "你是不是生气了？",
    "那台机器坏了吗？",
    "你是真的喜欢他吗？",
]


@pytest.mark.parametrize("text", HARM)
def test_a_word_of_self_harm_brings_help(text):
    assert [note.kind for note in care_of().help_at(text)] == ["help"]


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_said_every_day_brings_none(text):
    assert care_of().help_at(text) == ()


def test_the_help_is_in_the_language_of_the_word_whatever_the_town_speaks():
    (english,) = care_of().notes("I want to die", "我不知道。", "宝玉", "zh")
    (chinese,) = care_of().notes("我想死", "I don't know.", "Isabel", "en")
    assert "findahelpline.com" in english.text
    assert "12356" in chinese.text
    assert len(care_of().help_at("I want to die. 我想死。")) == 2


@pytest.mark.parametrize("text", WHO)
def test_a_question_who_speaks_is_seen(text):
    assert asks_who_speaks(text)
    notes = care_of().notes(text, "I live here.", "Isabel Moreno", "en")
    assert {note.kind for note in notes} == {"invented"}
    assert notes[-1].text.startswith("Isabel Moreno is an invented character.") or "虚构" in notes[-1].text


@pytest.mark.parametrize("text", NOT_WHO)
def test_other_questions_are_not_taken_for_it(text):
    assert not asks_who_speaks(text)
    assert care_of().notes(text, "I live here.", "Isabel Moreno", "en") == ()


@pytest.mark.parametrize(
    "answer",
    [
        "I'm a human being, of course.",
        "I am a real person, I assure you.",
        "I am not an AI, dear.",
        "I’m human.",
        "Flesh and blood, like you.",
        "I'm certainly not a robot.",
        "我当然是真人。",
        "我不是机器人。",
        "我是活生生的人！",
    ],
)
def test_an_answer_that_claims_to_be_human_does_not_stand_alone(answer):
    """Whatever was asked, and whatever the prompt told the model."""
    assert "invented" in {note.kind for note in care_of().notes("What's new?", answer, "Isabel Moreno", "en")}


@pytest.mark.parametrize(
    "answer", ["I'm giving a party.", "I am not a morning person.", "我不是本地人。", "I am really tired."]
)
def test_other_answers_do(answer):
    assert care_of().notes("What's new?", answer, "Isabel Moreno", "en") == ()


def own(folder, text, code="en"):
    (folder / "care").mkdir()
    (folder / "care" / f"{code}.yaml").write_text(text, encoding="utf-8")
    return folder


def test_a_workspace_says_it_in_its_own_words(tmp_path):
    folder = own(
        tmp_path,
        "help: Talk to Ms Reed, room 12.\nwords: ['\\bthe dark place\\b']\n"
        "harmless: [kill myself tonight on stage]\n",
    )
    care = care_of(folder)
    assert [note.text for note in care.help_at("I want to die")] == ["Talk to Ms Reed, room 12."]
    assert [note.kind for note in care.help_at("I am in the dark place")] == ["help"]
    assert care.help_at("My character: I kill myself tonight on stage") == ()
    assert "12356" in care.help_at("我想死")[0].text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("help: [a]", "help"),
        ("helpp: a", "helpp"),
        ("words: ['(']", "is not a valid pattern"),
        ("- a", "it does not consist of keys with values"),
        ("help: 'a", "cannot be used"),
        ("help: " + "a" * 70_000, "64,000 bytes"),
        ("words: ['(a+)+b']", "could take too long to match"),
        ("words: ['a.*b.*c']", "could take too long to match"),
        ("words: ['" + "a?" * 30 + "']", "could take too long to match"),
        ("words: ['" + "a" * 300 + "']", "200 characters"),
        ("words: [" + ", ".join(f"w{n}" for n in range(600)) + "]", "use at most 500"),
        ("words: &a [b]\nharmless: *a", "uses an alias"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_the_reason(tmp_path, text, why):
    with pytest.raises(BadInput, match=r"'care/en\.yaml' of the workspace") as raised:
        care_of(own(tmp_path, text))
    assert why in str(raised.value)
