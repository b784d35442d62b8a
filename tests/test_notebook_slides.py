"""Presenting a notebook: which slides it has, and what of it only the presenter reads."""

from __future__ import annotations

from engine.notebook.parts import Prose
from engine.notebook.reading.read import notebook_of
from studio.notebook.slides import passages, slides_of

FRONT = "---\ntown-notebook: 1\ntown: three-neighbours\n---\n"
RUN = "```yaml {.run #d1}\ndays: 1\n```\n"
QUERY = "```sql {.sql #q1 title=Rows}\nselect 1\n```\n"
NOTE = "```text {.note #n1 speaker=true}\nWait for an answer.\n```\n"
KEY = "```text {.note #k1 solution=true}\nThree.\n```\n"
PREDICT = "```yaml {.predict #p1}\nask: How many?\nkey: Three.\n```\n"


def titles(text):
    return [slide.title for slide in slides_of(notebook_of(FRONT + text))]


def test_a_slide_begins_at_each_heading():
    assert titles("# One\n\nWords.\n\n## Two\n\nMore.\n" + RUN + "### Three\n") == ["One", "Two", "Three"]


def test_prose_that_leads_to_cells_begins_a_slide_and_prose_after_them_stays_with_them():
    text = (
        "# One\n" + RUN + "\n*Notice* this.\n\n# Two\n" + RUN.replace("d1", "d2") + "\nNow `ask`:\n\n" + QUERY
    )
    assert titles(text) == ["One", "Two", "Now ask:"]


def test_a_heading_in_code_or_in_a_comment_is_none():
    assert titles("# One\n\n```\n# no heading\n```\n\n<!-- # nor this -->\n" + RUN + "# Two\n") == [
        "One",
        "Two",
    ]


def test_without_prose_each_cell_is_a_slide_and_is_called_by_its_title():
    assert titles(RUN + QUERY) == ["d1", "Rows"]


def test_notes_answers_and_hidden_cells_are_kept_from_the_room():
    text = "# One\n" + RUN + NOTE + "# Two\n" + PREDICT + KEY + QUERY.replace("title=", "hidden=true title=")
    one, two = slides_of(notebook_of(FRONT + text))
    assert [cell.id for cell in one.notes] == ["n1"]
    assert [cell.id for cell in two.notes] == ["k1", "q1"]
    assert [part.id for part in two.parts if not isinstance(part, Prose)] == ["p1"]


def test_the_passages_of_a_prose_are_its_text_but_for_comments_alone():
    prose = Prose(source="<!-- a -->\n\n# One\nWords\n## Two\n", line=5)
    assert [(piece.source, piece.line) for piece in passages(prose)] == [
        ("# One\nWords\n", 7),
        ("## Two\n", 9),
    ]
