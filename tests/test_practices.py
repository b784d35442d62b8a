"""Practices: what people do together, as files of data; and what comes of them at an occasion."""

from __future__ import annotations

import ast
import dataclasses
import shutil
from typing import get_args

import pytest
from rehearsal_minds import (
    CAFE,
    ISABEL,
    NORA,
    PARTY_AT,
    TOMAS,
    after,
    ask,
    common,
    converse_all,
    friend,
    line,
    memory,
    party,
)

from engine.api.workspace import open_workspace
from engine.clock import minute_at
from engine.language.languages import PACKS
from engine.practices import conduct
from engine.practices.practice import KINDS, kinds, practices, read_practices
from engine.prompts import questions as q
from engine.prompts.known import Aim
from engine.records import EVERYBODY, Intention, MemoryKind, Step
from engine.rehearsal.conversation.hearing import LEAVING, hear
from engine.rehearsal.language.pack import read_packs
from engine.rehearsal.language.practising import steps_at
from engine.rehearsal.reading import words

EN = read_packs(PACKS)["en"]
ENGINE = KINDS.parents[1]
SEEDS = range(30)
PERSON_MARK = "\ue000"


def acts_in(lines):
    """What is done of any practice in some lines."""
    return {act for each in lines for act in hear(each.text, EN).acts if act in EN.acts}


def known_party():
    """Isabel's party as somebody knows it who has agreed to come."""
    return dataclasses.replace(party(), kind="plan")


def at_the_party(minutes, *people, seed=7):
    """The lines of a talk so many minutes after Isabel's party began, among people who know of it."""
    knows = tuple((person, (party() if person is ISABEL else known_party(),)) for person in people)
    return converse_all(knows, now=PARTY_AT + minutes, seed=seed, place=CAFE)[0]


@pytest.mark.parametrize("name", sorted(practices()))
def test_every_practice_says_what_it_is_about_and_is_worded_in_every_language_of_its_own(name):
    practice = practices()[name]
    assert practice.about.endswith(".")
    for act in practice.acts.values():
        for worded in (act.says, act.answer, act.does, act.felt.note if act.felt else {}):
            assert not worded or {"en", "zh"} <= set(worded)


def test_a_file_that_is_no_practice_is_named_with_what_is_wrong(tmp_path):
    (tmp_path / "supper.yaml").write_text("about: People eat.\nacts: {toast: {by: cook, at: [begins]}}")
    with pytest.raises(ValueError, match=r"supper\.yaml is no practice: (.|\n)*no role for toast: cook"):
        read_practices(tmp_path)


def test_a_practice_of_another_that_is_not_there_is_refused(tmp_path):
    (tmp_path / "supper.yaml").write_text("about: People eat.\nof: gathering")
    with pytest.raises(ValueError, match=r"supper\.yaml is of 'gathering', and there is no such practice"):
        read_practices(tmp_path)


@pytest.mark.soak
def test_a_new_sort_of_occasion_is_one_more_file(tmp_path, monkeypatch):
    shutil.copytree(KINDS, tmp_path / "kinds")
    (tmp_path / "kinds" / "launching.yaml").write_text(
        "about: A boat is launched.\nof: occasion\nnamed: {en: [launching]}\n"
        "roles: {host: agent, guest: others}\n"
        "acts: {name_it: {by: host, at: [under_way], says: {en: [I name this boat for all of us.]},"
        " does: {en: [breaking a bottle on the bow]}}}"
    )
    read = read_practices(tmp_path / "kinds")
    monkeypatch.setattr("engine.rehearsal.language.pack.practices", lambda: read)
    monkeypatch.setattr("engine.rehearsal.language.practising.practices", lambda: read)
    pack = read_packs(PACKS)["en"]
    assert "breaking a bottle on the bow" in steps_at("give the launching", "under_way", pack)
    assert hear("I name this boat for all of us.", pack).does(["launching.name_it"])


def test_a_supper_offers_what_any_occasion_does_and_more():
    offered = [known.frame for known in EN.acts_at("occasion", "birthday supper")]
    assert "meal.serve" in offered
    assert "occasion.welcome" in offered
    assert not any(frame.startswith("assembly.") for frame in offered)


@pytest.mark.soak
def test_the_host_welcomes_and_the_guests_do_not():
    done = [acts_in([each]) for seed in SEEDS for each in at_the_party(5, ISABEL, TOMAS, seed=seed)
            if each.speaker == "isabel"]  # fmt: skip
    theirs = [acts_in([each]) for seed in SEEDS for each in at_the_party(5, ISABEL, TOMAS, seed=seed)
              if each.speaker == "tomas"]  # fmt: skip
    assert any("occasion.welcome" in acts for acts in done)
    assert not any(acts & {"occasion.welcome", "meal.serve", "meal.toast"} for acts in theirs)


