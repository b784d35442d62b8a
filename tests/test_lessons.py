"""The lessons are notebooks that hold: what their answer keys say is so, and students are not told it."""

import html
import re
from pathlib import Path

import pytest

from engine.api.scenarios import bundled
from engine.api.workspace import open_workspace
from engine.cli import main
from engine.notebook.reading.read import notebook_of, read_notebook
from engine.notebook.running.session import Session
from engine.notebook.showing.edition import is_answer
from engine.notebook.specs import Predict
from engine.notebook.starter import lesson_languages, lesson_text, lessons
from tests.marks import in_turn

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("lessons")


NINE = (
    "find-the-gold",
    "from-events-to-reflections",
    "how-news-spreads",
    "is-it-conscious",
    "make-a-rumour-go-wrong",
    "one-word-changed",
    "run-it-ten-times",
    "switch-off-a-faculty",
    "what-does-she-remember",
)
QUICK = ("is-it-conscious", "one-word-changed", "what-does-she-remember", "what-does-she-remember.zh")
NOTICE = {"en": "*What to notice:*", "zh": "*看什么：*"}
TRY = {"en": "## Things to try", "zh": "## 还可以试什么"}


def test_there_are_nine_lessons_in_the_order_in_which_they_are_taught():
    assert sorted(lesson_languages()) == sorted(NINE)
    order = list(lesson_languages())
    assert order[:3] == ["what-does-she-remember", "from-events-to-reflections", "how-news-spreads"]


def test_every_lesson_is_in_english_and_three_are_in_chinese_too():
    versions = lesson_languages()
    assert all("en" in languages for languages in versions.values())
    assert sum("zh" in languages for languages in versions.values()) == 3
    for languages in versions.values():
        for language, name in languages.items():
            assert notebook_of(lesson_text(name)).front.lang == language


def test_a_list_names_them_with_their_titles(capsys):
    assert main(["notebook", "new", "unused.town.md", "--lesson", "list"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in NINE)
    assert "How news spreads" in listed
    assert not Path("unused.town.md").exists()


def test_they_are_about_every_town_and_not_in_english_alone():
    fronts = [notebook_of(lesson_text(name)).front for name in lessons()]
    assert {front.town for front in fronts} == set(bundled())
    assert {front.lang for front in fronts} == {"en", "zh"}


@pytest.mark.parametrize("name", lessons())
def test_a_lesson_has_goals_minutes_predictions_things_to_try_and_a_key(name):
    found = notebook_of(lesson_text(name)).without_faults(name)
    lesson = found.front.lesson
    assert lesson.minutes == 45
    assert len(lesson.goals) >= 3
    predictions = [cell.spec for cell in found.cells if isinstance(cell.spec, Predict)]
    assert len(predictions) >= 3
    assert all(one.key for one in predictions)
    assert found.text.count(NOTICE[found.front.lang]) >= 3
    assert TRY[found.front.lang] in found.text
    assert sum(int(part) for part in re.findall(r"^\| (\d+) \|", found.text, re.MULTILINE)) == 45
    assert any(is_answer(cell) and cell.kind == "note" for cell in found.cells)


@pytest.mark.parametrize("name", lessons())
def test_nothing_in_a_lesson_is_warned_of(name, tmp_path):
    with open_workspace(tmp_path) as workspace:
        assert Session(workspace, notebook_of(lesson_text(name)), name).warnings == ()


def text_of(page):
    return html.unescape(re.sub(r"<[^>]+>", "", page))


def check_that_it_costs_nothing_again(file, folder):
    ran = []
    with open_workspace(folder) as workspace:
        calls = workspace.store.select("SELECT count(*) FROM call")
        runs = len(workspace.runs.all(archived=True))
        session = Session(workspace, read_notebook(file), str(file.resolve()), folder=file.parent)
        assert session.run(watch=lambda cell, done: ran.append(cell.id))
        assert ran == []
        assert workspace.store.select("SELECT count(*) FROM call") == calls
        assert len(workspace.runs.all(archived=True)) == runs


@pytest.mark.parametrize(
    "name",
    in_turn(lessons(), plain=[], soak=QUICK),
)
def test_all_that_a_lesson_expects_holds_and_its_pages_keep_answers_from_students(name, place, capsys):
    file, words = place / f"{name}.town.md", ("--workspace", str(place / "ws"), "--quiet")
    assert main(["notebook", "new", str(file), "--lesson", name, *words]) == 0
    assert main(["notebook", "test", str(file), *words]) == 0, capsys.readouterr().out
    check_that_it_costs_nothing_again(file, place / "ws")
    for edition in ("teacher", "student"):
        page = place / f"{name}-{edition}.html"
        shown = [str(file), "--edition", edition, "-o", str(page)]
        assert main(["notebook", "export", *shown, *words]) == 0
        assert page.stat().st_size < 5_000_000
    teacher, student = (
        " ".join((place / f"{name}-{edition}.html").read_text("utf-8").split())
        for edition in ("teacher", "student")
    )
    assert ("Simulation" in teacher) is not name.endswith(".zh"), "in the language of the lesson"
    if name == "one-word-changed":
        how_it_went = re.findall(r"\d+ conversations, \d+ lines", teacher)[1]
        assert how_it_went not in student, "a day that is still to be predicted"
    for cell in notebook_of(file.read_text("utf-8")).cells:
        key = cell.spec.key if isinstance(cell.spec, Predict) else ""
        for sentence in re.split(r"(?<=[.:]) ", key):
            if sentence:
                plain = sentence.strip().replace("**", "").replace("*", "").replace("`", "")
                assert plain in text_of(teacher), plain
                assert plain not in text_of(student), plain
        if is_answer(cell):
            assert f'id="{cell.id}"' in teacher
            assert f'id="{cell.id}"' not in student
