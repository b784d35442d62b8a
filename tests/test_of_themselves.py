"""What is remembered of a person, as their own paragraph tells it: with pronouns, where they are clear."""

from __future__ import annotations

import pytest

from engine.insight.story.of_themselves import of_themselves
from engine.records import Name, Names
from engine.rehearsal.language.names import Everybody

OTTO, NELL = (
    Name(full="Otto Finch", called="Otto", pronouns="he"),
    Name(full="Nell Hartley", called="Nell", pronouns="she"),
)
RUTH, KIT = (
    Name(full="Ruth Calloway", called="Ruth", pronouns="she"),
    Name(full="Kit Arden", called="Kit", pronouns="they"),
)
BAOZHU, YIMING = (
    Name(full="黎宝珠", called="阿珠", pronouns="she"),
    Name(full="冯一鸣", called="小冯", pronouns="he"),
)
ENGLISH = Everybody(Names({"otto": OTTO, "nell": NELL, "ruth": RUTH, "kit": KIT}))
CHINESE = Everybody(Names({"baozhu": BAOZHU, "yiming": YIMING}))

TOLD = [
    ("Ruth Calloway has told Otto Finch that Ruth is ashamed.", RUTH,
     "she has told Otto that she is ashamed."),
    ("Otto Finch asked Ruth Calloway to stay, and Ruth Calloway refused.", RUTH,
     "Otto asked her to stay, and she refused."),
    ("Both Nell Hartley and Ruth Calloway like Otto Finch's clocks.", OTTO,
     "Both Nell and Ruth like his clocks."),
    ("Ruth Calloway's ladder is with Otto Finch.", RUTH, "her ladder is with Otto."),
    ("It is settled, and nobody knows: Otto Finch is leaving.", OTTO,
     "It is settled, and nobody knows: he is leaving."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "told"), TOLD)
def test_pronouns_stand_for_the_person(text, name, told):
    assert of_themselves(text, name, ENGLISH, "en") == told


def test_the_name_stays_where_the_pronoun_could_be_anothers():
    text = "Ruth Calloway asked Nell Hartley for the rope, and Nell Hartley refused."
    assert of_themselves(text, NELL, ENGLISH, "en") == "Ruth asked Nell for the rope, and Nell refused."
    assert of_themselves(text, RUTH, ENGLISH, "en") == "she asked Nell for the rope, and Nell refused."


def test_the_name_stays_where_the_verb_would_not_agree():
    assert of_themselves("Kit Arden is standing for mayor.", KIT, ENGLISH, "en") == (
        "Kit is standing for mayor."
    )


def test_in_chinese_too():
    told = of_themselves("冯一鸣向黎宝珠开口要一个龙头，黎宝珠没答应。", BAOZHU, CHINESE, "zh")
    assert told == "小冯向她开口要一个龙头，她没答应。"


def test_in_a_language_without_a_pack_the_names_stay():
    assert of_themselves("Otto Finch mange.", OTTO, ENGLISH, "fr") == "Otto mange."
