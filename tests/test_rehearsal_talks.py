"""Conversations of the rehearsal model: what is said, what is answered, and what stays of it."""

from __future__ import annotations

import dataclasses

import pytest
from rehearsal_minds import (
    CAFE,
    ISABEL,
    NAMES,
    NORA,
    PARTY,
    PARTY_AT,
    QUAY,
    TOMAS,
    after,
    after_all,
    ask,
    common,
    converse,
    converse_all,
    friend,
    line,
    memory,
    party,
)

from engine.clock import minute_at
from engine.language.languages import PACKS
from engine.language.phrases import phrases
from engine.prompts import questions as q
from engine.prompts.known import Aim, CommonGround
from engine.records import Intention, Name, Names
from engine.rehearsal.conversation.hearing import hear
from engine.rehearsal.language.pack import read_packs

HEARD = memory(
    f"Isabel Moreno told Tomas Lind that {PARTY}",
    kind="talk",
    importance=7,
    about=("isabel", "tomas"),
    agent="tomas",
)
NORA_S_FRIEND = dataclasses.replace(NORA, id="quirin", name="Quirin Vale")
SECRET = "Tomas Lind has told only his grandmother about the letter from Aldersund."


def opening(persona, hearer, recalled, closeness=0.6, seed=7, now=600, aims=()):
    fields = common(persona, now, seed=seed)
    people = (friend(hearer, closeness),)
    return ask(q.Speak(**fields, place=QUAY, doing="", people=people, recalled=tuple(recalled), aims=aims))


def told_at_last(persona, hearer, recalled, closeness=0.6):
    """The first opening, over some seeds, that tells something."""
    openings = (opening(persona, hearer, recalled, closeness, seed) for seed in range(40))
    return next(said for said in openings if said.tells)


@pytest.mark.parametrize("closeness", [-0.6, 0.0, 0.6])
@pytest.mark.parametrize("minute", [480, 700, 1200, 1300])
def test_a_conversation_ends_because_somebody_ends_it_and_nobody_repeats_a_line(closeness, minute):
    lines, ended = converse(ISABEL, TOMAS, (party(),), closeness=closeness, now=minute)
    assert ended
    assert len(lines) in range(0 if closeness < 0 else 2, 12)  # who do not get on let it be
    assert len({each.text for each in lines}) == len(lines)


@pytest.mark.nightly
def test_somebody_silent_ends_a_talk_sooner():
    def said(*traits):
        silent = dataclasses.replace(TOMAS, traits=traits)
        talks = [
            converse(*pair, (party(),), closeness=closeness, now=minute)
            for pair in ((ISABEL, silent), (silent, ISABEL))
            for closeness in (-0.6, 0.0, 0.6)
            for minute in range(600, 620)
        ]
        assert all(ended and len(lines) >= 2 for lines, ended in talks)
        return sum(len(lines) for lines, _ in talks) / len(talks)

    assert said("silent") < said("stubborn") - 0.2


def test_news_is_told_in_the_first_person_and_marked():
    said = opening(ISABEL, TOMAS, (memory("The sea is calm.", importance=2), party()))
    assert said.tells == 2
    assert "I'm giving a lantern party at the Harbour Café tomorrow at five" in said.says


@pytest.mark.nightly
@pytest.mark.parametrize("closeness", [-0.1, 0.6])
def test_what_one_has_put_right_oneself_is_told_the_first_one_one_talks_to(closeness):
    dry = phrases("en").say(
        "state_urgent", thing="kettle", room=CAFE, state="boiled dry", remedy="take it off the flame"
    )
    seen = memory(dry, importance=8, about=("isabel",))
    for now in range(600, 640):
        lines, _ = converse(ISABEL, TOMAS, (seen,), closeness=closeness, now=now)
        assert any("boiled dry" in each.text and each.tells == seen.id for each in lines)


@pytest.mark.parametrize(
    ("text", "after", "is_told"),
    [
        ("The boathouse is on fire", 119, True),
        ("The boathouse is on fire", 121, False),  # it is out by then
        ("Old Pike has died", 121, True),
        ("Nora Bloom is burning the toast", 10, False),
    ],
)
def test_an_alarm_is_told_for_two_hours_and_what_cannot_be_undone_all_day(text, after, is_told):
    seen = memory(text, importance=8, at=600)
    said = [opening(ISABEL, TOMAS, (seen,), now=600 + after, seed=seed) for seed in range(10)]
    assert any(each.tells for each in said) is is_told


