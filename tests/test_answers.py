"""What is kept of a language model's answers: of a corpus by hand, and of good answers that were mangled.

The corpus is data, `tests/answers/*/*.yaml`. A part is held out: it was measured before it was looked at, and
is measured by itself.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from engine.models.served.answers.answer_mode import AnswerMode
from engine.models.served.client.completions import Completion
from engine.models.served.client.failures import Kind, ServerFailed
from engine.models.served.client.limiter import Limiter
from engine.models.served.client.openai_compatible import Endpoint, OpenAICompatible
from engine.models.served.language_model import LanguageModel
from engine.prompts import checked
from engine.prompts.prompt import Prompt
from tests.answers import Case, cases
from tests.answers.mangling import leaves, mangled

MANGLED = 500
UNUSABLE = (Kind.SENSELESS, Kind.INVALID)


class Says(OpenAICompatible):
    """A server that says one text after the other, and the last of them again and again."""

    def __init__(self, *texts: str) -> None:
        super().__init__(Endpoint(base_url="http://127.0.0.1:9/v1", model="m", parameters={}, timeout=5))
        self.texts = texts
        self.asked: list[Any] = []

    async def make_ready(self) -> None:
        pass

    async def complete(self, messages: Any, **more: Any) -> Completion:
        self.asked.append(messages)
        return Completion(text=self.texts[min(len(self.asked), len(self.texts)) - 1])


def kept(prompt: Prompt[Any], client: Says) -> Mapping[str, Any] | None:
    """What is kept of an answer to a prompt; None if it is nothing."""
    model = LanguageModel(client, Limiter(1), AnswerMode.BOUNDED_SCHEMA)
    try:
        found: Mapping[str, Any] = json.loads(asyncio.run(model.answer(prompt)).answer)
    except ServerFailed as failure:
        if failure.kind not in UNUSABLE:
            raise
        return None
    return found


def as_given(prompt: Prompt[Any], answer: Mapping[str, Any]) -> Mapping[str, Any]:
    """An answer as its form has it, with nothing left out or mended."""
    found: Mapping[str, Any] = checked(prompt, answer).model_dump(mode="json")
    return found


def is_right(case: Case) -> bool:
    """Whether of a case is kept what should be, at the first time of asking where something should."""
    client = Says(json.dumps(case.answer))
    answer = kept(case.prompt, client)
    is_kept_at_once = answer is not None and len(client.asked) == 1
    match case.verdict:
        case "good":
            return is_kept_at_once and answer == as_given(case.prompt, case.answer)
        case "cosmetic":
            return is_kept_at_once and not case.answer.items() <= dict(answer or {}).items()
        case "mended":
            assert case.becomes is not None
            return is_kept_at_once and answer == as_given(case.prompt, case.becomes)
        case _:
            return answer is None or not _holds(answer, case)


def _holds(answer: Mapping[str, Any], case: Case) -> bool:
    """Whether an answer is as it was given, with all that is wrong in it."""
    return answer == as_given(case.prompt, case.answer)


def wrong(verdict: str, *, held_out: bool, open_to_rules: bool = True) -> tuple[list[str], int]:
    """The cases of a verdict that do not become what they should, and how many there are."""
    asked = [
        case
        for case in cases()
        if (case.verdict, case.held_out, case.is_open_to_rules) == (verdict, held_out, open_to_rules)
    ]
    return [str(case) for case in asked if not is_right(case)], len(asked)


def test_the_corpus_has_hundreds_of_good_and_of_bad_answers_to_every_question():
    verdicts = [case.verdict for case in cases()]
    assert verdicts.count("good") >= 500
    assert verdicts.count("bad") >= 750
    assert {case.prompt.name for case in cases()} == {
        "speak", "react", "rate", "plan_block", "plan_day", "take_away", "conclude", "ask_oneself",
        "keep_diary", "heed", "understand", "interview",
    }  # fmt: skip


@pytest.mark.parametrize("held_out", [False, True], ids=["known", "held-out"])
def test_good_answers_are_kept_as_they_are(held_out):
    refused, asked = wrong("good", held_out=held_out)
    assert len(refused) <= 0.02 * asked, "\n".join(refused)


@pytest.mark.parametrize("held_out", [False, True], ids=["known", "held-out"])
def test_bad_answers_are_not_kept_where_the_scene_tells_them(held_out):
    accepted, asked = wrong("bad", held_out=held_out)
    assert len(accepted) <= 0.02 * asked, "\n".join(accepted)


def test_few_bad_answers_are_kept_that_only_a_reader_tells():
    telling, asked_telling = wrong("bad", held_out=True, open_to_rules=False)
    others, asked = wrong("bad", held_out=True)
    assert len(telling) + len(others) <= 0.04 * (asked + asked_telling), "\n".join([*telling, *others])


@pytest.mark.parametrize("verdict", ["mended", "cosmetic"])
def test_what_can_be_put_right_by_rule_is_not_asked_again(verdict):
    assert wrong(verdict, held_out=False)[0] == []


def test_what_is_added_to_a_question_asked_again_is_no_answer():
    echoed = []
    for case in cases():
        if case.verdict != "bad" or case.prompt.name not in ("speak", "keep_diary", "interview"):
            continue
        client = Says(json.dumps(case.answer))
        kept(case.prompt, client)
        if len(client.asked) < 2:
            continue
        (first, again), field = (
            client.asked,
            {"speak": "says", "keep_diary": "text"}.get(case.prompt.name, "answer"),
        )
        added = again[-1]["content"].removeprefix(first[-1]["content"])
        assert str(case.answer[field]) not in added
        for piece in added.replace("; ", "\n").split("\n"):
            answer = kept(case.prompt, Says(json.dumps(case.answer), json.dumps({field: piece.lstrip("- ")})))
            if answer is not None and answer[field] == piece:
                echoed.append(piece)
    assert not echoed


def test_nothing_wrong_comes_in_with_mangled_answers():
    draw = Random(36)
    good = [case for case in cases() if case.verdict == "good" and is_right(case)]
    through = []
    for _ in range(MANGLED):
        case = draw.choice(good)
        said = mangled(case, draw)
        answer = kept(case.prompt, Says(said))
        came = texts_of(answer or {}) - texts_of(as_given(case.prompt, case.answer))
        if came:
            through.append((said, came))
    assert not through


def texts_of(answer: Mapping[str, Any]) -> set[tuple[object, str]]:
    """The texts of an answer, each with the field it is in."""
    found = ((way, value) for way, value in leaves(answer) if isinstance(value, str) and value)
    return {(next(part for part in reversed(way) if isinstance(part, str)), value) for way, value in found}


# ---- what is put right by rule


def scene(question: str, who: str) -> Prompt[Any]:
    """The first prompt of the corpus that puts a question to somebody."""
    asked = (case.prompt for case in cases() if case.prompt.name == question)
    return next(prompt for prompt in asked if prompt.persona.id == who)


def answered(prompt: Prompt[Any], **fields: object) -> Mapping[str, Any]:
    """What is kept of an answer that is asked for once."""
    client = Says(json.dumps(fields, ensure_ascii=False))
    answer = kept(prompt, client)
    assert answer is not None
    assert len(client.asked) == 1
    return answer


def test_a_room_is_named_in_words_and_not_by_its_path():
    prompt, place = scene("plan_block", "dot"), "Chapel Row/kitchen"
    pieces = [{"minutes": 10, "activity": f"brewing tea in {place}", "place": place}]
    (piece,) = answered(prompt, pieces=pieces)["pieces"]
    assert (piece["activity"], piece["place"]) == ("brewing tea in the kitchen of Chapel Row", place)


def test_what_is_learned_twice_is_kept_once_with_the_line_that_says_it():
    fees = {"text": "Dorothy Hale told Marcus Webb that the vet's fees are going up.", "importance": 4}
    news = [{**fees, "line": "s1"}, {**fees, "line": "s1"}]
    kept_news = answered(scene("take_away", "marcus"), summary="Marcus Webb and Dorothy Hale talked.",
                         importance=2, learned=news)["learned"]  # fmt: skip
    assert [(entry["text"], entry["line"]) for entry in kept_news] == [(fees["text"], 2)]


def test_a_short_answer_says_what_it_was_asked():
    told = {"text": "Will Sharp told Grace Mbeki when the bus to Durham goes.", "importance": 3, "line": "s5"}
    answer = answered(
        scene("take_away", "grace"),
        summary="Grace Mbeki and Will Sharp talked.",
        importance=2,
        learned=[told],
    )
    assert [entry["line"] for entry in answer["learned"]] == [5]


@pytest.mark.parametrize(
    ("given", "most"),
    [([10, 10], [3, 6]), ([2, 1], [2, 1])],
    ids=["shaken by a breakfast", "not shaken"],
)
def test_what_people_do_every_day_shakes_nobody(given, most):
    assert answered(scene("rate", "priya"), ratings=given)["ratings"] == most


def test_of_a_decision_to_carry_on_nothing_else_is_read():
    answer = answered(scene("react", "marcus"), ratings=[2, 1], decision="continue", person="Nobody",
                      activity="null", thing="x", thing_state="y", minutes=900, emoji="smile")  # fmt: skip
    assert {name for name, value in answer.items() if value and name != "minutes"} == {"ratings", "decision"}
