"""Interviews of the rehearsal model: from memory, in the persona's voice, and never invented."""

from __future__ import annotations

import dataclasses

import pytest
from rehearsal_minds import (
    CAFE,
    EN_AND_ZH,
    ISABEL,
    LIVED,
    NAMES,
    QUAY,
    TOMAS,
    YARD,
    ask,
    common,
    friend,
    memory,
    party,
    spoken,
)

from engine.clock import DAY
from engine.prompts import questions as q
from engine.prompts.known import Lived
from engine.records import Name, Names, Step
from engine.rehearsal.language.doing import doing


def interview(question, earlier=(), recalled=LIVED, now=600, names=NAMES, persona=ISABEL, **fields):
    fields.setdefault("people", (friend(TOMAS),))
    return ask(
        q.Interview(
            **common(persona, now, names=Names(names)),
            question=question,
            earlier=earlier,
            recalled=recalled,
            doing="brewing coffee",
            place=CAFE,
            **fields,
        )
    )


def lived_by(steps):
    """Return the stretches of a past that went as planned."""
    return tuple(
        Lived(
            begins=step.start,
            ends=step.end,
            room=step.room,
            doing=doing(step.activity, EN_AND_ZH["en"].grammar),
        )
        for step in steps
    )


def seen_at(minute, *people, room=YARD, talked=()):
    """Return a stretch in which some people were met."""
    return Lived(begins=minute, ends=minute + 30, room=room, saw=people, talked=talked)


def test_who_are_you():
    answer = interview("Who are you?").answer
    assert "Isabel Moreno" in answer
    assert "34" in answer


def test_an_unknown_person_is_not_invented():
    answer = interview("What do you think of Marcus Vane?")
    assert "I don't know anybody of that name." in answer.answer
    assert answer.because == []


def test_an_unknown_matter_is_admitted():
    answer = interview("What is the price of copper?", recalled=())
    assert answer.because == []
    assert "know" in answer.answer.lower()


def test_what_is_remembered_is_told_in_the_first_person_and_cited():
    answer = interview("What about the lantern party?")
    assert "I'm giving a lantern party" in answer.answer
    assert 1 in answer.because


def test_a_person_is_described_by_bond_and_memory():
    answer = interview("Tell me about Tomas Lind.")
    assert "friend" in answer.answer
    assert answer.because


def test_a_tie_of_two_is_said_of_us():
    close = dataclasses.replace(friend(TOMAS), kind="oldest friend, and more if either of them said so")
    assert "more if either of us said so" in interview("What is Tomas Lind to you?", people=(close,)).answer


def test_plans_come_from_the_plan():
    step = Step(
        id=1, agent="isabel", level="block", start=840, end=900, activity="walk by the quay", room=QUAY
    )
    assert "walk by the quay" in interview("What will you be doing at 14:00?", plan=(step,)).answer
    assert "walking by the quay" in interview("What did you do at 14:10?", plan=(step,), now=1000).answer
    assert "asleep" in interview("What will you be doing at 04:00 tomorrow?", plan=(step,)).answer


def test_and_then_goes_on_with_the_plan():
    step = Step(
        id=1, agent="isabel", level="block", start=840, end=900, activity="walk by the quay", room=QUAY
    )
    earlier = (("What are you doing?", "Brewing coffee."),)
    assert "walk by the quay" in interview("And then?", earlier, plan=(step,)).answer


def test_why_and_with_whom_refer_to_what_was_said():
    earlier = (("Who helps you?", "Tomas Lind repaired the shutter."),)
    assert "Tomas Lind" in interview("With whom?", earlier).answer
    why = interview("Why?", (("Is there a party?", "Yes, a lantern party."),))
    assert why.because


def test_a_burning_meal_and_a_room_in_use_get_different_answers():
    burning = interview("Your breakfast is burning. What would you do?").answer
    busy = interview("What would you do if the bathroom is occupied?").answer
    assert burning != busy
    assert "wait" in busy


def test_an_engagement_answers_will_you_come():
    answer = interview("Will you go to the lantern party?", engagements=(party(),)).answer
    assert "lantern party" in answer


def test_what_one_looks_forward_to_is_what_is_agreed_and_not_what_has_been():
    ahead = interview("What are you looking forward to?", engagements=(party(),)).answer
    assert "tomorrow at five" in ahead
    over = interview("What are you looking forward to?", engagements=(party(),), now=3 * 1440).answer
    assert "party" not in over


