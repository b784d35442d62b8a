"""Prompts in words: templates, placeholders, keys, and the check of answers."""

from __future__ import annotations

import dataclasses
import locale
import re
import sys

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from rehearsal_minds import (
    CAFE,
    CHOICES,
    ISABEL,
    ROOMS,
    TOMAS,
    arbitrary,
    common,
    friend,
    line,
    memory,
    party,
)

from engine.errors import BadInput, ModelFailed
from engine.insight.examples import examples
from engine.prompts import checked, key, questions as q, render
from engine.prompts.fields import placeholders
from engine.prompts.known import Aim
from engine.prompts.render import COMMON, FOLDER, default_text, fill, parse, template
from engine.prompts.shown import numbered
from engine.prompts.words import flat
from engine.records import EVERYBODY, Intention, Memory, Step
from engine.scenario import bundled_folder, read_folder, read_scenario

KINDS = pytest.mark.parametrize("question", q.PROMPTS, ids=lambda question: question.name)


def test_what_a_whisper_asks_is_listed_a_line_a_deed():
    deeds = ("tell Tomas Lind the truth", "go to the Quay at noon")
    asked = render(q.Heed(**common(ISABEL), whisper="Tell him, at noon.", deeds=deeds)).user
    assert "\n- tell Tomas Lind the truth\n- go to the Quay at noon\n" in asked
    for none in ((), None):
        assert "What it asks" not in render(q.Heed(**common(ISABEL), whisper="Hm.", deeds=none)).user


def speak(**fields):
    given_fields = {
        "place": CAFE,
        "doing": "brewing coffee",
        "people": (friend(TOMAS, last_talk=400, last_said="They talked about planks."),),
        "lines": (line(TOMAS, "Morning."),),
        "recalled": (party(), memory("Tomas Lind mends nets.", at=490)),
    }
    return q.Speak(**common(ISABEL, 600), **{**given_fields, **fields})


def test_every_prompt_has_a_template_and_every_template_a_prompt():
    files = {file.stem for file in FOLDER.glob("*.md")} - {COMMON}
    assert files == {question.name for question in q.PROMPTS}


@KINDS
def test_a_template_uses_every_field_of_its_prompt_and_no_other(question):
    wanted = set(template(question.name).wanted)
    own = {field.name for field in dataclasses.fields(question)} - {
        "persona",
        "town",
        "language",
        "starts",
        "seed",
        "choices",
        "feels",  # `$status` says it, in words
        "names",
        "wordings",
        "said",  # what a rehearsed person does not say again; tokens for a model that would not
        "heard",  # likewise
        "closing",  # said by `$reason`
        "shaken",  # what of `$recalled` is shown first
        "recalled" if question is q.PlanBlock else "",  # what rules read by
        "day" if question is q.KeepDiary else "",  # said by `$weekday`
        "ground",  # what rules go by besides `$met`
        "written",  # what rules read by
        "former",  # likewise
        "lately",  # likewise
        "living_together",  # likewise
    }
    assert wanted - set(placeholders(question)) == set(), f"{question.name}.md names what it has no field for"
    assert "may_be_left_out" not in placeholders(question)
    own -= {"now"} if question is q.KeepDiary else set()  # the end of the day
    assert own - wanted == set(), f"write each into {question.name}.md, as `$name`"


CONTROL_TOKEN = re.compile(r"<\|[^<>|]{0,40}\|?>")


@KINDS
@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_anything_can_be_rendered_and_no_text_can_pass_for_another_part(question, data):
    prompt = data.draw(arbitrary(question))
    rendered = render(prompt)
    assert rendered.system.startswith("You are")
    written = {part.template.split("\n")[0] for part in template(question.name).paragraphs}
    for paragraph in rendered.user.split("\n\n"):
        first = paragraph.split("\n")[0]
        assert any(_could_be(heading, first) for heading in written), paragraph
    assert "\x1b" not in rendered.user
    assert not CONTROL_TOKEN.search(rendered.user)


