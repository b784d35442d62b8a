"""What is kept from somebody: whatever says it in other words is not said, and what only touches on it is."""

from __future__ import annotations

from random import Random

import pytest
from rehearsal_minds import ISABEL, NAMES, TOMAS, common, friend

from engine.language.languages import PACKS
from engine.prompts import questions as q
from engine.prompts.known import Aim
from engine.records import Intention, Names
from engine.rehearsal.aims import keeps_from
from engine.rehearsal.language.pack import read_packs
from engine.rehearsal.speaker import speaker_of

HIDES = {
    "letter": "Isabel Moreno has hidden a letter from the bank",
    "field": "Isabel Moreno has sold the field behind the Harbour Café",
    "silver": "Isabel Moreno pawned the silver spoons of Nora Bloom",
    "voyage": "Isabel Moreno is leaving for Norway in the autumn",
}


def keeps(secret, text, people=("tomas",)):
    """Whether Isabel, who keeps a secret from Tomas, would not say a text to some people."""
    pack = read_packs(PACKS)["en"]
    prompt = q.Speak(
        **common(ISABEL, names=Names(NAMES)),
        place="Quay",
        people=(friend(TOMAS),),
        lines=(),
        recalled=(),
        doing="",
    )
    one = Intention(id=1, agent="isabel", kind="secret", state="held", deed="keep it", memory=1,
                    others=("tomas",), content=HIDES[secret])  # fmt: skip
    return keeps_from((Aim(intention=one),), people, text, speaker_of(prompt, pack, Random(1)))


@pytest.mark.soak
@pytest.mark.parametrize(
    ("secret", "text"),
    [
        ("letter", "Isabel Moreno hides letters from the bank"),
        ("letter", "the letter that the bank sent lies hidden in the café"),
        ("field", "Isabel Moreno sells her field"),
        ("field", "the fields behind the Harbour Café are sold to a stranger"),
        ("silver", "Isabel Moreno took the silver to the pawnbroker and pawned it"),
        ("silver", "Nora Bloom's spoons have been pawned"),
        ("voyage", "Isabel Moreno will leave for Norway"),
        ("voyage", "Isabel Moreno leaves in autumn"),
    ],
)
def test_a_secret_is_not_told_in_other_words(secret, text):
    assert keeps(secret, text)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("secret", "text"),
    [
        ("letter", "Tomas Lind writes a letter to his sister every week"),
        ("letter", "the bank is closed on Thursday"),
        ("field", "Nora Bloom grows beans in her field"),
        ("silver", "Nora Bloom polishes the spoons of the inn before supper"),
        ("voyage", "the autumn fair needs forty lanterns and a band"),
    ],
)
def test_what_only_touches_on_a_secret_may_be_said(secret, text):
    assert not keeps(secret, text)


@pytest.mark.soak
def test_others_may_hear_what_is_kept_from_one():
    assert not keeps("letter", HIDES["letter"], people=("nora",))
