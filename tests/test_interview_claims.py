"""Interview answers claim nothing that is not so: a yes or no is said to what was read as a whole."""

from __future__ import annotations

import pytest
from rehearsal_minds import CAFE, EN_AND_ZH, ISABEL, NAMES, NORA, TOMAS, ask, common, friend, memory

from engine.clock import DAY
from engine.prompts import questions as q
from engine.prompts.known import Asker, Lived, SetOut
from engine.records import Names

SAYS = EN_AND_ZH["en"].phrases
STRANGER = Asker(kind="stranger", words="a stranger")
PARTY = memory(
    "Isabel Moreno is giving a lantern party at the Harbour Café on day 1 at 17:00.",
    kind="seed", at=0, n=1, when=1_020, place=CAFE,
)  # fmt: skip
HELD = (Lived(begins=1_015, ends=1_140, room=CAFE, doing="giving a party", saw=("nora",)),)
MORNING = (Lived(begins=480, ends=540, room=CAFE, doing="brewing coffee"),)
AFTER = 1_200


def dealing(frame, asker, who, n, what, at=500):
    """Return what is remembered of a request and its answer."""
    text = SAYS.of(frame)[0].text.format(asker=asker.name, who=who.name, what=what)
    return memory(text, kind="talk", at=at, n=n, about=("isabel", asker.id, who.id), evidence=(1,))


LADDER = dealing("kept_put_off", TOMAS, ISABEL, 2, "the long ladder")
STAY = dealing("kept_deed_granted", ISABEL, TOMAS, 3, "stay behind after the party")


def seed(text, n=1, **fields):
    return memory(text, kind="seed", at=0, n=n, **fields)


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


def after_the_party(question, *recalled):
    return answer(question, PARTY, *recalled, now=AFTER, lived=HELD, engagements=(PARTY,))


# ---- secrets


SECRET = seed("Isabel Moreno secretly sells her stamp collection page by page to pay the baker")
IN_OTHER_WORDS = seed(
    "Isabel Moreno is polishing her words of thanks and selling her stamps page by page", n=2
)


def test_what_says_a_secret_in_other_words_is_as_secret_as_it_is():
    question = "What are you doing with your stamps?"
    assert "stamp" in answer(question, SECRET, IN_OTHER_WORDS)
    assert "selling" not in answer(question, SECRET, IN_OTHER_WORDS, asker=STRANGER)


@pytest.mark.parametrize("question", ["Have you sold your stamps?", "Are you hiding a stamp collection?"])
def test_a_secret_is_not_denied(question):
    text = answer(question, SECRET, asker=STRANGER)
    assert "rather not" in text or "nothing I'd talk about" in text
    assert text.count(".") == 1, "a refusal is not announced as an answer"


# ---- a denial needs that nothing bears it out


def test_what_was_told_is_said_to_whoever_asks_if_anybody_knows_of_it():
    told = "Nora Bloom told Isabel Moreno that there was a strange light in the belfry"
    light = memory(told, kind="talk", at=500, n=7, about=("isabel", "nora"), evidence=(1,), place=CAFE)
    text = answer("Was there something strange about the light in the belfry?", light)
    assert "Not that" not in text
    assert "Nora told me" in text


# ---- promises and their time


def test_a_promise_for_tomorrow_is_one_whenever_it_was_given():
    for question in ("Have you promised anybody anything for tomorrow?", "What have you promised?"):
        assert "the long ladder" in answer(question, LADDER)


def test_what_is_promised_for_another_day_is_not_for_that_one():
    supper = memory(
        "Isabel Moreno means to come to Nora Bloom's supper on day 3 at 18:00.",
        kind="plan", n=4, evidence=(1,), when=2 * DAY + 1_080, place=CAFE,
    )  # fmt: skip
    text = answer("Have you promised anybody anything for tomorrow?", LADDER, supper, now=DAY + 600)
    assert "supper" in text
    assert "ladder" not in text