@pytest.mark.soak
def test_one_drinks_to_all_only_where_there_are_several():
    alone = [acts_in(at_the_party(50, ISABEL, TOMAS, seed=seed)) for seed in SEEDS]
    among = [acts_in(at_the_party(50, ISABEL, TOMAS, NORA, seed=seed)) for seed in SEEDS]
    assert not any("meal.toast" in acts for acts in alone)
    assert any("meal.toast" in acts for acts in among)


def test_what_one_says_at_an_occasion_goes_by_how_far_it_has_got():
    late = set().union(*(acts_in(at_the_party(110, TOMAS, ISABEL, seed=seed)) for seed in SEEDS))
    assert "occasion.take_leave" in late
    assert "occasion.welcome" not in late


def test_before_its_hour_guests_are_welcomed_and_nobody_enjoys_it_yet():
    said = {act for seed in range(12) for act in acts_in(at_the_party(-10, ISABEL, TOMAS, seed=seed))}
    assert "occasion.welcome" in said
    assert said <= {"occasion.welcome", "occasion.turn_to_others"}


def test_what_a_guest_enjoys_is_agreed_to_in_words_that_fit():
    says = {phrase.text for phrase in EN.phrases.of("occasion.enjoy")}
    answers = {phrase.text for phrase in EN.phrases.of("occasion.enjoy.answer")}
    assert "I'm enjoying this." in says
    assert not any(text.rstrip(".").endswith(" is") for text in answers), (
        "the line before may say `I like it`"
    )


def test_nobody_takes_leave_for_good_from_whom_they_go_on_seeing():
    for seed in SEEDS:
        last = [hear(each.text, EN) for each in at_the_party(40, ISABEL, TOMAS, seed=seed)[-2:]]
        assert not any(each.does(LEAVING) for each in last)


MEANT = Intention(id=1, agent="ada", kind="message", state="held", deed="", memory=1, others=("ben",))


@pytest.mark.parametrize(
    ("kind", "when", "is_due"),
    [
        ("message", None, True),
        ("message", 600, True),
        ("message", 601, False),
        ("meeting", 601, True),
        ("meeting", 600, False),
        ("errand", None, False),
    ],
)
def test_a_meeting_is_spoken_of_before_its_hour_and_the_rest_from_then_on(kind, when, is_due):
    assert conduct.is_due(dataclasses.replace(MEANT, kind=kind, when=when), 600) is is_due


@pytest.mark.parametrize(
    ("forbids", "what", "left_out"),
    [
        ("occasion", "", True),
        ("occasion", "garden party", True),
        ("deed", "party", True),
        ("deed", "", False),
        ("deed", "supper", False),
        ("meeting", "", False),
    ],
)
def test_who_is_left_out_of_an_occasion_by_what_is_not_to_be_done_with_them(forbids, what, left_out):
    never = dataclasses.replace(MEANT, kind="prohibition", forbids=forbids, what=what)
    assert conduct.leaves_out(never, "ben", "garden party") is left_out
    assert not conduct.leaves_out(never, "cy", "garden party")


def test_who_promised_and_is_not_there_is_missed_by_the_host():
    promise = memory(
        "Nora Bloom means to come to Isabel Moreno's lantern party at the Harbour Café on day 2 at 17:00.",
        kind="talk", importance=5, n=3, about=("nora",),
    )  # fmt: skip
    own = party()
    held = Intention(
        id=5, agent="isabel", kind="occasion", state="begun", deed="give a party", memory=own.id,
        others=(EVERYBODY,), what="lantern party", place=CAFE, when=PARTY_AT,
    )  # fmt: skip

    def said(absent, seed):
        fields = common(ISABEL, PARTY_AT + 10, seed=seed)
        return ask(q.Speak(
            **fields, place=CAFE, doing="", people=(friend(TOMAS),), recalled=(own, promise),
            engagements=(own,), aims=(Aim(intention=held, absent=absent),),
        )).says  # fmt: skip

    assert any("Nora" in said(("nora",), seed) for seed in SEEDS)
    assert not any("Nora" in said((), seed) for seed in SEEDS)


def test_who_was_made_welcome_feels_closer_and_says_why():
    lines = [
        line(ISABEL, "Welcome, Tomas, I'm glad you could come."),
        line(TOMAS, "It's nice to be here.", n=1),
    ]
    [feeling] = after(TOMAS, ISABEL, lines).feelings
    assert (feeling.person, feeling.change) == ("Isabel Moreno", 1)
    assert "welcome" in feeling.note