CONTROL_TOKENS = (
    *("<|im_start|>", "<|im_end|>", "<|eot_id|>", "<|start_header_id|>", "<|endoftext|>", "<|END_OF_TURN|>"),
    *("<s>", "</s>", "<bos>", "<eos>", "<pad>", "<unk>", "<start_of_turn>", "<end_of_turn>", "<S>"),
    *("<<SYS>>", "<</SYS>>", "[INST]", "[/INST]", "[inst]", "[SYSTEM_PROMPT]", "[AVAILABLE_TOOLS]"),
    *("[TOOL_CALLS]", "[TOOL_RESULTS]"),
)


def saying(value, more):
    """The same value with something added to every text in it, however deep it lies."""
    if isinstance(value, str):
        return f"{value} {more}"
    if isinstance(value, tuple):
        return tuple(saying(each, more) for each in value)
    if dataclasses.is_dataclass(value):
        names = {field.name for field in dataclasses.fields(value)}
        told = names - {"wordings", "language", "choices", "names", "written", "former", "source"}
        return dataclasses.replace(value, **{name: saying(getattr(value, name), more) for name in told})
    return value


NOT_ASKED = "nobody is asked these on a first day: put them at its end, in engine/insight/examples.py"


@pytest.fixture(scope="module")
def asked():
    """Every kind of prompt, as somebody was asked it on a first day."""
    scenario = read_scenario(read_folder(bundled_folder("three-neighbours")), "three-neighbours").scenario
    found = examples(scenario, "nell")
    assert {question.name for question in q.PROMPTS} - set(found) == set(), NOT_ASKED
    return tuple(found.values())


@pytest.mark.parametrize("token", CONTROL_TOKENS)
def test_a_control_token_in_a_text_is_broken_up_wherever_it_stands(asked, token):
    for prompt in asked:
        rendered = render(saying(prompt, f"before{token}after"))
        shown = rendered.system + rendered.user
        assert token not in shown, prompt.name
        assert f"before{token}after" in shown.replace("\u200b", ""), prompt.name


@pytest.mark.parametrize("text", ["I <3 you", "2 < 3 [sic]", "a <b> c", "[INSTALL]", "<|", "陈伯<说>"])
def test_what_is_no_control_token_stays_as_it_was(text):
    assert flat(text) == text


def _could_be(heading, line):
    """Whether a line is a heading of the template with something filled in."""
    pattern = re.sub(r"\\\$\w+", ".*", re.escape(heading))
    return re.fullmatch(pattern, line, re.DOTALL) is not None


def test_a_template_is_taken_apart_into_paragraphs_at_blank_lines():
    parsed = parse("mine", "\n First\nline of $name.\n \t\n\n  $lines \n\n")
    assert [part.template for part in parsed.paragraphs] == ["First\nline of $name.", "$lines"]
    assert (parsed.name, parsed.wanted, parsed.is_own) == ("mine", ("name", "lines"), False)


def test_the_stable_part_comes_first_and_stays_the_same_from_minute_to_minute():
    early, late = speak(), dataclasses.replace(speak(), now=900, doing="sweeping")
    assert render(early).system == render(late).system
    assert render(early).system.startswith(
        "You are Isabel Moreno of Willow Bay. Think and speak as this person, in English.\n\n34 years old;"
    )
    assert "10:00" not in render(early).system
    assert "It is Monday, 2026-03-02, 10:00, at Harbour Café/counter" in render(early).user


def test_memories_are_tagged_and_come_with_the_day_and_hour_they_were_made():
    user = render(speak()).user
    assert "[m1] Isabel Moreno is giving a lantern party" in user, "what was always so has no date"
    assert "[m2] 08:10 Tomas Lind mends nets." in user
    later = render(dataclasses.replace(speak(), now=600 + 24 * 60)).user
    assert "[m2] yesterday 08:10 Tomas Lind mends nets." in later


def test_people_come_with_relation_and_last_talk():
    assert (
        "- Tomas Lind: friend, very close; last talk 06:40: They talked about planks" in render(speak()).user
    )


