"""The Notebook page: notebooks are written, run, read and shown; nothing of one is lost, or runs unasked."""

from __future__ import annotations

import html
import json
import re
from types import SimpleNamespace

import pytest

from engine.api.models import REHEARSAL, Profile
from engine.api.scenarios import PastText
from engine.api.workspace import open_workspace
from engine.api.writing.changes import changed
from engine.api.writing.notebooks import CellRun, Notebooks
from engine.notebook.jupyter.ipynb import ipynb
from engine.notebook.reading.read import notebook_of
from engine.notebook.running.session import Session
from studio import session
from studio.notebook import desk, running
from studio.notebook.cells import cell_keys
from studio.notebook.cells.cell_card import as_typed, mark_of
from studio.notebook.cells.cell_kinds import KINDS
from studio.notebook.results import view_picture
from studio.notebook.timeline import steps_of
from studio.notebook.under_way import working_on
from studio.notebook.writing import key_of
from tests.studios import labels, lived, press, studio, well, words as marked

pytestmark = pytest.mark.slow

TOWN = "three-neighbours"
FRONT = f"---\ntown-notebook: 1\ntitle: Bread\ntown: {TOWN}\nseed: 3\nbrain: rules\n---\n"
MORNING = '```yaml {.run #dawn}\nuntil: "day 1 06:00"\n```\n'
NOON = '```yaml {.run #noon}\nuntil: "day 1 07:00"\n```\n'
COUNT = "```sql {.sql #count}\nselect count(*) as memories from memory\n```\n"
LATER = "```sql {.sql #later}\nselect count(*) from memory\n```\n"
TEXT = f"{FRONT}\n# Bread\n\n{MORNING}\n{COUNT}\n{NOON}\n{LATER}"
LESSON = f"""{FRONT}
{MORNING}
```yaml {{.predict #guess}}
ask: How many will be awake?
answer: {{type: choice, options: [nobody, everybody]}}
reveal-after: noon
key: everybody, or nearly
```

{NOON}
{COUNT}
```text {{.note #key solution=true}}
The answers are in the drawer.
```

```yaml {{.expect #holds}}
sql: select count(*) > 0 from memory
equals: "1"
```
"""


@pytest.fixture
def workspace(tmp_path):
    with open_workspace(tmp_path) as opened:
        yield opened


@pytest.fixture
def page(monkeypatch, tmp_path, workspace):
    def open_page(text=None, name="bread", **link):
        if text is not None:
            workspace.scenarios.save_file(TOWN, f"notebooks/{name}.town.md", text)
        if text is not None or "notebook" in link:
            link = {"town": TOWN, "notebook": name, **link}
        return studio(monkeypatch, tmp_path, "notebook", **link)

    return open_page


def words(at):
    """What is to be read on the page."""
    return html.unescape(marked(at))


def typed(workspace, name="bread"):
    return workspace.scenarios.drafts.files(TOWN)[f"notebooks/{name}.town.md"]


def key(cell, what="run", name="bread"):
    return f"nb-{what}-{key_of(TOWN, name)}-{cell}"


def run_through(at, button="nb-run-all", name="bread"):
    """Press what runs cells, and wait until they have been run."""
    press(at, button)
    working_on(session.workspace(), key_of(TOWN, name)).wait(120)
    at.run()
    at.run()
    return well(at)


def statuses(at):
    """How the cells stand, in words, in their order."""
    known = ("Up to date", "Stale", "Never run", "Running", "Failed", "Frozen", "Disabled")
    said = [one.value for one in at.markdown if one.value.startswith(":small[")]
    return [word for text in said for word in known if re.search(rf"\] {word}(?: · .*)?\]$", text)]


def unsent_name(cell, body):
    """What a text typed over the body of a cell is stored under until it is sent."""
    return f"nb-text-{key_of(TOWN, 'bread')}-{cell}-{mark_of(as_typed(body))}"


def choose(at, menu, option):
    at.menu_button(key=menu).click(option).run()
    return well(at)


def write(at, cell, text, name="bread"):
    """Open a cell, write another text in it, and leave the field."""
    if f"nb-text-{key_of(TOWN, name)}-{cell}" not in [one.key for one in at.text_area]:
        press(at, key(cell, "edit", name))
    at.text_area(key=f"nb-text-{key_of(TOWN, name)}-{cell}").set_value(text).run()
    return well(at)


# ---- the gallery


def test_with_no_notebook_yet_it_says_how_to_get_one_and_lists_the_lessons(page):
    at = page()
    assert "No notebooks yet" in words(at)
    assert "What does she remember?" in words(at)


@pytest.mark.soak
def test_a_lesson_is_opened_as_a_copy_of_ones_own_and_a_second_one_beside_it(page, workspace):
    for name in ("what-does-she-remember", "what-does-she-remember-2"):
        at = press(page(), "nb-lesson-what-does-she-remember")
        assert at.query_params["notebook"] in (name, [name])
        assert f"notebooks/{name}.town.md" in workspace.scenarios.files(TOWN)
    assert "Never run" in statuses(at)


@pytest.mark.nightly
def test_a_new_notebook_is_begun_about_a_town_and_can_be_run(page, workspace):
    at = page(town=TOWN)
    at.text_input(key="nb-new-name").set_value("my first")
    press(at, "nb-new-go")
    assert notebook_of(typed(workspace, "my-first")).front.town == TOWN
    run_through(at, name="my-first")
    assert set(statuses(at)) == {"Up to date"}
    assert "1 of 1 expectations hold" in words(at)


@pytest.mark.nightly
def test_a_notebook_that_is_deleted_can_be_brought_back_as_it_was_typed(page, workspace):
    at = write(page(TEXT), "count", "select 7 as mine")
    press(at, "nb-all")
    press(at, f"nb-drop-{TOWN}-bread")
    assert "notebooks/bread.town.md" not in workspace.scenarios.files(TOWN)
    press(at, "nb-back")
    assert "select 7 as mine" in typed(workspace)


def test_a_link_names_a_notebook_of_any_town_and_one_that_is_not_there_says_so(page):
    page(TEXT)
    at = page(notebook="bread", town="willow-bay")
    assert "Bread" in words(at)
    assert "This workspace has no notebook 'nowhere'" in words(page(notebook="nowhere", name="nowhere"))


# ---- files from elsewhere

