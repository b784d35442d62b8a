"""What a model wrote of a day is held against the rows it cites: what they do not bear is left out."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
import yaml

from engine.clock import minute_at, parse_clock
from engine.insight.written.clippings import Clipping
from engine.insight.written.question import question
from engine.insight.written.support import Support
from engine.rehearsal import Rehearsal
from engine.row_ids import row_id
from engine.scenario import bundled_folder, read_folder, read_scenario
from engine.simulation.loading import town_of

FOLDER = Path(__file__).parent / "written"
LEAST_KEPT = 0.95


@cache
def corpus(language):
    return yaml.safe_load((FOLDER / f"{language}.yaml").read_text("utf-8"))


@cache
def town(name):
    scenario = read_scenario(read_folder(bundled_folder(name)), name).scenario
    return town_of(scenario, Rehearsal(), seed=scenario.seed, settings={})


@cache
def clippings(language):
    given, found = corpus(language), {}
    here = town(given["town"])
    names = here.cast.names
    for number, entry in given["entries"].items():
        minute = minute_at(given["day"], parse_clock(entry["at"]))
        speaker, of = entry.get("by", ""), entry.get("of", "")
        raw = f"{names[speaker]}: {entry['line']}" if speaker else entry["row"]
        is_word = bool(speaker or entry.get("thought"))
        by_rule = entry["says"].split(":")[0] if entry.get("thought") else entry["says"]
        states, spoken = (by_rule, *([] if is_word else [raw])), (entry["says"], *([raw] if is_word else []))
        about = [*entry.get("with", ()), *entry.get("to", ()), *filter(None, (speaker, of))]
        named = [agent for text in (*states, *spoken) for agent in here.cast.mentioned(text)]
        found[number] = Clipping(
            minute=minute,
            agent=of,
            text=entry["says"],
            ids=(row_id(minute, 1, number),),
            states=states,
            spoken=spoken,
            people=frozenset([*about, *named]),
            minutes=frozenset([minute]),
            spoke=frozenset(filter(None, [speaker])),
            heard=frozenset([*entry.get("to", ()), *filter(None, [of])]),
            thought=frozenset(filter(None, [entry.get("thought")])),
        )
    return found


@cache
def support(language):
    given, shown = corpus(language), clippings(language)
    here = town(given["town"])
    entries = [one.entry(here) for one in shown.values()]
    return Support(here, given["day"], question(here, given["day"], entries))


def fate(language, sentence):
    """By which rule a sentence is left out, or that it stands."""
    shown = clippings(language)
    known = [shown[number] for number in sentence["cites"] if number in shown]
    cited = known if len(known) == len(sentence["cites"]) else []
    fault = support(language).fault(sentence["says"], sentence.get("about", ""), cited)
    return fault[0] if fault else "stands"


SENTENCES = [(language, one) for language in ("en", "zh") for one in corpus(language)["sentences"]]
UNSUPPORTED = [(language, one) for language, one in SENTENCES if one["fate"] != "stands"]


@pytest.mark.parametrize(("language", "sentence"), UNSUPPORTED, ids=lambda one: str(one)[:70])
def test_what_nothing_supports_is_left_out(language, sentence):
    found = fate(language, sentence)
    assert found != "stands"
    if sentence["fate"] != "out":
        assert found == sentence["fate"]


def test_hardly_a_sentence_that_is_borne_is_lost():
    supported = [(language, one) for language, one in SENTENCES if one["fate"] == "stands"]
    lost = [(one["says"], found) for language, one in supported if (found := fate(language, one)) != "stands"]
    assert len(lost) <= (1 - LEAST_KEPT) * len(supported), lost


def test_the_corpus_is_worth_its_figures():
    assert len(UNSUPPORTED) >= 60
    assert len(SENTENCES) - len(UNSUPPORTED) >= 40
    assert {one["fate"] for _, one in UNSUPPORTED} >= {
        "cites", "signs", "sense", "quote", "speaker", "person", "stranger", "place", "time", "number",
        "telling", "denies", "words",
    }  # fmt: skip