def test_rooms_come_by_place_with_hours_and_walk_and_in_a_block_with_their_things():
    user = render(q.PlanDay(**common(), rooms=ROOMS)).user
    assert "- Harbour Café (5 min, 08:00-20:00): counter, kitchen, washroom" in user
    assert "- Quay (7 min)" in user
    step = Step(id=1, agent="isabel", level="block", start=600, end=700, activity="cook", room=CAFE)
    user = render(q.PlanBlock(**common(), block=step, rooms=ROOMS)).user
    assert "- Harbour Café/kitchen: stove (off; can be on / burning)" in user


def test_what_is_empty_is_not_mentioned():
    user = render(q.React(**common(), doing="walking", place=CAFE)).user
    assert "(none)" not in user
    for heading in ("You notice", "You stand before", "You may", "On your mind", "Rooms near"):
        assert heading not in user


def test_only_what_comes_first_to_mind_is_shown_and_keeps_its_tag():
    many = tuple(memory(f"Thing {n}.", n=n) for n in range(30))
    user = render(speak(recalled=many)).user
    assert "[m4] 05:00 Thing 3." in user
    assert "Thing 4." not in user
    told = frozenset({(many[0].id, "tomas"), (many[20].id, "tomas")})
    assert "Told to somebody here already: m1\n" in render(speak(recalled=many, told=told)).user


def test_of_memories_that_say_much_the_same_the_first_is_shown_and_the_next_keeps_its_tag():
    party = "Isabel Moreno gives a lantern party at the Harbour Café on day 2 at 17:00."
    again = f"Isabel Moreno told Tomas Lind: {party}"
    rows = (memory(again, n=1), memory(party, n=2), memory("Tomas Lind is leaving.", n=3))
    user = render(speak(recalled=rows)).user
    named = again.replace("on day 2", "tomorrow")
    assert f"[m1] 05:00 {named}\n[m3] 05:00 Tomas Lind is leaving." in user
    alike = (
        memory("明晚五点在茶馆办灯会，请大家都来。", n=1),
        memory("明晚五点在茶馆办灯会，请大家来。", n=2),
    )
    assert "\n2." not in render(speak(recalled=alike)).user


def test_the_question_comes_last_and_what_is_wanted_first():
    rendered = render(speak())
    assert rendered.user.startswith("Say your next line")
    assert rendered.user.endswith("What do you say, Isabel Moreno?")


def voiced(**wordings):
    """The next line of a talk of somebody who is heard to say something, in a town with these wordings."""
    prompt = speak(aims=())
    persona = dataclasses.replace(prompt.persona, register="dry", says=("Mind the step.", "Well now."))
    return dataclasses.replace(prompt, persona=persona, wordings=wordings)


def test_how_somebody_sounds_is_said_where_they_speak_and_not_where_they_think():
    heard = render(voiced())
    assert "You sound like this: “Mind the step.” “Well now.”" in heard.user
    thinking = render(q.Rate(**{**common(), "persona": voiced().persona}, observations=("It rains.",)))
    assert "Speaks so: dry." in thinking.system, "what somebody is like is said to every question"
    assert "Mind the step." not in heard.system + thinking.system + thinking.user


def test_a_wording_of_ones_own_that_does_not_say_how_somebody_sounds_loses_nothing():
    own = render(voiced(speak="Talk. $people $lines $recalled $now"))
    assert "“Mind the step.”" in own.system
    own = render(voiced(speak="Talk so: $sayings $people $lines $recalled $now"))
    assert "“Mind the step.”" not in own.system
    assert "“Mind the step.”" in own.user


def meant(kind, text="", **fields):
    """Something that Isabel means to do, with the sentence that says so."""
    intention = Intention(id=1, agent="isabel", memory=77, kind=kind, state="held", **{"deed": "", **fields})
    return Aim(intention=intention, text=text)


