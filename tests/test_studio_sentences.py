"""All sentences of a town in one list: what is understood of each, what needs a look, and the way to it."""

from __future__ import annotations

import pytest

from engine.api.workspace import open_workspace
from studio.authoring.understood.rows import line_of, understood_rows
from tests.studios import press, studio, well, words

pytestmark = pytest.mark.slow
TOWN, RUTH = "three-neighbours", "personas/ruth.yaml"
MEETING = "Ruth Calloway wants to meet Peter Grubb at the Swan on day 1 at 25:00"
UNCLEAR = "Ruth Calloway must 34"
CLEAR = "Ruth Calloway wants to meet Otto Finch at the Towpath on day 1 at 18:00"


@pytest.fixture
def scenarios(tmp_path):
    with open_workspace(tmp_path) as opened:
        opened.scenarios.add_bundled(TOWN)
        yield opened.scenarios


def write(scenarios, *memories, file=RUTH):
    files = scenarios.files(TOWN)
    seed = "seed: >-\n" + "".join(f"  {memory};\n" for memory in memories)
    scenarios.save(TOWN, {**files, file: files[file].replace("seed: >-\n", seed, 1)})


def understood_rows_of(monkeypatch, tmp_path):
    """The rows of the list, as the page has them."""
    with open_workspace(tmp_path) as workspace, monkeypatch.context() as patched:
        patched.setattr("studio.session.workspace", lambda: workspace)
        return understood_rows(TOWN, workspace.scenarios.checked(TOWN).scenario)


def opened(monkeypatch, tmp_path, **link):
    return studio(monkeypatch, tmp_path, "personas", town=TOWN, section="sentences", **link)


def test_what_needs_a_look_is_listed_first_with_what_is_amiss(monkeypatch, tmp_path, scenarios):
    write(scenarios, MEETING, UNCLEAR, CLEAR)
    told = words(opened(monkeypatch, tmp_path)).replace("\\", "")
    assert MEETING in told
    assert UNCLEAR in told
    assert CLEAR not in told
    assert "not understood: nobody will act on it" in told
    assert "nobody here is called Peter Grubb" in told
    assert "no place here is called Swan" in told
    assert "25:00 is not a valid time" in told


def test_all_are_listed_with_what_is_understood_and_narrowed_to_one_person(monkeypatch, tmp_path, scenarios):
    write(scenarios, CLEAR)
    at = opened(monkeypatch, tmp_path, which="all")
    told = words(at)
    assert CLEAR in told
    assert "meeting: meet Otto Finch, with Otto Finch, at Towpath, day 1 18:00" in told.replace("\n", " ")
    assert "→ Background: no intention" in told
    assert "Nell Hartley" in told
    at.selectbox(key=f"sentences-of-{TOWN}").set_value("otto").run()
    told = words(well(at))
    assert "Otto Finch drove tram number nine" in told
    assert "Fact, known by" in told
    assert CLEAR not in told


def test_where_all_is_clear_it_says_so_and_shows_all(monkeypatch, tmp_path, scenarios):
    at = opened(monkeypatch, tmp_path)
    assert "Sentences understood as intentions" in words(at)
    press(at, "all-understood-action")
    assert "Otto Finch drove tram number nine" in words(at)


def test_the_way_to_a_sentence_leads_to_its_form_and_its_line(monkeypatch, tmp_path, scenarios):
    write(scenarios, MEETING)
    at = opened(monkeypatch, tmp_path)
    press(at, f"to-sentence-{TOWN}-None-look-0")
    assert any(area.value == MEETING for area in at.text_area)
    line, _, _ = at.session_state[f"tw-page-jump-{TOWN}-{RUTH}"]
    assert MEETING in scenarios.files(TOWN)[RUTH].splitlines()[line - 1]


def test_a_fact_is_opened_in_the_form_of_the_town(monkeypatch, tmp_path, scenarios):
    at = opened(monkeypatch, tmp_path, which="all", of="otto")
    rows = [row for row in understood_rows_of(monkeypatch, tmp_path) if "otto" in row.agents]
    number, fact = next((n, row) for n, row in enumerate(rows) if row.is_fact)
    press(at, f"to-sentence-{TOWN}-otto-all-{number}")
    assert any(fact.text in area.value for area in at.text_area)


def test_a_sentence_is_made_exact_where_it_stands_and_stays_in_the_list(monkeypatch, tmp_path, scenarios):
    write(scenarios, CLEAR)
    at = opened(monkeypatch, tmp_path, which="all", of="ruth")
    press(at, f"exact-{TOWN}-ruth-all-0")
    assert "intends:" in scenarios.drafts.files(TOWN)[RUTH]
    assert "Ruth Calloway · stated in fields" in words(at)


@pytest.mark.parametrize(
    "memory", ["<b>Ruth Calloway</b> wants to **run** to the Swan $x$ :material/home:", "很长" * 300]
)
def test_hostile_words_are_shown_as_words(monkeypatch, tmp_path, scenarios, memory):
    write(scenarios, f"Ruth Calloway wants to meet Zed <script>alert(1)</script> {memory}")
    at = opened(monkeypatch, tmp_path, which="all", of="ruth")
    assert not any("<script>" in element.value or "<b>Ruth" in element.value for element in at.html)


def test_a_town_without_people_says_what_to_do(monkeypatch, tmp_path):
    with open_workspace(tmp_path) as workspace:
        workspace.scenarios.new_blank("empty")
        files = workspace.scenarios.files("empty")
        workspace.scenarios.save("empty", {f: text for f, text in files.items() if "personas/" not in f})
    at = studio(monkeypatch, tmp_path, "personas", town="empty", section="sentences")
    assert "No memories yet" in words(at)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("name: Ann\nseed: Ann sings alto.\n", 2),
        ("seed: >-\n  Bo reads;\n  Ann sings\n  alto in\n  the choir\n", 3),
        ("seed:\n  - 'Ann''s voice'\n", 0),
    ],
)
def test_the_line_of_a_sentence_is_found_however_it_is_folded(text, line):
    assert line_of(text, "Ann sings alto in the choir" if "choir" in text else "Ann sings alto.") == line


def test_in_chinese_only_the_author_writes_in_english(monkeypatch, tmp_path, scenarios):
    write(scenarios, MEETING, UNCLEAR)
    at = opened(monkeypatch, tmp_path, lang="zh")
    told = words(at)
    assert "这里没有叫Swan的地点" in told
    assert "不是有效的时间" in told
    assert "未能理解：没有人会照此行动" in told
    assert "在表单中打开这一句" in [button.label for button in at.button]


def test_a_town_of_25_is_listed_a_page_at_a_time(monkeypatch, tmp_path):
    with open_workspace(tmp_path) as workspace:
        workspace.scenarios.add_bundled("the-green")
    at = studio(monkeypatch, tmp_path, "personas", town="the-green", section="sentences", which="all")
    ways = [button for button in at.button if (button.key or "").startswith("to-sentence-")]
    assert len(ways) == 20