def test_that_two_people_talked_is_no_news():
    talks = phrases("en").say("talks", names="Nora Bloom and Quirin Vale", room=QUAY)
    seen = memory(talks, importance=4, at=500, about=("nora", "quirin"), place=QUAY)
    known = (seen, party())
    lines = [each for now in range(600, 630) for each in converse(ISABEL, TOMAS, known, now=now)[0]]
    assert lines
    assert not [each.text for each in lines if each.tells == seen.id or "Quirin" in each.text]


def test_a_promise_is_not_told_to_whom_it_was_given():
    text = "Isabel Moreno has promised Tomas Lind that the ferry will float again this summer"
    promise = memory(text, kind="seed", at=0, importance=6, about=("isabel", "tomas"))
    known = (promise, party())
    lines = [each for now in range(600, 630) for each in converse(ISABEL, TOMAS, known, now=now)[0]]
    assert lines
    assert not [each.text for each in lines if "promised you" in each.text]


def test_what_is_kept_from_somebody_is_told_to_others_in_a_low_voice():
    text = "Isabel Moreno has sold the red boat to the museum"
    sold = memory(text, kind="seed", at=0, importance=7, about=("isabel",))
    secret = Intention(
        id=900, agent="isabel", kind="secret", state="held", deed="", memory=1, others=("nora",),
        content="Isabel Moreno has sold the red boat to the museum",
    )  # fmt: skip
    said = [
        opening(ISABEL, TOMAS, (sold,), aims=(Aim(intention=secret, left=()),), seed=seed)
        for seed in range(20)
    ]
    leads = ("Just between us", "Keep this to yourself", "Don't tell anyone")
    told = [each.says for each in said if each.tells]
    assert told
    assert all(any(lead.lower() in each.lower() for lead in leads) for each in told)


@pytest.mark.parametrize(
    ("event", "is_told"),
    [
        ("The concert is held at the Quay on day 2 at 10:00", True),
        (
            "The vote is held at the Quay on day 2 at 10:00; the choice is between Nora Bloom and Tomas Lind",
            False,
        ),
    ],
)
def test_who_is_asked_for_a_vote_tells_of_a_concert_but_not_of_the_vote(event, is_told):
    known = memory(event, kind="seed", at=0, importance=8, when=minute_at(2, 600), place=QUAY)
    asked = line(TOMAS, "I'm standing for harbour warden. Will you support me?")
    prompt = dict(place=QUAY, doing="", people=(friend(TOMAS),), recalled=(known,))
    lines = (asked, line(ISABEL, "I'm not sure about that.", n=1), line(TOMAS, "I see.", n=2))
    said = [ask(q.Speak(**common(now=600, seed=seed), **prompt, lines=lines)) for seed in range(40)]
    assert any(each.tells for each in said) is is_told


def test_nothing_is_told_twice_to_the_same_person():
    people = (friend(TOMAS),)
    told = frozenset({(party().id, "tomas")})
    said = ask(q.Speak(**common(), place=QUAY, doing="", people=people, recalled=(party(),), told=told))
    assert said.tells == 0


def test_nobody_is_told_what_they_said_or_what_concerns_them():
    assert opening(TOMAS, ISABEL, (HEARD,)).tells == 0


def test_hearsay_names_its_source():
    said = told_at_last(TOMAS, NORA, (HEARD,))
    assert "Isabel" in said.says
    assert "party" in said.says


def test_plans_routine_and_word_for_word_lines_are_no_news():
    known = (
        memory(
            "Isabel Moreno means to be walking in Quay from 14:00 to 15:00",
            kind="plan",
            importance=6,
            when=840,
        ),
        memory('Nora Bloom said to Isabel Moreno: "A party, at last!"', kind="talk", importance=6),
        memory("Isabel Moreno owns the Harbour Café", kind="seed", importance=5),
        memory("Nora Bloom is watering the party tent", importance=6),
    )
    assert opening(ISABEL, TOMAS, known).tells == 0


def test_an_invitation_of_others_stands_before_no_other_news():
    seen = memory(
        "Nora Bloom came out of the Boatyard at midnight with paint on her hands.",
        kind="seed", importance=8, agent="tomas", n=5, at=0,
    )  # fmt: skip
    talks = [opening(TOMAS, NORA_S_FRIEND, (HEARD, seen), 0.9, seed) for seed in range(40)]
    told = [said.tells for said in talks if said.tells]
    assert told
    assert all(number == 2 for number in told)


