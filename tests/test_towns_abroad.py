"""Towns in French, German and Spanish, lived for two days by a model that speaks them: nothing is in English.

The instructions of a prompt are in English in every town, as are the marks of its lists (`NOTATION`). All
else that a model is shown, that people remember, and that the studio quotes is in the town's language.
"""

from __future__ import annotations

import re
from functools import cache

import pytest
import yaml

from engine.api.run import stuck_words
from engine.api.workspace import open_workspace
from engine.clock import DAY
from engine.insight.sifting.bundled import bundled_sifts
from engine.interventions import Happen, SendAway, SetState, Whisper
from engine.language.languages import PACKS, PHRASES
from engine.language.sense import sense_of
from engine.prompts.fields import in_words, placeholders
from engine.prompts.render import in_force, render
from engine.records import Conversation, Event, Intention, Line, Memory, Presence, Relation, Status
from tests.abroad.speaker import Speaker
from tests.abroad.town import files, kitchen, name_of, words
from tests.marks import in_turn

LANGUAGES = in_turn(["fr", "de", "es"], plain=["fr"], soak=["de", "es"])
QUOTED = {Memory: ("text",), Event: ("text",), Line: ("text", "thought"), Presence: ("doing",)}
QUOTED |= {
    Intention: ("deed", "what", "content", "because"),
    Relation: ("kind", "note"),
    Status: ("because",),
}
_TOKEN = re.compile(r"[^\W\d_]+")
NOTATION = re.compile(
    r"\(none\)|\bday \d+|\bd\d+ |\b\d+ min\b|\(URGENT\)|URGENT:|\bcan be\b|\bclosed\b(?= day)|\bto\b(?= day)"
    r"|\bprivate\b|; lives with you|; now(?= )|; not free to talk|; last talk|known by sight|not known yet"
    r"|\(here\)|\bYou: |You speak first\.|You wanted:|They are leaving: [^.\n]+\."
    r"|\bwhat \[m\d+\] says\b|\bbring up with\b|, who (?:is|are) here:|not to be said to\b"
    r"|\ba secret, kept from(?: everybody| all but)?\b"
    r"|\b(?:talked|told) to\b|; saw\b|nothing planned|\d+ years old|Lives at|, works at"
    r"|At present:|Speaks so:|; [^;\n]+ may be at\b|\(by(?= )|, at(?= )"
    r"|; it is going on here; asked, and not here:"
    r"|\b(?:a secret|never): |\(known in town\)|\(inner voice\)"
)
TOLD_IN_ENGLISH = {"language"}  # what the language is called


@pytest.fixture(scope="module", params=LANGUAGES)
def town(request, tmp_path_factory):
    """A run of two days, with the model that answered."""
    language, model = request.param, Speaker(request.param)
    with (
        pytest.MonkeyPatch.context() as patched,
        open_workspace(tmp_path_factory.mktemp(language)) as workspace,
    ):
        for user in ("engine.simulation.loading", "engine.moments.whole_run"):
            patched.setattr(f"{user}.model_of", lambda *args, **more: model)
        workspace.scenarios.save("abroad", files(language))
        run = workspace.runs.new("abroad", name=language, seed=7)
        said, thing = words(language), words(language)["thing"]
        oven = f"{kitchen(language)}/{thing['name']}"
        run.live(9 * 60)
        run.intervene(SetState(thing=oven, state=thing["burning"]))
        run.intervene(Happen(room=said["places"]["hall"], text=said["happens"]))
        run.live(13 * 60)
        run.intervene(Whisper(agent="b", text=said["whisper"]))
        run.live(DAY + 20 * 60)
        run.intervene(SendAway(agent="c"))
        run.live(2 * DAY)
        yield language, run, model


@cache
def english(language):
    """The words of English that the language and its town do not have as well."""
    own, theirs = sense_of(language).told.common, sense_of("en").told.common
    engine = {tag: "\n".join(texts(tag)) for tag in ("en", language)}
    known = set(own) | tokens(engine[language]) | tokens(" ".join(values(words(language))))
    return (set(theirs) | tokens(engine["en"])) - known