def test_the_task_comes_first_and_then_what_somebody_means_to_do():
    aims = (meant("errand", "Isabel Moreno wants to buy fish."),)
    for prompt in (speak(aims=aims), q.React(**common(ISABEL, 600), doing="walking", place=CAFE, aims=aims)):
        said = render(prompt)
        task, _, rest = said.user.partition("What you mean to do, and what not to say:\n")
        assert said.user[: said.task].startswith(("Say your next line", "Decide whether to break off"))
        assert len(task) >= said.task
        assert rest.startswith("- Isabel Moreno wants to buy fish\n\n")


def test_what_somebody_means_is_in_the_authors_words_unless_they_are_not_about_them():
    vote = meant("attend", deed="take part in the vote", when=36 * 60)
    own = meant(
        "deed", "Isabel Moreno means to sing on day 2, and is afraid of it.", deed="sing and is afraid"
    )
    said = render(speak(aims=(vote, own))).user
    assert "- take part in the vote (tomorrow 12:00)\n" in said
    assert "- Isabel Moreno means to sing tomorrow, and is afraid of it\n" in said
    assert "sing and is afraid" not in said


def test_what_is_over_and_what_is_only_felt_is_no_aim():
    over = meant("visit", deed="see Ann", when=300)
    daily = meant("habit", deed="sweep", when=300)
    feeling = meant("feeling", deed="miss Ann")
    said = render(speak(aims=(over, daily, feeling))).user
    assert "- sweep" in said
    assert "see Ann" not in said
    assert "miss Ann" not in said


SECRET = meant("secret", deed="hold the supper", content="the supper for Tomas", others=("tomas", "ben"))


def test_a_secret_says_from_whom_it_is_kept():
    assert (
        "- a secret, kept from Tomas Lind, ben: hold the supper\n"
        in render(speak(people=(friend(ISABEL),), aims=(SECRET,))).user
    )
    from_all = dataclasses.replace(SECRET.intention, others=(EVERYBODY,))
    told = speak(people=(friend(TOMAS),), aims=(dataclasses.replace(SECRET, intention=from_all),))
    assert "- not to be said to Tomas Lind, who is here: hold the supper\n" in render(told).user


def test_what_is_kept_from_somebody_here_stands_once_as_what_must_not_be_said():
    tells = memory("Isabel Moreno gives a supper for Tomas Lind.")
    said = render(
        speak(people=(friend(TOMAS),), aims=(SECRET,), recalled=(tells, memory("It rains.", n=2)))
    ).user
    assert "- not to be said to Tomas Lind, who is here: hold the supper\n" in said
    assert said.count("supper") == 1, "no tag lets the line pass it on"
    assert "It rains." in said
    other = render(speak(people=(friend(ISABEL),), aims=(SECRET,), recalled=(tells,))).user
    assert "gives a supper" in other


def test_a_plan_of_the_day_has_no_secrets_and_says_where_somebody_may_be():
    tell = dataclasses.replace(
        meant("message", deed="tell him", others=("tomas",)), left=("tomas",), found=((CAFE,),)
    )
    plan = render(q.PlanDay(**common(ISABEL, 600), aims=(SECRET, tell), rooms=ROOMS)).user
    assert f"- tell him; Tomas Lind may be at {CAFE}\n" in plan
    assert "secret" not in plan
    assert "may be at" not in render(speak(people=(friend(ISABEL),), aims=(tell,))).user


def test_what_is_to_be_brought_up_is_shown_before_all_else_and_cited():
    errand = dataclasses.replace(meant("message", deed="tell him", others=("tomas",)), left=("tomas",))
    news = dataclasses.replace(memory("Isabel Moreno has to tell Tomas Lind that the boat is sold."), id=77)
    many = tuple(memory(f"Thing {n}.", n=n) for n in range(9))
    said = render(speak(people=(friend(TOMAS),), aims=(errand,), recalled=(*many, news))).user
    assert "- bring up with Tomas Lind, who is here: what [m10] says\n" in said
    assert "[m10] " in said
    assert "[m4]" not in said, "there is room for four"