def test_a_secret_is_kept_from_an_acquaintance_and_told_the_closest_in_confidence():
    fact = memory(
        "Tomas Lind has been offered a post at Aldersund.", kind="seed", importance=8, agent="tomas"
    )
    guard = memory(SECRET, kind="seed", agent="tomas", n=2)
    talkative = dataclasses.replace(TOMAS, traits=("talkative",))
    for whom, closeness in ((talkative, 0.2), (TOMAS, 0.9)):
        assert all(opening(whom, NORA, (fact, guard), closeness, seed).tells == 0 for seed in range(40))
    assert "Aldersund" in told_at_last(talkative, NORA, (fact, guard), 0.9).says


def test_an_invitation_is_kept_with_its_source_and_becomes_an_engagement():
    lines = [
        line(
            ISABEL,
            "Have you heard? I am giving a lantern party at the Harbour Café tomorrow at 17:00. "
            "Will you come?",
            tells=party().id,
        ),
        line(TOMAS, "Morning, Isabel. I'll be there.", n=1),
    ]
    taken = after(TOMAS, ISABEL, lines)
    assert [one.text for one in taken.learned] == [f"Isabel Moreno told Tomas Lind that {PARTY}"]
    assert taken.learned[0].line == 1
    (engagement,) = taken.engagements
    assert (engagement.day, engagement.time, engagement.place) == (2, "17:00", CAFE)
    assert engagement.text.startswith("Tomas Lind means to come to Isabel Moreno's lantern party")
    assert taken.importance >= 6
    assert minute_at(engagement.day, 17 * 60) == PARTY_AT


SUPPER = memory(
    "Isabel Moreno is holding the supper at Hartley House on day 2 at 17:00",
    kind="seed", importance=8, at=0, when=PARTY_AT, place="Hartley House/kitchen", about=("isabel",),
)  # fmt: skip
AT_HARTLEY_HOUSE = dataclasses.replace(ISABEL, home="Hartley House/bedroom", work=None)


def invited(hearer, ground, **knows):
    """What Isabel, whose house it is, says of her supper."""
    fields = common(AT_HARTLEY_HOUSE, 600)
    people = (dataclasses.replace(friend(hearer), **knows),)
    said = ask(q.Speak(**fields, place=QUAY, doing="", people=people, recalled=(SUPPER,), ground=ground))
    assert said.tells == 1
    return said.says


@pytest.mark.parametrize(
    ("household", "lives_with", "words"),
    [
        (frozenset(), False, "supper at my place tomorrow"),
        (frozenset({"nora"}), False, "supper at our place tomorrow"),
        (frozenset({"tomas"}), True, "supper at home tomorrow"),
    ],
)
def test_nobody_names_their_own_home_from_outside_and_the_hearer_knows_where_it_is(
    household, lives_with, words
):
    ground = CommonGround(household=household, home=AT_HARTLEY_HOUSE.home)
    text = invited(TOMAS, ground, lives_with=lives_with)
    assert words in text
    host = dataclasses.replace(friend(ISABEL), home=AT_HARTLEY_HOUSE.home, lives_with=lives_with)
    lines = (line(ISABEL, text, tells=SUPPER.id), line(TOMAS, "I'd be glad to come.", n=1))
    taken = ask(q.TakeAway(**common(TOMAS, 605), place=QUAY, people=(host,), lines=lines))
    assert "at Hartley House on day 2 at 17:00" in taken.learned[0].text


LIN = {
    "lin": Name(full="林小满", called="小满", pronouns="she"),
    "feng": Name(full="顾晓峰", called="小顾", pronouns="he"),
}


