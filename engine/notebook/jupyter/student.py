"""A student's notebook: a notebook of its own, in whose text no answer stands."""

from __future__ import annotations

from engine.api.text import safe_json
from engine.errors import BadInput, worded
from engine.notebook.parts import Cell, Front, Notebook, Prose
from engine.notebook.reading.read import notebook_of
from engine.notebook.showing.edition import is_answer, without_comments
from engine.notebook.specs import Predict


def students_notebook(notebook: Notebook) -> Notebook:
    """Return a notebook without solutions, keys, expectations, comments and hidden looks. BadInput where what
    is left makes no sense without them.
    """
    kept = {cell.id for cell in notebook.cells if not _is_dropped(cell)}
    parts = [
        without_comments(part.source) if isinstance(part, Prose) else _cell(part, kept)
        for part in notebook.parts
        if isinstance(part, Prose) or part.id in kept
    ]
    found = notebook_of(_front(notebook.front) + "".join(parts))
    if found.faults:
        fault = found.faults[0]
        raise BadInput(
            worded(
                "without its answers, the notebook has an error: {message}; {remedy}, or remove "
                "`solution` from the cells that other cells need",
                message=fault.message,
                remedy=fault.remedy,
            )
        )
    return found


def _is_dropped(cell: Cell) -> bool:
    return is_answer(cell) or cell.kind == "expect" or (cell.is_marked("hidden") and not cell.changes_town)


def _cell(cell: Cell, kept: set[str]) -> str:
    if not isinstance(cell.spec, Predict):
        return cell.source
    head = cell.source[: cell.source.index(cell.body)] if cell.body else cell.source
    return head + _asked(cell.spec, kept) + cell.source[len(head) + len(cell.body) :]


def _asked(spec: Predict, kept: set[str]) -> str:
    """Return what a prediction asks, without its key and any comment."""
    answer: dict[str, object] = {"type": spec.type}
    if spec.options:
        answer["options"] = list(spec.options)
    answer |= {"min": spec.least} if spec.least is not None else {}
    answer |= {"max": spec.most} if spec.most is not None else {}
    said: dict[str, object] = {"ask": spec.ask, "answer": answer}
    if spec.reveal_after in kept:
        said["reveal-after"] = spec.reveal_after
    return _yaml(said)


def _front(front: Front) -> str:
    said: dict[str, object] = {"town-notebook": 1}
    said |= {"title": front.title} if front.title else {}
    said |= {"town": front.town}
    said |= {"seed": front.seed} if front.seed is not None else {}
    said |= {"brain": front.brain, "lang": front.lang}
    if front.lesson is not None:
        lesson = front.lesson
        about: dict[str, object] = {"level": lesson.level} if lesson.level else {}
        about |= {"minutes": lesson.minutes} if lesson.minutes else {}
        said["lesson"] = about | ({"goals": list(lesson.goals)} if lesson.goals else {})
    return f"---\n{_yaml(said)}---\n"


def _yaml(said: dict[str, object]) -> str:
    """Return a table as YAML: what is JSON is YAML too."""
    return "".join(f"{key}: {safe_json(value)}\n" for key, value in said.items())