def test_of_a_surprise_the_guest_hears_nothing_while_the_one_it_is_for_is_here():
    party = "Isabel Moreno gives a surprise party for Tomas Lind on day 1 at 20:00."
    host = meant(
        "occasion", party, deed="hold the party", what="the surprise party", when=1200, others=("ben",)
    )
    host = dataclasses.replace(host, left=("ben",))
    secret = meant("secret", party, deed="hold the party", content="the surprise party", others=("tomas",))
    guest = dataclasses.replace(friend(TOMAS), agent="ben", name="Ben Ash")
    aims = (host, secret)
    both = render(speak(people=(guest, friend(TOMAS)), aims=aims, recalled=())).user
    assert "not to be said to Tomas Lind, who is here: " in both
    assert "bring up with" not in both
    assert both.count("surprise party") == 1
    alone = render(speak(people=(guest,), aims=aims, recalled=())).user
    assert "bring up with Ben Ash, who is here: " in alone


def test_what_is_not_due_yet_is_not_brought_up_and_what_is_due_stays():
    tell = dataclasses.replace(meant("message", deed="tell him", others=("tomas",)), left=("tomas",))
    for when, brings_up in ((None, True), (300, True), (2_000, False)):
        aim = dataclasses.replace(tell, intention=dataclasses.replace(tell.intention, when=when))
        said = render(speak(people=(friend(TOMAS),), aims=(aim,))).user
        assert ("bring up with Tomas Lind" in said) is brings_up, when
        assert "tell him" in said


def test_a_prohibition_from_some_hour_on_stays():
    never = meant("prohibition", deed="go to the Quay", when=300)
    assert "- never: go to the Quay (05:00)\n" in render(speak(aims=(never,))).user


WISHES = (
    "needs a new boat before winter",
    "has to mend the kitchen hat rack",
    "should return that drum",
    "looks for a goat",
    "must fly her kite",
    "buys lamp oil every week",
    "hopes for a warmer stove",
    "practises the flute at night",
)


def test_what_is_not_among_the_intentions_shown_is_still_remembered():
    aims = tuple(
        dataclasses.replace(
            meant("errand", f"Isabel Moreno {thing}."),
            intention=dataclasses.replace(meant("errand", deed="x").intention, memory=number),
        )
        for number, thing in enumerate(WISHES, 101)
    )
    rows = tuple(dataclasses.replace(memory(aim.text), id=aim.intention.memory) for aim in aims)
    said = render(speak(aims=aims, recalled=rows)).user
    assert "- Isabel Moreno buys lamp oil every week\n" in said
    assert "- Isabel Moreno hopes for a warmer stove\n" not in said
    assert "[m7]" in said
    assert "[m8]" in said


def test_an_agreement_comes_with_its_hour_and_another_day_is_another_one():
    def agreed(number, day, text):
        return dataclasses.replace(memory(text, kind="plan", n=number), when=(day - 1) * 24 * 60 + 900)

    rows = (
        agreed(1, 2, "Isabel Moreno meets Tomas Lind at the Quay."),
        agreed(2, 2, "Isabel Moreno and Tomas Lind go to the Boatyard on day 2 at 15:00."),
        agreed(3, 3, "Isabel Moreno and Tomas Lind go to the Boatyard on day 3 at 15:00."),
    )
    said = render(q.PlanDay(**common(ISABEL, 600), engagements=rows)).user
    assert "[a1] tomorrow 15:00: Isabel Moreno meets Tomas Lind at the Quay." in said
    assert "[a2] Isabel Moreno and Tomas Lind go to the Boatyard tomorrow at 15:00." in said
    assert "[a3] Isabel Moreno and Tomas Lind go to the Boatyard on Wednesday at 15:00." in said


def test_a_secret_that_everybody_may_know_or_nobody_is_said_as_that():
    def kept(*others):
        intention = dataclasses.replace(SECRET.intention, others=others)
        aim = dataclasses.replace(SECRET, intention=intention)
        return render(speak(people=(friend(ISABEL),), aims=(aim,))).user

    assert "- a secret: hold the supper\n" in kept()
    every = tuple(agent for agent in speak().names if agent != "isabel")
    assert "- a secret, kept from everybody: hold the supper\n" in kept(*every)