def remembered(language, text, lead):
    """What Isabel, or Xiaoman in a Chinese town, is kept to have told somebody who knows where she lives."""
    mine, names, home = {
        "en": (TOMAS, NAMES, AT_HARTLEY_HOUSE.home),
        "zh": (dataclasses.replace(TOMAS, id="feng", name="顾晓峰"), LIN, "林家/堂屋"),
    }[language]
    teller = dataclasses.replace(friend(ISABEL), agent=next(iter(names)), home=home)
    told = dataclasses.replace(line(ISABEL, f"{lead}{text}"), speaker=teller.agent)
    fields = common(mine, 605, language=language, names=Names(names))
    taken = ask(q.TakeAway(**fields, place=QUAY, people=(teller,), lines=(told,)))
    return taken.learned[0].text


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I was at home all evening.", "Isabel Moreno was at Hartley House all evening"),
        ("We were at home all evening.", "they were at Hartley House all evening"),
        ("Ivan was at home all evening.", "Ivan was at home all evening"),
        ("It was quiet at home.", "it was quiet at home"),
        ("The supper is at our place tomorrow.", "the supper is at Hartley House on day 2"),
    ],
)
def test_who_is_at_home_is_at_the_tellers_only_if_it_is_the_teller(said, kept):
    assert kept in remembered("en", said, "Have you heard? ")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("我明天在家办酒。", "在林家办酒"),
        ("我们明天在家办酒。", "他们第2天在林家办酒"),
        ("我在家具店见过他。", "在家具店见过他"),
        ("我在家乡见过他。", "在家乡见过他"),
        ("老钟在我家隔壁。", "在林小满家隔壁"),
        ("明天在我家办酒。", "在林家办酒"),
        ("明天在我那儿办酒。", "在林家办酒"),
    ],
)
def test_a_word_that_begins_like_home_is_not_where_the_teller_lives(said, kept):
    assert kept in remembered("zh", said, "跟你说件事：")


@pytest.mark.parametrize(("where", "words"), [("林家", "在我那儿办酒"), ("林家具店", "在林家具店办酒")])
def test_a_place_that_begins_like_ones_home_keeps_its_name(where, words):
    supper = memory(f"林小满第2天17:00在{where}办酒", kind="seed", importance=8, at=0, agent="lin")
    me = dataclasses.replace(ISABEL, id="lin", name="林小满", home="林家/堂屋", bonds=())
    fields = common(me, 600, language="zh", names=Names(LIN))
    hearer = dataclasses.replace(friend(TOMAS), agent="feng", name="顾晓峰")
    ground = CommonGround(home=me.home)
    said = ask(q.Speak(**fields, place=QUAY, doing="", people=(hearer,), recalled=(supper,), ground=ground))
    assert words in said.says


@pytest.mark.parametrize(("kin", "words"), [({"isabel": "mother"}, "your mum's"), ({}, "Isabel's")])
def test_an_occasion_of_the_hearers_mother_is_called_hers(kin, words):
    agreed = memory(
        "Tomas Lind means to come to Isabel Moreno's lantern party on day 2 at 17:00.",
        kind="plan", agent="tomas", when=PARTY_AT,
    )  # fmt: skip
    said = [
        ask(
            q.Speak(
                **common(TOMAS, 600, seed=seed),
                place=QUAY,
                doing="",
                people=(friend(NORA),),
                lines=(line(NORA, "Hello, Tomas."),),
                recalled=(agreed,),
                engagements=(agreed,),
                ground=CommonGround(kin=kin),
            )
        ).says
        for seed in range(60)
    ]
    assert any(f"{words} lantern party" in text for text in said)


def test_a_home_to_which_all_go_is_called_by_its_name():
    assert "at Hartley House" in invited(TOMAS, CommonGround())


def test_a_declined_invitation_is_no_engagement():
    lines = [
        line(ISABEL, "Listen, I am giving a party at the Quay tomorrow at five. Will you come?", tells=5),
        line(TOMAS, "No, I'm not coming.", n=1),
    ]
    assert after(TOMAS, ISABEL, lines).engagements == []


def test_whoever_is_promised_elsewhere_declines_with_the_real_reason():
    promised = memory(
        "Tomas Lind means to help at the Boatyard on day 2 at 17:00.",
        kind="plan",
        when=PARTY_AT,
        place="Boatyard",
        evidence=(1,),
    )
    asked = line(
        ISABEL, "Listen, I am giving a party at the Harbour Café tomorrow at 17:00. Will you come?", tells=5
    )
    said = ask(
        q.Speak(
            **common(TOMAS),
            place=QUAY,
            doing="",
            people=(friend(ISABEL, 0.1),),
            lines=(asked,),
            engagements=(promised,),
        )
    )
    assert "help at the Boatyard" in said.says