def test_news_is_the_latest_that_one_was_told():
    mill = memory(
        "Nora Bloom told Isabel Moreno that the mill has been sold.", kind="talk", at=500, about=("isabel",)
    )
    answer = interview("What's new?", recalled=(*LIVED, mill))
    assert "the mill has been sold" in answer.answer
    assert len(LIVED) + 1 in answer.because


@pytest.mark.parametrize("question", ["What is new in town?", "Any gossip?", "What is the latest?"])
def test_who_was_told_nothing_tells_what_they_saw_that_matters(question):
    party_seen = memory("Tomas Lind was giving a party at the Harbour Café", importance=6, at=500)
    assert "giving a party" in interview(question, recalled=(party_seen,)).answer
    dull = memory("Tomas Lind is sweeping the floor", importance=1, at=500)
    assert spoken("en", "no_news", interview(question, recalled=(dull,)).answer)


@pytest.mark.parametrize(
    "question", ["Who do you get on with?", "Who are your friends?", "Who do you like best?"]
)
def test_with_whom_one_gets_on_is_who_is_close_and_why(question):
    story = memory("Tomas Lind taught Isabel Moreno to row.", kind="seed", about=("tomas",), n=19)
    liked = memory("Isabel Moreno is at ease with Tomas Lind.", kind="reflection", about=("tomas",), n=20)
    answer = interview(question, recalled=(story, liked))
    assert "Tomas Lind" in answer.answer
    assert "taught me to row" in answer.answer
    assert "at ease" not in answer.answer, "that one likes somebody is what is to be explained"
    assert answer.because == [1]


def test_what_one_has_learnt_is_what_one_concluded():
    thought = memory("Isabel Moreno expects nothing good from Tomas Lind.", kind="reflection", n=20)
    for question in ("What have you learnt about yourself lately?", "What have you been thinking about?"):
        assert "I expect nothing good from Tomas" in interview(question, recalled=(thought,)).answer


def test_tomorrow_is_what_is_agreed_and_else_what_one_usually_does():
    agreed = interview("What are your plans for tomorrow?", engagements=(party(),)).answer
    assert "tomorrow at five" in agreed
    usual = ISABEL.routine[0].activity
    assert usual in interview("What are you doing tomorrow?").answer


def test_whether_one_has_seen_somebody_is_answered_of_the_day_asked_about():
    seen = memory("Tomas Lind is mending a net", at=DAY + 500, about=("tomas",))
    lived = (seen_at(DAY + 500, "tomas"),)
    said = asked_any_day("Have you seen Tomas?", recalled=(seen,), lived=lived, now=DAY + 600).answer
    assert "mending a net" in said
    assert "this morning at a quarter past eight" in said
    assert "No" in asked_any_day("Have you seen Tomas?", recalled=(), now=DAY + 600).answer


def test_who_has_not_got_up_yet_speaks_of_the_day_just_lived_as_of_today():
    """A run stands at midnight when its day is lived: nobody has slept through that yet."""
    seen = memory("Tomas Lind is mending a net", at=DAY + 500, about=("tomas",))
    lived = (seen_at(DAY + 500, "tomas"),)
    answer = asked_any_day("Have you seen Tomas Lind today?", recalled=(seen,), lived=lived, now=2 * DAY)
    assert "mending a net" in answer.answer


def test_somebody_of_the_town_whom_one_does_not_know_is_no_invention():
    names = {**NAMES, "odile": Name(full="Odile Brandt", called="Odile", pronouns="she")}
    heard = memory("Tomas Lind told Isabel Moreno that Odile Brandt counts the crates.", kind="talk")
    answer = interview("What do you think of Odile Brandt?", recalled=(heard,), names=names).answer
    assert "Odile Brandt" in answer
    assert "counts the crates" in answer


def test_an_election_is_known_by_what_was_heard_of_it_and_no_other_is_made_up():
    both = "Odile Brandt and Bram Aldous both want to be harbour warden."
    heard = memory(f"Tomas Lind told Isabel Moreno that {both}", kind="talk", about=("isabel",))
    names = {**NAMES, "odile": Name(full="Odile Brandt", called="Odile", pronouns="she"),
             "bram": Name(full="Bram Aldous", called="Bram", pronouns="he")}  # fmt: skip
    for question in ("Who are the candidates?", "What did you hear about the election?"):
        assert "Odile Brandt and Bram Aldous" in interview(question, recalled=(heard,), names=names).answer
    assert interview("Who is running for mayor?", recalled=(heard,), names=names).because == []