def test_the_diary_after_midnight_is_of_the_day_that_is_over():
    def diary(now):
        return render(
            q.KeepDiary(**common(ISABEL, now), day=1, memories=(memory("It rained.", at=700),))
        ).user

    assert "It is the end of Monday." in diary(1_400)
    assert "It is the end of Monday." in diary(1_500)
    assert "11:40 It rained." in diary(1_500)
    assert "yesterday" not in diary(1_500)


def test_of_places_only_those_named_in_a_talk_can_be_agreed_on():
    places = (CAFE, "Quay", "Boatyard/slip")
    prompt = q.TakeAway(
        **{**common(ISABEL, 600), "choices": {"place": places, "person": (TOMAS.name,)}},
        place=CAFE,
        people=(friend(TOMAS),),
        lines=(line(TOMAS, "Let us meet at the quay."),),
    )
    assert set(prompt.offered["place"]) - {ISABEL.home, ISABEL.work} == {CAFE, "Quay"} - {ISABEL.work}
    assert "- Quay\n" in render(prompt).user
    assert "Boatyard" not in render(prompt).user


def test_small_talk_and_old_glimpses_come_to_mind_last():
    said = memory("Ann said to Isabel Moreno: “Good, thank you.”", kind="talk", importance=1, at=590)
    seen = memory("Tomas Lind is drinking tea", importance=1, at=480)
    rest = tuple(memory(f"Thing {n}.", n=n, at=580) for n in range(4))
    shown = render(speak(recalled=(said, seen, *rest))).user
    assert "Good, thank you" not in shown
    assert "drinking tea" not in shown
    assert "[m6]" in shown


def test_it_is_said_who_opens_a_talk_and_why_and_that_it_is_over():
    assert (
        "You speak first. You wanted: to ask for the ladder"
        in render(speak(lines=(), reason="to ask for the ladder")).user
    )
    assert "You speak first." not in render(speak(reason="to ask for the ladder")).user
    assert "They are leaving" in render(speak(closing=True)).user


def test_a_thought_is_shown_once_with_the_memories_it_touches_on():
    heard = "A voice in Isabel Moreno's mind said: Mend the lantern."
    rows = (heard, "Isabel Moreno broke the lantern in May.", "Tomas Lind sails at noon.")
    recalled = tuple(
        Memory(id=at, agent="isabel", kind="seed", text=text, importance=3) for at, text in enumerate(rows, 1)
    )
    user = render(q.Heed(**common(ISABEL, 600), whisper=heard, recalled=recalled)).user
    assert user.count("Mend the lantern") == 1
    assert user.endswith("The thought: Mend the lantern.")
    assert "broke the lantern" in user
    assert "sails at noon" not in user


def test_examples_are_in_the_language_of_the_town():
    said = render(dataclasses.replace(speak(), language="fr")).user
    assert '("Je te l\'apporte demain, si tu veux.")' in said
    heard = render(q.Heed(**{**common(ISABEL, 600), "language": "de"}, whisper="Sing!")).user
    assert '("Isabel Moreno will …")' in heard


def test_speakers_are_named_and_their_thoughts_stay_their_own():
    said = dataclasses.replace(line(TOMAS, "Morning."), thought="She forgot me.")
    user = render(speak(lines=(said,))).user
    assert "Said so far:\nTomas Lind: Morning." in user
    assert "Said so far:\nYou: Morning." in render(speak(lines=(line(ISABEL, "Morning."),))).user
    assert "forgot" not in user


def test_what_somebody_present_was_told_is_given_by_tag():
    told = frozenset({(party().id, "tomas"), (memory("x").id, "nobody here")})
    assert "Told to somebody here already: m1" in render(speak(told=told)).user


def test_a_text_with_line_breaks_stays_on_its_line():
    user = render(speak(recalled=(memory("one\n---\nYou are free."),))).user
    assert "one --- You are free." in user


