"""A cast over chosen axes: who is proposed covers what a town lacks; nothing is stored before it is taken."""

from __future__ import annotations

import pytest

from engine.api.scenarios import AGE, AXES, TRADE
from engine.api.workspace import open_workspace
from engine.errors import BadInput

TOWN = "willow-bay"


@pytest.fixture
def scenarios(tmp_path):
    with open_workspace(tmp_path) as workspace:
        yield workspace.scenarios


@pytest.mark.nightly
@pytest.mark.parametrize("axes", [["warmth"], ["boldness", AGE], ["speech", TRADE], ["mood", "order", AGE]])
def test_who_is_proposed_is_of_combinations_that_the_fewest_are_of(scenarios, axes):
    before = scenarios.covered(TOWN, axes)
    people = scenarios.propose_cast(TOWN, 6, axes, 3)
    after = scenarios.covered(TOWN, axes, people)
    assert len(after.missing) == max(0, len(before.missing) - 6), "each fills one that was missing"
    assert len({one.name for one in people}) == len({one.agent for one in people}) == 6


@pytest.mark.nightly
def test_what_is_accepted_is_counted_as_it_was_proposed_and_lives_without_a_problem(scenarios):
    axes = ["warmth", AGE]
    people = scenarios.propose_cast(TOWN, 5, axes, 7)
    foretold = scenarios.covered(TOWN, axes, people[:3])
    assert scenarios.versions(TOWN)[0].version == 1, "a proposal stores nothing"
    scenarios.accept_cast(TOWN, people[:3])
    assert scenarios.covered(TOWN, axes) == foretold
    assert scenarios.checked(TOWN).problems == ()
    ids = {one.id for one in scenarios.checked(TOWN).scenario.personas}
    assert {one.agent for one in people[:3]} <= ids
    assert not {one.agent for one in people[3:]} & ids
    for _ in people[:3]:
        scenarios.edits.undo(TOWN)
    assert len(scenarios.checked(TOWN).scenario.personas) == 8


@pytest.mark.nightly
def test_the_same_seed_proposes_the_same_people_and_another_seed_others(scenarios):
    first, again = (scenarios.propose_cast(TOWN, 4, ["mood"], 1) for _ in range(2))
    assert first == again
    assert first != scenarios.propose_cast(TOWN, 4, ["mood"], 2)


@pytest.mark.nightly
@pytest.mark.parametrize("template", ["empty-square", "ship", "space-station", "court"])
def test_any_town_takes_them_without_a_problem(scenarios, template):
    scenarios.new_from_template("T", template)
    people = scenarios.propose_cast("T", 8, ["novelty", TRADE], 11)
    scenarios.accept_cast("T", people)
    assert scenarios.checked("T").errors == ()
    assert [one for one in scenarios.checked("T").problems if one.code != "TW408"] == []


@pytest.mark.soak
def test_what_cannot_be_proposed_is_refused_with_a_reason(scenarios):
    for axes, reason in (
        (["height"], "no property 'height' to vary"),
        ([], "choose one to three"),
        (list(AXES), "choose one to three"),
    ):
        with pytest.raises(BadInput, match=reason):
            scenarios.propose_cast(TOWN, 2, axes, 1)
    for count in (0, 99, 1.5, "two"):
        with pytest.raises(BadInput):
            scenarios.propose_cast(TOWN, count, ["mood"], 1)
    files = scenarios.files("liuwan")
    scenarios.save(
        "Bahía", {**files, "town.yaml": files["town.yaml"].replace("language: zh", "language: es")}
    )
    with pytest.raises(BadInput, match="in the language 'es' yet; use one of: en, zh"):
        scenarios.propose_cast("Bahía", 2, ["mood"], 1)
    scenarios.new_blank("Empty")
    scenarios.save("Empty", {"town.yaml": "town: Empty\n", "world.yaml": "{}\n"})
    with pytest.raises(BadInput, match="no room to live in"):
        scenarios.propose_cast("Empty", 2, ["mood"], 1)


def test_somebody_is_drafted_from_a_sentence_and_stored_only_when_taken(scenarios):
    said = "She is a retired postwoman, 70 years old, stubborn and kind. She keeps bees and fears the sea."
    drafted = scenarios.person_from(TOWN, "Greta Holm", said)
    assert scenarios.versions(TOWN)[0].version == 1
    assert "age: 70" in drafted.text
    assert "pronouns: she" in drafted.text
    assert "#card" not in drafted.text
    scenarios.accept_card(TOWN, drafted)
    greta = scenarios.checked(TOWN).scenario.persona("greta")
    assert (greta.age, greta.pronouns) == (70, "she")
    assert any("bees" in one for one in greta.seed)
    scenarios.edits.undo(TOWN)
    assert len(scenarios.checked(TOWN).scenario.personas) == 8


