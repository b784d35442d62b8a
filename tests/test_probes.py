"""The probes of `python -m tests.bench recall` hold together, and still find what they are about."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.api.workspace import open_workspace
from engine.records import Memory
from engine.row_ids import row_id
from engine.scenario import generate
from engine.scenario.files import bundled_folder
from tests.probing import PURPOSES, Finds, evidence, towns

TOWNS = {town.town: town for town in towns()}


def people(town):
    if town.generated:
        return {each.id for each in generate(town.town, town.generated.people, town.generated.seed).personas}
    return {path.stem for path in (bundled_folder(town.town) / "personas").glob("*.yaml")}


def test_there_are_hundreds_for_every_purpose_and_in_two_languages():
    assert sum(len(town.probes) for town in TOWNS.values()) >= 400
    purposes = Counter(probe.purpose for town in TOWNS.values() for probe in town.probes)
    assert min(purposes[purpose] for purpose in PURPOSES) >= 30
    assert len(TOWNS["liuwan"].probes) >= 100


@pytest.mark.parametrize("name", TOWNS)
def test_everybody_who_is_asked_lives_there_and_nothing_is_asked_twice(name):
    town = TOWNS[name]
    assert {probe.who for probe in town.probes} <= people(town)
    asked = Counter((probe.who, probe.at, probe.asks) for probe in town.probes)
    assert [each for each, times in asked.items() if times > 1] == []


def test_evidence_is_what_all_of_a_description_fits():
    row = Memory(
        id=row_id(1_500, 1, 1), agent="a", kind="talk", text="Isabel owes her for fish.", importance=3,
        about=("odile",), place="Fish Market/stalls",
    )  # fmt: skip
    fits = {"kind": "talk", "about": "odile", "place": "Fish Market", "words": "OWES? .*fish"}
    assert Finds(**fits, since="2 01:00", until="2 01:01").fits(row)
    for wrong in (
        {"kind": ["seed", "plan"]}, {"about": "bram"}, {"place": "Quay"}, {"words": "owed"},
        {"since": "2 01:01"}, {"until": "2 01:00"},
    ):  # fmt: skip
        assert not Finds(**(fits | wrong)).fits(row)


@pytest.mark.nightly
def test_in_a_lived_town_most_probes_still_find_their_evidence(tmp_path):
    """Days change; where more than a quarter finds nothing any more, it is time to write new ones."""
    town = TOWNS["three-neighbours"]
    with open_workspace(tmp_path) as workspace:
        told = list(town.streams(town.live(workspace)))
    lost = [f"{probe.who}: {probe.asks}" for probe, _, stream in told if not evidence(probe, stream)]
    assert len(lost) <= len(town.probes) / 4, lost
