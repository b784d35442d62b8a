"""Puts drawn questions to a run at a moment."""

from __future__ import annotations

from collections.abc import Iterator

from asked import attendance, denial, facts, hours, meetings, oneself, people, plans, verdicts
from asked.draw import Draw, Question
from asked.truth import Truth

KINDS = (attendance, meetings, hours, denial, facts, plans, people, oneself)


def put(run, moment: str, seed: int) -> Iterator[tuple[Question, str, str]]:
    """Yield each question with its answer, and what is wrong with it."""
    at = run.at(moment)
    truth = Truth(at)
    draw = Draw(truth, seed)
    for question in [one for kind in KINDS for asks in kind.KINDS for one in asks(draw)]:
        answer = at.ask(question.agent, question.text, asked_by=question.asked_by).text
        broken = verdicts.broken(answer, truth, question.agent, question.text)
        yield question, answer, broken or question.wrong(answer)