def test_who_has_been_at_it_speaks_of_it_afterwards_and_is_answered():
    lines = [line(TOMAS, "I thought Isabel's lantern party went well.", at=minute_at(3, 600))]
    said = ask(q.Speak(
        **common(NORA, minute_at(3, 601)), place=CAFE, doing="", people=(friend(TOMAS),), lines=tuple(lines),
        recalled=(known_party(),),
    )).says  # fmt: skip
    assert any(wording.text in said for wording in EN.phrases.of("occasion.look_back.answer"))


def test_the_pieces_of_an_occasion_are_what_its_role_does():
    def pieces(activity):
        block = Step(id=1, agent="isabel", level="block", start=PARTY_AT, end=PARTY_AT + 150,
                     activity=activity, room=CAFE)  # fmt: skip
        return {
            piece.activity
            for seed in SEEDS
            for piece in ask(q.PlanBlock(**common(ISABEL, PARTY_AT, seed=seed), block=block)).pieces
        }

    assert "welcoming everybody who comes in" in pieces("give the lantern party")
    assert "welcoming everybody who comes in" not in pieces("enjoy Tomas Lind's lantern party")


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_one_does_at_an_occasion_is_no_news_by_itself(language):
    pack = read_packs(PACKS)[language]
    assert {step for known in pack.acts.values() for step in known.does} <= pack.by_the_way


# ---- kinds of intention


def test_a_new_kind_of_intention_is_one_more_file_with_the_ways_of_saying_it(tmp_path, monkeypatch):
    shutil.copytree(KINDS, tmp_path / "kinds")
    (tmp_path / "kinds" / "wager.yaml").write_text(
        "about: Two bet on something.\nroles: {better: agent, taker: others}\nspoken: due\n"
        "needs: [whom]\nstated: always\nreads: {en: ['~bet|wager {people} that {content}']}\n"
    )
    read = tuple(one for one in read_practices(tmp_path / "kinds").values() if not one.of)
    monkeypatch.setattr(words, "kinds", lambda: read)
    fresh = words.words_for.__wrapped__("en")
    [frame] = [each for each in fresh.frames if each.kind == "wager"]
    found = frame.pattern.match(f"bets {PERSON_MARK} that it will rain")
    assert found
    assert found["content"] == "it will rain"


def test_a_pack_that_names_a_kind_there_is_no_file_for_is_refused(monkeypatch):
    monkeypatch.setattr(words, "KINDS", ("occasion",))
    with pytest.raises(ValueError, match=r"there is no kind of intention .*'message'"):
        words.words_for.__wrapped__("en")


@pytest.mark.soak
def test_code_compares_only_with_kinds_there_are():
    folders = ("cognition/intending", "cognition/pursuit", "intentions", "mind", "prompts", "rehearsal")
    compared = {
        constant.value: path.name
        for folder in folders
        for path in (ENGINE / folder).rglob("*.py")
        if path.name not in ("times.py", "time_asked.py")  # whose kinds are of times
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Compare) and ast.unparse(node.left).endswith((".kind", ".forbids"))
        if not ast.unparse(node.left).startswith("event.")
        for constant in ast.walk(node)
        if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
    }
    memories = set(get_args(MemoryKind))
    assert {kind: where for kind, where in compared.items() if kind not in {*conduct.KINDS, *memories}} == {}


@pytest.mark.nightly
def test_which_kinds_are_alike_is_said_by_their_files_and_listed_by_no_module():
    listed = {
        f"{path.relative_to(ENGINE)}:{node.lineno}"
        for path in ENGINE.rglob("*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for values in ast.walk(node)
        if isinstance(values, ast.Tuple | ast.List | ast.Set) and len(values.elts) > 1
        if all(isinstance(one, ast.Constant) and one.value in conduct.KINDS for one in values.elts)
    }
    assert listed == set()


def test_every_kind_has_a_role_for_who_means_it():
    for one in kinds():
        assert "agent" in one.roles.values(), one.name


@pytest.mark.soak
def test_an_occasion_is_told_prepared_begun_and_done(tmp_path):
    with open_workspace(tmp_path / "ws") as workspace:
        run = workspace.runs.new("three-neighbours", seed=1)
        run.live("day 1 20:00")
        entries = list(run.at().log.entries())
    rows = [row for row in entries if isinstance(row, Intention) and row.agent == "otto"]
    states = [row.state for row in rows if row.kind == "occasion"]
    assert list(dict.fromkeys(states)) == ["held", "told", "prepared", "begun", "done"]