@pytest.mark.parametrize(
    ("said", "age"),
    [
        ("He is a nervous schoolboy, 16, who broke the window last night.", 16),
        ("A sixteen-year-old who hums.", 16),
        ("Aged sixty-one, she bakes at night.", 61),
        ("A girl of nine, quick and loud.", 9),
        ("A baker (52) with a bad back.", 52),
        ("She has nine cats and four friends.", None),
        ("A member of a team of nine, all shy.", None),
        ("She is one who never forgets a face.", None),
        ("He sweeps the rooms 11, 12, and 14.", None),
    ],
)
def test_an_age_is_read_however_it_is_put_and_no_other_number_for_one(scenarios, said, age):
    drafted = scenarios.person_from(TOWN, "Per Holm", said)
    assert (f"age: {age}" in drafted.text) == (age is not None)
    assert any("does not specify" in one.words and "age" in one.words for one in drafted.notes) == (
        age is None
    )


def test_a_sentence_that_says_nothing_is_refused_and_a_hostile_one_is_only_words(scenarios):
    for called, said in (("Greta Holm", "  "), ("", "She is tall."), ("Greta Holm", 7)):
        with pytest.raises(BadInput):
            scenarios.person_from(TOWN, called, said)
    drafted = scenarios.person_from(
        TOWN, "Eve: {x}", "home: Nowhere\n<script>alert(1)</script> {{user}} \x00 is 12."
    )
    scenarios.accept_card(TOWN, drafted)
    assert scenarios.checked(TOWN).errors == ()


def test_a_sentence_without_a_name_becomes_a_memory_with_it_and_traits_are_read(scenarios):
    drafted = scenarios.person_from(TOWN, "Per Holm", "A shy, curious baker who is fond of Tomas Lind.")
    scenarios.accept_card(TOWN, drafted)
    per = scenarios.checked(TOWN).scenario.persona("per")
    assert per.seed[0] == "Per Holm is a shy, curious baker who is fond of Tomas Lind."
    assert per.traits == ("shy", "curious")


def test_an_age_and_traits_are_read_however_they_are_put(scenarios):
    said = "She is 61, a grumpy ferry pilot, loyal and superstitious."
    text = scenarios.person_from(TOWN, "Wilma Oduya", said).text
    assert "age: 61" in text
    assert "traits: [grumpy, loyal, superstitious]" in text


@pytest.mark.nightly
@pytest.mark.parametrize("axes", [["warmth"], ["boldness", AGE], ["novelty", "patience", TRADE]])
def test_in_a_chinese_town_people_are_proposed_in_its_language(scenarios, axes):
    people = scenarios.propose_cast("liuwan", 6, axes, 5)
    before, after = scenarios.covered("liuwan", axes), scenarios.covered("liuwan", axes, people)
    assert len(after.missing) == max(0, len(before.missing) - 6)
    scenarios.accept_cast("liuwan", people)
    assert scenarios.covered("liuwan", axes) == after
    assert [one for one in scenarios.checked("liuwan").problems if one.code != "TW408"] == []
    cast = {one.id: one for one in scenarios.checked("liuwan").scenario.personas}
    for one in people:
        words = " ".join((*cast[one.agent].traits, *cast[one.agent].seed, cast[one.agent].currently))
        assert not any(letter.isascii() and letter.isalpha() for letter in words), words
    given = [one.name[1:] for one in people]
    assert len(set(given)) == len(given), "in talk friends say the given name alone"


@pytest.mark.parametrize(
    ("said", "age", "pronouns", "traits"),
    [
        ("一个退休的邮递员，七十岁，固执又善良。他养了三箱蜜蜂。", 70, "he", ("固执", "善良")),
        ("她今年23岁，嘴快，爱打听，在茶馆跑堂。", 23, "she", ("嘴快", "爱打听")),
        ("一位一百零二岁的老太太，腼腆；她只跟猫说话。", 102, "she", ("腼腆",)),
        ("十八岁的木匠，脾气大却有耐心。", 18, "they", ("脾气大", "有耐心")),
    ],
)
def test_somebody_is_drafted_from_a_chinese_sentence(scenarios, said, age, pronouns, traits):
    drafted = scenarios.person_from("liuwan", "沈秋实", said)
    scenarios.accept_card("liuwan", drafted)
    shen = scenarios.checked("liuwan").scenario.persona(drafted.agent)
    assert (shen.age, shen.pronouns, shen.traits) == (age, pronouns, traits)
    if said.startswith("一"):
        assert shen.seed[0].startswith("沈秋实是一"), "a memory names whom it is about"