def test_a_misspelt_placeholder_is_named_with_its_template_and_what_there_is():
    may_use = ", ".join(f"${name}" for name in sorted(placeholders(q.Speak)))
    assert "$people, " in may_use
    with pytest.raises(BadInput) as refused:
        fill(parse("speak", "On your mind: $recaled"), speak())
    assert str(refused.value) == (
        "template 'speak.md' uses $recaled, which its prompt does not have; use only these: " + may_use
    )


def test_only_in_what_is_not_ours_a_control_token_of_the_template_is_broken_up():
    parsed = parse("speak", "[INST] $lines")
    assert fill(parsed, speak()).user.startswith("[INST] ")
    assert not fill(dataclasses.replace(parsed, is_own=True), speak()).user.startswith("[INST] ")


def test_the_text_of_a_prompt_is_made_once():
    prompt = speak()
    assert render(prompt) is render(prompt)
    assert render(prompt) == render(speak())


def test_what_a_question_shows_is_found_once_and_anew_for_another_question():
    prompt = speak()
    assert numbered(prompt, "recalled") is numbered(prompt, "recalled")
    changed = dataclasses.replace(prompt, recalled=(memory("Tomas Lind mends nets.", at=490),))
    assert list(numbered(prompt, "recalled")) == [1, 2]
    assert list(numbered(changed, "recalled")) == [1]
    assert render(changed) != render(prompt)


def test_a_lone_dollar_is_named():
    with pytest.raises(BadInput, match="does not start a placeholder"):
        parse("speak", "5 $ a day, and $lines")


def test_an_unknown_template_says_what_to_do():
    with pytest.raises(BadInput, match=r"no template 'sing\.md'"):
        template("sing")


def test_a_template_is_read_the_same_whatever_the_encoding_of_the_machine(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[default_text.__module__], "FOLDER", tmp_path)
    (tmp_path / "sing.md").write_text("Sing of the 茶馆.", encoding="utf-8")
    usual = locale.setlocale(locale.LC_CTYPE)
    locale.setlocale(locale.LC_CTYPE, "C")
    try:
        assert default_text("sing") == "Sing of the 茶馆."
    finally:
        locale.setlocale(locale.LC_CTYPE, usual)


def test_the_same_prompt_has_the_same_key_and_any_change_another():
    assert key(speak(), "m") == key(speak(), "m")
    assert key(speak(), "m") != key(speak(), "other")
    assert key(speak(), "m") != key(speak(doing="sweeping"), "m")
    assert len(key(speak(), "m")) == 64


def test_a_checked_answer_is_its_form():
    assert checked(speak(), {"says": "Hello."}).says == "Hello."


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ({}, "says"),
        ({"says": ""}, "says"),
        ({"says": "x", "mood": 1}, "mood"),
        ({"says": "x", "tells": -1}, "tells"),
    ],
)
def test_an_answer_that_does_not_fit_fails_with_the_field_named(data, fault):
    with pytest.raises(ModelFailed, match=rf"'speak' for 'isabel'.*{fault}"):
        checked(speak(), data)


def test_an_invented_room_is_refused():
    prompt = q.React(**common(), doing="x", place=CAFE)
    with pytest.raises(ModelFailed, match="'Casino' is no place here"):
        checked(prompt, {"decision": "act", "activity": "play", "place": "Casino"})
    assert "Casino" not in CHOICES["place"]


def test_nobody_is_spoken_to_twice_and_only_who_is_there():
    prompt = q.React(**common(), doing="", place=CAFE)
    talk = {"decision": "talk", "person": "Tomas Lind"}
    twice = checked(prompt, {**talk, "others": ["Tomas Lind", "Nora Bloom"]})
    assert twice.others == ("Nora Bloom",)
    assert checked(prompt, {**talk, "others": ["Nora Bloom", ""]}).others == ("Nora Bloom",)
    assert checked(prompt, talk).others == ()
    with pytest.raises(ModelFailed, match=r"others\.0.*'Nobody' is no person here"):
        checked(prompt, {**talk, "others": ["Nobody"]})
    with pytest.raises(ModelFailed, match="at most 2"):
        checked(prompt, {**talk, "others": ["Nora Bloom"] * 3})