def test_hearsay_of_hearsay_keeps_the_first_teller_and_the_fact():
    mill = "the mill has been sold to a stranger from Aldersund."
    heard = memory(f"Isabel Moreno told Tomas Lind that {mill}", kind="talk", importance=7, agent="tomas")
    tellings = [opening(TOMAS, NORA, (heard,), seed=seed) for seed in range(60)]
    arrived = {
        after(NORA, TOMAS, [line(TOMAS, said.says, tells=heard.id)]).learned[0].text
        for said in tellings
        if said.tells
    }
    assert arrived >= {
        f"Tomas Lind told Nora Bloom that {mill}",
        f"Tomas Lind told Nora Bloom that Tomas Lind heard from Isabel Moreno that {mill}",
    }


def test_a_summary_names_the_members_in_the_third_person():
    lines, _ = converse(ISABEL, TOMAS)
    summary = after(ISABEL, TOMAS, lines).summary
    assert "Isabel Moreno" in summary
    assert "Tomas Lind" in summary
    assert " I " not in f" {summary}"


def test_small_talk_leaves_no_news():
    taken = after(TOMAS, ISABEL, [line(ISABEL, "Hello, Tomas."), line(TOMAS, "Hello, Isabel.", n=1)])
    assert (taken.learned, taken.engagements) == ([], [])
    assert taken.importance == 3


def test_a_rebuff_cools_and_a_promise_warms():
    cold = after(ISABEL, TOMAS, [line(ISABEL, "The mill is sold."), line(TOMAS, "If you say so.", n=1)])
    warm = after(ISABEL, TOMAS, [INVITED, line(TOMAS, "I'll be there.", n=1)])
    assert [one.change for one in cold.feelings] == [-1]
    assert [one.change for one in warm.feelings] == [2]


# ---- three at a time

INVITED = line(
    ISABEL,
    "Hello, Tomas and Nora. Have you heard? I am giving a lantern party at the Harbour Café tomorrow "
    "at 17:00. Will you come?",
    tells=party().id,
)


def says(persona, *lines, closeness=0.6, **fields):
    """The next line of somebody in a talk of Isabel, Tomas and Nora."""
    people = tuple(friend(each, closeness) for each in (ISABEL, TOMAS, NORA) if each is not persona)
    return ask(
        q.Speak(
            **common(persona, seed=fields.pop("seed", 7)),
            place=QUAY,
            doing="walking by the quay",
            people=people,
            lines=lines,
            **fields,
        )
    )


@pytest.mark.parametrize("closeness", [-0.6, 0.0, 0.6])
@pytest.mark.parametrize("seed", range(6))
def test_a_talk_of_three_ends_because_somebody_ends_it_and_nobody_repeats_a_line(closeness, seed):
    minds = ((ISABEL, (party(),)), (TOMAS, ()), (NORA, ()))
    lines, ended = converse_all(minds, closeness, seed=seed)
    assert ended
    assert len(lines) in range(0 if closeness < 0 else 2, 13)  # who do not get on let it be
    assert len({each.text for each in lines}) == len(lines)


def test_who_begins_greets_all_and_the_others_greet_who_began():
    opened = says(ISABEL, recalled=(party(),))
    assert any(all_of_them in opened.says for all_of_them in ("everyone", "everybody", "all of you"))
    answered = says(TOMAS, line(ISABEL, "Hello, Tomas and Nora. How are you, Tomas?")).says
    assert "Isabel" in answered
    assert "Isabel and Nora" not in answered


def test_the_same_greeting_is_not_said_by_all():
    said = line(ISABEL, "Good morning, Tomas and Nora.")
    also = line(TOMAS, "Morning, Isabel.", n=1)
    later = [says(NORA, said, also, seed=seed, closeness=0.2).says.lower() for seed in range(30)]
    assert not any(each.startswith(("morning, isabel.", "good morning, isabel.")) for each in later)


def test_every_hearer_answers_an_invitation_before_anybody_goes_on():
    tomas = says(TOMAS, INVITED, recalled=(memory("There is a fire in the mill", importance=9),))
    assert (tomas.tells, tomas.ends) == (0, False)
    nora = says(NORA, INVITED, line(TOMAS, "Hello, Isabel. Count me in.", n=1))
    assert "Isabel" in nora.says
    assert any(too in nora.says for too in ("as well", " too", "either"))


