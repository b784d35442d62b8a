"""What a model means is read, however it is written; what it may not mean is refused, and never read."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

import httpx2
import pytest
from rehearsal_minds import CAFE, ISABEL, QUAY, TOMAS, common, friend, memory

from engine.errors import ModelFailed
from engine.models.served.answers.answer_mode import AnswerMode
from engine.models.served.answers.extraction import json_object, object_in
from engine.models.served.answers.form_lines import form_words
from engine.models.served.answers.meant import meant
from engine.models.served.answers.schema import asked_schema_of, schema_of
from engine.models.served.client.failures import Kind, ServerFailed
from engine.prompts import checked, questions as q
from engine.prompts.sense.mending import mended
from engine.prompts.sense.spoken_of import SpokenOf
from engine.records import Event, Step
from tests.dialects import SPEAK, fails, heard, says

WHOLE = {"thought": "", "says": "Hello.", "ends": False, "tells": 0}
OPTIONS = {"option": ("Yes", "No", "Perhaps later")}
ASKED = q.Survey(**{**common(), "choices": OPTIONS}, question="Will you come?")


def read(prompt, text):
    """The checked answer in a text, as a served model reads it; None if it is refused."""
    try:
        found = object_in(text)
        return checked(prompt, meant(prompt, found.fields, is_mended=found.is_mended))
    except (ValueError, ModelFailed):
        return None


WRITTEN = {
    "as-asked": json.dumps(WHOLE),
    "prose-before": f"Sure! Here is my answer:\n{json.dumps(WHOLE)}",
    "prose-after": f"{json.dumps(WHOLE)}\nI hope this {{helps}}.",
    "a-brace-in-the-prose": f"She waits {{for me}}. {json.dumps(WHOLE)}",
    "trailing-comma": '{"thought": "", "says": "Hello.", "ends": false, "tells": 0,}',
    "no-comma": '{"thought": "" "says": "Hello.", "ends": false, "tells": 0}',
    "python": "{'thought': '', 'says': 'Hello.', 'ends': False, 'tells': 0}",
    "comment": '{"thought": "", // nothing\n "says": "Hello.", "ends": false, /* no */ "tells": 0}',
    "bare-names": '{thought: "", says: "Hello.", ends: false, tells: 0}',
    "curly-quotes": "{“thought”: “”, “says”: “Hello.”, “ends”: false, “tells”: 0}",
    "list-of-one": json.dumps([WHOLE]),
    "wrapped": json.dumps({"answer": WHOLE}),
    "wrapped-twice": json.dumps({"response": {"data": WHOLE}}),
    "as-an-example-of-the-schema": json.dumps({"type": "object", "properties": WHOLE}),
    "a-tool-call": json.dumps({"name": "speak", "arguments": json.dumps(WHOLE)}),
    "json-in-a-text": json.dumps(json.dumps(WHOLE)),
    "json-in-a-field": json.dumps({"answer": json.dumps(WHOLE)}),
    "capitals": json.dumps({name.upper(): value for name, value in WHOLE.items()}),
    "title": json.dumps({name.title(): value for name, value in WHOLE.items()}),
    "a-further-field": json.dumps({**WHOLE, "mood": "grand"}),
    "numbers-as-texts": json.dumps({**WHOLE, "tells": "0", "ends": "false"}),
    "null-for-nothing": json.dumps({**WHOLE, "thought": None, "tells": None}),
    "none-for-nothing": json.dumps({**WHOLE, "tells": "none"}),
    "fenced-python": "```python\n{'thought': '', 'says': 'Hello.', 'ends': False, 'tells': 0}\n```",
}


@pytest.mark.parametrize("way", WRITTEN)
def test_an_answer_is_read_however_it_is_written(way):
    answer = read(SPEAK, WRITTEN[way])
    assert answer is not None
    assert (answer.says, answer.ends) == ("Hello.", False)


@pytest.mark.parametrize(
    "text",
    [
        '{"says": "Hel',
        '{"thought": "", "says": "Hello.", "ends": false',
        '{"says": "Hello.", "says": "Goodbye.", "ends": false}',
        '{"says": "Hello.", "Says": "Goodbye.", "ends": false}',
        "{'says': 'Hello.', 'says': 'Goodbye.', 'ends': False}",
        '{"says": "Hello.", "ends": NaN}',
        '[{"says": "Hello."}, {"says": "Goodbye."}]',
        '{"first": {"says": "Hello."}, "second": {"says": "Goodbye."}}',
        '{"says": """Hello.""", "ends": false}',
        '{"says": "Hello", "Tomas": "", "ends" false}',
        '{"says": {"text": "Hello."}}',
        '["Hello."]',
        "Hello.",
        "{}",
    ],
)
def test_what_may_mean_two_things_or_is_cut_is_refused(text):
    assert read(SPEAK, text) is None


def test_an_object_with_nothing_of_what_was_asked_for_is_refused():
    assert read(q.React(**common(), place=QUAY, doing="x"), '{"mood": "grand"}') is None


def test_a_quote_that_was_not_escaped_is_part_of_what_is_said():
    answer = read(SPEAK, '{"says": "Come to "The Rose", tonight", "ends": false,}')
    assert answer is None or answer.says == 'Come to "The Rose", tonight'


@pytest.mark.parametrize(
    "written",
    ["Yes", "yes", "YES", '"Yes"', '"Yes".', "Yes.", "a)", "(a)", "A.", "a) Yes", '1) "Yes".', "**Yes**"],
)
def test_a_choice_is_known_by_its_letter_its_number_or_its_words(written):
    answer = read(ASKED, json.dumps({"choice": written, "reason": "I like it.", "cannot_say": False}))
    assert answer is not None
    assert answer.choice == "Yes"


@pytest.mark.parametrize(
    "written", ["d)", "b) Yes", "Maybe", "Yes or No", "later", "a", "1", "z) Yes and no"]
)
def test_a_choice_that_is_not_certain_is_refused(written):
    assert read(ASKED, json.dumps({"choice": written, "reason": "I like it.", "cannot_say": False})) is None


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("Harbour Café/counter", "Harbour Café/counter"),
        ("counter", "Harbour Café/counter"),
        ("Counter.", "Harbour Café/counter"),
        ("Harbour Café / counter", "Harbour Café/counter"),
        ("Harbour Café > counter", "Harbour Café/counter"),
        ("quay", "Quay"),
        ("harbour café", None),
        ("kitchen table", None),
        ("Casino", None),
    ],
)
def test_a_place_is_known_by_the_last_part_of_its_path_where_only_one_has_it(written, place):
    rooms = ("Harbour Café/counter", "Harbour Café/kitchen", "Inn/kitchen", "Quay")
    prompt = q.React(**{**common(), "choices": {"place": rooms}}, place=QUAY, doing="x")
    fields = {"decision": "act", "activity": "look around", "place": written}
    answer = read(prompt, json.dumps(fields))
    assert (answer.place if answer else None) == place
    assert read(prompt, json.dumps({**fields, "place": "kitchen"})) is None


def test_a_number_of_a_memory_keeps_its_tag():
    prompt = q.Interview(
        **common(ISABEL), question="How?", recalled=(memory("It rains."), memory("It pours."))
    )
    answer = read(prompt, json.dumps({"answer": "Well.", "because": ["m2", "[m1]", 1, "M2"]}))
    assert answer.because == (2, 1, 1, 2) or list(answer.because) == [2, 1, 1, 2]


# ---- five hundred answers, mangled

SAID = (
    "Hello.",
    'She said "no", and left.',
    "It's Tomas' boat, isn't it?",
    "Bring: bread, milk, {two} eggs [fresh].",
    "Come at 18:30, or later; I don't mind!",
    "我们说好了：明天早上，去“河边”钓鱼。",
    "Ça va? « Oui », dit-elle 👋🏽",
    "http://town.example/#plan // not a comment",
    "None of it is True, and false is null.",
)


def mangled(draw, fields):
    """An answer written badly in one to three ways, none of which touches a letter of what is said."""
    text = json.dumps(fields, ensure_ascii=draw.random() < 0.3, indent=draw.choice([None, None, 1]))
    for way in draw.sample(WAYS, draw.randint(1, 3)):
        text = way(draw, text, fields)
    return text


def at_random(draw, text, fields, among, change):
    """A text with one of its marks changed, which is none of what is said."""
    said = next((way for way in (json.dumps(fields["says"])[1:-1], fields["says"]) if way in text), "")
    kept = range(text.find(said), text.find(said) + len(said))
    places = [at for at, letter in enumerate(text) if letter in among and at not in kept]
    if not places or not said:
        return text
    at = draw.choice(places)
    return text[:at] + change + text[at + 1 :]


WAYS = [
    lambda draw, text, fields: at_random(draw, text, fields, "}", ",}"),
    lambda draw, text, fields: at_random(draw, text, fields, ",", ""),
    lambda draw, text, fields: at_random(draw, text, fields, ",", ",,"),
    lambda draw, text, fields: at_random(draw, text, fields, '"', ""),
    lambda draw, text, fields: at_random(draw, text, fields, '"', '""'),
    lambda draw, text, fields: at_random(draw, text, fields, '"', "'"),
    lambda draw, text, fields: at_random(draw, text, fields, ":", " "),
    lambda draw, text, fields: at_random(draw, text, fields, "}", ""),
    lambda draw, text, fields: text.replace('\\"', '"', 1),
    lambda draw, text, fields: text[: draw.randint(1, len(text))],
    lambda draw, text, fields: text[draw.randint(0, 12) :],
    lambda draw, text, fields: f"{{“thought”{text[10:]}" if text.startswith('{"thought"') else text,
    lambda draw, text, fields: text if '"' in fields["says"] else text.replace('"', "'"),
    lambda draw, text, fields: repr(fields),
    lambda draw, text, fields: text.replace(": false", ": False").replace(": true", ": True"),
    lambda draw, text, fields: text.replace('", "', '", // so\n"', 1),
    lambda draw, text, fields: text.replace("{", "{ /* mine */ ", 1),
    lambda draw, text, fields: f"Here you are:\n{text}\nIs that {{all right}}?",
    lambda draw, text, fields: f"```json\n{text}\n```",
    lambda draw, text, fields: json.dumps({"answer": text}),
    lambda draw, text, fields: json.dumps(text),
    lambda draw, text, fields: f'{{"response": {text}}}',
    lambda draw, text, fields: f"[{text}]",
    lambda draw, text, fields: text + text,
    lambda draw, text, fields: text.replace('"says"', '"Says"').replace('"ends"', '"ENDS"'),
    lambda draw, text, fields: text.replace("{", '{"mood": "grand", ', 1),
    lambda draw, text, fields: text.replace('{"thought"', '{"says": "Something else.", "thought"', 1),
    lambda draw, text, fields: f'<think>{{"says": "Something else."}}</think>{text}',
    lambda draw, text, fields: f'{{"says": "Something else."}}\n</think>\n{text}',
    lambda draw, text, fields: text.replace("\n", "").replace(" ", "\n"),
]  # fmt: skip


def test_of_five_hundred_mangled_answers_none_is_read_as_what_was_not_said():
    draw, came = random.Random(36), Counter()
    for _ in range(500):
        fields = {**WHOLE, "says": draw.choice(SAID), "ends": draw.random() < 0.5}
        text = mangled(draw, fields)
        answer = read(SPEAK, text)
        if answer is None:
            came["refused"] += 1
            continue
        came["read"] += 1
        assert squeezed(answer.says) == squeezed(fields["says"]), text
        assert answer.ends in (fields["ends"], False), text
    assert came["read"] > 200, came


def squeezed(text):
    """A text without its white space, which one way of mangling changes."""
    return "".join(text.split())


def test_an_object_is_found_in_no_time_however_long_its_prose_with_braces():
    assert json_object("{a " * 2_000 + json.dumps(WHOLE)) == WHOLE


# ---- a second answer, which does not always come

REACT = q.React(**common(), place=QUAY, doing="walking")
BLOCK = q.PlanBlock(
    **common(),
    block=Step(
        id=1, agent=ISABEL.id, level="block", start=480, end=540, activity="feed the gulls", room=QUAY
    ),
)


def late(body):
    raise httpx2.ReadTimeout("late")


@pytest.mark.parametrize(
    "second",
    [
        late,
        lambda body: fails(500, "out of memory"),
        lambda body: fails(401, "no such key"),
        lambda body: says(""),
        lambda body: says("I have said so already."),
    ],
)
def test_where_no_better_answer_comes_what_was_good_in_the_first_one_counts(second):
    pieces = [
        {"minutes": 20, "activity": "feeding the gulls", "place": QUAY},
        {"minutes": 10, "activity": "<div>", "place": QUAY},
    ]
    answers = iter([says(json.dumps({"pieces": pieces}))])
    came, server = heard(lambda body: next(answers, None) or second(body), BLOCK)
    assert not isinstance(came, ServerFailed), came
    assert [piece["activity"] for piece in json.loads(came.answer)["pieces"]] == ["feeding the gulls"]
    assert came.repairs == 1
    assert len(server.asked) >= 2


def test_where_nothing_was_good_a_late_repair_leaves_the_answer_out_and_is_no_outage():
    answers = iter([says("Well, well.")])
    came, _ = heard(lambda body: next(answers, None) or late(body), REACT)
    assert isinstance(came, ServerFailed)
    assert (came.kind, came.outage) == (Kind.INVALID, False)


def test_where_nothing_was_good_and_the_server_is_gone_the_question_is_asked_again_later():
    answers = iter([says("Well, well.")])
    came, _ = heard(lambda body: next(answers, None) or fails(401, "no such key"), REACT)
    assert isinstance(came, ServerFailed)
    assert (came.kind, came.outage) == (Kind.UNAUTHORIZED, True)


NOTICED = (Event(id=1, room=QUAY, kind="act", actor="tomas", text="Tomás Garcia mends a net."),)
HERE = {"person": ("Tomás Garcia",), "place": (QUAY,), "thing": ()}
REACT = q.React(
    **{**common(ISABEL), "choices": HERE},
    doing="walking",
    place=QUAY,
    people=(friend(TOMAS),),
    events=NOTICED,
)
TALK = {"kind": "talk", "person": "Tomás Garcia", "others": [], "reason": "to ask"}


def forms_of_a_reaction(prompt):
    """The fields of each case of a reaction, as a server is asked for them."""
    schema = asked_schema_of(prompt)
    forms = schema["properties"]["decision"]["anyOf"]
    return {form["properties"]["kind"]["enum"][0]: set(form["properties"]) for form in forms}


def test_a_reaction_is_asked_for_what_its_decision_needs_and_nothing_else():
    assert forms_of_a_reaction(REACT) == {
        "continue": {"kind"},
        "talk": {"kind", "person", "others", "reason"},
    }
    at_a_door = replace(REACT, people=(), events=(), obstacle="it is locked", choices={**HERE, "person": ()})
    assert forms_of_a_reaction(at_a_door) == {
        "continue": {"kind"},
        "act": {"kind", "activity", "place", "minutes", "reason", "emoji"},
        "wait": {"kind", "minutes", "reason", "emoji"},
    }


def test_a_deed_is_asked_for_only_where_something_calls_for_one():
    for event in (replace(NOTICED[0], urgent=True), replace(NOTICED[0], kind="author")):
        assert set(forms_of_a_reaction(replace(REACT, events=(event,)))) == {"continue", "talk", "act"}


def test_where_nothing_is_noticed_nothing_is_rated():
    assert "ratings" in asked_schema_of(REACT)["properties"]
    assert "ratings" not in asked_schema_of(replace(REACT, events=()))["properties"]


@pytest.mark.parametrize(
    "written",
    [
        {"decision": TALK, "ratings": [3]},
        {"Decision": json.dumps(TALK), "ratings": [3]},
        {"answer": {"decision": TALK, "ratings": [3]}},
        {"decision": "talk", "person": "Tomás Garcia", "reason": "to ask", "ratings": [3]},
    ],
    ids=["as-asked", "encoded", "wrapped", "flat"],
)
def test_a_case_of_a_reaction_is_read_however_it_is_nested(written):
    answer = read(REACT, json.dumps(written))
    assert (answer.decision, answer.person, answer.reason, answer.ratings) == (
        "talk", "Tomás Garcia", "to ask", [3],
    )  # fmt: skip


def test_a_case_that_says_two_things_is_refused():
    assert read(REACT, json.dumps({"decision": TALK, "person": "", "ratings": [3]})) is None


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Isabel Moreno takes a shower", "take a shower"),
        ("Isabel walks to the quay", "walk to the quay"),
        ("Isabel Moreno is brewing coffee", "brewing coffee"),
        ("Isabel Moreno and Tomas Lind wash up", "Isabel Moreno and Tomas Lind wash up"),
        ("brewing coffee", "brewing coffee"),
        ("isabelline tiles are washed", "isabelline tiles are washed"),
    ],
)
def test_whoever_does_something_is_not_named_in_it(said, kept):
    block = Step(id=1, agent="isabel", level="block", start=600, end=700, activity="rest", room=QUAY)
    prompt = q.PlanBlock(**{**common(ISABEL), "choices": {"place": (QUAY,), "thing": ()}}, block=block)
    answer = {"pieces": [{"minutes": 30, "activity": said, "place": QUAY, "emoji": ""}]}
    assert mended(SpokenOf(prompt), answer)["pieces"][0]["activity"] == kept


@pytest.mark.parametrize("written", ["serve at Harbour Café/counter", "serve at the Harbour Café/counter"])
def test_a_path_becomes_words_with_one_article(written):
    block = Step(id=1, agent="isabel", level="block", start=600, end=700, activity="rest", room=CAFE)
    prompt = q.PlanBlock(**{**common(ISABEL), "choices": {"place": (CAFE,), "thing": ()}}, block=block)
    answer = {"pieces": [{"minutes": 30, "activity": written, "place": CAFE, "emoji": ""}]}
    mended_activity = mended(SpokenOf(prompt), answer)["pieces"][0]["activity"]
    assert mended_activity == "serve at the counter of the Harbour Café"


def test_a_line_of_a_transcript_is_read_without_its_label():
    answer = {"thought": "", "says": "You: Good morning, Tomas.", "ends": False}
    bare = q.Speak(**common(ISABEL), place=QUAY, doing="walking", people=(friend(TOMAS),))
    assert mended(SpokenOf(bare), answer)["says"] == "Good morning, Tomas."


def test_a_list_says_how_many_it_has():
    rate = q.Rate(**common(ISABEL), observations=("It rains.", "A boat sinks."))
    line = form_words(rate, AnswerMode.OBJECT, "http://127.0.0.1:8080/v1").split("\n")[1]
    assert line.endswith("a list of 2: a number from 1 to 10")


def test_what_cannot_be_answered_is_not_asked():
    bare = q.Speak(**common(ISABEL), place=QUAY, doing="walking", people=(friend(TOMAS),))
    assert list(schema_of(bare, bounded=True)["properties"]) == ["thought", "says", "ends"]
    told = replace(bare, recalled=(memory("Tomás Garcia mends nets."),))
    assert list(schema_of(told, bounded=True)["properties"]) == [
        "thought",
        "says",
        "ends",
        "tells",
        "speaks_of",
    ]