NOBODY = "```yaml {.interview #x}\nwho: zed\nask: [Hm?]\n```\n"
HOSTILE = {
    "a script in prose": (
        f"{FRONT}\nA <script>x()</script>\n",
        "line 9: the text contains HTML that would run in a browser",
    ),
    "a town elsewhere": (
        FRONT.replace(TOWN, "../../etc"),
        "line 4: the town '../../etc' is outside the folder of the notebook",
    ),
    "sql that writes": (f"{FRONT}\n```sql {{.sql #x}}\ndelete from memory\n```\n", "line 10: "),
    "python": (f"{FRONT}\n```python {{.python #x}}\nimport os\n```\n", "line 9: Python is off"),
    "a cell without an end": (f"{FRONT}\n```yaml {{.run #x}}\ndays: 1\n", "line 9: the cell is not closed"),
    "somebody who is not there": (f"{FRONT}\n{NOBODY}", "line 10: nobody"),
}  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize(("text", "said"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_refused_with_its_line_and_nothing_is_written(page, workspace, text, said):
    at = page(town=TOWN)
    before = workspace.scenarios.versions(TOWN), len(workspace.runs.all(archived=True))
    at.file_uploader(key="nb-file").upload("evil.town.md", text.encode(), "text/markdown").run()
    press(at, "nb-take-in")
    assert said in words(at)
    assert "The notebook was not imported" in words(at)
    assert (workspace.scenarios.versions(TOWN), len(workspace.runs.all(archived=True))) == before


@pytest.mark.soak
def test_a_sound_file_is_taken_in_and_opened(page, workspace):
    at = page(town="willow-bay")
    at.file_uploader(key="nb-file").upload("bread.town.md", TEXT.encode(), "text/markdown").run()
    press(at, "nb-take-in")
    assert typed(workspace) == TEXT
    assert at.query_params["notebook"] in ("bread", ["bread"])


def test_what_somebody_wrote_is_shown_as_text(page):
    text = TEXT.replace("title: Bread", 'title: "<img src=x onerror=alert(1)> ![x](https://evil.example)"')
    text = text.replace("# Bread", "A ![picture](https://evil.example/p.png) and <b>more</b>")
    at = page(text)
    assert not any("<img" in one.value or "<b>more" in one.value for one in at.html)
    press(at, "nb-all")
    assert "\\<img src" in words(at)
    assert not any("<img" in one.value for one in at.html)
    assert not any("](https" in one.value for one in at.markdown)


def test_a_notebook_with_faults_lists_them_with_their_lines_and_runs_nothing(page):
    at = page(TEXT.replace("until:", "untl:"))
    assert "**4 errors.**" in words(at)
    assert "Line 12" in labels(at)
    assert "nb-run-all" not in [one.key for one in at.button]
    press(at, "nb-fault-0")
    assert at.query_params["text"] in ("whole", ["whole"])


# ---- running


@pytest.mark.nightly
def test_nothing_runs_by_itself_and_all_is_fresh_once_it_was_run(page, workspace):
    at = page(TEXT)
    assert statuses(at) == ["Never run"] * 4
    assert workspace.runs.all(archived=True) == ()
    run_through(at)
    assert statuses(at) == ["Up to date"] * 4
    assert at.button(key="nb-run-all").disabled


@pytest.mark.nightly
def test_a_cell_is_run_with_what_it_stands_on_and_nothing_else(page):
    at = run_through(page(TEXT), key("count"))
    assert statuses(at) == ["Up to date", "Up to date", "Never run", "Never run"]


@pytest.mark.nightly
def test_a_change_in_the_middle_makes_what_is_below_stale_and_says_which_cell_was_changed(page):
    at = run_through(page(TEXT))
    write(at, "noon", 'until: "day 1 08:00"')
    assert statuses(at) == ["Up to date", "Up to date", "Stale", "Stale"]
    assert "The cell was changed." in words(at)
    assert "Noon above it was changed." in words(at)
    assert "nb-run-stale" in [one.key for one in at.button]
    run_through(at, "nb-run-stale")
    assert statuses(at) == ["Up to date"] * 4


@pytest.mark.nightly
def test_a_change_of_the_last_of_twenty_cells_runs_that_one_alone(page, workspace, monkeypatch):
    looks = [f"```sql {{.sql #s{n}}}\nselect {n}, count(*) from event\n```\n" for n in range(18)]
    last = "```yaml {.interview #last}\nwho: nell\nask: [What do you do today?]\n```\n"
    at = run_through(page("\n".join([FRONT, MORNING, *looks, last])))
    assert statuses(at) == ["Up to date"] * 20
    runs, ran = workspace.runs.all(archived=True), []
    keep = Notebooks.keep_output
    monkeypatch.setattr(Notebooks, "keep_output", lambda *args: (ran.append(args[1]), keep(*args)))
    write(at, "last", "who: nell\nask: [What did you do?]\n")
    assert statuses(at) == ["Up to date"] * 19 + ["Stale"]
    run_through(at)
    assert statuses(at) == ["Up to date"] * 20
    assert len(ran) == 1
    assert workspace.runs.all(archived=True) == runs


def test_cells_that_end_while_the_page_is_drawn_are_shown_as_done(page, workspace, monkeypatch):
    states_now = desk.states_now

    def states_before_the_end(*args):
        states = states_now(*args)
        going = working_on(workspace, key_of(TOWN, "bread"))
        if going is not None:
            going.wait(120)
        return states

    monkeypatch.setattr(desk, "states_now", states_before_the_end)
    monkeypatch.setattr(running, "_AT_ONCE", 0)
    at = press(page(f"{FRONT}\n{MORNING}\n{COUNT}"), "nb-run-all")
    assert statuses(well(at)) == ["Up to date"] * 2


@pytest.mark.nightly
def test_a_long_run_shows_how_far_it_is_can_be_stopped_and_goes_on_from_there(page, workspace):
    at = press(page(f"{FRONT}\n```yaml {{.run #long}}\ndays: 2\n```\n"), "nb-run-all")
    assert "of 1 cells" in at.get("progress")[0].proto.text
    press(at, "nb-stop")
    working_on(workspace, key_of(TOWN, "bread")).wait(120)
    at.run()
    at.run()
    assert "Stopped; what has been simulated is kept" in words(well(at))
    assert statuses(at) == ["Never run"]
    made = [row.number for row in workspace.runs.all(archived=True)]
    run_through(at)
    assert statuses(at) == ["Up to date"]
    assert [row.number for row in workspace.runs.all(archived=True)] == made


@pytest.mark.nightly
def test_a_cell_that_fails_says_why_and_the_others_go_on(page):
    broken = "```yaml {.chart #news}\nplot: diffusion\nof: nothing-at-all\n```\n"
    at = run_through(page(f"{FRONT}\n{MORNING}\n{broken}\n{COUNT}"))
    assert statuses(at) == ["Up to date", "Failed", "Up to date"]
    assert "there is no piece of news 'nothing-at-all'" in words(at)


@pytest.mark.soak
def test_what_is_to_be_paid_is_asked_before(page, workspace):
    workspace.models.keep(Profile(name="far", base_url="http://127.0.0.1:9/v1", model="m"))
    at = page(TEXT.replace("brain: rules", "brain: far"))
    press(at, "nb-run-all")
    assert "Estimate for 0.3 days with a served model" in words(at)
    assert workspace.runs.all(archived=True) == ()
    press(at, "nb-pay-not")
    assert "Estimate for" not in words(at)


@pytest.mark.nightly
def test_what_was_found_leads_to_the_run_in_which_it_was_found(page, workspace):
    at = run_through(page(TEXT))
    press(at, f"nb-look-{key_of(TOWN, 'bread')}-noon")
    assert int("".join(at.query_params["at"])) >= 7 * 60
    assert f"notebook {TOWN}" in words(at)


def test_earlier_results_of_a_cell_are_compared_with_what_it_asked_for(page):
    at = run_through(page(TEXT), key("count"))
    choose(at, key("count", "more"), "past")
    assert "There is one result so far." in words(at)
    write(at, "count", "select count(*) as thoughts from memory\n")
    run_through(at, key("count"))
    choose(at, key("count", "more"), "past")
    before, after = (next(one for one in at.selectbox if one.label == side) for side in ("Compare", "With"))
    assert before.value != after.value
    said = words(at)
    assert "memories" in said
    assert "thoughts" in said
    assert "Cell content" in said


# ---- writing


@pytest.mark.soak
def test_a_cell_is_added_moved_doubled_and_deleted_and_each_can_be_undone(page, workspace):
    at, texts = page(TEXT), [TEXT]

    def ids():
        return [cell.id for cell in notebook_of(typed(workspace)).cells]

    for menu, option, there in (
        (f"nb-add-{key_of(TOWN, 'bread')}-0", "run", ["NEW", "dawn", "count", "noon", "later"]),
        (key("count", "more"), "down", ["NEW", "dawn", "noon", "count", "later"]),
        (key("noon", "more"), "copy", ["NEW", "dawn", "noon", "NEW", "count", "later"]),
        (key("later", "more"), "drop", ["NEW", "dawn", "noon", "NEW", "count"]),
    ):
        choose(at, menu, option)
        assert ["NEW" if "-" in one else one for one in ids()] == there
        texts.append(typed(workspace))
    for text in reversed(texts[:-1]):
        press(at, f"tw-undo-{TOWN}")
        assert typed(workspace) == text


@pytest.mark.nightly
def test_every_kind_that_can_be_added_is_understood_at_once(page, workspace):
    at = page(TEXT)
    kinds = at.menu_button(key=f"nb-add-{key_of(TOWN, 'bread')}-0").options
    assert len(kinds) == len(KINDS) == 15
    for kind in KINDS:
        place = len(notebook_of(typed(workspace)).parts)
        choose(at, f"nb-add-{key_of(TOWN, 'bread')}-{place}", kind)
        assert notebook_of(typed(workspace)).faults == (), kind


@pytest.mark.soak
def test_a_form_changes_its_key_and_leaves_comments_and_all_else(page, workspace):
    text = TEXT.replace('until: "day 1 06:00"', 'until: "day 1 06:00"   # early')
    at = press(page(text), key("dawn", "edit"))
    at.text_input(key=f"nbf-{key_of(TOWN, 'bread')}-dawn-until").set_value("day 1 06:30").run()
    well(at)
    assert typed(workspace) == text.replace('"day 1 06:00"', '"day 1 06:30"')
    at.number_input(key=f"nbf-{key_of(TOWN, 'bread')}-dawn-days").set_value(1).run()
    assert "days: 1\n" in typed(workspace)
    at.text_input(key=f"nbf-{key_of(TOWN, 'bread')}-dawn-title").set_value("Before sunrise").run()
    assert '{.run #dawn title="Before sunrise"}' in typed(workspace)


@pytest.mark.soak
def test_what_is_typed_is_kept_at_once_and_seen_in_a_new_window_until_it_is_saved(page, workspace):
    write(page(TEXT), "count", "select 1 as one")
    again = page(notebook="bread")
    assert "Draft based on v2" in words(again)
    assert "select 1 as one" in words(again)
    press(again, f"save-{TOWN}-notebooks/bread.town.md")
    assert "select 1 as one" in workspace.scenarios.files(TOWN)["notebooks/bread.town.md"]


@pytest.mark.soak
def test_what_was_typed_and_not_sent_when_the_window_was_closed_is_taken_up(page, workspace):
    page(TEXT)
    body = notebook_of(TEXT).cell("count").body
    workspace.unsent.keep(unsent_name("count", body), "select 2 as two\n", "another-window", 1)
    page(notebook="bread", cell="count")
    assert "select 2 as two" in typed(workspace)


@pytest.mark.soak
def test_what_was_typed_over_another_text_of_a_cell_does_not_come_back(page, workspace):
    page(TEXT)
    body = notebook_of(TEXT).cell("count").body
    workspace.unsent.keep(unsent_name("count", body), "select 2 as two\n", "another-window", 1)
    changed = TEXT.replace(body, "select 3 as three\n")
    page(changed, cell="count")
    assert typed(workspace) == changed


@pytest.mark.nightly
def test_two_windows_in_two_cells_lose_nothing_and_in_one_cell_both_are_seen(page, workspace):
    one, other = page(TEXT), page(notebook="bread")
    write(one, "count", "select 1 as one")
    write(other, "later", "select 2 as two")
    assert "select 1 as one" in typed(workspace)
    assert "select 2 as two" in typed(workspace)
    press(one, key("later", "edit"))
    write(other, "later", "select 4 as four")
    write(one, "later", "select 3 as three")
    assert "Conflicting texts of this file" in words(one)
    assert "select 4 as four" in typed(workspace)
    assert "select 3 as three" in words(one)


def test_a_title_with_quotes_is_kept_with_plain_ones(page, workspace):
    at = press(page(TEXT), key("count", "edit"))
    at.text_input(key=f"nbf-{key_of(TOWN, 'bread')}-count-title").set_value('Your "guess": `how many`?').run()
    assert "title=\"Your 'guess': 'how many'?\"" in typed(workspace)


def test_the_title_of_the_notebook_is_changed_in_its_field(page, workspace):
    at = page(TEXT)
    at.text_input(key=f"nb-title-{key_of(TOWN, 'bread')}").set_value("Rolls: at dawn").run()
    assert notebook_of(typed(workspace)).front.title == "Rolls: at dawn"
    assert notebook_of(typed(workspace)).faults == ()
    assert typed(workspace).split("\n---\n", 1)[1] == TEXT.split("\n---\n", 1)[1]


def test_of_cells_beside_one_with_an_error_nothing_is_said_that_is_not_known(page):
    at = page(
        TEXT.replace("select count(*) as memories from memory", "")
        + "```yaml {.chart #news}\nplot: diffusion\n```\n"
    )
    said = words(at)
    assert "Never run" not in said
    assert "Waiting until the errors are fixed" in said
    assert "'of'" in said


@pytest.mark.soak
def test_a_comparison_begins_with_both_courses_where_there_are_two(page, workspace):
    branch = "```yaml {.branch #other}\nfrom: dawn\nname: other\n```\n"
    text = f"{FRONT}\n{MORNING}\n{NOON}\n{branch}\n" + NOON.replace("#noon", "#noon-2")
    at = page(text)
    choose(at, f"nb-add-{key_of(TOWN, 'bread')}-{len(notebook_of(text).parts)}", "compare")
    made = notebook_of(typed(workspace)).cells[-1]
    assert (made.spec.base, made.spec.beside) == ("noon", ("noon-2",))


def test_emptying_a_choice_that_the_cell_leaves_open_changes_nothing(page, workspace):
    asked = "```yaml {.interview #ask}\nwho: [nell]\nask: [How are you?]\nat: day 1 05:00\n```\n"
    text = f"{FRONT}\n{MORNING}\n{asked}"
    at = press(page(text), key("ask", "edit"))
    [how] = [box for box in at.selectbox if box.label == "How to ask"]
    assert how.value == "probe"
    how.set_value(None).run()
    assert typed(workspace) == text
    [how] = [box for box in well(at).selectbox if box.label == "How to ask"]
    assert how.value == "probe"
    how.set_value("live").run()
    assert "mode: live" in typed(workspace)


@pytest.mark.soak
def test_two_edits_of_a_form_before_the_page_is_drawn_anew_are_both_kept(page, workspace):
    at = press(page(LESSON), key("guess", "edit"))
    field = f"nbf-{key_of(TOWN, 'bread')}-guess-"
    at.text_area(key=f"{field}ask").set_value("How many will be up?")
    at.text_area(key=f"{field}key").set_value("All of them").run()
    well(at)
    spec = notebook_of(typed(workspace)).cell("guess").spec
    assert (spec.ask, spec.key) == ("How many will be up?", "All of them")


@pytest.mark.soak
def test_prose_is_written_as_text(page, workspace):
    at = page(TEXT)
    press(at, f"nb-prose-{key_of(TOWN, 'bread')}-0")
    [field] = [one for one in at.text_area if one.key.startswith("nb-words-")]
    field.set_value("# Bread\n\nAnd *butter*.").run()
    assert typed(workspace) == TEXT.replace("# Bread", "# Bread\n\nAnd *butter*.")
    assert "<em>butter</em>" in words(press(at, f"nb-prose-{key_of(TOWN, 'bread')}-0"))


def test_words_are_found_and_the_outline_leads_to_every_cell(page):
    at = page(TEXT, find="07:00")
    assert statuses(at)[-1:] == ["Never run"]
    assert "1 part contains" in words(at)
    assert "(#cell-later)" in words(page(notebook="bread"))


# ---- reading


@pytest.mark.soak
def test_a_student_sees_no_answer_before_the_prediction_is_committed(page):
    run_through(page(LESSON))
    at = page(notebook="bread", **{"as": "student"})
    said = words(at)
    assert "How many will be awake?" in said
    for secret in ("everybody, or nearly", "in the drawer", "Expect", "memories</th>"):
        assert secret not in said
    assert "is shown after the predictions above are committed" in said
    at.radio[0].set_value("nobody")
    next(one for one in at.button if one.label == "Commit").click().run()
    said = words(well(at))
    assert "You predicted: nobody" in said
    assert "Answer: everybody, or nearly" in said
    assert "memories</th>" in said
    assert "in the drawer" not in said
    assert "Commit" not in labels(at)


@pytest.mark.nightly
def test_the_next_reader_may_predict_anew(page):
    run_through(page(LESSON))
    at = page(notebook="bread", **{"as": "student"})
    at.radio[0].set_value("everybody")
    next(one for one in at.button if one.label == "Commit").click().run()
    at = press(page(notebook="bread"), "nb-forget")
    assert "Commit" in labels(at)


@pytest.mark.nightly
def test_a_room_is_shown_prose_and_findings_and_nothing_to_press(page):
    run_through(page(TEXT))
    at = page(notebook="bread", view="present")
    said = words(at)
    assert "memories</th>" in said
    assert "select count" not in said
    assert not {"Run", "Edit", "Run all", "Save"} & set(labels(at))


@pytest.mark.nightly
def test_it_is_taken_away_as_a_file_a_page_markdown_and_a_report(page):
    at = run_through(page(LESSON))
    assert [one.label for one in at.get("download_button")] == [
        "Notebook file", "Web page, for students", "Web page, with answers", "Markdown, for students",
        "Markdown, with answers", "Jupyter notebook, for students", "Jupyter notebook, with answers",
        "Python script, for students", "Python script, with answers",
        "Notebook with results, for students", "Notebook with results, with answers",
        "Expectation results (JUnit)",
    ]  # fmt: skip


def test_a_notebook_that_makes_no_sense_without_its_answers_has_no_program_for_students(page):
    text = f"{FRONT}\n```yaml {{.run #dawn solution=true}}\ndays: 1\n```\n"
    text += "\n```yaml {.compare #beside}\nbase: dawn\nvariants:\n  - {name: a, set: {seed: 2}}\n```\n"
    at = page(text)
    names = [one.label for one in at.get("download_button")]
    assert "Jupyter notebook, for students" not in names
    assert "Jupyter notebook, with answers" in names
    assert (
        "There is no runnable edition for students: without its answers, the notebook has an error"
        in words(at)
    )


@pytest.mark.soak
def test_what_was_taken_to_jupyter_and_edited_there_is_taken_in_again(page, workspace):
    book = notebook_of(TEXT)
    went = json.loads(b"".join(ipynb(book, [], "teacher")))
    prose = next(one for one in went["cells"] if "# Bread" in "".join(one["source"]))
    prose["source"] = ["# Loaves"]
    at = page(town=TOWN)
    content = json.dumps(went).encode()
    at.file_uploader(key="nb-file").upload("bread.ipynb", content, "application/json").run()
    press(at, "nb-take-in")
    assert typed(workspace) == TEXT.replace("# Bread", "# Loaves")
    at = page(town=TOWN)
    at.file_uploader(key="nb-file").upload("other.ipynb", b'{"cells": []}', "application/json").run()
    press(at, "nb-take-in")
    assert "was not exported from a Townwright notebook" in words(at)


# ---- pictures of other pages


VIEWS = f"""{FRONT}
{MORNING}
```yaml {{.chart #where}}
plot: map
```

```yaml {{.chart #plays title="The morning"}}
plot: replay
```
"""


@pytest.mark.nightly
def test_a_map_is_the_one_of_the_stage_and_a_day_plays(page, workspace, monkeypatch):
    drawn = []
    monkeypatch.setattr(view_picture, "town_map", lambda data, **how: drawn.append((data.minute, how["day"])))
    at = run_through(page(VIEWS))
    assert set(statuses(at)) == {"Up to date"}
    [(minute, still), (_, plays)] = drawn[-2:]
    assert minute == 360
    assert still is None
    assert plays.frames
    run = workspace.runs.find(int(workspace.store.select("SELECT max(number) FROM run")[0][0]))
    run.delete()
    at = page(notebook="bread")
    assert "Stale" in statuses(at)


def test_a_picture_is_chosen_by_a_form_that_asks_what_goes_with_it(page, workspace):
    at = page(VIEWS, cell="where")
    at.text_input(key=field("where", "at")).set_value("day 1 05:00").run()
    assert 'at: "day 1 05:00"' in typed(workspace) or "at: day 1 05:00" in typed(workspace)
    at.selectbox(key=field("where", "plot")).set_value("plans").run()
    at.selectbox(key=field("where", "of")).set_value("nell").run()
    [where, _] = [cell for cell in notebook_of(typed(workspace)).cells if cell.kind == "chart"]
    assert (where.spec.plot, where.spec.of, where.spec.at) == ("plans", "nell", None)
    assert notebook_of(typed(workspace)).faults == ()


# ---- what is to be otherwise


OTHERWISE = f"""{FRONT}
```yaml {{.edit #change}}
# a remark that stays
set: {{seed: 4}}
```

{MORNING}
```yaml {{.compare #beside}}
base: dawn
variants:
  - {{name: alone, set: {{without: talking}}}}
```
"""


def field(cell, name):
    return f"nbf-{key_of(TOWN, 'bread')}-{cell}-{name}"


def spec_of(workspace, cell):
    found = notebook_of(typed(workspace))
    assert found.faults == ()
    return found.cell(cell).spec


@pytest.mark.soak
def test_an_edit_is_changed_by_its_form_key_by_key(page, workspace):
    at = page(OTHERWISE, cell="change")
    at.text_input(key=field("change", "set-0-says")).set_value("5").run()
    assert spec_of(workspace, "change").changes == {"seed": "5"}
    at.selectbox(key=field("change", "set-1-what")).set_value("persona.nell.traits").run()
    traits = spec_of(workspace, "change").changes["persona.nell.traits"]
    assert traits, "it begins with what stands there"
    at.text_input(key=field("change", "set-1-says")).set_value("silent, curt").run()
    assert spec_of(workspace, "change").changes == {"seed": "5", "persona.nell.traits": "silent, curt"}
    at.selectbox(key=field("change", "set-2-what")).set_value("cognition.reflect_at").run()
    assert spec_of(workspace, "change").changes["cognition.reflect_at"].isdecimal()
    at.selectbox(key=field("change", "set-0-what")).set_value(None).run()
    assert list(spec_of(workspace, "change").changes) == ["persona.nell.traits", "cognition.reflect_at"]
    assert "# a remark that stays" in typed(workspace)


@pytest.mark.nightly
def test_what_is_added_to_a_town_is_begun_changed_and_taken_out_by_the_form(page, workspace):
    at = page(OTHERWISE, cell="change")

    def add(kind):
        at.selectbox(key=field("change", "add-new")).set_value(kind).run()

    for kind in ("town.facts", "town.facts", "personas", "world", "world.Candle Court.objects"):
        add(kind)
    add("persona.nell.traits")
    found = spec_of(workspace, "change").changes
    assert [one["id"] for one in found["add.town.facts"]] == ["news", "news-2"]
    assert next(iter(found)) == "seed", "what stood there stays"
    setup = workspace.runs.new(TOWN).setup
    changed(setup, found)  # it makes a town at once
    at.text_input(key=field("change", "add-add-town.facts-1-text-says")).set_value("Bread is free.").run()
    at.multiselect(key=field("change", "add-add-town.facts-1-known_by-says")).set_value(["otto"]).run()
    at.text_input(key=field("change", "add-add-personas-newcomer")).set_value("tess").run()
    at.text_input(key=field("change", "add-add-personas-tess-name-says")).set_value("Tess Cole").run()
    found = spec_of(workspace, "change").changes
    assert found["add.town.facts"][1] == {"id": "news-2", "text": "Bread is free.", "known_by": ["otto"]}
    assert found["add.personas"]["tess"]["name"] == "Tess Cole"
    assert changed(setup, found)
    for gone in ("town.facts-0", "world-New place", "personas-tess"):
        press(at, field("change", f"add-add-{gone}-gone"))
    assert [key for key in spec_of(workspace, "change").changes if key.startswith("add.")] == [
        "add.town.facts",
        "add.world.Candle Court.objects",
        "add.persona.nell.traits",
    ]
    assert "# a remark that stays" in typed(workspace)


@pytest.mark.soak
def test_variants_are_named_changed_added_and_removed_by_the_form(page, workspace):
    at = page(OTHERWISE, cell="beside")
    at.text_input(key=field("beside", "variant-0")).set_value("mute").run()
    press(at, field("beside", "variant-new"))
    at.selectbox(key=field("beside", "variant-1-1-what")).set_value("seed").run()
    at.text_input(key=field("beside", "variant-1-1-says")).set_value("9").run()
    made = spec_of(workspace, "beside").variants
    assert [(one.name, dict(one.changes)) for one in made] == [
        ("mute", {"without": "talking"}), ("variant 2", {"without": "reflection", "seed": "9"}),
    ]  # fmt: skip
    press(at, field("beside", "variant-0-gone"))
    assert [one.name for one in spec_of(workspace, "beside").variants] == ["variant 2"]
    assert spec_of(workspace, "beside").base == "dawn"


def test_a_variant_that_is_another_notebook_says_where_it_ends_and_has_no_rows_to_change(page, workspace):
    workspace.scenarios.save_file(TOWN, "notebooks/other.town.md", f"{FRONT}\n{MORNING}")
    variant = "{name: alone, set: {without: talking}}"
    at = page(OTHERWISE.replace(variant, "{name: there, notebook: other}"), cell="beside")
    assert "Final state of the notebook other" in words(at)
    assert not [one for one in at.selectbox if one.key.startswith(field("beside", "variant-0-"))]
    press(at, field("beside", "variant-new"))
    assert "Final state of the notebook other" in words(at)
    made = spec_of(workspace, "beside").variants
    assert [(one.name, one.notebook) for one in made] == [("there", "other"), ("variant 2", "")]


PINNED = f"""{FRONT}
{MORNING}
```yaml {{.pin #gold}}
of: "select row from memory where kind = 'plan' limit 1"
```
"""


@pytest.mark.nightly
def test_what_a_cell_picks_out_is_shown_with_its_note_and_stands_among_the_pins(page, workspace):
    at = page(PINNED, cell="gold")
    at.text_area(key=field("gold", "note")).set_value("The first plan of all.").run()
    at.text_area(key=field("gold", "tags")).set_value("gold\nlater").run()
    pinned = spec_of(workspace, "gold")
    assert (pinned.note, pinned.tags) == ("The first plan of all.", ("gold", "later"))
    at = run_through(at)
    assert statuses(at) == ["Up to date", "Up to date"]
    checkpoint = workspace.runs.all(archived=True)[-1]
    [pin] = workspace.runs.find(checkpoint.number).pins.all()
    assert (pin.note, pin.tag) == ("The first plan of all.", "gold")
    assert "The first plan of all." in words(at)
    assert html.escape(pin.words, quote=False) in marked(at) or pin.words in words(at)


@pytest.mark.nightly
def test_a_row_that_is_not_there_is_said_to_be_none(page):
    at = page(PINNED.replace("select row from memory where kind = 'plan' limit 1", "7"), cell="gold")
    at = run_through(at)
    assert statuses(at) == ["Up to date", "Failed"]


# ---- keys


def test_a_key_that_names_no_cell_of_the_notebook_is_not_heard(page, monkeypatch):
    desk = SimpleNamespace(notebook=notebook_of(TEXT))
    heard = cell_keys._pressed({"key": "up", "cell": "count"}, desk)
    assert (heard.key, heard.cell) == ("up", "count")
    for said in (
        None,
        {},
        {"key": "up", "cell": "nowhere"},
        {"key": "drop", "cell": "count"},
        {"key": "up", "cell": 3},
    ):
        assert cell_keys._pressed(said, desk) is None


# ---- from other pages


@pytest.mark.nightly
def test_the_map_and_the_ties_are_put_into_a_notebook_as_they_are(monkeypatch, tmp_path):
    workspace, run = lived(tmp_path / "lived")
    with workspace:
        for page_name, place in (("stage", f"map-{run.number}"), ("relationships", f"ties-{run.number}")):
            at = studio(monkeypatch, tmp_path / "lived", page_name)
            at.session_state[f"into-{place}"] = True
            at.run()
            press(at, f"into-put-{place}")
        found = notebook_of(workspace.scenarios.drafts.files("willow-bay")["notebooks/what-i-found.town.md"])
        assert found.faults == ()
        assert [cell.spec.plot for cell in found.cells if cell.kind == "chart"] == ["map", "ties"]


@pytest.mark.soak
def test_what_a_page_shows_is_put_into_a_notebook_that_lives_so_far_and_finds_it(monkeypatch, tmp_path):
    workspace, run = lived(tmp_path / "lived")
    with workspace:
        place = f"into-news-{run.number}"
        at = studio(monkeypatch, tmp_path / "lived", "news", news="lantern-party")
        at.session_state[place] = True
        at.run()
        press(at, f"into-put-news-{run.number}")
        said = workspace.scenarios.drafts.files("willow-bay")["notebooks/what-i-found.town.md"]
        found = notebook_of(said)
        assert found.faults == ()
        assert [cell.kind for cell in found.cells] == ["run", "chart"]
        assert found.front.seed == run.row.seed
        assert found.front.brain == REHEARSAL
        press(at, f"into-open-news-{run.number}")
        assert "Never run" in statuses(at)


@pytest.mark.soak
def test_threads_calls_recalls_and_whispers_are_put_into_a_notebook_that_finds_them(monkeypatch, tmp_path):
    workspace, run = lived(tmp_path / "lived")
    with workspace:
        run.whisper("isabel", "Tell Bram Aldous that the ferry is late.")
        [memory] = run.at().memories("isabel", kinds=("whisper",)).items
        places = {
            f"threads-{run.number}": ("threads", {"of": "isabel"}),
            f"calls-{run.number}": ("calls", {}),
            f"recalls-{run.number}-isabel": ("mind", {"agent": "isabel", "section": "recalls"}),
            f"heard-{memory.id}": ("chat", {"agent": "isabel", "section": "whisper"}),
        }
        for place, (page_name, link) in places.items():
            at = studio(monkeypatch, tmp_path / "lived", page_name, **link)
            at.session_state[f"into-{place}"] = True
            at.run()
            press(at, f"into-put-{place}")
        found = notebook_of(workspace.scenarios.drafts.files("willow-bay")["notebooks/what-i-found.town.md"])
        session = Session(workspace, found, "put")
        assert session.warnings == ()
        assert [cell.kind for cell in found.cells] == ["run", "sql", "sql", "sql", "whisper"]
        assert session.run()
        grids = [state.output.grids[0] for state in session.states if state.cell.kind == "sql"]
        assert all(grid.rows for grid in grids)
        assert {row[0] for row in grids[0].rows} == {"Isabel Moreno"}


@pytest.mark.soak
def test_a_batch_is_put_into_a_notebook_that_repeats_the_run_and_counts_the_same(monkeypatch, tmp_path):
    workspace, run = lived(tmp_path / "lived")
    with workspace:
        town = run.row.scenario
        batch = workspace.repeat(town, seeds=[1, 2], until="day 1 06:30", holds=["2 know lantern-party"])
        at = studio(monkeypatch, tmp_path / "lived", "runs", section="many")
        at.session_state[f"into-batch-{batch.row.number}"] = True
        at.run()
        press(at, f"into-put-batch-{batch.row.number}")
        found = notebook_of(workspace.scenarios.drafts.files(town)["notebooks/what-i-found.town.md"])
        session = Session(workspace, found, "put")
        assert session.warnings == ()
        assert session.run(), [state.why for state in session.states]
        rows = dict(session.states[-1].output.grids[0].rows)
        [said] = batch.table.statements
        assert rows[said.said] == f"{said.shares[0].held} of 2"
        [memories] = [one for one in batch.table.counts if one.name == "memories"]
        assert rows["memories"].startswith(f"{memories.bands[0].median:g} ")


@pytest.mark.soak
def test_a_batch_that_no_notebook_could_repeat_is_not_offered_to_one(monkeypatch, tmp_path):
    workspace, run = lived(tmp_path / "lived")
    with workspace:
        of_a_run = workspace.repeat(run.row.id, at="day 1 06:00", seeds=[1, 2], until="day 1 06:30")
        of_one_seed = workspace.repeat(run.row.scenario, seeds=[1], until="day 1 06:30")
        of_two = workspace.repeat(run.row.scenario, seeds=[1, 2], until="day 1 06:30")
        for batch, offered in ((of_a_run, False), (of_one_seed, False), (of_two, True)):
            at = studio(monkeypatch, tmp_path / "lived", "runs", section="many", batch=batch.row.id)
            at.session_state[f"into-batch-{batch.row.number}"] = True
            at.run()
            assert (f"into-put-batch-{batch.row.number}" in [one.key for one in at.button]) is offered


@pytest.mark.soak
def test_a_batch_is_not_put_into_a_notebook_that_begins_with_another_run(monkeypatch, tmp_path):
    workspace, run = lived(tmp_path / "lived")
    with workspace:
        town = run.row.scenario
        text = FRONT.replace(TOWN, town) + MORNING
        workspace.scenarios.save_file(town, "notebooks/bread.town.md", text)
        batch = workspace.repeat(town, seeds=[1, 2], until="day 1 06:30")
        at = studio(monkeypatch, tmp_path / "lived", "runs", section="many")
        at.session_state[f"into-batch-{batch.row.number}"] = True
        at.run()
        at.selectbox(key=f"into-which-batch-{batch.row.number}").set_value("bread").run()
        press(at, f"into-put-batch-{batch.row.number}")
        assert "does not start with a run to day 1 06:30" in words(at)
        assert workspace.scenarios.drafts.files(town)["notebooks/bread.town.md"] == text


@pytest.mark.soak
def test_a_thought_that_was_tried_is_put_into_a_notebook_with_what_it_rests_on(monkeypatch, tmp_path):
    workspace, run = lived(tmp_path / "lived")
    with workspace:
        at = studio(monkeypatch, tmp_path / "lived", "mind", agent="isabel", section="probe", at=480)
        at.text_input(key="probe-isabel").set_value("the `lantern` supper").run()
        at.session_state[f"into-thought-{run.number}-isabel"] = True
        at.run()
        press(at, f"into-put-thought-{run.number}-isabel")
        found = notebook_of(
            workspace.scenarios.drafts.files(run.row.scenario)["notebooks/what-i-found.town.md"]
        )
        asked = found.cells[-1].spec
        assert (asked.who, asked.ask, asked.show) == (("isabel",), ("the `lantern` supper",), ("memories",))
        assert asked.at == "day 1 08:00"
        session = Session(workspace, found, "put")
        assert session.run(), [state.why for state in session.states]


def test_a_question_is_put_into_a_notebook_that_is_there_already(monkeypatch, tmp_path):
    workspace, run = lived(tmp_path / "lived")
    with workspace:
        workspace.scenarios.save_file(
            "willow-bay", "notebooks/bread.town.md", FRONT.replace(TOWN, "willow-bay")
        )
        chat = run.at(720).start_chat("isabel", title="Tea")
        run.add_message(chat.number, "person", "Do you take: tea?", asked_by="")
        run.add_message(chat.number, "agent", "Yes.")
        at = studio(monkeypatch, tmp_path / "lived", "chat", agent="isabel", at=720)
        at.session_state[f"into-ask-{chat.number}-0"] = True
        at.run()
        press(at, f"into-put-ask-{chat.number}-0")
        [lives, asks] = notebook_of(
            workspace.scenarios.drafts.files("willow-bay")["notebooks/bread.town.md"]
        ).cells
        assert lives.spec.until == "day 1 12:00"
        assert (asks.spec.who, asks.spec.ask) == (("isabel",), ("Do you take: tea?",))


# ---- what a browser is told, and what is lost on the way


@pytest.mark.soak
def test_a_field_says_what_it_says_even_where_the_drawing_that_told_it_was_lost(page):
    """Streamlit throws away what it has not sent yet when a page is drawn anew; the field is then empty."""
    text = TEXT + (
        "\n```yaml {.compare #beside title=Both}\nbase: dawn\nvariants:\n  - {name: a, set: {seed: 2}}\n```\n"
    )
    at = page(text, cell="beside")
    at.run()  # the drawing that comes after the lost one
    begun = {one.key: one.proto.default for one in [*at.text_input, *at.text_area]}
    named = f"nbf-{key_of(TOWN, 'bread')}-beside"
    assert begun[f"{named}-title"] == "Both"
    assert begun[f"{named}-variant-0"] == "a"
    assert begun[f"{named}-variant-0-0-says"] == "2"
    assert begun[f"nb-text-{key_of(TOWN, 'bread')}-beside"].startswith("base: dawn")
    assert at.selectbox(key=f"{named}-base").proto.set_value, "it is told again"
    for _ in range(3):
        at.run()
    assert not at.selectbox(key=f"{named}-base").proto.set_value, "and is left alone then"


# ---- what runs, asks and happens, by the form

LIVELY = f"""{FRONT}
```yaml {{.run #day}}
until: "day 1 08:00"
```

```yaml {{.interview #met}}
who: [nell]
mode: live
ask: What are your plans?
```

```yaml {{.event #done}}
whisper: {{to: nell, text: Bake a cake.}}
```
"""


@pytest.mark.nightly
def test_who_is_asked_in_person_is_asked_only_after_a_second_look(page, workspace):
    at = page(LIVELY)
    press(at, "nb-run-all")
    assert "met asks in person: the people present remember it" in words(at)
    assert workspace.runs.all(archived=True) == ()
    press(at, "nb-pay-not")
    assert "asks in person" not in words(at)
    press(at, "nb-run-all")
    run_through(at, "nb-pay")
    assert "Asked in person: the people present remember it." in words(at)


@pytest.mark.soak
def test_a_run_ends_by_one_thing_which_the_form_puts_in_place_of_the_other(page, workspace):
    at = page(LIVELY, cell="day")
    at.text_input(key=field("day", "until.event")).set_value("2 know chess-evening").run()
    assert (spec_of(workspace, "day").event, spec_of(workspace, "day").until) == (
        "2 know chess-evening",
        None,
    )
    at.selectbox(key=field("day", "until.reflection")).set_value("nell").run()
    assert (spec_of(workspace, "day").event, spec_of(workspace, "day").reflection) == ("", "nell")
    at.text_input(key=field("day", "until")).set_value("day 1 09:00").run()
    assert spec_of(workspace, "day").until == "day 1 09:00"
    at.multiselect(key=field("day", "agents")).set_value(["nell", "ruth"]).run()
    assert spec_of(workspace, "day").agents == ("nell", "ruth")


def test_what_happens_is_chosen_and_begins_with_something_in_each_field(page, workspace):
    at = page(LIVELY, cell="done")
    at.selectbox(key=field("done", "verb")).set_value("say").run()
    well(at)
    said = spec_of(workspace, "done")
    assert said.verb == "say"
    assert len({said.asked["agent"], said.asked["to"]}) == 2
    at.selectbox(key=field("done", "say.to")).set_value("ruth").run()
    assert spec_of(workspace, "done").asked["to"] == "ruth"


@pytest.mark.soak
def test_how_somebody_is_asked_is_changed_by_the_form(page, workspace):
    at = page(LIVELY, cell="met")
    at.selectbox(key=field("met", "mode")).set_value("probe").run()
    assert not spec_of(workspace, "met").live
    at.selectbox(key=field("met", "kind")).set_value("plans").run()
    assert spec_of(workspace, "met").kind == "plans"


# ---- cleaning up


@pytest.mark.nightly
def test_what_no_notebook_needs_any_more_is_shown_with_its_size_and_cleared_by_a_press(page, workspace):
    run_through(page(TEXT))
    workspace.scenarios.save_file(
        TOWN, "notebooks/bread.town.md", TEXT.replace(NOON, ""), "the morning alone"
    )
    at = press(page(), "nb-clean")
    assert "1 run that no notebook needs any more takes up about" in words(at)
    press(at, "nb-clean-go")
    assert "Deleted. The workspace is" in words(at)
    at = press(page(), "nb-clean")
    assert "There is nothing to clean up." in words(at)
    assert len(workspace.runs.all(archived=True)) == 2  # the one it begins with, and that of dawn


def test_the_value_of_a_name_in_a_query_is_a_field_of_its_own(page, workspace):
    text = TEXT.replace(
        COUNT, "```sql {.sql #count of=nell}\nselect name from person where agent = :of\n```\n"
    )
    at = page(text, cell="count")
    at.text_input(key=field("count", "given-of")).set_value("ruth").run()
    assert spec_of(workspace, "count").given == (("of", "ruth"),)
    assert "-- :of = ruth" in words(page(None, notebook="bread"))


# ---- the timeline


def timeline(at):
    """What the timeline lists, newest first."""
    at = press(at, f"nb-timeline-{key_of(TOWN, 'bread')}")
    [steps] = [one for one in at.radio if one.label == "History"]
    return at, [re.sub(r"^\d+\\\\?\. :material/\w+: ", "", option) for option in steps.options], steps


@pytest.mark.soak
def test_the_timeline_lists_changes_and_runs_and_leads_back_to_a_text_and_the_way_back_can_be_undone(
    page, workspace
):
    at = run_through(page(TEXT))
    write(at, "noon", 'until: "day 1 08:00"\n')
    at, steps, radio = timeline(at)
    assert steps == ["Changed noon", "Ran dawn, count, noon and 1 more", "Saved as v2"]
    radio.set_value(1).run()
    press(at, "nb-go-back")
    assert typed(workspace) == TEXT
    assert statuses(at) == ["Up to date"] * 4
    workspace.scenarios.edits.undo(TOWN)
    assert "day 1 08:00" in typed(workspace)


@pytest.mark.soak
@pytest.mark.parametrize("chosen", [1, 2])
def test_steps_of_the_timeline_that_read_alike_lead_each_to_its_own_text(page, workspace, chosen):
    at = page(TEXT)
    texts = []
    for hour in ("08", "09", "10"):
        write(at, "noon", f'until: "day 1 {hour}:00"\n')
        texts.insert(0, typed(workspace))
    at, steps, radio = timeline(at)
    assert steps[:3] == ["Changed noon"] * 3
    radio.set_value(chosen).run()
    press(at, "nb-go-back")
    assert typed(workspace) == texts[chosen]


def test_a_run_in_the_second_of_a_change_comes_after_it_and_none_is_left_out():
    past = [
        PastText(at="2026-01-01T10:00:05+00:00", words="", text=TEXT.replace("07:00", "08:00")),
        PastText(at="2026-01-01T10:00:00+00:00", words="", text=TEXT, version=2),
    ]
    bodies = {cell.id: cell.body for cell in notebook_of(past[0].text).cells}
    runs = [
        CellRun(at=past[0].at, cell="noon", asked=bodies["noon"]),
        CellRun(at="2026-01-01T09:00:00+00:00", cell="dawn", asked=bodies["dawn"]),
    ]
    steps = steps_of(past, runs)
    assert [step.words for step in steps] == ["Ran noon", "Changed noon", "Ran dawn", "Saved as v2"]
    assert [step.text for step in steps] == [past[0].text, past[0].text, TEXT, TEXT]


def test_a_change_in_the_second_of_a_run_comes_after_it():
    at = "2026-01-01T10:00:05+00:00"
    past = [
        PastText(at=at, words="", text=TEXT.replace("07:00", "08:00")),
        PastText(at="2026-01-01T10:00:00+00:00", words="", text=TEXT, version=2),
    ]
    bodies = {cell.id: cell.body for cell in notebook_of(TEXT).cells}
    runs = [CellRun(at=at, cell=cell, asked=bodies[cell]) for cell in ("noon", "dawn")]
    assert [step.words for step in steps_of(past, runs)] == ["Changed noon", "Ran dawn, noon", "Saved as v2"]


def test_the_timeline_of_an_untouched_notebook_says_that_it_stands_so_now(page):
    at, steps, _ = timeline(page(TEXT))
    assert steps == ["Saved as v2"]
    assert "This is the current text." in words(at)