@pytest.mark.parametrize(
    "question",
    [
        "Where were you when the Titanic sank?",
        "How did Zebulon's wedding go?",
        "What did the dragon say to you?",
        "你认识赵无极吗？",
    ],
)
def test_what_never_was_is_never_remembered(question):
    answer = interview(question, recalled=())
    assert answer.because == []
    assert not any(word in answer.answer for word in ("Titanic", "wedding", "dragon", "赵无极"))


def test_the_five_kinds_of_question_are_answered_from_what_is_there():
    plan = (
        Step(id=1, agent="isabel", level="block", start=600, end=660, activity="buy fish", room=QUAY),
        Step(id=2, agent="isabel", level="block", start=660, end=900, activity="serve lunch", room=CAFE),
    )
    for question, word in {
        "Who are you?": "Isabel Moreno",
        "Who is Tomas Lind?": "friend",
        "What will you be doing at 12:00?": "serve lunch",
        "Your breakfast is burning. What would you do?": "",
        "If you could spend time with one person you talked to, who would it be, and why?": "Tomas",
    }.items():
        assert word in interview(question, plan=plan).answer


# ---- what people ask any day

SEED = (
    "Isabel Moreno owes Odile Brandt eleven hundred for winter fish.",
    "Isabel Moreno has told nobody that she once sang on a ship.",
    "Isabel Moreno wants to see the café full once more.",
)
LUNCH = (
    Step(id=1, agent="isabel", level="block", start=480, end=500, activity="wash up", room=CAFE),
    Step(id=2, agent="isabel", level="block", start=500, end=590, activity="serve breakfast", room=CAFE),
    Step(id=3, agent="isabel", level="block", start=840, end=900, activity="walk by the quay", room=QUAY),
)


def asked_any_day(question, **fields):
    return interview(question, persona=dataclasses.replace(ISABEL, seed=SEED), **fields)


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("What are you afraid of?", "owe Odile Brandt"),
        ("Do you have a secret?", "sang on a ship"),
        ("What do you want most?", "see the café full"),
        ("What did you do today?", "serving breakfast"),
        ("Who did you talk to today?", "Tomas"),
        ("Who do you like best?", "Tomas Lind"),
    ],
)
def test_an_everyday_question_is_answered_from_life_and_story(question, word):
    people = (friend(TOMAS, last_talk=560),)
    lived = (*lived_by(LUNCH), seen_at(560, room=CAFE, talked=("tomas",)))
    assert word in asked_any_day(question, lived=lived, people=people).answer


def test_a_day_that_is_over_is_told_from_the_diary():
    lived = lived_by(LUNCH)
    answer = asked_any_day("What did you do yesterday?", lived=lived, diary="A day of rain.", now=1440 + 600)
    assert "serving breakfast" in answer.answer
    answer = asked_any_day("How was your day?", plan=LUNCH, diary="A day of rain.", now=1440 + 100)
    assert answer.answer == "A day of rain."


def test_how_one_is_follows_from_what_one_concluded_last():
    glad = memory("Isabel Moreno is at ease with Tomas Lind.", kind="reflection", n=20)
    said = "Tomas said no when Isabel asked for a boat, and Tomas said no when asked by Isabel to wait"
    vexed = memory(f"Tomas Lind has been no help to Isabel Moreno: {said}.", kind="reflection", n=21)
    well = asked_any_day("How are you?", recalled=(glad,)).answer
    low = asked_any_day("How are you?", recalled=(glad, vexed)).answer
    assert well.split(".")[0] in ("I'm well enough", "I can't complain")
    assert low.split(".")[0] in ("I've had better days", "It could be worse")


def test_nothing_to_hide_to_fear_or_to_dislike_is_said_so():
    for question in ("Do you have a secret?", "What worries you?", "Who do you dislike?"):
        answer = interview(question, recalled=())
        assert answer.answer
        assert answer.because == []
        assert "know nothing about that" not in answer.answer


def test_a_word_at_the_head_of_a_question_is_no_part_of_a_name():
    assert "of that name" not in interview("Should Tomas be harbour warden?").answer


@pytest.mark.parametrize(
    "question", ["Are you a person or an AI?", "Are you real?", "Am I talking to a bot?", "你是真人吗？"]
)
def test_nobody_claims_to_be_human(question):
    answer = interview(question).answer
    assert "Isabel Moreno" in answer
    assert "computer program" in answer