def test_each_hearer_takes_the_invitation_away_as_they_answered_it():
    lines = [
        INVITED,
        line(TOMAS, "Hello, Isabel. Count me in.", n=1),
        line(NORA, "No, I'm not coming.", n=2),
    ]
    (promised,) = after_all(TOMAS, (ISABEL, NORA), lines).engagements
    assert (promised.day, promised.time, promised.place) == (2, "17:00", CAFE)
    declined = after_all(NORA, (ISABEL, TOMAS), lines)
    assert declined.engagements == []
    assert [one.text for one in declined.learned] == [f"Isabel Moreno told Nora Bloom that {PARTY}"]


def test_a_yes_to_one_invitation_is_none_to_the_one_before():
    lines = [
        INVITED,
        line(TOMAS, "Listen, I am giving a concert tomorrow at 20:00. Will you come?", n=1, tells=5),
        line(NORA, "Count me in.", n=2),
    ]
    (promised,) = after_all(NORA, (ISABEL, TOMAS), lines).engagements
    assert promised.time == "20:00"


def test_a_promise_is_felt_by_who_was_promised_and_a_rebuff_by_who_was_rebuffed():
    promised = [INVITED, line(TOMAS, "Count me in.", n=1), line(NORA, "I'll be there.", n=2)]
    felt = {one.person: one.note for one in after_all(NORA, (ISABEL, TOMAS), promised).feelings}
    assert "promised" not in felt.get("Tomas Lind", "")
    felt = {one.person: one.change for one in after_all(ISABEL, (TOMAS, NORA), promised).feelings}
    assert felt == {"Tomas Lind": 2, "Nora Bloom": 2}
    rebuffed = [line(ISABEL, "Listen, the mill is sold."), line(TOMAS, "If you say so.", n=1)]
    hurt, witness = (
        [one.person for one in after_all(me, others, rebuffed).feelings if one.change < 0]
        for me, others in ((ISABEL, (TOMAS, NORA)), (NORA, (ISABEL, TOMAS)))
    )
    assert (hurt, witness) == (["Tomas Lind"], [])


def test_news_that_one_of_them_was_told_is_told_to_neither():
    assert says(ISABEL, recalled=(party(),)).tells == 1
    assert says(ISABEL, recalled=(party(),), told=frozenset({(party().id, "nora")})).tells == 0


@pytest.mark.soak
def test_a_question_names_who_is_asked_and_goes_on_to_who_has_not_spoken():
    greets = line(ISABEL, "Hello, Tomas and Nora.")
    openings = {said for seed in range(20) if "?" in (said := says(TOMAS, greets, seed=seed).says)}
    assert openings
    assert any(said.endswith("Nora?") for said in openings)
    asked = line(ISABEL, "Hello, Tomas and Nora. How are you, Tomas?")
    handed_on = [says(TOMAS, asked, seed=seed).says for seed in range(20)]
    assert any("Nora" in said and hear(said, read_packs(PACKS)["en"]).does(("ask_on",)) for said in handed_on)


def test_leave_is_taken_of_all_and_answered_to_who_goes():
    goes = line(ISABEL, "I must be getting on. Goodbye, Tomas and Nora.", n=2)
    answer = says(TOMAS, line(ISABEL, "Hello, Tomas and Nora."), line(TOMAS, "Hello, Isabel.", n=1), goes)
    assert answer.ends
    assert "Isabel" in answer.says
    assert "Nora" not in answer.says


def test_a_summary_of_three_names_all_once():
    lines = [INVITED, line(TOMAS, "Count me in.", n=1), line(NORA, "I'll be there.", n=2)]
    for me, others in ((ISABEL, (TOMAS, NORA)), (NORA, (ISABEL, TOMAS))):
        summary = after_all(me, others, lines).summary
        assert ("Isabel Moreno told " in summary) == (me is ISABEL)
        assert all(summary.count(name) == 1 for name in ("Tomas Lind", "Nora Bloom"))
    plain = after_all(ISABEL, (TOMAS, NORA), [line(ISABEL, "Hello."), line(TOMAS, "Hello.", n=1)]).summary
    assert plain.startswith("Isabel Moreno, Tomas Lind and Nora Bloom ")


