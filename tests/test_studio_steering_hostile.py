"""Whatever is typed into a field by which a town is talked to, steered or forked: it is refused in words or
shown as text; no page fails, nothing is taken for markup, nothing typed is lost, and the log stays whole.
"""

from __future__ import annotations

import html
import json
import shutil
from itertools import pairwise

import pytest

from engine.api.interventions import INTERVENTIONS
from engine.api.workspace import open_workspace
from tests.marks import in_turn
from tests.studios import open_up, studio, well, words
from tests.test_studio_hostile import LOADS, OURS, RUNS

pytestmark = pytest.mark.slow

TOWN, NOON = "three-neighbours", "day 1 12:00"
MEET = "Have a party at Candle Court on day 3 at 17:00."
HOSTILE = {
    "empty": "",
    "blank": " \t\n ",
    "long": "很长 long <b> " * 1_000,
    "markup": "<script>alert(1)</script> ![x](https://127.0.0.1/x) **b** [x](javascript:1) </div> $x$ `y`",
    "control": "a\x00b\x07\x1b[31mc\x85d\u2028e\u202ef\ufeffg",
    "sql": "'; DROP TABLE run; -- \" %s {} {{x}} ${y} \\",
}


@pytest.fixture(scope="module")
def lived_once(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile") / "workspace"
    with open_workspace(folder) as workspace:
        workspace.runs.new(TOWN, name="Noon").live(NOON)
    return folder


@pytest.fixture(params=in_turn(HOSTILE, plain=["markup"]))
def text(request):
    return HOSTILE[request.param]


@pytest.fixture(autouse=True)
def _no_pace(monkeypatch):
    monkeypatch.setattr("studio.talk.streamed_answer._PACE", 0.0)


@pytest.fixture
def page(monkeypatch, lived_once, tmp_path):
    """A page of a town of one's own; afterwards its log is whole and can be read."""
    folder = tmp_path / "workspace"
    shutil.copytree(lived_once, folder)
    yield lambda name, **link: studio(monkeypatch, folder, name, run="noon-1", **link)
    with open_workspace(folder) as workspace:
        for row in workspace.runs.all():
            run = workspace.runs.find(row.number)
            ids = [row.id for row in run.whole_log()]
            assert all(one < other for one, other in pairwise(ids))
            assert run.at().fingerprint


def harmless(at):
    """The page as it stands: it has not failed, and nothing on it is taken for markup."""
    well(at)
    for element in at.html:
        if not element.value.startswith("<style"):
            assert RUNS.search(OURS.sub("", element.value)) is None, element.value[:300]
    for element in (*at.markdown, *at.caption, *at.header, *at.subheader):
        assert LOADS.search(element.value) is None, element.value[:300]
    return at


def refused(at):
    """Whether the page says in words that something cannot be done."""
    return any(element.value == ":red[:material/report:]" for element in at.markdown)


def click(at, label):
    next(one for one in at.button if one.label == label).click()
    return harmless(at.run())


def written(at, value, *labels):
    """Write into the fields whose labels begin so."""
    fields = [one for one in (*at.text_input, *at.text_area) if one.label.startswith(labels)]
    assert len(fields) >= len(labels), [one.label for one in (*at.text_input, *at.text_area)]
    for one in fields:
        one.set_value(value)
    return at


def shown(at, text):
    """Whether a text can be read on the page, or part of it where it is long."""
    seen = " ".join(html.unescape(words(at)).replace("\\", "").split())
    return " ".join(text.replace("\\", "").split())[:20] in seen


# ---- Chat


@pytest.mark.soak
def test_an_interview_takes_any_question(page, text):
    at = page("chat", agent="nell")
    if text.strip():
        at.chat_input[0].set_value(text)
    harmless(at.run())
    assert harmless(page("chat", agent="nell"))


@pytest.mark.soak
def test_a_whisper_is_anything(page, text):
    at = click(written(page("chat", agent="nell", section="whisper"), text, "Whisper to"), "Preview")
    (field,) = (one for one in at.text_area if one.label.startswith("Whisper to"))
    if not text.strip():
        assert "Write a sentence to whisper first" in words(at)
    else:
        assert field.value == text or shown(at, text.split("\x00")[0]), "it is neither kept nor heard"


@pytest.mark.soak
@pytest.mark.parametrize("label", ["What they host", "When"])
def test_a_field_of_a_whisper_is_anything(page, text, label):
    at = written(page("chat", agent="nell", section="whisper"), MEET, "Whisper to")
    at = click(at, "Preview")
    (field,) = (one for one in at.text_input if one.label == label)
    at = harmless(field.set_value(text[: field.proto.max_chars]).run())
    assert "What it would change" in words(at) or refused(at)


def test_somebody_is_asked_by_anybody(page, text, monkeypatch):
    monkeypatch.setattr("studio.talk.asker._OUTSIDERS", (text,))  # AppTest can only choose
    at = page("chat", agent="nell")
    (asker,) = (one for one in at.selectbox if one.label == "Ask as")
    at = harmless(asker.set_value(text).run())
    at.chat_input[0].set_value("How are you?")
    at = harmless(at.run())
    assert "leaves no trace" in words(at) or refused(at)
    assert harmless(page("chat", agent="nell"))


@pytest.mark.soak
def test_a_visitor_is_called_anything_and_says_anything(page, text):
    at = written(page("chat", agent="nell", section="visit"), text, "Your name", "Who you are")
    at = click(at, "Start visit")
    if at.chat_input:
        at.chat_input[0].set_value(text or " ")
        at = harmless(at.run())
        click(at, "Leave")
    else:
        assert refused(at) or "can hear you" in words(at) or "name" in words(at)


@pytest.mark.parametrize("field", ["Your answer (JSON)", "Or in your own words"])
def test_somebodys_mind_is_answered_for_with_anything(page, text, field):
    at = click(page("chat", agent="nell", section="be"), "Be Nell Hartley for an hour")
    if not [one for one in at.text_area if one.label == field]:
        return  # not every question is answered in words
    at = click(written(at, text, field), "Submit answer")
    assert "This answer cannot be used" in words(at) or "The model" in words(at)


@pytest.mark.parametrize("kind", ["choice", "number", "words"])
def test_everybody_is_asked_anything(page, text, kind):
    at = page("chat", section="everybody")
    at.segmented_control(key="survey-kind-1").set_value(kind).run()
    at = written(at, text, "Question")
    if kind == "choice":
        written(at, text, "Choices")
    at = harmless(at.run())
    ask = at.button(key="survey-ask-1")
    if ask.disabled:
        assert not text.strip() or kind == "choice"
        assert "Enter a question first" in words(at) or "choices" in words(at), "it does not say why not"
        return
    harmless(ask.click().run())


# ---- Stage


@pytest.mark.soak
@pytest.mark.parametrize("verb", [verb for verb in INTERVENTIONS if verb not in ("whisper", "undo")])
def test_every_intervention_is_done_or_refused_in_words_whatever_stands_in_its_fields(
    page, text, verb, tmp_path
):
    at = open_up(page("stage"), "stage-intervene")
    at.selectbox(key="intervene-what-1").set_value(verb).run()
    own = [one for one in at.text_input if one.key.startswith(f"{verb}-") and "when" not in one.key]
    fields = [one for one in own if not one.disabled]
    for one in fields:
        one.set_value(text)
    at = click(at, INTERVENTIONS[verb].button)
    with open_workspace(tmp_path / "workspace") as workspace:
        done = workspace.runs.find("noon-1").at().interventions
    if done:
        assert [one.entry.verb for one in done] == [verb]
    else:
        assert refused(at), "neither done nor refused"
        kept = [one.value for one in at.text_input if one.key in {each.key for each in fields}]
        assert all(text.startswith(one) for one in kept), "what was typed is lost"


@pytest.mark.parametrize("when", ["at", "when", "whenever"])
def test_a_moment_or_a_condition_is_anything(page, text, when):
    at = open_up(page("stage"), "stage-intervene")
    at.selectbox(key="intervene-what-1").set_value("happen").run()
    at.text_input(key="happen-text-1").set_value("A gull cries.")
    at.selectbox(key="happen-when").set_value(when)
    at.text_input(key="happen-when-said").set_value(text)
    at = click(at, "Make it happen")
    assert refused(at), "that is no moment, and no condition"
    assert at.text_input(key="happen-text-1").value == "A gull cries.", "what was typed is lost"


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["trait", "line"])
def test_a_fork_has_anything_otherwise(page, text, kind):
    at = page("stage")
    at.selectbox(key="fork-1-kind").set_value(kind).run()
    at.text_input(key="fork-name-1").set_value(text)
    at.text_input(key="fork-1-new" if kind == "trait" else "fork-1-said").set_value(text)
    at.button(key="fork-go-1").click()
    harmless(at.run())