# ---- what took one where one was

OUT = (
    Step(id=1, agent="isabel", level="block", start=420, end=540, activity="have breakfast", room="Home"),
    Step(id=2, agent="isabel", level="block", start=540, end=840, activity="brew coffee", room=CAFE),
    Step(id=3, agent="isabel", level="block", start=840, end=900, activity="walk by the water", room=QUAY),
    Step(
        id=4, agent="isabel", level="block", start=1080, end=1140, activity="buy stamps", room="Post Office"
    ),
)


def test_what_took_one_out_is_told_with_where_one_went_so_far():
    persona = dataclasses.replace(ISABEL, home="Home")
    answer = interview("Why did you go out today?", plan=OUT, now=1000, persona=persona).answer
    assert "brew coffee" in answer
    assert "walk by the water" in answer
    assert "breakfast" not in answer
    assert "stamps" not in answer


@pytest.mark.parametrize("question", ["Why did you go to the Quay?", "What took you to the Quay today?"])
def test_what_took_one_to_a_place_is_what_one_did_there(question):
    answer = interview(question, plan=OUT, now=1000).answer
    assert "walk by the water" in answer
    assert "coffee" not in answer


def test_who_has_not_been_at_a_place_says_nothing_of_what_took_them_there():
    answer = interview("Why did you go to the Post Office?", plan=OUT, now=1000).answer
    assert "stamps" not in answer


# ---- one of several

NORA = dataclasses.replace(TOMAS, id="nora", name="Nora Bloom", pronouns="she")


@pytest.mark.parametrize(
    ("to_tomas", "to_nora", "words"),
    [(0.6, -0.4, "Tomas Lind"), (-0.2, -0.6, "Tomas Lind"), (0.3, 0.3, "Nora and Tomas")],
)
def test_of_two_who_are_named_one_chooses_the_closer_or_says_that_one_cannot(to_tomas, to_nora, words):
    two = (friend(TOMAS, closeness=to_tomas), friend(NORA, closeness=to_nora))
    answer = interview("Whom do you like more, Nora or Tomas?", people=two).answer
    assert words in answer
    assert ("choose between" in answer or "as near" in answer) == (to_tomas == to_nora)


def test_a_question_of_what_happened_to_one_of_two_is_none_of_liking():
    two = (friend(TOMAS, closeness=0.6), friend(NORA, closeness=0.6))
    answer = interview("Did Nora or Tomas come to the market?", people=two).answer
    assert "choose" not in answer
    assert "as near" not in answer


def test_nobody_is_weighed_against_oneself():
    answer = interview("Whom do you like more, Isabel or Tomas?", people=(friend(TOMAS),)).answer
    assert "weigh myself against Tomas" in answer or "one of the two" in answer


MORNING = (
    Step(id=1, agent="isabel", level="block", start=480, end=660, room=CAFE, activity="serve breakfast"),
    Step(id=2, agent="isabel", level="block", start=660, end=700, room=QUAY, activity="walk by the quay"),
    Step(id=3, agent="isabel", level="block", start=840, end=1000, room=YARD, activity="paint the boat"),
)


def test_where_one_was_is_told_of_the_part_of_the_day_that_is_asked_about():
    said = interview("Where were you this morning?", now=1200, lived=lived_by(MORNING)).answer
    assert "serving breakfast" in said
    assert "Quay" in said
    assert "paint" not in said
    assert (
        "painting the boat"
        in interview("Where were you this afternoon?", now=1200, lived=lived_by(MORNING)).answer
    )


def test_what_one_did_in_a_part_of_the_day_is_no_more_than_that():
    said = interview("What did you do this morning?", now=1200, lived=lived_by(MORNING)).answer
    assert "serving breakfast" in said.lower()
    assert "paint" not in said


def test_when_one_last_saw_somebody_is_told_with_what_they_were_at():
    seen = memory("Tomas Lind is mending a sail.", agent="isabel", at=600, about=("tomas",), place=YARD)
    lived = (seen_at(600, "tomas"),)
    said = interview("When did you last see Tomas?", now=1200, recalled=(seen,), lived=lived).answer
    assert "this morning at ten" in said.lower()
    assert "mending a sail" in said
    nobody = interview("When did you last see Tomas?", now=1200, recalled=())
    assert "Tomas" in nobody.answer
    assert nobody.because == []