def test_what_one_was_told_is_kept_once():
    """Not as what the talk was about, and again as what was learnt in it."""
    told = [line(ISABEL, "By the way, Nora has sold the mill."), line(TOMAS, "Well I never.", n=1)]
    heard = after_all(TOMAS, (ISABEL,), told)
    kept = [heard.summary, *(each.text for each in heard.learned)]
    assert sum("sold the mill" in text for text in kept) == 1
    assert "Isabel Moreno" in heard.summary
    assert "sold the mill" in after_all(ISABEL, (TOMAS,), told).summary


def not_to_be_asked(other):
    """That Isabel does not ask somebody to her party."""
    barred = Intention(
        id=1, agent="isabel", kind="prohibition", forbids="occasion", state="held", memory=77,
        deed="invite them to the lantern party", others=(other.id,), what="lantern party",
    )  # fmt: skip
    return (Aim(intention=barred),)


def test_who_is_left_out_of_an_invitation_is_not_asked_and_is_told_nothing_of_it():
    for hearer, asked in ((TOMAS, False), (NORA, True)):
        said = [
            opening(ISABEL, hearer, (party(),), seed=seed, aims=not_to_be_asked(TOMAS)).says
            for seed in range(20)
        ]
        assert any("lantern party" in each for each in said) == asked


def test_a_memory_of_somebody_is_said_to_them_without_what_goes_on_of_the_girl():
    shared = "Isabel Moreno is proud of Tomas Lind and says that the boy works too much"
    told = brought_up(shared, "proud of you")
    assert told
    assert not any("the boy" in each for each in told)


FOLDING = "Isabel Moreno is teaching Tomas Lind to fold lantern frames"
HANDS = "has better hands than anybody at the Boatyard"


@pytest.mark.parametrize(
    ("shared", "told"),
    [
        (FOLDING, False),
        (f"{FOLDING} and says that the boy {HANDS}", False),
        (f"{FOLDING} and says that Tomas Lind {HANDS}", True),
    ],
)
def test_what_one_does_together_is_no_news_to_the_other_without_what_one_thinks_of_it(shared, told):
    assert bool(brought_up(shared, "fold lantern frames")) == told


def brought_up(shared, words):
    """What Isabel says to Tomas of what is between them, over many seeds: each line that has the words."""
    row = memory(shared, kind="seed", importance=5)
    said = [opening(ISABEL, TOMAS, (row,), seed=seed).says for seed in range(40)]
    return [each for each in said if words in each]


def test_nobody_is_reminded_of_what_goes_on_between_two_every_day():
    daily = memory("Isabel Moreno teaches the piano to Tomas Lind.", kind="seed", importance=5)
    said = [opening(ISABEL, TOMAS, (daily,), seed=seed).says for seed in range(40)]
    assert not any("piano" in each for each in said)


def test_a_question_to_one_of_three_is_left_to_her():
    lines = (
        line(NORA, "Hello, everyone.", n=0), line(TOMAS, "Nora, how are things?", n=1),
    )  # fmt: skip
    people = (friend(NORA), friend(TOMAS))
    prompt = common(ISABEL, 600)
    said = [
        ask(q.Speak(**prompt | {"seed": seed}, place=QUAY, doing="", people=people, lines=lines))
        for seed in range(20)
    ]
    answers = ("I'm", "Fine", "Not bad", "Not too bad", "Pretty well", "I can't complain")
    assert not [each.says for each in said if each.says.startswith(answers)]


def test_what_one_has_asked_for_is_not_asked_for_again_in_other_words():
    wants = Intention(
        id=900, agent="isabel", kind="request", state="held", memory=1,
        deed="ask Tomas Lind for the set of spanners back",
        others=("tomas",), content="the set of spanners back",
    )  # fmt: skip
    known = memory("Isabel Moreno wants the set of spanners back from Tomas Lind", kind="seed", n=1, at=0)
    aims = (Aim(intention=dataclasses.replace(wants, memory=known.id), left=("tomas",)),)
    asked = (line(ISABEL, "Would you have a set of spanners for me?", n=0),
             line(TOMAS, "Of course, I'll see to it.", n=1))  # fmt: skip
    prompt = dict(place=QUAY, doing="", people=(friend(TOMAS),), recalled=(known,), aims=aims)
    first = ask(q.Speak(**common(), **prompt))
    assert "spanners" in first.says
    again = [ask(q.Speak(**common(seed=seed), **prompt, lines=asked)) for seed in range(20)]
    assert not [each.says for each in again if "spanners" in each.says]
