"""What an author should look at in a sentence is said beside what is understood of it, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.insight.understood import understood_in
from engine.rehearsal.reading.reader import readers_of
from engine.scenario import read_scenario
from engine.scenario.files import read_folder

TOWNS = Path(__file__).parent / "intentions" / "towns"
FAR = ("Mara Voss likes the sea " + "very " * 170 + "much.",) * 25


def town_with(*memories, name="thornby", agent="mara"):
    town = read_scenario(read_folder(TOWNS / name), name).scenario
    personas = tuple(
        replace(persona, seed=memories) if persona.id == agent else persona for persona in town.personas
    )
    return replace(town, personas=personas, facts=())


@pytest.mark.parametrize(
    ("memory", "doubts"),
    [
        ("Mara Voss must 34", ["not understood: nobody will act on it"]),
        ("Mara Voss means to give a feast at the Anchor", ["partly understood"]),
        ("Mara Voss must tell Tomm that the well is dry", ["nobody here is called Tomm; did you mean Tom?"]),
        ("Mara Voss gives a feast at the Swan tomorrow at eight", ["no place here is called Swan"]),
        ("Mara Voss wants to meet Tom at the Anchor at 26 o'clock", ["at 26 o'clock is not a valid time"]),
        (
            "Mara Voss wants to meet Peter Grubb at the Swan on day 1 at 25:00",
            [
                "nobody here is called Peter Grubb",
                "no place here is called Swan",
                "25:00 is not a valid time",
            ],
        ),
        ("Mara Voss wants to meet Tom at the Anchor on day 2 at 18:00", []),
        (
            "If the tide is out, Mara Voss wants to meet Tom at the Anchor on day 2 at 18:00",
            ["the condition is ignored: If the tide is out"],
        ),
        (
            "Mara Voss will not go to the Anchor unless Tom comes with her",
            ["the condition is ignored: unless Tom comes with her"],
        ),
        ("Mara Voss wants to ask Tom if the well is dry", []),
        ("Mara Voss was born in Paris on 31 February", []),
        ("Mara Voss sings in French at 18:00", []),
    ],
)
def test_what_is_doubtful_is_said_and_nothing_else(memory, doubts):
    found = [sentence for sentence in understood_in(town_with(memory), "mara") if not sentence.is_stated]
    assert [str(doubt) for sentence in found for doubt in sentence.doubts] == doubts


def test_what_is_too_far_down_to_be_read_says_so():
    found = list(understood_in(town_with(*FAR, "Mara Voss wants to meet Tom tomorrow at noon"), "mara"))
    assert found[-1].doubts == ("not read: the memories before it are too long in total",)
    assert found[0].doubts == ()


def test_readers_stay_while_only_sentences_change_and_go_when_a_name_does():
    town = town_with("Mara Voss wants to meet Tom tomorrow at noon")
    readers = readers_of(town)
    assert readers_of(town_with("Mara Voss sings")) is readers
    assert readers.reader(town.persona("mara")) is readers.reader(
        town_with("Mara Voss sings").persona("mara")
    )
    renamed = replace(
        town,
        personas=tuple(replace(one, name="Max Voss") if one.id == "mara" else one for one in town.personas),
    )
    assert readers_of(renamed) is not readers