def texts(language):
    """All sentences of the engine in a language, without gaps and patterns."""
    for file in (PHRASES, "story.yaml"):
        content = yaml.load((PACKS / language / file).read_text("utf-8"), Loader=yaml.BaseLoader)
        said = {name: part for name, part in content.items() if name not in ("naming", "alarms")}
        for text in values(said):
            if "\\" not in text and "(?" not in text:
                yield re.sub(r"\$[a-z_]+|\{\w+\}", " ", text)


def values(part):
    if isinstance(part, dict):
        part = list(part.values())
    if isinstance(part, list):
        return [text for one in part for text in values(one)]
    return [part] if isinstance(part, str) else []


def tokens(text):
    return {word for word in _TOKEN.findall(text.lower()) if len(word) > 1}


def in_english(language, said):
    """The texts in which there is an English word, with the words."""
    found = {text: tokens(text) & english(language) for text in said}
    return {text: words_found for text, words_found in found.items() if words_found}


def test_what_people_remember_see_say_and_mean_is_in_their_language(town):
    language, run, _ = town
    rows = [(row, kind) for kind in QUOTED for row in run.at().log.rows(kind)]
    assert {kind for _, kind in rows} == set(QUOTED), "all of it has happened"
    said = {getattr(row, field) for row, kind in rows for field in QUOTED[kind]}
    assert in_english(language, said) == {}


def test_what_a_model_is_shown_of_the_town_is_in_its_language(town):
    language, _, model = town
    assert {prompt.name for prompt in model.asked} >= {
        "plan_day",
        "plan_block",
        "react",
        "speak",
        "take_away",
        "heed",
    }
    shown = set()
    for prompt in model.asked:
        wanted = set(in_force(prompt.name, prompt.wordings).wanted) & set(placeholders(type(prompt)))
        shown |= {
            NOTATION.sub(" ", text) for name, text in in_words(prompt, wanted - TOLD_IN_ENGLISH).items()
        }
    assert in_english(language, shown) == {}


def test_every_prompt_asks_for_the_language_by_its_name_and_for_its_weekday(town):
    language, _, model = town
    told = {"fr": "French (français)", "de": "German (Deutsch)", "es": "Spanish (español)"}[language]
    tuesday = {"fr": "mardi", "de": "Dienstag", "es": "martes"}[language]
    assert all(
        f"Think and speak as this person, in {told}." in render(prompt).system for prompt in model.asked
    )
    assert f"It is {tuesday}, " in render(model.of("plan_day")[0]).user


def test_what_the_model_says_is_heard(town):
    language, run, model = town
    assert model.refused == []
    lines = {re.sub(r"\d\d:\d\d", "{clock}", line.text) for line in run.at().log.rows(Line)}
    assert lines == set(words(language)["lines"])
    assert len(list(run.at().log.rows(Conversation))) >= 3


def test_what_the_studio_tells_of_the_days_is_in_their_language(town):
    language, run, _ = town
    story = run.story()
    papers = [story.paper(day) for day in (1, 2)]
    said = {one.text for paper in papers for one in paper.sentences}
    said |= {stuck_words(one, run.town) for day in (1, 2) for one in story.stuck(day)}
    said |= {one.sentence for sift in bundled_sifts() for one in story.sift(sift).findings}
    assert len(said) > 20
    assert in_english(language, said) == {}


def test_what_the_engine_says_of_a_fire_an_invitation_and_a_closed_door(town):
    language, run, _ = town
    said = {memory.text.replace("\u00a0", " ") for memory in run.at().log.rows(Memory)}
    said |= {event.text.replace("\u00a0", " ") for event in run.at().log.rows(Event)}
    name = name_of(language, "a")
    assert {
        "fr": {
            "Four (Auberge du Pont, fournil) : en feu ; à faire d'urgence : jeter un seau d'eau",
            f"{name} organise ceci : veillée de la Saint-Jean, le jour 1 à 18:00 (Lavoir)",
        },
        "de": {
            "Ofen (Gasthof zur Linde, Backstube): in Flammen; dringend zu tun: mit Wasser löschen",
            f"{name} lädt ein: Johannisfeuer, am Tag 1 um 18:00 Uhr (Dorfbrunnen)",
        },
        "es": {
            "Horno (Venta del Puente, obrador): en llamas; urge hacer algo: echar un cubo de agua",
            f"{name} organiza lo siguiente: verbena de San Juan, el día 1 a las 18:00 (Lavadero)",
        },
    }[language] - said == set()
