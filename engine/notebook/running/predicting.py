"""Predictions: an answer is committed before what it is about is shown, and stays as it was given."""

from __future__ import annotations

from engine.errors import BadInput, with_commas, worded
from engine.notebook.outputs import Output
from engine.notebook.specs import Predict

LONGEST = 2_000


def answer_meant(spec: Predict, answer: str) -> str:
    """Return an answer to a prediction as it is kept. BadInput where it is none."""
    said = " ".join(answer.split())
    if not said or len(said) > LONGEST:
        raise BadInput(
            worded(
                "the answer to a prediction is empty or too long; use 1 to {longest:,} characters",
                longest=LONGEST,
            )
        )
    if spec.type == "choice":
        found = next((one for one in spec.options if one.casefold() == said.casefold()), None)
        if found is None:
            raise BadInput(
                worded(
                    "{said!r:.60} is not one of the options; choose one of: {options}",
                    said=said,
                    options=with_commas(spec.options),
                )
            )
        return found
    if spec.type == "number":
        return _number(spec, said)
    return said


def _number(spec: Predict, said: str) -> str:
    try:
        value = float(said)
    except ValueError:
        value = float("nan")
    least = float("-inf") if spec.least is None else spec.least
    most = float("inf") if spec.most is None else spec.most
    if not least <= value <= most:
        raise BadInput(
            worded(
                "{said!r:.60} is not a valid answer; enter a number{bounds}", said=said, bounds=bounds(spec)
            )
        )
    return f"{value:g}"


def bounds(spec: Predict) -> str:
    """Return between which numbers an answer lies, in words; nothing where it may be any."""
    if spec.least is not None and spec.most is not None:
        return worded(" from {least:g} to {most:g}", least=spec.least, most=spec.most)
    if spec.least is not None:
        return worded(" of at least {least:g}", least=spec.least)
    return worded(" of at most {most:g}", most=spec.most) if spec.most is not None else ""


def a_number(spec: Predict) -> str:
    """Return what is asked for where a number is the answer, with its bounds."""
    return worded("A number{bounds}", bounds=bounds(spec))


def still_answers(spec: Predict, answer: str) -> bool:
    """Return whether what was predicted is an answer to what is asked now: a name may have been changed in
    the question, or a slip of the pen, and nobody's prediction is lost over that.
    """
    try:
        return answer_meant(spec, answer) == answer
    except BadInput:
        return False


def revealed(spec: Predict, answer: str, *, shown: bool, reworded: bool = False) -> Output:
    """Return what is shown of a committed prediction; whether the question was `reworded` since."""
    said = [worded("You predicted: {answer}", answer=answer)]
    if reworded:
        said.append(worded("The question was changed after your prediction."))
    if spec.key and shown:
        said.append(worded("Answer: {answer}", answer=spec.key))
    return Output(sentences=tuple(said))