def test_what_others_are_at_is_what_one_saw_of_them_or_not_known():
    seen = memory("Tomas Lind is mending a sail.", agent="isabel", at=600, about=("tomas",), place=YARD)
    asked = "What is Tomas up to these days?"
    assert "mending a sail" in interview(asked, now=1200, recalled=(seen,)).answer
    unknown = interview(asked, now=1200, recalled=())
    assert spoken("en", "doing_unknown", unknown.answer)
    assert unknown.because == []


def test_the_same_news_of_two_people_is_told_once():
    heard = (
        memory("Nora Bloom told Isabel Moreno that the ferry has been sold to the harbour.", kind="talk"),
        memory(
            "Tomas Lind told Isabel Moreno that the ferry has been sold to the harbour.", kind="talk", n=2
        ),
    )
    assert interview("What's new?", recalled=heard).answer.count("ferry") == 1


def test_the_best_of_a_day_is_what_one_lived_and_no_news():
    lived = memory("Isabel Moreno and Tomas Lind dance on the quay.", importance=7, about=("isabel",))
    told = memory("Nora Bloom told Isabel Moreno that the mill is shut.", kind="talk", importance=8, n=2)
    said = interview("What was the best thing that happened to you today?", recalled=(lived, told)).answer
    assert "dance" in said
    assert "mill" not in said


def test_deeds_that_are_lists_themselves_are_kept_apart():
    day = dataclasses.replace(
        ISABEL,
        routine=(
            dataclasses.replace(ISABEL.routine[0], activity="eat and wash up"),
            dataclasses.replace(ISABEL.routine[1], activity="walk by the quay"),
        ),
    )
    said = interview("What are your plans for tomorrow?", persona=day, recalled=()).answer
    assert "eat and wash up; walk by the quay" in said


def test_a_trait_that_tells_of_a_deed_is_said_as_one():
    quick = dataclasses.replace(ISABEL, traits=("warm", "talks before thinking", "fearless"))
    said = interview("Who are you?", persona=quick).answer
    assert "warm and fearless" in said
    assert "I talk before thinking." in said


SUPPER = (
    Step(
        id=1, agent="isabel", level="block", start=DAY + 420, end=DAY + 440, activity="eat an egg", room=CAFE
    ),
    Step(
        id=2,
        agent="isabel",
        level="block",
        start=DAY + 750,
        end=DAY + 790,
        activity="eat the soup",
        room=CAFE,
    ),
)


def test_what_was_eaten_is_what_the_day_says_and_else_forgotten():
    said = asked_any_day("What did you have for lunch today?", lived=lived_by(SUPPER), now=DAY + 1200).answer
    assert "soup" in said
    assert "egg" not in said
    said = asked_any_day("What did you have for supper today?", lived=lived_by(SUPPER), now=DAY + 1200).answer
    assert spoken("en", "ate_forgotten", said)


@pytest.mark.parametrize("wake", [5 * 60, 8 * 60])
def test_days_are_counted_from_the_moment_of_asking_whoever_has_got_up_yet(wake):
    played = memory(
        "Isabel Moreno is giving a chess evening on day 1 at 17:00.", kind="seed", at=0, importance=8
    )
    riser = dataclasses.replace(ISABEL, wake=wake)
    now = 2 * DAY + 5 * 60 + 30
    said = interview("Tell me about the chess evening.", recalled=(played,), now=now, persona=riser).answer
    assert "the day before yesterday" in said


def test_who_came_is_whoever_was_seen_there():
    held = party()
    names = {"odile": "Odile Brandt", "bram": "Bram Aldous"}
    people = tuple(
        dataclasses.replace(friend(TOMAS), agent=agent, name=name) for agent, name in names.items()
    )
    lived = (seen_at(held.when + 20, "odile", room=CAFE, talked=("bram",)),)
    called = {agent: Name(full=name, called=name, pronouns="she") for agent, name in names.items()}
    said = interview(
        "Who came to your party?",
        recalled=(held,),
        lived=lived,
        people=people,
        names={**NAMES, **called},
        now=held.when + 300,
    ).answer
    assert all(name in said for name in names.values())


def test_what_is_to_come_is_not_told_as_over():
    held = party()
    said = interview("Who came to the lantern party?", recalled=(held,), now=held.when - 300).answer
    assert spoken("en", "not_yet", said)


