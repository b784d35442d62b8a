"""Somebody of whom nothing is told but the name has a face and an age of their own, the same ones again."""

from __future__ import annotations

import pytest

from engine.scenario.generating.faces import face, guessed_age
from engine.scenario.newcomer import newcomer

NAMES = ("Ann Lee", "Bo Reed", "Cy Fox", "Di Moor", "Ed Vale", "阿明", "Ines Prado", "Jo Hart")


def test_a_name_gives_the_same_face_and_age_again_and_names_differ():
    assert [guessed_age(name) for name in NAMES] == [guessed_age(name) for name in NAMES]
    assert len({guessed_age(name) for name in NAMES}) > len(NAMES) // 2
    assert newcomer("Ann Lee", "Quay") == newcomer("Ann Lee", "Quay")


@pytest.mark.parametrize("pronouns", ["she", "he", "they", "xe"])
@pytest.mark.parametrize("age", [7, 40, 80])
def test_nobody_has_a_face_that_somebody_has_while_others_are_left(pronouns, age):
    taken = []
    for name in NAMES[:3]:
        taken.append(face(name, pronouns, age, taken))
    assert len(set(taken)) == 3
    assert face("Ann Lee", pronouns, age, taken * 9), "where none is left, one is had twice"


def test_who_is_added_to_a_town_looks_like_nobody_there():
    first = newcomer("Ann Lee", "Quay")
    own = next(line for line in first.splitlines() if line.startswith("emoji"))
    assert own not in newcomer("Ann Lee", "Quay", [own.removeprefix("emoji: ")]).splitlines()