PROGRAMMES = {
    "no YAML": lambda text: text,
    "a deed": lambda text: f"programme: 1\nentries:\n- {{at: day 2 12:00, do: {quoted(text)}}}\n",
    "a moment": lambda text: f"programme: 1\nentries:\n- {{at: {quoted(text)}, do: happen, text: Hm.}}\n",
    "a field": lambda text: (
        "programme: 1\nentries:\n- {at: day 2 12:00, do: happen, room: Candle Court/court, "
        f"text: {quoted(text)}, who: {quoted(text)}, why: {quoted(text)}}}\n"
    ),
    "of another form": lambda text: f"programme: 1\nentries: {quoted(text)}\n",
}


def quoted(text):
    """A text as YAML has it between quotes, whatever is in it."""
    return json.dumps(text)


@pytest.mark.nightly
@pytest.mark.parametrize("part", PROGRAMMES)
def test_a_programme_that_is_followed_says_anything(page, text, part, tmp_path):
    at = open_up(open_up(page("stage"), "stage-intervene"), "follow-programme")
    content = PROGRAMMES[part](text).encode()
    at.file_uploader(key="programme-1").upload("evil.yaml", content, "application/yaml").run()
    at = click(at, "Follow programme")
    with open_workspace(tmp_path / "workspace") as workspace:
        planned = workspace.runs.find("noon-1").agenda.all
    assert refused(at) != bool(planned), "neither planned nor refused, or both"
    harmless(page("stage"))


# ---- Runs


def test_a_town_is_run_many_times_with_any_programme(page, text):
    at = open_up(page("runs", section="many"), "many-plan")
    field = at.text_area(key="many-programme")
    field.set_value(text[: field.proto.max_chars])
    at = harmless(at.run())
    if text.strip():  # without one it begins
        at = click(at, "Start")
        assert refused(at)
    assert at.text_area(key="many-programme").value == text[: field.proto.max_chars], "what was typed is lost"


def test_a_run_is_called_anything(page, text):
    at = page("runs")
    at.text_input(key="rename-name-1").set_value(text)
    click(at, "Save name")


@pytest.mark.soak
def test_compare_looks_for_any_words(page, text):
    at = page("stage")
    at.button(key="fork-go-1").click()
    harmless(at.run())
    harmless(page("runs", section="compare", said=text))
    harmless(page("runs", section="compare", part=text, who=text, **{"with": text}))
