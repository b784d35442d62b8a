"""A notebook from the command line: run, tested as a suite, refused when it is hostile, and taken away."""

import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from engine.cli import main
from engine.notebook.outputs import Grid
from engine.notebook.reading.read import notebook_of
from engine.notebook.showing.drawing import drawn
from engine.notebook.showing.page import page

FRONT = (
    "---\ntown-notebook: 1\ntitle: One morning\ntown: three-neighbours\nseed: 3\n"
    "lesson: {level: secondary, minutes: 45, goals: [look closely]}\n---\n"
)
MORNING = """
# A *morning* <!-- the answer is forty-two -->

<b>Not bold</b> ![picture](http://example.org/x.png)

```yaml {.run #d1}
until: "day 1 10:00"
```

```yaml {.predict #p1}
ask: How many know of the chess evening?
answer: {type: number, min: 0, max: 3}
reveal-after: d1
key: Two, or three by noon.
```

```sql {.sql #known title="Who knows?"}
select agent, '<script>alert(1)</script> | x' as sly from knowing where news = 'chess-evening'
```

```yaml {.chart #spread}
plot: diffusion
of: chess-evening
```

```yaml {.chart #lines}
plot: talks
```

```yaml {.interview #ask}
who: nell
ask: What do you look forward to?
```

```yaml {.expect #holds points=2}
that: 2 know chess-evening
```

```text {.note #key solution=true}
The secret solution is *forty-two*.
```
"""
FAILS = '\n```yaml {.expect #fails title="Nobody & all"}\nthat: nobody knows chess-evening\n```\n'
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with a notebook that was run, and its workspace."""
    folder = tmp_path_factory.mktemp("shown")
    (folder / "one.town.md").write_text(FRONT + MORNING)
    (folder / "two.town.md").write_text(FRONT + MORNING + FAILS)
    assert main(["notebook", "run", str(folder / "one.town.md"), "--workspace", str(folder / "ws")]) == 0
    return folder


@pytest.fixture
def call(place, capsys):
    def run(*arguments):
        capsys.readouterr()
        status = main(["notebook", *map(str, arguments), "--workspace", str(place / "ws")])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


# ---- run


@pytest.mark.nightly
def test_what_was_found_is_withheld_until_a_prediction_is_committed(place, call):
    (place / "lesson.town.md").write_text(FRONT + MORNING)
    status, out, err = call("run", place / "lesson.town.md")
    assert status == 0
    assert "chess" not in out
    assert "after the predictions above are committed" in out
    assert "--predict p1=ANSWER" in err
    assert "Otto Finch" in call("run", place / "lesson.town.md", "--reveal")[1]
    assert call("run", place / "lesson.town.md", "--predict", "p1=seven")[0] == 1
    status, out, _ = call("run", place / "lesson.town.md", "--predict", "p1=2")
    assert status == 0
    assert "You predicted: 2" in out
    assert "Two, or three by noon." in out
    status, _, err = call("run", place / "lesson.town.md", "--predict", "p1=3")
    assert status == 1
    assert "and cannot be changed" in err


@pytest.mark.soak
def test_run_again_it_is_fresh_and_one_cell_can_be_asked_for(place, call):
    status, out, err = call("run", place / "one.town.md", "--cell", "lines", "--reveal")
    assert (status, err) == (0, "")
    assert "###" in out
    assert out.count("fresh") == 1
    assert call("run", place / "one.town.md", "--cell", "nope")[2].count("no cell 'nope'") == 1


def test_programs_read_json(place, call):
    status, out, _ = call("run", place / "one.town.md", "--json")
    cells = json.loads(out)["cells"]
    assert status == 0
    assert [cell["status"] for cell in cells if cell["kind"] not in ("predict", "note")] == ["fresh"] * 6
    assert [cell["output"] for cell in cells if cell["withheld"]] == [None] * 6
    cells = json.loads(call("check", place / "one.town.md", "--json")[1])["cells"]
    assert {"id": "known", "line": 24, "title": "Who knows?"}.items() <= cells[2].items()


# ---- tested


@pytest.mark.soak
def test_expectations_are_a_suite_with_an_exit_code_and_a_junit_file(place, call):
    status, out, _ = call("test", place / "one.town.md")
    assert (status, out.splitlines()[-1]) == (0, "1 of 1 expectations hold")
    status, out, _ = call("test", place / "two.town.md", "--junit", place / "junit.xml")
    assert status == 1
    assert out.splitlines()[-1] == "1 of 2 expectations hold"
    look = re.search(r"to see it: townwright (paper \S+ --at 'day 1 1\d:\d\d')", out)
    assert look, "where the run stands in which it fails"
    assert main([*look[1].replace("'", "").split(" ", 3), "--workspace", str(place / "ws")]) == 0
    suite = ElementTree.parse(place / "junit.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")
    assert suite[1].get("name") == "fails: Nobody & all"
    assert "does not hold" in suite[1].find("failure").get("message")
    points = json.loads(call("test", place / "two.town.md", "--json")[1])
    assert (points["points"], points["of"]) == (2, 3)


# ---- begun


def test_a_new_notebook_is_about_a_template_as_well(call, tmp_path):
    path = tmp_path / "crime.town.md"
    assert call("new", path, "--town", "village-crime")[0] == 0
    assert notebook_of(path.read_text("utf-8")).front.town == "village-crime"
    assert call("check", path)[0] == 0
    status, _, err = call("new", tmp_path / "no.town.md", "--town", "vilage-crime")
    assert status == 1
    assert "village-crime" in err


@pytest.mark.soak
def test_a_new_notebook_has_no_faults_and_overwrites_nothing(place, call, tmp_path):
    for town in ("willow-bay", "liuwan"):
        status, out, _ = call("new", tmp_path / f"{town}.town.md", "--town", town)
        assert status == 0
        assert "to run it" in out
        assert call("check", tmp_path / f"{town}.town.md")[0] == 0
    status, _, err = call("new", tmp_path / "liuwan.town.md")
    assert status == 1
    assert "already exists" in err


# ---- taken away


class Page(HTMLParser):
    """What a page loads or runs, and its text."""

    def __init__(self, text):
        super().__init__()
        self.live, self.open, self.text = [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "br", "rect", "polyline", "hr"):
            self.open.append(tag)
        if tag in ("script", "img", "iframe", "link", "object", "b") and tag != "b":
            self.live.append(tag)
        self.live += [name for name, _ in attrs if name.startswith("on") or name in ("src", "srcset")]

    def handle_endtag(self, tag):
        if tag not in ("rect", "polyline"):
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("edition", ["teacher", "student"])
def test_a_page_is_one_file_that_runs_and_loads_nothing(place, call, edition):
    out = place / f"{edition}.html"
    assert call("export", place / "one.town.md", "-o", out, "--edition", edition)[0] == 0
    found = Page(out.read_text("utf-8"))
    assert (found.live, found.open) == ([], [])
    assert out.stat().st_size < 5_000_000
    assert "<b>Not bold</b>" in found.text
    assert "Look closely" in found.text, "a goal begins its line"
    assert "How many know of the chess evening?" in found.text
    assert "<script>alert(1)</script> | x" in found.text, "shown as the text that it is"


@pytest.mark.soak
@pytest.mark.parametrize("form", ["html", "markdown"])
def test_a_students_edition_holds_no_answers(place, call, form):
    editions = {
        edition: call("export", place / "one.town.md", "--as", form, "--edition", edition)[1]
        for edition in ("teacher", "student")
    }
    for answer in ("forty-two", "know chess-evening", "Nell Hartley", "Otto Finch"):
        assert answer in editions["teacher"], answer
        assert answer not in editions["student"], answer
    assert "by noon" in editions["teacher"]
    assert "by noon" not in editions["student"]
    assert "Simulation until" in editions["student"]


def test_what_was_not_run_is_said_and_not_run_for_an_export(place, call, tmp_path):
    (tmp_path / "new.town.md").write_text(FRONT.replace("seed: 3", "seed: 4") + MORNING)
    status, _, err = call("export", tmp_path / "new.town.md", "-o", tmp_path / "new.html")
    assert status == 0
    assert "cells without results: 6; run them first: townwright notebook run" in err


def test_it_is_said_once_below_each_prediction_how_what_is_held_back_comes_to_be_seen():
    def cell(kind, name, body):
        return f"\n```yaml {{.{kind} #{name}}}\n{body}\n```\n"

    looks = [cell("chart", f"c{n}", "plot: talks") for n in range(4)]
    asks = [cell("predict", f"p{n}", "ask: How many?") for n in range(2)]
    text = asks[0] + looks[0] + looks[1] + "\nNow.\n" + asks[1] + looks[2] + looks[3]
    found = notebook_of("---\ntown-notebook: 1\ntown: three-neighbours\n---\n" + text)
    said = b"".join(page(found, (), "student")).decode()
    first, second = said.split("Now.")
    for half in (first, second):
        assert half.count("First write down your prediction above.") == 1
        assert half.count("This result is also shown after your prediction.") == 1


RISING = Grid(
    columns=("people who know", "who", "minute", "since"),
    rows=((1, "Nell", 0, "day 1 00:00"), (2, "Otto", 545, "day 1 09:05")),
    plot="steps",
)


def test_only_what_is_long_asks_for_room_in_a_table():
    rows = (
        ("05:30", "Nell Hartley is waking up slowly and having breakfast"),
        ("花灯会", "在水乡茶馆后院里挂灯笼"),
    )
    told = drawn(Grid(columns=("clock", "text"), rows=rows), 0)
    assert re.findall('<td class="long" dir="auto">(.)', told) == ["N", "在"]
    assert re.findall('<td dir="auto">(.)', told) == ["0", "花"]


def test_a_rising_number_has_its_hours_below_it_and_no_minutes_in_its_table():
    drawn_page = drawn(RISING, 1445)
    marked = re.findall(r'text-anchor="middle"[^>]*>([^<]+)<', drawn_page)
    assert marked == ["day 1", "03:00", "06:00", "09:00", "12:00", "15:00", "18:00", "21:00", "day 2"]
    assert re.findall("<th[^>]*>([^<]+)<", drawn_page) == ["people who know", "who", "since"]
    assert ">545<" not in drawn_page
    long = re.findall(r'text-anchor="middle"[^>]*>([^<]+)<', drawn(RISING, 30 * 1440))
    assert long[:3] == ["day 1", "day 5", "day 9"]
    assert len(long) <= 10
    assert re.findall(r'text-anchor="middle"[^>]*>([^<]+)<', drawn(RISING, 546))[-1] == "09:00"