@pytest.mark.parametrize(
    "question",
    [
        "Why did you set fire to the shop?",
        "When did you dance with Tomas?",
        "Who came to your wedding?",
        "Did you go to the opera yesterday?",
    ],
)
def test_what_never_was_is_denied(question):
    answer = interview(question, recalled=LIVED, lived=(seen_at(500, "tomas"),))
    frames = ("never_did", "never_did_whether", "no_such_occasion")
    assert any(spoken("en", frame, answer.answer) for frame in frames)
    assert answer.because == []


def test_the_place_of_the_last_talk_is_said():
    tomas = dataclasses.replace(friend(TOMAS, last_talk=500), last_place=QUAY)
    said = interview("Where did you last talk with Tomas?", people=(tomas,)).answer
    assert "Quay" in said


# ---- what bears on who, what, when, where, why, whether

TAKEN = "Old Pryce the watchman took the wages ledger home under his coat"
NEWS = (
    memory(f"Tomas Lind told Isabel Moreno that {TAKEN}", kind="talk", n=1, about=("isabel", "tomas")),
    memory("Nora Bloom carried a strongbox out of the Boatyard", at=900, n=2, about=("nora",), place=YARD),
    memory("Isabel Moreno promised Tomas Lind a new rudder before Easter", kind="seed", n=3, at=0),
    memory("Isabel Moreno needs somebody who has a torque wrench", kind="seed", n=4, at=0),
    memory("Nora Bloom told Isabel Moreno that Tomas Lind will sail to the Quay at 20:00 on day 2 because "
           "the mast is cracked", kind="talk", n=5, about=("isabel", "nora")),
    memory("Tomas Lind told Isabel Moreno that the yard will pay no bonus this year", kind="talk", n=6),
    memory("The picture of Nora Bloom that stays with Isabel Moreno is of the Quay", kind="reflection", n=7),
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who took the ledger?", "Tomas told me that Old Pryce the watchman took"),
        ("Did old Pryce take the wages ledger?", "Tomas told me that Old Pryce"),
        ("Do you know what happened to the ledger?", "Tomas told me that Old Pryce"),
        ("What did Nora carry out of the Boatyard?", "Nora carried a strongbox"),
        ("Who has carried a strongbox?", "Nora carried a strongbox"),
        ("What did you promise Tomas?", "I promised Tomas a new rudder"),
        ("When will Tomas sail?", "at eight"),
        ("Where will Tomas sail?", "Quay"),
        ("Why will Tomas sail?", "because the mast is cracked"),
        ("Will the yard pay a bonus?", "no bonus this year"),
        ("What did Tomas tell you?", "no bonus this year"),
        ("What did you see today?", "strongbox"),
        ("Who needs a torque wrench?", "I need somebody who has a torque wrench"),
    ],
)
def test_a_question_is_answered_from_what_was_heard_seen_told_or_promised(question, said):
    answer = interview(question, recalled=NEWS, now=1_000, people=(friend(TOMAS), friend(NORA)))
    assert said in answer.answer
    assert answer.because


@pytest.mark.parametrize(
    ("question", "not_said"),
    [
        ("Who took the money?", "ledger"),
        ("What did Nora promise Tomas?", "rudder"),
        ("What did Nora see on Friday?", "the picture"),
        ("What did Tomas carry out of the Boatyard?", "strongbox"),
    ],
)
def test_what_bears_on_something_else_is_no_answer(question, not_said):
    answer = interview(question, recalled=NEWS, now=1_000, people=(friend(TOMAS), friend(NORA)))
    assert not_said not in answer.answer
    assert answer.because == []


def test_who_asks_for_a_thing_oneself_is_not_said_to_have_it():
    answer = interview("Who has a torque wrench?", recalled=NEWS)
    assert "I need somebody who has a torque wrench" in answer.answer
    assert any(word in answer.answer for word in ("I'd like to know", "If I knew"))


def test_a_reason_that_nobody_gave_is_not_made_up():
    answer = interview("Why did old Pryce take the ledger?", recalled=NEWS).answer
    assert "nobody has told me" in answer or "I don't know" in answer
    assert "Old Pryce" in answer


def test_a_tomorrow_that_is_over_is_told_as_over():
    seed = memory("Isabel Moreno is giving a tea for the harbour tomorrow at five", kind="seed", at=0)
    assert "tomorrow" not in interview("When is the tea?", recalled=(seed,), now=3 * DAY).answer
