"""A town in French, which only a served model speaks: founded, whispered to, at an occasion."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.clock import clock_words, minute_at
from engine.interventions import Whisper
from engine.prompts import render
from engine.records import EVERYBODY, Line, StatedIntention, StatedMoment
from engine.rehearsal import Rehearsal
from engine.scenario import read_folder, read_scenario
from tests.towns import Scripted, entries, founded, intervened, live

LANNEC = Path(__file__).parent / "stated" / "towns" / "port-lannec"
PARTY = "Yann Kerbrat donne une fête d'adieu à la Halle le jour 2 à 18 h, pour tous sauf Tudi Abgrall"
KEEPS = "Yann Kerbrat tient le Café du Port depuis vingt ans"
WHISPER = "Dis à Maëlle Le Goff que le bac est annulé."
NEWS = "le bac de samedi est annulé"
ANNOUNCED = (
    "Yann Kerbrat organise ceci pour tout le monde sauf Tudi Abgrall\u00a0: fête d'adieu, "
    "le jour 2 à 18:00 (Halle)"
)
HEARD = f"Une voix intérieure a dit à Yann Kerbrat\u00a0: {WHISPER}"
FACT = "Le bac passe le samedi."
ASKED = {
    PARTY: {
        "kind": "occasion",
        "deed": "donner une fête d'adieu",
        "what": "fête d'adieu",
        "with": ["everybody"],
        "except": ["Tudi Abgrall"],
        "where": "Halle",
        "at": "day 2 18:00",
    },
    WHISPER: {
        "kind": "message",
        "deed": "dire à Maëlle Le Goff que le bac est annulé",
        "what": NEWS,
        "with": ["Maëlle Le Goff"],
    },
}


def answered_in_french(prompt):
    """The answer of a model that reads French: the fields that authors state intentions in."""
    asks = [
        {"text": f"t{number}", **ASKED[told.text]}
        for number, told in enumerate(prompt.texts, 1)
        if told.text in ASKED
    ]
    nothing = [f"t{number}" for number, told in enumerate(prompt.texts, 1) if told.text not in ASKED]
    return {"asks": asks, "nothing": nothing}


def day_in_french(prompt):
    """A day at home, but for what one is bound to."""
    bound = [one for one in prompt.engagements if one.when is not None]
    blocks = [(clock_words(prompt.now), "faire les comptes", prompt.persona.home)]
    blocks += [("18:00", "tenir parole", one.place) for one in bound]
    return {
        "gist": f"{prompt.persona.name} fait les comptes.",
        "blocks": [{"start": start, "activity": what, "place": place} for start, what, place in blocks],
    }


@pytest.fixture(scope="module")
def lannec():
    """A town in a language that the rehearsal model does not speak."""
    files = {name: text.decode() for name, text in read_folder(LANNEC).items()}
    yann = files["personas/yann.yaml"]
    files["personas/yann.yaml"] = yann.replace(f"seed: {KEEPS}\n", f'seed:\n  - {KEEPS}\n  - "{PARTY}"\n')
    files["town.yaml"] += f"facts:\n  - {{id: bac, text: {FACT}, known_by: [maelle]}}\n"
    scenario = read_scenario(files, "port-lannec").scenario
    assert PARTY in scenario.persona("yann").seed
    return scenario


def french(lannec):
    model = Scripted(
        understand=answered_in_french,
        plan_day=day_in_french,
        plan_block=lambda prompt: {
            "pieces": [{"minutes": 60, "activity": prompt.block.activity, "place": prompt.block.room}]
        },
        heed={"resolve": "Yann Kerbrat veut prévenir Maëlle Le Goff.", "importance": 7},
    )
    return model, founded(model, lannec)


ENGLISH = re.compile(r"\b(?:is|the|on day|means|said|mind|holding|meeting|at)\b")


def test_a_model_is_asked_once_for_each_person_as_a_town_begins(lannec):
    model, _ = french(lannec)
    asked = model.of("understand")
    assert [prompt.persona.id for prompt in asked] == [one.id for one in lannec.personas]
    told = {prompt.persona.id: [(one.source, one.text) for one in prompt.texts] for prompt in asked}
    assert told["yann"] == [("memory", KEEPS), ("memory", PARTY)]
    assert told["maelle"][-1] == ("fact", FACT)


def test_a_french_seed_is_an_occasion_that_binds_its_host(lannec):
    _, state = french(lannec)
    yann = state.minds["yann"]
    (occasion,) = [one for one in yann.intentions.values() if one.kind == "occasion"]
    assert (occasion.what, occasion.place, occasion.when) == ("fête d'adieu", "Halle", minute_at(2, 18 * 60))
    assert occasion.deed == "donner une fête d'adieu"
    assert "tudi" not in occasion.others
    assert {"maelle", "solenn", "goulven"} <= set(occasion.others)
    kept_out = [one for one in yann.intentions.values() if one.kind == "prohibition"]
    assert [(one.forbids, one.others) for one in kept_out] == [("occasion", ("tudi",))]
    plans = [memory for memory in yann.stream.memories if memory.kind == "plan"]
    assert [(plan.text, plan.place, plan.when) for plan in plans] == [
        (ANNOUNCED, "Halle", minute_at(2, 18 * 60))
    ]


def test_a_french_whisper_becomes_a_message(lannec):
    model, state = french(lannec)
    intervened(state, Whisper(agent="yann", text=WHISPER), at=0)
    live(state, 8 * 60)
    (prompt,) = [one for one in model.of("understand") if one.texts[0].source == "whisper"]
    assert (prompt.persona.id, prompt.texts[0].text) == ("yann", WHISPER)
    (message,) = [one for one in state.minds["yann"].intentions.values() if one.kind == "message"]
    assert (message.others, message.content) == (("maelle",), NEWS)
    (heed,) = model.of("heed")
    assert heed.deeds == ("dire à Maëlle Le Goff que le bac est annulé",)


def test_the_host_of_a_french_occasion_plans_the_day_with_it_and_is_there(lannec):
    model = Scripted(understand=answered_in_french, plan_day=day_in_french)
    state = founded(model, lannec)
    live(state, minute_at(2, 18 * 60 + 30))
    (plan,) = [one for one in model.of("plan_day") if one.persona.id == "yann" and one.now > minute_at(2, 0)][
        -1:
    ]
    assert [aim.intention.what for aim in plan.aims if aim.intention.kind == "occasion"] == ["fête d'adieu"]
    assert state.minds["yann"].presence.room == "Halle"


def test_there_is_no_english_in_what_a_french_town_is_asked_and_remembers_of_it(lannec):
    model, state = french(lannec)
    intervened(state, Whisper(agent="yann", text=WHISPER), at=0)
    live(state, 6 * 60 + 1)
    yann = state.minds["yann"]
    kept = [one.text for one in yann.stream.memories if one.kind in ("seed", "plan", "whisper")]
    assert {PARTY, ANNOUNCED, HEARD} <= set(kept)
    asked = [told.text for prompt in model.of("understand") for told in prompt.texts]
    (heed,) = model.of("heed")
    meant = [one.deed for one in yann.intentions.values()]
    texts = (*kept, *asked, *meant, heed.whisper, *heed.deeds)
    assert [text for text in texts if ENGLISH.search(text)] == []


def test_what_is_stated_in_fields_is_remembered_in_french(lannec):
    stated = StatedIntention(
        kind="meeting", others=("maelle",), place="Quai", at=StatedMoment(day=2, first=600)
    )
    personas = [replace(one, intends=(stated,)) if one.id == "yann" else one for one in lannec.personas]
    state = founded(Scripted(understand=answered_in_french), replace(lannec, personas=tuple(personas)))
    texts = [one.text for one in state.minds["yann"].stream.memories]
    assert "Yann Kerbrat compte retrouver Maëlle Le Goff, le jour 2 à 10:00 (Quai)" in texts
    assert "Yann Kerbrat retrouve Maëlle Le Goff le jour 2 à 10:00 (Quai)" in texts
    assert [text for text in texts if ENGLISH.search(text)] == []


def test_a_town_in_a_language_without_sentences_is_written_in_english_throughout(lannec):
    model = Scripted(understand=answered_in_french, plan_day=day_in_french)
    state = founded(model, replace(lannec, language="nl"))
    live(state, 8 * 60)
    texts = {one.text for one in state.minds["yann"].stream.memories}
    party = "is holding the fête d'adieu at the Halle on day 2 at 18:00, for everybody but Tudi Abgrall"
    assert f"Yann Kerbrat {party}" in texts
    assert all(
        "Think and speak as this person, in English." in render(prompt).system for prompt in model.asked
    )


@pytest.mark.slow
def test_the_guests_of_an_occasion_that_leaves_somebody_out_are_asked_to_it_and_come(lannec):
    stated = StatedIntention(
        kind="occasion",
        what="dégustation",
        others=(EVERYBODY,),
        excepted=("goulven",),
        place="Halle",
        at=StatedMoment(day=2, first=19 * 60),
    )
    personas = [replace(one, intends=(stated,)) if one.id == "maelle" else one for one in lannec.personas]
    state = founded(Rehearsal(), replace(lannec, personas=tuple(personas)))
    taken = live(state, minute_at(2, 22 * 60))
    asked = {
        hearer
        for line in entries(taken, Line, speaker="maelle")
        if "dégustation" in line.text
        for hearer in line.hearers
    }
    assert len(asked) >= 2
    assert "goulven" not in asked
    (occasion,) = [one for one in state.minds["maelle"].intentions.values() if one.kind == "occasion"]
    assert occasion.state == "done"
