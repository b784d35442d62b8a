"""Puts drawn questions to a run at a moment."""

from __future__ import annotations

from collections.abc import Iterator

from asked import more, verdicts
from asked.questions import Draw, Question
from asked.truth import Truth


def put(run, moment: str, seed: int) -> Iterator[tuple[Question, str, str]]:
    """Yield each question with its answer, and what is wrong with it."""
    at = run.at(moment)
    truth = Truth(at)
    for question in [*(draw := Draw(truth, seed)).questions(), *(one for kind in more.KINDS for one in kind(draw))]:
        answer = at.ask(question.agent, question.text, asked_by=question.asked_by).text
        yield question, answer, verdicts.broken(answer, truth, question.agent, question.text) or question.wrong(answer)