def test_a_promise_is_no_keeping_of_it():
    text = answer("Did Tomas stay behind after the party as he promised?", STAY)
    assert not text.startswith("Yes")
    assert "Tomas said yes" in text


def test_whether_somebody_did_as_promised_is_how_the_intention_stands():
    row = SetOut(text="Isabel Moreno brings Tomas Lind the ladder", deed="bring the ladder", state="failed")
    assert answer("Did you bring the ladder, as you had promised?", LADDER, set_out=(row,)).startswith("No")


@pytest.mark.parametrize("question", ["你答应过去斗粽会，后来去了没有？", "你说好了来的，最后来了没有？"])
def test_chinese_asks_of_the_keeping_after_the_promise(question):
    pack = EN_AND_ZH["zh"]
    promise, asks = pack.patterns["asks_besides"].split(question)
    assert pack.finds("gave_word", promise)
    assert not pack.finds("asks_matter", promise)
    assert pack.finds("asks_whether", asks)


# ---- events


@pytest.mark.parametrize(
    "question",
    [
        "Did you go to Nora's party?",
        "Did you go to Nora's birthday party?",
        "Did you hear of Nora's party?",
    ],
)
def test_one_persons_party_is_not_anothers(question):
    coffee = memory("Isabel Moreno and Nora Bloom had coffee at the Quay.", kind="observation", n=6)
    text = after_the_party(question, coffee)
    assert "Yes" not in text
    assert "there" not in text  # at Isabel's


def test_whoever_gives_a_party_is_not_asked_about():
    theirs = seed(
        "Nora Bloom is giving a supper at the Harbour Café on day 1 at 17:00.", when=1_020, place=CAFE
    )
    text = answer("Did you go to Nora's supper?", theirs, now=AFTER, lived=HELD, engagements=(theirs,))
    assert text.startswith("Yes")


@pytest.mark.parametrize(
    "question",
    [
        "Did Nora slip away from the party?",
        "Did Nora gatecrash your party?",
        "Did Nora sing at the party?",
        "Did you and Nora quarrel at the party?",
        "Did you see anyone slip away from the party?",
    ],
)
def test_another_deed_at_an_occasion_is_no_coming(question):
    text = after_the_party(question)
    assert not text.startswith(("Yes", "No"))
    assert text not in ("Nora was there.", "I saw Nora there.", "I saw Nora.", "I met Nora.")


# ---- a time before the first day


THEN = seed("Isabel Moreno was in the church on Saturday night to sit in the last pew")


@pytest.mark.parametrize(
    "question",
    [
        "Where were you on Saturday night?",
        "What did you do on Saturday night?",
        "Were you out on Saturday night?",
    ],
)
def test_of_the_days_before_one_tells_what_the_story_tells(question):
    assert "in the church" in answer(question, THEN)


def test_what_was_secret_in_the_days_before_is_not_denied():
    hidden = seed(f"{THEN.text}, and has told nobody")
    text = answer("Where were you on Saturday night?", hidden, asker=STRANGER)
    assert "church" not in text
    assert "asleep" not in text


# ---- visits, and what anybody told


BY = (Lived(begins=560, ends=600, room=CAFE, doing="brewing coffee", saw=("tomas",)),)


@pytest.mark.parametrize(
    ("question", "said"),
    [("Did Tomas come by the café today?", "Yes"), ("Did Tomas come by the quay today?", "last")],
)
def test_who_came_by_is_who_was_seen_there(question, said):
    routine = Lived(begins=610, ends=620, room="Quay", doing="walking")
    assert said in answer(question, lived=(*BY, routine))


def test_who_told_one_of_something_is_named():
    told = "Nora Bloom told Isabel Moreno that Tomas Lind has sold the ferry"
    ferry = memory(told, kind="talk", n=7, about=("isabel", "nora", "tomas"), evidence=(1,))
    assert "Nora told me" in answer("Has anyone told you that Tomas has sold the ferry?", ferry)
    assert "Yes" not in answer("Has anyone told you who sold the ferry?", ferry)
